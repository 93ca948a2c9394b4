#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The site of docs/site: it builds without a warning; every public function of C++, C and Python and every name that the
module exports is in its reference; examples in comments use names that exist; every link within it leads to a page and an
anchor that are there; every example of its guides is taken from a file that a test runs. First finds what is planted: a
function that no page has, dead links, an example of no file. `--built` takes the site as it was built last.
"""
import ast
import collections
import fnmatch
import html.parser
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
HTML = ROOT / "build" / "docs" / "html"
SITE = ROOT / "docs" / "site"
STUB = ROOT / "faces" / "python" / "hashlane" / "__init__.pyi"
sys.path[:0] = [str(ROOT / "tests" / "constant_time"), str(ROOT / "tests" / "support"), str(SITE)]
import entities  # noqa: E402
import functions  # noqa: E402
from steps import closing_line, report  # noqa: E402

# Where examples may be taken from, and the script whose suite runs those files.
TESTED = (("examples/*.cpp", "tests/readmes/readmes.py"), ("examples/shell/*.sh", "tests/readmes/readmes.py"),
          ("examples/c/*.c", "tests/c/c.py"), ("examples/python/*.py", "tests/python/test_package.py"),
          ("faces/rust/examples/*.rs", "tests/rust/rust.py"), ("tests/uses/find_package/CMakeLists.txt", "tests/uses/uses.py"))

# Overloads that differ in a constraint of a template alone, of which Doxygen keeps one: how many there are.
MERGED = {"many/digest_many.hpp hash_pairs(in, out, wanted)": 2}


class Page(html.parser.HTMLParser):
    """The anchors, links and signatures of a page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.signatures, self.open, self.text = set(), [], [], None, ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids |= {given[name] for name in ("id", "name") if given.get(name)}
        self.links += [given[name] for name in ("href", "src") if given.get(name)]
        if tag == "dt" and "sig" in (given.get("class") or "").split():
            self.open = [given.get("id", ""), ""]

    def handle_endtag(self, tag):
        if tag == "dt" and self.open:
            self.signatures.append(tuple(self.open))
            self.open = None

    def handle_data(self, data):
        self.text += data
        if self.open:
            self.open[1] += data


def read_pages():
    return {path.relative_to(HTML).as_posix(): Page(path.read_text("utf-8")) for path in sorted(HTML.rglob("*.html"))
            if path.relative_to(HTML).parts[0] not in ("rust", "page")}


def documented(page):
    """Class::name(parameters) of each function on a page of the reference of C++, and how often it is there."""
    found = collections.Counter()
    for anchor, text in page.signatures:
        declared = functions.function_of(functions.declaration_at(functions.tokens(text.rstrip("¶#\n ")), 0)[0])
        if declared:
            name = re.sub(r"-\d+$", "", anchor).replace(".", "::")
            found[f"{name}({', '.join(declared[1])})"] += 1
    return found


def as_shown(text):
    """A header as the reference has it: the branches for a hosted library, and what is defined outside its class once."""
    branches = r"^#if (?:HASHLANE_HOSTED|defined\(PTHREAD_CANCEL_DISABLE\))\n((?:(?!#if)[^\n]*\n)*?)#else\n.*?^#endif"
    text = re.sub(branches, r"\1", text, flags=re.S | re.M)
    return re.sub(r"^inline \w+ \w+::\w+\(", "friend void defined_outside(", text, flags=re.M)


def missing_cpp(texts, pages):
    """(number of functions, those that the reference lacks)"""
    wanted, missing = 0, []
    for header, text in texts.items():
        page = pages.get("reference/cpp/" + header.replace(".hpp", ".html"))
        there = documented(page) if page else collections.Counter()
        of_header = collections.Counter(functions.functions_of(as_shown(text)))
        for function, n in of_header.items():
            if MERGED.get(f"{header} {function}") == n:
                n = 1
            wanted += n
            missing += [f"{header} {function}"] * (there[function] < n)
    return wanted, missing


def cut_overviews(texts, pages):
    """(number of headers with an overview, those whose line in the index of C++ does not begin as the overview does)"""
    page, count, cut = pages.get("reference/cpp/index.html"), 0, []
    shown = " ".join(page.text.split()) if page else ""
    for header, text in texts.items():
        overview = re.search(r"^#pragma once\n((?:[ ]*//[^\n]*\n)+)", text, re.M)
        comment = re.sub(r"^\s*//[/!]?<?(?: *[@\\]file\b.*)?|`", "", overview[1], flags=re.M) if overview else ""
        words = re.split(r"(?<=\.)\s", comment.strip())[0].rstrip(".:;").split()
        count += bool(words)
        cut += [header] * bool(words and f"{header}: {' '.join(words[:2])}" not in shown)
    return count, cut


def missing_names(exported, pages):
    """(number of names, those of the C++20 module that the reference of C++ lacks)"""
    there = {re.sub(r"-\d+$", "", anchor) for name, page in pages.items() if name.startswith("reference/cpp/")
             for anchor, _ in page.signatures}
    return len(exported), sorted(name for name in exported if name.replace("::", ".") not in there)


def unknown_names(texts, exported):
    """(number of names hl::NAME in the comments of headers, those that the C++20 module does not export)"""
    known, count, wrong = {name.partition("::")[0] for name in exported}, 0, []
    for header, text in texts.items():
        for comment in re.findall(r"^[ ]*//.*$", text, re.M):
            names = re.findall(r"\bhl::(\w+)", comment)
            count += len(names)
            wrong += [f"{header}: {name}: {comment.strip()}" for name in names if name not in known]
    return count, wrong


def abi_list():
    return sorted((ROOT / "tests" / "c" / "abi").glob("*.txt"))[-1].read_text("utf-8")


def missing_c(listed, pages):
    """The same for the functions that libhashlane exports."""
    wanted = re.findall(r"^function .*?\b(hashlane_\w+)\(", listed, re.M)
    there = {anchor for name, page in pages.items() if name.startswith("reference/c/") for anchor, _ in page.signatures}
    return len(wanted), [name for name in wanted if name not in there]


def python_names(stub):
    """hashlane.name and hashlane.Class.name of everything public that the stub declares."""
    for node in ast.parse(stub).body:
        name = getattr(node, "name", None) or getattr(getattr(node, "target", None), "id", "_")
        if name.startswith("_"):
            continue
        yield f"hashlane.{name}"
        for member in node.body if isinstance(node, ast.ClassDef) else ():
            inner = getattr(member, "name", None) or getattr(getattr(member, "target", None), "id", "_")
            if not inner.startswith("_"):
                yield f"hashlane.{name}.{inner}"


def missing_python(stub, pages):
    wanted = set(python_names(stub))
    page = pages.get("reference/python.html")
    return len(wanted), sorted(wanted - (page.ids if page else set()))


def dead_links(pages, exists):
    """(number of links, those that lead nowhere)"""
    count, dead = 0, []
    for name, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            path = urllib.parse.unquote(parts.path)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            anchor = urllib.parse.unquote(parts.fragment)
            if target in pages:
                if anchor and anchor not in pages[target].ids:
                    dead.append(f"{name}: no anchor {link}")
            elif not exists(target):
                dead.append(f"{name}: nothing is at {link}")
    return count, dead


def outside(pages):
    """What a page would load from another host."""
    for name, page in pages.items():
        for link in page.links:
            if link.endswith((".js", ".css", ".png", ".svg", ".woff2")) and urllib.parse.urlsplit(link).netloc:
                yield f"{name}: {link}"


def untested(name, text):
    """The examples of a page of docs/site that are not taken from a file that a test runs."""
    for block in re.findall(r"^```(.*?)^```[ ]*$", text, re.S | re.M):
        first = block.splitlines()[0]
        taken = re.fullmatch(r"\{literalinclude\} /(\S+)", first)
        if not taken:
            yield f"{name}: an example that stands on the page itself: {first}"
        elif not (ROOT / taken[1]).is_file() or not any(fnmatch.fnmatchcase(taken[1], pattern) for pattern, _ in TESTED):
            yield f"{name}: no test runs {taken[1]}"


def guides():
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in sorted(SITE.rglob("*.md"))}


def planted(pages):
    texts = functions.headers()
    added = texts["hex.hpp"] + "namespace hashlane {\nint planted(int number);\n}\n"
    yield "a new function of C++", missing_cpp({"hex.hpp": added}, pages)[1] == ["hex.hpp planted(number)"]
    changed = texts["by_name/mac.hpp"].replace("tag_into(octets_out out)", "tag_into(octets_out out, int salt)")
    found = missing_cpp({"by_name/mac.hpp": changed}, pages)[1]
    yield "a new parameter", found == ["by_name/mac.hpp any_mac::tag_into(out, salt)"]
    found = missing_cpp({"new.hpp": "int planted(int number);"}, pages)[1]
    yield "a header without a page", found == ["new.hpp planted(number)"]
    yield "a new name of the module", missing_names({"sha256", "planted"}, pages)[1] == ["planted"]
    found = unknown_names({"a.hpp": "/// hl::sha256 h;  hl::sha_256 g;\nhl::not_a_comment x;\n"}, {"sha256"})
    yield "an unknown name in an example", found == (2, ["a.hpp: sha_256: /// hl::sha256 h;  hl::sha_256 g;"])
    texts = {"a.hpp": "#pragma once\n/// \\file\n/// Two words.\n", "b.hpp": "#pragma once\n// Two words.\n", "c.hpp": ""}
    index = {"reference/cpp/index.html": Page("<p>a.hpp: words. b.hpp: Two\nwords.</p>")}
    yield "an overview whose first word is cut off", cut_overviews(texts, index) == (2, ["a.hpp"])
    listed = "function const char *hashlane_planted(int)\n"
    yield "a new function of C", missing_c(listed, pages)[1] == ["hashlane_planted"]
    stub = STUB.read_text("utf-8") + "\ndef planted() -> None: ...\n"
    yield "a new function of Python", missing_python(stub, pages)[1] == ["hashlane.planted"]
    begins = "class Xof(_AnyLength, _Unkeyed):\n"
    stub = STUB.read_text("utf-8").replace(begins, begins + "    def planted(self): ...\n")
    yield "a new method of Python", missing_python(stub, pages)[1] == ["hashlane.Xof.planted"]
    page = Page('<a href="gone.html">x</a><a href="b.html#gone">x</a><a href="#gone">x</a><a href="b.html#here">x</a>'
                '<img src="no.png">')
    dead = dead_links({"a.html": page, "b.html": Page('<p id="here">')}, lambda target: False)
    yield "dead links", dead[0] == 5 and len(dead[1]) == 4
    yield "a script of another host", list(outside({"a.html": Page('<script src="https://example.org/a.js"></script>')}))
    yield "an example on the page", list(untested("a.md", "```cpp\nint x;\n```\n"))
    yield "an example that no test runs", list(untested("a.md", "```{literalinclude} /tools/setup.sh\n```\n"))
    yield "an example that is tested", not list(untested("a.md", "```{literalinclude} /examples/aead.cpp\n```\n"))


def check(name, count, wrong):
    report(name, 0 if wrong else count, len(wrong), "\n" + "\n".join(wrong[:40]) if wrong else f"{count} of {count}")


def main():
    if "--built" not in sys.argv[1:]:
        done = subprocess.run([sys.executable, SITE / "build.py"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        report("the site is built", done.returncode == 0, done.returncode != 0, done.stdout)
        if done.returncode:
            return closing_line()
    pages = read_pages()
    for name, good in planted(pages):
        report(f"planted: {name}", bool(good), not good)
    check("functions of C++", *missing_cpp(functions.headers(), pages))
    check("names of the C++20 module", *missing_names(entities.exported_names(), pages))
    texts = {name: (functions.HEADERS / name).read_text("utf-8") for name in entities.headers()}
    check("names in examples of headers", *unknown_names(texts, entities.exported_names()))
    check("overviews in the index of C++", *cut_overviews(functions.headers(), pages))
    check("functions of C", *missing_c(abi_list(), pages))
    check("names of Python", *missing_python(STUB.read_text("utf-8"), pages))
    check("links", *dead_links(pages, lambda target: (HTML / target).is_file()))
    check("nothing comes from other hosts", len(pages), list(outside(pages)))
    texts = guides()
    check("examples come from tested files", len(texts),
          [line for name, text in texts.items() for line in untested(name, text)])
    check("scripts run what examples are taken from", len(TESTED),
          [script for _, script in TESTED if not (ROOT / script).is_file()])
    index = (HTML / "searchindex.js").read_text("utf-8") if (HTML / "searchindex.js").is_file() else ""
    sought = ("digest_into", "hashlane_digest", "digest_many")
    check("the search knows functions", len(sought), [name for name in sought if name not in index])
    if shutil.which("cargo"):
        check("the reference of Rust", 1, [] if (HTML / "rust" / "hashlane" / "index.html").is_file() else ["it is not there"])
    wasm = all(shutil.which(name) for name in ("clang++-19", "wasm-ld-19", "wasm-opt"))
    if wasm and pathlib.Path("/usr/lib/wasm32-wasi/libc++.a").is_file():
        text = (HTML / "page" / "hashlane.html").read_text("utf-8") if (HTML / "page").is_dir() else ""
        check("the web page", 1, [] if "Content-Security-Policy" in text else ["it is not there"])
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
