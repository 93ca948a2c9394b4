#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measures the functions of hashlane-spark.jar against Spark's own sha2() and prints a table. Spark runs in local mode with one
thread; the rows come from a Parquet file, and go nowhere (the format noop). The processor time of the thread that computes is
taken, that of a scan without a function is subtracted, and the least of the rounds is printed.

    bench.py [--rows N] [--rounds N] [--sizes N,N] JAR       with the Python that has the package pyspark
"""
import argparse
import itertools
import pathlib
import tempfile

from pyspark.sql import SparkSession

PARTS = 4
GROUPS = itertools.count()
SCAN = "x"
FUNCTIONS = (
    ("sha2, Spark's own", "sha2(x, 256)"),
    ("hashlane_hex, sha256", "hashlane_hex('sha256', x)"),
    ("hashlane_digest, sha256", "hashlane_digest('sha256', x)"),
    ("the same, a row at a time", "hashlane_digest('sha256', if(length(x) > 0, x, NULL))"),
    ("hashlane_digest, sha3-256", "hashlane_digest('sha3-256', x)"),
    ("hashlane_digest, kt128", "hashlane_digest('kt128', x)"),
    ("hashlane_mac, hmac-sha256", "hashlane_mac('hmac-sha256', 'a key', x)"),
    ("hashlane_row, sha256", "hashlane_row('sha256', x)"),
)


def session(jar):
    made = (SparkSession.builder.master("local[1]").config("spark.jars", jar)
            .config("spark.sql.extensions", "hashlane.spark.Extensions").config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false").config("spark.log.level", "ERROR")
            .config("spark.driver.memory", "2g").config("spark.sql.parquet.compression.codec", "uncompressed")
            .config("spark.sql.files.maxPartitionBytes", "1g").getOrCreate())
    return made


def nanoseconds(spark, table, call):
    """The processor time of the threads that computed the query."""
    context = spark.sparkContext
    group = str(next(GROUPS))
    context.setJobGroup(group, group)
    spark.table(table).selectExpr(f"{call} AS made").write.format("noop").mode("overwrite").save()
    context._jsc.sc().listenerBus().waitUntilEmpty()  # then the figures of the stages are complete
    store, tracker = context._jsc.sc().statusStore(), context.statusTracker()
    stages = [stage for job in tracker.getJobIdsForGroup(group) for stage in tracker.getJobInfo(job).stageIds]
    return sum(store.lastStageAttempt(stage).executorCpuTime() for stage in stages)


def columns(spark, folder, sizes, rows):
    """Tables t0, t1 ... of random bytes, one for each size."""
    for i, size in enumerate(sizes):
        pieces = ", ".join(f"unhex(sha2(cast(id * 1000 + {k} AS STRING), 256))" for k in range((size + 31) // 32))
        place = str(pathlib.Path(folder) / f"t{i}")
        spark.range(0, rows, 1, PARTS).selectExpr(f"substring(concat({pieces}), 1, {size}) AS x").write.parquet(place)
        spark.read.parquet(place).createOrReplaceTempView(f"t{i}")


def measure(spark, sizes, rows, rounds):
    """The nanoseconds of each function and size, and of the scan."""
    calls = (("the scan", SCAN), *FUNCTIONS)
    found = {}
    for i in range(len(sizes)):
        for _ in range(rounds + 1):  # the first round is for the compilers of Java
            for name, call in calls:
                found.setdefault((name, i), []).append(nanoseconds(spark, f"t{i}", call))
    return {key: min(times[1:]) / rows for key, times in found.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000_000, help="of 32 bytes; there are fewer of longer values")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sizes", default="32,200,1024", help="in bytes")
    parser.add_argument("jar")
    asked = parser.parse_args()
    sizes = [int(size) for size in asked.sizes.split(",")]
    spark = session(asked.jar)
    print(f"Spark {spark.version}, nanoseconds of processor time a row without the scan (times the speed of sha2)\n")
    print("| ns a row |" + "".join(f" {size} bytes |" for size in sizes) + "\n|---|" + "---:|" * len(sizes))
    made = {}
    with tempfile.TemporaryDirectory() as folder:
        for i, size in enumerate(sizes):
            rows = max(1, asked.rows * 32 // max(size, 32))
            columns(spark, pathlib.Path(folder) / str(i), [size], rows)
            made |= {(name, i): ns for (name, _), ns in measure(spark, [size], rows, asked.rounds).items()}
    own = FUNCTIONS[0][0]
    print("| the scan |" + "".join(f" {made['the scan', i]:.0f} |" for i in range(len(sizes))))
    for name, _ in FUNCTIONS:
        net = [(made[name, i] - made["the scan", i], made[own, i] - made["the scan", i]) for i in range(len(sizes))]
        print(f"| {name} |" + "".join(f" {ns:.0f} ({base / ns if ns > 0 else 0:.1f}) |" for ns, base in net))
    spark.stop()


if __name__ == "__main__":
    main()
