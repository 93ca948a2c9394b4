# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane.datafusion in the released DataFusion: its own sha256 and hashlib, batches, partitions, types, errors.
pytest runs it: tests/integrations/dataframes.py."""
import hashlib

import datafusion
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hashlane
import hashlane.datafusion


def session(*batches, partitions=1):
    context = datafusion.SessionContext(datafusion.SessionConfig().with_target_partitions(partitions))
    assert hashlane.datafusion.register(context) == ["hashlane_digest", "hashlane_digest_text", "hashlane_hex", "hashlane_hex_text"]
    context.register_record_batches("t", [list(batches)])
    return context


def column(context, expression, more=""):
    """The values of an expression over t."""
    return [value for batch in context.sql(f"SELECT {expression} AS r FROM t {more}").collect() for value in batch["r"].to_pylist()]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.none() | st.binary(max_size=200), min_size=1, max_size=40), st.integers(0, 40))
def test_as_hashlib(values, cut):
    """Any bytes, in two batches."""
    batch = pa.record_batch({"x": pa.array(values, pa.binary())})
    context = session(batch.slice(0, cut), batch.slice(cut))
    wanted = [None if value is None else hashlib.sha256(value).digest() for value in values]
    assert column(context, "hashlane_digest('sha256', x)") == column(context, "sha256(x)") == wanted
    assert column(context, "hashlane_hex('sha256', x)") == [None if digest is None else digest.hex() for digest in wanted]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()], ids=str)
def test_text(kind):
    values = ["", "a", None, "é" * 100, "x" * 13]
    context = session(pa.record_batch({"x": pa.array(values, kind)}))
    wanted = [None if value is None else hashlib.sha3_256(value.encode()).digest() for value in values]
    assert column(context, "hashlane_digest_text('sha3-256', x)") == wanted
    assert column(context, "hashlane_hex_text('sha3-256', x)") == [None if digest is None else digest.hex() for digest in wanted]
    assert column(context, "hashlane_hex('sha3-256', arrow_cast(x, 'Binary'))") == column(context, "hashlane_hex_text('sha3-256', x)")


def test_all_algorithms():
    context = session(pa.record_batch({"x": [b"abc", None]}))
    for name in hashlane.algorithms_available - {"tuplehash128", "tuplehash256", "tuplehashxof128", "tuplehashxof256"}:
        assert column(context, f"hashlane_digest('{name}', x)") == [hashlane.digest(name, b"abc"), None]


def test_partitions_and_many_rows():
    """Several batches at the same time; literals; groups; no rows; a null in the place of the algorithm."""
    values = [f"row {i}".encode() for i in range(50_000)]
    batches = pa.table({"x": values, "g": [i % 7 for i in range(50_000)]}).to_batches(max_chunksize=1000)
    context = datafusion.SessionContext(datafusion.SessionConfig().with_target_partitions(4))
    hashlane.datafusion.register(context)
    context.register_record_batches("t", [batches[k::4] for k in range(4)])
    assert column(context, "count(*)", "WHERE hashlane_digest('sha512', x) <> sha512(x)") == [0]
    most = [max(hashlib.sha256(value).hexdigest() for value in values[g::7]) for g in range(7)]
    assert column(context, "max(hashlane_hex('sha256', x))", "GROUP BY g ORDER BY g") == most
    assert column(context, "hashlane_hex('sha256', x)", "WHERE g > 7") == []
    assert column(context, "hashlane_hex_text('sha256', 'abc')", "LIMIT 1") == [hashlib.sha256(b"abc").hexdigest()]
    assert column(context, "hashlane_hex(NULL, x)", "LIMIT 2") == [None, None]


def test_functions_of_one_algorithm():
    """Their names and types; also for batches without rows."""
    context = session(pa.record_batch({"x": pa.array([b"a", None], pa.binary()), "s": ["a", None]}))
    assert hashlane.datafusion.register(context, ["sha256", "shake_128"])[4:] == [
        "hashlane_sha256", "hashlane_sha256_text", "hashlane_shake128", "hashlane_shake128_text"]
    for expression, wanted in (("hashlane_sha256(x)", hashlib.sha256(b"a").digest()), ("hashlane_sha256_text(s)", hashlib.sha256(b"a").digest()),
                               ("hashlane_shake128(x)", hashlib.shake_128(b"a").digest(32))):
        assert column(context, expression) == [wanted, None]
        assert column(context, expression, "WHERE s = 'b'") == []
        assert context.sql(f"SELECT {expression} AS r FROM t").schema().field("r").type == pa.binary(32)
    with pytest.raises(ValueError, match="did you mean 'sha256'"):
        hashlane.datafusion.register(context, ["sha26"])
    with pytest.raises(TypeError, match="key"):
        hashlane.datafusion.register(context, ["kmac128"])


def test_errors():
    context = session(pa.record_batch({"x": [b"a", b"b"], "i": [1, 2], "name": ["sha256", "sha512"], "some": ["sha256", None]}))
    for expression, text in (("hashlane_hex('sha26', x)", "no such algorithm: 'sha26'; did you mean 'sha256'"),
                             ("hashlane_hex('kmac128', x)", "key"),
                             ("hashlane_hex(name, x)", "the algorithm must be the same in all rows"),
                             ("hashlane_digest(some, x)", "the algorithm must be the same in all rows"),
                             ("hashlane_hex('sha256', i)", "coerce"), ("hashlane_hex(x)", "coerce|arguments")):
        with pytest.raises(Exception, match=text):
            column(context, expression)
    assert column(context, "hashlane_hex('sha256', x)")  # the session goes on
