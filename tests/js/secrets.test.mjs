// SPDX-License-Identifier: Apache-2.0 OR MIT
// What keyed calls leave in the memory of the module: nothing.

import assert from 'node:assert';
import test from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';

import { left, seen } from './seen.mjs';

const { hl, needed, pattern, utf8 } = await import('./loaded.mjs');
const [module] = seen;

const secret = crypto.getRandomValues(new Uint8Array(48));

// Whether eight bytes of the secret, as they are or as HMAC adds them to its pads, stand anywhere.
function found() {
  const view = Buffer.from(module.memory.buffer);
  for (const mask of [0, 0x36, 0x5c]) {
    for (let at = 0; at + 8 <= secret.length; at += 4) {
      if (view.includes(secret.subarray(at, at + 8).map((byte) => byte ^ mask))) return true;
    }
  }
  return false;
}

function clean(what) {
  const places = left(module);
  assert.strictEqual(places.length, 0, `${what} left ${places.length} bytes, the first at ${places[0]}`);
  assert.ok(!found(), `${what} left a part of the secret`);
}

const keyed = hl.names().map((name) => hl.info(name)).filter((info) => info.takesKey);

for (const info of keyed.filter((each) => each.kind === 'mac')) {
  test(`${info.name} leaves nothing`, () => {
    const key = secret.subarray(0, 40);
    const data = pattern(70000);
    const tag = hl.mac(info.name, key, data);
    clean('mac()');
    hl.verify(info.name, key, data, tag);
    clean('verify()');
    hl.digestMany(info.name, [data.subarray(0, 100), data, data.subarray(0, 64)], { key });
    clean('digestMany()');
    hl.digestRows(info.name, data.subarray(0, 6400), 64, { key });
    clean('digestRows()');
    const mac = hl.create(info.name, { key });
    const copy = mac.update(data).copy();
    mac.digest();
    if (info.name.includes('xof')) {
      const reader = mac.reader();
      reader.read(1000);
      reader.free();
    }
    assert.ok(left(module).length > 0, 'the state itself is there');
    mac.free();
    copy.free();
    clean('create()');
    assert.throws(() => hl.create(info.name, { key, domain: 1 }), TypeError);
    clean('a refused call');
  });
}

for (const info of keyed.filter((each) => each.kind === 'aead')) {
  test(`${info.name} leaves nothing`, () => {
    const key = secret.subarray(0, info.keySize);
    for (const size of [0, 5, 48, 70000]) {
      const sealed = hl.seal(info.name, key, pattern(16), pattern(size), utf8('header'));
      clean('seal()');
      hl.open(info.name, key, pattern(16), sealed, utf8('header'));
      clean('open()');
      assert.throws(() => hl.open(info.name, key, pattern(16), sealed));
      clean('open() of a forgery');
    }
  });
}

test('keys from secrets leave nothing', () => {
  for (const hash of ['sha256', 'sha512', 'sha3-256']) {
    hl.hkdf(hash, secret, pattern(8), utf8('info'), 200);
    clean('hkdf()');
    hl.pbkdf2(hash, secret, pattern(8), 3, 200);
    clean('pbkdf2()');
    hl.pbkdf2(hash, Buffer.concat([secret, pattern(70000)]), pattern(8), 3, 70000);
    clean('pbkdf2() of a long password');
  }
});

test('memory that becomes too small for a call keeps nothing', () => {
  const key = Buffer.concat([secret, pattern(200000)]);
  hl.mac('kmac128', key, secret);  // adds memory for the key
  clean('mac() with a long key');
  const states = Array.from({ length: 200 }, () => hl.create('sha256'));  // adds memory behind it
  for (const state of states) state.free();
  hl.mac('kmac128', key, secret, { length: 500000 });
  clean('mac() with a long key and a longer tag');
  hl.mac('kmac128', Buffer.concat([key, pattern(500000)]), secret, { length: 2000000 });
  clean('mac() with a longer key and tag');
});

// An array whose buffer was transferred to somebody else.
function transferred(size) {
  const data = pattern(size).slice();
  structuredClone(data.buffer, { transfer: [data.buffer] });
  return data;
}

test('a refused call leaves nothing of its key', () => {
  const key = secret;
  const gone = transferred(8);
  const calls = {
    'a length that is text': () => hl.create('kmac128', { key, length: '32' }),
    'a length that is no integer': () => hl.mac('kmac128', key, secret, { length: 1.5 }),
    'a length that is negative': () => hl.digestMany('hmac-sha256', [secret], { key, length: -1 }),
    'a domain byte out of range': () => hl.create('kmac128', { key, domain: 256 }),
    'a customization string that was transferred': () => hl.create('kmac128', { key, customization: gone }),
    'data that are text': () => hl.mac('hmac-sha256', key, 'text'),
    'data that were transferred': () => hl.mac('hmac-sha256', key, gone),
    'a message that was transferred': () => hl.digestMany('hmac-sha256', [secret, gone], { key }),
    'a salt that was transferred': () => hl.pbkdf2('sha256', key, gone, 1, 32),
    'an info that was transferred': () => hl.hkdf('sha256', key, secret, gone, 32),
    'associated data that were transferred': () => hl.seal('ascon-aead128', key.subarray(0, 16), pattern(16), secret, gone),
    'a text that was transferred': () => hl.seal('ascon-aead128', key.subarray(0, 16), pattern(16), gone),
  };
  for (const [what, call] of Object.entries(calls)) {
    assert.throws(call, /^(Type|Range)Error/, what);
    clean(what);
  }
});

test('a customization string of KangarooTwelve leaves nothing beside a key', () => {
  const customization = Buffer.concat([secret, pattern(70000)]);
  const hash = hl.create('kt128', { customization }).update(pattern(10));
  hash.reader().free();
  hash.digest();
  hl.digestMany('kt128', [pattern(10)], { customization });
  assert.ok(found(), 'the string is in the memory');
  hash.free();
  hl.mac('hmac-sha256', pattern(10), pattern(10));
  clean('mac()');
});

test('the garbage collector wipes', async () => {
  v8.setFlagsFromString('--expose-gc');
  const gc = vm.runInNewContext('gc');
  for (const info of keyed.filter((each) => each.kind === 'mac').slice(0, 6)) hl.create(info.name, needed(info));
  assert.ok(left(module).length > 0);
  for (let i = 0; i < 20 && left(module).length > 0; ++i) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    gc();
  }
  clean('what was forgotten');
});

test('planted: a secret in a message without a key is found', () => {
  hl.digest('sha256', secret);
  assert.ok(left(module).length > 0);
  assert.ok(found());
});

test('a call that there is no memory for leaves nothing', () => {
  const { grow } = WebAssembly.Memory.prototype;
  const refusal = /RangeError: WebAssembly has no memory for \d+ bytes more/;
  const states = [];
  WebAssembly.Memory.prototype.grow = () => { throw new RangeError('none'); };
  try {
    assert.throws(() => hl.digestMany('kmac128', [pattern(5)], { key: secret, length: 2 ** 24 }), refusal);
    assert.throws(() => { for (;;) states.push(hl.create('sha256')); }, refusal);  // until no place is left
    assert.throws(() => hl.seal('ascon-aead128', secret.subarray(0, 16), pattern(16), pattern(5)), refusal);
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
  for (const state of states) state.free();
  clean('a call that is out of memory');
});
