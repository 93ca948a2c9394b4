// SPDX-License-Identifier: Apache-2.0 OR MIT
// Merkle trees of RFC 9162 s.2.1: a leaf is H(0x00 || data), a node H(0x01 || left || right).

import { bytes, integer } from './check.js';

const half = (n) => Math.floor(n / 2);
const odd = (n) => n % 2 === 1;

// Whether n, which is 1 or more, is a power of two. Math.log2() rounds from 2^49 on.
function isPowerOfTwo(n) {
  let power = 1;
  while (power < n) power *= 2;
  return power === n;
}

function equal(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/**
 * A tree whose levels are kept, above the digests of its leaves. `hash` has digestSize, empty(), leaf(data), leaves(list)
 * and nodes(pairs of digests).
 */
export class Tree {
  #levels;
  #size;
  #digestSize;
  #empty;

  constructor(hash, leafDigests) {
    this.#digestSize = hash.digestSize;
    this.#size = leafDigests.length / hash.digestSize;
    this.#empty = hash.empty();
    this.#levels = [leafDigests];
    for (let n = this.#size; n > 1; n = half(n + 1)) {
      const below = this.#levels.at(-1);
      const level = new Uint8Array(half(n + 1) * this.#digestSize);
      level.set(hash.nodes(below.subarray(0, half(n) * 2 * this.#digestSize)));
      if (odd(n)) level.set(below.subarray((n - 1) * this.#digestSize), half(n) * this.#digestSize);
      this.#levels.push(level);
    }
  }

  get size() { return this.#size; }
  get root() { return this.#size === 0 ? this.#empty : this.#at(this.#levels.length - 1, 0); }

  /** The inclusion proof of leaf `index`: the siblings from the leaf to the root. */
  prove(index) {
    integer(index, 'the index', 0, this.#size - 1);
    const proof = [];
    for (let level = 0, n = this.#size, i = index; n > 1; ++level, n = half(n + 1), i = half(i)) {
      const sibling = odd(i) ? i - 1 : i + 1;
      if (sibling < n) proof.push(this.#at(level, sibling));
    }
    return proof;
  }

  /** The proof that the first `size` leaves are those of an older tree: RFC 9162 s.2.1.4.1. */
  proveConsistency(size) {
    integer(size, 'the size of the older tree', 1, this.#size);
    return size === this.#size ? [] : this.#subproof(size, 0, this.#size, true);
  }

  #subproof(m, first, n, whole) {
    if (m === n) return whole ? [] : [this.#range(first, n)];
    let k = 1;
    while (2 * k < n) k *= 2;
    if (m <= k) return [...this.#subproof(m, first, k, whole), this.#range(first + k, n - k)];
    return [...this.#subproof(m - k, first + k, n - k, false), this.#range(first, k)];
  }

  // The root over n leaves from `first` on, which are all leaves below one node.
  #range(first, n) {
    let level = 0;
    for (let width = 1; width < n; width *= 2) ++level;
    return this.#at(level, first / 2 ** level);
  }

  #at(level, i) {
    return this.#levels[level].slice(i * this.#digestSize, (i + 1) * this.#digestSize);
  }
}

function proofOf(hash, proof) {
  if (!Array.isArray(proof)) throw new TypeError('a proof is an array of digests');
  return proof.map((digest) => bytes(digest, 'a digest of the proof'));
}

// Whether every digest has the size of one. A proof comes from outside: another size is a wrong proof, not an error.
function wellFormed(hash, digests) {
  return digests.every((digest) => digest.length === hash.digestSize);
}

function join(hash, left, right) {
  const pair = new Uint8Array(2 * hash.digestSize);
  pair.set(left);
  pair.set(right, hash.digestSize);
  return hash.nodes(pair);
}

/** Tells whether `leaf` is leaf `index` of the tree of `size` leaves with that root: RFC 9162 s.2.1.3.2. */
export function verifyInclusion(hash, leaf, index, size, proof, root) {
  const path = proofOf(hash, proof);
  const wanted = bytes(root, 'the root');
  const isIndex = Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size;
  if (!isIndex || !wellFormed(hash, [...path, wanted])) return false;
  let fn = index;
  let sn = size - 1;
  let r = hash.leaf(bytes(leaf, 'the leaf'));
  for (const p of path) {
    if (sn === 0) return false;
    if (odd(fn) || fn === sn) {
      r = join(hash, p, r);
      for (; !odd(fn) && fn !== 0; fn = half(fn)) sn = half(sn);
    } else {
      r = join(hash, r, p);
    }
    fn = half(fn);
    sn = half(sn);
  }
  return sn === 0 && equal(r, wanted);
}

/** Tells whether the tree with the older root is the beginning of the newer one: RFC 9162 s.2.1.4.2. */
export function verifyConsistency(hash, olderSize, newerSize, proof, olderRoot, newerRoot) {
  const path = proofOf(hash, proof);
  const older = bytes(olderRoot, 'the older root');
  const newer = bytes(newerRoot, 'the newer root');
  const sizes = [olderSize, newerSize].every((n) => Number.isSafeInteger(n) && n >= 0) && olderSize <= newerSize;
  if (!sizes || !wellFormed(hash, [...path, older, newer])) return false;
  if (olderSize === 0) return false;  // no proof is needed, and none is defined: RFC 9162 s.2.1.4
  if (olderSize === newerSize) return path.length === 0 && equal(older, newer);
  if (isPowerOfTwo(olderSize)) path.unshift(older);
  if (path.length === 0) return false;
  let fn = olderSize - 1;
  let sn = newerSize - 1;
  for (; odd(fn); fn = half(fn)) sn = half(sn);
  let fr = path[0];
  let sr = path[0];
  for (const c of path.slice(1)) {
    if (sn === 0) return false;
    if (odd(fn) || fn === sn) {
      fr = join(hash, c, fr);
      sr = join(hash, c, sr);
      for (; !odd(fn) && fn !== 0; fn = half(fn)) sn = half(sn);
    } else {
      sr = join(hash, sr, c);
    }
    fn = half(fn);
    sn = half(sn);
  }
  return sn === 0 && equal(fr, older) && equal(sr, newer);
}
