# SPDX-License-Identifier: Apache-2.0 OR MIT
"""digest_many over lists, tables and rows: what digest() gives of one after the other."""
import random

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hashlane

NAMES = ["sha256", "sha512", "sha3-256", "shake128", "turboshake128", "kt128", "ascon-hash256", "parallelhash128",
         "tuplehash128"]
KEYED = ["kmac128", "kmacxof256", "hmac-sha256", "hmac-sha3-256", "hopmac128"]


def one_by_one(name, messages, length=None, /, **options):
    return [hashlane.digest(name, m, length, **options) for m in messages]


@pytest.mark.parametrize("threads", [1, 2, 0])
@pytest.mark.parametrize("name", NAMES)
def test_lists(name, threads):
    random.seed(name)
    for count in (0, 1, 2, 7, 8, 9, 16, 17, 100):
        messages = [random.randbytes(random.choice([0, 1, 31, 64, 135, 136, 137, 168, 1000])) for _ in range(count)]
        expected = one_by_one(name, messages)
        assert hashlane.digest_many(name, messages, threads=threads) == expected
        assert hashlane.digest_many(name, tuple(messages), threads=threads) == expected
        assert hashlane.digest_many(name, iter(messages), threads=threads) == expected


@pytest.mark.parametrize("name", KEYED)
def test_keyed(name):
    messages = [bytes([i]) * i for i in range(100)]
    key = b"secret key"
    assert hashlane.digest_many(name, messages, key=key) == one_by_one(name, messages, key=key)


def test_options_and_lengths():
    messages = [b"a" * i for i in range(20)]
    for name, options in [("cshake128", {"function_name": b"N", "customization": b"S"}), ("turboshake256", {"domain": 0x0b}),
                          ("kt128", {"customization": b"c"}), ("ascon-cxof128", {"customization": b"z"}),
                          ("parallelhash128", {"parallel_block": 3})]:
        for length in (0, 1, 7, 64, 300):
            assert hashlane.digest_many(name, messages, length, **options) == one_by_one(name, messages, length, **options)


def test_mixed_buffers():
    messages = [b"bytes", bytearray(b"bytearray"), memoryview(b"xmemoryview")[1:], numpy.arange(5)]
    assert hashlane.digest_many("sha256", messages) == one_by_one("sha256", messages)
    one = bytearray(b"held")
    hashlane.digest_many("sha256", [one, one])
    one.append(1)  # no longer held
    with pytest.raises(TypeError):
        hashlane.digest_many("sha256", [one, None])
    one.append(1)


@pytest.mark.parametrize("dtype", ["u1", "<u4", "f8"])
@pytest.mark.parametrize("shape", [(0, 8), (1, 1), (5, 0), (17, 32), (100, 3)])
def test_tables(shape, dtype):
    table = numpy.arange(shape[0] * shape[1]).reshape(shape).astype(dtype)
    found = hashlane.digest_many("sha3-256", table)
    assert isinstance(found, hashlane.Digests)
    assert list(found) == one_by_one("sha3-256", [row.tobytes() for row in table])
    assert numpy.asarray(found).shape == (shape[0], 32)


def test_strings_of_numpy():
    """Type S: the elements as NumPy gives them, which have lost the zero bytes at their end."""
    strings = numpy.array([b"a", b"", b"abc\0", b"a\0b", b"\0\0", b"\0x"], "S5")
    found = hashlane.digest_many("sha256", strings)
    assert isinstance(found, hashlane.Digests)
    assert list(found) == one_by_one("sha256", strings.tolist()) == one_by_one("sha256", list(strings))
    assert found[2] == hashlane.digest("sha256", b"abc") and found[3] == hashlane.digest("sha256", b"a\0b")
    padded = [s.tolist().ljust(5, b"\0") for s in strings]
    assert list(hashlane.digest_many("sha256", strings, width=strings.itemsize)) == one_by_one("sha256", padded)
    for array in (strings[:0], strings[2:4], numpy.zeros(3, "S"), numpy.array([b"x"], "S1"), numpy.zeros(4, "S0")):
        assert list(hashlane.digest_many("kt128", array, threads=2)) == one_by_one("kt128", array.tolist())
    many = numpy.array([b"%d" % (i * i) for i in range(1000)])
    assert list(hashlane.digest_many("sha3-256", many)) == one_by_one("sha3-256", many.tolist())
    assert hashlane.merkle_root(strings) == hashlane.merkle_root(strings.tolist())
    stream = hashlane.MerkleStream()
    stream.extend(many)
    assert stream.root == hashlane.MerkleTree(many).root == hashlane.merkle_root(many.tolist())
    with pytest.raises(BufferError):
        hashlane.digest_many("sha256", many[::2])
    for others in (numpy.array(["text"]), numpy.zeros(3, "u1"), numpy.array(b"none"), numpy.zeros(2, "V3"),
                   numpy.zeros(2, "S3,S4"), numpy.zeros(2, [("Offset", "O")])):
        with pytest.raises((TypeError, BufferError)):
            hashlane.digest_many("sha256", others)
    named = numpy.zeros((2, 2), [("Offset", "u4")])  # a name is no type
    assert list(hashlane.digest_many("sha256", named)) == one_by_one("sha256", [bytes(8)] * 2)


def test_rows():
    data = bytes(range(200)) * 2
    rows = [data[i:i + 16] for i in range(0, 400, 16)]
    for buffer in (data, bytearray(data), memoryview(data), numpy.frombuffer(data, "u1")):
        assert list(hashlane.digest_many("sha256", buffer, width=16)) == one_by_one("sha256", rows)
    assert list(hashlane.digest_many("sha256", b"", width=16)) == []


def test_digests():
    found = hashlane.digest_many("shake128", bytes(96), 20, width=32)
    assert (len(found), found.digest_size, found.null_count) == (3, 20, 0)
    assert found[0] == found[-1] == hashlane.digest("shake128", bytes(32), 20)
    for index in (3, -4):
        with pytest.raises(IndexError):
            found[index]
    view = memoryview(found)
    assert (view.shape, view.readonly, view.contiguous, view.format) == ((3, 20), True, True, "B")
    array = numpy.asarray(found)
    del found, view
    assert array[1].tobytes() == hashlane.digest("shake128", bytes(32), 20)
    with pytest.raises(ValueError):
        array[0, 0] = 1


@settings(max_examples=60)
@given(st.lists(st.binary(max_size=400), max_size=40), st.sampled_from(NAMES), st.integers(0, 3))
def test_any_messages(messages, name, threads):
    assert hashlane.digest_many(name, messages, threads=threads) == one_by_one(name, messages)


@pytest.mark.parametrize("name", ["sha256", "sha512", "sha224", "sha3-256"])
def test_keys_from_many_passwords(name):
    passwords = [bytes(range(i * 9 % 200)) for i in range(21)]
    salts = [bytes(i % 20) for i in range(21)]
    for more in ((), (70,)):
        expected = [hashlane.pbkdf2_hmac(name, p, s, 3, *more) for p, s in zip(passwords, salts)]
        for threads in (1, 3):
            assert hashlane.pbkdf2_hmac_many(name, iter(passwords), salts, 3, *more, threads=threads) == expected
        assert hashlane.pbkdf2_hmac_many(name, passwords, b"for all", 3, *more) == \
            [hashlane.pbkdf2_hmac(name, p, b"for all", 3, *more) for p in passwords]
    assert hashlane.pbkdf2_hmac_many(name, [], b"", 1) == []
    for words in ((passwords, salts[1:], 1), (passwords, salts, 0), (passwords, salts, 1, 0)):
        with pytest.raises(ValueError):
            hashlane.pbkdf2_hmac_many(name, *words)
    with pytest.raises(TypeError):
        hashlane.pbkdf2_hmac_many(name, b"one", salts, 1)
