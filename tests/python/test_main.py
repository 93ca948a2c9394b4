# SPDX-License-Identifier: Apache-2.0 OR MIT
"""python -m hashlane: what hashlane(1) prints for the same words."""
import hashlib
import os
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


def test_an_empty_value_is_refused(place):
    for words in (("kt128", "--key-file", "", "a"), ("check", "--key-file=", "a"), ("check", "-a", "", "a")):
        code, _, said = run(*words, place=place)
        assert code == 2 and b"the value is empty" in said, words


def test_key_files_as_the_program(place):
    """An empty key is refused, as is one that cannot be read or is too long."""
    (place / "empty").write_bytes(b"")
    (place / "long").write_bytes(bytes(2**24 + 1))
    for words in (("hmac-sha256", "--key-file", "empty", "a"), ("check", "--key-file", "empty", "-a", "hmac-sha256", "a"),
                  ("kmac128", "--key-file", "none", "a"), ("kmac128", "--key-file", "long", "a")):
        done = run(*words, place=place)
        assert done[:2] == (1, b""), words
        same(done, *words, place=place)
    assert run("hmac-sha256", "--key-file", "empty", "a", place=place)[2] == b"hashlane: empty: the key is empty\n"


def test_a_key_is_read_once(place):
    """It may come out of a pipe. A line of another algorithm, which takes no key, is checked too."""
    (place / "key").write_bytes(b"secret")
    lines = run("hmac-sha256", "--tag", "--key-file", "key", "a", "b c", place=place)[1] + run("sha256", "--tag", "a", place=place)[1]
    (place / "LIST").write_bytes(lines)
    ask = f"printf secret | '{sys.executable}' -m hashlane check --key-file /dev/stdin LIST"
    done = subprocess.run(ask, shell=True, capture_output=True, cwd=place)
    assert (done.returncode, done.stdout) == (0, b"a: OK\nb c: OK\na: OK\n"), done.stderr
    code, out, why = run("check", "LIST", place=place)
    assert (code, out) == (1, b"a: OK\n") and why.count(b"hmac-sha256 needs a key") == 2


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


ABC = hashlib.sha256(b"abc").hexdigest().encode()


def check_as_the_program(lines, place):
    """What `check` says of the lines, as hashlane(1) does."""
    (place / "LIST").write_bytes(lines)
    code, out, why = run("check", "-a", "sha256", "LIST", place=place)
    if PROGRAM.exists():
        other = subprocess.run([PROGRAM, "check", "-a", "sha256", "LIST"], capture_output=True, cwd=place)
        without_reasons = [re.sub(rb"(FAILED open or read).*", rb"\1", text) for text in (out, other.stdout)]
        assert code == other.returncode and without_reasons[0] == without_reasons[1], (lines, out, other.stdout)
    return code, out, why


def test_blanks_belong_to_the_name(place):
    """A blank before the digest does not, nor does a carriage return at the end of a line."""
    assert check_as_the_program(b"\t " + ABC + b"  a\r\n", place) == (0, b"a: OK\n", b"")
    for name in (b"a ", b"a\t", b"a \t ", b"a\rb"):
        code, out, _ = check_as_the_program(ABC + b"  " + name + b"\n", place)
        assert code == 1 and out.startswith(name + b": FAILED open or read"), name
    (place / "a ").write_bytes(b"abd")
    assert check_as_the_program(ABC + b"  a \n", place)[:2] == (1, b"a : FAILED\n")
    assert check_as_the_program(ABC + b"  \n" + ABC + b"  a\n", place)[:2] == (1, b"a: OK\n")


def test_a_line_with_a_nul_is_not_understood(place):
    good = ABC + b"  a\n"
    for bad in (ABC + b"  a\0b\n", b"\0\n", b"\\" + ABC + b"  a\\x00\n", b"SHA256 (a\0) = " + ABC + b"\n"):
        code, out, why = check_as_the_program(good + bad + good, place)
        assert (code, out) == (1, b"a: OK\n" * 2) and why == b"hashlane: LIST: 2: it contains a NUL\n", bad


def test_escapes_in_lists(place):
    """Those of a terminal are read back, and others are not understood."""
    (place / "e\x1b[m").write_bytes(b"abc")
    assert check_as_the_program(b"\\" + ABC + b"  e\\x1b[m\n", place)[:2] == (0, b"e\x1b[m: OK\n")
    for name in (b"a\\q", b"a\\", b"a\\x1", b"a\\x1B", b"\\\\\\a"):
        assert check_as_the_program(b"\\" + ABC + b"  " + name + b"\n" + ABC + b"  a\n", place)[:2] == (1, b"a: OK\n"), name


NAMES = [b"n\x1b[31mx", b"q\"u o", b"\xff\xfe", "\u202ex\u00e9".encode(), b"a\nb\\c", b"x\x7f\xc2\x9b", b"\xe2\x82"]


@pytest.mark.parametrize("name", NAMES)
def test_names_in_messages(name, place):
    """No control character reaches the terminal."""
    name = name.decode("utf-8", "surrogateescape")
    for words in (("sha256", name), ("check", name), ("sha256", "--key-file", name, "a")):
        done = run(*words, place=place)
        assert done[:2] == (1, b"")
        same(done, *words, place=place)
    for words in ((name,), ("sha256", f"--{name}"), ("check", f"--{name}"), ("sha256", "--domain", name), ("check", "-a", name, "a")):
        code, out, why = run(*words, place=place)
        assert code in (1, 2) and not out and not re.search(rb"[\0-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]", why), (words, why)
        assert b"Traceback" not in why


@pytest.mark.parametrize("name", NAMES)
def test_names_on_a_terminal(name, tmp_path):
    """Lines of digests and of verdicts have them escaped."""
    (tmp_path / name.decode("utf-8", "surrogateescape")).write_bytes(b"abc")
    (tmp_path / "LIST").write_bytes(run("sha256", name, place=tmp_path)[1])

    def shown(*command):
        main, side = os.openpty()
        subprocess.run(command, stdout=side, cwd=tmp_path, check=True)
        os.close(side)
        with open(main, "rb") as terminal:
            return terminal.read1(4096)
    for words in (("sha256", name), ("check", "-a", "sha256", "LIST")):
        out = shown(sys.executable, "-m", "hashlane", *words)
        assert out.endswith(b"\r\n") and b"\x1b" not in out
        if PROGRAM.exists():
            assert out == shown(PROGRAM, *words)


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


@pytest.mark.parametrize("name, options", [
    ("kt128", ["--custom", ""]), ("kt128", ["--name", ""]), ("sha256", ["--custom", "", "--name", ""]),
    ("cshake128", ["--custom", "", "--name", "N"]), ("shake128", ["--length", "0x10"]), ("shake128", ["--length", "07"]),
    ("turboshake128", ["--domain", "07"]), ("parallelhash128", ["--block", "0x40"]), ("kt128", ["-j", "0x2"])])
def test_values_as_of_the_program(place, name, options):
    code, out, why = run(name, *options, "a", place=place)
    assert (code, out.count(b"  a\n"), why) == (0, 1, b"")
    if PROGRAM.exists():
        assert out == subprocess.run([PROGRAM, name, *options, "a"], capture_output=True, cwd=place).stdout


@pytest.mark.parametrize("name, option, value, said", [
    ("shake128", "--length", "0", b"0 is not within 1..1073741824"), ("shake128", "--length", " 5", b"is not a number"),
    ("shake128", "--length", "1_0", b"1_0 is not a number"), ("shake128", "--length", "+5", b"+5 is not a number"),
    ("turboshake128", "--domain", "0b11", b"0b11 is not a number"), ("turboshake128", "--domain", "1_1", b"is not a number"),
    ("turboshake128", "--domain", "128", b"128 is not within 0x01..0x7f"), ("parallelhash128", "--block", "0", b"not within 1.."),
    ("kt128", "-j", "1_0", b"is not a number"), ("kt128", "-j", "2000", b"1024")])
def test_values_that_are_refused(place, name, option, value, said):
    code, out, why = run(name, f"{option}={value}" if option[1] == "-" else option + value, "a", place=place)
    assert (code, out) == (2, b"") and said in why
    if PROGRAM.exists():
        assert subprocess.run([PROGRAM, name, option, value, "a"], capture_output=True, cwd=place).returncode == 2


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
