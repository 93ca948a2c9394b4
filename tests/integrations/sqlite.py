#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The extension of SQLite, in the shell sqlite3 and in the sqlite3 module of Debian's Python: the vectors of hashlane_row, all
algorithms, errors, keys, limits, schemas; and the page integrations/sqlite/README.md, from its text alone."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import check_counted, check_prints, check_refused, closing_line, do, report, run  # noqa: E402

import pages  # noqa: E402
from artefacts import make_integrations  # noqa: E402

HERE = ROOT / "integrations" / "sqlite"
EXTENSION = ROOT / "build" / "integrations" / "sqlite" / "hashlane.so"
WORK = ROOT / "build" / "integrations" / "try"
PYTHON = "/usr/bin/python3"  # Debian's loads extensions; others may be built without that
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def check_reference():
    """The vectors are those that the reference computes, and it notices another one."""
    place = WORK / "row"
    place.mkdir()
    for name in ("reference.py", "vectors.json"):
        shutil.copy(ROOT / "integrations" / "row" / name, place)
    check_prints("the reference", "the vectors are those of the reference", sys.executable, place / "reference.py")
    text = (place / "vectors.json").read_text()
    (place / "vectors.json").write_text(text.replace("4d276dcc", "4d276dcd"))
    check_refused("planted: a changed vector", "differs from what the reference computes", sys.executable, place / "reference.py")


def check_library():
    """Only the entry point is exported, and only the C library is needed."""
    exported = do("nm", "nm", "-D", "--defined-only", EXTENSION)
    good = exported is not None and [line.split()[-1] for line in exported.splitlines()] == ["sqlite3_hashlane_init"]
    report("one exported symbol", good, not good, exported or "")
    needed = do("readelf", "readelf", "-d", EXTENSION)
    names = set(re.findall(r"\(NEEDED\).*\[(.*?)\.so", needed or ""))
    good = bool(names) and names <= {"libc", "libm", "ld-linux-x86-64", "ld-linux-aarch64"}
    report("needed libraries", good, not good, str(names))


def check_installed():
    prefix = WORK / "prefix"
    if do("install", "cmake", "--install", ROOT / "build", "--prefix", prefix) is not None:
        found = sorted(prefix.glob("**/sqlite/hashlane.so"))
        pages = [page for page in ("docs/ROW.md", "integrations/sqlite/README.md") if not list(prefix.glob(f"**/{page}"))]
        report("the extension is installed", len(found) == 1, len(found) != 1)
        report("its pages are installed", not pages, len(pages), str(pages or ""))
        if found:
            check_prints("the installed extension", ABC, "sqlite3", ":memory:", f".load {found[0].with_suffix('')}",
                         "SELECT hashlane_hex('sha256', 'abc')")


def check_shell():
    shell = ("sqlite3", "-batch", ":memory:", f".load {EXTENSION.with_suffix('')}")
    check_prints("a digest", ABC, *shell, "SELECT hashlane_hex('sha256', 'abc')")
    check_prints("as the shell's sha3", "0", *shell,
                 "WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 400), m AS (SELECT substr(hex(zeroblob(999)) || i, -i) AS x FROM c) "
                 "SELECT count(*) FROM m WHERE sha3(x, 256) <> hashlane_digest('sha3-256', x) OR sha3(x, 512) <> hashlane_digest('sha3-512', x)")
    check_refused("an unknown algorithm", "hashlane: no such algorithm: sha26; did you mean sha256\\?", *shell,
                  "SELECT hashlane_hex('sha26', 'abc')")
    check_refused("too few arguments", "wrong number of arguments to function hashlane_hex", *shell, "SELECT hashlane_hex('sha256')")


def wrong_page(page, place):
    """What the examples of the page do that it does not say; they run in a folder that has the folder build."""
    pages.fresh_place(place)
    for block in pages.blocks(page, "sh"):
        if block != "make integrations\n":  # make_integrations() ran it
            done = subprocess.run(["bash", "-e", "-c", block], cwd=place, capture_output=True, text=True)
            if done.returncode:
                yield f"{block}: {done.stderr}"
    yield from pages.wrong_examples(page, place, (("sql", ["sqlite3", "-batch", "-bail"], "--"), ("python", [PYTHON, "-"], "#")))


def check_page():
    changes = (("-- prints 0", "-- prints 1"), ("hashlane_hex('kt128', ?)", "hashlane_hex('kt12', ?)"), ("keys.txt\n", "key.txt\n"))
    pages.check_examples((HERE / "README.md").read_text(), WORK, wrong_page, changes)


def check_bench():
    """It runs, with few rows."""
    other = ("--beside", EXTENSION.with_suffix(""), "hashlane_hex('sha256', x)")
    code, text = run(sys.executable, HERE / "bench.py", "--rows", "3000", "--rounds", "2", *other, EXTENSION.with_suffix(""))
    rows = re.findall(r"^\| (.*?) \| \d+ \([\d.]+, [\d.]+\) \|", text, re.M)
    good = code == 0 and len(rows) >= 7 and other[2] in rows
    report("bench.py", good, not good, "" if good else text)


def main():
    if not make_integrations():
        return closing_line()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    check_reference()
    check_library()
    check_shell()
    check_counted("the module of Python", PYTHON, ROOT / "tests" / "integrations" / "sqlite_module.py", EXTENSION.with_suffix(""),
                  env={name: value for name, value in os.environ.items() if not name.startswith("HASHLANE_")})
    check_page()
    check_installed()
    check_bench()
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
