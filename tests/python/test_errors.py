# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Bad input: a clear error before anything is written, and the object is as it was."""
import pytest
import numpy

import hashlane

GAPS = memoryview(bytes(100))[::2]

TABLE = [
    ("unknown name", lambda: hashlane.new("sha257"), ValueError, "no such algorithm: 'sha257'"),
    ("name of another case", lambda: hashlane.new("SHA256"), ValueError, "no such algorithm"),
    ("no name", lambda: hashlane.new(), TypeError, "needs the name"),
    ("name as bytes", lambda: hashlane.new(b"sha256"), TypeError, "must be a string"),
    ("kdf by new", lambda: hashlane.new("hkdf-sha256"), ValueError, "gives no digest"),
    ("aead by digest", lambda: hashlane.digest("ascon-aead128", b""), ValueError, "gives no digest"),
    ("aead by digest_many", lambda: hashlane.digest_many("ascon-aead128", []), ValueError, "no hash"),
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
    ("long customization", lambda: hashlane.ascon_cxof128(customization=bytes(257)), ValueError, "too long"),
    ("long customization at once", lambda: hashlane.digest("ascon-cxof128", b"", customization=bytes(257)), ValueError,
     "too long"),
    ("name of no cSHAKE", lambda: hashlane.shake128(name=b"k"), TypeError, "takes no function name"),
    ("domain 0", lambda: hashlane.turboshake128(domain=0), ValueError, "0x01..0x7f"),
    ("domain 0x80", lambda: hashlane.turboshake128(domain=0x80), ValueError, "0x01..0x7f"),
    ("domain -1", lambda: hashlane.turboshake128(domain=-1), ValueError, "0x01..0x7f"),
    ("domain 2**70", lambda: hashlane.turboshake128(domain=2**70), OverflowError, ""),
    ("domain of no TurboSHAKE", lambda: hashlane.shake128(domain=3), TypeError, "takes no domain"),
    ("block_size 0", lambda: hashlane.parallelhash128(block_size=0), ValueError, "must not be 0"),
    ("block_size -1", lambda: hashlane.parallelhash128(block_size=-1), ValueError, "must not be negative"),
    ("block_size of no ParallelHash", lambda: hashlane.sha256(block_size=64), TypeError, "takes no block size"),
    ("length of a fixed digest", lambda: hashlane.digest("sha256", b"", 16), ValueError, "32 bytes"),
    ("length in digest_many", lambda: hashlane.digest_many("sha256", [b""], 16), ValueError, "32 bytes"),
    ("digest(n) of a fixed digest", lambda: hashlane.sha256().digest(16), TypeError, ""),
    ("digest(n) of hmac", lambda: hashlane.hmac_sha256(key=b"k").digest(16), ValueError, "32 bytes"),
    ("negative length", lambda: hashlane.shake128().digest(-1), ValueError, "must not be negative"),
    ("length as text", lambda: hashlane.shake128().digest("3"), TypeError, ""),
    ("huge length", lambda: hashlane.shake128().digest(2**63 - 1), (MemoryError, OverflowError), ""),
    ("endless read", lambda: hashlane.shake128().reader().read(None), TypeError, "length"),
    ("negative read", lambda: hashlane.shake128().reader().read(-1), ValueError, ""),
    ("readinto constant", lambda: hashlane.shake128().reader().readinto(bytes(3)), BufferError, ""),
    ("reader of kmac128", lambda: hashlane.kmac128(key=b"k").reader(), TypeError, "no reader"),
    ("threads -1", lambda: hashlane.kt128().update(b"", threads=-1), ValueError, "negative"),
    ("threads 2000", lambda: hashlane.digest("kt128", b"", threads=2000), ValueError, "0..1024"),
    ("update of two", lambda: hashlane.sha256().update(b"", b""), TypeError, "at most 1"),
    ("update of none", lambda: hashlane.sha256().update(), TypeError, "at least 1"),
    ("tag of 0 bytes", lambda: hashlane.kmac128(key=b"k").verify(b""), ValueError, "size"),
    ("tag of 31 bytes", lambda: hashlane.hmac_sha256(key=b"k").verify(bytes(31)), ValueError, "size"),
    ("wrong tag", lambda: hashlane.hmac_sha256(key=b"k").verify(bytes(32)), hashlane.InvalidTag, ""),
    ("key of 15 bytes", lambda: hashlane.AsconAEAD128(bytes(15)), ValueError, "key"),
    ("key of 32 bytes in v1.2", lambda: hashlane.Ascon128(bytes(32)), ValueError, "key"),
    ("aead key as text", lambda: hashlane.AsconAEAD128("k" * 16), TypeError, ""),
    ("no aead key", lambda: hashlane.AsconAEAD128(), TypeError, ""),
    ("tag_length 7", lambda: hashlane.AsconAEAD128(bytes(16), tag_length=7), ValueError, "8..16"),
    ("tag_length 17", lambda: hashlane.AsconAEAD128(bytes(16), tag_length=17), ValueError, "8..16"),
    ("nonce of 12 bytes", lambda: hashlane.AsconAEAD128(bytes(16)).encrypt(bytes(12), b""), ValueError, "nonce"),
    ("text to encrypt", lambda: hashlane.AsconAEAD128(bytes(16)).encrypt(bytes(16), "a"), TypeError, "encoded"),
    ("shorter than a tag", lambda: hashlane.AsconAEAD128(bytes(16)).decrypt(bytes(16), b"a"), hashlane.InvalidTag, ""),
    ("forged", lambda: hashlane.AsconAEAD128(bytes(16)).decrypt(bytes(16), bytes(20)), hashlane.InvalidTag, ""),
    ("no data", lambda: hashlane.AsconAEAD128(bytes(16)).encrypt(bytes(16)), TypeError, "at least 2"),
    ("hkdf too long", lambda: hashlane.hkdf("sha256", b"k", 255 * 32 + 1), ValueError, "more than"),
    ("hkdf of no hash", lambda: hashlane.hkdf("shake128", b"k", 3), ValueError, "no such algorithm"),
    ("hkdf_expand too long", lambda: hashlane.hkdf_expand("sha256", b"k", b"", 8161), ValueError, "more than"),
    ("pbkdf2 of 0 iterations", lambda: hashlane.pbkdf2_hmac("sha256", b"p", b"s", 0), ValueError, "iterations"),
    ("pbkdf2 of no bytes", lambda: hashlane.pbkdf2_hmac("sha256", b"p", b"s", 1, 0), ValueError, "dklen"),
    ("pbkdf2 of text", lambda: hashlane.pbkdf2_hmac("sha256", "p", b"s", 1), TypeError, "encoded"),
    ("messages as text", lambda: hashlane.digest_many("sha256", "abc"), TypeError, ""),
    ("messages as one buffer", lambda: hashlane.digest_many("sha256", b"abc"), TypeError, "width="),
    ("message as text", lambda: hashlane.digest_many("sha256", [b"a", "b"]), TypeError, "encoded"),
    ("messages as number", lambda: hashlane.digest_many("sha256", 3), TypeError, ""),
    ("objects", lambda: hashlane.digest_many("sha256", numpy.array([[b"a", b"b"]], object)), TypeError, "objects"),
    ("no whole rows", lambda: hashlane.digest_many("sha256", bytes(65), width=32), ValueError, "whole rows"),
    ("rows of width 0", lambda: hashlane.digest_many("sha256", b"", width=0), ValueError, "width"),
    ("three dimensions", lambda: hashlane.digest_many("sha256", numpy.zeros((2, 2, 2))), TypeError, "two dimensions"),
]


@pytest.mark.parametrize("call, error, words", [pytest.param(*row[1:], id=row[0]) for row in TABLE])
def test_error(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)
    assert type(raised.value) in (error if isinstance(error, tuple) else (error,))


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


def test_an_empty_key_is_a_key():
    import hmac
    assert hashlane.hmac_sha256(b"text", key=b"").digest() == hmac.digest(b"", b"text", "sha256")
    assert hashlane.digest("hmac-sha512", b"", key=b"") == hmac.digest(b"", b"", "sha512")
    assert hashlane.digest_many("hmac-sha256", [b"a"], key=b"") == [hmac.digest(b"", b"a", "sha256")]
    assert hashlane.kmac128(b"text", key=b"").digest() != hashlane.kmac128(b"text", key=b"k").digest()
