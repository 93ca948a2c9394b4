// SPDX-License-Identifier: Apache-2.0 OR MIT
// Which of the two modules is loaded: the one with SIMD, or the one without where the engine refuses a vector. Each case is a
// process of its own, in which WebAssembly.validate is replaced before the package is loaded.

import assert from 'node:assert';
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';

const PACKAGE = new URL('../../build/js/hashlane/', import.meta.url);
// An engine without SIMD: it refuses to validate and to compile a module that has the type v128 or an instruction of it.
const WITHOUT_SIMD = `
const { instantiate } = WebAssembly;
const plainSizes = sizes('');
WebAssembly.validate = () => false;
WebAssembly.instantiate = async (bytes) => {
  if (!plainSizes.has(bytes.byteLength)) throw new WebAssembly.CompileError('no SIMD');
  return instantiate(bytes);
};`;
// Prints which files were read, whether hasSimd() is true, and digests of the entry, by the functions of the package and in a pool.
const PROGRAM = (entry, engine) => `
import fs from 'node:fs';
const names = fs.readdirSync(new URL('wasm/', '${PACKAGE}'));
const sizes = (simd) => new Set(names.filter((name) => name.includes('-simd') === Boolean(simd))
  .map((name) => fs.statSync(new URL('wasm/' + name, '${PACKAGE}')).size));
const read = [];
const { readFile } = fs.promises;
fs.promises.readFile = (url, ...more) => {
  if (String(url).endsWith('.wasm')) read.push(String(url).split('/').at(-1));
  return readFile(url, ...more);
};
${engine}
const { digest, digestMany, hasSimd } = await import('${PACKAGE}${entry}.js');
const hex = (bytes) => Buffer.from(bytes).toString('hex');
const data = new Uint8Array(1000).fill(7);
const one = hex(await digest('sha256', data));
const many = (await digestMany('sha256', Array(5).fill(data))).map(hex);
console.log(JSON.stringify({ simd: hasSimd(), read, digests: [one, ...many] }));
`;
const EXPECTED = crypto.createHash('sha256').update(new Uint8Array(1000).fill(7)).digest('hex');

let place;
before(() => { place = fs.mkdtempSync(path.join(os.tmpdir(), 'hashlane-')); });
after(() => fs.rmSync(place, { recursive: true }));

function told(program) {
  const file = path.join(place, 'program.mjs');
  fs.writeFileSync(file, program);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  assert.strictEqual(stderr, '');
  return JSON.parse(stdout);
}

for (const entry of ['index', 'sha256']) {
  test(`${entry}: an engine with SIMD`, () => {
    assert.deepStrictEqual(told(PROGRAM(entry, '')), { simd: true, read: [`${entry}-simd.wasm`], digests: Array(6).fill(EXPECTED) });
  });

  test(`${entry}: an engine without SIMD`, () => {
    assert.deepStrictEqual(told(PROGRAM(entry, WITHOUT_SIMD)), { simd: false, read: [`${entry}.wasm`], digests: Array(6).fill(EXPECTED) });
  });
}

test('a pool in an engine without SIMD', () => {
  const program = `
    WebAssembly.validate = () => false;
    const { createPool } = await import('${PACKAGE}pool.js');
    const { Worker } = await import('node:worker_threads');
    const posted = [];
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (value, ...more) {
      if (value.setup) posted.push(value.setup);
      return postMessage.call(this, value, ...more);
    };
    const pool = createPool({ workers: 1 });
    const digest = Buffer.from(await pool.digestFile('sha256', new Blob([new Uint8Array(1000).fill(7)]))).toString('hex');
    pool.close();
    console.log(JSON.stringify({ posted, digest }));`;
  assert.deepStrictEqual(told(program), { posted: [{ simd: false }], digest: EXPECTED });
});
