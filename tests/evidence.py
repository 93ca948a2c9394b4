#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs what docs/SOUNDNESS.md claims and writes the figures to evidence.json: `make evidence`.

A row of TABLE is a name, the command whose output holds its figures, and how to read them there: a name of a figure and
a regular expression whose group is a number, added up over all places where it is found; or LINES, how many are found.
A command that fails, or prints no such figure, makes the whole fail.
"""
import argparse
import dataclasses
import datetime
import json
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINES = "lines"
CLOSING = {"passed": r"^(\d+) passed, \d+ failed.*\n?\Z", "failed": r"^\d+ passed, (\d+) failed.*\n?\Z"}


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    command: tuple
    figures: dict
    thorough: bool = False  # takes longer; left out by --quick


def suite(name, *options):
    return (sys.executable, "tests/run.py", "--only", name, *options)


TABLE = (
    Row("proofs", (sys.executable, "tests/proofs/proofs.py", "--all"), CLOSING | {
        "primitives proved": (LINES, r"^proved [A-Z]"),
        "calls proved in machine code": (LINES, r"^proved \w+-\w+-(?:g|clang)\S*\.graph"),
        "instructions held against the processor": r"; (\d+) instructions,",
        "planted, refuted": (LINES, r"^planted: .*(?:refuted by|Leak: |on the processor)"),
        "planted changes of nothing, proved": (LINES, r"^planted: .*: proved "),
        "pairs shown by the prover and tried": r"^(\d+) pairs proved equal",
    }),
    Row("constant time", (sys.executable, "tests/constant_time/constant_time.py", "--full"), CLOSING | {
        "findings": r"found; (\d+) findings;", "planted leaks": r"^(\d+) planted leaks, \d+ found",
        "planted leaks found": r"planted leaks, (\d+) found", "builds, tools and targets": (LINES, r"^\S+ (?:valgrind|msan|trace) "),
    }, thorough=True),
    Row("constant time, short", (sys.executable, "tests/constant_time/constant_time.py"), CLOSING | {
        "findings": r"found; (\d+) findings;", "planted leaks": r"^(\d+) planted leaks, \d+ found",
        "planted leaks found": r"planted leaks, (\d+) found",
    }),
    Row("vectors and properties, g++", suite("gcc"), CLOSING),
    Row("vectors and properties, clang++", suite("clang"), CLOSING),
    Row("big-endian s390x", suite("s390x"), CLOSING),
    Row("AArch64", suite("aarch64"), CLOSING),
    Row("differential", suite("differential"), CLOSING),
    Row("mixed -march", suite("linking"), CLOSING),
    Row("emulated processors", suite("processors"), CLOSING),
    Row("instructions of kernels", suite("codegen"), CLOSING),
    Row("command line", suite("cli"), CLOSING),
    Row("AddressSanitizer, UndefinedBehaviorSanitizer", suite("asan"), CLOSING, thorough=True),
    Row("ThreadSanitizer", suite("tsan"), CLOSING, thorough=True),
)


def read(text, how):
    """The figure, or None."""
    if isinstance(how, tuple):
        return len(re.findall(how[1], text, re.M)) or None
    found = re.findall(how, text, re.M)
    return sum(map(int, found)) if found else None


def measure(row):
    start = time.monotonic()
    done = subprocess.run(row.command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    figures = {name: read(done.stdout, how) for name, how in row.figures.items()}
    shown = ["python3" if word == sys.executable else word for word in row.command]
    return {"name": row.name, "command": " ".join(shown), "exit": done.returncode, "seconds": round(time.monotonic() - start, 1),
            "figures": figures}


def self_test():
    text = "planted: x: Leak: y\nplanted: z: refuted by w\n17 pairs proved equal\n3 passed, 0 failed\n40 passed, 2 failed\n"
    assert read(text, CLOSING["passed"]) == 40 and read(text, CLOSING["failed"]) == 2
    assert read(text, (LINES, "^planted")) == 2 and read(text, r"^(\d+) pairs") == 17 and read(text, r"^(\d+) apples") is None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    parser.add_argument("--quick", action="store_true", help="without the rows that take long")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "evidence.json")
    options = parser.parse_args()
    self_test()
    rows = [r for r in TABLE if (not options.only or r.name in options.only) and not (options.quick and r.thorough)]
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    results, bad = [], 0
    for row in rows:
        result = measure(row)
        wrong = result["exit"] != 0 or None in result["figures"].values()
        bad += wrong
        results.append(result)
        print(f"{'FAILED' if wrong else 'ok'} {row.name}: {result['figures']} ({result['seconds']} s)", flush=True)
        options.output.write_text(json.dumps({"commit": commit, "date": datetime.date.today().isoformat(), "rows": results},
                                             indent=2) + "\n", "utf-8")
    print(f"{len(results) - bad} passed, {bad} failed")
    return 1 if bad or not results else 0


if __name__ == "__main__":
    sys.exit(main())
