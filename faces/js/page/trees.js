// SPDX-License-Identifier: Apache-2.0 OR MIT
// Merkle trees of RFC 9162 as jobs of a worker.

import { joined } from '../src/joined.js';
import { piecesOf, withFile } from '../src/sources.js';

/** The digests of the leaves of a file from `from` to `to`, which are its chunks of `chunk` bytes. */
export function leaves(hashlane, { source, name, chunk, from, to }, done) {
  return withFile(source, async (file) => {
    const parts = [];
    for await (const piece of piecesOf(file, from, to, Math.max(1, Math.floor(2 ** 22 / chunk)) * chunk)) {
      const list = [];
      for (let at = 0; at < piece.length; at += chunk) list.push(piece.subarray(at, at + chunk));
      parts.push(hashlane.leafDigests(name, list));
      done(piece.length);
    }
    return joined(parts);
  });
}

/** The root over leaves whose digests are in `parts`, and the proof of one of them unless `index` is null. */
export function tree(hashlane, { name, parts, index }) {
  const made = hashlane.merkleTreeOf(name, joined(parts));
  return { root: made.root, leaves: made.size, proof: index === null ? null : made.prove(index) };
}

/** The digests of leaves that are given. */
export function leavesOf(hashlane, { name, list }) {
  return hashlane.leafDigests(name, list);
}

export function verifies(hashlane, { name, leaf, index, leaves: count, proof, root }) {
  return hashlane.verifyInclusion(name, leaf, index, count, proof, root);
}
