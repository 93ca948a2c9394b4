# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Cases of postgresql.py. Each function whose name begins with `check` takes a server that runs, in whose database `postgres`
the extension is, and yields what is wrong."""
import hashlib
import hmac
import json
import random
import subprocess

from engine_cases import ROOT, VECTORS, differs, reference, sha256
from postgresql_values import expression, quoted

AGGREGATES = ("hashlane_agg", "hashlane_set_agg", "hashlane_merkle_root")
NAMES = {"sha256": hashlib.sha256, "sha3-256": hashlib.sha3_256, "sha512": hashlib.sha512, "sha3-224": hashlib.sha3_224}
CLI = ROOT / "build" / "hashlane"


def bytea(data):
    return "\\x" + data.hex()


def prepare(server):
    """What the cases use: try(statement) gives a result, or SQLSTATE and text of the error."""
    server.rows("""CREATE EXTENSION hashlane; CREATE EXTENSION pgcrypto;
        CREATE FUNCTION try(statement text) RETURNS text LANGUAGE plpgsql AS $$ DECLARE r text; BEGIN EXECUTE statement INTO r;
        RETURN r; EXCEPTION WHEN OTHERS THEN RETURN SQLSTATE || ' ' || SQLERRM; END $$;""")


def tries(server, statements, **where):
    """What try() gives for each statement."""
    return server.rows("".join(f"SELECT coalesce(try({quoted(one)}), 'NULL');\n" for one in statements), **where)


def wrong_rows(server, rows):
    script, expected = [], []
    for row in rows:
        values = [expression(value) for value in row["values"]]
        if None in values:
            continue
        in_table = not any(value["kind"] in ("struct", "list") for value in row["values"])
        if in_table:
            script.append("DROP TABLE IF EXISTS r; CREATE TABLE r AS SELECT" + ",".join(f" {v} AS c{k}" for k, v in enumerate(values)) + ";")
        for algorithm, digest in row["digests"].items():
            for columns, source in ((values, ""), ([f"c{k}" for k in range(len(values))], " FROM r"))[:1 + in_table]:
                script.append(f"SELECT hashlane_row({', '.join([quoted(algorithm), *columns])}){source};")
                expected.append((row["name"], algorithm + source, bytea(bytes.fromhex(digest))))
    got = server.rows("\n".join(script))
    yield from differs("answers", len(got), len(expected))
    for one, (name, algorithm, digest) in zip(got, expected):
        yield from differs(f"row {name}, {algorithm}", one, digest)


def check_rows(server):
    yield from wrong_rows(server, VECTORS["rows"])
    missing = {row["name"] for row in VECTORS["rows"] if None in map(expression, row["values"])}
    large = {f"integer {i}" for i in reference.INTEGERS if not -2**63 <= i < 2**63}
    yield from differs("rows that PostgreSQL cannot have", sorted(missing), sorted(large | {
        "text a\0b", "a list of lists", "time 00:00:00.000000001", "time 23:59:59.999999999",
        "local time 1969-12-31T23:59:59.999999999", "instant 1969-12-31T23:59:59.999999999Z"}))


def check_rows_planted(server):
    rows = json.loads(json.dumps(VECTORS["rows"]))[:6]
    rows[1]["digests"]["sha256"] = rows[2]["digests"]["sha256"]
    yield from differs("findings of a wrong digest", len(list(wrong_rows(server, rows))), 2)


TYPES = (  # expression, the value as the reference has it
    ("'ab '::char(5)", ("text", "ab")), ("''::char(5)", ("text", "")), ("'ab'::varchar(5)", ("text", "ab")), ("'ab'::name", ("text", "ab")),
    ("'{\"a\": 1}'::json", ("text", '{"a": 1}')), ("'two'::counted", ("text", "two")), ("7::positive", ("integer", "7")),
    ("1.5::real", ("float64", "3ff8000000000000")), ("1000000.000::numeric(12, 3)", ("decimal", "1000000")), ("(10::numeric ^ 600 + 1)", ("decimal", str(10**600 + 1))),
    ("-(10::numeric ^ 600 + 1)", ("decimal", str(-10**600 - 1))), ("0.00001000::numeric", ("decimal", "0.00001")),
    ("12340000::numeric", ("decimal", "12340000")), (f"{2**2040 - 1}::numeric", ("decimal", str(2**2040 - 1))),
    ("'{{1,2,NULL},{3,4,5}}'::int[]", ("list", [("list", [("integer", "1"), ("integer", "2"), ("null",)]), ("list", [("integer", str(i)) for i in (3, 4, 5)])])),
    ("'[5:6]={a,NULL}'::text[]", ("list", [("text", "a"), ("null",)])), ("ARRAY['one', NULL]::counted[]", ("list", [("text", "one"), ("null",)])),
    ("ROW(1, ARRAY['x'], ROW(true, NULL))", ("struct", [("integer", "1"), ("list", [("text", "x")]), ("struct", [("bool", True), ("null",)])])),
    ("(SELECT p FROM pair p)", ("struct", [("integer", "1"), ("text", "b")])), ("ARRAY(SELECT p FROM pair p)", ("list", [("struct", [("integer", "1"), ("text", "b")])])),
    ("'4713-01-01 BC'::date", ("date", "-4712-01-01")), ("'290000-12-31 23:59:59.999999'::timestamp", ("local time", "290000-12-31T23:59:59.999999")),
)


def check_types(server):
    server.rows("CREATE TYPE counted AS ENUM ('one', 'two'); CREATE DOMAIN positive AS integer CHECK (VALUE > 0);"
                "CREATE TABLE pair (a integer, gone text, b text); INSERT INTO pair VALUES (1, 'x', 'b'); ALTER TABLE pair DROP COLUMN gone;")
    got = server.rows("".join(f"SELECT hashlane_row('sha256', {e});" for e, _ in TYPES))
    for one, (e, value) in zip(got, TYPES, strict=True):
        yield from differs(e[:60], one, bytea(sha256(reference.row_message([value]))))
    yield from differs("VARIADIC", server.one("SELECT hashlane_row('sha256', VARIADIC ARRAY['a', NULL]), hashlane_row('sha256', VARIADIC NULL::int[]) IS NULL, hashlane_row(NULL, 1) IS NULL"),
                       bytea(sha256(reference.row_message([("text", "a"), ("null",)]))) + "|t|t")
    yield from differs("a literal", server.one("SELECT hashlane_agg('sha256', 'ab')"), bytea(sha256(reference.agg_message([("text", "ab")]))))
    message = reference.row_message([("integer", "1"), ("null",)])
    yield from differs("row_bytes", server.one("SELECT hashlane_row_bytes(1, NULL), hashlane_row_bytes()"), bytea(message) + "|" + bytea(reference.row_message([])))
    yield from differs("zones", server.one("SET timezone = 'Asia/Kolkata'; SELECT hashlane_row('sha256', '2024-02-29 18:04:56+05:30'::timestamptz) = hashlane_row('sha256', '2024-02-29 12:34:56Z'::timestamptz)"), "t")


def check_columns(server):
    script, expected = [], []
    for vector in VECTORS["columns"]:
        if len({value["kind"] for value in vector["values"]} - {"null"}) > 1:
            continue  # a column has one type
        rows = ", ".join(f"({i}, {expression(value)})" for i, value in enumerate(vector["values"]))
        for name in AGGREGATES:
            for algorithm, digest in vector.get(name.removeprefix("hashlane_"), {}).items():
                script.append(f"SELECT {name}('{algorithm}', x ORDER BY i) FROM (VALUES {rows}) v(i, x);")
                expected.append((f"{name} of {vector['name']}, {algorithm}", bytea(bytes.fromhex(digest))))
    for one, (what, digest) in zip(server.rows("\n".join(script)), expected, strict=True):
        yield from differs(what, one, digest)


def check_digests(server):
    """Each length, NULLs among them, of text and bytea, beside PostgreSQL and pgcrypto."""
    server.rows("CREATE TABLE s AS SELECT i, CASE WHEN i % 10 <> 9 THEN repeat(chr(97 + i % 26), i % 310) END AS x FROM generate_series(0, 2999) i")
    values = [None if i % 10 == 9 else (chr(97 + i % 26) * (i % 310)).encode() for i in range(3000)]
    for name, function in NAMES.items():
        expected = ["" if v is None else function(v).hexdigest() for v in values]
        for call in ("encode(hashlane_digest('{}', x), 'hex')", "encode(hashlane_digest('{}', x::bytea), 'hex')", "hashlane_hex('{}', x)", "hashlane_hex('{}', x::bytea)"):
            yield from differs(f"{call}, {name}", server.rows(f"SELECT {call.format(name)} FROM s ORDER BY i"), expected)
    wrong = " OR ".join([f"hashlane_digest('sha{n}', x) <> sha{n}(x::bytea) OR hashlane_digest('sha{n}', x) <> digest(x, 'sha{n}')" for n in (224, 256, 384, 512)] +
                        [f"hashlane_mac('hmac-sha{n}', 'key', x) <> hmac(x, 'key', 'sha{n}')" for n in (256, 384, 512)])
    yield from differs("PostgreSQL and pgcrypto", server.one(f"SELECT count(*), count(x) FILTER (WHERE {wrong}) FROM s"), "3000|0")
    got = server.rows("SELECT encode(hashlane_digest(CASE i % 3 WHEN 0 THEN 'sha256' WHEN 1 THEN 'sha512' END, x), 'hex') FROM s ORDER BY i")
    yield from differs("an algorithm for each row", got, ["" if v is None or i % 3 == 2 else (hashlib.sha256, hashlib.sha512)[i % 3](v).hexdigest() for i, v in enumerate(values)])
    got = server.rows("SELECT encode(hashlane_xof('shake128', x, i), 'hex') FROM s WHERE i < 300 ORDER BY i")
    yield from differs("lengths", got, ["" if v is None else hashlib.shake_128(v).hexdigest(i) for i, v in enumerate(values[:300])])


def check_macs(server):
    keys = [b"k" * (1 + i % 200) for i in range(600)]
    server.rows("CREATE TABLE m AS SELECT i, repeat('k', 1 + i % 200) AS k, i::text AS x FROM generate_series(0, 599) i")
    expected = [bytea(hmac.digest(key, str(i).encode(), "sha256")) for i, key in enumerate(keys)]
    for k in ("k", "k::bytea"):
        for x in ("x", "x::bytea"):
            yield from differs(f"{k}, {x}", server.rows(f"SELECT hashlane_mac('hmac-sha256', {k}, {x}) FROM m ORDER BY i"), expected)
    got = server.rows("SELECT hashlane_mac(CASE WHEN i % 2 = 0 THEN 'hmac-sha256' ELSE 'hmac-sha3-256' END, 'one key', x) FROM m ORDER BY i")
    yield from differs("two algorithms", got, [bytea(hmac.digest(b"one key", str(i).encode(), ("sha256", "sha3-256")[i % 2])) for i in range(600)])


def check_algorithms(server):
    """Every hash and XOF is that of the command line, also for a message that is absorbed in pieces."""
    names = subprocess.run([CLI, "list"], capture_output=True, text=True, check=True).stdout.split()
    found = dict(zip(names, tries(server, [f"SELECT hashlane_hex('{name}', 'abc')" for name in names]), strict=True))
    hashes = [name for name, text in found.items() if " " not in text]
    yield from differs("more than 30 algorithms", len(hashes) > 30, True)
    long = "0123456789" * 210_000
    pieces = tries(server, [f"SELECT hashlane_hex('{name}', repeat('0123456789', 210000))" for name in hashes])
    for name, of_pieces in zip(hashes, pieces, strict=True):
        for what, got in (("abc", found[name]), (long, of_pieces)):
            expected = subprocess.run([CLI, name], input=what.encode(), capture_output=True, check=True).stdout.split()[0].decode()
            yield from differs(f"{name} of {len(what)} bytes", got, expected)


def check_long_values(server):
    """Values that PostgreSQL compresses, and that it stores in pieces."""
    noise = random.Random(1).randbytes(3_300_000)
    same = b"Gr\xc3\xbc\xc3\x9fe " * 400_000
    server.rows("CREATE TABLE toast (i integer, b bytea, t text); ALTER TABLE toast ALTER b SET STORAGE EXTERNAL; INSERT INTO toast VALUES "
                f"(1, '\\x{noise.hex()}', repeat('Grüße ', 400000)), (2, '\\x{noise[:3000].hex()}', repeat('Grüße ', 500));")
    sizes = server.one("SELECT pg_column_size(b) > 3000000, pg_column_size(t) < 100000 FROM toast WHERE i = 1")
    yield from differs("one is stored whole, and one is compressed", sizes, "t|t")
    for i, (b, t) in ((1, (noise, same)), (2, (noise[:3000], same[:8 * 500]))):
        calls = ("hashlane_digest('sha256', b)", "hashlane_digest('sha256', t)", "hashlane_mac('hmac-sha256', 'key', b)", "hashlane_mac('hmac-sha256', 'key', t)",
                 "hashlane_xof('shake128', b, 5)", "hashlane_row('sha256', b, i, t)", "sha256(hashlane_row_bytes(b, i, t))", "hashlane_agg('sha256', b)", "hashlane_set_agg('sha256', t)",
                 "hashlane_merkle_root('sha256', b)", "hashlane_merkle_root('sha256', t)")
        row = reference.row_message([("bytes", b.hex()), ("integer", str(i)), ("text", t.decode())])
        expected = (sha256(b), sha256(t), hmac.digest(b"key", b, "sha256"), hmac.digest(b"key", t, "sha256"), hashlib.shake_128(b).digest(5), sha256(row), sha256(row),
                    sha256(reference.agg_message([("bytes", b.hex())])), sha256(reference.set_message([("text", t.decode())], sha256)),
                    sha256(b"\0" + b), sha256(b"\0" + t))
        for call, digest in zip(calls, expected, strict=True):
            yield from differs(f"{call}, {i}", server.one(f"SELECT {call} FROM toast WHERE i = {i}"), bytea(digest))
    got = server.one("SELECT hashlane_merkle_root('sha256', b ORDER BY i), hashlane_set_agg('sha256', b) FROM toast")
    both = [("bytes", noise.hex()), ("bytes", noise[:3000].hex())]
    yield from differs("both", got, bytea(reference.merkle_root([noise, noise[:3000]], sha256)) + "|" + bytea(sha256(reference.set_message(both, sha256))))


ERRORS = (
    ("digest('sha26', 'a')", "22023 hashlane: no such algorithm: sha26; did you mean sha256?"),
    ("hex('hmac-sha256', 'a')", "22023 hashlane: hmac-sha256 is a MAC, not a hash or XOF of a message alone"),
    ("row('tuplehash128', 'a')", "22023 hashlane: tuplehash128 hashes tuples, not a message alone"),
    ("xof('shake128', 'a', 65537)", "22023 hashlane: the length is above 65536 bytes"),
    ("xof('shake128', 'a', -1)", "22023 hashlane: the length is below 0"),
    ("xof('sha256', 'a', 32)", "22023 hashlane: sha256 is no XOF: its digest has 32 bytes"),
    ("mac('sha256', 'k', 'a')", "22023 hashlane: sha256 is a hash, not a MAC"),
    ("mac('hmac-sha256', '', 'a')", "22023 hashlane: the key is empty"),
    ("mac('hmac-sha256', repeat('k', 1025), 'a')", "22023 hashlane: the key has 1025 bytes, more than 1024"),
    ("row('sha256', 1, interval '1 day')", "0A000 hashlane: interval has no encoding in a row"),
    ("row('sha256', ARRAY['12:00+01'::timetz])", "0A000 hashlane: time with time zone has no encoding in a row"),
    ("row('sha256', ROW(gen_random_uuid()))", "0A000 hashlane: uuid has no encoding in a row"),
    ("row('sha256', '{}'::jsonb)", "0A000 hashlane: jsonb has no encoding in a row"),
    ("row('sha256', int4range(1, 2))", "0A000 hashlane: int4range has no encoding in a row"),
    ("row('sha256', 'infinity'::date)", "22008 hashlane: an infinite date or time has no encoding"),
    ("row('sha256', ARRAY['-infinity'::timestamp])", "22008 hashlane: an infinite date or time has no encoding"),
    ("row('sha256', 'infinity'::timestamptz)", "22008 hashlane: an infinite date or time has no encoding"),
    ("row('sha256', 'NaN'::numeric)", "22003 hashlane: a numeric that is infinite or no number has no encoding"),
    ("row('sha256', '-Infinity'::numeric)", "22003 hashlane: a numeric that is infinite or no number has no encoding"),
    (f"row('sha256', {2**2040}::numeric)", "22003 hashlane: a numeric of more than 614 digits has no encoding"),
    ("agg('sha26', 1)", "22023 hashlane: no such algorithm: sha26; did you mean sha256?"),
    ("agg(NULL, 1)", "22004 hashlane: the algorithm of an aggregate is NULL"),
    ("set_agg('sha256', interval '1 day')", "0A000 hashlane: interval has no encoding in a row"),
    ("merkle_root('sha256', NULL::text)", "22004 hashlane: a leaf is not NULL"),
    ("agg(a, 1) FROM (VALUES ('sha256'), ('sha512')) t(a)", "22023 hashlane: the algorithm of an aggregate must be the same in all rows"),
    ("mac_named('hmac-sha256', 'k', 'a')", "42704 hashlane: no key file: set hashlane.key_file"),
    ("digest('sha256', 12)", "42883 function hashlane_digest(unknown, integer) does not exist"),
)


def check_errors(server):
    got = tries(server, [f"SELECT hashlane_{call}" for call, _ in ERRORS])
    for (call, text), one in zip(ERRORS, got, strict=True):
        yield from differs(call[:60], one, text)
    # A call site goes on after an error in the middle of a row.
    server.rows("CREATE FUNCTION row_or_null(d date) RETURNS bytea LANGUAGE plpgsql AS $$ BEGIN RETURN hashlane_row('sha256', 'long ' || repeat('x', 2000), d);"
                "EXCEPTION WHEN OTHERS THEN RETURN NULL; END $$")
    got = server.rows("SELECT row_or_null(CASE i % 2 WHEN 0 THEN 'infinity' ELSE '1970-01-01' END::date) FROM generate_series(0, 3) i")
    right = bytea(sha256(reference.row_message([("text", "long " + "x" * 2000), ("date", "1970-01-01")])))
    yield from differs("after an error", got, ["", right, "", right])


def check_nulls(server):
    calls = ("digest('sha256', NULL::text)", "digest(NULL, 'a')", "hex('sha256', NULL::bytea)", "xof('shake128', NULL::bytea, 4)", "xof('shake128', 'a', NULL)",
             "mac('hmac-sha256', NULL::bytea, 'a'::bytea)", "mac('hmac-sha256', 'k', NULL::text)", "row(NULL, 1)", *(f"{name[9:]}('sha256', 'a'::text) FROM s WHERE i < 0" for name in AGGREGATES))
    yield from differs("NULL", tries(server, [f"SELECT hashlane_{call}" for call in calls]), ["NULL"] * len(calls))


def check_groups_and_windows(server):
    server.rows("CREATE TABLE g AS SELECT i, i % 50 AS g, i::text AS x FROM generate_series(0, 9999) i")
    values = [[("text", str(i)) for i in range(g, 10000, 50)] for g in range(50)]
    sets = [bytea(sha256(reference.set_message(v, sha256))) for v in values]
    lists = [bytea(sha256(reference.agg_message(v))) for v in values]
    trees = [bytea(reference.merkle_root([reference.leaf(*one) for one in v], sha256)) for v in values]
    for setting in ("enable_hashagg = off", "enable_sort = off"):
        for name, expected in zip(AGGREGATES, (lists, sets, trees)):
            got = server.rows(f"SET {setting}; SELECT {name}('sha256', x ORDER BY i) FROM g GROUP BY g ORDER BY g")
            yield from differs(f"{name}, {setting}", got, expected)
    yield from differs("no order", server.rows("SET enable_sort = off; SELECT hashlane_set_agg('sha256', x) FROM g GROUP BY g ORDER BY g"), sets)
    for name, message in (("hashlane_set_agg", lambda v: sha256(reference.set_message(v, sha256))), ("hashlane_agg", lambda v: sha256(reference.agg_message(v))),
                          ("hashlane_merkle_root", lambda v: reference.merkle_root([reference.leaf(*one) for one in v], sha256))):
        for frame, before in (("2 PRECEDING", 2), ("UNBOUNDED PRECEDING", 300)):
            got = server.rows(f"SELECT {name}('sha256', x) OVER (ORDER BY i ROWS {frame}) FROM g WHERE i < 300 ORDER BY i")
            yield from differs(f"{name}, {frame}", got, [bytea(message([("text", str(k)) for k in range(max(0, i - before), i + 1)])) for i in range(300)])


PARALLEL = ("SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2;"
            "SET parallel_leader_participation = off;")


def check_parallel(server):
    server.rows("CREATE TABLE p AS SELECT i, i::text AS x FROM generate_series(1, 60000) i; ALTER TABLE p SET (parallel_workers = 2); ANALYZE p")
    alone = "SET max_parallel_workers_per_gather = 0;"
    for call, plan in (("hashlane_set_agg('sha256', x)", "Partial Aggregate"), ("hashlane_agg('sha256', x ORDER BY i)", "Gather"),
                       ("hashlane_merkle_root('sha256', x ORDER BY i)", "Gather"), ("min(hashlane_hex('sha256', x))", "Partial Aggregate"),
                       ("min(encode(hashlane_row('sha3-256', i, x), 'hex'))", "Partial Aggregate"), ("min(encode(hashlane_mac('hmac-sha256', 'k', x), 'hex'))", "Partial Aggregate")):
        yield from differs(call, server.one(f"{PARALLEL} SELECT {call} FROM p"), server.one(f"{alone} SELECT {call} FROM p"))
        explained = server.one(f"{PARALLEL} EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) SELECT {call} FROM p")
        yield from differs(f"{plan} for {call}", plan in explained and "Workers Launched: 2" in explained, True)
    got = server.one(f"{PARALLEL} SELECT hashlane_set_agg('sha256', x) FROM p")
    yield from differs("two workers", got, bytea(sha256(reference.set_message([("text", str(i)) for i in range(1, 60001)], sha256))))
    got = server.rows(f"{PARALLEL} SELECT hashlane_set_agg('sha512', x) FROM p GROUP BY i % 3 ORDER BY i % 3")
    yield from differs("groups", got, [bytea(hashlib.sha512(reference.set_message([("text", str(i)) for i in range(g or 3, 60001, 3)], lambda m: hashlib.sha512(m).digest())).digest()) for g in range(3)])
    yield from differs("no rows in workers", server.one(f"{PARALLEL} SELECT hashlane_set_agg('sha256', x) IS NULL FROM p WHERE i < 0"), "t")


def check_schemas(server):
    server.rows("CREATE TABLE f (name text, body bytea, sha256 text GENERATED ALWAYS AS (hashlane_hex('sha256', body)) STORED);"
                "CREATE INDEX by_digest ON f (hashlane_digest('kt128', body)); INSERT INTO f SELECT i::text, i::text::bytea FROM generate_series(1, 3000) i; ANALYZE f")
    yield from differs("a generated column", server.one("SELECT sha256 FROM f WHERE hashlane_digest('kt128', body) = hashlane_digest('kt128', '77')"), hashlib.sha256(b"77").hexdigest())
    plan = server.one("EXPLAIN SELECT * FROM f WHERE hashlane_digest('kt128', body) = hashlane_digest('kt128', '77')")
    yield from differs("an index", "by_digest" in plan, True)
    yield from differs("no index over keys of a file", server.reason("CREATE INDEX ON f (hashlane_mac_named('kmac128', 'k', body))"), "42P17: functions in index expression must be marked IMMUTABLE")


def cases():
    import postgresql_more
    return [(name, function) for space in (globals(), vars(postgresql_more)) for name, function in space.items() if name.startswith("check_")]
