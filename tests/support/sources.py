# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which code a figure was measured on: the commit, and the tree of the library's sources.

The tree is a short hash of the files below include/, src/ and faces/, or of the first two alone, but for pages (*.md), as they are in the working
tree, whether committed or not. Comments and blank lines of C and C++ do not count. Two commits with the same code have the
same tree, so a figure stays of today when only a page or a comment changes.
"""
import datetime
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = ("include", "src")
FOLDERS = (*LIBRARY, "faces")
UNKNOWN = "unknown"
C_LIKE = (".c", ".h", ".cpp", ".hpp", ".cppm")
COMMENT_OR_OTHER = re.compile(r"""  # a comment, or what may hold the sign of one
    (?P<comment> // [^\n]* | /\* .*? \*/ )
    | R" (?P<mark> [^\s()\\"]{0,16} ) \( .*? \) (?P=mark) "  # a raw string
    | " (?: \\. | [^"\\\n] )* "
    | \b \d (?: '? [\w.] )*  # a number
    | ' (?: \\. | [^'\\\n] )+ '
    """, re.S | re.X)


def git(*words, root=ROOT, **more):
    """What git prints, or "" where it fails or is not there."""
    if not shutil.which("git"):
        return ""
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, **more)
    return done.stdout.strip() if done.returncode == 0 else ""


def commit(root=ROOT):
    """The commit, with `-dirty` where a tracked file differs from it."""
    return git("describe", "--always", "--abbrev=12", "--dirty", "--exclude=*", root=root) or UNKNOWN


def code(text):
    """The text of a file of C or C++ without comments, blank lines and spaces at the end of a line."""
    bare = COMMENT_OR_OTHER.sub(lambda found: " " if found["comment"] else found[0], text)
    return "\n".join(line.rstrip() for line in bare.splitlines() if line.strip())


def contents(names, root):
    """{object: its text} of objects of git."""
    asked = "".join(f"{name}\n" for name in names)
    done = subprocess.run(["git", "cat-file", "--batch"], cwd=root, input=asked.encode(), capture_output=True, check=True)
    found, rest = {}, done.stdout
    for name in names:
        head, _, rest = rest.partition(b"\n")
        size = int(head.split()[2])
        found[name], rest = rest[:size].decode(), rest[size + 1:]
    return found


def combined(listing, texts):
    """One short hash of the files that `git ls-tree -r` or `git ls-files --stage` lists: of their modes, contents and paths.
    texts: gives {object: its text} for a list of objects."""
    listed = re.findall(r"^(\d{6}) .*?\b([0-9a-f]{40,64})\b.*?\t(.+)$", listing, re.M)
    counted = sorted((file for file in listed if not file[2].endswith(".md")), key=lambda file: file[2])
    read = texts(sorted({name for mode, name, path in counted if path.endswith(C_LIKE) and mode.startswith("100")}))
    counted = [(mode, code(read[name]) if name in read else name, path) for mode, name, path in counted]
    return hashlib.sha256(repr(counted).encode()).hexdigest()[:12] if counted else UNKNOWN


def check():
    """What changes the hash and what does not: {what: whether it is so}."""
    texts = {"a" * 40: "int a = 1'000;  // one\n", "c" * 40: "int a = 1'001;  // one\n", "d" * 40: "/* a */\nint a = 1'000;\n\n"}

    def hash_of(listing):
        return combined(listing, lambda names: {name: texts[name] for name in names})
    header, page = f"100644 blob {'a' * 40}\tinclude/x.hpp\n", f"100644 blob {'b' * 40}\tfaces/README.md\n"
    other = f"100644 blob {'e' * 40}\tfaces/x.py\n"
    staged = f"100644 {'a' * 40} 0\tinclude/x.hpp\n"
    strings = """a("/*x", "\\"//", R"x(//)")x", '"', '\\'', 1'0); // b\n"""
    return {"a page does not change the tree": hash_of(header + page) == hash_of(header),
            "a header does": hash_of(header.replace("a" * 40, "c" * 40)) != hash_of(header),
            "a comment of a header does not": hash_of(header.replace("a" * 40, "d" * 40)) == hash_of(header),
            "a file of another language does": hash_of(header + other) != hash_of(header + other.replace("e" * 40, "f" * 40)),
            "the signs of a comment in a string are no comment": code(strings) == strings.removesuffix(" // b\n"),
            "a comment parts two words": code("a/**/b /* \n */ c") == "a b   c",
            "a commit and the working tree have the same": hash_of(staged) == hash_of(header.replace("blob ", "")),
            "nothing has none": hash_of("") == UNKNOWN}


def tree_of(revision, root=ROOT, folders=FOLDERS):
    """The tree of a commit."""
    return combined(git("ls-tree", "-r", revision, "--", *folders, root=root), lambda names: contents(names, root))


def tree(root=ROOT, folders=FOLDERS):
    """The tree of the working tree: what git would commit now, files that it does not know yet among them."""
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, GIT_INDEX_FILE=str(pathlib.Path(folder) / "index"))
        git("add", "-A", "--", *folders, root=root, env=env)
        return combined(git("ls-files", "--stage", "--", *folders, root=root, env=env), lambda names: contents(names, root))


def last_commit(root=ROOT, folders=FOLDERS):
    """The last commit that changed the folders, with `-dirty` where the working tree has others."""
    last = git("log", "-1", "--format=%h", "--abbrev=12", "--", *folders, root=root) or UNKNOWN
    return last if tree_of("HEAD", root, folders) == tree(root, folders) else f"{last}-dirty"


def stamp(root=ROOT):
    """The first line of a log: what is measured, and when."""
    return f"commit {commit(root)}, {datetime.datetime.now():%Y-%m-%d %H:%M}, tree {tree(root)}, library {tree(root, LIBRARY)}"


def page_line(trees=(), folders=LIBRARY):
    """The line of a page that a long run writes. trees: those of its parts, where a run goes on over several days."""
    trees = sorted(set(trees) or {tree(folders=folders)})
    return f"Measured on commit {last_commit(folders=folders)}, tree {trees[0] if len(trees) == 1 else 'mixed: ' + ' and '.join(trees)}."
