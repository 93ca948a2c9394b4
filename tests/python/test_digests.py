# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Digests: a sequence whose slices, arrays of NumPy and columns of Arrow share its memory."""
import collections.abc
import copy
import hashlib
import pickle

import numpy
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hashlane

N = 20
WHOLE = hashlane.digest_many("sha256", bytes(range(N * 4)), width=4)
LIST = [hashlane.digest("sha256", bytes(range(i, i + 4))) for i in range(0, N * 4, 4)]
VALUES = ["a", None, "b", "c", None, "d", "e"] * 3
NULLS = hashlane.digest_many("sha256", pa.array(VALUES))
NULLS_LIST = [None if v is None else hashlane.digest("sha256", v.encode()) for v in VALUES]
numbers = st.none() | st.integers(-30, 30)


def address(digests):
    return numpy.asarray(digests).__array_interface__["data"][0]


@pytest.mark.parametrize("digests, expected", [(WHOLE, LIST), (NULLS, NULLS_LIST)], ids=["whole", "nulls"])
class TestSequence:
    def test_items(self, digests, expected):
        n = len(expected)
        assert len(digests) == n and list(digests) == expected
        for i in range(-n, n):
            assert digests[i] == digests[numpy.int64(i)] == expected[i]
        for i in (n, -n - 1, 2**70, -2**70, 2**63 - 1, -2**63):
            with pytest.raises(IndexError):
                digests[i]
        for i in ("1", 1.5, None, b"1", (1, 2)):
            with pytest.raises(TypeError, match="index: an integer or a slice is required"):
                digests[i]
        with pytest.raises(TypeError):
            digests[0] = bytes(32)

    @given(start=numbers, stop=numbers, step=numbers.filter(lambda n: n != 0), then=numbers)
    def test_slices(self, digests, expected, start, stop, step, then):
        some, wanted = digests[start:stop:step], expected[start:stop:step]
        assert type(some) is hashlane.Digests
        assert list(some) == wanted and list(some[::-1]) == wanted[::-1] and list(some[then:]) == wanted[then:]
        assert list(some[::2][::-2]) == wanted[::2][::-2]
        assert some.null_count == wanted.count(None)
        assert some.digest_size == 32 and len(some) == len(wanted)
        assert pa.array(some).to_pylist() == wanted
        pa.array(some).validate(full=True)
        rows = numpy.asarray(some)
        assert rows.shape == (len(wanted), 32)
        assert [row.tobytes() for row in rows] == [one or bytes(32) for one in wanted]
        assert bytes(some) == memoryview(some).tobytes() == b"".join(one or bytes(32) for one in wanted)
        assert some.hex() == [one and one.hex() for one in wanted]
        assert (some == digests) == (wanted == expected)
        assert some == hashlane.digest_many("sha256", digests)[:0] if not wanted else some == digests[start:stop:step]

    def test_methods_of_a_sequence(self, digests, expected):
        assert isinstance(digests, collections.abc.Sequence)
        assert list(reversed(digests)) == expected[::-1]
        assert expected[3] in digests and b"" not in digests and 3 not in digests
        assert digests.index(expected[2]) == expected.index(expected[2])
        assert digests.index(expected[2], 1, 9) == expected.index(expected[2], 1, 9)
        assert digests.count(expected[0]) == expected.count(expected[0])
        with pytest.raises(ValueError):
            digests.index(b"")
        with pytest.raises(TypeError):
            digests.index()
        first, *_, last = digests
        assert (first, last) == (expected[0], expected[-1])

    def test_hex(self, digests, expected):
        assert digests.hex() == [one if one is None else one.hex() for one in expected]

    def test_memory_is_shared(self, digests, expected):
        start = address(digests)
        assert address(digests[3:9]) == start + 3 * 32
        assert address(digests[::-1]) == start + (len(expected) - 1) * 32
        assert address(digests[4:][::2][1:]) == start + 6 * 32
        assert numpy.asarray(digests[::-2]).strides == (-64, 1)
        column = pa.array(digests[5:11])
        assert column.buffers()[1].address == start and column.offset == 5
        assert pa.array(digests[::2]).buffers()[1].address != start

    def test_pickle(self, digests, expected):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            for some in (digests, digests[::-3], digests[1:1], digests[2:9]):
                back = pickle.loads(pickle.dumps(some, protocol))
                assert back == some and list(back) == list(some) and back.null_count == some.null_count
        assert copy.copy(digests) is digests and copy.deepcopy([digests])[0] is digests

    def test_outlives_the_whole(self, digests, expected):
        part = hashlane.digest_many("sha256", digests)[7:3:-1]
        column = pa.array(part)
        assert list(part) == column.to_pylist() == list(hashlane.digest_many("sha256", digests))[7:3:-1]


def test_equality():
    again = hashlane.digest_many("sha256", bytes(range(N * 4)), width=4)
    assert WHOLE == again and not WHOLE != again and hash(WHOLE) == hash(again)
    assert WHOLE[::-1] != WHOLE and WHOLE[::-1][::-1] == WHOLE and hash(WHOLE[::-1][::-1]) == hash(WHOLE)
    assert WHOLE[:3] != WHOLE[:4] and WHOLE != LIST and WHOLE != None and WHOLE != 3  # noqa: E711
    assert len({WHOLE, again, WHOLE[1:], again[1:]}) == 2
    for operation in ("__lt__", "__ge__"):
        assert getattr(WHOLE, operation)(again) is NotImplemented
    # A null is no digest of zeros.
    zeros = hashlane.digest_many("shake128", pa.array(["a"]), 0)
    assert zeros == hashlane.digest_many("shake128", pa.array(["b"]), 0)
    assert zeros != hashlane.digest_many("shake128", pa.array([None], pa.string()), 0)
    assert hashlane.digest_many("shake128", [b""], 3) != zeros


def test_repr():
    assert repr(WHOLE) == "<hashlane.Digests: 20 of 32 bytes, 0 missing>"
    assert repr(NULLS[:2]) == "<hashlane.Digests: 2 of 32 bytes, 1 missing>"


def test_buffers():
    assert hashlib.sha256(WHOLE).digest() == hashlib.sha256(b"".join(LIST)).digest()  # asks for one dimension
    assert hashlane.sha256(WHOLE).digest() == hashlib.sha256(b"".join(LIST)).digest()
    assert memoryview(WHOLE).shape == (N, 32) and memoryview(WHOLE).readonly
    assert memoryview(WHOLE[::2]).strides == (64, 1)
    assert numpy.asfortranarray(WHOLE[:3]).tolist() == numpy.asarray(WHOLE[:3]).tolist()
    for gaps in (WHOLE[::2], WHOLE[::-1]):
        for call in (lambda: hashlane.sha256(gaps), lambda: hashlib.sha256(gaps), lambda: numpy.frombuffer(gaps, "u1")):
            with pytest.raises((BufferError, ValueError)):
                call()
    with pytest.raises(ValueError):
        numpy.asarray(WHOLE)[0, 0] = 1
    table = hashlane.digest_many("sha256", bytes(8), width=4)
    with pytest.raises(BufferError):
        hashlane.shake128().reader().readinto(table)


def test_hostile_pickles():
    restore = hashlane._core._restore_digests
    assert restore(2, 3, b"abcdef", None) == restore(2, 3, b"abcdef", b"\x03")
    assert list(restore(2, 3, b"abcdef", b"\x02")) == [None, b"def"] and bytes(restore(2, 3, b"abcdef", b"\x02"))[:3] == bytes(3)
    for given in [(2, 3, b"abcde", None), (2, 3, b"abcdef", b""), (2**62, 4, b"", None), (2**40, 2**40, b"", None),
                  (-1, 3, b"", None), (0, 2**70, b"", None), (1, 0, b"", b"\1\1"), (2**62, 0, b"", b"\1"),
                  (1, 0, b"", None), (2**61, 0, b"", None), (2**64 - 1, 0, b"", None)]:
        with pytest.raises(ValueError):
            restore(*given)
    with pytest.raises(TypeError):
        restore(2, 3, "abcdef", None)


def test_pickles_of_digests_without_bytes():
    """Their count is that of the bits beside them."""
    restore = hashlane._core._restore_digests
    for column in ([b"a", b"b", b"c"], pa.array(["a", None, "c"]), []):
        digests = hashlane.digest_many("shake128", pa.array(column, pa.binary()), 0)
        back = pickle.loads(pickle.dumps(digests))
        assert back == digests and list(back) == list(digests) and back.null_count == digests.null_count
        assert pickle.loads(pickle.dumps(digests[::-2])) == digests[::-2]
    assert list(restore(3, 0, b"", b"\x05")) == [b"", None, b""] and len(restore(0, 0, b"", None)) == 0
