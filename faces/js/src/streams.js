// SPDX-License-Identifier: Apache-2.0 OR MIT
// The chunks of a Blob, a ReadableStream or an iterable.

/** Tells whether a value is something that chunksOf() takes. */
export function isStream(value) {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) &&
    (typeof value.getReader === 'function' || typeof value.stream === 'function' ||
      Symbol.asyncIterator in value || Symbol.iterator in value);
}

// Not every browser lets `for await` read a ReadableStream.
async function* read(stream) {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      ended = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!ended) await reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}

async function* inOne(blob) {
  yield new Uint8Array(await blob.arrayBuffer());
}

/** Returns the chunks of a stream as an iterable. `whole`: a Blob is one chunk. */
export function chunksOf(stream, whole) {
  if (!isStream(stream)) {
    throw new TypeError('a stream is a ReadableStream, a Blob or an iterable of Uint8Arrays');
  }
  if (typeof stream.stream === 'function') return whole ? inOne(stream) : read(stream.stream());
  if (typeof stream.getReader === 'function') return read(stream);
  return stream;
}
