#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What must not compile does not, on either compiler, and its nearest right neighbour does.

Each row: what it is about, a line that compiles, a line that is refused.
"""
import concurrent.futures
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILERS = ("g++", "clang++-19")
FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{ROOT / 'include'}",
         "-x", "c++", "-"]
HEAD = """#include <array>
#include <list>
#include <string>
#include <vector>
{includes}
namespace hl = hashlane;
using namespace std::literals;
void use(const char* text, char (&buffer)[4], std::vector<unsigned char>& out) {{
    (void)text, (void)buffer, (void)out;
    {line}
}}
"""

ROWS = {
    "sha3.hpp": [
        ("a literal", '(void)hl::sha3_256::digest("abc"sv);', '(void)hl::sha3_256::digest("abc");'),
        ("a bare pointer", "(void)hl::sha3_256::digest(std::string_view(text));", "(void)hl::sha3_256::digest(text);"),
        ("an array of char", "(void)hl::sha3_256::digest(std::span(buffer));", "(void)hl::sha3_256::digest(buffer);"),
        ("a literal, update", 'hl::sha3_256 h; h.update("abc"sv);', 'hl::sha3_256 h; h.update("abc");'),
        ("a literal, absorb", 'hl::shake128 x; x.absorb("abc"sv);', 'hl::shake128 x; x.absorb("abc");'),
        ("a u8 literal", 'hl::shake128 x; x.absorb(u8"abc"sv);', 'hl::shake128 x; x.absorb(u8"abc");'),
        ("wide elements", "(void)hl::sha3_256::digest(std::vector<char>{});",
         "(void)hl::sha3_256::digest(std::vector<int>{});"),
        ("a list", "(void)hl::sha3_256::digest(std::array<char, 2>{});",
         "(void)hl::sha3_256::digest(std::list<char>{});"),
        ("bits", "(void)hl::sha3_256::digest(std::vector<std::byte>{});",
         "(void)hl::sha3_256::digest(std::vector<bool>{});"),
        ("a number", "(void)hl::sha3_256::digest(std::array{'a'});", "(void)hl::sha3_256::digest('a');"),
        ("a digest that is dropped", "hl::sha3_256 h; (void)h.digest();", "hl::sha3_256 h; h.digest();"),
        ("squeezing what absorbs", "hl::shake128 x; auto r = x.reader(); r.squeeze(out);",
         "hl::shake128 x; x.squeeze(out);"),
        ("absorbing after a reader", "hl::shake128 x; auto r = x.reader(); x.absorb(out); r.squeeze(out);",
         "hl::shake128 x; auto r = x.reader(); r.absorb(out);"),
        ("a state that is dropped", "(void)hl::shake128::import_state(out);", "hl::shake128::import_state(out);"),
    ],
}


def check(case):
    """Nothing, or what is wrong."""
    compiler, header, about, line, right = case
    source = HEAD.format(includes=f"#include <hashlane/{header}>", line=line)
    done = subprocess.run([compiler, *FLAGS], input=source, text=True, capture_output=True)
    if (done.returncode == 0) == right:
        return None
    return f"{compiler}: {about}: `{line}` {'does not compile' if right else 'compiles'}\n{done.stderr[:600]}"


def main():
    cases = [(compiler, header, about, line, line is right)
             for compiler in COMPILERS for header, rows in ROWS.items()
             for about, right, wrong in rows for line in (right, wrong)]
    with concurrent.futures.ThreadPoolExecutor(min(os.cpu_count() or 1, 8)) as pool:
        wrong = [found for found in pool.map(check, cases) if found]
    print(*wrong, sep="\n")
    print(f"{len(cases) - len(wrong)} passed, {len(wrong)} failed")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
