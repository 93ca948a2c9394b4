# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One message in ranges: the digest of the message in one piece, in any order of the ranges, and every refusal."""
import concurrent.futures
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hashlane

CHUNK = 8192
TREES = ("kt128", "kt256", "parallelhash128", "parallelhash256", "parallelhashxof128", "parallelhashxof256")
MESSAGE = bytes(i * 7 % 251 for i in range(5 * CHUNK + 100))


def exported(ranges, cuts, message):
    ends = cuts[1:] + [len(message)]
    return [ranges.leaves(begin, message[begin:end]) for begin, end in zip(cuts, ends)]


def add_in_any_order(ranges, all_ranges):
    early = {}
    for one in all_ranges:
        early[ranges.place(one)] = one
        while ranges.next in early:
            ranges.add(early.pop(ranges.next))
    return ranges.whole()


@pytest.mark.parametrize("name", TREES)
def test_every_order(name):
    ranges = hashlane.Ranges(name, len(MESSAGE), customization=b"text")
    assert (ranges.name, ranges.message_size, ranges.chunk_size) == (name, len(MESSAGE), CHUNK)
    assert (ranges.next, ranges.complete) == (0, False)
    parts = exported(ranges, [0, CHUNK, 4 * CHUNK], MESSAGE)
    for order in itertools.permutations(parts):
        tree = add_in_any_order(ranges.copy(), order)
        assert tree.digest(70) == hashlane.digest(name, MESSAGE, 70, customization=b"text")
        tree.update(b"more")
        assert tree.digest() == hashlane.digest(name, MESSAGE + b"more", customization=b"text")


@settings(max_examples=100)
@given(st.sampled_from(TREES[2:]), st.binary(max_size=60), st.integers(1, 20), st.sets(st.integers(1, 60)), st.randoms())
def test_every_cutting(name, message, block, cuts, random):
    ranges = hashlane.Ranges(name, len(message), parallel_block=block)
    places = [0, *sorted(cut * block for cut in cuts if cut * block < len(message))]
    parts = exported(ranges, places, message)
    random.shuffle(parts)
    assert add_in_any_order(ranges, parts).digest() == hashlane.digest(name, message, parallel_block=block)
    assert ranges.complete and ranges.next == len(message)


def test_threads_share_an_object():
    message = MESSAGE * 40
    ranges = hashlane.Ranges("kt128", len(message))
    places = range(0, len(message), 16 * CHUNK)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda at: ranges.leaves(at, memoryview(message)[at:at + 16 * CHUNK], threads=2), places))
        assert sorted(pool.map(ranges.place, parts)) == list(places)
    assert add_in_any_order(ranges, parts).digest() == hashlane.kt128(message).digest()


def test_sizes():
    ranges = hashlane.Ranges("kt256", len(MESSAGE))
    assert len(ranges.leaves(0, MESSAGE)) == 104 + 208 + 4 * 64 + 208
    assert len(ranges.leaves(CHUNK, MESSAGE[CHUNK:3 * CHUNK])) == 104 + 2 * 64
    far = hashlane.Ranges("kt128", 2**40 + 5)
    part = far.leaves(2**40, b"abcde")
    assert (len(part), far.place(part)) == (104 + 208, 2**40)


RANGES = hashlane.Ranges("kt128", len(MESSAGE))
FIRST, SECOND = exported(RANGES, [0, CHUNK], MESSAGE)[0], RANGES.leaves(CHUNK, MESSAGE[CHUNK:2 * CHUNK])


def of(*args, **more):
    return hashlane.Ranges(*args, **more).leaves(0, MESSAGE[:CHUNK])


@pytest.mark.parametrize("call, reason", [
    (lambda r: r.add(RANGES.leaves(2 * CHUNK, MESSAGE[2 * CHUNK:])), "a range is missing, or comes later"),
    (lambda r: r.add(FIRST), "added already"),
    (lambda r: r.add(RANGES.leaves(0, MESSAGE)), "a part of the range was added already"),
    (lambda r: r.add(b""), "no exported range"),
    (lambda r: r.add(b"HLR\2" + SECOND[4:]), "another version"),
    (lambda r: r.add(SECOND[:-1]), "damaged"),
    (lambda r: r.place(SECOND[:100] + b"\0" + SECOND[101:]), "damaged"),
    (lambda r: r.add(of("kt256", len(MESSAGE))), "another algorithm"),
    (lambda r: r.add(of("kt128", len(MESSAGE) + 1)), "another length"),
    (lambda r: r.add(of("kt128", len(MESSAGE), customization=b"x")), "another customization string"),
    (lambda r: hashlane.Ranges("parallelhash128", len(MESSAGE), parallel_block=4096).add(of("parallelhash128", len(MESSAGE))),
     "chunks of another size"),
    (lambda r: r.leaves(1, MESSAGE[:CHUNK]), "no multiple of the size of a chunk"),
    (lambda r: r.leaves(0, MESSAGE[:5]), "ends within a chunk"),
    (lambda r: r.leaves(0, b""), "has no bytes"),
    (lambda r: r.leaves(5 * CHUNK, MESSAGE[:101]), "behind the end"),
    (lambda r: r.leaves(2**64 - 8192, MESSAGE[:CHUNK]), "behind the end"),
    (lambda r: r.whole(), "ranges are missing"),
])
def test_refused(call, reason):
    ranges = RANGES.copy()
    ranges.add(FIRST)
    with pytest.raises(hashlane.InvalidRange, match=reason):
        call(ranges)
    assert (ranges.next, ranges.complete) == (CHUNK, False)
    ranges.add(SECOND)


@pytest.mark.parametrize("call, error, reason", [
    (lambda: hashlane.Ranges("sha256", 0), ValueError, "sha256: the algorithm has no ranges"),
    (lambda: hashlane.Ranges("kt129", 0), ValueError, "did you mean|no such algorithm"),
    (lambda: hashlane.Ranges("kt128", 2**63), ValueError, "message_size must be"),
    (lambda: hashlane.Ranges("kt128", 1, parallel_block=8), TypeError, "kt128 takes no block size"),
    (lambda: hashlane.Ranges("kt128", 1, customization=bytes(257)), ValueError, "customization"),
    (lambda: hashlane.Ranges("kt128", 1, key=b"k"), TypeError, "key"),
    (lambda: RANGES.add("text"), TypeError, "encoded"),
    (lambda: RANGES.leaves(0, "text"), TypeError, "encoded"),
])
def test_wrong_calls(call, error, reason):
    with pytest.raises(error, match=reason):
        call()


def test_an_empty_message():
    ranges = hashlane.Ranges("kt128", 0)
    part = ranges.leaves(0, b"")
    ranges.add(part)
    assert ranges.whole().digest() == hashlane.kt128().digest()
    with pytest.raises(hashlane.InvalidRange, match="added already"):
        ranges.add(part)


@pytest.mark.parametrize("scheme, arity", [("rfc9162", 2), ("plain", 2), ("plain4", 4), ("sorted-pairs", 2)])
def test_subtrees(scheme, arity):
    leaves = [bytes([i]) for i in range(70)]
    stream, size = hashlane.MerkleStream(scheme=scheme), arity ** 2
    while stream.size + size <= len(leaves):
        part = leaves[stream.size:stream.size + size]
        stream.push_subtree(hashlane.merkle_root(part, scheme=scheme), size)
    for count in (0, 3, size * arity ** 9):
        with pytest.raises(ValueError, match="power of the arity"):
            stream.push_subtree(bytes(32), count)
    with pytest.raises(ValueError, match="root has 31 bytes; a digest has 32"):
        stream.push_subtree(bytes(31), 1)
    stream.extend(leaves[stream.size:])
    assert stream.root == hashlane.merkle_root(leaves, scheme=scheme)
