# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A Sphinx extension: `.. header:: cpp hex.hpp` is the reference of one header of C++ or C, from the XML of Doxygen.

Each declaration is a signature with an anchor, an entry of the search and of the contents of its page.
"""
import pathlib
import re
import sys

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx import addnodes
from sphinx.domains import Domain, ObjType

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import entities  # noqa: E402

KEYWORDS = re.compile(
    r"\b(?:template|requires|constexpr|consteval|constinit|static|explicit|class|struct|union|enum|typename|concept|using|"
    r"typedef|const|noexcept|void|bool|int|unsigned|operator|public|auto|default)\b|\[\[nodiscard\]\]|#define")
LISTED = ("class", "struct", "function", "concept", "type", "enum", "variable", "macro")


class HashlaneDomain(Domain):
    """What the search finds by name."""
    name, label = "hashlane", "Hashlane"
    object_types = {kind: ObjType(kind) for kind in LISTED}
    initial_data = {"objects": []}

    def add(self, entity, page):
        self.data["objects"].append((entity.name, entity.kind, page, entity.anchor))

    def clear_doc(self, docname):
        self.data["objects"] = [each for each in self.data["objects"] if each[2] != docname]

    def merge_domaindata(self, docnames, otherdata):
        self.data["objects"] += [each for each in otherdata["objects"] if each[2] in docnames]

    def get_objects(self):
        listed = set()  # overloads are listed once
        for name, kind, page, anchor in self.data["objects"]:
            if (name, kind, page) not in listed:
                listed.add((name, kind, page))
                yield name, name, kind, page, anchor, 1

    def resolve_any_xref(self, *_):
        return []


def inline_text(text):
    """Text of a plain comment: what stands between backquotes is code."""
    for number, part in enumerate(re.split(r"`([^`]*)`", text)):
        if part:
            yield nodes.literal(part, part) if number % 2 else nodes.Text(part)


def commented(line):
    """A line of code with words beside it, which become its comment."""
    found = re.match(r"(\s*\S.*?\S) {2,}(\S.*)$", line)
    return f"{found[1]}  // {found[2]}" if found and "//" not in line else line


def comment_nodes(text, language):
    """Paragraphs, and code where lines are indented by two columns and more."""
    found, words, code = [], [], []

    def end_words():
        if words:
            found.append(nodes.paragraph("", "", *inline_text(" ".join(words))))
            words.clear()

    def end_code():
        while code and not code[-1].strip():
            code.pop()
        if code:
            margin = min(len(line) - len(line.lstrip()) for line in code if line.strip())
            lines = "\n".join(commented(line[margin:]) if language == "cpp" else line[margin:] for line in code)
            found.append(nodes.literal_block(lines, lines, language=language, force=True))
            code.clear()

    for line in entities.without_commands(text).split("\n"):
        if re.match(r"  +\S", line) or (code and not line.strip()):
            end_words()
            code.append(line)
        else:
            end_code()
            if not line.strip():
                end_words()
            else:
                words.append(line.strip())
    end_words()
    end_code()
    return found


class Description:
    """The XML of a description as nodes."""

    def __init__(self, language, link):
        self.language, self.link = language, link

    def blocks(self, element):
        found, words = [], []

        def end():
            if any(not isinstance(word, nodes.Text) or word.strip() for word in words):
                found.append(nodes.paragraph("", "", *words))
            words.clear()

        def text(value):
            if value:
                words.append(nodes.Text(re.sub(r"\s+", " ", value)))

        text(element.text)
        for child in element:
            if (block := self.block(child)) is not None:
                end()
                found += block
            else:
                words.append(self.inline(child))
            text(child.tail)
        end()
        return found

    def block(self, child):
        """The nodes of a block; None if the element stands in a line."""
        if child.tag in ("para", "sect1", "sect2", "internal", "parblock"):
            return self.blocks(child)
        if child.tag in ("programlisting", "verbatim", "preformatted"):
            return [self.code(child)]
        if child.tag in ("itemizedlist", "orderedlist"):
            made = nodes.bullet_list() if child.tag == "itemizedlist" else nodes.enumerated_list()
            made += [nodes.list_item("", *self.blocks(item)) for item in child.findall("listitem")]
            return [made]
        if child.tag == "simplesect":
            return [self.field(child.get("kind").capitalize(), self.blocks(child))]
        if child.tag == "parameterlist":
            return [self.parameters(child)]
        if child.tag in ("title", "anchor"):
            return []
        return None

    def code(self, child):
        if child.tag == "programlisting":
            lines = ["".join(" " if part.tag == "sp" else (part.text or "") for part in self.flattened(line))
                     for line in child.findall("codeline")]
            text = "\n".join(lines)
        else:
            text = "".join(child.itertext())
        text = text.strip("\n")
        return nodes.literal_block(text, text, language=self.language, force=True)

    def flattened(self, line):
        """The pieces of a line of a listing: elements that have a text, without children."""
        for part in line.iter():
            if part is not line:
                yield part
                if part.tail and part.tail.strip():
                    made = type(part)("text")
                    made.text = part.tail
                    yield made

    def field(self, title, blocks):
        names = {"Return": "Returns", "See": "See", "Pre": "Required", "Note": "Note", "Warning": "Warning"}
        return nodes.definition_list("", nodes.definition_list_item(
            "", nodes.term("", names.get(title, title)), nodes.definition("", *blocks)), classes=["described"])

    def parameters(self, child):
        made = nodes.definition_list(classes=["described"])
        title = {"templateparam": "Template parameters", "retval": "Returned values"}.get(child.get("kind"), "Parameters")
        rows = nodes.bullet_list()
        for item in child.findall("parameteritem"):
            names = ", ".join(entities.flat(name) for name in item.iter("parametername"))
            text = self.blocks(item.find("parameterdescription")) or [nodes.paragraph()]
            text[0][0:0] = [nodes.literal(names, names), nodes.Text(": ")]
            rows += nodes.list_item("", *text)
        made += nodes.definition_list_item("", nodes.term("", title), nodes.definition("", rows))
        return made

    def inline(self, child):
        text = re.sub(r"\s+", " ", "".join(child.itertext()))
        if child.tag == "computeroutput":
            return nodes.literal(text, text)
        if child.tag == "emphasis":
            return nodes.emphasis(text, text)
        if child.tag == "bold":
            return nodes.strong(text, text)
        if child.tag == "ulink":
            return nodes.reference(text, text, refuri=child.get("url"))
        if child.tag == "ref" and (target := self.link(child.get("refid"))):
            return nodes.reference(text, text, refuri=target, internal=True)
        return nodes.Text({"ndash": "-", "mdash": "-"}.get(child.tag, text))


class Header(Directive):
    required_arguments = 2

    def run(self):
        env = self.state.document.settings.env
        self.env, (self.language, header) = env, self.arguments
        book = env.app.hashlane_books[self.language]
        env.note_dependency(str(book.folder / header))
        self.domain, self.page = env.get_domain("hashlane"), env.docname
        self.describe = Description(self.language, self.link)
        found = comment_nodes(book.overview(header), self.language)
        if header == "hashlane_typed.h":  # what the macros declare is described above them
            comments = re.findall(r"^/\*.*?\*/", "\n".join(book.lines(header)), re.S | re.M)[2:]
            for comment in (each for each in comments if not entities.FORMAT_MARK.search(each)):
                found += comment_nodes(entities.block_text(comment), self.language)
        return found + self.groups(book.entities[header], "")

    def link(self, refid):
        target = self.env.app.hashlane_targets.get((self.language, refid))
        if not target:
            return None
        return self.env.app.builder.get_relative_uri(self.page, target[0]) + "#" + target[1]

    def groups(self, members, outer):
        """Entities in their order; those that share a comment are described once."""
        found, last = [], None
        for entity in members:
            shared = last is not None and entity.comment and last[0].comment and entity.comment[0] == last[0].comment[0]
            if shared and not entity.members and not last[0].members:
                last[1].insert(len(last[1].children) - 1, self.signature(entity, outer))
                continue
            made = self.described(entity, outer)
            found.append(made)
            last = (entity, made)
        return found

    def signature(self, entity, outer):
        made = addnodes.desc_signature(entity.declaration, "", classes=["api"])
        made["ids"].append(entity.anchor)
        made["is_multiline"] = False
        listed = not outer and not (entity.kind == "function" and entity.header == "hashlane_typed.h")
        made["_toc_name"] = (entity.name + "()" * (entity.kind == "function")) * listed
        made["_toc_parts"] = tuple(entity.name.split("::"))
        made["fullname"] = entity.name
        self.state.document.note_explicit_target(made)
        self.domain.add(entity, self.page)
        self.fill(made, entity)
        return made

    def fill(self, made, entity):
        """The declaration, with its name and its keywords marked."""
        text, name = entity.declaration, entity.name.rpartition("::")[2]
        name = entity.name if f" {entity.name}" in text else name
        signature, made = made, nodes.inline(classes=["declaration"])
        signature += made
        at = re.search(rf"(?<![\w:]){re.escape(name)}(?=\W|$)(?:(?=\s*\()|(?!.*\b{re.escape(name)}\s*\())", text, re.S)
        start, end = at.span() if at else (len(text), len(text))
        for part, is_name in ((text[:start], False), (text[start:end], True), (text[end:], False)):
            if is_name:
                made += addnodes.desc_name(part, part)
                continue
            last = 0
            for word in KEYWORDS.finditer(part):
                made += nodes.Text(part[last:word.start()])
                made += addnodes.desc_sig_keyword(word[0], word[0])
                last = word.end()
            made += nodes.Text(part[last:])

    def described(self, entity, outer):
        made = addnodes.desc(domain="hashlane", objtype=entity.kind, desctype=entity.kind,
                             classes=["hashlane", entity.kind])
        made["no-index"] = made["noindex"] = False
        made += self.signature(entity, outer)
        content = addnodes.desc_content()
        for element in entity.described:
            content += self.describe.blocks(element)
        if entity.comment:
            content += comment_nodes(entity.comment[1], self.language)
        if entity.values:
            content += self.values(entity)
        content += self.groups(entity.members, entity.name)
        made += content
        return made

    def values(self, entity):
        rows = nodes.bullet_list(classes=["values"])
        for name, initializer, described, comment in entity.values:
            text = f"{name} {initializer}".strip()
            row = nodes.paragraph("", "", nodes.literal(text, text))
            blocks = [block for element in described for block in self.describe.blocks(element)]
            if blocks and isinstance(blocks[0], nodes.paragraph):
                row += [nodes.Text(": "), *blocks.pop(0).children]
            elif comment:
                row += [nodes.Text(": "), *inline_text(comment)]
            rows += nodes.list_item("", row, *blocks)
        return rows


class Book:
    """The headers of one language and what they declare."""

    def __init__(self, folder, found):
        headers = entities.Headers(folder)
        self.folder, self.entities, self.overview, self.lines = folder, found, headers.overview, headers.lines


def page_of(language, header):
    return f"reference/{language}/" + re.sub(r"\.h(?:pp)?$", "", header)


def note_targets(targets, language, header, members):
    for entity in members:
        targets[language, entity.refid] = (page_of(language, header), entity.anchor)
        note_targets(targets, language, header, entity.members)


def read_books(app):
    xml = pathlib.Path(app.config.hashlane_doxygen)
    app.hashlane_books = {"cpp": Book(entities.ROOT / "include" / "hashlane", entities.cpp(xml / "cpp" / "xml")),
                          "c": Book(entities.ROOT / "faces" / "c", entities.c(xml / "c" / "xml"))}
    app.hashlane_targets = {}
    for language, book in app.hashlane_books.items():
        for header, members in book.entities.items():
            note_targets(app.hashlane_targets, language, header, members)


def let_title_break(app, page, template, context, doctree):
    """On a phone the path of a header is broken behind a slash, not within a word."""
    if page.startswith("reference/") and "body" in context:
        context["body"] = re.sub(r"(?<=<h1>)[^<]*", lambda title: title[0].replace("/", "/<wbr>"), context["body"], count=1)


def setup(app):
    app.add_config_value("hashlane_doxygen", "", "env")
    app.add_domain(HashlaneDomain)
    app.add_directive("header", Header)
    app.connect("builder-inited", read_books)
    app.connect("html-page-context", let_title_break)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
