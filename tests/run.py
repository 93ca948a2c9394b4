#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs the suites of the table below side by side and adds up what they count.

Each suite belongs to a level, which is what one of the commands runs: `make test`, `make test-all`,
`make test-integrations`. When a suite ends, `name: N passed, N failed` is printed, with its time; the last line is the sum,
`N passed, N failed`. A run fails if anything failed, if a suite ran no test, or if it ended without saying what it
counted. The whole output of every suite goes to build/logs/NAME.log.
"""
import argparse
import dataclasses
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))
import scheduler  # noqa: E402
from counting import CLOSING, LOGS, Count, Log, ctest, in_turn, judge, pytest, python_with, script  # noqa: E402

PYTHON = sys.executable


@dataclasses.dataclass(frozen=True)
class Suite:
    name: str
    run: object
    tools: tuple = ()    # a command, a file, "python:MODULE", "machine:NAME", "cargo:VERSION"; what is missing skips the suite
    built: tuple = ()    # what `make` must have built before: without it the suite fails
    level: str = "test"  # the command that runs it: one of LEVELS
    seconds: int = 5     # of processor time, about: the longest begins first
    wide: bool = False   # it can use several cores
    alone: bool = False  # it measures time or starts many threads: nothing runs beside it
    holds: tuple = ()    # the trees that it builds in, each of which one suite uses at a time
    limit: int = 2400    # seconds after which it is killed and has failed


LEVELS = ("test", "test-all", "test-integrations")
BUILD = ("cmake", "ninja")
X86 = "machine:x86_64"
SUITES = (
    # make test
    Suite("harness", script(PYTHON, "tests/support/harness.py"), BUILD + ("g++",), holds=("tests-gcc",)),
    Suite("floors", script(PYTHON, "tests/style/floors.py")),
    Suite("contracts", script(PYTHON, "tests/style/contracts.py")),
    Suite("style", script(PYTHON, "tests/style/style.py"), ("git", "clang-format-19")),
    Suite("evidence", script(PYTHON, "tests/evidence.py", "--check")),
    Suite("generated", in_turn(script(PYTHON, "tests/constexpr/generate.py", "--check"),
                               script(PYTHON, "tools/selftest_table.py", "--check"))),
    Suite("mutants", script(PYTHON, "tests/mutation/mutation.py", "--smoke"), ("clang++-19",)),
    Suite("refused", script(PYTHON, "tests/constexpr/refused.py", "g++"), ("g++",), wide=True),
    Suite("quick", ctest("quick"), BUILD + ("g++",), seconds=250, wide=True, holds=("build",)),
    Suite("quick-threads", ctest("quick", alone=True), BUILD + ("g++",), alone=True, holds=("build",)),
    Suite("cli", pytest("tests/cli"), ("python:pytest",), ("build/hashlane",)),
    Suite("readmes", script(PYTHON, "tests/readmes/readmes.py", "g++"), ("g++",), ("build/hashlane",)),
    Suite("merkle-log", script(PYTHON, "tests/merkle/log.py"), ("g++",)),
    # make test-all
    Suite("proofs", script(PYTHON, "tests/proofs/proofs.py"), ("g++", "clang++-19", "objdump"), level="test-all"),
    Suite("constant_time", script(PYTHON, "tests/constant_time/constant_time.py"),
          (X86, "g++", "clang++-19", "objdump", "valgrind", "/usr/include/valgrind/memcheck.h"), level="test-all"),
    Suite("refused-clang", script(PYTHON, "tests/constexpr/refused.py", "clang++-19"), ("clang++-19",), level="test-all",
          wide=True),
    Suite("gcc", ctest("tests-gcc"), BUILD + ("g++",), level="test-all", seconds=600, wide=True, holds=("tests-gcc",)),
    Suite("clang", ctest("tests-clang"), BUILD + ("clang++-19",), level="test-all", seconds=600, wide=True,
          holds=("tests-clang",)),
    Suite("threads", in_turn(ctest("tests-gcc", alone=True), ctest("tests-clang", alone=True)), BUILD + ("g++", "clang++-19"),
          level="test-all", alone=True, holds=("tests-gcc", "tests-clang")),
    Suite("uses", script(PYTHON, "tests/uses/uses.py"), BUILD + ("g++", "clang++-19", "pkg-config"), level="test-all"),
    Suite("c", script(PYTHON, "tests/c/c.py"),
          BUILD + ("gcc", "g++", "clang-19", "clang++-19", "pkg-config", "readelf", "nm"), level="test-all"),
    Suite("transcript", script(PYTHON, "tests/transcript/transcript.py"), ("g++", "clang++-19"), level="test-all"),
    Suite("python", script(PYTHON, "tests/python/python.py"), BUILD + ("g++", "python:ensurepip"), level="test-all"),
    Suite("rust", script(PYTHON, "tests/rust/rust.py"), ("cargo:1.85", "g++", "clang++-19", "nm"), level="test-all"),
    Suite("linking", script(PYTHON, "tests/linking/linking.py"), (X86, "g++", "clang++-19", "objdump", "qemu-x86_64"),
          level="test-all"),
    Suite("processors", script(PYTHON, "tests/targets/processors.py"),
          ("g++", "aarch64-linux-gnu-g++", "qemu-x86_64", "qemu-aarch64", X86), level="test-all"),
    Suite("codegen", script(PYTHON, "tests/codegen/codegen.py"), ("g++", "clang++-19", "objdump"), level="test-all"),
    Suite("bench", script(PYTHON, "tests/bench/bench.py"), BUILD + ("g++", "/usr/include/openssl/evp.h"), level="test-all"),
    Suite("differential", script(PYTHON, "tests/differential/differential.py", "--seconds", "20"),
          BUILD + ("g++", "/usr/include/openssl/evp.h"), level="test-all", holds=("tests-gcc",)),
    Suite("fuzz", script(PYTHON, "fuzz/fuzz.py", "--inputs", "20000", "--minutes", "10"), BUILD + ("clang++-19",),
          level="test-all"),
    Suite("msan", script(PYTHON, "tests/memory/defined.py"), ("clang++-19",), level="test-all"),
    Suite("wipes", script(PYTHON, "tests/memory/wipes.py"), (X86, "g++"), level="test-all"),
    Suite("races", ctest("tsan", only=("batch_threads", "first_call")), BUILD + ("clang++-19",), level="test-all",
          holds=("tsan",)),
    Suite("races-alone", ctest("tsan", only=("batch_pool",), alone=True), BUILD + ("clang++-19",), level="test-all",
          alone=True, holds=("tsan",)),
    Suite("aarch64", ctest("aarch64"), BUILD + ("aarch64-linux-gnu-g++", "qemu-aarch64"), level="test-all", seconds=480,
          wide=True, holds=("aarch64",)),
    Suite("s390x", ctest("s390x"), BUILD + ("s390x-linux-gnu-g++", "qemu-s390x"), level="test-all", seconds=500, wide=True,
          holds=("s390x",)),
    Suite("asan", ctest("asan", without=("machine",)), BUILD + ("clang++-19",), level="test-all-full", seconds=1300,
          wide=True, holds=("asan",)),
    Suite("tsan", ctest("tsan", without=("machine",)), BUILD + ("clang++-19",), level="test-all-full", seconds=1300,
          wide=True, holds=("tsan",)),
    Suite("O0", ctest("O0"), BUILD + ("g++",), level="test-all-full", seconds=600, wide=True, holds=("O0",)),
    Suite("native", ctest("native"), BUILD + ("g++",), level="test-all-full", seconds=600, wide=True, holds=("native",)),
    # make test-integrations
    Suite("compat", script(PYTHON, "tests/compat/compat.py"), BUILD + ("gcc", "g++", "clang-19", "clang++-19"),
          level="test-integrations"),
)


def missing(suite):
    """Why a suite cannot run here, or None."""
    for tool in suite.tools:
        kind, _, wanted = tool.partition(":")
        if kind == "machine":
            if platform.machine() != wanted:
                return f"this machine is no {wanted}"
        elif kind == "cargo" and wanted:
            if cargo_version() < tuple(map(int, wanted.split("."))):
                return f"cargo {wanted} or later is not installed"
        elif not (python_with(wanted) if kind == "python" else shutil.which(tool) or pathlib.Path(tool).is_file()):
            return f"{wanted or tool} is not installed"
    return None


def cargo_version():
    """(1, 85), or (0, 0) where there is none."""
    if not shutil.which("cargo"):
        return 0, 0
    told = subprocess.run(["cargo", "--version"], cwd=ROOT, capture_output=True, text=True).stdout
    return tuple(map(int, re.match(r"cargo (\d+)\.(\d+)", told).groups())) if told.startswith("cargo ") else (0, 0)


def inside(suite, options):
    """Runs one suite to its end, in a process of its own. Prints what failed, why something was skipped, and the count."""
    log = Log(suite.name)
    unbuilt = [name for name in suite.built if not (ROOT / name).exists()]
    if unbuilt:
        print(f"  {unbuilt[0]} is not built: run make")
    count = Count(failed=1) if unbuilt else suite.run(log, options)
    if count.passed + count.failed == 0:
        print("  it ran no test")
        count.failed = 1
    log.close(count)
    print(count)
    return 1 if count.failed else 0


def task(suite, options):
    """What the scheduler is told of a suite."""
    more = ["--large"] * options.large + ["--match", options.match] * bool(options.match)
    return scheduler.Task(
        suite.name, lambda cores: [PYTHON, "-u", __file__, "--inside", suite.name, "--jobs", cores, *more],
        LOGS / f"{suite.name}.out", suite.seconds, suite.wide, suite.alone, suite.holds, suite.limit)


def outcome(ended):
    """The count of a suite that has ended, well or otherwise, after what it printed."""
    count = judge(ended.status, ended.text)
    lines = ended.text.splitlines()
    if lines and CLOSING.match(lines[-1]):
        lines.pop()
    elif ended.late:
        lines.append(f"  it was stopped after {ended.task.limit:.0f} s")
    else:
        lines.append(f"  it ended with exit status {ended.status} and did not say what it counted")
    print(*lines, sep="\n", end="\n" * bool(lines))
    return count


def tell(ended):
    """Prints how a suite ended, all at once; its count."""
    count = outcome(ended)
    ended.task.output.unlink()
    log = LOGS / f"{ended.task.name}.log"
    if log.exists() and not CLOSING.search(log.read_text("utf-8", "replace").rstrip("\n").rpartition("\n")[2]):
        with log.open("a", encoding="utf-8") as file:  # it was killed
            file.write(f"{count}\n")
    took = f"{ended.seconds:.0f} s, {ended.cpu_seconds:.0f} s of CPU"
    print(f"{ended.task.name}: {count} ({took}, {log.relative_to(ROOT)})", flush=True)
    return count


def run_suites(chosen, options):
    """The sum of what they count."""
    runnable = []
    for suite in chosen:
        if reason := missing(suite):
            print(f"{suite.name}: skipped: {reason}", flush=True)
        else:
            runnable.append(suite)
    LOGS.mkdir(parents=True, exist_ok=True)
    start, total, worked = time.monotonic(), Count(), 0.0
    for ended in scheduler.run_all([task(suite, options) for suite in runnable], options.jobs):
        total += tell(ended)
        worked += ended.cpu_seconds
    if left_out := [suite.name for suite in chosen if suite not in runnable]:
        print("skipped suites:", *left_out)
    print(f"{len(runnable)} suites in {time.monotonic() - start:.0f} s, with {worked:.0f} s of CPU on {options.jobs} cores")
    return total


def chosen_suites(options, parser):
    only = [name for word in options.only for name in word.split(",")]
    if unknown := set(only) - {suite.name for suite in SUITES}:
        parser.error(f"no such suite: {', '.join(sorted(unknown))}")
    if only:
        return [suite for suite in SUITES if suite.name in only]
    levels = (options.level, f"{options.level}-full") if options.full else (options.level,)
    return [suite for suite in SUITES if suite.level in levels]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", choices=LEVELS, default="test", help="the suites of this command (test)")
    parser.add_argument("--full", action="store_true", help="also the suites of the level that take longest")
    parser.add_argument("--only", action="append", default=[], metavar="NAME[,NAME]", help="run these suites alone, of any level")
    parser.add_argument("--large", action="store_true", help="messages of 1 GiB and more too")
    parser.add_argument("--match", default="", metavar="REGEX", help="of the C++ test programs run those so named")
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 8), help="cores to use")
    parser.add_argument("--list", action="store_true", help="print the names of the suites and their levels")
    parser.add_argument("--inside", metavar="NAME", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.list:
        print(*(f"{suite.level:18} {suite.name}" for suite in SUITES), sep="\n")
        return 0
    if options.inside:
        return inside(next(suite for suite in SUITES if suite.name == options.inside), options)
    total = run_suites(chosen_suites(options, parser), options)
    if total.passed + total.failed == 0:
        total.failed = 1
    print(f"{total.passed} passed, {total.failed} failed")
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
