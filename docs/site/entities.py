# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the headers of C++ and C declare, read from the XML of Doxygen: a tree of entities for each header.

An entity without a documentation comment takes the plain comment above its declaration, read from the header itself.
"""
import collections
import dataclasses
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "constant_time"))
import functions  # noqa: E402  the public headers, the internal namespaces, the answers to wrong calls

INLINE_NAMESPACE = re.compile(r"\bhashlane::(?:v2::)?")
WIDTH = 96  # columns of a declaration
NO_DECLARATION = re.compile(r"\s*//|.*\*/\s*$|\s*(?:#|public:|private:)|.*[{}]$")  # what may stand above a declaration
FORMAT_MARK = re.compile(r"clang-format o(?:n|ff)")


# Headers of folders that are internal otherwise: of these the reference has the names that the C++20 module exports.
SHARED = ("kernels/ascon_record_scheduler.hpp", "lanes/arguments.hpp", "lanes/bytes.hpp", "lanes/fixed_string.hpp", "lanes/result.hpp", "targets/target.hpp")


def headers():
    """The headers of C++ that have a page, as include lines name them, without the folder hashlane/."""
    return [*functions.headers(), *SHARED]


def exported_names():
    """What `import hashlane;` makes known, without the namespace hashlane."""
    return set(re.findall(r"^using hashlane::([\w:]+);", (ROOT / "src" / "hashlane.cppm").read_text("utf-8"), re.M))


@dataclasses.dataclass
class Entity:
    kind: str                # function, class, struct, enum, concept, type, variable, macro
    name: str                # with the classes that it is in: any_hash::update
    declaration: str
    header: str              # as an include line names it, without the folder hashlane/
    line: int
    refid: str
    described: list = dataclasses.field(default_factory=list)  # the description elements of the XML that are not empty
    comment: tuple = ()      # (line, text) of a plain comment instead
    values: list = dataclasses.field(default_factory=list)     # of an enumeration: (name, initializer, descriptions, text)
    members: list = dataclasses.field(default_factory=list)
    anchor: str = ""


def flat(element):
    return "" if element is None else re.sub(r"\s+", " ", "".join(element.itertext())).strip()


def tidy(text):
    """A declaration as the headers are formatted, without the namespaces that all of them are in."""
    text = INLINE_NAMESPACE.sub("", text)
    text = re.sub(r"\s*<\s+", "<", text)
    text = re.sub(r"\s+>", ">", text)
    text = re.sub(r"\s+(&&|&|\*)(?=\w|\.\.\.|\)|,|\(|\[|>)", r"\1 ", text)
    text = re.sub(r"\s+(&&|&|\*)$", r"\1", text)
    text = re.sub(r"([&*]) (?=\.\.\.|\)|,|\(|\[|>)", r"\1", text)
    return re.sub(r"(?<=[\w>&*\]]) ?=(?=[\w{\-:])", " = ", text)


def template_line(member):
    lists = member.find("templateparamlist")
    if lists is None:
        return ""
    words = []
    for param in lists.findall("param"):
        default = flat(param.find("defval"))
        named = " ".join(filter(None, (flat(param.find("type")), flat(param.find("declname")))))
        words.append(named + f" = {default}" * bool(default))
    return f"template <{', '.join(words)}>\n"


def wrapped(head, arguments):
    """The declaration of a function, with a line for each parameter where one line is too short."""
    whole = head + arguments
    if len(whole.rpartition("\n")[2]) <= WIDTH or not arguments.startswith("("):
        return whole
    end = functions.matching(list(arguments), 0)
    inside, depth, pieces, start = arguments[1:end - 1], 0, [], 0
    for at, letter in enumerate(inside):
        depth += (letter in "(<[{") - (letter in ")>]}")
        if letter == "," and depth == 0:
            pieces.append(inside[start:at + 1].strip())
            start = at + 1
    pieces.append(inside[start:].strip())
    return head + "(\n    " + "\n    ".join(pieces) + arguments[end - 1:]


def short_initializer(member):
    text = flat(member.find("initializer"))
    return f" {text}" if text and len(text) <= 60 else ""


def declaration_of(member, source_line, c):
    kind, name, kind_of_type = member.get("kind"), member.findtext("name"), flat(member.find("type"))
    requires = flat(member.find("requiresclause"))
    head = template_line(member) + (f"requires {requires}\n" if requires else "")
    marks = "[[nodiscard]] " * ("[[nodiscard]]" in source_line) + "explicit " * (member.get("explicit") == "yes")
    marks += "static " * (member.get("static") == "yes" and not kind_of_type.startswith("static") and not c)
    arguments = flat(member.find("argsstring"))
    if kind == "define":
        names = ", ".join(param.findtext("defname") or "" for param in member.findall("param"))
        return f"#define {name}({names})" if names else f"#define {name}{short_initializer(member)}"
    if kind == "typedef":
        if c:
            return tidy(flat(member.find("definition")))
        return tidy(f"{head}using {name} = {kind_of_type.removeprefix('typedef ')}{arguments}")
    if kind == "enum":
        strong = "class " * (member.get("strong") == "yes")
        return tidy(f"enum {strong}{'' if name.startswith('@') else name}{' : ' * bool(kind_of_type)}{kind_of_type}")
    if kind == "variable":
        if kind_of_type.endswith("(*"):  # a pointer to a function
            return tidy(marks + kind_of_type) + name + tidy(arguments)
        return f"{tidy(head + marks + kind_of_type)} {name}{tidy(arguments)}{tidy(short_initializer(member))}"
    return wrapped(tidy(head + marks + kind_of_type) + " " * bool(kind_of_type) + name, tidy(arguments))


def descriptions(element):
    found = (element.find("briefdescription"), element.find("detaileddescription"))
    return [each for each in found if each is not None and flat(each)]


class Headers:
    """The lines of the headers, for what Doxygen leaves out."""

    def __init__(self, folder):
        self.folder, self.read = folder, {}

    def lines(self, header):
        if header not in self.read:
            self.read[header] = (self.folder / header).read_text("utf-8").splitlines()
        return self.read[header]

    def line(self, header, number):
        lines = self.lines(header)
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def comment_above(self, header, number):
        """(its first line, its text) of the comment above the declaration that has this line; () if there is none."""
        lines, at = self.lines(header), number - 2
        while at >= 0 and lines[at].strip() and (FORMAT_MARK.search(lines[at]) or not NO_DECLARATION.match(lines[at])):
            at -= 1
        end = at
        if at >= 0 and re.match(r"\s*//", lines[at]):
            while at >= 0 and re.match(r"\s*//", lines[at]):
                at -= 1
            text = "\n".join(re.sub(r"^\s*///? ?", "", line) for line in lines[at + 1:end + 1])
            return (at + 2, text)
        if at >= 0 and re.match(r"\s*/\*|(?!.*/\*).*\*/\s*$", lines[at]):
            while "/*" not in lines[at]:
                at -= 1
            return (at + 1, block_text("\n".join(lines[at:end + 1]))) if re.match(r"\s*/\*", lines[at]) else ()
        return ()

    def comment_beside(self, header, number):
        """(line, text) of the comment at the end of the line of a declaration; () if there is none."""
        found = re.search(r"[;,]\s*(?:/\*+!?<?\s*(.*?)\s*\*/|//[/!]?<?\s*(.*))$", self.line(header, number))
        return (number, found[1] or found[2]) if found else ()

    def comment_of_value(self, header, name):
        """The text of the comment behind a value of an enumeration."""
        beside = rf"^\s*{re.escape(name)}\b[^/\n]*?(?:/\*+!?<?(.*?)\*/|//[/!]?<?([^\n]*))"
        found = re.search(beside, "\n".join(self.lines(header)), re.S | re.M)
        return re.sub(r"\s+", " ", found[1] or found[2]).strip() if found else ""

    def overview(self, header):
        """The comment at the top of the header."""
        text = "\n".join(self.lines(header))
        if found := re.search(r"^#pragma once\n((?:[ ]*//[^\n]*\n)+)", text, re.M):
            return re.sub(r"^ *//[/!]?<? ?", "", found[1], flags=re.M)
        blocks = re.findall(r"^/\*.*?\*/", text, re.S | re.M)
        return block_text(blocks[1]) if len(blocks) > 1 else ""


def without_commands(text):
    """A comment without the commands of Doxygen that stand before its words: a file may be named behind \\file."""
    return re.sub(r"^[ \t]*[@\\](?:file\b[^\n]*|brief\b[ \t]*)", "", text, flags=re.M)


def block_text(comment):
    """What a comment of C says."""
    text = re.sub(r"^\s*/\*+!? ?|\s*\*/\s*$", "", comment)
    return "\n".join(re.sub(r"^ {1,3}(?:\* ?)?", "", line) for line in text.split("\n"))


def is_left_out(member, name, inside):
    """Not public, deleted, an answer to a wrong call, a destructor, a deduction guide, or a friend."""
    arguments = flat(member.find("argsstring"))
    deleted = re.search(r"=\s*delete\b", arguments) is not None
    answers = any(re.search(rf"\b{word}\b", arguments) for word in functions.ANSWERS)
    guide = not inside and member.get("kind") == "function" and "->" in arguments and not flat(member.find("type"))
    hidden = member.get("prot") != "public" or member.get("kind") == "friend"
    return hidden or deleted or answers or guide or name.startswith("~")


class Reader:
    def __init__(self, xml, folder, prefix, c=False):
        self.headers, self.prefix, self.c = Headers(folder), prefix, c
        self.compounds = [ET.parse(path).getroot().find("compounddef") for path in sorted(xml.glob("*.xml"))
                          if path.name not in ("index.xml", "Doxyfile.xml")]
        self.found, self.classes = collections.defaultdict(list), {}

    def header_of(self, element):
        location = element.find("location")
        return location.get("file").removeprefix(self.prefix), int(location.get("line") or 0)

    def scope(self, compound):
        """Its name without the namespaces of the library; None if it is internal."""
        name = tidy(INLINE_NAMESPACE.sub("", flat(compound.find("compoundname")) + "::"))[:-2]
        parts = re.sub(r"<.*>", "", name).split("::")
        internal = set(parts) & (functions.INTERNAL_NAMESPACES | {"std"}) or any("@" in part for part in parts)
        return None if internal else name

    def entity(self, element, kind, name, declaration):
        header, line = self.header_of(element)
        made = Entity(kind, name, declaration, header, line, element.get("id"), descriptions(element))
        if not made.described and header != "hashlane_typed.h" and (self.headers.folder / header).is_file():
            made.comment = self.headers.comment_beside(header, line) or self.headers.comment_above(header, line)
        return made

    def add_classes(self):
        for compound in self.compounds:
            kind = compound.get("kind")
            if kind not in ("class", "struct", "union", "concept") or compound.get("prot") in ("private", "protected"):
                continue
            name = self.scope(compound)
            if name is None:
                continue
            if kind == "concept":
                text = INLINE_NAMESPACE.sub("", "".join(compound.find("initializer").itertext())).strip()
                declaration = re.sub(r"^template<", "template <", re.sub(r"=\s+", "= ", text, count=1))
            else:
                listed = (base for base in compound.findall("basecompoundref") if base.get("prot") == "public")
                bases = ", ".join(f"public {flat(base)}" for base in listed)
                declaration = tidy(f"{template_line(compound)}{kind} {name}{' : ' * bool(bases)}{bases}")
            self.classes[name] = self.entity(compound, kind, name, declaration)

    def add_members(self):
        for compound in self.compounds:
            kind = compound.get("kind")
            if kind not in ("namespace", "class", "struct", "union", "file") or (kind == "file" and not self.c):
                continue
            scope = "" if kind == "file" else self.scope(compound)
            if scope is None or (kind in ("class", "struct", "union") and scope not in self.classes):
                continue
            inside = self.classes.get(scope) if kind not in ("namespace", "file") else None
            for member in compound.iter("memberdef"):
                self.add_member(member, inside, scope if kind == "namespace" else "")

    def add_member(self, member, inside, namespace):
        name = member.findtext("name")
        if is_left_out(member, name, inside) or name.startswith("HASHLANE_DECLARE_") or name.endswith("_H"):
            return
        if self.c and member.get("kind") == "typedef" and name in self.classes:
            return
        header, line = self.header_of(member)
        kind = {"define": "macro", "typedef": "type"}.get(member.get("kind"), member.get("kind"))
        full = f"{inside.name}::{name}" if inside else name
        source = self.headers.line(header, line) if (self.headers.folder / header).is_file() else ""
        made = self.entity(member, kind, full, declaration_of(member, source, self.c))
        if namespace and kind in ("type", "variable"):  # a namespace within the library is part of the name
            made.name = f"{namespace}::{name}"
            made.declaration = re.sub(rf"\b{name}\b", made.name, made.declaration, count=1)
        made.values = [(v.findtext("name"), flat(v.find("initializer")), descriptions(v),
                        self.headers.comment_of_value(header, v.findtext("name"))) for v in member.findall("enumvalue")]
        if name.startswith("@") and made.values:  # an enumeration without a name
            made.name = made.values[0][0]
        siblings = inside.members if inside else self.found[made.header]
        # Doxygen lists the members of an inline namespace twice.
        if not any((other.refid, other.line) == (made.refid, made.line) for other in siblings):
            siblings.append(made)

    def by_header(self):
        """{header: its entities, in their order}, with anchors."""
        self.add_classes()
        self.add_members()
        for name, entity in self.classes.items():
            outer = self.classes.get(re.sub(r"::[^:]*$", "", name)) if "::" in name else None
            (outer.members if outer else self.found[entity.header]).append(entity)
        for header, entities in self.found.items():
            set_anchors(entities, collections.Counter())
        return {header: sorted(entities, key=lambda e: e.line) for header, entities in self.found.items()}


def set_anchors(entities, taken):
    for entity in sorted(entities, key=lambda e: e.line):
        name = re.sub(r"[^\w.]+", "-", re.sub(r"<.*?>", "", entity.name).replace("::", ".")).strip("-") or entity.kind
        taken[name] += 1
        entity.anchor = name if taken[name] == 1 else f"{name}-{taken[name]}"
        entity.members.sort(key=lambda e: e.line)
        set_anchors(entity.members, taken)


def cpp(xml):
    """{header: entities} of the headers of C++ that have a page."""
    found, exported = Reader(xml, ROOT / "include" / "hashlane", "hashlane/").by_header(), exported_names()
    public = {header: found.get(header, []) for header in functions.headers()}
    return public | {header: [e for e in found.get(header, []) if e.name in exported] for header in SHARED}


def c(xml):
    return Reader(xml, ROOT / "faces" / "c", "", c=True).by_header()
