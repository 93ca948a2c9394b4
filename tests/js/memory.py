# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The functions of faces/js/cpp/memory.cpp, and that the modules are linked of nothing but the files of this project."""
import os
import pathlib
import re
import sys

from steps import do, report, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "faces" / "js"))
import build  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = build.HERE / "cpp" / "memory.cpp"
FUNCTIONS = ("memcpy", "memmove", "memset", "memcmp")
# A test of memory.test.mjs, and a change of the source that it notices.
PLANTS = (("^memcpy", "distance >= size", "distance >= 0"),
          ("^memcpy", "at < size; ++at", "at + 1 < size; ++at"),
          ("^memset", "byte * word{0x0101010101010101}", "byte * word{0x0101010101010100}"),
          ("^memcmp", "load(a) == load(b)", "true"),
          ("^memcmp", "a[i] < b[i] ? -1 : 1", "a[i] < b[i] ? 1 : -1"))


def tested(source, place, *more):
    """Compiles the functions into a module of their own and tests them; the exit status and what node printed."""
    made, module = place / "memory.o", place / "memory.wasm"
    if do(f"compile {source.name}", "clang++-19", *build.MEMORY, "-c", source, "-o", made) is None:
        return 1, ""
    exports = [f"-Wl,--export={name}" for name in FUNCTIONS]
    if do(f"link {source.name}", "clang++-19", *build.LINK, *exports, made, "-o", module) is None:
        return 1, ""
    return run("node", "--test", "--test-reporter=tap", *more, HERE / "memory.test.mjs", cwd=ROOT,
               env={**os.environ, "HASHLANE_JS_MEMORY": str(module)})


def check_functions(place):
    code, text = tested(SOURCE, place)
    passed = int((re.findall(r"^# pass (\d+)$", text, re.M) or [0])[-1])
    good = code == 0 and passed == 3
    report("memory.test.mjs", passed if good else 0, not good, "" if good else text[:3000])
    wrong = place / "wrong.cpp"
    for test, old, new in PLANTS:
        source = SOURCE.read_text("utf-8")
        wrong.write_text(source.replace(old, new, 1), "utf-8")
        code, text = tested(wrong, place, f"--test-name-pattern={test}")
        noticed = old in source and code != 0 and "AssertionError" in text
        report(f"planted: {old}", noticed, not noticed, "" if noticed else text[-1000:])


def foreign(told):
    """What a map names that the linker did not take from an object of the build: members of archives, above all."""
    parts = set(re.findall(r"^(?: +\S+){3} +(\S.*):\([^()]*\)$", told, re.M))
    parts |= set(re.findall(r"\S+\.a\(\S+\)", told))
    return {part for part in parts if not re.fullmatch(r"lto\.tmp|<internal>", part) and pathlib.Path(part).name != "memory.o"}


def check_maps(place):
    """Each module has a map, which names the optimised code of the project and memory.o alone. One with a C library has more."""
    modules = sorted(path.stem for path in (build.PACKAGE / "wasm").glob("*.wasm"))
    for name in modules:
        told = (build.BUILD / f"{name}.map").read_text("utf-8")
        found = foreign(told)
        good = not found and "lto.tmp:(" in told and "memory.o:(" in told
        report(f"{name}.wasm is linked of no library", good, not good, " ".join(sorted(found)))
    told = place / "planted.map"
    flags = [flag for flag in build.LINK if flag != "-nostdlib"]
    do("link with a C library", "clang++-19", *flags, "-nostartfiles", "-nodefaultlibs", f"-Wl,-Map={told}",
       build.BUILD / "sha256-plain.o", build.BUILD / "kernels-plain.o", "-lc", "-o", place / "planted.wasm")
    noticed = any("libc.a" in part for part in foreign(told.read_text("utf-8")))
    report("planted: a C library", noticed, not noticed)


def check(work):
    place = work / "memory"
    place.mkdir()
    check_functions(place)
    check_maps(place)
