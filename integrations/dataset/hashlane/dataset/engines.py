# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Engines, which run the functions of work.py. An engine has submit(function, *args), which returns a future with result();
wait(futures), which returns those that ended; DIED, the exceptions of a worker that died; restart(), which returns
whether the jobs that wait are lost; and close()."""
import concurrent.futures
import multiprocessing
import os

from .rows import Refused


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
            self.pool = concurrent.futures.ProcessPoolExecutor(self.workers, mp_context=spawn)
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
    """The engine of that name; the modules of the others are imported only when they are asked for."""
    if name == "local":
        return Local(workers, processes)
    try:
        from .dask_engine import Dask
    except ImportError as error:
        raise Refused(f"the engine dask needs the package distributed: {error}") from None
    return Dask(workers, address)
