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
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from machine import machine  # noqa: E402
from planted import CALL_FAULTS, FAULTS, LANE_FAULTS, LOOP_FAULTS  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
INCLUDE = ROOT / "include"
BUILD = ROOT / "build" / "proofs"
LAUNCHER = os.environ.get("CMAKE_CXX_COMPILER_LAUNCHER", "").split()
COMPILER = [*LAUNCHER, "g++", "-std=c++20", "-Wall", "-Wextra"]
PROVER = ("graph", "cone", "prover")
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


def machine_code(pool, options):
    """Yields for each call, and each thing planted, what went wrong, or None."""
    targets = machine.available()
    if not targets:
        print("skipped: machine code: this is no x86-64 Linux")
        return
    lifter = machine.Lifter(BUILD, link("calls"), options.jobs)
    list(pool.map(lambda compiler: lifter.compile(compiler, LAUNCHER, INCLUDE), machine.COMPILERS))
    chosen = list(machine.chosen(options.all, targets))
    for good, said in pool.map(lambda one: lifter.prove(*one), chosen):
        print(said)
        yield None if good else said
    for good, said in pool.map(lambda one: lifter.prove_loop(*one), machine.chosen_loops(options.all, targets)):
        print(said)
        yield None if good else said
    for good, said in pool.map(lambda one: lifter.prove_message(*one), machine.chosen_messages(options.all, targets)):
        print(said)
        yield None if good else said
    for good, said in pool.map(lambda one: lifter.prove_loop(*one), machine.chosen_lanes(options.all, targets)):
        print(said)
        yield None if good else said
    together = [(faults, "LOOPS_ALONE") for faults in copies(LOOP_FAULTS)]
    lane_faults = LANE_FAULTS if options.all else LANE_FAULTS[:2]
    together += [(faults, f"LANES_ALONE={faults[0].claim}") for faults in lane_faults]
    for number, (faults, alone) in enumerate(together):
        place = BUILD / "planted" / f"loops-{number}"
        plant(faults, place)
        for name, good, said in lifter.loop_faults(faults, number, targets, LAUNCHER, place / "include", alone):
            print(f"planted: {name}: {said}")
            yield None if good else f"{name}: {said}"
    for number, fault in enumerate(f for f in CALL_FAULTS if f.target in ("", *targets)):
        place = BUILD / "planted" / f"call-{number}"
        plant([fault], place)
        name, good, said = lifter.fault(fault, number, targets, LAUNCHER, place / "include")
        print(f"planted: {name}: {said}")
        yield None if good else f"{name}: {said}"
    divisions = list(machine.division_controls.checks())
    for name, good, said in divisions:
        yield None if good else f"{name}: {said}"
    print(f"divisions: {len(divisions)} controls, {sum(not good for _, good, _ in divisions)} of them failed")
    flags = list(lifter.flags(machine.COMPILERS[0]))
    for name, good, said in flags:
        yield None if good else f"{name}: {said}"
    print(f"flags: {len(flags)} controls, {sum(not good for _, good, _ in flags)} of them failed")
    for name, good, said in lifter.controls(targets):
        print(f"planted: {name}: {said}")
        yield None if good else f"{name}: {said}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 4))
    parser.add_argument("--all", action="store_true", help="every call in machine code, not a selection")
    options = parser.parse_args()
    start = time.monotonic()
    BUILD.mkdir(parents=True, exist_ok=True)
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(compile_one, OBJECTS))
        for program in PROGRAMS:
            good, bad = checked(link(program))
            passed, failed = passed + good, failed + bad
        faults = itertools.chain.from_iterable(pool.map(planted, itertools.count(), copies(FAULTS)))
        for wrong in itertools.chain(faults, machine_code(pool, options)):
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print("FAIL", wrong)
    print(f"{time.monotonic() - start:.0f} s in all")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
