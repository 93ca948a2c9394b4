# SPDX-License-Identifier: Apache-2.0 OR MIT
"""All mutants in one build: each expression becomes `(hl_mutant(K) ? changed : as it was)`, and a variable of the
environment says which K a run has. Constant evaluation sees the headers as they are; alone.py tries what only it runs.
"""
import json
import os
import pathlib
import re
import subprocess

from tree import Tree

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ROOT / "include" / "hashlane"

SWITCH = """#pragma once
#include <stdio.h>
#include <stdlib.h>
inline constinit int hl_chosen = 0;
inline constinit unsigned char hl_seen[COUNT]{};
[[gnu::constructor(101)]] inline void hl_choose() {
    if (const char* text = getenv("HL_MUTANT")) hl_chosen = atoi(text);
}
// Which mutants a run comes to, when it has HL_MUTANT=-1.
[[gnu::destructor(101)]] inline void hl_tell() {
    const char* name = hl_chosen < 0 ? getenv("HL_REACHED") : nullptr;
    if (FILE* file = name ? fopen(name, "a") : nullptr) {
        for (int k = 0; k < COUNT; ++k)
            if (hl_seen[k]) fprintf(file, "%d\\n", k);
        fclose(file);
    }
}
[[gnu::always_inline]] inline constexpr bool hl_mutant(int k) {
    if (__builtin_is_constant_evaluated()) return false;
    if (hl_chosen < 0) [[unlikely]] return hl_seen[k] = 1, false;
    return hl_chosen == k;
}
"""


def rewrite(source, numbered):
    """The header with the mutants of numbered, (K, mutant), behind their switches."""
    by_place = {}
    for number, mutant in numbered:
        by_place.setdefault((mutant.begin, mutant.end), []).append((number, mutant))

    def text(begin, end, inside):
        out, at = [], begin
        while inside:
            (a, b), rest = inside[0], inside[1:]
            within, inside = [p for p in rest if p[0] < b], [p for p in rest if p[0] >= b]
            kept = text(a, b, within)
            for number, mutant in by_place[a, b]:
                if mutant.new == "void()":
                    kept = f"void(({kept}))"
                kept = f"(hl_mutant({number}) ? ({mutant.new}) : ({kept}))"
            out += [source[at:a].decode(), kept]
            at = b
        return "".join(out) + source[at:end].decode()
    return text(0, len(source), sorted(by_place, key=lambda place: (place[0], -place[1]))).encode()


def end_of(text, start):
    """Where the bracket that opens at start is closed, or the end of the line."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i
    return len(text)


class Schemata:
    def __init__(self, work, mutants):
        """mutants: key -> mutant. The numbers are their places in that order, from 1."""
        self.mutants, self.numbers = mutants, {key: k for k, key in enumerate(mutants, 1)}
        self.tree = Tree(work, f"-include {work / 'tree' / 'switch.hpp'}")
        self.kept = work / "without.json"
        kept = json.loads(self.kept.read_text()) if self.kept.exists() else []
        self.without = set(kept) & set(mutants)  # what has no place in such a build: an index that must be a constant, say

    def write(self):
        switch = self.tree.folder / "switch.hpp"
        if not switch.exists() or switch.read_text() != SWITCH.replace("COUNT", str(len(self.mutants) + 1)):
            switch.write_text(SWITCH.replace("COUNT", str(len(self.mutants) + 1)))
        chosen = {str(h.relative_to(HEADERS)): [] for h in HEADERS.rglob("*.hpp")}
        for key, mutant in self.mutants.items():
            if key not in self.without:
                chosen[mutant.header].append((self.numbers[key], mutant))
        self.tree.write({name: rewrite((HEADERS / name).read_bytes(), numbered) for name, numbered in chosen.items()})

    def compile(self, jobs=1):
        """Builds the test programs, without the mutants that stand in the way of it; returns the programs' names."""
        self.write()
        for unit in ("#include <hashlane/hashlane.hpp>\n", (ROOT / "src" / "hashlane.cpp").read_text()):
            while errors := self.errors_of(unit):
                self.leave_out(errors)
        programs = self.tree.configure()
        while errors := self.tree.compile(programs, jobs):
            self.leave_out(errors)
        return programs

    def built(self):
        return sorted(p.name.removeprefix("test_") for p in (self.tree.build / "bin").glob("test_*"))

    def errors_of(self, unit):
        done = subprocess.run(["clang++-19", "-std=c++20", *self.tree.flags.split(), "-fsyntax-only",
                               f"-I{self.tree.include}", "-x", "c++", "-"], input=unit, capture_output=True, text=True)
        return done.stderr if done.returncode else None

    def leave_out(self, errors):
        blamed = self.blamed(errors) - self.without
        if not blamed:
            raise SystemExit(f"errors that no mutant explains:\n{errors[-3000:]}")
        self.without |= blamed
        self.kept.write_text(json.dumps(sorted(self.without)))
        print(f"{len(blamed)} left to be tried alone", flush=True)
        self.write()

    def blamed(self, errors):
        """The mutants that stand where the compiler complains: path:line:column in the rewritten headers."""
        by_number = {k: key for key, k in self.numbers.items()}
        for word in ("error", "note"):
            found = set()
            for name, line, column in re.findall(rf"include/hashlane/([\w/.]+?):(\d+):(\d+): (?:fatal )?{word}", errors):
                lines = (self.tree.include / "hashlane" / os.path.normpath(name)).read_text().splitlines()
                text, column = lines[int(line) - 1], int(column) - 1
                if "hl_mutant" not in text:  # of an expression of several lines
                    text, column = "\n".join(lines[max(0, int(line) - 4):int(line) + 3]), -1
                opened = [(m.start(), int(m[1])) for m in re.finditer(r"\(hl_mutant\((\d+)\)", text)]
                around = [k for start, k in opened if start <= column <= end_of(text, start)]
                found |= {by_number[k] for k in around or [k for _, k in opened]}
            if found:
                return found
        return set()

    def run(self, program, key, timeout):
        return self.tree.run(program, timeout, HL_MUTANT=str(self.numbers[key]))

    def reach(self, program):
        """(seconds, the keys of the mutants that the program comes to), or None when it fails unchanged."""
        told = self.tree.build / f"{program}.reached"
        told.unlink(missing_ok=True)
        code, _ = self.tree.run(program, 900, HL_MUTANT="-1", HL_REACHED=str(told))
        again, seconds = self.tree.run(program, 900, HL_MUTANT="0")
        if code or again:
            return None
        numbers = set(map(int, told.read_text().split())) if told.exists() else set()
        return seconds, [key for key, k in self.numbers.items() if k in numbers]
