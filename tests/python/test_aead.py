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
        box, nonce = kind(bytes(range(kind.key_size))), bytes(16)
        sealed = box.encrypt(nonce, b"text", b"header")
        assert len(sealed) == 4 + 16
        for i in range(8 * len(sealed)):
            forged = bytearray(sealed)
            forged[i // 8] ^= 1 << i % 8
            with pytest.raises(hashlane.InvalidTag):
                box.decrypt(nonce, forged, b"header")
        for other in (b"", None, b"Header"):
            with pytest.raises(hashlane.InvalidTag):
                box.decrypt(nonce, sealed, other)
        assert box.decrypt(nonce, memoryview(sealed), bytearray(b"header")) == b"text"

    def test_no_header(self, kind):
        box = kind(bytes(kind.key_size))
        assert box.encrypt(bytes(16), b"a") == box.encrypt(bytes(16), b"a", None) == box.encrypt(bytes(16), b"a", b"")
        assert box.encrypt(nonce=bytes(16), data=b"a", associated_data=b"") == box.encrypt(bytes(16), b"a")

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
    box = kind(b"k" * kind.key_size)
    sealed = box.encrypt(nonce, text, header)
    assert box.decrypt(nonce, sealed, header) == text


def test_invalid_tag_is_an_exception_of_its_own():
    assert issubclass(hashlane.InvalidTag, Exception) and not issubclass(hashlane.InvalidTag, ValueError)
    assert hashlane.InvalidTag.__module__ == "hashlane"
