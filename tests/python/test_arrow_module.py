# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane.arrow: columns of pyarrow in, columns of pyarrow out, and functions of pyarrow.compute."""
import hashlib
import hmac
import subprocess
import sys

import pyarrow as pa
import pyarrow.compute as compute
import pyarrow.dataset as dataset
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_arrow import spoilt, set_field

import hashlane
import hashlane.arrow

KINDS = [pa.binary(), pa.large_binary(), pa.string(), pa.large_string(), pa.binary_view(), pa.string_view()]
values = st.lists(st.none() | st.text(max_size=80), max_size=40)


def sha256(value):
    return None if value is None else hashlib.sha256(value.encode() if isinstance(value, str) else value).digest()


def in_digits(digests):
    return [None if digest is None else digest.hex() for digest in digests]


@settings(max_examples=100, deadline=None)
@given(values, st.sampled_from(KINDS), st.lists(st.integers(0, 40), max_size=3))
def test_as_hashlib(all_values, kind, cuts):
    """Any values, in any type, whole, in slices and in chunks."""
    array = pa.array(all_values, kind)
    wanted = [sha256(value) for value in all_values]
    digests = hashlane.arrow.digest(array, "sha256")
    digests.validate(full=True)
    assert digests.type == pa.binary(32) and digests.to_pylist() == wanted
    digits = hashlane.arrow.hex(array, "sha256")
    digits.validate(full=True)
    assert digits.type == pa.string() and digits.to_pylist() == in_digits(wanted)
    ends = [0, *sorted(min(cut, len(array)) for cut in cuts), len(array)]
    for a, b in zip(ends, ends[1:]):
        assert hashlane.arrow.digest(array.slice(a, b - a), "sha256").to_pylist() == wanted[a:b]
        assert hashlane.arrow.hex(array.slice(a, b - a), "sha256").to_pylist() == in_digits(wanted[a:b])
    chunks = pa.chunked_array([array.slice(a, b - a) for a, b in zip(ends, ends[1:])], kind)
    for result, expected in ((hashlane.arrow.digest(chunks, "sha256", threads=2), wanted),
                             (hashlane.arrow.hex(chunks, "sha256"), in_digits(wanted))):
        assert result.to_pylist() == expected
        assert [len(chunk) for chunk in result.chunks] == [len(chunk) for chunk in chunks.chunks]


def test_dictionaries_and_rows_of_one_size():
    words = pa.array(["a", None, "b", "a"] * 5).dictionary_encode()
    assert hashlane.arrow.digest(words, "sha256").to_pylist() == [sha256(word) for word in words.to_pylist()]
    assert hashlane.arrow.hex(words.slice(2), "sha256").to_pylist() == in_digits(map(sha256, words.to_pylist()[2:]))
    once = hashlane.arrow.digest(words, "sha256")
    assert hashlane.arrow.digest(once, "sha256").to_pylist() == [sha256(digest) for digest in once.to_pylist()]
    for nothing in (pa.nulls(3), pa.nulls(3).dictionary_encode()):
        for column in (nothing, pa.chunked_array([nothing.slice(1), nothing.slice(2)])):
            digests = hashlane.arrow.digest(column, "sha256")
            assert digests.type == pa.binary(32) and digests.null_count == len(digests) == 3
    assert hashlane.arrow.hex(pa.chunked_array([], pa.string()), "sha256").type == pa.string()


def test_the_column_is_not_copied():
    """What is allocated for a column of 10 MB is its digests."""
    array = pa.array([b"x" * 100_000] * 100)
    before = pa.total_allocated_bytes()
    digests = hashlane.arrow.digest(array, "sha256")
    assert pa.total_allocated_bytes() == before
    assert digests.nbytes < 100 * 32 + 100


def test_algorithms_lengths_and_keys():
    array = pa.array(["abc", None])
    for name in hashlane.algorithms_available:
        size = hashlane.algorithms[name].digest_size
        assert hashlane.arrow.digest(array, name).to_pylist() == [hashlane.digest(name, b"abc"), None]
        assert hashlane.arrow.digest(array, name).type == pa.binary(size)
    assert hashlane.arrow.hex(array, "shake128", 5).to_pylist() == [hashlib.shake_128(b"abc").hexdigest(5), None]
    assert hashlane.arrow.mac(array, "hmac-sha256", b"key").to_pylist() == [hmac.digest(b"key", b"abc", "sha256"), None]
    tag = hashlane.arrow.mac(array, "kmac128", b"key", 20, customization=b"app", threads=2)
    assert tag.to_pylist() == [hashlane.digest("kmac128", b"abc", 20, key=b"key", customization=b"app"), None]


@pytest.mark.parametrize("wrong", [
    pa.array([1]), pa.array([["a"]]), pa.array([{"a": "b"}]), pa.array([1.5]), pa.array([True]), pa.array([1]).dictionary_encode(),
    pa.array([bytes(16)], pa.uuid()), pa.array([], pa.map_(pa.string(), pa.string())),
    pa.RunEndEncodedArray.from_arrays(pa.array([1], pa.int32()), pa.array(["a"]))], ids=lambda array: str(array.type))
def test_refused_types(wrong):
    for function in (hashlane.arrow.digest, hashlane.arrow.hex):
        for column in (wrong, pa.chunked_array([wrong])):
            with pytest.raises(TypeError) as error:
                function(column, "sha256")
            assert f"a column of the type {wrong.type} has no bytes to digest" in str(error.value)


def test_refused_arguments():
    array = pa.array(["a"])
    for arguments, error, match in (
            ((array, "sha25"), ValueError, "did you mean 'sha256'"), ((array, "sha256", 31), ValueError, "length must be 32"),
            ((array, "kmac128"), TypeError, "key"), ((["a"], "sha256"), TypeError, "an array of Arrow is required, not list"),
            ((None, "sha256"), TypeError, "an array of Arrow is required, not NoneType")):
        with pytest.raises(error, match=match):
            hashlane.arrow.digest(*arguments)
    with pytest.raises(TypeError, match="key"):
        hashlane.arrow.mac(array, "sha256", b"key")
    with spoilt(set_field(length=-1), array) as bad, pytest.raises(ValueError):
        hashlane.arrow.digest(bad, "sha256")


def test_rows():
    texts, numbers = pa.array(["a", None, "c"]), pa.array([1, 2, 3])
    table = pa.table({"t": texts, "n": numbers})
    wanted = list(hashlane.row_digest("sha256", table))
    for columns in (table, table.to_batches()[0], table.to_struct_array(), table.to_batches()[0].to_struct_array(),
                    [texts, numbers], (pa.chunked_array([texts]), numbers), table.columns):
        digests = hashlane.arrow.row_digest(columns, "sha256")
        assert digests.type == pa.binary(32) and digests.to_pylist() == wanted
    assert isinstance(hashlane.arrow.row_digest([texts, numbers], "sha256"), pa.FixedSizeBinaryArray)
    cut = pa.chunked_array([table.to_struct_array().combine_chunks().slice(0, 1), table.to_struct_array().combine_chunks().slice(1)])
    assert [len(chunk) for chunk in hashlane.arrow.row_digest(cut, "sha256").chunks] == [1, 2]
    uneven = [pa.chunked_array([["a"], ["b", "c"]]), pa.chunked_array([[1, 2], [3]])]
    even = [pa.array(["a", "b", "c"]), pa.array([1, 2, 3])]
    assert hashlane.arrow.row_digest(uneven, "sha256").to_pylist() == hashlane.arrow.row_digest(even, "sha256").to_pylist()
    for wrong in ([texts, numbers.slice(1)], [texts, pa.chunked_array([[1]])]):
        with pytest.raises(ValueError):
            hashlane.arrow.row_digest(wrong, "sha256")
    with pytest.raises(TypeError, match="the column '1' is a duration"):
        hashlane.arrow.row_digest([texts, pa.array([1, 2, 3], pa.duration("s"))], "sha256")


def test_compute_functions():
    names = hashlane.arrow.register()
    assert names == hashlane.arrow.register() and len(names) == len(set(names))
    assert set(names) <= set(compute.list_functions())
    table = pa.table({"x": ["a", None, "b"]})
    wanted = [sha256(value) for value in table["x"].to_pylist()]
    assert compute.call_function("hashlane_sha256_string", [table["x"]]).to_pylist() == wanted
    assert compute.call_function("hashlane_sha256_string", [pa.scalar("a")]).as_py() == wanted[0]
    assert compute.call_function("hashlane_sha256_string", [pa.scalar(None, pa.string())]).as_py() is None
    expression = compute.Expression._call("hashlane_sha3_256_large_binary", [dataset.field("x").cast(pa.large_binary())])
    read = dataset.InMemoryDataset(table).to_table(columns={"d": expression})["d"]
    assert read.to_pylist() == [None if v is None else hashlib.sha3_256(v.encode()).digest() for v in table["x"].to_pylist()]
    assert hashlane.arrow.register(["sha256"], [pa.binary(4)]) == ["hashlane_sha256_fixed_size_binary_4"]
    assert compute.call_function("hashlane_sha256_fixed_size_binary_4", [pa.array([b"abcd"], pa.binary(4))])[0].as_py() == sha256(b"abcd")
    with pytest.raises(ValueError, match="no such algorithm"):
        hashlane.arrow.register(["sha25"])
    with pytest.raises(TypeError, match="int64 has no bytes to digest"):
        hashlane.arrow.register(["sha256"], [pa.int64()])
    with pytest.raises(TypeError):
        hashlane.arrow.register(["kmac128"])


def test_without_pyarrow():
    """The module is imported without it, and a call says what is missing."""
    code = ("import sys; sys.modules['pyarrow'] = None\nimport hashlane.arrow\n"
            "try:\n    hashlane.arrow.digest([], 'sha256')\nexcept ImportError as why:\n    print(why)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "pyarrow" in done.stdout and done.returncode == 0, done.stderr
