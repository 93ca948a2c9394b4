# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The root of rows that several nodes hold, each a run of them: a node makes subtrees of its rows, and one node makes the root
out of these."""
import hashlane

from .rows import TREE_HASH, leaf


def subtrees_of(algorithm, rows, first):
    """[(root, number of rows)] of the rows with the numbers `first`, `first` + 1, ... of a data set, in their order. Each is
    a complete subtree of the RFC 9162 tree, with 2^k rows whose first number is a multiple of 2^k. There are at most
    2 log2(n) + 1 of n rows."""
    out, done = [], 0
    while done < len(rows):
        place, left = first + done, len(rows) - done
        count = 1 << (left.bit_length() - 1)
        if place:
            count = min(count, place & -place)
        leaves = [leaf(algorithm, row) for row in rows[done:done + count]]
        out.append((hashlane.merkle_root(leaves, TREE_HASH), count))
        done += count
    return out


def root_of_subtrees(subtrees):
    """The text of the root, as root_of(), of the subtrees of all rows in their order. Memory: one digest for each level of
    the tree. ValueError: a subtree does not fit to those before it."""
    stream = hashlane.MerkleStream(TREE_HASH)
    for root, count in subtrees:
        stream.push_subtree(root, count)
    return f"{stream.size}:{stream.root.hex()}"
