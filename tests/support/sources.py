# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which code a figure was measured on: the commit, and the tree of the library's sources.

The tree is a short hash of the files below include/, src/ and faces/, but for pages (*.md), as they are in the working
tree, whether committed or not. Two commits with the same library have the same tree, so a figure stays of today when only
a text changes.
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
FOLDERS = ("include", "src", "faces")
UNKNOWN = "unknown"


def git(*words, root=ROOT, **more):
    """What git prints, or "" where it fails or is not there."""
    if not shutil.which("git"):
        return ""
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, **more)
    return done.stdout.strip() if done.returncode == 0 else ""


def commit(root=ROOT):
    """The commit, with `-dirty` where a tracked file differs from it."""
    return git("describe", "--always", "--abbrev=12", "--dirty", "--exclude=*", root=root) or UNKNOWN


def combined(listing):
    """One short hash of the files that `git ls-tree -r` or `git ls-files --stage` lists: of their modes, contents and paths."""
    listed = re.findall(r"^(\d{6}) .*?\b([0-9a-f]{40,64})\b.*?\t(.+)$", listing, re.M)
    counted = sorted(file for file in listed if not file[2].endswith(".md"))
    return hashlib.sha256(repr(counted).encode()).hexdigest()[:12] if counted else UNKNOWN


def check():
    """What changes the hash and what does not: {what: whether it is so}."""
    header, page = f"100644 blob {'a' * 40}\tinclude/x.hpp\n", f"100644 blob {'b' * 40}\tfaces/README.md\n"
    staged = f"100644 {'a' * 40} 0\tinclude/x.hpp\n"
    return {"a page does not change the tree": combined(header + page) == combined(header),
            "a header does": combined(header.replace("a" * 40, "c" * 40)) != combined(header),
            "a commit and the working tree have the same": combined(staged) == combined(header),
            "nothing has none": combined("") == UNKNOWN}


def tree_of(revision, root=ROOT):
    """The tree of a commit."""
    return combined(git("ls-tree", "-r", revision, "--", *FOLDERS, root=root))


def tree(root=ROOT):
    """The tree of the working tree: what git would commit now, files that it does not know yet among them."""
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, GIT_INDEX_FILE=str(pathlib.Path(folder) / "index"))
        git("add", "-A", "--", *FOLDERS, root=root, env=env)
        return combined(git("ls-files", "--stage", "--", *FOLDERS, root=root, env=env))


def stamp(root=ROOT):
    """The first line of a log: what is measured, and when."""
    return f"commit {commit(root)}, {datetime.datetime.now():%Y-%m-%d %H:%M}, tree {tree(root)}"


def page_line(trees=()):
    """The line of a page that a long run writes. trees: those of its parts, where a run goes on over several days."""
    trees = sorted(set(trees) or {tree()})
    return f"Measured on commit {commit()}, tree {trees[0] if len(trees) == 1 else 'mixed: ' + ' and '.join(trees)}."
