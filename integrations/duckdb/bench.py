#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rows a second of hashlane_digest and hashlane_hex and of DuckDB's own sha256:
bench.py [--rows N] [--rounds N] [--beside EXTENSION] [EXTENSION]

One thread. Every statement runs once in each round, and its least processor time of all rounds counts, without that of the
scan, which is measured in the same rounds. Digests of both are compared first.
"""
import argparse
import pathlib
import time

import duckdb

BUILT = pathlib.Path(__file__).resolve().parents[2] / "build" / "integrations" / "duckdb" / "hashlane.duckdb_extension"
SIZES = (32, 200, 1024)
SCAN, SHA256 = "scan", "sha256, DuckDB's own"
CALLS = {SCAN: "x", SHA256: "sha256(x)", "hashlane_hex, sha256": "hashlane_hex('sha256', x)",
         "hashlane_digest, sha256": "hashlane_digest('sha256', x)", "hashlane_digest, sha3-256": "hashlane_digest('sha3-256', x)",
         "hashlane_digest, kt128": "hashlane_digest('kt128', x)", "hashlane_row, sha256": "hashlane_row('sha256', i, x)"}


def connect(*extensions):
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": 1})
    for extension in extensions:
        connection.execute(f"LOAD '{extension}'")
    return connection


def measure(connection, rows, rounds):
    """{(call, size): seconds of the scan and the call}"""
    best = {}
    for size in SIZES:
        pieces = " || ".join(f"sha256(i::VARCHAR || '/{k}')" for k in range((size + 63) // 64))
        connection.execute(f"CREATE TABLE t{size} AS SELECT i, left({pieces}, {size}) AS x FROM range({rows}) r(i)")
        assert connection.execute(f"SELECT count(*) FROM t{size} WHERE sha256(x) <> hashlane_hex('sha256', x)").fetchone() == (0,)
    for _ in range(rounds):
        for size in SIZES:
            for name, call in CALLS.items():
                start = time.process_time()
                connection.execute(f"SELECT max({call}) FROM t{size}").fetchall()
                took = time.process_time() - start
                best[name, size] = min(best.get((name, size), took), took)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=300_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--beside", action="append", default=[], help="another extension, which is loaded before, such as httpfs")
    parser.add_argument("extension", nargs="?", default=str(BUILT))
    options = parser.parse_args()
    best = measure(connect(*options.beside, options.extension), options.rows, options.rounds)
    each = lambda name, size: (best[name, size] - best[SCAN, size]) / options.rows * 1e9
    print(f"DuckDB {duckdb.__version__}\n\n| ns a row | " + " | ".join(f"{size} bytes" for size in SIZES) + " |")
    print("|---|" + "---:|" * len(SIZES))
    for name in CALLS:
        cells = (f"{each(name, size):.0f} ({each(SHA256, size) / each(name, size):.1f})" for size in SIZES)
        if name != SCAN:
            print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
