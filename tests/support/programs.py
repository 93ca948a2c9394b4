# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where the sources of a C++ test program stand."""
import pathlib

TESTS = pathlib.Path(__file__).resolve().parents[1]


def sources_of(program):
    """The sources of a test program, as its CMakeLists.txt names them."""
    for file in TESTS.glob("*/CMakeLists.txt"):
        for line in file.read_text().replace("hl_kat(", "hl_test(kat_").replace("hl_property(", "hl_test(properties_").splitlines():
            words = line.strip().removesuffix(")").removeprefix("hl_test(").split()
            if line.strip().startswith("hl_test(") and words[0] == program:
                named = [w for w in words if w.endswith(".cpp")] or [f"{program}.cpp", f"{program.split('_', 1)[-1]}.cpp"]
                return [file.parent / n for n in named if (file.parent / n).exists()]
    return []
