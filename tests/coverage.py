#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which lines and branches of include/ the C++ test programs run (clang's source-based coverage), per header.

A line, or a side of a branch, counts once, and is covered when it is in any instantiation, on any target. What llvm-cov
cannot see is left out by rule: EXCEPTIONS below. What is missing is printed, line by line; --page writes docs/COVERAGE.md.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TREE = ROOT / "build" / "coverage"
INCLUDE = ROOT / "include" / "hashlane"
LLVM = "/usr/lib/llvm-19/bin/"
LEFT_OUT = ("constexpr", "large", "huge")  # nothing at run time; GiB of messages

EXCEPTIONS = {
    "constant": "only constant evaluation comes there: consteval functions, what is_constant_evaluated() guards, and constexpr "
                "functions of which no program holds code",
    "known": "a condition that the compiler knows in every instantiation (sizes, properties of a target): no branch at run time",
    "contract": "a contract that does not hold ends the program, and what it counted is lost; tests/cli, tests/c ... see the message",
    "named": "a line that says `not covered:` and why",
}


def do(*command, **more):
    done = subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def run(program):
    """Its counts, on every target that a test asks for by itself, and once more on each target alone."""
    raw = TREE / f"{program.name}-%m-%p.profraw"
    for old in TREE.glob(f"{program.name}-*.profraw"):
        old.unlink()
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


def line_counts(segments):
    """line -> how often it ran, as llvm-cov counts."""
    def starts(s):
        return s[3] and s[4] and not s[5]
    by_line = collections.defaultdict(list)
    for s in segments:
        by_line[s[0]].append(s)
    counts, wrapped = {}, None
    for line in range(1, max(by_line, default=0) + 1):
        here = by_line.get(line, [])
        entries = [s[2] for s in here if starts(s)]
        skipped = here and not here[0][3] and here[0][4]
        if not skipped and ((wrapped and wrapped[3]) or entries):
            counts[line] = max([wrapped[2] if wrapped else 0, *entries]) if entries else wrapped[2]
        wrapped = here[-1] if here else wrapped
    return counts


class Header:
    """What ran of one header, and what did not and had no excuse."""

    def __init__(self, path, files, uncoded):
        self.name = str(path.relative_to(INCLUDE))
        self.text = path.read_text("utf-8")
        self.source = self.text.splitlines()
        offsets = [0]
        for line in self.source:
            offsets.append(offsets[-1] + len(line) + 1)
        self.offset = lambda line, column: offsets[line - 1] + column - 1
        self.constant = [*constant_only(self.text), *(
            (self.offset(line, 1), self.offset(last, column)) for line, last, column in uncoded if self.says_constexpr(line))]
        self.contracts = [(m.start(), closing(self.text, m.end() - 1, "()")) for m in re.finditer(r"\bcontract\(", self.text)]
        self.excused = collections.Counter()
        lines = collections.Counter()
        branches = collections.defaultdict(lambda: [0, 0])
        for file in files:
            for line, count in line_counts(file["segments"]).items():
                lines[line] += count
            for b in file["branches"]:
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

    def excuse(self, why):
        self.excused[why] += 1
        return True

    def at_compile_time(self, begin, end):
        return any(a <= begin and end <= b + 1 for a, b in self.constant)

    def excuse_line(self, line):
        code = self.source[line - 1]
        begin = self.offset(line, len(code) - len(code.lstrip()) + 1)
        if "not covered:" in code:
            return self.excuse("named lines")
        if self.at_compile_time(begin, begin + 1) or code.strip() in ("}", ""):
            return self.excuse("constant lines")
        return False

    def excuse_branch(self, place, side, sides, lines):
        begin, end = self.offset(*place[:2]), self.offset(*place[2:])
        if "not covered:" in self.source[place[0] - 1]:
            return self.excuse("named branches")
        if "is_constant_evaluated" in self.text[begin:end] or self.at_compile_time(begin, end):
            return self.excuse("constant branches")
        if sides != [0, 0] and any(a <= begin and end <= b for a, b in self.contracts):
            return self.excuse("contract branches")
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
    objects = [word for p in programs[1:] for word in ("-object", p)]
    told = json.loads(do(LLVM + "llvm-cov", "export", f"-instr-profile={profile}", programs[0], *objects, "-sources", INCLUDE))["data"][0]
    files = collections.defaultdict(list)
    for file in told["files"]:
        path = pathlib.Path(os.path.normpath(file["filename"]))
        if INCLUDE in path.parents:
            files[path].append(file)
    uncoded = functions_without_code(told["functions"], profile)
    return [Header(path, found, uncoded[path]) for path, found in sorted(files.items())]


def functions_without_code(functions, profile):
    """path -> (line, last line, last column) of each function that has counters in no program."""
    coded = set(re.findall(r"^  (\S+):$", do(LLVM + "llvm-profdata", "show", "-all-functions", profile), re.M))
    places = {}
    for function in functions:
        path = pathlib.Path(os.path.normpath(function["filenames"][0]))
        line, _, last, column = function["regions"][0][:4]
        places[path, line, last, column] = places.get((path, line, last, column), False) or function["name"] in coded
    found = collections.defaultdict(list)
    for (path, *place), has_code in places.items():
        if not has_code:
            found[path].append(tuple(place))
    return found


def programs_of(tree):
    listed = do("ninja", "-C", tree, "-t", "targets", "all")
    return [p for p in sorted(set(re.findall(r"^bin/test_(\w+):", listed, re.M))) if not any(w in p for w in LEFT_OUT)]


def share(covered, count):
    return f"{covered} of {count} ({100 * covered / max(count, 1):.1f} %)"


PAGE = """# Coverage

`make coverage` builds the C++ test programs with clang's source-based coverage, runs them, and counts which lines and which sides of branches of include/ ran; `tests/coverage.py --page` writes this page. A line, or a side of a branch, counts once, however many instantiations it has, and is covered when any of them ran, on whichever target.

{figures}

Left out, by rule, not by hand:

{left_out}

Not seen at all: templates that no program instantiates, and the kernels of other processors (`targets/arm.hpp`, `primitives/sha2_arm.hpp`), which the suites aarch64 and s390x run under qemu.

{missing}
## By header

{table}
"""


def page(headers, total, excused, table):
    missing = [line for h in headers for line in h.missing()]
    named = [f"* `{line.strip()}`" for h in headers for line in h.source if "not covered:" in line]
    text = PAGE.format(
        figures="\n".join(f"**{kind.capitalize()}: {share(total[kind + ' covered'], total[kind])}**  " for kind in ("lines", "branches")).strip(),
        left_out="\n".join([*(f"* {count} {why}: {EXCEPTIONS[why.split()[0]]}" for why, count in sorted(excused.items())), *named]),
        missing="## Not covered\n\n" + "\n".join(f"* `{line}`" for line in missing) + "\n" if missing else "", table="\n".join(table))
    (ROOT / "docs" / "COVERAGE.md").write_text(text, "utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--again", action="store_true", help="read the counts of the last run, run nothing")
    parser.add_argument("--page", action="store_true", help="write docs/COVERAGE.md")
    parser.add_argument("--json", type=pathlib.Path, help="write the counts to this file")
    parser.add_argument("programs", nargs="*", help="as ascon, kat_sha2; without any: all")
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
