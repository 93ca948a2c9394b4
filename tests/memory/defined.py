#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""defined.cpp under MemorySanitizer, on each target of this machine."""
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import check_counted, closing_line, do  # noqa: E402

SOURCE = ROOT / "tests" / "memory" / "defined.cpp"
PROGRAM = ROOT / "build" / "memory" / "defined"
LAUNCHER = os.environ.get("CMAKE_CXX_COMPILER_LAUNCHER", "").split()
FLAGS = ("-std=c++20", "-O1", "-g1", "-fno-omit-frame-pointer", "-fsanitize=memory", "-Wall", "-Wextra", "-Wpedantic",
         "-Wconversion", "-Wshadow", "-Werror")


def main():
    PROGRAM.parent.mkdir(parents=True, exist_ok=True)
    unit = PROGRAM.with_suffix(".o")
    do("compiled", *LAUNCHER, "clang++-19", *FLAGS, "-I", ROOT / "include", "-c", SOURCE, "-o", unit)
    do("linked", "clang++-19", "-fsanitize=memory", unit, "-o", PROGRAM)
    for target in (do("targets", PROGRAM) or "").split():
        check_counted(target, PROGRAM, target)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
