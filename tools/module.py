#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes src/hashlane.cppm, the module unit of `import hashlane;`, out of the headers: module.py [--check|--list]

The module exports what the headers for programs declare in namespace hashlane, and a few names of internal headers that
stand in their signatures. --check compares the file and fails if it differs, after it has found planted differences.
--list prints the names.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
HEADERS = ROOT / "include" / "hashlane"
UNIT = ROOT / "src" / "hashlane.cppm"
sys.path.insert(0, str(ROOT / "tests" / "constant_time"))
import functions  # noqa: E402

# Folders whose headers programs do not include by themselves, and headers of other folders of which that is true.
INTERNAL = {"constructions", "kernels", "lanes", "primitives", "targets", "selftest", "threads/pool.hpp", "by_name/tables.hpp"}
# Headers of those folders that programs do include, and single names of the others.
PUBLIC_HEADERS = {"targets/target.hpp"}
PUBLIC_NAMES = {"aead_record", "any_error", "any_problem", "any_result", "byte_range", "equal_in_constant_time",
                "fixed_string", "input_bytes", "octets_in", "octets_out", "output_bytes", "partial_byte", "wipe", "writable_byte_range"}
# What headers for programs declare beside for other headers.
HIDDEN = {"absorb_bytes", "access", "any_adapter", "digest_step_by_step", "digest_whole", "executor_work", "messages_a_piece",
          "piece_sizes", "split", "split_work", "the_executor_work"}
PUBLIC_NAMESPACES = {"ascon_v12", "parameter"}

TEXT = """// SPDX-License-Identifier: Apache-2.0 OR MIT
// The module `hashlane`: every public name of the headers. tools/module.py writes this file out of them. A program that
// imports it and is linked with hashlane::compiled defines HASHLANE_COMPILED=1 for this unit; docs/WAYS_IN.md.
module;

#include <hashlane/hashlane.hpp>
#include <hashlane/selftest.hpp>

export module hashlane;

"""


def is_internal(header):
    return header not in PUBLIC_HEADERS and bool({header, header.split("/")[0]} & INTERNAL)


def declared_name(words):
    """The name that a declaration at the level of a namespace gives to something, or None."""
    while words[:1] == ["["]:
        words = words[functions.matching(words, 0):]
    if not words or words[0] in ("static_assert", "friend", "extern"):
        return None
    if words[0] == "requires":  # a clause between the template parameters and what is declared
        kinds = [at for at, word in enumerate(words) if word in ("struct", "class")]
        words = words[kinds[-1]:] if kinds else words
    if words[0] in ("using", "concept"):
        return words[1]
    if words[0] in ("struct", "class", "union", "enum"):
        rest = [word for word in words[1:] if word != "class"]
        while rest[:1] == ["["]:
            rest = rest[functions.matching(rest, 0):]
        return None if "<" in rest[1:2] else rest[0]  # a specialisation has its name from elsewhere
    function = functions.function_of(words)
    if function:
        return None if "::" in words[:words.index(function[0])][-1:] else function[0]
    if "->" in words or "(" in words[:3]:  # a deduction guide
        return None
    variable = words[:words.index("=")] if "=" in words else words
    return variable[-1] if re.fullmatch(r"[a-z]\w*", variable[-1]) else None


def names_of(text):
    """(namespace below hashlane, name) of what a header declares for programs."""
    words, at, scopes, found = functions.tokens(text), 0, [], set()
    while at < len(words):
        if words[at] == "}":
            scopes = scopes[:-1]
            at += 1
            continue
        declared, end, behind = functions.declaration_at(words, at)
        if "namespace" in declared and end == "{":
            scopes.append(functions.named(declared, "namespace"))
        else:
            within = [name for scope in scopes for name in scope.split("::") if not name.startswith("HASHLANE_")]
            name = declared_name(declared)
            if name and within[:1] == ["hashlane"] and set(within[1:]) <= PUBLIC_NAMESPACES:
                found.add(("::".join(within[1:]), name))
            if end == "{":
                behind = functions.matching(words, behind - 1)
        at = behind if behind > at else at + 1
    return found


def headers():
    return {path.relative_to(HEADERS).as_posix(): path.read_text("utf-8") for path in sorted(HEADERS.rglob("*.hpp"))}


def public_names(texts):
    found = set()
    for header, text in texts.items():
        names = names_of(text)
        found |= {name for name in names if name[1] in PUBLIC_NAMES} if is_internal(header) else names
    return {name for name in found if name[1] not in HIDDEN}


def unit(texts):
    """The text of the module unit."""
    names = public_names(texts)
    lines = []
    for namespace in sorted({within for within, _ in names}):
        full = "::".join(filter(None, ("hashlane", namespace)))
        lines += [f"export namespace {full} {{"]
        lines += [f"using {full}::{name};" for within, name in sorted(names) if within == namespace]
        lines += [f"}}  // namespace {full}", ""]
    return TEXT + "\n".join(lines).rstrip() + "\n"


def planted(texts):
    """Yields (what, whether the unit shows it): changes of the headers."""
    now = unit(texts)
    def shows(header, declaration, line):
        end = "}  // namespace hashlane::inline HASHLANE_ABI\n"
        text = texts[header].replace(end, f"{declaration}\n{end}")
        return line in unit(texts | {header: text}) and line not in now
    yield "a new class", shows("sha2.hpp", "struct sha0 : hash<sha0> {};", "using hashlane::sha0;")
    yield "a new alias", shows("mac.hpp", "template <class H> using nmac = hmac<H>;", "using hashlane::nmac;")
    yield "a new function", shows("merkle/tree.hpp", "template <class S> requires(true) [[nodiscard]] constexpr int prune(S& s) { return 0; }",
                                  "using hashlane::prune;")
    yield "a new constant", shows("hex.hpp", "inline constexpr std::size_t most_digits = 8;", "using hashlane::most_digits;")
    yield "a new concept", shows("merkle/tree.hpp", "template <class T> concept bark = requires(T t) { t.bark(); };", "using hashlane::bark;")
    yield "a header that is gone", unit({name: text for name, text in texts.items() if name != "sha2.hpp"}) != now
    yield "an internal name is none", not shows("lanes/lane.hpp", "struct lane_of_mine {};", "using hashlane::lane_of_mine;")


def check(texts):
    """The exit status."""
    unseen = [what for what, found in planted(texts) if not found]
    differs = UNIT.read_text("utf-8") != unit(texts)
    for what in unseen:
        print("not noticed:", what)
    if differs:
        print("src/hashlane.cppm is not what the headers have: tools/module.py writes it")
    failed = len(unseen) + differs
    print(f"{len(list(planted(texts))) + len(public_names(texts)) * (not differs)} passed, {failed} failed")
    return 1 if failed else 0


def main():
    texts = headers()
    if "--list" in sys.argv:
        print(*("::".join(filter(None, ("hashlane", *name))) for name in sorted(public_names(texts))), sep="\n")
        return 0
    if "--check" in sys.argv:
        return check(texts)
    UNIT.write_text(unit(texts), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
