#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane_bench and programs.py run and write what they say; a wrong digest is caught. Nothing here looks at how long anything took."""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = ROOT / "build" / "test-bench"
PROGRAM = PLACE / "hashlane_bench"
ROW = "^sha256 32 B$"


def run(*command, **more):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=900, cwd=ROOT, **more)


def build():
    planted = PLACE / "planted" / "planted.so"
    planted.parent.mkdir(parents=True, exist_ok=True)
    for command in (
            ["cmake", "-S", ROOT, "-B", PLACE, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_COMPILER=g++",
             "-DHASHLANE_BUILD_BENCH=ON", "-DHASHLANE_BENCH_CRATES=OFF", "-DHASHLANE_BUILD_CLI=OFF",
             "-DHASHLANE_BUILD_C=OFF", "-DHASHLANE_INSTALL=OFF"],
            ["cmake", "--build", PLACE, "-j", "2", "--target", "hashlane_bench", "bench_hashlane_gcc", "bench_openssl"],
            ["g++", "-std=c++20", "-O1", "-shared", "-fPIC", "-I", ROOT / "include", ROOT / "tests/bench/planted.cpp",
             "-o", planted]):
        done = run(*command)
        if done.returncode:
            print(done.stdout[-3000:], done.stderr[-3000:])
            return None
    return planted


def row_of(file):
    (row,) = json.loads(file.read_text("utf-8"))["rows"]
    return row


def measured():
    file = PLACE / "right.json"
    done = run(PROGRAM, "--quick", "--only", ROW, "--json", file)
    row = row_of(file)
    ours = [f for f in row["figures"] if f["hashlane"]]
    yield "a row: exit status", done.returncode == 0
    yield "a row: figures", len(ours) == 1 and ours[0]["ns"] > 0 and len(row["figures"]) > 1 and not row["wrong"]
    yield "a row: goals", len(ours[0]["goals"]) >= 1
    yield "a row: compared with OpenSSL", row["compared_with"].startswith("OpenSSL")
    yield "a row: in the table", "sha256 32 B" in done.stdout and "Hashlane g++" in done.stdout
    # Only where matplotlib is does it draw.
    done = run(ROOT / "bench" / "plot.py", file, PLACE / "plots")
    yield "plot.py", done.returncode == 0 and ("README.md" in done.stdout or "no matplotlib" in done.stderr)


def wrong(planted):
    file = PLACE / "wrong.json"
    done = run(PROGRAM, "--quick", "--only", ROW, "--json", file, "--load", planted)
    row = row_of(file)
    yield "a wrong digest: exit status", done.returncode == 1
    yield "a wrong digest: named", "ERROR: planted 1 differs from OpenSSL" in done.stdout and row["wrong"] == ["planted 1"]
    yield "a wrong digest: not timed", row["figures"] == []


def programs():
    """bench/programs.py beside sha256sum; a hashlane that prints another digest is caught."""
    script = ROOT / "bench" / "programs.py"
    ours = os.environ.get("HASHLANE_CLI", ROOT / "build" / "hashlane")
    done = run(script, "--quick", "--program", ours)
    yield "programs.py: exit status", done.returncode == 0
    yield "programs.py: its rows", "| an empty file | sha256sum |" in done.stdout and "| check of 2,000 lines" in done.stdout
    false = PLACE / "false"
    false.write_text(f"#!/bin/sh\n{ours} \"$@\" | tr 0 1\n")
    false.chmod(0o755)
    done = run(script, "--quick", "--program", false, "--only", "sha256, -j 1")
    yield "programs.py: another digest", done.returncode == 1 and "the outputs differ" in done.stderr


def refused():
    yield "no such row", run(PROGRAM, "--quick", "--only", "^no such row$").returncode == 2
    yield "no such target", run(PROGRAM, "--quick", "--only", ROW, "--target", "no-such").returncode == 2
    yield "no such contestant", run(PROGRAM, "--quick", "--only", ROW, "--load", PLACE / "no-such.so").returncode == 2
    done = run(PROGRAM, "--quick", "--only", ROW, "--json", "/dev/full")
    yield "a full disk", done.returncode == 2


def main():
    os.environ.pop("HASHLANE_TARGET", None)
    planted = build()
    if planted is None:
        print("0 passed, 1 failed")
        return 1
    results = [*measured(), *wrong(planted), *refused(), *programs()]
    failed = [name for name, good in results if not good]
    for name in failed:
        print(f"failed: {name}")
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
