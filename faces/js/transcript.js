// SPDX-License-Identifier: Apache-2.0 OR MIT
// Transcripts for non-interactive proofs, in a module of their own.

import { loader } from './src/load.js';
import { Transcripts } from './src/transcript.js';

export { InvalidProof } from './src/transcript.js';

const url = new URL('./wasm/transcript.wasm', import.meta.url);

/** Loads the module, once: a promise of the calls. */
export const load = /* @__PURE__ */ loader({ simd: url, plain: url }, async (bytes) => {
  const { instance } = await WebAssembly.instantiate(bytes);
  return new Transcripts(instance);
});
