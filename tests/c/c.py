#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""libhashlane and hashlane.h: built by each compiler, tested from C99, compared with the registry, installed, linked
in every way its users have.

`c.py COMPILER...` (gcc, clang; without a word, both). Of gcc it is the library that `make` built.
"""
import collections
import functools
import os
import pathlib
import re
import shutil
import signal
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import (COMPILERS, check_counted, check_prints, check_refused, closing_line, do, install, jobs, report, run)  # noqa: E402

import abi  # noqa: E402
import damage  # noqa: E402
import sets  # noqa: E402

HERE = ROOT / "tests" / "c"
WORK = ROOT / "build" / "c"
HEADER = ROOT / "faces" / "c" / "hashlane.h"
HEADERS = sorted(HEADER.parent.glob("*.h"))
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
PROGRAMS = [source.stem for source in sorted(HERE.glob("*.c")) if source.stem not in ("unchecked", "vectors")]
# Before 1.0 a minor version may change the ABI.
SONAME = "libhashlane.so." + re.search(r'HASHLANE_VERSION "(0\.\d+|\d+)', HEADER.read_text())[1]
BASES = {"HASHLANE_HMAC", "HASHLANE_HKDF", "HASHLANE_PBKDF2", "HASHLANE_LAST", "HASHLANE_SHORT_TAGS"}


def text_of_header():
    return re.sub(r"/\*.*?\*/", "", "".join(h.read_text() for h in HEADERS), flags=re.S)


def enumerators():
    """NAME=NUMBER of each algorithm in the header."""
    body = next(block for block in re.findall(r"enum \{(.*?)\}", text_of_header(), re.S) if "HASHLANE_SHA256" in block)
    return [f"{name}={number}" for name, number in re.findall(r"(HASHLANE_\w+) = (\d+)", body) if name not in BASES]


@functools.cache
def functions():
    """Each function that a header declares, also by the macros of hashlane_typed.h."""
    text = "".join(run("cc", "-E", "-P", header)[1] for header in HEADERS)
    return set(re.findall(r"\b(hashlane_\w+)\(", text))


def build(compiler):
    """The prefix where it is installed, or None."""
    name, tree = f"libhashlane builds and installs with {compiler}", ROOT / "build"
    if compiler != "gcc":
        c, cxx = COMPILERS[compiler]
        tree = WORK / compiler / "build"
        env = dict(os.environ, CC=c, CXX=cxx)
        for step in (("cmake", "-G", "Ninja", "-S", ROOT, "-B", tree, "-DHASHLANE_BUILD_CLI=OFF", "-DCMAKE_BUILD_TYPE=Release",
                      "-DCMAKE_CXX_FLAGS_RELEASE=-O2"), ("cmake", "--build", tree, "-j", jobs())):
            if do(name, *step, env=env) is None:
                return None
    prefix = install(tree, WORK / compiler)
    if prefix:
        report(name, 1, 0)
    return prefix


def libraries(prefix):
    """The folder of libhashlane: lib, lib64, or Debian's lib/x86_64-linux-gnu."""
    return next(prefix.rglob("libhashlane.a")).parent


def flags(prefix, *more):
    env = dict(os.environ, PKG_CONFIG_PATH=str(libraries(prefix) / "pkgconfig"))
    text = do("pkg-config hashlane-c", "pkg-config", *more, "--cflags", "--libs", "hashlane-c", env=env)
    return (text or "").split()


def check_programs(compiler, prefix):
    c, cxx = COMPILERS[compiler]
    for program in PROGRAMS:
        out = WORK / compiler / program
        name = f"{program}, {compiler}"
        if do(name, c, "-std=c99", *STRICT, "-O1", "-I", prefix / "include", HERE / f"{program}.c",
              libraries(prefix) / "libhashlane.a", "-o", out) is not None:  # no C++ runtime
            check_counted(name, out, *(sorted(functions()) if program == "overlap_pairs" else ()))
    out = WORK / compiler / "registry"
    if do("registry", cxx, "-std=c++20", "-O1", "-I", ROOT / "include", "-I", prefix / "include", HERE / "registry.cpp",
          libraries(prefix) / "libhashlane.a", "-pthread", "-o", out) is not None:
        check_counted(f"registry, {compiler}", out, *enumerators())
    check_refused(f"an unchecked verification, {compiler}", "warn_unused_result|unused-result", c, "-std=c99", "-Werror",
                  "-c", "-I", prefix / "include", HERE / "unchecked.c", "-o", os.devnull)


def check_vectors(compiler, prefix):
    """Every published vector that has a function in hashlane.h; how many checks of each folder."""
    lines, out = WORK / compiler / "vectors.txt", WORK / compiler / "vectors"
    lines.write_text("".join(sets.line(v) + "\n" for v in sets.everything()))
    if do(f"vectors, {compiler}", COMPILERS[compiler][0], "-std=c99", *STRICT, "-O1", "-I", prefix / "include",
          HERE / "vectors.c", libraries(prefix) / "libhashlane.a", "-o", out) is None:
        return collections.Counter()
    return sets.checks_told(check_counted(f"vectors, {compiler}", out, lines))


def check_header(compiler, prefix):
    c, cxx = COMPILERS[compiler]
    for header in HEADERS:
        for command in ([c, "-std=c99"], [c, "-std=c11"], [cxx, "-std=c++11"], [cxx, "-std=c++20"]):
            language = "c" if command[0] == c else "c++"
            text = do(f"{header.name} as {command}", *command, *STRICT, "-fsyntax-only", "-x", language, "-include",
                      header.name, "-I", prefix / "include", "/dev/null")
            report(f"{header.name}, {' '.join(command)}", text is not None, 0)


def check_library(prefix):
    """What it gives is what the header says; what it needs is the C library."""
    library = libraries(prefix) / "libhashlane.so"
    _, text = run("nm", "-D", "--defined-only", library)
    given = {line.split()[-1].split("@")[0] for line in text.splitlines() if " T " in line}
    good = given == functions() and all("@@HASHLANE_0" in line for line in text.splitlines() if " T " in line)
    report("exported symbols", good, not good, "" if good else f"{given ^ functions()}")
    _, text = run("readelf", "-d", library)
    needed, soname = re.findall(r"NEEDED.*\[(.*)\]", text), re.findall(r"SONAME.*\[(.*)\]", text)
    good = needed == ["libc.so.6"] and soname == [SONAME]
    report("needs the C library alone", good, not good, "" if good else text)
    for name, wrong in abi.check(library):
        report(f"ABI: {name}", not wrong, bool(wrong), wrong)
    for header in HEADERS:
        lines = [line for line in header.read_text().splitlines() if line.strip()]
        report(f"{header.name} is short", len(lines) < 300, len(lines) >= 300, f"{len(lines)} lines")


def check_examples(compiler, prefix):
    """Linked with the flags of pkg-config, shared; then against the archive."""
    for source in sorted((ROOT / "examples" / "c").glob("*.c")):
        expected = re.findall(r"^/\* prints (.*) \*/$", source.read_text(), re.M)
        out = WORK / compiler / source.stem
        for way, more in (("shared", [f"-Wl,-rpath,{libraries(prefix)}"]), ("static", ["-static"])):
            linked = flags(prefix, *(["--static"] if way == "static" else []))
            name = f"{source.name}, {way}, {compiler}"
            if do(name, COMPILERS[compiler][0], "-std=c99", *STRICT, source, *linked, *more, "-o", out) is not None:
                check_prints(name, expected, out)

def check_power_on(compiler, library, place):
    """HASHLANE_SELFTEST=1 tests a library that is loaded: a damaged one ends the program before its first call."""
    command = [place / "selftest", "load"]
    value, size = damage.CONSTANTS["SHA-256, H[2]"]
    changed = library.read_bytes().replace(value.to_bytes(size, "little"), (value ^ 4).to_bytes(size, "little"))
    for content, asked, status in ((library.read_bytes(), "1", 0), (changed, "0", 0), (changed, "1", -signal.SIGABRT)):
        (place / SONAME).write_bytes(content)
        code, text = run(*command, env=dict(os.environ, HASHLANE_SELFTEST=asked))
        good = code == status and ("damaged" in text) == (status != 0)
        report(f"self test at load, {asked}, {'whole' if status == 0 else 'damaged'}, {compiler}", good, not good, text)


def check_damage(compiler, prefix):
    """The self-test against damaged copies of the shared library."""
    place = WORK / compiler / "damaged"
    place.mkdir()
    library = libraries(prefix) / "libhashlane.so"
    if do(f"selftest, shared, {compiler}", COMPILERS[compiler][0], "-std=c99", *STRICT, "-I", prefix / "include",
          HERE / "selftest.c", library, f"-Wl,-rpath,{place}", "-o", place / "selftest") is None:
        return
    shutil.copy(library, place / SONAME)
    check_counted(f"selftest, undamaged, {compiler}", place / "selftest")
    check_power_on(compiler, library, place)
    seen, unseen = damage.judge(damage.damaged([place / "selftest", "alone"], library, place / SONAME))
    enough = seen >= damage.LEAST
    report(f"damaged constants found, {compiler}", seen, len(unseen) + (not enough), "; ".join(unseen))


def check_find_package(compiler, prefix):
    tree = WORK / compiler / "find_package"
    env = dict(os.environ, CC=COMPILERS[compiler][0])
    expected = re.findall(r"^/\* prints (.*) \*/$", (ROOT / "examples" / "c" / "digest.c").read_text(), re.M)
    for step in (("cmake", "-G", "Ninja", "-S", HERE / "find_package", "-B", tree, f"-DCMAKE_PREFIX_PATH={prefix}",
                  f"-DHASHLANE_ROOT={ROOT}"), ("cmake", "--build", tree)):
        if do(f"find_package(hashlane COMPONENTS c), {compiler}", *step, env=env) is None:
            return
    for library in ("c", "c_static"):
        check_prints(f"hashlane::{library}, {compiler}", expected, tree / library)


def named(function, page):
    """As it is; one of hashlane_typed.h as hashlane_NAME_verb, with NAME in the page's list; or one of hashlane_fips202.h with
    xN for the number of messages."""
    several = re.sub(r"_x[1248](?=_|$)", "_xN", function)
    if re.search(rf"\b(?:{function}|{several})\b", page):
        return True
    names = re.search(r'^\.SH "TYPED STATES".*?^\.SH', page, re.M | re.S)
    for name in re.findall(r"\b[a-z][a-z0-9_]+\b", names[0] if names else ""):
        verb = function.removeprefix(f"hashlane_{name}_")
        if verb != function and re.search(rf"\bhashlane_NAME_{verb}\b", page):
            return True
    return False


def check_manual(prefix):
    page = prefix / "share" / "man" / "man3" / "hashlane.3"
    text = page.read_text() if page.exists() else ""
    left_out = sorted(f for f in functions() if not named(f, text))
    report("hashlane(3) names every function", text != "" and not left_out, bool(left_out or not text), str(left_out or ""))


def main():
    checks = collections.Counter()
    for compiler in sys.argv[1:] or COMPILERS:
        shutil.rmtree(WORK / compiler, ignore_errors=True)
        (WORK / compiler).mkdir(parents=True)
        prefix = build(compiler)
        if prefix is None:
            continue
        check_header(compiler, prefix)
        check_programs(compiler, prefix)
        checks += check_vectors(compiler, prefix)
        check_examples(compiler, prefix)
        check_find_package(compiler, prefix)
        check_library(prefix)
        check_damage(compiler, prefix)
        check_manual(prefix)
    sets.tell(checks)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
