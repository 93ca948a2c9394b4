#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The record of proofs: what it takes over, what it does not, and whether the pages say what it says.

Nothing is proved here. That CPython and PyPy can both run the proofs is held too, by their sources. Headers, compilers and provers are stand-ins; only what a compiler sees of headers is tried with g++.
"""
import concurrent.futures
import contextlib
import io
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import proofs  # noqa: E402
import record  # noqa: E402
import python39  # noqa: E402

Proof = record.machine.subjects.Proof
ONE, OTHER = Proof("loop", "g++", "avx2", "sha256_blocks"), Proof("loop", "g++", "avx2", "sha512_blocks")
TARGETS = ("avx2", "baseline")
FEW = "^loop .* sha(256|512)_blocks$"  # of the names: four of g++, four of clang++


class Place:
    """A library of two headers, of which a program includes one, and some files of tests/proofs."""

    def __init__(self, folder):
        self.include, self.here = folder / "include", folder / "proofs"
        self.path = folder / "record.json"
        self.used, self.unused = self.include / "used.hpp", self.include / "unused.hpp"
        self.rule, self.standard = self.here / "machine" / "lift.py", self.here / "standards" / "fips180.hpp"
        self.page, self.keeper = self.here / "README.md", self.here / "record.py"
        for path in (self.used, self.unused, self.rule, self.standard, self.page, self.keeper):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("as it was\n", "utf-8")

    def digests(self, version="g++ 12.2.0"):
        found = record.Digests(self.include, self.here, lambda compiler, include: self.used.read_text("utf-8"))
        found.version = lambda compiler: version
        return found

    def record(self):
        return record.Record(self.path, self.digests())

    def proved(self):
        """The record after ONE was proved."""
        kept = self.record()
        kept.note(ONE, True, 1.5)
        return self.record()

    def changed(self, path):
        """Whether the record still has ONE when this file is another."""
        self.proved()
        path.write_text("as it is now\n", "utf-8")
        return not self.record().holds(ONE)

    def with_row(self, row, proof=ONE):
        """Whether a row that somebody wrote is taken for this proof."""
        self.path.write_text(json.dumps({"proofs": {proof.name: row}, "trees": {}}), "utf-8")
        return self.record().holds(proof)


class Lifter:
    """Proves all but what is named."""

    def __init__(self, wrong=()):
        self.wrong, self.asked = wrong, []

    def compile(self, *_):
        """There is nothing to compile."""

    def prove(self, proof):
        self.asked.append(proof.name)
        return proof.name not in self.wrong, f"of {proof.name}"


def run(kept, *words, wrong=()):
    """(lifter, failures, what it says) of `proofs.py --all` with these words."""
    options = proofs.parsed(["--all", "--only", FEW, *words])
    lifter, said = Lifter(wrong), io.StringIO()
    with concurrent.futures.ThreadPoolExecutor(2) as pool, contextlib.redirect_stdout(said):
        work = proofs.Work(pool, options, TARGETS, lifter, kept)
        failures = [why for why in work.proofs(True) if why]
        work.tell()
    return lifter, failures, said.getvalue()


# ---- Checks: (what, whether it holds)

def of_digests(place):
    yield "what was proved is taken over", place().proved().holds(ONE)
    yield "another proof is not", not place().proved().holds(OTHER)
    for what in ("used", "rule", "standard"):
        fresh = place()
        yield f"a change voids: {what}", fresh.changed(getattr(fresh, what))
    for what in ("unused", "page", "keeper"):
        fresh = place()
        yield f"a change voids nothing: {what}", not fresh.changed(getattr(fresh, what))
    fresh = place()
    fresh.proved()
    fresh.rule.rename(fresh.rule.with_name("other.py"))
    yield "a rule of another name voids", not record.Record(fresh.path, fresh.digests()).holds(ONE)
    fresh = place()
    fresh.proved()
    yield "another version of the compiler voids", not record.Record(fresh.path, fresh.digests("g++ 13.1.0")).holds(ONE)
    first, second = list(record.faults())[:2]
    digests = place().digests()
    before = digests.of(first), digests.of(second)
    faults, record.faults = record.faults, lambda: {first: "another text", second: faults()[second]}
    after = digests.of(first), digests.of(second)
    record.faults = faults
    yield "another text of a fault voids it, and it alone", before[0] != after[0] and before[1] == after[1]


def of_rows(place):
    """Rows that were not written by a proof."""
    fresh = place()
    right = [fresh.digests().of(ONE), "12.2.0", 1.5, "2026-11-26", "tree"]
    yield "the row that note() writes is taken", fresh.with_row(right)
    rows = {"of another proof": [fresh.digests().of(OTHER), *right[1:]], "of another digest": ["0" * 16, *right[1:]],
            "without a digest": [None, *right[1:]], "that failed": [right[0], "12.2.0", "failed", "2026-11-26", "tree"],
            "without time": [right[0], "12.2.0", 0, "2026-11-26", "tree"], "that is short": right[:4], "that is a text": right[0],
            "that is true": True, "that is nothing": None}
    for what, row in rows.items():
        yield f"a row {what} is not taken", not place().with_row(row)
    kept = place().proved()
    kept.note(ONE, False, 1.5)
    yield "what fails loses its line", ONE.name not in json.loads(kept.path.read_text("utf-8"))["proofs"]
    kept.note(OTHER, True, 2)
    text = kept.path.read_text("utf-8")
    kept.save()
    yield "a line a proof, the same each time", kept.path.read_text("utf-8") == text and len(text.splitlines()) == 4


def of_runs(place):
    fresh = place()
    fresh.proved()
    lifter, failures, said = run(fresh.record())
    yield "the others are proved", len(lifter.asked) == 7 and ONE.name not in lifter.asked and not failures
    yield "how many is said", "1 taken over from the record, 7 proved now, 0 left" in said
    lifter, _, said = run(fresh.record())
    yield "then nothing is left to prove", not lifter.asked and "8 taken over from the record, 0 proved now, 0 left" in said
    lifter, _, said = run(fresh.record(), "--again")
    yield "--again proves all", len(lifter.asked) == 8 and "0 taken over from the record, 8 proved now" in said
    lifter, failures, _ = run(fresh.record(), "--again", wrong=(OTHER.name,))
    yield "a failure is told", failures == [f"of {OTHER.name}"]
    lifter, failures, _ = run(fresh.record(), wrong=(OTHER.name,))
    yield "a failure is never taken over", lifter.asked == [OTHER.name] and failures
    lifter, failures, said = run(place().record(), "--minutes", "0")
    yield "when the minutes are over nothing is begun", not lifter.asked and "0 taken over from the record, 0 proved now, 8 left" in said
    lifter, _, _ = run(fresh.record(), "--only", ONE.name)
    yield "--only takes those so named", not lifter.asked
    fresh = place()
    nobody = Proof("loop", "g++", "avx2", "of_nobody")
    for row in ([fresh.digests().of(nobody), "12.2.0", 1.5, "2026-11-26", "tree"], []):
        fresh.with_row(row, nobody)
        yield "an unknown name is named", "no proof, or not whole: loop g++ avx2 of_nobody" in run(fresh.record())[2]
    fresh.with_row([], ONE)
    kept = fresh.record()
    yield "a line that is not whole is named", f"no proof, or not whole: {ONE.name}" in run(kept, "--minutes", "0")[2]
    fresh = place()
    fresh.proved()
    fresh.used.write_text("as it is now\n", "utf-8")
    run(fresh.record(), "--minutes", "0")
    yield "a line that does not hold is dropped", not json.loads(fresh.path.read_text("utf-8"))["proofs"]
    work = proofs.Work(None, proofs.parsed([]), TARGETS, Lifter())
    yield "without --all nothing is taken over", work.is_open(ONE) and not work.taken


def seen_of(text, folder):
    """What g++ sees of a header of this text in a folder."""
    header, program = folder / "include" / "one.hpp", folder / "program.cpp"
    header.write_text(text, "utf-8")
    program.write_text('#include <cstddef>\n#include "include/one.hpp"\nint of_the_program;\n', "utf-8")
    _, text = record.machine.run("g++", "-E", program)
    return list(record.lines_below(header.parent.resolve(), text))


def of_compiler(place):
    seen = record.seen_of_library("g++", proofs.INCLUDE)
    wanted = ("digest_many", "sha256_compress", "vpternlogq")  # of batch.hpp, of sha2.hpp, of a kernel for AVX-512
    yield "g++ sees the headers", all(word in seen for word in wanted)
    yield "and none that is not included", not any(word in seen for word in ("transcript", "registry", "acvp"))
    yield "and nothing of other files", "namespace std" not in seen and "trace_subject" not in seen
    yield "and no comment", "// SPDX" not in seen and "RFC 9" not in seen
    folder = place().include.parent
    usual = "// A comment.\nint one;\n#if defined(__NVPTX__)\nint two;\n#endif\n"
    yield "the lines of a header alone", seen_of(usual, folder) == ["int one;"]
    yield "another comment changes nothing", seen_of(usual.replace("A comment", "Another"), folder) == ["int one;"]
    yield "nor does code for another compiler", seen_of(usual.replace("two", "three"), folder) == ["int one;"]
    yield "code does", seen_of(usual.replace("one", "four"), folder) == ["int four;"]


def of_the_record(place):
    every = [*record.machine.subjects.every_proof(True, record.machine.subjects.TARGETS), *record.faults()]
    names = record.every_name()
    yield "each proof has a name of its own", len(names) == len(every) and all("\n" not in name for name in names)
    kept = record.Record(record.RECORD, None)
    yield f"its lines are whole, and of proofs: {kept.unknown(names)}", not kept.unknown(names)
    yield "each tree has its commit", {row[-1] for row in kept.rows.values()} == kept.trees.keys()
    for page, text in record.written(kept, names).items():
        there = page.read_text("utf-8")
        yield f"{page.name} says what it says (record.py --write)", record.placed(there, text) == there
        planted = there.replace(text, text.replace(f"{len(kept.rows):,}", "1") if page == record.PAGE else "")
        yield f"{page.name} with another figure is noticed", record.placed(planted, text) != planted


def of_interpreters(place):
    files = [module.__file__ for module in sys.modules.values() if getattr(module, "__file__", None)]
    own = sorted(file for file in map(pathlib.Path, files) if file.is_relative_to(proofs.ROOT))
    yield "the prover's modules are looked at", {"proofs.py", "lift.py", "record.py"} <= {file.name for file in own}
    found = {file.name: python39.newer(file.read_text("utf-8")) for file in own}
    yield f"all is Python 3.9, for PyPy: {found}", not any(found.values())
    for what, text in python39.PLANTED.items():
        yield f"newer than Python 3.9, and noticed: {what}", python39.newer(text)


def main():
    passed = failed = 0
    for checks in (of_digests, of_rows, of_runs, of_compiler, of_the_record, of_interpreters):
        with tempfile.TemporaryDirectory() as folder:
            places = iter(range(1000))
            for what, holds in checks(lambda: Place(pathlib.Path(folder) / str(next(places)))):
                passed, failed = passed + bool(holds), failed + (not holds)
                if not holds:
                    print(f"FAILED: {what}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
