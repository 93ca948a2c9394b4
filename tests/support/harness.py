#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tests of the tests: closing lines tell the truth, what checks nothing does not pass, and no suite that goes wrong
beside others is lost."""
import argparse
import contextlib
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import run as runner  # noqa: E402
import scheduler  # noqa: E402
from counting import Log, ctest, judge  # noqa: E402

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
GOOD = "print('3 passed, 0 failed')"
SUITES = (  # name, Python program, count, what is told
    ("good", GOOD, (3, 0), ""),
    ("fails", "print('why'); print('2 passed, 1 failed'); exit(1)", (2, 1), "why\n"),
    ("silent", "print('done')", (0, 1), "exit status 0 and did not say"),
    ("counts nothing", "print('0 passed, 0 failed')", (0, 1), ""),
    ("raises", "raise ValueError('odd')", (0, 1), "ValueError: odd"),
    ("is killed", "import os; os.kill(os.getpid(), 9)", (0, 1), "exit status 137 and did not say"),
    ("crashes at the end", GOOD + "; import os, sys; sys.stdout.flush(); os.abort()", (3, 1), ""),
    ("fails without saying so", GOOD + "; exit(1)", (3, 1), ""),
    ("hangs", "import time; print('3 passed', flush=True); time.sleep(100)", (0, 1), "it was stopped after 2 s"),
    ("leaves a child that hangs", "import os, time; os.fork() or time.sleep(100)\n" + GOOD, (3, 0), ""),
)
# Says its name ten times, then when it began and ended. With two files it makes the first and waits for the second.
SPANS = """
import os, pathlib, sys, time
name, *files = sys.argv[1:]
start = time.monotonic()
if files:
    pathlib.Path(files[0]).touch()
while files and not os.path.exists(files[1]) and time.monotonic() < start + 60:
    time.sleep(0.01)
for _ in range(10):
    print(name, flush=True)
    time.sleep(0.03)
print(start, time.monotonic(), all(map(os.path.exists, files)))
"""


def programs():
    for command in (["cmake", "--preset", "tests-gcc"],
                    ["cmake", "--build", str(TREE), "--target", *(p for p, _, _ in PROGRAMS)]):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            print(done.stdout, done.stderr)
        yield " ".join(command[:2]), done.returncode == 0
    for program, line, status in PROGRAMS:
        done = subprocess.run([TREE / "support" / program], capture_output=True, text=True)
        yield program, done.returncode == status and done.stdout.rstrip().splitlines()[-1] == line
    for status, text, expected in JUDGED:
        count = judge(status, text)
        yield f"judge({status}, {text!r})", (count.passed, count.failed, count.skipped) == expected


def lacking_program():
    """A suite that asks for a test program which no longer has that name fails."""
    log, said = Log("harness-lacking"), io.StringIO()
    with contextlib.redirect_stdout(said):
        count = ctest("tests-gcc", only=("sha2", "nosuch"))(log, types.SimpleNamespace(large=False, match="", jobs=1))
    log.close(count)
    log.path.unlink()
    yield "a program that is not there", count.failed == 1 and "has no programs nosuch" in said.getvalue()


def python(place, name, program, *words, **more):
    """A task that runs a Python program."""
    return scheduler.Task(name, lambda cores: [sys.executable, "-c", program, *words], place / name.replace(" ", "-"), **more)


def suites(place):
    """Suites of every kind side by side, through the code that runs the real ones."""
    kept = runner.task
    runner.task = lambda suite, options: python(place, suite.name, suite.run, limit=2 if suite.name == "hangs" else 60)
    chosen = [runner.Suite(name, program) for name, program, *_ in SUITES]
    chosen.append(runner.Suite("lacks a tool", GOOD, ("no-such-tool",)))
    told, start = io.StringIO(), time.monotonic()
    with contextlib.redirect_stdout(told):
        total = runner.run_suites(chosen, types.SimpleNamespace(jobs=3, minutes=10))
    late = io.StringIO()
    with contextlib.redirect_stdout(late):
        none = runner.run_suites(chosen[:1], types.SimpleNamespace(jobs=3, minutes=0))
    yield "a suite that has no time left is told", "good: skipped: it would not have ended within 0 minutes" in late.getvalue() and not none.passed
    runner.task = kept
    said = told.getvalue()
    for name, _, (passed, failed), why in SUITES:
        before, line, _ = said.partition(f"\n{name}: {passed} passed, {failed} failed (")
        yield f"a suite: {name}", bool(line) and (not why or why in "\n" + before[-500:] + "\n")
    expected = [sum(counts[i] for _, _, counts, _ in SUITES) for i in (0, 1)]
    yield "the sum", [total.passed, total.failed] == expected
    yield "a suite that lacks a tool is told", "lacks a tool: skipped: no-such-tool is not installed" in said
    yield "what hangs is not waited for", time.monotonic() - start < 50


def overlap(spans):
    """How many of these (start, end) run at one time, at most."""
    return max(sum(start <= at < end for start, end in spans) for at, _ in spans)


def side_by_side(place):
    """Who ran beside whom, and whose output is whose."""
    more = {"first alone": {"alone": True}, "second alone": {"alone": True}, "first of a tree": {"holds": ("tree",)},
            "second of a tree": {"holds": ("tree",)}, "plain": {"seconds": 3}, "also plain": {"seconds": 2}}
    meet = {"plain": (place / "one", place / "two"), "also plain": (place / "two", place / "one")}
    tasks = [python(place, name, SPANS, name, *map(str, meet.get(name, ())), **how) for name, how in more.items()]
    ended = {one.task.name: one.text.splitlines() for one in scheduler.run_all(tasks, 2)}
    spans = {name: tuple(map(float, lines[-1].split()[:2])) for name, lines in ended.items()}
    yield "all tasks ran", ended.keys() == more.keys()
    yield "the output of a task is its own", all(lines[:-1] == [name] * 10 for name, lines in ended.items())
    yield "two that wait for each other both run", all(ended[name][-1].endswith(" True") for name in meet)
    yield "two at a time on two cores", overlap(spans.values()) == 2
    for name in ("first alone", "second alone"):
        others = [span for other, span in spans.items() if other != name]
        yield f"nothing runs beside {name}", not any(s < spans[name][1] and spans[name][0] < e for s, e in others)
    yield "one task at a time in a tree", overlap([spans["first of a tree"], spans["second of a tree"]]) == 1
    yield "an overlap is seen", overlap([(0, 2), (1, 3), (2, 4)]) == 2
    lengths = [1, 3, 2]
    order = scheduler.run_all([python(place, str(s), GOOD, seconds=s) for s in lengths], 1)
    yield "the longest first", [one.task.name for one in order] == ["3", "2", "1"]
    wide = [scheduler.Task("wide", lambda cores: ["echo", cores], place / "wide", wide=True)]
    yield "one that can use several cores has them", [one.text for one in scheduler.run_all(wide, 4)] == ["4\n"]
    busy = "import time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass"
    (used,) = scheduler.run_all([python(place, "busy", busy)], 1)
    yield "time of the processor is counted", 0.3 <= used.cpu_seconds < 3


def in_time(place):
    """What begins, and what is stopped, where all tasks have a time."""
    tasks = [python(place, name, GOOD, seconds=s) for name, s in (("long", 40), ("short", 20), ("shorter", 10))]
    begun = {one.task.name for one in scheduler.run_all(tasks, 2, 60)}
    yield "no task begins that takes longer than is left", begun == {"short", "shorter"}
    kept, scheduler.KNOWN_AFTER = scheduler.KNOWN_AFTER, 10
    tasks = [python(place, name, GOOD, seconds=s) for name, s in (("first", 20), ("then", 40))]
    order = [one.task.name for one in scheduler.run_all(tasks, 1, 60)]
    scheduler.KNOWN_AFTER = kept
    yield "a task begins late that fits by the pace which was learned", order == ["first", "then"]
    kept, scheduler.SPARE = scheduler.SPARE, 0.5
    (ended,) = scheduler.run_all([python(place, "longer than expected", "import time; time.sleep(100)", seconds=0.1)], 1, 0.5)
    scheduler.SPARE = kept
    yield "what runs past the time of all is stopped", ended.late and ended.seconds < 50
    pace = scheduler.Pace()
    pace.add(99, 99)
    yield "the pace of a machine is guessed at first", pace.of(10) == 20
    pace.add(1, 51)
    yield "the pace of a machine is learned", pace.of(10) == 15


# A `make` that takes no time. It adds to the seconds of the shell what each command takes on two cores of a Zen 4, times
# PACE; where that is more than the minutes that the command is given, it adds these and the 5 that run.py adds to them.
PRETENDED = """
make() {
    local -A usual=([build]=150 [test]=600 [test-all]=2500 [test-integrations]=600)
    local seconds=$((${usual[${1:-build}]} * PACE / 10)) most=1000000 words=${2:-}
    [ -z "$words" ] || most=$((60 * ${words##* } + 300))
    [ $seconds -le $most ] && echo "${1:-build}" || echo "${1:-build} in part"
    SECONDS=$((SECONDS + (seconds < most ? seconds : most)))
}
source .ci/run
echo $SECONDS
"""


def whole_run():
    """.ci/run ends in time on machines that are 1 to 10 times as slow as expected, and leaves out no command."""
    commands = ["build", "test", "test-all", "test-integrations"]
    for pace in (10, 12, 15, 20, 30, 50, 100):
        done = subprocess.run(["bash", "-c", PRETENDED, ".ci/run"], cwd=ROOT, capture_output=True, text=True,
                              env=dict(os.environ, PACE=str(pace), SETUP="no"))
        *ran, seconds = [line for line in done.stdout.splitlines() if line.split()[0] in commands or line.isdigit()]
        yield f".ci/run at pace {pace / 10}: {', '.join(ran)}, {int(seconds) // 60} minutes", (
            done.returncode == 0 and int(seconds) <= 85 * 60 and [line.split()[0] for line in ran] == commands
            and (pace > 12 or ran == commands))


def command_line():
    def run(*words):
        return subprocess.run([sys.executable, "tests/run.py", *words], cwd=ROOT, capture_output=True, text=True)
    done = run("--only", "nosuch")
    yield "an unknown suite is refused", done.returncode != 0 and "nosuch" in done.stderr
    done = run("--level", "nosuch")
    yield "an unknown level is refused", done.returncode != 0 and "nosuch" in done.stderr
    levels = {line.split()[0] for line in run("--list").stdout.splitlines()}
    yield "every level has suites, and no suite is out of reach", (
        set(runner.LEVELS) <= levels <= {*runner.LEVELS, *(f"{level}-full" for level in runner.LEVELS)})
    names = [suite.name for suite in runner.SUITES]
    yield "no name stands twice", len(names) == len(set(names))


def main():
    argparse.ArgumentParser(description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        results = [*programs(), *lacking_program(), *suites(place), *side_by_side(place), *in_time(place), *whole_run(),
                   *command_line()]
    for name, good in results:
        print("ok  " if good else "FAIL", name)
    passed = sum(good for _, good in results)
    print(f"{passed} passed, {len(results) - passed} failed")
    return 0 if passed == len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
