// SPDX-License-Identifier: Apache-2.0 OR MIT
// The memory of a module. It holds the stack of the module, its constants, one staging buffer, and places for states.

const PAGE = 65536;
/** The size of the staging buffer in bytes. Longer data goes through it in pieces of this size. */
export const PIECE = 65536;
/** How many messages one call of the module takes. */
export const MESSAGES = 1024;
const LIST = MESSAGES * 8;  // their addresses and sizes
const OUTPUT = PAGE;
// Between the buffers of data and of digests. Large arrays begin at a page of the processor, and a copy to another one
// with the same place in its page is slow: this took 10 ns for a digest of 32 bytes.
const GAP = 2048;

const text = new TextDecoder();

function up(n, to) {
  return Math.ceil(n / to) * to;
}

export class Memory {
  #memory;
  #view;
  #places = [];
  #room = { address: 0, size: 0 };
  #kept = { address: 0, size: 0 };
  #stackEnd;

  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    /** The functions that the module exports. */
    this.call = instance.exports;
    this.#memory = instance.exports.memory;
    this.#stackEnd = instance.exports.__stack_pointer.value;
    this.#view = new Uint8Array(this.#memory.buffer);
    this.placeSize = this.call.hashlane_state_size();
    /** Where the module reads options. */
    this.options = this.call.hashlane_options();
    this.forgetOptions();
    const start = this.#pages(up(LIST + PIECE + GAP + OUTPUT, PAGE));
    /** The address of the list of messages, of PIECE bytes for data, and of OUTPUT bytes for digests. */
    this.list = start;
    this.piece = start + LIST;
    this.output = start + LIST + PIECE + GAP;
    this.outputSize = OUTPUT;
  }

  /** The bytes of the memory. They move when the memory grows, so a caller does not keep them. */
  get view() {
    if (this.#view.buffer !== this.#memory.buffer) this.#view = new Uint8Array(this.#memory.buffer);
    return this.#view;
  }

  words(address, count) {
    return new Uint32Array(this.#memory.buffer, address, count);
  }

  text(address, size) {
    return text.decode(this.view.subarray(address, address + size));
  }

  /** Returns the address of a place for a state or a reader. */
  take() {
    if (this.#places.length === 0) {
      const start = this.#pages(PAGE);
      for (let at = start + PAGE - this.placeSize; at >= start; at -= this.placeSize) this.#places.push(at);
    }
    return this.#places.pop();
  }

  give(address) {
    this.#places.push(address);
  }

  /** Returns the address of `size` bytes that are in use during one call: the staging buffer, or memory that is added. */
  room(size) {
    if (size <= PIECE) return this.piece;
    this.#room = this.#atLeast(size, this.#room);
    return this.#room.address;
  }

  /** Returns the address of a copy of data that stays during one call beside what room() gives. */
  keep(data) {
    if (data.length === 0) return 0;
    this.#kept = this.#atLeast(data.length, this.#kept);
    return this.put(data, this.#kept.address);
  }

  /** No option is given from here on. */
  forgetOptions() {
    this.words(this.options, 9).set([0, 0, 0, 0, 0, 0, -1, -1, -1]);
  }

  /** Copies data to an address and returns that address. */
  put(data, address) {
    this.view.set(data, address);
    return address;
  }

  /** Returns a copy of bytes of the memory. */
  get(address, size) {
    return this.view.slice(address, address + size);
  }

  /** Overwrites the stack, the buffers and the options after a call that had a secret. No call is under way. */
  wipe() {
    this.view.fill(0, 0, this.#stackEnd);
    this.view.fill(0, this.list, this.output + OUTPUT);
    for (const { address, size } of [this.#room, this.#kept]) this.view.fill(0, address, address + size);
  }

  // Memory of so many bytes: `held` where it is large enough, `held` and more where nothing lies behind it, or memory that
  // is added in its place. That has at least twice the size, so that what calls leave behind has a bound.
  #atLeast(size, held) {
    if (held.size >= size) return held;
    if (held.address + held.size === this.#memory.buffer.byteLength) {
      const more = up(size - held.size, PAGE);
      this.#pages(more);
      return { address: held.address, size: held.size + more };
    }
    this.view.fill(0, held.address, held.address + held.size);  // wipe() does not reach it any more
    const larger = up(Math.max(size, 2 * held.size), PAGE);
    return { address: this.#pages(larger), size: larger };
  }

  #pages(size) {
    try {
      return this.#memory.grow(size / PAGE) * PAGE;
    } catch {
      throw new RangeError(`WebAssembly has no memory for ${size} bytes more`);
    }
  }
}
