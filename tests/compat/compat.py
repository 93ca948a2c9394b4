#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Programs written for the five older libraries, unchanged, over compat/: they compile without a warning on both
compilers, run, and print what the older READMEs print."""
import hashlib
import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import COMPILERS, check_counted, check_prints, closing_line, do, report, run, skip  # noqa: E402

HERE = ROOT / "tests" / "compat"
DATA = ROOT / "tests" / "data" / "older-readmes"
WORK = ROOT / "build" / "compat"
COMPAT = ROOT / "compat"
STRICT = ["-Wall", "-Wextra", "-Werror"]
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-4 example
ZERO_TO_63 = "c8ad478f4e1dd9d47dfc3b985708d92db1f8db48fe9cddd459e63c321f490402"  # the older README


def build_cxx(compiler, program, library):
    """Against the headers alone, as a user of the older library compiles."""
    out = WORK / compiler / program
    name = f"{program} compiles with {compiler}"
    text = do(name, COMPILERS[compiler][1], "-std=c++20", *STRICT, "-O2", "-I", COMPAT / library, "-I", ROOT / "include",
              HERE / f"{program}.cpp", "-o", out)
    if text is None:
        return None
    report(name, 1, 0)
    return out


def check_warnings(compiler):
    """In one unit, all headers of a library, under a user's strictest warnings."""
    for library in ("sha3", "ascon"):
        unit = WORK / compiler / f"{library}.cpp"
        headers = sorted((COMPAT / library).rglob("*.hpp"))
        unit.write_text("".join(f'#include "{header.relative_to(COMPAT / library)}"\n' for header in headers))
        name = f"headers of {library}, {compiler}"
        if do(name, COMPILERS[compiler][1], "-std=c++20", *STRICT, "-Wpedantic", "-Wconversion", "-Wshadow",
              "-fno-exceptions", "-fsyntax-only", "-I", COMPAT / library, "-I", ROOT / "include", unit) is not None:
            report(name, 1, 0)


def digests(prefix):
    """(scheme, pieces, digest); where the README printed no SHA-3, hashlib gives the digest."""
    for line in (DATA / "digests.txt").read_text().splitlines():
        if line.startswith(prefix):
            scheme, message, sign, digest = re.fullmatch(r"(\S+): (.*) (=|printed) ([0-9a-f]+)", line).groups()
            if sign == "printed":
                digest = hashlib.new(scheme.lower().replace("-", "_"), bytes.fromhex(message)).hexdigest()
            yield scheme, message.split(), digest


def check_digests(compiler, program, prefix):
    rows = list(digests(prefix))
    if not rows:
        report(f"digests of {prefix}", 0, 1, "none")
    for scheme, message, digest in rows:
        check_prints(f"{scheme} of {len(message)} piece(s), {compiler}", digest, program, scheme, *message)


def check_sha3(compiler):
    if program := build_cxx(compiler, "sha3_readme", "sha3"):
        check_prints(f"sha3_readme, {compiler}", ZERO_TO_63, program)
    if program := build_cxx(compiler, "sha3_answers", "sha3"):
        check_digests(compiler, program, "SHA")
    if program := build_cxx(compiler, "sha3_order", "sha3"):
        check_counted(f"sha3_order, {compiler}", program)


def aead_examples():
    """(scheme, key, nonce, data, text, ciphertext)"""
    values = re.findall(r"^(\S+) AEAD$\n" + "".join(rf"^{name}: (\S+)$\n" for name in
                        ("Key", "Nonce", "Data", "Text", "Encrypted")), (DATA / "ascon-v1.2-aead.txt").read_text(), re.M)
    if len(values) != 3:
        report("examples of authenticated encryption", 0, 1, str(len(values)))
    return values


def check_ascon(compiler):
    if program := build_cxx(compiler, "ascon_readme", "ascon"):
        for scheme, *inputs, cipher in aead_examples():
            check_prints(f"{scheme}, {compiler}", cipher, program, scheme, *inputs)
    if program := build_cxx(compiler, "ascon_answers", "ascon"):
        check_digests(compiler, program, "Ascon")
    if program := build_cxx(compiler, "ascon_order", "ascon"):
        check_counted(f"ascon_order, {compiler}", program)


def check_sha2(compiler):
    c, cxx = COMPILERS[compiler]
    tree, prefix = WORK / compiler / "sha2", WORK / compiler / "prefix"
    env = dict(os.environ, CC=c, CXX=cxx)
    for step in (("cmake", "-G", "Ninja", "-S", COMPAT / "sha2", "-B", tree, "-DCMAKE_CXX_FLAGS=" + " ".join(STRICT),
                  "-DCMAKE_RELEASE_POSTFIX=_release"),  # not in the name of the archive
                 ("cmake", "--build", tree), ("cmake", "--install", tree, "--prefix", prefix)):
        if do(f"compat/sha2 builds with {compiler}", *step, env=env) is None:
            return
    for program in ("sha2_readme", "sha2_library"):
        out = WORK / compiler / program
        # No C++ runtime: the C compiler links it.
        if do(f"{program}, {compiler}", c, "-std=c99", *STRICT, "-Wpedantic", "-O1", "-I", prefix / "include",
              HERE / f"{program}.c", prefix / "lib" / "libsha2.a", "-pthread", "-o", out) is None:
            return
    check_prints(f"sha2_readme, {compiler}", ABC, WORK / compiler / "sha2_readme")
    check_counted(f"sha2_library, {compiler}", WORK / compiler / "sha2_library")
    for way, prefix in (("find_package", prefix), ("add_subdirectory", None),
                        ("find_package", WORK / compiler / "add_subdirectory" / "prefix")):
        tree = WORK / compiler / way
        name = f"sha2 by {way}, {compiler}"
        if do(name, "cmake", "--fresh", "-G", "Ninja", "-S", HERE / way, "-B", tree, f"-DCMAKE_PREFIX_PATH={prefix}",
              f"-DHASHLANE_ROOT={ROOT}", env=env) is not None and do(name, "cmake", "--build", tree) is not None:
            check_prints(name, ABC, tree / "program")
        if prefix is None: # what a project takes in is installed along with it
            do(name, "cmake", "--install", tree, "--prefix", tree / "prefix")


def check_turboshake():
    """Tests and the programs of the documentation; a benchmark that runs is enough."""
    env = dict(os.environ, CARGO_TARGET_DIR=str(ROOT / "build" / "cargo"))
    manifest = f"--manifest-path={COMPAT / 'turboshake' / 'Cargo.toml'}"
    for what in (("--lib",), ("--doc",)):
        code, text = run("cargo", "test", "--locked", manifest, *what, env=env)
        found = re.findall(r"^test result: \w+\. (\d+) passed; (\d+) failed;", text, re.M)
        passed, failed = (sum(int(row[i]) for row in found) for i in (0, 1))
        bad = code != 0 or passed == 0
        report(f"cargo test {what[0]}", passed, max(failed, 1) if bad else 0, text[-3000:] if bad else "")
    text = do("cargo bench", "cargo", "bench", "--locked", manifest, env=env)
    if text is not None:
        lines = re.findall(r"^(\S.*?) +[\d.]+ ns +[\d.]+ MB/s$", text, re.M)
        good = len(lines) == 17 and lines[0] == "keccak-p[1600, 12]"
        report("cargo bench", good, not good, "" if good else text[-3000:])


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    for compiler in COMPILERS:
        (WORK / compiler).mkdir(parents=True)
        check_warnings(compiler)
        check_sha3(compiler)
        check_sha2(compiler)
        check_ascon(compiler)
    if shutil.which("cargo"):
        check_turboshake()
    else:
        skip("compat/turboshake", "cargo is not installed")
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
