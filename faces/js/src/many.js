// SPDX-License-Identifier: Apache-2.0 OR MIT
// Digests of many messages, side by side in the lanes of the vectors. A job says what is done with each message: behind
// what `state` of `algorithm` has absorbed, and before `ending`, it gives a digest of `size` bytes, which goes to `out`.

import { MESSAGES, PIECE } from './memory.js';
import { absorb, output } from './state.js';

// Hands `count` messages that lie in memory to the module, and copies their digests to `out`.
function run({ memory, algorithm, state, ending: { customization }, size, out }, count, at) {
  if (count === 0) return;
  memory.call.hashlane_many(algorithm.number, state, memory.list, count, memory.output, count * size,
    memory.keep(customization), customization.length);
  out.set(memory.view.subarray(memory.output, memory.output + count * size), at);
}

// How many messages go to the module at once.
function atOnce({ memory, size }) {
  return Math.min(MESSAGES, Math.floor(memory.outputSize / Math.max(size, 1)));
}

// The digest of a message that does not fit into the staging buffer with others.
function alone({ memory, algorithm, state, ending, size }, message) {
  const copy = memory.take();
  memory.call.hashlane_copy(algorithm.number, copy, state);
  try {
    absorb(memory, algorithm, copy, message);
    return output(memory, algorithm, copy, size, ending);
  } finally {
    memory.call.hashlane_destroy(algorithm.number, copy);
    memory.give(copy);
  }
}

/** Does a job with messages. */
export function digestMessages(job, messages) {
  const { memory, size, out } = job;
  const most = atOnce(job);
  let first = 0;
  let count = 0;
  let used = 0;
  let view;  // of the messages that wait; the memory does not grow meanwhile
  let list;
  const flush = () => {
    run(job, count, first * size);
    first += count;
    count = used = 0;
  };
  for (const message of messages) {
    if (count === most || used + message.length > PIECE) flush();
    if (message.length > PIECE || most === 0) {
      out.set(alone(job, message), first * size);
      first += 1;
    } else {
      if (count === 0) {
        view = memory.view;
        list = memory.words(memory.list, 2 * most);
      }
      const address = memory.piece + used;
      view.set(message, address);
      list[2 * count] = address;
      list[2 * count + 1] = message.length;
      used += message.length;
      count += 1;
    }
  }
  flush();
}

/** Does a job with rows of `rowSize` bytes, which lie one after the other in `data`. */
export function digestRows(job, data, rowSize) {
  const { memory, size } = job;
  const most = Math.min(atOnce(job), Math.floor(PIECE / rowSize));
  const rows = data.length / rowSize;
  if (most === 0) {
    const messages = Array.from({ length: rows }, (_, i) => data.subarray(i * rowSize, (i + 1) * rowSize));
    return digestMessages(job, messages);
  }
  const list = memory.words(memory.list, 2 * Math.min(most, rows));
  for (let i = 0; i < list.length; i += 2) {
    list[i] = memory.piece + (i / 2) * rowSize;
    list[i + 1] = rowSize;
  }
  for (let row = 0; row < rows; row += most) {
    const count = Math.min(most, rows - row);
    memory.put(data.subarray(row * rowSize, (row + count) * rowSize), memory.piece);
    run(job, count, row * size);
  }
  return undefined;
}
