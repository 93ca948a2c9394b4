# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The workers of a Dask cluster."""
import logging
import os

import dask
import distributed

PATIENCE = 30  # seconds that a cluster may be without a worker
CONNECT = 60  # seconds for the scheduler of a cluster to answer


class NoWorker(Exception):
    """The cluster had no worker for PATIENCE seconds."""


class Future:
    """What a job will return."""

    def __init__(self, future):
        self.future, self.lost = future, False

    def result(self):
        if self.lost or self.future.cancelled():
            raise NoWorker("the cluster has no worker")
        return self.future.result()


class Dask:
    """A cluster at an address, or one of this machine with that number of processes."""

    DIED = (distributed.scheduler.KilledWorker, NoWorker)

    def __init__(self, workers=0, address=None):
        self.wanted, self.cluster = workers or os.cpu_count() or 1, None
        if address:
            self.client = distributed.Client(address, set_as_default=False, timeout=CONNECT)
        else:
            self.start()
        self.workers = max(1, len(self.client.nthreads()))

    def start(self):
        """Starts a cluster, which leaves it to the driver to run a job again whose worker died."""
        with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
            self.cluster = distributed.LocalCluster(n_workers=self.wanted, threads_per_worker=1, dashboard_address=":0",
                                                    silence_logs=logging.ERROR)
        self.client = distributed.Client(self.cluster, set_as_default=False)

    def restart(self):
        """Dask starts new workers itself, and the other jobs go on, unless it has given up: then a new cluster starts."""
        if self.cluster is None or self.client.nthreads():
            return False
        self.close()
        self.start()
        return True

    def submit(self, function, *args):
        return Future(self.client.submit(function, *args, pure=False))

    def wait(self, futures):
        """Those that ended, or all of them if the cluster has no worker."""
        by_future = {each.future: each for each in futures}
        while True:
            try:
                with self.client.as_current():
                    done = distributed.wait(list(by_future), timeout=PATIENCE, return_when="FIRST_COMPLETED").done
                return [by_future[future] for future in done]
            except TimeoutError:
                if not self.client.nthreads():
                    for each in futures:
                        each.lost = True
                    return futures

    def close(self):
        self.client.close()
        if self.cluster is not None:
            self.cluster.close()
