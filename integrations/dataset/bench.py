#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Processor time of hashlane.dataset beside that of what reads the same bytes: bench.py [--rounds N] [--folder DIR]

Of many small objects and of one large one, in the cache of the system: a loop of hashlib.sha256 over the reads of the same
class, a loop that reads only, and the driver with one and two workers. The least time of all rounds counts.
"""
import argparse
import hashlib
import os
import pathlib
import tempfile
import time

from hashlane.dataset import Local, Plan, Storage, digest_objects

SMALL, SMALL_SIZE, LARGE_SIZE, PIECE = 20_000, 4096, 1 << 30, 8 << 20


def fill(place):
    (place / "small").mkdir()
    (place / "large").mkdir()
    for i in range(SMALL):
        folder = place / "small" / f"{i // 1000:02}"
        folder.mkdir(exist_ok=True)
        (folder / f"{i:05}").write_bytes(os.urandom(SMALL_SIZE))
    with open(place / "large" / "object", "wb") as file:
        for _ in range(LARGE_SIZE // PIECE):
            file.write(os.urandom(PIECE))


def in_order(storage, objects, use):
    for one in objects:
        for place in range(0, one.size, PIECE):
            use(storage.read(one.path, place, min(PIECE, one.size - place)))


def by_driver(storage, objects, plan):
    assert all(reason is None for _, _, reason in digest_objects(storage.url, plan, objects))


def timed(call):
    wall, processor = time.perf_counter(), time.process_time()
    call()
    return time.perf_counter() - wall, time.process_time() - processor


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as place:
        fill(pathlib.Path(place))
        print("| seconds of processor (of the clock) | reads only | hashlib.sha256 | kt128, 1 worker | kt128, 2 workers |")
        print("|---|---:|---:|---:|---:|")
        for name, text in (("small", f"{SMALL} objects of {SMALL_SIZE} bytes"), ("large", "one object of 1 GiB")):
            storage = Storage(f"{place}/{name}")
            objects, _ = storage.objects()
            ways = [lambda: in_order(storage, objects, len),
                    lambda: in_order(storage, objects, lambda data: hashlib.sha256(data).digest())]
            ways += [lambda n=n: by_driver(storage, objects, Plan(engine=Local(n), range_size=PIECE)) for n in (1, 2)]
            best = [min((timed(way) for _ in range(options.rounds)), key=lambda pair: pair[1]) for way in ways]
            print(f"| {text} | " + " | ".join(f"{processor:.2f} ({wall:.2f})" for wall, processor in best) + " |")


if __name__ == "__main__":
    main()
