#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How libhashlane and hashlane(1) were compiled and linked, read from the ELF files that `make` built, and what the
build says that they consist of. A library that is linked without the flags shows that each check can fail."""
import hashlib
import importlib.util
import json
import pathlib
import platform
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import closing_line, report, run, skip  # noqa: E402

BUILD = ROOT / "build"
PROGRAM = BUILD / "hashlane"
LIBRARY = BUILD / "faces" / "c" / "libhashlane.so"
DOCUMENT = BUILD / "hashlane.spdx.json"
NOTICES = BUILD / "THIRD-PARTY-NOTICES.txt"
WORK = BUILD / "hardening"
X86 = platform.machine() == "x86_64"


def read(*words):
    return run(*words)[1]


def relro(path):
    return "GNU_RELRO" in read("readelf", "-lW", path) and re.search(r"BIND_NOW|Flags:.*\bNOW\b", read("readelf", "-dW", path)) is not None


def stack_not_executable(path):
    return re.search(r"GNU_STACK .* RW ", read("readelf", "-lW", path)) is not None


def no_text_relocations(path):
    return "TEXTREL" not in read("readelf", "-dW", path)


def stack_protector(path):
    return "__stack_chk_fail" in read("nm", "-D", "--undefined-only", path)


def fortified(path):
    return re.search(r"U __\w+_chk@", read("nm", "-D", "--undefined-only", path)) is not None


def shadow_stack(path):
    return re.search(r"x86 feature:.*SHSTK", read("readelf", "-nW", path)) is not None


def landing_pads(path):
    """Every function that a caller may reach by a pointer begins with endbr64."""
    code = read("objdump", "-d", "--no-show-raw-insn", path)
    exported = {line.split()[-1].split("@")[0] for line in read("nm", "-D", "--defined-only", path).splitlines() if " T " in line}
    first = dict(re.findall(r"^[0-9a-f]+ <([^>]+)>:\n\s*[0-9a-f]+:\s+(\S+)", code, re.M))
    return bool(exported) and all(first.get(name) == "endbr64" for name in exported)


def position_independent(path):
    return "Flags: " in read("readelf", "-dW", path) and "PIE" in read("readelf", "-dW", path)


BOTH = {"full RELRO": relro, "the stack is not executable": stack_not_executable, "no text relocations": no_text_relocations,
        "stack protector": stack_protector} | ({"shadow stack": shadow_stack} if X86 else {})
OF_LIBRARY = BOTH | ({"landing pads": landing_pads} if X86 else {})
OF_PROGRAM = BOTH | {"checked calls of the C library": fortified, "position independent": position_independent}


def check_elf():
    for path, checks in ((LIBRARY, OF_LIBRARY), (PROGRAM, OF_PROGRAM)):
        for name, holds in checks.items():
            good = holds(path)
            report(f"{path.name}: {name}", good, not good)


def check_start():
    """The program has no streams of C++: to set them up would take a twelfth of the time of a small file."""
    good = "std::ios_base" not in read("nm", "-C", PROGRAM)
    report("hashlane: no streams of C++", good, not good)


def check_controls():
    """The same checks find a library and a program that were built without the flags."""
    WORK.mkdir(parents=True, exist_ok=True)
    source = WORK / "plain.c"
    source.write_text("#include <string.h>\nint plain(char *to, const char *from) { char b[99]; strcpy(b, from); strcpy(to, b); return b[0]; }\n"
                      "int main(int n, char** words) { char b[99]; return plain(b, words[n - 1]); }\n")
    without = ["-fno-stack-protector", "-fcf-protection=none", "-U_FORTIFY_SOURCE", "-Wl,-z,norelro,-z,lazy", "-Wl,-z,execstack"]
    if not X86:
        without.remove("-fcf-protection=none")
    library, program = WORK / "libplain.so", WORK / "plain"
    run("gcc", "-O2", "-fPIC", "-shared", *without, source, "-o", library)
    run("gcc", "-O2", "-fno-pie", "-no-pie", *without, source, "-o", program)
    for path, checks in ((library, OF_LIBRARY), (program, OF_PROGRAM)):
        for name, holds in checks.items():
            if holds is no_text_relocations:
                continue  # linkers refuse to make them
            seen = path.exists() and not holds(path)
            report(f"control, {path.name}: {name}", seen, not seen)


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def needed_by(path):
    return set(re.findall(r"NEEDED.*\[(.*)\]", read("readelf", "-dW", path)))


def check_document():
    """The SPDX document is of these files, and what it relates is there."""
    document = json.loads(DOCUMENT.read_text("utf-8"))
    listed = {entry["fileName"].removeprefix("./"): entry for entry in document["files"]}
    for path in (PROGRAM, LIBRARY.resolve()):
        told = {row["algorithm"]: row["checksumValue"] for row in listed.get(path.name, {}).get("checksums", [])}
        good = told.get("SHA256") == sha256(path)
        report(f"SPDX: the SHA-256 of {path.name}", good, not good)
    known = {entry["SPDXID"] for entry in document["packages"] + document["files"]} | {document["SPDXID"]}
    loose = [r for r in document["relationships"] if not {r["spdxElementId"], r["relatedSpdxElement"]} <= known]
    report("SPDX: what is related is listed", not loose, bool(loose), str(loose))
    needed = needed_by(PROGRAM) | needed_by(LIBRARY)
    packages = {entry["name"]: entry["versionInfo"] for entry in document["packages"]}
    missing = (needed | {"hashlane", "nlohmann-json"}) - packages.keys()
    report("SPDX: everything that was linked", not missing, bool(missing), str(missing))
    linked = {r["relatedSpdxElement"] for r in document["relationships"] if r["relationshipType"] == "STATIC_LINK"}
    holds = not any("libstdc++" in name or "libc++" in name for name in needed_by(PROGRAM))
    good = ("SPDXRef-Package-libstdc--.a" in linked) == holds
    report("SPDX: the library of C++ that the program holds", good, not good, str(linked))
    good = all(re.fullmatch(r"\d+\.\d+\.\d+", packages[name]) for name in ("hashlane", "nlohmann-json"))
    report("SPDX: versions", good, not good, str(packages))
    if importlib.util.find_spec("spdx_tools"):
        code, text = run(sys.executable, "-m", "spdx_tools.spdx.clitools.pyspdxtools", "-i", DOCUMENT)
        report("SPDX: the reference tools take it", code == 0, code != 0, text if code else "")
    else:
        skip("SPDX: the reference tools", "the Python package spdx-tools is not installed")


def check_notices():
    text = NOTICES.read_text("utf-8")
    for words in ("nlohmann-json", "Permission is hereby granted"):
        good = words in text
        report(f"notices: {words}", good, not good)


def main():
    check_elf()
    check_start()
    check_controls()
    check_document()
    check_notices()
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
