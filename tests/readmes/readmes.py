#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every snippet of docs/GUIDE.md is a piece of a program in examples/. The C++ programs and the scripts of the shell print
what their last comments say (those in C, Python and Rust are run by the suites c, python and rust). Every console snippet
prints what it shows, and the lines with --bits digest such messages. first_programs.py runs the programs of README.md."""
import os
import pathlib
import re
import shutil
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


def check_script(source):
    """A script of the shell, in an empty folder, prints what its last comments say."""
    place = WORK / "shell" / source.stem
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    env = dict(os.environ, PATH=f"{ROOT / 'build'}{os.pathsep}{os.environ['PATH']}")
    done = subprocess.run(["bash", "-e", "-o", "pipefail", source], cwd=place, env=env, capture_output=True, text=True)
    expected = re.findall(r"^# prints (.*)$", source.read_text(), re.M)
    if done.returncode or not expected or done.stdout.splitlines() != expected:
        return f"exit {done.returncode}, printed {done.stdout!r} {done.stderr!r}, not {expected}"
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


# Language of a snippet, and the programs that hold it.
PROGRAMS = (("cpp", "examples", "*.cpp"), ("c", "examples/c", "*.c"), ("python", "examples/python", "*.py"),
            ("rust", "faces/rust/examples", "*.rs"))


def unknown(guide, language, folder, pattern):
    """(name, what is wrong) of each snippet of that language."""
    pieces = {piece(source.read_text()) for source in (ROOT / folder).glob(pattern)}
    found = snippets(guide, language)
    yield f"GUIDE.md has snippets in {language}", None if found else "none"
    for number, snippet in enumerate(found, 1):
        yield f"GUIDE.md, {language} snippet {number}", None if snippet in pieces else f"stands in no example:\n{snippet}"


def planted(guide):
    """A snippet that is changed is found."""
    for language, folder, pattern in PROGRAMS:
        snippet = snippets(guide, language)[0]
        changed = guide.replace(snippet, snippet + " ;")
        noticed = any(wrong for _, wrong in unknown(changed, language, folder, pattern))
        yield f"planted: a changed snippet in {language}", None if noticed else "not noticed"


def checks():
    WORK.mkdir(parents=True, exist_ok=True)
    guide = (ROOT / "docs" / "GUIDE.md").read_text()
    examples = sorted((ROOT / "examples").glob("*.cpp"))
    yield "there are examples", None if examples else "none"
    for source in examples:
        yield source.name, check_example(source)
    scripts = sorted((ROOT / "examples" / "shell").glob("*.sh"))
    yield "there are scripts", None if scripts else "none"
    for source in scripts:
        yield source.name, check_script(source)
    broken = WORK / "broken.sh"
    broken.write_text(scripts[0].read_text().replace("printf abc", "printf abd"))
    yield "planted: a script that prints something else", None if check_script(broken) else "not noticed"
    for language, folder, pattern in PROGRAMS:
        yield from unknown(guide, language, folder, pattern)
    yield from planted(guide)
    lines = re.findall(r"^(hashlane \S+ --bits (\d+) (\S+))", "\n".join(snippets(guide, "sh")), re.M)
    yield "GUIDE.md has a message that ends within a byte", None if lines else "no line with --bits"
    for line in lines:
        yield f"GUIDE.md, {line[0]}", check_bits(*line)
    for number, block in enumerate(snippets(guide, "console"), 1):
        yield f"GUIDE.md, console snippet {number}", check_console(block)


def main():
    passed = failed = 0
    for name, wrong in checks():
        print("FAIL" if wrong else "ok  ", name, wrong or "")
        passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
