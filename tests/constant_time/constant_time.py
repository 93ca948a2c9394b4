#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Constant time, on every kernel: see tests/constant_time/README.md.

Each build is watched by its tools on every target that they know. The library must be clean everywhere; each planted
leak must be found by the tool that is said to see it. Each function of the library that takes a secret has a subject, or
a reason for having none: functions.py.

With --keep a run may be stopped at any time; the next one takes from the file what was found of the very same programs.
"""
import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time

import functions

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "constant_time"
LAUNCHER = os.environ.get("CMAKE_CXX_COMPILER_LAUNCHER", "").split()
SOURCES = {"watch": HERE, "planted": HERE, "trace": HERE, "subjects": HERE, "keyed": HERE, "by_name": HERE, "planted_library": HERE,
           "tracer": HERE.parent / "proofs" / "machine"}
# A copy of the headers with a leak, for planted_library.cpp: (header, what stands there, what stands there in the copy).
CHANGED = BUILD / "planted" / "include"
LEAK = ("kernels/ascon_record_scheduler.hpp", "const bool good = equal_in_constant_time(tag, given.bytes, sizeof tag);",
        "const bool good = tag[0] == given.bytes[0] && equal_in_constant_time(tag, given.bytes, sizeof tag);")
# To pass a secret to a function by value is no leak, though MemorySanitizer would report it by default.
MSAN = ("-fsanitize=memory", "-fno-sanitize-memory-param-retval", "-DWITH_MSAN", "-fno-omit-frame-pointer", "-g1")

# Planted leaks that a tool cannot see: a division is no branch, MemorySanitizer does not look at the length of a copy, and
# takes what clang has frozen for defined: at -O3 that is the vector in which it compares sixteen bytes.
BLIND = {
    "valgrind": {"division", "divisor"},
    "msan": {"length of a copy"},
    "msan -O3": {"early exit"},
}


@dataclasses.dataclass(frozen=True)
class Build:
    compiler: str
    level: str
    msan: bool = False

    @property
    def name(self):
        return f"{self.compiler}{self.level}" + ("-msan" if self.msan else "")

    @property
    def program(self):
        return BUILD / self.name / "watch"


@dataclasses.dataclass(frozen=True)
class Watch:
    build: Build
    tool: str
    target: str

    @property
    def blind(self):
        return BLIND.get(self.tool, set()) | BLIND.get(f"{self.tool} {self.build.level}", set())


SHORT = [Build("g++", "-O2"), Build("clang++-19", "-O2"), Build("clang++-19", "-O2", True)]
FULL = [Build(compiler, level) for level in ("-O1", "-O2", "-O3") for compiler in ("g++", "clang++-19")] + \
    [Build("clang++-19", level, True) for level in ("-O1", "-O2", "-O3")]
TARGETS = {"valgrind": ("baseline", "avx2"), "msan": ("baseline", "avx2", "sha_ni", "avx512"),
           "trace": ("baseline", "avx2", "sha_ni", "avx512")}


# Of the traces the short selection takes each target once.
SHORT_TRACES = {("g++", "avx2"), ("g++", "sha_ni"), ("clang++-19", "baseline"), ("clang++-19", "avx512")}


def run(*command, timeout=3000, env=None):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=timeout, env=env)
    return done.returncode, done.stdout


def plant():
    """Writes the copy of the headers that has a leak."""
    header, old, new = LEAK
    shutil.rmtree(CHANGED, ignore_errors=True)
    shutil.copytree(ROOT / "include", CHANGED)
    text = (CHANGED / "hashlane" / header).read_text("utf-8")
    if text.count(old) != 1:
        raise SystemExit(f"{header} has not one {old}\n0 passed, 1 failed")
    (CHANGED / "hashlane" / header).write_text(text.replace(old, new), "utf-8")


def parts(chosen, build, full):
    """What is compiled in: in the short run a sample, and the functions that choose by name for one tool alone."""
    by_name = any(w.build == build == SHORT[0] and w.tool == "valgrind" for w in chosen)
    return ["-DWITH_FULL"] * full + ["-DWITH_BY_NAME"] * (full or by_name)


def compile_all(build, options):
    place = build.program.parent
    place.mkdir(parents=True, exist_ok=True)
    objects = []
    for name, source in SOURCES.items():
        objects.append(place / f"{name}.o")
        code, text = run(*LAUNCHER, build.compiler, "-std=c++20", build.level, "-Wall", "-Wextra", *options, *(MSAN if build.msan else ()),
                         f"-I{CHANGED if name == 'planted_library' else ROOT / 'include'}", "-c", source / f"{name}.cpp", "-o", objects[-1])
        if code:
            raise SystemExit(f"{text}\n0 passed, 1 failed")
    code, text = run(build.compiler, *objects, "-o", build.program, "-fsanitize=memory" if build.msan else "-static")
    if code:
        raise SystemExit(f"{text}\n0 passed, 1 failed")
    if not build.msan:
        code, text = run(sys.executable, HERE / "accesses.py", build.program)
        (place / "accesses").write_text(text, "ascii")


def not_compiling():
    """What g++ says of each source that does not compile with the subjects of the full run. It makes no code, which takes long."""
    command = ("g++", "-std=c++20", "-fsyntax-only", "-DWITH_FULL", "-DWITH_BY_NAME", f"-I{ROOT / 'include'}")
    wrong = []
    for name, source in SOURCES.items():
        code, text = run(*command, source / f"{name}.cpp")
        if code:
            wrong.append(f"{name} with all subjects: {text}")
    return wrong


def watch(one, secrets, everything):
    """{subject: leaks} of the library and of what is planted, or None where this machine has no such target."""
    program, full = one.build.program, ["full"] * everything
    if one.tool == "trace":
        code, text = run(program, "traced", one.target, program.parent / "accesses", secrets, *full)
    elif one.tool == "msan":
        code, text = run(program, "tainted", one.target, *full)
    else:
        code, text = run("valgrind", "-q", "--error-limit=no", "--log-file=/dev/null", "--trace-children=no", program, "tainted",
                         one.target, *full)
    if code == 3:
        return None
    if code:
        raise SystemExit(f"{one}: exit {code}\n{text}\n0 passed, 1 failed")
    library, planted = {}, {}
    for line in text.splitlines():
        words = line.split(" ", 2)
        if words[0] == "planted":
            planted[words[2]] = words[1] == "leak"
        elif words[0] in ("clean", "leak"):
            library[line.partition(" ")[2]] = words[0] == "leak"
    return library, planted


def covered(program):
    """(checks passed, what is wrong): whether each function that takes a secret has a subject."""
    code, text = run(program, "list")
    if code:
        return 0, [f"no list of subjects: exit {code}"]
    return functions.check(set(text.splitlines()))


class Kept:
    """What was found of programs, by their digests."""

    def __init__(self, file):
        self.file, self.lock = file, threading.Lock()
        self.found = json.loads(file.read_text("utf-8")) if file and file.exists() else {}

    def watch(self, one, secrets, everything):
        program = hashlib.sha256(one.build.program.read_bytes()).hexdigest()
        key = f"{one.build.name} {one.tool} {one.target}, {secrets} secrets{', all' * everything}, {program}"
        if key not in self.found:
            result = watch(one, secrets, everything)
            with self.lock:
                self.found[key] = result
                if self.file:
                    self.file.write_text(json.dumps(self.found, indent=1), "utf-8")
        return self.found[key]


def watches(builds):
    for build in builds:
        for tool in ("msan",) if build.msan else ("valgrind", "trace"):
            if tool == "valgrind" and not shutil.which("valgrind"):
                continue
            for target in TARGETS[tool]:
                yield Watch(build, tool, target)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="three optimisation levels, 8 secrets, every subject traced")
    parser.add_argument("--secrets", type=int, help="how many are traced")
    parser.add_argument("--only", default="", help="of the builds and tools those whose name has this in it")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FILE", help="what was found so far")
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 4))
    options = parser.parse_args()
    secrets = options.secrets or (8 if options.full else 3)
    start, clean, findings, found, missed = time.monotonic(), 0, [], set(), []
    names, kept = set(), Kept(options.keep)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        chosen = [w for w in watches(FULL if options.full else SHORT)
                  if (options.full or w.tool != "trace" or (w.build.compiler, w.target) in SHORT_TRACES)
                  and options.only in f"{w.build.name} {w.tool} {w.target}"]
        plant()
        builds = dict.fromkeys(w.build for w in chosen)
        list(pool.map(lambda build: compile_all(build, parts(chosen, build, options.full)), builds))
        covering, uncovered = covered(chosen[0].build.program)
        wrong = not_compiling() if not (options.full or options.only) else []
        print(f"{covering} functions that take a secret, and changes of them, looked for; {len(uncovered)} wrong")
        for one, result in zip(chosen, pool.map(lambda w: kept.watch(w, secrets, options.full), chosen)):
            where = f"{one.build.name} {one.tool} {one.target}"
            if result is None:
                print(f"skipped: {where}: not on this machine")
                continue
            library, planted = result
            leaks = [name for name, leak in library.items() if leak]
            clean += len(library) - len(leaks)
            findings += [f"{where}: {name}" for name in leaks]
            names |= set(planted)
            found |= {name for name, leak in planted.items() if leak}
            missed += [f"{where}: {name}" for name, leak in planted.items() if not leak and name not in one.blind]
            print(f"{where}: {len(library)} subjects, {len(leaks)} findings; {sum(planted.values())} of {len(planted)} planted "
                  "leaks found", flush=True)
    print(*(f"FINDING {line}" for line in findings), *(f"MISSED {line}" for line in missed),
          *(f"UNCOVERED {line}" for line in uncovered), *wrong, sep="\n")
    never = names - found
    print(f"{len(names)} planted leaks, {len(found)} found; {len(findings)} findings; {time.monotonic() - start:.0f} s")
    failed = len(findings) + len(missed) + len(never) + len(uncovered) + len(wrong)
    print(f"{clean + len(found) + covering} passed, {failed} failed")
    return 1 if failed or not clean or len(found) < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
