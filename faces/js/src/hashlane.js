// SPDX-License-Identifier: Apache-2.0 OR MIT
// All calls over a loaded module. They take effect at once; entry.js has those that load the module first.

import * as aead from './aead.js';
import { Algorithms } from './algorithms.js';
import { bytes, bytesOfEach, integer } from './check.js';
import { Hash } from './hash.js';
import { hkdf, pbkdf2 } from './kdf.js';
import { Tree, verifyConsistency, verifyInclusion } from './merkle.js';
import { chunksOf } from './streams.js';

const NONE = new Uint8Array(0);
const MESSAGE = ['hash', 'xof', 'mac'];

export class Hashlane {
  #memory;
  #algorithms;

  constructor(memory) {
    this.#memory = memory;
    this.#algorithms = new Algorithms(memory);
  }

  /** "simd128", or "baseline" in the build without SIMD. */
  get target() {
    const address = this.#memory.call.hashlane_target();
    return this.#memory.text(address, this.#memory.view.indexOf(0, address) - address);
  }

  names() {
    return this.#algorithms.names();
  }

  info(name) {
    const { number, reads, customizedLast, ...told } = this.#algorithms.find(name);
    return told;
  }

  create(name, options = {}) {
    return new Hash(this.#memory, this.#algorithms.find(name, ...MESSAGE), options);
  }

  digest(name, data, options = {}) {
    const message = bytes(data, 'the data');
    return this.#once(name, options, (hash) => hash.update(message).digest());
  }

  mac(name, key, data, options = {}) {
    this.#algorithms.find(name, 'mac');
    return this.digest(name, data, { ...options, key });
  }

  verify(name, key, data, tag, options = {}) {
    this.#algorithms.find(name, 'mac');
    const message = bytes(data, 'the data');
    return this.#once(name, { ...options, key }, (mac) => mac.update(message).verify(tag));
  }

  /** The digest of a stream: of chunks that are not all in memory at the same time. */
  async digestStream(name, stream, options = {}) {
    const hash = this.create(name, options);
    try {
      for await (const chunk of chunksOf(stream, this.#algorithms.find(name).elements)) hash.update(chunk);
      return hash.digest();
    } finally {
      hash.free();
    }
  }

  digestMany(name, messages, options = {}) {
    const all = bytesOfEach(messages, 'message', 'the messages');
    return this.#once(name, options, (hash) => {
      const { buffer } = hash.many(all);
      const { digestSize } = hash;
      return all.map((_, i) => new Uint8Array(buffer, i * digestSize, digestSize));
    });
  }

  digestRows(name, data, rowSize, options = {}) {
    const rows = bytes(data, 'the data');
    integer(rowSize, 'the size of a row', 1, 2 ** 31 - 1);
    if (rows.length % rowSize !== 0) throw new RangeError(`${rows.length} bytes are no rows of ${rowSize} bytes`);
    return this.#once(name, options, (hash) => hash.rows(rows, rowSize));
  }

  seal(name, key, nonce, text, associatedData = NONE, options = {}) {
    return aead.seal(this.#memory, this.#algorithms.find(name, 'aead'), key, nonce, text, associatedData, options);
  }

  open(name, key, nonce, sealed, associatedData = NONE, options = {}) {
    return aead.open(this.#memory, this.#algorithms.find(name, 'aead'), key, nonce, sealed, associatedData, options);
  }

  hkdf(hash, key, salt, info, length) {
    const { digestSize } = this.#algorithms.find(`hkdf-${hash}`, 'kdf');
    const tag = (secret, ...parts) => {
      const take = (mac) => parts.reduce((absorbed, part) => absorbed.update(part), mac).digest();
      return this.#once(`hmac-${hash}`, { key: secret }, take);
    };
    return hkdf(tag, digestSize, key, salt, info, length);
  }

  pbkdf2(hash, password, salt, iterations, length) {
    return pbkdf2(this.#memory, this.#algorithms.find(`pbkdf2-${hash}`, 'kdf'), password, salt, iterations, length);
  }

  merkleTree(name, leaves) {
    return new Tree(this.#nodes(name), this.leafDigests(name, leaves));
  }

  /** The digests of leaves, one after the other. */
  leafDigests(name, leaves) {
    return this.#nodes(name).leaves(bytesOfEach(leaves, 'leaf', 'the leaves'));
  }

  /** A tree out of the digests of its leaves. */
  merkleTreeOf(name, leafDigests) {
    const nodes = this.#nodes(name);
    const digests = bytes(leafDigests, 'the digests of leaves').slice();
    if (digests.length % nodes.digestSize !== 0) {
      throw new RangeError(`${digests.length} bytes are no digests of ${nodes.digestSize} bytes`);
    }
    return new Tree(nodes, digests);
  }

  verifyInclusion(name, leaf, index, size, proof, root) {
    return verifyInclusion(this.#nodes(name), leaf, index, size, proof, root);
  }

  verifyConsistency(name, olderSize, newerSize, proof, olderRoot, newerRoot) {
    return verifyConsistency(this.#nodes(name), olderSize, newerSize, proof, olderRoot, newerRoot);
  }

  // Returns f(hash) of a fresh hash, which is wiped if it held a key.
  #once(name, options, f) {
    const hash = new Hash(this.#memory, this.#algorithms.find(name, ...MESSAGE), options, { brief: true });
    try {
      return f(hash);
    } finally {
      hash.free();
    }
  }

  // The digests of a tree. A message of a leaf begins with a byte 0, that of a node with a byte 1.
  #nodes(name) {
    const { digestSize, elements } = this.#algorithms.find(name, 'hash', 'xof');
    if (elements) throw new TypeError(`${name} hashes tuples: it has no Merkle trees`);
    const behind = (first, f) => this.#once(name, {}, (hash) => f(hash.update(Uint8Array.of(first))));
    return {
      digestSize,
      empty: () => this.digest(name, NONE),
      leaf: (data) => behind(0, (hash) => hash.update(data).digest()),
      leaves: (all) => behind(0, (hash) => hash.many(all)),
      nodes: (pairs) => behind(1, (hash) => hash.rows(pairs, 2 * digestSize)),
    };
  }
}
