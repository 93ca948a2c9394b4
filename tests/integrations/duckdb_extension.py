#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The extension of DuckDB in the released package of Python: the vectors of hashlane_row, all algorithms, chunks, groups,
threads, errors; files in the format of sqllogictest, tests/integrations/duckdb; and the page integrations/duckdb/README.md, from its text alone."""
import os
import pathlib
import re
import shutil
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import check_counted, closing_line, do, jobs, report, run  # noqa: E402

import pages  # noqa: E402
from artefacts import make_integrations  # noqa: E402

HERE = ROOT / "integrations" / "duckdb"
BUILT = ROOT / "build" / "integrations" / "duckdb"
EXTENSION = BUILT / "hashlane.duckdb_extension"
WORK = BUILT / "try"
VENV = BUILT / "venv"
PYTHON = VENV / "bin" / "python"
PACKAGE = "duckdb==2.0.0"
LOGIC = ROOT / "tests" / "integrations" / "duckdb"


def python_with_duckdb():
    """A virtual environment with the released package; it is kept between runs."""
    if not PYTHON.exists():
        venv.create(VENV, with_pip=True)
    code, _ = run(PYTHON, "-c", f"import duckdb; assert duckdb.__version__ == '{PACKAGE.partition('==')[2]}'")
    return code == 0 or do("pip install duckdb", PYTHON, "-m", "pip", "install", "--quiet", PACKAGE) is not None


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


def wrong_page(page, place):
    """What the examples of the page do that it does not say."""
    pages.fresh_place(place)
    yield from pages.wrong_examples(page, place, (("sql", [PYTHON, "-c", SESSION], "--"), ("python", [PYTHON, "-"], "#")))


def check_page():
    changes = (("-- prints false", "-- prints true"), ("hashlane_hex('kt128', ?)", "hashlane_hex('kt12', ?)"))
    pages.check_examples((HERE / "README.md").read_text(), WORK, wrong_page, changes)


def check_bench():
    """It runs, with few rows."""
    code, text = run(PYTHON, HERE / "bench.py", "--rows", "3000", "--rounds", "1", EXTENSION)
    good = code == 0 and len(re.findall(r"^\| .* \| -?\d+ \(-?[\d.]+\) \|", text, re.M)) == 6
    report("bench.py", good, not good, "" if good else text)


def main():
    if not make_integrations((sys.executable, HERE / "headers.py", BUILT / "include")) or not python_with_duckdb():
        return closing_line()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    check_library()
    check_counted("the released engine", PYTHON, ROOT / "tests" / "integrations" / "duckdb_engine.py", EXTENSION,
                  env={name: value for name, value in os.environ.items() if not name.startswith("HASHLANE_")})
    check_logic()
    check_page()
    check_bench()
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
