// SPDX-License-Identifier: Apache-2.0 OR MIT
// Compares the package with hash-wasm, @noble/hashes, WebCrypto and node:crypto in Node. What is not installed is left out.
//
//     node bench.mjs [--seconds N] [--plain] [--tiny]
//
// The time of each function, of whose samples the fastest counts; the build without SIMD; short data, to see whether it
// works.

import crypto from 'node:crypto';
import os from 'node:os';
import { parseArgs } from 'node:util';

import { load } from 'hashlane';

import { installed, measure, tables } from './measure.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '1' }, plain: { type: 'boolean', default: false },
    tiny: { type: 'boolean', default: false },
  },
});
const hl = await (options.plain ? load({ simd: false }) : load());
const sizes = options.tiny ? { seconds: 0, size: 1000, count: 10 } : { seconds: Number(options.seconds) };
const measured = await measure(hl, { ...await installed(), crypto }, sizes);
console.log(tables(`${os.cpus()[0].model}, Node ${process.version}`, measured));
