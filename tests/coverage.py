#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which lines and branches of include/ the C++ test programs run (clang's source-based coverage), per header.

A line, or a side of a branch, counts once, and is covered when it is in any instantiation, on any target. What llvm-cov
cannot see is left out by rule: EXCEPTIONS below. What is missing is printed, line by line; --page writes docs/COVERAGE.md.
A program runs again when it was built anew.
"""
import argparse
import collections
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))
import sources  # noqa: E402
from never_run import NAMED  # noqa: E402

TREE = ROOT / "build" / "coverage"
INCLUDE = ROOT / "include" / "hashlane"
LLVM = "/usr/lib/llvm-19/bin/"
# Nothing at run time; GiB of messages; what another program runs too; keys in registers, which counting spills.
LEFT_OUT = ("constexpr", "large", "huge", "libcrypto", "guard_pages", "compiled", "residue")

EXCEPTIONS = {
    "constant": "only constant evaluation comes there: consteval functions, initial values of constexpr variables, what "
                "is_constant_evaluated() guards, and constexpr functions of which no program holds code",
    "known": "a condition that the compiler knows in every instantiation (sizes, properties of a target): no branch at run time",
    "empty": "functions that do nothing",
    "promised": "what `__builtin_unreachable()` promises the compiler",
    "named": "each with its reason, below",
    "damaged": "what a self-test does when an answer is wrong: tests/c/damage.py damages the built library, where nobody counts",
}


def do(*command, **more):
    done = subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def run(program):
    """Its counts, on every target that a test asks for by itself; those of a run before, if it is the same program."""
    kept = sorted(TREE.glob(f"{program.name}-*.profraw"))
    if kept and all(file.stat().st_mtime > program.stat().st_mtime for file in kept):
        return kept
    for old in kept:
        old.unlink()
    raw = TREE / f"{program.name}-%m-%p%c.profraw"  # %c: counters in the file itself, so that children may end as they like
    done = subprocess.run([program], cwd=ROOT, capture_output=True, text=True, timeout=1800,
                          env=dict(os.environ, LLVM_PROFILE_FILE=str(raw)))
    print(f"{program.name}: {done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.returncode}", flush=True)
    return sorted(TREE.glob(f"{program.name}-*.profraw"))


def closing(text, opened, pair="{}"):
    """The place of the bracket that closes the one at opened."""
    depth = 0
    for i in range(opened, len(text)):
        depth += (text[i] == pair[0]) - (text[i] == pair[1])
        if depth == 0:
            return i
    return len(text)


def enclosing_end(text, place):
    """The end of the block around place."""
    depth = 0
    for i in range(place, len(text)):
        depth += (text[i] == "{") - (text[i] == "}")
        if depth < 0:
            return i
    return len(text)


def statement_end(text, place):
    """The end of the statement that begins at place."""
    while place < len(text) and text[place].isspace():
        place += 1
    if text[place] == "{":
        return closing(text, place)
    depth = 0
    for i in range(place, len(text)):
        depth += (text[i] in "({") - (text[i] in ")}")
        if text[i] == ";" and depth == 0:
            return i
    return len(text)


def constant_only(text):
    """The (begin, end) that only constant evaluation runs."""
    code = re.sub(r'//[^\n]*|"(?:\\.|[^"\\\n])*"', lambda m: " " * len(m[0]), text)
    for found in re.finditer(r"\bconsteval\b", code):
        opened = code.find("{", found.end())
        yield found.start(), closing(code, opened)
    for found in re.finditer(r"\bconstexpr\b[^;(){}]*= \[", code):  # a variable, from a function without a name
        yield found.end(), statement_end(code, found.end())
    for found in re.finditer(r"\bif \(", code):
        end = closing(code, found.end() - 1, "()")
        condition = code[found.end():end]
        if not re.search(r"is_constant_evaluated\(\)", condition):
            continue
        body = statement_end(code, end + 1)
        rest = re.match(r"[;}]?\s*else\b", code[body:])
        if "!" in condition.split("is_constant_evaluated")[0][-18:]:
            if rest:
                yield body + rest.end(), statement_end(code, body + rest.end())
            elif re.match(r"\s*(\{[^{}]*)?return\b", code[end + 1:]) and "&&" not in condition:
                yield body + 1, enclosing_end(code, body + 1)
        elif "||" not in condition:
            yield end + 1, body


CODE, EXPANSION, SKIPPED, GAP = range(4)  # kinds of regions


def line_counts(regions):
    """line -> how often it ran: the most of the regions that begin there and the innermost one that goes on there."""
    counts = {}
    regions = sorted(regions, key=lambda r: (r[:2], [-r[2], -r[3]]))
    for line in range(regions[0][0], max(r[2] for r in regions) + 1):
        starting = [r for r in regions if r[0] == line]
        around = [r for r in regions if r[0] < line <= r[2] and (line, 1) < (r[2], r[3])]
        here = [r[4] for r in starting if r[7] in (CODE, EXPANSION)] + [r[4] for r in around[-1:]]
        if here and (not around or around[-1][7] != SKIPPED):
            counts[line] = max(here)
    return counts


class Header:
    """What ran of one header, and what did not and had no excuse."""

    def __init__(self, path, functions, uncoded):
        self.name = str(path.relative_to(INCLUDE))
        self.text = path.read_text("utf-8")
        self.source = self.text.splitlines()
        offsets = [0]
        for line in self.source:
            offsets.append(offsets[-1] + len(line) + 1)
        self.offset = lambda line, column: offsets[line - 1] + column - 1
        self.constant = [*constant_only(self.text), *(
            (self.offset(line, 1), self.offset(last, column)) for line, last, column in uncoded if self.says_constexpr(line))]
        self.named = {}
        self.excused = collections.Counter()
        lines = collections.Counter()
        branches = collections.defaultdict(lambda: [0, 0])
        for regions, sides in functions:
            for line, count in line_counts(regions).items():
                lines[line] += count
            for b in sides:
                branches[tuple(b[:4])][0] += b[4]
                branches[tuple(b[:4])][1] += b[5]
        self.lines = {line: count > 0 for line, count in lines.items() if count or not self.excuse_line(line)}
        self.branches = {}
        for place, sides in branches.items():
            for side, count in zip((True, False), sides):
                if count or not self.excuse_branch(place, side, sides, lines):
                    self.branches[*place, side] = count > 0

    def says_constexpr(self, line):
        """Whether the function whose body begins in that line is constexpr."""
        return "constexpr" in re.split(r"[;}]", "\n".join(self.source[max(0, line - 4):line]))[-1]

    def is_named(self, what, side):
        why = NAMED.get((self.name, what, side))
        if why:
            self.named[what, side] = why
        return why

    def excuse(self, why):
        self.excused[why] += 1
        return True

    def at_compile_time(self, begin, end):
        return any(a <= begin and end <= b + 1 for a, b in self.constant)

    def excuse_line(self, line):
        code = self.source[line - 1]
        begin = self.offset(line, len(code) - len(code.lstrip()) + 1)
        if self.is_named(code.strip(), None):
            return self.excuse("named lines")
        if self.name.startswith("selftest") and code.strip() == "return false;":
            return self.excuse("damaged lines")
        if re.search(r"\) (const )?(noexcept )?\{\}$", code):
            return self.excuse("empty lines")
        if self.at_compile_time(begin, begin + 1) or code.strip() in ("}", ""):
            return self.excuse("constant lines")
        return False

    def excuse_branch(self, place, side, sides, lines):
        begin, end = self.offset(*place[:2]), self.offset(*place[2:])
        if self.is_named(" ".join(self.text[begin:end].split()), side):
            return self.excuse("named branches")
        if self.name.startswith("selftest") and any(sides):
            return self.excuse("damaged branches")
        if self.text[end:].startswith(") __builtin_unreachable()") and side:
            return self.excuse("promised branches")
        if "is_constant_evaluated" in self.text[begin:end] or self.at_compile_time(begin, end):
            return self.excuse("constant branches")
        if sides == [0, 0] and lines[place[0]] > 0:
            return self.excuse("known branches")
        return False

    def missing(self):
        for line, ran in sorted(self.lines.items()):
            if not ran:
                yield f"{self.name}:{line}: never: {self.source[line - 1].strip()}"
        for (line, column, last, end, side), ran in sorted(self.branches.items()):
            if not ran:
                condition = self.text[self.offset(line, column):self.offset(last, end)]
                yield f"{self.name}:{line}: never {str(side).lower()}: {' '.join(condition.split())}"


def measure(options):
    do("cmake", "--preset", "coverage")
    chosen = [p for p in programs_of(TREE) if not options.programs or p in options.programs]
    do("cmake", "--build", TREE, "-j", options.jobs, *(w for p in chosen for w in ("--target", f"test_{p}")))
    programs = [TREE / "bin" / f"test_{p}" for p in chosen]
    profile = TREE / "all.profdata"
    if not options.again:
        raw = [file for program in programs for file in run(program)]
        (TREE / "raw.txt").write_text("\n".join(map(str, raw)) + "\n")
        do(LLVM + "llvm-profdata", "merge", "-o", profile, "-f", TREE / "raw.txt")
    return headers_of(programs, profile)


def headers_of(programs, profile):
    functions = functions_of(programs, profile)
    coded = set(re.findall(r"^  (\S+):$", do(LLVM + "llvm-profdata", "show", "-all-functions", profile), re.M))
    found, uncoded = collections.defaultdict(list), collections.defaultdict(list)
    for (path, line, last, column), named in functions.items():
        with_code = [f for name, f in named.items() if name in coded or len(f["regions"]) > 1]
        if not with_code:
            uncoded[path].append((line, last, column))
        for f in with_code or list(named.values())[:1]:
            for path_of, regions, branches in in_headers(f):
                found[path_of].append((regions, branches))
    return [Header(path, found[path], uncoded[path]) for path in sorted(found)]


def header_of(name):
    path = pathlib.Path(os.path.normpath(name))
    return path if INCLUDE in path.parents else None


def in_headers(function):
    """(header, regions, branches): a macro's are apart from those of where it stands."""
    for i, name in enumerate(function["filenames"]):
        if path := header_of(name):
            if regions := [r for r in function["regions"] if r[5] == i]:
                yield path, regions, [b for b in function["branches"] if b[6] == i]


def functions_of(programs, profile):
    """(header, line, last line, last column) -> name -> the function. A program that has no code of it says so by one
    region that never ran, and llvm-cov would take the word of the first program: so one program at a time."""
    places = collections.defaultdict(dict)
    for program in programs:
        for f in json.loads(do(LLVM + "llvm-cov", "export", f"-instr-profile={profile}", program, "-sources", INCLUDE))["data"][0]["functions"]:
            if path := header_of(f["filenames"][0]):
                line, _, last, column = f["regions"][0][:4]
                named = places[path, line, last, column]
                if len(f["regions"]) > len(named.get(f["name"], {"regions": ()})["regions"]):
                    named[f["name"]] = f
    return places


def programs_of(tree):
    listed = do("ninja", "-C", tree, "-t", "targets", "all")
    return [p for p in sorted(set(re.findall(r"^bin/test_(\w+):", listed, re.M))) if not any(w in p for w in LEFT_OUT)]


def share(covered, count):
    return f"{covered} of {count} ({100 * covered / max(count, 1):.1f} %)"


PAGE = """# Coverage

`make coverage` builds the C++ test programs with clang's source-based coverage, runs them, and counts which lines and which sides of branches of include/ ran; `tests/coverage.py --page` writes this page. A line, or a side of a branch, counts once, however many instantiations it has, and is covered when any of them ran, on whichever target.

The figures are of version {version}, counted on {day}.

{figures}

Left out, by rule:

{left_out}

{named}

The count does not see templates that no program instantiates, nor the kernels of other processors, which the suites aarch64 and s390x run under qemu. No program has code of these headers, most of which are names and constants: {unseen}.

{missing}
## By header

{table}
"""


def unseen(headers):
    seen = {h.name for h in headers}
    return [name for path in sorted(INCLUDE.rglob("*.hpp")) if (name := str(path.relative_to(INCLUDE))) not in seen]


def page(headers, total, excused, table):
    missing = [line for h in headers for line in h.missing()]
    named = [f"| `{h.name}` | `{what}`{'' if side is None else f', {str(side).lower()}'} | {why} |"
             for h in headers for (what, side), why in h.named.items()]
    config = (INCLUDE / "lanes" / "config.hpp").read_text("utf-8")
    text = PAGE.format(
        version=re.search(r'HASHLANE_VERSION "(.*)"', config)[1], day=datetime.date.today().isoformat(),
        figures="\n".join(f"**{kind.capitalize()}: {share(total[kind + ' covered'], total[kind])}**  " for kind in ("lines", "branches")).strip(),
        left_out="\n".join(f"* {count} {why}: {EXCEPTIONS[why.split()[0]]}" for why, count in sorted(excused.items())),
        unseen=", ".join(f"`{name}`" for name in unseen(headers)),
        named="\n".join(["| header | line, or side of a condition | why no test of these comes there |", "|---|---|---|", *named]),
        missing="## Not covered\n\n" + "\n".join(f"* `{line}`" for line in missing) + "\n" if missing else "", table="\n".join(table))
    (ROOT / "docs" / "COVERAGE.md").write_text(f"{text.rstrip()}\n\n{sources.page_line()}\n", "utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--again", action="store_true", help="read the counts of the last run, run nothing")
    parser.add_argument("--page", action="store_true", help="write docs/COVERAGE.md")
    parser.add_argument("--json", type=pathlib.Path, help="write the counts to this file")
    parser.add_argument("programs", nargs="*", help="as ascon, kat; without any: all")
    headers = measure(options := parser.parse_args())
    total, excused, rows = collections.Counter(), collections.Counter(), {}
    table = ["| header | lines | branches |", "|---|---:|---:|"]
    for h in headers:
        row = {"lines": len(h.lines), "lines covered": sum(h.lines.values()),
               "branches": len(h.branches), "branches covered": sum(h.branches.values())}
        total.update(row)
        excused.update(h.excused)
        rows[h.name] = row
        table.append(f"| {h.name} | {row['lines covered']} of {row['lines']} | {row['branches covered']} of {row['branches']} |")
    print(*table, "", *(line for h in headers for line in h.missing()), sep="\n")
    print("no program has code of:", *unseen(headers))
    for why, count in sorted(excused.items()):
        print(f"left out: {count} {why}: {EXCEPTIONS[why.split()[0]]}")
    for kind in ("lines", "branches"):
        print(f"{kind}: {share(total[kind + ' covered'], total[kind])}")
    if options.json:
        options.json.write_text(json.dumps({"total": total, "left out": excused, "headers": rows}, indent=1) + "\n")
    if options.page:
        page(headers, total, excused, table)


if __name__ == "__main__":
    main()
