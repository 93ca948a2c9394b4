# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The workers of Ray."""
import logging
import os

import ray


@ray.remote(max_retries=0, num_cpus=1)
def call(function, *args):
    return function(*args)


class Future:
    """What a task will return."""

    def __init__(self, reference):
        self.reference = reference

    def result(self):
        try:
            return ray.get(self.reference)
        except ray.exceptions.RayTaskError as error:
            raise error.cause from None


class Ray:
    """The Ray that this process is connected to already, one at an address, or one of this machine with that number of
    processors."""

    DIED = (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.OutOfMemoryError,
            ray.exceptions.ObjectLostError)

    def __init__(self, workers=0, address=None):
        self.started = not ray.is_initialized()
        if self.started:
            quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
            if address:
                ray.init(address=address, **quiet)
            else:
                ray.init(address="local", num_cpus=workers or os.cpu_count() or 1, include_dashboard=False, **quiet)
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def restart(self):
        """Ray starts new workers itself, and the other jobs go on."""
        return False

    def submit(self, function, *args):
        return Future(call.remote(function, *args))

    def wait(self, futures):
        by_reference = {future.reference: future for future in futures}
        done, _ = ray.wait(list(by_reference), num_returns=1)
        return [by_reference[reference] for reference in done]

    def close(self):
        if self.started:
            ray.shutdown()
