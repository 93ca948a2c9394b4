// SPDX-License-Identifier: Apache-2.0 OR MIT
// The pool of workers under node: files, ranges, messages, errors, aborts.

import assert from 'node:assert';
import childProcess from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';

import { createPool } from '../../build/js/hashlane/pool.js';
import { build, hex, hl, needed, pattern } from './loaded.mjs';

const RANGE = 2 ** 24;  // a longer file of KangarooTwelve is digested in ranges
let place;
let pool;
before(() => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), 'hashlane-'));
  pool = createPool({ workers: 3, simd: build === 'simd' });
});
after(() => {
  pool.close();
  fs.rmSync(place, { recursive: true });
});

function write(data) {
  const file = path.join(place, 'file');
  fs.writeFileSync(file, data);
  return file;
}

test('every algorithm of a file, as a path and as a Blob', async () => {
  const data = pattern(100_001);
  const file = write(data);
  for (const info of hl.names().map((name) => hl.info(name))) {
    if (!['hash', 'xof', 'mac'].includes(info.kind) || info.elements) continue;
    const expected = hex(hl.digest(info.name, data, needed(info)));
    assert.strictEqual(hex(await pool.digestFile(info.name, file, needed(info))), expected, info.name);
    assert.strictEqual(hex(await pool.digestFile(info.name, new Blob([data]), needed(info))), expected, info.name);
  }
});

test('a file is one element of a tuple', async () => {
  for (const size of [0, 1, 5_000_000]) {
    const data = pattern(size);
    const expected = hex(hl.digest('tuplehash128', data));
    for (const file of [write(data), new Blob([data])]) {
      const [tuple, other] = await pool.digestFile(['tuplehash128', 'sha256'], file);
      assert.strictEqual(hex(tuple), expected, `${size} bytes`);
      assert.strictEqual(hex(other), hex(hl.digest('sha256', data)));
    }
    assert.strictEqual(hex(await hl.digestStream('tuplehash128', new Blob([data]))), expected);
  }
  const [one, two] = [pattern(3), pattern(5)];
  const tuple = hl.create('tuplehash128').update(one).update(two).digest();
  assert.strictEqual(hex(await hl.digestStream('tuplehash128', [one, two])), hex(tuple));
});

test('several algorithms in one pass, with progress', async () => {
  const data = pattern(2 ** 22 + 5);
  const told = [];
  const digests = await pool.digestFile(['sha256', 'sha3-256'], write(data), { progress: (bytes) => told.push(bytes) });
  assert.deepStrictEqual(digests.map(hex), ['sha256', 'sha3-256'].map((name) => hex(hl.digest(name, data))));
  assert.deepStrictEqual(told, [2 ** 22, 2 ** 22 + 5]);
});

test('KangarooTwelve in ranges', async () => {
  const all = new Uint8Array(2 * RANGE + 8193);
  for (let at = 0; at < all.length; at += 251) all.set(pattern(Math.min(251, all.length - at)), at);
  const options = { customization: pattern(250), length: 100 };
  const long = pattern(41 ** 3 + 7);
  const customized = (from, to) => ({ customization: long.subarray(from, to) });
  for (const [name, size, given] of [
    ['kt128', RANGE + 3, customized(0, 41 ** 2)], ['kt256', RANGE + 8190, customized(5, 5 + 41 ** 3)],
    ['kt128', RANGE + 8192, customized(0, 8189)], ['kt256', RANGE + 8192, customized(0, 8190)], ['kt128', RANGE + 1, customized(0, 8188)],
    ['kt128', RANGE + 1, { customization: new DataView(long.buffer, 1, 257) }], ['kt128', RANGE + 1, { customization: long.buffer }],
    ['kt128', RANGE + 1, { customization: new Uint16Array(long.buffer, 0, 20) }], ['kt128', RANGE + 1, customized(0, 0)],
    ['kt128', RANGE, {}], ['kt256', RANGE + 1, {}], ['kt128', RANGE + 8191, {}], ['kt128', RANGE + 8192, {}],
    ['kt128', RANGE + 8193, options], ['kt256', RANGE + 8191, options], ['kt256', 2 * RANGE + 8192, {}], ['kt128', 2 * RANGE + 8193, {}]]) {
    const data = all.subarray(0, size);
    let told = 0;
    const made = await pool.digestFile(name, write(data), { ...given, progress: (bytes) => { told = bytes; } });
    assert.strictEqual(hex(made), hex(hl.digest(name, data, given)), `${name} ${size}`);
    assert.strictEqual(told, size);
  }
});

test('messages, split over the workers', async () => {
  const messages = Array.from({ length: 3001 }, (_, i) => pattern(i % 311));
  for (const [name, options] of [['sha256', {}], ['shake128', { length: 5 }], ['hmac-sha256', { key: pattern(32) }],
    ['kt128', { customization: pattern(41 ** 2) }]]) {
    assert.deepStrictEqual((await pool.digestMany(name, messages, options)).map(hex), hl.digestMany(name, messages, options).map(hex));
  }
  assert.deepStrictEqual(await pool.digestMany('sha256', []), []);
  assert.strictEqual((await pool.digestMany('sha256', [new Uint8Array(0)])).map(hex)[0], hex(hl.digest('sha256', new Uint8Array(0))));
});

test('errors reach the caller with their class', async () => {
  const file = write(pattern(10));
  const large = write(pattern(RANGE + 1));
  await assert.rejects(pool.digestFile('sha25', file), RangeError);
  await assert.rejects(pool.digestFile('sha256', file, { key: pattern(1) }), /TypeError: sha256 takes no key/);
  await assert.rejects(pool.digestFile('kt128', large, { customization: 'text' }), /TypeError: the option customization is a string/);
  await assert.rejects(pool.digestFile('hopmac128', file, { key: pattern(1), customization: pattern(300) }),
    /RangeError: hopmac128 takes a customization/);
  await assert.rejects(pool.digestFile('kt128', large, { custom: pattern(3) }), /TypeError: no such option: custom/);
  await assert.rejects(pool.digestFile('sha256', path.join(place, 'none')), /ENOENT/);
  await assert.rejects(pool.digestFile('sha256', place), /TypeError: .* is no regular file/);
  await assert.rejects(pool.digestFile('sha256', pattern(3)), /TypeError: a file is a Blob/);
  await assert.rejects(pool.digestMany('sha256', ['text']), /TypeError: message 0 is a string/);
  await assert.rejects(pool.digestMany('sha256', new ArrayBuffer(8)), /TypeError: the messages are of type object, not an iterable/);
  await assert.rejects(pool.digestFile('sha256', file, { key: () => {} }), /could not be cloned/);
  assert.throws(() => createPool({ workers: 0 }), RangeError);
  assert.throws(() => createPool({ worker: 1 }), TypeError);
  assert.strictEqual(hex(await pool.digestFile('sha256', file)), hex(hl.digest('sha256', fs.readFileSync(file))));
});

test('what progress throws ends the work, and no other', async () => {
  const small = write(pattern(100));
  const large = path.join(place, 'sparse');
  fs.writeFileSync(large, '');
  fs.truncateSync(large, 2 ** 40);  // nobody would wait for its end
  const thrown = new Error('enough');
  const fail = () => { throw thrown; };
  for (const progress of [fail, async () => fail(), () => Promise.reject(thrown)]) {
    for (const name of ['sha256', 'kt128']) {
      const other = pool.digestFile('sha256', small);
      await assert.rejects(pool.digestFile(name, large, { progress }), thrown);
      assert.strictEqual(hex(await other), hex(hl.digest('sha256', pattern(100))));
    }
  }
  await assert.rejects(pool.digestFile('sha256', small, { progress: 'text' }), TypeError);
  assert.strictEqual(hex(await pool.digestFile('sha256', small, { progress: () => ({ then: 1 }) })), hex(hl.digest('sha256', pattern(100))));
  fs.rmSync(large);
});

// A process of its own: one that waits for a writer of the pipe does not end.
test('a pipe is not waited for', { timeout: 60_000 }, () => {
  const pipe = path.join(place, 'pipe');
  const program = path.join(place, 'pipe.mjs');
  const url = (script) => JSON.stringify(new URL(`../../build/js/hashlane/${script}`, import.meta.url).href);
  childProcess.execFileSync('mkfifo', [pipe]);
  fs.writeFileSync(program, `
    import fs from 'node:fs';
    import { createPool } from ${url('pool.js')};
    import { openedPath } from ${url('src/sources.js')};
    const pipe = process.argv[2];
    const say = (error) => console.log(error.name, error.message);
    const pool = createPool({ workers: 1, simd: ${build === 'simd'} });
    await pool.digestFile('sha256', pipe).catch(say);
    await pool.run('file', { source: pipe, names: ['sha256'], options: {} }).catch(say);  // in the worker
    await openedPath(pipe, fs).catch(say);  // after the path has changed
    pool.close();`);
  const out = childProcess.execFileSync(process.execPath, [program, pipe], { timeout: 30_000 });
  assert.strictEqual(out.toString(), `TypeError ${pipe} is no regular file\n`.repeat(3));
});

test('a file that changes while it is read', async () => {
  const file = write(pattern(2 ** 22 + 1));
  await assert.rejects(pool.digestFile('sha256', file, { progress: () => fs.appendFileSync(file, 'more') }), /changed while it was read/);
});

test('a file that says that it has no bytes is read to its end', { skip: !fs.existsSync('/proc/version') }, async () => {
  const content = fs.readFileSync('/proc/version');
  const [digest, tuple] = await pool.digestFile(['sha256', 'tuplehash128'], '/proc/version');
  assert.strictEqual(hex(digest), hex(hl.digest('sha256', content)));
  assert.strictEqual(hex(tuple), hex(hl.digest('tuplehash128', content)));
});

test('a file of more than 4 GiB', { skip: process.env.HASHLANE_JS_LARGE !== '1' }, async () => {
  const file = path.join(place, 'large');
  fs.writeFileSync(file, pattern(1001));
  fs.truncateSync(file, 2 ** 32 + 12_345);  // sparse: it ends with zeros
  const expected = crypto.createHash('sha256');
  for await (const chunk of fs.createReadStream(file, { highWaterMark: 2 ** 22 })) expected.update(chunk);
  assert.strictEqual(hex(await pool.digestFile('sha256', file)), expected.digest('hex'));
  const alone = await hl.digestStream('kt128', fs.createReadStream(file, { highWaterMark: 2 ** 22 }));
  assert.strictEqual(hex(await pool.digestFile('kt128', file)), hex(alone));
  fs.rmSync(file);
});

test('work is aborted: while it is under way, while it waits, before it begins', async () => {
  const file = path.join(place, 'sparse');
  fs.writeFileSync(file, '');
  fs.truncateSync(file, 2 ** 40);  // nobody would wait for its end
  for (const names of ['sha256', 'kt128']) {
    const control = new AbortController();
    const reason = new Error('enough');
    const work = pool.digestFile(names, file, { signal: control.signal, progress: () => control.abort(reason) });
    const others = Array.from({ length: 5 }, () => pool.digestFile('sha256', file, { signal: control.signal }));
    for (const one of [work, ...others]) await assert.rejects(one, reason);
    await assert.rejects(pool.digestFile('sha256', file, { signal: control.signal }), reason);
  }
  assert.strictEqual(hex(await pool.digestFile('sha256', write(pattern(10)))), hex(hl.digest('sha256', pattern(10))));
  const closed = createPool({ workers: 1 });
  const work = closed.digestFile('sha256', file);
  const waiting = closed.digestFile('sha256', file, { progress: () => {} });
  setImmediate(() => closed.close());
  await Promise.all([work, waiting].map((one) => assert.rejects(one, /the pool was closed/)));
  await assert.rejects(closed.digestFile('sha256', file), /the pool was closed/);
});
