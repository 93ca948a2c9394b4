#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The extension of Spark in local mode, in the released package of Python: the vectors of hashlane_row, all algorithms, batches of
columns and single rows, errors, keys; and the page integrations/spark/README.md, from its text alone."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import venv
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import check_counted, closing_line, do, report, run  # noqa: E402

import pages  # noqa: E402
from artefacts import make_integrations  # noqa: E402

HERE = ROOT / "integrations" / "spark"
BUILT = ROOT / "build" / "integrations" / "spark"
JAR = BUILT / "hashlane-spark.jar"
WORK = BUILT / "try"
VENV = BUILT / "venv"
PYTHON = VENV / "bin" / "python"
PACKAGE = "pyspark==4.3.0"
# The compilers of Java that take long are of no use for a few rows.
QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def python_with_spark():
    """A virtual environment with the released package; it is kept between runs."""
    if not PYTHON.exists():
        venv.create(VENV, with_pip=True)
    code, _ = run(PYTHON, "-c", f"import pyspark; assert pyspark.__version__ == '{PACKAGE.partition('==')[2]}'")
    return code == 0 or do("pip install pyspark", PYTHON, "-m", "pip", "install", "--quiet", PACKAGE) is not None


def check_jar():
    """It holds the classes and one library, which exports the functions of Java alone and needs only the C library."""
    with zipfile.ZipFile(JAR) as jar:
        names = [name for name in jar.namelist() if not name.endswith("/")]
        libraries = [name for name in names if name.endswith("/libhashlane_spark.so")]
        strange = [name for name in names if not re.fullmatch(r"META-INF/MANIFEST\.MF|hashlane/spark/[\w$]+\.class", name)]
        report("what the jar holds", strange == libraries, strange != libraries, str(strange))
        library = WORK / jar.extract(libraries[0], WORK)
    exported = [line.split()[-1] for line in (do("nm", "nm", "-D", "--defined-only", library) or "").splitlines()]
    declared = re.findall(r"static native \w+(?:\[\])? (\w+)\(", (HERE / "java/hashlane/spark/Native.java").read_text())
    good = bool(declared) and sorted(exported) == sorted(f"Java_hashlane_spark_Native_{name}" for name in declared)
    report("the exported symbols", good, not good, str(exported))
    needed = set(re.findall(r"\(NEEDED\).*\[(.*?)\.so", do("readelf", "readelf", "-d", library) or ""))
    good = bool(needed) and needed <= {"libc", "libm", "ld-linux-x86-64", "ld-linux-aarch64"}
    report("needed libraries", good, not good, str(needed))


STATEMENTS = r"""
for statement in STATEMENTS:
    for row in spark.sql(statement).collect():
        print("|".join(str(v).lower() if isinstance(v, bool) else str(v) for v in row))
"""


def wrong_prints(page, printed):
    """What the examples of the page print that it does not say."""
    expected = re.findall(r"# prints (.*)$", "".join(pages.blocks(page, "python")), re.M)
    expected += re.findall(r"-- prints (.*)$", "".join(pages.blocks(page, "sql")), re.M)
    if not expected or printed != expected:
        yield "printed\n" + "\n".join(printed) + "\nnot\n" + "\n".join(expected)


def check_page(environment):
    """The examples run in one session, that of the example in Python."""
    page = (HERE / "README.md").read_text()
    pages.fresh_place(WORK / "page")
    source = re.sub(r"--.*$", "", "".join(pages.blocks(page, "sql")), flags=re.M)
    statements = [one.strip() for one in source.split(";") if one.strip()]
    program = "".join(pages.blocks(page, "python")) + f"STATEMENTS = {statements!r}\n" + STATEMENTS
    done = subprocess.run([PYTHON, "-c", program], cwd=WORK / "page", env=environment, capture_output=True, text=True)
    printed = done.stdout.splitlines()
    wrong = list(wrong_prints(page, printed))
    report("the examples of README.md", not wrong, len(wrong), "\n".join(wrong) + done.stderr[-2000:] if wrong else "")
    for old, new in (("-- prints false", "-- prints true"), ("# prints ab17", "# prints ab18")):
        noticed = old in page and list(wrong_prints(page.replace(old, new), printed))
        report(f"planted: {new}", bool(noticed), not noticed)


def check_bench(environment):
    """It runs, with few rows."""
    code, text = run(PYTHON, HERE / "bench.py", "--rows", "300", "--rounds", "1", "--sizes", "32", JAR, env=environment)
    good = code == 0 and len(re.findall(r"^\| .* \| -?\d+ \(-?[\d.]+\) \|", text, re.M)) == 8
    report("bench.py", good, not good, "" if good else text)


def main():
    if not python_with_spark():
        return closing_line()
    jars, = VENV.glob("lib/python3*/site-packages/pyspark/jars")
    if not make_integrations(("cmake", "--preset", "integrations", f"-DHASHLANE_SPARK_JARS={jars}")):
        return closing_line()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    keys = WORK / "keys"
    keys.touch(0o600)
    keys.write_text("first = 6b6579\nsecond = 6f74686572\n")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("HASHLANE_", "SPARK_"))}
    environment["JAVA_TOOL_OPTIONS"] = QUICK
    check_jar()
    check_counted("the released Spark", PYTHON, ROOT / "tests" / "integrations" / "spark_engine.py", JAR,
                  env=environment | {"HASHLANE_KEYS": str(keys)})
    check_page(environment)
    check_bench(environment)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
