#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs of six lines and more that stand twice in include/hashlane: each pair of files is in the table of docs/ARCHITECTURE.md,
with the reason, and the table has no others.

Two runs are the same when their lines are, but for white space. Comments, blank lines, includes and lines of punctuation
alone do not count. First finds a planted copy, and a row that nothing needs.
"""
import collections
import itertools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ROOT / "include" / "hashlane"
PAGE = ROOT / "docs" / "ARCHITECTURE.md"
LINES = 6
NO_LINE = re.compile(r"(//.*|#include.*|#pragma once|[\W_]*)$")
ROW = re.compile(r"^\| `([\w/]+\.hpp)` \| `([\w/]+\.hpp)` \| \S.*\|$", re.M)


def counted(text):
    """The lines that count, without what stands around and behind them."""
    lines = (re.sub(r"\s*//.*", "", line).strip() for line in text.splitlines())
    return [" ".join(line.split()) for line in lines if not NO_LINE.match(line)]


def pairs(headers):
    """Each pair of files that share a run; a file that has one twice is a pair with itself."""
    places = collections.defaultdict(list)
    for name, text in headers.items():
        lines = counted(text)
        for at in range(len(lines) - LINES + 1):
            places[tuple(lines[at:at + LINES])].append((name, at))
    found = set()
    for same in places.values():
        for (one, first), (other, second) in itertools.combinations(same, 2):
            if one != other or second - first >= LINES:
                found.add(tuple(sorted((one, other))))
    return found


def wrong(headers, page):
    listed = {tuple(sorted(row)) for row in ROW.findall(page)}
    for pair in sorted(pairs(headers) - listed):
        yield f"{pair[0]} and {pair[1]} share {LINES} lines, and docs/ARCHITECTURE.md has no reason"
    for pair in sorted(listed - pairs(headers)):
        yield f"docs/ARCHITECTURE.md: {pair[0]} and {pair[1]} share no {LINES} lines"


def main():
    headers = {path.relative_to(HEADERS).as_posix(): path.read_text() for path in sorted(HEADERS.rglob("*.hpp"))}
    page = PAGE.read_text()
    copied = headers | {"planted.hpp": "\n".join(headers["hex.hpp"].splitlines()[-25:])}
    row = page + "\n| `hex.hpp` | `mac.hpp` | none |\n"
    planted = (("a copy of a part of hex.hpp", wrong(copied, page), "planted.hpp"),
               ("a row that nothing needs", wrong(headers, row), "hex.hpp and mac.hpp"))
    failed = 0
    for what, said, word in planted:
        if not any(word in line for line in said):
            print(f"planted and not found: {what}")
            failed += 1
    found = list(wrong(headers, page))
    print(*found, sep="\n", end="\n" if found else "")
    failed += len(found)
    print(f"{len(planted) + len(headers) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
