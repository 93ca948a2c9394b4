// SPDX-License-Identifier: Apache-2.0 OR MIT
// Checks of arguments. Each throws a TypeError or a RangeError that names the argument and what is wrong with it.

// All bytes of a buffer. One that was transferred to somebody else has none any more.
function all(buffer, what) {
  try {
    return new Uint8Array(buffer);
  } catch {
    throw new TypeError(`the buffer of ${what} was transferred`);
  }
}

// The bytes of a view. One of fixed size over a buffer that became shorter has none any more, and its length is 0.
function viewed(view, what) {
  all(view.buffer, what);
  try {
    view.at?.(0);
    return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  } catch {
    throw new TypeError(`the buffer of ${what} became shorter than its view`);
  }
}

// Whether this is a Uint8Array that surely has its bytes. One of a derived class is none: its subarray() and slice() may
// have other bytes.
function isPlain(data) {
  return data instanceof Uint8Array && Object.getPrototypeOf(data) === Uint8Array.prototype && data.length !== 0;
}

/** Returns the bytes of a Uint8Array, another view, or an ArrayBuffer, without a copy. */
export function bytes(data, what) {
  if (isPlain(data)) return data;
  if (data instanceof Uint8Array && data.length !== 0) return new Uint8Array(data.buffer, data.byteOffset, data.length);
  if (ArrayBuffer.isView(data)) return viewed(data, what);
  if (data instanceof ArrayBuffer) return all(data, what);
  if (typeof SharedArrayBuffer === 'function' && data instanceof SharedArrayBuffer) return new Uint8Array(data);
  if (typeof data === 'string') {
    throw new TypeError(`${what} is a string; give its bytes: new TextEncoder().encode(text)`);
  }
  throw new TypeError(`${what} is ${kindOf(data)}, not a Uint8Array, another view or an ArrayBuffer`);
}

/** Returns an array of the values of an iterable. Throws for anything else, of which Array.from() would make an empty array. */
export function listOf(values, what) {
  if (typeof values?.[Symbol.iterator] !== 'function') throw new TypeError(`${what} are ${kindOf(values)}, not an iterable`);
  return Array.from(values);
}

/** Returns an array with the bytes of each value of an iterable. `what` names one of them, `all` the iterable. */
export function bytesOfEach(list, what, all) {
  return listOf(list, all).map((data, i) => (isPlain(data) ? data : bytes(data, `${what} ${i}`)));
}

/** Returns bytes, or null where the option is not given. */
export function optionalBytes(data, what) {
  return data === undefined ? null : bytes(data, what);
}

/** Returns an integer between two bounds, both included. */
export function integer(value, what, least, most) {
  if (typeof value !== 'number') throw new TypeError(`${what} is ${kindOf(value)}, not a number`);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${what} is ${value}, not an integer from ${least} to ${most}`);
  }
  return value;
}

/** Throws unless every option has a known name. */
export function onlyOptions(options, known) {
  if (options === null || typeof options !== 'object') throw new TypeError(`the options are ${kindOf(options)}, not an object`);
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) throw new TypeError(`no such option: ${name}; there are ${known.join(', ')}`);
  }
}

/** Throws unless there are exactly `size` bytes. */
export function ofSize(data, size, what) {
  if (data.length !== size) throw new RangeError(`${what} has ${data.length} bytes, not ${size}`);
  return data;
}

function kindOf(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'undefined' ? 'undefined' : `of type ${typeof value}`;
}
