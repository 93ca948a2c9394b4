# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Authenticated encryption in the shape of pyca/cryptography."""
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hashlane

BOXES = [hashlane.AsconAEAD128, hashlane.Ascon128, hashlane.Ascon128a, hashlane.Ascon80pq]


@pytest.mark.parametrize("kind", BOXES)
class TestBox:
    def test_keys(self, kind):
        key = kind.generate_key()
        assert len(key) == kind.key_size and key != kind.generate_key()
        assert kind.nonce_size == 16

    def test_every_bit_counts(self, kind):
        aead, nonce = kind(bytes(range(kind.key_size))), bytes(16)
        sealed = aead.encrypt(nonce, b"text", b"header")
        assert len(sealed) == 4 + 16
        for i in range(8 * len(sealed)):
            forged = bytearray(sealed)
            forged[i // 8] ^= 1 << i % 8
            with pytest.raises(hashlane.InvalidTag):
                aead.decrypt(nonce, forged, b"header")
        for other in (b"", None, b"Header"):
            with pytest.raises(hashlane.InvalidTag):
                aead.decrypt(nonce, sealed, other)
        assert aead.decrypt(nonce, memoryview(sealed), bytearray(b"header")) == b"text"

    def test_no_header(self, kind):
        aead = kind(bytes(kind.key_size))
        assert aead.encrypt(bytes(16), b"a") == aead.encrypt(bytes(16), b"a", None) == aead.encrypt(bytes(16), b"a", b"")
        assert aead.encrypt(nonce=bytes(16), data=b"a", associated_data=b"") == aead.encrypt(bytes(16), b"a")

    @pytest.mark.parametrize("size", range(8, 17))
    def test_short_tags(self, kind, size):
        key, nonce = bytes(kind.key_size), bytes(16)
        sealed = kind(key, tag_length=size).encrypt(nonce, b"text", b"")
        assert sealed == kind(key).encrypt(nonce, b"text", b"")[:4 + size]
        assert kind(key, tag_length=size).decrypt(nonce, sealed, b"") == b"text"


def test_nonce_masking():
    key, nonce = bytes(range(32)), bytes(range(16))
    masked = bytes(n ^ k for n, k in zip(nonce, key[16:]))
    assert hashlane.AsconAEAD128(key).encrypt(nonce, b"text", b"h") == \
        hashlane.AsconAEAD128(key[:16]).encrypt(masked, b"text", b"h")


@given(st.sampled_from(BOXES), st.binary(max_size=6000), st.binary(max_size=3000), st.binary(min_size=16, max_size=16))
def test_there_and_back(kind, text, header, nonce):
    aead = kind(b"k" * kind.key_size)
    sealed = aead.encrypt(nonce, text, header)
    assert aead.decrypt(nonce, sealed, header) == text


def test_invalid_tag_is_an_exception_of_its_own():
    assert issubclass(hashlane.InvalidTag, Exception) and not issubclass(hashlane.InvalidTag, ValueError)
    assert hashlane.InvalidTag.__module__ == "hashlane"


@pytest.mark.parametrize("kind", BOXES)
def test_many(kind):
    for size in {kind.key_size, 32 if kind is hashlane.AsconAEAD128 else kind.key_size}:
        aead = kind(bytes(range(size)))
        for count in (*range(20), 70):
            nonces = [i.to_bytes(16, "little") for i in range(count)]
            texts = [bytes(range(i * 7 % 90)) for i in range(count)]
            headers = [bytes(i % 33) for i in range(count)]
            sealed = aead.encrypt_many(nonces, texts, headers)
            assert sealed == [aead.encrypt(*one) for one in zip(nonces, texts, headers)]
            assert aead.encrypt_many(b"".join(nonces), iter(texts), headers, threads=3) == sealed
            assert aead.encrypt_many(nonces, map(bytearray, texts), b"h") == \
                [aead.encrypt(n, t, b"h") for n, t in zip(nonces, texts)]
            assert aead.encrypt_many(nonces, texts) == [aead.encrypt(n, t) for n, t in zip(nonces, texts)]
            for threads in (1, 3):
                assert aead.decrypt_many(nonces, sealed, headers, threads=threads) == texts
            forged = [bytes([s[0] ^ 1]) + s[1:] if i % 5 == 2 else s[:15] if i % 7 == 3 else s
                      for i, s in enumerate(sealed)]
            assert aead.decrypt_many(nonces, forged, headers) == \
                [None if f is not s else t for f, s, t in zip(forged, sealed, texts)]


def test_many_refused():
    aead, two = hashlane.AsconAEAD128(bytes(16)), [bytes(16), bytes(15) + b"1"]
    for error, words in ((ValueError, ([bytes(16)], [b"", b""])), (ValueError, ([bytes(16), bytes(15)], [b"", b""])),
                         (ValueError, (bytes(31), [b"", b""])), (ValueError, (two, [b"", b""], [b""])),
                         (TypeError, (two, b"ab")), (TypeError, (two, "ab")), (TypeError, (two, [b"", "a"])),
                         (TypeError, (two, [b"", b""], "h")), (TypeError, (two, 2))):
        for call in (aead.encrypt_many, aead.decrypt_many):
            with pytest.raises(error):
                call(*words)
    with pytest.raises(ValueError, match="whole tags"):
        hashlane.AsconAEAD128(bytes(16), tag_length=12).encrypt_many(two, [b"", b""])
