// SPDX-License-Identifier: Apache-2.0 OR MIT
// The pool of workers as a module in headless Chromium, from a server on this machine: files, messages, an abort.

import assert from 'node:assert';
import crypto from 'node:crypto';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

import { start } from './browser.mjs';
import { serve } from './server.mjs';

const IMPORTS = { 'hashlane': '/hashlane/index.js', 'hashlane/pool': '/hashlane/pool.js' };
const BUILD = process.env.HASHLANE_JS_PACKAGES ?? fileURLToPath(new URL('../../build/js', import.meta.url));
const SIZE = 2 ** 24 + 8193;  // a file that the workers share when it is digested by KangarooTwelve

let browser;
let server;
let page;
before(async () => {
  server = await serve(BUILD, IMPORTS);
  browser = await start();
  page = await browser.newPage();
  await page.goto(`http://localhost:${server.address().port}/`);
});
after(async () => {
  await browser.close();
  server.close();
});

const sha256 = (data) => crypto.createHash('sha256').update(data).digest('hex');

test('digestFile: a File, several algorithms in one pass, KangarooTwelve in ranges', async () => {
  const told = await page.evaluate(async (size) => {
    const { createPool } = await import('hashlane/pool');
    const { load } = await import('hashlane');
    const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const data = new Uint8Array(size).map((_, i) => i % 251);
    const file = new File([data], 'name');
    const pool = createPool({ workers: 3 });
    let done = 0;
    const several = (await pool.digestFile(['sha256', 'sha3-256'], file, { progress: (bytes) => { done = bytes; } })).map(hex);
    const ranges = hex(await pool.digestFile('kt128', file));
    pool.close();
    const hashlane = await load();
    const alone = ['sha256', 'sha3-256', 'kt128'].map((name) => hex(hashlane.digest(name, data)));
    return { made: [...several, ranges], alone, done };
  }, SIZE);
  const data = Uint8Array.from({ length: SIZE }, (_, i) => i % 251);
  assert.deepStrictEqual(told.made, told.alone);
  assert.strictEqual(told.made[0], sha256(data));
  assert.strictEqual(told.done, SIZE);
});

test('digestMany', async () => {
  const digests = await page.evaluate(async () => {
    const { createPool } = await import('hashlane/pool');
    const pool = createPool({ workers: 2 });
    const messages = Array.from({ length: 301 }, (_, i) => new Uint8Array(i).fill(i));
    const made = await pool.digestMany('sha256', messages);
    pool.close();
    return made.map((bytes) => Array.from(bytes));
  });
  const expected = Array.from({ length: 301 }, (_, i) => sha256(new Uint8Array(i).fill(i)));
  assert.deepStrictEqual(digests.map((bytes) => Buffer.from(bytes).toString('hex')), expected);
});

test('an abort while a file is read, and the pool after it', async () => {
  const told = await page.evaluate(async () => {
    const { createPool } = await import('hashlane/pool');
    const pool = createPool({ workers: 1 });
    const { terminate } = Worker.prototype;
    let ended = 0;
    Worker.prototype.terminate = function () {
      ended += 1;
      return terminate.call(this);
    };
    const control = new AbortController();
    const part = new Blob([new Uint8Array(2 ** 24)]);
    const large = new Blob(Array(64).fill(part));
    let done = 0;
    const progress = (bytes) => {
      done = bytes;
      control.abort(new Error('enough'));
    };
    const work = pool.digestFile('sha256', large, { signal: control.signal, progress });
    const error = await work.then(() => 'no error', (reason) => reason.message);
    const endedByAbort = ended;
    const next = await pool.digestFile('sha256', new Blob(['abc']));
    pool.close();
    return { error, stopped: done < large.size, endedByAbort, next: Array.from(next.subarray(0, 4)) };
  });
  assert.deepStrictEqual(told, { error: 'enough', stopped: true, endedByAbort: 1, next: [0xba, 0x78, 0x16, 0xbf] });
});

test('errors reach the caller with their class', async () => {
  const told = await page.evaluate(async () => {
    const { createPool } = await import('hashlane/pool');
    const pool = createPool({ workers: 1 });
    const file = new Blob(['abc']);
    const calls = [['sha25', file], ['sha256', file, { key: new Uint8Array(1) }], ['sha256', 'a path']];
    const classes = [];
    for (const given of calls) classes.push(await pool.digestFile(...given).then(() => 'no error', (error) => error.constructor.name));
    pool.close();
    return classes;
  });
  assert.deepStrictEqual(told, ['RangeError', 'TypeError', 'TypeError']);
});
