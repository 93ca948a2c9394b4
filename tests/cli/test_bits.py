# SPDX-License-Identifier: Apache-2.0 OR MIT
"""--bits N: what is digested, and every file that is not such a message."""
import json

import pytest

SHA256 = "d6d3e02a31a84a8caa9718ed6c2057be09db45e7823eb5079ce7a573a3760f95"    # RFC 6234 s.8.5
SHA3_256 = "7b0047cf5a456882363cbf0fb05322cf65f4b7059a46365e830132e3b5d957af"  # NIST's example of 5 bits


def write(run, **files):
    for name, data in files.items():
        (run.place / name).write_bytes(data)


def fails(done, status, *said):
    assert done.returncode == status and done.stdout == b""
    for words in said:
        assert words in done.stderr.decode()


def digest(run, *words, **more):
    done = run(*words, **more)
    assert done.returncode == 0 and done.stderr == b"", done.stderr
    return done.stdout.decode().split()[0]


def test_known_answers(run):
    write(run, high=b"\x68", low=b"\x13")
    assert digest(run, "sha256", "--bits", "5", "high") == SHA256
    assert digest(run, "sha3-256", "--bits=5", "low") == SHA3_256
    assert digest(run, "sha3-256", "--bits", "0x5", "-", stdin=b"\x13") == SHA3_256
    assert digest(run, "sha3-256", "--bits", "5", stdin=b"\x13") == SHA3_256


def test_the_end_of_a_byte(run):
    """Of each algorithm the bit that counts; one at the other end is refused, so that no digest is of another message."""
    write(run, high=b"\x80", low=b"\x01", none=b"\x00", key=b"key")
    high = set()
    for row in json.loads(run("list", "--json").stdout):
        words = [row["name"], "--bits", "1", *(["--key-file", "key"] if row["kind"] == "mac" else [])]
        if row["kind"] in ("aead", "kdf"):
            continue
        done = run(*words, "none")
        if row["family"] in ("KangarooTwelve", "HMAC") or row["name"].startswith("tuplehash"):
            fails(done, 2, f"{row['name']}: messages are of whole bytes, and --bits 1 is not")
            continue
        taken = [name for name in ("high", "low") if run(*words, name).returncode == 0]
        assert len(taken) == 1 and digest(run, *words, taken[0]) != done.stdout.decode().split()[0], row["name"]
        other = ({"high", "low"} - set(taken)).pop()
        fails(run(*words, other), 1, f"{other}: the last byte is not zero beyond its 1 bit, which ",
              f"the {taken[0]} one for {row['name']}")
        if taken == ["high"]:
            high.add(row["family"])
    assert high == {"SHA-2", "Ascon v1.2"}


@pytest.mark.parametrize("data, bits, said", [
    (b"", 1, "a message of 1 bit has 1 byte, and the file has 0 bytes"),
    (b"a", 9, "a message of 9 bits has 2 bytes, and the file has 1 byte"),
    (b"a", 2**64 - 2, "and the file has 1 byte"),
    (b"ab", 5, "a message of 5 bits has 1 byte, and the file has more"),
    (b"a\x00", 8, "a message of 8 bits has 1 byte, and the file has more"),
    (b"a", 0, "a message of 0 bits has 0 bytes, and the file has more"),
    (bytes(300_000), 8 * 299_999 - 3, "and the file has more"),
    (bytes(300_000), 8 * 300_000 + 3, "and the file has 300000 bytes"),
    (b"\x20", 5, "the last byte is not zero beyond its 5 bits, which are the low ones for sha3-256"),
])
def test_refused_files(run, data, bits, said):
    write(run, f=data)
    fails(run("sha3-256", "--bits", str(bits), "f"), 1, f"f: {said}" if said.startswith("a message") else said)
    fails(run("sha3-256", "--bits", str(bits), stdin=data), 1, f"-: {said}" if said.startswith("a message") else said)


def test_an_endless_file_is_not_read_to_its_end(run):
    fails(run("sha3-256", "--bits", "13", "/dev/zero", timeout=20), 1, "/dev/zero: a message of 13 bits has 2 bytes, and the file has more")


@pytest.mark.parametrize("words, said", [
    (("sha256", "--bits", "18446744073709551615"), "is not within 0..18446744073709551614"),
    (("sha256", "--bits", "-1"), "--bits"),
    (("sha256", "--bits", "5.5"), "--bits: 5.5 is not a number"),
    (("sha256", "--bits"), "--bits"),
    (("kt128", "--bits", "13"), "kt128: messages are of whole bytes, and --bits 13 is not"),
    (("-a", "sha256,sha3-256", "--bits", "13"), "different ends of a byte for sha256 and sha3-256"),
    (("-a", "sha3-256,kt128", "--bits", "13"), "kt128: messages are of whole bytes"),
    (("seal", "--bits", "13"), "--bits"), (("bench", "--bits", "13"), "--bits"), (("merkle", "root", "--bits", "13"), "--bits"),
])
def test_wrong_use(run, words, said):
    fails(run(*words), 2, said)


def test_whole_bytes(run):
    """Any algorithm, and any of them together."""
    write(run, f=bytes(range(100)))
    for name in ("sha256", "kt128", "tuplehash128", "ascon-hash256"):
        assert digest(run, name, "--bits", "800", "f") == digest(run, name, "f")
    together = run("-a", "sha256,sha3-256,kt128", "--bits", "800", "f")
    assert together.returncode == 0 and together.stdout == run("-a", "sha256,sha3-256,kt128", "f").stdout
    assert digest(run, "sha256", "--bits", "0", "/dev/null") == digest(run, "sha256", "/dev/null")


def test_several_files(run):
    """One that is no such message is told, and the others are digested."""
    write(run, a=b"\x13", b=b"\x13\x00", c=b"\x0b")
    (run.place / "d").mkdir()
    (run.place / "d" / "e").write_bytes(b"\x13")
    for jobs in ("1", "4"):
        done = run("sha3-256", "--bits", "5", "-j", jobs, "a", "b", "missing", "-r", "d", "c")
        assert done.returncode == 1
        assert done.stdout.decode().splitlines()[:2] == [f"{SHA3_256}  a", f"{SHA3_256}  d/e"]
        assert done.stdout.count(b"\n") == 3 and b"  c\n" in done.stdout
        assert done.stderr.count(b"\n") == 2 and b"b: a message of 5 bits has 1 byte, and the file has more" in done.stderr


def test_with_other_options(run):
    write(run, f=b"\x13" * 3000 + b"\x03", key=b"key")
    bits = ("--bits", str(8 * 3000 + 3))
    long = digest(run, "shake128", *bits, "--length", "300", "f")
    assert len(long) == 600 and long.startswith(digest(run, "shake128", *bits, "f"))
    assert digest(run, "shake128", "--bits", str(8 * 3000 + 4), "f") not in long
    seen = {digest(run, "cshake128", *bits, *more, "f") for more in ((), ("--custom", "a"), ("--name", "a"))}
    seen |= {digest(run, "kmac128", *bits, "--key-file", "key", *more, "f") for more in ((), ("--custom", "a"))}
    seen |= {digest(run, "turboshake128", *bits, *more, "f") for more in ((), ("--domain", "1"))}
    assert len(seen) == 7
    sri = run("sha3-256", *bits, "--sri", "f")
    assert sri.returncode == 0 and sri.stdout.startswith(b"sha3-256-")
    assert run("sha3-256", *bits, "--raw", "f").stdout.hex() == digest(run, "sha3-256", *bits, "f")


def test_leaves_over_threads(run):
    """The bits come after whole pieces, whoever digests those."""
    write(run, f=bytes(i % 251 for i in range(5_000_000)) + b"\x07")
    words = ("parallelhash128", "--bits", str(8 * 5_000_000 + 3), "f")
    assert digest(run, *words) == digest(run, *words, "-j", "2") == digest(run, *words, "-j", "0")
    fails(run("parallelhash128", "--bits", str(8 * 5_000_000 - 3), "-j", "2", "f"), 1, "the file has more")


def test_together(run):
    """Each file is read once for algorithms of the same end."""
    write(run, f=b"\x68")
    done = run("-a", "sha256,sha512", "--bits", "5", "f")
    assert done.returncode == 0 and done.stdout.decode().splitlines()[0] == f"SHA256 (f) = {SHA256}"


class TestLists:
    def test_they_do_not_say_it(self, run):
        write(run, f=b"\x13", g=b"\x0b", short=b"")
        made = run("sha3-256", "--bits", "5", "f", "g")
        (run.place / "list").write_bytes(made.stdout)
        assert run("check", "-a", "sha3-256", "list").returncode == 1
        done = run("check", "-a", "sha3-256", "--bits", "5", "list")
        assert done.returncode == 0 and done.stdout == b"f: OK\ng: OK\n"
        assert run("sha3-256", "--bits", "5", "-c", "list").stdout == done.stdout
        assert run("sha3-256", "--bits", "-c", "5", "list").returncode == 2
        assert run("check", "-a", "sha3-256", "--bits", "4", "list").returncode == 1
        write(run, g=b"\x0b\x00")
        done = run("check", "-a", "sha3-256", "--bits", "5", "list")
        assert done.returncode == 1 and done.stdout == b"f: OK\ng: FAILED open or read\n"
        assert b"g: a message of 5 bits has 1 byte, and the file has more" in done.stderr

    def test_json_says_it(self, run):
        write(run, f=b"\x13", g=b"\x13\x01")
        made = run("sha3-256", "--json", "--bits", "5", "f").stdout + run("sha3-256", "--json", "--bits", "9", "g").stdout
        made += run("sha3-256", "--json", "g").stdout
        assert [json.loads(line).get("bits") for line in made.splitlines()] == [5, 9, None]
        (run.place / "list").write_bytes(made)
        done = run("check", "list")
        assert done.returncode == 0 and done.stdout == b"f: OK\ng: OK\ng: OK\n"
        done = run("check", "-w", "--bits", "5", "list")
        assert done.returncode == 1 and b"list: 2: it is of 9 bits, not 5\n" in done.stderr
        assert done.stdout == b"f: OK\ng: FAILED open or read\n"  # the third, whose line says none, has not 5

    @pytest.mark.parametrize("bits", ["-5", "5.0", '"5"', "null", "18446744073709551615", "18446744073709551621"])
    def test_json_that_says_nonsense(self, run, bits):
        write(run, f=b"\x13")
        (run.place / "list").write_text(f'{{"algorithm": "sha3-256", "digest": "{SHA3_256}", "bits": {bits}, "file": "f"}}\n')
        done = run("check", "-w", "list")
        assert done.returncode == 1 and done.stdout == b"" and b"bits" in done.stderr

    def test_of_whole_bytes(self, run):
        write(run, f=b"\x13")
        (run.place / "list").write_text(f'{{"algorithm": "kt128", "digest": "{SHA3_256}", "bits": 5, "file": "f"}}\n')
        done = run("check", "-w", "list")
        assert done.returncode == 1 and b"kt128: messages are of whole bytes, and --bits 5 is not" in done.stderr
