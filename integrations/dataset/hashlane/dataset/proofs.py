# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Proofs that an object is in a data set: plain values that JSON can hold, checked against a root alone."""
import bisect

import hashlane

from .rows import LARGEST_OBJECT, TREE_HASH, Refused, Row, check_algorithm, check_row, leaf, read_root

FORMAT = 1
MOST_DIGESTS = 64
KEYS = {"hashlane_dataset_proof", "algorithm", "path", "size", "version", "digest", "index", "proof"}


def prove(manifest, path):
    """The proof for the object of that path. Refused: the manifest has no such object."""
    rows = manifest.rows
    index = bisect.bisect_left(rows, path.encode(), key=lambda row: row.path.encode())
    if index == len(rows) or rows[index].path != path:
        raise Refused(f"the manifest has no object {path!r}")
    row = rows[index]
    tree = hashlane.MerkleTree([leaf(manifest.algorithm, each) for each in rows], TREE_HASH)
    return {"hashlane_dataset_proof": FORMAT, "algorithm": manifest.algorithm, "path": row.path, "size": row.size,
            "version": row.version, "digest": row.digest.hex(), "index": index, "proof": tree.prove(index).hex()}


def hex_of(proof, key, most):
    text = proof[key]
    if not isinstance(text, str) or len(text) > 2 * most:
        raise Refused(f"the proof: {key} is no text of at most {2 * most} digits")
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise Refused(f"the proof: {key} is not hexadecimal") from None


def verify_proof(root, proof):
    """Returns the row that a proof from outside is about. Refused: the proof does not fit the root, and why."""
    count, digest = read_root(root)
    if not isinstance(proof, dict) or set(proof) != KEYS or proof["hashlane_dataset_proof"] != FORMAT:
        raise Refused(f"this is no proof of format {FORMAT}")
    size, index = check_algorithm(proof["algorithm"]), proof["index"]
    if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index <= LARGEST_OBJECT:
        raise Refused("the proof: index is no number of a row")
    row = check_row(Row(proof["path"], proof["size"], proof["version"], hex_of(proof, "digest", size)), size)
    path = hex_of(proof, "proof", 32 * MOST_DIGESTS)
    try:
        hashlane.merkle_verify(digest, leaf(proof["algorithm"], row), index, count, path, TREE_HASH)
    except hashlane.InvalidProof as error:
        raise Refused(f"the proof: {error}") from None
    return row
