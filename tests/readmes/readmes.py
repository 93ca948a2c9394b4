#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every C++ snippet of README.md is a piece of a program in examples/, which prints what its last comments say;
every console snippet of README.md prints what it shows, and its lines with --bits digest such messages."""
import os
import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "readmes"


def piece(text):
    """What stands between `// README` and `// end`, or the same in C or Python."""
    found = re.search(r"^ *(?:// README|/\* README \*/|# README)\n(.*?)^ *(?:// end|/\* end \*/|# end)$", text, re.S | re.M)
    return textwrap.dedent(found[1]).strip() if found else None


def snippets(text, language):
    return [block.strip() for block in re.findall(rf"^```{language}\n(.*?)^```$", text, re.S | re.M)]


def check_example(source):
    program = WORK / source.stem
    for compiler in sys.argv[1:] or ("g++", "clang++-19"):
        done = subprocess.run([compiler, "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-I", ROOT / "include",
                               source, "-o", program], capture_output=True, text=True)
        if done.returncode:
            return done.stderr
        done = subprocess.run([program], capture_output=True, text=True)
        expected = re.findall(r"^// prints (.*)$", source.read_text(), re.M)
        if done.returncode or not expected or done.stdout.splitlines() != expected:
            return f"{compiler}: exit {done.returncode}, printed {done.stdout!r}, not {expected}"
    return None


def check_console(block):
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", block + "\n", re.M):
        path = f"{ROOT / 'build'}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(["bash", "-c", command], cwd=ROOT, env=dict(os.environ, PATH=path), capture_output=True,
                              text=True)
        if done.stdout.strip() != expected.strip():
            return f"`{command}` printed {done.stdout!r} {done.stderr!r}, not {expected!r}"
    return None


def check_bits(command, bits, file):
    """The line digests a file of so many bits, the low ones of its last byte, and none of a bit or a byte more."""
    place = WORK / "bits"
    place.mkdir(exist_ok=True)
    head, more = b"\xa3" * (int(bits) // 8), int(bits) % 8
    path = f"{ROOT / 'build'}{os.pathsep}{os.environ['PATH']}"
    for data, status in ((head + bytes([2**more - 1]), 0), (head + bytes([2**more]), 1), (head + b"\1\0", 1), (head, 1)):
        (place / file).write_bytes(data)
        done = subprocess.run(["bash", "-c", command], cwd=place, env=dict(os.environ, PATH=path), capture_output=True,
                              text=True)
        printed = re.fullmatch(rf"[0-9a-f]+  {re.escape(file)}\n", done.stdout)
        if done.returncode != status or bool(printed) != (status == 0):
            return f"`{command}` of ...{data[-2:].hex()}: exit {done.returncode}, {done.stdout!r} {done.stderr!r}"
    return None


def checks():
    WORK.mkdir(parents=True, exist_ok=True)
    readme = (ROOT / "README.md").read_text()
    examples = {source: source.read_text() for source in sorted((ROOT / "examples").glob("*.cpp"))}
    yield "there are examples", None if examples else "none"
    for source in examples:
        yield source.name, check_example(source)
    pieces = {piece(text) for text in examples.values()}
    for number, snippet in enumerate(snippets(readme, "cpp"), 1):
        yield f"README.md, C++ snippet {number}", None if snippet in pieces else f"stands in no example:\n{snippet}"
    in_c = {piece(source.read_text()) for source in (ROOT / "examples" / "c").glob("*.c")}  # run by tests/c
    for number, snippet in enumerate(snippets(readme, "c"), 1):
        yield f"README.md, C snippet {number}", None if snippet in in_c else f"stands in no example:\n{snippet}"
    in_python = {piece(source.read_text()) for source in (ROOT / "examples" / "python").glob("*.py")}  # by tests/python
    for number, snippet in enumerate(snippets(readme, "python"), 1):
        yield f"README.md, Python snippet {number}", None if snippet in in_python else f"stands in no example:\n{snippet}"
    in_rust = {piece(source.read_text()) for source in (ROOT / "faces" / "rust" / "examples").glob("*.rs")}  # by tests/rust
    for number, snippet in enumerate(snippets(readme, "rust"), 1):
        yield f"README.md, Rust snippet {number}", None if snippet in in_rust else f"stands in no example:\n{snippet}"
    lines = re.findall(r"^(hashlane \S+ --bits (\d+) (\S+))", "\n".join(snippets(readme, "sh")), re.M)
    yield "README.md has a message that ends within a byte", None if lines else "no line with --bits"
    for line in lines:
        yield f"README.md, {line[0]}", check_bits(*line)
    for number, block in enumerate(snippets(readme, "console"), 1):
        yield f"README.md, console snippet {number}", check_console(block)


def main():
    passed = failed = 0
    for name, wrong in checks():
        print("FAIL" if wrong else "ok  ", name, wrong or "")
        passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
