#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One identifier for each algorithm, made from its registered name, in C++, C, Rust and Python.

    sha3-256: sha3_256 in C++, HASHLANE_SHA3_256 in C, Sha3_256 in Rust, sha3_256 in Python

C++ and C write _ for -, C in capitals. Rust leaves - out but between two digits, where it is _; which letters are capitals
is free. Python does as C++, but for AEADs, which are classes: AsconAEAD128. HMAC, HKDF and PBKDF2 are over a hash:
hmac<sha256>, HASHLANE_HMAC + HASHLANE_SHA256, Hmac<Sha256>, hmac_sha256.

First finds every planted difference of PLANTED, then compares the sources.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ROOT / "include" / "hashlane"
C = ROOT / "faces" / "c" / "hashlane.h"
RUST = ROOT / "faces" / "rust" / "src" / "rows.rs"
PYTHON = ROOT / "faces" / "python" / "hashlane" / "__init__.pyi"

OVER_A_HASH = ("hmac", "hkdf", "pbkdf2")
MASKED = "AsconAead128Masked"  # ascon-aead128 with keys of 32 bytes (SP 800-232 s.4.2.2) has a type of its own
CLASS = re.compile(r'(?:using\s+(\w+)\s*=|struct\s+(\w+)\s*:)\s*\w+<\s*(?:\w+,\s*)?"([^"]+)"')
TRUNCATED = re.compile(r"using\s+(\w+)\s*=\s*sha512_t<(\d+)>")  # SHA-512/t, whose name sha2.hpp puts together
REGISTERED = re.compile(r"\brow<(\w+)")
CONSTANT = re.compile(r"\bHASHLANE_(\w+) = \d+")
RUST_ROW = re.compile(r'^\s*(?:\w+ )?(\w+) = \d+ (?:words \d+ )?"([^"]+)"', re.M)
PYTHON_NAME = re.compile(r"^(?:def|class) (\w+)\(", re.M)


def in_cpp(name):
    return name.replace("-", "_")


def in_c(name):
    return in_cpp(name).upper()


def in_rust(name):
    """Without regard to capitals."""
    between_digits = re.sub(r"(?<=\d)-(?=\d)", "_", name)
    return between_digits.replace("-", "")


def in_python(name, is_aead):
    if not is_aead:
        return in_cpp(name)
    return "".join(part[:1].upper() + part[1:] for part in name.split("-")).replace("Aead", "AEAD")


def registered(headers):
    """{identifier in C++: name} of the rows of registry.hpp; the name is None where no header defines the identifier."""
    names = {}
    for text in headers.values():
        names.update((alias or own, name) for alias, own, name in CLASS.findall(text))
        names.update((identifier, f"sha512-{bits}") for identifier, bits in TRUNCATED.findall(text))
    table = headers["registry.hpp"].split("using own_rows", 1)[1].split("using registry", 1)[0]
    return {identifier: names.get(identifier) for identifier in REGISTERED.findall(table)}


def wrong_in_cpp(headers):
    for identifier, name in registered(headers).items():
        if name is None:
            yield f"C++: no definition of {identifier}"
        elif identifier != in_cpp(name):
            yield f"C++: {identifier} is {name}, which is {in_cpp(name)}"


def wrong_in_c(names, text):
    constants = set(CONSTANT.findall(text))
    for name in names:
        if in_c(name) not in constants:
            yield f"C: no HASHLANE_{in_c(name)} for {name}"
    for prefix in OVER_A_HASH:
        if prefix.upper() not in constants:
            yield f"C: no HASHLANE_{prefix.upper()}"


def wrong_in_rust(names, text):
    rows = RUST_ROW.findall(text)
    for identifier, name in rows:
        prefix, _, hash_name = name.partition("-")
        meant = hash_name if prefix in OVER_A_HASH else name
        masked = identifier == MASKED and name == "ascon-aead128"
        if not masked and identifier.lower() != in_rust(meant):
            yield f"Rust: {identifier} is {name}, which is {in_rust(meant)}"
        if meant not in names:
            yield f"Rust: {name} is not registered"
    for name in names:
        if name not in {row_name for _, row_name in rows}:
            yield f"Rust: no row for {name}"


def wrong_in_python(names, aeads, text):
    defined = set(PYTHON_NAME.findall(text))
    for name in names:
        if in_python(name, name in aeads) not in defined:
            yield f"Python: no {in_python(name, name in aeads)} for {name}"
    for prefix in OVER_A_HASH:
        for name in (found for found in defined if found.startswith(prefix + "_")):
            rest = name.removeprefix(prefix + "_")
            general = rest in ("extract", "expand", "hmac", "hmac_many")
            if not general and rest not in {in_cpp(known) for known in names}:
                yield f"Python: {name} is over no registered hash"


def aead_names(headers):
    table = headers["registry.hpp"]
    aeads = set(re.findall(r"row<(\w+),\s*kind::aead", table))
    return {name for identifier, name in registered(headers).items() if identifier in aeads}


def differences(sources):
    headers, c, rust, python = sources
    yield from wrong_in_cpp(headers)
    names = [name for name in registered(headers).values() if name is not None]
    yield from wrong_in_c(names, c)
    yield from wrong_in_rust(names, rust)
    yield from wrong_in_python(names, aead_names(headers), python)


def replaced(sources, part, before, after):
    """The sources with one text changed: the part's number, or (0, name of a header)."""
    changed = list(sources)
    if part == 0:
        found = next(name for name in changed[0] if before in changed[0][name])
        changed[0] = changed[0] | {found: changed[0][found].replace(before, after)}
        return changed
    assert before in changed[part]
    changed[part] = changed[part].replace(before, after)
    return changed


# What was changed in the sources, as (part, before, after).
PLANTED = (
    ("another word in C++", (0, "struct keccak_256 : hash<", "struct keccak256_legacy : hash<")),
    ("another name in C++", (0, 'xof<kmacxof128, "kmacxof128"', 'xof<kmacxof128, "kmac-xof128"')),
    ("an alias as the row", (0, "row<keccak_256,", "row<keccak256,")),
    ("another constant in C", (1, "HASHLANE_SHA3_256 = ", "HASHLANE_SHA3256 = ")),
    ("no HMAC in C", (1, "HASHLANE_HMAC = ", "HASHLANE_MAC = ")),
    ("another type in Rust", (2, "            Keccak256 = 12 ", "            Keccak_256 = 12 ")),
    ("another hash of an HMAC in Rust", (2, "            Sha3_224 = 71 ", "            Sha3224 = 71 ")),
    ("a missing row in Rust", (2, "            Sha224 = 1 ", "            // Sha224 ")),
    ("another function in Python", (3, "def sha512_224(", "def sha512224(")),
    ("another class in Python", (3, "class AsconAEAD128(", "class AsconAead128(")),
    ("another hash of an HKDF in Python", (3, "def hkdf_sha3_256(", "def hkdf_sha3256(")),
)


def main():
    headers = {path.name: path.read_text() for path in sorted(HEADERS.glob("*.hpp"))}
    sources = (headers, C.read_text(), RUST.read_text(), PYTHON.read_text())
    passed = failed = 0
    for what, change in PLANTED:
        if list(differences(replaced(sources, *change))):
            passed += 1
        else:
            print(f"planted and not found: {what}")
            failed += 1
    found = list(differences(sources))
    print(*found, sep="\n", end="\n" if found else "")
    names = registered(headers)
    if len(names) < 40:
        print(f"only {len(names)} rows were found in registry.hpp")
        failed += 1
    passed += 4 * len(names) if not found else 0
    failed += len(found)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
