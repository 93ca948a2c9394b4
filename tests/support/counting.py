# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Ways to run what a suite holds (a script, the test programs of a preset, pytest) and to count what passed and failed."""
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree

import sources

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOGS = ROOT / "build" / "logs"
PYPY = shutil.which("pypy3") or sys.executable  # PyPy takes less time for programs that compute much in Python
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
    """Begins with what was tested and when, ends with the count: tests/evidence.py reads both. Several threads may write."""

    def __init__(self, name):
        LOGS.mkdir(parents=True, exist_ok=True)
        self.path = LOGS / f"{name}.log"
        self.file = self.path.open("w", encoding="utf-8")
        self.file.write(sources.stamp() + "\n")

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


# Ways to run and count: each returns a function (log, options) -> Count.

def script(*command, jobs=False):
    """A command that ends with a closing line, within the limit of its suite. jobs: it takes --jobs N."""
    def run(log, options):
        code, text = log.run([*command, *(["--jobs", str(options.jobs)] if jobs else [])])
        count = judge(code, text)
        if count.failed:
            complain(" ".join(command), text)
        return count
    return run


def in_turn(*runs):
    return lambda log, options: sum((run(log, options) for run in runs), Count())


@dataclasses.dataclass(frozen=True)
class Program:
    """A C++ test program, as ctest knows it."""
    name: str
    labels: set
    command: list    # None as long as it is not built
    timeout: float   # seconds
    folder: str      # where it is run


def programs(log, preset):
    """All of a preset, which is configured."""
    _, text = log.run(["ctest", "--test-dir", str(tree_of(preset)), "--show-only=json-v1"])
    for test in json.loads(text[text.index("{"):])["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        yield Program(test["name"], set(properties.get("LABELS", [])), test.get("command"), properties.get("TIMEOUT", 900),
                      properties.get("WORKING_DIRECTORY", ROOT))


def ctest(preset, *, without=(), only=(), alone=False):
    """Builds test programs of a preset, then runs each and reads its closing line.

    without: the labels of those that are left out. only: the names of those that run, all where it is empty. Programs with
    the label `alone` run with alone=True, one after the other, and others without it.
    """
    def chosen(log, options):
        left_out = set(without) | (set() if options.large else {"large"})
        return [program for program in programs(log, preset)
                if not left_out & program.labels and ("alone" in program.labels) == alone
                and (not only or program.name in only) and re.search(options.match, program.name)]

    def build(log, options):
        """Whether all could be built; those named in `only` must be there."""
        if not succeeds(log, ["cmake", "--preset", preset]):
            return False
        if unknown := set(only) - {program.name for program in programs(log, preset)}:
            complain(f"the preset {preset}", f"has no programs {', '.join(sorted(unknown))}")
            return False
        targets = [f"test_{program.name}" for program in chosen(log, options)]
        command = ["cmake", "--build", str(tree_of(preset)), "-j", str(options.jobs), "--target", *targets]
        return not targets or succeeds(log, command)

    def run(log, options):
        if not build(log, options):
            return Count(failed=1)
        env = dict(os.environ, **({"HASHLANE_LARGE": "1"} if options.large else {}))
        total, those = Count(), chosen(log, options)
        with concurrent.futures.ThreadPoolExecutor(1 if alone else options.jobs) as pool:
            ended = pool.map(lambda program: log.run(program.command, program.timeout, env=env, cwd=program.folder), those)
            for program, (code, text) in zip(those, ended):
                count = judge(code, text)
                if count.failed:
                    complain(f"{program.name} (exit {code})", text)
                tell_skipped(program.name, sorted(set(re.findall(r"^skipped: .*", text, re.M))))
                total += count
        return total
    return run


def tree_of(preset):
    """The build tree of a preset; `quick` and `quick-integrations` add to that of `make`."""
    return ROOT / "build" if preset in ("quick", "quick-integrations") else ROOT / "build" / preset


def succeeds(log, command):
    """Whether a command does; if not, the end of what it printed is printed."""
    code, text = log.run(command)
    if code:
        complain(" ".join(command), text)
    return code == 0


def pytest(*paths):
    def run(log, options):
        report = log.path.with_suffix(".xml")
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
