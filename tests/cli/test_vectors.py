# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Published vectors through the command line: a message is a file, those of the same options are given together."""
import collections
import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests" / "support"))
import known  # noqa: E402

ANSWERS = known.everything()
FAMILIES = ("sha2", "sha3", "sha5", "keccak", "shake", "cshake", "kmac", "parallelhash", "turboshake", "kt", "ascon", "hmac")
FIXED = ("sha2", "sha3", "sha5", "keccak", "ascon-hash", "hmac")


def options(k, place):
    words = [k.algorithm]
    if not k.algorithm.startswith(FIXED):
        words += ["--length", str(k.size)]
    for word, value in (("--custom", k.custom), ("--name", k.name)):
        if value:
            words += [word, value]
    for word, value in (("--block", k.block), ("--domain", k.domain)):
        if value:
            words += [word, str(value)]
    if k.key:
        name = f"key{ANSWERS.index(k)}"
        (place / name).write_bytes(k.key)
        words += ["--key-file", name]
    return tuple(words)


@pytest.mark.parametrize("family", FAMILIES)
def test_vectors(run, family):
    groups = collections.defaultdict(dict)
    for number, k in enumerate(ANSWERS):
        if k.algorithm.startswith(family) and b"\0" not in k.custom + k.name:  # no argument holds that
            (run.place / f"m{number}").write_bytes(k.message)
            groups[options(k, run.place)][f"m{number}"] = k.output.hex()
    assert groups
    targets = [line.split()[0] for line in run("targets").stdout.decode().splitlines()]
    for words, answers in groups.items():
        for target in targets if len(answers) > 1 else targets[:1]:
            done = run(*words, *answers, env={"HASHLANE_TARGET": target})
            assert done.returncode == 0, done.stderr
            got = dict(reversed(line.split("  ", 1)) for line in done.stdout.decode().splitlines())
            assert {name: digest[-len(answers[name]):] for name, digest in got.items()} == answers, (words, target)
