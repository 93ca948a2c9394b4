#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes the library as single files: single_header.py [FOLDER]

FOLDER (build/single-header if it is not given) gets hashlane.hpp, which is everything, hashlane_NAME.hpp for each other
header NAME.hpp at the top of include/hashlane, and the licences. Each file holds a header with all that it includes, in
the order in which a compiler reads it. Headers of the standard library that are included unconditionally stand at the
beginning. Every expanded header has a guard, so that several of the files can be included in one unit.
"""
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
HEADERS = ROOT / "include" / "hashlane"
SPDX = "// SPDX-License-Identifier: Apache-2.0 OR MIT"
OWN = re.compile(r'\s*#\s*include\s+"([^"]+)"')
SYSTEM = re.compile(r"\s*#\s*include\s+<([^>]+)>")
BEGINS = re.compile(r"\s*#\s*if")
ENDS = re.compile(r"\s*#\s*endif")

BEGINNING = """{spdx}
#pragma once
// Hashlane {version}: <hashlane/{name}> with all that it includes, in one file, which tools/single_header.py wrote.

#if defined(HASHLANE_VERSION) && !defined(HASHLANE_SINGLE_HEADER)
#error "a unit includes single files of Hashlane or the headers of its folder, not both"
#endif
#if defined(HASHLANE_SINGLE_HEADER) && HASHLANE_SINGLE_HEADER + 0 != {number}
#error "single files of two versions of Hashlane in one unit"
#endif
#define HASHLANE_SINGLE_HEADER {number}

"""


def version():
    config = (HEADERS / "lanes" / "config.hpp").read_text("utf-8")
    return re.search(r'define HASHLANE_VERSION "(.*)"', config)[1]


def number_of(version):
    """10203 for 1.2.3."""
    major, minor, patch = map(int, version.split("."))
    return major * 10000 + minor * 100 + patch


def guard_of(header):
    return "HASHLANE_SINGLE_" + re.sub(r"\W", "_", header.relative_to(HEADERS).as_posix()).upper()


class Expansion:
    """One header of ours with everything that it includes."""

    def __init__(self, header):
        self.system = set()  # headers of others that are included unconditionally
        self.lines = []
        self.expand(header, set(), False)

    def expand(self, header, above, conditional):
        """Appends what a header includes and then the header itself. above: the headers of ours that a compiler has read
        when it comes to this place; conditional: whether an #if encloses the place."""
        if header in above:
            return
        above.add(header)
        lines = [line for line in header.read_text("utf-8").splitlines() if line not in (SPDX, "#pragma once")]
        depth = 0
        body = []  # the lines, and for an #include within an #if the path of the header
        for line in lines:
            depth += bool(BEGINS.match(line)) - bool(ENDS.match(line))
            own, system = OWN.match(line), SYSTEM.match(line)
            if own and depth == 0:
                self.expand((header.parent / own[1]).resolve(), above, conditional)
            elif own:
                body.append((header.parent / own[1]).resolve())
            elif system and depth == 0 and not conditional:
                self.system.add(system[1])
            elif line or (body and body[-1] != ""):
                body.append(line)
        self.append(header, body, above)

    def append(self, header, body, above):
        guard = guard_of(header)
        self.lines += ["", f"// {header.relative_to(HEADERS).as_posix()}", f"#ifndef {guard}", f"#define {guard}"]
        within = set(above)
        for line in body:
            if isinstance(line, str):
                self.lines.append(line)
            else:
                self.expand(line, within, True)
        self.lines.append(f"#endif  // {guard}")


def single(header):
    """The text of the file for one header."""
    whole = Expansion(header)
    name = header.relative_to(HEADERS).as_posix()
    begin = BEGINNING.format(spdx=SPDX, version=version(), name=name, number=number_of(version()))
    return begin + "\n".join([f"#include <{other}>" for other in sorted(whole.system)] + whole.lines) + "\n"


def file_name(header):
    return header.name if header.name == "hashlane.hpp" else f"hashlane_{header.name}"


def write_all(folder):
    """Writes the files; their paths."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    written = []
    for header in sorted(HEADERS.glob("*.hpp")):
        path = folder / file_name(header)
        path.write_text(single(header), "utf-8")
        written.append(path)
    for licence in ("LICENSE-APACHE", "LICENSE-MIT"):
        shutil.copyfile(ROOT / licence, folder / licence)
    return written


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "single-header"
    files = write_all(folder)
    size = sum(path.stat().st_size for path in files)
    print(f"{len(files)} files, {size} bytes: {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
