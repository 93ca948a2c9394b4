# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The same answers as hashlib, pycryptodome and cryptography give, on random input."""
import random

import pytest

import hashlane

SEED = 9861


def messages(count=40, longest=5000):
    source = random.Random(SEED)
    return [source.randbytes(source.choice([0, 1, 135, 136, 168, 8191, 8192, 8193, source.randrange(longest)]))
            for _ in range(count)]


def test_pycryptodome_hashes():
    hashes = pytest.importorskip("Crypto.Hash")
    from Crypto.Hash import (KMAC128, KMAC256, SHA3_256, SHA512, KangarooTwelve, TupleHash128, TurboSHAKE128,
                             TurboSHAKE256, cSHAKE128, cSHAKE256, keccak)
    assert hashes
    for m in messages():
        assert hashlane.digest("sha3-256", m) == SHA3_256.new(m).digest()
        assert hashlane.digest("sha512-256", m) == SHA512.new(m, truncate="256").digest()
        assert hashlane.digest("keccak-256", m) == keccak.new(data=m, digest_bits=256).digest()
        assert hashlane.digest("kt128", m, 100, customization=b"c") == KangarooTwelve.new(m, custom=b"c").read(100)
        assert hashlane.digest("turboshake128", m, 50, domain=7) == TurboSHAKE128.new(data=m, domain=7).read(50)
        assert hashlane.digest("turboshake256", m, 50) == TurboSHAKE256.new(data=m).read(50)
        assert hashlane.digest("cshake128", m, 50, customization=b"S") == cSHAKE128.new(m, custom=b"S").read(50)
        assert hashlane.digest("cshake256", m, 50, customization=b"S") == cSHAKE256.new(m, custom=b"S").read(50)
        key = (m + bytes(32))[:40]
        assert hashlane.digest("kmac128", m, 64, key=key) == KMAC128.new(key=key, data=m, mac_len=64).digest()
        assert hashlane.digest("kmac256", m, 64, key=key, customization=b"S") == \
            KMAC256.new(key=key, data=m, mac_len=64, custom=b"S").digest()
        parts = [m[:10], m[10:300], b""]
        theirs = TupleHash128.new(digest_bytes=32)
        for part in parts:
            theirs.update(part)
        assert hashlane.digest("tuplehash128", parts) == theirs.digest()


def test_cryptography():
    pytest.importorskip("cryptography")
    from cryptography.hazmat.primitives import hashes, hmac
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand
    from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
    pairs = [("sha256", hashes.SHA256()), ("sha512", hashes.SHA512()), ("sha3-384", hashes.SHA3_384())]
    for m in messages(20):
        for name, theirs in pairs:
            key = (m + bytes(32))[:200]
            mac = hmac.HMAC(key, theirs)
            mac.update(m)
            assert hashlane.digest("hmac-" + name, m, key=key) == mac.finalize()
            assert hashlane.hkdf(name, key, 100, salt=m[:20], info=m[:9]) == \
                HKDF(theirs, 100, m[:20], m[:9]).derive(key)
            assert hashlane.hkdf_expand(name, key, m[:9], 70) == HKDFExpand(theirs, 70, m[:9]).derive(key)
            assert hashlane.pbkdf2_hmac(name, key, m[:30], 3, 90) == PBKDF2HMAC(theirs, 90, m[:30], 3).derive(key)
        xof = hashes.Hash(hashes.SHAKE256(99))
        xof.update(m)
        assert hashlane.digest("shake256", m, 99) == xof.finalize()


def test_hashlib_many():
    import hashlib
    given = messages(300)
    for name in ("sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512"):
        assert hashlane.digest_many(name, given, threads=2) == [hashlib.new(name, m).digest() for m in given]
    assert hashlane.digest_many("shake_128", given, 200) == [hashlib.shake_128(m).digest(200) for m in given]


def test_hashlib_kdf():
    import hashlib
    for m in messages(10):
        assert hashlane.pbkdf2_hmac("sha256", m, b"salt", 10) == hashlib.pbkdf2_hmac("sha256", m, b"salt", 10)
        assert hashlane.pbkdf2_hmac(hash_name="sha512", password=m, salt=b"salt", iterations=2, dklen=130) == \
            hashlib.pbkdf2_hmac(hash_name="sha512", password=m, salt=b"salt", iterations=2, dklen=130)
