# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The recipe for Conan, with the real program and a cache of its own; what can be said of the port of vcpkg without vcpkg."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from artefacts import ABC, timed
from steps import do, report, run, skip

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONAN = ROOT / "packaging" / "conan"
PORT = ROOT / "packaging" / "vcpkg"


def check_conan(place):
    """conan create: the package is built, and a program in C and one in C++ print a digest over it."""
    do("python -m venv", sys.executable, "-m", "venv", place / "venv")
    code, text = run(place / "venv" / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "conan==2.34.0")
    if code:
        return skip("conan", f"it is not to be had: {text[-200:]}")
    conan = place / "venv" / "bin" / "conan"
    env = {**os.environ, "CONAN_HOME": str(place / "home"), "CC": "gcc", "CXX": "g++", "CMAKE_GENERATOR": "Ninja"}
    do("conan profile", conan, "profile", "detect", env=env)
    shutil.copytree(CONAN / "test_package", place / "test_package")  # Conan writes beside the files of the test
    text = timed("conan create", conan, "create", CONAN, "--test-folder", place / "test_package", "--no-remote",
                 "--build=missing", "-s", "compiler.cppstd=20", env=env, cwd=place)
    if text is not None:
        good = f"C: {ABC}" in text and f"C++: {ABC}" in text
        report("programs over the package of Conan", good, not good, "" if good else text[-3000:])


def check_versions():
    """The port of vcpkg and the changelog for Debian have the version of the headers."""
    config = (ROOT / "include" / "hashlane" / "lanes" / "config.hpp").read_text("utf-8")
    version = re.search(r'HASHLANE_VERSION "(.*)"', config)[1]
    port = json.loads((PORT / "vcpkg.json").read_text("utf-8"))["version"]
    debian = re.match(r"hashlane \((.*?)\)", (ROOT / "packaging" / "debian" / "changelog").read_text("utf-8"))[1]
    good = port == debian == version
    report("one version", good, not good, f"{version}, vcpkg {port}, Debian {debian}")


def check_vcpkg(place):
    """Every option of CMake that the port names exists, and CMake can parse the port."""
    text = (PORT / "portfile.cmake").read_text("utf-8")
    options = set(re.findall(r"-D(HASHLANE_\w+)=", text))
    known = set(re.findall(r"^option\((\w+)", (ROOT / "CMakeLists.txt").read_text("utf-8"), re.M))
    report("the options of the port", bool(options) and options <= known, not options <= known, " ".join(options - known))
    # Without vcpkg: its functions do nothing, and each must be one of those that vcpkg documents.
    functions = sorted(set(re.findall(r"^(?:\s*)(vcpkg_\w+)\(", text, re.M)))
    stubs = "".join(f"function({name})\nendfunction()\n" for name in functions)
    (place / "parse.cmake").write_text(f"cmake_minimum_required(VERSION 3.21)\n{stubs}set(CURRENT_PACKAGES_DIR {place}/package)\nset(FEATURES cli)\ninclude({PORT}/portfile.cmake)\n")
    done = subprocess.run(["cmake", "-P", place / "parse.cmake"], cwd=place, capture_output=True, text=True)
    report("CMake reads the port", done.returncode == 0, done.returncode != 0, done.stderr)
    skip("vcpkg", "the program is in none of the registries that tests use; the port has never been run")
