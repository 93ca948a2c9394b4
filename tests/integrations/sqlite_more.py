# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Cases of sqlite_module.py: keys by name, schemas, order, memory, threads, the lack of memory."""
import hashlib
import hmac
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

m = None  # sqlite_module

KEY = "00112233445566778899aabbccddeeff"


def key_file(place, text, mode=0o600):
    path = pathlib.Path(place, "keys.txt")
    path.write_text(text)
    path.chmod(mode)
    return str(path)


def check_named_keys():
    with tempfile.TemporaryDirectory() as place:
        connection = m.connect()
        path = key_file(place, f"# of a test\nfirst = {KEY}\nsecond = 6b6579\n")
        yield from m.differs("key_file", m.one(connection, "SELECT hashlane_key_file(?)", path), None)
        expected = hmac.digest(bytes.fromhex(KEY), b"abc", "sha256")
        named = "SELECT hashlane_mac_named('hmac-sha256', ?, 'abc')"
        yield from m.differs("first", m.one(connection, named, "first"), expected)
        yield from m.differs("second", m.one(connection, named, "second"), hmac.digest(b"key", b"abc", "sha256"))
        yield from m.differs("third", m.reason(connection, named, "third"), "hashlane: no key has the name third")
        # Another file takes the place of the first, also for a statement that runs.
        statement = "SELECT hashlane_mac_named('hmac-sha256', 'first', 'abc') FROM (VALUES (1), (2), (3), (4))"
        rows = connection.execute(statement)
        yield from m.differs("before", rows.fetchone()[0], expected)
        key_file(place, "first = 6b6579\n")
        m.one(connection, "SELECT hashlane_key_file(?)", path)
        yield from m.differs("after", rows.fetchall()[-1][0], hmac.digest(b"key", b"abc", "sha256"))
        yield from m.differs("a file for all", m.reason(connection, "SELECT hashlane_key_file(?)", key_file(place, "a = 00", 0o644)),
                             "hashlane: others than the owner of the key file have access to it: chmod 600")
        yield from m.differs("a wrong line", m.reason(connection, "SELECT hashlane_key_file(?)", key_file(place, "a = 00\nsecret\n")),
                             "hashlane: line 2 of the key file is no name = key in hexadecimal digits")


def check_keys_of_the_environment():
    with tempfile.TemporaryDirectory() as place:
        os.environ["HASHLANE_KEYS"] = key_file(place, f"first = {KEY}\n")
        got = m.one(m.connect(), "SELECT hashlane_mac_named('hmac-sha256', 'first', 'abc')")
        del os.environ["HASHLANE_KEYS"]
        yield from m.differs("first", got, hmac.digest(bytes.fromhex(KEY), b"abc", "sha256"))


def check_a_refused_file():
    """After a file that a statement named was refused, neither the keys of the environment nor those of an earlier file count."""
    call = "SELECT hashlane_mac_named('hmac-sha256', 'first', 'abc')"
    why = "hashlane: the file that hashlane_key_file named was refused: call it again"
    with tempfile.TemporaryDirectory() as place:
        path = os.environ["HASHLANE_KEYS"] = key_file(place, f"first = {KEY}\n")
        for first in ("SELECT 1", call, f"SELECT hashlane_key_file('{path}')"):
            for wrong in ("/no/such/file", ""):
                connection = m.connect()
                connection.execute(first).fetchall()
                yield from m.differs("refused", m.reason(connection, "SELECT hashlane_key_file(?)", wrong) is None, False)
                yield from m.differs(f"{first}, {wrong}", m.reason(connection, call), why)
                yield from m.differs("NULL is no file", m.one(connection, "SELECT hashlane_key_file(NULL)"), None)
                m.one(connection, "SELECT hashlane_key_file(?)", path)
                yield from m.differs("another file", m.one(connection, call), hmac.digest(bytes.fromhex(KEY), b"abc", "sha256"))
        del os.environ["HASHLANE_KEYS"]


def check_schemas():
    connection = m.connect()
    connection.execute("PRAGMA trusted_schema = OFF")
    calls = ("hashlane_digest('sha256', v)", "hashlane_hex('sha256', v)", "hashlane_xof('kt128', v, 9)", "hashlane_mac('kmac128', 'k', v)",
             "hashlane_row('sha256', v)", "hashlane_row_as('sha256', 'text', v)", "hashlane_row_bytes(v)")
    for n, call in enumerate(calls):
        connection.execute(f"CREATE TABLE t{n} (v, d AS ({call}) STORED CHECK (d <> x'00'))")
        connection.execute(f"CREATE INDEX i{n} ON t{n} ({call})")
        connection.execute(f"INSERT INTO t{n} (v) VALUES ('a'), ('b')")
        plan = connection.execute(f"EXPLAIN QUERY PLAN SELECT v FROM t{n} WHERE {call} = x'00'").fetchall()
        yield from m.differs(f"an index of {call} is used", any(f"i{n}" in row[3] for row in plan), True)
    for name in m.AGGREGATES:
        connection.execute(f"CREATE VIEW v_{name} AS SELECT {name}('sha256', v) AS d FROM t0")
        yield from m.differs(f"{name} in a view", len(m.one(connection, f"SELECT d FROM v_{name}")), 32)
    for call in ("hashlane_mac_named('kmac128', 'k', 'a')", "hashlane_key_file('keys.txt')"):
        connection.execute("CREATE VIEW w AS SELECT " + call)
        yield from m.differs(call, m.reason(connection, "SELECT * FROM w"), f"unsafe use of {call.split('(')[0]}()")
        connection.execute("DROP VIEW w")
        yield from m.differs("an index", m.reason(connection, f"CREATE INDEX w ON t0 ({call})") is None, False)
    yield from m.differs("a window", "window" in str(m.reason(connection, "SELECT hashlane_agg('sha256', v) OVER () FROM t0")), True)


def check_order():
    connection = m.connect()
    values = [str(i) for i in range(1000)]
    m.column(connection, values)
    for name, ordered in (("hashlane_agg", True), ("hashlane_set_agg", False), ("hashlane_merkle_root", True)):
        query = "SELECT {}('sha256', v) FROM (SELECT v FROM col ORDER BY {})".format
        up, down, again = (m.one(connection, query(name, order)) for order in ("i", "i DESC", "-(-i)"))
        yield from m.differs(f"{name}, the other order", up != down, ordered)
        yield from m.differs(f"{name}, the same order", up, again)
        m.column(connection, reversed(values))
        yield from m.differs(f"{name}, reversed twice", m.one(connection, query(name, "i DESC")), up)
        m.column(connection, values)


def check_groups():
    """Each of many groups has its own state, also where SQLite sees them in turns."""
    connection = m.connect()
    m.column(connection, [f"{i}" for i in range(3000)])
    for name in m.AGGREGATES:
        got = connection.execute(f"SELECT i % 700, {name}('sha256', v) FROM (SELECT * FROM col ORDER BY i) GROUP BY 1 ORDER BY 1").fetchall()
        single = [(g, m.one(connection, f"SELECT {name}('sha256', v) FROM (SELECT * FROM col WHERE i % 700 = ? ORDER BY i)", g))
                  for g in range(0, 700, 23)]
        yield from m.differs(name, [got[g] for g, _ in single], single)


MEMORY = """
import resource
import sqlite_module as m
c = m.connect()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
rows = "FROM (WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 100) SELECT i FROM c)"
for name in m.AGGREGATES:
    m.one(c, f"SELECT {name}('sha256', zeroblob(1000000 + i)) {rows}")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def check_memory():
    """100 MB through each aggregate of one group take less than 10 MB."""
    output, errors, status = child(MEMORY)
    yield from m.differs("it ran", (errors, status), ("", 0))
    yield from m.differs(f"{output.strip()} KiB are few", int(output or 10**9) < 10_000, True)


def check_limit_of_sets():
    os.environ["HASHLANE_SET_LIMIT"] = "32000"
    connection = m.connect()
    del os.environ["HASHLANE_SET_LIMIT"]
    for wrong in ("", "-1", "1000 bytes", "1e9"):
        os.environ["HASHLANE_SET_LIMIT"] = wrong
        try:
            m.connect()
            yield f"{wrong!r} is taken"
        except m.sqlite3.OperationalError as why:
            yield from m.differs(wrong, "HASHLANE_SET_LIMIT is no number of bytes" in str(why), True)
    del os.environ["HASHLANE_SET_LIMIT"]
    query = "SELECT length(hashlane_set_agg('sha256', i)) FROM (WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ?) SELECT i FROM c)"
    yield from m.differs("1000 rows", m.one(connection, query, 1000), 32)
    yield from m.differs("1001 rows", m.reason(connection, query, 1001),
                         "hashlane: hashlane_set_agg keeps 32 bytes for each row, and all rows need more than 32000 bytes")


LACK_OF_MEMORY = """
import sqlite_module as m
c = m.connect()
calls = ["digest(?, x)", "xof('shake128', x, 60000)", "mac('hmac-sha256', x, x)", "row_bytes(?, x)", "agg(?, x)", "set_agg(?, x)",
         "merkle_root(?, x)"]
results, errors = {}, 0
for limit in range(250000, 20000, -1000):
    for sql in [f"PRAGMA hard_heap_limit = {limit}", *(
            f"SELECT hashlane_{call} FROM (SELECT zeroblob(100) AS x UNION ALL SELECT zeroblob(1000))" for call in calls)]:
        try:
            got = m.one(c, sql, *(["sha256"] if "?" in sql else []))
            assert "PRAGMA" in sql or results.setdefault(sql, got) == got, sql
        except MemoryError:
            errors += 1
        except m.sqlite3.Error as why:
            errors += 1
            assert "memory" in str(why), why
print(len(results), errors > 100)
"""


def child(script):
    """Runs a script in which sqlite_module can be imported; (output, errors, exit status)."""
    head = f"import sys; sys.argv = ['', {m.EXTENSION!r}]; sys.path.insert(0, {str(pathlib.Path(__file__).parent)!r})\n"
    done = subprocess.run([sys.executable, "-c", head + script], capture_output=True, text=True)
    return done.stdout, done.stderr, done.returncode


def check_lack_of_memory():
    """With each limit of memory the process goes on, and a statement gives the right result or an error. SQLite can only lower
    the limit."""
    yield from m.differs("the limits", child(LACK_OF_MEMORY), ("7 True\n", "", 0))


LACK_OF_ADDRESS_SPACE = """
import resource
import sqlite_module as m
c = m.connect()
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (4 << 20), used + (4 << 20)))
rows = "FROM (WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 400000) SELECT i FROM c)"
print(m.reason(c, f"SELECT hashlane_set_agg('sha256', i) {rows}"))
print(m.one(c, "SELECT length(hashlane_set_agg('sha256', 1))"))
"""


def check_lack_of_address_space():
    """A set that finds no more memory ends with an error of the statement."""
    yield from m.differs("the set", child(LACK_OF_ADDRESS_SPACE), ("out of memory\n32\n", "", 0))


def check_threads():
    """Each thread with a connection of its own."""
    wrong, expected = [], hashlib.sha3_256(b"x" * 500).hexdigest()

    def work():
        connection = m.connect()
        for _ in range(200):
            if m.one(connection, "SELECT hashlane_hex('sha3-256', ?)", "x" * 500) != expected:
                wrong.append("a digest differs")
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    yield from wrong


def check_loaded_again():
    connection = m.connect()
    for _ in range(3):
        connection.enable_load_extension(True)
        connection.load_extension(m.EXTENSION)
    yield from m.differs("loaded twice", m.one(connection, "SELECT hashlane_hex('sha256', 'abc')"), hashlib.sha256(b"abc").hexdigest())
    connection.close()
    for _ in range(20):
        m.connect().close()


def cases(module):
    global m
    m = module
    return [(name, function) for name, function in globals().items() if name.startswith("check_")]
