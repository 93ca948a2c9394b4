# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Lays out the sources of the site: the pages of the repository under their paths, the guides, and a page for each header.

A link of a page leads to the page of the site for that file: a Markdown page, the reference of a header, or else a page
that shows the file. A link to a file that is not there is an error.
"""
import os
import pathlib
import posixpath
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
import entities  # noqa: E402
import python_reference  # noqa: E402


def figures():
    """The pages of docs/bench: the first run, one page for each other processor, and what the library costs to build."""
    found = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "bench").rglob("*.md"))
    return sorted(found, key=lambda path: (path != "docs/bench/README.md", path == "docs/bench/BUILT.md"))


def integrations():
    """The pages of the programs that Hashlane extends: README.md of each folder of integrations/, and then its others."""
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "integrations").glob("*/*.md"))


# The pages of the repository that the site has, in the order of its contents.
PAGES = {
    "Learn": ("README.md", "docs/GUIDE.md", "docs/WAYS_IN.md", "docs/PACKAGES.md", "docs/MIGRATION.md", "faces/python/README.md",
              "faces/rust/README.md", "faces/js/README.md", *integrations(), "compat/README.md"),
    "Rules": ("docs/ROW.md", "docs/OVERLAP.md", "docs/CONTRACTS.md", "docs/FAULTS.md", "docs/SEAL.md", "docs/ACVP.md",
              "docs/FIPS140.md", "docs/VERSIONING.md", "docs/PLATFORMS.md"),
    "Measured": (*figures(), "bench/README.md", "docs/TUNING.md"),
    "Evidence": ("docs/SOUNDNESS.md", "tests/README.md", "tests/proofs/README.md", "tests/constant_time/README.md",
                 "docs/COVERAGE.md", "docs/MUTANTS.md", "docs/DIFFERENTIAL.md", "docs/FUZZING.md", "fuzz/README.md"),
    "Project": ("docs/ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"),
}
# What the contents call a page, where its own title would be misread there.
TITLES = {"README": "First programs", "docs/GUIDE": "All calls", "docs/bench/README": "The figures",
          "bench/README": "How it is measured", "docs/bench/BUILT": "Size, and time to compile",
          "faces/python/README": "The Python package", "faces/rust/README": "The Rust crate",
          "faces/js/README": "The npm package", "tests/README": "The tests",
          "docs/OVERLAP": "Buffers that overlap",
          "docs/CONTRACTS": "Mistakes that end a program", "CHANGELOG": "Changes"}
# Pages that others lead to.
PROCESSORS = sorted(f"docs/bench/{path.name}" for path in (ROOT / "docs" / "bench").glob("*.md")
                    if path.stem not in ("README", "BUILT"))
MORE_PAGES = ("examples/sumcheck/README.md", *PROCESSORS)
LANGUAGES = {".hpp": "cpp", ".cpp": "cpp", ".h": "c", ".c": "c", ".py": "python", ".rs": "rust", ".sh": "bash",
             ".toml": "toml"}
# A fenced block, a link or a picture, a piece of code: from the left, so that code is no link, and a link may show code.
PIECE = re.compile(r"^```.*?^```[ ]*$|(!?)\[((?:[^\]`]|`[^`\n]*`)*)\]\(([^)\s]+)\)|`[^`\n]*`", re.S | re.M)
PICTURES = (".png", ".svg")


class Stage:
    def __init__(self, folder):
        self.folder, self.wrong, self.shown = folder, [], set()
        self.pages = {path: path.removesuffix(".md") for paths in [*PAGES.values(), MORE_PAGES] for path in paths}
        for path in sorted((HERE / "guides").glob("*.md")):
            self.pages[f"docs/site/guides/{path.name}"] = f"guides/{path.stem}"
        self.pages["docs/site/index.md"] = "index"
        for header in entities.headers():
            self.pages[f"include/hashlane/{header}"] = "reference/cpp/" + header.removesuffix(".hpp")
        for path in sorted((ROOT / "faces" / "c").glob("hashlane*.h")):
            self.pages[f"faces/c/{path.name}"] = f"reference/c/{path.stem}"
        self.pages["faces/python/hashlane/__init__.pyi"] = "reference/python"
        self.pages["include/hashlane"] = "reference/cpp/index"

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")

    def copy(self, name):
        target = self.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_bytes() != (ROOT / name).read_bytes():
            shutil.copyfile(ROOT / name, target)

    def show(self, path):
        """The page that shows a file, or lists a folder."""
        page = f"files/{path}"
        if path in self.shown:
            return page
        self.shown.add(path)
        if (ROOT / path).is_dir():
            names = sorted(entry.name for entry in (ROOT / path).iterdir() if not entry.name.startswith((".", "__")))
            links = (self.link("", f"{path}/{name}", page) for name in names if name not in ("target", "build"))
            shown = ((posixpath.basename(file.removesuffix("/README.md")), link) for file, link in links)
            body = "\n".join(f"* [{name}]({link})" for name, link in shown)
        else:
            self.copy(path)
            language = LANGUAGES.get(posixpath.splitext(path)[1], "text")
            body = f"```{{literalinclude}} /{path}\n:language: {language}\n```"
        self.write(f"{page}.md", f"---\norphan: true\n---\n\n# {path}\n\n{body}\n")
        return page

    def link(self, base, target, page):
        """(path in the repository, link on the page of the site) of a link that stands in a file of the folder `base`."""
        path, mark, anchor = target.partition("#")
        path = posixpath.normpath(posixpath.join(base, path))
        if (ROOT / path / "README.md").is_file() and f"{path}/README.md" in self.pages:
            path += "/README.md"
        if not (ROOT / path).exists():
            self.wrong.append(f"{page}: there is no {target}")
            return path, target
        if path.endswith(PICTURES):
            self.copy(path)
            return path, posixpath.relpath(path, posixpath.dirname(page) or ".")
        staged = self.pages.get(path) or self.show(path)
        return path, posixpath.relpath(staged, posixpath.dirname(page) or ".") + self.suffix(staged) + mark + anchor

    def suffix(self, staged):
        return ".rst" if staged.startswith("reference/") else ".md"

    def translated(self, path, page):
        """A page of the repository with its links as the site has them."""
        text, base = (ROOT / path).read_text("utf-8"), posixpath.dirname(path)

        def replace(match):
            picture, shown, target = match.groups()
            if target is None or re.match(r"[a-z]+:|#", target):
                return match[0]
            return f"{picture}[{shown}]({self.link(base, target, page)[1]})"

        return PIECE.sub(replace, text)

    def included(self, text):
        """Copies the files that the examples of a page are taken from."""
        for path in re.findall(r"^```\{literalinclude\} /(\S+)", text, re.M):
            self.copy(path)

    def write_pages(self):
        for path, page in self.pages.items():
            if path.endswith(".md"):
                text = self.translated(path, page)
                self.included(text)
                orphan = "---\norphan: true\n---\n\n" * (path in MORE_PAGES)
                self.write(f"{page}.md", self.with_contents(text) if page == "index" else orphan + text)

    def with_contents(self, text):
        """The first page: after its text the contents of the site."""
        guides = [self.pages[path] for path in self.pages if path.startswith("docs/site/guides/")]
        order = re.findall(r"\]\((guides/[\w-]+)\.md\)", text)
        guides.sort(key=lambda name: order.index(name) if name in order else len(order))
        parts = {"Guides": guides, "Learn": [path.removesuffix(".md") for path in PAGES["Learn"]],
                 "Reference": ["reference/cpp/index", "reference/c/index", "reference/python", "reference/rust"],
                 "Use": ["web-page"]}
        parts |= {title: [path.removesuffix(".md") for path in paths] for title, paths in PAGES.items() if title != "Learn"}
        for title, pages in parts.items():
            text += f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(map(titled_entry, pages)) + "\n```\n"
        return text

    def write_references(self):
        overview = entities.Headers(ROOT / "include" / "hashlane")
        public = entities.headers()
        for header in public:
            self.write(f"reference/cpp/{header.removesuffix('.hpp')}.rst", header_page("cpp", header, f"hashlane/{header}"))
        self.write("reference/cpp/index.rst", index_of_headers(public, overview))
        of_c = [path.name for path in sorted((ROOT / "faces" / "c").glob("hashlane*.h"))]
        for header in of_c:
            self.write(f"reference/c/{header.removesuffix('.h')}.rst", header_page("c", header, header))
        about = titled("C", "The headers of libhashlane. ``man 3 hashlane`` has the same functions.")
        self.write("reference/c/index.rst", about + toctree([f"{header} <{header.removesuffix('.h')}>" for header in of_c]))
        self.write("reference/python.rst", python_reference.page())


def titled_entry(page):
    return f"{TITLES[page]} <{page}>" if page in TITLES else page


def titled(title, text, mark="="):
    return f"{title}\n{mark * len(title)}\n\n{text}\n"


def toctree(names, option=":maxdepth: 1"):
    return f"\n.. toctree::\n   {option}\n\n" + "".join(f"   {name}\n" for name in names)


def header_page(language, header, shown):
    return titled(shown, f".. header:: {language} {header}\n")


def first_sentence(text):
    words = " ".join(entities.without_commands(text).strip().partition("\n\n")[0].split())
    return python_reference.escaped(re.split(r"(?<=\.)\s", words)[0].rstrip(".:;"))


def index_of_headers(headers, overview):
    """The headers that programs include, then what they are made of."""
    folders = {}
    for header in headers:
        folders.setdefault(posixpath.dirname(header), []).append(header)
    text = titled("C++", "The headers, and what each declares. All names are in the namespace ``hashlane``. Programs include the "
                  "headers of the top level; the folders hold what those are made of.")
    for folder, members in folders.items():
        name = f"{folder}/" if folder else "Headers that programs include"
        text += "\n" + titled(name, "", "-")
        for header in members:
            about = first_sentence(overview.overview(header))
            text += f"* :doc:`{header} <{header.removesuffix('.hpp')}>`" + f": {about}" * bool(about) + "\n"
        text += toctree([f"{header} <{header.removesuffix('.hpp')}>" for header in members], ":hidden:")
    return text


RUST = """# Rust

The reference of the crate is written by rustdoc: <a href="../rust/hashlane/index.html">the crate hashlane</a>.
[Its README](../faces/rust/README.md) has examples and the features.
"""
WITHOUT_RUST = """# Rust

This copy of the site was built without cargo, so the reference of the crate is not part of it.
`cargo doc --open` in `faces/rust` makes it. [Its README](../faces/rust/README.md) has examples and the features.
"""


PAGE = """# The web page

<a href="page/hashlane.html">The web page</a> digests files, verifies lists, makes Merkle proofs, and seals and opens files. Nothing leaves the machine. It is one file: save it, and it works from the disk.
[The page of the npm package](faces/js/README.md#the-web-page) says what it can do.
"""
WITHOUT_PAGE = """# The web page

This copy of the site was built without a compiler for WebAssembly, so the web page is not part of it. `make js` builds it.
[The page of the npm package](faces/js/README.md#the-web-page) says what it can do.
"""


def lay_out(folder, with_rust, with_page):
    """Writes all sources into the folder; what is wrong with links."""
    stage = Stage(folder)
    shutil.rmtree(folder, ignore_errors=True)
    stage.write_pages()
    stage.write_references()
    stage.write("reference/rust.md", RUST if with_rust else WITHOUT_RUST)
    stage.write("web-page.md", PAGE if with_page else WITHOUT_PAGE)
    return stage.wrong
