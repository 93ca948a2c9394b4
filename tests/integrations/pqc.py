#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The back ends of integrations/pqc in mlkem-native, mldsa-native, liboqs and PQClean, whose sources crates carry.

Each library makes ML-KEM-768 keys and ciphertexts and ML-DSA-65 signatures from the same coins, liboqs and PQClean with
their own FIPS 202 too. All must give the same bytes. The calls of Hashlane's functions are counted, so that a back end
which is not in place fails. The example of SLH-DSA is held against published answers (slh_dsa.py). `pqc.py --time ROUNDS` prints the times of each instead.
"""
import json
import os
import pathlib
import platform
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import check_prints, closing_line, do, jobs, report, run  # noqa: E402

import pages  # noqa: E402
from artefacts import make_integrations  # noqa: E402
import slh_dsa  # noqa: E402

HERE = ROOT / "tests" / "integrations" / "pqc"
WORK = ROOT / "build" / "integrations" / "try-pqc"
HEADERS = ROOT / "build" / "integrations" / "pqc"
ARCHIVE = ROOT / "build" / "faces" / "c" / "libhashlane.a"
LIBOQS = ROOT / "build" / "integrations" / "liboqs"  # stays, since it is the longest to build
ROUNDS = 20
X86 = platform.machine() == "x86_64"
LIBRARY = ["-O3", "-w", f"-I{HERE}", f"-I{HEADERS}"]
PROGRAM = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{HERE}", f"-I{HEADERS}"]
VERBS = ("init", "absorb_once", "squeeze", "squeeze_blocks", "once")
COUNTED = [f"shake_x{n}_{verb}" for n in (1, 4) for verb in VERBS] + ["sha3_256_once", "sha3_512_once"]
WRAPPED = [f"-Wl,--wrap=hashlane_{name}" for name in COUNTED]


def crates():
    """The folder of each crate with sources, by its name, or None."""
    text = do("cargo metadata", "cargo", "metadata", "--locked", "--format-version", "1", "--quiet", "--manifest-path", HERE / "crates" / "Cargo.toml")
    return text and {p["name"]: pathlib.Path(p["manifest_path"]).parent for p in json.loads(text)["packages"]}


def objects(name, place, sources, *flags):
    """Compiles sources to one object each; whether all did."""
    place.mkdir(parents=True)
    for number, source in enumerate(sources):
        if do(f"{name}: {source.name}", "gcc", *LIBRARY, *flags, "-c", source, "-o", place / f"{number}.o") is None:
            return False
    return bool(sources)


def program(name, source, *linked):
    out = WORK / name
    flags = linked + tuple(WRAPPED)
    good = do(name, "gcc", *PROGRAM, HERE / "main.c", HERE / "count.c", HERE / source, *flags, ARCHIVE, "-lm", "-o", out)
    return None if good is None else out


def build_native(folders):
    modules = folders["aws-lc-sys"] / "aws-lc" / "crypto" / "fipsmodule"
    assembly = folders["aws-lc-sys"] / "aws-lc" / "third_party" / "s2n-bignum" / "s2n-bignum-imported" / "include"
    prefixes = WORK / "headers" / "openssl"
    prefixes.mkdir(parents=True)
    (prefixes / "boringssl_prefix_symbols_asm.h").write_text("")  # AWS-LC's names of symbols, of which there are none
    for scheme, library, macro in (("ml_kem", "mlkem", "MLK"), ("ml_dsa", "mldsa", "MLD")):
        folder = modules / scheme / library
        sources = [folder / f"{library}_native_bcm.c"]
        sources += sorted(folder.glob("native/x86_64/src/*.S")) if X86 else []
        config = f'-D{macro}_CONFIG_FILE="{library}_config.h"'
        if not objects(f"{library}-native", WORK / library, sources, config, f"-I{folder}", f"-I{prefixes.parent}",
                       f"-I{assembly}"):
            return None
    return program("native", "native.c", *sorted(WORK.glob("mlkem/*.o")), *sorted(WORK.glob("mldsa/*.o")))


def build_pqclean(folders, own):
    name = "pqclean-own" if own else "pqclean-hashlane"
    clean = folders["pqcrypto-mldsa"] / "pqclean"
    sources = sorted(clean.glob("crypto_kem/ml-kem-768/clean/*.c")) + sorted(clean.glob("crypto_sign/ml-dsa-65/clean/*.c"))
    sources += [clean / "common" / "fips202.c"] if own else []
    first = [] if own else [f"-I{HEADERS / 'pqclean'}"]
    return objects(name, WORK / name / "objects", sources, *first, f"-I{clean / 'common'}") and \
        program(f"{name}/program", "pqclean.c", *sorted(WORK.glob(f"{name}/objects/*.o")))


def build_liboqs(folders):
    """With its own back ends, of which it takes the best for the processor; ours comes in at run time."""
    source = folders["oqs-sys"] / "liboqs"
    only = "-DOQS_MINIMAL_BUILD=KEM_ml_kem_768;SIG_ml_dsa_65"
    (LIBOQS / "CMakeCache.txt").unlink(missing_ok=True)  # configured a second time, liboqs leaves its x86-64 code out
    for step in (("cmake", "-G", "Ninja", "-S", source, "-B", LIBOQS, "-DCMAKE_BUILD_TYPE=Release", "-DOQS_BUILD_ONLY_LIB=ON",
                  "-DOQS_USE_OPENSSL=OFF", "-DOQS_DIST_BUILD=ON", only), ("cmake", "--build", LIBOQS, "-j", jobs())):
        if do("liboqs", *step) is None:
            return None
    config = (LIBOQS / "include" / "oqs" / "oqsconfig.h").read_text()
    wanted = ("KEM_ml_kem_768_x86_64", "SIG_ml_dsa_65_avx2") if X86 else ()
    absent = [name for name in wanted if f"#define OQS_ENABLE_{name} 1" not in config]
    report("liboqs has its code for this processor", not absent, len(absent), str(absent or ""))
    return program("liboqs", "liboqs.c", f"-I{LIBOQS / 'include'}", LIBOQS / "lib" / "liboqs.a")


def answer(name, path, back_end):
    """(the digest of what the library made, the calls of x1, x4 and SHA-3), or None."""
    text = do(f"{name}, {back_end}", path, back_end, ROUNDS)
    found = re.fullmatch(r"digest ([0-9a-f]{64})\ncalls (\d+) (\d+) (\d+)\n", text or "")
    if found is None:
        report(f"{name}, {back_end}", 0, 1, text or "")
        return None
    return found[1], tuple(map(int, found.groups()[1:]))


def not_used(calls, four):
    """Which kinds of functions a library with our back end did not call, for each of ROUNDS keys and signatures."""
    kinds = {"x1": calls[0], "SHA-3": calls[2]} | ({"x4": calls[1]} if four else {})
    return [kind for kind, number in kinds.items() if number < 2 * ROUNDS]


def check_answers(programs):
    """Every library and back end makes the same bytes; ours is called in the one case and not in the other."""
    answers = {}
    for name, path, back_end, four in programs:
        told = answer(name, path, back_end)
        if told is None:
            continue
        answers[name, back_end] = told[0]
        idle = not_used(told[1], four)
        good = told[1] == (0, 0, 0) if back_end == "own" else not idle
        report(f"{name}, {back_end}: calls {told[1]}", good, not good, f"not used: {idle}" if idle and back_end != "own" else "")
        if back_end == "own":  # the check above would notice a back end that is not in place
            report(f"planted: {name} with its own back end is not taken for ours", len(idle) >= 2, len(idle) < 2)
    same = len(set(answers.values())) == 1 and len(answers) == len(programs)
    report("all libraries and back ends make the same keys, ciphertexts and signatures", same, not same, str(answers))


def wrong_page(page, place, folders):
    """What the examples of the page do that it does not say: its C programs are files, its commands build and run them."""
    pages.fresh_place(place)
    for folder in ("include", "examples"):
        (place / folder).symlink_to(ROOT / folder)
    for block in pages.blocks(page, "c"):
        (place / re.match(r"/\* (\w+\.c)", block)[1]).write_text(block)
    env = dict(os.environ, LIBOQS=str(LIBOQS), PQCLEAN=str(folders["pqcrypto-mldsa"] / "pqclean"))
    for block in pages.blocks(page, "sh"):
        if block == "make integrations\n":  # make_integrations() ran it
            continue
        code, text = run("bash", "-e", "-c", block, cwd=place, env=env)
        expected = [line.strip() for line in re.findall(r"# prints (.*)$", block, re.M)]
        if code or not expected or text.splitlines() != expected:
            yield f"{block}: exit {code}, printed {text}"


def check_page(folders):
    changes = (("# prints 49dfd980", "# prints 49dfd981"), ("hashlane_liboqs_install();\n", "hashlane_liboqs_instal();\n"),
               ("-I build/integrations/pqc -I \"$PQCLEAN/common\"", "-I \"$PQCLEAN/common\""))
    pages.check_examples((ROOT / "integrations" / "pqc" / "README.md").read_text(), WORK,
                         lambda page, place: wrong_page(page, place, folders), changes)


def check_installed():
    prefix = WORK / "prefix"
    if do("install", "cmake", "--install", ROOT / "build", "--prefix", prefix) is None:
        return
    wanted = ("include/hashlane_pqc/hashlane_liboqs.h", "include/hashlane_pqc/pqclean/fips202.h", "include/hashlane_fips202.h")
    missing = [name for name in wanted if not (prefix / name).is_file()]
    missing += [] if list(prefix.glob("**/integrations/pqc/README.md")) else ["README.md"]
    report("headers and page are installed", len(wanted) + 1 - len(missing), len(missing), str(missing or ""))
    unit = f'#include <hashlane_pqc/hashlane_mlkem_native.h>\n#include <hashlane_pqc/pqclean/fips202.h>\nint main(void) {{ return 0; }}\n'
    (WORK / "installed.c").write_text(unit)
    check_prints("the installed headers compile", [], "gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", f"-I{prefix / 'include'}",
                 WORK / "installed.c", "-fsyntax-only")


def times(programs, rounds):
    print("library, back end:", "nanoseconds of each operation, the shortest of", rounds)
    for name, path, back_end, _ in programs:
        print(f"{name}, {back_end}:", " ".join(run(path, back_end, rounds, "time")[1].split("\n")))


def main():
    if not make_integrations():
        return closing_line()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    folders = crates()
    if folders is None:
        return closing_line()
    native, liboqs = build_native(folders), build_liboqs(folders)
    own, ours = build_pqclean(folders, True), build_pqclean(folders, False)
    if not (native and liboqs and own and ours):
        return closing_line()
    programs = (("mlkem-native and mldsa-native", native, "hashlane", True), ("liboqs", liboqs, "own", True),
                ("liboqs", liboqs, "hashlane", True), ("PQClean", own, "own", False), ("PQClean", ours, "hashlane", False))
    if sys.argv[1:2] == ["--time"]:
        return times(programs, int(sys.argv[2]))
    check_answers(programs)
    slh_dsa.check(WORK, folders["fips205"])
    check_page(folders)
    check_installed()
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
