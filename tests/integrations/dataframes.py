#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Columns in the released packages of pyarrow, Polars, pandas and DataFusion: the wheel polars-hashlane, random columns, the vectors
of rows, errors, types for mypy; and the pages of integrations/dataframes and integrations/polars, from their text alone."""
import os
import pathlib
import re
import shutil
import sys
import venv
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import check_refused, closing_line, do, report, run  # noqa: E402

import pages  # noqa: E402

HERE = ROOT / "integrations" / "dataframes"
POLARS = ROOT / "integrations" / "polars"
BUILT = ROOT / "build" / "integrations" / "dataframes"
WHEEL = BUILT / "wheel"
WORK = BUILT / "try"
VENV = BUILT / "venv"
PYTHON = VENV / "bin" / "python"
PIP = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
PACKAGES = ("pyarrow==26.0.1", "polars==2.1.0", "polars-hash==0.9.3", "pandas==3.1.1", "datafusion==55.0.0", "pytest", "hypothesis",
            "mypy", "hatchling")
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("HASHLANE_")}


def python_with_packages():
    """A virtual environment with the released packages; it is kept between runs."""
    stamp, wanted = BUILT / "venv.stamp", " ".join(PACKAGES)
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return True
    shutil.rmtree(VENV, ignore_errors=True)
    venv.create(VENV, with_pip=True)
    if do("pip install", *PIP, *PACKAGES) is None:
        return False
    stamp.write_text(wanted)
    return True


def install():
    """The wheel of hashlane, as the suite python builds it, and that of polars-hashlane."""
    if do("the wheel of hashlane", sys.executable, ROOT / "tests" / "python" / "python.py", "--install") is None:
        return False
    shutil.rmtree(WHEEL, ignore_errors=True)
    if do("the wheel of polars-hashlane", PYTHON, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps",
          "--no-build-isolation", "-w", WHEEL, POLARS) is None:
        return False
    wheels = [*(ROOT / "build" / "python" / "wheel").glob("*.whl"), *WHEEL.glob("*.whl")]
    return do("install the wheels", *PIP, "--no-deps", "--force-reinstall", *wheels) is not None


def check_wheel():
    wheel, = WHEEL.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        licenses = [name for name in archive.namelist() if "LICENSE" in name]
    good = names == {"polars_hashlane/__init__.py", "polars_hashlane/py.typed"} and len(licenses) == 2
    report("what the wheel holds", good, not good, str(names))
    version = re.search(r'HASHLANE_VERSION "(.*)"', (ROOT / "include/hashlane/lanes/config.hpp").read_text())[1]
    same = wheel.name == f"polars_hashlane-{version}-py3-none-any.whl"
    report("the version is that of the library", same, not same, wheel.name)


def check_pytest(name):
    code, text = run(PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", ROOT / "tests" / "integrations" / f"frames_{name}.py",
                     cwd=WORK, env=ENVIRONMENT)
    counted = {what: int(n) for n, what in re.findall(r"(\d+) (passed|failed|error)", text.rstrip().rpartition("\n")[2])}
    bad = code != 0 or not counted.get("passed")
    report(name, counted.get("passed", 0), max(1, counted.get("failed", 0)) if bad else 0, text[-3000:] if bad else "")


def check_types():
    program = WORK / "typed.py"
    program.write_text("import polars as pl\nimport polars_hashlane\nnamed: pl.Expr = polars_hashlane.HashlaneExpressions(pl.col('x'))"
                       ".hex('sha256', threads=2)\n")
    mypy = (PYTHON, "-m", "mypy", "--strict")
    done = do("mypy", *mypy, program, POLARS / "polars_hashlane" / "__init__.py", cwd=WORK)
    report("mypy --strict", done is not None, done is None)
    program.write_text("import polars as pl\nimport polars_hashlane\npolars_hashlane.HashlaneExpressions(pl.col('x')).hex(256)\n")
    check_refused("planted: a wrong type", "arg-type", *mypy, program, cwd=WORK)


def wrong_page(page, place):
    """What the examples of a page do that it does not say."""
    pages.fresh_place(place)
    yield from pages.wrong_examples(page, place, (("python", [PYTHON, "-"], "#"),))


def check_pages():
    changes = (("# prints True\n", "# prints False\n"), ("hashlane_hex_text('sha256', s)", "hashlane_hex('sha256', s)"))
    pages.check_examples((HERE / "README.md").read_text(), WORK / "dataframes", wrong_page, changes)
    changes = (("prints None None", "prints None"), ('hashlane.digest("kt128", 16)', 'hashlane.digest("kt12", 16)'))
    pages.check_examples((POLARS / "README.md").read_text(), WORK / "polars", wrong_page, changes)


def check_bench():
    """It runs, with few rows."""
    code, text = run(PYTHON, HERE / "bench.py", "--rows", "3000", "--rounds", "1", cwd=WORK)
    good = code == 0 and len(re.findall(r"^\| .* \| -?\d+( \(-?[\d.]+\))? \|", text, re.M)) == 13
    report("bench.py", good, not good, "" if good else text)


def main():
    BUILT.mkdir(parents=True, exist_ok=True)
    if not python_with_packages() or not install():
        return closing_line()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    check_wheel()
    for name in ("polars", "pandas", "datafusion"):
        check_pytest(name)
    check_types()
    check_pages()
    check_bench()
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
