# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane.dataset: paths, manifests and proofs from outside, and the verbs of the command. dataset.py runs it."""
import json
import os
import subprocess
import sys

import pyarrow
import pyarrow.parquet
import pytest
from dataset_checks import CHUNK, QUIET, SIZES, call, tree_of

from hashlane.dataset import Manifest, Refused, Row, manifest, prove, read_manifest, root_of, rows, verify_proof


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
    (lambda: table_of(GOOD).replace_schema_metadata({manifest.KEY: b"[" * 60_000}), "damaged"),
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


def test_a_long_value_that_a_small_file_repeats(tmp_path):
    """A dictionary of Parquet holds a value once, whatever the number of its rows is. The encoding DELTA_BYTE_ARRAY holds the
    beginning once that values have in common."""
    rows, path = 1000, tmp_path / "bad"
    about = {manifest.KEY: json.dumps({"format": 1, "algorithm": "kt128", "root": "1:" + "0" * 64, "url": "x"})}
    schema = manifest.SCHEMA.with_metadata(about)
    columns = {"path": ["x" * 300_000] * rows, "size": [1] * rows, "version": [None] * rows, "digest": [bytes(32)] * rows}
    table = pyarrow.table(columns, schema=schema)
    for options in ({"use_dictionary": True}, {"use_dictionary": False, "column_encoding": {"path": "DELTA_BYTE_ARRAY"}}):
        pyarrow.parquet.write_table(table, path, compression="zstd", **options)
        code = ("import pyarrow, sys\nfrom hashlane.dataset import Refused, read_manifest\ntry:\n    read_manifest(sys.argv[1])\n"
                "except Refused as error:\n    print(error)\nprint(pyarrow.default_memory_pool().max_memory())")
        told = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True).stdout.splitlines()
        assert path.stat().st_size < 10_000 and len(told) == 2 and int(told[1]) < 30_000_000
        assert "a value of the column path has 300000 bytes" in told[0] or "Not yet implemented" in told[0]


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
