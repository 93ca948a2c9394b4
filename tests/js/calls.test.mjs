// SPDX-License-Identifier: Apache-2.0 OR MIT
// Every algorithm in every way of giving a message, what is refused, streams, many messages, trees.

import assert from 'node:assert';
import crypto from 'node:crypto';
import test from 'node:test';

import { build, hashlane, hex, hl, needed, pattern, utf8 } from './loaded.mjs';

const ALL = hl.names().map((name) => hl.info(name));
const MESSAGES = ALL.filter((info) => ['hash', 'xof', 'mac'].includes(info.kind));
const EMPTY = new Uint8Array(0);

test('the build is the one that was asked for', () => {
  assert.strictEqual(hl.target, build === 'simd' ? 'simd128' : 'baseline');
  assert.strictEqual(ALL.length, 89);
});

test('node has what the package has too', () => {
  for (const name of ['sha224', 'sha256', 'sha384', 'sha512', 'sha3-256', 'sha3-512', 'shake128', 'shake256']) {
    for (const size of [0, 1, 1000, 100000, 200001]) {
      const data = pattern(size);
      const options = name.startsWith('shake') ? { outputLength: hl.info(name).digestSize } : {};
      const expected = crypto.createHash(name, options).update(data).digest('hex');
      assert.strictEqual(hex(hl.digest(name, data)), expected, `${name} ${size}`);
    }
  }
});

for (const info of MESSAGES.filter((each) => !each.elements)) {
  test(`${info.name}: splits, lanes, rows`, () => {
    const options = needed(info);
    const sizes = [0, 1, info.blockSize - 1, info.blockSize, info.blockSize + 1, 8191, 8192, 8193, 65535, 65536, 65537, 150000];
    const messages = sizes.map((size) => pattern(Math.max(size, 0)));
    const expected = messages.map((message) => hex(hl.digest(info.name, message, options)));
    messages.forEach((message, i) => {
      const hash = hl.create(info.name, options);
      for (const cut of [0, 1, 70000]) hash.update(message.subarray(cut, { 0: 1, 1: 70000, 70000: undefined }[cut]));
      assert.strictEqual(hex(hash.digest()), expected[i], `in pieces: ${message.length}`);
      hash.free();
    });
    const many = [...messages, ...messages.slice(0, 7)];
    assert.deepStrictEqual(hl.digestMany(info.name, many, options).map(hex), [...expected, ...expected.slice(0, 7)]);
    const rows = pattern(64 * 2100);
    const digests = hl.digestRows(info.name, rows, 64, options);
    for (const row of [0, 1, 1022, 1023, 1024, 1025, 2098, 2099]) {
      const one = digests.subarray(row * info.digestSize, (row + 1) * info.digestSize);
      assert.strictEqual(hex(one), hex(hl.digest(info.name, rows.subarray(64 * row, 64 * row + 64), options)), `row ${row}`);
    }
    assert.strictEqual(hex(hl.digestRows(info.name, pattern(140000), 70000, options)),
      hex(Buffer.concat([0, 70000].map((at) => hl.digest(info.name, pattern(140000).subarray(at, at + 70000), options)))));
  });
}

for (const info of MESSAGES.filter((each) => each.elements)) {
  test(`${info.name}: elements are elements`, () => {
    const tuple = (...elements) => hex(elements.reduce((hash, element) => hash.update(element), hl.create(info.name)).digest());
    assert.notStrictEqual(tuple(utf8('ab'), utf8('c')), tuple(utf8('a'), utf8('bc')));
    assert.notStrictEqual(tuple(utf8('ab')), tuple(utf8('ab'), EMPTY));
    assert.strictEqual(tuple(pattern(200000)), hex(hl.digest(info.name, pattern(200000))));
  });
}

for (const info of ALL.filter((each) => each.kind === 'aead')) {
  test(`${info.name}: seal and open`, () => {
    const key = pattern(info.keySize);
    const nonce = pattern(info.nonceSize);
    for (const size of [0, 1, 8, 16, 65536, 65537]) {
      const sealed = hl.seal(info.name, key, nonce, pattern(size), utf8('header'));
      assert.strictEqual(hex(hl.open(info.name, key, nonce, sealed, utf8('header'))), hex(pattern(size)));
      for (const at of [0, sealed.length - 1]) {
        const changed = sealed.slice();
        changed[at] ^= 1;
        assert.throws(() => hl.open(info.name, key, nonce, changed, utf8('header')), hashlane.ForgedError);
      }
      assert.throws(() => hl.open(info.name, key, nonce, sealed), hashlane.ForgedError);
    }
    assert.strictEqual(hex(hl.open(info.name, key, nonce, hl.seal(info.name, key, nonce, EMPTY, pattern(200000)), pattern(200000))), '');
  });
}

for (const info of MESSAGES.filter((each) => each.takesBits)) {
  test(`${info.name}: messages that end within a byte`, () => {
    const made = () => hl.create(info.name, needed(info)).update(pattern(100));
    const outputs = new Set([hex(made().digest())]);
    const high = /^sha(224|256|384|512)|^ascon-(hasha?|xofa?)$/.test(info.name);
    for (let bits = 1; bits < 8; ++bits) {
      const hash = made().updateBits(Uint8Array.of(7, high ? 0x80 : 1), 8 + bits);
      const ignored = high ? 0x80 | (0xff >> bits) : 1 | (0xff << bits);
      outputs.add(hex(hash.digest()));
      assert.strictEqual(hex(hash.copy().digest()), hex(hash.digest()));
      assert.strictEqual(hex(made().updateBits(Uint8Array.of(7, ignored), 8 + bits).digest()), hex(hash.digest()));
      if (info.kind === 'xof') assert.strictEqual(hex(hash.reader().read(info.digestSize)), hex(hash.digest()));
      assert.throws(() => hash.update(EMPTY), /TypeError: the message has ended within a byte/);
      assert.throws(() => hash.updateBits(EMPTY, 0), TypeError);
    }
    assert.strictEqual(outputs.size, 8);
    assert.strictEqual(hex(made().updateBits(pattern(2), 16).update(pattern(3)).digest()),
      hex(made().update(pattern(2)).update(pattern(3)).digest()));
  });
}

test('shorter tags', () => {
  const key = pattern(32);
  for (const info of MESSAGES.filter((each) => each.kind === 'mac' && !each.elements)) {
    const least = info.anyLength ? 4 : Math.max(info.digestSize / 2, 10);
    const mac = hl.create(info.name, { key }).update(pattern(50));
    for (const length of [least, info.digestSize - 1]) {
      const tag = mac.digest(length);
      assert.ok(mac.verify(tag, length));
      assert.throws(() => mac.verify(tag), RangeError);
      assert.ok(hl.verify(info.name, key, pattern(50), tag, { length }));
      assert.strictEqual(hex(hl.mac(info.name, key, pattern(50), { length })), hex(tag));
      assert.deepStrictEqual(hl.digestMany(info.name, [pattern(50), pattern(51)], { key, length }).map(hex),
        [hex(tag), hex(hl.mac(info.name, key, pattern(51), { length }))]);
      tag[0] ^= 1;
      assert.ok(!mac.verify(tag, length));
    }
    if (!info.anyLength) assert.strictEqual(hex(mac.digest(least)), hex(mac.digest().subarray(0, least)));
    assert.throws(() => mac.verify(mac.digest().subarray(0, least - 1), least - 1), RangeError);
  }
  for (const info of ALL.filter((each) => each.kind === 'aead')) {
    const [given, nonce] = [pattern(info.keySize), pattern(info.nonceSize)];
    const whole = hl.seal(info.name, given, nonce, pattern(20));
    for (const tagLength of [8, 12, 15, 16]) {
      const sealed = hl.seal(info.name, given, nonce, pattern(20), EMPTY, { tagLength });
      assert.strictEqual(hex(sealed), hex(whole.subarray(0, 20 + tagLength)));
      assert.strictEqual(hex(hl.open(info.name, given, nonce, sealed, EMPTY, { tagLength })), hex(pattern(20)));
      sealed[20 + tagLength - 1] ^= 128;
      assert.throws(() => hl.open(info.name, given, nonce, sealed, EMPTY, { tagLength }), hashlane.ForgedError);
    }
  }
});

for (const info of MESSAGES.filter((each) => each.kind === 'xof')) {
  test(`${info.name}: the output in pieces`, () => {
    const hash = hl.create(info.name).update(utf8('seed'));
    const whole = hash.digest(200000);
    const reader = hash.reader();
    const pieces = [1, 0, 167, 168, 65536, 100000, 200000 - 165872].map((size) => reader.read(size));
    assert.strictEqual(hex(Buffer.concat(pieces)), hex(whole));
    reader.free();
    for (const size of [1, 0]) assert.throws(() => reader.read(size), /TypeError: this object was freed/);
  });
}

test('kinds of bytes', () => {
  const expected = hex(hl.digest('sha256', utf8('abcd')));
  const buffer = utf8('xabcdx').buffer;
  const shared = new Uint8Array(new SharedArrayBuffer(4));
  shared.set(utf8('abcd'));
  for (const data of [new DataView(buffer, 1, 4), new Uint8Array(buffer, 1, 4), Buffer.from('abcd'), utf8('abcd').buffer,
    new Uint16Array(utf8('abcd').buffer), shared, shared.buffer]) {
    assert.strictEqual(hex(hl.digest('sha256', data)), expected);
  }
});

test('a class that is derived from Uint8Array has the bytes of its array', () => {
  class Block extends Uint8Array {
    constructor() { super(8); }  // subarray() makes an object of this class, which has other bytes
  }
  const block = new Block().fill(7);
  const plain = new Uint8Array(8).fill(7);
  assert.strictEqual(hex(hl.digest('sha256', block)), hex(hl.digest('sha256', plain)));
  assert.strictEqual(hex(hl.create('kt128').update(block).digest()), hex(hl.digest('kt128', plain)));
  assert.deepStrictEqual(hl.digestMany('sha256', [block]).map(hex), [hex(hl.digest('sha256', plain))]);
  assert.strictEqual(hex(hl.digestRows('sha256', block, 4)), hex(hl.digestRows('sha256', plain, 4)));
  const sealed = hl.seal('ascon-aead128', pattern(16), pattern(16), block);
  assert.strictEqual(hex(sealed), hex(hl.seal('ascon-aead128', pattern(16), pattern(16), plain)));
});

test('a tree has a copy of the digests of its leaves, of a Buffer too', () => {
  const digests = Buffer.from(hl.leafDigests('sha256', [utf8('a'), utf8('b')]));
  const tree = hl.merkleTreeOf('sha256', digests);
  const proof = tree.prove(0).map(hex);
  digests.fill(0);
  assert.deepStrictEqual(tree.prove(0).map(hex), proof);
});

test('a buffer that was transferred is refused, an empty view is not', () => {
  for (const View of [Uint8Array, Uint16Array, DataView, ArrayBuffer]) {
    const buffer = new ArrayBuffer(8);
    const data = View === ArrayBuffer ? buffer : new View(buffer);
    structuredClone(buffer, { transfer: [buffer] });
    const refusal = { name: 'TypeError', message: /^the buffer of (the \w+|message 1|the option key) was transferred$/ };
    assert.throws(() => hl.digest('sha256', data), refusal);
    assert.throws(() => hl.create('kt128').update(data), refusal);
    assert.throws(() => hl.create('hmac-sha256', { key: data }), refusal);
    assert.throws(() => hl.digestMany('sha256', [EMPTY, data]), refusal);
    assert.throws(() => hl.seal('ascon-aead128', pattern(16), pattern(16), data), refusal);
  }
  const empty = hex(hl.digest('sha256', EMPTY));
  for (const data of [new ArrayBuffer(0), new Uint8Array(new ArrayBuffer(4), 4), new DataView(new ArrayBuffer(4), 2, 0)]) {
    assert.strictEqual(hex(hl.digest('sha256', data)), empty);
  }
});

test('outputs and strings that grow take memory in proportion to the largest', async () => {
  const { seen } = await import('./seen.mjs');
  const other = await import('../../build/js/hashlane/kangarootwelve.js?other').then(({ load }) => load());
  const [{ memory }] = seen;
  const states = [];
  let size = 65536;
  for (let i = 0; i < 100; ++i) {
    size += 65536;
    other.digest('kt128', EMPTY, { length: size, customization: pattern(size) });
    if (i % 10 === 0) states.push(...Array.from({ length: 100 }, () => other.create('kt128')));
  }
  assert.ok(memory.buffer.byteLength < 12 * size, `${memory.buffer.byteLength} bytes of memory for ${size}`);
});

test('a view that is longer than its buffer has become is refused', () => {
  const buffer = new ArrayBuffer(16, { maxByteLength: 32 });
  const views = [Uint8Array, Uint16Array, BigUint64Array, DataView].map((View) => new View(buffer, 8, 8 / (View.BYTES_PER_ELEMENT ?? 1)));
  const follows = new Uint8Array(buffer, 4);
  buffer.resize(6);
  for (const data of views) {
    const refusal = { name: 'TypeError', message: /^the buffer of (the \w+|message 0) became shorter than its view$/ };
    assert.throws(() => hl.digest('sha256', data), refusal);
    assert.throws(() => hl.digestMany('sha256', [data]), refusal);
  }
  assert.strictEqual(hex(hl.digest('sha256', follows)), hex(hl.digest('sha256', new Uint8Array(2))));
});

const REFUSED = [
  [() => hl.digest('sha256', 'abc'), TypeError, /the data is a string; give its bytes: new TextEncoder\(\)\.encode\(text\)/],
  [() => hl.digest('sha256', null), TypeError, /the data is null/],
  [() => hl.digest('sha256', [1, 2]), TypeError, /the data is an array/],
  [() => hl.digest('sha256'), TypeError, /the data is undefined/],
  [() => hl.digest(7, EMPTY), TypeError, /the name of an algorithm is a string/],
  [() => hl.digest('SHA3_256', EMPTY), RangeError, /no such algorithm here: SHA3_256; did you mean sha3-256\?/],
  [() => hl.digest('md5', EMPTY), RangeError, /^no such algorithm here: md5$/],
  [() => hl.digest('ascon-aead128', EMPTY), TypeError, /ascon-aead128 is an AEAD, not a hash or an XOF or a MAC/],
  [() => hl.digest('sha256', EMPTY, { length: 31 }), RangeError, /sha256 has a digest of 32 bytes, not of 31/],
  [() => hl.digest('sha256', EMPTY, { key: EMPTY }), TypeError, /sha256 takes no key/],
  [() => hl.digest('hmac-sha256', EMPTY), TypeError, /hmac-sha256 needs a key/],
  [() => hl.digest('kt128', EMPTY, { custom: EMPTY }), TypeError, /no such option: custom; there are key, customization/],
  [() => hl.digest('kt128', EMPTY, null), TypeError, /the options are null/],
  [() => hl.digest('turboshake128', EMPTY, { domain: 128 }), RangeError, /a domain byte of 1 to 127, not of 128/],
  [() => hl.digest('parallelhash128', EMPTY, { parallelBlock: 0 }), RangeError, /a block size of 1 byte or more, not of 0/],
  [() => hl.digest('ascon-cxof128', EMPTY, { customization: pattern(300) }), RangeError, /at most 256 bytes, not of 300/],
  [() => hl.create('ascon-cxof128', { customization: pattern(257) }), RangeError, /at most 256 bytes, not of 257/],
  [() => hl.mac('hopmac128', EMPTY, EMPTY, { customization: pattern(257) }), RangeError, /at most 256 bytes, not of 257/],
  [() => hl.mac('hopmac256', EMPTY, EMPTY, { customization: pattern(257) }), RangeError, /at most 256 bytes, not of 257/],
  [() => hl.create('kt128', { customization: 'text' }), TypeError, /the option customization is a string/],
  [() => hl.create('kt128', { customization: null }), TypeError, /the option customization is null/],
  [() => hl.create('kt256', { customization: pattern(300), key: EMPTY }), TypeError, /kt256 takes no key/],
  [() => hl.digest('shake128', EMPTY, { length: -1 }), RangeError, /the option length is -1/],
  [() => hl.digest('shake128', EMPTY, { length: 1.5 }), RangeError, /the option length is 1.5/],
  [() => hl.digest('shake128', EMPTY, { length: '8' }), TypeError, /the option length is of type string/],
  [() => hl.digest('shake128', EMPTY, { length: 2 ** 31 }), RangeError, /the option length is 2147483648, not an integer from 0 to 2147483647/],
  [() => hl.create('sha256').reader(), TypeError, /sha256 has no output of any length to read/],
  [() => hl.mac('sha256', EMPTY, EMPTY), TypeError, /sha256 is a hash, not a MAC/],
  [() => hl.mac('hmac-sha256', 'key', EMPTY), TypeError, /the option key is a string/],
  [() => hl.verify('hmac-sha256', EMPTY, EMPTY, pattern(16)), RangeError, /the tag has 16 bytes, not 32/],
  [() => hl.verify('kmac128', EMPTY, EMPTY, pattern(16)), RangeError, /the size of the tag is 16, not an integer from 32/],
  [() => hl.seal('ascon-aead128', pattern(15), pattern(16), EMPTY), RangeError, /the key has 15 bytes, not 16/],
  [() => hl.seal('ascon-aead128', pattern(16), pattern(12), EMPTY), RangeError, /the nonce has 12 bytes, not 16/],
  [() => hl.open('ascon-aead128', pattern(16), pattern(16), pattern(15)), hashlane.ForgedError, /forged/],
  [() => hl.verify('kmac128', EMPTY, EMPTY, pattern(2), { length: 2 }), RangeError, /the size of the tag is 2, not an integer from 4/],
  [() => hl.mac('hmac-sha256', EMPTY, EMPTY, { length: 15 }), RangeError, /the length is 15, not an integer from 16 to 32/],
  [() => hl.mac('hmac-sha256', EMPTY, EMPTY, { length: 33 }), RangeError, /the length is 33, not an integer from 16 to 32/],
  [() => hl.create('hmac-sha256', { key: EMPTY }).verify(pattern(20), 16), RangeError, /the tag has 20 bytes, not 16/],
  [() => hl.create('kt128').updateBits(pattern(1), 3), TypeError, /messages of kt128 consist of whole bytes/],
  [() => hl.create('sha256').updateBits(pattern(3), 9), RangeError, /the data has 3 bytes, not 2/],
  [() => hl.create('sha256').updateBits(pattern(1), 9), RangeError, /the number of bits is 9, not an integer from 0 to 8/],
  [() => hl.seal('ascon-aead128', pattern(16), pattern(16), EMPTY, EMPTY, { tagLength: 7 }), RangeError, /tagLength is 7, not an integer from 8/],
  [() => hl.open('ascon-aead128', pattern(16), pattern(16), EMPTY, EMPTY, { tag: 8 }), TypeError, /no such option: tag/],
  [() => hl.digestRows('sha256', pattern(10), 4), RangeError, /10 bytes are no rows of 4 bytes/],
  [() => hl.digestRows('sha256', pattern(10), 0), RangeError, /the size of a row is 0/],
  [() => hl.digestMany('sha256', ['a']), TypeError, /message 0 is a string/],
  [() => hl.digestMany('sha256', new ArrayBuffer(64)), TypeError, /^the messages are of type object, not an iterable$/],
  [() => hl.digestMany('sha256', Promise.resolve([EMPTY])), TypeError, /the messages are of type object/],
  [() => hl.digestMany('sha256', 5), TypeError, /the messages are of type number/],
  [() => hl.digestMany('sha256'), TypeError, /the messages are undefined/],
  [() => hl.merkleTree('sha256', (async function* none() {})()), TypeError, /^the leaves are of type object, not an iterable$/],
  [() => hl.leafDigests('sha256', null), TypeError, /the leaves are null/],
  [() => hl.hkdf('sha256', EMPTY, EMPTY, EMPTY, 255 * 32 + 1), RangeError, /the length is 8161, not an integer from 0 to 8160/],
  [() => hl.hkdf('shake128', EMPTY, EMPTY, EMPTY, 1), RangeError, /no such algorithm here: hkdf-shake128/],
  [() => hl.pbkdf2('sha256', EMPTY, EMPTY, 0, 1), RangeError, /the number of iterations is 0/],
  [() => hl.pbkdf2('sha256', EMPTY, EMPTY, 1, 0), RangeError, /the length is 0, not an integer from 1 to/],
  [() => hl.merkleTree('sha256', []).prove(0), RangeError, /the index is 0/],
  [() => hl.merkleTree('sha256', [EMPTY]).proveConsistency(0), RangeError, /the size of the older tree is 0/],
  [() => hl.merkleTreeOf('sha256', pattern(33)), RangeError, /33 bytes are no digests of 32 bytes/],
  [() => hl.merkleTree('hmac-sha256', []), TypeError, /hmac-sha256 is a MAC/],
  [() => hl.merkleTree('tuplehash128', [EMPTY]), TypeError, /^tuplehash128 hashes tuples: it has no Merkle trees$/],
  [() => hl.verifyInclusion('tuplehashxof256', EMPTY, 0, 1, [], pattern(64)), TypeError, /tuplehashxof256 hashes tuples/],
];

test('what is refused', () => {
  for (const [call, type, message] of REFUSED) {
    assert.throws(call, (error) => error.constructor === type && message.test(error.message), String(call));
  }
  assert.strictEqual(hex(hl.digest('sha256', utf8('abc'))).slice(0, 8), 'ba7816bf');  // the module goes on
});

test('streams', async () => {
  const data = pattern(300000);
  const expected = hex(hl.digest('kt128', data));
  async function* chunks() {
    for (let at = 0; at < data.length; at += 77777) yield data.subarray(at, at + 77777);
  }
  for (const stream of [chunks(), ReadableStream.from(chunks()), new Blob([data]), [data.subarray(0, 5), data.subarray(5)]]) {
    assert.strictEqual(hex(await hl.digestStream('kt128', stream)), expected);
  }
  assert.strictEqual(hex(await hashlane.digest('kt128', new Blob([data]))), expected);
  assert.strictEqual(hex(await hashlane.digest('kt128', data)), expected);
  await assert.rejects(hl.digestStream('kt128', ReadableStream.from(['text'])), /TypeError: the data is a string/);
  await assert.rejects(hl.digestStream('kt128', 7), /TypeError: a stream is/);
  await assert.rejects(hashlane.digest('sha26', data), RangeError);
});

test('a stream is cancelled when a chunk is refused', async () => {
  let cancelled = false;
  const stream = new ReadableStream({
    pull(controller) { controller.enqueue('text'); },
    cancel() { cancelled = true; },
  });
  await assert.rejects(hl.digestStream('sha256', stream), TypeError);
  assert.ok(cancelled);
});

test('the families', async () => {
  const names = [];
  for (const family of ['sha256', 'sha512', 'sha3', 'sp800-185', 'kangarootwelve', 'ascon']) {
    const entry = await import(`../../build/js/hashlane/${family}.js`);
    const part = await entry.load({ simd: build === 'simd' });
    for (const name of part.names()) {
      const info = part.info(name);
      assert.deepStrictEqual({ ...info }, { ...hl.info(name) });
      if (['hash', 'xof', 'mac'].includes(info.kind)) {
        assert.strictEqual(hex(part.digest(name, pattern(999), needed(info))), hex(hl.digest(name, pattern(999), needed(info))));
      }
    }
    names.push(...part.names());
  }
  assert.deepStrictEqual(names.sort(), hl.names().sort());
});

test('copies and places', () => {
  const hash = hl.create('sha256').update(utf8('a'));
  const copy = hash.copy().update(utf8('b'));
  assert.strictEqual(hex(hash.digest()), hex(hl.digest('sha256', utf8('a'))));
  assert.strictEqual(hex(copy.digest()), hex(hl.digest('sha256', utf8('ab'))));
  copy.free();
  copy.free();
  assert.throws(() => copy.update(EMPTY), /TypeError: this object was freed/);
  const all = Array.from({ length: 500 }, (_, i) => hl.create('sha3-256').update(Uint8Array.of(i)));
  all.forEach((each, i) => assert.strictEqual(hex(each.digest()), hex(hl.digest('sha3-256', Uint8Array.of(i)))));
});

test('more than 4 GiB', { skip: process.env.HASHLANE_JS_LARGE !== '1' }, async () => {
  const chunk = pattern(2 ** 24);
  const expected = crypto.createHash('sha256');
  function* chunks() {
    for (let i = 0; i < 258; ++i) {
      expected.update(chunk);
      yield chunk;
    }
  }
  assert.strictEqual(hex(await hl.digestStream('sha256', chunks())), expected.digest('hex'));
});

test('trees', () => {
  for (const name of ['sha256', 'kt128', 'ascon-hash256']) {
    const leaves = Array.from({ length: 17 }, (_, i) => pattern(i));
    const trees = Array.from({ length: 18 }, (_, n) => hl.merkleTree(name, leaves.slice(0, n)));
    for (let n = 0; n <= 17; ++n) {
      const { root } = trees[n];
      for (let i = 0; i < n; ++i) {
        const proof = trees[n].prove(i);
        assert.ok(hl.verifyInclusion(name, leaves[i], i, n, proof, root));
        assert.ok(!hl.verifyInclusion(name, leaves[i], (i + 1) % n, n, proof, root) || n === 1);
        assert.ok(!hl.verifyInclusion(name, leaves[i], i, n, [...proof, root], root));
        assert.ok(!hl.verifyInclusion(name, utf8('other'), i, n, proof, root));
      }
      const digests = hl.leafDigests(name, leaves.slice(0, n));
      assert.strictEqual(hex(hl.merkleTreeOf(name, digests).root), hex(root));
      assert.strictEqual(hl.merkleTreeOf(name, digests).size, n);
      for (let m = 1; m <= n; ++m) {
        const proof = trees[n].proveConsistency(m);
        assert.ok(hl.verifyConsistency(name, m, n, proof, trees[m].root, root));
        assert.ok(!hl.verifyConsistency(name, m, n, proof, utf8('x'.repeat(32)), root));
      }
    }
  }
});

// All leaves are empty, so that the root of 2^k leaves takes k steps.
test('consistency of large trees', () => {
  const leaf = hl.leafDigests('sha256', [EMPTY]);
  const node = (left, right) => hl.digest('sha256', Uint8Array.of(1, ...left, ...right));
  let perfect = leaf;
  for (let k = 1; k < 53; ++k) {
    perfect = node(perfect, perfect);
    const [size, older, newer] = [2 ** k, node(perfect, leaf), node(perfect, node(leaf, leaf))];
    assert.ok(hl.verifyConsistency('sha256', size, size + 1, [leaf], perfect, older), `2^${k}`);
    assert.ok(hl.verifyConsistency('sha256', size + 1, size + 2, [leaf, leaf, perfect], older, newer), `2^${k} + 1`);
    assert.ok(!hl.verifyConsistency('sha256', size + 1, size + 2, [leaf, leaf, perfect], newer, newer), `2^${k} + 1`);
  }
});
