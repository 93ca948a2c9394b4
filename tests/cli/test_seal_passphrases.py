# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What belongs to the passphrase in a passphrase file, and for which files no passphrase is asked for."""
import os

import pytest


def test_a_cr_that_no_lf_follows_belongs_to_the_passphrase(run, place):
    with_passphrase = ("--passphrase-file", "pass")
    (place / "f").write_bytes(b"secret")
    (place / "pass").write_bytes(b"abc\r")
    assert run("seal", *with_passphrase, "--iterations", "1000", "f").returncode == 0
    for other, status in ((b"abc\r", 0), (b"abc\r\n", 1), (b"abc\r\r\n", 0), (b"abc", 1), (b"abc\n", 1)):
        (place / "pass").write_bytes(other)
        assert run("open", *with_passphrase, "-o", "-", "f.hlseal").returncode == status, other


@pytest.mark.parametrize("end", (b"\n", b"\r\n"))
def test_the_end_of_the_line_does_not_count_for_the_longest_passphrase(run, place, end):
    with_passphrase = ("--passphrase-file", "pass")
    (place / "f").write_bytes(b"text")
    (place / "pass").write_bytes(b"p" * 4096)
    assert run("seal", *with_passphrase, "--iterations", "1000", "f").returncode == 0
    (place / "pass").write_bytes(b"p" * 4096 + end)
    assert run("open", *with_passphrase, "-o", "-", "f.hlseal").stdout == b"text"
    for longer in (b"p" * 4097, b"p" * 4097 + end, b"p" * 5000):
        (place / "pass").write_bytes(longer)
        done = run("open", *with_passphrase, "-o", "-", "f.hlseal")
        assert (done.returncode, done.stdout) == (1, b"") and b"pass: " in done.stderr


@pytest.mark.parametrize("verb", ("seal", "open"))
def test_no_passphrase_for_a_directory(run, place, verb):
    (place / "d.hlseal").mkdir()
    status, shown = run.terminal(verb, "d.hlseal", typed=(b"word", b"word"))
    assert status == 1 and b"d.hlseal: Is a directory" in shown and b"Passphrase" not in shown


def test_no_passphrase_where_the_name_of_the_output_is_too_long(run, place):
    (place / ("n" * 250)).write_bytes(b"")
    status, shown = run.terminal("seal", "n" * 250, typed=(b"word", b"word"))
    assert status == 1 and b"File name too long" in shown and b"Passphrase" not in shown


def test_no_passphrase_where_the_path_of_the_temporary_file_is_too_long(run, place):
    """The path of the output has 4095 bytes at most; that of the temporary file beside it has 15 more."""
    (place / "f").write_bytes(b"text")
    path, inner = "", os.open(place, os.O_RDONLY)
    while len(path) < 4088:
        name = "d" * min(200, 4088 - len(path) - 1)
        os.mkdir(name, dir_fd=inner)
        below = os.open(name, os.O_RDONLY, dir_fd=inner)
        os.close(inner)
        path, inner = path + name + "/", below
    os.close(inner)
    status, shown = run.terminal("seal", "-o", path + "out", "f", typed=(b"word", b"word"))
    assert status == 1 and b"File name too long" in shown and b"Passphrase" not in shown
