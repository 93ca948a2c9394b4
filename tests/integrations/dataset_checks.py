# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane.dataset with threads and processes of this machine: one root for every number of workers and cutting; faults of
stores, journals that do not fit. dataset.py runs it, and the other files dataset_*.py."""
import fcntl
import json
import os
import pathlib
import random
import shutil
import sys
import threading
import time
import zipfile

import fsspec
import pyarrow.parquet
import pytest
from fsspec.implementations.local import LocalFileSystem
from hypothesis import given, settings
from hypothesis import strategies as st

import hashlane
from hashlane.dataset import (Local, Plan, Refused, Row, Storage, Unfinished, build, cli, make_manifest, manifest, read_manifest,
                              root_of, rows, write_manifest)
from hashlane.dataset.storage import Object

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "integrations" / "row"))
import reference  # noqa: E402

CHUNK = 8192
QUIET = ("--quiet",)


class Faulty(LocalFileSystem):
    """A store that is not local for Storage, and whose reads fail as FAULTS says: {name: callable(count, bytes)}.

    The count is that of the reads of one range: ranges of one object are read by several threads in any order.
    """

    protocol = "faulty"
    faults, counts, lock = {}, {}, threading.Lock()

    @classmethod
    def _strip_protocol(cls, path):
        return LocalFileSystem._strip_protocol(path.replace("faulty://", "", 1))

    def cat_file(self, path, start=None, end=None, **more):
        data = super().cat_file(path, start, end, **more)
        name = path.rsplit("/", 1)[-1]
        with self.lock:
            count = self.counts[name, start] = self.counts.get((name, start), 0) + 1
        return self.faults.get(name, lambda count, data: data)(count, data)


fsspec.register_implementation("faulty", Faulty, clobber=True)


@pytest.fixture(autouse=True)
def no_faults():
    Faulty.faults, Faulty.counts = {}, {}


def tree_of(place, sizes, seed=1):
    """A folder of objects of those sizes."""
    source = random.Random(seed)
    for i, size in enumerate(sizes):
        path = place / f"part-{i % 3}" / f"object-{i:04}.bin"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.randbytes(size))
    return place


SIZES = [0, 1, 100, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 1, 10 * CHUNK + 5] + [50] * 300


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return tree_of(tmp_path_factory.mktemp("data"), SIZES)


def call(*words):
    return cli.main([str(word) for word in words])


def expected(data, algorithm="kt128"):
    paths = sorted((path.relative_to(data).as_posix(), path) for path in data.rglob("*") if path.is_file())
    return [(name, hashlane.digest(algorithm, path.read_bytes())) for name, path in paths]


# ---- one root

@pytest.mark.parametrize("workers, processes, range_size", [(1, False, CHUNK), (3, False, 2 * CHUNK), (2, True, 4 * CHUNK),
                                                            (2, False, 1 << 20)])
@pytest.mark.parametrize("algorithm", ["kt128", "sha256"])
def test_one_root(data, tmp_path, workers, processes, range_size, algorithm):
    engine = Local(workers, processes)
    made = make_manifest(Storage(str(data)), tmp_path / "m.parquet", Plan(algorithm, engine, range_size))
    engine.close()
    assert [(row.path, row.digest) for row in made.rows] == expected(data, algorithm)
    again = read_manifest(tmp_path / "m.parquet")
    assert again == made and again.root == root_of(algorithm, made.rows)
    assert os.listdir(tmp_path) == ["m.parquet"]
    table = pyarrow.parquet.read_table(tmp_path / "m.parquet")
    assert table.num_rows == len(SIZES) and table.schema.names == ["path", "size", "version", "digest"]


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(0, 6 * CHUNK), max_size=8), st.integers(1, 4), st.integers(1, 5))
def test_any_sizes(tmp_path_factory, sizes, workers, chunks):
    place = tmp_path_factory.mktemp("any")
    tree = tree_of(place / "tree", sizes)
    tree.mkdir(exist_ok=True)
    engine = Local(workers)
    made = make_manifest(Storage(str(tree)), place / "m", Plan(engine=engine, range_size=chunks * CHUNK))
    engine.close()
    assert [(row.path, row.digest) for row in made.rows] == expected(tree)


@pytest.mark.parametrize("algorithm, block", [("parallelhash128:1048576", 1 << 20), ("parallelhash256:16384", 2 * CHUNK)])
def test_blocks_of_another_size(tmp_path, capsys, algorithm, block):
    """The digests are those of hashlane with that block, also of a verify and of a proof; the root says which it is."""
    tree, m = tree_of(tmp_path / "tree", [0, 1, CHUNK, block - 1, block, block + 1, 3 * block + 5]), tmp_path / "m"
    name = algorithm.partition(":")[0]
    wanted = [(path, hashlane.digest(name, (tree / path).read_bytes(), parallel_block=block)) for path, _ in expected(tree)]
    for range_size in (block, 2 * block, 64 << 20):
        assert call("manifest", tree, m, "--algorithm", algorithm, "--range-size", range_size, *QUIET) == 0
        made = read_manifest(m)
        assert made.algorithm == algorithm and [(row.path, row.digest) for row in made.rows] == wanted
    assert made.root != root_of(name, made.rows)
    assert call("verify", m, tree, "--range-size", block, *QUIET) == 0
    last = "part-0/object-0006.bin"
    capsys.readouterr()
    assert call("prove", m, last) == 0
    (tmp_path / "proof").write_text(capsys.readouterr().out)
    assert call("verify-proof", made.root, tmp_path / "proof", tree / last) == 0
    assert call("manifest", tree, tmp_path / "n", "--algorithm", algorithm, "--range-size", CHUNK, *QUIET) == 2
    assert f"no multiple of {block} bytes" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["parallelhash128:", "parallelhash128:8192", "parallelhash128:016384", "parallelhash128:16385",
                                  "parallelhash128:134217728", "parallelhash128:99999999999", "parallelhash128:x", "kt128:16384", "sha256:16384",
                                  ":16384", "parallelhash128:16384:16384", "parallelhash128: 16384", "parallelhash128:-16384"])
def test_blocks_that_are_refused(text):
    with pytest.raises(Refused):
        rows.check_algorithm(text)


def test_the_leaf_is_a_row_of_the_page():
    for version in (None, "ETag:x"):
        row = Row("a/ü", 2**40, version, bytes(range(32)))
        values = [("text", "kt128"), ("text", row.path), ("integer", row.size),
                  ("null",) if version is None else ("text", version), ("bytes", row.digest.hex())]
        assert rows.leaf("kt128", row) == reference.row_message(values)
    text = rows.leaf("kt128", Row("ab", 1, None, b"c"))
    assert text == bytes.fromhex("0160686173686c616e655f726f77" "0e0105" "0801286b74313238" "0801106162" "030101" "00" "07010863")


# ---- faults

def test_reads_that_fail_and_come_again(data, tmp_path):
    def once(count, data):
        if count == 1:
            raise OSError("the store is busy")
        return data
    Faulty.faults = {"object-0002.bin": once, "object-0008.bin": lambda count, data: data[:-1] if count % 2 else data}
    made = make_manifest(Storage(f"faulty://{data}"), tmp_path / "m", Plan(engine=Local(2), range_size=2 * CHUNK))
    assert [(row.path, row.digest) for row in made.rows] == expected(data)


def test_a_range_that_comes_late(tmp_path):
    """The store answers the first range last. Another worker goes on, until the driver keeps as many ranges as it may."""
    tree, most, begun = tree_of(tmp_path / "tree", [100 * CHUNK, 5]), 4 * 2 + 3, []
    first = (tree / "part-0" / "object-0000.bin").read_bytes()[:CHUNK]

    def late(count, data):
        if data == first:
            end = time.monotonic() + 60
            while len(Faulty.counts) <= most and time.monotonic() < end:
                time.sleep(0.01)
            time.sleep(0.3)
            begun.append(len(Faulty.counts) - 1)
        return data
    Faulty.faults = {"object-0000.bin": late}
    made = make_manifest(Storage(f"faulty://{tree}"), tmp_path / "m", Plan(engine=Local(2), range_size=CHUNK))
    assert begun == [most]
    assert [(row.path, row.digest) for row in made.rows] == expected(tree)


class OneThread(LocalFileSystem):
    """A client that several threads may not share, as fsspec's clients of FTP and of tar archives. READERS has the threads
    that read through each object."""

    protocol, readers = "onethread", {}

    @classmethod
    def _strip_protocol(cls, path):
        return LocalFileSystem._strip_protocol(path.replace("onethread://", "", 1))

    def cat_file(self, path, start=None, end=None, **more):
        self.readers.setdefault(id(self), set()).add(threading.get_ident())
        time.sleep(0.01)  # so that other threads read meanwhile
        return super().cat_file(path, start, end, **more)


fsspec.register_implementation("onethread", OneThread, clobber=True)


def test_a_client_is_not_shared_by_threads(tmp_path):
    tree = tree_of(tmp_path / "tree", [30 * CHUNK])
    kept = Storage(f"onethread://{tree}")  # so that no two objects have the same id()
    OneThread.readers.clear()
    made = make_manifest(kept, tmp_path / "m", Plan(engine=Local(4), range_size=CHUNK, versions=False))
    assert made.root == make_manifest(Storage(tree), tmp_path / "m", Plan(versions=False)).root
    assert len(OneThread.readers) > 1 and all(len(threads) == 1 for threads in OneThread.readers.values())


def root_at(url, out):
    """The root of a data set, which verify finds too."""
    made = make_manifest(Storage(url), out, Plan(versions=False))
    assert call("verify", out, url, *QUIET) == 0
    return made.root


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_an_archive(tmp_path, kind):
    tree = tmp_path / "tree"
    tree_of(tree / "part-1", SIZES[:9])
    archive = shutil.make_archive(str(tmp_path / "whole"), kind, tree, "part-1")
    assert root_at(f"{kind}://::{archive}", tmp_path / "m") == root_at(tree, tmp_path / "m2")
    assert root_at(f"{kind}://part-1::{archive}", tmp_path / "m") == root_at(tree / "part-1", tmp_path / "m2")


def test_a_client_over_another_one(tmp_path):
    tree = tree_of(tmp_path / "tree", [5, 9, 3 * CHUNK])
    assert root_at(f"dir://part-2::{tree}", tmp_path / "m") == root_at(tree / "part-2", tmp_path / "m2")


def test_an_archive_with_names_that_lead_elsewhere(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name in ("../a", "b//c", "d"):
            archive.writestr(name, b"text")
    objects, refused = Storage(f"zip://::{tmp_path}/a.zip").objects()
    assert [one.path for one in objects] == ["d"] and [path for path, _ in refused] == ["../a", "b//c"]


def test_objects_that_cannot_be_read_are_named_and_the_others_are_done(data, tmp_path):
    def fail(count, data):
        raise OSError("gone")
    Faulty.faults = {"object-0003.bin": fail, "object-0008.bin": lambda count, data: data[:10]}
    with pytest.raises(Unfinished) as raised:
        make_manifest(Storage(f"faulty://{data}"), tmp_path / "m", Plan(engine=Local(2), range_size=2 * CHUNK))
    assert [path for path, _ in raised.value.refused] == ["part-0/object-0003.bin", "part-2/object-0008.bin"]
    assert "gone" in raised.value.refused[0][1] and "10 bytes came in the place of" in raised.value.refused[1][1]
    assert os.listdir(tmp_path) == ["m.journal"]
    Faulty.faults, Faulty.counts = {}, {}
    made = make_manifest(Storage(f"faulty://{data}"), tmp_path / "m", Plan(engine=Local(2)))
    assert {name for name, _ in Faulty.counts} == {"object-0003.bin", "object-0008.bin"}
    assert [(row.path, row.digest) for row in made.rows] == expected(data)


def test_an_object_of_an_absurd_size(tmp_path, monkeypatch):
    """The store lists it, and has no such bytes."""
    store = Storage(f"faulty://{tree_of(tmp_path / 'tree', [10])}")
    plan = Plan(engine=Local(2), range_size=CHUNK)
    found = list(build.digest_objects(store.url, plan, [Object("part-0/object-0000.bin", 2**62, None)]))
    assert [digest for _, digest, _ in found] == [None] and "bytes came in the place of" in found[0][2]
    for size in (2**63, -1, None, "5"):
        monkeypatch.setattr(store.fs, "ls", lambda *_, size=size, **__: [{"name": store.at("x"), "size": size}])
        monkeypatch.setattr(store.fs, "info", lambda path, size=size, **_: {"name": path, "size": size, "type": "directory"})
        assert store.objects() == ([], [("x", f"its size is {size}, not in 0..2^63-1")])


@pytest.mark.parametrize("name", ["part-0/object-0003.bin", "part-2/object-0008.bin"])
def test_an_object_that_changes_while_it_is_read(tmp_path, name, capsys):
    tree = tree_of(tmp_path / "tree", SIZES)
    path, before = tree / name, (tree / name).read_bytes()

    def change(count, data):
        path.write_bytes(before[::-1])
        return data
    Faulty.faults = {path.name: change}
    assert call("manifest", f"faulty://{tree}", tmp_path / "m", "--range-size", 2 * CHUNK, *QUIET) == 1
    told = capsys.readouterr().err
    assert f"{name}: it changed while it was read" in told and "1 object was refused" in told
    Faulty.faults = {}
    assert call("manifest", f"faulty://{tree}", tmp_path / "m", *QUIET) == 0
    assert [(row.path, row.digest) for row in read_manifest(tmp_path / "m").rows] == expected(tree)


def test_a_local_file_that_changes(tmp_path):
    """It is noticed at the read itself, in each way of reading."""
    tree = tree_of(tmp_path / "tree", [100, 3 * CHUNK])
    store = Storage(str(tree))
    objects, _ = store.objects()
    for one in objects:
        os.utime(tree / one.path, (1, 1))
    for algorithm in ("kt128", "sha256"):
        found = build.digest_objects(store.url, Plan(algorithm, range_size=CHUNK), objects)
        assert [reason for _, _, reason in found] == ["it changed while it was read"] * 2
    for one in objects:
        (tree / one.path).unlink()
        os.mkfifo(tree / one.path)
    found = list(build.digest_objects(store.url, Plan(range_size=CHUNK), objects))
    assert all(reason for _, _, reason in found)


@pytest.mark.parametrize("algorithm", ["kt128", "sha256"])
def test_a_store_in_memory(tmp_path, capsys, algorithm):
    """Its listing has times as numbers, and its objects have them as a datetime. A change is still noticed."""
    store, name = fsspec.filesystem("memory"), f"/{tmp_path.name}"
    tree = tree_of(tmp_path / "tree", [0, 1, 100, CHUNK + 1, 3 * CHUNK])
    store.put(str(tree), name, recursive=True)
    words = ("manifest", f"memory:/{name}", tmp_path / "m", "--range-size", CHUNK, "--algorithm", algorithm, *QUIET)
    assert call(*words) == 0
    made = read_manifest(tmp_path / "m")
    assert [(row.path, row.digest) for row in made.rows] == expected(tree, algorithm)
    assert all(row.version.startswith("created:") for row in made.rows)
    storage = Storage(f"memory:/{name}")
    objects, _ = storage.objects()
    store.pipe_file(f"{name}/part-1/object-0001.bin", b"x")  # other bytes, of the same number
    found = {one.path: reason for one, _, reason in build.digest_objects(storage.url, Plan(algorithm, range_size=CHUNK), objects)}
    assert [path for path, reason in found.items() if reason] == ["part-1/object-0001.bin"]
    store.rm(name, recursive=True)


def test_journals_that_do_not_fit(data, tmp_path):
    journal = tmp_path / "m.journal"
    for text in (b'{"hashlane_dataset_journal": 1, "url": "/other", "algorithm": "kt128"}\n', b"[]\n", b"\xff\n"):
        journal.write_bytes(text)
        with pytest.raises(Refused, match="another data set or algorithm"):
            make_manifest(Storage(str(data)), tmp_path / "m")
    head = json.dumps({"hashlane_dataset_journal": 1, "url": str(data), "algorithm": "kt128"})
    wrong = ["[]", "7", '["part-0/object-0000.bin", 0, null, "00"]', '["../x", 0, null, "' + "00" * 32 + '"]', "{"]
    journal.write_text("\n".join([head, *wrong]) + "\n")
    made = make_manifest(Storage(str(data)), tmp_path / "m")
    assert [(row.path, row.digest) for row in made.rows] == expected(data)
    with build.Journal(journal, str(data), "kt128", 32):
        with pytest.raises(Refused, match="another run uses it"):
            make_manifest(Storage(str(data)), tmp_path / "m")


@pytest.mark.parametrize("again", [False, True])
def test_a_journal_that_another_run_removes(data, tmp_path, monkeypatch, again):
    """A run that ends between open() and flock() of this one removes the file; a third run may have made another one."""
    def flock(*args):
        journal.unlink()
        if again:
            journal.touch()
        return real(*args)
    journal, real = tmp_path / "m.journal", fcntl.flock
    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(Refused, match="another run uses it"):
        make_manifest(Storage(str(data)), tmp_path / "m")
    assert journal.exists() == again


def test_a_manifest_is_never_half_written(data, tmp_path, monkeypatch):
    made = make_manifest(Storage(str(data)), tmp_path / "m")
    before = (tmp_path / "m").read_bytes()

    def full(*_):
        raise OSError("No space left on device")
    monkeypatch.setattr(manifest.os, "fsync", full)
    with pytest.raises(OSError):
        write_manifest(made._replace(rows=made.rows[:5]), tmp_path / "m")
    assert (tmp_path / "m").read_bytes() == before and os.listdir(tmp_path) == ["m"]


@pytest.mark.parametrize("name, error", [("folder", Refused), ("m" * 247, OSError)])
def test_a_manifest_that_cannot_be_written(data, tmp_path, name, error):
    told = []
    (tmp_path / "folder").mkdir()
    with pytest.raises(error):
        make_manifest(Storage(str(data)), tmp_path / name, Plan(tell=lambda event, **_: told.append(event)))
    assert not told and os.listdir(tmp_path) == ["folder"]
