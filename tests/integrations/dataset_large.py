# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane.dataset at the sizes that it is for: an object of 2 GiB on each engine, and a million objects on one.
dataset.py --full runs it."""
import os
import resource
import time

import pytest
from dataset_checks import QUIET, call
from dataset_engines import engine, words_of  # noqa: F401

import hashlane
from hashlane.dataset import Local, Plan, Row, Storage, make_manifest, read_manifest, root_of
from hashlane.dataset.work import digest_file

LARGE = (2 << 30) + 12345
MANY = 1_000_000


def told(text, begin):
    print(f"{text}: {time.monotonic() - begin:.0f} s, {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MiB at most")


@pytest.fixture(scope="session")
def large(tmp_path_factory):
    """A folder of one object, whose holes are most of it."""
    place = tmp_path_factory.mktemp("large")
    with open(place / "object", "wb") as file:
        for begin in range(0, LARGE, 100 << 20):
            file.seek(begin)
            file.write(os.urandom(1 << 20))
        file.truncate(LARGE)
    return place, digest_file(place / "object", "kt128")


@pytest.mark.parametrize("range_size", [16 << 20, 1 << 30])
def test_a_large_object(engine, large, tmp_path, range_size):  # noqa: F811
    begin = time.monotonic()
    assert call("manifest", large[0], tmp_path / "m", "--range-size", range_size, *words_of(engine)) == 0
    told(f"{engine.name}: an object of {LARGE} bytes in ranges of {range_size}", begin)
    [row] = read_manifest(tmp_path / "m").rows
    assert (row.size, row.digest) == (LARGE, large[1])


def test_a_million_objects(tmp_path):
    rows, begin = [], time.monotonic()
    for i in range(MANY):
        path, content = f"{i // 1000:03}/{i:06}", i.to_bytes(4, "big") * (1 + i % 8)
        if i % 1000 == 0:
            (tmp_path / "t" / path).parent.mkdir(parents=True)
        with open(f"{tmp_path}/t/{path}", "wb") as file:
            file.write(content)
        rows.append(Row(path, len(content), None, hashlane.digest("kt128", content)))
    told(f"{MANY} objects are made", begin)
    begin, engine = time.monotonic(), Local(2)  # noqa: F811
    made = make_manifest(Storage(str(tmp_path / "t")), tmp_path / "m", Plan(engine=engine, versions=False))
    engine.close()
    told(f"local: {MANY} objects", begin)
    assert made.root == root_of("kt128", rows)
    begin = time.monotonic()
    assert read_manifest(tmp_path / "m") == made
    told(f"the manifest of {os.path.getsize(tmp_path / 'm')} bytes is read", begin)
    begin = time.monotonic()
    assert call("verify", tmp_path / "m", tmp_path / "t", *QUIET) == 0
    told("verify", begin)
