# SPDX-License-Identifier: Apache-2.0 OR MIT
"""python -m hashlane: what hashlane(1) prints for the same words."""
import hashlib
import pathlib
import re
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
    assert b"no such algorithm: 'sha257'; did you mean 'sha256'?" in run("sha257", place=place)[2]
    for words in (("sha257",), ("hkdf-sha256",), ("sha256", "--length", "3", "a"), ("kmac128", "a"), (), ("check", "none"),
                  ("sha256", "--custom", "S", "a")):
        code, out, why = run(*words, place=place)
        assert code in (1, 2) and not out and b"Traceback" not in why and why, words


def same(done, *words, place):
    """hashlane(1) says the same of these words: status, digests, and the reason."""
    if not PROGRAM.exists():
        return
    code, out, why = done
    other = subprocess.run([PROGRAM, *words], capture_output=True, cwd=place)
    assert (other.returncode, other.stdout) == (code, out), words
    reason = re.sub(rb"^.*(?:error: argument |hashlane: )", b"", why.strip(), flags=re.S)
    assert reason and reason in other.stderr, (words, other.stderr)


class TestBits:
    SHA256 = b"d6d3e02a31a84a8caa9718ed6c2057be09db45e7823eb5079ce7a573a3760f95"    # RFC 6234 s.8.5
    SHA3_256 = b"7b0047cf5a456882363cbf0fb05322cf65f4b7059a46365e830132e3b5d957af"  # NIST's example of 5 bits

    def test_known_answers(self, tmp_path):
        for name, data, digest in (("sha256", b"\x68", self.SHA256), ("sha3-256", b"\x13", self.SHA3_256)):
            (tmp_path / "f").write_bytes(data)
            assert run(name, "--bits", "5", "f", place=tmp_path) == (0, digest + b"  f\n", b"")
            assert run(name, "--bits=0x5", stdin=data) == (0, digest + b"  -\n", b"")

    @pytest.mark.parametrize("data, bits, said", [
        (b"", 1, b"a message of 1 bit has 1 byte, and the file has 0 bytes"),
        (b"a", 9, b"a message of 9 bits has 2 bytes, and the file has 1 byte"),
        (b"a", 2**64 - 2, b"and the file has 1 byte"),
        (b"ab", 5, b"a message of 5 bits has 1 byte, and the file has more"),
        (b"a\x00", 8, b"a message of 8 bits has 1 byte, and the file has more"),
        (b"a", 0, b"a message of 0 bits has 0 bytes, and the file has more"),
        (bytes(300_000), 8 * 300_000 + 3, b"and the file has 300000 bytes"),
        (b"\x20", 5, b"the last byte is not zero beyond its 5 bits, which are the low ones for sha3-256"),
        (b"\x02", 1, b"the last byte is not zero beyond its 1 bit, which are the low one for sha3-256"),
    ])
    def test_refused_files(self, tmp_path, data, bits, said):
        (tmp_path / "f").write_bytes(data)
        words = ("sha3-256", "--bits", str(bits))
        for done in (run(*words, "f", place=tmp_path), run(*words, stdin=data)):
            assert done[:2] == (1, b"") and said in done[2]
        same(run(*words, "f", place=tmp_path), *words, "f", place=tmp_path)

    def test_the_high_bits(self, tmp_path):
        (tmp_path / "f").write_bytes(b"\x04")
        for name in ("sha512", "ascon-hash"):
            done = run(name, "--bits", "5", "f", place=tmp_path)
            assert done[:2] == (1, b"") and f"beyond its 5 bits, which are the high ones for {name}".encode() in done[2]

    def test_an_endless_file_is_not_read_to_its_end(self):
        assert run("sha3-256", "--bits", "13", "/dev/zero")[2].endswith(b"has 2 bytes, and the file has more\n")

    @pytest.mark.parametrize("name, bits, said", [
        ("sha256", "18446744073709551615", b"is not within 0..18446744073709551614"),
        ("sha256", "18446744073709551616", b"is not a number"),
        ("sha256", "-1", b"--bits: -1 is not a number"), ("sha256", "5.5", b"--bits: 5.5 is not a number"),
        ("kt128", "13", b"kt128: messages are of whole bytes, and --bits 13 is not"),
        ("tuplehash128", "13", b"tuplehash128: messages are of whole bytes, and --bits 13 is not"),
    ])
    def test_wrong_use(self, place, name, bits, said):
        done = run(name, f"--bits={bits}", "a", place=place)
        assert done[:2] == (2, b"") and said in done[2]
        same(done, name, f"--bits={bits}", "a", place=place)

    def test_as_the_program(self, tmp_path):
        """Pieces, threads, and options of the algorithm; and one file of two that is such a message."""
        (tmp_path / "f").write_bytes(bytes(i % 251 for i in range(3_000_000)) + b"\x07")
        (tmp_path / "g").write_bytes(b"\x13")
        (tmp_path / "key").write_bytes(b"key")
        bits = ("--bits", str(8 * 3_000_000 + 3))
        for words in (("shake128", *bits, "--length", "300"), ("kmac128", *bits, "--key-file", "key", "--custom", "a"),
                      ("parallelhash128", *bits, "-j", "2"), ("kt128", "--bits", "24000008")):
            done = run(*words, "g", "f", place=tmp_path)
            assert done[0] == 1 and done[1].endswith(b"  f\n") and b"g: a message of 2400000" in done[2]
            same(done, *words, "g", "f", place=tmp_path)

    def test_lists(self, tmp_path):
        """They do not say it."""
        (tmp_path / "f").write_bytes(b"\x13")
        (tmp_path / "list").write_bytes(run("sha3-256", "--bits", "5", "f", place=tmp_path)[1])
        words = ("check", "-a", "sha3-256", "list")
        assert run(*words, place=tmp_path)[:2] == (1, b"f: FAILED\n")
        assert run(*words, "--bits", "5", place=tmp_path) == (0, b"f: OK\n", b"")
        assert run(*words, "--bits", "4", place=tmp_path)[0] == 1
        code, out, why = run("check", "-a", "kt128", "--bits", "5", "list", place=tmp_path)
        assert (code, out) == (1, b"") and b"list: 1: kt128: messages are of whole bytes, and --bits 5 is not" in why
