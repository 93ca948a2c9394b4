// SPDX-License-Identifier: Apache-2.0 OR MIT
// Compares the package with hash-wasm, @noble/hashes and node:crypto in one run. What is not installed is left out.
//
//     node bench.mjs [--rounds N] [--plain]        N samples of each, of which the fastest counts; the build without SIMD

import crypto from 'node:crypto';
import os from 'node:os';
import { parseArgs } from 'node:util';

import { load } from 'hashlane';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '40' }, plain: { type: 'boolean', default: false } },
});
const ROUNDS = Number(options.rounds);
const LONG = new Uint8Array(2 ** 20).map((_, i) => i % 251);
const ROWS = new Uint8Array(64 * 4096).map((_, i) => i % 251);
const hl = await (options.plain ? load({ simd: false }) : load());

async function optional(...paths) {
  try {
    return Object.assign({}, ...await Promise.all(paths.map((path) => import(path))));
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return null;
  }
}

const wasm = await optional('hash-wasm');
const noble = await optional('@noble/hashes/sha2.js', '@noble/hashes/sha3.js', '@noble/hashes/sha3-addons.js',
  '@noble/hashes/blake3.js');

// Calls of hash-wasm with an object that is made once.
async function reused(made) {
  const hash = await made;
  return (data) => hash.init().update(data).digest('binary');
}

function native(name) {
  return (data) => crypto.createHash(name).update(data).digest();
}

// The nanoseconds of one call of f: the fastest of the samples.
function fastest(f) {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; ++round) {
    const start = process.hrtime.bigint();
    f();
    best = Math.min(best, Number(process.hrtime.bigint() - start));
  }
  return best;
}

const W = wasm ?? {};
const N = noble ?? {};
const ALGORITHMS = [
  ['sha256', W.createSHA256, N.sha256, 'sha256'],
  ['sha512', W.createSHA512, N.sha512, 'sha512'],
  ['sha3-256', W.createSHA3 && (() => W.createSHA3(256)), N.sha3_256, 'sha3-256'],
  ['kt128', W.createBLAKE3, N.kt128, null],
];

function rowsOf(hash) {
  return () => {
    for (let at = 0; at < ROWS.length; at += 64) hash(ROWS.subarray(at, at + 64));
  };
}

function cell(hash, f, scale, digits = 0) {
  return hash ? scale(fastest(() => f(hash))).toFixed(digits) : '-';
}

const mebibytes = (ns) => LONG.length / 2 ** 20 / ns * 1e9;
const perRow = (ns) => ns / (ROWS.length / 64);
const lines = { long: [], rows: [] };
for (const [name, made, ofNoble, ofNode] of ALGORITHMS) {
  const hashes = [made ? await reused(made()) : null, ofNoble, ofNode && native(ofNode)];
  const long = hashes.map((hash) => cell(hash, (f) => f(LONG), mebibytes));
  const rows = hashes.map((hash) => cell(hash, (f) => rowsOf(f)(), perRow));
  lines.long.push(`| ${[name, mebibytes(fastest(() => hl.digest(name, LONG))).toFixed(), ...long].join(' | ')} |`);
  lines.rows.push(`| ${[name, perRow(fastest(() => hl.digestRows(name, ROWS, 64))).toFixed(), ...rows].join(' | ')} |`);
}
const head = '| | hashlane | hash-wasm | @noble/hashes | node:crypto |\n|---|---:|---:|---:|---:|';
console.log(`${os.cpus()[0].model}, Node ${process.version}, ${hl.target}. kt128 stands beside BLAKE3 of hash-wasm.\n`);
console.log(`One message of 1 MiB, MiB/s:\n\n${head}\n${lines.long.join('\n')}\n`);
console.log(`4096 rows of 64 bytes, ns for each:\n\n${head}\n${lines.rows.join('\n')}`);
