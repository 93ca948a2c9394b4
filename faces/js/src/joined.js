// SPDX-License-Identifier: Apache-2.0 OR MIT

/** Returns copies of all parts, one after the other. */
export function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
