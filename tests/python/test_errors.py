# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Bad input: a clear error before anything is written, and the object is as it was."""
import pytest
import numpy

import hashlane

GAPS = memoryview(bytes(100))[::2]

TABLE = [
    ("unknown name", lambda: hashlane.new("sha257"), ValueError, "no such algorithm: 'sha257'; did you mean 'sha256'?"),
    ("name of another case", lambda: hashlane.new("SHA256"), ValueError, "no such algorithm: 'SHA256'; did you mean 'sha256'?"),
    ("name that is no UTF-8", lambda: hashlane.new("sha26\udc80"), ValueError, r"no such algorithm: 'sha26\udc80'"),
    ("name with a NUL", lambda: hashlane.new("sha26\0"), ValueError, "did you mean 'sha256'"),
    ("long name", lambda: hashlane.new("a" * 5000), ValueError, "no such algorithm: 'aaaaa"),
    ("hkdf of a wrong name", lambda: hashlane.hkdf("sha26", b"k", 3), ValueError, "no such algorithm: 'sha26'; did you mean 'sha256'?"),
    ("trees of a wrong name", lambda: hashlane.MerkleTree([b""], "sha26"), ValueError, "did you mean 'sha256'"),
    ("trees of tuples", lambda: hashlane.MerkleTree([b""], "tuplehash128"), ValueError, "no Merkle trees: tuplehash128 hashes tuples"),
    ("trees of a MAC", lambda: hashlane.MerkleTree([b""], "kmac128"), ValueError, "no Merkle trees: kmac128 needs a key"),
    ("no name", lambda: hashlane.new(), TypeError, "needs the name"),
    ("name as bytes", lambda: hashlane.new(b"sha256"), TypeError, "must be a string"),
    ("kdf by new", lambda: hashlane.new("hkdf-sha256"), ValueError, "gives no digest"),
    ("aead by digest", lambda: hashlane.digest("ascon-aead128", b""), ValueError, "gives no digest"),
    ("aead by digest_many", lambda: hashlane.digest_many("ascon-aead128", []), ValueError, "no hash, xof or mac"),
    ("string", lambda: hashlane.sha256("abc"), TypeError, "must be encoded"),
    ("number", lambda: hashlane.sha256(3), TypeError, "bytes-like"),
    ("None", lambda: hashlane.sha256(None), TypeError, "bytes-like"),
    ("gaps", lambda: hashlane.sha256(GAPS), BufferError, ""),
    ("gaps of numpy", lambda: hashlane.sha256(numpy.zeros((8, 8), "u1")[:, ::2]), BufferError, ""),
    ("gaps in digest", lambda: hashlane.digest("sha256", GAPS), BufferError, ""),
    ("gaps in a list", lambda: hashlane.digest_many("sha256", [b"", GAPS]), BufferError, ""),
    ("gaps in a table", lambda: hashlane.digest_many("sha256", numpy.zeros((8, 8), "u1")[:, ::2]), BufferError, ""),
    ("Fortran order", lambda: hashlane.digest_many("sha256", numpy.zeros((8, 8), "u1").T[:, :4]), BufferError, ""),
    ("unknown keyword", lambda: hashlane.sha256(salt=b""), TypeError, "no keyword argument 'salt'"),
    ("no key", lambda: hashlane.kmac128(b""), TypeError, "needs a key"),
    ("no key in digest", lambda: hashlane.digest("hmac-sha256", b""), TypeError, "needs a key"),
    ("no key in digest_many", lambda: hashlane.digest_many("kmac128", [b""]), TypeError, "needs a key"),
    ("key None", lambda: hashlane.kmac128(b"", key=None), TypeError, "needs a key"),
    ("empty key of a hash", lambda: hashlane.digest("sha256", b"", key=b""), TypeError, "takes no key"),
    ("key as text", lambda: hashlane.kmac128(b"", key="k"), TypeError, "key: strings must be encoded"),
    ("key of no mac", lambda: hashlane.sha256(key=b"k"), TypeError, "takes no key"),
    ("customization of no such", lambda: hashlane.sha256(customization=b"k"), TypeError, "takes no customization"),
    ("long customization", lambda: hashlane.ascon_cxof128(customization=bytes(257)), ValueError,
     "ascon-cxof128 takes a customization string of at most 256 bytes, not of 257"),
    ("long customization at once", lambda: hashlane.digest("ascon-cxof128", b"", customization=bytes(257)), ValueError,
     "ascon-cxof128 takes a customization string of at most 256 bytes, not of 257"),
    ("name of no cSHAKE", lambda: hashlane.shake128(function_name=b"k"), TypeError, "takes no function name"),
    ("domain 0", lambda: hashlane.turboshake128(domain=0), ValueError, "domain must be in 1..127, not 0"),
    ("domain 0x80", lambda: hashlane.turboshake128(domain=0x80), ValueError, "domain must be in 1..127, not 128"),
    ("domain -1", lambda: hashlane.turboshake128(domain=-1), ValueError, "domain must be in 1..127, not -1"),
    ("domain 2**70", lambda: hashlane.turboshake128(domain=2**70), ValueError, "domain must be in 1..127, not 1180591620717411303424"),
    ("domain of no TurboSHAKE", lambda: hashlane.shake128(domain=3), TypeError, "takes no domain"),
    ("parallel_block 0", lambda: hashlane.parallelhash128(parallel_block=0), ValueError, "parallel_block must be in 1.."),
    ("parallel_block -1", lambda: hashlane.parallelhash128(parallel_block=-1), ValueError, "parallel_block must be in 1.."),
    ("parallel_block of no ParallelHash", lambda: hashlane.sha256(parallel_block=64), TypeError, "takes no block size"),
    ("length of a fixed digest", lambda: hashlane.digest("sha256", b"", 16), ValueError, "length must be 32, the bytes of a digest of sha256, not 16"),
    ("length in digest_many", lambda: hashlane.digest_many("sha256", [b""], 16), ValueError, "length must be 32"),
    ("digest(n) of a fixed digest", lambda: hashlane.sha256().digest(16), TypeError, ""),
    ("digest(n) of hmac", lambda: hashlane.hmac_sha256(key=b"k").digest(16), ValueError, "length must be 32"),
    ("negative length", lambda: hashlane.shake128().digest(-1), ValueError, "length must be in 0.."),
    ("length as text", lambda: hashlane.shake128().digest("3"), TypeError, ""),
    ("huge length", lambda: hashlane.shake128().digest(2**63 - 1), ValueError, "length must be in 0.."),
    ("endless read", lambda: hashlane.shake128().reader().read(None), TypeError, "length"),
    ("negative read", lambda: hashlane.shake128().reader().read(-1), ValueError, ""),
    ("readinto constant", lambda: hashlane.shake128().reader().readinto(bytes(3)), BufferError, ""),
    ("reader of kmac128", lambda: hashlane.kmac128(key=b"k").reader(), TypeError, "no reader"),
    ("threads -1", lambda: hashlane.kt128().update(b"", threads=-1), ValueError, "threads must be in 0..1024, not -1"),
    ("threads 2000", lambda: hashlane.digest("kt128", b"", threads=2000), ValueError, "threads must be in 0..1024, not 2000"),
    ("update of two", lambda: hashlane.sha256().update(b"", b""), TypeError, "at most 1"),
    ("update of none", lambda: hashlane.sha256().update(), TypeError, "at least 1"),
    ("tag of 0 bytes", lambda: hashlane.kmac128(key=b"k").verify(b""), ValueError,
     "the tag has 0 bytes; kmac128 gives 32 or more, and a shorter one needs length="),
    ("tag of 31 bytes", lambda: hashlane.hmac_sha256(key=b"k").verify(bytes(31)), ValueError,
     "the tag has 31 bytes; hmac-sha256 gives 32, and a shorter one needs length="),
    ("tag of 33 bytes", lambda: hashlane.hmac_sha256(key=b"k").verify(bytes(33)), ValueError, "the tag has 33 bytes"),
    ("tag of 1025 bytes", lambda: hashlane.kmac128(key=b"k").verify(bytes(1025)), ValueError, "the tag has 1025 bytes"),
    ("tag of another length", lambda: hashlane.kmac128(key=b"k").verify(bytes(32), 16), ValueError,
     "the tag has 32 bytes; length is 16"),
    ("tags of 3 bytes", lambda: hashlane.kmac128(key=b"k").verify(bytes(3), 3), ValueError, "length must be in 4..1024, not 3"),
    ("tags of 15 bytes of an hmac", lambda: hashlane.hmac_sha256(key=b"k").verify(bytes(15), length=15), ValueError,
     "length must be in 16..32, not 15"),
    ("wrong tag", lambda: hashlane.hmac_sha256(key=b"k").verify(bytes(32)), hashlane.InvalidTag, ""),
    ("key of 15 bytes", lambda: hashlane.AsconAEAD128(bytes(15)), ValueError,
     "ascon-aead128 takes a key of 16 or 32 bytes, not of 15"),
    ("key of 32 bytes in v1.2", lambda: hashlane.Ascon128(bytes(32)), ValueError,
     "ascon-128 takes a key of 16 bytes, not of 32"),
    ("aead key as text", lambda: hashlane.AsconAEAD128("k" * 16), TypeError, ""),
    ("no aead key", lambda: hashlane.AsconAEAD128(), TypeError, ""),
    ("tag_length 7", lambda: hashlane.AsconAEAD128(bytes(16), tag_length=7), ValueError, "tag_length must be in 8..16, not 7"),
    ("tag_length 17", lambda: hashlane.AsconAEAD128(bytes(16), tag_length=17), ValueError, "tag_length must be in 8..16, not 17"),
    ("nonce of 12 bytes", lambda: hashlane.AsconAEAD128(bytes(16)).encrypt(bytes(12), b""), ValueError,
     "the nonce has 12 bytes; ascon-aead128 takes 16"),
    ("text to encrypt", lambda: hashlane.AsconAEAD128(bytes(16)).encrypt(bytes(16), "a"), TypeError, "encoded"),
    ("shorter than a tag", lambda: hashlane.AsconAEAD128(bytes(16)).decrypt(bytes(16), b"a"), hashlane.InvalidTag, ""),
    ("forged", lambda: hashlane.AsconAEAD128(bytes(16)).decrypt(bytes(16), bytes(20)), hashlane.InvalidTag, ""),
    ("no data", lambda: hashlane.AsconAEAD128(bytes(16)).encrypt(bytes(16)), TypeError, "at least 2"),
    ("hkdf too long", lambda: hashlane.hkdf("sha256", b"k", 255 * 32 + 1), ValueError, "length must be in 0..8160, not 8161"),
    ("hkdf of no hash", lambda: hashlane.hkdf("shake128", b"k", 3), ValueError, "no such algorithm"),
    ("hkdf_expand too long", lambda: hashlane.hkdf_expand("sha256", b"k", b"", 8161), ValueError, "length must be in 0..8160, not 8161"),
    ("pbkdf2 of 0 iterations", lambda: hashlane.pbkdf2_hmac("sha256", b"p", b"s", 0), ValueError, "iterations"),
    ("pbkdf2 of no bytes", lambda: hashlane.pbkdf2_hmac("sha256", b"p", b"s", 1, 0), ValueError, "dklen"),
    ("pbkdf2 of no password", lambda: hashlane.pbkdf2_hmac("sha256", None, b"s", 1), TypeError, "password: a bytes-like"),
    ("pbkdf2 of no salt", lambda: hashlane.pbkdf2_sha256(b"p", None, 1), TypeError, "salt: a bytes-like"),
    ("hkdf of no key", lambda: hashlane.hkdf("sha256", None, 32), TypeError, "key: a bytes-like object is required, not NoneType"),
    ("hkdf of no length", lambda: hashlane.hkdf_sha256(b"k", None), TypeError, "length: an integer is required, not NoneType"),
    ("hkdf_extract of no key", lambda: hashlane.hkdf_extract("sha256", None), TypeError, "key: a bytes-like"),
    ("hkdf_expand of no info", lambda: hashlane.hkdf_expand("sha256", b"k", None, 3), TypeError, "info: a bytes-like"),
    ("no passwords", lambda: hashlane.pbkdf2_hmac_many("sha256", None, b"s", 1), TypeError, "passwords: a list of"),
    ("no salts", lambda: hashlane.pbkdf2_hmac_many("sha256", [b"p"], None, 1), TypeError, "salts: a list of"),
    ("no texts", lambda: hashlane.AsconAEAD128(bytes(16)).encrypt_many([], None), TypeError, "data: a list of"),
    ("None in a list", lambda: hashlane.digest_many("sha256", [b"a", None]), TypeError,
     "messages[1]: a bytes-like object is required, not NoneType"),
    ("a number in an iterator", lambda: hashlane.digest_many("sha256", iter([b"a", b"b", 3])), TypeError,
     "messages[2]: a bytes-like object is required, not int"),
    ("text in a tuple", lambda: hashlane.digest_many("sha256", (b"a", "b")), TypeError,
     "messages[1]: strings must be encoded"),
    ("gaps at 1", lambda: hashlane.digest_many("sha256", [b"", GAPS]), BufferError, "messages[1]: "),
    ("gaps of numpy at 1", lambda: hashlane.digest_many("sha256", [b"", numpy.zeros((8, 8), "u1")[:, ::2]]), BufferError,
     "messages[1]: "),
    ("None among leaves", lambda: hashlane.MerkleTree([b"a", None]), TypeError, "leaves[1]: a bytes-like"),
    ("None among leaves of a stream", lambda: hashlane.MerkleStream().extend([None]), TypeError, "leaves[0]: a bytes-like"),
    ("None among passwords", lambda: hashlane.pbkdf2_hmac_many("sha256", [b"a", None], b"s", 1), TypeError,
     "passwords[1]: a bytes-like"),
    ("None among salts", lambda: hashlane.pbkdf2_hmac_many("sha256", [b"a", b"b"], [b"s", None], 1), TypeError,
     "salts[1]: a bytes-like"),
    ("None among texts", lambda: hashlane.AsconAEAD128(bytes(16)).encrypt_many([bytes(16)], [None]), TypeError,
     "data[0]: a bytes-like"),
    ("None among headers", lambda: hashlane.AsconAEAD128(bytes(16)).encrypt_many([bytes(16)], [b""], [None]), TypeError,
     "associated_data[0]: a bytes-like"),
    ("short nonce of many", lambda: hashlane.AsconAEAD128(bytes(16)).encrypt_many([bytes(16), bytes(15)], [b"", b""]), ValueError,
     "nonces[1] has 15 bytes; ascon-aead128 takes 16"),
    ("short nonces", lambda: hashlane.AsconAEAD128(bytes(16)).encrypt_many(bytes(31), [b"", b""]), ValueError,
     "nonces: 31 bytes for 2 texts; ascon-aead128 takes 16 for each"),
    ("None among elements", lambda: hashlane.tuplehash128([b"a", None]), TypeError, "data[1]: a bytes-like"),
    ("width of a list", lambda: hashlane.digest_many("sha256", [b"a"], width=1), TypeError, "width is for one buffer"),
    ("short session", lambda: hashlane.Prover("SHAKE128", bytes(31), b"i"), ValueError, "the session has 31 bytes"),
    ("pbkdf2 of text", lambda: hashlane.pbkdf2_hmac("sha256", "p", b"s", 1), TypeError, "encoded"),
    ("messages as text", lambda: hashlane.digest_many("sha256", "abc"), TypeError, ""),
    ("messages as one buffer", lambda: hashlane.digest_many("sha256", b"abc"), TypeError, "width="),
    ("message as text", lambda: hashlane.digest_many("sha256", [b"a", "b"]), TypeError, "encoded"),
    ("messages as number", lambda: hashlane.digest_many("sha256", 3), TypeError, ""),
    ("objects", lambda: hashlane.digest_many("sha256", numpy.array([[b"a", b"b"]], object)), TypeError, "objects"),
    ("no whole rows", lambda: hashlane.digest_many("sha256", bytes(65), width=32), ValueError, "whole rows"),
    ("rows of width 0", lambda: hashlane.digest_many("sha256", b"", width=0), ValueError, "width must be in 1.."),
    ("three dimensions", lambda: hashlane.digest_many("sha256", numpy.zeros((2, 2, 2))), TypeError, "two dimensions"),
]


@pytest.mark.parametrize("call, error, words", [pytest.param(*row[1:], id=row[0]) for row in TABLE])
def test_error(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)
    assert type(raised.value) in (error if isinstance(error, tuple) else (error,))


def test_no_name_is_near():
    for name in ("md5", "blake3", "sha1", "", "-"):
        with pytest.raises(ValueError) as raised:
            hashlane.new(name)
        assert str(raised.value) == f"no such algorithm: {name!r}"


def test_an_error_changes_nothing():
    h = hashlane.sha256(b"abc")
    for bad in ("text", GAPS, None):
        with pytest.raises((TypeError, BufferError)):
            h.update(bad)
    assert h.digest() == hashlane.sha256(b"abc").digest()
    t = hashlane.tuplehash128([b"a"])
    with pytest.raises(TypeError):
        t.update([b"b", "c"])
    assert t.digest() == hashlane.tuplehash128([b"a"]).digest()


def test_types_are_not_made_by_hand():
    for kind in (hashlane.Hash, hashlane.SizedHash, hashlane.Xof, hashlane.Mac, hashlane.Reader, hashlane.Digests):
        with pytest.raises(TypeError):
            kind()


def test_short_tags():
    """A sender who may choose the length of a tag could guess it: only the caller does."""
    for make in (lambda: hashlane.kmac128(b"m", key=b"k"), lambda: hashlane.kmacxof256(b"m", key=b"k"),
                 lambda: hashlane.hopmac128(b"m", key=b"k"), lambda: hashlane.kmac256(b"m", key=b"k")):
        mac = make()
        for n in (mac.digest_size, mac.digest_size + 1, 1024):
            mac.verify(mac.digest(n))
            mac.verify(mac.digest(n), n)
        for n in (4, 8, 16, mac.digest_size - 1):
            with pytest.raises(ValueError, match="needs length="):
                mac.verify(mac.digest(n))
            mac.verify(mac.digest(n), length=n)
            with pytest.raises(hashlane.InvalidTag):
                mac.verify(bytes([mac.digest(n)[0] ^ 1]) + mac.digest(n)[1:], length=n)
            with pytest.raises(ValueError, match="length is"):
                mac.verify(mac.digest(n), length=n + 1)
    for name, least in (("hmac-sha224", 14), ("hmac-sha256", 16), ("hmac-sha512", 32), ("hmac-sha3-256", 16)):
        mac = hashlane.new(name, b"m", key=b"k")
        mac.verify(mac.digest())
        for n in range(least, mac.digest_size + 1):
            mac.verify(mac.digest()[:n], n)
            with pytest.raises(hashlane.InvalidTag):
                mac.verify(mac.digest()[:n - 1] + bytes([mac.digest()[n - 1] ^ 1]), n)
        for n in range(least):
            with pytest.raises(ValueError):
                mac.verify(mac.digest()[:n])
            with pytest.raises(ValueError):
                mac.verify(mac.digest()[:n], n)


def test_an_empty_key_is_a_key():
    import hmac
    assert hashlane.hmac_sha256(b"text", key=b"").digest() == hmac.digest(b"", b"text", "sha256")
    assert hashlane.digest("hmac-sha512", b"", key=b"") == hmac.digest(b"", b"", "sha512")
    assert hashlane.digest_many("hmac-sha256", [b"a"], key=b"") == [hmac.digest(b"", b"a", "sha256")]
    assert hashlane.kmac128(b"text", key=b"").digest() != hashlane.kmac128(b"text", key=b"k").digest()
