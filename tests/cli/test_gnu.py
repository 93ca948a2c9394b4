# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Called as sha256sum and so on: what GNU coreutils prints, and how it ends, for every flag that it has."""
import itertools
import os
import shutil
import subprocess

import pytest

from conftest import PROGRAM

TOOLS = ("sha224sum", "sha256sum", "sha384sum", "sha512sum")
pytestmark = pytest.mark.skipif(b"GNU coreutils" not in subprocess.run(["sha256sum", "--version"], capture_output=True).stdout,
                                reason="sha256sum is not that of GNU coreutils")


@pytest.fixture
def both(place):
    """A function: both programs with the same words, as (status, stdout, stderr)."""
    for name, data in (("a", b"a"), ("b", b"b"), ("c d", b"c d"), ("new\nline", b"x"), ("back\\slash", b"y"), ("cr\r", b"z")):
        (place / name).write_bytes(data)
    (place / "dir").mkdir()

    def run(tool, *words, stdin=b""):
        link = place.parent / tool
        if not link.exists():
            link.symlink_to(PROGRAM)
        outcomes = []
        for program in (shutil.which(tool), link):
            done = subprocess.run([program, *words], input=stdin, cwd=place, capture_output=True, env=dict(os.environ, LC_ALL="C"))
            outcomes.append((done.returncode, done.stdout, done.stderr.replace(os.fsencode(program), tool.encode())))
        return outcomes
    return run


def same(both, tool, *words, stdin=b"", messages=True):
    theirs, ours = both(tool, *words, stdin=stdin)
    assert ours[:2] == theirs[:2], words
    if messages:
        assert ours[2] == theirs[2], words


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("flags", [f for n in range(3) for f in itertools.permutations(("-b", "-t", "--tag", "-z"), n) if set(f) != {"--tag", "-t"}])
def test_digests(both, tool, flags):
    same(both, tool, *flags, "a", "c d", "new\nline", "back\\slash", "cr\r")
    same(both, tool, *flags, stdin=b"from a pipe")
    same(both, tool, *flags, "-", "a", stdin=b"from a pipe")
    same(both, tool, *flags, "a", "absent", "dir", "b")


def listing(tool, *names, flags=()):
    return lambda place: subprocess.run([tool, *flags, *names], cwd=place, capture_output=True).stdout


LISTS = {
    "good": lambda good, tag: good,
    "tagged": lambda good, tag: tag,
    "wrong": lambda good, tag: good.replace(good[:8], b"00000000"),
    "missing": lambda good, tag: good + good.split(b"  ")[0] + b"  absent\n",
    "only missing": lambda good, tag: good.split(b"  ")[0] + b"  absent\n",
    "malformed": lambda good, tag: good + b"nonsense\n",
    "only malformed": lambda good, tag: b"nonsense\n",
    "empty": lambda good, tag: b"",
    "a directory": lambda good, tag: good + good.split(b"  ")[0] + b"  dir\n",
    "all at once": lambda good, tag: good.replace(good[:8], b"00000000") + b"nonsense\nmore\n" + good.split(b"  ")[0] + b"  absent\n",
    "comments": lambda good, tag: b"# a comment\n" + good,
    "md5sum": lambda good, tag: good + b"d41d8cd98f00b204e9800998ecf8427e  a\n",
    "an unknown tag": lambda good, tag: b"MD5 (a) = d41d8cd98f00b204e9800998ecf8427e\n" + tag + b"SHA3256 (a) = 00\n",
    "CRLF": lambda good, tag: good.replace(b"\n", b"\r\n"),
    "capitals": lambda good, tag: good.split(b"  ")[0].upper() + b"  a\n",
}
CHECKS = ((), ("--quiet",), ("--status",), ("--strict",), ("-w",), ("--ignore-missing",), ("--quiet", "-w", "--strict"), ("-w", "--quiet"), ("--quiet", "--status"), ("--status", "-w"), ("--ignore-missing", "--quiet"),
          ("--status", "--strict", "--ignore-missing"))


@pytest.mark.parametrize("flags", CHECKS, ids=" ".join)
@pytest.mark.parametrize("kind", LISTS)
def test_checks(both, place, kind, flags):
    tool = "sha256sum"
    good, tag = (listing(tool, "a", "b", "c d", flags=f)(place) for f in ((), ("--tag",)))
    (place / "list").write_bytes(LISTS[kind](good, tag))
    same(both, tool, "-c", *flags, "list")
    same(both, tool, "--check", *flags, stdin=LISTS[kind](good, tag))


@pytest.mark.parametrize("tool", TOOLS)
def test_lists_of_hostile_names(both, place, tool):
    for flags in ((), ("--tag",), ("-b",)):
        (place / "list").write_bytes(listing(tool, "new\nline", "back\\slash", "cr\r", flags=flags)(place))
        same(both, tool, "-c", "list")
    (place / "list").write_bytes(listing(tool, "a", "new\nline", flags=("-z",))(place))
    assert both(tool, "-c", "-z", "list")[1] == (0, b"a: OK\n\\new\\nline: OK\n", b"")  # GNU refuses -z here


@pytest.mark.parametrize("words", (("--nosuch",), ("--status", "a"), ("--quiet", "a"), ("-w", "a"), ("--strict", "a"), ("--ignore-missing", "a"),
                                   ("-c", "--tag", "list"), ("--tag", "-t", "a")), ids=" ".join)
def test_wrong_use(both, place, words):
    """GNU ends with 1, hashlane with 2; both print nothing on standard output."""
    (place / "list").write_bytes(b"")
    theirs, ours = both("sha256sum", *words)
    assert theirs[0] == 1 and ours[0] == 2 and theirs[1] == ours[1] == b"" and ours[2]
