#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Time of hashlane.dataset beside that of what reads the same bytes:
bench.py [--rounds N] [--folder DIR] [--cold] [--s3 [--delay SECONDS]]

Of many small objects and of one large one: loops that only read and loops of hashlib.sha256, over the reads of the class
Storage and over those of the client, and hashlane.dataset with one and two workers. The client of local files is fsspec;
"open" is a loop of open() and read(). Local files are in the cache of the system; --cold: they are dropped from it before
each round. --s3: objects of a server of this machine that answers each request after --delay seconds, by s3fs and by obstore.
The round with the least time of the clock counts; --processor: that with the least time of the processor.
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
from hashlane.dataset.object_store import ObjectStore
from hashlane.dataset.storage import Object

SMALL, SMALL_SIZE, LARGE_SIZE, PIECE = 20_000, 4096, 1 << 30, 8 << 20
S3_SMALL, S3_LARGE_SIZE = 1000, 256 << 20
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


def serve(pipe, delay):
    """In a process: answers any read of a range of any object, after a while."""
    from aiohttp import web
    content = memoryview(os.urandom(PIECE))

    async def get(request):
        await asyncio.sleep(delay)
        assert request.headers.get("If-Match", ETAG) == ETAG
        first, last = map(int, request.headers["Range"].removeprefix("bytes=").split("-"))
        about = {"ETag": ETAG, "Content-Range": f"bytes {first}-{last}/{S3_LARGE_SIZE}", "Last-Modified": "Thu, 01 Jan 1970 00:00:00 GMT"}
        return web.Response(status=206, body=bytes(content[:last + 1 - first]), headers=about)

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


def reader_of(storage):
    """How the client itself reads a range: read(path, first, end)."""
    if isinstance(storage.fs, ObjectStore):
        return lambda path, begin, end: storage.fs.obstore.get_range(storage.fs.store, path, start=begin, end=end)
    return lambda path, begin, end: storage.fs.cat_file(storage.at(path), start=begin, end=end)


def by_client(storage, objects, use):
    read = reader_of(storage)
    for one in objects:
        for place in range(0, one.size, PIECE):
            use(read(one.path, place, min(place + PIECE, one.size)))


def by_open(storage, objects, use):
    for one in objects:
        with open(storage.at(one.path), "rb") as file:
            while data := file.read(PIECE):
                use(data)


def by_driver(storage, objects, workers):
    plan = Plan(engine=Local(workers), range_size=PIECE)
    assert all(reason is None for _, _, reason in digest_objects(storage.url, plan, objects))
    plan.engine.close()


def whole_run(storage):
    """The listing, the journal, the root and the manifest too."""
    with tempfile.TemporaryDirectory() as place:
        plan = Plan(engine=Local(2), range_size=PIECE)
        make_manifest(storage, f"{place}/m", plan)
        plan.engine.close()


def sha256(data):
    return hashlib.sha256(data).digest()


def ways(storage, objects):
    """(name, call) of each row of the table."""
    loops = {"Storage": by_class, "the client": by_client} | ({"open": by_open} if storage.local else {})
    for what, use in (("reads only", len), ("hashlib.sha256", sha256)):
        for name, loop in loops.items():
            yield f"{what}, {name}", lambda loop=loop, use=use: loop(storage, objects, use)
    yield "kt128, 1 worker", lambda: by_driver(storage, objects, 1)
    yield "kt128, 2 workers", lambda: by_driver(storage, objects, 2)
    if storage.local:
        yield "kt128, 2 workers, a manifest from the listing on", lambda: whole_run(storage)


def drop(storage, objects):
    """Drops local files from the cache of the system. They were written to the disk before."""
    for one in objects:
        file = os.open(storage.at(one.path), os.O_RDONLY)
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(file)


def timed(call, before):
    before()
    wall, processor = time.perf_counter(), time.process_time()
    call()
    return time.perf_counter() - wall, time.process_time() - processor


def show(title, storage, objects, options):
    before = (lambda: drop(storage, objects)) if options.cold and storage.local else lambda: None
    print(f"\n| {title} | processor, s | clock, s |\n|---|---:|---:|")
    for name, call in ways(storage, objects):
        rounds = (timed(call, before) for _ in range(options.rounds))
        wall, processor = min(rounds, key=lambda pair: pair[options.processor])
        print(f"| {name} | {processor:.3f} | {wall:.3f} |", flush=True)


def local_tables(options):
    with tempfile.TemporaryDirectory(dir=options.folder) as place:
        fill(pathlib.Path(place))
        os.sync()
        for name, text in (("small", f"{SMALL} objects of {SMALL_SIZE} bytes"), ("large", "one object of 1 GiB")):
            storage = Storage(f"{place}/{name}")
            show(text, storage, storage.objects()[0], options)


def s3_tables(options):
    import fsspec
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs, options.delay), daemon=True)
    server.start()
    url = f"http://127.0.0.1:{ours.recv()}"
    fsspec.config.conf["s3"] = {"key": "k", "secret": "s", "endpoint_url": url}
    os.environ |= {"AWS_ENDPOINT_URL": url, "AWS_ALLOW_HTTP": "true", "AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s"}
    version = f"ETag:{ETAG}"
    small = [Object(f"{i}", SMALL_SIZE, version) for i in range(S3_SMALL)]
    for client in ("s3", "obstore+s3"):
        storage = Storage(f"{client}://bucket/prefix")
        show(f"{client}, {1000 * options.delay:g} ms: {S3_SMALL} objects of {SMALL_SIZE} bytes", storage, small, options)
        show(f"{client}, {1000 * options.delay:g} ms: one object of 256 MiB", storage, [Object("large", S3_LARGE_SIZE, version)], options)
    server.terminate()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder")
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--processor", action="store_true")
    parser.add_argument("--s3", action="store_true")
    parser.add_argument("--delay", type=float, default=0.01)
    options = parser.parse_args()
    if options.s3:
        s3_tables(options)
    else:
        local_tables(options)


if __name__ == "__main__":
    main()
