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
from counting import CLOSING, LOGS, PYPY, Count, Log, ctest, in_turn, judge, pytest, python_with, script  # noqa: E402

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


LEVELS = ("test", "test-all", "test-integrations")  # --full adds the suites of test-all-full or test-integrations-full
BUILD = ("cmake", "ninja")
X86 = "machine:x86_64"
WASM = ("clang++-19", "wasm-ld-19", "wasm-opt", "llvm-objdump-19", "node", "npm", "/usr/lib/wasm32-wasi/libc++.a",
        "/usr/lib/wasm32-wasi/libc.a")
BY_MAKE = ("build/hashlane", "build/libhashlane_compiled.a")


def python(name, *words, jobs=False):
    """A script of tests/, without the ending .py."""
    return script(PYTHON, f"tests/{name}.py", *words, jobs=jobs)


PACKAGING = BUILD + (X86, "g++", "git", "cargo:1.85", "python:ensurepip")  # x86-64: the debs and wheels that `whole` runs
PACKAGING_WHOLE = PACKAGING + ("gcc", "node", "npm", "clang++-19", "wasm-ld-19", "wasm-opt", "/usr/lib/wasm32-wasi/libc++.a",
                               "dpkg-buildpackage", "dh", "dh_python3", "lintian", "pkg-config", "readelf", "nm")
# Each family once as a user compiles it, header-only: the cheapest programs of tests/.
FAMILIES = ("sha2", "ascon", "mac", "unit", "first_call", "static_initialiser")
# The published vectors.
VECTORS = ("kat", "kat_proofs")
WINDOWS = BUILD + ("clang++-19", "x86_64-w64-mingw32-g++-posix", "x86_64-w64-mingw32-objdump", "wine")
# What depends most on how the library itself was compiled.
KERNELS = ("sha2", "ascon", "mac", "unit", "targets", "batch", "merkle_proofs")
SUITES = (
    # make test
    Suite("harness", python("support/harness"), BUILD + ("g++",), seconds=20, holds=("tests-gcc",)),
    Suite("setup", python("support/setup")),
    Suite("layers", python("style/layers")),
    Suite("contracts", python("style/contracts")),
    Suite("overlap", python("style/overlap")),
    Suite("documented", python("style/documented")),
    Suite("identifiers", python("style/identifiers")),
    Suite("rows", python("style/rows")),
    Suite("duplicates", python("style/duplicates")),
    Suite("style", python("style/style"), ("git", "clang-format-19")),
    Suite("language", python("style/language"), ("git",)),
    Suite("evidence", python("evidence", "--check")),
    Suite("generated", in_turn(python("constexpr/generate", "--check"), script(PYTHON, "tools/selftest_table.py", "--check"),
                               script(PYTHON, "tools/module.py", "--check"))),
    Suite("mutants", in_turn(python("mutation/mutation", "--smoke"), python("mutation/planted", "--rows"),
                             python("memory/wipes", "--rows")), ("clang++-19",), seconds=10),
    Suite("record", python("proofs/record_test"), ("g++",)),
    Suite("refused", python("constexpr/refused", "g++"), ("g++",), seconds=90, wide=True),
    Suite("quick", ctest("quick", without=("thorough", "integrations")), BUILD + ("g++",), seconds=300, wide=True, holds=("build",)),
    Suite("quick-threads", ctest("quick", alone=True), BUILD + ("g++",), alone=True, holds=("build",)),
    Suite("headers", ctest("tests-gcc", only=FAMILIES), BUILD + ("g++",), seconds=80, wide=True, holds=("tests-gcc",)),
    Suite("leaks", python("constant_time/constant_time", "--only", "g++-O2 trace avx2", jobs=True),
          (X86, "g++", "objdump"), seconds=60, wide=True),
    Suite("codegen", python("codegen/codegen", "--built"), ("g++", "objdump"), BY_MAKE),
    Suite("cli", pytest("tests/cli"), ("python:pytest",), BY_MAKE, seconds=60),
    Suite("c", python("c/c", "gcc"), BUILD + ("gcc", "g++", "pkg-config", "readelf", "nm"), BY_MAKE, seconds=30,
          holds=("build",)),
    Suite("hardening", python("c/hardening"), ("g++", "readelf", "nm", "objdump"), BY_MAKE),
    Suite("python", python("python/python"), BUILD + ("g++", "python:ensurepip"), seconds=200, holds=("python",)),
    Suite("rust", python("rust/rust", "tests"), ("cargo:1.85", "g++", "nm"), seconds=150),
    Suite("uses", python("uses/uses", "built"), BUILD + ("g++", "gcc", "pkg-config"), BY_MAKE, seconds=20, holds=("build",)),
    Suite("single-header", python("uses/single_header", "quick"), ("g++",), BY_MAKE, seconds=25),
    Suite("transcript", python("transcript/transcript", "library"), (), BY_MAKE),
    Suite("readmes", python("readmes/readmes", "g++"), ("g++",), BY_MAKE, seconds=50),
    Suite("first-programs", python("readmes/first_programs"), ("git", "g++", "gcc", "cmake"), BY_MAKE),
    Suite("merkle-log", python("merkle/log"), ("g++",), seconds=12),
    # make test-all: both compilers, header-only
    Suite("gcc", ctest("tests-gcc"), BUILD + ("g++",), (), "test-all", 480, wide=True, holds=("tests-gcc",)),
    Suite("clang", ctest("tests-clang"), BUILD + ("clang++-19",), (), "test-all", 420, wide=True, holds=("tests-clang",)),
    Suite("threads", in_turn(ctest("tests-gcc", alone=True), ctest("tests-clang", alone=True)),
          BUILD + ("g++", "clang++-19"), (), "test-all", alone=True, holds=("tests-gcc", "tests-clang")),
    Suite("refused-clang", python("constexpr/refused", "clang++-19"), ("clang++-19",), (), "test-all", 90, wide=True),
    Suite("codegen-all", python("codegen/codegen"), ("g++", "clang++-19", "objdump"), (), "test-all", 150),
    Suite("readmes-clang", python("readmes/readmes", "clang++-19"), ("clang++-19",), BY_MAKE, "test-all", 60),
    # ways of use and faces, what `make test` leaves out
    Suite("uses-rest", python("uses/uses", "rest"), BUILD + ("g++", "clang++-19"), (), "test-all", 120),
    Suite("single-header-rest", python("uses/single_header", "rest"), ("g++", "clang++-19"), (), "test-all", 60),
    Suite("module", python("uses/module"), BUILD + ("g++", "clang++-19"), BY_MAKE, "test-all", 60, holds=("build",)),
    Suite("c-clang", python("c/c", "clang"), BUILD + ("gcc", "clang-19", "clang++-19", "pkg-config", "readelf", "nm"), (), "test-all",
          120),
    Suite("rust-rest", python("rust/rust", "rest"), ("cargo:1.85", "g++", "clang++-19", "nm"), (), "test-all", 200),
    Suite("sumcheck", python("transcript/transcript", "gcc", "clang"), ("g++", "clang++-19"), (), "test-all", 60),
    Suite("docs", python("docs/site"), ("doxygen", "g++", "python:ensurepip"), (), "test-all", 50),
    Suite("bench", python("bench/bench"), BUILD + BY_MAKE + ("g++", "/usr/include/openssl/evp.h", "/usr/include/CLI/CLI.hpp"), (), "test-all", 60),
    # other machines
    Suite("aarch64", ctest("aarch64"), BUILD + ("aarch64-linux-gnu-g++", "qemu-aarch64"), (), "test-all", 480, wide=True,
          holds=("aarch64",)),
    Suite("s390x", ctest("s390x"), BUILD + ("s390x-linux-gnu-g++", "qemu-s390x"), (), "test-all", 420, wide=True,
          holds=("s390x",)),
    Suite("riscv64", ctest("riscv64", only=VECTORS), BUILD + ("riscv64-linux-gnu-g++", "qemu-riscv64"), (), "test-all", 100, wide=True,
          holds=("riscv64",)),
    Suite("processors", python("targets/processors"), ("g++", "aarch64-linux-gnu-g++", "qemu-x86_64", "qemu-aarch64", X86), (),
          "test-all", 40),
    Suite("linking", python("linking/linking"), (X86, "g++", "clang++-19", "objdump", "qemu-x86_64"), (), "test-all", 360,
          wide=True),
    # for all inputs, for all secrets, for random inputs
    Suite("proofs", script(PYPY, "-u", "tests/proofs/proofs.py", jobs=True), ("g++", "clang++-19", "objdump"), (), "test-all", 320, wide=True),
    Suite("constant_time", python("constant_time/constant_time", jobs=True),
          (X86, "g++", "clang++-19", "objdump", "valgrind", "/usr/include/valgrind/memcheck.h"), (), "test-all", 340, wide=True),
    Suite("differential", python("differential/differential", "--seconds", "20", jobs=True),
          BUILD + ("g++", "/usr/include/openssl/evp.h"), (), "test-all", 80, holds=("tests-gcc",)),
    Suite("fuzz", script(PYTHON, "fuzz/fuzz.py", "--inputs", "20000", "--minutes", "10", jobs=True), BUILD + ("clang++-19",), (),
          "test-all", 200, wide=True, holds=("fuzz",)),
    # sanitizers and other flags
    Suite("asan", ctest("asan-compiled", without=("machine",)), BUILD + ("clang++-19",), (), "test-all", 700, wide=True,
          holds=("asan-compiled",)),
    Suite("planted", python("mutation/planted"), ("clang++-19",), (), "test-all", 200, wide=True),
    Suite("wipes", python("memory/wipes"), (X86, "g++"), (), "test-all", 200),
    Suite("msan", python("memory/defined"), ("clang++-19",), (), "test-all", 60),
    Suite("races", ctest("tsan", only=("batch_threads", "batch_callers", "first_call")), BUILD + ("clang++-19",), (),
          "test-all", 40, wide=True, holds=("tsan",)),
    Suite("races-alone", ctest("tsan", only=("batch_pool",), alone=True), BUILD + ("clang++-19",), (), "test-all", alone=True,
          holds=("tsan",)),
    Suite("O0-kernels", ctest("O0", only=KERNELS), BUILD + ("g++",), (), "test-all", 120, wide=True, holds=("O0",)),
    Suite("native-kernels", ctest("native", only=KERNELS + ("residue",)), BUILD + ("g++",), (), "test-all", 150, wide=True, holds=("native",)),
    # make test-all TESTS=--full: whole suites
    Suite("asan-headers", ctest("asan", without=("machine",)), BUILD + ("clang++-19",), (), "test-all-full", 1100, wide=True,
          holds=("asan",)),
    Suite("tsan", ctest("tsan", without=("machine",)), BUILD + ("clang++-19",), (), "test-all-full", 1300, wide=True,
          holds=("tsan",)),
    Suite("O0", ctest("O0", without=("optimised",)), BUILD + ("g++",), (), "test-all-full", 600, wide=True, holds=("O0",)),
    Suite("native", ctest("native"), BUILD + ("g++",), (), "test-all-full", 600, wide=True, holds=("native",)),
    Suite("rust-families", python("rust/rust", "families"), ("cargo:1.85", "g++"), (), "test-all-full", 260),
    # make test-integrations: programs of others
    Suite("first-programs-whole", python("readmes/first_programs", "--whole"),
          BUILD + ("git", "g++", "gcc", "make", "cargo:1.85", "python:ensurepip"), (), "test-integrations", 400, wide=True),
    Suite("compat", python("compat/compat"), BUILD + ("gcc", "g++", "clang-19", "clang++-19"), (), "test-integrations", 60),
    # other systems
    Suite("macos", python("platforms/macos"), ("g++",), (), "test-integrations", 60),
    Suite("static", python("platforms/static_program", jobs=True), BUILD + ("g++", "readelf"), BY_MAKE, "test-integrations-full", 200,
          wide=True, holds=("static",)),
    Suite("windows-c", python("platforms/windows", "c", jobs=True), WINDOWS, (), "test-integrations-full", 200, wide=True,
          holds=("windows",)),
    Suite("windows-cli", python("platforms/windows", "cli", jobs=True), WINDOWS, BY_MAKE, "test-integrations-full", 300, wide=True,
          holds=("windows",)),
    # what other programs load
    Suite("engine", ctest("quick-integrations", only=("engine",)), BUILD + ("g++",), BY_MAKE, "test-integrations", 20,
          holds=("build",)),
    Suite("dataset", python("integrations/dataset"), BUILD + ("g++", "python:ensurepip", "java"), (), "test-integrations", 150,
          holds=("build",)),
    Suite("dataset-full", python("integrations/dataset", "--full"), BUILD + ("g++", "python:ensurepip", "java"), (), "test-integrations-full",
          200, holds=("build",)),
    Suite("sqlite", python("integrations/sqlite"), BUILD + ("g++", "sqlite3", "/usr/include/sqlite3ext.h", "nm", "readelf"), BY_MAKE,
          "test-integrations", 20, holds=("build",)),
    Suite("duckdb", python("integrations/duckdb_extension"), BUILD + ("g++", "cargo:1.85", "python:ensurepip", "nm", "readelf"), BY_MAKE,
          "test-integrations", 65, holds=("build",)),
    Suite("gpu", python("integrations/gpu"), BUILD + ("g++", "gcc", "clang++-19", "python:ensurepip"), BY_MAKE, "test-integrations",
          70, holds=("build",)),
    Suite("spark", python("integrations/spark"), BUILD + ("g++", "javac", "python:ensurepip", "nm", "readelf"), BY_MAKE,
          "test-integrations", 100, wide=True, holds=("build",)),
    Suite("openssl", python("integrations/openssl"),
          BUILD + ("g++", "gcc", "openssl", "/usr/include/openssl/evp.h", "curl", "ssh-keygen", "nm", "readelf"),
          BY_MAKE + ("build/faces/c/libhashlane.a",), "test-integrations", 20, holds=("build",)),
    Suite("openssl-full", python("integrations/openssl", "--full"),
          BUILD + ("g++", "gcc", "make", "perl", "apt-get", "dpkg-source", "/usr/include/openssl/evp.h", "readelf"),
          BY_MAKE + ("build/faces/c/libhashlane.a",), "test-integrations-full", 900, wide=True, holds=("build",), limit=3600),
    Suite("pqc", python("integrations/pqc"), BUILD + ("g++", "gcc", "cargo", "openssl"), BY_MAKE, "test-integrations", 45, holds=("build",)),
    Suite("wycheproof", python("integrations/wycheproof"), BUILD + ("g++", "gcc", "cargo:1.85", "python:ensurepip"),
          BY_MAKE + ("build/faces/c/libhashlane.a",), "test-integrations", 60, holds=("build", "python")),
    Suite("dataframes", python("integrations/dataframes"), BUILD + ("g++", "python:ensurepip"), (), "test-integrations", 60,
          holds=("python",)),
    Suite("datafusion", python("integrations/datafusion_crate"), ("g++", "cargo:1.94"), (), "test-integrations-full", 900,
          holds=("datafusion",), limit=5400),
    Suite("javascript", python("js/javascript"), WASM, (), "test-integrations", 60, holds=("js",)),
    Suite("javascript-full", python("js/javascript", "--full"), WASM, (), "test-integrations-full", 120, holds=("js",)),
    Suite("web-page", python("js/web_page"), WASM + ("chromium",), ("build/hashlane",), "test-integrations", 60, holds=("js",)),
    Suite("web-page-full", python("js/web_page", "--full"), WASM + ("chromium",), ("build/hashlane",), "test-integrations-full", 120,
          holds=("js",)),
    Suite("postgresql", python("integrations/postgresql"),
          BUILD + ("g++", "/usr/include/postgresql/15/server/postgres.h", "/usr/lib/postgresql/15/bin/postgres", "nm", "readelf"), BY_MAKE,
          "test-integrations", 40, holds=("build",)),
    Suite("postgresql-pgcrypto", python("integrations/postgresql_pgcrypto"),
          BUILD + ("g++", "apt-get", "/usr/include/postgresql/15/server/postgres.h", "/usr/lib/postgresql/15/bin/postgres"), BY_MAKE,
          "test-integrations-full", 20, holds=("build",)),
    # what `make packages` makes, installed
    Suite("packages", python("packages/packages", "quick"), PACKAGING, (), "test-integrations", 20, holds=("packages",)),
    Suite("packages-whole", python("packages/packages", "whole"), PACKAGING_WHOLE, (), "test-integrations-full", 1200, wide=True,
          holds=("packages",), limit=3600),
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
    start, total, worked, names = time.monotonic(), Count(), 0.0, set()
    for ended in scheduler.run_all([task(suite, options) for suite in runnable], options.jobs, 60 * options.minutes):
        total += tell(ended)
        worked += ended.cpu_seconds
        names.add(ended.task.name)
    for suite in runnable:
        if suite.name not in names:
            print(f"{suite.name}: skipped: it would not have ended within {options.minutes:g} minutes")
    if left_out := [suite.name for suite in chosen if suite.name not in names]:
        print("skipped suites:", *left_out)
    print(f"{len(names)} suites in {time.monotonic() - start:.0f} s, with {worked:.0f} s of CPU on {options.jobs} cores")
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
    parser.add_argument("--minutes", type=float, default=float("inf"),
                        help="begin no suite that is not expected to end within so many minutes, and stop what runs 5 minutes longer")
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
