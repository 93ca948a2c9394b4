#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Nanoseconds a row of hashlane_digest, of PostgreSQL's sha256 and of pgcrypto: bench.py [--rows N] [--rounds N] [--size N]

It runs psql, whose variables such as PGHOST say where the server is. The user must be a superuser, and the extension must be
installed. Every statement runs once in each round, in one process of the server, and its least processor time of all rounds
counts, less that of a scan which calls no function. Digests of all are compared first.
"""
import argparse
import collections
import re
import subprocess
import sys

SCAN = "the scan alone"
OWN = "sha256, PostgreSQL's own"
FUNCTIONS = {
    SCAN: "x", OWN: "sha256(x)", "digest of pgcrypto, sha256": "digest(x, 'sha256')", "hashlane_digest, sha256": "hashlane_digest('sha256', x)",
    "hashlane_hex, sha256": "hashlane_hex('sha256', x)", "hashlane_digest, sha3-256": "hashlane_digest('sha3-256', x)",
    "hashlane_digest, kt128": "hashlane_digest('kt128', x)", "hashlane_row, sha256, an integer and the value": "hashlane_row('sha256', i, x)",
    "hmac of pgcrypto, sha256": "hmac(x, '\\x00112233445566778899aabbccddeeff'::bytea, 'sha256')",
    "hashlane_mac, hmac-sha256": "hashlane_mac('hmac-sha256', '\\x00112233445566778899aabbccddeeff'::bytea, x)"}
AGGREGATE = "hashlane_set_agg, sha256"
CLOCK = "SELECT split_part(pg_read_file('/proc/self/schedstat', 0, 100), ' ', 1) AS {} \\gset"


def script(rows, rounds, size):
    yield "CREATE EXTENSION IF NOT EXISTS pgcrypto; CREATE EXTENSION IF NOT EXISTS hashlane; SET max_parallel_workers_per_gather = 0; SET jit = off;"
    yield f"CREATE TEMP TABLE t AS SELECT i, hashlane_xof('shake128', i::text, {size}) AS x FROM generate_series(1, {rows}) i; ANALYZE t;"
    yield "SELECT 'differ', count(*) FROM t WHERE sha256(x) <> hashlane_digest('sha256', x) OR digest(x, 'sha256') <> sha256(x);"
    for _ in range(rounds):
        for name, call in [*((name, f"count({call})") for name, call in FUNCTIONS.items()), (AGGREGATE, "hashlane_set_agg('sha256', x)")]:
            yield CLOCK.format("before") + f"\nSELECT {call} FROM t \\g /dev/null\n" + CLOCK.format("after")
            yield f"SELECT '{name.replace(chr(39), chr(39) * 2)}', :after - :before;"


def measure(rows, rounds, size):
    """{function: nanoseconds a row}"""
    done = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"], input="\n".join(script(rows, rounds, size)), capture_output=True, text=True)
    if done.returncode or re.findall(r"^differ\|(\d+)$", done.stdout, re.M) != ["0"]:
        sys.exit(f"exit {done.returncode}: {done.stderr}{done.stdout[:1000]}")
    spent = collections.defaultdict(list)
    for name, nanoseconds in re.findall(r"^(.*)\|(\d+)$", done.stdout, re.M):
        spent[name].append(int(nanoseconds))
    return {name: min(spent[name]) / rows for name in (*FUNCTIONS, AGGREGATE)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=500_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--size", type=int, default=48)
    options = parser.parse_args()
    spent = measure(options.rows, options.rounds, options.size)
    scan = spent.pop(SCAN)
    print(f"| values of {options.size} bytes | ns a row |\n|---|---:|")
    for name, nanoseconds in spent.items():
        net = nanoseconds - scan
        print(f"| {name} | {net:.0f} ({(spent[OWN] - scan) / net if net > 0 else 0:.1f}) |")
    print(f"| {SCAN} | {scan:.0f} |")


if __name__ == "__main__":
    sys.exit(main())
