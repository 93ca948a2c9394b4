#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Licence lines, formatting, sizes, names of macros, one statement a line. Each check first finds its planted breach."""
import pathlib
import re
import subprocess
import sys
import tempfile

import commas

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPDX = "SPDX-License-Identifier: Apache-2.0 OR MIT"
SIGNED = {".hpp", ".cpp", ".h", ".c", ".py", ".sh", ".cmake", ".in", ".rs", ".toml", ".yml", ".yaml"}
SIGNED_NAMES = {"CMakeLists.txt", "Makefile", "run", ".clang-format"}
FORMATTED = {".hpp", ".cpp", ".h", ".c"}
SIZED = {".hpp", ".cpp", ".h", ".c", ".py", ".sh", ".rs"}
LINES = 400      # the hard limit of the style card; lines of documentation (`///`) do not count
FUNCTION = 40    # lines of a function; a part of a test case, which is a list of checks, may have more
PART_OF_TEST = 60
TABLES = re.compile(r"(^|[_/])(tables?|vectors?|data)([_./]|$)")  # a file of numbers: no limit


def sources():
    listed = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    names = (name for name in listed.stdout.decode().split("\0") if name)
    return {name: ROOT / name for name in names if (ROOT / name).is_file() and not name.startswith("tests/data/")}


def unsigned(name, text):
    path = pathlib.PurePath(name)
    if path.suffix in SIGNED or path.name in SIGNED_NAMES:
        if SPDX not in "\n".join(text.splitlines()[:3]):
            yield f"{name}: the first lines lack `{SPDX}`"


def untidy(name, text):
    if not text.endswith("\n") and text:
        yield f"{name}: no newline at the end"
    for number, line in enumerate(text.splitlines(), 1):
        if line != line.rstrip():
            yield f"{name}:{number}: space at the end of the line"
        if "\t" in line and pathlib.PurePath(name).name not in ("Makefile", "rules"):
            yield f"{name}:{number}: a tab"
        if re.search(r"\b(?:TODO|FIXME|XXX)\b", line) and name != "tests/style/style.py":
            yield f"{name}:{number}: something left to do"


def unprefixed(name, text):
    """A macro of a header stands in its user's unit too, where the name may be taken. Those of compat/ are the names of
    other libraries: they are what it is for."""
    if re.match(r"include/|faces/c/\w+\.h$", name):
        for number, line in enumerate(text.splitlines(), 1):
            if re.match(r"\s*#\s*(?:define|undef)\s+(?!HASHLANE_)", line):
                yield f"{name}:{number}: a macro whose name does not begin with HASHLANE_"


def too_long(name, text):
    if pathlib.PurePath(name).suffix not in SIZED or TABLES.search(name):
        return
    lines = text.splitlines()
    counted = sum(not line.lstrip().startswith("///") for line in lines)
    if counted > LINES:
        yield f"{name}: {counted} lines, the limit is {LINES}"
    if pathlib.PurePath(name).suffix in FORMATTED:
        yield from long_functions(name, lines)


def long_functions(name, lines):
    """A formatted function opens with a line that ends in `) ... {` and ends with `}` in the same column."""
    for start, line in enumerate(lines):
        opens = re.match(r"^(\s*)(?!namespace|struct|class|union|enum|extern)\S.*\{$", line)
        if not opens or "(" not in line or "TEST_CASE" in line:
            continue
        end = next((n for n in range(start + 1, len(lines)) if lines[n].startswith(opens[1] + "}")), None)
        limit = PART_OF_TEST if name.startswith(("tests/", "fuzz/")) else FUNCTION
        if end is not None and end - start + 1 > limit:
            yield f"{name}:{start + 1}: {end - start + 1} lines in one function, the limit is {limit}"


def chained(name, text):
    """One statement a line: the comma operator joins none."""
    if pathlib.PurePath(name).suffix in FORMATTED:
        for number in commas.chains(text):
            yield f"{name}:{number}: statements that are joined by commas"


def shared_register(name, text):
    """An operand that an asm statement of several instructions reads and writes needs `&`. Without it compilers may put an
    input of the same value into its register, and the input is lost when the operand is written."""
    if name.startswith("include/"):
        for number, line in enumerate(text.splitlines(), 1):
            if re.search(r'"\+[a-z]+"\(', line) and 'asm("" :' not in line and 'asm volatile("" :' not in line:
                yield f"{name}:{number}: an operand of asm that is read and written, without &"


def unformatted(paths):
    found = set()
    for n in range(0, len(paths), 50):
        done = subprocess.run(["clang-format-19", "--dry-run", f"--style=file:{ROOT}/.clang-format", *paths[n:n + 50]],
                              cwd=ROOT, capture_output=True, text=True)
        found |= {m[1] for m in re.finditer(r"^(\S+?):\d+:\d+: (?:warning|error)", done.stderr, re.M)}
    return found


def self_test():
    yield from commas.self_test()
    good = f"// {SPDX}\nint f();\n"
    yield "unsigned", list(unsigned("a.hpp", "int f();\n")) and not list(unsigned("a.hpp", good))
    yield "space at the end", list(untidy("a.hpp", "int f(); \n")) and not list(untidy("a.hpp", good))
    yield "no newline at the end", list(untidy("a.hpp", "int f();"))
    macro = lambda name: list(unprefixed(name, "#define OR |\n"))
    yield "a macro", macro("include/a.hpp") and macro("faces/c/a.h") and not (macro("tests/a.hpp") or macro("compat/c/a.h"))
    yield "a long file", list(too_long("a.hpp", good * LINES)) and not list(too_long("a_tables.hpp", good * LINES))
    yield "lines of documentation", not list(too_long("a.hpp", "/// f\nint f();\n" * LINES))
    asm = lambda line: list(shared_register("include/a.hpp", line))
    yield "an operand of asm without &", asm('asm("add" : "+r"(a) : "r"(b));') and asm(': [a] "+v"(a)')
    yield "operands that need no &", not asm('asm("" : "+r"(a));') and not asm('asm("add" : "+&r"(a) : "r"(b));')
    body = lambda n: good + "int g(int x) {\n" + "    ++x;\n" * n + "}\n"
    yield "a long function", list(too_long("a.hpp", body(39))) and not list(too_long("a.hpp", body(38)))
    tested = "tests/a.cpp", "fuzz/a.cpp"
    yield "a long function of a test", all(list(too_long(t, body(59))) and not list(too_long(t, body(58))) for t in tested)
    with tempfile.TemporaryDirectory() as place:
        bad, fine = pathlib.Path(place, "bad.hpp"), pathlib.Path(place, "fine.hpp")
        bad.write_text("int   f( );\n")
        fine.write_text(good)
        yield "format", unformatted([str(bad), str(fine)]) == {str(bad)}


def main():
    controls = list(self_test())
    texts = {name: path.read_text("utf-8") for name, path in sources().items()
             if pathlib.PurePath(name).suffix in SIGNED or pathlib.PurePath(name).name in SIGNED_NAMES}
    wrong = [f"self-test: {name} is not found" for name, good in controls if not good]
    for name, text in sorted(texts.items()):
        for check in (unsigned, untidy, unprefixed, too_long, chained, shared_register):
            wrong += check(name, text)
    cxx = [name for name in texts if pathlib.PurePath(name).suffix in FORMATTED]
    wrong += (f"{name}: not as .clang-format wants it (tools/format.sh {name})" for name in sorted(unformatted(cxx)))
    print(*wrong, sep="\n")
    clean = sum(not any(line.startswith(name + ":") for line in wrong) for name in texts)
    print(f"{len(controls)} controls, {len(texts)} files, {len(cxx)} of them C or C++")
    print(f"{sum(map(bool, (good for _, good in controls))) + clean} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
