# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane.dataset: what a store lists, what it cannot list, and what is left out; what stands in manifests and journals about
the place of a data set. dataset.py runs it."""
import ftplib
import functools
import http.server
import json
import os
import pathlib
import stat
import threading
import types
import unicodedata

import fsspec
import pyarrow.parquet
import pytest
from dataset_checks import QUIET, Faulty, call, expected, tree_of
from fsspec.implementations.local import LocalFileSystem

import hashlane
from hashlane.dataset import Local, ParquetTable, Plan, Refused, Storage, Unfinished, build, listing, make_manifest, read_manifest, rows


@pytest.fixture
def tree(tmp_path):
    """Three folders with an object each, and one in the third folder of a folder of that."""
    place = tree_of(tmp_path / "tree", [5, 6, 7])
    (place / "part-2" / "deep").mkdir()
    (place / "part-2" / "deep" / "ü").write_bytes(b"x")
    return place


def unlisted(monkeypatch, *names):
    """The store fails to list folders of these names."""
    def ls(self, path, detail=False, **more):
        if path.rsplit("/", 1)[-1] in names:
            raise PermissionError(13, "Permission denied")
        return LocalFileSystem.ls(self, path, detail, **more)
    monkeypatch.setattr(Faulty, "ls", ls)


def unscanned(monkeypatch, *names):
    """The same for local folders."""
    real = os.scandir

    def scandir(path):
        if os.path.basename(path.rstrip("/")) in names:
            raise PermissionError(13, "Permission denied")
        return real(path)
    monkeypatch.setattr(listing.os, "scandir", scandir)


# ---- folders that cannot be listed

@pytest.mark.parametrize("scheme, fail", [("faulty://", unlisted), ("", unscanned)])
def test_a_folder_that_cannot_be_listed(tree, tmp_path, monkeypatch, capsys, scheme, fail):
    """It is named, and there is no manifest; the objects of the other folders are done, and another run goes on."""
    url, m = f"{scheme}{tree}", tmp_path / "m"
    assert call("manifest", url, m, *QUIET) == 0
    m.rename(tmp_path / "whole")
    with monkeypatch.context() as patch:
        fail(patch, "part-1", "deep")
        assert call("manifest", url, m, "--dry-run", *QUIET) == 1
        assert "2 objects, 12 bytes, 2 refused" in capsys.readouterr().out
        assert call("manifest", url, m, *QUIET) == 1
        told = capsys.readouterr().err.splitlines()
        why = "it cannot be listed: PermissionError: [Errno 13] Permission denied"
        assert told[:2] == [f"part-1/: {why}", f"part-2/deep/: {why}"] and "2 objects were refused" in told[2]
        assert not m.exists() and len((tmp_path / "m.journal").read_text().splitlines()) == 3
        assert call("verify", tmp_path / "whole", url, *QUIET) == 1
        assert capsys.readouterr().err.splitlines() == told[:2]
    assert call("manifest", url, m, *QUIET) == 0
    assert read_manifest(m) == read_manifest(tmp_path / "whole")


def test_quotes_in_a_folder_that_cannot_be_listed(tmp_path, monkeypatch, capsys):
    """The objects in it are not missing, whatever quotes their names have."""
    folder = tmp_path / "tree" / "it's"
    folder.mkdir(parents=True)
    (folder / 'a"b').write_bytes(b"x")
    assert call("manifest", tmp_path / "tree", tmp_path / "m", *QUIET) == 0
    capsys.readouterr()
    unscanned(monkeypatch, "it's")
    assert call("verify", tmp_path / "m", tmp_path / "tree", *QUIET) == 1
    assert capsys.readouterr().err == "it's/: it cannot be listed: PermissionError: [Errno 13] Permission denied\n"


@pytest.mark.parametrize("scheme, fail", [("faulty://", unlisted), ("", unscanned)])
def test_the_root_cannot_be_listed(tree, tmp_path, monkeypatch, capsys, scheme, fail):
    fail(monkeypatch, "tree")
    assert call("manifest", f"{scheme}{tree}", tmp_path / "m", *QUIET) == 2
    assert "Permission denied" in capsys.readouterr().err


class Strange(Exception):
    """An exception of a client, which is neither an OSError nor a ValueError."""


def strange(*_, **__):
    raise Strange("no user sftp://me:secret@host/x")


@pytest.mark.parametrize("method", ["__init__", "isdir", "find"])
def test_a_store_that_cannot_be_reached(tree, tmp_path, monkeypatch, capsys, method):
    """The exit status of `verify` is not that of objects that differ."""
    assert call("manifest", tree, tmp_path / "m", *QUIET) == 0
    capsys.readouterr()
    fsspec.filesystem("faulty").clear_instance_cache()
    monkeypatch.setattr(Faulty, method, strange)
    assert call("verify", tmp_path / "m", f"faulty://{tree}", *QUIET) == 2
    assert capsys.readouterr().err == "hashlane-dataset: Strange: no user sftp://host/x\n"


def test_a_store_that_says_nothing_of_one_object(tree, tmp_path, monkeypatch, capsys):
    """The others of its batch are done."""
    def info(self, path, **more):
        if str(path).endswith("/object-0001.bin"):
            strange()
        return LocalFileSystem.info(self, path, **more)
    monkeypatch.setattr(Faulty, "info", info)
    assert call("manifest", f"faulty://{tree}", tmp_path / "m", *QUIET) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "part-1/object-0001.bin: OSError: Strange: no user sftp://host/x" and "1 object was refused" in lines[1]


def test_folders_of_a_table_that_cannot_be_listed(tmp_path, monkeypatch):
    """A hidden one does not matter."""
    for name in ("_p=1/a", "_delta_log/b", "p=2/c"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(b"x")
    unscanned(monkeypatch, "_p=1", "_delta_log", "p=2")
    found, refused = ParquetTable(str(tmp_path)).objects()
    assert found == [] and sorted(path for path, _ in refused) == ["_p=1/", "p=2/"]


def test_errors_of_any_type(tree, monkeypatch):
    def ls(self, path, detail=False, **more):
        if path.endswith("part-1"):
            raise Strange("of sftp://me:secret@host/x")
        return LocalFileSystem.ls(self, path, detail, **more)
    monkeypatch.setattr(Faulty, "ls", ls)
    assert Storage(f"faulty://{tree}").objects()[1] == [("part-1/", "it cannot be listed: Strange: of sftp://host/x")]


def test_a_list_of_ftp_that_is_empty_since_it_failed():
    fs = types.SimpleNamespace(ftp=ftplib.FTP(), dircache={"/empty": []}, ls=lambda folder, detail: [])
    assert listing.entries_of(fs, "/empty") == []
    with pytest.raises(OSError, match="does not list it"):
        listing.entries_of(fs, "/closed")


def test_which_stores_list_all_objects_at_once():
    class Prefixes(LocalFileSystem):
        protocol = "prefixes"

        def find(self, path, maxdepth=None, withdirs=False, detail=False, **more):
            return super().find(path, maxdepth, withdirs, detail, **more)
    folder = fsspec.filesystem("dir", path="/", fs=Prefixes())
    assert listing.lists_at_once(Prefixes()) and listing.lists_at_once(folder)
    for one in (Faulty(), fsspec.filesystem("dir", path="/", fs=Faulty()), fsspec.filesystem("http")):
        assert not listing.lists_at_once(one)


# ---- entries that are no files, or that vanish

def test_links_of_a_store(tree, tmp_path, capsys):
    """They are refused, whatever they lead to. A folder is not left by a link."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret").write_bytes(b"x")
    for name, target in (("same", "part-0/object-0000.bin"), ("folder", "../outside"), ("nothing", "no such file")):
        (tree / name).symlink_to(target)
    os.mkfifo(tree / "pipe")
    assert call("manifest", f"faulty://{tree}", tmp_path / "m", *QUIET) == 1
    told = capsys.readouterr().err.splitlines()[:-1]
    assert told == [f"{name}: it is a symbolic link or no regular file" for name in ("folder", "nothing", "pipe", "same")]


@pytest.mark.parametrize("info, reason", [({}, None), ({"type": "file"}, None), ({"type": "link"}, listing.NO_FILE),
                                          ({"type": "other"}, listing.NO_FILE), ({"type": "file", "islink": True}, listing.NO_FILE),
                                          ({"type": "file", "unix.mode": "lrwxrwxrwx"}, listing.NO_FILE),
                                          ({"type": "file", "mode": "120000"}, listing.NO_FILE), ({"type": "file", "mode": "100644"}, None),
                                          ({"type": "file", "mode": 0o120777}, listing.NO_FILE), ({"type": "file", "mode": 0o644}, None),
                                          ({"type": "file", "mode": 0o010644}, listing.NO_FILE), ({"type": "file", "mode": "-rw-r--r--"}, None),
                                          ({"type": "file", "external_attr": 0o120777 << 16}, listing.NO_FILE),
                                          ({"type": "file", "external_attr": 0o644 << 16}, None), ({"type": "file", "external_attr": 32}, None)])
@pytest.mark.parametrize("at_once", [False, True])
def test_types_of_a_store(tree, monkeypatch, info, reason, at_once):
    store = Storage(f"faulty://{tree}")
    entry = {"name": store.at("x"), "size": 3} | info
    if at_once:
        monkeypatch.setattr(Faulty, "find", lambda *_, **__: {entry["name"]: entry})
    else:
        monkeypatch.setattr(Faulty, "ls", lambda *_, **__: [entry])
    found, refused = store.objects()
    assert ([one.path for one in found], refused) == ((["x"], []) if reason is None else ([], [("x", reason)]))


class Files(http.server.SimpleHTTPRequestHandler):
    """Files, and a list of each folder as a page with links."""

    def log_message(self, *_):
        pass

    def send_head(self):
        if self.path.endswith("gone"):
            return self.send_error(404)
        return super().send_head()


def test_a_list_without_sizes(tmp_path):
    """As of a server of HTTP, which is asked for each object then."""
    tree = tree_of(tmp_path / "tree", [0, 5, 2000, 70])
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(tree))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        made = make_manifest(Storage(url), tmp_path / "m", Plan(versions=False))
        assert made.root == make_manifest(Storage(tree), tmp_path / "m2", Plan(versions=False)).root
        (tree / "gone").touch()
        [(path, reason)] = Storage(url).objects()[1]
        assert path == "gone" and reason.startswith("FileNotFoundError")
        server.shutdown()


def test_a_folder_that_leads_elsewhere_or_to_itself(tree, monkeypatch):
    store = Storage(f"faulty://{tree}")
    names = (store.root, store.at("loop"), store.at("loop"), "/elsewhere")
    monkeypatch.setattr(Faulty, "ls", lambda *_, **__: [{"name": name, "type": "directory", "size": 0} for name in names])
    found, refused = store.objects()
    assert found == [] and set(refused) == {("/elsewhere", "it is not below the URL")}


def test_a_file_that_vanishes_while_the_folder_is_listed(tree, tmp_path, monkeypatch):
    def gone(entry, path):
        if entry.name == "object-0001.bin":
            os.unlink(entry.path)
        return real(entry, path)
    real = listing.local_entry
    monkeypatch.setattr(listing, "local_entry", gone)
    with pytest.raises(Unfinished) as raised:
        make_manifest(Storage(tree), tmp_path / "m")
    assert [path for path, _ in raised.value.refused] == ["part-1/object-0001.bin"]
    assert "FileNotFoundError" in raised.value.refused[0][1]


def test_a_refused_object_is_told_once(tree, tmp_path, capsys):
    assert call("manifest", tree, tmp_path / "m", *QUIET) == 0
    (tree / "part-2" / "deep" / "ü").unlink()
    (tree / "part-2" / "deep" / "ü").symlink_to("x")
    assert call("verify", tmp_path / "m", tree, *QUIET) == 1
    assert capsys.readouterr().err == "part-2/deep/\\xfc: it is a symbolic link or no regular file\n"


def test_a_listing_is_not_an_old_one(tree, monkeypatch):
    """A client that keeps listings is told to forget them."""
    calls = []
    monkeypatch.setattr(Faulty, "invalidate_cache", lambda self, path=None: calls.append(path))
    assert len(Storage(f"faulty://{tree}").objects()[0]) == 4 and calls == [None]


def test_a_worker_with_an_old_listing(tree, tmp_path, monkeypatch):
    """A client that reads by a listing which it keeps does not find a new object. A read that failed makes it forget the listing."""
    kept = {}

    def cat_file(self, path, start=None, end=None, **more):
        names = kept.setdefault(os.path.dirname(path), os.listdir(os.path.dirname(path)))
        if os.path.basename(path) not in names:
            raise FileNotFoundError(path)
        return LocalFileSystem.cat_file(self, path, start, end, **more)
    monkeypatch.setattr(Faulty, "cat_file", cat_file)
    monkeypatch.setattr(Faulty, "invalidate_cache", lambda self, path=None: kept.clear())
    store = Storage(f"faulty://{tree}")
    assert len(make_manifest(store, tmp_path / "m").rows) == 4
    (tree / "part-0" / "new").write_bytes(b"x")
    objects, _ = store.objects()
    kept[str(tree / "part-0")] = ["object-0000.bin"]  # in a worker that has not listed the folder again
    found = {one.path: reason for one, _, reason in build.digest_objects(store.url, Plan(engine=Local(1)), objects)}
    assert len(found) == 5 and not any(found.values())


# ---- the files of the command in the data set

@pytest.mark.parametrize("folder", ["", "part-2/deep"])
def test_a_manifest_in_the_data_set(tree, tmp_path, folder, monkeypatch):
    """The manifest, its journal and its temporary files are no objects, also where the folder has another name."""
    (tmp_path / "other name").symlink_to(tree)
    m, before = tmp_path / "other name" / folder / "m[.]parquet", expected(tree)
    roots = set()
    for i in range(2):
        m.with_name(".m[.]parquet.0a_z9k31").write_bytes(b"of a run that was killed")
        assert call("manifest", tree, m, *QUIET) == 0
        made = read_manifest(m)
        assert [(row.path, row.digest) for row in made.rows] == before
        roots.add(made.root)
        assert call("verify", m, tree, *QUIET) == 0
        m.with_name("m[.]parquet.journal").write_bytes(b"")
        assert call("verify", m, tree, *QUIET) == 0
    assert len(roots) == 1
    monkeypatch.chdir(tree / folder)
    assert call("verify", m.name, tree, *QUIET) == 0


def test_other_files_are_objects(tree, tmp_path):
    """Also those whose names are similar, and the manifest of another run."""
    for name in ("m.journal.x", "xm", ".m.1234567", ".m.12345678.crc", "part-0/m", "M"):
        (tree / name).write_bytes(b"x")
    before = expected(tree)
    for _ in range(2):
        assert call("manifest", tree, tree / "m", *QUIET) == 0
        assert [(row.path, row.digest) for row in read_manifest(tree / "m").rows] == before
    assert call("manifest", tree, tmp_path / "n", *QUIET) == 0
    assert [row.path for row in read_manifest(tmp_path / "n").rows] == sorted([name for name, _ in before] + ["m"])


# ---- what is stored and shown

@pytest.mark.parametrize("url, shown", [
    ("sftp://me:pass%2Fword@host:22/a@b", "sftp://host:22/a@b"), ("simplecache::ftp://me:p@ss@host/x", "simplecache::ftp://host/x"),
    ("obstore+s3://KEY:SECRET@bucket/x", "obstore+s3://bucket/x"), ("ftp://me@host", "ftp://host"), ("s3://bucket/a@b", "s3://bucket/a@b"),
    ("abfs://container@account.dfs.core.windows.net/x", "abfs://container@account.dfs.core.windows.net/x"),
    ("abfs://me:secret@account/x", "abfs://account/x"), ("/a/b@c", "/a/b@c"), ("it failed at x://a:b@c/d, and x://e:f@g", "it failed at x://c/d, and x://g"),
])
def test_urls_are_shown_without_passwords(url, shown):
    assert rows.public(url) == shown


def test_a_password_is_stored_nowhere(tree, tmp_path, monkeypatch, capsys):
    """Neither in the manifest nor in the journal, the log and the messages."""
    real = LocalFileSystem._strip_protocol
    monkeypatch.setattr(Faulty, "_strip_protocol", classmethod(lambda cls, path: real(path.replace("faulty://me:secret@host", "", 1))))
    url = f"faulty://me:secret@host{tree}"
    with monkeypatch.context() as patch:
        unlisted(patch, "part-1")
        assert call("manifest", url, tmp_path / "m", "--log", tmp_path / "log") == 1
    journal = (tmp_path / "m.journal").read_text()
    assert json.loads(journal.splitlines()[0])["url"] == f"faulty://host{tree}"
    assert call("manifest", url, tmp_path / "m", "--log", tmp_path / "log") == 0
    assert read_manifest(tmp_path / "m").url == f"faulty://host{tree}"
    assert call("manifest", f"{url}/nothing", tmp_path / "n") == 2
    assert call("manifest", "nothing://me:secret@host/x", tmp_path / "n") == 2
    told = capsys.readouterr()
    about = pyarrow.parquet.ParquetFile(tmp_path / "m").schema_arrow.metadata
    for text in (journal, (tmp_path / "log").read_text(), told.out, told.err, str(about)):
        assert "secret" not in text and text


def test_a_journal_of_another_folder_with_the_same_name(tmp_path, monkeypatch):
    """The same relative name in another folder is another data set; another name of the same folder is not."""
    for name in ("one", "two"):
        tree_of(tmp_path / name / "data", [5])
        monkeypatch.chdir(tmp_path / name)
        if name == "one":
            with build.Journal(tmp_path / "m.journal", Storage("data").place, "kt128", 32):
                pass
            (tmp_path / "link").symlink_to(tmp_path / "one")
            with build.Journal(tmp_path / "m.journal", Storage(f"file://{tmp_path}/link/data").place, "kt128", 32):
                pass
    with pytest.raises(Refused, match="another data set"):
        make_manifest(Storage("data"), tmp_path / "m")


def test_a_relative_path_in_another_folder(tmp_path, monkeypatch):
    """The workers read the folder that was listed, also where another one has the same relative name."""
    for name in ("one", "two", "a::b"):
        (tmp_path / name / "data").mkdir(parents=True)
        (tmp_path / name / "data" / "x").write_text(name[:1])
        os.utime(tmp_path / name / "data" / "x", (0, 0))
        monkeypatch.chdir(tmp_path / name)
        storage = Storage("data")
        monkeypatch.chdir(tmp_path)
        made = make_manifest(storage, tmp_path / "m", Plan(engine=Local(1)))
        assert made.url == "data" and made.rows[0].digest == hashlane.digest("kt128", name[:1].encode())


@pytest.mark.parametrize("mask, mode", [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_permissions_of_a_manifest(tree, tmp_path, mask, mode):
    before = os.umask(mask)
    try:
        make_manifest(Storage(str(tree)), tmp_path / "m")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "m").stat().st_mode) == mode


def test_a_path_as_the_url(tree, tmp_path):
    made = make_manifest(Storage(pathlib.Path(tree)), tmp_path / "m", Plan(engine=Local(1)))
    assert made.url == str(tree) and [(row.path, row.digest) for row in made.rows] == expected(tree)


def test_control_characters():
    """Those of Unicode, category Cc."""
    for code in [*range(0x300), 0x200b, 0x2028, 0xfeff, 0x10ffff]:
        if chr(code) == "/":
            continue
        if unicodedata.category(chr(code)) == "Cc":
            with pytest.raises(Refused, match="control character"):
                rows.check_path(f"a{chr(code)}b")
        else:
            rows.check_path(f"a{chr(code)}b")
