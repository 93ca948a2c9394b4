# SPDX-License-Identifier: Apache-2.0 OR MIT
"""polars-hashlane in the released Polars: random columns against hashlib, chunks, lazy and streaming, the vectors of rows, errors.
pytest runs it: tests/integrations/dataframes.py."""
import contextlib
import hashlib
import hmac
import pathlib
import sys
import threading
import time

import polars as pl
import polars_hashlane  # noqa: F401
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hashlane

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))
from test_rows import VECTORS, NotInArrow, layouts, row_of  # noqa: E402

ENGINES = ("in-memory", "streaming")
texts = st.lists(st.none() | st.text(max_size=60), max_size=30)


def sha256(value):
    return None if value is None else hashlib.sha256(value.encode() if isinstance(value, str) else value).digest()


def digits(values):
    return [None if value is None else sha256(value).hex() for value in values]


def result(frame, expression, engine="in-memory"):
    """The column of an expression in a lazy query, whose type is what the plan said."""
    query = frame.lazy().select(out=expression)
    made = query.collect(engine=engine)
    assert query.collect_schema() == made.schema
    return made["out"]


@settings(max_examples=60, deadline=None)
@given(texts, st.lists(st.integers(0, 30), max_size=3), st.sampled_from(ENGINES))
def test_as_hashlib(values, cuts, engine):
    """Text and bytes, whole, in slices and in chunks."""
    whole = pl.Series("x", values, dtype=pl.String)
    ends = [0, *sorted(min(cut, len(whole)) for cut in cuts), len(whole)]
    chunked = pl.concat([whole.slice(a, b - a) for a, b in zip(ends, ends[1:])], rechunk=False)
    for column in (whole, chunked, whole.cast(pl.Binary), chunked.slice(1), whole.cast(pl.Categorical)):
        frame = column.to_frame()
        plain = column.cast(pl.String).to_list() if column.dtype != pl.Binary else column.to_list()
        made = result(frame, pl.col("x").hashlane.digest("sha256"), engine)
        assert made.dtype == pl.Binary and made.to_list() == [sha256(value) for value in plain]
        made = result(frame, pl.col("x").hashlane.hex("sha256", threads=2), engine)
        assert made.dtype == pl.String and made.to_list() == digits(plain)


def test_other_columns():
    frame = pl.DataFrame({
        "enum": pl.Series(["a", "b", None, "a"], dtype=pl.Enum(["a", "b", "c"])),
        "null": pl.Series([None] * 4, dtype=pl.Null),
        "list": [["a", None, "b"], None, [], ["a" * 99]],
        "nested": [[["a"], []], None, [None], []],
        "array": pl.Series([["a", "b"], None, ["c", None], ["d", "e"]], dtype=pl.Array(pl.String, 2)),
    })
    hexed = pl.element().hashlane.hex("sha256")
    wanted = {
        "enum": (pl.col("enum").hashlane.hex("sha256"), digits(["a", "b", None, "a"])),
        "null": (pl.col("null").hashlane.digest("sha256"), [None] * 4),
        "list": (pl.col("list").list.eval(hexed), [digits(["a", None, "b"]), None, [], digits(["a" * 99])]),
        "nested": (pl.col("nested").list.eval(pl.element().list.eval(hexed)), [[digits(["a"]), []], None, [None], []]),
        "array": (pl.col("array").arr.eval(hexed), [digits(["a", "b"]), None, digits(["c", None]), digits(["d", "e"])]),
    }
    for name, (expression, values) in wanted.items():
        for engine in ENGINES:
            assert result(frame, expression, engine).to_list() == values, (name, engine)
    assert result(frame, pl.col("list").list.eval(hexed)).dtype == pl.List(pl.String)


def test_in_queries():
    """Within filters, groups, joins and windows."""
    frame = pl.DataFrame({"g": [1, 2, 1, 2, 1], "x": ["a", "b", "c", None, "a"]})
    digest = pl.col("x").hashlane.hex("sha256")
    for engine in ENGINES:
        kept = frame.lazy().filter(digest == sha256("a").hex()).collect(engine=engine)
        assert kept["g"].to_list() == [1, 1]
        groups = frame.lazy().group_by("g").agg(digest.sort()).sort("g").collect(engine=engine)
        assert groups["x"].to_list() == [sorted(digits(["a", "c", "a"])), [None, *digits(["b"])]]
        joined = frame.lazy().with_columns(d=digest).join(frame.lazy().select(d=digest).unique(), on="d").collect(engine=engine)
        assert joined.height == 4
    assert frame.select(digest.over("g"))["x"].to_list() == digits(frame["x"])
    assert frame.select(pl.lit("abc").hashlane.hex("sha256")).item() == hashlib.sha256(b"abc").hexdigest()
    assert frame.select(pl.col("g", "x").cast(pl.String).hashlane.hex("sha256"))["g"].to_list() == digits("12121")


def test_many_rows():
    values = [f"row {i}" * (i % 9) if i % 13 else None for i in range(70_000)]
    frame = pl.DataFrame({"x": values})
    for engine in ENGINES:
        assert result(frame, pl.col("x").hashlane.hex("sha256"), engine).to_list() == digits(values)
        rows = result(frame, pl.struct("x").hashlane.row_digest("sha256"), engine)
        assert rows.equals(pl.Series("out", list(hashlane.row_digest("sha256", frame))))


def test_algorithms_lengths_and_keys():
    frame = pl.DataFrame({"x": ["abc", None]})
    for name in hashlane.algorithms_available:
        assert result(frame, pl.col("x").hashlane.digest(name)).to_list() == [hashlane.digest(name, b"abc"), None]
    assert result(frame, pl.col("x").hashlane.hex("shake128", 7)).to_list() == [hashlib.shake_128(b"abc").hexdigest(7), None]
    for method, empty, kind in (("digest", b"", pl.Binary), ("hex", "", pl.String)):
        for engine in ENGINES:
            none = result(frame, getattr(pl.col("x").hashlane, method)("shake128", 0), engine)
            assert none.to_list() == [empty, None] and none.dtype == kind
    assert result(frame, pl.col("x").hashlane.mac("hmac-sha256", b"key")).to_list() == [hmac.digest(b"key", b"abc", "sha256"), None]
    tag = hashlane.digest("kmac128", b"abc", 20, key=b"key", customization=b"app")
    assert result(frame, pl.col("x").hashlane.mac("kmac128", b"key", 20, customization=b"app")).to_list() == [tag, None]
    plan = frame.lazy().select(pl.col("x").hashlane.mac("kmac128", b"key of the test")).explain()
    assert "key of the test" not in plan and "python_udf" in plan.lower()


def polars_row(vector):
    """A struct of Polars with the values of a vector: of each value the layout that Polars keeps as it is."""
    def kept(kind):
        return not (pa.types.is_date64(kind) or pa.types.is_time32(kind) or pa.types.is_decimal32(kind) or pa.types.is_decimal64(kind)
                    or (pa.types.is_timestamp(kind) and kind.unit == "s") or pa.types.is_large_list(kind) or kind == pa.struct([]))
    columns = []
    for value in vector["values"]:
        if value["kind"] == "integer" and not -2**63 <= int(value["value"]) < 2**64:
            wide = pl.Int128 if int(value["value"]) < 2**127 else pl.UInt128
            columns.append(pl.Series([int(value["value"])], dtype=wide))
            continue
        columns.append(pl.Series(pl.from_arrow(next(array for array in layouts(value) if kept(array.type)))))
    return pl.DataFrame([column.alias(str(k)) for k, column in enumerate(columns)])


NOT_IN_POLARS = {"no column", "an empty struct", "time 24:00:00"}


@pytest.mark.parametrize("vector", [v for v in VECTORS if v["name"] not in NOT_IN_POLARS], ids=lambda v: v["name"])
def test_vectors(vector):
    frame = polars_row(vector)
    for name, digest in vector["digests"].items():
        made = frame.select(pl.struct(pl.all()).hashlane.row_digest(name)).to_series()
        assert made.to_list() == [bytes.fromhex(digest)]


def test_rows():
    frame = pl.DataFrame({"s": [{"a": 1, "b": "x"}, None, {"a": None, "b": "y"}]})
    made = result(frame, pl.col("s").hashlane.row_digest("sha256"), "streaming")
    wanted = row_of([pa.array([1, None]), pa.array(["x", "y"])])
    assert made.drop_nulls().to_list() == list(hashlane.row_digest("sha256", wanted)) and made.null_count() == 1
    chunks = pl.concat([frame, frame.slice(1)], rechunk=False)
    assert result(chunks, pl.col("s").hashlane.row_digest("sha256")).to_list() == made.to_list() + made.to_list()[1:]
    words = pl.DataFrame({"w": pl.Series(["a", "b", None, "a"], dtype=pl.Categorical)})
    assert result(words, pl.struct("w").hashlane.row_digest("sha256")).to_list() == result(
        words.cast(pl.String), pl.struct("w").hashlane.row_digest("sha256")).to_list()


@pytest.mark.parametrize("expression, error, text", [
    (pl.col("i").hashlane.digest("sha256"), TypeError, "a column of the type Int64 has no bytes to digest"),
    (pl.col("l").hashlane.hex("sha256"), TypeError, r"a column of the type List\(String\) has no bytes to digest"),
    (pl.col("x").hashlane.digest("sha26"), ValueError, "no such algorithm: 'sha26'; did you mean 'sha256'"),
    (pl.col("x").hashlane.digest("sha256", 31), ValueError, "length must be 32, the bytes of a digest of sha256, not 31"),
    (pl.col("x").hashlane.digest("kmac128"), TypeError, "key"),
    (pl.col("x").hashlane.mac("sha256", b"key"), TypeError, "key"),
    (pl.col("x").hashlane.row_digest("sha256"), TypeError, "row_digest takes a struct, not a column of the type String"),
    (pl.struct("d").hashlane.row_digest("sha256"), TypeError, "row: the column 'd' is a duration, which has no encoding in a row"),
    (pl.struct("x").hashlane.row_digest("tuplehash128"), TypeError, "hashes tuples"),
], ids=str)
def test_errors(expression, error, text):
    frame = pl.DataFrame({"i": [1], "x": ["a"], "l": [["a"]]}).with_columns(d=pl.duration(seconds=1))
    for engine in ENGINES:
        with pytest.raises(error, match=text):
            frame.lazy().select(expression).collect(engine=engine)


@pytest.mark.parametrize("work", [
    lambda frame: frame.select(pl.col("x").hashlane.digest("ascon-hash256")),
    lambda frame: frame.select(pl.struct("x").hashlane.row_digest("ascon-hash256"))], ids=["digest", "row_digest"])
def test_no_gil(work):
    """Another thread runs before the work has ended: once in ten times, since a busy machine may wake it late."""
    frame = pl.DataFrame({"x": [b"x" * 4000] * 30_000})

    def seen_before_the_end():
        begun, ended, seen = threading.Event(), threading.Event(), []

        def look():
            begun.wait()
            time.sleep(0.001)
            seen.append(not ended.is_set())
        thread = threading.Thread(target=look)
        thread.start()
        begun.set()
        work(frame)
        ended.set()
        thread.join()
        return seen == [True]
    assert any(seen_before_the_end() for _ in range(10))
