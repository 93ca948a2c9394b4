# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane.dataset over S3, of a server on this machine: multipart objects, objects that change. dataset.py runs it."""
import asyncio
import collections
import threading

import fsspec
import pytest
from dataset_checks import QUIET, call, expected, tree_of
from moto.server import ThreadedMotoServer

import hashlane
from hashlane.dataset import Plan, Storage, digest_objects, read_manifest, remote

SIZES = [0, 1, 8192, 2 << 20] + [100] * 50
RANGE = 256 << 10
SMALL, LARGE = "part-1/object-0001.bin", "part-0/object-0003.bin"


@pytest.fixture(scope="module")
def bucket():
    """A bucket of a server of moto, which s3fs is told of."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    fsspec.config.conf["s3"] = {"key": "k", "secret": "s", "endpoint_url": f"http://{host}:{port}"}
    store = fsspec.filesystem("s3")
    store.mkdir("bucket")
    yield store
    del fsspec.config.conf["s3"]
    server.stop()


@pytest.fixture
def tree(bucket, tmp_path):
    """A folder, and the same below s3://bucket/tree."""
    made = tree_of(tmp_path / "tree", SIZES)
    bucket.invalidate_cache()
    if bucket.exists("bucket/tree"):
        bucket.rm("bucket/tree", recursive=True)
    bucket.put(str(made), "bucket/tree", recursive=True)
    return made


def test_a_bucket(bucket, tree, tmp_path, capsys):
    with bucket.open("bucket/tree/multipart", "wb", block_size=5 << 20) as file:
        file.write(bytes(12 << 20))
    (tree / "multipart").write_bytes(bytes(12 << 20))
    assert call("manifest", "s3://bucket/tree", tmp_path / "s3", "--range-size", 1 << 20, "--workers", 4, *QUIET) == 0
    made = read_manifest(tmp_path / "s3")
    assert [(row.path, row.digest) for row in made.rows] == expected(tree)
    assert all(row.version.startswith("ETag:") for row in made.rows) and "-" in made.rows[0].version
    assert call("verify", tmp_path / "s3", tree, *QUIET) == 0
    bucket.pipe_file("bucket/tree/multipart", bytes([1]) * (12 << 20))
    capsys.readouterr()
    assert call("verify", tmp_path / "s3", "s3://bucket/tree", *QUIET) == 1
    assert capsys.readouterr().err.splitlines() == ["multipart: it has another digest"]
    assert call("manifest", "s3://bucket/none", tmp_path / "none", *QUIET) == 2


def changing(monkeypatch, name, size):
    """Objects of that name have other bytes during each read, and then again the first ones. Returns the numbers of reads."""
    real, reads, turns = remote.one_read, collections.Counter(), asyncio.Lock()

    async def one_read(fs, at, one, begin, length):
        reads[one.path] += 1
        if one.path != name:
            return await real(fs, at, one, begin, length)
        async with turns:
            before = await fs._cat_file(at)
            await fs._pipe_file(at, bytes(size))
            try:
                return await real(fs, at, one, begin, length)
            finally:
                await fs._pipe_file(at, before)
    monkeypatch.setattr(remote, "one_read", one_read)
    return reads


@pytest.mark.parametrize("name, size", [(SMALL, 1), (LARGE, 2 << 20)])
def test_an_object_that_changes_and_changes_back(tree, tmp_path, capsys, monkeypatch, name, size):
    """Only the read itself can notice it. The others are done, and the next run digests this one alone."""
    reads = changing(monkeypatch, name, size)
    words = ("manifest", "s3://bucket/tree", tmp_path / "s3", "--range-size", RANGE, *QUIET)
    assert call(*words) == 1
    told = capsys.readouterr().err.splitlines()
    assert told == [f"{name}: it changed while it was read",
                    "hashlane-dataset: 1 objects were refused; there is no manifest; run again to digest the rest"]
    assert reads[name] <= size // RANGE + 1  # an object that changed is not read again
    monkeypatch.undo()
    again = changing(monkeypatch, "none", 0)
    assert call(*words) == 0 and set(again) == {name}
    assert [(row.path, row.digest) for row in read_manifest(tmp_path / "s3").rows] == expected(tree)


def test_reads_without_the_version_do_not_notice_it(tree, monkeypatch):
    """The planted fault of the test above: the listing is as before, and the digest is that of other bytes."""
    changing(monkeypatch, SMALL, 1)
    monkeypatch.setattr(remote, "tag_of", lambda fs, one: None)
    store = Storage("s3://bucket/tree")
    objects, _ = store.objects()
    found = {one.path: (digest, reason) for one, digest, reason in digest_objects(store.url, Plan(range_size=RANGE), objects)}
    assert found[SMALL] == (hashlane.digest("kt128", bytes(1)), None)
    assert all(reason is None for _, reason in found.values())


def test_an_object_that_changes_after_its_first_range(tree, bucket, monkeypatch):
    """Each read but the first comes after the change."""
    real, reads, turns = Storage.read, [], threading.Lock()

    def read(self, one, begin, length):
        with turns:
            reads.append(begin)
            if len(reads) == 2:
                bucket.pipe_file(f"bucket/tree/{LARGE}", bytes(2 << 20))
            return real(self, one, begin, length)
    monkeypatch.setattr(Storage, "read", read)
    store = Storage("s3://bucket/tree")
    objects, _ = store.objects()
    found = {one.path: reason for one, _, reason in digest_objects(store.url, Plan(range_size=RANGE), objects)}
    assert {path: reason for path, reason in found.items() if reason} == {LARGE: "it changed while it was read"}


def test_a_store_that_fails_now_and_then(tree, bucket, monkeypatch):
    """Errors of other types than OSError too: the reads come again."""
    real, failed = remote.conditional, set()

    async def conditional(fs, at, tag, begin, length):
        if (at, begin) not in failed:
            failed.add((at, begin))
            raise asyncio.TimeoutError
        return await real(fs, at, tag, begin, length)
    monkeypatch.setattr(remote, "conditional", conditional)
    store, again = Storage("s3://bucket/tree"), []
    objects, _ = store.objects()
    plan = Plan(range_size=RANGE, tell=lambda event, **more: again.append(more["path"]) if event == "again" else None)
    found = [(one.path, digest) for one, digest, _ in digest_objects(store.url, plan, objects)]
    assert sorted(found) == expected(tree) and len(again) == len(failed) == len(SIZES) - 1 + (2 << 20) // RANGE
