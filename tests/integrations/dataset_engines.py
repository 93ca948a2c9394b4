# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane.dataset on each engine: one root for every cutting, a killed worker, a killed driver, 20,000 objects. Each engine
starts once. dataset.py runs it."""
import functools
import os
import pathlib
import signal
import subprocess
import sys
import time

import dataset_deaths
import pytest
import ray
from dataset_checks import CHUNK, QUIET, SIZES, call, expected, tree_of
from hypothesis import given, settings
from hypothesis import strategies as st

import hashlane
from hashlane.dataset import Local, Plan, Row, Storage, build, dask_engine, make_manifest, read_manifest, root_of, work
from hashlane.dataset.engines import make_engine

WORKERS = 2
MANY = 20_000


@pytest.fixture(scope="session", params=["local", "dask", "ray", "spark"])
def engine(request):
    """Each engine, with two processes and its name."""
    made = make_engine(request.param, WORKERS, True, None)
    assert made.workers == WORKERS
    made.name = request.param
    yield made
    made.close()


def words_of(engine):
    """The words of the command that reach the engine. Dask has another address after a restart."""
    words = ["--engine", engine.name, "--workers", WORKERS, *QUIET]
    return words + ["--address", engine.client.scheduler.address] if engine.name == "dask" else words


@pytest.fixture(scope="session")
def data(tmp_path_factory):
    return tree_of(tmp_path_factory.mktemp("data"), SIZES)


def test_the_python_of_spark(tmp_path):
    """Its workers have the Python of the command, whatever python3 PATH has."""
    command = [sys.executable, "-m", "hashlane.dataset.cli", "manifest", tree_of(tmp_path / "tree", [5]), tmp_path / "m",
               "--engine", "spark", "--workers", "1", *QUIET]
    environment = {name: value for name, value in os.environ.items() if name not in ("PYSPARK_PYTHON", "PYTHONPATH")}
    done = subprocess.run(command, env=environment | {"PATH": os.defpath}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("algorithm", ["kt128", "sha256"])
def test_one_root(engine, data, tmp_path, algorithm):
    roots = set()
    for range_size in (CHUNK, 3 * CHUNK, 1 << 20):
        words = [*words_of(engine), "--range-size", range_size, "--algorithm", algorithm]
        assert call("manifest", data, tmp_path / "m", *words) == 0
        made = read_manifest(tmp_path / "m")
        assert [(row.path, row.digest) for row in made.rows] == expected(data, algorithm)
        roots.add(made.root)
    local = Local(3)
    assert roots == {make_manifest(Storage(str(data)), tmp_path / "local", Plan(algorithm, local)).root}
    local.close()
    assert call("verify", tmp_path / "m", data, *words_of(engine)) == 0


@settings(max_examples=10, deadline=None)
@given(sizes=st.lists(st.integers(0, 6 * CHUNK), max_size=6), chunks=st.integers(1, 5), in_flight=st.integers(1, 4),
       batch=st.integers(1, 4))
def test_any_sizes(engine, tmp_path_factory, sizes, chunks, in_flight, batch):
    """Also with other numbers of jobs at a time and of objects in a batch. The number of Local's workers varies in
    dataset_checks.py."""
    place = tmp_path_factory.mktemp("any")
    tree = tree_of(place / "tree", sizes)
    tree.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "BATCH_OBJECTS", batch)
        patch.setattr(engine, "workers", in_flight)
        made = make_manifest(Storage(str(tree)), place / "m", Plan(engine=engine, range_size=chunks * CHUNK))
    assert [(row.path, row.digest) for row in made.rows] == expected(tree)


@pytest.mark.parametrize("name", ["digest_batch", "digest_range"])
def test_a_worker_that_is_killed(engine, data, tmp_path, monkeypatch, name):
    """Exactly one worker dies, when it begins a job."""
    flag, again = tmp_path / "flag", []
    flag.touch()
    monkeypatch.setattr(work, name, functools.partial(dataset_deaths.dies_once, str(flag), name))
    plan = Plan(engine=engine, range_size=CHUNK, tell=lambda event, **more: again.append(more) if event == "again" else None)
    made = make_manifest(Storage(str(data)), tmp_path / "m", plan)
    assert not flag.exists()
    assert [(row.path, row.digest) for row in made.rows] == expected(data)
    assert {more["reason"] for more in again} == {"its worker died"}


def test_a_job_that_kills_each_worker_is_given_up(engine, data, tmp_path):
    job = build.Job(dataset_deaths.dies, (), [])
    found = list(build.run_jobs(engine, [job]))
    assert [job] == [one for one, _ in found] and isinstance(found[0][1], engine.DIED) and job.attempts == build.ATTEMPTS
    made = make_manifest(Storage(str(data)), tmp_path / "m", Plan(engine=engine))
    assert [(row.path, row.digest) for row in made.rows] == expected(data)


def test_a_cluster_of_dask_without_workers(data, tmp_path, monkeypatch):
    """All its workers end and none comes again, before the first job and during it: a new cluster starts."""
    monkeypatch.setattr(dask_engine, "PATIENCE", 0.5)
    engine, removed = dask_engine.Dask(1), []

    def remove(*_, **__):
        if len(removed) < 2:
            removed.append(engine.cluster.scale(0))
            while engine.client.nthreads():
                time.sleep(0.05)
    remove()
    made = make_manifest(Storage(str(data)), tmp_path / "m", Plan(engine=engine, range_size=CHUNK, tell=remove))
    engine.close()
    assert len(removed) == 2 and [(row.path, row.digest) for row in made.rows] == expected(data)


def test_a_job_that_raises_is_told_of_its_objects(engine, data, monkeypatch):
    objects, _ = Storage(str(data)).objects()
    monkeypatch.setattr(work, "digest_range", dataset_deaths.raises)
    found = list(build.digest_objects(str(data), Plan(engine=engine, range_size=CHUNK), objects))
    assert len(found) == len(objects)
    for one, digest, reason in found:
        assert (reason is None) == (digest is not None) == (one.size <= CHUNK), (one, reason)
        assert reason is None or "KeyError: 'planted'" in reason, (one, reason)


def left_by(words):
    """The processes with this text in their environment."""
    found = []
    for place in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if words.encode() in (place / "environ").read_bytes():
                found.append(int(place.name))
        except OSError:  # it has ended meanwhile
            continue
    return found


DRIVER = """
import os, signal, sys
from hashlane.dataset import build, cli, journal
journal.FLUSH = -1
build.BATCH_OBJECTS = 8
add, added = journal.Journal.add, []
def add_and_die(self, one, digest):
    add(self, one, digest)
    added.append(one)
    if len(added) == 100:
        os.kill(os.getpid(), signal.SIGKILL)
journal.Journal.add = add_and_die
if __name__ == "__main__":
    sys.exit(cli.main(sys.argv[1:]))
"""


def test_a_driver_that_is_killed_goes_on(engine, tmp_path):
    """The driver dies after 100 objects, and what it has started ends. The next driver digests the other objects."""
    tree, out, script = tree_of(tmp_path / "tree", [100] * 300), tmp_path / "made" / "m", tmp_path / "driver.py"
    out.parent.mkdir()
    script.write_text(DRIVER)
    words = [*words_of(engine), "--processes"]
    if engine.name == "ray":
        words += ["--address", ray.get_runtime_context().gcs_address]
    mark = f"DRIVER_OF_TEST={tmp_path}"
    done = subprocess.run([str(word) for word in (sys.executable, script, "manifest", tree, out, *words)], capture_output=True,
                          text=True, env=os.environ | dict([mark.split("=")]), timeout=300)
    assert done.returncode == -signal.SIGKILL and not out.exists(), done.stderr
    end = time.monotonic() + 60
    while left_by(mark) and time.monotonic() < end:
        time.sleep(0.1)
    assert left_by(mark) == []
    with open(f"{out}.journal", "ab") as file:
        file.write(b'["torn')
    done = []
    plan = Plan(engine=engine, tell=lambda event, **more: done.append(more["path"]) if event == "object" else None)
    made = make_manifest(Storage(str(tree)), out, plan)
    assert len(done) == 200 and os.listdir(tmp_path / "made") == ["m"]
    assert [(row.path, row.digest) for row in made.rows] == expected(tree)


@pytest.fixture(scope="session")
def many(tmp_path_factory):
    """(a folder of 20,000 objects, their root)."""
    place, rows = tmp_path_factory.mktemp("many"), []
    for i in range(MANY):
        path, content = f"{i // 1000:02}/{i:05}", i.to_bytes(4, "big") * (i % 50)
        if i % 1000 == 0:
            (place / path).parent.mkdir()
        (place / path).write_bytes(content)
        rows.append(Row(path, len(content), None, hashlane.digest("kt128", content)))
    return place, root_of("kt128", rows)


def test_many_objects(engine, many, tmp_path):
    made = make_manifest(Storage(str(many[0])), tmp_path / "m", Plan(engine=engine, versions=False))
    assert made.root == many[1]
