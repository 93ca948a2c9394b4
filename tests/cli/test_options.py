# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Values of options that make no sense: exit status 2, a message that names the option or the algorithm, no digest."""
import pytest

WRONG = (
    ("sha256", "--length", "16"), ("sha256", "--length", "33"), ("shake128", "--length", "0"), ("shake128", "--length", "-1"), ("shake128", "--length", "x"),
    ("shake128", "--length", ""), ("shake128", "--length", "1e3"), ("shake128", "--length", "99999999999999999999999"), ("shake128", "--length", "0x"),
    ("sha256", "--custom", "c"), ("shake128", "--custom", "c"), ("kt128", "--custom", "c" * 257), ("ascon-cxof128", "--custom", "c" * 257),
    ("sha256", "--name", "n"), ("kmac128", "--key-file", "key", "--name", "n"), ("kt128", "--name", "n"),
    ("sha256", "--domain", "0x1f"), ("turboshake128", "--domain", "0"), ("turboshake128", "--domain", "0x80"), ("turboshake128", "--domain", "256"),
    ("turboshake128", "--domain", "-1"), ("turboshake128", "--domain", "x"), ("kt128", "--domain", "0x07"),
    ("parallelhash128", "--block", "0"), ("parallelhash128", "--block", "x"), ("sha256", "--block", "64"), ("kt128", "--block", "8192"),
    ("sha256", "--key-file", "key"), ("kmac128",), ("hmac-sha256",), ("hopmac128",), ("hmac-sha256", "--key-file", "key", "--length", "16"),
    ("sha256", "--length"), ("sha256", "-j", "x"), ("sha257",), ("SHA256",), ("sha3",), ("hkdf-sha256",), ("ascon-aead128",),
    ("-a", "sha256,,sha512"), ("-a", "sha256,sha256"), ("-a", ""), ("sha256", "--tag", "--json"), ("sha256", "--raw", "--base64"), ("sha256", "--nosuch"),
)


@pytest.mark.parametrize("words", WRONG, ids=lambda words: " ".join(words)[:50])
def test_wrong_values(run, place, words):
    (place / "key").write_bytes(b"k" * 16)
    (place / "a").write_bytes(b"a")
    done = run(*words, "a")
    assert (done.returncode, done.stdout) == (2, b"")
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 2 and lines[0].startswith("hashlane: ") and "--help` says more" in lines[1]


@pytest.mark.parametrize("words,why", ((("absent",), b"absent: No such file"), (("empty",), b"empty: an empty key"), (("directory",), b"Is a directory")))
def test_keys_that_cannot_be_had(run, place, words, why):
    """No wrong use, but a file that fails: 1."""
    (place / "a").write_bytes(b"a")
    (place / "empty").write_bytes(b"")
    (place / "directory").mkdir()
    done = run("kmac128", "--key-file", *words, "a")
    assert (done.returncode, done.stdout) == (1, b"") and why in done.stderr


@pytest.mark.parametrize("words,why", (
    (("SHA256",), b"SHA256: no such algorithm; sha256 is one"), (("keccak256",), b"no such algorithm; keccak-256 is one"),
    (("-a", "sha256,SHA3_256"), b"SHA3_256: no such algorithm; sha3-256 is one"), (("md5",), b"no such algorithm; `hashlane list` has all"),
    (("check", "-a", "sha-512"), b"sha-512: no such algorithm; sha512 is one"), (("bench", "K12"), b"K12: no such algorithm; `hashlane list` has all"),
    (("hmac-sha256",), b"hmac-sha256: it needs a key: --key-file FILE"), (("ascon-aead128",), b"`hashlane seal` encrypts files"),
    (("hkdf-sha256",), b"hkdf-sha256: no hash, xof or mac: it gives no digest\n"), (("sha256", "--domain", "1"), b"sha256: it takes no domain byte\n"),
))
def test_messages_say_what_to_do(run, place, words, why):
    done = run(*words, "a" if words[0] != "bench" else "sha256")
    assert done.returncode == 2 and why in done.stderr
