#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the library costs before it runs: bytes of code of each kernel, seconds to compile a file that hashes once, and
seconds to hash at compile time. built.py [FILE]: writes docs/bench/BUILT.md, or FILE. built.py --budgets: prints what
has a budget, and how many budgets are missed: a file that hashes once against the standard headers that it includes, and
hashlane.hpp without a call. built.py --library FILE...: prints what the bytes of libhashlane.so are, a column for each
FILE."""
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMPILERS = ("g++", "clang++-19")
KERNEL = re.compile(r"^[0-9a-f]+ ([0-9a-f]+) \w (?:void )?hashlane::\w+::targets::(\w+)::run<hashlane::\w+::(.*)>\(.*\)(?: \[clone .*\])?$")
ONE = {  # header and class of a file that hashes once
    "SHA-256": ("sha2", "sha256"), "SHA-512": ("sha2", "sha512"), "SHA3-256": ("sha3", "sha3_256"),
    "KT128": ("kangarootwelve", "kt128"), "Ascon-Hash256": ("ascon", "ascon_hash256"),
}
LONG = ("sha256", "sha512", "sha3_256", "kt128", "ascon_hash256")  # tests/constexpr/long_*.cpp: 64 KiB
BUDGETED = {  # header and call of a file that hashes once
    "SHA-256": ("sha2", "hashlane::digest<hashlane::sha256>(m)"), "SHA-512": ("sha2", "hashlane::digest<hashlane::sha512>(m)"),
    "SHA3-256": ("sha3", "hashlane::digest<hashlane::sha3_256>(m)"), "KT128": ("kangarootwelve", "hashlane::digest<hashlane::kt128, 32>(m)"),
    "TurboSHAKE128": ("turboshake", "hashlane::digest<hashlane::turboshake128, 32>(m)"),
    "Ascon-Hash256": ("ascon", "hashlane::digest<hashlane::ascon_hash256>(m)"), "HMAC-SHA-256": ("mac", "hashlane::tag<hashlane::hmac<hashlane::sha256>>(m, m)"),
}
MODES = {"header-only": (), "compiled mode": ("-DHASHLANE_COMPILED=1",)}
GOAL = {"compile": 0.8, "times the standard headers": 3.0, "hashlane.hpp": 2.5}


def compile_seconds(compiler, source, *flags, turns=5):
    """Seconds of the processor, the least of some turns; None when it does not compile."""
    best = None
    for _ in range(turns):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run([compiler, "-std=c++20", *flags, "-I", ROOT / "include", "-c", source, "-o", "/dev/null"],
                              capture_output=True, text=True)
        if done.returncode:
            return None
        took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        best = took if best is None else min(best, took)
    return best


def standard_headers(compiler, source):
    """The standard headers that the library's headers in a file include: lines of C++."""
    done = subprocess.run([compiler, "-std=c++20", "-I", ROOT / "include", "-M", source], check=True, capture_output=True, text=True)
    ours = [name for name in done.stdout.replace("\\\n", " ").split() if name.startswith(str(ROOT / "include"))]
    found = set().union(*(re.findall(r"^#include <[\w/.]+>", pathlib.Path(name).read_text(), re.M) for name in ours))
    return "\n".join(sorted(line for line in found if not re.search("arm|auxv", line))) + "\n"


def budgets(directory):
    """[(what, compiler, figure, budget)], figures None where a file does not compile."""
    one, alone = pathlib.Path(directory) / "one.cpp", pathlib.Path(directory) / "alone.cpp"
    rows = []
    for name, (header, call) in BUDGETED.items():
        one.write_text(f"#include <hashlane/{header}.hpp>\n#include <hashlane/sha2.hpp>\n" if header == "mac" else
                       f"#include <hashlane/{header}.hpp>\n")
        with one.open("a") as file:
            file.write(f"#include <string_view>\nauto digest(std::string_view m) {{ return {call}; }}\n")
        for compiler in COMPILERS:
            alone.write_text(standard_headers(compiler, one))
            part = compile_seconds(compiler, alone, "-O2")
            for mode, flags in MODES.items():
                whole = compile_seconds(compiler, one, "-O2", *flags)
                figure = whole / part if whole and part else None
                rows.append((f"{name}, once, {mode}: times the standard headers", compiler, figure, GOAL["times the standard headers"]))
    one.write_text("#include <hashlane/hashlane.hpp>\n")
    for compiler in COMPILERS:
        rows.append(("hashlane.hpp, no call: seconds", compiler, compile_seconds(compiler, one, "-O2"), GOAL["hashlane.hpp"]))
    return rows


def show_budgets():
    with tempfile.TemporaryDirectory() as directory:
        rows = budgets(directory)
    for what, compiler, figure, budget in rows:
        print(f"{what:62} {compiler:12} {shown(figure, budget)} (budget {budget})")
    missed = sum(figure is None or figure > budget for _, _, figure, budget in rows)
    print(f"built.py: {missed} of {len(rows)} budgets of compile time missed")


def shown(seconds, goal=None):
    if seconds is None:
        return "does not compile"
    return f"{seconds:.2f}" + ("" if goal is None else " met" if seconds <= goal else " **missed**")


def sizes(compiler, directory):
    """{(target, kernel): bytes} in the compiled mode."""
    out = pathlib.Path(directory) / "hashlane.o"
    subprocess.run([compiler, "-std=c++20", "-O2", "-I", ROOT / "include", "-c", ROOT / "src/kernels.cpp", "-o", out], check=True)
    text = subprocess.run(["nm", "-SC", out], check=True, capture_output=True, text=True).stdout
    found = {}
    for line in text.splitlines():
        if match := KERNEL.match(line):
            kernel = re.sub(r"hashlane::\w+::|\b(\d+)ul\b", lambda m: m[1] or "", match[3])
            kernel = re.sub(r"\([\w:]+\)(\d)", lambda m: ("absorb", "encrypt", "decrypt")[int(m[1])], kernel)
            kernel = re.sub(r"(>|kernel|worth), .*$", r"\1", kernel)  # without the types of its arguments
            found[(match[2], kernel)] = int(match[1], 16)
    return found


FUNCTIONS = (  # what the functions of libhashlane.so are for: the first that fits
    ("kernels, baseline", r"::targets::baseline::run<"), ("kernels, sha_ni", r"::targets::sha_ni::run<"),
    ("kernels, avx2", r"::targets::avx2::run<"), ("kernels, avx512", r"::targets::avx512::run<"),
    ("self test", r"selftest"), ("trees by name", r"merkle"), ("transcripts", r"fiat_shamir|transcript|duplex_suite"),
    ("functions of hashlane.h and hashlane_typed.h", r"hashlane_c::|(^|[ )])hashlane_\w+$|anonymous"),
    ("hashes, MACs, KDFs and AEADs by name, batches, threads", r""),
)
SECTIONS = (  # the same for the sections: the first that fits
    ("constants and published answers", r"\.rodata"), ("unwind tables", r"\.eh_frame"),
    ("tables of pointers", r"\.data\.rel\.ro"), ("relocations of these", r"\.rela\."),
    ("names and versions of the exported functions", r"\.(dynsym|dynstr|gnu)"),
)


def first_of(kinds, name):
    return next((kind for kind, pattern in kinds if re.search(pattern, name)), None)


def library_sizes(path):
    """{what: bytes} of a shared library; together they are its size."""
    def output(*command):
        return subprocess.run([*command, path], check=True, capture_output=True, text=True).stdout
    found = dict.fromkeys((kind for kind, _ in FUNCTIONS + SECTIONS), 0)
    sections = {name: int(size, 16) for name, kind, size in
                re.findall(r"^ *\[ *\d+\] (\S+) +(\w+) +[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+)", output("readelf", "-SW"), re.M)
                if kind != "NOBITS"}
    for line in output("nm", "-SC").splitlines():
        if match := re.match(r"[0-9a-f]+ ([0-9a-f]+) [tTwW] (.*)", line):
            name = re.sub(r"( \[clone .*\])+$", "", match[2])
            found[first_of(FUNCTIONS, name)] += int(match[1], 16)
    for name, size in sections.items():
        if kind := first_of(SECTIONS, name):
            found[kind] += size
    found["symbols, which are not loaded"] = sections.get(".symtab", 0) + sections.get(".strtab", 0)
    found["alignment and all else"] = os.path.getsize(path) - sum(found.values())
    found["file"] = os.path.getsize(path)
    found["file after `strip`"] = found["file"] - found["symbols, which are not loaded"]
    return found


def show_library(paths):
    columns = [library_sizes(path) for path in paths]
    print("\n".join(table(["bytes", *(pathlib.Path(path).name for path in paths)],
                          [[what, *(f"{column[what]:,}" for column in columns)] for what in columns[0]])), end="")


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(map(str, r)) + " |" for r in rows), ""]


def page(directory):
    source = pathlib.Path(directory) / "one.cpp"
    text = ["# Built", "", f"`bench/built.py`, {time.strftime('%Y-%m-%d', time.gmtime())}; seconds of the processor, -O2, "
            f"the least of five turns. Load average: {os.getloadavg()[0]:.1f}"
            + ("; other programs ran beside it, which costs processor time too." if os.getloadavg()[0] > 1.5 else "."), ""]
    text += [f"A file that includes one header and hashes once; the goal is {GOAL['compile']} s:", ""]
    rows = []
    for name, (header, cls) in ONE.items():
        call = f"hashlane::digest<hashlane::{cls}>(m)"
        source.write_text(f"#include <hashlane/{header}.hpp>\n#include <string_view>\n"
                          f"auto digest(std::string_view m) {{ return {call}; }}\n")
        cells = [shown(compile_seconds(c, source, "-O2"), GOAL["compile"]) for c in COMPILERS]
        cells += [shown(compile_seconds(c, source, "-O2", "-DHASHLANE_COMPILED=1")) for c in COMPILERS]
        rows.append([name, *cells])
    text += table(["", *COMPILERS, *(f"{c}, hashlane::compiled" for c in COMPILERS)], rows)
    text += ["64 KiB in a constant expression, at the compilers' default limits:", ""]
    text += table(["", *COMPILERS], [[name.replace("_", "-"), *(shown(compile_seconds(
        c, ROOT / f"tests/constexpr/long_{name}.cpp", "-I", ROOT / "tests/constexpr", "-I", ROOT / "tests/support", turns=1))
        for c in COMPILERS)] for name in LONG])
    by = [sizes(c, directory) for c in COMPILERS]
    keys = sorted(set().union(*by), key=lambda k: (k[1], k[0]))
    text += ["Bytes of code of each kernel (compiled mode, -O2):", ""]
    text += table(["kernel", "target", *COMPILERS], [[f"`{k}`", t, *(b.get((t, k), "") for b in by)] for t, k in keys])
    text += ["All kernels: " + ", ".join(f"{sum(b.values()):,} ({c})" for c, b in zip(COMPILERS, by)) + ".", ""]
    return "\n".join(text)


def main():
    if sys.argv[1:] == ["--budgets"]:
        return show_budgets()
    if sys.argv[1:2] == ["--library"]:
        return show_library(sys.argv[2:] or [ROOT / "build/faces/c/libhashlane.so"])
    target = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "bench" / "BUILT.md"
    with tempfile.TemporaryDirectory() as directory:
        target.write_text(page(directory), "utf-8")
    print(f"built.py: {target}")


if __name__ == "__main__":
    main()
