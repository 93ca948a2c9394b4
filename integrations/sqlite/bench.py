#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Nanoseconds a row of hashlane_digest and of the function sha3 of SQLite's shell:
bench.py [--rows N] [--rounds N] [--beside FILE.so CALL] [FILE.so]

Every statement runs once in each round, in the same process of sqlite3, and its least processor time of all rounds counts.
Digests of both are compared first. Of each statement three figures are printed: its time with the scan of the table; how
many times as fast as sha3 it is; and the same where the scan alone is subtracted from both. substr is a function of SQLite's
own that gives 32 bytes of its argument: no function that gives a digest can be faster. --beside measures a call of another
extension too, such as "sha256(x)" of the crate sqlite-hashes.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

BUILT = pathlib.Path(__file__).resolve().parents[2] / "build" / "integrations" / "sqlite" / "hashlane.so"
SIZES = (32, 200, 1024)
SCAN, SHA3 = "the scan alone", "sha3, the shell's own"
FUNCTIONS = {SCAN: "x", "substr, SQLite's own": "substr(x, 1, 32)", SHA3: "sha3(x, 256)", **{name: f"hashlane_digest('{name}', x)" for name in
             ("sha3-256", "sha256", "kt128", "ascon-hash256")}, "hashlane_row, sha256": "hashlane_row('sha256', i, x)"}


def script(extensions, functions, rows, rounds):
    yield from (f".load {extension}" for extension in extensions)
    for size in SIZES:
        yield f"CREATE TEMP TABLE t{size} AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < {rows})"
        yield f"SELECT i, CAST(randomblob({size}) AS BLOB) AS x FROM c;"
        yield f"SELECT 'differ', count(*) FROM t{size} WHERE sha3(x, 256) <> hashlane_digest('sha3-256', x);"
    yield ".timer on"
    for _ in range(rounds):
        for size in SIZES:
            for name, call in functions.items():
                yield f"SELECT '{name.replace(chr(39), chr(39) * 2)}', {size}, sum(length({call})) FROM t{size};"


def measure(extensions, functions, rows, rounds):
    """{(function, size): nanoseconds a row}"""
    done = subprocess.run(["sqlite3", "-batch"], input="\n".join(script(extensions, functions, rows, rounds)), capture_output=True, text=True)
    if done.returncode or done.stderr or re.findall(r"^differ\|(\d+)$", done.stdout, re.M) != ["0"] * len(SIZES):
        sys.exit(f"exit {done.returncode}: {done.stderr}{done.stdout[:1000]}")
    seconds = collections.defaultdict(list)
    for name, size, user, system in re.findall(r"^(.*)\|(\d+)\|\d+\nRun Time: real \S+ user (\S+) sys (\S+)$", done.stdout, re.M):
        seconds[name, int(size)].append(float(user) + float(system))
    return {key: min(times) / rows * 1e9 for key, times in seconds.items()}


def cell(time, name, size):
    total, scan, sha3 = time[name, size], time[SCAN, size], time[SHA3, size]
    if name == SCAN or total <= scan:
        return f"{total:.0f}"
    return f"{total:.0f} ({sha3 / total:.2f}, {(sha3 - scan) / (total - scan):.2f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--beside", nargs=2, action="append", default=[], metavar=("FILE.so", "CALL"))
    parser.add_argument("extension", nargs="?", default=str(BUILT.with_suffix("")))
    options = parser.parse_args()
    functions = FUNCTIONS | {call: call for _, call in options.beside}
    time = measure([options.extension, *(file for file, _ in options.beside)], functions, options.rows, options.rounds)
    print("| ns a row | " + " | ".join(f"{size} bytes" for size in SIZES) + " |")
    print("|---|" + "---:|" * len(SIZES))
    for name in functions:
        print(f"| {name} | " + " | ".join(cell(time, name, size) for size in SIZES) + " |")


if __name__ == "__main__":
    main()
