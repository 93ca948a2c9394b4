# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What `proofs.py --all` has proved before: record.json, with a line for each proof.

A line is a name, and [digest, version of the compiler, seconds of processor time, date, tree of the library's sources].
The digest is of the name, the compiler, what it sees of the headers that its program includes, and all of tests/proofs
that decides whether a proof holds; of a fault also of its text. A compiler sees neither comments nor code for other
processors and compilers. A line counts only while its digest is today's. The commit of each
tree stands at the end of the file.

  record.py --table    prints the table of README.md, and a sentence of docs/SOUNDNESS.md
  record.py --write    writes them there
"""
import collections
import datetime
import functools
import hashlib
import json
import pathlib
import re
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "tests" / "support")]
import sources  # noqa: E402
from machine import machine  # noqa: E402
from planted import CALL_FAULTS, LANE_FAULTS, LOOP_FAULTS  # noqa: E402

RECORD, PAGE, SUMMARY = HERE / "record.json", HERE / "README.md", ROOT / "docs" / "SOUNDNESS.md"
MARKS = ("<!-- from record.json -->\n", "<!-- end of record.json -->\n")
# What tells which proofs there are, keeps the record, or tests the prover; no proof depends on it. A fault is in its digest.
NO_RULES = {"proofs.py", "record.py", "record_test.py", "planted.py", "primitives.cpp", "prover_test.cpp", "standards_test.cpp"}
SUFFIXES = {".py", ".cpp", ".hpp"}


def hashed(*parts):
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def hash_of_files(paths, root):
    """Names and contents."""
    return hashed(*(f"{path.relative_to(root)} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in sorted(paths)))


def rules(here=HERE):
    """The files that decide whether a proof holds."""
    return [path for path in here.rglob("*") if path.suffix in SUFFIXES and path.name not in NO_RULES]


# ---- What a compiler sees

def lines_below(folder, text):
    """The lines of preprocessed text that come from files below a folder, without blank ones."""
    inside = False
    for line in text.splitlines():
        if marker := re.match(r'# \d+ "(.*?)"', line):
            inside = pathlib.Path(marker[1]).resolve().is_relative_to(folder)
        elif inside and line.strip():
            yield line


def seen_of_library(compiler, include):
    """The text of the library's headers after the preprocessor, from each part of the program that is traced."""
    parts = []
    for name in machine.PARTS:
        code, text = machine.run(*machine.compile_command(compiler, include), "-E", machine.HERE / f"{name}.cpp")
        if code:
            raise SystemExit(f"{text}\n0 passed, 1 failed")
        parts.append("\n".join(lines_below(include, text)))
    return "\0".join(parts)


# ---- Names

def fault_proof(fault):
    """Of a fault of machine code it is proved that the code with it is refused. Its tail is its name."""
    return machine.subjects.Proof("fault", "g++", fault.target or "any", fault.claim, fault.name)


def faults():
    """{Proof: fault}"""
    of_loops = [*LOOP_FAULTS, *(fault for together in LANE_FAULTS for fault in together)]
    return {fault_proof(fault): fault for fault in (*of_loops, *CALL_FAULTS)}


def every_name():
    """Of all targets, those that this processor lacks among them."""
    return {proof.name for proof in (*machine.subjects.every_proof(True, machine.subjects.TARGETS), *faults())}


# ---- Digests

class Digests:
    """What proofs depend on, as it is now. include: the library; seen: what a compiler sees of it."""

    def __init__(self, include, here=HERE, seen=seen_of_library):
        self.include, self.here, self.seen = include.resolve(), here.resolve(), seen

    @functools.cached_property
    def rules(self):
        return hash_of_files(rules(self.here), self.here)

    @functools.cache
    def headers(self, compiler):
        return hashed(self.seen(compiler, self.include))

    def of(self, proof):
        fault = faults().get(proof)
        return hashed(proof.name, self.version(proof.compiler), self.headers(proof.compiler), self.rules, repr(fault or ""))

    @staticmethod
    @functools.cache
    def version(compiler):
        """The version of a compiler."""
        code, text = machine.run(compiler, "--version")
        return text.splitlines()[0] if code == 0 and text else "none"


# ---- The record

def is_row(row):
    """[digest, version, seconds, date, tree]"""
    return isinstance(row, list) and [type(field) for field in row] in ([str, str, kind, str, str] for kind in (int, float)) \
        and row[2] > 0


class Record:
    def __init__(self, path, digests):
        self.path, self.digests = path, digests
        read = json.loads(path.read_text("utf-8")) if path.exists() else {"proofs": {}, "trees": {}}
        self.rows, self.trees = {name: row for name, row in read["proofs"].items() if is_row(row)}, read["trees"]
        self.broken = sorted(read["proofs"].keys() - self.rows.keys())
        self.saving = threading.Lock()

    @functools.cached_property
    def tree(self):
        return sources.tree(folders=sources.LIBRARY)

    @functools.cached_property
    def commit(self):
        return sources.last_commit(folders=sources.LIBRARY)

    def holds(self, proof):
        """Whether this has been proved, of all that it depends on as it is now. A line that does not hold is dropped."""
        row = self.rows.get(proof.name)
        if row and row[0] != self.digests.of(proof):
            del self.rows[proof.name]
        return proof.name in self.rows

    def unknown(self, names):
        """Lines of no proof, and those that are not whole."""
        return sorted((self.rows.keys() | self.broken) - (names - set(self.broken)))

    def note(self, proof, good, seconds):
        """Only what is proved has a line."""
        with self.saving:
            self.rows.pop(proof.name, None)
            if good:
                number = re.search(r"\d+\.\d+\.\d+|$", self.digests.version(proof.compiler))[0]
                self.trees[self.tree] = self.commit
                self.rows[proof.name] = [self.digests.of(proof), number, round(max(seconds, 0.01), 2),
                                         f"{datetime.date.today()}", self.tree]
            self.save()

    def save(self):
        used = {row[-1] for row in self.rows.values()}
        trees = {tree: commit for tree, commit in sorted(self.trees.items()) if tree in used}
        lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(row)}" for name, row in sorted(self.rows.items()))
        beside = self.path.with_suffix(".new")
        beside.write_text(f'{{"proofs": {{\n{lines}\n}},\n"trees": {json.dumps(trees)}}}\n', "utf-8")
        beside.replace(self.path)


# ---- The page

KINDS = {"call": "calls of one length", "loop": "loops, every number of blocks", "message": "whole messages, every length",
         "lanes": "side by side, every number of blocks or groups", "fault": "planted faults, refuted"}


def table(record, names):
    """How many of how many, by kind, compiler and the tree that they were proved on."""
    total = collections.Counter(name.split()[0] for name in names)
    proved = collections.Counter(name.split()[0] for name in record.rows if name in names)
    by_tree = collections.Counter(row[-1] for name, row in record.rows.items() if name in names)
    lines = ["| of machine code | proofs | in the record |", "|---|---:|---:|"]
    lines += [f"| {KINDS[kind]} | {total[kind]:,} | {proved[kind]:,} |" for kind in KINDS]
    lines += [f"| all | {sum(total.values()):,} | {sum(proved.values()):,} |", ""]
    lines += [f"{count:,} of them on commit {record.trees[tree]}, tree {tree}." for tree, count in sorted(by_tree.items())]
    return "\n".join(lines) + "\n"


def summary(record, names):
    """A sentence of docs/SOUNDNESS.md."""
    of_kinds = []
    for kind, what in KINDS.items():
        all_of = [name for name in names if name.split()[0] == kind]
        of_kinds.append(f"{sum(name in record.rows for name in all_of):,} of {len(all_of):,} ({what})")
    commits = " and ".join(f"commit {record.trees[tree]}, tree {tree}" for tree in sorted({row[-1] for row in record.rows.values()}))
    return f"Of the proofs of machine code the record has {', '.join(of_kinds)}, on {commits}.\n"


def written(record, names):
    """{page: what stands between its marks}"""
    return {PAGE: table(record, names), SUMMARY: summary(record, names)}


def placed(page, text):
    """The page with this text between its marks."""
    before, rest = page.split(MARKS[0])
    return before + MARKS[0] + text + MARKS[1] + rest.split(MARKS[1])[1]


def main(words):
    texts = written(Record(RECORD, None), every_name())
    if words == ["--write"]:
        for page, text in texts.items():
            page.write_text(placed(page.read_text("utf-8"), text), "utf-8")
    elif words == ["--table"]:
        print(*texts.values(), sep="\n", end="")
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
