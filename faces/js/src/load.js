// SPDX-License-Identifier: Apache-2.0 OR MIT
// Loads a WebAssembly module: the build with SIMD where the engine has it, else the one without.

import { Hashlane } from './hashlane.js';
import { Memory } from './memory.js';

// A module with one function that returns a vector: i8x16.splat(i32.const 0). An engine without SIMD refuses it.
const WITH_A_VECTOR = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0,  // the magic number and the version
  1, 5, 1, 96, 0, 1, 123,       // a type: () -> v128
  3, 2, 1, 0,                   // a function of that type
  10, 8, 1, 6, 0, 65, 0, 253, 15, 11);

/** Tells whether the engine has SIMD of 128 bits. */
export function hasSimd() {
  return WebAssembly.validate(WITH_A_VECTOR);
}

// Returns the bytes at a URL. Node has no fetch for files of the disk.
async function read(url) {
  const files = url.protocol === 'file:' && globalThis.process?.getBuiltinModule?.('node:fs');
  if (files) return files.promises.readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: status ${response.status}`);
  return response.arrayBuffer();
}

/** Returns a promise of a Hashlane over the bytes of a module. */
export async function instantiated(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes);
  return new Hashlane(new Memory(instance));
}

/**
 * Returns a function that loads a module once: load({simd}) gives a promise of a Hashlane. `simd` is true or false to
 * take that build; otherwise the engine decides.
 * @param {{simd: URL, plain: URL}} urls of the two builds
 * @param made what makes the object out of the bytes of a module
 */
export function loader(urls, made = instantiated) {
  const loaded = new Map();
  return function load({ simd = hasSimd() } = {}) {
    const url = simd ? urls.simd : urls.plain;
    if (!loaded.has(url)) {
      const promise = read(url).then(made);
      promise.catch(() => loaded.delete(url));  // the next call tries again
      loaded.set(url, promise);
    }
    return loaded.get(url);
  };
}
