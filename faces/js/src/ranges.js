// SPDX-License-Identifier: Apache-2.0 OR MIT
// One file of KangarooTwelve in ranges (RFC 9861 s.3.2 and s.3.3). The message and the customization string with its length
// are cut into chunks of 8192 bytes. The root node holds the first chunk and the chaining values of the others.

import { bytes } from './check.js';
import { joined } from './joined.js';
import { piecesOf, withFile } from './sources.js';

export const CHUNK = 8192;
const TREES = {
  kt128: { node: 'turboshake128', valueSize: 32 },
  kt256: { node: 'turboshake256', valueSize: 64 },
};
const LEAF = 0x0b;  // domain bytes
const ROOT = 0x06;
const BEHIND_FIRST = Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 0);
const END = Uint8Array.of(0xff, 0xff);
const NONE = new Uint8Array(0);

/** Tells whether a digest can be made out of ranges. */
export function hasRanges(name, options) {
  const known = Object.keys(options).every((option) => option === 'customization' || option === 'length');
  return known && Object.hasOwn(TREES, name);
}

/** An integer in as few bytes as it needs, the highest first, and then their number: RFC 9861 s.3.3. */
function lengthEncode(value) {
  const digits = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return Uint8Array.of(...digits, digits.length);
}

// What stands in the tree behind the message.
function customized({ customization = NONE }) {
  const string = bytes(customization, 'the option customization');
  return [string, lengthEncode(string.length)];
}

function values(hashlane, name, chunks) {
  const { node, valueSize } = TREES[name];
  return hashlane.digestRows(node, chunks, CHUNK, { domain: LEAF, length: valueSize });
}

/** A job: the chaining values of the whole chunks from `from` to `to`. The options are checked, and serve for root(). */
export function ranges(hashlane, { source, name, from, to, options }, done) {
  hashlane.create(name, options).free();
  return withFile(source, async (file) => {
    const { valueSize } = TREES[name];
    const all = new Uint8Array((to - from) / CHUNK * valueSize);
    let at = 0;
    for await (const piece of piecesOf(file, from, to)) {
      const made = values(hashlane, name, piece);
      all.set(made, at);
      at += made.length;
      done(piece.length);
    }
    return all;
  });
}

/**
 * A job: the digest. `parts` are the chaining values of the chunks from the second one to the one that ends at `to`.
 * The bytes behind `to` and the customization string are digested here.
 */
export function root(hashlane, { source, name, parts, to, options }, done) {
  return withFile(source, async (file) => {
    const { node, valueSize } = TREES[name];
    const tail = joined([await file.read(to, file.size), ...customized(options)]);
    const hash = hashlane.create(node, { domain: ROOT, length: options.length ?? valueSize });
    try {
      hash.update(await file.read(0, CHUNK)).update(BEHIND_FIRST);
      for (const part of parts) hash.update(part);
      const whole = tail.length - tail.length % CHUNK;
      hash.update(values(hashlane, name, tail.subarray(0, whole)));
      const last = tail.subarray(whole);
      if (last.length !== 0) hash.update(hashlane.digest(node, last, { domain: LEAF, length: valueSize }));
      hash.update(lengthEncode(to / CHUNK - 1 + Math.ceil(tail.length / CHUNK))).update(END);
      done(CHUNK + file.size - to);
      return hash.digest();
    } finally {
      hash.free();
    }
  });
}
