// SPDX-License-Identifier: Apache-2.0 OR MIT
// A pool of workers with all algorithms, for large files and many messages.

import { integer, onlyOptions } from './src/check.js';
import { hasSimd } from './src/load.js';
import { Pool } from './src/pool.js';

export { ForgedError } from './src/errors.js';

const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');

// In Node an idle worker does not keep the process alive.
function startInNode(setup, { message, error }) {
  const worker = new threads.Worker(new URL('./pool-worker.js', import.meta.url));
  worker.on('message', message);
  worker.on('messageerror', error);
  worker.on('error', error);
  worker.postMessage({ setup });
  return {
    post: (value, transferred) => worker.postMessage(value, transferred),
    busy: (yes) => (yes ? worker.ref() : worker.unref()),
    end: () => worker.terminate(),
  };
}

function startInBrowser(setup, { message, error }) {
  const worker = new Worker(new URL('./pool-worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => message(data);
  worker.onmessageerror = () => error(new Error('the result of a worker cannot be read'));
  worker.onerror = (event) => error(new Error(event.message || 'the script of the worker cannot be loaded'));
  worker.postMessage({ setup });
  return { post: (value, transferred) => worker.postMessage(value, transferred), busy: () => {}, end: () => worker.terminate() };
}

function processors() {
  return globalThis.process?.getBuiltinModule?.('node:os').availableParallelism() ?? globalThis.navigator.hardwareConcurrency;
}

/** Returns a pool. Its workers start when they are needed. */
export function createPool(options = {}) {
  onlyOptions(options, ['workers', 'simd']);
  const { workers = processors(), simd = hasSimd() } = options;
  const start = threads === undefined ? startInBrowser : startInNode;
  return new Pool((heard) => start({ simd }, heard), integer(workers, 'the number of workers', 1, 256));
}
