# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane.dataset: one root for every engine, number of workers and cutting; faults of stores, workers and drivers; what
comes from outside. dataset.py runs it."""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

import fsspec
import pyarrow
import pyarrow.parquet
import pytest
from fsspec.implementations.local import LocalFileSystem
from hypothesis import given, settings
from hypothesis import strategies as st
from moto.server import ThreadedMotoServer

import hashlane
from hashlane.dataset import (Local, Manifest, Plan, Refused, Row, Storage, Unfinished, build, cli, make_manifest, manifest,
                              prove, read_manifest, root_of, rows, verify_proof, work, write_manifest)

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "integrations" / "row"))
import reference  # noqa: E402

CHUNK = 8192
QUIET = ("--quiet",)


class Faulty(LocalFileSystem):
    """A store that is not local for Storage, and whose reads fail as FAULTS says: {name: callable(count, bytes)}."""

    protocol = "faulty"
    faults, counts = {}, {}

    @classmethod
    def _strip_protocol(cls, path):
        return LocalFileSystem._strip_protocol(path.replace("faulty://", "", 1))

    def cat_file(self, path, start=None, end=None, **more):
        data = super().cat_file(path, start, end, **more)
        name = path.rsplit("/", 1)[-1]
        self.counts[name] = self.counts.get(name, 0) + 1
        return self.faults.get(name, lambda count, data: data)(self.counts[name], data)


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


def test_dask(data, tmp_path):
    for range_size in (CHUNK, 1 << 20):
        assert call("manifest", data, tmp_path / "dask", "--engine", "dask", "--workers", 2, "--range-size", range_size, *QUIET) == 0
        assert call("manifest", data, tmp_path / "local", *QUIET) == 0
        assert read_manifest(tmp_path / "dask") == read_manifest(tmp_path / "local")


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
    assert set(Faulty.counts) == {"object-0003.bin", "object-0008.bin"}
    assert [(row.path, row.digest) for row in made.rows] == expected(data)


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
    assert f"{name}: it changed while it was read" in told and "1 objects were refused" in told
    Faulty.faults = {}
    assert call("manifest", f"faulty://{tree}", tmp_path / "m", *QUIET) == 0
    assert [(row.path, row.digest) for row in read_manifest(tmp_path / "m").rows] == expected(tree)


def test_a_worker_that_is_killed(data, tmp_path):
    engine, killed = Local(2, processes=True), []

    def kill(size):
        if not killed and engine.pool._processes:
            killed.append(next(iter(engine.pool._processes)))
            os.kill(killed[0], signal.SIGKILL)
    plan = Plan(engine=engine, range_size=CHUNK, progress=kill)
    made = make_manifest(Storage(str(data)), tmp_path / "m", plan)
    engine.close()
    assert killed and [(row.path, row.digest) for row in made.rows] == expected(data)


def dies(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_job_that_kills_each_worker_is_given_up():
    engine = Local(1, processes=True)
    job = build.Job(dies, (), [])
    found = list(build.run_jobs(engine, [job]))
    engine.close()
    assert [job] == [one for one, _ in found] and isinstance(found[0][1], engine.DIED) and job.attempts == build.ATTEMPTS


def test_a_driver_that_is_killed_goes_on(tmp_path, monkeypatch):
    tree, out = tree_of(tmp_path / "tree", [CHUNK] * 1500), tmp_path / "m"
    journal = tmp_path / "m.journal"
    slow = "import time, hashlane.dataset.work as w; r = w.read; w.read = lambda *a: (time.sleep(0.002), r(*a))[1]; " \
           "import hashlane.dataset.build as b; b.BATCH_OBJECTS = 8; import hashlane.dataset.cli as c; c.main()"
    words = [sys.executable, "-c", slow, "manifest", str(tree), str(out), "--quiet", "--workers", "1"]
    driver = subprocess.Popen(words)
    while not journal.exists() or journal.stat().st_size < 20_000:
        assert driver.poll() is None
        time.sleep(0.01)
    driver.kill()
    driver.wait()
    assert not out.exists()
    with open(journal, "ab") as file:
        file.write(b'["torn')
    done, read = journal.read_bytes().count(b"\n") - 1, []
    real = work.read
    monkeypatch.setattr(work, "read", lambda storage, path, *more: (read.append(path), real(storage, path, *more))[1])
    made = make_manifest(Storage(str(tree)), out, Plan(engine=Local(2)))
    assert len(read) == 1500 - done and done > 100
    assert [(row.path, row.digest) for row in made.rows] == expected(tree)
    assert not journal.exists()


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


def test_a_manifest_is_never_half_written(data, tmp_path, monkeypatch):
    made = make_manifest(Storage(str(data)), tmp_path / "m")
    before = (tmp_path / "m").read_bytes()

    def full(*_):
        raise OSError("No space left on device")
    monkeypatch.setattr(manifest.os, "fsync", full)
    with pytest.raises(OSError):
        write_manifest(made._replace(rows=made.rows[:5]), tmp_path / "m")
    assert (tmp_path / "m").read_bytes() == before and os.listdir(tmp_path) == ["m"]


# ---- S3, of a server on this machine

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


def test_s3(bucket, tmp_path, capsys, monkeypatch):
    tree = tree_of(tmp_path / "tree", [0, 1, CHUNK, 6 << 20] + [100] * 50)
    bucket.put(str(tree), "bucket/tree", recursive=True)
    with bucket.open("bucket/tree/multipart", "wb", block_size=5 << 20) as file:
        file.write(bytes(12 << 20))
    (tree / "multipart").write_bytes(bytes(12 << 20))
    assert call("manifest", "s3://bucket/tree", tmp_path / "s3", "--range-size", 1 << 20, "--workers", 4, *QUIET) == 0
    made = read_manifest(tmp_path / "s3")
    assert [(row.path, row.digest) for row in made.rows] == expected(tree)
    assert all(row.version.startswith("ETag:") for row in made.rows) and "-" in made.rows[0].version
    assert call("verify", tmp_path / "s3", tree, *QUIET) == 0
    real = bucket.cat_file

    def change(path, **more):
        data = real(path, **more)
        if path.endswith("multipart"):
            bucket.pipe_file(path, bytes([1]) * (12 << 20))
        return data
    monkeypatch.setattr(Storage("s3://bucket/tree").fs, "cat_file", change)
    capsys.readouterr()
    assert call("manifest", "s3://bucket/tree", tmp_path / "s3", "--range-size", 1 << 20, *QUIET) == 1
    assert capsys.readouterr().err.splitlines()[0] == "multipart: it changed while it was read"
    monkeypatch.undo()
    assert call("verify", tmp_path / "s3", "s3://bucket/tree", *QUIET) == 1
    assert capsys.readouterr().err.splitlines() == ["multipart: it has another digest"]
    assert call("manifest", "s3://bucket/none", tmp_path / "none", *QUIET) == 2


# ---- what comes from outside

@pytest.mark.parametrize("path", ["", "/a", "a/", "a//b", "../a", "a/../b", "a/..", ".", "a/./b", "a\nb", "a\0", "\x7f", "a\ud800",
                                  "x" * 4097, 3, None])
def test_paths_that_lead_elsewhere(path):
    with pytest.raises(Refused):
        rows.check_path(path)


def test_links_and_special_files_are_refused(tmp_path, capsys):
    tree = tree_of(tmp_path / "tree", [10])
    (tree / "link").symlink_to("/etc/passwd")
    (tree / "up").symlink_to("..")
    os.mkfifo(tree / "pipe")
    assert call("manifest", tree, tmp_path / "m", *QUIET) == 1
    told = capsys.readouterr().err
    assert all(f"{name}: it is a symbolic link or no regular file" in told for name in ("link", "up", "pipe"))
    assert not (tmp_path / "m").exists()


def written(tmp_path, table):
    pyarrow.parquet.write_table(table, tmp_path / "bad")
    return tmp_path / "bad"


def table_of(good, about=None, schema=manifest.SCHEMA):
    text = {"format": 1, "algorithm": "kt128", "url": "x"} | (about or {})
    text = text if "root" in text else text | {"root": root_of("kt128", good)}
    columns = [list(column) for column in zip(*good)] or [[]] * 4
    return pyarrow.table(dict(zip(schema.names, columns)), schema=schema.with_metadata({manifest.KEY: json.dumps(text).encode()}))


GOOD = [Row("a", 1, None, bytes(32)), Row("b", 2, "v", bytes(32))]


@pytest.mark.parametrize("bad, reason", [
    (lambda: table_of(GOOD[::-1]), "out of order"),
    (lambda: table_of([GOOD[0], GOOD[0]]), "stands twice"),
    (lambda: table_of([Row("../a", 1, None, bytes(32))]), "not one below the data set"),
    (lambda: table_of([Row("a", -1, None, bytes(32))], {"root": "1:" + "0" * 64}), "size is not in"),
    (lambda: table_of([Row("a", 1, None, bytes(31))]), "does not have 32 bytes"),
    (lambda: table_of([Row("a", 1, "v" * 1025, bytes(32))]), "at most 1024"),
    (lambda: table_of(GOOD, {"root": root_of("kt128", GOOD[:1])}), "the root is not that of the rows"),
    (lambda: table_of(GOOD, {"root": "2:zz"}), "a root is a number"),
    (lambda: table_of(GOOD, {"algorithm": "md5"}), "no hash"),
    (lambda: table_of(GOOD, {"algorithm": "kmac128"}), "no hash without a key"),
    (lambda: table_of(GOOD, {"format": 2}), "format 2 is not 1"),
    (lambda: table_of(GOOD, {"root": 3}), "damaged"),
    (lambda: table_of(GOOD).replace_schema_metadata({}), "no hashlane_dataset"),
    (lambda: table_of(GOOD).replace_schema_metadata({manifest.KEY: b"{" * 70_000}), "damaged"),
    (lambda: pyarrow.table({"path": ["a"]}), "columns are not those"),
])
def test_manifests_from_outside(tmp_path, bad, reason):
    with pytest.raises(Refused, match=reason):
        read_manifest(written(tmp_path, bad()))


def test_files_that_are_no_manifest(tmp_path, monkeypatch):
    path = written(tmp_path, table_of(GOOD))
    assert read_manifest(path).rows == GOOD
    whole = path.read_bytes()
    for damaged in (b"", b"PAR1", whole[:-9], whole[50:], bytes(1000)):
        path.write_bytes(damaged)
        with pytest.raises(Refused, match="is no manifest"):
            read_manifest(path)
    path.write_bytes(whole)
    monkeypatch.setattr(manifest, "MOST_ROWS", 1)
    with pytest.raises(Refused, match="rows are more than 1"):
        read_manifest(path)
    monkeypatch.undo()
    monkeypatch.setattr(manifest, "LARGEST_GROUP", 10)
    with pytest.raises(Refused, match="row group"):
        read_manifest(path)


def test_proofs():
    made = [Row(f"object {i:03}", i, None, bytes([i] * 32)) for i in range(70)]
    for count in (1, 2, 3, 70):
        few = Manifest("kt128", made[:count], root_of("kt128", made[:count]), "")
        for row in few.rows:
            assert verify_proof(few.root, json.loads(json.dumps(prove(few, row.path)))) == row
    proof, root = prove(few, "object 005"), few.root
    with pytest.raises(Refused, match="no object"):
        prove(few, "object 070")
    changes = {"path": "object 006", "size": 6, "version": "x", "digest": "00" * 32, "index": 6, "proof": proof["proof"][2:],
               "algorithm": "kt256", "hashlane_dataset_proof": 2}
    worse = {"path": ["../x", 5], "size": [-1, True, "5", 2**63, 1.0], "version": [5], "digest": ["zz", 5, "0" * 999], "index": [-1, True, 2**70, "5"],
             "proof": ["zz", None, "00" * 4096], "algorithm": [None, [], "hmac-sha256"]}
    for key, value in [*changes.items(), *((key, value) for key, values in worse.items() for value in values)]:
        with pytest.raises(Refused):
            verify_proof(root, proof | {key: value})
    for bad in ([], None, {}, proof | {"more": 1}):
        with pytest.raises(Refused, match="no proof of format"):
            verify_proof(root, bad)
    for bad in ("", "5:" + root[3:], "64:" + root[3:], root[3:], "70:" + "0" * 64, "0" + root, root.upper() + "\n", 5):
        with pytest.raises(Refused):
            verify_proof(bad, proof)


# ---- the command

def test_the_verbs(tmp_path, capsys):
    tree, m = tree_of(tmp_path / "tree", SIZES), tmp_path / "m"
    assert call("manifest", tree, m, "--dry-run", *QUIET) == 0
    assert capsys.readouterr().out == f"{len(SIZES)} objects, {sum(SIZES)} bytes, 0 refused\n" and not m.exists()
    assert call("manifest", tree, m, *QUIET) == 0
    root = capsys.readouterr().out.strip()
    assert call("verify", m, tree, *QUIET) == 0 and root in capsys.readouterr().out
    assert call("prove", m, "part-2/object-0008.bin") == 0
    (tmp_path / "proof").write_text(capsys.readouterr().out)
    object_8 = tree / "part-2" / "object-0008.bin"
    assert call("verify-proof", root, tmp_path / "proof", object_8) == 0
    object_8.write_bytes(object_8.read_bytes()[::-1])
    assert call("verify-proof", root, tmp_path / "proof", object_8) == 2
    assert "is not the object that the proof is about" in capsys.readouterr().err
    (tree / "part-0" / "object-0000.bin").unlink()
    (tree / "new").write_bytes(b"new")
    (tree / "part-1" / "object-0001.bin").write_bytes(b"longer")
    assert call("verify", m, tree, "--range-size", CHUNK, *QUIET) == 1
    assert capsys.readouterr().err.splitlines() == [
        "new: it is not in the manifest", "part-0/object-0000.bin: it is missing", "part-1/object-0001.bin: it has 6 bytes, not 1",
        "part-2/object-0008.bin: it has another digest"]
    assert call("manifest", tree, tmp_path / "m2", *QUIET) == 0
    capsys.readouterr()
    assert call("diff", m, m) == 0 and call("diff", m, tmp_path / "m2") == 1
    assert capsys.readouterr().out.splitlines() == ["+ new", "- part-0/object-0000.bin", "~ part-1/object-0001.bin", "~ part-2/object-0008.bin"]


def test_copies_have_one_root_without_versions(tmp_path, capsys):
    roots = set()
    for name, when in (("a", 1), ("b", 2)):
        tree = tree_of(tmp_path / name, [5, 9])
        for path in tree.rglob("*.bin"):
            os.utime(path, (when, when))
        for more in ((), ("--no-versions",)):
            assert call("manifest", tree, tmp_path / f"{name}{len(more)}", *QUIET, *more) == 0
            roots.add(capsys.readouterr().out)
    assert len(roots) == 3


@pytest.mark.parametrize("words, reason", [
    (("manifest", "/no/such", "m"), "no such folder"), (("manifest", "nothing://x", "m"), "nothing"),
    (("manifest", ".", "m", "--algorithm", "md5"), "no hash without a key"), (("manifest", ".", "m", "--range-size", "5"), "multiple of 8192"),
    (("manifest", ".", "m", "--workers", "-1"), "below 0"), (("verify", "/no/such", "."), "no manifest"), (("prove", "/no/such", "../x"), "below"),
    (("verify-proof", "1:x", "/dev/null"), "no JSON"), (("verify-proof", "1:x", "/dev/zero"), "at most"),
])
def test_wrong_calls(words, reason, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert call(*words) == 2
    assert reason in capsys.readouterr().err
