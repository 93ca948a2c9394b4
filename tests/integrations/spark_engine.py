#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane-spark.jar in Spark in local mode, of the package pyspark of this Python: spark_engine.py JAR. HASHLANE_KEYS
names the file of keys that spark.py writes. Each function whose name begins with `check` is a case, which yields what is wrong."""
import hashlib
import hmac
import json
import logging
import pathlib
import struct
import subprocess
import sys
import tempfile

from pyspark.sql import SparkSession

from engine_cases import ROOT, VECTORS, differs, reference, sha256
from spark_values import MANY, expressions_of

JAR = sys.argv[1]
ROWS = 5000  # more than a batch of columns
SETTINGS = {
    "spark.jars": JAR, "spark.sql.extensions": "hashlane.spark.Extensions", "spark.sql.session.timeZone": "Europe/Berlin",
    "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.log.level": "OFF", "spark.driver.memory": "1g",
    "spark.driver.host": "localhost", "spark.sql.shuffle.partitions": "2", "spark.sql.parquet.compression.codec": "uncompressed",
    "spark.sql.timeType.enabled": "true",
}
INTERPRETED = {"spark.sql.codegen.wholeStage": "false", "spark.sql.codegen.factoryMode": "NO_CODEGEN"}
# Without it Spark computes what is known before a query runs, as an interpreter of expressions does.
GENERATED = {"spark.sql.optimizer.excludedRules": "org.apache.spark.sql.catalyst.optimizer.ConstantFolding,"
                                                  "org.apache.spark.sql.catalyst.optimizer.ConvertToLocalRelation",
             "spark.sql.codegen.factoryMode": "CODEGEN_ONLY"}


def connect():
    logging.getLogger("SQLQueryContextLogger").disabled = True  # the errors are those that a case expects
    builder = SparkSession.builder.master("local[2]")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


SPARK = connect()


class Settings:
    """Settings of the session that are set for a while."""

    def __init__(self, settings):
        self.settings = settings

    def __enter__(self):
        for name, value in self.settings.items():
            SPARK.conf.set(name, value)

    def __exit__(self, *_):
        for name in self.settings:
            SPARK.conf.unset(name)


def row(sql):
    """The one row of a query; bytes in the place of bytearrays."""
    return [bytes(v) if isinstance(v, bytearray) else v for v in SPARK.sql(sql).collect()[0]]


def one(sql):
    return row(sql)[0]


def column(sql):
    return [bytes(v[0]) if isinstance(v[0], bytearray) else v[0] for v in SPARK.sql(sql).collect()]


def reason(sql):
    """The error, or None."""
    try:
        SPARK.sql(sql).collect()
    except Exception as why:
        return str(why)
    return None


def wrong_rows(vectors, algorithms=reference.ALGORITHMS):
    """The digests of these vectors, in one query."""
    expected = [(f"row {v['name']}, {a}", ", ".join([f"'{a}'", *expressions_of(v)]), v["digests"][a])
                for v in vectors if None not in expressions_of(v) for a in algorithms]
    got = row("SELECT " + ", ".join(f"hashlane_row({call})" for _, call, _ in expected))
    for (name, _, digest), made in zip(expected, got):
        yield from differs(name, made.hex(), digest)


def check_rows():
    yield from wrong_rows(VECTORS["rows"])
    missing = [v["name"] for v in VECTORS["rows"] if None in expressions_of(v)]
    wide = [f"integer {i}" for i in reference.INTEGERS if not -2**63 <= i < 2**63]
    times = ["time 00:00:00.000000001", "time 23:59:59.999999999", "time 24:00:00", "local time 1969-12-31T23:59:59.999999999",
             "instant 1969-12-31T23:59:59.999999999Z"]
    yield from differs("rows that Spark cannot have", missing, [*wide, *times, "an empty struct"])


def check_rows_in_generated_code():
    vectors = [v for v in VECTORS["rows"] if len(v["values"]) != 1 or v["values"][0]["kind"] not in ("bytes", "text")]
    with Settings(GENERATED):
        yield from wrong_rows(vectors, ["sha256"])


def check_rows_planted():
    rows = json.loads(json.dumps(VECTORS["rows"]))[:6]
    rows[1]["digests"]["sha256"] = rows[2]["digests"]["sha256"]
    yield from differs("findings of a wrong digest", len(list(wrong_rows(rows))), 1)


def check_messages():
    known = [v for v in VECTORS["rows"] if "message" in v and None not in expressions_of(v)]
    got = row("SELECT " + ", ".join(f"hashlane_row_bytes({', '.join(expressions_of(v))})" for v in known))
    yield from differs("messages", [made.hex() for made in got], [v["message"] for v in known])


def check_far_times():
    """Times whose nanoseconds have more than 64 bits, narrow floats, and a collation."""
    for name, expected in (("timestamp_micros(9223372036854775807)", ("instant", 9223372036854775807)),
                           ("timestamp_micros(-9223372036854775808)", ("instant", -9223372036854775808))):
        message = reference.encode_string(b"hashlane_row") + reference.STRUCT + b"\1\1" + reference.INSTANT + reference.integer(expected[1] * 1000)
        yield from differs(name, one(f"SELECT hashlane_row_bytes({name})"), message)
    expected = sha256(reference.row_message([("float64", struct.pack(">d", struct.unpack("f", struct.pack("f", 0.1))[0]).hex())]))
    yield from differs("FLOAT", one("SELECT hashlane_row('sha256', CAST(0.1 AS FLOAT))"), expected)
    yield from differs("a collation", one("SELECT hashlane_row('sha256', 'abc' COLLATE UTF8_LCASE)"), sha256(reference.row_message([("text", "abc")])))


def table(name, columns, rows=ROWS):
    """A table in a Parquet file, whose scan gives batches of columns."""
    place = pathlib.Path(FOLDER) / name
    SPARK.range(0, rows, 1, 2).withColumnRenamed("id", "i").selectExpr("i", *columns).write.parquet(str(place))
    SPARK.read.parquet(str(place)).createOrReplaceTempView(name)


def check_many_rows():
    """All columns together, with NULLs, filtered, joined, interpreted and generated."""
    table("many", [f"{e} AS c{k}" for k, e in enumerate(MANY)])
    digest = lambda i: sha256(reference.row_message([kind(i) for kind in MANY.values()]))
    names = ", ".join(f"c{k}" for k in range(len(MANY)))
    for what, source, chosen in (("all", "many", range(ROWS)), ("filtered", "many WHERE i % 11 = 3", range(3, ROWS, 11)),
                                 ("joined", "many JOIN (SELECT id * 13 AS i FROM range(200)) USING (i)", range(0, 2600, 13))):
        query = f"SELECT i, hashlane_row('sha256', {names}) AS d FROM {source} ORDER BY i"
        got = [(r.i, bytes(r.d)) for r in SPARK.sql(query).collect()]
        yield from differs(what, got, [(i, digest(i)) for i in chosen])
    with Settings(INTERPRETED):
        got = [(r.i, bytes(r.d)) for r in SPARK.sql(query).collect()]
        yield from differs("interpreted", got, [(i, digest(i)) for i in chosen])


def value_of(i):
    """Every length to 309 bytes, a few long ones, and NULLs."""
    return None if i % 10 == 9 else (chr(97 + i % 26) * (i % 310 + (100_000 if i % 1000 == 8 else 0))).encode()


VALUE = "IF(i % 10 = 9, NULL, repeat(chr(97 + i % 26), CAST(i % 310 + IF(i % 1000 = 8, 100000, 0) AS INT)))"


def plan(frame):
    """The plan that Spark has chosen, after the query has run."""
    return frame._jdf.queryExecution().executedPlan().toString()


def each_way(calls):
    """Each call over column t (text) and b (bytes), by batches of columns and a row at a time: (name, values)."""
    for what, source, batched in (("batches", "values_", True), ("rows", "(SELECT * FROM values_ WHERE i >= 0)", False)):
        for x in ("t", "b"):
            frame = SPARK.sql("SELECT i, " + ", ".join(f"{call.replace('x)', x + ')')} AS c{k}" for k, call in enumerate(calls)) + f" FROM {source}")
            rows = sorted(frame.collect())
            yield from differs(f"{what} are used for {x}", "HashlaneBatch" in plan(frame), batched)
            for k, call in enumerate(calls):
                yield f"{call}, {x}, {what}", [bytes(r[k + 1]) if isinstance(r[k + 1], bytearray) else r[k + 1] for r in rows]


def check_digests_and_tags():
    values = [value_of(i) for i in range(ROWS)]
    mac = lambda key, v: hmac.digest(key, v, "sha256")
    wanted = {
        "hashlane_digest('sha256', x)": sha256,
        "hashlane_hex('sha256', x)": lambda v: hashlib.sha256(v).hexdigest(),
        "hashlane_digest('sha3-512', x)": lambda v: hashlib.sha3_512(v).digest(),
        "hashlane_hex('shake128', x)": lambda v: hashlib.shake_128(v).hexdigest(32),
        "hashlane_mac('hmac-sha256', 'a key', x)": lambda v: mac(b"a key", v),
        "hashlane_mac('hmac-sha512', x'00ff', x)": lambda v: hmac.digest(b"\0\xff", v, "sha512"),
    }
    for found in each_way(list(wanted)):
        if isinstance(found, str):
            yield found
            continue
        name, got = found
        function = wanted[name.rsplit(", ", 2)[0]]
        yield from differs(name, got, [None if v is None else function(v) for v in values])


def check_batches_elsewhere():
    """Under aggregates, twice in a query, and together with conditions."""
    values = [v for v in map(value_of, range(ROWS)) if v is not None]
    frame = SPARK.sql("SELECT count(DISTINCT hashlane_digest('sha256', t)), sum(IF(hashlane_hex('sha256', b) = sha2(b, 256), 1, 0)),"
                      " max(length(concat(hashlane_hex('sha256', t), hashlane_hex('sha256', t)))) FROM values_")
    yield from differs("aggregates", list(frame.collect()[0]), [len({sha256(v) for v in values}), len(values), 128])
    yield from differs("aggregates use batches", "HashlaneBatch" in plan(frame), True)
    got = sorted(column("SELECT substring(hashlane_hex('sha256', t), 1, 1) AS h FROM values_ WHERE t IS NOT NULL GROUP BY h"))
    yield from differs("groups", got, list("0123456789abcdef"))
    got = column("SELECT hashlane_digest(CASE i % 3 WHEN 0 THEN 'sha256' WHEN 1 THEN 'sha512' END, t) FROM values_ ORDER BY i")
    expected = [None if v is None or i % 3 == 2 else (sha256(v), hashlib.sha512(v).digest())[i % 3] for i, v in enumerate(map(value_of, range(ROWS)))]
    yield from differs("an algorithm for each row", got, expected)


def check_same_as_spark():
    """On rows, and with values in the memory of a cache or a shuffle."""
    for bits in (224, 256, 384, 512):
        for source in ("values_", "(SELECT t, b FROM values_ DISTRIBUTE BY i)"):
            got = row(f"SELECT count_if(hashlane_hex('sha{bits}', t) = sha2(t, {bits})), count_if(hashlane_hex('sha{bits}', b) = sha2(b, {bits})), count(t) FROM {source}")
            yield from differs(f"sha{bits} of {source}", got[:2], [got[2]] * 2)


def check_long_values():
    for size in (4095, 4096, 4097, 65536, 65537, 3_000_000):
        message = b"x" * size
        got = row(f"SELECT hashlane_digest('sha256', repeat('x', {size})), hashlane_mac('hmac-sha256', 'k', repeat('x', {size})), "
                  f"hashlane_digest('kt128', repeat('x', {size})) = hashlane_xof('kt128', repeat('x', {size}), 32)")
        yield from differs(f"{size} bytes", got, [sha256(message), hmac.digest(b"k", message, "sha256"), True])


def check_algorithms():
    """Every hash, XOF and MAC gives what the command line gives, by rows and by batches."""
    hashlane = ROOT / "build" / "hashlane"
    lines = subprocess.run([hashlane, "list"], capture_output=True, text=True, check=True).stdout.splitlines()
    kinds = {line.split()[0]: line.split()[1] for line in lines if line}
    hashes = [name for name, kind in kinds.items() if kind in ("hash", "xof") and "tuple" not in name]
    expected = [subprocess.run([hashlane, name], input=b"abc", capture_output=True, check=True).stdout.split()[0].decode() for name in hashes]
    for source, x in (("range(1)", "'abc'"), ("(SELECT * FROM abc)", "abc")):
        got = row("SELECT " + ", ".join(f"hashlane_hex('{name}', {x})" for name in hashes) + f" FROM {source}")
        for name, made, digest in zip(hashes, got, expected):
            yield from differs(f"{name} of {x}", made, digest)
    macs = [name for name, kind in kinds.items() if kind == "mac"]
    tags = [row("SELECT " + ", ".join(f"hashlane_mac('{name}', '{'k' * 32}', {x})" for name in macs) + f" FROM {source}")
            for source, x in (("range(1)", "'abc'"), ("abc", "abc"))]
    yield from differs("tags of batches", tags[1], tags[0])
    yield from differs("hashes and MACs were tried", (len(hashes) > 30, len(macs) > 8), (True, True))


def check_xof():
    got = column("SELECT hashlane_xof('shake128', CAST(id AS STRING), id) FROM range(300) ORDER BY id")
    yield from differs("lengths", got, [hashlib.shake_128(str(i).encode()).digest(i) for i in range(300)])
    yield from differs("the largest length", one("SELECT hashlane_xof('shake256', 'abc', 65536)"), hashlib.shake_256(b"abc").digest(65536))


def check_nulls():
    got = row("SELECT hashlane_digest(NULL, 'a'), hashlane_digest('sha256', NULL), hashlane_hex('sha256', CAST(NULL AS STRING)), "
              "hashlane_xof('shake128', 'a', NULL), hashlane_mac('hmac-sha256', NULL, 'a'), hashlane_mac('hmac-sha256', 'k', NULL), "
              "hashlane_row(NULL, 1), hashlane_agg('sha256', NULL), hashlane_merkle_root('sha256', NULL), hashlane_agg('sha256', array())")
    yield from differs("NULLs", got, [None] * 10)
    got = row("SELECT hashlane_digest('sha256', ''), hashlane_digest('sha256', x''), hashlane_mac('hmac-sha256', 'k', '')")
    yield from differs("empty values", got, [sha256(b"")] * 2 + [hmac.digest(b"k", b"", "sha256")])


def check_columns():
    """hashlane_agg and hashlane_merkle_root of arrays, hashlane_set_agg of rows."""
    for vector in VECTORS["columns"]:
        if len({value["kind"] for value in vector["values"]} - {"null"}) > 1:
            continue  # a column has one type
        values = expressions_of(vector)
        calls = [(f"{name}('{algorithm}', array({', '.join(values)}))", digest) for name in ("hashlane_agg", "hashlane_merkle_root")
                 for algorithm, digest in vector.get(name.removeprefix("hashlane_"), {}).items()]
        got = row("SELECT " + ", ".join(call for call, _ in calls))
        yield from differs(f"arrays of {vector['name']}", [made.hex() for made in got], [digest for _, digest in calls])
        calls = [(f"hashlane_set_agg('{algorithm}', x)", digest) for algorithm, digest in vector["set_agg"].items()]
        got = row("SELECT " + ", ".join(call for call, _ in calls) + f" FROM (SELECT explode(array({', '.join(values)})) AS x)")
        yield from differs(f"hashlane_set_agg of {vector['name']}", [made.hex() for made in got], [digest for _, digest in calls])


def check_groups_and_windows():
    expected = [sha256(reference.set_message([("text", str(i)) for i in range(g, 3000, 30)], sha256)) for g in range(30)]
    query = "SELECT hashlane_set_agg('sha256', CAST(id AS STRING)) FROM range(0, 3000, 1, 4) GROUP BY id % 30 ORDER BY id % 30"
    yield from differs("a set in parts", column(query), expected)
    got = column("SELECT hashlane_set_agg('sha256', CAST(id AS STRING)) OVER (ORDER BY id ROWS 2 PRECEDING) FROM range(200) ORDER BY id")
    expected = [sha256(reference.set_message([("text", str(k)) for k in range(max(0, i - 2), i + 1)], sha256)) for i in range(200)]
    yield from differs("a window", got, expected)
    yield from differs("no row", row("SELECT hashlane_set_agg('sha256', id) FROM range(0)"), [None])
    got = one("SELECT hashlane_agg('sha256', array_sort(collect_list(CAST(id AS STRING)))) FROM range(0, 10, 1, 4)")
    yield from differs("a sorted list", got, sha256(reference.agg_message([("text", str(i)) for i in range(10)])))


def check_named_keys():
    for x in ("'abc'", "abc"):
        got = row(f"SELECT hashlane_mac_named('hmac-sha256', 'first', {x}), hashlane_mac_named('hmac-sha512', 'second', {x}) FROM abc")
        yield from differs(f"tags of {x}", got, [hmac.digest(b"key", b"abc", "sha256"), hmac.digest(b"other", b"abc", "sha512")])
    why = reason("SELECT hashlane_mac_named('hmac-sha256', 'third', 'abc')")
    yield from differs("another name", "hashlane: no key has the name third" in str(why), True)


def check_keys_are_hidden():
    """A key that stands in a query is in no plan after the parsed one, and in no name of a column."""
    for key in ("'secretly'", "x'7365637265746c79'"):
        for value in ("t", "concat(t, '!')"):
            query = f"SELECT hashlane_mac('hmac-sha256', {key}, {value}) FROM values_"
            frame = SPARK.sql(query)
            execution = frame._jdf.queryExecution()
            shown = f"{execution.analyzed()} {execution.optimizedPlan()} {plan(frame)} {frame.columns}".lower()
            yield from differs(f"{query} shows its key", "secretly" in shown or "7365637265746c79" in shown, False)
            yield from differs("the call is shown", "hashlane_mac(" in shown and "***" in shown, True)


ERRORS = (
    ("digest('sha26', 'a')", "no such algorithm: sha26; did you mean sha256?"),
    ("digest('sha\u00e926', 'a')", "no such algorithm: sha??26"),
    (f"digest('{'x' * 3000}', 'a')", "no such algorithm: xxx"),
    ("hex('hmac-sha256', 'a')", "hmac-sha256 is a MAC, not a hash or XOF of a message alone"),
    ("row('tuplehash128', 'a')", "tuplehash128 hashes tuples, not a message alone"),
    ("digest(concat('sha', id), 'a')", "no such algorithm: sha0"),
    ("digest('sha256', 3)", "the value of hashlane_digest is INT, not STRING or BINARY: CAST it, or use hashlane_row"),
    ("digest(256, 'a')", "the algorithm of hashlane_digest is INT, not STRING"),
    ("digest('sha256')", "hashlane_digest takes 2 arguments, not 1"),
    ("row()", "hashlane_row takes 1 or more arguments, not 0"),
    ("xof('shake128', 'a', 65537)", "the length is above 65536 bytes"),
    ("xof('shake128', 'a', -1)", "the length is below 0"),
    ("xof('shake128', 'a', '9')", "the length of hashlane_xof is STRING, not an integer"),
    ("xof('sha256', 'a', 32)", "sha256 is no XOF: its digest has 32 bytes"),
    ("mac('sha256', 'k', 'a')", "sha256 is a hash, not a MAC"),
    ("mac('hmac-sha256', '', 'a')", "the key is empty"),
    ("mac('hmac-sha256', '', abc)", "the key is empty"),
    ("mac('hmac-sha26', 'k', abc)", "no such algorithm: hmac-sha26"),
    ("mac('hmac-sha256', repeat('k', 1025), 'a')", "the key has 1025 bytes, more than 1024"),
    ("mac('hmac-sha256', 5, 'a')", "the key of hashlane_mac is INT, not STRING or BINARY"),
    ("row('sha256', 1, INTERVAL 1 DAY)", "INTERVAL DAY has no encoding in a row"),
    ("row('sha256', array(map('a', 1)))", "MAP<STRING, INT> has no encoding in a row"),
    ("row('sha256', parse_json('1'))", "VARIANT has no encoding in a row"),
    ("row('sha256', make_interval(1))", "INTERVAL has no encoding in a row"),
    ("row('sha256', CAST(x'ff' AS STRING))", "a text is no valid UTF-8: CAST it to BINARY"),
    ("agg('sha256', 1)", "the argument of hashlane_agg is INT, not an ARRAY, which has an order"),
    ("merkle_root('sha256', array(1))", "an ARRAY of STRING or BINARY"),
    ("merkle_root('sha256', array('a', NULL))", "a leaf is text or binary, not NULL"),
    ("set_agg('sha26', id)", "no such algorithm: sha26; did you mean sha256?"),
    ("set_agg(NULL, id)", "the algorithm of an aggregate is NULL"),
    ("set_agg(concat('sha', 256 * (1 + id)), id)", "the algorithm of an aggregate must be the same in all rows"),
    ("set_agg('sha256', make_interval(1))", "INTERVAL has no encoding in a row"),
)


def check_errors():
    """Each is an error of the query with its reason, and Spark goes on."""
    for call, text in ERRORS:
        why = reason(f"SELECT hashlane_{call} FROM abc, range(0, 2, 1, 1)")
        if text not in str(why):
            yield f"{call}: {str(why)[:300]}"
    yield from differs("a name in other letters", "no such algorithm" in str(reason("SELECT hashlane_hex('SHA256', 'a')")), True)
    yield from differs("Spark goes on", one("SELECT hashlane_hex('sha256', 'abc')"), sha256(b"abc").hex())


def check_in_python():
    """By the functions of DataFrames, and in a second session."""
    frame = SPARK.newSession().createDataFrame([("a",), (None,)], "x STRING")
    got = [r[0] and bytes(r[0]) for r in frame.selectExpr("hashlane_digest('sha256', x)").collect()]
    yield from differs("selectExpr", got, [sha256(b"a"), None])
    shown = "\n".join(r[0] for r in SPARK.sql("DESCRIBE FUNCTION hashlane_digest").collect())
    yield from differs("DESCRIBE FUNCTION", "hashlane_digest(algorithm, value) - the digest" in shown, True)


def main():
    passed = failed = 0
    table("values_", [f"{VALUE} AS t", f"encode({VALUE}, 'utf-8') AS b"])
    table("abc", ["'abc' AS abc"], 1)
    for name, check in list(globals().items()):
        if not name.startswith("check"):
            continue
        wrong = list(check())
        passed, failed = passed + (not wrong), failed + bool(wrong)
        print("FAIL" if wrong else "ok  ", name, *wrong[:5], sep="\n  " if wrong else " ", flush=True)
    SPARK.stop()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as FOLDER:
        sys.exit(main())
