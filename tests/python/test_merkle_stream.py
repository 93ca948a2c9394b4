# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Merkle trees that take their time: leaves one after the other, and news of a long build."""
import threading

import numpy
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hashlane

SCHEMES = ("rfc9162", "plain", "plain4", "sorted-pairs")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", ["sha256", "sha3-384", "sha512", "sha224", "kt128"])
def test_one_after_the_other(name, scheme):
    stream, leaves = hashlane.MerkleStream(name, scheme), [bytes([i]) * (i % 70) for i in range(100)]
    assert (stream.name, stream.scheme, stream.digest_size) == (name, scheme, len(stream.root))
    for n, leaf in enumerate(leaves):
        assert (stream.root, stream.size) == (hashlane.merkle_root(leaves[:n], name, scheme), n)
        stream.push(leaf)
    copy = stream.copy()
    copy.push(b"one more")
    assert stream.root == hashlane.MerkleTree(leaves, name, scheme).root != copy.root
    assert copy.root == hashlane.merkle_root(leaves + [b"one more"], name, scheme)


@settings(max_examples=60)
@given(st.sampled_from(SCHEMES), st.lists(st.lists(st.binary(max_size=40), max_size=40), max_size=6), st.sampled_from([1, 2, 0]))
def test_batches(scheme, batches, threads):
    stream, whole = hashlane.MerkleStream(scheme=scheme), []
    for batch in batches:
        stream.extend(batch, threads=threads)
        whole += batch
        assert (stream.root, stream.size) == (hashlane.merkle_root(whole, scheme=scheme), len(whole))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_too_many_leaves(scheme):
    stream, step = hashlane.MerkleStream(scheme=scheme), 2 if scheme == "plain4" else 1
    for shift in range(64 - step, -1, -step):
        for _ in range(2 ** step - 1):
            last = stream.copy()
            stream.push_subtree(bytes(32), 1 << shift)
    assert stream.size == 2 ** 64 - 1
    root = stream.root
    for more in (lambda: stream.push(b""), lambda: stream.extend([b""]), lambda: last.extend([b"", b""])):
        with pytest.raises(ValueError, match="a tree has at most 2\\*\\*64 - 1 leaves"):
            more()
    with pytest.raises(ValueError, match="power of the arity"):
        stream.push_subtree(bytes(32), 1)
    stream.extend([])
    last.push(b"")
    assert (stream.root, stream.size, last.size) == (root, 2 ** 64 - 1, 2 ** 64 - 1)


def test_forms():
    table = numpy.arange(300 * 32, dtype="u2").astype("u1").reshape(300, 32)
    rows, stream = [row.tobytes() for row in table], hashlane.MerkleStream()
    for leaves in (rows, tuple(rows), iter(rows), table, pa.array(rows), pa.chunked_array([rows[:7], rows[7:]])):
        stream.extend(leaves, threads=2)
    stream.extend(table.tobytes(), width=32)
    assert stream.root == hashlane.merkle_root(rows * 7) and stream.size == 2100


def test_many_leaves():
    data = numpy.arange(300_000, dtype="<u4").tobytes()
    stream = hashlane.MerkleStream()
    for n in (0, 1, 1023, 70_000, 228_976):
        stream.extend(data[4 * stream.size:][:4 * n], width=4, threads=2)
    assert stream.root == hashlane.merkle_root(data, width=4)


def test_threads_on_one_stream():
    stream = hashlane.MerkleStream()
    workers = [threading.Thread(target=lambda: [(stream.push(b"x" * 3000), stream.extend([b"x" * 3000] * 5), stream.root)
                                                for _ in range(50)]) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert stream.root == hashlane.merkle_root([b"x" * 3000] * 1200) and stream.size == 1200


@pytest.mark.parametrize("call, error, reason", [
    (lambda s: hashlane.MerkleStream("md5"), ValueError, "no such algorithm"),
    (lambda s: hashlane.MerkleStream("hmac-sha256"), ValueError, "no Merkle trees"),
    (lambda s: hashlane.MerkleStream("sha256", "round"), ValueError, "no such scheme"),
    (lambda s: s.push("text"), TypeError, "leaf: strings must be encoded"),
    (lambda s: s.push([1]), TypeError, "bytes-like"),
    (lambda s: s.extend(b"abc"), TypeError, "width="),
    (lambda s: s.extend(["text"]), TypeError, "encoded"),
    (lambda s: s.extend(pa.array([b"a", None])), ValueError, "null"),
    (lambda s: s.extend([b""], threads=-1), ValueError, "threads must be in 0..1024, not -1"),
])
def test_errors(call, error, reason):
    stream = hashlane.MerkleStream()
    with pytest.raises(error, match=reason):
        call(stream)
    assert stream.size == 0


# ---- progress

DATA = bytes(2 * 200_000)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("build", [hashlane.MerkleTree, hashlane.merkle_root])
def test_progress(build, scheme):
    told = []
    made = build(DATA, scheme=scheme, width=2, threads=2, progress=lambda *news: told.append(news))
    assert getattr(made, "root", made) == hashlane.merkle_root(DATA, scheme=scheme, width=2)
    dones, totals = zip(*told)
    assert len(told) >= 6 and len(set(totals)) == 1 and dones[-1] == totals[0]
    assert list(dones) == sorted(set(dones))
    assert totals[0] > 200_000 and dones[0] <= 1 << 16


@pytest.mark.parametrize("leaves, most", [([], []), ([b"a"], [(1, 1)]), ([b"a"] * 3, [(3, 6), (4, 6), (5, 6), (6, 6)])])
def test_progress_of_small_trees(leaves, most):
    told = []
    hashlane.MerkleTree(leaves, progress=lambda *news: told.append(news))
    assert told[-1:] == most[-1:] and set(told) <= set(most)


def test_progress_of_columns():
    """How many leaves a stream of Arrow has is not known before its end."""
    told = []
    column = pa.chunked_array([[b"a"] * 5, [b"b"] * 3])
    root = hashlane.merkle_root(column, progress=lambda *news: told.append(news))
    assert root == hashlane.merkle_root([b"a"] * 5 + [b"b"] * 3)
    assert told[:2] == [(5, None), (8, None)] and told[-1] == (15, 15)


@pytest.mark.parametrize("leaves, width", [(DATA, 2), ([b"a"] * 200_000, None), (pa.array([b"a"] * 200_000), None)])
def test_what_progress_raises_ends_the_build(leaves, width):
    told = []
    hashlane.merkle_root(leaves, width=width, progress=lambda *news: told.append(news))

    class Enough(Exception):
        pass
    for last in range(1, len(told) + 1):
        calls = []

        def progress(done, total):
            calls.append(done)
            if len(calls) == last:
                raise Enough(done)
        with pytest.raises(Enough, match=f"^{told[last - 1][0]}$"):
            hashlane.MerkleTree(leaves, width=width, progress=progress)
        assert len(calls) == last


def test_long_leaves_are_told_of_often():
    told = []
    hashlane.merkle_root([bytes(9 << 20)] * 4, progress=lambda *news: told.append(news))
    assert told[:2] == [(2, 7), (4, 7)]


def test_progress_may_use_the_library():
    roots = []
    hashlane.MerkleTree(DATA, width=2, progress=lambda done, total: roots.append(hashlane.merkle_root([b"%d" % done], threads=2)))
    assert len(set(roots)) == len(roots) > 5


def test_progress_is_callable():
    with pytest.raises(TypeError, match="progress must be callable"):
        hashlane.MerkleTree([b""], progress=3)
    assert hashlane.MerkleTree([b""], progress=None).size == 1
