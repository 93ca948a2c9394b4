# SPDX-License-Identifier: Apache-2.0 OR MIT
"""python -m hashlane: what hashlane(1) prints for the same words."""
import hashlib
import pathlib
import subprocess
import sys

import pytest

import hashlane

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build" / "hashlane"


def run(*words, stdin=b"", place=None):
    done = subprocess.run([sys.executable, "-m", "hashlane", *words], input=stdin, capture_output=True, cwd=place)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def place(tmp_path):
    for name, data in {"a": b"abc", "b c": b"", "d\\e": b"1" * 100_000, "f\ng": b"x"}.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


FILES = ("a", "b c", "d\\e", "f\ng")


def test_standard_input():
    for words in (["sha3-256"], ["sha3-256", "-"]):
        assert run(*words, stdin=b"abc") == (0, hashlib.sha3_256(b"abc").hexdigest().encode() + b"  -\n", b"")


@pytest.mark.parametrize("words", [("sha256",), ("kt128", "--length", "7"), ("sha3-512", "--tag"),
                                   ("turboshake128", "--domain", "0x0b"), ("cshake128", "--name", "N", "--custom", "S"),
                                   ("parallelhash128", "--block", "100"), ("kt128", "-j", "2")], ids=" ".join)
def test_as_the_program(words, place):
    code, out, _ = run(*words, *FILES, place=place)
    assert code == 0 and out.count(b"\n") == 4
    if PROGRAM.exists():
        assert out == subprocess.run([PROGRAM, *words, *FILES], capture_output=True, cwd=place).stdout
    if "--length" in words:
        return
    (place / "LIST").write_bytes(out)
    same = [*words[1:]] if words[0] != "sha3-512" else []
    code, said, why = run("check", "-a", words[0], *same, "LIST", place=place)
    assert (code, said.count(b": OK\n"), why) == (0, 4, b"")


def test_key_file(place):
    (place / "key").write_bytes(b"secret")
    assert run("kmac128", "--key-file", "key", "a", place=place)[1].split()[0] == \
        hashlane.kmac128(b"abc", key=b"secret").hexdigest().encode()


def test_check_fails(place):
    _, out, _ = run("sha256", *FILES, place=place)
    (place / "SHA256SUMS").write_bytes(out)
    assert run("check", "SHA256SUMS", place=place)[0] == 0
    assert run("check", "--quiet", "SHA256SUMS", place=place)[1] == b""
    (place / "a").write_bytes(b"abd")
    (place / "b c").unlink()
    code, said, _ = run("check", "SHA256SUMS", place=place)
    assert code == 1 and b"a: FAILED\n" in said and b"b c: FAILED open or read" in said and said.count(b": OK") == 2


@pytest.mark.parametrize("text", [b"", b"nonsense\n", b"00  a\n", b"zz" * 32 + b"  a\n", b"SHA999 (a) = 00\n"])
def test_malformed_lists(text, place):
    (place / "LIST").write_bytes(text)
    code, _, why = run("check", "-a", "sha256", "LIST", place=place)
    assert code == 1 and why


def test_list():
    code, out, _ = run("list")
    assert code == 0
    assert {line.split()[0] for line in out.decode().splitlines()[1:]} == set(hashlane.algorithms)
    if PROGRAM.exists():
        assert out == subprocess.run([PROGRAM, "list"], capture_output=True).stdout


def test_errors(place):
    assert run("sha256", "none", "a", place=place)[0] == 1
    assert run("sha256", "none", "a", place=place)[1].count(b"\n") == 1
    for words in (("sha257",), ("hkdf-sha256",), ("sha256", "--length", "3", "a"), ("kmac128", "a"), (), ("check", "none"),
                  ("sha256", "--custom", "S", "a")):
        code, out, why = run(*words, place=place)
        assert code in (1, 2) and not out and b"Traceback" not in why and why, words
