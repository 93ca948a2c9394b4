#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where hashlane.dataset stops getting faster: simulate.py costs | large | small | subtrees   (see SCALE.md)

The store, the network and the workers are simulated: they take time of a simulated clock. The code of the package runs as it
is: its driver, journal, ranges, root and manifest. What the driver takes is its real processor time (`measured`), or a cost of
the table below (`Costs`), so that tests do not depend on the speed of the machine.
"""
import argparse
import heapq
import pathlib
import tempfile
import time
import tracemalloc
from typing import NamedTuple

import fsspec
import hashlane
from hashlane.dataset import Manifest, Plan, Row, Storage, make_manifest, root_of, write_manifest
from hashlane.dataset.subtrees import root_of_subtrees

MIB = 1 << 20
URL = "simulated://store/data"


class Costs(NamedTuple):
    """Bytes a second, and seconds. The first four are those of a worker, its network and the store, the others of the driver."""

    read: float = 1.25e9  # bytes a second that the network of a worker takes: 10 Gbit/s
    latency: float = 0.02  # seconds until a store answers a request
    digest: float = 4.9e9  # bytes a second
    store: float = 1e15  # bytes a second that the store gives all workers together
    add: float = 1.4e-9  # seconds for a byte of an exported range
    job: float = 4e-6  # seconds for a job
    row: float = 4e-6  # seconds for an object while workers work
    end: float = 9e-6  # seconds for an object before and after: listing, root and manifest


class Load(NamedTuple):
    """A data set of equal objects. Objects larger than range_size are cut."""

    objects: int
    size: int
    range_size: int = 64 * MIB
    batch: int = 256  # small objects of a job

    @property
    def ranges(self):
        """The ranges of an object, 0 for one that is not cut."""
        return 0 if self.size <= self.range_size else -(-self.size // self.range_size)

    @property
    def jobs(self):
        return self.objects * self.ranges or -(-self.objects // self.batch)

    @property
    def requests(self):
        """Requests to the store: one for a range; two for a small object, whose state is asked for after it is read."""
        return self.objects * (self.ranges or 2)

    @property
    def exported(self):
        """Bytes that come to the driver for ranges of KT128, without about 300 for each range."""
        return self.objects * self.size // 8192 * 32 if self.ranges else 0


def predicted(costs, load, workers):
    """{who: seconds} of the workers, the store and the driver. The name of the largest is the bottleneck."""
    data = load.objects * load.size
    worker = load.requests * costs.latency + data / costs.read + data / costs.digest
    return {"workers": worker / load.jobs * -(-load.jobs // workers), "store": data / costs.store,
            "driver": load.jobs * costs.job + load.exported * costs.add + load.objects * costs.row}


def predicted_time(costs, load, workers):
    """Seconds of the run: those of the bottleneck, and those of the driver when no worker works."""
    return max(predicted(costs, load, workers).values()) + load.objects * costs.end


def workers_at_the_bottleneck(costs, load):
    """The number of workers above which the driver is the bottleneck, or the store if that comes first."""
    times = predicted(costs, load, 1)
    return times["workers"] / max(times["driver"], times["store"])


class Store(fsspec.AbstractFileSystem):
    """Objects of zeros, whose requests and bytes are counted."""

    protocol, cachable = "simulated", False
    load, requests, read = Load(0, 0), 0, 0
    zeros = {}

    @classmethod
    def about(cls, number):
        name = f"store/data/{number // 1000:07}/{number % 1000:03}"
        return name, {"name": name, "size": cls.load.size, "type": "file", "ETag": "1"}

    def isdir(self, path):
        return True

    def find(self, path, detail=False, **_):
        return dict(self.about(number) for number in range(self.load.objects))

    def info(self, path, **_):
        Store.requests += 1
        folder, name = path.split("/")[-2:]
        return self.about(1000 * int(folder) + int(name))[1]

    def cat_file(self, path, start=None, end=None, **_):
        Store.requests += 1
        Store.read += end - start
        if end - start not in self.zeros:
            self.zeros[end - start] = bytes(end - start)
        return self.zeros[end - start]


fsspec.register_implementation("simulated", Store, clobber=True)


class Future:
    def __init__(self, end, value):
        self.end, self.value = end, value

    def result(self):
        return self.value


class Simulated:
    """An engine whose workers take time of a simulated clock. `now` is the time of the driver, `busy` how long it worked."""

    DIED = ()
    known = {}  # results of ranges, which are the same in every run

    def __init__(self, workers, costs, measured):
        self.workers, self.costs, self.measured = workers, costs, measured
        self.free, self.now, self.busy, self.pipe = [0.0] * workers, 0.0, 0.0, 0.0
        self.since = time.process_time()

    def charge(self, seconds=0.0):
        """The driver has worked since the last call: its processor time if that is measured, else the seconds given."""
        spent = time.process_time() - self.since if self.measured else seconds
        self.now += spent
        self.busy += spent

    def go_on(self):
        self.since = time.process_time()

    def worked(self, function, args):
        """(result, bytes, requests) of a job."""
        key = (function, *args) if not any(isinstance(value, list) for value in args) else None
        if key not in self.known or key is None:
            before = Store.read, Store.requests
            out = function(*args), Store.read - before[0], Store.requests - before[1]
            if key is None:
                return out
            self.known[key] = out
        return self.known[key]

    def submit(self, function, *args):
        self.charge()
        value, size, requests = self.worked(function, args)
        begin = max(self.now, heapq.heappop(self.free))
        self.pipe = max(begin, self.pipe) + size / self.costs.store
        read = max(self.pipe, begin + requests * self.costs.latency + size / self.costs.read)
        end = read + size / self.costs.digest
        heapq.heappush(self.free, end)
        self.go_on()
        return Future(end, value)

    def wait(self, futures):
        self.charge()
        self.now = max(self.now, min(future.end for future in futures))
        ended = {future for future in futures if future.end <= self.now}
        if not self.measured:
            self.charge(sum(self.cost_of(future.value) for future in ended))
        self.go_on()
        return ended

    def cost_of(self, result):
        """What the driver pays for a result: exported ranges are long, and digests of objects short."""
        found = [len(value) for value in bytes_in(result)]
        ranges = sum(size for size in found if size > 64)
        return self.costs.job + self.costs.add * ranges + self.costs.row * sum(size <= 64 for size in found)

    def restart(self):
        return False


def bytes_in(value):
    if isinstance(value, bytes):
        yield value
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from bytes_in(one)


class Ran(NamedTuple):
    seconds: float  # of the simulated clock
    busy: float  # seconds of them in which the driver worked
    root: str


def simulate(load, workers, costs=Costs(), measured=False):
    """Makes a manifest of the load with that many simulated workers."""
    Store.load = load
    storage = Storage(URL)
    with tempfile.TemporaryDirectory() as place:
        engine = Simulated(workers, costs, measured)
        made = make_manifest(storage, pathlib.Path(place) / "out", Plan("kt128", engine, load.range_size, versions=False))
        engine.charge(load.objects * costs.end)
    return Ran(engine.now, engine.busy, made.root)


def show(load, counts, costs, measured):
    print(f"the driver is the bottleneck from {workers_at_the_bottleneck(costs, load):.0f} workers on, as predicted")
    print("| workers | predicted s | bottleneck | simulated s | driver busy |\n|---:|---:|---|---:|---:|")
    for workers in counts:
        times = predicted(costs, load, workers)
        name = max(times, key=times.get)
        ran = simulate(load, workers, costs, measured)
        print(f"| {workers} | {predicted_time(costs, load, workers):.3f} | {name} | {ran.seconds:.3f} | {100 * ran.busy / ran.seconds:.0f} % |")


# ---- costs of this machine

def best(call, rounds=5):
    """The least processor time of some rounds, in seconds."""
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        call()
        times.append(time.process_time() - begin)
    return min(times)


def cost_of_reading():
    """Bytes a second of a local file in the cache of the system, and of leaves() of what was read."""
    with tempfile.TemporaryDirectory() as place:
        (pathlib.Path(place) / "object").write_bytes(bytes(64 * MIB))
        storage = Storage(place)
        read = best(lambda: storage.read("object", 0, 64 * MIB))
        data = storage.read("object", 0, 64 * MIB)
    ranges = hashlane.Ranges("kt128", 64 * MIB)
    return 64 * MIB / read, 64 * MIB / best(lambda: ranges.leaves(0, data))


def cost_of_add(algorithm="kt128", data=256 * MIB, **options):
    """(seconds for a byte of an exported range, bytes of the range)."""
    ranges = hashlane.Ranges(algorithm, data, **options)
    exported = ranges.leaves(0, bytes(data))
    return best(lambda: ranges.copy().add(exported)) / len(exported), len(exported)


def list_and_write(rows):
    """What the driver does before and after the workers work."""
    Storage(URL).objects()
    with tempfile.TemporaryDirectory() as place:
        write_manifest(Manifest("kt128", rows, root_of("kt128", rows), URL), pathlib.Path(place) / "out")


def cost_of_rows(count=100_000, size=4096):
    """(seconds while workers work, seconds before and after, bytes of memory) of the driver for an object."""
    load, free = Load(count, size), Costs(latency=0, read=1e18, digest=1e18)
    all_of_it = min(simulate(load, 1, free, True).busy for _ in range(3)) / count
    rows = [Row(one.path, one.size, None, bytes(32)) for one in Storage(URL).objects()[0]]
    end = best(lambda: list_and_write(rows), 3) / count
    few = load._replace(objects=20_000)
    tracemalloc.start()
    simulate(few, 1, free, True)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return all_of_it - end, end, peak / few.objects


def cost_of_jobs():
    """Seconds of the driver for a range beyond those of its bytes."""
    load, free = Load(1, 4096 * 8192, 8192), Costs(latency=0, read=1e18, digest=1e18)
    simulate(load, 16, free, True)
    per_byte, _ = cost_of_add()
    return min(simulate(load, 16, free, True).busy for _ in range(3)) / load.jobs - 136 * per_byte


def show_costs():
    read, digest = cost_of_reading()
    print(f"read {read / 1e9:.1f} GB/s; digest {digest / 1e9:.1f} GB/s; job {1e6 * cost_of_jobs():.0f} us")
    for algorithm, options in (("kt128", {}), ("parallelhash128", {}), ("parallelhash128", {"parallel_block": MIB})):
        add, size = cost_of_add(algorithm, **options)
        print(f"add, {algorithm} {options}: {size} bytes for 256 MiB, {1e9 * add:.2f} ns a byte, {1e6 * add * size:.1f} us")
    row, end, memory = cost_of_rows()
    print(f"row {1e6 * row:.1f} us, end {1e6 * end:.1f} us, {memory:.0f} bytes of memory")


def show_subtrees(rows=10**9, count=1 << 16):
    """Roots of subtrees, as many as that number of rows has, become one root."""
    parts = [(bytes(32), count)] * (rows // count)
    begin = time.process_time()
    root = root_of_subtrees(parts)
    print(f"{len(parts)} subtrees of {count} rows: {1e3 * (time.process_time() - begin):.1f} ms, root of {root.split(':')[0]} rows")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("costs", "large", "small", "subtrees"))
    parser.add_argument("--table", action="store_true", help="the driver takes the costs of the table, not its processor time")
    options = parser.parse_args()
    if options.what == "costs":
        show_costs()
    elif options.what == "subtrees":
        show_subtrees()
    elif options.what == "large":
        show(Load(1, 4096 * 16 * MIB, 16 * MIB), (64, 128, 256, 512, 1024), Costs(), not options.table)
    else:
        show(Load(100_000, 4096), (4, 8, 16, 32, 64, 128), Costs(latency=0.0001), not options.table)


if __name__ == "__main__":
    main()
