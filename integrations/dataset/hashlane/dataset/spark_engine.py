# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The workers of Spark: a job is a Spark job of one task."""
import concurrent.futures
import os
import sys

import py4j.protocol
import pyspark

from .work import reason_of


class Died(Exception):
    """Spark gave a task up: the worker has died, or the cluster lost it."""


class Raised(Exception):
    """The function has raised an exception in the worker."""


def call(task):
    """In a worker: (what the function returns, None), or (None, why it has raised an exception)."""
    function, args = task
    try:
        return function(*args), None
    except Exception as error:  # noqa: BLE001
        return None, reason_of(error)


class Spark:
    """The context that this process has already, one of the master at an address, or one of this machine with that number
    of threads and a process of Python for each."""

    DIED = (Died,)

    def __init__(self, workers=0, address=None):
        self.started = pyspark.SparkContext._active_spark_context is None
        settings = pyspark.SparkConf().setAppName("hashlane-dataset")
        if self.started:
            settings.setMaster(address or f"local[{workers or os.cpu_count() or 1}]").set("spark.ui.enabled", "false")
        if self.started and not address:
            settings.set("spark.driver.host", "127.0.0.1").set("spark.driver.bindAddress", "127.0.0.1")
            settings.set("spark.log.level", "OFF")
            settings.set("spark.python.authenticate.socketTimeout", "60s")  # a busy machine starts a worker slowly
        self.context = pyspark.SparkContext.getOrCreate(settings)
        if self.started and not address:  # pyspark itself takes the python3 of PATH, which may lack this package
            self.context.pythonExec = os.environ.get("PYSPARK_PYTHON", sys.executable)
        self.workers = max(1, self.context.defaultParallelism)
        self.pool = concurrent.futures.ThreadPoolExecutor(2 * self.workers + 2)  # each thread waits for a job of Spark

    def restart(self):
        """Spark starts new workers itself, and the other jobs go on."""
        return False

    def run(self, function, args):
        try:
            [(result, reason)] = self.context.parallelize([(function, args)], 1).map(call).collect()
        except py4j.protocol.Py4JJavaError as error:
            raise Died(str(error.java_exception.getMessage()).partition("\n")[0]) from None
        if reason is not None:
            raise Raised(reason)
        return result

    def submit(self, function, *args):
        return self.pool.submit(self.run, function, args)

    def wait(self, futures):
        return concurrent.futures.wait(futures, return_when=concurrent.futures.FIRST_COMPLETED).done

    def close(self):
        self.pool.shutdown(wait=True, cancel_futures=True)
        if self.started:
            self.context.stop()
