// SPDX-License-Identifier: Apache-2.0 OR MIT
// Authenticated encryption of one message.

import { bytes, integer, ofSize, onlyOptions } from './check.js';
import { ForgedError } from './errors.js';
import { PIECE } from './memory.js';

const SHORTEST_TAG = 8;  // bytes

// The size of a tag: a whole one, or as the caller says (SP 800-232 s.4.2.1).
function tagSize(algorithm, options) {
  onlyOptions(options, ['tagLength']);
  if (options.tagLength === undefined) return algorithm.digestSize;
  return integer(options.tagLength, 'the option tagLength', SHORTEST_TAG, algorithm.digestSize);
}

// Starts a message; returns the address of its state.
function start(memory, algorithm, encrypts, key, nonce, associatedData) {
  const parts = [ofSize(bytes(key, 'the key'), algorithm.keySize, 'the key'),
    ofSize(bytes(nonce, 'the nonce'), algorithm.nonceSize, 'the nonce'), bytes(associatedData, 'the associated data')];
  let at = memory.room(parts.reduce((sum, part) => sum + part.length, 0));
  const state = memory.take();  // before the key is copied, since there may be no memory for it
  const words = [];
  for (const part of parts) {
    words.push(memory.put(part, at), part.length);
    at += part.length;
  }
  memory.call.hashlane_aead_start(algorithm.number, encrypts, state, ...words);
  return state;
}

// Encrypts or decrypts `input` to `out`.
function convert(memory, algorithm, encrypts, state, input, out) {
  for (let at = 0; at < input.length; at += PIECE) {
    const part = input.subarray(at, at + PIECE);
    memory.put(part, memory.piece);
    memory.call.hashlane_aead_update(algorithm.number, encrypts, state, memory.piece, part.length);
    out.set(memory.view.subarray(memory.piece, memory.piece + part.length), at);
  }
}

function end(memory, algorithm, encrypts, state) {
  memory.call.hashlane_aead_destroy(algorithm.number, encrypts, state);
  memory.give(state);
  memory.wipe();
}

/** Returns the ciphertext and behind it the tag. */
export function seal(memory, algorithm, key, nonce, text, associatedData, options) {
  const input = bytes(text, 'the text');
  const tag = tagSize(algorithm, options);
  const sealed = new Uint8Array(input.length + tag);
  const state = start(memory, algorithm, true, key, nonce, associatedData);
  convert(memory, algorithm, true, state, input, sealed);
  memory.call.hashlane_aead_finish(algorithm.number, state, memory.piece, tag);
  sealed.set(memory.view.subarray(memory.piece, memory.piece + tag), input.length);
  end(memory, algorithm, true, state);
  return sealed;
}

/** Returns the text, or throws a ForgedError. */
export function open(memory, algorithm, key, nonce, sealed, associatedData, options) {
  const input = bytes(sealed, 'the sealed text');
  const tag = tagSize(algorithm, options);
  const size = input.length - tag;
  if (size < 0) throw new ForgedError();
  const text = new Uint8Array(size);
  const state = start(memory, algorithm, false, key, nonce, associatedData);
  convert(memory, algorithm, false, state, input.subarray(0, size), text);
  memory.put(input.subarray(size), memory.piece);
  const good = memory.call.hashlane_aead_verify(algorithm.number, state, memory.piece, tag) !== 0;
  end(memory, algorithm, false, state);
  if (good) return text;
  text.fill(0);
  throw new ForgedError();
}
