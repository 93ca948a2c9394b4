#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Two units of one program, one built for any x86-64 and one for AVX-512, in both link orders.

Header-only code is weak: the linker keeps one of two functions with the same name. If it kept the one with AVX-512
instructions, an old processor would crash. So: no function that both units have may hold newer instructions, and the
program must run on an emulated Nehalem. A planted function of that kind must be found, by both ways. With HASHLANE_COMPILED both
units share the kernels of a third. names.py looks at the names of the namespaces for all values of -march.

constants.cpp is a program whose units the compiler optimises together, so that it knows arguments of kernels.
"""
import concurrent.futures
import functools
import hashlib
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import names  # noqa: E402
from steps import jobs  # noqa: E402

HERE = ROOT / "tests" / "linking"
WORK = ROOT / "build" / "linking"
UNITS = {"old": "x86-64", "new": "sapphirerapids"}
COMPILERS = ("g++", "clang++-19")
COMPILED = "-DHASHLANE_COMPILED=1"
LEVELS = ("-O0", "-O1", "-O2", "-O3")
NEHALEM = ("qemu-x86_64", "-cpu", "Nehalem")
NEWER = re.compile(r"^\s+[0-9a-f]+:\s+(v[a-z]\w+|andn|bextr|bls\w+|bzhi|mulx|pdep|pext|rorx|sarx|shlx|shrx|tzcnt|lzcnt|"
                   r"movbe|sha\d\w+|k(?:mov|or|and|test|shift)\w*)\b", re.M)


def do(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode and "qemu" not in str(command[0]):
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.returncode, done.stdout


def build(compiler, level, *flags):
    """The two objects, by unit."""
    objects = {}
    for unit, march in UNITS.items():
        objects[unit] = WORK / f"{compiler}{level}{''.join(flags)}-{unit}.o"
        do(compiler, "-std=c++20", level, f"-march={march}", *flags, "-I", ROOT / "include", "-c", HERE / f"{unit}.cpp",
           "-o", objects[unit])
    if COMPILED in flags:
        objects["library"] = library(compiler)
    return objects


def library(compiler):
    """The object of the compiled mode, kernels and tables of names, made by build_library()."""
    return WORK / f"{compiler}-library.o"


def build_library(compiler):
    do(compiler, "-std=c++20", "-O2", "-march=x86-64", COMPILED, "-I", ROOT / "include", "-c", ROOT / "src/hashlane.cpp",
       "-o", library(compiler))


def weak(unit):
    """Names of the weak functions of an object."""
    return {line.split()[-1] for line in do("nm", unit)[1].splitlines() if re.search(r" [WVu] ", line)}


def newer_in_shared(objects):
    """Weak functions of the new unit and another that hold an instruction which Nehalem lacks."""
    shared = set.union(*(weak(unit) for name, unit in objects.items() if name != "new")) & weak(objects["new"])
    code = do("objdump", "-d", "--no-show-raw-insn", objects["new"])[1]
    bodies = re.findall(r"^[0-9a-f]+ <(\S+)>:\n(.*?)(?:\n\n|\Z)", code, re.S | re.M)
    return sorted(name for name, body in bodies if name in shared and NEWER.search(body)), len(shared)


def link(compiler, objects, order):
    program = objects["old"].with_name(f"{objects['old'].stem}-{'-'.join(order)}")
    do(compiler, "-static", "-o", program, *(objects[unit] for unit in order), *filter(None, [objects.get("library")]))
    return program


def expected_digests():
    """What digests.hpp prints, by another implementation and by the standards."""
    message = bytes(i % 251 for i in range(1000))
    return "".join(f"{line}\n" for line in (
        hashlib.sha3_256(message).hexdigest(),
        hashlib.sha3_512(message).hexdigest(),
        hashlib.sha256(message).hexdigest(),
        hashlib.sha512(message).hexdigest(),
        "1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5",  # RFC 9861 s.5, KT128 of nothing
        "0b3be5850f2f6b98caf29f8fdea89b64a1fa70aa249b8f839bd53baa304d92b2",  # the first KAT of SP 800-232
        "8701045e22205345ff4dda05555cbb5c3af1a771c2b89baef37db43d9998b9fe",  # RFC 9861 s.5, KT128 of ptn(17^4)
        hashlib.shake_128(message * 2).hexdigest(400),
        hashlib.shake_128(message * 2).hexdigest(16),
        "cc261d9f8fb8842e82e22b106796cd70",  # SP 800-232, Ascon-AEAD128: known answer 550, cipher and tag
        "61e2c411f70abac962bcebf6cd0ea5fd"))


def natively(program):
    """What a program of one unit for any x86-64 prints here: for the algorithms that the other tests check."""
    return do(program)[1]


def check(compiler, level, *flags):
    objects = build(compiler, level, *flags)
    name = " ".join((compiler, level, *flags))
    newer, shared = newer_in_shared(objects)
    yield f"{name}: {shared} weak functions in two units, none with newer instructions", newer
    expected = expected_digests()
    for order in (("old", "new"), ("new", "old")):
        program = link(compiler, objects, order)
        status, said = do(*NEHALEM, program)
        wrong = [] if status == 0 and said.startswith(expected) else [f"exit {status}", said]
        if flags and not wrong and (said == expected or said != natively(program)):
            wrong = ["other digests than here", said]
        yield f"{name}: {' before '.join(order)}, on a Nehalem", wrong


def check_planted(compiler):
    objects = build(compiler, "-O2", "-DPLANTED")
    found = any("planted" in name for name in newer_in_shared(objects)[0])
    yield f"{compiler}: planted: seen in the object", [] if found else ["not seen"]
    status, _ = do(*NEHALEM, link(compiler, objects, ("new", "old")))
    yield f"{compiler}: planted: crashes on a Nehalem", [] if status != 0 else ["does not"]


def check_names(compiler):
    tried, shared = names.clashes(compiler, ROOT / "include")
    yield f"{compiler}: {tried} values of -march, each name of a namespace for one choice of instruction sets", \
        shared if tried > 20 else ["too few values"]


def check_constants(compiler, *flags):
    name = " ".join((compiler, *flags))
    program = WORK / f"constants-{name.replace(' ', '')}"
    do(compiler, "-std=c++20", *flags, "-Wno-psabi", "-I", ROOT / "include", HERE / "constants.cpp", "-o", program)
    done = subprocess.run([program], capture_output=True, text=True)
    yield f"{name}: arguments that the compiler knows", done.stdout.splitlines() or ["it ended badly"] * (done.returncode != 0)


def checks():
    tries = [functools.partial(check, compiler, level) for compiler in COMPILERS for level in LEVELS]
    tries += [functools.partial(check, compiler, level, "-DWHOLE_REGISTRY") for compiler in COMPILERS for level in ("-O0", "-O2")]
    tries += [functools.partial(check, compiler, level, "-DMANY", *compiled) for compiler in COMPILERS
             for level, *compiled in (["-O2"], ["-O0", COMPILED], ["-O2", COMPILED])]
    # The tables of names are the library's, and units of any flags read them.
    tries += [functools.partial(check, compiler, level, "-DWHOLE_REGISTRY", COMPILED) for compiler in COMPILERS
             for level in ("-O0", "-O2")]
    tries += [functools.partial(check_planted, compiler) for compiler in COMPILERS]
    tries += [functools.partial(check_names, compiler) for compiler in COMPILERS]
    tries += [functools.partial(check_constants, *how) for how in (
        ("g++", "-O2"), ("g++", "-O2", "-flto"), ("g++", "-O2", "-fwhole-program"), ("g++", "-O3", "-flto"), ("clang++-19", "-O2"))]
    with concurrent.futures.ThreadPoolExecutor(jobs()) as pool:
        list(pool.map(build_library, COMPILERS))
        for results in pool.map(lambda one: list(one()), tries):
            yield from results


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    passed = failed = 0
    for name, wrong in checks():
        print("FAIL" if wrong else "ok  ", name, *wrong)
        passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
