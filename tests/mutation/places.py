# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The places of a header where a mutant can be made, found in clang's syntax tree, and what stands there afterwards."""
import dataclasses
import functools
import hashlib
import os
import pathlib
import re

import clang.cindex
from clang.cindex import CursorKind as K

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ROOT / "include" / "hashlane"
ARGUMENTS = ("-x", "c++", "-std=c++20", "-w")
LIBRARY, RESOURCES = "/usr/lib/llvm-19/lib/libclang-19.so.1", "/usr/lib/llvm-19/lib/clang/19"

OPERATORS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "&&": ("||",), "||": ("&&",), "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",), "%": ("/",),
    "^": ("|", "&"), "&": ("|", "^"), "|": ("&", "^"), "<<": (">>",), ">>": ("<<",),
    "+=": ("-=",), "-=": ("+=",), "*=": ("+=",), "/=": ("*=",), "^=": ("|=", "&="), "|=": ("&=", "^="), "&=": ("|=", "^="),
    "<<=": (">>=",), ">>=": ("<<=",),
}
STATEMENTS = {K.CALL_EXPR, K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR, K.UNARY_OPERATOR, K.UNEXPOSED_EXPR}
# Hints to the optimiser: without them the results are the same. tests/codegen counts the instructions that they are for.
HINTS = re.compile(r"(pin|HASHLANE_\w+|static_assert|asm)\b")


@dataclasses.dataclass(frozen=True)
class Mutant:
    header: str
    begin: int  # bytes of the header: an expression
    end: int
    new: str
    kind: str
    line: int
    before: str  # the lines of it
    after: str

    @property
    def key(self):
        return f"{self.header}: {shown(self.before)} -> {shown(self.after)}"


def shown(lines):
    return " ".join(re.sub(r"//.*", "", lines).split())


def integer(text):
    """Another value of the same type, or None."""
    parts = re.fullmatch(r"(0[xX][0-9a-fA-F']+|[\d']+)([uUlLzZ]*)", text)
    if not parts:
        return None
    if text[:2].lower() == "0x":
        return hex(int(parts[1].replace("'", ""), 16) ^ 1) + parts[2]
    value = int(parts[1].replace("'", ""))
    return str(value - 1 if value == 1 else value + 1) + parts[2]


def changes(node, parent, source):
    """(kind, begin, end, new) of each mutant that this node gives."""
    begin, end = node.extent.start.offset, node.extent.end.offset
    text = source[begin:end].decode()
    children = list(node.get_children())

    def extent(child):
        return child.extent.start.offset, child.extent.end.offset
    if node.kind in (K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR) and len(children) == 2:
        (a, b), (c, d) = map(extent, children)
        sign = source[b:c].decode().strip()
        if begin <= a < b <= c < d <= end:
            for new in OPERATORS.get(sign, ()):
                yield f"{sign} to {new}", begin, end, f"{source[begin:b].decode()} {new} {source[c:end].decode()}"
    elif node.kind == K.UNARY_OPERATOR and children:
        for old, new in (("!", "!!"), ("~", "+"), ("++", "--"), ("--", "++"), ("-", "+")):
            if text.startswith(old):
                yield f"{old} to {new}", begin, end, new + text[len(old):]
                break
    elif node.kind == K.INTEGER_LITERAL and (new := integer(text)):
        yield "a number", begin, end, new
    elif node.kind == K.CXX_BOOL_LITERAL_EXPR and text in ("true", "false"):
        yield "a truth", begin, end, "false" if text == "true" else "true"
    elif node.kind == K.CONDITIONAL_OPERATOR and len(children) == 3:
        a, b = extent(children[0])
        yield "a choice", begin, end, f"!({source[a:b].decode()}){source[b:end].decode()}"
    if parent.kind == K.COMPOUND_STMT and node.kind in STATEMENTS and source[end:end + 1] == b";" and not HINTS.match(text):
        yield "left out", begin, end, "void()"


def mutants_in(source, header, found):
    lines = source.decode().splitlines(keepends=True)
    for kind, begin, end, new in found:
        number = source.count(b"\n", 0, begin)
        last = source.count(b"\n", 0, end)
        start = len("".join(lines[:number]).encode())
        stop = len("".join(lines[:last + 1]).encode())
        before = source[start:stop].decode()
        after = (source[start:begin] + new.encode() + source[end:stop]).decode()
        yield Mutant(header, begin, end, new, kind, number + 1, before, after)


@functools.cache
def header_of(path):
    """The header of the library that a file is, or None."""
    name = pathlib.Path(os.path.normpath(path))
    return str(name.relative_to(HEADERS)) if HEADERS in name.parents else None


def all_mutants():
    """header -> its mutants, in the order of the file."""
    if pathlib.Path(LIBRARY).exists() and not clang.cindex.Config.loaded:
        clang.cindex.Config.set_library_file(LIBRARY)
    unit = clang.cindex.Index.create().parse(str(HEADERS / "hashlane.hpp"), [*ARGUMENTS, "-resource-dir", RESOURCES])
    if errors := [d for d in unit.diagnostics if d.severity >= 3]:
        raise SystemExit(f"clang: {errors[0]}")
    found, sources, seen = {}, {}, set()

    def visit(node):
        for child in node.get_children():
            place = child.extent.start.file
            header = header_of(place.name) if place else None
            if header is None:
                if node.kind != K.TRANSLATION_UNIT:
                    visit(child)
                continue
            if header not in sources:
                sources[header] = (HEADERS / header).read_bytes()
            source = sources[header]
            if child.extent.end.file and child.extent.end.file.name == place.name:
                for change in changes(child, node, source):
                    if (header, *change) not in seen:
                        seen.add((header, *change))
                        found.setdefault(header, []).append(change)
            visit(child)
    visit(unit.cursor)
    result = {}
    for header, places in sorted(found.items()):
        unique = {}
        for mutant in mutants_in(sources[header], header, sorted(places, key=lambda c: c[1:])):
            unique.setdefault(mutant.key, mutant)  # two of one text: the first
        result[header] = list(unique.values())
    return result


def sample(mutants, count, seed, tried=()):
    """Those that were tried and still stand, then others by a digest of what they are: the same for the same seed, however
    the header changes around them. One of each place before a second one."""
    order = sorted(mutants, key=lambda m: hashlib.sha256(f"{seed} {m.key}".encode()).digest())
    taken, chosen, second = set(), [m for m in order if m.key in tried], []
    taken.update(m.begin for m in chosen)
    for mutant in (m for m in order if m.key not in tried):
        (second if mutant.begin in taken else chosen).append(mutant)
        taken.add(mutant.begin)
    return (chosen + second)[:max(count, sum(m.key in tried for m in mutants))]
