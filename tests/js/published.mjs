// SPDX-License-Identifier: Apache-2.0 OR MIT
// The published vectors. HASHLANE_JS_VECTORS is a file of lines as tests/support/published.py writes them.

import fs from 'node:fs';

import { pattern } from './loaded.mjs';

const FIELDS = ['kind', 'folder', 'algorithm', 'valid', 'bits', 'outputBits', 'size', 'skip', 'number', 'key', 'custom',
  'name', 'message', 'output', 'elements'];
const NUMBERS = ['valid', 'bits', 'outputBits', 'size', 'skip', 'number'];
const BYTES = ['key', 'custom', 'name', 'message', 'output'];

export const lines = fs.readFileSync(process.env.HASHLANE_JS_VECTORS, 'utf8').trimEnd().split('\n');

function octets(text) {
  if (text === '-') return new Uint8Array(0);
  if (text.startsWith('ptn:')) return pattern(Number(text.slice(4)));
  return new Uint8Array(Buffer.from(text, 'hex'));
}

/** The vector of a line. */
export function parsed(line) {
  const words = line.split(' ');
  const v = Object.fromEntries(FIELDS.map((field, i) => [field, words[i]]));
  for (const field of NUMBERS) v[field] = Number(v[field]);
  for (const field of BYTES) v[field] = octets(v[field]);
  v.elements = v.elements === '-' ? null : v.elements.split(',').slice(0, -1).map(octets);
  return v;
}
