# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane.dataset over S3, of a server on this machine: multipart objects, objects that change. dataset.py runs it."""
import asyncio
import collections
import threading

import deltalake
import fsspec
import pyarrow
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
    """A bucket of a server of moto, which s3fs and obstore are told of."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    fsspec.config.conf["s3"] = {"key": "k", "secret": "s", "endpoint_url": f"http://{host}:{port}"}
    store = fsspec.filesystem("s3")
    store.mkdir("bucket")
    variables = {"AWS_ENDPOINT_URL": f"http://{host}:{port}", "AWS_ALLOW_HTTP": "true", "AWS_ACCESS_KEY_ID": "k",
                 "AWS_SECRET_ACCESS_KEY": "s", "AWS_REGION": "us-east-1"}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in variables.items():
            patch.setenv(name, value)
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


CLIENTS = ["s3", "obstore+s3"]


def test_one_root_by_both_clients(tree, tmp_path, capsys):
    """Also with versions."""
    found = []
    for client in CLIENTS:
        assert call("manifest", f"{client}://bucket/tree", tmp_path / "m", "--range-size", RANGE, *QUIET) == 0
        found.append(read_manifest(tmp_path / "m"))
    assert found[0].rows == found[1].rows and found[0].root == found[1].root
    assert [(row.path, row.digest) for row in found[1].rows] == expected(tree)
    assert call("verify", tmp_path / "m", "s3://bucket/tree", *QUIET) == 0
    assert call("verify", tmp_path / "m", "obstore+s3://bucket/tree", *QUIET) == 0


def test_objects_that_stand_for_folders(bucket, tree, tmp_path, capsys):
    """As the console of S3 makes them."""
    for key in ("tree/", "tree/part-1/", "tree/nothing/"):
        bucket.call_s3("put_object", Bucket="bucket", Key=key, Body=b"")
    assert call("manifest", "s3://bucket/tree", tmp_path / "m", "--range-size", RANGE, *QUIET) == 0
    assert [(row.path, row.digest) for row in read_manifest(tmp_path / "m").rows] == expected(tree)
    assert call("verify", tmp_path / "m", "s3://bucket/tree", *QUIET) == 0
    bucket.call_s3("put_object", Bucket="bucket", Key="tree/nothing/", Body=b"x")
    assert call("verify", tmp_path / "m", "s3://bucket/tree", *QUIET) == 1
    assert "nothing/: the path 'nothing/' is not one below the data set" in capsys.readouterr().err
    for key in ("tree/", "tree/part-1/", "tree/nothing/"):
        bucket.call_s3("delete_object", Bucket="bucket", Key=key)


def test_a_delta_table(bucket, tmp_path, monkeypatch):
    """By both clients, with one root."""
    monkeypatch.setenv("AWS_S3_ALLOW_UNSAFE_RENAME", "true")  # there is one writer
    deltalake.write_deltalake("s3://bucket/table", pyarrow.table({"a": [1, 2, 3]}), mode="overwrite")
    bucket.invalidate_cache()
    roots = set()
    for client in CLIENTS:
        assert call("manifest", f"{client}://bucket/table", tmp_path / "m", "--table", "delta", *QUIET) == 0
        roots.add(read_manifest(tmp_path / "m").root)
    assert len(roots) == 1 and next(iter(roots)).startswith("1:")


def test_stores_that_obstore_does_not_have(bucket, tmp_path, capsys):
    for url, reason in (("obstore+s3://bucket/none", "no such folder or prefix"), ("obstore+s3://no-bucket/x", "cannot be listed"),
                        ("obstore+file:///tmp", "does without it"), ("obstore+nothing://x", "")):
        assert call("manifest", url, tmp_path / "m", *QUIET) == 2
        assert reason in capsys.readouterr().err


@pytest.mark.parametrize("client", CLIENTS)
def test_a_bucket(bucket, tree, tmp_path, capsys, client):
    with bucket.open("bucket/tree/multipart", "wb", block_size=5 << 20) as file:
        file.write(bytes(12 << 20))
    (tree / "multipart").write_bytes(bytes(12 << 20))
    assert call("manifest", f"{client}://bucket/tree", tmp_path / "s3", "--range-size", 1 << 20, "--workers", 4, *QUIET) == 0
    made = read_manifest(tmp_path / "s3")
    assert [(row.path, row.digest) for row in made.rows] == expected(tree)
    assert all(row.version.startswith("ETag:") for row in made.rows) and "-" in made.rows[0].version
    assert call("verify", tmp_path / "s3", tree, *QUIET) == 0
    bucket.pipe_file("bucket/tree/multipart", bytes([1]) * (12 << 20))
    capsys.readouterr()
    assert call("verify", tmp_path / "s3", f"{client}://bucket/tree", *QUIET) == 1
    assert capsys.readouterr().err.splitlines() == ["multipart: it has another digest"]
    assert call("manifest", f"{client}://bucket/none", tmp_path / "none", *QUIET) == 2


def changing(bucket, monkeypatch, name, size):
    """Objects of that name have other bytes during each read, and then again the first ones. Returns the numbers of reads."""
    real, reads, turns = remote.one_read, collections.Counter(), asyncio.Lock()

    async def one_read(fs, at, one, begin, length):
        reads[one.path] += 1
        if one.path != name:
            return await real(fs, at, one, begin, length)
        async with turns:
            place = f"bucket/tree/{one.path}"
            before = await bucket._cat_file(place)
            await bucket._pipe_file(place, bytes(size))
            try:
                return await real(fs, at, one, begin, length)
            finally:
                await bucket._pipe_file(place, before)
    monkeypatch.setattr(remote, "one_read", one_read)
    return reads


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("name, size", [(SMALL, 1), (LARGE, 2 << 20)])
def test_an_object_that_changes_and_changes_back(bucket, tree, tmp_path, capsys, monkeypatch, name, size, client):
    """Only the read itself can notice it. The others are done, and the next run digests this one alone."""
    reads = changing(bucket, monkeypatch, name, size)
    words = ("manifest", f"{client}://bucket/tree", tmp_path / "s3", "--range-size", RANGE, *QUIET)
    assert call(*words) == 1
    told = capsys.readouterr().err.splitlines()
    assert told == [f"{name}: it changed while it was read",
                    "hashlane-dataset: 1 object was refused; there is no manifest; run again to digest the rest"]
    assert reads[name] <= size // RANGE + 1  # an object that changed is not read again
    monkeypatch.undo()
    again = changing(bucket, monkeypatch, "none", 0)
    assert call(*words) == 0 and set(again) == {name}
    assert [(row.path, row.digest) for row in read_manifest(tmp_path / "s3").rows] == expected(tree)


@pytest.mark.parametrize("client", CLIENTS)
def test_reads_without_the_version_do_not_notice_it(bucket, tree, monkeypatch, client):
    """The planted fault of the test above: the listing is as before, and the digest is that of other bytes."""
    changing(bucket, monkeypatch, SMALL, 1)
    monkeypatch.setattr(remote, "tag_of", lambda fs, one: None)
    store = Storage(f"{client}://bucket/tree")
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
