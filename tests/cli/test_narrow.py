# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where sizes have 32 bits: the files with limits of more than 32 bits, and those that read numbers, compile. No such machine
is at hand, so clang reads these files for one, with the headers of this machine."""
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "faces" / "cli"


def folders_of_headers():
    """Those that g++ searches, without its own, which are for its own built-in functions."""
    told = subprocess.run(["g++", "-std=c++20", "-E", "-v", "-x", "c++", "/dev/null"], capture_output=True, text=True, check=True).stderr
    listed = told.split("search starts here:\n")[-1].split("End of search list")[0].split()
    return [folder for folder in listed if "/lib/gcc/" not in folder or "/c++" in folder]


def compiled(place, path):
    clang = shutil.which("clang++") or pytest.skip("clang++ is not installed")
    # glibc's headers ask for this file, which only its 32-bit packages have.
    (place / "gnu").mkdir(exist_ok=True)
    (place / "gnu" / "stubs-32.h").write_text("")
    headers = [word for folder in (place, *folders_of_headers()) for word in ("-isystem", folder)]
    return subprocess.run([clang, "-m32", "-std=c++20", "-fsyntax-only", "-D_FILE_OFFSET_BITS=64", "-Werror=shorten-64-to-32",
                           "-isystem", ROOT / "include", *headers, "-iquote", PROGRAM, path], capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("name", ("check.cpp", "app.cpp"))
def test_files_compile(place, name):
    done = compiled(place, PROGRAM / name)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@pytest.mark.parametrize("planted", ("constexpr std::size_t most = std::size_t{1} << 32;",
                                     "std::size_t narrowed(std::uint64_t n) { return n; }"))
def test_planted_faults_are_found(place, planted):
    (place / "planted.cpp").write_text(f'#include "common.hpp"\n{planted}\n')
    assert compiled(place, place / "planted.cpp").returncode == 1
    (place / "planted.cpp").write_text('#include "common.hpp"\nstatic_assert(sizeof(std::size_t) == 4);\n')
    assert compiled(place, place / "planted.cpp").returncode == 0
