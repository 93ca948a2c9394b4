#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""filter.py HEADER: prints a header in the form that Doxygen reads. Doxygen 1.9 does not know `namespace a::inline b {`, so
each namespace gets a definition of its own, in the same line."""
import re
import sys

NESTED = re.compile(r"(}  // )?namespace ([\w: ]+::[\w: ]+?)( {)?$", re.M)


def apart(match):
    names = match[2].split("::")
    if match[1]:
        return "}" * len(names)
    return " ".join(re.sub(r"(inline )?(\w+)", r"\1namespace \2 {", name) for name in names)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(NESTED.sub(apart, file.read()), end="")
