# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Columns of Arrow, and what is no column."""
import contextlib
import ctypes

import numpy
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hashlane

TYPES = [pa.binary(), pa.large_binary(), pa.string(), pa.large_string(), pa.binary_view(), pa.string_view()]


def expected(values, name="sha256", size=32):
    raw = [v.encode() if isinstance(v, str) else v for v in values]
    return [None if v is None else hashlane.digest(name, v, size) for v in raw]


def check(column, name="sha256"):
    digests = hashlane.digest_many(name, column, threads=2)
    result = pa.array(digests)
    result.validate(full=True)
    assert result.type == pa.binary(32)
    assert result.to_pylist() == expected(column.to_pylist(), name) == list(digests)
    assert result.null_count == digests.null_count == column.null_count
    assert numpy.asarray(digests).shape == (len(column), 32)
    for row, digest in zip(numpy.asarray(digests), digests):
        assert row.tobytes() == (digest or bytes(32))
    return result


@pytest.mark.parametrize("kind", TYPES, ids=str)
class TestKinds:
    values = ["", "a", None, "bcd", "é" * 100, None, "x" * 1000] * 3

    def test_array(self, kind):
        check(pa.array(self.values, kind))

    def test_slices(self, kind):
        whole = pa.array(self.values, kind)
        for start in range(0, 12):
            for size in (0, 1, 2, 8, 9):
                check(whole.slice(start, size))

    def test_chunks(self, kind):
        whole = pa.array(self.values, kind)
        check(pa.chunked_array([whole, whole.slice(3, 5), pa.array([], kind), pa.array(["q"] * 9, kind), whole]))
        check(pa.chunked_array([pa.array(["q"] * 9, kind), whole.slice(1)]))
        check(pa.chunked_array([], kind))

    def test_all_null_or_none(self, kind):
        check(pa.array([None] * 20, kind))
        check(pa.array(["a"] * 20, kind))
        check(pa.array([], kind))


@pytest.mark.parametrize("width", [0, 1, 32, 200])
def test_fixed_size(width):
    values = [bytes([i]) * width for i in range(20)] + [None]
    column = pa.array(values, pa.binary(width))
    check(column)
    for start in range(12):
        check(column.slice(start))
    check(pa.chunked_array([column, column.slice(5, 7)]))


def test_digests_of_digests():
    once = hashlane.digest_many("sha256", pa.array(["a", None, "b"]))
    assert list(hashlane.digest_many("sha256", once)) == [hashlane.digest("sha256", once[0]), None,
                                                          hashlane.digest("sha256", once[2])]


def test_other_algorithms_and_lengths():
    column = pa.array(["a", None, "b" * 300])
    for name in ("sha3-256", "kt128", "ascon-hash256", "tuplehash128"):
        check(column, name)
    long_ones = hashlane.digest_many("shake256", column, 100)
    assert pa.array(long_ones).to_pylist() == expected(column.to_pylist(), "shake256", 100)
    keyed = hashlane.digest_many("kmac128", column, key=b"k")
    assert keyed[2] == hashlane.digest("kmac128", b"b" * 300, key=b"k")


INDICES = [pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()]


@pytest.mark.parametrize("index", INDICES, ids=str)
@pytest.mark.parametrize("kind", TYPES + [pa.binary(2)], ids=str)
def test_dictionaries(kind, index):
    """More rows than values: each value is digested once. Fewer: each row is."""
    values = pa.array(["ab", "cd", None, "ef", "gh"] if kind == pa.binary(2) else ["", "x" * 100, None, "a", "a"], kind)
    rows = pa.array([0, 1, None, 3, 4, 2, 1, 1, None, 0] * 5, index)
    for some_values, some_rows in ((values, rows), (values, rows.slice(3, 2)), (values, rows.slice(0, 0)),
                                   (values, rows.slice(7)), (values.slice(1), pa.array([3, 0, None, 2, 1] * 3, index)),
                                   (values.slice(3), pa.array([None] * 9, index))):
        column = pa.DictionaryArray.from_arrays(some_rows, some_values)
        wanted = expected(column.to_pylist())
        for threads in (1, 2):
            digests = hashlane.digest_many("sha256", column, threads=threads)
            assert list(digests) == wanted == pa.array(digests).to_pylist()
            assert digests.null_count == wanted.count(None)
    both = pa.chunked_array([pa.DictionaryArray.from_arrays(rows, values),
                             pa.DictionaryArray.from_arrays(pa.array([1, None, 0], index), values.slice(3))])
    assert list(hashlane.digest_many("sha256", both)) == expected(both.to_pylist())


def test_dictionaries_as_leaves():
    column = pa.array(["a", "b", "a", "c"] * 9).dictionary_encode()
    leaves = [v.encode() for v in column.to_pylist()]
    told = []
    assert hashlane.merkle_root(column) == hashlane.merkle_root(leaves)
    tree = hashlane.MerkleTree(column, progress=lambda done, total: told.append(done))
    assert tree.root == hashlane.merkle_root(leaves) and told[-1] >= len(leaves)
    stream = hashlane.MerkleStream()
    stream.extend(column)
    assert stream.root == tree.root
    with pytest.raises(ValueError, match="a null is no leaf"):
        hashlane.merkle_root(pa.array(["a", None]).dictionary_encode())
    with pytest.raises(ValueError, match="a null is no leaf"):
        hashlane.merkle_root(pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["a", None])))


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_malformed_dictionaries(dtype):
    kind = pa.from_numpy_dtype(numpy.dtype(dtype))
    most = numpy.iinfo(dtype)
    for index in {3, int(most.max), int(most.min)} - {0}:
        kept = numpy.array([0, index, 1], dtype)

        def change(structure):
            structure.buffers[1] = kept.ctypes.data
        column = pa.DictionaryArray.from_arrays(pa.array([0, 2, 1], kind), pa.array(["a", "b", "c"]))
        with spoilt(change, column) as bad:
            with pytest.raises(ValueError, match="arrow: the index of row 1 leads outside the dictionary of 3 values"):
                hashlane.digest_many("sha256", bad)
    column = pa.DictionaryArray.from_arrays(pa.array([0, 1], kind), pa.array(["a", "b"]))
    for change in (no_buffer(1), set_field(n_buffers=3), set_field(length=-1), set_field(n_children=1)):
        with spoilt(change, column) as bad:
            with pytest.raises(ValueError, match="arrow: "):
                hashlane.digest_many("sha256", bad)


def test_table_column_and_batch():
    table = pa.table({"name": ["a", "b", None]})
    check(table["name"])
    check(pa.record_batch({"name": ["a", None]})["name"])


def test_the_result_outlives_its_maker():
    digests = hashlane.digest_many("sha256", pa.array(["abc"] * 1000))
    array = pa.array(digests)
    del digests
    assert set(array.to_pylist()) == set(expected(["abc"]))
    hashlane.digest_many("sha256", pa.array(["abc"])).__arrow_c_array__()  # never taken over
    hashlane.digest_many("sha256", pa.array(["abc"])).__arrow_c_array__(requested_schema=None)
    assert pa.field(hashlane.digest_many("shake128", pa.array(["abc"]), 7)).type == pa.binary(7)


@pytest.mark.parametrize("column", [
    pa.array([1, 2]), pa.array([1, 2]).dictionary_encode(), pa.array([["a"]]), pa.array([{"a": "b"}]), pa.nulls(3),
    pa.table({"a": ["b"]})], ids=lambda c: str(c.schema if hasattr(c, "schema") else c.type))
def test_another_type(column):
    with pytest.raises(TypeError, match="arrow: binary, string"):
        hashlane.digest_many("sha256", column)


class Exporter:
    """Any pair of capsules."""

    def __init__(self, *given):
        self.given = given

    def __arrow_c_array__(self, requested_schema=None):
        return self.given if len(self.given) != 1 else self.given[0]


class CArray(ctypes.Structure):
    _fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
                ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64),
                ("buffers", ctypes.POINTER(ctypes.c_void_p)), ("children", ctypes.POINTER(ctypes.c_void_p)),
                ("dictionary", ctypes.c_void_p)]


def structure_of(capsule):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return CArray.from_address(get(capsule, b"arrow_array"))


@contextlib.contextmanager
def spoilt(change, column):
    """The column with a changed structure, which is as it was when its maker takes it back."""
    schema, array = column.__arrow_c_array__()
    structure = structure_of(array)
    before = bytes(structure)
    change(structure)
    yield Exporter(schema, array)
    ctypes.memmove(ctypes.addressof(structure), before, len(before))


def offsets(dtype, *values):
    kept = numpy.array(values, dtype)

    def change(structure):
        structure.buffers[1] = kept.ctypes.data
    return change


def set_field(**fields):
    return lambda structure: [setattr(structure, *pair) for pair in fields.items()]


def no_buffer(number):
    def change(structure):
        structure.buffers[number] = None
    return change


MALFORMED = [
    ("backwards", offsets("i4", 0, 3, 2, 3), pa.string()),
    ("below zero", offsets("i4", -1, 3, 4, 5), pa.string()),
    ("backwards at the end", offsets("i4", 0, 3, 5, 4), pa.binary()),
    ("backwards, 64 bits", offsets("i8", 0, 3, 2, 3), pa.large_string()),
    ("below zero, 64 bits", offsets("i8", -2**63, 3, 4, 5), pa.large_binary()),
    ("negative length", set_field(length=-1), pa.string()),
    ("negative offset", set_field(offset=-1), pa.string()),
    ("huge length", set_field(length=2**62), pa.string()),
    ("huge offset", set_field(offset=2**62), pa.string()),
    ("two buffers", set_field(n_buffers=2), pa.string()),
    ("children", set_field(n_children=1), pa.string()),
    ("no offsets", no_buffer(1), pa.string()),
    ("no data", no_buffer(2), pa.string()),
]


@pytest.mark.parametrize("change, kind", [pytest.param(*row[1:], id=row[0]) for row in MALFORMED])
def test_malformed(change, kind):
    with spoilt(change, pa.array(["abc", "defg", "h"], kind)) as column:
        with pytest.raises(ValueError, match="arrow: "):
            hashlane.digest_many("sha256", column)


def test_malformed_rows():
    for change in (no_buffer(1), set_field(n_buffers=3), set_field(length=-1), set_field(length=2**59)):
        with spoilt(change, pa.array([b"abc", b"def"], pa.binary(3))) as column:
            with pytest.raises((ValueError, MemoryError)):
                hashlane.digest_many("sha256", column)


@pytest.mark.parametrize("view", [(-1, 0, 0, 0), (13, 0, 1, 0), (13, 0, -1, 0), (13, 0, 0, -1), (13, 0, 0, 8),
                                  (2**31 - 1, 0, 0, 0), (13, 0, 2**31 - 1, 0)], ids=str)
def test_malformed_views(view):
    views = numpy.array([*view], "i4")
    with spoilt(set_field(length=1), pa.array(["x" * 20], pa.string_view())) as column:
        structure_of(column.given[1]).buffers[1] = views.ctypes.data
        with pytest.raises(ValueError, match="arrow: "):
            hashlane.digest_many("sha256", column)
        views[:] = (13, 0, 0, 7)
        assert list(hashlane.digest_many("sha256", column)) == expected(["x" * 13])


def test_no_capsules():
    schema, array = pa.array(["a"]).__arrow_c_array__()
    for given in [(schema,), (array, schema), (1, 2), (schema, array, array), (schema, schema)]:
        with pytest.raises((TypeError, ValueError)):
            hashlane.digest_many("sha256", Exporter(*given))


def test_a_pair_twice():
    pair = pa.array(["a"]).__arrow_c_array__()
    assert len(hashlane.digest_many("sha256", Exporter(*pair))) == 1
    pa.array(Exporter(*pair))  # takes it over
    with pytest.raises(ValueError, match="released"):
        hashlane.digest_many("sha256", Exporter(*pair))


def test_a_stream_that_fails():
    def batches():
        yield pa.record_batch({"a": ["b"]})
        raise RuntimeError("the disk is gone")

    class Stream:
        def __arrow_c_stream__(self, requested_schema=None):
            reader = pa.RecordBatchReader.from_batches(pa.schema({"a": pa.string()}), batches())
            return reader.__arrow_c_stream__()
    with pytest.raises(TypeError):  # a batch is a struct
        hashlane.digest_many("sha256", Stream())


@settings(max_examples=80)
@given(st.lists(st.none() | st.binary(max_size=200), max_size=40), st.integers(0, 20), st.integers(0, 20),
       st.sampled_from([pa.binary(), pa.large_binary(), pa.binary_view()]))
def test_any_column(values, start, size, kind):
    check(pa.array(values, kind).slice(start, size))
