# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Names of files are any bytes but NUL and '/'."""
import base64
import hashlib
import json
import os

import pytest

DIGEST = hashlib.sha256(b"x").hexdigest().encode()
HOSTILE = (b"new\nline", b"cr\rname", b"back\\slash", b"\xff\xfe", b"esc\033[31mred\033[0m", b"bell\007", b"\xc2\x9b31m", b"\x9b31m", b"del\x7f",
           "over\u202eride".encode(), b"tab\tname", b" space ", b"*star", b"\xed\xa0\x80", b"half\xc3", b"quote'\"", b"#hash", b"{}", b"\\")


@pytest.fixture
def hostile(place):
    for name in HOSTILE:
        with open(os.path.join(os.fsencode(place), name), "wb") as file:
            file.write(b"x")
    return HOSTILE


def written(name):
    """As GNU coreutils writes it."""
    escaped = name.replace(b"\\", b"\\\\").replace(b"\n", b"\\n").replace(b"\r", b"\\r")
    return (b"\\" if escaped != name else b"") + DIGEST + b"  " + escaped + b"\n"


def test_into_a_file_as_coreutils(run, hostile):
    assert run("sha256", "--", *hostile).stdout == b"".join(map(written, hostile))


@pytest.mark.parametrize("options", ((), ("--tag",), ("--json",), ("--sri",), ("--base64",), ("-b",), ("-z",), ("-z", "--tag")))
def test_round_trip(run, place, hostile, options):
    (place / "SHA256SUMS").write_bytes(run("sha256", *options, "--", *hostile).stdout)
    zero = ("-z",) if "-z" in options else ()
    done = run("check", *zero, "SHA256SUMS")
    assert done.returncode == 0 and done.stderr == b"" and done.stdout.count(b": OK") == len(hostile)


def controls(text):
    return [c for c in text if (c < 0x20 and c not in (0x0a, 0x0d)) or c == 0x7f]


def test_a_terminal_gets_no_control_characters(run, hostile):
    for words in (("sha256", "--"), ("sha256", "--tag", "--"), ("sha256", "--json", "--"), ("sha256", "-z", "--")):
        status, shown = run.terminal(*words, *hostile)
        shown = shown.replace(b"\0", b"") if "-z" in words else shown
        assert status == 0 and controls(shown) == [] and b"\x9b" not in shown and "\u202e".encode() not in shown
        shown.decode("utf-8")


def test_what_a_terminal_showed_can_be_checked(run, place, hostile):
    _, shown = run.terminal("sha256", "--", *hostile)
    (place / "SHA256SUMS").write_bytes(shown.replace(b"\r\n", b"\n"))
    done = run("check", "SHA256SUMS")
    assert done.returncode == 0 and done.stdout.count(b": OK") == len(hostile)


def test_check_on_a_terminal(run, place, hostile):
    (place / "SHA256SUMS").write_bytes(run("sha256", "--", *hostile).stdout)
    status, shown = run.terminal("check", "SHA256SUMS")
    assert status == 0 and controls(shown) == [] and b"\x9b" not in shown


@pytest.mark.parametrize("verb", (("sha256",), ("check",), ("open", "--passphrase-file", "/dev/null"), ("sha256", "--key-file"), ("check", "-a")))
def test_messages_show_no_control_characters(run, hostile, verb):
    for name in HOSTILE:
        done = run(*verb, b"absent" + name)
        assert done.returncode != 0 and controls(done.stderr) == [] and b"\x9b" not in done.stderr
        assert done.stderr.count(b"\n") <= 2
        done.stderr.decode("utf-8")


def test_unknown_words_are_shown_safely(run):
    for words in ((b"\033[31m",), (b"--\033[31m",), (b"sha256", b"--length", b"\033[31m"), (b"sha256", b"--\xff")):
        done = run(*words)
        assert done.returncode == 2 and controls(done.stderr) == []
        done.stderr.decode("utf-8")


def test_json_of_names_that_are_not_utf8(run, hostile):
    lines = run("sha256", "--json", "--", *hostile).stdout.splitlines()
    names = []
    for line in map(json.loads, lines):
        names.append(line["file"].encode() if "file" in line else base64.b64decode(line["file_base64"]))
    assert names == list(hostile)


def test_an_empty_name(run):
    done = run("sha256", "")
    assert (done.returncode, done.stdout) == (1, b"") and b"'': No such file" in done.stderr


def test_names_too_long(run):
    for name in (b"n" * 300, b"d/" * 3000 + b"f"):
        done = run("sha256", name)
        assert (done.returncode, done.stdout) == (1, b"") and b"File name too long" in done.stderr


def test_a_hundred_thousand_arguments(run, place):
    (place / "f").write_bytes(b"x")
    done = run("sha256", "-j2", *["f"] * 100000)
    assert done.returncode == 0 and done.stdout == (DIGEST + b"  f\n") * 100000
