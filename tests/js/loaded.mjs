// SPDX-License-Identifier: Apache-2.0 OR MIT
// The package as it was built, and the build of it that HASHLANE_JS_BUILD names: simd or plain.

import * as hashlane from '../../build/js/hashlane/index.js';

export const build = process.env.HASHLANE_JS_BUILD;
if (build !== 'simd' && build !== 'plain') throw new Error('HASHLANE_JS_BUILD is neither simd nor plain');
export const hl = await hashlane.load({ simd: build === 'simd' });
export { hashlane };

export const hex = (bytes) => Buffer.from(bytes).toString('hex');
export const utf8 = (text) => new TextEncoder().encode(text);

/** The pattern of RFC 9861 s.5: 0x00 to 0xfa, again and again. */
export function pattern(size) {
  return Uint8Array.from({ length: size }, (_, i) => i % 251);
}

/** What the algorithm must be given. */
export function needed(info) {
  return info.takesKey ? { key: pattern(info.keySize || 32) } : {};
}
