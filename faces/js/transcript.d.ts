// SPDX-License-Identifier: Apache-2.0 OR MIT
import type { Bytes } from './index.js';

/** An integer of at least 0: a bigint, or a number that is a safe integer. */
export type Integer = bigint | number;

/** The order of the bytes of an integer; 'little' if left out. */
export interface Order {
  byteOrder?: 'little' | 'big';
}

export interface Party {
  readonly suite: string;
  /** Absorbs what both sides know and no proof holds. The protocol fixes its length. */
  absorb(data: Bytes): this;
  /** Absorbs the length of a string and the string. */
  absorbString(data: Bytes): this;
  absorbInteger(value: Integer, modulus: Integer, options?: Order): this;
  absorbIntegers(values: Iterable<Integer>, modulus: Integer, options?: Order): this;
  /** The next `size` bytes of challenge. */
  challenge(size: number): Uint8Array;
  /** A challenge of 1 to 64 bits. */
  challengeBits(bits: number): bigint;
  /** A challenge below a modulus, from `extra` bytes more than it takes; 16 if left out. */
  challengeBelow(modulus: Integer, options?: { extra?: number }): bigint;
  /** Wipes the sponge. Later calls are a TypeError. */
  free(): void;
}

/** The side that absorbs its messages and writes them into the proof. */
export interface Prover extends Party {
  /** A copy of what was sent so far. */
  readonly proof: Uint8Array;
  send(message: Bytes): this;
  sendString(message: Bytes): this;
  sendInteger(value: Integer, modulus: Integer, options?: Order): this;
  sendIntegers(values: Iterable<Integer>, modulus: Integer, options?: Order): this;
}

/**
 * The side that reads a proof. A proof that is none is an InvalidProof; every later call that reads, `require` and `checkEof`
 * throw the first one again.
 */
export interface Verifier extends Party {
  receive(size: number): Uint8Array;
  receiveString(): Uint8Array;
  receiveInteger(modulus: Integer, options?: Order): bigint;
  receiveIntegers(count: number, modulus: Integer, options?: Order): bigint[];
  /** Refuses the proof unless an equation of the protocol holds. */
  require(holds: boolean): void;
  /** Refuses the proof if it goes on. Call it after the last message. */
  checkEof(): void;
}

export interface Transcripts {
  readonly suites: string[];
  /** The session of a tag, 32 bytes. The tag names application, protocol, codecs and suite. */
  session(suite: string, tag: Bytes): Uint8Array;
  /** The instance comes encoded and is not empty. */
  prover(suite: string, session: Bytes, instance: Bytes): Prover;
  verifier(suite: string, session: Bytes, instance: Bytes, proof: Bytes): Verifier;
}

export class InvalidProof extends Error {
  constructor(reason: InvalidProof['reason']);
  readonly reason: 'truncated' | 'notCanonical' | 'trailing' | 'checkFailed';
}

/** Loads the module, once. */
export function load(): Promise<Transcripts>;
