// SPDX-License-Identifier: Apache-2.0 OR MIT
// What a worker reads: a Blob, or in Node the file at a path. Pieces are read while the one before is digested.

/** How many bytes are read at once. A multiple of the chunks of KangarooTwelve. */
const PIECE = 2 ** 22;

function ofBlob(blob) {
  return {
    size: blob.size,
    read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
    close: async () => {},
  };
}

function requireRegular(status, path) {
  if (!status.isFile()) throw new TypeError(`${path} is no regular file`);
}

/** Opens a regular file. The path may lead to a pipe by now, which is not waited for. Windows has no O_NONBLOCK. */
export async function openedPath(path, files) {
  const { O_RDONLY, O_NONBLOCK = 0 } = files.constants;
  const file = await files.promises.open(path, O_RDONLY | O_NONBLOCK);
  try {
    const status = await file.stat();
    requireRegular(status, path);
    return { file, status };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function ofBytes(data) {
  return {
    size: data.length,
    read: async (from, to) => data.subarray(from, to),
    close: async () => {},
  };
}

async function contentOf(file) {
  try {
    return new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}

async function ofPath(path, files) {
  requireRegular(await files.promises.stat(path), path);  // to open a pipe would let its writer go on
  const { file, status } = await openedPath(path, files);
  if (status.size === 0) return ofBytes(await contentOf(file));  // a file of /proc says so and has bytes
  return {
    size: status.size,
    async read(from, to) {
      const piece = new Uint8Array(to - from);
      for (let at = 0; at < piece.length;) {
        const { bytesRead } = await file.read(piece, at, piece.length - at, from + at);
        if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`);
        at += bytesRead;
      }
      return piece;
    },
    close: () => file.close(),
  };
}

/** Tells whether a value is a file to digest: a Blob, or in Node a path as a string. */
export function isFile(source) {
  if (typeof Blob === 'function' && source instanceof Blob) return true;
  return typeof source === 'string' && globalThis.process?.getBuiltinModule !== undefined;
}

/** Returns f(file) of an open file, which has `size` and `read(from, to)`. */
export async function withFile(source, f) {
  const files = typeof source === 'string' ? globalThis.process.getBuiltinModule('node:fs') : null;
  const file = files === null ? ofBlob(source) : await ofPath(source, files);
  try {
    return await f(file);
  } finally {
    await file.close();
  }
}

/** The bytes of a file from `from` to `to` in pieces of `size` bytes; the last may be shorter. */
export async function* piecesOf(file, from, to, size = PIECE) {
  const read = (at) => {
    const piece = file.read(at, Math.min(at + size, to));
    piece.catch(() => {});  // its error is seen when the piece is awaited
    return piece;
  };
  let next = from < to ? read(from) : null;
  for (let at = from; at < to; at += size) {
    const piece = await next;
    next = at + size < to ? read(at + size) : null;
    yield piece;
  }
}
