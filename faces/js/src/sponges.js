// SPDX-License-Identifier: Apache-2.0 OR MIT
// The sponges of the suites. A sponge is kept as bytes outside the module, which holds it during a call and is wiped after
// each.

const PAGE = 65536;
const PIECE = 65536;
const SESSION = 32;

export class Sponges {
  #call;
  #memory;
  #stackEnd;
  #state;
  #piece;
  #numbers = new Map();

  /** @param {WebAssembly.Instance} instance */
  constructor({ exports }) {
    this.#call = exports;
    this.#memory = exports.memory;
    this.#stackEnd = exports.__stack_pointer.value;
    this.size = exports.hashlane_state_size();
    this.#state = exports.memory.grow(2) * PAGE;
    this.#piece = this.#state + PAGE;
    for (let i = 0; i < exports.hashlane_count(); ++i) {
      const name = new Uint8Array(this.#memory.buffer, exports.hashlane_name(i), exports.hashlane_name_size(i));
      this.#numbers.set(new TextDecoder().decode(name), i);
    }
  }

  names() { return [...this.#numbers.keys()]; }

  session(suite, tag) {
    if (tag.length > PIECE) throw new RangeError(`the tag has ${tag.length} bytes, more than ${PIECE}`);
    const number = this.#number(suite);
    return this.#during((view) => {
      view.set(tag, this.#piece);
      this.#call.hashlane_session(number, this.#piece, tag.length, this.#state);
      return view.slice(this.#state, this.#state + SESSION);
    });
  }

  /** A sponge that has absorbed the session. */
  sponge(suite, session) {
    const number = this.#number(suite);
    const state = this.#during((view) => {
      view.set(session, this.#piece);
      this.#call.hashlane_init(number, this.#state, this.#piece);
      return view.slice(this.#state, this.#state + this.size);
    });
    return new Sponge(this, suite, number, state);
  }

  absorb(number, state, data) {
    this.#during((view) => {
      view.set(state, this.#state);
      for (let at = 0; at < data.length; at += PIECE) {
        const part = data.subarray(at, at + PIECE);
        view.set(part, this.#piece);
        this.#call.hashlane_absorb(number, this.#state, this.#piece, part.length);
      }
      state.set(view.subarray(this.#state, this.#state + this.size));
    });
  }

  squeeze(number, state, out) {
    this.#during((view) => {
      view.set(state, this.#state);
      for (let at = 0; at < out.length; at += PIECE) {
        const part = Math.min(PIECE, out.length - at);
        this.#call.hashlane_squeeze(number, this.#state, this.#piece, part);
        out.set(view.subarray(this.#piece, this.#piece + part), at);
      }
      state.set(view.subarray(this.#state, this.#state + this.size));
    });
  }

  #number(suite) {
    if (typeof suite !== 'string') throw new TypeError(`the suite is a string, not of type ${typeof suite}`);
    const number = this.#numbers.get(suite);
    if (number !== undefined) return number;
    const near = this.names().find((name) => name.toLowerCase() === suite.toLowerCase());
    throw new RangeError(`no such suite: ${suite}${near === undefined ? '' : `; did you mean ${near}?`}`);
  }

  // Returns f(the memory), and wipes the stack, the sponge and the piece of data.
  #during(f) {
    const view = new Uint8Array(this.#memory.buffer);
    try {
      return f(view);
    } finally {
      view.fill(0, 0, this.#stackEnd);
      view.fill(0, this.#state, this.#piece + PIECE);
    }
  }
}

class Sponge {
  #sponges;
  #number;
  #state;

  constructor(sponges, suite, number, state) {
    this.#sponges = sponges;
    this.suite = suite;
    this.#number = number;
    this.#state = state;
  }

  absorb(data) { this.#sponges.absorb(this.#number, this.#here, data); }

  squeeze(size) {
    const out = new Uint8Array(size);
    this.#sponges.squeeze(this.#number, this.#here, out);
    return out;
  }

  free() {
    this.#state?.fill(0);
    this.#state = null;
  }

  get #here() {
    if (this.#state === null) throw new TypeError('this object was freed');
    return this.#state;
  }
}
