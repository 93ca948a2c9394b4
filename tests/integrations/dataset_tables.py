# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane.dataset: tables of Parquet and Delta, their logs from outside, the log of events, engines that are missing.
dataset.py runs it."""
import json
import os
import re
import subprocess
import sys
import urllib.parse

import deltalake
import pyarrow
import pyarrow.parquet
import pytest
from dataset_checks import CHUNK, QUIET, Faulty, call, expected, tree_of
from deltalake import write_deltalake

from hashlane.dataset import DeltaTable, ParquetTable, Refused, Unfinished, make_manifest, read_manifest, tables
from hashlane.dataset.engines import make_engine


# ---- Parquet

def test_a_folder_of_parquet(tmp_path):
    shown = ["a.parquet", "p=1/b.parquet", "_p=1/c.parquet", "p=2/_q=x/d.parquet", "e"]
    hidden = ["_SUCCESS", "_metadata", ".a.parquet.crc", "_temporary/0/x.parquet", "p=1/.hidden/y.parquet", "p=1/_z.parquet", ".x=1/z"]
    for name in shown + hidden:
        (tmp_path / "t" / name).parent.mkdir(parents=True, exist_ok=True)
        pyarrow.parquet.write_table(pyarrow.table({"name": [name]}), tmp_path / "t" / name)
    (tmp_path / "t" / "_link").symlink_to("/etc/passwd")
    assert call("manifest", tmp_path / "t", tmp_path / "m", "--table", "parquet", *QUIET) == 0
    assert [row.path for row in read_manifest(tmp_path / "m").rows] == sorted(shown)
    assert call("verify", tmp_path / "m", tmp_path / "t", "--table", "parquet", *QUIET) == 0
    assert call("manifest", tmp_path / "t", tmp_path / "all", *QUIET) == 1
    (tmp_path / "t" / "link").symlink_to("/etc/passwd")
    assert ParquetTable(str(tmp_path / "t")).objects()[1] == [("link", "it is a symbolic link or no regular file")]


# ---- Delta

def files_of(place, version):
    """The names of the data files of a version, from the text of the log."""
    found = set()
    for i in range(version + 1):
        for line in (place / "_delta_log" / f"{i:020}.json").read_text().splitlines():
            action = json.loads(line)
            if "add" in action:
                found.add(urllib.parse.unquote(action["add"]["path"]))
            elif "remove" in action:
                found.remove(urllib.parse.unquote(action["remove"]["path"]))
    return found


def test_a_delta_table(tmp_path, capsys):
    place = tmp_path / "t"
    for mode, numbers in (("append", [1, 2, 3]), ("append", [4]), ("overwrite", [5, 6])):
        write_deltalake(place, pyarrow.table({"n": numbers, "p": [f"{n} / ü" for n in numbers]}), partition_by=["p"], mode=mode)
    (place / "p=9").mkdir()
    (place / "p=9" / "not-in-the-log.parquet").write_bytes(b"x")
    contents = dict(expected(place))
    for version, count in ((0, 3), (1, 4), (2, 2), (None, 2)):
        words = ["--table", "delta", *QUIET] + ["--table-version", version] * (version is not None)
        assert call("manifest", place, tmp_path / "m", *words) == 0
        made = read_manifest(tmp_path / "m")
        paths = files_of(place, 2 if version is None else version)
        assert [(row.path, row.digest) for row in made.rows] == sorted((path, contents[path]) for path in paths) and len(paths) == count
        assert made.url == f"{place} (version {2 if version is None else version} of the Delta table)"
        assert call("verify", tmp_path / "m", place, *words) == 0
    capsys.readouterr()
    assert call("verify", tmp_path / "m", place, "--table", "delta", "--table-version", 0, *QUIET) == 1
    assert capsys.readouterr().err.count("it is not in the manifest") == 3
    assert call("manifest", place, tmp_path / "m", "--table", "delta", "--table-version", 7, *QUIET) == 2
    assert call("manifest", place, tmp_path / "m", "--table-version", 0, *QUIET) == 2
    assert "only a Delta table has versions" in capsys.readouterr().err


PROTOCOL = {"protocol": {"minReaderVersion": 1, "minWriterVersion": 2}}
SCHEMA = {"type": "struct", "fields": [{"name": "n", "type": "long", "nullable": True, "metadata": {}}]}
META = {"metaData": {"id": "ab5c9f2d-7be6-4249-b573-bc6dc68a7756", "format": {"provider": "parquet", "options": {}},
                     "schemaString": json.dumps(SCHEMA), "partitionColumns": [], "createdTime": 0, "configuration": {}}}


def added(path, size=4, **more):
    return {"add": {"path": path, "partitionValues": {}, "size": size, "modificationTime": 0, "dataChange": True, **more}}


def table_of(place, actions):
    """A table whose log somebody wrote by hand; the actions are values, or text as it is."""
    (place / "_delta_log").mkdir(parents=True, exist_ok=True)
    lines = [action if isinstance(action, str) else json.dumps(action) for action in actions]
    (place / "_delta_log" / f"{0:020}.json").write_text("\n".join(lines) + "\n")
    return place


@pytest.mark.parametrize("path, reason", [
    ("../secret", "not one below"), ("a/%2e%2e/%2E%2E/secret", "not one below"), ("%2Fetc%2Fpasswd", "not one below"), ("/etc/passwd", "not one below"),
    ("s3://other/x", "not one below"), ("file:///etc/passwd", "not one below"), ("a%0Ab", "control character"), ("a%FF", "UTF-8"),
    ("folder/passwd", "does not list it"), ("link", "symbolic link"), ("gone", "does not list it"), ("longer", "it has 5 bytes, and the log says 4"),
    ("%67ood", "names it twice")])
def test_paths_of_a_log_that_lead_elsewhere(tmp_path, path, reason):
    place = table_of(tmp_path / "t", [PROTOCOL, META, added("good"), added(path)])
    (tmp_path / "secret").write_bytes(b"1234")
    (place / "good").write_bytes(b"1234")
    (place / "longer").write_bytes(b"12345")
    (place / "link").symlink_to("good")
    (place / "folder").symlink_to("/etc")
    with pytest.raises(Unfinished) as raised:
        make_manifest(DeltaTable(str(place)), tmp_path / "m")
    [(_, told)] = raised.value.refused
    assert reason in told and '"good", 4, ' in (tmp_path / "m.journal").read_text()


FEATURES = {"protocol": {"minReaderVersion": 3, "minWriterVersion": 7, "readerFeatures": ["deletionVectors"],
                         "writerFeatures": ["deletionVectors"]}}


@pytest.mark.parametrize("actions", [
    [""], ["{"], ["[]"], ["null"], ["{" * 10_000], [PROTOCOL], [META], [PROTOCOL, META, added("a", size="x")],
    [PROTOCOL, META, {"add": {}}], [{"protocol": {"minReaderVersion": 99, "minWriterVersion": 99}}, META, added("a")],
    [PROTOCOL, META | {"metaData": META["metaData"] | {"schemaString": "{"}}], [FEATURES, META, added("a")]])
def test_logs_that_are_none(tmp_path, actions, capfd):
    place = table_of(tmp_path / "t", actions)
    (place / "a").write_bytes(b"1234")
    assert call("manifest", place, tmp_path / "m", "--table", "delta", *QUIET) == 2
    told = capfd.readouterr().err
    assert "this is no Delta table of that version" in told or "the table may have deletion vectors" in told
    assert ("deletion vectors" in told) == ("deletionVectors" in json.dumps(actions))


def test_folders_that_are_no_table(tmp_path, monkeypatch):
    (tmp_path / "t").mkdir()
    for place in ("t", "none"):
        with pytest.raises(Refused, match="no Delta table"):
            DeltaTable(str(tmp_path / place))
    assert tables.open_storage(str(tmp_path / "t"), "parquet").objects() == ([], [])
    monkeypatch.setitem(sys.modules, "deltalake", None)
    with pytest.raises(Refused, match="needs the package deltalake"):
        DeltaTable(str(tmp_path / "t"))
    assert deltalake.__version__


# ---- events

def events_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_the_log_of_events(tmp_path):
    tree, log = tree_of(tmp_path / "tree", [5, 6, 3 * CHUNK, 7]), tmp_path / "log"
    bad, slow = "part-1/object-0001.bin", "part-2/object-0002.bin"

    def always(count, data):
        raise OSError("gone")

    def once(count, data):
        if count == 1:
            raise OSError("busy")
        return data
    Faulty.faults, Faulty.counts = {"object-0001.bin": always, "object-0002.bin": once}, {}
    words = ("manifest", f"faulty://{tree}", tmp_path / "m", "--range-size", CHUNK, "--log", log, *QUIET)
    assert call(*words) == 1
    told = events_of(log)
    assert all(event.pop("time") > 1e9 for event in told)
    assert told[0] == {"event": "started", "url": f"faulty://{tree}", "algorithm": "kt128", "objects": 4, "bytes": 18 + 3 * CHUNK,
                       "done_objects": 0, "done_bytes": 0}
    assert told[-1].pop("seconds") >= 0
    assert told[-1] == {"event": "finished", "objects": 3, "refused": 1, "again": 5, "root": None}
    objects = {event["path"]: event for event in told if event["event"] == "object"}
    assert [(path, bytes.fromhex(event["digest"])) for path, event in sorted(objects.items())] == [pair for pair in expected(tree) if pair[0] != bad]
    assert [event for event in told if event["event"] == "refused"] == [
        {"event": "refused", "path": bad, "bytes": 6, "reason": "OSError: gone"}]
    again = sorted((event["path"], event["begin"], event["bytes"], event["reason"]) for event in told if event["event"] == "again")
    assert again == [(bad, 0, 6, "OSError: gone")] * 2 + [(slow, i * CHUNK, CHUNK, "OSError: busy") for i in range(3)]
    assert len(told) == 2 + 3 + 1 + 5
    Faulty.faults = {}
    assert call(*words) == 0
    more = events_of(log)[len(told):]
    assert [event["event"] for event in more] == ["started", "object", "finished"]
    assert (more[0]["done_objects"], more[0]["done_bytes"]) == (3, 12 + 3 * CHUNK)
    assert more[-1]["root"] == read_manifest(tmp_path / "m").root


def test_the_log_of_verify(tmp_path):
    tree, log = tree_of(tmp_path / "tree", [5, 6, 7]), tmp_path / "log"
    assert call("manifest", tree, tmp_path / "m", *QUIET) == 0
    (tree / "part-0" / "object-0000.bin").write_bytes(b"other")
    (tree / "part-1" / "object-0001.bin").unlink()
    assert call("verify", tmp_path / "m", tree, "--log", log, *QUIET) == 1
    told = [(event["path"], event["reason"]) for event in events_of(log) if event["event"] == "differs"]
    assert told == [("part-1/object-0001.bin", "it is missing"), ("part-0/object-0000.bin", "it has another digest")]
    assert call("verify", tmp_path / "m", tree, "--log", tmp_path / "none" / "log", *QUIET) == 2


def test_a_run_that_was_interrupted_has_not_finished(tmp_path, monkeypatch):
    tree, log = tree_of(tmp_path / "tree", [5]), tmp_path / "log"

    def interrupted(*_):
        raise KeyboardInterrupt
    monkeypatch.setattr("hashlane.dataset.build.write_manifest", interrupted)
    with pytest.raises(KeyboardInterrupt):
        call("manifest", tree, tmp_path / "m", "--log", log, *QUIET)
    assert [event["event"] for event in events_of(log)] == ["started", "object"]


def test_the_bar(tmp_path, capsys):
    tree = tree_of(tmp_path / "tree", [1000] * 12)
    assert call("manifest", tree, tmp_path / "m") == 0
    told = capsys.readouterr().err
    assert re.search(r"100%.* 12\.0k/12\.0k \[.*B/s, 12 of 12 objects\]", told)


def test_the_dry_run_of_a_table(tmp_path, capsys):
    write_deltalake(tmp_path / "t", pyarrow.table({"n": [1]}))
    [path] = (tmp_path / "t").glob("*.parquet")
    assert call("manifest", tmp_path / "t", tmp_path / "m", "--table", "delta", "--dry-run") == 0
    assert capsys.readouterr().out == f"1 objects, {path.stat().st_size} bytes, 0 refused\n" and os.listdir(tmp_path) == ["t"]


# ---- engines that are missing

@pytest.mark.parametrize("name, package", [("dask", "distributed"), ("ray", "ray"), ("spark", "pyspark")])
def test_an_engine_whose_package_is_missing(name, package, monkeypatch):
    monkeypatch.delitem(sys.modules, f"hashlane.dataset.{name}_engine", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(Refused, match=f"the engine {name} needs the package {package}: "):
        make_engine(name, 1, False, None)


def test_an_engine_that_cannot_start(tmp_path):
    words = (sys.executable, "-m", "hashlane.dataset.cli", "manifest", str(tmp_path), str(tmp_path / "m"), "--engine", "spark", "--quiet")
    done = subprocess.run(words, env=os.environ | {"JAVA_HOME": "/none"}, capture_output=True, text=True)
    assert done.returncode == 2 and "the engine spark cannot start" in done.stderr
