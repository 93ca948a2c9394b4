#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Columns of files that DuckDB reads over HTTP: duckdb_http.py EXTENSION... The extensions are loaded in this order. One of
them is httpfs; where it is missing, the package fsspec reads the files. Each function whose name begins with `check` is a
case, which yields what is wrong."""
import datetime
import hashlib
import pathlib
import sys
import tempfile

import duckdb

from engine_cases import differs, reference, run_checks, sha256
from range_server import RangeServer

EXTENSIONS = sys.argv[1:]
HAS_HTTPFS = any("httpfs" in pathlib.Path(extension).name for extension in EXTENSIONS)
HAS_AGGREGATES = int(duckdb.__version__.partition(".")[0]) >= 2
ROWS = [(i, None if i % 7 == 0 else "" if i % 7 == 1 else f"name {i} " * (i % 40)) for i in range(5000)]  # 3 groups of rows
SOURCES = {"item.parquet": "'{}/item.parquet'", "item.csv": "read_csv('{}/item.csv', allow_quoted_nulls = false)"}
COLUMNS = """SELECT id, hashlane_hex('sha256', name), hashlane_digest('sha3-256', name), hashlane_row('sha256', id, name)
             FROM {} ORDER BY id"""
AGGREGATES = """SELECT hashlane_merkle_root('sha256', hashlane_row('sha256', id, name) ORDER BY id),
                hashlane_agg('sha256', name ORDER BY id), hashlane_set_agg('sha256', id) FROM {}"""


def register_fsspec(connection):
    from fsspec.implementations.http import HTTPFileSystem

    class DatedFileSystem(HTTPFileSystem):
        """DuckDB asks for the time of the last change, which HTTPFileSystem does not tell."""
        def modified(self, path):
            return datetime.datetime(2024, 2, 29)

    connection.register_filesystem(DatedFileSystem())


def connect():
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    if not HAS_HTTPFS:
        register_fsspec(connection)
    for extension in EXTENSIONS:
        connection.execute(f"LOAD '{extension}'")
    return connection


def write_files(folder):
    connection = duckdb.connect()
    connection.execute("CREATE TABLE item (id BIGINT, name VARCHAR)")
    connection.execute("INSERT INTO item SELECT unnest(?::BIGINT[]), unnest(?::VARCHAR[])", [*map(list, zip(*ROWS))])
    connection.execute(f"COPY item TO '{folder}/item.parquet' (ROW_GROUP_SIZE 2048)")
    connection.execute(f"COPY item TO '{folder}/item.csv'")


def row_digest(i, name):
    return sha256(reference.row_message([("integer", str(i)), ("null",) if name is None else ("text", name)]))


def expected_columns():
    for i, name in ROWS:
        digests = (None, None) if name is None else (sha256(name.encode()).hex(), hashlib.sha3_256(name.encode()).digest())
        yield (i, *digests, row_digest(i, name))


def check_columns(server):
    connection = connect()
    for file, source in SOURCES.items():
        server.answers.clear()
        got = connection.execute(COLUMNS.format(source.format(server.address))).fetchall()
        yield from differs(f"{file} and hashlib", got, list(expected_columns()))
        yield from differs(f"{file} from the disk", got, connection.execute(COLUMNS.format(source.format(server.folder))).fetchall())
        yield from differs(f"{file}: a range was read", 206 in {status for _, _, status in server.answers}, True)


def check_whole_files(server):
    connection = connect()
    for file in SOURCES:
        got = connection.execute(f"SELECT hashlane_digest('sha256', content) FROM read_blob('{server.address}/{file}')").fetchall()
        yield from differs(file, got, [(sha256((server.folder / file).read_bytes()),)])


def check_aggregates(server):
    connection = connect()
    for file, source in SOURCES.items() if HAS_AGGREGATES else ():
        got = connection.execute(AGGREGATES.format(source.format(server.address))).fetchone()
        values = [("null",) if name is None else ("text", name) for _, name in ROWS]
        expected = (reference.merkle_root([row_digest(*row) for row in ROWS], sha256), sha256(reference.agg_message(values)),
                    sha256(reference.set_message([("integer", str(i)) for i, _ in ROWS], sha256)))
        yield from differs(file, got, expected)
        yield from differs(f"{file} from the disk", got, connection.execute(AGGREGATES.format(source.format(server.folder))).fetchone())
    if not HAS_AGGREGATES:
        yield from differs("before 2.0", error(connection, "SELECT hashlane_merkle_root('sha256', 'a')"), "CatalogException")


def error(connection, sql):
    """The name of the error's class, or None."""
    try:
        connection.execute(sql).fetchall()
    except duckdb.Error as why:
        return type(why).__name__
    return None


def check_errors(server):
    """Errors of the server are DuckDB's own, whether the extension is there or not; those of the extension stay as they are."""
    connection = connect()
    of_server = "HTTPException" if HAS_HTTPFS else "IOException"
    for file in ("none.parquet", "none.csv"):
        yield from differs(file, error(connection, COLUMNS.format(f"'{server.address}/{file}'")), of_server)
    yield from differs("an algorithm", error(connection, f"SELECT hashlane_hex('sha26', name) FROM '{server.address}/item.csv'"), "InvalidInputException")
    if HAS_HTTPFS:
        connection.execute("SET http_retries = 0")
        server.refuses_ranges = True
        for file, source in SOURCES.items():
            yield from differs(f"{file}, status 500", error(connection, COLUMNS.format(source.format(server.address))), of_server)
        server.refuses_ranges = False
    yield from check_whole_files(server)


def check_planted(server):
    """A changed name in the file is noticed."""
    connection = connect()
    whole = (server.folder / "item.csv").read_text()
    (server.folder / "item.csv").write_text(whole.replace("name 2 ", "name 3 ", 1))
    got = connection.execute(COLUMNS.format(SOURCES["item.csv"].format(server.address))).fetchall()
    (server.folder / "item.csv").write_text(whole)
    yield from differs("rows that differ", sum(a != b for a, b in zip(got, expected_columns())), 1)


def main():
    with tempfile.TemporaryDirectory() as folder, RangeServer(folder) as server:
        write_files(folder)
        passed, failed = run_checks(globals(), server)
    print(f"DuckDB {duckdb.__version__}\n{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
