#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The ways of using the library, each as a user would go: build abc.cpp, run it, compare with FIPS 202.

`uses.py built`: what needs no more than the tree of `make`. `uses.py rest`: the others. Without a word, all.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import jobs  # noqa: E402

HERE = ROOT / "tests" / "uses"
WORK = ROOT / "build" / "uses"
PREFIX = WORK / "prefix"
# hashlib, an implementation of its own, says the same: hashlib.sha3_256(b"abc").hexdigest()
ABC = "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"
CXX = ["g++", "-std=c++20", "-O1"]


class Refused(Exception):
    pass


def do(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    print("$", *command)
    if done.returncode:
        print(done.stdout, done.stderr)
        raise Refused(f"exit {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout.strip()


def says_abc(*programs):
    for program in programs:
        if (said := do(program)) != ABC:
            raise Refused(f"{program} printed {said}")


def cmake(name, *settings, programs=("abc", "abc_compiled"), root=ROOT):
    tree = WORK / name
    shutil.rmtree(tree, ignore_errors=True)
    do("cmake", "-G", "Ninja", "-S", HERE / name.split("-")[0], "-B", tree, f"-DHASHLANE_ROOT={root}",
       "-DCMAKE_CXX_FLAGS=-O1", *settings)
    do("cmake", "--build", tree, "-j", jobs())
    says_abc(*(tree / program for program in programs))


def install():
    """The tree of `make`, into a staging directory first, then moved: nothing installed may know the place it was built for."""
    staged = WORK / "staged"
    shutil.rmtree(staged, ignore_errors=True)
    do("cmake", "--install", ROOT / "build", "--prefix", "/usr", env=dict(os.environ, DESTDIR=str(staged)))
    shutil.rmtree(PREFIX, ignore_errors=True)
    shutil.move(staged / "usr", PREFIX)
    named = [str(f) for f in PREFIX.rglob("*") if f.suffix in (".cmake", ".pc") and str(ROOT) in f.read_text()]
    if named:
        raise Refused(f"the build tree is named in {named}")


def installed_completions():
    """Where bash, zsh and fish look for them."""
    for name in ("bash-completion/completions/hashlane", "zsh/site-functions/_hashlane", "fish/vendor_completions.d/hashlane.fish"):
        if "hashlane" not in (PREFIX / "share" / name).read_text():
            raise Refused(name)


def installed_pages():
    """No link on a page that is installed is dead, and the examples beside them need what is installed alone."""
    place = next(PREFIX.rglob("README.md")).parent
    links = [(page, target) for page in sorted(place.rglob("*.md"))
             for target in re.findall(r"\]\(([^)#\s]+)", page.read_text()) if not re.match("[a-z]+:", target)]
    dead = [f"{page.relative_to(place)}: {target}" for page, target in links if not (page.parent / target).exists()]
    if dead or len(links) < 30:
        raise Refused(f"{len(links)} links, dead: {dead}")
    examples = sorted((place / "examples").glob("*.cpp"))
    for example in examples:
        do(*CXX, "-fsyntax-only", "-I", PREFIX / "include", example)
    for example in sorted((place / "examples" / "c").glob("*.c")):
        do("gcc", "-std=c99", "-fsyntax-only", "-I", PREFIX / "include", example)
    if len(examples) < 10:
        raise Refused(f"{len(examples)} examples")


def add_subdirectory():
    cmake("add_subdirectory")


def pages_beside_those_of_a_project():
    """A project that takes Hashlane in and installs it keeps its own folder of pages."""
    tree = WORK / "taken_in"
    do("cmake", "-G", "Ninja", "-S", HERE / "add_subdirectory", "-B", tree, f"-DHASHLANE_ROOT={ROOT}", "-DHASHLANE_INSTALL=ON")
    folders = set(re.findall(r"share/doc/(\w+)", (tree / "hashlane" / "cmake_install.cmake").read_text()))
    if folders != {"hashlane"}:
        raise Refused(f"{folders}")


def fetch_content():
    cmake("fetch_content", programs=("abc",))


def find_package():
    cmake("find_package", f"-DCMAKE_PREFIX_PATH={PREFIX}", f"-DHASHLANE_WANTED={version()}")


def find_package_by_older_cmake():
    """CMake before 3.23 skips file sets. Without them, the package still names the folder of the headers."""
    older = WORK / "older"
    shutil.rmtree(older, ignore_errors=True)
    shutil.copytree(PREFIX, older, symlinks=True)
    targets = next(older.rglob("hashlane-targets.cmake"))
    newer = r'if\(NOT CMAKE_VERSION VERSION_LESS "3\.23\.0"\)\n.*?\nendif\(\)\n'
    targets.write_text(re.sub(newer, "", targets.read_text(), flags=re.S))
    cmake("find_package-older", f"-DCMAKE_PREFIX_PATH={older}", f"-DHASHLANE_WANTED={version()}")


def find_package_beside_add_subdirectory():
    """A part of a project finds an installed Hashlane, although the project has taken its sources in."""
    sources = WORK / "both"
    sources.mkdir(exist_ok=True)
    (sources / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.21)\nproject(both LANGUAGES C CXX)\nset(HASHLANE_BUILD_C ON)\n"
        f"add_subdirectory({ROOT} hashlane)\nfind_package(hashlane REQUIRED COMPONENTS c)\n")
    do("cmake", "-G", "Ninja", "-S", sources, "-B", sources / "tree", f"-DCMAKE_PREFIX_PATH={PREFIX}")


def absolute_folders():
    """Folders below no prefix, as some distributions have them: the package names them as they are."""
    tree = WORK / "absolute"
    do("cmake", "-G", "Ninja", "-S", ROOT, "-B", tree, "-DHASHLANE_BUILD_CLI=OFF", "-DCMAKE_INSTALL_INCLUDEDIR=/there/include",
       "-DCMAKE_INSTALL_LIBDIR=/there/lib")
    exported = "".join(path.read_text() for path in (tree / "CMakeFiles" / "Export").rglob("hashlane*-targets.cmake"))
    if "}//there" in exported or exported.count('INTERFACE_INCLUDE_DIRECTORIES "/there/include"') != 3:
        raise Refused(exported)


def find_package_of_another_version():
    try:
        cmake("find_package-wrong", f"-DCMAKE_PREFIX_PATH={PREFIX}", "-DHASHLANE_WANTED=99.0")
    except Refused as why:
        if "compatible with requested version" in str(why):
            return
        raise
    raise Refused("version 99.0 was found")


def version():
    config = (ROOT / "include/hashlane/lanes/config.hpp").read_text()
    return re.search(r'define HASHLANE_VERSION "(.*)"', config)[1]


def pkg_config_flags(name):
    place = next(PREFIX.rglob("hashlane.pc")).parent
    env = dict(os.environ, PKG_CONFIG_PATH=str(place))
    do("pkg-config", f"--exact-version={version()}", name, env=env)
    return [do("pkg-config", what, name, env=env).split() for what in ("--cflags", "--libs")]


def pkg_config():
    for name in ("hashlane", "hashlane-compiled"):
        cflags, libs = pkg_config_flags(name)
        do(*CXX, *cflags, HERE / "abc.cpp", "-o", WORK / name, *libs)
        says_abc(WORK / name)


def header_only():
    do("g++", "-std=c++20", "-O2", "-I", ROOT / "include", HERE / "abc.cpp", "-o", WORK / "header_only")
    says_abc(WORK / "header_only")


def header_only_clang():
    do("clang++-19", "-std=c++20", "-O2", "-I", ROOT / "include", HERE / "abc.cpp", "-o", WORK / "header_only_clang")
    says_abc(WORK / "header_only_clang")


def intel_syntax():
    """The asm statements in the other dialect of assembly."""
    do(*CXX, "-masm=intel", "-I", ROOT / "include", HERE / "every_kernel.cpp", "-o", WORK / "intel_syntax")
    do(WORK / "intel_syntax")


def no_exceptions_no_rtti():
    do(*CXX, "-fno-exceptions", "-fno-rtti", "-I", ROOT / "include", HERE / "abc.cpp", "-o", WORK / "no_exceptions")
    says_abc(WORK / "no_exceptions")


def compiled_by_hand():
    do(*CXX, "-DHASHLANE_COMPILED=1", "-I", ROOT / "include", HERE / "abc.cpp", ROOT / "src" / "hashlane.cpp",
       "-o", WORK / "compiled_by_hand")
    says_abc(WORK / "compiled_by_hand")


def two_units():
    """Every header in two units of one program: nothing is defined twice."""
    headers = sorted(p.name for p in (ROOT / "include" / "hashlane").glob("*.hpp"))
    includes = "".join(f"#include <hashlane/{name}>\n" for name in headers)
    (WORK / "one.cpp").write_text(includes + (HERE / "abc.cpp").read_text())
    (WORK / "two.cpp").write_text(includes + "auto two() { return hashlane::digest<hashlane::sha3_256>(std::array<char, 3>{}); }\n")
    do(*CXX, "-O0", "-I", ROOT / "include", WORK / "one.cpp", WORK / "two.cpp", "-o", WORK / "two_units")
    says_abc(WORK / "two_units")


def unity_build():
    """CMAKE_UNITY_BUILD leaves each file of the command line alone, since names in their anonymous namespaces collide."""
    tree = WORK / "unity"
    do("cmake", "-G", "Ninja", "-S", ROOT, "-B", tree, "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    compiled = {pathlib.Path(unit["file"]) for unit in json.loads((tree / "compile_commands.json").read_text())}
    if missing := set((ROOT / "faces/cli").glob("*.cpp")) - compiled:
        raise Refused(f"not compiled alone: {sorted(missing)}")
    if not any("unity" in path.name for path in compiled):
        raise Refused("nothing is compiled together")


def each_header_alone():
    """Each public header needs no other before it, and gives no warning on either compiler."""
    for header in sorted((ROOT / "include" / "hashlane").glob("*.hpp")):
        (WORK / "alone.cpp").write_text(f"#include <hashlane/{header.name}>\n")
        for compiler in ("g++", "clang++-19"):
            do(compiler, "-std=c++20", "-fsyntax-only", "-fno-exceptions", "-fno-rtti", "-Wall", "-Wextra", "-Wpedantic",
               "-Wconversion", "-Wshadow", "-Werror", "-I", ROOT / "include", WORK / "alone.cpp")


def postfix():
    """The pkg-config files name the libraries as CMAKE_DEBUG_POSTFIX does."""
    tree = WORK / "postfix"
    do("cmake", "-G", "Ninja", "-S", ROOT, "-B", tree, "-DHASHLANE_BUILD_CLI=OFF", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_DEBUG_POSTFIX=_debug")
    named = {name for pc in tree.glob("*.pc") for name in re.findall(r"-l(\S+)", pc.read_text())}
    if named != {"hashlane_debug", "hashlane_compiled_debug"}:
        raise Refused(f"{named}")


def after_other_headers():
    """The headers use no name that is a macro of termios.h (B0), of complex.h (I), of windows.h or of Qt."""
    macros = {"near": "", "far": "", "small": "char", "interface": "struct", "slots": "", "emit": "", "signals": "public"}
    before = "#include <complex.h>\n#include <termios.h>\n" + "".join(f"#define {name} {text}\n" for name, text in macros.items())
    (WORK / "after.cpp").write_text(before + "#include <hashlane/hashlane.hpp>\n#include <hashlane/selftest.hpp>\n")
    do("g++", "-std=gnu++20", "-fsyntax-only", "-I", ROOT / "include", WORK / "after.cpp")


PARTS = {
    "built": (header_only, no_exceptions_no_rtti, install, installed_completions, installed_pages, find_package,
              find_package_by_older_cmake, find_package_of_another_version,
              find_package_beside_add_subdirectory, absolute_folders, pkg_config, unity_build, postfix,
              pages_beside_those_of_a_project, after_other_headers),
    "rest": (header_only_clang, intel_syntax, each_header_alone, two_units, compiled_by_hand, add_subdirectory, fetch_content),
}


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    ways = [way for part in sys.argv[1:] or PARTS for way in PARTS[part]]
    failed = 0
    for way in ways:
        try:
            way()
            print("ok  ", way.__name__)
        except Exception as why:  # the other ways are still tried
            failed += 1
            if not isinstance(why, Refused):
                traceback.print_exc(file=sys.stdout)
            print("FAIL", way.__name__, why)
    print(f"{len(ways) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
