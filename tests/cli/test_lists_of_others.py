# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Lists that other programs write: those of openssl are read, the others are refused with a hint."""
import hashlib
import shutil
import subprocess

import pytest

OPENSSL = shutil.which("openssl")
DIGESTS = ("sha224", "sha256", "sha384", "sha512", "sha512-224", "sha512-256", "sha3-224", "sha3-256", "sha3-384", "sha3-512", "shake128", "shake256",
           "keccak-224", "keccak-256", "keccak-384", "keccak-512")


@pytest.fixture
def files(place):
    for name in ("a", "b c", "d(e)= f"):
        (place / name).write_bytes(name.encode())
    (place / "key").write_bytes(b"secret")
    return place


def openssl(place, *words):
    if OPENSSL is None:
        pytest.skip("openssl is not installed")
    return subprocess.run([OPENSSL, "dgst", *words], cwd=place, capture_output=True)


def checked(run, place, text, *words):
    (place / "LIST").write_bytes(text)
    return run("check", *words, "LIST")


def ok(*names):
    return "".join(f"{name}: OK\n" for name in names).encode()


@pytest.mark.parametrize("algorithm", DIGESTS)
def test_what_openssl_writes(run, files, algorithm):
    done = openssl(files, f"-{algorithm}", "a", "b c", "d(e)= f")
    if done.returncode != 0:
        pytest.skip(f"this openssl lacks {algorithm}")
    seen = checked(run, files, done.stdout)
    assert (seen.returncode, seen.stdout, seen.stderr) == (0, ok("a", "b c", "d(e)= f"), b"")
    wrong = done.stdout.replace(b"(a)=", b"(b c)=")
    assert checked(run, files, wrong).stdout.startswith(b"b c: FAILED\n")


def test_what_openssl_writes_for_shake_of_a_length(run, files):
    done = openssl(files, "-shake256", "-xoflen", "100", "a")
    assert done.returncode == 0 and checked(run, files, done.stdout).stdout == ok("a")


@pytest.mark.parametrize("algorithm", ("sha256", "sha512-256", "sha3-384"))
def test_what_openssl_writes_for_hmac(run, files, algorithm):
    done = openssl(files, f"-{algorithm}", "-hmac", "secret", "a")
    assert done.returncode == 0 and b"HMAC" in done.stdout
    assert checked(run, files, done.stdout, "--key-file", "key").stdout == ok("a")


def test_what_openssl_writes_in_the_format_of_coreutils(run, files):
    done = openssl(files, "-r", "-sha3-256", "a", "b c")
    assert checked(run, files, done.stdout, "-a", "sha3-256").stdout == ok("a", "b c")


def test_called_as_sha256sum(run, files):
    """A list of openssl is one of that algorithm, or it is not."""
    (files / "LIST").write_bytes(openssl(files, "-sha256", "a").stdout)
    for algorithm, status in (("sha256", 0), ("sha512", 1)):
        link = files / f"{algorithm}sum"
        link.symlink_to(run.program)
        assert run("-c", "LIST", program=str(link)).returncode == status


# As openssl 1.1, 3.0 and 3.4 name them, whichever of them is installed here.
TAGS = {"SHA224": "sha224", "SHA2-224": "sha224", "SHA2-256": "sha256", "SHA2-384": "sha384", "SHA2-512": "sha512", "SHA512-224": "sha512-224",
        "SHA2-512/224": "sha512-224", "SHA512-256": "sha512-256", "SHA512/256": "sha512-256", "SHA2-512/256": "sha512-256", "SHA3-224": "sha3-224",
        "SHA3-512": "sha3-512", "SHAKE128": "shake128", "SHAKE-128": "shake128", "SHAKE256": "shake256", "SHAKE-256": "shake256", "KECCAK-224": "keccak-224",
        "KECCAK-256": "keccak-256", "KECCAK-384": "keccak-384", "KECCAK-512": "keccak-512", "keccak-256": "keccak-256"}


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("form", ("{tag}({name})= {digest}\n", "{tag} ({name}) = {digest}\n"))
def test_tags(run, files, tag, form):
    digest = run(TAGS[tag], "a").stdout.split()[0].decode()
    done = checked(run, files, form.format(tag=tag, name="a", digest=digest).encode())
    assert (done.returncode, done.stdout, done.stderr) == (0, ok("a"), b"")


@pytest.mark.parametrize("tag", ("SHA2-255", "SHA2-3-256", "SHAKE-SHAKE-128", "SHA2", "SHA2-512/257", "HMAC-SHA2-SHA2-256"))
def test_tags_that_nobody_writes(run, files, tag):
    done = checked(run, files, f"{tag}(a)= {hashlib.sha256(b'a').hexdigest()}\n".encode(), "-w")
    assert (done.returncode, done.stdout) == (1, b"") and b"no such algorithm: " in done.stderr


HEX = "0123456789abcdef" * 8
REFUSED = {
    "b3sum --tag": (f"BLAKE3 (a) = {HEX[:64]}\n", b"a digest of BLAKE3", b"`b3sum --check`"),
    "b2sum --tag": (f"BLAKE2b (a) = {HEX[:128]}\n", b"a digest of BLAKE2b", b"`b2sum --check`"),
    "b2sum --tag -l 256": (f"BLAKE2b-256 (a) = {HEX[:64]}\n", b"a digest of BLAKE2b-256", b"`b2sum --check`"),
    "openssl dgst -blake2b512": (f"BLAKE2B-512(a)= {HEX[:128]}\n", b"a digest of BLAKE2B-512", b"`b2sum --check`"),
    "openssl dgst -md5": (f"MD5(a)= {HEX[:32]}\n", b"a digest of MD5", b"`md5sum --check`"),
    "md5sum": (f"{HEX[:32]}  a\n", b"a line of md5sum", b"`md5sum --check`"),
    "sha1sum": (f"{HEX[:40]} *a\n", b"a line of sha1sum", b"`sha1sum --check`"),
    "rhash --bsd": (f"GOST12-256 (a) = {HEX[:64]}\n", b"a digest of GOST12-256", b"`rhash --check`"),
    "rhash, with a header": ("; Generated by RHash v1.4.3\n;\na 4788814E\n", b"an SFV list of CRC-32", b"`rhash --check`"),
    "rhash, SFV": ("a 4788814e\n", b"an SFV list of CRC-32", b"`rhash --check`"),
    "rhash, two digests": (f"a  {HEX[:8]}  {HEX[:32]}\n", b"a list of rhash, with the digests after the name", b"`rhash --check`"),
    "rhash --magnet": ("magnet:?xl=4&dn=a&xt=urn:sha1:aph5oq3gd4dzox5c6erayumuzox7jbcr\n", b"a link that rhash --magnet writes", b"`rhash --check`"),
    "hashdeep": (f"%%%% HASHDEEP-1.0\n%%%% size,md5,sha256,filename\n1,{HEX[:32]},{HEX[:64]},a\n", b"a list of hashdeep", b"`hashdeep -a -k LIST`"),
}


@pytest.mark.parametrize("words", ((), ("-a", "sha256")))
@pytest.mark.parametrize("kind", REFUSED)
def test_lists_of_other_programs(run, files, kind, words):
    text, looks_like, program = REFUSED[kind]
    done = checked(run, files, text.encode(), *words)
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"this looks like " + looks_like in done.stderr and program + b" does" in done.stderr
    assert done.stderr.count(b"this looks like") == 1  # once for a list
    assert b"this looks like" not in checked(run, files, text.encode(), *words, "--status").stderr


def test_a_plain_list_of_b3sum(run, files):
    """It looks like one of sha256sum."""
    text = f"{HEX[:64]}  a\n{HEX[1:65]}  b c\n".encode()
    done = checked(run, files, text)
    assert (done.returncode, done.stdout) == (1, b"") and b"give one with -a, or use `b3sum --check` if b3sum wrote the list" in done.stderr
    done = checked(run, files, text, "-a", "sha256")
    assert (done.returncode, done.stdout) == (1, b"a: FAILED\nb c: FAILED\n") and b"no digest matches; is the list of another algorithm" in done.stderr
    mixed = text + run("sha256", "key").stdout
    assert b"no digest matches" not in checked(run, files, mixed, "-a", "sha256").stderr
    (files / "B3SUMS").write_bytes(text)
    done = run("check", "B3SUMS")
    assert done.returncode == 1 and b"a list of b3, which hashlane does not have; `b3sum --check` reads it, -a overrules" in done.stderr


@pytest.mark.parametrize("words,algorithm", ((("--sha256",), "sha256"), (("--bsd", "--sha256"), None), (("--bsd", "--sha3-256"), None), (("--sha512",), "sha512")))
def test_what_rhash_writes_for_algorithms_of_ours(run, files, words, algorithm):
    tool = shutil.which("rhash") or pytest.skip("rhash is not installed")
    text = subprocess.run([tool, *words, "a", "b c"], cwd=files, capture_output=True, check=True).stdout
    done = checked(run, files, text, *(("-a", algorithm) if algorithm else ()))
    assert (done.returncode, done.stdout) == (0, ok("a", "b c"))
