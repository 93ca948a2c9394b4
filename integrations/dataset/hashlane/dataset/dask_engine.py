# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The workers of a Dask cluster."""
import logging
import os

import distributed


class Dask:
    """A cluster at an address, or one of this machine with that number of processes."""

    DIED = (distributed.scheduler.KilledWorker, distributed.client.FutureCancelledError)

    def __init__(self, workers=0, address=None):
        if address:
            self.client = distributed.Client(address, set_as_default=False)
        else:
            self.cluster = distributed.LocalCluster(n_workers=workers or os.cpu_count() or 1, threads_per_worker=1,
                                                    dashboard_address=None, silence_logs=logging.ERROR)
            self.client = distributed.Client(self.cluster, set_as_default=False)
        self.workers = max(1, len(self.client.nthreads()))

    def restart(self):
        """Dask starts new workers itself, and the other jobs go on."""
        return False

    def submit(self, function, *args):
        return self.client.submit(function, *args, pure=False)

    def wait(self, futures):
        with self.client.as_current():
            return distributed.wait(futures, return_when="FIRST_COMPLETED").done

    def close(self):
        self.client.close()
        if hasattr(self, "cluster"):
            self.cluster.close()
