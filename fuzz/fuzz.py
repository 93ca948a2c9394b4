#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds the libFuzzer drivers and runs each for its share of the time. See README.md.

The corpus of a driver lies in build/corpus/NAME and grows from run to run. What breaks one is kept as
build/fuzz/NAME-crash-...; `build/fuzz/bin/NAME FILE` runs it again. --record adds the runs to docs/FUZZING.md.
"""
import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys

import record

ROOT = pathlib.Path(__file__).resolve().parent.parent
TREE = ROOT / "build" / "fuzz"
SEED = 20261122


def build(jobs):
    for command in (["cmake", "--preset", "fuzz"], ["cmake", "--build", str(TREE), "-j", str(jobs)]):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(command)}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")


def processor_seconds():
    """Of the programs that this one started and that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def run(driver, seconds, inputs, jobs):
    """(record.Run, what went wrong)"""
    corpus = ROOT / "build" / "corpus" / driver.name
    corpus.mkdir(parents=True, exist_ok=True)
    command = [driver, f"-max_total_time={seconds}", "-max_len=4096", "-timeout=60", f"-artifact_prefix={TREE}/{driver.name}-"]
    words = ROOT / "fuzz" / f"{driver.name}.dict"
    command += [f"-dict={words}"] * words.exists()
    # a number of inputs from nothing and always the same beginning, or from all that was found before
    command += ["-seed=1", f"-runs={inputs}"] if inputs else [f"-seed={SEED}", f"-fork={jobs}"] * (jobs > 1) + [corpus]
    before = processor_seconds()
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=dict(os.environ, HASHLANE_TARGET=""))
    tried = re.findall(r"^#(\d+)", done.stderr, re.M)
    covered = re.findall(r"cov: (\d+)", done.stderr)
    found = record.Run(int(tried[-1]) if tried else 0, int(covered[-1]) if covered else 0, round(processor_seconds() - before))
    print(f"{driver.name:12} {found.inputs:>10} inputs, {found.edges:>5} edges", flush=True)
    return found, done.stderr[-3000:] if done.returncode else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5, help="for all drivers together")
    parser.add_argument("--jobs", type=int, default=2, help="build jobs, and processes of a driver")
    parser.add_argument("--inputs", type=int, help="at most so many a driver, without the corpus, from a fixed seed")
    parser.add_argument("--record", action="store_true", help="add the runs to docs/FUZZING.md")
    parser.add_argument("drivers", nargs="*")
    options = parser.parse_args()
    build(options.jobs)
    drivers = sorted(p for p in (TREE / "bin").iterdir() if not options.drivers or p.name in options.drivers)
    if missing := set(options.drivers) - {p.name for p in drivers}:
        sys.exit(f"no such driver: {' '.join(sorted(missing))}")
    share = max(1, round(60 * options.minutes / len(drivers)))
    passed = failed = total = 0
    for driver in drivers:
        found, wrong = run(driver, share, options.inputs, options.jobs)
        good = found.inputs > 0 and not wrong
        if not good:
            print(f"FAIL {driver.name}\n{wrong}")
        elif options.record:
            record.add(driver.name, found)
        passed, failed, total = passed + good, failed + (not good), total + found.inputs
    print(f"{total} inputs")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
