#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The files of `make single-header`: each compiles alone, several in one unit and in two units, and digests are right.

`single_header.py quick`: g++, some of the files alone. `single_header.py rest`: every file alone, with both compilers.
Without a word, all.
"""
import filecmp
import hashlib
import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import check_prints, check_refused, closing_line, do, report  # noqa: E402

WORK = ROOT / "build" / "single-header-tests"
FILES = WORK / "files"
STRICT = ["-std=c++20", "-fno-exceptions", "-fno-rtti", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow",
          "-Werror"]
ANSWERS = ROOT / "tests" / "data" / "ascon" / "sp800232_hash256.txt"
QUICK = ("hashlane.hpp", "hashlane_sha2.hpp", "hashlane_ascon.hpp")

FIRST = """
#include <cstdio>
#include <string_view>
using namespace std::literals;
std::array<std::uint8_t, 32> sha3_of(std::string_view);
std::array<std::uint8_t, 32> sha256_in_the_other_unit(std::string_view);
template <class Digest>
void print(const Digest& digest) {
    for (const unsigned byte : digest) std::printf("%02x", byte);
    std::puts("");
}
int main() {
    print(hashlane::digest<hashlane::sha256>("abc"sv));
    print(sha256_in_the_other_unit("abc"sv));
    print(sha3_of("abc"sv));
    print(hashlane::digest<hashlane::ascon_hash256>(""sv));
}
"""
SECOND = """
#include <string_view>
std::array<std::uint8_t, 32> sha3_of(std::string_view text) { return hashlane::digest<hashlane::sha3_256>(text); }
std::array<std::uint8_t, 32> sha256_in_the_other_unit(std::string_view text) {
    return hashlane::digest<hashlane::sha256>(text);
}
"""


def written():
    """The same bytes each time, whatever the place and the order of sets; nothing of ours is left to include."""
    other = WORK / "other"
    for folder, seed in ((FILES, "1"), (other, "2")):
        do("write", sys.executable, ROOT / "tools" / "single_header.py", folder, cwd=WORK, env=dict(os.environ, PYTHONHASHSEED=seed))
    names = sorted(path.name for path in FILES.iterdir())
    _, differing, missing = filecmp.cmpfiles(FILES, other, names, shallow=False)
    wanted = {"hashlane.hpp" if path.name == "hashlane.hpp" else f"hashlane_{path.name}"
              for path in (ROOT / "include" / "hashlane").glob("*.hpp")}
    report("the same when written twice", not (differing or missing), bool(differing or missing), f"{differing} {missing}")
    lacking = wanted ^ {name for name in names if name.endswith(".hpp")}
    report("a file for each header of the top level", not lacking, bool(lacking), str(lacking))
    for path in sorted(FILES.glob("*.hpp")):
        text = path.read_text("utf-8")
        wrong = re.findall(r'#\s*include\s+".*', text) + ["no licence"] * ("SPDX-License-Identifier" not in text.split("\n")[0])
        report(f"{path.name} stands alone", not wrong, bool(wrong), str(wrong))


def sizes(page):
    """What docs/WAYS_IN.md says of the sizes is right within 5 %."""
    told = re.findall(r"`(hashlane\w*\.hpp)`,?(?: has)? about (\d+) KB", page)
    return len(told), [name for name, size in told if not 0.95 < (FILES / name).stat().st_size / (1000 * int(size)) < 1.05]


def told_sizes():
    page = (ROOT / "docs" / "WAYS_IN.md").read_text("utf-8")
    count, wrong = sizes(page)
    report("docs/WAYS_IN.md: sizes", count == 3 and not wrong, count != 3 or bool(wrong), f"{count} sizes, wrong: {wrong}")
    noticed = sizes(page.replace("about 274 KB", "about 250 KB"))[1] == ["hashlane_sha2.hpp"]
    report("planted: a wrong size", noticed, not noticed)


def alone(compiler, names):
    for name in names:
        (WORK / "alone.cpp").write_text(f'#include "{name}"\n')
        text = do(f"{compiler}: {name}", compiler, *STRICT, "-fsyntax-only", "-I", FILES, WORK / "alone.cpp")
        if text is not None:
            report(f"{compiler}: {name} alone", 1, 0)


def unit(name, headers, text):
    path = WORK / name
    path.write_text("".join(f'#include "{header}"\n' for header in headers) + text)
    return path


def answers():
    """What FIRST prints, by other implementations."""
    sha2, sha3 = hashlib.sha256(b"abc").hexdigest(), hashlib.sha3_256(b"abc").hexdigest()
    ascon = re.search(r"Msg =\s*\nMD = (\w+)", ANSWERS.read_text())[1].lower()
    return [sha2, sha2, sha3, ascon]


def linked(compiler):
    """Families that share lower layers, in one unit and in two, in two orders."""
    units = [unit("first.cpp", ("hashlane_sha2.hpp", "hashlane_ascon.hpp"), FIRST),
             unit("second.cpp", ("hashlane_sha3.hpp", "hashlane_sha2.hpp"), SECOND)]
    program = WORK / f"linked-{compiler}"
    if do(f"{compiler}: link", compiler, *STRICT, "-O1", "-I", FILES, *units, "-o", program, "-pthread") is None:
        return
    check_prints(f"{compiler}: digests of two families in two units", answers(), program)


def other_modes(compiler):
    """Without a hosted implementation, and with the compiled library."""
    if do(f"{compiler}: freestanding", compiler, *STRICT, "-DHASHLANE_HOSTED=0", "-fsyntax-only", "-I", FILES,
          unit("hosted.cpp", QUICK, "")) is not None:
        report(f"{compiler}: freestanding", 1, 0)
    path = unit("modes.cpp", ("hashlane.hpp",), FIRST + SECOND)
    program = WORK / "modes"
    if do(f"{compiler}: compiled mode", compiler, *STRICT, "-DHASHLANE_COMPILED=1", "-O1", "-I", FILES, path,
          ROOT / "build" / "libhashlane_compiled.a", "-o", program, "-pthread") is not None:
        check_prints(f"{compiler}: compiled mode", answers(), program)


def everything_after_families(compiler):
    path = unit("all.cpp", ("hashlane_transcript.hpp", "hashlane_selftest.hpp", "hashlane.hpp", "hashlane_sha2.hpp"), "")
    if do(f"{compiler}: all", compiler, *STRICT, "-fsyntax-only", "-I", FILES, path) is not None:
        report(f"{compiler}: everything after families", 1, 0)


def refused():
    """What must not compile: a mixture with the folder, two versions, and files whose guards are left out."""
    check = ["g++", "-std=c++20", "-fsyntax-only", "-I", FILES, "-I", ROOT / "include"]
    mixed = unit("mixed.cpp", ("hashlane/sha2.hpp", "hashlane_sha3.hpp"), "")
    check_refused("the folder and a single file in one unit", "not both", *check, mixed)
    text = (FILES / "hashlane_hex.hpp").read_text("utf-8")
    (WORK / "older.hpp").write_text(re.sub(r"(HASHLANE_SINGLE_HEADER(?: \+ 0 !=)?) \d+", r"\1 1", text))
    versions = unit("versions.cpp", ("older.hpp", "hashlane_sha2.hpp"), "")
    check_refused("two versions in one unit", "two versions", *check, "-I", WORK, versions)
    (WORK / "unguarded.hpp").write_text(re.sub(r"#ifndef HASHLANE_SINGLE_\w+_HPP", "#if 1", text))
    unguarded = unit("unguarded.cpp", ("hashlane_sha2.hpp", "unguarded.hpp"), "")
    check_refused("a planted fault: no guards", "redefinition", *check, "-I", WORK, unguarded)


def main():
    parts = sys.argv[1:] or ["quick", "rest"]
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    written()
    if "quick" in parts:
        told_sizes()
        alone("g++", QUICK)
        linked("g++")
        other_modes("g++")
        refused()
    if "rest" in parts:
        names = sorted(path.name for path in FILES.glob("*.hpp"))
        alone("g++", [name for name in names if name not in QUICK])
        alone("clang++-19", names)
        linked("clang++-19")
        everything_after_families("g++")
        everything_after_families("clang++-19")
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
