// SPDX-License-Identifier: Apache-2.0 OR MIT

import type { Bytes, Options } from './index.js';

export { ForgedError } from './index.js';

/** What the calls of a pool take besides the options of the algorithm. */
export interface PoolOptions extends Options {
  /** Ends the work, whose promise is rejected with the reason of the signal. */
  signal?: AbortSignal;
}

export interface FileOptions extends PoolOptions {
  /** Is told how many bytes of the file were digested so far. What it throws ends the work. */
  progress?: (bytes: number) => void;
}

/** Workers that digest files and messages side by side. */
export interface Pool {
  /** How many workers there are at the same time. */
  readonly size: number;
  /** The digest of a file: a Blob, or in Node a path. One file of kt128 or kt256 is shared by the workers. */
  digestFile(name: string, source: Blob | string, options?: FileOptions): Promise<Uint8Array>;
  /** The digests of a file by several algorithms, in one pass over its bytes. */
  digestFile(names: string[], source: Blob | string, options?: FileOptions): Promise<Uint8Array[]>;
  /** The digest of each message. The messages are copied. */
  digestMany(name: string, messages: Iterable<Bytes>, options?: PoolOptions): Promise<Uint8Array[]>;
  /** Ends the workers. Work that is not done is rejected. */
  close(): void;
}

/** Returns a pool. `workers` is the number of processors if left out; `simd` as in load(). */
export function createPool(options?: { workers?: number; simd?: boolean }): Pool;
