// SPDX-License-Identifier: Apache-2.0 OR MIT
// Transcripts for non-interactive proofs: draft-irtf-cfrg-fiat-shamir-03.

import { bytes, integer, ofSize, onlyOptions } from './check.js';
import { byteOrderOf, decoded, encoded, modulusOf, sizeOf } from './integers.js';
import { joined } from './joined.js';
import { Sponges } from './sponges.js';

const SESSION = 32;
const LONGEST_STRING = 2 ** 32 - 1;
const REASONS = {
  truncated: 'the proof ends within a message',
  notCanonical: 'an integer is not below its modulus',
  trailing: 'the proof goes on after its last message',
  checkFailed: 'an equation of the protocol does not hold',
};

/** What a verifier throws when it refuses a proof. `reason` is truncated, notCanonical, trailing or checkFailed. */
export class InvalidProof extends Error {
  constructor(reason) {
    super(REASONS[reason]);
    this.name = 'InvalidProof';
    this.reason = reason;
  }
}

// The length of a string in 4 bytes, the low one first, and the string.
function withLength(data) {
  integer(data.length, 'the size of the string', 0, LONGEST_STRING);
  const head = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, data.length, true);
  return joined([head, data]);
}

class Party {
  /** @param {Sponge} sponge that has absorbed the session and the instance */
  constructor(sponge) {
    this.sponge = sponge;
  }

  get suite() { return this.sponge.suite; }

  absorb(data) {
    this.sponge.absorb(bytes(data, 'the data'));
    return this;
  }

  absorbString(data) { return this.absorb(withLength(bytes(data, 'the string'))); }
  absorbInteger(value, modulus, options) { return this.absorbIntegers([value], modulus, options); }
  absorbIntegers(values, modulus, options) { return this.absorb(encoded(values, modulus, options)); }

  challenge(size) {
    return this.sponge.squeeze(integer(size, 'the size', 0, 2 ** 31 - 1));
  }

  challengeBits(bits) {
    integer(bits, 'the number of bits', 1, 64);
    return BigInt.asUintN(bits, decoded(this.challenge(Math.ceil(bits / 8)), 'little'));
  }

  challengeBelow(modulus, options = {}) {
    const m = modulusOf(modulus);
    onlyOptions(options, ['extra']);
    const { extra = 16 } = options;
    integer(extra, 'the option extra', 0, 1024);
    return decoded(this.challenge(sizeOf(m) + extra), 'little') % m;
  }

  /** Wipes the sponge. Later calls are a TypeError. */
  free() { this.sponge.free(); }
}

export class Prover extends Party {
  #sent = [];

  /** What was sent so far. */
  get proof() { return joined(this.#sent); }

  send(message) {
    const copy = new Uint8Array(bytes(message, 'the message'));  // slice() of a Buffer is no copy
    this.sponge.absorb(copy);
    this.#sent.push(copy);
    return this;
  }

  sendString(message) { return this.send(withLength(bytes(message, 'the string'))); }
  sendInteger(value, modulus, options) { return this.sendIntegers([value], modulus, options); }
  sendIntegers(values, modulus, options) { return this.send(encoded(values, modulus, options)); }
}

export class Verifier extends Party {
  #proof;
  #used = 0;
  #refused = null;

  constructor(sponge, proof) {
    super(sponge);
    this.#proof = proof;
  }

  receive(size) {
    integer(size, 'the size', 0, Number.MAX_SAFE_INTEGER);
    return this.#taken(this.#next(0, size), size);
  }

  receiveString() {
    const head = this.#next(0, 4);
    const size = new DataView(head.buffer).getUint32(0, true);
    const data = this.#next(4, size);
    this.#taken(joined([head, data]), 4 + size);
    return data;
  }

  receiveInteger(modulus, options) { return this.receiveIntegers(1, modulus, options)[0]; }

  receiveIntegers(count, modulus, options) {
    const m = modulusOf(modulus);
    const byteOrder = byteOrderOf(options);
    integer(count, 'the number of integers', 0, Number.MAX_SAFE_INTEGER);
    const size = sizeOf(m);
    const data = this.#next(0, count * size);
    const values = Array.from({ length: count }, (_, i) => decoded(data.subarray(i * size, (i + 1) * size), byteOrder));
    if (values.some((value) => value >= m)) this.#refuse('notCanonical');
    this.#taken(data, data.length);
    return values;
  }

  /** Refuses the proof unless an equation of the protocol holds. */
  require(holds) {
    this.#stillGood();
    if (!holds) this.#refuse('checkFailed');
  }

  /** Refuses the proof if it goes on. A verifier that does not call it accepts bytes behind a proof. */
  checkEof() {
    this.#stillGood();
    if (this.#used !== this.#proof.length) this.#refuse('trailing');
  }

  // A copy of `size` bytes that stand `skip` bytes behind what was read.
  #next(skip, size) {
    this.#stillGood();
    const from = this.#used + skip;
    if (size > this.#proof.length - from) this.#refuse('truncated');
    return this.#proof.slice(from, from + size);
  }

  #taken(data, size) {
    this.sponge.absorb(data);
    this.#used += size;
    return data;
  }

  #refuse(reason) {
    this.#refused = reason;
    this.#stillGood();
  }

  // The first refusal stays.
  #stillGood() {
    if (this.#refused !== null) throw new InvalidProof(this.#refused);
  }
}

/** The calls over a loaded module. */
export class Transcripts {
  #sponges;

  constructor(instance) {
    this.#sponges = new Sponges(instance);
  }

  get suites() { return this.#sponges.names(); }

  /** The session of a tag that names application, protocol, codecs and suite. */
  session(suite, tag) {
    return this.#sponges.session(suite, bytes(tag, 'the tag'));
  }

  prover(suite, session, instance) {
    return new Prover(this.#begun(suite, session, instance));
  }

  verifier(suite, session, instance, proof) {
    const copy = new Uint8Array(bytes(proof, 'the proof'));  // slice() of a Buffer is no copy
    return new Verifier(this.#begun(suite, session, instance), copy);
  }

  #begun(suite, session, instance) {
    const id = ofSize(bytes(session, 'the session'), SESSION, 'the session');
    const data = bytes(instance, 'the instance');
    if (data.length === 0) throw new RangeError('the instance is empty');
    const sponge = this.#sponges.sponge(suite, id);
    sponge.absorb(data);
    return sponge;
  }
}
