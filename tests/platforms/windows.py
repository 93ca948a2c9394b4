#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Windows: hashlane.exe and hashlane.dll by the preset `windows`, run by wine. `windows.py c` runs the C suite and every
published vector over the DLL, `windows.py cli` the program; without a word, both. docs/PLATFORMS.md names what wine cannot do.
"""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
sys.path.insert(0, str(ROOT / "tests" / "c"))
from steps import check_counted, check_refused, closing_line, do, jobs, report, run  # noqa: E402

import sets  # noqa: E402
import windows_cli  # noqa: E402

BUILT = ROOT / "build" / "windows"
WORK = ROOT / "build" / "platforms" / "windows"
C = ROOT / "tests" / "c"
FACE = ROOT / "faces" / "c"
TRIPLE = "x86_64-w64-mingw32"
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
# threads.c needs fork() and mmap().
PROGRAMS = [path.stem for path in sorted(C.glob("*.c")) if path.stem not in ("unchecked", "vectors", "threads")]
SYSTEM = {"kernel32.dll", "msvcrt.dll", "bcrypt.dll", "shell32.dll", "user32.dll", "advapi32.dll", "ntdll.dll"}


def check(name, good, why=""):
    report(name, bool(good), not good, "" if good else why)


def prepare():
    """wine in a folder of its own, without a display and without its messages."""
    os.environ.update(WINEPREFIX=str(ROOT / "build" / "platforms" / "wine"), WINEDEBUG="-all", WINEARCH="win64")
    os.environ.pop("DISPLAY", None)
    WORK.mkdir(parents=True, exist_ok=True)
    return do("wine begins", "wine", "wineboot", "-i", timeout=600) is not None


def build(*targets):
    for step in (("cmake", "--preset", "windows"), ("cmake", "--build", BUILT, "-j", jobs(), "--target", *targets)):
        if do(f"{' '.join(targets)} builds", *step, cwd=ROOT) is None:
            return False
    report(f"{' '.join(targets)} builds", 1, 0)
    return True


def loaded(program):
    """The libraries that a program or a library loads."""
    return {name.lower() for name in re.findall(r"DLL Name: (\S+)", run(f"{TRIPLE}-objdump", "-p", program)[1])}


def declared():
    """Each function that a header declares."""
    text = "".join(run("cc", "-E", "-P", header)[1] for header in sorted(FACE.glob("*.h")))
    return set(re.findall(r"\b(hashlane_\w+)\(", text))


def check_library():
    library = BUILT / "faces" / "c" / "libhashlane.dll"
    _, text = run(f"{TRIPLE}-objdump", "-p", library)
    table = text[text.find("[Ordinal/Name Pointer] Table"):]
    given = set(re.findall(r"^\s*\[\s*\d+\](?: \+base\[\s*\d+\]\s+\w+)? (\w+)$", table, re.M))
    check("exported functions", given == declared(), f"{sorted(given ^ declared())[:20]}")
    check("the DLL loads the system's alone", loaded(library) <= SYSTEM, str(loaded(library) - SYSTEM))


def compiled(source, out, *more):
    return do(f"{source.name} compiles", "clang-19", f"--target={TRIPLE}", "-std=c99", *STRICT, "-O1", "-I", FACE, source, *more,
              "-L", BUILT / "faces" / "c", "-lhashlane", "-o", out) is not None


def run_c():
    check_library()
    env = dict(os.environ, WINEPATH=str(BUILT / "faces" / "c"))
    for program in PROGRAMS:
        out = WORK / f"{program}.exe"
        if compiled(C / f"{program}.c", out):
            check_counted(f"{program}, Windows", "wine", out, *(sorted(declared()) if program == "overlap_pairs" else ()), env=env)
    if compiled(ROOT / "tests" / "platforms" / "unload.c", WORK / "unload.exe"):
        check_counted("the DLL stays loaded", "wine", WORK / "unload.exe", env=env)
    lines = WORK / "vectors.txt"
    lines.write_text("".join(sets.line(v) + "\n" for v in sets.everything()), newline="\n")
    if compiled(C / "vectors.c", WORK / "vectors.exe"):
        sets.tell(sets.checks_told(check_counted("vectors, Windows", "wine", WORK / "vectors.exe", lines, env=env)))


def check_headers():
    """The headers alone, with threads; g++ is refused unless it is told how to move vectors."""
    source = ROOT / "tests" / "platforms" / "header_only.cpp"
    words = ["-std=c++20", "-O1", *STRICT, "-I", ROOT / "include", source, "-static", "-pthread"]
    for name, command in (("clang++", ["clang++-19", f"--target={TRIPLE}", "-femulated-tls"]),
                          ("g++", [f"{TRIPLE}-g++-posix", "-Wa,-muse-unaligned-vector-move", "-DHASHLANE_UNALIGNED_VECTOR_MOVES"])):
        out = WORK / f"header_only_{name}.exe"
        if do(f"header_only, {name}", *command, *words, "-o", out) is not None:
            check_counted(f"header_only, {name}", "wine", out)
    check_refused("g++ without a word about vectors", "misaligns", f"{TRIPLE}-g++-posix", "-fsyntax-only", *words)


def run_cli():
    program = BUILT / "hashlane.exe"
    check("the program loads the system's libraries alone", loaded(program) <= SYSTEM, str(loaded(program) - SYSTEM))
    helpers = [WORK / f"{name}.exe" for name in ("holder", "control")]
    for helper in helpers:
        source = ROOT / "tests" / "platforms" / f"{helper.stem}.c"
        if do(f"{source.name} compiles", "clang-19", f"--target={TRIPLE}", "-std=c99", *STRICT, "-O1", source, "-o", helper) is None:
            return
    windows_cli.check_all(program, helpers, WORK / "cli", check)


def main():
    parts = sys.argv[1:] or ["c", "cli"]
    if prepare():
        if "c" in parts and build("hashlane_c"):
            run_c()
            check_headers()
        if "cli" in parts and build("hashlane_cli"):
            run_cli()
    subprocess.run(["wineserver", "-k"], check=False)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
