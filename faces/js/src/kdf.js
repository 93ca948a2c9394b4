// SPDX-License-Identifier: Apache-2.0 OR MIT
// Keys from keys (HKDF, RFC 5869) and from passwords (PBKDF2, RFC 8018 s.5.2).

import { bytes, integer } from './check.js';

/**
 * HKDF: extract and expand. `tag(key, ...parts)` is HMAC, with tags of `size` bytes. Every value that holds a secret is
 * overwritten.
 */
export function hkdf(tag, size, key, salt, info, length) {
  integer(length, 'the length', 0, 255 * size);
  const context = bytes(info, 'the info');
  const extracted = tag(bytes(salt, 'the salt'), bytes(key, 'the key'));
  const out = new Uint8Array(length);
  let block = new Uint8Array(0);
  for (let i = 1; (i - 1) * size < length; ++i) {
    const next = tag(extracted, block, context, Uint8Array.of(i));
    block.fill(0);
    block = next;
    out.set(block.subarray(0, length - (i - 1) * size), (i - 1) * size);
  }
  block.fill(0);
  extracted.fill(0);
  return out;
}

/** PBKDF2. `length` is that of the key in bytes, 1 or more. */
export function pbkdf2(memory, algorithm, password, salt, iterations, length) {
  const parts = [bytes(password, 'the password'), bytes(salt, 'the salt')];
  integer(iterations, 'the number of iterations', 1, Number.MAX_SAFE_INTEGER);
  integer(length, 'the length', 1, 2 ** 31 - 1);
  const where = memory.room(parts[0].length + parts[1].length + length);
  const second = where + parts[0].length;
  const out = second + parts[1].length;
  memory.call.hashlane_pbkdf2(algorithm.number, memory.put(parts[0], where), parts[0].length,
    memory.put(parts[1], second), parts[1].length, iterations, out, length);
  const key = memory.get(out, length);
  memory.wipe();
  return key;
}
