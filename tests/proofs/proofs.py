#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Proofs for all inputs: tests/proofs/README.md.

Builds the prover and what it is asked, lets it prove every claim, and lets it refute the planted faults.
"""
import argparse
import concurrent.futures
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import record  # noqa: E402
from machine import machine  # noqa: E402
from planted import CALL_FAULTS, FAULTS, LANE_FAULTS, LOOP_FAULTS  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
INCLUDE = ROOT / "include"
BUILD = ROOT / "build" / "proofs"
LAUNCHER = os.environ.get("CMAKE_CXX_COMPILER_LAUNCHER", "").split()
COMPILER = [*LAUNCHER, "g++", "-std=c++20", "-Wall", "-Wextra"]
PROVER = ("graph", "fixed_bits", "cone", "prover")
OBJECTS = {name: ("-O2",) for name in (*PROVER, "claim", "prover_test", "standards_test")} | \
    {"primitives": ("-O0",), "calls": ("-O1",)}
PROGRAMS = {
    "standards_test": ("standards_test",),
    "prover_test": (*PROVER, "prover_test"),
    "primitives": (*PROVER, "claim", "primitives"),
}
CALLS = {"calls": (*PROVER, "claim", "calls")}


def run(*command, timeout=600):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=timeout)
    return done.returncode, done.stdout


def must(*command):
    code, text = run(*command)
    if code:
        raise SystemExit(f"{' '.join(map(str, command))}\n{text}\n0 passed, 1 failed")


def compile_one(name, options=(), include=INCLUDE, place=BUILD):
    must(*COMPILER, *OBJECTS[name], *options, f"-I{include}", f"-I{HERE}", "-c", HERE / f"{name}.cpp", "-o", place / f"{name}.o")


def link(program, place=BUILD):
    objects = [place / f"{name}.o" if (place / f"{name}.o").exists() else BUILD / f"{name}.o" for name in (PROGRAMS | CALLS)[program]]
    must("g++", *objects, "-o", place / program)
    return place / program


def closing(text):
    passed, _, failed, *_ = text.rstrip().splitlines()[-1].split()
    return int(passed), int(failed)


def checked(program):
    """Runs a program that counts; all it prints is worth reading."""
    code, text = run(program)
    print(text, end="")
    passed, failed = closing(text)
    return passed, failed or bool(code)


def copies(faults):
    """Faults of different headers share a copy: no claim is about two of them."""
    of_header = {}
    for fault in faults:
        of_header.setdefault(fault.header, []).append(fault)
    return [[fault for fault in together if fault] for together in itertools.zip_longest(*of_header.values())]


def plant(faults, place):
    """A copy of the library with these changes."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(INCLUDE, place / "include")
    for fault in faults:
        header = place / "include" / "hashlane" / fault.header
        text = header.read_text("utf-8")
        if text.count(fault.old) != 1:
            raise SystemExit(f"{fault.header} has not one {fault.old}\n0 passed, 1 failed")
        header.write_text(text.replace(fault.old, fault.new), "utf-8")


def planted(number, faults):
    """Yields for each fault what went wrong, or None: it is refuted."""
    place = BUILD / "planted" / str(number)
    plant(faults, place)
    compile_one("primitives", include=place / "include", place=place)
    program = link("primitives", place)
    return [refuted(program, fault) for fault in faults]


def refuted(program, fault):
    tries = [word for value in fault.values for word in ("--try", value)]
    code, text = run(program, "--only", fault.claim, *tries)
    said = text.splitlines()[0]
    print(f"planted: {fault.name}: {said}")
    good = said.startswith("proved") and not code if fault.proved else \
        said.startswith("not proved") and code and "refuted by " + ("the given" if fault.values else "random") in said
    return None if good else f"{fault.name}: {text}"


class Work:
    """The proofs of machine code that are to be done, and what of them is known already."""

    def __init__(self, pool, options, targets, lifter, kept=None):
        """kept: the record, which only --all has."""
        self.pool, self.targets, self.lifter, self.record = pool, targets, lifter, kept
        self.takes = options.all and not options.again
        self.only = re.compile(options.only)
        self.end = time.monotonic() + 60 * options.minutes
        self.taken = self.proved = self.left = 0
        self.compiled = False

    def is_open(self, proof):
        """Whether it is still to be proved. Counts those that the record has."""
        if not self.only.search(proof.name):
            return False
        known = self.takes and self.record.holds(proof)
        self.taken += known
        return not known

    def note(self, proof, good, seconds):
        self.proved += good
        if self.record:
            self.record.note(proof, good, seconds)

    def late(self, proofs=1):
        """Whether the minutes are over: counts what is left then."""
        if time.monotonic() < self.end:
            return False
        self.left += proofs
        return True

    def prove(self, proof):
        """(good, message), or None when it is too late."""
        if self.late():
            return None
        before = machine.SPENT.seconds
        good, said = self.lifter.prove(proof)
        self.note(proof, good, machine.SPENT.seconds - before)
        print(f"{said}\n", end="", flush=True)  # one write, since threads print side by side
        return good, said

    def compile(self):
        """The programs that are traced, once."""
        if not self.compiled:
            list(self.pool.map(lambda compiler: self.lifter.compile(compiler, LAUNCHER, INCLUDE), machine.subjects.COMPILERS))
        self.compiled = True

    def proofs(self, everything):
        """Yields for each proof what went wrong, or None."""
        open_ones = [proof for proof in machine.subjects.every_proof(everything, self.targets) if self.is_open(proof)]
        if open_ones and time.monotonic() < self.end:
            self.compile()
        for result in self.pool.map(self.prove, open_ones):
            if result:
                yield None if result[0] else result[1]

    def faults(self, together, number, refuse):
        """Yields the same for faults in one copy of the headers. refuse(faults, include): (fault, good, said) of each"""
        here = [fault for fault in together if fault.target in ("", *self.targets)]
        open_ones = [fault for fault in here if self.is_open(record.fault_proof(fault))]
        if not open_ones or self.late(len(open_ones)):
            return
        self.compile()
        place = BUILD / "planted" / number
        plant(together, place)
        before = machine.SPENT.seconds
        for fault, good, said in refuse(open_ones, place / "include"):
            self.note(record.fault_proof(fault), good, machine.SPENT.seconds - before)
            print(f"planted: {fault.name}: {said}", flush=True)
            yield None if good else f"{fault.name}: {said}"
            before = machine.SPENT.seconds

    def all_faults(self, everything):
        together = [(faults, "LOOPS_ALONE") for faults in copies(LOOP_FAULTS)]
        together += [(faults, f"LANES_ALONE={faults[0].claim}") for faults in (LANE_FAULTS if everything else LANE_FAULTS[:2])]
        for number, (faults, alone) in enumerate(together):
            yield from self.faults(faults, f"loops-{number}", lambda open_ones, include, number=number, alone=alone:
                                   self.lifter.loop_faults(open_ones, number, self.targets, LAUNCHER, include, alone))
        for number, fault in enumerate(CALL_FAULTS):
            yield from self.faults([fault], f"call-{number}", lambda open_ones, include, number=number:
                                   [self.lifter.fault(open_ones[0], number, self.targets, LAUNCHER, include)])

    def controls(self):
        """What must be refused, and needs no copy of the headers. It is never taken from the record."""
        compiler = machine.subjects.COMPILERS[0]
        for of, checks in (("counts", machine.count_controls.checks()), ("flags", self.lifter.flags(compiler)),
                           ("masks", self.lifter.masks(compiler)), ("vectors", self.lifter.vectors(compiler))):
            found = list(checks)
            for name, good, said in found:
                yield None if good else f"{name}: {said}"
            print(f"{of}: {len(found)} controls, {sum(not good for _, good, _ in found)} of them failed")
        for name, good, said in self.lifter.controls(self.targets):
            print(f"planted: {name}: {said}")
            yield None if good else f"{name}: {said}"

    def tell(self):
        """How much of the record was taken over."""
        self.record.save()
        for name in self.record.unknown(record.every_name()):
            print(f"in the record, but no proof, or not whole: {name}")
        print(f"{self.taken} taken over from the record, {self.proved} proved now, {self.left} left for another run")
        print("record.py --write puts the figures of the record into the pages")


def machine_code(pool, options):
    """Yields for each proof, and each thing planted, what went wrong, or None."""
    targets = machine.available()
    if not targets:
        print("skipped: machine code: this is no x86-64 Linux")
        return
    kept = record.Record(record.RECORD, record.Digests(INCLUDE)) if options.all else None
    work = Work(pool, options, targets, machine.Lifter(BUILD, link("calls"), options.jobs), kept)
    if not options.only:
        work.compile()
        yield from work.controls()
    yield from work.proofs(options.all)
    yield from work.all_faults(options.all)
    if options.all:
        work.tell()


def parsed(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 4))
    parser.add_argument("--all", action="store_true", help="every proof of machine code, not a selection, but for those in record.json")
    parser.add_argument("--again", action="store_true", help="those in record.json too")
    parser.add_argument("--only", metavar="REGEX", default="", help="of the proofs and faults of machine code those so named, and nothing else")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no proof after so many minutes")
    return parser.parse_args(words)


def main():
    options = parsed()
    start = time.monotonic()
    BUILD.mkdir(parents=True, exist_ok=True)
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(compile_one, OBJECTS))
        for program in PROGRAMS if not options.only else ():
            good, bad = checked(link(program))
            passed, failed = passed + good, failed + bad
        primitives = copies(FAULTS) if not options.only else ()
        faults = itertools.chain.from_iterable(pool.map(planted, itertools.count(), primitives))
        for wrong in itertools.chain(faults, machine_code(pool, options)):
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print("FAIL", wrong)
    print(f"{time.monotonic() - start:.0f} s in all")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
