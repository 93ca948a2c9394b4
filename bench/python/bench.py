#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Python package beside hashlib, pycryptodome and pyarrow's loop, in one process.

All contestants of a row take turns in slices of about ten milliseconds, and their answers are compared first; a figure
is the median of its slices, and the best of them in brackets: on a busy machine they differ. Prints a table; --json FILE writes the figures too. Exit status 1: a goal is missed.
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
import typing

import hashlane

SLICE = 0.01  # seconds


@dataclasses.dataclass
class Goal:
    """An upper limit in the row's unit, or (is_rate) a lower one."""
    limit: float
    is_rate: bool = False

    def met(self, figure):
        return figure >= self.limit if self.is_rate else figure <= self.limit

    def __str__(self):
        return f"{'>=' if self.is_rate else '<='} {self.limit:g}"


@dataclasses.dataclass
class Row:
    name: str
    contestants: dict[str, typing.Callable]  # ours first
    unit: str                                # of `scale(seconds for one call)`
    scale: typing.Callable
    goal: Goal | None = None
    ratio: float | None = None               # ours at most so much of the second contestant's time
    figures: dict = dataclasses.field(default_factory=dict)
    best: dict = dataclasses.field(default_factory=dict)


def calls_a_slice(function):
    calls = 1
    while True:
        start = time.perf_counter()
        for _ in range(calls):
            function()
        if (taken := time.perf_counter() - start) > SLICE / 2 or calls > 1 << 20:
            return max(1, round(calls * SLICE / max(taken, 1e-9)))
        calls *= 2


def timed(function, calls):
    again = range(calls)
    start = time.perf_counter()
    for _ in again:
        function()
    return (time.perf_counter() - start) / calls


def empty():
    return None


def measure(row, slices):
    answers = {str(function()) for function in row.contestants.values()}
    if len(answers) != 1:
        sys.exit(f"{row.name}: the answers differ")
    calls = {who: calls_a_slice(function) for who, function in row.contestants.items()}
    calls["loop"] = calls_a_slice(empty)
    taken = {who: [] for who in calls}
    for _ in range(slices):
        for who, n in calls.items():
            taken[who].append(timed(row.contestants.get(who, empty), n))
    loop = statistics.median(taken.pop("loop"))  # the call of a lambda and the loop round it
    row.figures = {who: row.scale(max(statistics.median(times) - loop, 1e-10)) for who, times in taken.items()}
    row.best = {who: row.scale(max(min(times) - loop, 1e-10)) for who, times in taken.items()}


def nanoseconds(calls=1):
    return lambda seconds: seconds * 1e9 / calls


def gigabytes(size):
    return lambda seconds: size / seconds / 1e9


def short_messages():
    m = bytes(range(32))
    sha256, digest, theirs = hashlane.sha256, hashlane.digest, hashlib.sha256
    yield Row("object, SHA-256, 32 B", {"hashlane.sha256(m).digest()": lambda: sha256(m).digest(),
                                        "hashlib": lambda: theirs(m).digest()}, "ns", nanoseconds(), Goal(220), 0.5)
    yield Row("function, SHA-256, 32 B", {"hashlane.digest": lambda: digest("sha256", m),
                                          "hashlib": lambda: theirs(m).digest()}, "ns", nanoseconds(), Goal(150), 150 / 440)
    yield Row("hexdigest, SHA-256, 32 B", {"hashlane": lambda: sha256(m).hexdigest(),
                                           "hashlib": lambda: theirs(m).hexdigest()}, "ns", nanoseconds())
    yield Row("object, SHA3-256, 32 B", {"hashlane": lambda: hashlane.sha3_256(m).digest(),
                                         "hashlib": lambda: hashlib.sha3_256(m).digest()}, "ns", nanoseconds())
    yield Row("update, SHA-256, 16 KiB", {"hashlane": lambda n=bytes(16384): sha256(n).digest(),
                                          "hashlib": lambda n=bytes(16384): theirs(n).digest()}, "GB/s", gigabytes(16384))
    yield Row("HMAC-SHA-256, 32 B", {"hashlane": lambda: digest("hmac-sha256", m, key=m),
                                     "hmac.digest": lambda: hmac.digest(m, m, "sha256")}, "ns", nanoseconds())


def trees():
    size = 16 << 20
    message = os.urandom(size)
    contestants = {"hashlane": lambda: hashlane.digest("kt128", message)}
    try:
        from Crypto.Hash import KangarooTwelve
        contestants["pycryptodome"] = lambda: KangarooTwelve.new(message).read(32)
    except ImportError:
        pass
    yield Row("KT128, 16 MiB, one thread", contestants, "GB/s", gigabytes(size), Goal(4.5, is_rate=True))
    yield Row("KT128, 16 MiB, two threads", {"hashlane": lambda: hashlane.digest("kt128", message, threads=2)}, "GB/s",
              gigabytes(size))


def batches():
    messages = [os.urandom(32) for _ in range(1024)]
    yield Row("1024 messages of 32 B, SHA-256", {
        "hashlane.digest_many": lambda: hashlane.digest_many("sha256", messages),
        "hashlib in a list": lambda: [hashlib.sha256(m).digest() for m in messages]}, "us", lambda s: s * 1e6, Goal(100))
    yield Row("1024 messages of 32 B, SHA3-256", {
        "hashlane.digest_many": lambda: hashlane.digest_many("sha3-256", messages),
        "hashlib in a list": lambda: [hashlib.sha3_256(m).digest() for m in messages]}, "us", lambda s: s * 1e6)
    whole = b"".join(messages)
    yield Row("1024 rows of 32 B, SHA-256", {
        "hashlane.digest_many": lambda: list(hashlane.digest_many("sha256", whole, width=32)),
        "hashlib in a list": lambda: [hashlib.sha256(whole[i:i + 32]).digest() for i in range(0, 32768, 32)]},
        "us", lambda s: s * 1e6)


def columns():
    try:
        import pyarrow
    except ImportError:
        return
    rows = 1_000_000
    table = os.urandom(16 * rows).hex()
    column = pyarrow.array([table[i:i + 32] for i in range(0, 32 * rows, 32)])
    short = column.slice(0, 20_000)

    def theirs():
        return pyarrow.array([hashlib.sha256(m.encode()).digest() for m in short.to_pylist()], pyarrow.binary(32))
    yield Row("Arrow, 1e6 strings of 32 B, SHA-256, a row",
              {"hashlane": lambda: len(hashlane.digest_many("sha256", column))}, "ns", nanoseconds(rows), Goal(40))
    yield Row("Arrow, 2e4 strings of 32 B, SHA-256, a row",
              {"hashlane": lambda: pyarrow.array(hashlane.digest_many("sha256", short)), "hashlib in a list": theirs},
              "ns", nanoseconds(len(short)))


def show(rows):
    print("| workload | goal | Hashlane | others |\n|---|---|---|---|")
    for row in rows:
        (_, ours), *others = row.figures.items()
        goal = f"{row.goal} {row.unit}: {'met' if row.goal.met(ours) else '**missed**'}" if row.goal else ""
        if row.ratio:
            ratio = ours / others[0][1]
            goal += f"; <= {row.ratio:.2f}x: {ratio:.2f} {'met' if ratio <= row.ratio else '**missed**'}"
        said = [f"{figure:.3g} ({row.best[who]:.3g}) {row.unit}" for who, figure in row.figures.items()]
        print(f"| {row.name} | {goal} | {said[0]} | " +
              ", ".join(f"{who} {figure}" for (who, _), figure in zip(others, said[1:])) + " |")


def missed(row):
    ours = next(iter(row.figures.values()))
    return row.goal is not None and not row.goal.met(ours)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slices", type=int, default=25, help="of each contestant")
    parser.add_argument("--only", default="", metavar="TEXT", help="rows whose name has it")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    rows = [row for group in (short_messages, trees, batches, columns) for row in group()
            if options.only.lower() in row.name.lower()]
    for row in rows:
        measure(row, options.slices)
    load = os.getloadavg()[0]
    print(f"CPython {platform.python_version()}, hashlane {hashlane.__version__} ({hashlane.target()}), load {load:.1f}\n")
    show(rows)
    if options.json:
        facts = {"python": platform.python_version(), "hashlane": hashlane.__version__, "target": hashlane.target(),
                 "load": load, "rows": [{"name": r.name, "unit": r.unit, "figures": r.figures, "best": r.best,
                                         "goal": r.goal and str(r.goal), "missed": missed(r)} for r in rows]}
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(facts, file, indent=1)
    return 1 if any(map(missed, rows)) else 0


if __name__ == "__main__":
    sys.exit(main())
