// SPDX-License-Identifier: Apache-2.0 OR MIT
// Every published vector, but for outputs in bits, in each way that the package has.

import assert from 'node:assert';
import test from 'node:test';

import { hashlane, hl } from './loaded.mjs';
import { lines, parsed } from './published.mjs';

const MOST_ITERATIONS = 100000;

const checks = {};
let inBits = 0;

function equal(a, b) {
  return Buffer.from(a).equals(Buffer.from(b));
}

function optionsOf(v, info) {
  const options = {};
  if (info.takesKey) options.key = v.key;
  if (v.custom.length !== 0) options.customization = v.custom;
  if (v.name.length !== 0) options.functionName = v.name;
  if (v.number !== 0) options[v.algorithm.startsWith('turboshake') ? 'domain' : 'parallelBlock'] = v.number;
  if (info.anyLength) options.length = v.size;
  return options;
}

// The message from byte `head` on, with the last bits where the standard has them. In a vector they are the low ones.
function inOrder(v, head) {
  const rest = v.message.slice(head);
  if (/^sha(224|256|384|512)|^ascon-(hasha?|xofa?)$/.test(v.algorithm)) rest[rest.length - 1] <<= 8 - v.bits % 8;
  return rest;
}

function inPieces(v, options) {
  const hash = hl.create(v.algorithm, options);
  if (v.elements !== null) {
    for (const element of v.elements) hash.update(element);
    return hash;
  }
  if (hl.info(v.algorithm).elements) return hash;  // the empty tuple
  const head = Math.floor(v.message.length / 3);
  if (v.bits % 8 !== 0) return hash.update(v.message.subarray(0, head)).updateBits(inOrder(v, head), v.bits - 8 * head);
  return hash.update(v.message.subarray(0, head)).update(v.message.subarray(head));
}

/** The outputs of a hash, XOF or MAC, in each way. */
function* answers(v) {
  const info = hl.info(v.algorithm);
  const options = optionsOf(v, info);
  const hash = inPieces(v, options);
  yield hash.digest();
  yield hash.copy().digest();
  if (info.kind === 'xof' || info.name.includes('xof')) {
    const reader = hash.reader();
    const head = Math.floor(v.size / 3);
    yield Buffer.concat([reader.read(head), reader.read(v.size - head)]);
    reader.free();
  }
  hash.free();
  if (info.elements || v.bits % 8 !== 0) return;
  yield hl.digest(v.algorithm, v.message, options);
  yield* hl.digestMany(v.algorithm, [v.message, v.message, v.message], options);
}

function checkDigest(v) {
  const right = [...answers(v)].map((out) => equal(out.subarray(v.skip, v.skip + v.output.length), v.output));
  const info = hl.info(v.algorithm);
  if (info.kind === 'mac' && v.output.length === v.size && v.size >= 4 && !info.elements) {
    const hash = inPieces(v, optionsOf(v, info));
    right.push(hash.verify(v.output, v.size));
    hash.free();
  }
  return right;
}

function opened(...given) {
  try {
    return hl.open(...given);
  } catch (error) {
    if (!(error instanceof hashlane.ForgedError) && !(error instanceof RangeError)) throw error;
    return null;
  }
}

function checkAead(v) {
  const [nonce, header, text, cipher, tag] = v.elements;
  const sealed = Buffer.concat([cipher, tag]);
  const options = tag.length >= 8 && tag.length <= 16 ? { tagLength: tag.length } : {};
  const out = opened(v.algorithm, v.key, nonce, sealed, header, options);
  const right = [out !== null && equal(out, text)];
  if (options.tagLength !== undefined) {
    try {
      right.push(equal(hl.seal(v.algorithm, v.key, nonce, text, header, options), sealed));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      right.push(false);
    }
  }
  return right;
}

function derived(v, length) {
  const [kind, ...hash] = v.algorithm.split('-');
  if (kind === 'hkdf') return hl.hkdf(hash.join('-'), v.message, v.custom, v.name, length);
  return hl.pbkdf2(hash.join('-'), v.message, v.custom, v.number, length);
}

function checkKdf(v) {
  try {
    return [equal(derived(v, v.size).subarray(0, v.output.length), v.output)];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [false];
  }
}

const CHECKS = { digest: checkDigest, aead: checkAead, hkdf: checkKdf, pbkdf2: checkKdf };

// Whether the package takes a vector. Outputs that end within a byte are left out, and texts of an AEAD, and tags of fewer
// than 8 bytes.
function isTaken(v) {
  if (v.outputBits % 8 !== 0 || (v.kind === 'aead' && v.bits % 8 !== 0)) {
    inBits += 1;
    return false;
  }
  if (v.kind === 'pbkdf2' && v.number > MOST_ITERATIONS) return false;
  return v.kind !== 'aead' || v.elements[4].length >= 8 || !v.valid;
}

const groups = new Map();
for (const line of lines) {
  const group = line.split(' ', 3).join(' ');
  if (!groups.has(group)) groups.set(group, []);
  groups.get(group).push(line);
}

for (const [group, members] of groups) {
  test(group, () => {
    for (const line of members) {
      const v = parsed(line);
      if (!isTaken(v)) continue;
      const right = CHECKS[v.kind](v);
      checks[v.folder] = (checks[v.folder] ?? 0) + right.length;
      assert.deepStrictEqual(right, right.map(() => v.valid === 1), line.slice(0, 400));
    }
  });
}

test('planted: a changed answer', () => {
  const v = parsed(lines.find((text) => text.startsWith('digest sha2 sha256 1 24 ')));
  v.output[0] ^= 1;
  assert.ok(checkDigest(v).every((right) => !right));
});

test.after(() => {
  for (const [folder, count] of Object.entries(checks)) console.log(`checks ${folder} ${count}`);
  console.log(`vectors in bits, which the package does not take: ${inBits}`);
});
