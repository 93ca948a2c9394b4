// SPDX-License-Identifier: Apache-2.0 OR MIT
// What is done with a state that lies in the memory of the module.

import { bytes, integer, onlyOptions, optionalBytes } from './check.js';
import { PIECE } from './memory.js';

/** The longest output of one call in bytes. */
export const LONGEST = 2 ** 31 - 1;
/** What follows the whole bytes of a message: `bits` bits of `last`, 0 to 7, and the customization string of KangarooTwelve. */
const NO_ENDING = Object.freeze({ last: 0, bits: 0, customization: new Uint8Array(0) });
const OPTIONS = ['key', 'customization', 'functionName', 'parallelBlock', 'domain', 'length'];

// Writes options to where the module reads them. All are checked first, so that a refused call leaves no key there.
function writeOptions(memory, options) {
  const numbers = [['parallelBlock', LONGEST], ['domain', 255], ['length', LONGEST]].map(([name, most]) => (
    options[name] === undefined ? -1 : integer(options[name], `the option ${name}`, 0, most)
  ));
  const given = ['key', 'customization', 'functionName'].map((name) => optionalBytes(options[name], `the option ${name}`));
  const words = [];
  let at = memory.room(given.reduce((sum, data) => sum + (data?.length ?? 0), 1));
  for (const data of given) {
    words.push(data === null ? 0 : memory.put(data, at), data?.length ?? 0);
    at += data?.length ?? 0;
  }
  memory.words(memory.options, words.length + numbers.length).set([...words, ...numbers]);
}

/**
 * Makes a state from checked options where `address` points, and returns what follows its messages. Throws when an option
 * does not fit.
 */
export function begin(memory, algorithm, options, address) {
  onlyOptions(options, OPTIONS);
  if (algorithm.customizedLast && options.customization !== undefined) {
    const { customization, ...others } = options;
    const copied = new Uint8Array(bytes(customization, 'the option customization'));
    return { ...begin(memory, algorithm, others, address), customization: copied };
  }
  if (isHmac(algorithm) && options.length !== undefined) {
    outputSize(algorithm, options.length);
    options = { ...options, length: undefined };  // the module has whole tags alone
  }
  const given = OPTIONS.some((name) => options[name] !== undefined);
  if (given) writeOptions(memory, options);
  const problem = memory.call.hashlane_create(algorithm.number, address);
  if (given) memory.forgetOptions();
  if (problem === 0) return NO_ENDING;
  const message = memory.text(memory.call.hashlane_message(), memory.call.hashlane_message_size());
  memory.wipe();
  throw problem === 2 ? new RangeError(message) : new TypeError(message);
}

/** Absorbs data, in pieces where the algorithm does not take it as one element of a tuple. */
export function absorb(memory, algorithm, address, data) {
  const step = algorithm.elements ? Math.max(data.length, 1) : PIECE;
  for (let at = 0; at < data.length || at === 0; at += step) {
    const part = data.subarray(at, at + step);
    const where = memory.put(part, memory.room(part.length));
    memory.call.hashlane_update(algorithm.number, address, where, part.length);
  }
}

/** Whether this is a MAC whose tags have one size. A shorter one is the beginning of the whole tag. */
export function isHmac(algorithm) {
  return algorithm.kind === 'mac' && !algorithm.anyLength;
}

/** The bytes of the shortest tag: 4 (SP 800-185 s.8.4.2), of HMAC at least half of it and 10 (RFC 2104 s.5). */
export function shortestTag(algorithm) {
  return isHmac(algorithm) ? Math.max(algorithm.digestSize / 2, 10) : 4;
}

/** The size of an output: `length`, or the usual one. */
export function outputSize(algorithm, length) {
  if (length === undefined) return algorithm.digestSize;
  if (algorithm.anyLength) return integer(length, 'the length', 0, LONGEST);
  if (isHmac(algorithm)) return integer(length, 'the length', shortestTag(algorithm), algorithm.digestSize);
  if (length !== algorithm.digestSize) {
    throw new RangeError(`${algorithm.name} has a digest of ${algorithm.digestSize} bytes, not of ${length}`);
  }
  return length;
}

/** Writes the first `size` bytes of output of a message with this ending to memory of the module. */
export function outputTo(where, memory, algorithm, address, size, { last, bits, customization }) {
  const kept = memory.keep(customization);
  memory.call.hashlane_digest(algorithm.number, address, where, size, last, bits, kept, customization.length);
}

/** Returns the same output. */
export function output(memory, algorithm, address, size, ending) {
  const where = memory.room(size);
  outputTo(where, memory, algorithm, address, size, ending);
  return memory.get(where, size);
}
