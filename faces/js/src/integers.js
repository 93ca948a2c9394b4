// SPDX-License-Identifier: Apache-2.0 OR MIT
// Integers below a modulus, as a transcript absorbs them: as many bytes as the modulus less one takes.

import { listOf, onlyOptions } from './check.js';

function bigInteger(value, what) {
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'number') throw new TypeError(`${what} is of type ${typeof value}, not a bigint or a number`);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${what} is ${value}, not a safe integer; give a bigint`);
  return BigInt(value);
}

export function modulusOf(given) {
  const modulus = bigInteger(given, 'the modulus');
  if (modulus < 2n) throw new RangeError(`the modulus is ${modulus}, not 2 or more`);
  return modulus;
}

/** How many bytes an integer below the modulus takes. */
export function sizeOf(modulus) {
  return Math.ceil((modulus - 1n).toString(16).length / 2);
}

function isBig(byteOrder) {
  if (byteOrder === 'little') return false;
  if (byteOrder === 'big') return true;
  throw new RangeError(`the option byteOrder is ${String(byteOrder)}, not 'little' or 'big'`);
}

/** The option byteOrder, which is the only one. */
export function byteOrderOf(options = {}) {
  onlyOptions(options, ['byteOrder']);
  const { byteOrder = 'little' } = options;
  return byteOrder;
}

/** The integer that stands in these bytes. */
export function decoded(data, byteOrder) {
  const high = isBig(byteOrder) ? data : data.slice().reverse();
  const digits = Array.from(high, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return BigInt(`0x0${digits}`);
}

/** The bytes of integers, one after the other. */
export function encoded(values, modulus, options) {
  const m = modulusOf(modulus);
  const size = sizeOf(m);
  const big = isBig(byteOrderOf(options));
  const all = listOf(values, 'the values').map((value, i) => {
    const integer = bigInteger(value, `value ${i}`);
    if (integer < 0n || integer >= m) throw new RangeError(`value ${i} is ${integer}, not below the modulus ${m}`);
    const digits = integer.toString(16).padStart(2 * size, '0');
    const high = Uint8Array.from({ length: size }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
    return big ? high : high.reverse();
  });
  const out = new Uint8Array(all.length * size);
  all.forEach((data, i) => out.set(data, i * size));
  return out;
}
