#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a new algorithm, kernel or primitive needs beside its header: a row in each table that is kept by hand.

Each algorithm of registry.hpp (but HMAC, HKDF and PBKDF2 over a hash) has
    a number in faces/c/hashlane.h and its name beside it in faces/c/algorithms.hpp, a row in Rust, a function or class in
    Python (identifiers.py compares how they are spelled), an answer in selftest/vectors.hpp, published vectors in
    tests/support/sets.py, and a row in tests/constexpr/registry_1.cpp.
Each header that registry.hpp includes
    is included by hashlane.hpp.
Each family of registry.hpp has
    an algorithm among the subjects of tests/constant_time that are written by type. Each row of the registry is a subject
    by name, which needs no row: that by_name.cpp walks the registry is looked at.
Each kernel of include/hashlane/kernels/ has a row in the table of tests/codegen/codegen.py.
Each primitive of include/hashlane/primitives/ is included, and so claimed something of, by tests/proofs/primitives.cpp, and
has a fault in tests/proofs/planted.py.

First finds every planted gap of PLANTED, then looks at the sources.
"""
import pathlib
import re
import sys

import identifiers

ROOT = identifiers.ROOT
sys.path.insert(0, str(ROOT / "tests" / "support"))
import sets  # noqa: E402

HEADERS = "include/hashlane"
TABLES = ("faces/c/hashlane.h", "faces/c/algorithms.hpp", "faces/rust/src/rows.rs", "faces/python/hashlane/__init__.pyi",
          f"{HEADERS}/selftest/vectors.hpp", "tests/codegen/codegen.py", "tests/constant_time/by_name.cpp",
          "tests/constant_time/subjects.cpp", "tests/constant_time/keyed.cpp", "tests/proofs/primitives.cpp",
          "tests/proofs/planted.py", "tests/constexpr/registry_1.cpp")

# Where the row of each table of WITHOUT is written.
PLACES = {
    "selftest": "selftest/vectors.hpp, which tools/selftest_table.py writes", "vectors": "tests/support/sets.py",
    "constant time": "tests/constant_time/subjects.cpp", "codegen": "tests/codegen/codegen.py",
    "proofs": "tests/proofs/primitives.cpp",
}

# Without a row, and why.
WITHOUT = {
    "selftest": {
        "hopmac128": "RFC 9861 has no answers; it is two calls of kt128, which has", "hopmac256": "as hopmac128",
    },
    "vectors": {
        "hopmac128": "RFC 9861 has none; tests/mac compares it with its definition", "hopmac256": "as hopmac128",
    },
    "constant time": {
        "Keccak": "the classes of SHA-3 with another suffix",
    },
    "codegen": {
        "pbkdf2_kernel": "the compression of lanes_kernel in a loop; it has no count of its own",
    },
    "proofs": {
        "ascon_p_x86": "proved in machine code, by its calls", "keccak_p_x86": "proved in machine code, by its calls",
        "keccak_pairs_x86": "proved in machine code, by its loops", "keccak_steps_x86": "the instructions of these two",
        "sha2_arm": "needs a processor of Arm",
        "sha2_rounds_x86": "proved in machine code, by its loops", "sha2_schedule": "part of sha2",
        "sha2_x86": "proved in machine code, by its calls",
    },
}


def read():
    """{path: text} of the tables, of all headers, and of nothing else."""
    paths = [ROOT / name for name in TABLES] + list((ROOT / HEADERS).rglob("*.hpp"))
    return {path.relative_to(ROOT).as_posix(): path.read_text() for path in paths}


def no_row(table, name):
    return f"{PLACES[table]}: no row for {name}"


def lacking(table, names, known):
    """What has neither a row nor a reason, and each reason that is no longer needed."""
    for name in names:
        if name not in known and name not in WITHOUT[table]:
            yield no_row(table, name)
    for name in WITHOUT[table]:
        if name in known or name not in names:
            yield f"{PLACES[table]}: {name} needs no reason in WITHOUT"


def in_folder(sources, folder):
    return {path: text for path, text in sources.items() if path.startswith(f"{HEADERS}/{folder}/")}


def algorithms_without(sources, vectors):
    headers = {path.rsplit("/", 1)[1]: text for path, text in sources.items() if path.startswith(HEADERS)
               and path.count("/") == 2}
    tables = (sources[TABLES[0]], sources[TABLES[2]], sources[TABLES[3]])
    yield from identifiers.differences((headers, *tables))
    names = [name for name in identifiers.registered(headers).values() if name is not None]
    numbered = set(re.findall(r'\{HASHLANE_\w+, "([^"]+)"\}', sources["faces/c/algorithms.hpp"]))
    yield from (f"faces/c/algorithms.hpp: no row for {name}" for name in names if name not in numbered)
    answers = sources[f"{HEADERS}/selftest/vectors.hpp"]
    yield from lacking("selftest", names, set(re.findall(r'\{(?:\.algorithm = )?"([^"]+)"', answers)))
    yield from lacking("vectors", names, vectors)
    expected = set(re.findall(r'\{"([^"]+)", kind::', sources["tests/constexpr/registry_1.cpp"]))
    yield from (f"tests/constexpr/registry_1.cpp: no row for {name}" for name in names if name not in expected)
    of_algorithms, of_all = (set(re.findall(r'#include "(\w+\.hpp)"', headers[name])) for name in ("registry.hpp", "hashlane.hpp"))
    yield from (f"hashlane.hpp: does not include {name}" for name in sorted(of_algorithms - of_all))


def families_without(sources):
    rows = re.findall(r'row<(\w+),\s*kind::\w+,\s*"([^"]+)"', sources[f"{HEADERS}/registry.hpp"])
    subjects = sources["tests/constant_time/subjects.cpp"] + sources["tests/constant_time/keyed.cpp"]
    words = set(re.findall(r"\w+", subjects.replace("hl::", "")))
    families = dict.fromkeys(family for _, family in rows)
    yield from lacking("constant time", families, {family for identifier, family in rows if identifier in words})
    if "hl::registry::for_each" not in sources["tests/constant_time/by_name.cpp"]:
        yield "constant time: by_name.cpp does not walk the registry"


def kernels_without(sources):
    text = "".join(in_folder(sources, "kernels").values())
    kernels = dict.fromkeys(re.findall(r"struct (\w+_kernel)\b(?!;)", text))
    yield from lacking("codegen", kernels, set(re.findall(r"::(\w+_kernel)\b", sources["tests/codegen/codegen.py"])))


def primitives_without(sources):
    primitives = [pathlib.PurePath(path).stem for path in in_folder(sources, "primitives")]
    claimed = set(re.findall(r"#include <hashlane/primitives/(\w+)\.hpp>", sources["tests/proofs/primitives.cpp"]))
    yield from lacking("proofs", primitives, claimed)
    faulty = set(re.findall(r'"(\w+)"', sources["tests/proofs/planted.py"]))
    yield from (f"tests/proofs/planted.py: no fault of {name}" for name in primitives if name in claimed - faulty)


def gaps(sources, vectors):
    yield from algorithms_without(sources, vectors)
    yield from families_without(sources)
    yield from kernels_without(sources)
    yield from primitives_without(sources)


NEW = 'using planted_hash = sha3<"planted-hash", 256>;\n'
ROW = "using own_rows = rows<\n"
OPENED = "namespace hashlane::inline HASHLANE_ABI {\n"


def with_text(path, before, after):
    def change(sources):
        assert before in sources[path], before
        return sources | {path: sources[path].replace(before, after)}
    return change


def with_algorithm(sources):
    """One of a family of its own, in no table."""
    registry = f"{HEADERS}/registry.hpp"
    row = ROW + '    row<planted_hash, kind::hash, "Planted", "none">,\n'
    return sources | {registry: sources[registry].replace(ROW, row).replace(OPENED, OPENED + NEW)}


# What was changed, the change, and what must be said.
PLANTED = (
    ("an algorithm in no table", with_algorithm,
     ("C: no HASHLANE_PLANTED_HASH for planted-hash", "Rust: no row for planted-hash",
      "Python: no planted_hash for planted-hash", "faces/c/algorithms.hpp: no row for planted-hash",
      no_row("selftest", "planted-hash"), no_row("vectors", "planted-hash"), no_row("constant time", "Planted"),
      "tests/constexpr/registry_1.cpp: no row for planted-hash")),
    ("no name beside a number of C", with_text("faces/c/algorithms.hpp", '{HASHLANE_KT256, "kt256"}', ""),
     ("faces/c/algorithms.hpp: no row for kt256",)),
    ("no answer in the self test", with_text(f"{HEADERS}/selftest/vectors.hpp", '"kt256"', '"kt128"'),
     (no_row("selftest", "kt256"),)),
    ("subjects that are listed by hand", with_text("tests/constant_time/by_name.cpp", "hl::registry::for_each", "each"),
     ("constant time: by_name.cpp does not walk the registry",)),
    ("a kernel without a count", with_text(f"{HEADERS}/kernels/keccak_streams.hpp", "struct streams_kernel",
                                           "struct planted_kernel {};\nstruct streams_kernel"),
     (no_row("codegen", "planted_kernel"),)),
    ("a primitive without a proof", lambda sources: sources | {f"{HEADERS}/primitives/planted_p.hpp": ""},
     (no_row("proofs", "planted_p"),)),
    ("a primitive without a fault", with_text("tests/proofs/planted.py", '"ascon_p"', '"keccak_p"'),
     ("tests/proofs/planted.py: no fault of ascon_p",)),
    ("an algorithm that no table expects", with_text("tests/constexpr/registry_1.cpp", '{"kt256", kind', '{"kt128", kind'),
     ("tests/constexpr/registry_1.cpp: no row for kt256",)),
    ("a header that is not part of everything", with_text(f"{HEADERS}/hashlane.hpp", '#include "turboshake.hpp"', ""),
     ("hashlane.hpp: does not include turboshake.hpp",)),
    ("a reason for what has a row", with_text("tests/proofs/primitives.cpp", "hashlane/primitives/sha2.hpp",
                                              "hashlane/primitives/sha2_x86.hpp"),
     (no_row("proofs", "sha2"), f"{PLACES['proofs']}: sha2_x86 needs no reason in WITHOUT")),
)


def main():
    sources = read()
    vectors = {vector.algorithm for vector in sets.everything()}
    passed = failed = 0
    for what, change, expected in PLANTED:
        missing = set(expected) - set(gaps(change(sources), vectors))
        passed += not missing
        failed += bool(missing)
        print(*(f"planted and not found: {what}: {line}" for line in sorted(missing)), sep="\n", end="\n" if missing else "")
    found = list(gaps(sources, vectors))
    print(*found, sep="\n", end="\n" if found else "")
    headers = {path.name: path.read_text() for path in identifiers.HEADERS.glob("*.hpp")}
    passed += len(identifiers.registered(headers)) if not found else 0
    failed += len(found)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
