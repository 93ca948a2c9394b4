# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane ALG: what is computed and how it is written, against hashlib and the tools of GNU coreutils."""
import base64
import hashlib
import hmac
import json
import shutil
import subprocess

import pytest

ABC = b"abc"
SIZES = (0, 1, 63, 64, 65, 135, 136, 137, 4096, 262143, 262144, 262145, 1000003)


def message(size):
    return hashlib.shake_128(b"message").digest(size)


@pytest.mark.parametrize("algorithm", ("sha224", "sha256", "sha384", "sha512", "sha3-224", "sha3-256", "sha3-384", "sha3-512"))
def test_fixed_hashes_against_hashlib(run, place, algorithm):
    for size in SIZES:
        (place / f"f{size}").write_bytes(message(size))
    done = run(algorithm, *(f"f{size}" for size in SIZES))
    expected = "".join(f"{hashlib.new(algorithm.replace('sha3-', 'sha3_'), message(size)).hexdigest()}  f{size}\n" for size in SIZES)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, expected, b"")


@pytest.mark.parametrize("length", (1, 32, 100, 5000))
@pytest.mark.parametrize("bits", (128, 256))
def test_xofs_against_hashlib(run, bits, length):
    done = run(f"shake{bits}", "--length", str(length), stdin=ABC)
    assert done.stdout.decode() == getattr(hashlib, f"shake_{bits}")(ABC).hexdigest(length) + "  -\n"


def test_standard_input(run, place):
    line = (hashlib.sha256(ABC).hexdigest() + "  -\n").encode()
    assert run("sha256", stdin=ABC).stdout == line
    assert run("sha256", "-", stdin=ABC).stdout == line
    (place / "f").write_bytes(b"0123456789")
    with (place / "f").open("rb") as file:  # from where it stands, as a shell's loop may leave it
        file.seek(4)
        assert run("sha256", stdin_file=file).stdout.split()[0].decode() == hashlib.sha256(b"456789").hexdigest()


def test_standard_input_only_once(run):
    done = run("sha256", "-", "-", stdin=ABC)
    assert done.returncode == 1 and len(done.stdout.splitlines()) == 1 and b"only once" in done.stderr


@pytest.mark.parametrize("options", ((), ("-b",), ("-t",), ("-z",), ("--tag",), ("-b", "--tag"), ("-z", "--tag")))
def test_lines_are_those_of_sha256sum(run, place, options):
    names = ["plain", "with space", " lead", "back\\slash", "new\nline", "cr\rname", "umlaut ä", "-dash", "(x) = y", "#", "\\"]
    for name in names:
        (place / name).write_bytes(name.encode())
    for algorithm in ("sha256", "sha512", "sha224", "sha384"):
        theirs = subprocess.run([f"{algorithm}sum", *options, "--", *names], cwd=place, capture_output=True)
        ours = run(algorithm, *options, "--", *names)
        assert (ours.returncode, ours.stdout) == (theirs.returncode, theirs.stdout)


def test_json(run, place):
    (place / "a").write_bytes(ABC)
    done = run("sha256", "--json", "a")
    assert json.loads(done.stdout) == {"algorithm": "sha256", "digest": hashlib.sha256(ABC).hexdigest(), "size": 3, "file": "a"}
    done = run("sha256", "--json", "--base64", "a")
    assert json.loads(done.stdout)["digest_base64"] == base64.b64encode(hashlib.sha256(ABC).digest()).decode()


def test_sri(run):
    for name in ("sha256", "sha384", "sha512"):
        expected = f"{name}-{base64.b64encode(hashlib.new(name, ABC).digest()).decode()}  -\n"
        assert run(name, "--sri", stdin=ABC).stdout.decode() == expected


@pytest.mark.parametrize("length", range(1, 20))
def test_base64(run, length):
    expected = base64.b64encode(hashlib.shake_128(ABC).digest(length)).decode()
    assert run("shake128", "--base64", "--length", str(length), stdin=ABC).stdout.decode() == expected + "  -\n"


def test_raw(run, place):
    assert run("sha512", "--raw", stdin=ABC).stdout == hashlib.sha512(ABC).digest()
    (place / "a").write_bytes(ABC)
    for words in (("sha256", "--raw", "a", "a"), ("-a", "sha256,sha512", "--raw", "a"), ("sha256", "--raw", "-r", ".")):
        done = run(*words)
        assert (done.returncode, done.stdout) == (2, b"") and b"--raw" in done.stderr


@pytest.mark.parametrize("words", (("-a", "sha256", "-a", "sha3-256"), ("-a", "sha256,sha3-256"), ("sha256", "-a", "sha3-256"),
                                   ("sha256,sha3-256",)))
def test_several_algorithms_in_one_pass(run, place, words):
    (place / "a").write_bytes(ABC)
    expected = (f"SHA256 (a) = {hashlib.sha256(ABC).hexdigest()}\nSHA3-256 (a) = {hashlib.sha3_256(ABC).hexdigest()}\n")
    assert run(*words, "a").stdout.decode() == expected


def test_several_algorithms_read_the_file_once(run, place):
    (place / "f").write_bytes(message(1000))
    tool = shutil.which("strace") or pytest.skip("strace is not installed")
    run("-a", "sha256,sha3-256,shake128", place / "f", under=[tool, "-f", "-o", "log", "-P", str(place / "f"), "-etrace=openat"])
    assert (place / "log").read_text().count("openat(") == 1


@pytest.mark.parametrize("jobs", ("1", "2", "7", "0"))
def test_jobs_keep_the_order(run, place, jobs):
    names = [f"f{i}" for i in range(60)]
    for i, name in enumerate(names):
        (place / name).write_bytes(message((60 - i) * 20000 if i % 3 == 0 else i))
    names.insert(30, "absent")
    one, many = run("sha256", *names), run("sha256", "-j", jobs, *names)
    assert (one.stdout, one.stderr, one.returncode) == (many.stdout, many.stderr, many.returncode)
    assert one.returncode == 1 and len(one.stdout.splitlines()) == 60 and b"absent" in one.stderr


def test_domain(run):
    default, same, other = (run("turboshake128", *d, stdin=ABC).stdout for d in ((), ("--domain", "0x1f"), ("--domain", "7")))
    assert default == same != other
    for bad in ("0", "0x80", "256", "0x", "x", "-1"):
        done = run("turboshake128", "--domain", bad, stdin=ABC)
        assert (done.returncode, done.stdout) == (2, b""), bad


def test_cshake_strings(run):
    plain = run("shake128", stdin=ABC).stdout
    assert run("cshake128", stdin=ABC).stdout == plain
    assert run("cshake128", "--custom", "", "--name=", stdin=ABC).stdout == plain  # SP 800-185 s.3.3: equals SHAKE
    seen = {plain}
    for words in (("--custom", "x"), ("--name", "x"), ("--custom", "[x,y]"), ("--custom", "{}"), ("--custom=-x",), ("--custom", "%%")):
        seen.add(run("cshake128", *words, stdin=ABC).stdout)
    assert len(seen) == 7


# NIST, cSHAKE_samples.pdf, sample 1
def test_cshake_sample(run):
    done = run("cshake128", "--custom", "Email Signature", stdin=bytes(range(4)))
    assert done.stdout.split()[0] == b"c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5"


def test_hmac_with_a_key_file(run, place):
    (place / "key").write_bytes(b"\x00\x01key\n\xff")
    expected = hmac.new(b"\x00\x01key\n\xff", ABC, "sha256").hexdigest()
    done = run("hmac-sha256", "--key-file", "key", stdin=ABC)
    assert (done.returncode, done.stdout.decode()) == (0, expected + "  -\n")


def test_keys_are_refused(run, place):
    (place / "empty").write_bytes(b"")
    for words, status, why in ((("hmac-sha256",), 2, b"key"), (("hmac-sha256", "--key-file", "empty"), 1, b"empty"),
                               (("hmac-sha256", "--key-file", "absent"), 1, b"absent"), (("hmac-sha256", "--key-file", "."), 1, b"directory")):
        done = run(*words, stdin=ABC)
        assert (done.returncode, done.stdout) == (status, b"") and why in done.stderr, words
    (place / "key").write_bytes(b"k")
    done = run("sha256", "--key-file", "key", stdin=ABC)
    assert (done.returncode, done.stdout) == (2, b"") and b"key" in done.stderr


@pytest.mark.parametrize("words", (
    (), ("nosuch",), ("SHA256",), ("sha3",), ("sha256sum",), ("sha256", "--nosuch"), ("sha256", "-x"), ("sha256", "--length", "16"),
    ("shake128", "--length", "0"), ("shake128", "--length", "x"), ("shake128", "--length", "99999999999999999999"), ("shake128", "--length"),
    ("sha256", "-j", "x"), ("sha256", "-j", "100000"), ("sha256", "--tag", "--json"), ("sha256", "--tag", "-t"), ("sha256", "--custom", "x"),
    ("sha256", "-a", "sha256"), ("-a", "sha256,"), ("-a", ""), ("-a",), ("-r",), ("ascon-aead128",), ("sha256", "--quiet"), ("sha256", "--raw", "--base64")))
def test_wrong_use(run, words):
    done = run(*words, stdin=ABC)
    assert (done.returncode, done.stdout) == (2, b"") and done.stderr.startswith(b"hashlane: ")


def test_options_may_follow_files_and_end(run, place):
    (place / "-x").write_bytes(ABC)
    (place / "[a,b]").write_bytes(ABC)
    (place / "--").write_bytes(ABC)
    assert run("sha256", "[a,b]", "--tag").stdout.startswith(b"SHA256 ([a,b]) = ")
    assert run("sha256", "--", "-x", "--").stdout.count(hashlib.sha256(ABC).hexdigest().encode()) == 2
