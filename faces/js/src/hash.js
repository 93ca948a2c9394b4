// SPDX-License-Identifier: Apache-2.0 OR MIT
// Messages in pieces, and the output of XOFs in pieces.

import { bytes, integer, ofSize } from './check.js';
import { digestMessages, digestRows } from './many.js';
import { PIECE } from './memory.js';
import { LONGEST, absorb, begin, isHmac, output, outputSize, outputTo, shortestTag } from './state.js';

const LONGEST_TAG = 1024;  // bytes that are verified

// Wipes and gives back the places of objects that nobody refers to any more.
const forgotten = new FinalizationRegistry((drop) => drop());

/** The place of a state, which is given back once. */
class Place {
  constructor(memory, secret, destroy) {
    this.memory = memory;
    this.address = memory.take();
    this.secret = secret;
    this.destroy = destroy;
  }

  drop() {
    if (this.address === 0) return;
    this.destroy(this.address);
    this.memory.give(this.address);
    this.address = 0;
    if (this.secret) this.memory.wipe();
  }

  /** The address, while the object is in use. */
  get here() {
    if (this.address === 0) throw new TypeError('this object was freed');
    return this.address;
  }
}

function held(owner, place) {
  forgotten.register(owner, () => place.drop(), place);
  return place;
}

// The first `size` bytes of each tag of `whole` bytes.
function shortened(tags, whole, size) {
  if (size === whole) return tags;
  for (let i = 1; i * whole < tags.length; ++i) tags.copyWithin(i * size, i * whole, i * whole + size);
  return tags.slice(0, tags.length / whole * size);
}

/** The output of an XOF as a stream. Hash.reader() makes it. */
export class Reader {
  #memory;
  #place;
  #secret;

  constructor(memory, algorithm, address, { last, bits, customization }) {
    this.#memory = memory;
    this.#secret = algorithm.takesKey;
    const kept = memory.keep(customization);
    this.#place = held(this, new Place(memory, this.#secret, memory.call.hashlane_reader_destroy));
    memory.call.hashlane_reader(algorithm.number, address, this.#place.address, last, bits, kept, customization.length);
  }

  read(size) {
    integer(size, 'the size', 0, LONGEST);
    const { here } = this.#place;
    const out = new Uint8Array(size);
    for (let at = 0; at < size; at += PIECE) {
      const n = Math.min(PIECE, size - at);
      this.#memory.call.hashlane_squeeze(here, this.#memory.piece, n);
      out.set(this.#memory.view.subarray(this.#memory.piece, this.#memory.piece + n), at);
    }
    if (this.#secret) this.#memory.wipe();
    return out;
  }

  free() {
    forgotten.unregister(this.#place);
    this.#place.drop();
  }
}

/** A message in pieces. Hashlane.create() makes it. */
export class Hash {
  #memory;
  #algorithm;
  #place;
  #length;
  #brief;
  #ending;

  /**
   * @param {{state: number, ending: object}} [from] what is copied instead of a fresh state
   * @param {boolean} [brief] whether the caller calls free() in any case
   */
  constructor(memory, algorithm, options, { from, brief = false } = {}) {
    this.#memory = memory;
    this.#algorithm = algorithm;
    this.#length = options?.length;
    this.#brief = brief;
    const place = new Place(memory, algorithm.takesKey, (address) => memory.call.hashlane_destroy(algorithm.number, address));
    try {
      if (from !== undefined) memory.call.hashlane_copy(algorithm.number, place.address, from.state);
      this.#ending = from?.ending ?? begin(memory, algorithm, options, place.address);
    } catch (error) {
      memory.give(place.address);  // it holds no state
      throw error;
    }
    this.#place = brief ? place : held(this, place);
    this.#end();
  }

  get name() { return this.#algorithm.name; }
  get blockSize() { return this.#algorithm.blockSize; }
  get digestSize() { return outputSize(this.#algorithm, this.#length); }

  update(data) {
    this.#goesOn();
    absorb(this.#memory, this.#algorithm, this.#place.here, bytes(data, 'the data'));
    return this.#end(this);
  }

  updateBits(data, bits) {
    const given = bytes(data, 'the data');
    if (!this.#algorithm.takesBits) throw new TypeError(`messages of ${this.name} consist of whole bytes`);
    integer(bits, 'the number of bits', 0, 8 * given.length);
    ofSize(given, Math.ceil(bits / 8), 'the data');
    this.update(given.subarray(0, Math.floor(bits / 8)));
    if (bits % 8 !== 0) this.#ending = { ...this.#ending, last: given.at(-1), bits: bits % 8 };
    return this;
  }

  digest(length = this.#length) {
    const size = outputSize(this.#algorithm, length);
    return this.#end(output(this.#memory, this.#algorithm, this.#place.here, size, this.#ending));
  }

  verify(tag, length) {
    const given = bytes(tag, 'the tag');
    this.#checkTag(given, length);
    const { call, piece } = this.#memory;
    outputTo(piece, this.#memory, this.#algorithm, this.#place.here, given.length, this.#ending);
    this.#memory.put(given, piece + LONGEST_TAG);
    return this.#end(call.hashlane_equal(piece, piece + LONGEST_TAG, given.length) !== 0);
  }

  reader() {
    if (!this.#algorithm.reads) throw new TypeError(`${this.name} has no output of any length to read`);
    return this.#end(new Reader(this.#memory, this.#algorithm, this.#place.here, this.#ending));
  }

  /** The digests of many messages, each behind what was absorbed, side by side in one array. */
  many(messages) {
    return this.#sideBySide(messages.length, (job) => digestMessages(job, messages));
  }

  /** The same for rows of one size. */
  rows(data, rowSize) {
    return this.#sideBySide(data.length / rowSize, (job) => digestRows(job, data, rowSize));
  }

  copy() {
    const from = { state: this.#place.here, ending: this.#ending };
    return new Hash(this.#memory, this.#algorithm, { length: this.#length }, { from });
  }

  free() {
    if (!this.#brief) forgotten.unregister(this.#place);
    this.#place.drop();
  }

  // What f(job) writes: `count` digests. The module gives whole tags of HMAC alone.
  #sideBySide(count, f) {
    this.#goesOn();
    const size = isHmac(this.#algorithm) ? this.#algorithm.digestSize : this.digestSize;
    const out = new Uint8Array(count * size);
    f({ memory: this.#memory, algorithm: this.#algorithm, state: this.#place.here, ending: this.#ending, size, out });
    return this.#end(shortened(out, size, this.digestSize));
  }

  // Throws when the message has ended within a byte.
  #goesOn() {
    if (this.#ending.bits !== 0) throw new TypeError('the message has ended within a byte');
  }

  // Throws unless a tag has the size that `length` names, or else the usual size or, of a MAC of any length, more.
  #checkTag(tag, length) {
    const { anyLength, digestSize } = this.#algorithm;
    const least = shortestTag(this.#algorithm);
    if (length !== undefined) {
      ofSize(tag, integer(length, 'the length', least, anyLength ? LONGEST_TAG : digestSize), 'the tag');
    } else if (anyLength) {
      integer(tag.length, 'the size of the tag', Math.max(this.digestSize, least), LONGEST_TAG);
    } else {
      ofSize(tag, this.digestSize, 'the tag');
    }
  }

  // Leaves no secret outside the state. For a brief object free() does so.
  #end(result) {
    if (this.#algorithm.takesKey && !this.#brief) this.#memory.wipe();
    return result;
  }
}
