#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs the suites of the table below in order and adds up what they count.

Prints `name: N passed, N failed` for each and `N passed, N failed` at the very end. Fails if anything failed or if
a suite ran no test at all. The whole output of every suite goes to build/logs/NAME.log.
"""
import argparse
import concurrent.futures
import dataclasses
import datetime
import json
import os
import pathlib
import platform
import re
import resource
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOGS = ROOT / "build" / "logs"
CLOSING = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.M)


@dataclasses.dataclass
class Count:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other):
        return Count(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self):
        return f"{self.passed} passed, {self.failed} failed" + (f", {self.skipped} skipped" if self.skipped else "")


def closing_line(text):
    """The count of the last closing line in text, or None."""
    found = CLOSING.findall(text)
    return Count(*(int(n or 0) for n in found[-1])) if found else None


def judge(code, text):
    """One program's count. Whoever fails without saying so, or counts nothing, has failed once."""
    count = closing_line(text) or Count()
    if count.failed == 0 and (code != 0 or count.passed + count.skipped == 0):
        count.failed = 1
    return count


class Log:
    """Begins with what was tested and when, ends with the count: tests/evidence.py reads both."""

    def __init__(self, name):
        LOGS.mkdir(parents=True, exist_ok=True)
        self.path = LOGS / f"{name}.log"
        self.file = self.path.open("w", encoding="utf-8")
        told = subprocess.run(["git", "describe", "--always", "--abbrev=12", "--dirty", "--exclude=*"], cwd=ROOT,
                              capture_output=True, text=True).stdout.strip() if shutil.which("git") else ""
        self.file.write(f"commit {told or 'unknown'}, {datetime.datetime.now():%Y-%m-%d %H:%M}\n")

    def close(self, count):
        self.file.write(f"{count}\n")
        self.file.close()

    def run(self, command, timeout=None, **more):
        """Runs a command to its end, keeps all its output, returns (exit status, output)."""
        start = time.monotonic()
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=timeout, cwd=more.pop("cwd", ROOT), **more)
            code, text = done.returncode, done.stdout.decode("utf-8", "replace")
        except subprocess.TimeoutExpired as late:
            code, text = 124, (late.stdout or b"").decode("utf-8", "replace") + f"\nstopped after {timeout} s\n"
        except OSError as why:
            code, text = 127, f"{why}\n"
        shown = " ".join(str(word) for word in command)
        self.file.write(f"$ {shown}\n{text}[exit {code}, {time.monotonic() - start:.1f} s]\n\n")
        self.file.flush()
        return code, text


def complain(what, text, lines=30):
    tail = text.rstrip().splitlines()[-lines:]
    print(f"  {what}:", *("    " + line for line in tail), sep="\n", flush=True)


def tell_skipped(name, reasons, most=2):
    for line in reasons[:most]:
        print(f"  {name}: {line}")
    if len(reasons) > most:
        print(f"  {name}: and {len(reasons) - most} more of that kind, in the log")


# How to count: each returns a function (log, options) -> Count.

def script(*command, timeout=1500):
    """A command that ends with a closing line."""
    def run(log, _):
        code, text = log.run(command, timeout)
        count = judge(code, text)
        if count.failed:
            complain(" ".join(command), text)
        return count
    return run


def in_turn(*runs):
    return lambda log, options: sum((run(log, options) for run in runs), Count())


def ctest(preset, *, without=(), environment=None, only=()):
    """Builds a preset, then runs each of its test programs, or those named, and reads its closing line."""
    targets = [word for name in only for word in ("--target", f"test_{name}")]

    def build(log, options):
        tree = ROOT / "build" / preset
        for command in (["cmake", "--preset", preset], ["cmake", "--build", str(tree), "-j", str(options.jobs), *targets]):
            code, text = log.run(command)
            if code:
                complain(" ".join(command), text)
                return None
        _, text = log.run(["ctest", "--test-dir", str(tree), "--show-only=json-v1"])
        return json.loads(text[text.index("{"):])["tests"]

    def run(log, options):
        tests = build(log, options)
        if tests is None:
            return Count(failed=1)
        left_out = set(without) | (set() if options.large else {"large"})
        chosen = []
        for test in tests:
            properties = {p["name"]: p["value"] for p in test.get("properties", [])}
            if not left_out & set(properties.get("LABELS", [])) and re.search(options.match, test["name"]) and (
                    not only or test["name"] in only):
                chosen.append((test, properties))
        env = dict(os.environ, **(environment or {}), **({"HASHLANE_LARGE": "1"} if options.large else {}))

        def one(entry):
            test, properties = entry
            return log.run(test["command"], properties.get("TIMEOUT", 900), env=env,
                           cwd=properties.get("WORKING_DIRECTORY", ROOT))
        total = Count()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for (test, _), (code, text) in zip(chosen, pool.map(one, chosen)):
                count = judge(code, text)
                if count.failed:
                    complain(f"{test['name']} (exit {code})", text)
                tell_skipped(test["name"], sorted(set(re.findall(r"^skipped: .*", text, re.M))))
                total += count
        return total
    return run


def pytest(*paths):
    def run(log, options):
        report = LOGS / "pytest.xml"
        report.unlink(missing_ok=True)
        env = dict(os.environ, **({"HASHLANE_LARGE": "1"} if options.large else {}))
        code, text = log.run([python_with("pytest"), "-m", "pytest", "-q", f"--junitxml={report}", *paths], 1500, env=env)
        count = Count()
        if report.exists():
            for suite in xml.etree.ElementTree.parse(report).getroot().iter("testsuite"):
                tests, errors, failures, skipped = (int(suite.get(k, 0)) for k in ("tests", "errors", "failures", "skipped"))
                count += Count(tests - errors - failures - skipped, errors + failures, skipped)
            for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase"):
                for skipped in case.iter("skipped"):
                    print(f"  {case.get('name')}: skipped: {skipped.get('message')}")
        if code and not count.failed:
            count.failed = 1
        if count.failed:
            complain("pytest", text, 60)
        return count
    return run


def python_with(module):
    """An interpreter that has the module: this one, or Debian's."""
    for python in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(python) and subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0:
            return python
    return None


@dataclasses.dataclass(frozen=True)
class Suite:
    name: str
    run: object
    tools: tuple = ()   # a command, a file, "python:MODULE", "machine:NAME", "cargo:VERSION"; what is missing skips the suite
    built: tuple = ()   # what `make` must have built before: without it the suite fails
    extra: bool = False  # only with --all or --only


BUILD = ("cmake", "ninja")
SUITES = (
    Suite("harness", script(sys.executable, "tests/support/harness.py"), BUILD + ("g++",)),
    Suite("floors", script(sys.executable, "tests/style/floors.py")),
    Suite("style", script(sys.executable, "tests/style/style.py"), ("git", "clang-format-19")),
    Suite("evidence", script(sys.executable, "tests/evidence.py", "--check")),
    Suite("proofs", script(sys.executable, "tests/proofs/proofs.py"), ("g++", "clang++-19", "objdump")),
    Suite("constant_time", script(sys.executable, "tests/constant_time/constant_time.py"),
          ("machine:x86_64", "g++", "clang++-19", "objdump", "valgrind", "/usr/include/valgrind/memcheck.h")),
    Suite("generated", in_turn(script(sys.executable, "tests/constexpr/generate.py", "--check"),
                               script(sys.executable, "tools/selftest_table.py", "--check"))),
    Suite("refused", script(sys.executable, "tests/constexpr/refused.py"), ("g++", "clang++-19")),
    Suite("mutants", script(sys.executable, "tests/mutation/mutation.py", "--smoke"), ("clang++-19",)),
    Suite("gcc", ctest("tests-gcc"), BUILD + ("g++",)),
    Suite("clang", ctest("tests-clang"), BUILD + ("clang++-19",)),
    Suite("cli", pytest("tests/cli"), ("python:pytest",), ("build/hashlane",)),
    Suite("uses", script(sys.executable, "tests/uses/uses.py"), BUILD + ("g++", "clang++-19", "pkg-config")),
    Suite("c", script(sys.executable, "tests/c/c.py"),
          BUILD + ("gcc", "g++", "clang-19", "clang++-19", "pkg-config", "readelf", "nm")),
    Suite("transcript", script(sys.executable, "tests/transcript/transcript.py"), ("g++", "clang++-19")),
    Suite("compat", script(sys.executable, "tests/compat/compat.py"), BUILD + ("gcc", "g++", "clang-19", "clang++-19")),
    Suite("python", script(sys.executable, "tests/python/python.py"), BUILD + ("g++", "python:ensurepip")),
    Suite("rust", script(sys.executable, "tests/rust/rust.py"), ("cargo:1.85", "g++", "clang++-19", "nm")),
    Suite("linking", script(sys.executable, "tests/linking/linking.py"),
          ("machine:x86_64", "g++", "clang++-19", "objdump", "qemu-x86_64")),
    Suite("processors", script(sys.executable, "tests/targets/processors.py"),
          ("g++", "aarch64-linux-gnu-g++", "qemu-x86_64", "qemu-aarch64", "machine:x86_64")),
    Suite("merkle-log", script(sys.executable, "tests/merkle/log.py"), ("g++",)),
    Suite("readmes", script(sys.executable, "tests/readmes/readmes.py"), ("g++", "clang++-19"), ("build/hashlane",)),
    Suite("codegen", script(sys.executable, "tests/codegen/codegen.py"), ("g++", "clang++-19", "objdump")),
    Suite("bench", script(sys.executable, "tests/bench/bench.py"), BUILD + ("g++", "/usr/include/openssl/evp.h")),
    Suite("differential", script(sys.executable, "tests/differential/differential.py", "--seconds", "20"),
          BUILD + ("g++", "/usr/include/openssl/evp.h")),
    Suite("fuzz", script(sys.executable, "fuzz/fuzz.py", "--inputs", "20000", "--minutes", "10"), BUILD + ("clang++-19",)),
    Suite("msan", script(sys.executable, "tests/memory/defined.py"), ("clang++-19",)),
    Suite("races", ctest("tsan", only=("batch_threads", "batch_pool", "first_call")), BUILD + ("clang++-19",)),
    Suite("aarch64", ctest("aarch64"), BUILD + ("aarch64-linux-gnu-g++", "qemu-aarch64")),
    Suite("s390x", ctest("s390x"), BUILD + ("s390x-linux-gnu-g++", "qemu-s390x")),
    Suite("asan", ctest("asan", without=("machine",)), BUILD + ("clang++-19",), extra=True),
    Suite("tsan", ctest("tsan", without=("machine",)), BUILD + ("clang++-19",), extra=True),
    Suite("O0", ctest("O0"), BUILD + ("g++",), extra=True),
    Suite("native", ctest("native"), BUILD + ("g++",), extra=True),
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


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], metavar="NAME[,NAME]", help="run these suites alone")
    parser.add_argument("--all", action="store_true", help="the sanitizers, -O0 and -march=native too")
    parser.add_argument("--large", action="store_true", help="messages of 1 GiB and more too")
    parser.add_argument("--match", default="", metavar="REGEX", help="of the C++ test programs run those so named")
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 8))
    parser.add_argument("--list", action="store_true", help="print the names of the suites")
    options = parser.parse_args()
    if options.list:
        print(*(s.name for s in SUITES), sep="\n")
        return 0
    only = [name for word in options.only for name in word.split(",")]
    if unknown := set(only) - {s.name for s in SUITES}:
        parser.error(f"no such suite: {', '.join(sorted(unknown))}")
    chosen = [s for s in SUITES if s.name in only] if only else [s for s in SUITES if options.all or not s.extra]

    total = Count()
    left_out = []
    for suite in chosen:
        if reason := missing(suite):
            print(f"{suite.name}: skipped: {reason}", flush=True)
            left_out.append(suite.name)
            continue
        start, worked = time.monotonic(), cpu_seconds()
        log = Log(suite.name)
        unbuilt = [name for name in suite.built if not (ROOT / name).exists()]
        if unbuilt:
            print(f"  {suite.name}: {unbuilt[0]} is not built: run make")
        count = Count(failed=1) if unbuilt else suite.run(log, options)
        if count.passed + count.failed == 0:
            print(f"  {suite.name} ran no test")
            count.failed = 1
        log.close(count)
        took = f"{time.monotonic() - start:.0f} s, {cpu_seconds() - worked:.0f} s of CPU"
        print(f"{suite.name}: {count} ({took}, {log.path.relative_to(ROOT)})", flush=True)
        total += count
    if not options.all and not only:
        print("left to --all:", *(s.name for s in SUITES if s.extra))
    if left_out:
        print("skipped suites:", *left_out)
    if total.passed + total.failed == 0:
        total.failed = 1
    print(f"{total.passed} passed, {total.failed} failed")
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
