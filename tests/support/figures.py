# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The figures of evidence.json, read from what a suite printed or from a page."""
import re

LINES = "lines"
VECTORS = re.compile(r"^(\S+?)/(.*?) +(\d+) vectors x targets, +(\d+) checks(?:, (\d+) must-reject)?(?:, (\d+) FAILED)?$", re.M)
FOLDER = re.compile(r"^vectors of (\S+): (\d+) vectors, (\d+) in bits, (\d+) checks$", re.M)
PROGRAM = re.compile(r"^\$ \S*/test_(\S+)\n.*?^(\d+) passed, (\d+) failed[^\n]*\n\[exit", re.M | re.S)
OF_GOALS = re.compile(r"^\|.*?\|.*?\|.*?\|(.*?)\|(.*?)\| \d+ of \d+ \|$", re.M)  # figures of g++ and clang++


def per_set(text):
    """Of the known-answer programs: each folder of the vectors, on every target, by every way of hashing."""
    sets = {}
    for folder, _, *counts in VECTORS.findall(text):
        row = sets.setdefault(folder, {"vectors x targets": 0, "checks": 0, "must reject": 0, "failed": 0})
        for key, n in zip(row, counts, strict=True):
            row[key] += int(n or 0)
    return sets or None


def per_folder(text):
    """Of a face's suite: each folder of the vectors, as tests/support/sets.py tells it."""
    return {folder: {"vectors": int(vectors), "in bits": int(bits), "checks": int(checks)}
            for folder, vectors, bits, checks in FOLDER.findall(text)} or None


def per_program(text):
    """Of a C++ suite: what each program counted."""
    return {name: int(passed) for name, passed, _ in PROGRAM.findall(text)} or None


def per_algorithm(text):
    """Of docs/DIFFERENTIAL.md: cases, by how many implementations."""
    found = re.findall(r"^\| ([a-z][\w-]+) \|(.*?)\| [\d,]+ \| ([\d,]+) \| \d+ \|$", text, re.M)
    return {name: {"cases": int(cases.replace(",", "")), "implementations": peers.count("yes")}
            for name, peers, cases in found if name != "all"} or None


def figures_of_goals(form):
    """Of a page of docs/bench: how many figures that have a goal look so."""
    return lambda text: sum(bool(re.fullmatch(form, cell.strip())) for cells in OF_GOALS.findall(text) for cell in cells)


def read(text, how):
    """The figure, or None."""
    if callable(how):
        return how(text)
    if isinstance(how, tuple):
        return len(re.findall(how[1], text, re.M)) or None
    found = re.findall(how, text, re.M)
    return sum(int(n.replace(",", "")) for n in found) if found else None
