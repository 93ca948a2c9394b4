#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The ABI of libhashlane: what programs that are already compiled rely on. docs/VERSIONING.md explains the rules.

A list of a version, tests/c/abi/MAJOR.MINOR.txt, has a line for each function with the types of its parameters, each
constant with its value, each type with its size and alignment, and the fields of each type that has public ones. The
list whose number is that of the library must be what the headers and libhashlane.so say now. What the list of the last
release names and the library lacks must stand in docs/MIGRATION.md.

`abi.py --write` writes the list of this version anew. Once the first line of a list says that the version is released,
it only adds lines. `abi.py --headers DIR` prints the list of other headers.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ROOT / "faces" / "c"
LISTS = ROOT / "tests" / "c" / "abi"
MIGRATION = ROOT / "docs" / "MIGRATION.md"
CONFIG = ROOT / "include" / "hashlane" / "lanes" / "config.hpp"
RELEASED, NOT_RELEASED = "# libhashlane.so.{}: released", "# libhashlane.so.{}: not released"
FUNCTION = re.compile(r"\b(hashlane_\w+)\(")


def output(*command, text=""):
    done = subprocess.run([str(word) for word in command], input=text, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{command}: {done.stderr[-2000:]}")
    return done.stdout


def prototypes(headers):
    """Each function with the types of its parameters, as gcc writes them."""
    with tempfile.TemporaryDirectory() as place:
        listed = pathlib.Path(place, "prototypes")
        for header in headers:
            output("gcc", "-std=c11", "-fsyntax-only", "-aux-info", listed, "-include", header, "-x", "c", "-")
            for line in listed.read_text().splitlines():
                found = re.search(r"\*/ extern (.*?\bhashlane_\w+) \((.*)\);", line)
                if found:
                    yield f"function {found[1]}({found[2]})"


def preprocessed(headers):
    return "".join(output("gcc", "-std=c11", "-E", "-P", header) for header in headers)


def fields(text):
    """The fields of each struct that has public ones."""
    for name, body in re.findall(r"typedef struct (hashlane_\w+) \{(.*?)\} \1;", text, re.S):
        body = " ".join(body.split())
        if "opaque" not in body:
            yield f"fields {name} {body}"


def numbers(headers, text):
    """Size and alignment of each type, value of each constant: what a program prints that is compiled with the headers."""
    types = sorted(set(re.findall(r"\} (hashlane_\w+);", text)))
    constants = sorted(set(re.findall(r"\b(HASHLANE_\w+|hashlane_\w+_size) = ", text)) |
                       set(re.findall(r"^#define (HASHLANE_[A-Z_]*BYTES)\b", "".join(h.read_text() for h in headers), re.M)))
    lines = [f'printf("type {name} %zu %zu\\n", sizeof({name}), _Alignof({name}));' for name in types]
    lines += [f'printf("constant {name} %lld\\n", (long long)({name}));' for name in constants]
    includes = "".join(f'#include "{header}"\n' for header in headers)
    with tempfile.TemporaryDirectory() as place:
        program = pathlib.Path(place, "numbers")
        output("gcc", "-std=c11", "-x", "c", "-", "-o", program,
               text=includes + "#include <stdio.h>\nint main(void) {\n" + "\n".join(lines) + "\nreturn 0;\n}\n")
        return output(program).splitlines()


def lines_of(folder):
    headers = sorted(folder.glob("*.h"))
    text = preprocessed(headers)
    return sorted(set(prototypes(headers)) | set(fields(text)) | set(numbers(headers, text)))


def exported(library):
    text = output("nm", "-D", "--defined-only", library)
    return {line.split()[-1].split("@")[0] for line in text.splitlines() if " T " in line}


def version():
    return re.search(r'HASHLANE_VERSION "(\d+\.\d+)', CONFIG.read_text())[1]


def macros_agree(text):
    """Does HASHLANE_VERSION say what its three numbers say?"""
    parts = [re.search(rf"HASHLANE_VERSION_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR", "PATCH")]
    return re.search(r'HASHLANE_VERSION "(.*)"', text)[1] == ".".join(parts)


def functions_of(lines):
    return {FUNCTION.search(line)[1] for line in lines if line.startswith("function ")}


def differences(listed, lines, symbols):
    """The list of this version, what the headers say, what the library exports."""
    for line in sorted(set(listed) - set(lines)):
        yield f"gone or changed: {line}"
    for line in sorted(set(lines) - set(listed)):
        yield f"not in the list: {line}"
    for name in sorted(functions_of(listed) - symbols):
        yield f"not exported: {name}"
    for name in sorted(symbols - functions_of(listed)):
        yield f"exported, and not in the list: {name}"


def unexplained(old, lines, page):
    """Functions of the last release that are gone, and that the page on migration does not name."""
    return sorted(name for name in functions_of(old) - functions_of(lines) if not re.search(rf"\b{name}\b", page))


def read(path):
    return [line for line in path.read_text().splitlines() if not line.startswith("#")]


def last_release():
    """The newest list whose first line says that it is released."""
    paths = sorted(LISTS.glob("*.txt"), key=lambda path: tuple(map(int, path.stem.split("."))))
    return [path for path in paths if path.read_text().startswith(RELEASED.format(path.stem))][-1]


def controls(lines, symbols, page):
    """A removed symbol, a struct that grows, a parameter of another type, a constant of another value, a field that moves."""
    gone = sorted(functions_of(lines))[0]
    yield "a removed symbol", f"not exported: {gone}" in differences(lines, lines, symbols - {gone})
    yield "a symbol too many", any("exported, and" in line for line in differences(lines, lines, symbols | {"hashlane_new"}))
    for what, pattern, text in (("a struct that grows", r"(type hashlane_hash) \d+", r"\1 4096"),
                                ("a constant of another value", r"(constant HASHLANE_SHA256) \d+", r"\1 999"),
                                ("a parameter of another type", r"(function int hashlane_digest\()\w+", r"\1char"),
                                ("a field that moves", r"(fields hashlane_info) ([^;]*;) ([^;]*;)", r"\1 \3 \2")):
        changed = [re.sub(pattern, text, line) for line in lines]
        found = list(differences(lines, changed, symbols))
        yield what, changed != lines and any(line.startswith("gone or changed") for line in found)
    yield "a function that is gone without a word", unexplained(lines, lines[1:], "") or unexplained(
        lines + ["function void hashlane_gone(void)"], lines, page) == ["hashlane_gone"]
    yield "numbers of a version that differ", not macros_agree(
        CONFIG.read_text().replace("HASHLANE_VERSION_MINOR", "HASHLANE_VERSION_MINOR 9 //"))


def check(library):
    """Yields (name, what is wrong or "")."""
    lines, symbols, page = lines_of(HEADERS), exported(library), MIGRATION.read_text()
    for what, noticed in controls(lines, symbols, page):
        yield f"planted: {what}", "" if noticed else "not noticed"
    for path in (CONFIG, HEADERS / "hashlane.h"):
        yield f"the version in {path.name}", "" if macros_agree(path.read_text()) else "its numbers differ"
    path = LISTS / f"{version()}.txt"
    yield "the ABI of this version has a list", "" if path.exists() else "abi.py --write writes it"
    yield "the ABI is that of its list", "; ".join(differences(read(path), lines, symbols)) if path.exists() else ""
    missing = unexplained(read(last_release()), lines, page)
    yield "docs/MIGRATION.md names what is gone since the last release", ", ".join(missing)


def write():
    path, lines = LISTS / f"{version()}.txt", lines_of(HEADERS)
    if path.exists() and path.read_text().startswith(RELEASED.format(path.stem)):
        gone = sorted(set(read(path)) - set(lines))
        if gone:
            sys.exit(f"{path} is of a released version, and these lines would go:\n" + "\n".join(gone))
        head = RELEASED
    else:
        head = NOT_RELEASED
    path.write_text("\n".join([head.format(path.stem), *lines]) + "\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--headers"]:
        print("\n".join(lines_of(pathlib.Path(sys.argv[2]).resolve())))
    elif sys.argv[1:] == ["--write"]:
        write()
    else:
        sys.exit(__doc__)
