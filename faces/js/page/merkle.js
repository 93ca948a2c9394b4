// SPDX-License-Identifier: Apache-2.0 OR MIT
// The tab of Merkle trees: over the chunks of one file, or over the files of one folder.

import { byId, fillSelect, save, textOf } from './dom.js';
import { digestAll } from './digests.js';
import { readProof, writeProof } from './proofs.js';
import { bytesOf, counted, fromHex, printable, toHex } from './text.js';

const RANGE = 2 ** 24;  // bytes of a file that one worker digests
const MOST_CHUNK = 2 ** 30;
const MOST_LEAVES = 2 ** 24;
const MOST_PROOF = 2 ** 20;

function integerIn(input, what, least, most) {
  const value = Number(input.value);
  if (input.value.trim() === '' || !Number.isInteger(value) || value < least || value > most) {
    throw new Error(`${what} is an integer from ${least} to ${most}.`);
  }
  return value;
}

// The digests of the leaves of a file, its chunks.
function leavesOfFile(page, file, algorithm, chunk, { signal, add }) {
  const step = Math.max(1, Math.floor(RANGE / chunk)) * chunk;
  const starts = Array.from({ length: Math.ceil(file.size / step) }, (_, i) => i * step);
  return page.pool.each(signal, starts, (from, both) => page.pool.run('leaves',
    { source: file, name: algorithm, chunk, from, to: Math.min(from + step, file.size) }, { signal: both, progress: add }));
}

function leafOf(digest, name) {
  return new Uint8Array([...digest, ...bytesOf(name)]);
}

// The leaves of a folder: each is the digest of a file and behind it its name within the folder.
async function leavesOfFolder(page, algorithm, work) {
  const done = await digestAll(page, page.files.list, [algorithm], work);
  const unread = done.find(({ error }) => error !== undefined);
  if (unread !== undefined) throw new Error(`${printable(unread.path)} could not be read: ${unread.error}`);
  const list = done.map(({ path, digests }) => leafOf(digests[0], path.slice(page.files.folder.length + 1)));
  return page.pool.run('leavesOf', { name: algorithm, list }, work);
}

// Makes the tree; `leaf` is the text that says which leaf is proved, or '' for the root alone.
async function make(page, leaf, work) {
  const { list, folder } = page.files;
  const algorithm = byId('tree-algorithm').value;
  if (list.length === 0 || (list.length > 1 && folder === '')) throw new Error('Choose one file or one folder first.');
  if (folder !== '') {
    const names = list.map(({ path }) => path.slice(folder.length + 1));
    const index = leaf === '' ? null : names.indexOf(leaf);
    if (index === -1) throw new Error(`${printable(leaf)}: there is no such file in ${printable(folder)}.`);
    const parts = [await leavesOfFolder(page, algorithm, work)];
    const made = await page.pool.run('tree', { name: algorithm, parts, index }, work);
    return { ...made, algorithm, index, name: names[index] };
  }
  const chunk = integerIn(byId('chunk'), 'The size of a chunk', 1, MOST_CHUNK);
  const [{ file }] = list;
  const last = Math.ceil(file.size / chunk) - 1;
  if (last >= MOST_LEAVES) throw new Error(`The tree would have more than ${MOST_LEAVES} leaves. Choose larger chunks.`);
  if (leaf !== '' && last < 0) throw new Error('The file is empty and has no leaf.');
  const index = leaf === '' ? null : integerIn(byId('leaf'), 'The leaf of a file', 0, last);
  const parts = await leavesOfFile(page, file, algorithm, chunk, work);
  return { ...await page.pool.run('tree', { name: algorithm, parts, index }, work), algorithm, index, chunk };
}

// The bytes of the leaf that a proof is about.
async function leafIn(page, proof, work) {
  const [{ file }] = page.files.list;
  if (proof.chunk === undefined) {
    const [digest] = await page.pool.digestFile([proof.algorithm], file, { signal: work.signal, progress: work.follow() });
    return leafOf(digest, proof.name);
  }
  const alone = byId('chunk-only').checked;
  if ((alone ? file.size : proof.chunk) > MOST_CHUNK) throw new Error('no proof: "chunk" is out of range');
  const from = alone ? 0 : proof.index * proof.chunk;
  if (!alone && from >= file.size) throw new Error(`The file has no chunk ${proof.index}.`);
  return new Uint8Array(await file.slice(from, alone ? file.size : from + proof.chunk).arrayBuffer());
}

async function verify(page, work) {
  const { text } = await textOf(byId('proof'), 'a proof', MOST_PROOF);
  const root = fromHex(byId('root').value.trim());
  if (root === null || root.length === 0) throw new Error('Give the root, which comes from a source that you trust, in hexadecimal digits.');
  if (page.files.list.length !== 1) throw new Error('Choose the one file that the proof is about.');
  const proof = readProof(text);
  if (!['hash', 'xof'].includes(page.algorithms.get(proof.algorithm)?.kind)) {
    throw new Error(`no proof: there is no hash ${printable(proof.algorithm)} here`);
  }
  const leaf = await leafIn(page, proof, work);
  const { algorithm: name, index, leaves, proof: path } = proof;
  const good = await page.pool.run('verifies', { name, leaf, index, leaves, proof: path, root }, work);
  const what = proof.chunk === undefined ? `${printable(proof.name)} is file` : `This is chunk`;
  return good ? { good, text: `✓ OK: ${what} ${index} of ${leaves} under this root.` }
    : { good, text: '✗ FAILED: the proof does not lead from this file to this root.' };
}

export function startMerkle(page) {
  fillSelect(byId('tree-algorithm'), [...page.algorithms.values()].filter(({ kind }) => kind === 'hash' || kind === 'xof')
    .filter(({ elements }) => !elements).map(({ name }) => name), 'sha256');
  let made = null;
  const begin = (leaf) => page.work.run(page.files.total, async (work) => {
    made = null;
    byId('tree').hidden = true;
    made = await make(page, leaf, work);
    byId('tree-root').textContent = toHex(made.root);
    byId('tree-leaves').textContent = counted(made.leaves, 'leaf', 'leaves');
    byId('tree').hidden = false;
    byId('save-proof').hidden = made.proof === null;
    return made.proof === null ? 'The root is made.' : 'The proof is made.';
  });
  byId('make-root').addEventListener('click', () => begin(''));
  byId('make-proof').addEventListener('click', () => {
    const leaf = byId('leaf').value;
    if (leaf === '') byId('problem').textContent = 'Say which leaf: the number of a chunk, or the name of a file in the folder.';
    else begin(leaf);
  });
  byId('save-proof').addEventListener('click', () => save('proof.json', writeProof(made)));
  byId('verify-proof').addEventListener('click', () => {
    byId('verified').textContent = '';
    page.work.run(page.files.total, async (work) => {
      const { good, text } = await verify(page, work);
      byId('verified').textContent = text;
      byId('verified').className = good ? 'good' : 'bad';
      return text;
    });
  });
}
