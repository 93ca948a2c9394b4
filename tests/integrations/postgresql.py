#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The extension of PostgreSQL in a server of Debian's version, which runs as an ordinary user: the vectors of hashlane_row, all
algorithms, long values, encodings, parallel plans, errors, keys; and the page integrations/postgresql/README.md, from its text
alone."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import closing_line, do, report, run  # noqa: E402

import pages  # noqa: E402
from artefacts import make_integrations  # noqa: E402
import postgresql_cases  # noqa: E402
from postgresql_server import PREFIX, place_of_server  # noqa: E402

HERE = ROOT / "integrations" / "postgresql"
BUILT = ROOT / "build" / "integrations" / "postgresql"
WORK = BUILT / "try"
INPUTS = ROOT / "tests" / "integrations" / "postgresql_regress"
REGRESS = "/usr/lib/postgresql/15/lib/pgxs/src/test/regress/pg_regress"
FILES = ("hashlane.so", "hashlane.control", "hashlane--0.1.sql", "hashlane--0.1--0.2.sql", "hashlane--0.2.sql")


def check_library():
    """Only what the server calls is exported, and only the C library is needed."""
    exported = do("nm", "nm", "-D", "--defined-only", BUILT / "hashlane.so") or ""
    others = [line for line in exported.splitlines() if not re.search(r" (Pg_magic_func|_PG_init|(pg_finfo_)?hashlane_pg_\w+)$", line)]
    report("exported symbols", bool(exported) and not others, len(others), str(others or ""))
    needed = set(re.findall(r"\(NEEDED\).*\[(.*?)\.so", do("readelf", "readelf", "-d", BUILT / "hashlane.so") or ""))
    good = bool(needed) and needed <= {"libc", "libm", "ld-linux-x86-64", "ld-linux-aarch64"}
    report("needed libraries", good, not good, str(needed))


def check_installed():
    prefix = WORK / "prefix"
    if do("install", "cmake", "--install", ROOT / "build", "--prefix", prefix) is not None:
        found = sorted(one.name for one in prefix.glob("lib/**/hashlane/postgresql/*"))
        report("the extension is installed", found == sorted(FILES), found != sorted(FILES), str(found))
        found = list(prefix.glob("**/integrations/postgresql/README.md"))
        report("its page is installed", len(found) == 1, len(found) != 1)


def check_pgxs():
    """make and make install with PGXS, in a folder of their own, install the files that this script tests."""
    place, staged = WORK / "pgxs", WORK / "staged"
    place.mkdir()
    pgxs = ("make", "-f", HERE / "Makefile", f"HASHLANE_BUILD={ROOT / 'build'}", f"PG_CONFIG={PREFIX / 'bin' / 'pg_config'}",
            f"DESTDIR={staged}")
    if do("make", *pgxs, cwd=place) is None or do("make install", *pgxs, "install", cwd=place) is None:
        return
    folders = {"hashlane.so": "usr/lib/postgresql/15/lib"}
    installed = {one.relative_to(staged): one.read_bytes() for one in staged.rglob("*") if one.is_file()}
    expected = {pathlib.Path(folders.get(name, "usr/share/postgresql/15/extension"), name): (BUILT / name).read_bytes() for name in FILES}
    report("make install with PGXS", installed == expected, installed != expected, "" if installed == expected else str(list(installed)))
    done = do("make uninstall", *pgxs, "uninstall", cwd=place) is not None and do("make clean", *pgxs, "clean", cwd=place) is not None
    left = [str(one) for folder in (staged, place) for one in folder.rglob("*") if one.is_file()]
    report("make uninstall and make clean leave nothing", done and not left, not done or bool(left), str(left or ""))


def check_installcheck(server):
    """make installcheck with PGXS, against the server."""
    place = WORK / "installcheck"
    place.mkdir()
    env = server.env | {"PGHOST": str(server.place)}
    code, text = run("make", "-f", HERE / "Makefile", "installcheck", f"PG_CONFIG={PREFIX / 'bin' / 'pg_config'}", cwd=place, env=env)
    good = code == 0 and "All 1 tests passed" in text
    report("make installcheck with PGXS", good, not good, "" if good else text[-3000:])


def run_block(server, block, place, user=()):
    env = server.env | {"PGDATA": str(server.place / "data")}
    done = subprocess.run([*user, "bash", "-e", "-c", block], cwd=place, env=env, capture_output=True, text=True)
    return [f"{block}: {done.stderr}"] if done.returncode else []


def install_as_page_says(server):
    """The block of the page that copies the files."""
    blocks = [block for block in pages.blocks((HERE / "README.md").read_text(), "sh") if "pg_config" in block]
    wrong = [why for block in blocks for why in run_block(server, block, ROOT)]
    good = len(blocks) == 1 and not wrong and all(list(server.place.glob(f"*/postgresql/15/**/{name}")) for name in FILES)
    report("the commands that install it", good, not good, str(wrong or ""))
    return good


def forget_page(server):
    """Removes what the examples of the page leave in the server."""
    for statements in ("DROP DATABASE IF EXISTS page", "DROP ROLE IF EXISTS clerk",
                       "LOAD 'hashlane'; ALTER SYSTEM RESET hashlane.key_file; SELECT pg_reload_conf()"):
        server.rows(statements + ";")


def wrong_page(server, page, place):
    """What the examples of the page do that it does not say, in a database of their own."""
    pages.fresh_place(place)
    forget_page(server)
    server.rows("CREATE DATABASE page")
    (server.place / "data" / "keys.txt").unlink(missing_ok=True)
    for block in pages.blocks(page, "sh"):
        if block != "make integrations\n" and "pg_config" not in block:
            yield from run_block(server, block, server.place, server.as_user())
    psql = ["env", *(f"{name}={value}" for name, value in server.env.items()), server.bin / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", "page"]
    yield from pages.wrong_examples(page, place, (("sql", psql, "--"),))


def check_page(server):
    changes = (("-- prints f\n", "-- prints t\n"), ("hashlane_xof('shake128', 'abc', 8)", "hashlane_xof('shake12', 'abc', 8)"),
               ("keys.txt\"\n", "key.txt\"\n"), ("hashlane_mac_named(text, text, bytea) TO", "hashlane_mac_named(bytea) TO"))
    pages.check_examples((HERE / "README.md").read_text(), WORK, lambda page, place: wrong_page(server, page, place), changes)
    forget_page(server)


def check_cases(server):
    postgresql_cases.prepare(server)
    for name, function in postgresql_cases.cases():
        wrong = list(function(server))
        report(name, not wrong, len(wrong), "\n     ".join(["", *wrong[:10]]) if wrong else "")


def check_regress(server):
    """pg_regress, the way in which extensions of PostgreSQL are tested: psql prints what the expected file has."""
    command = (REGRESS, "--use-existing", "--dbname=regress", f"--bindir={server.bin}", f"--host={server.place}", "--user=postgres",
               f"--inputdir={INPUTS}", f"--outputdir={WORK}")
    server.rows("CREATE DATABASE regress")
    code, text = run(*command, "hashlane", env=server.env, cwd=WORK)
    good = code == 0 and "All 1 tests passed" in text
    report("pg_regress", good, not good, "" if good else text + "".join(one.read_text() for one in WORK.glob("regression.diffs")))
    planted = WORK / "regress"
    shutil.copytree(INPUTS, planted)
    script = planted / "sql" / "hashlane.sql"
    script.write_text(script.read_text().replace("'ab', 'c'", "'a', 'bc'", 1))
    server.rows("DROP DATABASE regress")
    server.rows("CREATE DATABASE regress")
    code, text = run(*command, f"--inputdir={planted}", "hashlane", env=server.env, cwd=WORK)
    noticed = code != 0 and "7a790933" in (WORK / "regression.diffs").read_text()  # the digest of 'a', 'bc'
    report("planted: pg_regress finds another digest", noticed, not noticed, "" if noticed else text)


def check_bench(server):
    """It runs, with few rows."""
    code, text = run(sys.executable, HERE / "bench.py", "--rows", "2000", "--rounds", "1", env=server.env)
    good = code == 0 and len(re.findall(r"^\| .* \| -?\d+ \(-?[\d.]+\) \|", text, re.M)) == 10
    report("bench.py", good, not good, "" if good else text)


def main():
    if not make_integrations():
        return closing_line()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    check_library()
    check_installed()
    check_pgxs()
    with place_of_server() as server:
        if install_as_page_says(server):
            server.start()
            owner = os.stat(f"/proc/{server.pid()}").st_uid
            report("the server's user is not root", owner != 0, owner == 0)
            check_page(server)
            check_cases(server)
            check_regress(server)
            check_installcheck(server)
            check_bench(server)
        process = server.process
    ended = process is not None and process.poll() is not None
    report("the server has ended", ended, not ended)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
