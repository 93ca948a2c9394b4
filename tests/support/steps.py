# SPDX-License-Identifier: Apache-2.0 OR MIT
"""For scripts that compile and run programs step by step: each step is counted, and told with what it printed."""
import collections
import os
import re
import shutil
import subprocess

COMPILERS = {"gcc": ("gcc", "g++"), "clang": ("clang-19", "clang++-19")}
CLOSING = re.compile(r"^(\d+) passed, (\d+) failed$", re.M)
count = collections.Counter()


def jobs():
    """How many cores tests/run.py gives this script; without it, those of this machine, 8 at most."""
    return int(os.environ.get("TEST_JOBS", min(os.cpu_count() or 1, 8)))


def report(name, passed, failed, why=""):
    count["passed"] += passed
    count["failed"] += failed
    print("FAIL" if failed else "ok  ", name, f"({passed})" if passed > 1 else "", why)


def skip(name, why):
    count["skipped"] += 1
    print(f"skipped: {name}: {why}")


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **more)
    return done.returncode, done.stdout


def do(name, *command, **more):
    """A step that must succeed; its output, or None after a report."""
    code, text = run(*command, **more)
    if code == 0:
        return text
    report(name, 0, 1, f"exit {code}: {' '.join(map(str, command))}\n{text[-3000:]}")
    return None


def install(tree, place):
    """Installs a build tree below `place`: into a staging directory first, then moved, so that a file which knows the
    place that it was built for is of no use. The prefix, or None after a report."""
    staged, prefix = place / "staged", place / "prefix"
    shutil.rmtree(staged, ignore_errors=True)
    env = dict(os.environ, DESTDIR=str(staged))
    if do(f"install {tree}", "cmake", "--install", tree, "--prefix", "/usr", env=env) is None:
        return None
    shutil.rmtree(prefix, ignore_errors=True)
    shutil.move(staged / "usr", prefix)
    return prefix


def check_refused(name, expected, *command, **more):
    """A step that must fail and say why."""
    code, text = run(*command, **more)
    good = code != 0 and re.search(expected, text) is not None
    report(name, good, not good, "" if good else f"exit {code}, printed {text[-3000:]}")


def check_counted(name, *command, **more):
    """A program that ends with a closing line; what it printed."""
    code, text = run(*command, **more)
    found = CLOSING.findall(text)
    passed, failed = map(int, found[-1]) if found else (0, 0)
    bad = failed or code != 0 or passed == 0
    report(name, passed, max(failed, 1) if bad else 0, text[-3000:] if bad else "")
    return text


def check_prints(name, expected, *command, **more):
    """A program that prints these lines; a single one may come several times."""
    code, text = run(*command, **more)
    lines = text.splitlines()
    good = code == 0 and (lines == expected if isinstance(expected, list) else lines and set(lines) == {expected})
    report(name, bool(good), not good, "" if good else f"exit {code}, printed {text[-3000:]}")


def closing_line():
    """Prints it; the exit status."""
    print(f"{count['passed']} passed, {count['failed']} failed" +
          (f", {count['skipped']} skipped" if count["skipped"] else ""))
    return 1 if count["failed"] or not count["passed"] else 0
