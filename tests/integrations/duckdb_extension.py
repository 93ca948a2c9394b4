#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The extension of DuckDB in the released package of Python: the vectors of hashlane_row, all algorithms, chunks, groups,
threads, errors; files over HTTP, beside httpfs; files in the format of sqllogictest, tests/integrations/duckdb; and the page
integrations/duckdb/README.md, from its text alone."""
import os
import pathlib
import re
import shutil
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import check_counted, closing_line, do, jobs, report, run, skip  # noqa: E402

import pages  # noqa: E402
from artefacts import make_integrations  # noqa: E402
from range_server import RangeServer  # noqa: E402

HERE = ROOT / "integrations" / "duckdb"
BUILT = ROOT / "build" / "integrations" / "duckdb"
EXTENSION = BUILT / "hashlane.duckdb_extension"
WORK = BUILT / "try"
PYTHON = BUILT / "venv" / "bin" / "python"
PACKAGES = ("duckdb==2.0.0", "fsspec[http]")
HTTPFS_PYTHON = BUILT / "venv-httpfs" / "bin" / "python"
HTTPFS_PACKAGES = ("duckdb==1.5.5", "duckdb-extension-httpfs==1.5.5")  # the latest version whose httpfs PyPI has
LOGIC = ROOT / "tests" / "integrations" / "duckdb"


def python_with(python, packages):
    """Makes a virtual environment with the released packages; it is kept between runs. What pip said where it failed."""
    stamp = python.parents[1] / "packages"
    if stamp.exists() and stamp.read_text() == " ".join(packages):
        return ""
    venv.create(python.parents[1], with_pip=True, clear=True)
    code, text = run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
    if code == 0:
        stamp.write_text(" ".join(packages))
    return text if code else ""


def check_library():
    """Only the entry point is exported, and only the C library is needed."""
    library = BUILT / "libhashlane_duckdb.so"
    exported = do("nm", "nm", "-D", "--defined-only", library)
    good = exported is not None and [line.split()[-1] for line in exported.splitlines()] == ["hashlane_init_c_api"]
    report("one exported symbol", good, not good, exported or "")
    needed = set(re.findall(r"\(NEEDED\).*\[(.*?)\.so", do("readelf", "readelf", "-d", library) or ""))
    good = bool(needed) and needed <= {"libc", "libm", "ld-linux-x86-64", "ld-linux-aarch64"}
    report("needed libraries", good, not good, str(needed))


def check_logic():
    """The files *.test, with the runner of the crate sqllogictest; and a planted digest of another text in each that has one."""
    target = BUILT / "sqllogictest"
    env = {name: value for name, value in os.environ.items() if not name.startswith("HASHLANE_")} | {"CARGO_TARGET_DIR": str(target)}
    if do("the runner of sqllogictest", "cargo", "build", "--quiet", "--locked", "--jobs", jobs(), cwd=LOGIC, env=env) is None:
        return
    command = (target / "debug" / "duckdb-sqllogictest", PYTHON, LOGIC / "connection.py", EXTENSION, "--")
    files = sorted(LOGIC.glob("*.test"))
    check_counted("sqllogictest", *command, *files, env=env)
    for file in files:
        planted = WORK / file.name
        planted.write_text(re.sub(r"'(ab|abc|row )'", "'other'", file.read_text(), count=1))
        code, text = run(*command, planted, env=env)
        noticed = code == 1 and f"FAIL {planted}" in text and planted.read_text() != file.read_text()
        report(f"planted: another text in {file.name}", noticed, not noticed, "" if noticed else text)


SESSION = r"""import sys
import duckdb
connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
for statement in duckdb.extract_statements(sys.stdin.read()):
    rows = connection.execute(statement).fetchall()
    if statement.type == duckdb.StatementType.SELECT:
        print(*("|".join(str(v).lower() if isinstance(v, bool) else str(v) for v in row) for row in rows), sep="\n")
"""


def extension_httpfs():
    """The extension httpfs for HTTPFS_PYTHON; None after a report."""
    lacking = python_with(HTTPFS_PYTHON, HTTPFS_PACKAGES)
    if "No matching distribution found for duckdb-extension-httpfs" in lacking:
        skip("httpfs", f"PyPI has no {HTTPFS_PACKAGES[1]} for this machine")
    elif lacking:
        report("pip install duckdb-extension-httpfs", 0, 1, lacking)
    else:
        return next(HTTPFS_PYTHON.parents[1].glob("lib/*/site-packages/duckdb_extension_httpfs/**/httpfs.duckdb_extension"))
    return None


def check_http(httpfs):
    """Columns of files over HTTP: beside httpfs, loaded in both orders, and beside fsspec."""
    script = ROOT / "tests" / "integrations" / "duckdb_http.py"
    if httpfs:
        check_counted("beside httpfs", HTTPFS_PYTHON, script, httpfs, EXTENSION)
        check_counted("beside httpfs, which is loaded last", HTTPFS_PYTHON, script, EXTENSION, httpfs)
    check_counted("beside fsspec", PYTHON, script, EXTENSION)


OVER_HTTP = "## Files over HTTP"


def wrong_page(page, place):
    """What the examples of the page do that it does not say."""
    pages.fresh_place(place)
    page = page.partition(OVER_HTTP)[0]
    yield from pages.wrong_examples(page, place, (("sql", [PYTHON, "-c", SESSION], "--"), ("python", [PYTHON, "-"], "#")))


def wrong_http(page, place):
    """The same of the examples that read files over HTTP: a server on the loopback address has them."""
    pages.fresh_place(place)
    (place / "abc.txt").write_text("abc")
    table = page.partition("CREATE TABLE item")
    copy = f"{table[1]}{table[2].partition(';')[0]}; COPY item TO 'item.parquet'"
    code, text = run(HTTPFS_PYTHON, "-c", "import duckdb, sys; duckdb.execute(sys.argv[1])", copy, cwd=place)
    if code:
        yield text
    with RangeServer(place) as server:
        page = page.partition(OVER_HTTP)[2].replace("http://example.org", server.address)
        yield from pages.wrong_examples(page, place, (("python", [HTTPFS_PYTHON, "-"], "#"),))


def check_page(httpfs):
    page = (HERE / "README.md").read_text()
    changes = (("-- prints false", "-- prints true"), ("hashlane_hex('kt128', ?)", "hashlane_hex('kt12', ?)"))
    pages.check_examples(page, WORK, wrong_page, changes)
    if httpfs:
        changes = (("example.org/abc.txt", "example.org/ab.txt"), ("WHERE id = 2", "WHERE id = 1"))
        pages.check_examples(page, WORK, wrong_http, changes, f"README.md, {OVER_HTTP.lstrip('# ')}")


def check_bench(httpfs):
    """It runs, with few rows, alone and beside httpfs."""
    for python, beside in ((PYTHON, ()), (HTTPFS_PYTHON, ("--beside", httpfs)))[:1 + bool(httpfs)]:
        code, text = run(python, HERE / "bench.py", "--rows", "3000", "--rounds", "1", *beside, EXTENSION)
        good = code == 0 and len(re.findall(r"^\| .* \| -?\d+ \(-?[\d.]+\) \|", text, re.M)) == 6
        report(f"bench.py {' '.join(beside[:1])}", good, not good, "" if good else text)


def main():
    if not make_integrations((sys.executable, HERE / "headers.py", BUILT / "include")):
        return closing_line()
    lacking = python_with(PYTHON, PACKAGES)
    if lacking:
        report("pip install duckdb", 0, 1, lacking)
        return closing_line()
    httpfs = extension_httpfs()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    check_library()
    check_counted("the released engine", PYTHON, ROOT / "tests" / "integrations" / "duckdb_engine.py", EXTENSION,
                  env={name: value for name, value in os.environ.items() if not name.startswith("HASHLANE_")})
    check_http(httpfs)
    check_logic()
    check_page(httpfs)
    check_bench(httpfs)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
