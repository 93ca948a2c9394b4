#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Faults that an attacker or a tired author would plant, each with the test program that must notice it.

A random sample of changed expressions seldom hits the places that matter: the width of a counter, a wipe, the last byte
of a tag, the mask of a lane. planted_faults.py names such changes. Each is made in a copy of include/, and the test program is compiled
against it and run; it must fail. A row whose text does not stand in its header exactly once has gone stale and fails too.

  planted.py             one fault of each kind, those of `make test-all`
  planted.py --all       all of them
  planted.py --only RE   those whose name matches
  planted.py --rows      builds nothing: does the text of each row stand in its header once?
"""
import argparse
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from planted_faults import FAULTS  # noqa: E402
from programs import sources_of  # noqa: E402
from steps import closing_line, jobs, report  # noqa: E402

COMPILE = ("clang++-19", "-std=c++20", "-O1", "-w", f'-DHASHLANE_SOURCE_DIR="{ROOT}"', f"-I{ROOT / 'tests' / 'support'}")
SECONDS = 300  # for one test program


def build(program, include, folder):
    """Compiles a test program against the headers in `include`, as one unit: the path of the program, or None."""
    out = folder / program
    sources = [*sources_of(program), ROOT / "tests" / "support" / "main.cpp"]
    done = subprocess.run([*COMPILE, f"-I{include}", "-x", "c++", "-", "-pthread", "-o", str(out)], capture_output=True, text=True,
                          input="".join(f'#include "{source}"\n' for source in sources))
    return out if done.returncode == 0 else None


def fails(program):
    """Whether a run of the program fails, crashes or does not end."""
    try:
        return subprocess.run([program], cwd=ROOT, capture_output=True, timeout=SECONDS).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def header_of(fault):
    """(path of the header, its text)."""
    header = ROOT / "include" / "hashlane" / fault.header
    return header, header.read_text("utf-8") if header.exists() else ""


def judge_row(fault):
    """(whether the text of the row stands in its header once, what else)."""
    times = header_of(fault)[1].count(fault.before)
    return times == 1, "" if times == 1 else f"the row is stale: its text stands {times} times in {fault.header}"


def judge(fault):
    """(whether the fault is noticed, how)."""
    valid, why = judge_row(fault)
    if not valid:
        return False, why
    header, text = header_of(fault)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        include = folder / "include"
        shutil.copytree(ROOT / "include", include)
        unchanged = build(fault.program, include, folder)
        if unchanged is None or fails(unchanged):
            return False, f"test_{fault.program} does not pass without the fault"
        (include / "hashlane" / fault.header).write_text(text.replace(fault.before, fault.after), "utf-8")
        changed = build(fault.program, include, folder)
        if changed is None:
            return False, "the fault does not compile"
        return fails(changed), f"test_{fault.program}"


def chosen(options):
    if options.only:
        return [fault for fault in FAULTS if re.search(options.only, fault.name)]
    if options.all or options.rows:
        return list(FAULTS)
    return list({fault.kind: fault for fault in reversed(FAULTS)}.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="all faults, not one of each kind")
    parser.add_argument("--only", metavar="RE", help="the faults whose name matches")
    parser.add_argument("--rows", action="store_true", help="compare the rows of the table with the headers, and build nothing")
    options = parser.parse_args()
    faults = chosen(options)
    with concurrent.futures.ThreadPoolExecutor(jobs()) as pool:
        for fault, (noticed, how) in zip(faults, pool.map(judge_row if options.rows else judge, faults)):
            report(f"{fault.kind}: {fault.name}", noticed, not noticed, how)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
