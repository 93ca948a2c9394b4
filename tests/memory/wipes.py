#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Leaves out each wipe of the library in turn: a named test case of the residue program must then fail. A copy of the
headers has a switch at each wipe, which a variable of the environment throws, so that one build serves all.

  wipes.py          all that
  wipes.py --rows   builds nothing: is each wipe in the table of wipe_sites.py, and each row a wipe?
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import closing_line, do, report  # noqa: E402

import wipe_sites  # noqa: E402

HEADERS = ROOT / "include" / "hashlane"
WORK = ROOT / "build" / "wipes"
SOURCES = ["residue.cpp", "residue_aead.cpp", "residue_batch.cpp", "residue_derived.cpp", "residue_states.cpp"]
CALL = re.compile(r"(?<![\w.>:])(?:operations->wipe|wipe|forget_registers|forget_frames(?:<\w+>)?|forget)\(")
SWITCH = """
inline const volatile int wipe_left_out = [] {
    const char* const n = std::getenv("HASHLANE_WIPE_LEFT_OUT");
    return n == nullptr ? 0 : std::atoi(n);
}();
HASHLANE_INLINE constexpr bool leaves_out(int n) {
    if (__builtin_is_constant_evaluated()) return false;
    return wipe_left_out == n;
}
"""


def end_of_call(text, at):
    depth = 0
    for i in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0 and text[i] == ")":
            return i + 1
    raise ValueError("a call without an end")


def switched(name, text, sites):
    """The text with a switch at each call; the calls are added to `sites` as FILE: CALL, with a number where it repeats."""
    out, at = [], 0
    for match in CALL.finditer(text):
        if text.rfind("//", text.rfind("\n", 0, match.start()) + 1, match.start()) >= 0:
            continue
        call = " ".join(text[match.start():end_of_call(text, match.end() - 1)].split())
        site = f"{name}: {call}"
        repeats = sum(s == site or s.startswith(site + " #") for s in sites)
        sites.append(site if repeats == 0 else f"{site} #{repeats + 1}")
        out.append(f"{text[at:match.start()]}::hashlane::leaves_out({len(sites)}) ? void() : ")
        at = match.start()
    return "".join(out) + text[at:]


def headers_with_switches():
    """({path below include/hashlane: text with its switches}, the sites in the order of their numbers, which begin with 1)."""
    texts, sites = {}, []
    for header in sorted(HEADERS.rglob("*.hpp")):
        name, text = str(header.relative_to(HEADERS)), header.read_text()
        if header.name == "secret.hpp":
            anchor = "/// Hides a value's origin"
            assert text.count(anchor) == 1
            text = text.replace(anchor, f"{SWITCH}\n{anchor}")
            texts[name] = text.replace("#include <cstdint>", "#include <cstdint>\n#include <cstdlib>", 1)
        else:
            texts[name] = switched(name, text, sites)
    return texts, sites


def write_headers(texts):
    shutil.rmtree(WORK, ignore_errors=True)
    for folder in ("include", "src"):
        shutil.copytree(ROOT / folder, WORK / folder)
    for name, text in texts.items():
        (WORK / "include" / "hashlane" / name).write_text(text)


def build():
    flags = ["-std=c++20", "-O2", "-DHASHLANE_COMPILED=1", "-I", WORK / "include", "-I", ROOT / "tests" / "support"]
    launcher = os.environ.get("CMAKE_CXX_COMPILER_LAUNCHER", "").split()
    units = []
    for source in [WORK / "src" / "hashlane.cpp", ROOT / "tests" / "support" / "main.cpp",
                   *(ROOT / "tests" / "memory" / name for name in SOURCES)]:
        units.append(WORK / f"{source.stem}.o")
        if do(source.name, *launcher, "g++", *flags, "-c", source, "-o", units[-1]) is None:
            return None
    program = WORK / "residue"
    return program if do("linked", "g++", *units, "-pthread", "-o", program) is not None else None


def run(program, number=0, case=None):
    env = dict(os.environ, HASHLANE_WIPE_LEFT_OUT=str(number))
    only = [] if case is None else [f"--test-case={case.replace(',', chr(92) + ',')}"]
    return subprocess.run([program, *only], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def check_rows(sites):
    known = {**wipe_sites.HELD, **wipe_sites.COVERED}
    report("wipes that the table knows", len(set(sites) & set(known)), 0)
    for site in sorted(set(sites) ^ set(known)):
        report(site, 0, 1, "no test is named for it" if site in sites else "there is no such call")


def main():
    texts, sites = headers_with_switches()
    check_rows(sites)
    if "--rows" in sys.argv[1:]:
        return closing_line()
    write_headers(texts)
    program = build()
    if program is None:
        return closing_line()
    whole = run(program)
    report("with all wipes nothing is left", whole.returncode == 0, whole.returncode != 0, whole.stdout[-2000:])
    for number, site in enumerate(sites, 1):
        if site not in wipe_sites.HELD:
            continue
        done = run(program, number, wipe_sites.HELD[site])
        found = done.returncode == 1 and "leaves its key" in done.stdout
        report(f"{site}: {wipe_sites.HELD[site]}", found, not found, "" if found else done.stdout[-300:])
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
