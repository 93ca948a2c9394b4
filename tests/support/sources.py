# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which code a figure was measured on: the commit, and the tree of the library's sources.

The tree is a short hash of the files below include/, src/ and faces/ as they are in the working tree, whether committed
or not. Two commits with the same library have the same tree, so a figure stays of today when only a text changes.
"""
import datetime
import hashlib
import os
import pathlib
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


def combined(objects):
    """One short hash of the git trees of FOLDERS."""
    if not all(objects):
        return UNKNOWN
    return hashlib.sha256("\n".join(objects).encode()).hexdigest()[:12]


def tree_of(revision, root=ROOT):
    """The tree of a commit."""
    return combined([git("rev-parse", f"{revision}:{folder}", root=root) for folder in FOLDERS])


def tree(root=ROOT):
    """The tree of the working tree: what git would commit now, files that it does not know yet among them."""
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, GIT_INDEX_FILE=str(pathlib.Path(folder) / "index"))
        git("add", "-A", "--", *FOLDERS, root=root, env=env)
        return combined([git("write-tree", f"--prefix={name}/", root=root, env=env) for name in FOLDERS])


def stamp(root=ROOT):
    """The first line of a log: what is measured, and when."""
    return f"commit {commit(root)}, {datetime.datetime.now():%Y-%m-%d %H:%M}, tree {tree(root)}"


def page_line(trees=()):
    """The line of a page that a long run writes. trees: those of its parts, where a run goes on over several days."""
    trees = sorted(set(trees) or {tree()})
    return f"Measured on commit {commit()}, tree {trees[0] if len(trees) == 1 else 'mixed: ' + ' and '.join(trees)}."
