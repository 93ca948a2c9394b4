#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Python package beside hashlib, hmac and pycryptodome, in one process.

All contestants of a row take turns in slices of about ten milliseconds, and their answers are compared first. A figure is
the median of its slices, with the best in brackets. Rows of one thread are measured in CPU time, so that other programs
disturb them less; rows of several threads by the clock. Prints a table; --json FILE writes the figures too.
Exit status 1: a goal is missed.
"""
import argparse
import dataclasses
import hashlib
import hmac
import json
import os
import platform
import statistics
import sys
import time
import timeit

import hashlane

SLICE = 0.01  # seconds


@dataclasses.dataclass
class Goal:
    """An upper limit in the row's unit, or for a rate a lower one."""
    limit: float
    is_rate: bool = False

    def met(self, figure):
        return figure >= self.limit if self.is_rate else figure <= self.limit

    def __str__(self):
        return f"{'>=' if self.is_rate else '<='} {self.limit:.3g}"


@dataclasses.dataclass
class Row:
    name: str
    contestants: dict[str, str]  # statements; ours first
    names: dict                  # what they use
    unit: str
    scale: object                # seconds of one call -> the unit
    goal: Goal | None = None
    ratio: float | None = None   # ours takes at most so much of the second contestant's time
    clock: object = time.process_time
    figures: dict = dataclasses.field(default_factory=dict)
    best: dict = dataclasses.field(default_factory=dict)

    def missed(self):
        times = list(self.figures.values())
        too_slow = self.goal is not None and not self.goal.met(times[0])
        return too_slow or (self.ratio is not None and times[0] > self.ratio * times[1])


def calls_a_slice(timer):
    calls = 1
    while (taken := timer.timeit(calls)) < SLICE / 2 and calls < 1 << 20:
        calls *= 2
    return max(1, round(calls * SLICE / max(taken, SLICE / 1000)))


def measure(row, slices):
    if len({str(eval(statement, row.names)) for statement in row.contestants.values()}) != 1:
        sys.exit(f"{row.name}: the answers differ")
    timers = {who: timeit.Timer(statement, timer=row.clock, globals=row.names) for who, statement in row.contestants.items()}
    calls = {who: calls_a_slice(timer) for who, timer in timers.items()}
    taken = {who: [] for who in timers}
    for _ in range(slices):
        for who, timer in timers.items():
            taken[who].append(timer.timeit(calls[who]) / calls[who])
    row.figures = {who: row.scale(statistics.median(times)) for who, times in taken.items()}
    row.best = {who: row.scale(min(times)) for who, times in taken.items()}


def nanoseconds(calls=1):
    return lambda seconds: seconds * 1e9 / calls


def microseconds(seconds):
    return seconds * 1e6


def gigabytes(size):
    return lambda seconds: size / seconds / 1e9


NAMES = {"hashlane": hashlane, "hashlib": hashlib, "hmac": hmac}


def short_messages():
    names = NAMES | {"m": bytes(range(32)), "long": os.urandom(16384)}

    def row(name, ours, theirs, goal=None, ratio=None):
        return Row(name, {"hashlane": ours, theirs.split(".")[0]: theirs}, names, "ns", nanoseconds(), goal, ratio)
    yield row("object, SHA-256, 32 B", "hashlane.sha256(m).digest()", "hashlib.sha256(m).digest()", Goal(220), 220 / 440)
    yield row("function, SHA-256, 32 B", "hashlane.digest('sha256', m)", "hashlib.sha256(m).digest()", Goal(150), 150 / 440)
    yield row("hexdigest, SHA-256, 32 B", "hashlane.sha256(m).hexdigest()", "hashlib.sha256(m).hexdigest()")
    yield row("object, SHA3-256, 32 B", "hashlane.sha3_256(m).digest()", "hashlib.sha3_256(m).digest()")
    yield row("object, SHA-256, 16 KiB", "hashlane.sha256(long).digest()", "hashlib.sha256(long).digest()")
    yield row("HMAC-SHA-256, 32 B", "hashlane.digest('hmac-sha256', m, key=m)", "hmac.digest(m, m, 'sha256')")


def trees():
    size = 16 << 20
    names = NAMES | {"m": os.urandom(size)}
    contestants = {"hashlane": "hashlane.digest('kt128', m)"}
    try:
        from Crypto.Hash import KangarooTwelve
        names["KangarooTwelve"] = KangarooTwelve
        contestants["pycryptodome"] = "KangarooTwelve.new(m).read(32)"
    except ImportError:
        pass
    yield Row("KT128, 16 MiB, one thread", contestants, names, "GB/s", gigabytes(size), Goal(4.5, is_rate=True))
    yield Row("KT128, 16 MiB, two threads", {"hashlane": "hashlane.digest('kt128', m, threads=2)"}, names, "GB/s",
              gigabytes(size), clock=time.perf_counter)


def batches():
    messages = [os.urandom(32) for _ in range(1024)]
    names = NAMES | {"messages": messages, "rows": b"".join(messages)}
    yield Row("1024 messages of 32 B, SHA-256", {
        "hashlane": "hashlane.digest_many('sha256', messages)",
        "hashlib in a list": "[hashlib.sha256(m).digest() for m in messages]"}, names, "us", microseconds, Goal(100))
    yield Row("1024 messages of 32 B, SHA3-256", {
        "hashlane": "hashlane.digest_many('sha3-256', messages)",
        "hashlib in a list": "[hashlib.sha3_256(m).digest() for m in messages]"}, names, "us", microseconds)
    yield Row("1024 messages of 32 B, HMAC-SHA-256", {
        "hashlane": "hashlane.digest_many('hmac-sha256', messages, key=b'k')",
        "hmac in a list": "[hmac.digest(b'k', m, 'sha256') for m in messages]"}, names, "us", microseconds)
    for count in (1024, 20_000, 1_000_000):
        listed = [os.urandom(32) for _ in range(count)]
        yield Row(f"list of {count} messages of 32 B, SHA-256, a row", {
            "hashlane": "hashlane.digest_many('sha256', listed)",
            "hashlib in a list": "[hashlib.sha256(m).digest() for m in listed]"}, NAMES | {"listed": listed}, "ns",
            nanoseconds(count), Goal(60) if count < 1_000_000 else None)
    yield Row("1024 rows of 32 B, SHA-256", {
        "hashlane": "list(hashlane.digest_many('sha256', rows, width=32))",
        "hashlib in a list": "[hashlib.sha256(rows[i:i + 32]).digest() for i in range(0, 32768, 32)]"},
        names, "us", microseconds)


def columns():
    try:
        import pyarrow
    except ImportError:
        return
    count = 1_000_000
    text = os.urandom(16 * count).hex()
    column = pyarrow.array([text[i:i + 32] for i in range(0, len(text), 32)])
    names = NAMES | {"pyarrow": pyarrow, "column": column, "few": column.slice(0, 20_000)}
    yield Row("Arrow, 1e6 strings of 32 B, SHA-256, a row",
              {"hashlane": "len(pyarrow.array(hashlane.digest_many('sha256', column)))"}, names, "ns", nanoseconds(count),
              Goal(40))
    yield Row("Arrow, 2e4 strings of 32 B, SHA-256, a row", {
        "hashlane": "pyarrow.array(hashlane.digest_many('sha256', few))",
        "hashlib in a list": "pyarrow.array([hashlib.sha256(m.encode()).digest() for m in few.to_pylist()], "
                             "pyarrow.binary(32))"}, names, "ns", nanoseconds(20_000))


def show(row):
    said = {who: f"{figure:.3g} ({row.best[who]:.3g}) {row.unit}" for who, figure in row.figures.items()}
    ours, *theirs = row.figures.values()
    goals = [f"{row.goal} {row.unit}: {'met' if row.goal.met(ours) else '**missed**'}"] if row.goal else []
    if row.ratio:
        goals.append(f"<= {row.ratio:.2f}x: {ours / theirs[0]:.2f} {'met' if ours <= row.ratio * theirs[0] else '**missed**'}")
    others = ", ".join(f"{who} {figure}" for who, figure in said.items() if who != "hashlane")
    print(f"| {row.name} | {'; '.join(goals)} | {said['hashlane']} | {others} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slices", type=int, default=31, help="of each contestant")
    parser.add_argument("--only", default="", metavar="TEXT", help="rows whose name has it")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    rows = [row for group in (short_messages, trees, batches, columns) for row in group()
            if options.only.lower() in row.name.lower()]
    print(f"CPython {platform.python_version()}, hashlane {hashlane.__version__} ({hashlane.target()}), "
          f"load {os.getloadavg()[0]:.1f}\n\n| workload | goal | Hashlane | others |\n|---|---|---|---|")
    for row in rows:
        measure(row, options.slices)
        show(row)
    if options.json:
        facts = {"python": platform.python_version(), "hashlane": hashlane.__version__, "target": hashlane.target(),
                 "load": os.getloadavg()[0],
                 "rows": [{"name": r.name, "unit": r.unit, "figures": r.figures, "best": r.best,
                           "goal": r.goal and str(r.goal), "ratio": r.ratio, "missed": r.missed()} for r in rows]}
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(facts, file, indent=1)
    return 1 if any(row.missed() for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
