# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Engines, which run the functions of work.py. An engine has submit(function, *args), which returns a future with result();
wait(futures), which returns those that ended; DIED, the exceptions of a worker that died; restart(), which returns
whether the jobs that wait are lost; and close()."""
import concurrent.futures
import importlib
import multiprocessing
import os
import threading

from .rows import Refused

OTHERS = {"dask": ("Dask", "distributed"), "ray": ("Ray", "ray"), "spark": ("Spark", "pyspark")}  # class, package
NAMES = ("local", *OTHERS)


def end_with_parent():
    """In a worker: ends it when the driver has ended, however that was. A pool alone would leave it waiting."""
    def wait():
        multiprocessing.parent_process().join()
        os._exit(1)
    threading.Thread(target=wait, daemon=True).start()


class Local:
    """Threads or processes of this machine."""

    DIED = (concurrent.futures.BrokenExecutor,)

    def __init__(self, workers=0, processes=False):
        self.workers = workers or os.cpu_count() or 1
        self.processes = processes
        self.pool = None
        self.restart()

    def restart(self):
        """Starts new workers: all processes of a pool end when one of them dies."""
        self.close()
        if self.processes:
            spawn = multiprocessing.get_context("spawn")
            self.pool = concurrent.futures.ProcessPoolExecutor(self.workers, mp_context=spawn, initializer=end_with_parent)
        else:
            self.pool = concurrent.futures.ThreadPoolExecutor(self.workers)
        return True

    def submit(self, function, *args):
        return self.pool.submit(function, *args)

    def wait(self, futures):
        return concurrent.futures.wait(futures, return_when=concurrent.futures.FIRST_COMPLETED).done

    def close(self):
        if self.pool is not None:
            self.pool.shutdown(wait=True, cancel_futures=True)


def make_engine(name, workers, processes, address):
    """The engine of that name; the modules of the others are imported only when they are asked for. Refused: its package
    is missing, or it cannot start."""
    if name == "local":
        return Local(workers, processes)
    made, package = OTHERS[name]
    try:
        engine = getattr(importlib.import_module(f".{name}_engine", __package__), made)
    except ImportError as error:
        raise Refused(f"the engine {name} needs the package {package}: {error}") from None
    try:
        return engine(workers, address)
    except Exception as error:
        raise Refused(f"the engine {name} cannot start: {type(error).__name__}: {error}") from error
