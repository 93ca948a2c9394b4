#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Each public function, type and constant of the headers has a documentation comment: documented.py [--list]

The comment stands in lines of `///` directly above, or after `///<` beside a member. It is not empty. It names each
parameter of its function, by `\\param NAME` or in backquotes, and no other by `\\param`; a comment with `\\copydoc` has
those of another function. That of a function with a row in properties/overlap.txt says what its output may overlap. Where
it says `Example (examples/FILE):`, each line of code that follows stands in that file, which tests/readmes runs.

The headers are those of constant_time/functions.py: the headers that docs/ARCHITECTURE.md names as public, and those of
the folders that they include; and the internal headers in USED.

First finds each planted mistake. --list prints how many of what each folder has.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "constant_time"))
import functions  # noqa: E402
import overlap  # noqa: E402

INCLUDE = ROOT / "include" / "hashlane"
ARCHITECTURE = ROOT / "docs" / "ARCHITECTURE.md"

# Headers of internal folders whose types and functions programs use: any_result, octets_in, partial_byte ...
USED = ("lanes/arguments.hpp", "lanes/bytes.hpp", "lanes/contract.hpp", "lanes/result.hpp")

TYPES = ("class", "struct", "union", "enum", "using", "concept")
PARAM = re.compile(r"\\param(?:\[\w+(?:,\s*\w+)*\])? (\w+)")
EXAMPLE = re.compile(r"Example \((examples/[\w/.-]+)\):\n((?:[ ]*///(?:[ ]{5}[^\n]*)?\n)+)")
Thing = collections.namedtuple("Thing", "kind name parameters line comment")


def blanked(text, pattern, flags=0):
    """The text with spaces where the pattern is; lines stay."""
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=flags)


def read(text):
    """(the words of the code, the line of each, {line: text of the `///` comment in it})"""
    comments = {}
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r"\s*///(?!<)(.*)", line) or re.search(r"///<(.*)", line)
        if found:
            comments[number] = found[1].strip()
    code = blanked(text, r"//[^\n]*|/\*.*?\*/", re.S)
    code = blanked(code, r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
    words, lines = [], []
    for number, line in enumerate(code.splitlines(), 1):
        for word in functions.TOKEN.findall(line):
            words.append(word)
            lines.append(number)
    return words, lines, comments


def comment_of(comments, text_lines, first, last):
    """The comment of a declaration from line `first` to line `last`."""
    beside = [comments[n] for n in range(first, last + 1) if "///<" in text_lines[n - 1]]
    above, at = [], first - 1
    while at > 0 and re.match(r"\s*///(?!<)", text_lines[at - 1]):
        above.insert(0, comments[at])
        at -= 1
    return " ".join(above + beside).strip()


def enumerators(words, lines, text_lines):
    """The names between the braces of an enum that have no comment of their own."""
    at = 0
    for each in functions.declarations(words):
        line = lines[at] if at < len(lines) else 0
        first = line and text_lines[line - 1].lstrip().startswith(each[0])
        own = line and ("///<" in text_lines[line - 1] or (first and text_lines[line - 2].lstrip().startswith("///")))
        if each and not own:
            yield each[0]
        at += len(each) + 1


def thing_of(declared, end):
    """(kind, name, parameters) of what a declaration declares, or None."""
    words = list(declared)
    while words[:1] == ["["]:
        words = words[functions.matching(words, 0):]
    if not words or "namespace" in words or words[0] in ("friend", "static_assert", "extern", "typedef"):
        return None
    if words[0] == "using":
        return ("type", words[1], []) if "=" in words else None
    if words[0] == "concept":
        return "type", words[1], []
    function = functions.function_of(words)
    if function is not None and words[words.index(function[0]) - 1:][:1] == ["::"]:
        return None  # the definition of what is declared in its class
    if function is not None:
        copies = function[1] == ["other"] and words[words.index("(") + 1:][:2] == ["const", function[0]]
        pointer = ["(", "*"] == words[words.index("("):][:2]
        named = [name for name in function[1] if name != "noexcept"]
        return None if copies else ("constant", function[0], []) if pointer else ("function", function[0], named)
    kind = next((word for word in words if word in TYPES), None)
    if kind is not None and end == "{":
        rest = words[words.index(kind) + 1:]
        rest = rest[1:] if kind == "enum" and rest[:1] in (["class"], ["struct"]) else rest
        return "type", functions.named([kind, *rest], kind), []
    if kind is not None or "operator" in words or "(" in words or "->" in words:
        return None
    head = words[:words.index("=")] if "=" in words else words
    head = head[:head.index("[")] if "[" in head else head
    if len(head) < 2 or not re.fullmatch(r"\w+", head[-1]):
        return None
    return "constant", head[-1], []


def things(text):
    """Each public Thing of a header."""
    (words, lines, comments), text_lines = read(text), text.splitlines()
    at, scopes = 0, []
    while at < len(words):
        if words[at] == "}":
            if scopes:
                scopes.pop()
            at += 1
            continue
        declared, end, behind = functions.declaration_at(words, at)
        public = all(s["public"] and not functions.is_internal(s["name"]) for s in scopes)
        thing = thing_of(declared, end) if end in ("{", ";") and public else None
        opens = end == "{" and functions.function_of(declared) is None
        kind = next((word for word in declared if word in ("namespace", "class", "struct", "union", "enum")), "")
        closing = functions.matching(words, behind - 1) if end == "{" else behind
        is_scope = opens and kind in ("namespace", "class", "struct", "union") and "=" not in declared
        if thing is not None:
            last = behind - 1 if is_scope or thing[0] == "function" else closing - 1
            last = min(max(last, at), len(lines) - 1)
            until = next((n for n in range(last, len(lines)) if lines[n] != lines[last]), len(lines)) - 1
            comment = comment_of(comments, text_lines, lines[at], lines[last if is_scope else until])
            members = "::".join([s["name"] for s in scopes if s["kind"] != "namespace"] + [thing[1]])
            body = slice(behind, closing - 1)
            named = list(enumerators(words[body], lines[body], text_lines)) if kind == "enum" else thing[2]
            yield Thing(thing[0], members, named, lines[at], comment)
        if end == ":":
            scopes[-1]["public"] = declared[-1] == "public"
        elif is_scope:
            scopes.append({"kind": kind, "name": functions.named(declared, kind), "public": kind != "class"})
        elif end == "{":
            behind = closing
        at = behind if behind > at else at + 1


def named_in(comment, name):
    return name in PARAM.findall(comment) or re.search(rf"`[^`]*\b{re.escape(name)}\b[^`]*`", comment)


def faults(header, text, writing):
    """What is wrong with a header. `writing` has the functions that write into memory of the caller."""
    for thing in things(text):
        what = f"{header}:{thing.line}: {thing.name}"
        if not thing.comment:
            yield f"{what} has no documentation comment"
        elif r"\copydoc" not in thing.comment:
            yield from (f"{what}: the comment {fault}" for fault in faults_of_comment(header, thing, writing))


def faults_of_comment(header, thing, writing):
    for name in thing.parameters:
        if not named_in(thing.comment, name):
            yield f"does not name {name}"
    if thing.kind != "function":
        return
    for name in PARAM.findall(thing.comment):
        if name not in thing.parameters:
            yield f"names {name}, which is no parameter"
    signature = f"{header} {thing.name}({', '.join(thing.parameters)})"
    if signature in writing and "overlap" not in thing.comment.lower():
        yield "says nothing of overlap"


def public_headers(page):
    """The headers below the top level that docs/ARCHITECTURE.md names as public."""
    sentence = re.search(r"^The public headers are the top level[^\n]*?All other headers are internal", page, re.M)
    return re.findall(r"`([\w/]+\.hpp)`", sentence[0]) if sentence else []


def code(text):
    """A text without comments and white space."""
    return re.sub(r"//[^\n]*|\s", "", text)


def unlike_example(header, text):
    """Lines of an example that its file does not have."""
    for found in EXAMPLE.finditer(text):
        path = ROOT / found[1]
        program = code(path.read_text("utf-8")) if path.is_file() else ""
        for line in found[2].splitlines():
            part = code(re.sub(r"^\s*///", "", line))
            if part and part not in program:
                yield f"{header}: {found[1]} has no line {part}"


def headers():
    """{path below include/hashlane: text}"""
    texts = {name: text for name, text in functions.headers().items()}
    for name in (*public_headers(ARCHITECTURE.read_text("utf-8")), *USED):
        texts[name] = (INCLUDE / name).read_text("utf-8")
    return texts


def check(texts, writing):
    for name, text in texts.items():
        yield from faults(name, text, writing)
        yield from unlike_example(name, text)


PLANTED_HEADER = """namespace hashlane {
/// A hash.
struct h {
    static constexpr int size = 32;  ///< bytes of a digest
    /// Absorbs.
    /// \\param piece any number of bytes
    void update(int piece);
  private:
    void hidden(int a);
};
/// The larger of `a` and `b`.
int most(int a, int b);
/// Writes `a` to `out`. It may overlap `a`.
void write_into(int a, int out);
/// Which: `one` or `two`.
enum class which { one, two };
namespace any_detail {
void internal();
}
}
"""
TWO = "enum class which { one, two };"
PLANTED = (
    ("nothing", "", "", None),
    ("a function without a comment", "/// The larger of `a` and `b`.\n", "", "most has no documentation comment"),
    ("a comment of two slashes", "/// The larger", "// The larger", "most has no documentation comment"),
    ("an empty comment", "/// The larger of `a` and `b`.", "///", "most has no documentation comment"),
    ("a comment that is not directly above", "`b`.\n", "`b`.\n\n", "most has no documentation comment"),
    ("a member function without a comment", "    /// Absorbs.\n    /// \\param piece any number of bytes\n", "",
     "h::update has no documentation comment"),
    ("a type without a comment", "/// A hash.\n", "", "h has no documentation comment"),
    ("a constant without a comment", "  ///< bytes of a digest", "", "h::size has no documentation comment"),
    ("a parameter that is not named", " and `b`", "", "most: the comment does not name b"),
    ("a parameter that is not there", "\\param piece any", "\\param part of `piece`, any",
     "h::update: the comment names part, which is no parameter"),
    ("an output without a word of overlap", "It may overlap `a`.", "", "write_into: the comment says nothing of overlap"),
    ("an enumerator that is not named", " or `two`", "", "which: the comment does not name two"),
    ("an enumerator with a comment of its own", " or `two`.\n" + TWO,
     ".\nenum class which {\n    one,\n    two,  ///< 2\n};", None),
    ("a copied comment", "/// The larger of `a` and `b`.", "/// \\copydoc h::update", None),
)


def planted():
    """(what, whether it was found)"""
    for what, old, new, expected in PLANTED:
        assert old in PLANTED_HEADER
        found = list(faults("a.hpp", PLANTED_HEADER.replace(old, new, 1), {"a.hpp write_into(a, out)"}))
        yield what, len(found) == (expected is not None) and all(expected in fault for fault in found)
    texts = headers()
    new = texts["sha2.hpp"] + "namespace hashlane {\nint unknown(int size);\n}\n"
    yield "a new function of a header", any("unknown has no" in line for line in check({"sha2.hpp": new}, set()))
    example = "/// Example (examples/one_shot.cpp):\n///\n///     auto digest = hl::digest<hl::sha256>(\"abc\"sv);\n"
    yield "an example", not list(unlike_example("a.hpp", example))
    yield "an example that differs", len(list(unlike_example("a.hpp", example.replace("256", "512")))) == 1
    yield "an example without a file", len(list(unlike_example("a.hpp", example.replace("one_shot", "no")))) == 1
    yield "the list of docs/ARCHITECTURE.md", "by_name/aead.hpp" in public_headers(ARCHITECTURE.read_text("utf-8"))


def print_list(texts):
    counts = collections.defaultdict(collections.Counter)
    for name, text in texts.items():
        folder = name.split("/")[0] if "/" in name else "(top level)"
        counts[folder].update((thing.kind, bool(thing.comment)) for thing in things(text))
    for folder, count in sorted(counts.items()):
        print(f"{folder}:", ", ".join(f"{count[kind, True]} of {count[kind, True] + count[kind, False]} {kind}s"
                                      for kind in ("function", "type", "constant")))


def main():
    texts = headers()
    if "--list" in sys.argv[1:]:
        print_list(texts)
    writing = {row.function for row in overlap.rows_of(overlap.TABLE.read_text("utf-8")) if not row.reason}
    wrong = list(check(texts, writing))
    passed = sum(bool(thing.comment) for text in texts.values() for thing in things(text))
    for what, found in planted():
        passed += found
        wrong += [] if found else [f"planted and not found: {what}"]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{passed} passed, {len(wrong)} failed")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
