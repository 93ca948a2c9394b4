#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The crate in faces/rust: its tests with each set of features, both C++ compilers, the symbols of its library, a
missing compiler, the package.

`rust.py tests`: the tests with g++ and every feature, and the symbols of that library. `rust.py families`: each family of
algorithms alone. `rust.py rest`: all else. Without a word, all of them.
"""
import collections
import hashlib
import os
import pathlib
import re
import shutil
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import sets  # noqa: E402
from steps import check_prints, check_refused, closing_line, do, report, run, skip  # noqa: E402

CRATE = ROOT / "faces" / "rust"
TARGET = ROOT / "build" / "cargo-rust"
COMPILERS = {"g++": "g++", "clang++": "clang++-19"}
# Features, and an algorithm that they have. `hmac`, `merkle` and `ranges` need a family to work on; `many` and `transcript`
# list no algorithm.
FAMILIES = {
    "sha2": "sha256", "sha3": "sha3-256", "sp800-185": "cshake128", "turboshake": "turboshake128", "kangarootwelve": "kt128",
    "ascon": "ascon-hash256", "many": None, "sha2,hmac": "hmac-sha256", "sha2,merkle": "sha256", "kangarootwelve,ranges": "kt128",
    "transcript": None,
}


def environment(compiler, **more):
    """Where a compiler cache is at hand it saves a minute for each set of features."""
    wrapped = f"ccache {COMPILERS[compiler]}" if shutil.which("ccache") else COMPILERS[compiler]
    return {**os.environ, "CXX": wrapped, "CARGO_TARGET_DIR": str(TARGET / compiler), **more}


def cargo_test(compiler, *features):
    """`cargo test` with these words. How many checks of each folder of vectors."""
    name = f"cargo test {' '.join(features)}, {compiler}"
    code, text = run("cargo", "test", "--locked", *features, "--", "--show-output", cwd=CRATE, env=environment(compiler))
    found = re.findall(r"^test result: \w+\. (\d+) passed; (\d+) failed;", text, re.M)
    passed, failed = (sum(int(row[i]) for row in found) for i in (0, 1))
    bad = code != 0 or passed == 0
    report(name, passed, max(failed, 1) if bad else 0, text[-4000:] if bad else "")
    return sets.checks_told(text)


def check_example(source):
    """What its last comments say is what it prints."""
    expected = re.findall(r"^// prints (.*)$", source.read_text(), re.M)
    command = ("cargo", "run", "--locked", "--quiet", "--all-features", "--example", source.stem)
    if expected:
        return check_prints(f"example {source.stem}", expected, *command, cwd=CRATE, env=environment("g++"))
    # sum: the program of the C library is its judge.
    file = CRATE / "Cargo.lock"
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    check_prints(f"example {source.stem}", f"{digest}  {file}", *command, "--", "sha256", file, cwd=CRATE,
                 env=environment("g++"))


def check_package():
    """It builds alone, and holds the headers as files."""
    env = environment("g++")
    if do("cargo package", "cargo", "package", "--locked", "--offline", "--allow-dirty", cwd=CRATE, env=env) is None:
        return
    crate = max(TARGET.joinpath("g++", "package").glob("*.crate"), key=lambda path: path.stat().st_mtime)
    with tarfile.open(crate) as packed:
        members = packed.getmembers()
    headers = {m.name.split("/cpp/include/")[1] for m in members if "/cpp/include/" in m.name}
    ours = {str(path.relative_to(ROOT / "include")) for path in (ROOT / "include").rglob("*.hpp")}
    good = headers == ours and all(m.isfile() for m in members)
    report("cargo package", good, not good, " ".join(sorted(headers ^ ours)))


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


def of_the_c_library():
    """All that it defines, and what it links into programs; POSIX threads have been in it since glibc 2.34."""
    _, path = run("gcc", "-print-file-name=libc.so.6")
    _, text = run("nm", "-D", "--defined-only", path.strip())
    return set(re.findall(r" (\w+)@", text)) | PLAIN | {"pthread_atfork"}



def check_tool(name, *command, **more):
    """A step that says nothing when all is well."""
    code, text = run(*command, cwd=CRATE, env=environment("g++", **more))
    report(name, code == 0, code != 0, "" if code == 0 else text[-3000:])


def check_style():
    features = ("--locked", "--all-features")
    for tool, *command in (("rustfmt", "cargo", "fmt", "--check"),
                           ("clippy", "cargo", "clippy", *features, "--all-targets", "--", "-D", "warnings")):
        if run("cargo", tool.replace("rust", ""), "--version")[0] == 0:
            check_tool(tool, *command)
        else:
            skip(tool, "is not installed")
    check_tool("documentation", "cargo", "doc", *features, "--no-deps", RUSTDOCFLAGS="-D warnings")


def check_oldest():
    """The rust-version of the manifest, if rustup has it here."""
    oldest = re.search(r'^rust-version = "(.*)"$', (CRATE / "Cargo.toml").read_text(), re.M)[1]
    if run("cargo", f"+{oldest}", "--version")[0] == 0:
        check_tool(f"Rust {oldest}", "cargo", f"+{oldest}", "check", "--locked", "--all-features", "--all-targets",
                   CARGO_TARGET_DIR=str(TARGET / oldest))
    else:
        skip(f"Rust {oldest}", "is not installed")


def check_missing_compiler():
    check_refused("a missing compiler", r"a C\+\+20 compiler is needed: g\+\+ 12 or clang\+\+ 16, or later; CXX names",
                  "cargo", "build", "--locked", cwd=CRATE,
                  env=dict(environment("g++"), CXX="no-such-compiler", CARGO_TARGET_DIR=str(TARGET / "none")))


def algorithms_of(features):
    """The names that a program over these features alone lists, one a line, and why the name kt256 is refused there."""
    return run("cargo", "run", "--locked", "--quiet", "--no-default-features", "--features", features, "--example", "names",
               cwd=CRATE, env=environment("g++"))


def check_families():
    """Each family alone: the unit tests, which compare the types with the registry, and the examples of the documentation."""
    for features, wanted in FAMILIES.items():
        for what in ("--lib", "--doc"):
            cargo_test("g++", "--no-default-features", "--features", features, what)
        code, text = algorithms_of(features)
        names = set(text.split())
        good = code == 0 and (wanted in names if wanted else not names) and ("kangarootwelve" in features) == ("kt256" in names)
        report(f"algorithms with {features}", good, not good, "" if good else text[-2000:])


def check_default():
    """The families that are on by default are on, and another is off."""
    code, text = run("cargo", "run", "--locked", "--quiet", "--example", "names", cwd=CRATE, env=environment("g++"))
    families = {name.split("-")[0] for name in text.split()}
    good = code == 0 and {"sha256", "sha3", "shake128", "hmac", "hkdf", "pbkdf2"} <= families and "kt128" not in families
    report("algorithms by default", good, not good, "" if good else text[-2000:])


def check_tests():
    """How many checks of each folder of vectors."""
    checks = cargo_test("g++", "--all-features")
    check_symbols("g++", of_the_c_library())
    return checks


def check_rest():
    """The same, of what else there is."""
    checks = cargo_test("clang++", "--no-default-features", "--features", "families")
    check_symbols("clang++", PLAIN)
    for source in sorted((CRATE / "examples").glob("*.rs")):
        if source.stem != "names":  # algorithms_of() runs it
            check_example(source)
    check_default()
    check_tool("benchmark", "cargo", "test", "--locked", "--all-features", "--bench", "peers")  # each once
    check_style()
    check_oldest()
    check_package()
    check_missing_compiler()
    return checks


PARTS = {"tests": check_tests, "families": check_families, "rest": check_rest}


def main():
    found = [PARTS[part]() for part in sys.argv[1:] or PARTS]
    with_vectors = [checks for checks in found if checks is not None]
    if with_vectors:
        sets.tell(sum(with_vectors, collections.Counter()))
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
