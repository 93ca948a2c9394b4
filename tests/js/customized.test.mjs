// SPDX-License-Identifier: Apache-2.0 OR MIT
// Customization strings of KangarooTwelve of any length: published vectors at every split, and each way of the package against
// the tree of RFC 9861 s.3, which is made of TurboSHAKE here.

import assert from 'node:assert';
import test, { after, before } from 'node:test';

import { createPool } from '../../build/js/hashlane/pool.js';
import { build, hex, hl, pattern } from './loaded.mjs';
import { lines, parsed } from './published.mjs';

const CHUNK = 8192;
const KEPT = 256;  // bytes of a string that an object of C++ keeps
const TREES = [['kt128', 'turboshake128', 32], ['kt256', 'turboshake256', 64]];
const join = (...parts) => new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));

let pool;
before(() => { pool = createPool({ workers: 2, simd: build === 'simd' }); });
after(() => pool.close());

// RFC 9861 s.3.3.
function lengthEncode(n) {
  const digits = n === 0 ? '' : n.toString(16);
  const octets = Buffer.from(digits.padStart(digits.length + digits.length % 2, '0'), 'hex');
  return join(octets, [octets.length]);
}

// The digest by RFC 9861 s.3.2.
function ofTree(node, valueSize, message, customization, length) {
  const turboshake = (data, domain, size) => hl.digest(node, data, { domain, length: size });
  const input = join(message, customization, lengthEncode(customization.length));
  if (input.length <= CHUNK) return turboshake(input, 0x07, length);
  const values = [];
  for (let at = CHUNK; at < input.length; at += CHUNK) values.push(turboshake(input.subarray(at, at + CHUNK), 0x0b, valueSize));
  const final = join(input.subarray(0, CHUNK), [3, 0, 0, 0, 0, 0, 0, 0], ...values, lengthEncode(values.length), [0xff, 0xff]);
  return turboshake(final, 0x06, length);
}

test('the published vectors with long strings, at every split of the message', () => {
  const found = lines.filter((line) => / kt(128|256) /.test(line)).map(parsed).filter((v) => v.custom.length > KEPT);
  assert.strictEqual(found.length, 8);
  for (const v of found) {
    for (let cut = 0; cut <= v.message.length; ++cut) {
      const hash = hl.create(v.algorithm, { customization: v.custom, length: v.size });
      hash.update(v.message.subarray(0, cut)).update(v.message.subarray(cut));
      assert.strictEqual(hex(hash.digest().subarray(v.skip)), hex(v.output), `${v.algorithm} ${v.custom.length} ${cut}`);
      hash.free();
    }
  }
});

// Each way to a digest of one message, where `cut` is in the message.
async function* answers(name, message, options, cut) {
  const { length } = options;
  yield hl.digest(name, message, options);
  yield await hl.digestStream(name, [message.subarray(0, cut), message.subarray(cut)], options);
  const hash = hl.create(name, options).update(message.subarray(0, cut));
  hash.digest();  // more follows
  const copy = hash.copy().update(message.subarray(cut));
  hash.update(message.subarray(cut));
  for (const each of [hash, copy]) {
    yield each.digest();
    const reader = each.reader();
    yield join(reader.read(1), reader.read(length - 1));
    assert.ok(each.verify(each.digest()));
    reader.free();
    each.free();
  }
  yield* hl.digestMany(name, [message, message, message], options);
  if (message.length !== 0) {
    const rows = hl.digestRows(name, join(message, message), message.length, options);
    yield rows.subarray(0, length);
    yield rows.subarray(length);
  }
  yield await pool.digestFile(name, new Blob([message]), options);
  yield (await pool.digestFile([name, name], new Blob([message]), options))[1];
  yield (await pool.digestMany(name, [message, message], options))[1];
}

for (const [name, node, valueSize] of TREES) {
  test(`${name}: every way, at the edges of chunks and buffers`, async () => {
    for (const size of [0, 1, KEPT, KEPT + 1, 41 ** 2, CHUNK - 3, CHUNK - 2, CHUNK, 65536, 65537, 41 ** 3, 200_000]) {
      const customization = pattern(size);
      for (const messageSize of [0, 1, CHUNK - 260, CHUNK - 259, CHUNK - 1, CHUNK, CHUNK + 1, 65536, 65537]) {
        const message = pattern(messageSize);
        const length = 100;
        const expected = hex(ofTree(node, valueSize, message, customization, length));
        const cut = Math.floor(messageSize / 3);
        for await (const made of answers(name, message, { customization, length }, cut)) {
          assert.strictEqual(hex(made), expected, `${size} ${messageSize}`);
        }
      }
    }
  });
}

test('many messages and strings of several sizes, one after the other', () => {
  const messages = Array.from({ length: 1100 }, (_, i) => pattern(i % 97));
  for (const size of [41 ** 3, 3, 41 ** 2, 0]) {
    const customization = pattern(size);
    const made = hl.digestMany('kt128', messages, { customization, length: 40 });
    messages.forEach((message, i) => assert.strictEqual(hex(made[i]), hex(ofTree('turboshake128', 32, message, customization, 40))));
    const whole = hl.digest('kt128', pattern(10), { customization, length: 200_000 });
    assert.strictEqual(hex(whole), hex(ofTree('turboshake128', 32, pattern(10), customization, 200_000)));
  }
});

test('the string is copied, whatever its type', () => {
  const long = pattern(600);
  const shared = new Uint8Array(new SharedArrayBuffer(600));
  shared.set(long);
  const expected = hex(ofTree('turboshake128', 32, pattern(5), long, 32));
  for (const customization of [long, long.buffer, new DataView(long.buffer), new Uint16Array(long.buffer), Buffer.from(long), shared, shared.buffer]) {
    assert.strictEqual(hex(hl.digest('kt128', pattern(5), { customization })), expected);
  }
  const changing = long.slice();
  const hash = hl.create('kt128', { customization: changing });
  changing.fill(0);
  assert.strictEqual(hex(hash.update(pattern(5)).digest()), expected);
  structuredClone(changing.buffer, { transfer: [changing.buffer] });
  assert.strictEqual(hex(hash.digest()), expected);
  assert.throws(() => hl.create('kt128', { customization: changing }), /TypeError: the buffer of the option customization was transferred/);
});
