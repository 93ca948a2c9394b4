// SPDX-License-Identifier: Apache-2.0 OR MIT
// Hexadecimal digits, base64, sizes and names as text.

const utf8 = new TextEncoder();

export const bytesOf = (text) => utf8.encode(text);

export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes of hexadecimal digits, or null. */
export function fromHex(text) {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

/** The bytes of base64 with its padding, or null. */
export function fromBase64(text) {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  } catch {
    return null;
  }
}

export function equal(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** A size for people: 1.5 MiB. */
export function sized(bytes) {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let n = bytes;
  let unit = 0;
  for (; n >= 1024 && unit < units.length - 1; ++unit) n /= 1024;
  if (unit === 0) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return `${n < 10 ? n.toFixed(1) : Math.round(n)} ${units[unit]}`;
}

/** "1 file", "2 files". */
export function counted(n, thing, things = `${thing}s`) {
  return `${n.toLocaleString('en')} ${n === 1 ? thing : things}`;
}

/** A name with control characters, and those that turn the direction of writing, as \u{...}. */
export function printable(name) {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu,
    (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
}
