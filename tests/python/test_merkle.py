# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Merkle trees against RFC 9162 written down in Python over hashlib, and the proofs of transparency-dev."""
import base64
import hashlib
import random

import numpy
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hashlane
from tally import TALLY
from vectors import path, read_json

HASHES = {"sha256": hashlib.sha256, "sha3-256": hashlib.sha3_256, "sha512": hashlib.sha512, "sha384": hashlib.sha384,
          "sha224": hashlib.sha224}


class Log:
    """RFC 9162 s.2.1.1, s.2.1.3.1, s.2.1.4.1, as recursive as they stand there."""

    def __init__(self, name):
        self.hash = lambda m: HASHES[name](m).digest()

    @staticmethod
    def split(n):
        return 1 << (n - 1).bit_length() - 1

    def root(self, d):
        if not d:
            return self.hash(b"")
        if len(d) == 1:
            return self.hash(b"\0" + d[0])
        k = self.split(len(d))
        return self.hash(b"\1" + self.root(d[:k]) + self.root(d[k:]))

    def path(self, m, d):
        if len(d) == 1:
            return b""
        k = self.split(len(d))
        return self.path(m, d[:k]) + self.root(d[k:]) if m < k else self.path(m - k, d[k:]) + self.root(d[:k])

    def subproof(self, m, d, complete=True):
        if m == len(d):
            return b"" if complete else self.root(d)
        k = self.split(len(d))
        if m <= k:
            return self.subproof(m, d[:k], complete) + self.root(d[k:])
        return self.subproof(m - k, d[k:], False) + self.root(d[:k])


def leaves_of(n):
    return [bytes([i % 256]) * (i % 70) for i in range(n)]


@pytest.mark.parametrize("name", HASHES)
@pytest.mark.parametrize("n", [0, 1, 2, 3, 7, 8, 9, 33])
def test_rfc9162(name, n):
    leaves, log = leaves_of(n), Log(name)
    tree = hashlane.MerkleTree(leaves, name)
    assert tree.root == log.root(leaves) == hashlane.merkle_root(leaves, name, threads=2)
    assert (tree.size, tree.name, tree.scheme, tree.digest_size) == (n, name, "rfc9162", len(tree.root))
    assert list(tree.leaf_digests) == [log.root([leaf]) for leaf in leaves]
    for i, leaf in enumerate(leaves):
        assert tree.prove(i) == log.path(i, leaves)
        assert hashlane.merkle_verify(tree.root, leaf, i, n, tree.prove(i), name) is None
        hashlane.merkle_verify(tree.root, log.root([leaf]), i, n, tree.prove(i), name, hashed=True)
    for m in range(1, n + 1):
        proof, first = tree.prove_consistency(m), log.root(leaves[:m])
        assert proof == log.subproof(m, leaves)
        assert hashlane.merkle_verify_consistency(first, tree.root, m, n, proof, name) is None


@settings(max_examples=40)
@given(st.lists(st.binary(max_size=80), min_size=1, max_size=60), st.sampled_from([1, 2, 0]), st.data())
def test_any_leaves(leaves, threads, data):
    tree, log = hashlane.MerkleTree(iter(leaves), threads=threads), Log("sha256")
    i = data.draw(st.integers(0, len(leaves) - 1))
    assert (tree.root, tree.prove(i)) == (log.root(leaves), log.path(i, leaves))


def test_forms():
    table = numpy.arange(300 * 32, dtype="u2").astype("u1").reshape(300, 32)
    rows = [row.tobytes() for row in table]
    root = Log("sha256").root(rows)
    column = pa.array(rows)
    for leaves in (rows, tuple(rows), iter(rows), table, column, column.cast(pa.binary(32)),
                   pa.chunked_array([column[:7], column[7:]]), [bytearray(row) for row in rows]):
        assert hashlane.MerkleTree(leaves, threads=2).root == root
    assert hashlane.merkle_root(table.tobytes(), width=32) == root
    assert hashlane.merkle_root(b"", width=32) == hashlane.merkle_root(pa.array([], pa.binary())) == Log("sha256").root([])


def test_long_leaves_and_large_trees():
    random.seed(9162)
    leaves = [random.randbytes(5000) for _ in range(5)] + [random.randbytes(9) for _ in range(3000)]
    tree, log = hashlane.MerkleTree(leaves, threads=2), Log("sha256")
    assert tree.root == log.root(leaves)
    for i in (0, 3, 2999, 3004):
        assert tree.prove(i) == log.path(i, leaves)
        hashlane.merkle_verify(tree.root, leaves[i], i, 3005, tree.prove(i))


def filled_up(level, arity, node, zero):
    """A tree whose leaves are filled up with zero digests to a power of the arity."""
    size = 1
    while size < len(level):
        size *= arity
    level = level + [zero] * (size - len(level))
    while len(level) > 1:
        level = [node(level[i:i + arity]) for i in range(0, len(level), arity)]
    return level[0]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 16, 17, 30])
def test_other_schemes(n):
    def sha(m):
        return hashlib.sha256(m).digest()
    leaves = leaves_of(n)
    level = [sha(leaf) for leaf in leaves]
    for scheme, arity in (("plain", 2), ("plain4", 4)):
        tree = hashlane.MerkleTree(leaves, scheme=scheme)
        assert tree.root == filled_up(level, arity, lambda d: sha(b"".join(d)), bytes(32))
        for i, leaf in enumerate(leaves):
            hashlane.merkle_verify(tree.root, leaf, i, n, tree.prove(i), scheme=scheme)
        with pytest.raises(ValueError, match="no consistency proofs"):
            tree.prove_consistency(1)
    tree = hashlane.MerkleTree(leaves, "keccak-256", "sorted-pairs")
    for i, leaf in enumerate(leaves):
        at, proof = hashlane.digest("keccak-256", leaf), tree.prove(i)
        for k in range(0, len(proof), 32):
            at = hashlane.digest("keccak-256", b"".join(sorted([at, proof[k:k + 32]])))
        assert at == tree.root
        hashlane.merkle_verify(tree.root, leaf, i, n, proof, "keccak-256", "sorted-pairs")


def test_tampered():
    leaves = leaves_of(11)
    tree = hashlane.MerkleTree(leaves)
    root, proof = tree.root, tree.prove(5)
    flipped = proof[:-1] + bytes([proof[-1] ^ 1])
    for arguments, reason in [((root, b"other", 5, 11, proof), "to another root"), ((root, leaves[5], 4, 11, proof), "another root"),
                              ((root, leaves[5], 5, 11, flipped), "another root"), ((bytes(32), leaves[5], 5, 11, proof), "another root"),
                              ((root, leaves[5], 5, 11, proof[:-32]), "too few"), ((root, leaves[5], 5, 11, proof + bytes(32)), "too many"),
                              ((root, leaves[5], 5, 11, proof[:-1]), "whole digests"), ((root, leaves[5], 11, 11, proof), "past the last"),
                              ((root, leaves[5], 0, 0, b""), "without leaves"), ((root[:-1], leaves[5], 5, 11, proof), "wrong size")]:
        with pytest.raises(hashlane.InvalidProof, match=reason):
            hashlane.merkle_verify(*arguments)
    inner = hashlib.sha256(b"\1" + tree.leaf_digests[4] + tree.leaf_digests[5]).digest()
    with pytest.raises(hashlane.InvalidProof):  # an inner node is no leaf
        hashlane.merkle_verify(root, b"\1" + tree.leaf_digests[4] + tree.leaf_digests[5], 2, 6, proof[32:])
    assert hashlane.merkle_verify(root, inner, 2, 6, proof[32:], hashed=True) is None  # given as a digest nothing can tell
    first, proof = hashlane.merkle_root(leaves[:6]), tree.prove_consistency(6)
    for arguments, reason in [((root, root, 6, 11, proof), "first tree"), ((first, first, 6, 11, proof), "another root"),
                              ((first, root, 0, 11, b""), "proves nothing"), ((first, root, 12, 11, proof), "larger"),
                              ((first, root, 6, 11, proof[:-32]), "too few"), ((first, root, 6, 11, proof + root), "too many")]:
        with pytest.raises(hashlane.InvalidProof, match=reason):
            hashlane.merkle_verify_consistency(*arguments)


TREE = hashlane.MerkleTree([b"a", b"b"])


@pytest.mark.parametrize("call, error, reason", [
    (lambda: TREE.prove(2), IndexError, "past the last leaf"),
    (lambda: TREE.prove(-1), ValueError, "index must be in 0..18446744073709551615, not -1"),
    (lambda: TREE.prove("1"), TypeError, "integer"),
    (lambda: hashlane.MerkleTree([]).prove(0), ValueError, "without leaves"),
    (lambda: TREE.prove_consistency(0), ValueError, "proves nothing"),
    (lambda: TREE.prove_consistency(3), ValueError, "larger"),
    (lambda: hashlane.MerkleTree([b""], "md5"), ValueError, "no such algorithm"),
    (lambda: hashlane.MerkleTree([b""], "hmac-sha256"), ValueError, "no Merkle trees: hmac-sha256 needs a key"),
    (lambda: hashlane.MerkleTree([b""], "tuplehash128"), ValueError, "tuples"),
    (lambda: hashlane.MerkleTree([b""], "ascon-aead128"), ValueError, "is an AEAD, not a hash"),
    (lambda: hashlane.MerkleTree([b""], scheme="rfc6962"), ValueError, "no such scheme"),
    (lambda: hashlane.MerkleTree([b""], scheme=3), TypeError, "string"),
    (lambda: hashlane.MerkleTree([b"", "text"]), TypeError, "encoded"),
    (lambda: hashlane.MerkleTree("text"), TypeError, "leaves: a list of bytes-like objects is required, not str"),
    (lambda: hashlane.MerkleTree(b"text"), TypeError, "width="),
    (lambda: hashlane.MerkleTree(bytes(5), width=2), ValueError, "whole rows"),
    (lambda: hashlane.MerkleTree(pa.array([b"a", None])), ValueError, "null"),
    (lambda: hashlane.MerkleTree([b""], threads=-1), ValueError, "threads must be in 0..1024, not -1"),
    (lambda: hashlane.MerkleTree(), TypeError, "leaves"),
    (lambda: hashlane.merkle_verify(b"", b"", -1, 1, b""), ValueError, "index must be in"),
    (lambda: hashlane.merkle_verify(b"", b"", 0, 2**64, b""), ValueError, "size must be in"),
    (lambda: hashlane.merkle_verify(b"", "", 0, 1, b""), TypeError, "leaf: strings"),
])
def test_errors(call, error, reason):
    with pytest.raises(error, match=reason) as caught:
        call()
    assert not isinstance(caught.value, hashlane.InvalidProof)


def vectors(kind):
    files = sorted(path(f"merkle/transparency-dev/{kind}").rglob("*.json"))
    assert len(files) == 98
    for file in files:
        yield file, read_json(file)


def accepted(verify, *roots_and_numbers, proof, **more):
    digests = [base64.b64decode(digest) for digest in proof or []]
    if any(len(digest) != 32 for digest in digests):
        return False  # they are told one after the other here
    try:
        return verify(*roots_and_numbers, b"".join(digests), **more) is None
    except hashlane.InvalidProof:
        return False


def test_transparency_dev_inclusion(target):
    for file, v in vectors("inclusion"):
        root, leaf = base64.b64decode(v["root"]), base64.b64decode(v["leafHash"])
        found = accepted(hashlane.merkle_verify, root, leaf, v["leafIdx"], v["treeSize"], proof=v["proof"], hashed=True)
        assert found == (not v["wantErr"]), file
        TALLY.add("merkle", file, 1)


def test_transparency_dev_consistency(target):
    for file, v in vectors("consistency"):
        # Where any root would do these files have bytes that are no digest, which are refused for their size.
        roots = [r if len(r) == 32 else hashlib.sha256(r).digest() for r in (base64.b64decode(v["root1"]), base64.b64decode(v["root2"]))]
        found = accepted(hashlane.merkle_verify_consistency, *roots, v["size1"], v["size2"], proof=v["proof"])
        assert found == (not v["wantErr"]), file
        TALLY.add("merkle", file, 1)
