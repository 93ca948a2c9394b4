// SPDX-License-Identifier: Apache-2.0 OR MIT
// A pool of workers. Each worker does one job at a time, and the others wait. A job that is aborted ends its worker; the
// next job that needs one starts another.

import { bytesOfEach } from './check.js';
import { ForgedError } from './errors.js';
import { joined } from './joined.js';
import { CHUNK, hasRanges } from './ranges.js';
import { isFile } from './sources.js';

const RANGE = 2 ** 24;  // bytes of a file that one worker digests at once
const ERRORS = { TypeError, RangeError };

// The error of a worker, as an object of this thread.
function rebuilt({ name, message }) {
  if (name === 'ForgedError') return new ForgedError();
  const error = new (ERRORS[name] ?? Error)(message);
  error.name = name;
  return error;
}

function sum(numbers) {
  return numbers.reduce((all, n) => all + n, 0);
}

/** Messages with their total length, in `parts` lists whose lengths are about the same. */
function split(messages, parts) {
  const most = Math.ceil(sum(messages.map((message) => message.length + 64)) / parts);
  const lists = [[]];
  let used = 0;
  for (const message of messages) {
    if (used > most) {
      lists.push([]);
      used = 0;
    }
    lists.at(-1).push(message);
    used += message.length + 64;  // an empty message takes time too
  }
  return lists;
}

// Copies of messages, one after the other.
function packed(messages) {
  return { data: joined(messages), sizes: Float64Array.from(messages, (message) => message.length) };
}

export class Pool {
  #start;
  #most;
  #idle = [];
  #busy = new Map();  // the job of each worker that has one
  #queue = new Set();
  #closed = false;

  /**
   * @param start makes a worker: start({message, error}) returns {post(value, transferred), busy(yes), end()}
   * @param {number} most how many workers there are at the same time
   */
  constructor(start, most) {
    this.#start = start;
    this.#most = most;
  }

  get size() { return this.#most; }

  /** Runs a job of the worker. */
  run(call, given, { signal, progress, transferred = [] } = {}) {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new Error('the pool was closed');
      signal?.throwIfAborted();
      const job = { call, given, transferred, progress, resolve, reject };
      const abort = () => this.#abort(job, signal.reason);
      job.settled = () => signal?.removeEventListener('abort', abort);
      signal?.addEventListener('abort', abort);
      this.#queue.add(job);
      this.#next();
    });
  }

  /** The digest of a file, or with a list of names the digests, in one pass. */
  async digestFile(names, source, { signal, progress, ...options } = {}) {
    if (!isFile(source)) throw new TypeError('a file is a Blob, or in Node a path as a string');
    const list = Array.isArray(names) ? names : [names];
    const follow = { signal, progress: counted(progress) };
    const before = await statusOf(source);
    const inRanges = list.length === 1 && before.size > RANGE && hasRanges(list[0], options);
    const digests = inRanges ? [await this.#digestRanges(list[0], source, before.size, options, follow)]
      : await this.run('file', { source, names: list, options }, follow);
    const after = await statusOf(source);
    if (after.size !== before.size || after.changed !== before.changed) throw new Error(`${source} changed while it was read`);
    return Array.isArray(names) ? digests : digests[0];
  }

  /** The digests of messages, in their order. */
  async digestMany(name, messages, { signal, ...options } = {}) {
    const all = bytesOfEach(messages, 'message', 'the messages');
    const made = await this.each(signal, split(all, this.#most), async (part, both) => {
      const { data, sizes } = packed(part);
      const digests = await this.run('many', { name, data, sizes, options },
        { signal: both, transferred: [data.buffer, sizes.buffer] });
      const size = digests.length / part.length;
      return part.map((_, i) => digests.slice(i * size, (i + 1) * size));
    });
    return made.flat();
  }

  /** The results of f(item, signal) for each item, some at a time. When one fails, the others are aborted. */
  async each(signal, items, f) {
    const own = new AbortController();
    const both = signal === undefined ? own.signal : AbortSignal.any([signal, own.signal]);
    const results = [];
    let next = 0;
    const run = async () => {
      while (next < items.length) {
        const i = next;
        next += 1;
        results[i] = await f(items[i], both);
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.min(2 * this.#most, items.length) }, run));
      return results;
    } catch (error) {
      next = items.length;
      own.abort(error);
      throw error;
    }
  }

  /** Ends the workers. Jobs that are not done are rejected. */
  close() {
    this.#closed = true;
    const error = new Error('the pool was closed');
    for (const job of [...this.#busy.values(), ...this.#queue]) this.#abort(job, error);
    for (const worker of this.#idle.splice(0)) worker.end();
  }

  async #digestRanges(name, source, size, options, { signal, progress }) {
    const to = size - size % CHUNK;
    const starts = Array.from({ length: Math.ceil((to - CHUNK) / RANGE) }, (_, i) => CHUNK + i * RANGE);
    const parts = await this.each(signal, starts, (from, both) => this.run('ranges',
      { source, name, from, to: Math.min(from + RANGE, to), options }, { signal: both, progress }));
    return this.run('root', { source, name, parts, to, options }, { signal, progress });
  }

  // Hands waiting jobs to workers.
  #next() {
    while (this.#queue.size !== 0 && (this.#idle.length !== 0 || this.#busy.size < this.#most)) {
      const [job] = this.#queue;
      this.#queue.delete(job);
      try {
        const worker = this.#idle.pop() ?? this.#started();
        this.#busy.set(worker, job);
        worker.busy(true);
        worker.post({ call: job.call, given: job.given }, job.transferred);
      } catch (error) {
        this.#abort(job, error);
      }
    }
  }

  #started() {
    const worker = this.#start({
      message: (told) => this.#heard(worker, told),
      error: (error) => {
        this.#idle = this.#idle.filter((other) => other !== worker);
        this.#abort(this.#busy.get(worker), error);
      },
    });
    return worker;
  }

  #heard(worker, { done, result, error }) {
    const job = this.#busy.get(worker);
    if (job === undefined) return;  // it was aborted
    if (done !== undefined) {
      this.#tell(job, done);
      return;
    }
    this.#busy.delete(worker);
    this.#idle.push(worker);
    worker.busy(false);
    job.settled();
    if (error === undefined) job.resolve(result);
    else job.reject(rebuilt(error));
    this.#next();
  }

  // What progress throws, or rejects a promise with, ends the job.
  #tell(job, done) {
    const end = (error) => this.#abort(job, error);
    try {
      const told = job.progress?.(done);
      if (typeof told?.then === 'function') told.then(undefined, end);
    } catch (error) {
      end(error);
    }
  }

  // Ends a job, and its worker if it has one.
  #abort(job, reason) {
    if (job === undefined) return;
    this.#queue.delete(job);
    for (const [worker, other] of this.#busy) {
      if (other !== job) continue;
      this.#busy.delete(worker);
      worker.end();
    }
    job.settled();
    job.reject(reason);
    if (!this.#closed) this.#next();
  }
}

// The size of a file, and of one in Node when it was changed. A browser refuses to read a Blob whose file was changed.
async function statusOf(source) {
  if (typeof source !== 'string') return { size: source.size, changed: 0 };
  const { size, ctimeMs } = await globalThis.process.getBuiltinModule('node:fs').promises.stat(source);
  return { size, changed: ctimeMs };
}

// Tells progress(bytes so far) out of steps.
function counted(progress) {
  let all = 0;
  return (step) => progress?.(all += step);
}
