#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The extension in the sqlite3 module of this Python: sqlite_module.py EXTENSION. Each function whose name begins with
`check` is a case, which yields what is wrong."""
import hashlib
import hmac
import json
import pathlib
import sqlite3
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXTENSION = sys.argv[1]
VECTORS = json.loads((ROOT / "integrations" / "row" / "vectors.json").read_text())
KINDS = ("null", "integer", "float64", "bytes", "text")  # those of SQLite's types
NOT_HERE = ("list", "struct")
AGGREGATES = ("hashlane_agg", "hashlane_set_agg", "hashlane_merkle_root")


def connect(path=":memory:", extension=EXTENSION, **more):
    connection = sqlite3.connect(path, **more)
    connection.enable_load_extension(True)
    connection.load_extension(extension)
    connection.enable_load_extension(False)
    return connection


def one(connection, sql, *parameters):
    return connection.execute(sql, parameters).fetchone()[0]


def reason(connection, sql, *parameters):
    """Why a statement fails, or None when it does not."""
    try:
        connection.execute(sql, parameters).fetchall()
    except sqlite3.Error as why:
        return str(why)
    except MemoryError:
        return "out of memory"
    return None


def differs(what, got, expected):
    if got != expected:
        yield f"{what}: {got!r}, not {expected!r}"


def plain(value):
    """A value of the vectors as SQLite has it by itself."""
    kind = value["kind"]
    return {"null": lambda v: None, "integer": int, "bytes": bytes.fromhex, "text": str,
            "float64": lambda v: struct.unpack(">d", bytes.fromhex(v))[0]}[kind](value.get("value"))


def has_type(value):
    """Whether SQLite has a type for it: integers of 64 bits, and no NaN."""
    if value["kind"] == "integer":
        return -2**63 <= int(value["value"]) < 2**63
    return value["kind"] in KINDS and (value["kind"] != "float64" or plain(value) == plain(value))


def written(value):
    """A value of the vectors as hashlane_row_as takes it."""
    if value["kind"] in KINDS and has_type(value):
        return plain(value)
    return value["value"]


def can_be_written(value):
    kind, text = value["kind"], value.get("value")
    if kind == "float64":
        return plain(value) == plain(value)
    if kind in ("integer", "decimal"):
        return "e" not in text and sum(c.isdigit() for c in text) <= 38
    return kind not in NOT_HERE and (kind in KINDS or not str(text).startswith("-"))


def wrong_rows(connection, rows):
    for row in rows:
        values, name = row["values"], row["name"]
        marks = "".join(", ?" for _ in values)
        for algorithm, digest in row["digests"].items():
            if all(map(has_type, values)):
                got = one(connection, f"SELECT hashlane_row(?{marks})", algorithm, *map(plain, values))
                yield from differs(f"row {name}, {algorithm}", got.hex(), digest)
            if all(map(can_be_written, values)):
                kinds = ", ".join(value["kind"].replace("null", "any") for value in values)
                got = one(connection, f"SELECT hashlane_row_as(?, ?{marks})", algorithm, kinds, *map(written, values))
                yield from differs(f"row {name} by kinds, {algorithm}", got.hex(), digest)
        if "message" in row and all(map(has_type, values)):
            got = one(connection, f"SELECT hashlane_row_bytes({marks[2:]})", *map(plain, values))
            yield from differs(f"message of {name}", got.hex(), row["message"])


def check_rows():
    yield from wrong_rows(connect(), VECTORS["rows"])
    # How many vectors this engine can take: that they are fewer is a change to be noticed.
    yield from differs("vectors by types", sum(all(map(has_type, row["values"])) for row in VECTORS["rows"]), 75)
    yield from differs("vectors by kinds", sum(all(map(can_be_written, row["values"])) for row in VECTORS["rows"]), 115)


def check_rows_planted():
    rows = json.loads(json.dumps(VECTORS["rows"]))
    rows[1]["digests"]["sha256"] = rows[2]["digests"]["sha256"]
    found = list(wrong_rows(connect(), rows))
    yield from differs("findings of a wrong digest", len(found), 2)


def column(connection, values):
    connection.execute("DROP TABLE IF EXISTS col")
    connection.execute("CREATE TABLE col (i INTEGER PRIMARY KEY, v)")
    connection.executemany("INSERT INTO col (v) VALUES (?)", [(v,) for v in values])


def check_columns():
    connection, vectors = connect(), 0
    for vector in VECTORS["columns"]:
        column(connection, map(plain, vector["values"]))
        for name in AGGREGATES:
            for algorithm, digest in vector.get(name.removeprefix("hashlane_"), {}).items():
                got = one(connection, f"SELECT {name}(?, v) FROM (SELECT v FROM col ORDER BY i)", algorithm)
                yield from differs(f"{name} of {vector['name']}, {algorithm}", got.hex(), digest)
                vectors += 1
    yield from differs("more than 200 digests", vectors > 200, True)


def program(*words, data=b""):
    return subprocess.run([ROOT / "build" / "hashlane", *words], input=data, capture_output=True, check=True).stdout.decode()


def check_algorithms():
    """Every hash and XOF gives what the program gives, at the edges of blocks."""
    connection, tried = connect(), 0
    messages = [bytes(i % 253 for i in range(n)) for n in (0, 1, 55, 56, 64, 111, 112, 128, 135, 136, 168, 1000, 8193, 20000)]
    with tempfile.TemporaryDirectory() as place:
        files = [pathlib.Path(place, f"{len(m):05}") for m in messages]
        for file, message in zip(files, messages):
            file.write_bytes(message)
        for name in program("list").split():
            if reason(connection, "SELECT hashlane_hex(?, '')", name):
                continue
            tried += 1
            lines = program(name, *map(str, files)).splitlines()
            for message, line in zip(messages, lines, strict=True):
                expected = line.split()[0]
                yield from differs(f"{name} of {len(message)}", one(connection, "SELECT hashlane_hex(?, ?)", name, message), expected)
                got = one(connection, "SELECT hashlane_digest(?, ?)", name, message).hex()
                yield from differs(f"{name} of {len(message)}", got, expected)
    yield from differs("more than 30 algorithms", tried > 30, True)


def check_types():
    connection = connect()
    text = "Grüße, 日本語\0 and more"
    digest = hashlib.sha256(text.encode()).digest()
    yield from differs("text", one(connection, "SELECT hashlane_digest('sha256', ?)", text), digest)
    yield from differs("its bytes", one(connection, "SELECT hashlane_digest('sha256', ?)", text.encode()), digest)
    yield from differs("hex", one(connection, "SELECT hashlane_hex('sha256', ?)", text), digest.hex())
    yield from differs("a zeroblob", one(connection, "SELECT hashlane_hex('sha256', zeroblob(100000))"), hashlib.sha256(bytes(100000)).hexdigest())
    row = one(connection, "SELECT hashlane_row('sha256', ?, 1)", text)
    connection.execute("CREATE TABLE t (v)")
    wide = connect()
    wide.execute("PRAGMA encoding = 'UTF-16'")
    wide.execute("CREATE TABLE t (v)")
    wide.execute("INSERT INTO t VALUES (?)", (text,))
    yield from differs("UTF-16", one(wide, "PRAGMA encoding")[:6], "UTF-16")
    yield from differs("text of UTF-16", one(wide, "SELECT hashlane_digest('sha256', v) FROM t"), digest)
    yield from differs("a row of UTF-16", one(wide, "SELECT hashlane_row('sha256', v, 1) FROM t"), row)


def check_xof():
    connection = connect()
    for n in (0, 1, 32, 168, 169, 1000, 65536):
        got = one(connection, "SELECT hashlane_xof('shake128', 'abc', ?)", n)
        yield from differs(f"{n} bytes", got, hashlib.shake_128(b"abc").digest(n))


def check_mac():
    connection = connect()
    connection.execute("CREATE TABLE m (k, v)")
    rows = [(bytes([i % 256]) * (1 + i % 200), bytes(i)) for i in range(300)]
    connection.executemany("INSERT INTO m VALUES (?, ?)", rows)
    got = connection.execute("SELECT hashlane_mac('hmac-sha256', k, v), hashlane_mac('hmac-sha512', 'one key', v) FROM m ORDER BY rowid")
    expected = [(hmac.digest(k, v, "sha256"), hmac.digest(b"one key", v, "sha512")) for k, v in rows]
    yield from differs("tags", got.fetchall(), expected)
    # The key is a constant and the algorithm is not: what was kept for the key must not be taken for another algorithm.
    got = connection.execute("SELECT hashlane_mac(a.column1, 'key', 'abc') FROM (VALUES ('hmac-sha256'), ('hmac-sha512'), ('hmac-sha256')) a")
    expected = [(hmac.digest(b"key", b"abc", name),) for name in ("sha256", "sha512", "sha256")]
    yield from differs("tags of several algorithms", got.fetchall(), expected)


def check_nulls():
    connection = connect()
    for call in ("digest('sha256', NULL)", "digest(NULL, 'a')", "hex('sha256', NULL)", "xof('shake128', NULL, 4)",
                 "xof(NULL, 'a', 4)", "xof('shake128', 'a', NULL)", "mac('hmac-sha256', 'k', NULL)", "mac('hmac-sha256', NULL, 'a')",
                 "mac(NULL, 'k', 'a')", "mac_named('hmac-sha256', NULL, 'a')", "key_file(NULL)", "row(NULL, 1)", "row_as(NULL, 'any', 1)",
                 "row_as('sha256', NULL, 1)"):
        yield from differs(call, one(connection, f"SELECT hashlane_{call}"), None)
    for name in AGGREGATES:
        yield from differs(f"{name} of no row", one(connection, f"SELECT {name}('sha256', 'x') WHERE 0"), None)


ERRORS = (
    ("digest('sha26', 'a')", "no such algorithm: sha26; did you mean sha256?"),
    ("digest('', 'a')", "no such algorithm: "),
    ("digest(256, 'a')", "no such algorithm: "),
    ("digest(x'736861323536', 'a')", "no such algorithm: "),
    ("digest('hmac-sha256', 'a')", "hmac-sha256 is a MAC, not a hash or XOF of a message alone"),
    ("row('tuplehash128', 'a')", "tuplehash128 hashes tuples, not a message alone"),
    ("hex('sha256', 1)", "the value is a number: CAST it to TEXT or BLOB, or use hashlane_row"),
    ("digest('sha256', 1.5)", "the value is a number: CAST it to TEXT or BLOB, or use hashlane_row"),
    ("xof('shake128', 'a', 65537)", "the length is above 65536 bytes"),
    ("xof('shake128', 'a', -1)", "the length is below 0"),
    ("xof('shake128', 'a', '4')", "the length is no integer"),
    ("xof('sha256', 'a', 32)", "sha256 is no XOF: its digest has 32 bytes"),
    ("mac('sha256', 'k', 'a')", "sha256 is a hash, not a MAC"),
    ("mac('hmac-sha256', '', 'a')", "the key is empty"),
    ("mac('hmac-sha256', zeroblob(1025), 'a')", "the key has 1025 bytes, more than 1024"),
    ("mac('hmac-sha256', 7, 'a')", "the key is a number, not text or a blob"),
    ("mac_named('hmac-sha256', 'k', 'a')", "no key file: set HASHLANE_KEYS or call hashlane_key_file"),
    ("key_file('/no/such/file')", "the key file cannot be opened"),
    ("key_file('')", "the name of the key file is no text"),
    ("key_file('a' || char(0) || 'b')", "the name of the key file is no text"),
    ("row()", "hashlane_row needs an algorithm"),
    ("row('sha256', CAST(x'ff' AS TEXT))", "a text is no valid UTF-8: CAST it to BLOB"),
    ("row_as('sha256')", "hashlane_row_as needs an algorithm and a list of kinds"),
    ("row_as('sha256', 'date', 1, 2)", "a value is no date"),
    ("row_as('sha256', 'any', 1, 2)", "there are more values than kinds"),
    ("row_as('sha256', 'any,any', 1)", "there are more kinds than values"),
    ("row_as('sha256', 'any,', 1)", "there are more kinds than values"),
    ("row_as('sha256', 'list', 1)", "SQLite has no list"),
    ("row_as('sha256', 'datum', 1)", "no kind has the name datum"),
    ("row_as('sha256', 'bool', 2)", "a value is no bool"),
    ("row_as('sha256', 'decimal', 0.1)", "a value is no decimal"),
    ("row_as('sha256', 'float64', 9007199254740993)", "a value is no float64"),
    ("row_as('sha256', 'bytes', 'a')", "a value is no bytes"),
    ("agg('sha26', 1)", "no such algorithm: sha26; did you mean sha256?"),
    ("agg(NULL, 1)", "the algorithm of an aggregate is NULL"),
    ("set_agg(NULL, 1)", "the algorithm of an aggregate is NULL"),
    ("merkle_root(column1, 'a') FROM (VALUES ('sha256'), (NULL))", "the algorithm of an aggregate is NULL"),
    ("agg('sha256', CAST(x'ff' AS TEXT))", "a text is no valid UTF-8: CAST it to BLOB"),
    ("set_agg('sha256', CAST(x'ff' AS TEXT))", "a text is no valid UTF-8: CAST it to BLOB"),
    ("merkle_root('sha256', NULL)", "a leaf is text or a blob, not NULL and no number: hashlane_row_bytes makes one of any values"),
    ("merkle_root('sha256', 1)", "a leaf is text or a blob, not NULL and no number: hashlane_row_bytes makes one of any values"),
    ("agg(column1, 1) FROM (VALUES ('sha256'), ('sha512'))", "the algorithm of an aggregate must be the same in all rows"),
    ("set_agg(column1, 1) FROM (VALUES ('sha256'), ('sha512'))", "the algorithm of an aggregate must be the same in all rows"),
)
NOT_ISO = {
    "date": ("2023-02-29", "1900-02-29", "2024-13-01", "2024-00-01", "2024-01-32", "2024-1-1", "2024-01-01 ", "24-01-01", "", "2024-01-01T00:00:00"),
    "time": ("24:00:00.000000001", "25:00:00", "12:60:00", "12:00:60", "12:00", "12:00:00.", "12:00:00.1234567890", "12:00:00Z"),
    "local time": ("2024-01-01", "2024-01-01T00:00:00Z", "2024-01-01_00:00:00", "2024-01-01T24:00:01"),
    "instant": ("2024-01-01T00:00:00", "2024-01-01T00:00:00+1:00", "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00z"),
    "integer": ("1.0", "", "-", "1e3", "1" * 39, " 1"),
    "decimal": (".5", "1.", "1.2.3", "1e3", "NaN", "--1", "1" * 39),
}


def check_errors():
    connection = connect()
    for call, text in ERRORS:
        yield from differs(call, reason(connection, f"SELECT hashlane_{call}"), f"hashlane: {text}")
    for kind, texts in NOT_ISO.items():
        for text in texts:
            yield from differs(f"{kind} {text}", reason(connection, "SELECT hashlane_row_as('sha256', ?, ?)", kind, text), f"hashlane: a value is no {kind}")
    yield from differs("the connection goes on", one(connection, "SELECT hashlane_hex('sha256', 'abc')"), hashlib.sha256(b"abc").hexdigest())


def check_same_moment():
    connection = connect()
    as_kind = lambda kind, value: one(connection, "SELECT hashlane_row_as('sha256', ?, ?)", kind, value)
    noon = as_kind("instant", "2024-02-29T12:34:56Z")
    for same in ("2024-02-29 12:34:56.000Z", "2024-02-29T14:34:56+02:00", "2024-02-29T05:04:56-07:30", 1709210096):
        yield from differs(f"instant {same}", as_kind("instant", same), noon)
    yield from differs("a space", as_kind("local time", "2024-02-29 12:34:56"), as_kind("local time", "2024-02-29T12:34:56"))
    yield from differs("a zone matters", as_kind("local time", "2024-02-29T12:34:56") == noon, False)
    yield from differs("an integer as float64", as_kind("float64", 3), one(connection, "SELECT hashlane_row('sha256', 3.0)"))


def cases():
    return [(name, function) for name, function in globals().items() if name.startswith("check_")]


def main():
    import sqlite_more  # noqa: F401: its cases
    passed = failed = 0
    for name, function in cases() + sqlite_more.cases(sys.modules[__name__]):
        wrong = list(function())
        passed, failed = passed + (not wrong), failed + bool(wrong)
        print("FAIL" if wrong else "ok  ", name, *wrong[:10], sep="\n     " if wrong else " ")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
