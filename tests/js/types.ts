// SPDX-License-Identifier: Apache-2.0 OR MIT
// Every call with the types that it takes and returns. It is compiled and not run.

import * as hashlane from 'hashlane';
import { digest as sha3 } from 'hashlane/sha3';
import { createPool } from 'hashlane/pool';
import type { Pool } from 'hashlane/pool';
import { InvalidProof, load as loadTranscripts } from 'hashlane/transcript';
import type { Hash, Hashlane, Info, Options, Reader, Tree } from 'hashlane';

const data = new Uint8Array(3);
const options: Options = { customization: data, length: 32 };
const hl: Hashlane = await hashlane.load({ simd: hashlane.hasSimd() });
const info: Info = hl.info(hl.names()[0]);
const hash: Hash = hl.create('shake128', options).update(data.buffer).update(new DataView(data.buffer));
const reader: Reader = hash.copy().reader();
const size: number = reader.read(10).length + hash.digestSize + info.blockSize;
const many: Uint8Array[] = hl.digestMany('sha256', [data, data.buffer]);
const tree: Tree = hl.merkleTree('sha256', many);
const good: boolean[] = [
  hl.verifyInclusion('sha256', data, 0, tree.size, tree.prove(0), tree.root),
  await hashlane.verifyConsistency('sha256', 1, 2, tree.proveConsistency(1), tree.root, tree.root),
  await hashlane.verify('kmac128', data, data, hl.mac('kmac128', data, data, { customization: data })),
  hash.verify(data), hash.updateBits(data, 20).verify(data, 16), info.takesBits,
];
const digests: Uint8Array[] = [
  await sha3('sha3-256', data), await hashlane.digest('kt128', new Blob([data])),
  await hashlane.digest('kt128', [data]), await hl.digestStream('kt128', new ReadableStream<Uint8Array>()),
  await hashlane.digestRows('sha256', data, 3), await hashlane.hkdf('sha256', data, data, data, 10),
  hl.pbkdf2('sha256', data, data, 1, 10), hl.seal('ascon-128', data, data, data, data, { tagLength: 8 }), hl.open('ascon-128', data, data, hl.seal('ascon-128', data, data, data, data)),
];
const pool: Pool = createPool({ workers: 2, simd: true });
const signal: AbortSignal = AbortSignal.timeout(1000);
digests.push(await pool.digestFile('kt128', 'path', { signal, progress: (bytes: number) => bytes + pool.size, length: 8 }),
  ...await pool.digestFile(['sha256', 'kt128'], new Blob([data])), ...await pool.digestMany('sha256', [data], { signal }));
pool.close();
const later: Tree = hl.merkleTreeOf('sha256', hl.leafDigests('sha256', [data]));
good.push(later.size === 1);
try {
  reader.free();
} catch (error) {
  if (error instanceof hashlane.ForgedError) throw new Error(`${error.message} ${size} ${good} ${digests.length}`);
}
const transcripts = await loadTranscripts();
const prover = transcripts.prover(transcripts.suites[0], data, data).absorb(data).sendInteger(1, 7n, { byteOrder: 'big' });
const verifier = transcripts.verifier('SHAKE128', data, data, prover.proof);
const drawn: bigint = verifier.receiveInteger(7) + verifier.challengeBits(3);
if (new InvalidProof('trailing').reason === 'truncated') throw new Error(`${drawn}`);
// @ts-expect-error a signal is no option of a call without a pool
hl.digest('sha256', data, { signal });
// @ts-expect-error a string is no data
hl.digest('sha256', 'abc');
// @ts-expect-error no such option
hl.digest('sha256', data, { customisation: data });
