// SPDX-License-Identifier: Apache-2.0 OR MIT
// Compares the package with hash-wasm, @noble/hashes, WebCrypto and node:crypto in Node. What is not installed is left out.
//
//     node bench.mjs [--rounds N] [--plain] [--tiny]
//
// N samples of each, of which the fastest counts; the build without SIMD; short data, to see whether it works.

import crypto from 'node:crypto';
import os from 'node:os';
import { parseArgs } from 'node:util';

import { load } from 'hashlane';

import { installed, measure, tables } from './measure.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' }, plain: { type: 'boolean', default: false },
    tiny: { type: 'boolean', default: false },
  },
});
const hl = await (options.plain ? load({ simd: false }) : load());
const sizes = options.tiny ? { size: 1000, count: 10 } : {};
const measured = await measure(hl, { ...await installed(), crypto }, { rounds: Number(options.rounds), ...sizes });
console.log(tables(`${os.cpus()[0].model}, Node ${process.version}`, measured));
