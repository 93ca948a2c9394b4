#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measures hashlane_gpu on a device, beside a bound that README.md derives, and beside the processor: bench.py [--json FILE].

The library is that of HASHLANE_GPU_LIBRARY, and the processor's that of HASHLANE_LIBRARY (libhashlane.so). All digests of the device
are compared with those of the processor. The exit status is 1 where there is no device, or where a digest differs."""
import argparse
import ctypes
import json
import os
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

LANES = 64  # operations on words of 32 bits that a multiprocessor of compute capability 7.0 to 9.0 ends in a cycle
SHA256_BLOCK, KECCAK_24, KECCAK_12, ABSORB = 1400, 4320, 2160, 42  # such operations, see README.md
LEAF = 49 * (KECCAK_12 + ABSORB)  # of TurboSHAKE128, or of KT128: 8192 bytes
MULTIPROCESSORS, CLOCK_KHZ, MAJOR, MINOR = 16, 13, 75, 76  # attributes of a device
MERKLE_RFC9162 = 0
ALL_CORES = 0


class Driver:
    """The driver of the device 0, for `with`: what it is, and memory on it."""

    def __init__(self):
        self.cuda, self.context = ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), 0)
        self.call("cuCtxPushCurrent_v2", self.context)

    def call(self, name, *arguments):
        if (code := getattr(self.cuda, name)(*arguments)) != 0:
            raise RuntimeError(f"{name}: error {code} of the driver")

    def attribute(self, number):
        value = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(value), number, 0)
        return value.value

    def describe(self):
        name = ctypes.create_string_buffer(100)
        self.call("cuDeviceGetName", name, len(name), 0)
        return {"device": name.value.decode(), "compute_capability": f"{self.attribute(MAJOR)}.{self.attribute(MINOR)}",
                "multiprocessors": self.attribute(MULTIPROCESSORS), "clock_hz": 1000 * self.attribute(CLOCK_KHZ), "lanes": LANES}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.call("cuCtxPopCurrent_v2", ctypes.byref(self.context))
        self.call("cuDevicePrimaryCtxRelease_v2", 0)


class Array:
    """Bytes on the device, for `with`."""

    def __init__(self, driver, size, content=None):
        self.driver, self.size, self.address = driver, size, ctypes.c_uint64()
        driver.call("cuMemAlloc_v2", ctypes.byref(self.address), ctypes.c_size_t(size))
        if content is not None:
            driver.call("cuMemcpyHtoD_v2", self.address, content, ctypes.c_size_t(size))
        self.__cuda_array_interface__ = {"shape": (size,), "typestr": "|u1", "data": (self.address.value, False), "version": 3}

    def read(self):
        made = ctypes.create_string_buffer(self.size)
        self.driver.call("cuMemcpyDtoH_v2", made, self.address, ctypes.c_size_t(self.size))
        return made.raw

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.call("cuMemFree_v2", self.address)


class Processor:
    """The same computations on the processor, by libhashlane. Each takes a number of threads; ALL_CORES is allowed."""

    def __init__(self):
        self.c = ctypes.CDLL(os.environ.get("HASHLANE_LIBRARY", "libhashlane.so.0.2"))

    def call(self, name, *arguments):
        if (code := getattr(self.c, "hashlane_" + name)(*arguments)) != 0:
            raise RuntimeError(f"hashlane_{name}: {code}")

    def rows(self, algorithm, data, width, threads):
        count = len(data) // width
        out = ctypes.create_string_buffer(32 * count)
        size = ctypes.c_size_t
        self.call("digest_rows", self.c.hashlane_find(algorithm), None, data, size(width), size(width), size(count), out, size(32), threads)
        return out.raw

    def root(self, algorithm, data, width, threads):
        out, size = ctypes.create_string_buffer(32), ctypes.c_size_t
        self.call("merkle_root_rows", self.c.hashlane_find(algorithm), MERKLE_RFC9162, data, size(width), size(width),
                  size(len(data) // width), out, size(32), threads)
        return out.raw

    def kt128(self, data, threads):
        self.c.hashlane_hash_statebytes.restype = ctypes.c_size_t
        state, out = ctypes.create_string_buffer(self.c.hashlane_hash_statebytes() + 64), ctypes.create_string_buffer(32)
        aligned = ctypes.c_void_p(-(-ctypes.addressof(state) // 64) * 64)
        self.call("hash_init", aligned, self.c.hashlane_find(b"kt128"), None)
        self.call("hash_update_threads", aligned, data, ctypes.c_size_t(len(data)), threads)
        self.call("hash_digest", aligned, out, ctypes.c_size_t(32))
        return out.raw


def seconds(turns, work):
    """The median of some turns after one that counts nothing, and what the work returns."""
    result, times = work(), []
    for _ in range(turns):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return statistics.median(times), result


def repeated(size):
    """That many random bytes; beyond 1 MiB they are repeated, and cut to whole MiB."""
    return os.urandom(min(size, 1 << 20)) * max(1, size >> 20)


class Bench:
    def __init__(self, device, driver, turns):
        self.device, self.driver, self.turns, self.processor = device, driver, turns, Processor()
        self.about = driver.describe()
        self.jobs = []

    def job(self, name, operations, on_device, with_copies, on_processor, scale=1, host_bound=0):
        """on_device and with_copies are functions and return the digest, or they are pairs of functions, the second of which returns the
        digests afterwards. on_processor takes a number of threads, does 1 / scale of the work, and returns the digests or None.
        host_bound: seconds of one core that nothing avoids."""
        rate = self.about["multiprocessors"] * LANES * self.about["clock_hz"]
        bound = max(operations / rate, host_bound)
        times, digests = zip(*(self.measured(work) for work in (on_device, with_copies)))
        one, expected = seconds(1, lambda: on_processor(1))
        cores, _ = seconds(1, lambda: on_processor(ALL_CORES))
        self.jobs.append({"name": name, "operations": operations, "bound_s": bound, "bound_by": "device" if bound > host_bound else "host",
                          "device_s": times[0], "ratio": bound / times[0], "device_with_copies_s": times[1],
                          "processor_one_core_s": one * scale, "processor_all_cores_s": cores * scale,
                          "same": digests[0] == digests[1] and expected in (digests[0], None)})

    def measured(self, work):
        if not isinstance(work, tuple):
            return seconds(self.turns, work)
        return seconds(self.turns, work[0])[0], work[1]()

    def tree(self, leaves):
        """SHA-256: a leaf of 32 bytes is a block, and an inner node two."""
        data = repeated(32 * leaves)
        root, count = bytearray(32), len(data) // 32
        with Array(self.driver, len(data), data) as rows, Array(self.driver, 32) as out:
            self.job(f"SHA-256 tree over {count} leaves", (count + 2 * (count - 1)) * SHA256_BLOCK,
                     (lambda: self.device.merkle_root("sha256", rows, 32, out), out.read),
                     (lambda: self.device.merkle_root("sha256", data, 32, root), lambda: bytes(root)),
                     lambda threads: self.processor.root(b"sha256", data, 32, threads))

    def rows(self, algorithm, width, count, operations):
        """Rows whose digests have 32 bytes; `operations` is for one row."""
        data = repeated(width * count)
        count = len(data) // width
        digests = bytearray(32 * count)
        with Array(self.driver, len(data), data) as rows, Array(self.driver, 32 * count) as out:
            self.job(f"{algorithm} of {count} rows of {width} bytes", count * operations,
                     (lambda: self.device.digest_rows(algorithm, rows, width, out), out.read),
                     (lambda: self.device.digest_rows(algorithm, data, width, digests), lambda: bytes(digests)),
                     lambda threads: self.processor.rows(algorithm.encode(), data, width, threads))

    def message(self, size):
        """One core of the host absorbs a chaining value of 32 bytes for each chunk into the final node, which is TurboSHAKE128."""
        data = repeated(size)
        count = len(data) // 8192
        values = bytes(32 * count)
        absorbed, _ = seconds(self.turns, lambda: self.processor.rows(b"turboshake128", values, len(values), 1))
        with Array(self.driver, len(data), data) as message:
            self.job(f"KT128 of {len(data)} bytes", count * LEAF, lambda: self.device.kt128(message), lambda: self.device.kt128(data),
                     lambda threads: self.processor.kt128(data, threads), host_bound=absorbed)

    def grind(self, nonces):
        """No digest begins with 256 zeros, so that all nonces are tried. The processor digests a part of them as rows."""
        prefix, part = os.urandom(32), min(nonces, 1 << 20)
        data = b"".join(prefix + i.to_bytes(8, "little") for i in range(part))

        def tried():
            return self.device.grind("sha256", prefix, 256, 0, nonces)

        def on_processor(threads):
            self.processor.rows(b"sha256", data, 40, threads)
        self.job(f"SHA-256 of {nonces} nonces", nonces * SHA256_BLOCK, tried, tried, on_processor, scale=nonces / part)


def table(about, jobs):
    yield (f"{about['device']}, compute capability {about['compute_capability']}: {about['multiprocessors']} multiprocessors, "
           f"{about['lanes']} lanes, {about['clock_hz'] / 1e6:.0f} MHz; seconds")
    yield "| workload | bound | bound by | device | ratio | device, copies counted | one core | all cores |\n|---|---:|---|---:|---:|---:|---:|---:|"
    for j in jobs:
        figures = (j["device_s"], j["ratio"], j["device_with_copies_s"], j["processor_one_core_s"], j["processor_all_cores_s"])
        yield (f"| {j['name']} | {j['bound_s']:.4g} | {j['bound_by']} | " + " | ".join(f"{figure:.4g}" for figure in figures) + " |" +
               ("" if j["same"] else " the digests differ"))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=pathlib.Path, help="write the figures to this file")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--leaves", type=int, default=1 << 24)
    parser.add_argument("--rows", type=int, default=1 << 24)
    parser.add_argument("--bytes", type=int, default=1 << 32)
    parser.add_argument("--nonces", type=int, default=1 << 30)
    return parser.parse_args()


def measured(asked):
    """What the device is, and the figures of each job."""
    import hashlane_gpu
    with hashlane_gpu.Device() as device, Driver() as driver:
        bench = Bench(device, driver, asked.turns)
        bench.tree(asked.leaves)
        bench.rows("keccak-256", 64, asked.rows, KECCAK_24)
        bench.rows("turboshake128", 8192, asked.bytes // 8192, LEAF)
        bench.message(asked.bytes)
        bench.grind(asked.nonces)
        return bench.about, bench.jobs


def main():
    asked = arguments()
    try:
        about, jobs = measured(asked)
    except Exception as error:  # there is no driver, device, library or memory; an Error has the library's reason
        return f"bench.py: nothing was measured: {error}"
    print("\n".join(table(about, jobs)))
    if asked.json:
        asked.json.write_text(json.dumps(about | {"turns": asked.turns, "jobs": jobs}, indent=1) + "\n")
    return 0 if all(job["same"] for job in jobs) else 1


if __name__ == "__main__":
    sys.exit(main())
