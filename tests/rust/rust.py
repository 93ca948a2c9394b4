#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The crate in faces/rust: its tests with each set of features, both C++ compilers, the symbols of its library, a
missing compiler, the package."""
import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import check_refused, closing_line, do, report, run  # noqa: E402

CRATE = ROOT / "faces" / "rust"
TARGET = ROOT / "build" / "cargo-rust"
COMPILERS = {"g++": "g++", "clang++": "clang++-19"}


def environment(compiler, **more):
    """Where a compiler cache is at hand it saves a minute for each set of features."""
    wrapped = f"ccache {COMPILERS[compiler]}" if shutil.which("ccache") else COMPILERS[compiler]
    return dict(os.environ, CXX=wrapped, CARGO_TARGET_DIR=str(TARGET / compiler), **more)


def cargo_test(compiler, *features):
    name = f"cargo test {' '.join(features)}, {compiler}"
    code, text = run("cargo", "test", "--locked", *features, cwd=CRATE, env=environment(compiler))
    found = re.findall(r"^test result: \w+\. (\d+) passed; (\d+) failed;", text, re.M)
    passed, failed = (sum(int(row[i]) for row in found) for i in (0, 1))
    bad = code != 0 or passed == 0
    report(name, passed, max(failed, 1) if bad else 0, text[-4000:] if bad else "")


def newest_library(compiler):
    found = TARGET.joinpath(compiler).glob("*/build/hashlane-*/out/libhashlane_crate.a")
    return max(found, key=lambda path: path.stat().st_mtime, default=None)


def check_symbols(compiler, allowed):
    """What the library wants is in the C library, and no name of it is one of libhashlane's."""
    library = newest_library(compiler)
    text = do(f"nm, {compiler}", "nm", "--extern-only", library) if library else None
    if text is None:
        return report(f"symbols, {compiler}", 0, 1, "no library")
    wanted = set(re.findall(r"^ +U (\S+)$", text, re.M))
    defined = set(re.findall(r"^[0-9a-f]+ T (\S+)$", text, re.M))
    odd = wanted - defined - allowed - set(re.findall(r"^[0-9a-f]+ [WVu] (\S+)$", text, re.M))
    report(f"wants only the C library, {compiler}", not odd, bool(odd), " ".join(sorted(odd)))
    version = re.search(r'^version = "(.*)"$', (CRATE / "Cargo.toml").read_text(), re.M)[1].replace(".", "_")
    foreign = {name for name in defined if not name.startswith(f"hashlane_{version}_")}
    good = bool(defined) and not foreign
    report(f"names of this version only, {compiler}", good, not good, " ".join(sorted(foreign)))


PLAIN = {"bcmp", "memcpy", "memset", "memcmp", "memmove", "strlen", "__stack_chk_fail", "_GLOBAL_OFFSET_TABLE_"}
HOSTED = PLAIN | {"abort", "getenv", "fprintf", "__fprintf_chk", "stderr", "pthread_create", "pthread_join", "sysconf"}


def main():
    for compiler in COMPILERS:
        cargo_test(compiler, "--no-default-features")
        check_symbols(compiler, PLAIN)
    cargo_test("g++", "--all-features")
    check_symbols("g++", HOSTED)
    env = dict(environment("g++"), CXX="no-such-compiler", CARGO_TARGET_DIR=str(TARGET / "none"))
    check_refused("a missing compiler", r"a C\+\+20 compiler is needed: g\+\+ 12 or clang\+\+ 15, or later; CXX names",
                  "cargo", "build", "--locked", cwd=CRATE, env=env)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
