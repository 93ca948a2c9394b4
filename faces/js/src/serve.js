// SPDX-License-Identifier: Apache-2.0 OR MIT
// The side of a pool that runs in a worker. Its first message says how the module is loaded, each other one is a job.

/** Serves jobs. `load(setup)` returns a promise of a Hashlane. */
export function serve(load, jobs) {
  const port = globalThis.process?.getBuiltinModule?.('node:worker_threads').parentPort ?? globalThis;
  const done = (bytes) => port.postMessage({ done: bytes });
  let loaded;
  port.onmessage = async ({ data: { setup, call, given } }) => {
    if (setup !== undefined) {
      loaded = load(setup);
      loaded.catch(() => {});  // each job reports it
      return;
    }
    try {
      port.postMessage({ result: await jobs[call](await loaded, given, done) });
    } catch (error) {
      port.postMessage({ error: { name: error?.name ?? 'Error', message: error?.message ?? String(error) } });
    }
  };
}
