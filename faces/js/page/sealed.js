// SPDX-License-Identifier: Apache-2.0 OR MIT
// The sealed file of the command line: docs/SEAL.md. The two functions are jobs of a worker and return a Blob.

import { piecesOf, withFile } from '../src/sources.js';

const AEAD = 'ascon-aead128';
const TAG = 16;
const HEADER = 48;
const MAGIC = [0x48, 0x4c, 0x53, 0x45, 0x41, 0x4c, 0x1a, 0x0a];
const CHUNK_LOG2 = 16;
const MOST_ITERATIONS = 10_000_000;
const BINARY = { type: 'application/octet-stream' };  // so that no browser adds an ending to the name
const AT_ONCE = 2 ** 22;  // bytes that are read, more or less

function header(secret) {
  const bytes = new Uint8Array(HEADER);
  bytes.set([...MAGIC, 1, 1, secret.isKey ? 0 : 1, CHUNK_LOG2]);
  if (!secret.isKey) {
    new DataView(bytes.buffer).setUint32(12, secret.iterations, true);
    crypto.getRandomValues(bytes.subarray(16, 32));
  }
  crypto.getRandomValues(bytes.subarray(32));
  return bytes;
}

// Throws unless the header is one that this page can read, with a secret of that kind.
function checkHeader(bytes, secret) {
  if (!MAGIC.every((byte, i) => bytes[i] === byte)) throw new Error('it is not a sealed file');
  if (bytes.length < HEADER) throw new Error('it is truncated within its header');
  const [version, algorithm, source, log2] = bytes.subarray(8, 12);
  if (version !== 1) throw new Error(`it has format version ${version}, and this page knows version 1`);
  if (algorithm !== 1) throw new Error(`it was sealed by the unknown algorithm ${algorithm}`);
  if (source > 1) throw new Error(`it was sealed with an unknown kind of key, ${source}`);
  if (log2 < 12 || log2 > 24) throw new Error('its header has an invalid size of chunks');
  const iterations = iterationsOf(bytes);
  const salted = bytes.subarray(16, 32).some((byte) => byte !== 0);
  if (source === 0 ? salted || iterations !== 0 : iterations === 0) throw new Error('its header contradicts itself');
  if ((source === 0) !== secret.isKey) {
    throw new Error(source === 0 ? 'it was sealed with a key file, not with a passphrase'
      : 'it was sealed with a passphrase, not with a key file');
  }
  if (iterations > MOST_ITERATIONS) {
    throw new Error(`it asks for ${iterations} iterations, and this page computes at most ${MOST_ITERATIONS}`);
  }
}

function iterationsOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
}

function keyOf(hashlane, secret, bytes) {
  if (secret.isKey) return secret.bytes;
  return hashlane.pbkdf2('sha256', secret.bytes, bytes.subarray(16, 32), iterationsOf(bytes), 16);
}

/** The nonce and the associated data of chunk i. */
function around(bytes, i, last) {
  const nonce = bytes.slice(32);
  const counter = new DataView(nonce.buffer);
  counter.setBigUint64(8, BigInt.asUintN(64, counter.getBigUint64(8, true) + BigInt(i)), true);
  const associated = new Uint8Array(HEADER + 9);
  associated.set(bytes);
  new DataView(associated.buffer).setBigUint64(HEADER, BigInt(i), true);
  associated[HEADER + 8] = last ? 1 : 0;
  return [nonce, associated];
}

// Calls convert(chunk, i, last) for each chunk of `size` bytes from `from` on; returns all results as a Blob.
async function convertAll(file, from, size, convert, done) {
  const count = Math.max(1, Math.ceil((file.size - from) / size));
  if (from === file.size) return new Blob([convert(new Uint8Array(0), 0, true)], BINARY);
  const parts = [];
  let i = 0;
  for await (const piece of piecesOf(file, from, file.size, Math.max(1, Math.floor(AT_ONCE / size)) * size)) {
    const converted = [];
    for (let at = 0; at < piece.length; at += size, ++i) {
      converted.push(convert(piece.subarray(at, at + size), i, i === count - 1));
    }
    parts.push(new Blob(converted));  // the browser may keep it on the disk
    done(piece.length);
  }
  return new Blob(parts, BINARY);
}

// Returns f(key). The secret and the key are overwritten in any case.
async function withKey(hashlane, secret, bytes, f) {
  const key = keyOf(hashlane, secret, bytes);
  try {
    return await f(key);
  } finally {
    key.fill(0);
    secret.bytes.fill(0);
  }
}

/** Seals a file. `secret` has bytes, isKey and iterations. */
export function seal(hashlane, { source, secret }, done) {
  return withFile(source, (file) => {
    const bytes = header(secret);
    return withKey(hashlane, secret, bytes, async (key) => {
      const convert = (chunk, i, last) => {
        const [nonce, associated] = around(bytes, i, last);
        return hashlane.seal(AEAD, key, nonce, chunk, associated);
      };
      return new Blob([bytes, await convertAll(file, 0, 2 ** CHUNK_LOG2, convert, done)], BINARY);
    });
  });
}

/** Opens a sealed file, all of it or nothing. */
export function open(hashlane, { source, secret }, done) {
  return withFile(source, async (file) => {
    const bytes = await file.read(0, Math.min(HEADER, file.size));
    checkHeader(bytes, secret);
    const unit = 2 ** bytes[11] + TAG;
    const last = (file.size - HEADER) % unit;
    const single = file.size - HEADER <= unit;
    if (file.size === HEADER || (last !== 0 && (single ? last < TAG : last <= TAG))) throw new Error('it is truncated');
    return withKey(hashlane, secret, bytes, (key) => convertAll(file, HEADER, unit, (chunk, i, isLast) => {
      const [nonce, associated] = around(bytes, i, isLast);
      try {
        return hashlane.open(AEAD, key, nonce, chunk, associated);
      } catch (error) {
        if (error.name !== 'ForgedError') throw error;
        throw new Error(i === 0 ? 'the passphrase or key is wrong, or the file was changed'
          : `chunk ${i} is not authentic: the file was changed or cut`);
      }
    }, done));
  });
}
