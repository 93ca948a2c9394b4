// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of faces/js/cpp/memory.cpp, in a module of their own that HASHLANE_JS_MEMORY names, against JavaScript's.

import assert from 'node:assert';
import fs from 'node:fs';
import test from 'node:test';

const { instance } = await WebAssembly.instantiate(fs.readFileSync(process.env.HASHLANE_JS_MEMORY));
const { memory, memcpy, memmove, memset, memcmp } = instance.exports;
const view = new Uint8Array(memory.buffer);
const START = 4096;  // behind the stack of the module
const SIZES = [...Array(70).keys(), 1000, 1001];
const pattern = Uint8Array.from({ length: 4096 }, (_, i) => (i * 167 + (i >> 8)) % 251);

// What a call leaves in the memory, and what the expected change leaves there.
function compare(call, change, told) {
  view.set(pattern, START);
  const expected = pattern.slice();
  change(expected);
  const to = call();
  assert.deepStrictEqual(view.slice(START, START + pattern.length), expected, told);
  return to;
}

test('memcpy and memmove of every size, offset and overlap', () => {
  for (const size of SIZES) {
    for (let from = 100; from < 108; ++from) {
      for (const to of [from - 17, from - 9, from - 8, from - 1, from, from + 1, from + 7, from + 8, from + 15, from + 16, from + 2000]) {
        const change = (bytes) => bytes.copyWithin(to, from, from + size);
        const told = `${size} bytes from ${from} to ${to}`;
        assert.strictEqual(compare(() => memmove(START + to, START + from, size), change, told), START + to);
        if (Math.abs(to - from) < size) continue;
        assert.strictEqual(compare(() => memcpy(START + to, START + from, size), change, told), START + to);
      }
    }
  }
});

test('memset of every size and offset', () => {
  for (const size of SIZES) {
    for (let to = 100; to < 108; ++to) {
      for (const value of [0, 1, 0xff, 0x1234]) {
        const change = (bytes) => bytes.fill(value & 0xff, to, to + size);
        assert.strictEqual(compare(() => memset(START + to, value, size), change, `${size} bytes at ${to}`), START + to);
      }
    }
  }
});

test('memcmp: equal bytes, and each byte that differs', () => {
  for (const size of SIZES.filter((n) => n < 100)) {
    for (const [left, right] of [[100, 300], [101, 307]]) {
      view.set(pattern, START);
      view.copyWithin(START + right, START + left, START + left + size);
      view[START + right + size] = view[START + left + size] ^ 1;
      assert.strictEqual(memcmp(START + left, START + right, size), 0);
      for (let at = 0; at < size; ++at) {
        const before = view[START + right + at];
        view[START + right + at] = before ^ 0x80;
        const order = Math.sign(view[START + left + at] - view[START + right + at]);
        assert.strictEqual(Math.sign(memcmp(START + left, START + right, size)), order, `${size} bytes, byte ${at}`);
        assert.strictEqual(Math.sign(memcmp(START + right, START + left, size)), -order);
        view[START + right + at] = before;
      }
    }
  }
});
