#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The extension in the duckdb package of this Python: duckdb_engine.py EXTENSION. Each function whose name begins with `check`
is a case, which yields what is wrong."""
import decimal
import hashlib
import hmac
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

import duckdb

from engine_cases import ROOT, VECTORS, differs, reference, run_checks, sha256

EXTENSION = sys.argv[1]
SETTINGS = {"allow_unsigned_extensions": "true"}
AGGREGATES = ("hashlane_agg", "hashlane_set_agg", "hashlane_merkle_root")
ROWS = 5000  # more than two chunks


def connect(**more):
    connection = duckdb.connect(config=SETTINGS | more)
    connection.execute(f"LOAD '{EXTENSION}'")
    return connection


def one(connection, sql, *parameters):
    return connection.execute(sql, parameters).fetchone()[0]


def column(connection, sql, *parameters):
    return [row[0] for row in connection.execute(sql, parameters).fetchall()]


def reason(connection, sql):
    """The first line of the error, or None."""
    try:
        connection.execute(sql).fetchall()
    except duckdb.Error as why:
        return str(why).splitlines()[0]
    return None


def quoted(text):
    """A text as an expression of SQL; a character NUL needs a call."""
    return " || chr(0) || ".join("'" + part.replace("'", "''") + "'" for part in text.split("\0"))


def integer_type(i):
    for bits, name in ((8, "TINYINT"), (16, "SMALLINT"), (32, "INTEGER"), (64, "BIGINT"), (128, "HUGEINT")):
        if -2**(bits - 1) <= i < 2**(bits - 1):
            return name
    return "UHUGEINT"


def decimal_expression(text):
    number = decimal.Decimal(text)
    scale = max(0, -number.as_tuple().exponent)
    return f"'{number:f}'::DECIMAL(38, {scale})"


def date_expression(text):
    return f"'{1 - int(text[:5]):04}{text[5:]} (BC)'::DATE" if text.startswith("-") else f"'{text}'::DATE"


def moment_expression(kind, text):
    nanoseconds = len(text.removesuffix("Z").partition(".")[2]) > 6
    types = {"time": ("TIME", "TIME_NS"), "local time": ("TIMESTAMP", "TIMESTAMP_NS"), "instant": ("TIMESTAMPTZ", None)}
    name = types[kind][nanoseconds]
    return name and f"'{text}'::{name}"


def expression(value):
    """A value of the vectors as an expression of SQL; None where DuckDB has none."""
    kind, v = value["kind"], value.get("value")
    if kind in ("list", "struct"):
        inner = [expression(one) for one in v]
        if None in inner or (kind == "struct" and not v):
            return None
        return f"[{', '.join(inner)}]" if kind == "list" else f"row({', '.join(inner)})"
    if kind in ("time", "local time", "instant"):
        return moment_expression(kind, v)
    return {"null": lambda: "NULL", "bool": lambda: str(v), "integer": lambda: f"'{v}'::{integer_type(int(v))}", "date": lambda: date_expression(v),
            "float64": lambda: f"'{struct.unpack('>d', bytes.fromhex(v))[0]!r}'::DOUBLE", "decimal": lambda: decimal_expression(v),
            "bytes": lambda: f"from_hex('{v}')", "text": lambda: quoted(v)}[kind]()


def wrong_rows(connection, rows):
    for row in rows:
        expressions = [expression(value) for value in row["values"]]
        if None in expressions:
            continue
        names = [f"c{k}" for k in range(len(expressions))]
        connection.execute("CREATE OR REPLACE TABLE r AS SELECT 0 AS i" + "".join(f", {e} AS {n}" for e, n in zip(expressions, names)))
        for algorithm, digest in row["digests"].items():
            for values, source in ((expressions, ""), (names, " FROM r")):
                got = one(connection, f"SELECT hashlane_row({', '.join([quoted(algorithm), *values])}){source}")
                yield from differs(f"row {row['name']}, {algorithm}{source}", got.hex(), digest)


def check_rows():
    connection = connect()
    yield from wrong_rows(connection, VECTORS["rows"])
    missing = [row["name"] for row in VECTORS["rows"] if None in map(expression, row["values"])]
    yield from differs("rows that DuckDB cannot have", missing, ["instant 1969-12-31T23:59:59.999999999Z", "an empty struct"])


def check_rows_planted():
    rows = json.loads(json.dumps(VECTORS["rows"]))[:6]
    rows[1]["digests"]["sha256"] = rows[2]["digests"]["sha256"]
    yield from differs("findings of a wrong digest", len(list(wrong_rows(connect(), rows))), 2)


def check_integers_of_all_widths():
    connection = connect()
    for i, names in ((-5, "TINYINT SMALLINT INTEGER BIGINT HUGEINT"), (100, "TINYINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT HUGEINT")):
        expected = sha256(reference.row_message([("integer", str(i))]))
        for name in names.split():
            yield from differs(name, one(connection, f"SELECT hashlane_row('sha256', {i}::{name})"), expected)
    for width, i in (("UTINYINT", 2**8 - 1), ("USMALLINT", 2**16 - 1), ("UINTEGER", 2**32 - 1), ("UBIGINT", 2**64 - 1), ("UHUGEINT", 2**128 - 1)):
        yield from differs(width, one(connection, f"SELECT hashlane_row('sha256', {i}::{width})"), sha256(reference.row_message([("integer", str(i))])))
    for precision in (4, 9, 18, 38):
        got = one(connection, f"SELECT hashlane_row('sha256', '-1.50'::DECIMAL({precision}, 2))")
        yield from differs(f"DECIMAL({precision}, 2)", got, sha256(reference.row_message([("decimal", "-1.5")])))
    got = one(connection, "SELECT hashlane_row('sha256', 0.1::FLOAT)")
    yield from differs("FLOAT", got, sha256(reference.row_message([("float64", struct.pack(">d", struct.unpack("f", struct.pack("f", 0.1))[0]).hex())])))


# Columns of a table of many rows, and the values of row i as the reference has them.
MANY = {
    "CASE WHEN i % 7 <> 0 THEN i - 2500 END": lambda i: ("integer", str(i - 2500)) if i % 7 else ("null",),
    "repeat('xy', i % 40)": lambda i: ("text", "xy" * (i % 40)),
    "CASE WHEN i % 3 = 0 THEN encode(repeat('z', i % 20)) END": lambda i: ("bytes", (b"z" * (i % 20)).hex()) if i % 3 == 0 else ("null",),
    "range(i % 4)": lambda i: ("list", [("integer", str(k)) for k in range(i % 4)]),
    "CASE WHEN i % 5 <> 0 THEN [{'a': i, 'b': 'long enough for the heap ' || i}] END":
        lambda i: ("list", [("struct", [("integer", str(i)), ("text", f"long enough for the heap {i}")])]) if i % 5 else ("null",),
    "{'l': [i::VARCHAR, NULL], 'm': NULL::INTEGER}": lambda i: ("struct", [("list", [("text", str(i)), ("null",)]), ("null",)]),
    "[i, i + 1, NULL]::INTEGER[3]": lambda i: ("list", [("integer", str(i)), ("integer", str(i + 1)), ("null",)]),
    "(CASE i % 3 WHEN 0 THEN 'one' WHEN 1 THEN 'two' END)::kinds": lambda i: ("text", ("one", "two")[i % 3]) if i % 3 < 2 else ("null",),
    "'constant'": lambda i: ("text", "constant"),
}


def many(connection):
    connection.execute("CREATE TYPE kinds AS ENUM ('zero', 'one', 'two')")
    columns = ", ".join(f"{e} AS c{k}" for k, e in enumerate(MANY))
    connection.execute(f"CREATE TABLE many AS SELECT i, {columns} FROM range({ROWS}) r(i)")
    return ", ".join(f"c{k}" for k in range(len(MANY)))


def check_many_rows():
    """All columns together, and each alone, of whole chunks, of filtered ones and of what a join makes of them."""
    connection = connect()
    names = many(connection)
    digest = lambda i, kinds: sha256(reference.row_message([kind(i) for kind in kinds]))
    for what, source, chosen in (("all", "many", range(ROWS)), ("filtered", "many WHERE i % 11 = 3", range(3, ROWS, 11)),
                                 ("joined", "many JOIN (SELECT k * 13 AS i FROM range(1000) r(k)) s USING (i)", range(0, ROWS, 13)),
                                 ("unnested", "(SELECT many.*, unnest([1, 2]) AS twice FROM many WHERE i < 600) WHERE twice = 1", range(600))):
        got = connection.execute(f"SELECT i, hashlane_row('sha256', {names}) FROM {source} ORDER BY i").fetchall()
        yield from differs(what, got, [(i, digest(i, MANY.values())) for i in chosen])
        for k, kind in enumerate(MANY.values()):
            got = column(connection, f"SELECT hashlane_row('sha256', c{k}) FROM {source} ORDER BY i")
            yield from differs(f"{what}, column {k}", got, [digest(i, [kind]) for i in chosen])


def check_digests():
    """Each length of strings, NULLs among them, of VARCHAR and BLOB."""
    connection = connect()
    connection.execute("CREATE TABLE s AS SELECT i, CASE WHEN i % 10 <> 9 THEN repeat(chr(97 + (i % 26)::INTEGER), (i % 310)::INTEGER) END AS x FROM range(5000) r(i)")
    values = [None if i % 10 == 9 else (chr(97 + i % 26) * (i % 310)).encode() for i in range(5000)]
    for name, function in (("sha256", hashlib.sha256), ("sha3-256", hashlib.sha3_256), ("sha512", hashlib.sha512), ("sha3-224", hashlib.sha3_224)):
        expected = [None if v is None else function(v).digest() for v in values]
        for call in ("hashlane_digest('{}', x)", "hashlane_digest('{}', encode(x))", "from_hex(hashlane_hex('{}', x))"):
            got = column(connection, f"SELECT {call.format(name)} FROM s ORDER BY i")
            yield from differs(f"{call}, {name}", got, expected)
    got = column(connection, "SELECT hashlane_digest(CASE i % 3 WHEN 0 THEN 'sha256' WHEN 1 THEN 'sha512' END, x) FROM s ORDER BY i")
    yield from differs("an algorithm for each row", got, [None if v is None or i % 3 == 2 else (hashlib.sha256, hashlib.sha512)[i % 3](v).digest() for i, v in enumerate(values)])
    long = "x" * 3_000_000
    yield from differs("a long value", one(connection, "SELECT hashlane_digest('sha256', ?)", long), sha256(long.encode()))
    got = column(connection, "SELECT hashlane_digest('sha256', 'abc') FROM range(5000)")
    yield from differs("a constant", got, [sha256(b"abc")] * 5000)
    got = column(connection, "SELECT hashlane_digest('sha256', v) FROM (SELECT unnest(['a', 'a', 'a', NULL, 'b', 'a', 'a value that is not inlined', 'a value that is not inlined']) AS v)")
    yield from differs("values that follow themselves", got, [v and sha256(v) for v in (b"a", b"a", b"a", None, b"b", b"a", *[b"a value that is not inlined"] * 2)])


def seconds(connection, sql):
    """The least processor time of three runs."""
    times = []
    for _ in range(3):
        begun = time.process_time()
        connection.execute(sql).fetchall()
        times.append(time.process_time() - begun)
    return min(times)


def check_constants_are_digested_once():
    """A constant of 2 MB in a chunk of 2048 rows, whose algorithm is a column, takes far less time than the same bytes in rows of
    their own."""
    connection = connect(threads=1)
    connection.execute("CREATE TABLE long AS SELECT repeat('x', 2000000) AS x")
    connection.execute("CREATE TABLE names AS SELECT CASE WHEN i < 2048 THEN 'sha256' END AS a FROM range(2048) r(i)")
    connection.execute("CREATE TABLE different AS SELECT repeat('x', 2000000) || i AS x FROM range(64) r(i)")
    constant = seconds(connection, "SELECT max(hashlane_digest(a, (SELECT x FROM long))) FROM names")
    each = seconds(connection, "SELECT max(hashlane_digest('sha256', x)) FROM different") / 64
    yield from differs(f"{constant / each:.0f} digests for 2048 rows are few", constant < 100 * each, True)


def check_algorithms():
    """Every hash and XOF gives one digest in one call and among many."""
    connection, tried = connect(), 0
    for name in subprocess.run([ROOT / "build" / "hashlane", "list"], capture_output=True, text=True, check=True).stdout.split():
        if reason(connection, f"SELECT hashlane_hex('{name}', '')"):
            continue
        tried += 1
        expected = subprocess.run([ROOT / "build" / "hashlane", name], input=b"abc", capture_output=True, check=True).stdout.split()[0].decode()
        got = set(column(connection, f"SELECT hashlane_hex('{name}', left('abc', 3 + (i % 2)::INTEGER)) FROM range(300) r(i)"))
        yield from differs(name, got, {expected})
    yield from differs("more than 30 algorithms", tried > 30, True)


def check_mac_and_xof():
    connection = connect()
    connection.execute("CREATE TABLE m AS SELECT i, repeat('k', 1 + (i % 3)::INTEGER) AS k, i::VARCHAR AS x FROM range(600) r(i)")
    expected = [hmac.digest(b"k" * (1 + i % 3), str(i).encode(), "sha256") for i in range(600)]
    for k in ("k", "encode(k)"):
        for x in ("x", "encode(x)"):
            yield from differs(f"{k}, {x}", column(connection, f"SELECT hashlane_mac('hmac-sha256', {k}, {x}) FROM m ORDER BY i"), expected)
    got = column(connection, "SELECT hashlane_mac('hmac-sha512', 'one key', x) FROM m ORDER BY i")
    yield from differs("one key", got, [hmac.digest(b"one key", str(i).encode(), "sha512") for i in range(600)])
    got = column(connection, "SELECT hashlane_xof('shake128', x, i) FROM m ORDER BY i")
    yield from differs("lengths", got, [hashlib.shake_128(str(i).encode()).digest(i) for i in range(600)])
    got = column(connection, "SELECT hashlane_xof('shake256', x, 65536) FROM m WHERE i < 40 ORDER BY i")
    yield from differs("the largest length", got, [hashlib.shake_256(str(i).encode()).digest(65536) for i in range(40)])


def with_keys(text):
    """What a process prints that takes tags by names, with this key file."""
    with tempfile.TemporaryDirectory() as place:
        path = pathlib.Path(place, "keys")
        path.touch(0o600)
        path.write_text(text)
        script = ("import duckdb, sys\nc = duckdb.connect(config={'allow_unsigned_extensions': 'true'})\n"
                  f"c.execute(\"LOAD '{EXTENSION}'\")\n"
                  "for name in ('first', 'second', 'third'):\n"
                  "    try:\n        print(c.execute('SELECT hashlane_mac_named(?, ?, ?)', ['hmac-sha256', name, 'abc']).fetchone()[0].hex())\n"
                  "    except duckdb.Error as why:\n        print(str(why).splitlines()[0].removeprefix('Invalid Input Error: '))\n")
        done = subprocess.run([sys.executable, "-c", script], env=os.environ | {"HASHLANE_KEYS": str(path)}, capture_output=True, text=True)
        return done.stdout.splitlines() or [done.stderr]


def check_named_keys():
    expected = [hmac.digest(key, b"abc", "sha256").hex() for key in (b"key", b"other")]
    yield from differs("keys", with_keys(f"first = {b'key'.hex()}\nsecond = {b'other'.hex()}\n"), expected + ["hashlane: no key has the name third"])
    yield from differs("a wrong file", with_keys("first\n"), ["hashlane: line 1 of the key file is no name = key in hexadecimal digits"] * 3)
    yield from differs("no file", reason(connect(), "SELECT hashlane_mac_named('hmac-sha256', 'first', 'abc')"), "Invalid Input Error: hashlane: no key file: set HASHLANE_KEYS")


def check_columns():
    connection = connect()
    for vector in VECTORS["columns"]:
        if len({value["kind"] for value in vector["values"]} - {"null"}) > 1:
            continue  # a column has one type
        rows = ", ".join(f"({i}, {expression(value)})" for i, value in enumerate(vector["values"]))
        connection.execute(f"CREATE OR REPLACE TABLE c AS SELECT * FROM (VALUES {rows}) v(i, x)")
        for name in AGGREGATES:
            for algorithm, digest in vector.get(name.removeprefix("hashlane_"), {}).items():
                got = one(connection, f"SELECT {name}('{algorithm}', x ORDER BY i) FROM c")
                yield from differs(f"{name} of {vector['name']}, {algorithm}", got.hex(), digest)


NO_ORDER = "the order of the rows is not known: write {}(algorithm, value ORDER BY ...), and over a window take whole partitions"


def check_groups_and_windows():
    connection = connect(threads=2)
    connection.execute("CREATE TABLE g AS SELECT i, i % 50 AS g, i::VARCHAR AS x FROM range(20000) r(i)")
    for name, message in (("hashlane_agg", lambda v: sha256(reference.agg_message(v))), ("hashlane_set_agg", lambda v: sha256(reference.set_message(v, sha256)))):
        expected = [message([("text", str(i)) for i in range(g, 20000, 50)]) for g in range(50)]
        yield from differs(name, column(connection, f"SELECT {name}('sha256', x ORDER BY i) FROM g GROUP BY g ORDER BY g"), expected)
    yield from differs("a set in parts", column(connection, "SELECT hashlane_set_agg('sha256', x) FROM g GROUP BY g ORDER BY g"), expected)
    got = column(connection, "SELECT hashlane_set_agg('sha256', x) OVER (ORDER BY i ROWS 2 PRECEDING) FROM g WHERE i < 300 ORDER BY i")
    expected = [sha256(reference.set_message([("text", str(k)) for k in range(max(0, i - 2), i + 1)], sha256)) for i in range(300)]
    yield from differs("a window", got, expected)
    # DuckDB joins wide frames from states that several frames and threads share.
    got = column(connection, "SELECT hashlane_set_agg('sha256', x) OVER (ORDER BY i ROWS BETWEEN 700 PRECEDING AND 100 FOLLOWING) FROM g WHERE i < 2000 ORDER BY i")
    frame = lambda i: [("text", str(k)) for k in range(max(0, i - 700), min(2000, i + 101))]
    some = range(0, 2000, 97)
    yield from differs("wide frames", [got[i] for i in some], [sha256(reference.set_message(frame(i), sha256)) for i in some])
    # A whole partition is given in order. Any other frame of many rows is computed in parts.
    for name in AGGREGATES[::2]:
        right = [one(connection, f"SELECT {name}('sha256', x ORDER BY i) FROM g WHERE i % 2 = {k} AND i < 3000") for k in (0, 1)]
        got = column(connection, f"SELECT DISTINCT ON (i % 2) {name}('sha256', x) OVER (PARTITION BY i % 2 ORDER BY i ROWS BETWEEN UNBOUNDED PRECEDING "
                                 "AND UNBOUNDED FOLLOWING) FROM g WHERE i < 3000 ORDER BY i % 2")
        yield from differs(f"{name} of whole partitions", got, right)
        for within in ("", " ORDER BY i"):
            why = reason(connection, f"SELECT {name}('sha256', x{within}) OVER (ORDER BY i ROWS 2 PRECEDING) FROM g WHERE i < 300")
            yield from differs(f"{name} of frames{within}", why, f"Invalid Input Error: hashlane: {NO_ORDER.format(name)}")
    for name in AGGREGATES:
        yield from differs(f"{name} of no row", one(connection, f"SELECT {name}('sha256', x) FROM g WHERE i < 0"), None)


def check_parallel():
    """Many threads give the digests of one; aggregates in order ask for an order."""
    count = 600_000
    connections = [connect(threads=n) for n in (1, 4)]
    for connection in connections:
        connection.execute(f"CREATE TABLE p AS SELECT i, i::VARCHAR AS x FROM range({count}) r(i)")
    for query in ("hashlane_set_agg('sha256', x)", "hashlane_agg('sha256', x ORDER BY i)", "hashlane_merkle_root('sha256', x ORDER BY i)",
                  "bit_xor(hashlane_hex('sha256', x)[:8].hash())"):
        results = [one(connection, f"SELECT {query} FROM p") for connection in connections]
        yield from differs(query, results[1], results[0])
    for name in AGGREGATES[::2]:
        why = reason(connections[1], f"SELECT {name}('sha256', x) FROM p")
        yield from differs(name, why, f"Invalid Input Error: hashlane: {NO_ORDER.format(name)}")


ERRORS = (
    ("digest('sha26', 'a')", "no such algorithm: sha26; did you mean sha256?"),
    ("hex('hmac-sha256', 'a')", "hmac-sha256 is a MAC, not a hash or XOF of a message alone"),
    ("row('tuplehash128', 'a')", "tuplehash128 hashes tuples, not a message alone"),
    ("xof('shake128', 'a', 65537)", "the length is above 65536 bytes"),
    ("xof('shake128', 'a', -1)", "the length is below 0"),
    ("xof('sha256', 'a', 32)", "sha256 is no XOF: its digest has 32 bytes"),
    ("mac('sha256', 'k', 'a')", "sha256 is a hash, not a MAC"),
    ("mac('hmac-sha256', '', 'a')", "the key is empty"),
    ("mac('hmac-sha256', repeat('k', 1025), 'a')", "the key has 1025 bytes, more than 1024"),
    ("row('sha256', 1, INTERVAL 1 DAY)", "INTERVAL has no encoding in a row"),
    ("row('sha256', [MAP {'a': 1}])", "MAP has no encoding in a row"),
    ("row('sha256', {'u': uuid()})", "UUID has no encoding in a row"),
    ("row('sha256', '101'::BIT)", "BIT has no encoding in a row"),
    ("row('sha256', '12:00:00+01'::TIMETZ)", "TIME WITH TIME ZONE has no encoding in a row"),
    ("row('sha256', 1::UNION(a INTEGER, b VARCHAR))", "UNION has no encoding in a row"),
    ("row('sha256', 'infinity'::DATE)", "an infinite date or time has no encoding"),
    ("row('sha256', ['-infinity'::TIMESTAMP])", "an infinite date or time has no encoding"),
    ("row('sha256', 'infinity'::TIMESTAMPTZ)", "an infinite date or time has no encoding"),
    ("agg('sha26', 1)", "no such algorithm: sha26; did you mean sha256?"),
    ("agg(NULL, 1)", "the algorithm of an aggregate is NULL"),
    ("set_agg('sha256', INTERVAL 1 DAY)", "INTERVAL has no encoding in a row"),
    ("merkle_root('sha256', NULL)", "a leaf is a VARCHAR or a BLOB, and not NULL"),
    ("merkle_root('sha256', 1)", "a leaf is a VARCHAR or a BLOB, and not NULL"),
    ("agg(a, 1) FROM (VALUES ('sha256'), ('sha512')) t(a)", "the algorithm of an aggregate must be the same in all rows"),
)


def check_labels():
    """DuckDB gives the labels of an ENUM up to a NUL in them. Two that are equal up to there are refused."""
    connection = connect()
    for n, labels in enumerate((("'a'", "'a' || chr(0)"), ("'a' || chr(0) || 'b'", "'x'", "'a' || chr(0) || 'c'"))):
        connection.execute(f"CREATE TYPE cut{n} AS ENUM ({' UNION ALL '.join(f'SELECT {label}' for label in labels)})")
        for call in ("row('sha256', 1, [{}])", "set_agg('sha256', {})"):
            why = reason(connection, f"SELECT hashlane_{call.format(f'({labels[0]})::cut{n}')}")
            yield from differs(f"labels {n} for {call}", why, "Invalid Input Error: hashlane: an ENUM has two labels that are equal up to a NUL: cast it to VARCHAR")
    connection.execute("CREATE TYPE many_labels AS ENUM (SELECT 'label ' || i FROM range(256) r(i))")
    yield from differs("256 labels", one(connection, "SELECT hashlane_row('sha256', 'label 255'::many_labels)"),
                       one(connection, "SELECT hashlane_row('sha256', 'label 255')"))


def check_errors():
    connection = connect()
    for call, text in ERRORS:
        yield from differs(call, reason(connection, f"SELECT hashlane_{call}"), f"Invalid Input Error: hashlane: {text}")
    why = reason(connection, "SELECT hashlane_digest('sha256', 12)")
    yield from differs("a number", "Binder Error" in str(why), True)
    yield from differs("the connection goes on", one(connection, "SELECT hashlane_hex('sha256', 'abc')"), sha256(b"abc").hex())


def check_nulls():
    connection = connect()
    for call in ("digest('sha256', NULL::VARCHAR)", "digest(NULL, 'a')", "hex('sha256', NULL::BLOB)", "xof('shake128', NULL::BLOB, 4)", "xof('shake128', 'a', NULL)",
                 "mac('hmac-sha256', NULL::BLOB, 'a'::BLOB)", "mac('hmac-sha256', 'k', NULL::VARCHAR)", "row(NULL, 1)"):
        yield from differs(call, one(connection, f"SELECT hashlane_{call}"), None)
    yield from differs("a row of NULL", one(connection, "SELECT hashlane_row('sha256', NULL)"), sha256(reference.row_message([("null",)])))
    yield from differs("a row of nothing", one(connection, "SELECT hashlane_row('sha256')"), sha256(reference.row_message([])))


def check_install():
    with tempfile.TemporaryDirectory() as place:
        connection = duckdb.connect(config=SETTINGS | {"extension_directory": place})
        connection.execute(f"INSTALL '{EXTENSION}'")
        connection.execute("LOAD hashlane")
        yield from differs("installed", one(connection, "SELECT hashlane_hex('sha256', 'abc')"), sha256(b"abc").hex())
        got = connection.execute("SELECT installed, loaded FROM duckdb_extensions() WHERE extension_name = 'hashlane'").fetchall()
        yield from differs("listed", got, [(True, True)])


def main():
    passed, failed = run_checks(globals())
    print(f"DuckDB {duckdb.__version__}\n{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
