// SPDX-License-Identifier: Apache-2.0 OR MIT
// The proofs of transparency-dev, right and wrong ones. HASHLANE_JS_DATA is the folder of vectors.
// Inclusion is checked by the trees of calls.test.mjs: these files give the digest of a leaf and not the leaf.

import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import { hl } from './loaded.mjs';

const folder = path.join(process.env.HASHLANE_JS_DATA, 'merkle', 'transparency-dev');

function* files(kind) {
  for (const name of fs.readdirSync(path.join(folder, kind), { recursive: true })) {
    if (name.endsWith('.json')) yield [name, JSON.parse(fs.readFileSync(path.join(folder, kind, name), 'utf8'))];
  }
}

const octets = (text) => Buffer.from(text ?? '', 'base64');
const proofOf = (v) => (v.proof ?? []).map(octets);

// Where any root would do, the files have bytes that are no digest, which are refused for their size.
const rootOf = (text) => (octets(text).length === 32 ? octets(text) : hl.digest('sha256', octets(text)));

test('consistency', () => {
  let count = 0;
  for (const [name, v] of files('consistency')) {
    const good = hl.verifyConsistency('sha256', v.size1, v.size2, proofOf(v), rootOf(v.root1), rootOf(v.root2));
    assert.strictEqual(good, !v.wantErr, name);
    count += 1;
  }
  assert.strictEqual(count, 98);
  console.log(`checks merkle ${count}`);
});
