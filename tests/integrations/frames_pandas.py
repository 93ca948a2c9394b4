# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane.pandas in the released pandas: random columns against hashlib, types, indices, what is missing, rows, errors.
pytest runs it: tests/integrations/dataframes.py."""
import hashlib
import hmac

import numpy
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hashlane
import hashlane.arrow
import hashlane.pandas

DTYPES = ["str", "object", "string", "category", pd.ArrowDtype(pa.string()), pd.ArrowDtype(pa.large_string()),
          pd.ArrowDtype(pa.string_view())]


def digits(values):
    return [None if value is None else hashlib.sha256(value.encode()).hexdigest() for value in values]


def plain(series):
    """The values, None for what is missing."""
    return [None if value is pd.NA else value for value in series]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.none() | st.text(max_size=60), max_size=20), st.sampled_from(DTYPES), st.integers(0, 3))
def test_as_hashlib(values, dtype, first):
    index = [f"row {i}" for i in range(len(values))][::-1]
    series = pd.Series(values, dtype=dtype, index=index, name="a name")[first:]
    hexed = series.hashlane.hex("sha256")
    assert plain(hexed) == digits(values[first:])
    assert list(hexed.index) == index[first:] and hexed.name == "a name" and hexed.dtype == pd.ArrowDtype(pa.string())
    digests = series.hashlane.digest("sha256", threads=2)
    assert [None if d is None else d.hex() for d in plain(digests)] == digits(values[first:])
    assert digests.dtype == pd.ArrowDtype(pa.binary(32))


def test_bytes_and_what_is_missing():
    for series in (pd.Series([b"a", None, float("nan"), pd.NA, b"b"]), pd.Series(["a", None, float("nan"), pd.NA, "b"], dtype=object)):
        assert plain(series.hashlane.hex("sha256")) == digits(["a", None, None, None, "b"])
    assert plain(pd.Series([None, None], dtype=object).hashlane.digest("sha256")) == [None, None]
    assert plain(pd.Series([], dtype=object).hashlane.hex("sha256")) == []
    chunks = pd.Series(pd.arrays.ArrowExtensionArray(pa.chunked_array([["a"], [], ["b", None]])))
    assert plain(chunks.hashlane.hex("sha256")) == digits(["a", "b", None])


def test_algorithms_lengths_and_keys():
    series = pd.Series(["abc", None])
    for name in hashlane.algorithms_available:
        assert plain(series.hashlane.digest(name)) == [hashlane.digest(name, b"abc"), None]
    assert plain(series.hashlane.hex("shake128", 7)) == [hashlib.shake_128(b"abc").hexdigest(7), None]
    assert plain(series.hashlane.mac("hmac-sha256", b"key")) == [hmac.digest(b"key", b"abc", "sha256"), None]
    assert plain(series.hashlane.mac("kmac128", b"key", 20)) == [hashlane.digest("kmac128", b"abc", 20, key=b"key"), None]


def test_rows():
    moments = pd.to_datetime(["2024-02-29T12:34:56.123456", None])
    frame = pd.DataFrame({"text": ["a", None], "integer": [1, 2], "float": [1.5, numpy.nan], "nullable": pd.array([1, None], "Int32"),
                          "bool": [True, False], "local": moments, "instant": moments.tz_localize("UTC"),
                          "word": pd.Categorical(["x", "y"]), "list": [[1, 2], None]}, index=[7, 9])
    table = pa.table({"text": ["a", None], "integer": [1, 2], "float": [1.5, None], "nullable": [1, None], "bool": [True, False],
                      "local": pa.array(moments), "instant": pa.array(moments, pa.timestamp("ns", "UTC")), "word": ["x", "y"],
                      "list": [[1, 2], None]})
    made = frame.hashlane.row_digest("sha256")
    assert list(made) == list(hashlane.row_digest("sha256", table))
    assert list(made.index) == [7, 9] and made.dtype == pd.ArrowDtype(pa.binary(32))
    example = pd.DataFrame({"a": ["ab"], "b": ["c"]})
    assert example.hashlane.row_digest("sha256")[0].hex() == "4d276dcc1514ecf3b16f21f9ad7578b7af910d18a402b033c77a74d65c21e04b"
    assert list(example[:0].hashlane.row_digest("sha256")) == []


def test_nan_in_rows():
    """It is a null where pandas has it for what is missing, also within a list, and a float64 in a column of Arrow."""
    nan = float("nan")
    objects = pd.DataFrame({"x": pd.Series([[1.5, nan], [nan, nan]], dtype=object), "y": pd.Series([nan, 1.5], dtype=object)})
    assert list(objects.hashlane.row_digest("sha256")) == list(hashlane.row_digest("sha256", pa.table(
        {"x": [[1.5, None], [None, None]], "y": [None, 1.5]})))
    column = pa.array([nan, None, 1.5])
    arrow = pd.DataFrame({"x": pd.arrays.ArrowExtensionArray(column)})
    assert list(arrow.hashlane.row_digest("sha256")) == list(hashlane.row_digest("sha256", pa.table({"x": column})))


def test_errors():
    for series, error, text in ((pd.Series([1, 2]), TypeError, "a column of the type int64 has no bytes to digest"),
                                (pd.Series([1.5]), TypeError, "a column of the type double has no bytes to digest"),
                                (pd.Series(["a", 1], dtype=object), TypeError, "Expected bytes"),
                                (pd.Series([["a"]]), TypeError, "has no bytes to digest")):
        with pytest.raises(error, match=text):
            series.hashlane.digest("sha256")
    series = pd.Series(["a"])
    with pytest.raises(ValueError, match="did you mean 'sha256'"):
        series.hashlane.hex("sha26")
    with pytest.raises(TypeError, match="key"):
        series.hashlane.mac("sha256", b"key")
    with pytest.raises(TypeError, match="row: the column 'd' is a duration"):
        pd.DataFrame({"d": pd.to_timedelta(["1s"])}).hashlane.row_digest("sha256")
    with pytest.raises(ValueError, match="the frame has no columns"):
        pd.DataFrame(index=[1, 2]).hashlane.row_digest("sha256")
