// SPDX-License-Identifier: Apache-2.0 OR MIT
// What a worker of a pool does. Each job takes a loaded module, its arguments, and a function that is told how many bytes
// were done.

import { joined } from './joined.js';
import { ranges, root } from './ranges.js';
import { piecesOf, withFile } from './sources.js';

/** The digests of one file by several algorithms, in one pass over its bytes. */
function file(hashlane, { source, names, options }, done) {
  return withFile(source, async ({ size, ...open }) => {
    const hashes = [];
    try {
      for (const name of names) hashes.push(hashlane.create(name, options));
      const whole = names.some((name) => hashlane.info(name).elements);  // a file is one element of a tuple
      const pieces = whole ? [await open.read(0, size)] : piecesOf(open, 0, size);
      for await (const piece of pieces) {
        for (const hash of hashes) hash.update(piece);
        done(piece.length);
      }
      return hashes.map((hash) => hash.digest());
    } finally {
      for (const hash of hashes) hash.free();
    }
  });
}

/** The digests of messages that lie one after the other in `data`, side by side in one array. */
function many(hashlane, { name, data, sizes, options }) {
  let at = 0;
  const messages = Array.from(sizes, (size) => data.subarray(at, at += size));
  return joined(hashlane.digestMany(name, messages, options));
}

export const jobs = { file, many, ranges, root };
