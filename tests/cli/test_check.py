# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane check: which lists it understands, and that every doubt ends in a non-zero exit status."""
import base64
import hashlib
import json
import os
import subprocess

import pytest


def hexdigest(name, data):
    return hashlib.new(name.replace("sha3-", "sha3_"), data).hexdigest()


@pytest.fixture
def files(place):
    for name in ("a", "b", "c d"):
        (place / name).write_bytes(name.encode())
    return place


def lines(*names, algorithm="sha256"):
    return "".join(f"{hexdigest(algorithm, n.encode())}  {n}\n" for n in names).encode()


def ok(*names):
    return "".join(f"{n}: OK\n" for n in names).encode()


def check(run, place, text, *words, name="SHA256SUMS"):
    (place / name).write_bytes(text)
    return run("check", *words, name)


# ---- understood

@pytest.mark.parametrize("name,algorithm", (
    ("SHA256SUMS", "sha256"), ("SHA256SUM.txt", "sha256"), ("sha512sums", "sha512"), ("disk.iso.sha256", "sha256"), ("x.sha3-256", "sha3-256"),
    ("SHA3-512SUMS", "sha3-512"), ("CHECKSUMS.sha384.txt", "sha384"), ("sha512-256.list", "sha512-256"), ("a-sha224-b", "sha224"), ("my_sha256sum", "sha256"),
    ("list.sha384sums", "sha384"), ("sha3-224", "sha3-224")))
def test_the_name_of_the_list_names_the_algorithm(run, files, name, algorithm):
    digest = run(algorithm, "a").stdout  # sha512-256 is not in every hashlib
    done = check(run, files, digest, name=name)
    assert (done.returncode, done.stdout, done.stderr) == (0, ok("a"), b"")


@pytest.mark.parametrize("name", ("SUMS", "sha25.txt", "xsha256", "sha2567", "sha256summer", "checksums.sha256.sha512", "asha3-256"))
def test_a_name_that_names_none_is_a_doubt(run, files, name):
    done = check(run, files, lines("a"), name=name)
    assert (done.returncode, done.stdout) == (1, b"") and b"give one with -a" in done.stderr


@pytest.mark.parametrize("name", ("B2SUMS", "a.b2", "MD5SUMS", "x.sha1", "SHA1SUMS", "a.blake3", "b3sums"))
def test_algorithms_of_others_are_not_guessed(run, files, name):
    done = check(run, files, lines("a", algorithm="sha512"), name=name)
    assert (done.returncode, done.stdout) == (1, b"") and b"does not have" in done.stderr


@pytest.mark.parametrize("style", ("--tag", "--json", "--sri"))
@pytest.mark.parametrize("name", ("SHA1SUMS", "sha.txt", "tiger-photos.list", "MD5SUMS"))
def test_a_line_that_names_its_algorithm_overrules_the_name_of_the_list(run, files, name, style):
    text = run("sha256", style, "a").stdout
    assert check(run, files, text, name=name).stdout == ok("a")
    done = check(run, files, text + lines("b"), name=name)
    assert (done.returncode, done.stdout) == (1, ok("a")) and b": 2: a list of " in done.stderr


def test_a_overrules_the_name(run, files):
    assert check(run, files, lines("a", algorithm="sha512"), "-a", "sha512", name="SHA256SUMS").returncode == 0
    assert check(run, files, lines("a"), "-a", "sha512", name="SHA256SUMS").returncode == 1
    assert check(run, files, lines("a"), "-a", "nosuch").returncode == 2


def test_standard_input(run, files):
    done = run("check", "-a", "sha256", stdin=lines("a", "b"))
    assert (done.returncode, done.stdout) == (0, ok("a", "b"))
    assert run("check", "-a", "sha256", "-", stdin=lines("a")).stdout == ok("a")
    assert run("check", stdin=lines("a")).returncode == 1


VARIANTS = {
    "gnu": lambda h, n: f"{h}  {n}\n",
    "binary": lambda h, n: f"{h} *{n}\n",
    "old BSD": lambda h, n: f"{h} {n}\n",
    "tab": lambda h, n: f"{h}\t{n}\n",
    "tag": lambda h, n: f"SHA256 ({n}) = {h}\n",
    "openssl": lambda h, n: f"SHA256({n})= {h}\n",
    "lower case tag": lambda h, n: f"sha256 ({n}) = {h}\n",
    "sri": lambda h, n: f"sha256-{base64.b64encode(bytes.fromhex(h)).decode()}  {n}\n",
    "base64": lambda h, n: f"{base64.b64encode(bytes.fromhex(h)).decode()}  {n}\n",
    "base64 tag": lambda h, n: f"SHA256 ({n}) = {base64.b64encode(bytes.fromhex(h)).decode()}\n",
    "json": lambda h, n: json.dumps({"algorithm": "sha256", "digest": h, "file": n}) + "\n",
    "json, other order, the size": lambda h, n: json.dumps({"size": len(n), "file": n, "digest": h, "algorithm": "sha256"}) + "\n",
    "openssl 3": lambda h, n: f"SHA2-256({n})= {h}\n",
    "upper case": lambda h, n: f"{h.upper()}  {n}\n",
    "mixed case": lambda h, n: f"{h[:9].upper()}{h[9:]}  {n}\n",
    "leading space": lambda h, n: f"  \t{h}  {n}\n",
    "CRLF": lambda h, n: f"{h}  {n}\r\n",
    "tag, CRLF": lambda h, n: f"SHA256 ({n}) = {h}\r\n",
    "json, CRLF": lambda h, n: json.dumps({"algorithm": "sha256", "digest": h, "file": n}) + "\r\n",
    "comments and empty lines": lambda h, n: f"# a comment\n\n{h}  {n}\n   \n",
}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("mark", ("", "\ufeff"))
def test_variants(run, files, variant, mark):
    text = mark + "".join(VARIANTS[variant](hexdigest("sha256", n.encode()), n) for n in ("a", "b", "c d"))
    done = check(run, files, text.encode())
    assert (done.returncode, done.stdout, done.stderr) == (0, ok("a", "b", "c d"), b"")
    wrong = mark + "".join(VARIANTS[variant](hexdigest("sha256", b"other"), n) for n in ("a", "b"))
    done = check(run, files, wrong.encode())
    assert (done.returncode, done.stdout) == (1, b"a: FAILED\nb: FAILED\n")


def test_no_newline_at_the_end(run, files):
    assert check(run, files, lines("a", "b")[:-1]).stdout == ok("a", "b")


def test_mixed_algorithms(run, files):
    text = b"".join(run(name, "--tag", "a").stdout for name in ("sha256", "sha3-256", "keccak-256", "shake128", "turboshake128"))
    text += run("sha512", "--sri", "b").stdout + run("sha384", "--json", "c d").stdout + lines("b")
    done = check(run, files, text)
    assert (done.returncode, done.stdout) == (0, ok(*"aaaaab", "c d", "b"))


def test_several_lists_each_by_its_name(run, files):
    (files / "SHA256SUMS").write_bytes(lines("a"))
    (files / "SHA512SUMS").write_bytes(lines("b", algorithm="sha512"))
    done = run("check", "SHA256SUMS", "SHA512SUMS")
    assert (done.returncode, done.stdout) == (0, ok("a", "b"))
    done = run("check", "SHA256SUMS", "absent", "SHA512SUMS")
    assert (done.returncode, done.stdout) == (1, ok("a", "b")) and b"absent: No such file" in done.stderr


def test_an_xof_takes_the_length_from_the_list(run, files):
    for length in (16, 32, 100):
        assert check(run, files, run("shake128", "--length", str(length), "a").stdout, name="x.shake128").stdout == ok("a")
    short = run("shake128", "--length", "15", "a").stdout  # a digest cut short would match by chance
    assert check(run, files, short, name="x.shake128").returncode == 1
    assert check(run, files, short, "--length", "15", name="x.shake128").returncode == 0
    assert check(run, files, run("shake128", "a").stdout, "--length", "15", name="x.shake128").returncode == 1


def test_options_go_to_the_algorithms_that_take_them(run, files):
    text = run("cshake128", "--tag", "--custom", "mine", "a").stdout + run("sha256", "--tag", "a").stdout
    assert check(run, files, text, "--custom", "mine").returncode == 0
    done = check(run, files, text)
    assert (done.returncode, done.stdout) == (1, b"a: FAILED\na: OK\n")


def test_a_key(run, files):
    (files / "key").write_bytes(b"secret")
    text = run("hmac-sha256", "--key-file", "key", "--tag", "a").stdout + run("sha256", "--tag", "a").stdout
    assert check(run, files, text, "--key-file", "key").stdout == ok("a", "a")
    done = check(run, files, text)
    assert (done.returncode, done.stdout) == (1, ok("a")) and b"needs a key" in done.stderr


# ---- doubts

MALFORMED = {
    "no digest": b"nonsense\n", "a digit too few": b"0" * 63 + b"  a\n", "a digit too many": b"0" * 65 + b"  a\n", "another length": b"0" * 56 + b"  a\n",
    "not hexadecimal": b"g" * 64 + b"  a\n", "no name": b"0" * 64 + b"\n", "an empty name": b"0" * 64 + b"  \n", "an unknown tag": b"MD5 (a) = " + b"0" * 32 + b"\n",
    "a tag with a wrong length": b"SHA256 (a) = 00\n", "a tag without a digest": b"SHA256 (a) = \n", "a tag without an end": b"SHA256 (a = " + b"0" * 64 + b"\n",
    "an unknown escape": b"\\" + b"0" * 64 + b"  a\\q\n", "half an escape": b"\\" + b"0" * 64 + b"  a\\\n", "NUL in the name": b"0" * 64 + b"  a\0b\n",
    "NUL by an escape": b"\\" + b"0" * 64 + b"  a\\x00\n", "not JSON": b"{]\n", "JSON without a file": b'{"algorithm": "sha256", "digest": "' + b"0" * 64 + b'"}\n',
    "JSON without an algorithm": b'{"file": "a", "digest": "' + b"0" * 64 + b'"}\n', "JSON with a number": b'{"algorithm": "sha256", "file": 5, "digest": "00"}\n',
    "JSON with NUL": b'{"algorithm": "sha256", "file": "a\\u0000", "digest": "' + b"0" * 64 + b'"}\n', "an unknown SRI": b"md5-AAAA  a\n", "SRI of a wrong length": b"sha256-AAAA  a\n",
    "SRI with bits left over": b"sha256-" + b"A" * 42 + b"B=  a\n", "no algorithm like that": b"SHA9 (a) = 00\n", "truncated": lines("a")[:40],
}
MALFORMED |= {f"JSON with {what}": ('{"algorithm": "sha256", ' + members.replace("0h", "0" * 64) + "}\n").encode() for what, members in {
    "a digest twice": '"file": "a", "digest": "0h", "digest": "0h"', "a name twice": '"file": "a", "digest": "0h", "file": "a"',
    "an algorithm twice": '"file": "a", "digest": "0h", "algorithm": "sha256"', "a name twice, escaped": '"file": "a", "digest": "0h", "fil\\u0065": "a"',
    "two names": '"file": "a", "file_base64": "YQ==", "digest": "0h"', "two digests": f'"file": "a", "digest": "0h", "digest_base64": "{"A" * 43}="',
    "an unknown member": '"file": "a", "digest": "0h", "Bits": 5', "a name in a list": '"file": ["a"], "digest": "0h"',
    "a size in words": '"file": "a", "digest": "0h", "size": "1"', "a negative size": '"file": "a", "digest": "0h", "size": -1',
    "bits in words": '"file": "a", "digest": "0h", "bits": "8"', "a nested object": '"file": {"file": "a"}, "digest": "0h"',
    "null": '"file": null, "digest": "0h"', "a name that is no base64": '"file_base64": "YQ=", "digest": "0h"'}.items()}
MALFORMED["JSON with bytes after it"] = b'{"algorithm": "sha256", "file": "a", "digest": "' + b"0" * 64 + b'"} x\n'
MALFORMED["JSON with another value after it"] = b'{"algorithm": "sha256", "file": "a", "digest": "' + b"0" * 64 + b'"} {}\n'


@pytest.mark.parametrize("kind", MALFORMED)
def test_malformed_lines(run, files, kind):
    done = check(run, files, lines("a") + MALFORMED[kind] + lines("b"))
    expected = ok("a", "b") if kind != "truncated" else ok("a")
    assert done.returncode == 1 and done.stdout == expected
    assert b"1 line is improperly formatted" in done.stderr
    warned = check(run, files, lines("a") + MALFORMED[kind], "-w")
    assert b"SHA256SUMS: 2: " in warned.stderr
    alone = check(run, files, MALFORMED[kind])
    assert (alone.returncode, alone.stdout) == (1, b"") and b"no properly formatted" in alone.stderr


@pytest.mark.parametrize("line,told", (
    (b"SHA26 (a) = 00\n", b"no such algorithm: SHA26; did you mean sha256?"), (b"SHA3_256 (a) = 00\n", b"SHA3_256; did you mean sha3-256?"),
    (b"sha26-AAAA  a\n", b"no such algorithm: sha26; did you mean sha256?"),
    (b'{"algorithm": "sha-512", "file": "a", "digest": "00"}\n', b"no such algorithm: sha-512; did you mean sha512?")))
def test_the_nearest_name_of_a_line(run, files, line, told):
    """It is told without --warn, once for each list, and counted as an improper line."""
    done = check(run, files, lines("a") + line + line)
    assert (done.returncode, done.stdout) == (1, ok("a")) and done.stderr.count(b"SHA256SUMS: 2: ") == 1
    assert told in done.stderr and done.stderr.count(told) == 1 and b"2 lines are improperly formatted" in done.stderr
    assert check(run, files, lines("a") + line, "-w").stderr.count(told) == 1
    assert b"did you mean" not in check(run, files, lines("a") + line, "--status").stderr


def test_a_line_that_is_near_to_no_name(run, files):
    """Told only with --warn, as other improper lines are."""
    text = lines("a") + b"QQ9 (a) = 00\n"
    assert b"QQ9" not in check(run, files, text).stderr
    assert b"no such algorithm: QQ9; `hashlane list` has all" in check(run, files, text, "-w").stderr


@pytest.mark.parametrize("text", (b"", b"\n\n", b"# only a comment\n", b"\xef\xbb\xbf", os.urandom(1000).replace(b"\n", b"")))
def test_empty_lists(run, files, text):
    done = check(run, files, text)
    assert (done.returncode, done.stdout) == (1, b"") and b"SHA256SUMS: no properly formatted checksum lines found" in done.stderr


@pytest.mark.parametrize("encoding", ("utf-16", "utf-16-le", "utf-16-be"))
def test_utf_16(run, files, encoding):
    text = lines("a").decode().encode(encoding)
    done = check(run, files, text if encoding == "utf-16" else b"\xff\xfe"[::1 if "le" in encoding else -1] + text)
    assert (done.returncode, done.stdout) == (1, b"") and b"UTF-16" in done.stderr


def test_json_without_a_twin(run, files):
    """The control of the malformed lines above: each is good when one thing is taken away."""
    line = {"algorithm": "sha256", "digest": hexdigest("sha256", b"a"), "file": "a"}
    in_base64 = {"digest_base64": base64.b64encode(hashlib.sha256(b"a").digest()).decode(), "file_base64": "YQ=="}
    for good in (line, dict(line, size=1), dict(line, bits=8), dict(algorithm="sha256", **in_base64)):
        done = check(run, files, json.dumps(good).encode())
        assert (done.returncode, done.stdout, done.stderr) == (0, ok("a"), b""), good


def test_json_with_bytes_after_nul(run, files):
    line = json.dumps({"algorithm": "sha256", "digest": hexdigest("sha256", b"a"), "file": "a"}).encode()
    assert check(run, files, line + b"\0{}\n").returncode == 1
    assert check(run, files, line + b"\0", "-z").returncode == 0
    assert check(run, files, line + b"\0{}", "-z").returncode == 1


def test_a_size_that_is_not_the_file_s(run, files):
    line = {"algorithm": "sha256", "digest": hexdigest("sha256", b"a"), "file": "a", "size": 2}
    done = check(run, files, json.dumps(line).encode())
    assert (done.returncode, done.stdout) == (1, b"a: FAILED\n") and b"a: it has 1 bytes, and the list says 2" in done.stderr


def test_missing_files(run, files):
    done = check(run, files, lines("a", "absent", "b"))
    assert (done.returncode, done.stdout) == (1, b"a: OK\nabsent: FAILED open or read\nb: OK\n")
    assert b"absent: No such file" in done.stderr and b"1 listed file could not be read" in done.stderr
    done = check(run, files, lines("a", "absent", "b"), "--ignore-missing")
    assert (done.returncode, done.stdout, done.stderr) == (0, ok("a", "b"), b"")
    done = check(run, files, lines("absent"), "--ignore-missing")
    assert (done.returncode, done.stdout) == (1, b"") and b"no file was verified" in done.stderr


def test_ignore_missing_ignores_nothing_else(run, files):
    (files / "d").mkdir()
    done = check(run, files, lines("a", "d"), "--ignore-missing")
    assert (done.returncode, done.stdout) == (1, b"a: OK\nd: FAILED open or read\n")


def test_a_list_that_names_a_directory(run, files):
    (files / "d").mkdir()
    done = check(run, files, lines("d", "a"))
    assert (done.returncode, done.stdout) == (1, b"d: FAILED open or read\na: OK\n") and b"Is a directory" in done.stderr


def test_a_list_that_cannot_be_read(run, files):
    (files / "SHA256SUMS").write_bytes(lines("a"))
    done = run.strace(files / "SHA256SUMS", "read:error=EIO:when=1", "check", str(files / "SHA256SUMS"))
    assert (done.returncode, done.stdout) == (1, b"") and b"Input/output error" in done.stderr
    assert run("check", ".").returncode == 1


def test_a_listed_file_that_cannot_be_read(run, files):
    (files / "SHA256SUMS").write_bytes(lines("a").replace(b"  a", b"  " + os.fsencode(files / "a")) + lines("b"))
    done = run.strace(files / "a", "read:error=EIO:when=1", "check", "SHA256SUMS")
    assert done.returncode == 1 and done.stdout.endswith(b"a: FAILED open or read\nb: OK\n")


def test_duplicate_names(run, files):
    assert check(run, files, lines("a", "a")).stdout == ok("a", "a")
    done = check(run, files, lines("a") + lines("b").replace(b"  b", b"  a"))
    assert (done.returncode, done.stdout) == (1, b"a: OK\na: FAILED\n")


def test_extra_files(run, files):
    (files / "d/sub").mkdir(parents=True)
    for name in ("d/one", "d/sub/two", "d/new\nline"):
        (files / name).write_bytes(b"x")
    whole = run("sha256", "-r", "d").stdout
    (files / "d/SHA256SUMS").write_bytes(whole)
    assert run("check", "--extra", "d", "d/SHA256SUMS").returncode == 0
    assert run("check", "--extra", "./d/", "d/SHA256SUMS").returncode == 0
    (files / "d/SHA256SUMS").write_bytes(b"\n".join(line for line in whole.split(b"\n") if b"two" not in line))
    done = run("check", "--extra", "d", "d/SHA256SUMS")
    assert done.returncode == 1 and done.stdout.endswith(b"d/sub/two: EXTRA\n") and b"1 file is in no list" in done.stderr
    assert run("check", "--extra", "d", "--status", "d/SHA256SUMS").stdout == b""
    assert run("check", "--extra", "absent", "d/SHA256SUMS").returncode == 1


def extra_of(run, text, *words, directory="d"):
    (run.place / "SHA256SUMS").write_bytes(text)
    done = run("check", *words, "--extra", directory, "SHA256SUMS")
    return done.returncode, [line for line in done.stdout.decode().splitlines() if line.endswith(": EXTRA")]


def test_a_name_through_a_link_names_no_other_file(run, files):
    """`link/..` is the directory above the one that the link leads to."""
    for name in ("d/sub", "other/sub"):
        (files / name).mkdir(parents=True)
    (files / "d/link").symlink_to("../other/sub")
    (files / "other/x").write_bytes(b"a")
    (files / "d/x").write_bytes(b"not in the list")
    assert extra_of(run, lines("a").replace(b"  a", b"  d/link/../x")) == (1, ["d/x: EXTRA"])
    assert extra_of(run, lines("a").replace(b"  a", b"  d/link/../x"), directory=str(files / "d")) == (1, [f"{files}/d/x: EXTRA"])


def test_each_way_to_name_a_listed_file(run, files):
    (files / "d/sub").mkdir(parents=True)
    (files / "d/x").write_bytes(b"a")
    (files / "link").symlink_to("d")
    for name in ("d/x", "./d//x", "d/./x", "d/sub/../x", str(files / "d/x"), "link/x"):
        for directory in ("d", "./d/", "d/sub/..", str(files / "d")):
            assert extra_of(run, lines("a").replace(b"  a", b"  " + name.encode()), directory=directory) == (0, []), (name, directory)


def test_another_name_of_a_listed_file_is_in_no_list(run, files):
    """A link in the directory is a name of its own."""
    (files / "d").mkdir()
    (files / "d/x").write_bytes(b"a")
    (files / "d/soft").symlink_to("x")
    os.link(files / "d/x", files / "d/hard")
    assert extra_of(run, lines("a").replace(b"  a", b"  d/x")) == (1, ["d/hard: EXTRA", "d/soft: EXTRA"])


def test_a_name_that_leads_nowhere_hides_no_file(run, files):
    (files / "d").mkdir()
    (files / "d/x").write_bytes(b"b")
    found = (files / "d").stat()
    for name in (f"{found.st_dev}:{found.st_ino}/x", "?d/x", "absent/../d/x", "d/x/"):
        text = lines("a") + lines("b").replace(b"  b", b"  " + name.encode())
        assert extra_of(run, text, "--ignore-missing")[1] == ["d/x: EXTRA"], name


def test_quiet_status_strict_warn(run, files):
    (files / "wrong").write_bytes(b"x")
    text = lines("a", "wrong") + b"nonsense\n"
    assert check(run, files, text, "--quiet").stdout == b"wrong: FAILED\n"
    silent = check(run, files, text, "--status")
    assert (silent.returncode, silent.stdout, silent.stderr) == (1, b"", b"")
    good = check(run, files, lines("a"), "--status")
    assert (good.returncode, good.stdout, good.stderr) == (0, b"", b"")
    assert b"SHA256SUMS: 3: " in check(run, files, text, "-w").stderr
    assert check(run, files, lines("a") + b"nonsense\n", "--strict").returncode == 1


@pytest.mark.parametrize("jobs", ("2", "5"))
def test_jobs(run, files, jobs):
    names = [f"f{i}" for i in range(50)]
    for name in names[:-1]:
        (files / name).write_bytes(name.encode())
    text = lines(*names) + lines("a").replace(b"  a", b"  b")
    one, many = check(run, files, text), check(run, files, text, "-j", jobs)
    assert (one.returncode, one.stdout, one.stderr) == (many.returncode, many.stdout, many.stderr)


def test_zero_ended_lists(run, files):
    (files / "new\nline").write_bytes(b"x")
    text = run("sha256", "-z", "a", "new\nline").stdout
    assert check(run, files, text, "-z").returncode == 0
    assert check(run, files, text).returncode == 1
    theirs = subprocess.run(["sha256sum", "-z", "a", "new\nline"], cwd=files, capture_output=True).stdout
    assert theirs == text


def test_lists_of_the_tools_of_coreutils(run, files):
    for tool in ("sha224sum", "sha256sum", "sha384sum", "sha512sum"):
        for options in ((), ("--tag",), ("-b",)):
            text = subprocess.run([tool, *options, "a", "b", "c d"], cwd=files, capture_output=True).stdout
            assert check(run, files, text, name=tool).stdout == ok("a", "b", "c d")
            (files / "plain").write_bytes(run(tool[:-3], *options, "a", "b", "c d").stdout)
            assert subprocess.run([tool, "-c", "plain"], cwd=files, capture_output=True).stdout == ok("a", "b", "c d")


def test_a_bit_flipped_anywhere_in_a_file_is_seen(run, place):
    data = bytearray(hashlib.shake_128(b"flip").digest(3000))
    (place / "f").write_bytes(data)
    (place / "SHA256SUMS").write_bytes(run("sha256", "f").stdout)
    for at in (0, 63, 64, 1500, 2999):
        data[at] ^= 1
        (place / "f").write_bytes(data)
        assert run("check", "SHA256SUMS").returncode == 1
        data[at] ^= 1
