#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Nanoseconds a row of SHA-256 in data frames, and of what each has already: bench.py [--rows N] [--rounds N]

Every call runs once in each round, and its least processor time of all rounds counts. The results of all are compared first.
The times of DataFusion are without that of the scan, which is measured in the same rounds. Needs pyarrow, polars, polars-hash,
pandas and datafusion beside hashlane and polars-hashlane. It sets one thread for Polars and DataFusion.
"""
import argparse
import hashlib
import os
import time

os.environ["POLARS_MAX_THREADS"] = "1"

import datafusion  # noqa: E402
import pandas  # noqa: E402
import polars as pl  # noqa: E402
import polars_hash  # noqa: E402
import polars_hashlane  # noqa: E402, F401
import pyarrow as pa  # noqa: E402

import hashlane.arrow  # noqa: E402
import hashlane.datafusion  # noqa: E402
import hashlane.pandas  # noqa: E402, F401

SIZES = (32, 200, 1024)
SCAN = "DataFusion: scan"


def texts(rows, size):
    """Different texts of that many bytes."""
    return [hashlib.shake_128(str(i).encode()).hexdigest((size + 1) // 2)[:size] for i in range(rows)]


def session(column):
    context = datafusion.SessionContext(datafusion.SessionConfig().with_target_partitions(1))
    hashlane.datafusion.register(context, ["sha256"])
    context.register_record_batches("t", [pa.table({"x": column}).to_batches(max_chunksize=8192)])
    return context


def in_a_loop(series):
    return series.map(lambda value: hashlib.sha256(value.encode()).hexdigest())


def calls(column):
    """{name: (what it is compared with or None, function)} over one column of binary."""
    text = column.cast(pa.string())
    frame = pl.DataFrame({"x": text})
    series = text.to_pandas()
    context = session(column)
    table = pa.table({"x": text, "i": pa.array(range(len(text)))})
    query = lambda expression: lambda: context.sql(f"SELECT max({expression}) AS d FROM t").collect()
    loop = lambda: [hashlib.sha256(value).digest() for value in column.to_pylist()]
    own = "DataFusion: sha256(x)"
    return {
        "Python: hashlib in a loop": (None, loop),
        "Arrow: hashlane.arrow.digest": ("Python: hashlib in a loop", lambda: hashlane.arrow.digest(text, "sha256")),
        "Arrow: hashlane.arrow.hex": ("Python: hashlib in a loop", lambda: hashlane.arrow.hex(text, "sha256")),
        "Arrow: hashlane.arrow.row_digest of text and integer": (None, lambda: hashlane.arrow.row_digest(table, "sha256")),
        "Polars: polars-hash, chash.sha2_256": (None, lambda: frame.select(polars_hash.col("x").chash.sha2_256())),
        "Polars: hashlane.digest": ("Polars: polars-hash, chash.sha2_256", lambda: frame.select(pl.col("x").hashlane.digest("sha256"))),
        "Polars: hashlane.hex": ("Polars: polars-hash, chash.sha2_256", lambda: frame.select(pl.col("x").hashlane.hex("sha256"))),
        "pandas: map of hashlib": (None, lambda: in_a_loop(series)),
        "pandas: hashlane.hex": ("pandas: map of hashlib", lambda: series.hashlane.hex("sha256")),
        "pandas: hashlane.digest": ("pandas: map of hashlib", lambda: series.hashlane.digest("sha256")),
        SCAN: (None, query("x")),
        own: (None, query("sha256(x)")),
        "DataFusion: hashlane_digest('sha256', x)": (own, query("hashlane_digest('sha256', x)")),
        "DataFusion: hashlane_sha256(x)": (own, query("hashlane_sha256(x)")),
    }


def compare(made, column):
    """All functions give the same digests."""
    wanted = [hashlib.sha256(value).hexdigest() for value in column.to_pylist()]
    result = {name: function() for name, (_, function) in made.items()}
    assert hashlane.arrow.hex(column, "sha256").to_pylist() == wanted
    assert [digest.hex() for digest in result["Arrow: hashlane.arrow.digest"].to_pylist()] == wanted
    assert result["Polars: polars-hash, chash.sha2_256"]["x"].to_list() == result["Polars: hashlane.hex"]["x"].to_list() == wanted
    assert [digest.hex() for digest in result["Polars: hashlane.digest"]["x"]] == wanted
    assert list(result["pandas: map of hashlib"]) == list(result["pandas: hashlane.hex"]) == wanted
    assert [digest.hex() for digest in result["pandas: hashlane.digest"]] == wanted
    for name in ("sha256(x)", "hashlane_digest('sha256', x)", "hashlane_sha256(x)"):
        assert result[f"DataFusion: {name}"][0].column("d").to_pylist() == [bytes.fromhex(max(wanted))]


def measure(rows, rounds):
    """{(name, size): seconds}, and what each is compared with."""
    best, peers = {}, {}
    for size in SIZES:
        column = pa.array([value.encode() for value in texts(rows, size)])
        made = calls(column)
        compare(made, column)
        for _ in range(rounds):
            for name, (peer, function) in made.items():
                start = time.process_time()
                function()
                took = time.process_time() - start
                best[name, size] = min(best.get((name, size), took), took)
                peers[name] = peer
    return best, peers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    best, peers = measure(options.rows, options.rounds)
    print(*(f"{module.__name__} {module.__version__}" for module in (pa, pl, polars_hash, pandas, datafusion)), sep=", ")
    print("\n| ns a row | " + " | ".join(f"{size} bytes" for size in SIZES) + " |\n|---|" + "---:|" * len(SIZES))
    scanned = lambda name, size: best[SCAN, size] if name.startswith("DataFusion") else 0
    each = lambda name, size: (best[name, size] - scanned(name, size)) / options.rows * 1e9
    for name, peer in peers.items():
        times = lambda size: f" ({each(peer, size) / each(name, size):.1f})" if peer else ""
        if name != SCAN:
            print(f"| {name} | " + " | ".join(f"{each(name, size):.0f}{times(size)}" for size in SIZES) + " |")


if __name__ == "__main__":
    main()
