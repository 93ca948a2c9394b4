#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Time of hashlane.dataset beside that of what reads the same bytes: bench.py [--rounds N] [--folder DIR] [--s3]

Of many small objects and of one large one: loops that read only and loops of hashlib.sha256, over the reads of the class
Storage and over fsspec's own, and hashlane.dataset with one and two workers. Local files are in the cache of the system.
--s3: objects of a server of this machine that answers each request of S3 after 10 ms, by s3fs. The least time of the
processor of all rounds counts, with its time of the clock; over S3 the least time of the clock, with its time of the processor.
"""
import argparse
import asyncio
import hashlib
import multiprocessing
import os
import pathlib
import tempfile
import time

from hashlane.dataset import Local, Plan, Storage, digest_objects, make_manifest
from hashlane.dataset.storage import Object

SMALL, SMALL_SIZE, LARGE_SIZE, PIECE = 20_000, 4096, 1 << 30, 8 << 20
S3_SMALL, S3_LARGE_SIZE, DELAY = 2000, 256 << 20, 0.01
ETAG = '"0123456789abcdef0123456789abcdef"'


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


def serve(pipe):
    """In a process: answers any read of a range of any object, after a while."""
    from aiohttp import web
    content = memoryview(os.urandom(PIECE))

    async def get(request):
        await asyncio.sleep(DELAY)
        assert request.headers.get("If-Match", ETAG) == ETAG
        first, last = map(int, request.headers["Range"].removeprefix("bytes=").split("-"))
        return web.Response(status=206, body=bytes(content[:last + 1 - first]), headers={"ETag": ETAG})

    async def run():
        app = web.Application()
        app.router.add_get("/{name:.*}", get)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        pipe.send(runner.addresses[0][1])
        await asyncio.Event().wait()
    asyncio.run(run())


def by_class(storage, objects, use):
    for one in objects:
        for place in range(0, one.size, PIECE):
            use(storage.read(one, place, min(PIECE, one.size - place)))


def by_fsspec(storage, objects, use):
    for one in objects:
        for place in range(0, one.size, PIECE):
            use(storage.fs.cat_file(storage.at(one.path), start=place, end=min(place + PIECE, one.size)))


def by_driver(storage, objects, workers):
    plan = Plan(engine=Local(workers), range_size=PIECE)
    assert all(reason is None for _, _, reason in digest_objects(storage.url, plan, objects))
    plan.engine.close()


def whole_run(storage):
    """The listing, the journal, the root and the manifest too."""
    with tempfile.TemporaryDirectory() as place:
        plan = Plan(engine=Local(1), range_size=PIECE)
        make_manifest(storage, f"{place}/m", plan)
        plan.engine.close()


def sha256(data):
    return hashlib.sha256(data).digest()


def ways(storage, objects):
    """(name, call) of each row of the table."""
    yield "reads only, Storage", lambda: by_class(storage, objects, len)
    yield "reads only, fsspec", lambda: by_fsspec(storage, objects, len)
    yield "hashlib.sha256, Storage", lambda: by_class(storage, objects, sha256)
    yield "hashlib.sha256, fsspec", lambda: by_fsspec(storage, objects, sha256)
    yield "kt128, 1 worker", lambda: by_driver(storage, objects, 1)
    yield "kt128, 2 workers", lambda: by_driver(storage, objects, 2)
    if storage.local:
        yield "kt128, 1 worker, a manifest from the listing on", lambda: whole_run(storage)


def timed(call):
    wall, processor = time.perf_counter(), time.process_time()
    call()
    return time.perf_counter() - wall, time.process_time() - processor


def show(title, storage, objects, rounds, key):
    print(f"\n| {title} | processor, s | clock, s |\n|---|---:|---:|")
    for name, call in ways(storage, objects):
        wall, processor = min((timed(call) for _ in range(rounds)), key=lambda pair: pair[key])
        print(f"| {name} | {processor:.2f} | {wall:.2f} |", flush=True)


def local_tables(folder, rounds):
    with tempfile.TemporaryDirectory(dir=folder) as place:
        fill(pathlib.Path(place))
        for name, text in (("small", f"{SMALL} objects of {SMALL_SIZE} bytes"), ("large", "one object of 1 GiB")):
            storage = Storage(f"{place}/{name}")
            show(text, storage, storage.objects()[0], rounds, 1)


def s3_tables(rounds):
    import fsspec
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs,), daemon=True)
    server.start()
    fsspec.config.conf["s3"] = {"key": "k", "secret": "s", "endpoint_url": f"http://127.0.0.1:{ours.recv()}"}
    storage, version = Storage("s3://bucket/prefix"), f"ETag:{ETAG}"
    small = [Object(f"{i}", SMALL_SIZE, version) for i in range(S3_SMALL)]
    show(f"S3: {S3_SMALL} objects of {SMALL_SIZE} bytes", storage, small, rounds, 0)
    show("S3: one object of 256 MiB", storage, [Object("large", S3_LARGE_SIZE, version)], rounds, 0)
    server.terminate()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder")
    parser.add_argument("--s3", action="store_true")
    options = parser.parse_args()
    if options.s3:
        s3_tables(options.rounds)
    else:
        local_tables(options.folder, options.rounds)


if __name__ == "__main__":
    main()
