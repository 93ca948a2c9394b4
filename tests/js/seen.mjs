// SPDX-License-Identifier: Apache-2.0 OR MIT
// The memory of each WebAssembly module that is loaded after this file, in the order of loading.

/** A memory, where the stack in it ends, and where the part begins that JavaScript adds. */
export const seen = [];
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (bytes) => {
  const made = await instantiate(bytes);
  const { memory, __stack_pointer: stack } = made.instance.exports;
  seen.push({ memory, stackEnd: stack.value, start: memory.buffer.byteLength });
  return made;
};

/** The places of bytes that are not zero: in the stack, and in all memory that JavaScript added. */
export function left({ memory, stackEnd, start }) {
  const view = new Uint8Array(memory.buffer);
  const places = [];
  for (const [from, to] of [[0, stackEnd], [start, view.length]]) {
    for (let at = from; at < to; ++at) if (view[at] !== 0) places.push(at);
  }
  return places;
}
