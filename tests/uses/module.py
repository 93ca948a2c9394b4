#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`import hashlane;` with clang++-19: by hand, and by CMake 3.28 or later.

The times that are printed are processor times on this machine.
"""
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
for folder in ("tests/support", "tests/constant_time", "tools"):
    sys.path.insert(0, str(ROOT / folder))
import functions  # noqa: E402
import module as unit  # noqa: E402
from steps import check_prints, check_refused, closing_line, do, install, jobs, report, run, skip  # noqa: E402

HERE = ROOT / "tests" / "uses"
WORK = ROOT / "build" / "module"
CXX = ["clang++-19", "-std=c++20", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
HEADERS = ["-I", ROOT / "include"]
CMAKE = "cmake==3.31.*"  # of PyPI, where the system's is older than 3.28
COMPILED = "-DHASHLANE_COMPILED=1"
LIBRARY = ROOT / "build" / "libhashlane_compiled.a"


def precompiled(name, source, *flags):
    """The interface and the object of a module unit, or None after a report."""
    interface, compiled = WORK / f"{name}.pcm", WORK / f"{name}.o"
    if do(f"{name}: interface", *CXX, *flags, *HEADERS, "--precompile", "-x", "c++-module", source, "-o", interface) is None:
        return None
    if do(f"{name}: object", *CXX, "-c", interface, "-o", compiled) is None:
        return None
    return interface, compiled


def importing(interface):
    return [*CXX, f"-fmodule-file=hashlane={interface}"]


def families(compiled_mode, header_only):
    """The program of each family prints the same by the header, by the module, and by the module without the library."""
    source, by_header = HERE / "families.cpp", WORK / "by_header"
    if do("families by header", *CXX, COMPILED, *HEADERS, "-DFAMILIES_BY_HEADER", source, LIBRARY, "-o", by_header) is None:
        return
    expected = run(by_header)[1].splitlines()
    known = ["sha256 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
             "sha3-256 3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"]  # "abc", FIPS 180-4 and 202
    good = set(known) <= set(expected) and len(expected) > 20 and expected[-1].endswith("selftest passed")
    report("families by header: published answers", good, not good, "" if good else "\n".join(expected))
    for name, (interface, compiled), library in (("module", compiled_mode, [LIBRARY]), ("header-only", header_only, [])):
        program = WORK / f"families-{name}"
        if do(f"families: {name}", *importing(interface), source, compiled, *library, "-o", program) is not None:
            check_prints(f"families: {name}", expected, program)


def imported(text):
    """A program with `import hashlane;` for its includes of the library, and the headers of the standard that came with
    those."""
    text = re.sub(r"#include <hashlane/.*>\n", "", text)
    return "#include <array>\n#include <optional>\n#include <span>\n" + re.sub(
        r"((?:^(?:#include .*|//.*)?\n)*)", r"\1import hashlane;\n", text, count=1, flags=re.M)


def examples(interface, compiled):
    """Every example of the library, with the module in the place of the headers."""
    for example in sorted((ROOT / "examples").glob("*.cpp")):
        text = example.read_text("utf-8")
        source, program = WORK / example.name, WORK / example.stem
        source.write_text(imported(text))
        if do(f"examples/{example.name}", *importing(interface), "-I", ROOT / "examples", source, compiled, LIBRARY, "-o",
              program) is not None:
            check_prints(f"examples/{example.name}", re.findall(r"^// prints (.*)$", text, re.M), program)


def public_functions():
    """The free functions that the table of tests/constant_time has found in the headers."""
    found = set()
    for header, text in functions.headers().items():
        if not unit.is_internal(header):
            found |= {called for called, _ in functions.declared_functions(text, functions.declarations) if "::" not in called}
    return found - unit.HIDDEN


def identifiers():
    """The identifiers of all algorithms, by the rows of the registry."""
    return set(re.findall(r"\brow<(\w+)", (ROOT / "include" / "hashlane" / "registry.hpp").read_text("utf-8")))


def every_name(interface):
    """What other tables call public is exported, and what is exported can be named."""
    wanted = public_functions() | identifiers()
    names = {f"hashlane::{name}" for name in wanted} | set(re.findall(r"using ([\w:]+);", unit.UNIT.read_text("utf-8")))
    source = WORK / "names.cpp"
    source.write_text("import hashlane;\nnamespace here {\n" + "".join(f"namespace n{n} {{ using {name}; }}\n"
                      for n, name in enumerate(sorted(names))) + "}\n")
    if len(wanted) < 90:
        report("public functions and algorithms", 0, 1, f"only {len(wanted)} were found")
    elif do("every name", *importing(interface), "-fsyntax-only", source) is not None:
        report("every name is exported", len(names), 0)


def planted():
    """A unit that lacks a name, and an import without an interface, are noticed."""
    lacking = WORK / "lacking.cppm"
    lacking.write_text(unit.UNIT.read_text("utf-8").replace("using hashlane::kt128;\n", ""))
    made = precompiled("lacking", lacking, COMPILED)
    if made is not None:
        check_refused("a name that is not exported", "kt128", *importing(made[0]), "-fsyntax-only", HERE / "families.cpp")
        hidden = WORK / "hidden.cpp"
        hidden.write_text("import hashlane;\nusing hashlane::access;\n")
        check_refused("an internal name", "access", *importing(made[0]), "-fsyntax-only", hidden)
    check_refused("no interface", "module 'hashlane' not found", *CXX, "-fsyntax-only", HERE / "families.cpp")


def knows_modules(cmake):
    return tuple(map(int, re.search(r"version (\d+)\.(\d+)", run(cmake, "--version")[1]).groups())) >= (3, 28)


def page(prefix):
    """The commands of docs/WAYS_IN.md, run in an empty folder with the installed package, and its lines for CMake."""
    text = (ROOT / "docs" / "WAYS_IN.md").read_text("utf-8")
    commands = next(block for block in re.findall(r"```sh\n(.*?)```", text, re.S) if "--precompile" in block)
    place = WORK / "by-hand"
    place.mkdir()
    shutil.copyfile(HERE / "families.cpp", place / "program.cpp")
    if do("docs/WAYS_IN.md: by hand", "bash", "-ec", commands.replace("/usr/local", str(prefix)), cwd=place) is not None:
        check_prints("docs/WAYS_IN.md: by hand", run(WORK / "by_header")[1].splitlines(), place / "program")
    lines = re.search(r"```cmake\n(.*?)```", text, re.S)[1].replace("(program", "(families").splitlines()
    project = (HERE / "module" / "CMakeLists.txt").read_text("utf-8")
    missing = [line for line in lines if line not in project]
    report("docs/WAYS_IN.md: CMake", not missing, bool(missing), str(missing))


def cmake_with_modules():
    """A cmake of version 3.28 or later, or None after a report of why there is none. Where the system's is older, one of
    PyPI is installed below build/, once."""
    if not shutil.which("clang-scan-deps-19"):
        return skip("cmake", "clang-scan-deps-19 is not installed")
    if knows_modules("cmake"):
        return "cmake"
    cmake = ROOT / "build" / "cmake-with-modules" / "bin" / "cmake"
    if not cmake.exists():
        run(sys.executable, "-m", "venv", cmake.parents[1])
        code, text = run(cmake.parent / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", CMAKE)
        if code != 0:
            return skip("cmake", f"the system's is older than 3.28, and {CMAKE} cannot be had: {text[-300:]}")
    return cmake


def by_cmake(cmake, prefix):
    """hashlane::module from the sources and from the installed package."""
    for name, setting in (("sources", f"-DHASHLANE_ROOT={ROOT}"), ("package", f"-DCMAKE_PREFIX_PATH={prefix}")):
        tree = WORK / name
        shutil.rmtree(tree, ignore_errors=True)
        step = [cmake, "-G", "Ninja", "-S", HERE / "module", "-B", tree, "-DCMAKE_CXX_COMPILER=clang++-19", setting]
        if do(f"cmake: {name}", *step) is None or do(f"cmake: build {name}", cmake, "--build", tree, "-j", jobs()) is None:
            continue
        check_prints(f"cmake: {name}", run(WORK / "by_header")[1].splitlines(), tree / "families")


def refused_by_cmake(prefix):
    """A project that asks for the module where it cannot be had is told why."""
    step = ["cmake", "-S", HERE / "module", "-B", WORK / "refused", f"-DCMAKE_PREFIX_PATH={prefix}"]
    check_refused("cmake: g++ or an old CMake", "is needed", *step, "-G", "Ninja", "-DCMAKE_CXX_COMPILER=g++")


def seconds(*command):
    """The least processor time of three runs."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([str(word) for word in command], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def compile_times(interface):
    """Prints how long the program of each family takes, and one digest."""
    one = WORK / "one.cpp"
    one.write_text('#include <array>\n#include <string_view>\n#ifdef BY_HEADER\n#include BY_HEADER\n#else\nimport hashlane;\n#endif\n'
                   'using namespace std::literals;\nauto f() { return hashlane::digest<hashlane::sha256>("abc"sv); }\n')
    ways = (("import hashlane;", one, importing(interface)),
            ("<hashlane/hashlane.hpp>, compiled mode", one, [*CXX, COMPILED, *HEADERS, "-DBY_HEADER=<hashlane/hashlane.hpp>"]),
            ("<hashlane/sha2.hpp>, compiled mode", one, [*CXX, COMPILED, *HEADERS, "-DBY_HEADER=<hashlane/sha2.hpp>"]),
            ("<hashlane/hashlane.hpp>, header-only", one, [*CXX, *HEADERS, "-DBY_HEADER=<hashlane/hashlane.hpp>"]))
    for what, source, words in ways:
        print(f"time: one digest, {what}: {seconds(*words, '-c', source, '-o', WORK / 'timed.o'):.2f} s")
    text = seconds(*CXX, COMPILED, *HEADERS, "--precompile", "-x", "c++-module", unit.UNIT, "-o", WORK / "timed.pcm")
    print(f"time: the interface itself, once: {text:.2f} s")


def main():
    # ccache does not look into the modules that a unit imports, and would give objects of older ones.
    os.environ["CCACHE_DISABLE"] = "1"
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    compiled_mode = precompiled("module", unit.UNIT, COMPILED)
    header_only = precompiled("header-only", unit.UNIT)
    if compiled_mode and header_only:
        families(compiled_mode, header_only)
        examples(*compiled_mode)
        every_name(compiled_mode[0])
        planted()
        compile_times(compiled_mode[0])
    prefix = install(ROOT / "build", WORK)
    if prefix is None:
        return closing_line()
    page(prefix)
    cmake = cmake_with_modules()
    if cmake:
        by_cmake(cmake, prefix)
    refused_by_cmake(prefix)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
