#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tests of the tests: closing lines tell the truth, and nothing that checks nothing passes."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import run as runner  # noqa: E402

TREE = ROOT / "build" / "tests-gcc"
PROGRAMS = (  # program, closing line, exit status
    ("closing_good", "4 passed, 0 failed, 1 skipped", 0),
    ("closing_bad_case", "1 passed, 1 failed", 1),
    ("closing_bad_vector", "7 passed, 1 failed", 1),
    ("closing_empty", "0 passed, 0 failed", 1),
)
JUDGED = (  # exit status, output, count
    (0, "3 passed, 0 failed\n", (3, 0, 0)),
    (0, "1 passed, 0 failed\n3 passed, 0 failed, 2 skipped\n", (3, 0, 2)),
    (0, "nothing said", (0, 1, 0)),
    (0, "0 passed, 0 failed\n", (0, 1, 0)),
    (139, "3 passed, 0 failed\n", (3, 1, 0)),
    (1, "3 passed, 2 failed\n", (3, 2, 0)),
    (0, "12: 3 passed, 0 failed\n", (0, 1, 0)),
)


def checks():
    for command in (["cmake", "--preset", "tests-gcc"],
                    ["cmake", "--build", str(TREE), "-j", "2", "--target", *(p for p, _, _ in PROGRAMS)]):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            print(done.stdout, done.stderr)
        yield " ".join(command[:2]), done.returncode == 0
    for program, line, status in PROGRAMS:
        done = subprocess.run([TREE / "support" / program], capture_output=True, text=True)
        yield program, done.returncode == status and done.stdout.rstrip().splitlines()[-1] == line
    for status, text, expected in JUDGED:
        count = runner.judge(status, text)
        yield f"judge({status}, {text!r})", (count.passed, count.failed, count.skipped) == expected
    done = subprocess.run([sys.executable, "tests/run.py", "--only", "nosuch"], cwd=ROOT, capture_output=True, text=True)
    yield "an unknown suite is refused", done.returncode != 0 and "nosuch" in done.stderr


def main():
    results = list(checks())
    for name, good in results:
        print("ok  " if good else "FAIL", name)
    passed = sum(good for _, good in results)
    print(f"{passed} passed, {len(results) - passed} failed")
    return 0 if passed == len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
