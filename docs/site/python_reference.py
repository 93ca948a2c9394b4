# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes the reference of the Python package: names and types from its stubs, texts from the docstrings in the sources of
the extension module and in the modules of Python. Nothing is imported.
"""
import ast
import collections
import pathlib
import re

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "faces" / "python"
LITERALS = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
MARK = "# What the registry brings"
SECTIONS = (
    ("Objects that hash", ("Hash", "SizedHash", "Xof", "Mac", "Reader")),
    ("Functions for messages", ("new", "digest", "file_digest", "import_state")),
    ("Many messages", ("digest_many", "row_digest", "Digests")),
    ("One message in ranges", ("Ranges",)),
    ("Derived keys", ("hkdf", "hkdf_extract", "hkdf_expand", "pbkdf2_hmac", "pbkdf2_hmac_many")),
    ("Merkle trees", ("MerkleTree", "MerkleStream", "merkle_root", "merkle_verify", "merkle_verify_consistency",
                      "InvalidProof")),
    ("Transcripts", ("transcript_suites", "transcript_session", "Prover", "Verifier")),
)


def joined(literals):
    """The text of adjacent string literals of C++."""
    return "".join(ast.literal_eval(literal) for literal in re.findall(r'"(?:[^"\\]|\\.)*"', literals))


class Docstrings:
    """What the sources of the extension module say of a name."""

    def __init__(self):
        self.callables, self.attributes, self.classes, self.homes = collections.defaultdict(list), {}, {}, {}
        for path in sorted((PACKAGE / "core").glob("*.[ch]pp")):
            self.read(path.name, re.sub(r"^\s*//.*$", "", path.read_text("utf-8"), flags=re.M))
        text = (PACKAGE / "hashlane" / "_files.py").read_text("utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and ast.get_docstring(node):
                self.callables[node.name].append(("_files.py", [], ast.get_docstring(node)))

    def read(self, file, text):
        for found in re.finditer(LITERALS, text):
            signature, mark, doc = joined(found[1]).partition("\n--\n\n")
            if mark and re.match(r"\w+\(", signature):
                name, _, arguments = signature.partition("(")
                names = re.findall(r"(?:^|, )(?!\$)(\w+)", arguments.rstrip(")"))
                self.callables[name].append((file, names, doc))
        for found in re.finditer(r'"hashlane\.(\w+)",\s*' + LITERALS, text):
            self.classes[found[1]] = joined(found[2])
        for found in re.finditer(r'"hashlane\.(\w+)"', text):
            self.homes[found[1]] = file
        for found in re.finditer(r'\{"(\w+)",\s*[\w:<>&]+,\s*nullptr,\s*' + LITERALS, text):
            self.attributes[file, found[1]] = joined(found[2])

    def of(self, name, parameters, home=""):
        candidates = self.callables.get(name, [])
        for same in (lambda c: c[0] == home and c[1] == parameters, lambda c: c[0] == home and home,
                     lambda c: c[1] == parameters):
            if found := [c for c in candidates if same(c)]:
                return found[0][2]
        return candidates[0][2] if len(candidates) == 1 else ""

    def of_class(self, name):
        return self.classes.get(name) or next((doc for _, _, doc in self.callables.get(name, [])), "")


def escaped(text):
    """Plain text as reStructuredText: what stands in backquotes is code."""
    parts = re.split(r"`([^`]*)`", text)
    plain = [re.sub(r"([*_|\\<>])", r"\\\1", part) if n % 2 == 0 else f"``{part}``" for n, part in enumerate(parts)]
    return "\\ ".join(plain) if len(plain) > 1 else plain[0]


def doc_lines(doc):
    """Paragraphs. The text of a parameter (`length: bytes of a tag`) begins one."""
    for paragraph in re.split(r"\n\s*\n|\n(?=\w+: )", doc.strip()):
        yield from ("", escaped(" ".join(line.strip() for line in paragraph.splitlines())))


def directive(kind, signature, doc, indent="", members=()):
    yield from ("", f"{indent}.. py:{kind}:: {signature}", *(f"{indent}   {option}" for option in members))
    for line in doc_lines(doc) if doc else ():
        yield f"{indent}   {line}" if line else ""


def signature(function, method):
    arguments = function.args
    shown = ast.arguments(posonlyargs=list(arguments.posonlyargs), args=list(arguments.args), vararg=arguments.vararg,
                          kwonlyargs=arguments.kwonlyargs, kw_defaults=arguments.kw_defaults, kwarg=arguments.kwarg,
                          defaults=arguments.defaults)
    if method:
        (shown.posonlyargs or shown.args).pop(0)
    returned = ast.unparse(function.returns) if function.returns else "None"
    return f"({ast.unparse(shown)}) -> {returned}"


def names_of(function):
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return [each.arg for each in every if each.arg not in ("self", "cls")]


def decorators(function):
    return {ast.unparse(each) for each in function.decorator_list}


def is_special(name):
    return name.startswith("_") and name not in ("__len__", "__getitem__", "__enter__", "__exit__", "__buffer__")


class Stubs:
    def __init__(self, text):
        self.docs = Docstrings()
        self.nodes = collections.defaultdict(list)
        for node in ast.parse(text).body:
            name = getattr(node, "name", None) or (node.target.id if isinstance(node, ast.AnnAssign) else "")
            if name:
                self.nodes[name].append(node)
        files = (PACKAGE / "hashlane" / "_files.pyi").read_text("utf-8")
        self.nodes["file_digest"] = [n for n in ast.parse(files).body if getattr(n, "name", "") == "file_digest"]
        self.first_of_registry = text.index(MARK)
        marked = text[:self.first_of_registry].count("\n")
        self.from_registry = [name for name, nodes in self.nodes.items()
                              if nodes[0].lineno > marked and name != "file_digest"]

    def public(self):
        return [name for name in self.nodes if not name.startswith("_") and name != "__all__"] + ["__version__"]

    def members(self, node):
        """(name, declarations) of a class and of those private classes that it is made of."""
        found = collections.defaultdict(list)
        bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id in self.nodes]
        for each in [node, *(m for base in bases for m in self.lineage(base))]:
            for member in each.body:
                name = getattr(member, "name", None) or getattr(getattr(member, "target", None), "id", None)
                if name and not any(owner is not each for owner, _ in found[name]):
                    found[name].append((each, member))
        return {name: [member for _, member in rows] for name, rows in found.items() if not is_special(name)}

    def lineage(self, name):
        node = self.nodes[name][0]
        yield node
        for base in node.bases:
            if isinstance(base, ast.Name) and base.id in self.nodes:
                yield from self.lineage(base.id)

    def write_class(self, name):
        node = self.nodes[name][0]
        new = next((m for m in node.body if getattr(m, "name", "") == "__new__"), None)
        if new is None:
            new = next((m for each in self.lineage(name) for m in each.body if getattr(m, "name", "") == "__new__"), None)
        is_error = name.startswith(("Invalid", "Proof"))
        arguments = signature(new, True).partition(") -> ")[0] + ")" if new else ""
        yield from directive("exception" if is_error else "class", name + arguments, self.docs.of_class(name))
        for member, declared in self.members(node).items():
            yield from self.write_member(self.home(name), member, declared)

    def home(self, name):
        return self.docs.homes.get(name, "aead.cpp" if any(n.name == "_AEAD" for n in self.lineage(name)) else "")

    def write_member(self, home, name, declared):
        first = declared[0]
        if isinstance(first, ast.AnnAssign):
            yield from directive("attribute", name, self.docs.attributes.get((home, name), ""), "   ",
                                 [f":type: {ast.unparse(first.annotation)}", ":no-contents-entry:"])
        elif "property" in decorators(first):
            yield from directive("property", name, self.docs.attributes.get((home, name), ""), "   ",
                                 [f":type: {ast.unparse(first.returns)}", ":no-contents-entry:"])
        else:
            options = [":no-contents-entry:"] + [":classmethod:"] * ("classmethod" in decorators(first))
            yield from self.write_function("method", name, declared, home, "   ", options)

    def write_function(self, kind, name, declared, home="", indent="", options=()):
        head = f"{indent}.. py:{kind}:: "
        method = kind == "method"
        lines = [name + signature(each, method) for each in declared]
        doc = self.docs.of(name, names_of(declared[0]), home)
        yield from ("", head + lines[0], *(" " * len(head) + line for line in lines[1:]))
        yield from (f"{indent}   {option}" for option in options)
        for line in doc_lines(doc) if doc else ():
            yield f"{indent}   {line}" if line else ""

    def write(self, name):
        first = self.nodes[name][0]
        if isinstance(first, ast.ClassDef):
            yield from self.write_class(name)
        elif isinstance(first, ast.FunctionDef):
            options = [":no-contents-entry:"] * (name in self.from_registry)
            yield from self.write_function("function", name, self.nodes[name], options=options)
        else:
            yield from directive("data", name, "", members=[f":type: {ast.unparse(first.annotation)}"])


def heading(text):
    return ["", text, "-" * len(text)]


def page():
    stubs = Stubs((PACKAGE / "hashlane" / "__init__.pyi").read_text("utf-8"))
    lines = ["Python", "======", "", ".. py:currentmodule:: hashlane", "",
             "The package :doc:`follows hashlib </faces/python/README>`. This page lists every public name with its types.", ""]
    named = {name for _, names in SECTIONS for name in names} | set(stubs.from_registry)
    for title, names in SECTIONS:
        lines += heading(title)
        for name in names:
            lines += stubs.write(name)
    lines += heading("Everything else")
    for name in stubs.public():
        if name not in named:
            lines += stubs.write(name)
    lines += heading("A function or class for each algorithm")
    lines += ["", "Each registered name with underscores is a function that gives an object of one of the types above; "
              "an AEAD is a class. ``hashlane.algorithms`` describes each of them."]
    for name in stubs.from_registry:
        lines += stubs.write(name)
    return "\n".join(lines) + "\n"
