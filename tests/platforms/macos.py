#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What stands in for macOS, which is not here: the files of hashlane(1) for it compile where the calls that macOS lacks are
poisoned, and no other file of the program names such a call or a header of one system. A planted call is refused."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import check_refused, closing_line, do, report  # noqa: E402

HERE = ROOT / "tests" / "platforms"
PROGRAM = ROOT / "faces" / "cli"
WORK = ROOT / "build" / "platforms" / "macos"
# Those of the other systems.
OTHERS = ("system/linux.cpp", "system/windows_files.cpp", "system/windows_status.cpp", "system/windows_terminal.cpp", "system/windows.hpp")
COMPILED = ("system/macos.cpp", "system/posix.cpp", "system/posix_mapping.cpp", "system/posix_terminal.cpp", "input.cpp", "output_file.cpp", "progress.cpp")
LACKS = re.search(r"^// lacks: (.*)$", (HERE / "macos.hpp").read_text(), re.M)[1].split()
# No file outside of system/ asks the system by itself.
SYSTEM_HEADERS = r"#\s*include\s*<(?:unistd|fcntl|poll|termios|signal|dirent|windows|io|pthread|sys/\w+|linux/\w+)\.h(?:pp)?>"
COMMAND = ["g++", "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-I", ROOT / "include", "-include",
           HERE / "macos.hpp"]


def breaches(name, text):
    """The calls that macOS lacks, and headers of the system outside of system/."""
    code = re.sub(r"//[^\n]*", "", text)
    found = [word for word in LACKS if re.search(rf"\b{word}\b", code)]
    return found + (re.findall(SYSTEM_HEADERS, code) if not name.startswith("system/") else [])


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    for name in COMPILED:
        if do(f"{name} with macOS's calls alone", *COMMAND, PROGRAM / name) is not None:
            report(f"{name} with macOS's calls alone", 1, 0)
    for word in LACKS:
        planted = WORK / f"{word}.cpp"
        planted.write_text((PROGRAM / "system" / "macos.cpp").read_text().replace('"posix.hpp"', f'"{PROGRAM}/system/posix.hpp"')
                           + f"\nauto planted = &{word};\n")
        check_refused(f"planted: {word}", "poisoned", *COMMAND, planted)
        noticed = breaches("main.cpp", f"int x = {word}();") == [word]
        report(f"planted in text: {word}", noticed, not noticed)
    noticed = breaches("main.cpp", "#include <unistd.h>\n") != []
    report("planted: a header of the system", noticed, not noticed)
    for path in sorted([*PROGRAM.rglob("*.cpp"), *PROGRAM.rglob("*.hpp")]):
        name = path.relative_to(PROGRAM).as_posix()
        if name not in OTHERS:
            wrong = breaches(name, path.read_text())
            report(name, not wrong, bool(wrong), str(wrong) if wrong else "")
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
