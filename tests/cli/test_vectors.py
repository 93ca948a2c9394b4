# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every published vector that a command line can hold, on every instruction set: a message is a file, those of the same
options are given together. Of messages in bits lists are checked, whose lines say how many; by itself, with --bits, a
process for each, a sample of them is digested, and all whose output ends within a byte."""
import collections
import hashlib
import json
import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests" / "support"))
import sets  # noqa: E402
from tally import TALLY  # noqa: E402

SAMPLE = 24         # of each algorithm
LEAST_DIGEST = 16   # bytes that a list may hold
VECTORS = [(i, v) for i, v in enumerate(sets.everything())
           if v.kind == "digest" and v.valid and len(v.elements or ()) < 2 and b"\0" not in v.custom + v.name]
FOLDERS = sorted({v.folder for _, v in VECTORS})


@pytest.fixture
def rows(run):
    """What `hashlane list` says of each algorithm."""
    return {row["name"]: row for row in json.loads(run("list", "--json").stdout)}


def stream(row):
    """Whether more output begins with less of it."""
    return row["kind"] == "xof" or "xof" in row["name"]


def options(v, place):
    words = [v.algorithm]
    for word, value in (("--custom", v.custom), ("--name", v.name)):
        if value:
            words += [word, value]
    if v.number:
        words += ["--domain" if v.algorithm.startswith("turboshake") else "--block", str(v.number)]
    if v.key:
        name = "key" + hashlib.sha256(v.key).hexdigest()
        (place / name).write_bytes(v.key)
        words += ["--key-file", name]
    return tuple(words)


def written(run, rows, folder):
    """The vectors of a folder, their messages as files m0, m1 ..."""
    for i, v in VECTORS:
        keyed = rows[v.algorithm]["kind"] == "mac"
        if v.folder == folder and keyed == bool(v.key):  # an empty key is no file's
            (run.place / f"m{i}").write_bytes(v.message if v.elements is None else b"".join(v.elements))
            yield i, v


def known_part(out, v):
    out = bytearray(out[v.skip:v.skip + len(v.output)])
    if v.output_bits % 8:
        out[-1] &= (1 << v.output_bits % 8) - 1
    return bytes(out)


def check_digests(run, words, group, row, on):
    """All of a group in one process for each target."""
    if row["any_length"]:
        words = (*words, "--length", str(max(v.size for _, v in group)))
    for target in on:
        done = run(*words, *(f"m{i}" for i, _ in group), env={"HASHLANE_TARGET": target})
        assert done.returncode == 0, (words, done.stderr)
        lines = done.stdout.decode().splitlines()
        assert [line.split("  ", 1)[1] for line in lines] == [f"m{i}" for i, _ in group]
        for line, (i, v) in zip(lines, group):
            assert known_part(bytes.fromhex(line.split(" ", 1)[0]), v) == v.output, (words, target, i)
            TALLY.add(v.folder, i, 1, v.in_bits)


@pytest.mark.parametrize("folder", FOLDERS)
def test_digests(run, rows, targets, folder):
    groups = collections.defaultdict(list)
    for i, v in written(run, rows, folder):
        if v.bits % 8 == 0:
            size = (1 << v.size.bit_length()) if stream(rows[v.algorithm]) else v.size
            groups[options(v, run.place), size].append((i, v))
    assert groups
    for number, ((words, _), group) in enumerate(groups.items()):
        on = targets if len(group) > 1 else [targets[number % len(targets)]]
        check_digests(run, words, group, rows[words[0]], on)


@pytest.mark.parametrize("folder", sorted({v.folder for _, v in VECTORS if v.bits % 8}))
def test_bits(run, rows, targets, folder):
    """One process for each message, on one target after the other."""
    groups = collections.defaultdict(list)
    for i, v in written(run, rows, folder):
        if v.bits % 8:
            groups[v.algorithm, v.output_bits % 8 != 0].append((i, v))
    assert groups
    number = 0
    for (_, odd_output), group in groups.items():
        step = 1 if odd_output else max(1, len(group) // SAMPLE)
        for i, v in group[::step]:
            words = (*options(v, run.place), "--bits", str(v.bits))
            check_digests(run, words, [(i, v)], rows[v.algorithm], [targets[number % len(targets)]])
            number += 1


@pytest.mark.parametrize("folder", sorted({v.folder for _, v in VECTORS if v.bits % 8 and v.output_bits % 8 == 0}))
def test_lists_of_bits(run, rows, targets, folder):
    lists = collections.defaultdict(list)
    for i, v in written(run, rows, folder):
        if v.bits % 8 and v.output_bits % 8 == 0 and len(v.output) >= LEAST_DIGEST and v.skip == 0 and v.size == len(v.output):
            lists[options(v, run.place)].append((i, v))
    assert lists
    for words, group in lists.items():
        (run.place / "list").write_text("".join(json.dumps({"algorithm": v.algorithm, "digest": v.output.hex(), "bits": v.bits,
                                                            "file": f"m{i}"}) + "\n" for i, v in group))
        for target in targets:
            done = run("check", "-a", *words, "list", env={"HASHLANE_TARGET": target})
            assert done.stdout.decode().splitlines() == [f"m{i}: OK" for i, _ in group], done.stderr
            assert done.returncode == 0
            for i, v in group:
                TALLY.add(folder, i, 1, True)
