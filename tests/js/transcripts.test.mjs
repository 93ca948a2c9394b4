// SPDX-License-Identifier: Apache-2.0 OR MIT
// Transcripts: the vectors of the draft and of the own suites, refusals, and what calls leave in memory.

import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import { left, seen } from './seen.mjs';

const { InvalidProof, load } = await import('../../build/js/hashlane/transcript.js');
const transcripts = await load();

const folder = path.join(process.env.HASHLANE_JS_DATA, 'fiat-shamir');
const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const octets = (text) => new Uint8Array(Buffer.from(text, 'hex'));
const hex = (bytes) => Buffer.from(bytes).toString('hex');
const ZERO = new Uint8Array(32);
const ONE = Uint8Array.of(1);
const message = (step) => ('ptn' in step ? Uint8Array.from({ length: step.ptn }, (_, i) => i % 251) : octets(step.data));

function sumcheck(suite, r) {
  const p = BigInt(r.Modulus ?? '0x7fffffff');
  const instance = new Uint8Array(8);
  new DataView(instance.buffer).setUint32(0, r.NumVariables, true);
  new DataView(instance.buffer).setUint32(4, Number(r.ClaimedSum), true);
  const verifier = transcripts.verifier(suite, octets(r.SessionId), instance, octets(r.Narg));
  let claimed = BigInt(r.ClaimedSum);
  for (let i = 0; i < r.NumVariables; ++i) {
    const [a0, a1] = verifier.receiveIntegers(2, p);
    verifier.require((2n * a0 + a1) % p === claimed);
    claimed = (a0 + a1 * verifier.challengeBelow(p, { extra: 0 })) % p;
  }
  verifier.checkEof();
  return claimed;
}

function checkSumcheck(suite, r) {
  if (r.Expected !== 'reject') {
    assert.strictEqual(sumcheck(suite, r), BigInt(r.FinalEvaluation), r.Id);
    return;
  }
  const reasons = { trailing_bytes: 'trailing', round_identity: 'checkFailed', noncanonical_coefficient: 'notCanonical' };
  const reason = reasons[r.Id.split('reject_')[1]];
  assert.ok(reason !== undefined, r.Id);
  assert.throws(() => sumcheck(suite, r), (error) => error instanceof InvalidProof && error.reason === reason);
}

// False: it begins with no instance, which a party does not do without.
function checked(suite, r) {
  if (r.Function === 'DeriveSessionID') {
    assert.strictEqual(hex(transcripts.session(suite, octets(r.Tag))), r.Output);
    return true;
  }
  if (r.Function === 'Sumcheck') {
    checkSumcheck(suite, r);
    return true;
  }
  const [first, ...rest] = r.Operations;
  if (first.type === 'squeeze' || message(first).length === 0) return false;
  const begin = () => transcripts.prover(suite, octets(r.SessionId), message(first));
  const party = begin();
  const out = [];
  for (const step of rest) {
    if (step.type === 'absorb') party.absorb(message(step));
    else out.push(party.challenge(step.length));
  }
  const last = r.Function === 'DecodeUint' ? out[0] : Buffer.concat(out);
  assert.strictEqual(hex(last), r.Output, r.Id);
  if (r.Function === 'DecodeUint') assert.strictEqual(begin().challengeBelow(BigInt(r.Modulus)), BigInt(r.Challenge));
  return true;
}

for (const [suite, file] of [['SHAKE128', 'Shake128'], ['TurboSHAKE128', 'TurboShake128']]) {
  test(`the draft: ${suite}`, () => {
    const records = read(path.join(folder, `fiatShamir${file}Vectors.json`));
    assert.strictEqual(records.length, 13);
    assert.deepStrictEqual(records.filter((r) => !checked(suite, r)).map((r) => r.Name), ['init_squeeze']);
  });
}

test('own suites', () => {
  const records = read(new URL('../transcript/own_suites.json', import.meta.url));
  assert.strictEqual(records.length, 75);
  assert.strictEqual(records.filter((r) => checked(r.Hash, r)).length, 70);
});

test('both sides draw the same challenges, and every byte counts', () => {
  for (const suite of transcripts.suites) {
    const prover = transcripts.prover(suite, ZERO, ONE);
    prover.send(new Uint8Array(70000)).sendString(octets('616263')).sendIntegers([1, 2n ** 300n], 2n ** 301n, { byteOrder: 'big' });
    const drawn = [hex(prover.challenge(70000)), prover.challengeBits(13)];
    const { proof } = prover;
    assert.strictEqual(proof.length, 70000 + 7 + 2 * 38);
    const verify = (given) => {
      const verifier = transcripts.verifier(suite, ZERO, ONE, given);
      verifier.receive(70000);
      assert.strictEqual(hex(verifier.receiveString()), '616263');
      assert.deepStrictEqual(verifier.receiveIntegers(2, 2n ** 301n, { byteOrder: 'big' }), [1n, 2n ** 300n]);
      verifier.checkEof();
      return [hex(verifier.challenge(70000)), verifier.challengeBits(13)];
    };
    assert.deepStrictEqual(verify(proof), drawn);
    const changed = proof.slice();
    changed[69999] ^= 1;
    assert.notDeepStrictEqual(verify(changed), drawn);
    for (const size of [0, 69999, 70003, proof.length - 1]) {
      assert.throws(() => verify(proof.subarray(0, size)), (error) => error.reason === 'truncated');
    }
    assert.throws(() => verify(Buffer.concat([proof, ONE])), (error) => error.reason === 'trailing');
  }
});

test('the first refusal stays, and wrong calls say what is wrong', () => {
  const verifier = transcripts.verifier('SHAKE128', ZERO, ONE, Uint8Array.of(255));
  assert.throws(() => verifier.receiveInteger(5), /an integer is not below its modulus/);
  assert.throws(() => verifier.checkEof(), (error) => error.reason === 'notCanonical');
  const prover = transcripts.prover('SHAKE128', ZERO, ONE);
  const wrong = [
    [() => transcripts.session('shake128', ONE), RangeError, /did you mean SHAKE128/],
    [() => transcripts.session(7, ONE), TypeError, /not of type number/],
    [() => transcripts.prover('SHAKE128', ONE, ONE), RangeError, /the session has 1 bytes, not 32/],
    [() => transcripts.prover('SHAKE128', ZERO, ZERO.subarray(32)), RangeError, /the instance is empty/],
    [() => prover.send('text'), TypeError, /is a string/],
    [() => prover.sendInteger(5, 5), RangeError, /not below the modulus 5/],
    [() => prover.sendInteger(-1, 5), RangeError, /not below the modulus 5/],
    [() => prover.sendInteger(0, 1), RangeError, /the modulus is 1, not 2 or more/],
    [() => prover.sendInteger(0.5, 5), RangeError, /not a safe integer/],
    [() => prover.sendInteger(1, 5, { byteOrder: 'middle' }), RangeError, /'little' or 'big'/],
    [() => prover.sendInteger(1, 5, { byteorder: 'big' }), TypeError, /^no such option: byteorder; there are byteOrder$/],
    [() => prover.absorbIntegers([1], 5, null), TypeError, /^the options are null, not an object$/],
    [() => prover.challengeBelow(5, { extras: 32 }), TypeError, /^no such option: extras; there are extra$/],
    [() => transcripts.verifier('SHAKE128', ZERO, ONE, ONE).receiveInteger(5, { order: 'big' }), TypeError, /^no such option: order/],
    [() => prover.sendIntegers(3n, 5), TypeError, /^the values are of type bigint, not an iterable$/],
    [() => prover.absorbIntegers({ length: 1, 0: 3n }, 5), TypeError, /the values are of type object, not an iterable/],
    [() => prover.challengeBits(65), RangeError, /from 1 to 64/],
  ];
  for (const [call, type, text] of wrong) assert.throws(call, (error) => error instanceof type && text.test(error.message), String(call));
  assert.strictEqual(prover.proof.length, 0);
  prover.free();
  assert.throws(() => prover.challenge(1), /freed/);
});

test('a message and a proof are copied, a Buffer too', () => {
  const given = Buffer.from('abcd');
  const prover = transcripts.prover('SHAKE128', ZERO, ONE).send(given);
  const verifier = transcripts.verifier('SHAKE128', ZERO, ONE, given);
  given.fill(0);
  assert.strictEqual(hex(prover.proof), '61626364');
  assert.strictEqual(hex(verifier.receive(4)), '61626364');
});

test('what calls leave in memory', () => {
  const prover = transcripts.prover('SHAKE128', ZERO, crypto.getRandomValues(new Uint8Array(48)));
  prover.send(new Uint8Array(70000).fill(7)).challenge(70000);
  const [module] = seen;
  assert.ok(module.memory.buffer.byteLength > module.start);
  assert.deepStrictEqual(left(module), []);
});
