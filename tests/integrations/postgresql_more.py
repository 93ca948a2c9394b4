# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Cases of postgresql_cases.py: keys by name, roles, encodings, versions of the extension, long values that are cancelled,
memory."""
import hashlib
import hmac
import os
import shutil
import time

from postgresql_cases import AGGREGATES, bytea, differs, reference, sha256, tries

KEY = "00112233445566778899aabbccddeeff"


def key_file(server, text, mode=0o600):
    path = server.place / "keys.txt"
    path.touch(0o600)
    path.write_text(text)
    path.chmod(mode)
    if os.geteuid() == 0:
        shutil.chown(path, "postgres")
    return path


NAMED = "SELECT hashlane_mac_named('hmac-sha256', {}, 'abc'::{})"


def check_named_keys(server):
    path = key_file(server, f"# of a test\nfirst = {KEY}\nsecond = 6b6579\n")
    setting = f"SET hashlane.key_file = '{path}'; "
    expected = [bytea(hmac.digest(key, b"abc", "sha256")) for key in (bytes.fromhex(KEY), b"key")]
    for kind in ("text", "bytea"):
        yield from differs("keys", server.rows(f"{setting} SELECT hashlane_mac_named('hmac-sha256', n, 'abc'::{kind}) FROM (VALUES ('first'), ('second'), ('first')) v(n)"),
                           [*expected, expected[0]])
    yield from differs("no such key", server.reason(setting + NAMED.format("'third'", "text")), "42704: hashlane: no key has the name third")
    one = NAMED.format("'first'", "text")
    key_file(server, "first = 6b6579\n")
    yield from differs("another file", server.one(setting + one), expected[1])
    for text, mode, why in (("a = 00", 0o644, "others than the owner of the key file have access to it: chmod 600"),
                            ("a = 00\nsecret\n", 0o600, "line 2 of the key file is no name = key in hexadecimal digits")):
        key_file(server, text, mode)
        yield from differs(why, server.reason(setting + one), f"42704: hashlane: {why}")
    yield from differs("no file", server.reason("SET hashlane.key_file = '/nowhere'; " + one), "42704: hashlane: the key file cannot be opened")


def check_roles(server):
    """Who is no superuser cannot choose the key file, and needs a grant for its keys."""
    server.rows("CREATE ROLE ordinary LOGIN; GRANT CREATE ON DATABASE template1 TO ordinary; CREATE DATABASE of_ordinary OWNER ordinary")
    path = key_file(server, "first = 6b6579\n")
    who = {"user": "ordinary"}
    denied = "42501: permission denied for function hashlane_mac_named"
    yield from differs("no grant", server.reason(NAMED.format("'first'", "text"), **who), denied)
    load, setting = "LOAD 'hashlane'; ", f"SET hashlane.key_file = '{path}'; "
    refused = '42501: permission denied to set parameter "hashlane.key_file"'
    call = "SELECT hashlane_version(); "
    yield from differs("after the load", server.reason(call + setting, **who), refused)
    server.rows("GRANT EXECUTE ON FUNCTION hashlane_mac_named(text, text, text) TO ordinary")
    lines, errors = server.psql(setting + call + NAMED.format("'first'", "text") + ";", **who)
    yield from differs("before the load", "no key file: set hashlane.key_file" in errors and len(lines) == 1, True)
    yield from differs("who may not see it", "42501" in str(server.reason(call + "SHOW hashlane.key_file", **who)), True)
    server.rows(f"ALTER SYSTEM SET hashlane.key_file = '{path}'; SELECT pg_reload_conf()".replace("ALTER", "LOAD 'hashlane'; ALTER"))
    begun = time.monotonic()
    while server.rows(load + "SHOW hashlane.key_file")[-1:] != [str(path)] and time.monotonic() - begun < 60:
        time.sleep(0.1)
    yield from differs("granted", server.reason(NAMED.format("'first'", "text"), **who), None)
    server.rows(load + "ALTER SYSTEM RESET hashlane.key_file; SELECT pg_reload_conf()")
    yield from differs("an owner of a database installs it", server.one("CREATE EXTENSION hashlane; SELECT hashlane_hex('sha256', 'abc')", database="of_ordinary", user="ordinary"), sha256(b"abc").hex())
    yield from differs("and has no keys", server.reason(NAMED.format("'first'", "text"), database="of_ordinary", user="ordinary"), denied)


ENCODINGS = (("LATIN1", "Grüße"), ("EUC_JP", "日本語"), ("SQL_ASCII", "Grüße"))


def check_encodings(server):
    """Text is digested as UTF-8, whatever the encoding of the database is."""
    for encoding, text in ENCODINGS:
        name = encoding.lower()
        server.rows(f"CREATE DATABASE {name} ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
        client = "SET client_encoding = 'UTF8'; " if encoding != "SQL_ASCII" else ""
        long = f"repeat('{text}', 200000)"
        script = (f"CREATE EXTENSION hashlane; {client} CREATE TYPE word AS ENUM ('{text}'); SELECT hashlane_digest('sha256', '{text}'), hashlane_row('sha256', '{text}', '{text}'::name, '{text}'::word),"
                  f"hashlane_mac('hmac-sha256', '{text}', '{text}'), hashlane_agg('sha256', '{text}'::text), hashlane_merkle_root('sha256', '{text}'::text), hashlane_digest('sha256', {long}),"
                  f"hashlane_digest('sha256', '{text}'::bytea), octet_length('{text}')")
        utf8 = text.encode()
        stored = utf8 if encoding == "SQL_ASCII" else text.encode(encoding)
        expected = [sha256(utf8), sha256(reference.row_message([("text", text)] * 3)), hmac.digest(utf8, utf8, "sha256"),
                    sha256(reference.agg_message([("text", text)])), sha256(b"\0" + utf8), sha256(utf8 * 200000), sha256(stored)]
        yield from differs(encoding, server.one(script, database=name).split("|"), [*map(bytea, expected), str(len(stored))])
    wrong = server.reason("SELECT hashlane_row('sha256', E'a\\xff')", database="sql_ascii")
    yield from differs("bytes that are no UTF-8", wrong, '22021: invalid byte sequence for encoding "UTF8": 0xff')


OBJECTS = """SELECT p.oid::regprocedure, p.provolatile, p.proisstrict, p.proparallel, p.prokind, p.prosrc, p.proacl, p.proargnames, a.aggtransspace,
    a.aggtransfn, a.aggfinalfn, a.aggcombinefn, a.aggserialfn, a.aggdeserialfn FROM pg_depend d JOIN pg_proc p ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass
    LEFT JOIN pg_aggregate a ON a.aggfnoid = p.oid WHERE d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'hashlane') ORDER BY p.oid::regprocedure::text"""


def check_versions(server):
    """The update from 0.1 makes what the script of the last version makes."""
    server.rows("CREATE DATABASE updated; CREATE DATABASE made")
    server.rows("CREATE EXTENSION hashlane", database="made")
    server.rows("CREATE EXTENSION hashlane VERSION '0.1'; CREATE TABLE t (x text, d bytea GENERATED ALWAYS AS (hashlane_digest('sha256', x)) STORED); INSERT INTO t VALUES ('abc')", database="updated")
    before = server.rows(OBJECTS, database="updated")
    yield from differs("0.1 has no rows", server.reason("SELECT hashlane_row('sha256', 1)", database="updated"), "42883: function hashlane_row(unknown, integer) does not exist")
    server.rows("ALTER EXTENSION hashlane UPDATE", database="updated")
    made, updated = (server.rows(OBJECTS, database=name) for name in ("made", "updated"))
    yield from differs("the objects", updated, made)
    yield from differs("their numbers", (len(before), len(made)), (11, 31))
    yield from differs("version", server.one("SELECT extversion FROM pg_extension WHERE extname = 'hashlane'", database="updated"), "0.2")
    yield from differs("the table", server.one("SELECT d, hashlane_row('sha256', x) FROM t", database="updated"), bytea(sha256(b"abc")) + "|" + bytea(sha256(reference.row_message([("text", "abc")]))))
    server.rows("DROP EXTENSION hashlane CASCADE", database="updated")
    yield from differs("dropped", server.one("SELECT count(*) FROM pg_proc WHERE proname LIKE 'hashlane%'", database="updated"), "0")
    source = server.psql((server.extensions / "hashlane--0.2.sql").read_text(), database="updated")
    yield from differs("the script in psql", source, (['Use "CREATE EXTENSION hashlane" to load this file.'], ""))


CANCELLED = """SELECT {call}, {after} FROM (SELECT repeat('x', 25000000)::bytea AS v OFFSET 0) made"""
VALUE = "CASE WHEN pg_cancel_backend(pg_backend_pid()) THEN v END"
LONG_CALLS = {f"hashlane_digest('ascon-hash256', {VALUE})": "nextval('after')", f"hashlane_mac('kmac128', 'k'::bytea, {VALUE})": "nextval('after')",
              f"hashlane_row('ascon-hash256', {VALUE})": "nextval('after')",
              f"hashlane_merkle_root('ascon-hash256', {VALUE})": "count(nextval('after'))",
              f"hashlane_set_agg('ascon-hash256', {VALUE})": "count(nextval('after'))"}


def wrong_cancel(server, call, after):
    """What is wrong when a call gets a long value, and its statement is cancelled as soon as the value is there. The server looks for
    that between two rows and the functions of Hashlane within a value, so that what stands behind the call is not reached."""
    server.rows("CREATE SEQUENCE IF NOT EXISTS after; ALTER SEQUENCE after RESTART")
    yield from differs(call, server.reason(CANCELLED.format(call=call, after=after)), "57014: canceling statement due to user request")
    yield from differs(f"behind {call}", server.one("SELECT is_called FROM after"), "f")


def check_cancel(server):
    for call, after in LONG_CALLS.items():
        yield from wrong_cancel(server, call, after)


def wrong_end(server, call, count):
    """What is wrong when a statement is cancelled at the end of its rows, where PostgreSQL computes one aggregate after the other: what
    stands behind the call is not reached."""
    server.rows("""CREATE SEQUENCE IF NOT EXISTS after; ALTER SEQUENCE after RESTART; DROP AGGREGATE IF EXISTS cancel_at_end(int), advance(regclass);
        CREATE OR REPLACE FUNCTION the_later(regclass, regclass) RETURNS regclass IMMUTABLE STRICT LANGUAGE sql AS 'SELECT $2';
        CREATE AGGREGATE cancel_at_end(int) (SFUNC = int4larger, STYPE = int, FINALFUNC = pg_cancel_backend);
        CREATE AGGREGATE advance(regclass) (SFUNC = the_later, STYPE = regclass, FINALFUNC = nextval)""")
    statement = f"SET max_parallel_workers_per_gather = 0; SELECT cancel_at_end(pg_backend_pid()), {call}, advance('after') FROM generate_series(1, {count}) i"
    yield from differs(call, server.reason(statement), "57014: canceling statement due to user request")
    yield from differs(f"behind {call}", server.one("SELECT is_called FROM after"), "f")


def check_cancel_at_the_end(server):
    """The digests of many rows are sorted and digested in steps. A sum is not cancelled."""
    yield from wrong_end(server, "hashlane_set_agg('sha256', i)", 200_000)
    wrong = list(wrong_end(server, "sum(i)", 200_000))
    yield from differs("noticed", [text for text in wrong if "behind sum" in text] != [], True)


def check_cancel_planted(server):
    """PostgreSQL's own md5 cannot be cancelled within a value."""
    wrong = list(wrong_cancel(server, f"md5({VALUE})", "nextval('after')"))
    yield from differs("noticed", [text for text in wrong if "behind md5" in text] != [], True)


MEMORY = "SELECT substring(pg_read_file('/proc/self/status', 0, 4000) from 'VmHWM:\\s+(\\d+)')::int;"


def check_memory(server):
    """A hundred long values through an aggregate, and many groups, take little more memory than one."""
    rows = "FROM (SELECT repeat('x', 1000000 + i) AS x FROM generate_series(1, 100) i) v"
    silent = "SET client_min_messages = error;"  # an ORDER BY would keep all values
    for name in AGGREGATES:
        before, _, after = map(str, server.rows(f"{silent} SELECT {name}('sha256', repeat('x', 1000000)); {MEMORY}\nSELECT length({name}('sha256', x)) {rows};{MEMORY}")[1:])
        yield from differs(f"{name}: {before} KiB, then {after}", int(after) - int(before) < 20_000, True)
    for name in AGGREGATES:
        query = f"SELECT count(*) FROM (SELECT {name}('sha256', i::text) FROM generate_series(1, 100000) i GROUP BY i) v;"
        counted, after = server.rows(f"SET enable_sort = off; SET work_mem = '4MB'; {query} {MEMORY}")
        yield from differs(f"{name} of many groups: {after} KiB", counted == "100000" and int(after) < 150_000, True)


# Calls, and whether their order is unknown.
ORDERED = (
    ("hashlane_agg('sha256', x) FROM two", True), ("hashlane_merkle_root('sha256', x) FROM two", True),
    ("hashlane_merkle_root('sha256', x::bytea) FROM two", True), ("hashlane_agg('sha256', x) FROM two GROUP BY i % 2 = 0", True),
    ("hashlane_agg('sha256', x) FROM (SELECT x FROM two ORDER BY i) v", True),
    ("hashlane_agg('sha256', x ORDER BY i) FROM two", False), ("hashlane_merkle_root('sha256', x ORDER BY i) FROM two", False),
    ("hashlane_agg('sha256', x) FROM two GROUP BY i", False), ("hashlane_agg('sha256', x) OVER (ORDER BY i) FROM two", False),
    ("hashlane_set_agg('sha256', x) FROM two", False), ("hashlane_agg('sha256', x) FROM two WHERE i < 0", False),
)


def check_warning_of_order(server):
    """An aggregate in order warns once where a group has several rows and the call has no ORDER BY; the digest is given."""
    server.rows("CREATE TABLE two AS SELECT i, i::text AS x FROM generate_series(1, 9) i")
    for call, unknown in ORDERED:
        lines, errors = server.psql(f"SELECT {call};")
        warning = f"WARNING:  01000: hashlane: the order of the rows is not known: write {call.partition('(')[0]}(algorithm, value ORDER BY ...)"
        yield from differs(call, (errors.count("WARNING"), warning in errors), (unknown, unknown))
        yield from differs(f"{call}: a result", bool(lines), True)
    expected = bytea(sha256(reference.agg_message([("text", str(i)) for i in range(1, 10)])))
    got = server.one("SET client_min_messages = error; SELECT hashlane_agg('sha256', x) FROM (SELECT x FROM two ORDER BY i) v")
    yield from differs("the order of a subquery", got, expected)


def check_limit_of_sets(server):
    query = "SET hashlane.set_limit = '32kB'; SELECT length(hashlane_set_agg('sha256', i)) FROM generate_series(1, {}) i"
    yield from differs("1024 rows", server.one(query.format(1024)), "32")
    why = "54000: hashlane: hashlane_set_agg keeps 32 bytes for each row, and all rows need more than 32768 bytes"
    yield from differs("1025 rows", server.reason(query.format(1025)), why)
    server.rows("CREATE TABLE many AS SELECT i FROM generate_series(1, 20000) i; ALTER TABLE many SET (parallel_workers = 2)")
    yield from differs("two workers", server.reason("SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET parallel_leader_participation = off;"
                                                    + query.replace("generate_series(1, {}) i", "many")), why)
    yield from differs("no number", str(server.reason("LOAD 'hashlane'; SET hashlane.set_limit = 'much'"))[:5], "22023")
    yield from differs("no such setting", str(server.reason("LOAD 'hashlane'; SET hashlane.unknown = 1"))[:5], "42602")


def check_no_crash(server):
    """The last case: no process of the server has ended by a signal."""
    log = (server.place / "log").read_text()
    yield from differs("the log", "terminated by signal" in log or "PANIC" in log, False)
    yield from differs("tries", tries(server, ["SELECT 1"]), ["1"])
