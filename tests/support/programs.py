# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where the sources of a C++ test program stand."""
import pathlib
import re

TESTS = pathlib.Path(__file__).resolve().parents[1]


def sources_of(program):
    """The sources of a test program, as its CMakeLists.txt names them."""
    for file in TESTS.glob("*/CMakeLists.txt"):
        for words in map(str.split, re.findall(r"^ *hl_test\(([^)]*)\)", file.read_text("utf-8"), re.M)):
            if words[0] == program:
                return [file.parent / word for word in words if (file.parent / word).suffix == ".cpp" and (file.parent / word).exists()]
    return []
