// SPDX-License-Identifier: Apache-2.0 OR MIT
// Inclusion proofs in the JSON of `hashlane merkle prove`.

import { jsonText } from './lists.js';
import { fromHex, toHex } from './text.js';

const FORMAT = 'hashlane-merkle-proof-1';
const SHAPE = 'rfc9162';
const MEMBERS = ['format', 'shape', 'algorithm', 'chunk', 'name', 'name_base64', 'index', 'leaves', 'root', 'proof'];
const MOST_DIGESTS = 256;

/** The text of a proof, byte for byte as the command line writes it. */
export function writeProof({ algorithm, chunk, name, index, leaves, root, proof }) {
  const leaf = chunk === undefined ? `"name": ${jsonText(name)}` : `"chunk": ${chunk}`;
  const digests = proof.map((digest) => `\n  "${toHex(digest)}"`).join(',');
  return `{"format": "${FORMAT}",\n "shape": "${SHAPE}", "algorithm": "${algorithm}",\n ` +
    `${leaf}, "index": ${index}, "leaves": ${leaves},\n "root": "${toHex(root)}",\n "proof": [${digests}]}\n`;
}

function digest(text) {
  const bytes = typeof text === 'string' ? fromHex(text) : null;
  if (bytes === null) throw new Error('no proof: a digest has other characters than hexadecimal digits');
  return bytes;
}

function number(object, member) {
  if (!Number.isSafeInteger(object[member]) || object[member] < 0) throw new Error(`no proof: "${member}" is no number`);
  return object[member];
}

/** Reads a proof, or throws an Error with the reason. */
export function readProof(text) {
  let object;
  try {
    object = JSON.parse(text);
  } catch {
    throw new Error('no proof: this is not one JSON object');
  }
  if (object === null || typeof object !== 'object' || Array.isArray(object)) throw new Error('no proof: this is not one JSON object');
  for (const member of Object.keys(object)) {
    if (!MEMBERS.includes(member)) throw new Error(`no proof: "${member}" is unknown`);
  }
  if (object.format !== FORMAT) throw new Error('no proof: its format is unknown');
  if (object.shape !== SHAPE) throw new Error(`this page knows trees of the shape ${SHAPE} only`);
  if (typeof object.algorithm !== 'string') throw new Error('no proof: "algorithm" is no text');
  const ofFile = object.chunk !== undefined;
  if (ofFile && (object.name !== undefined || object.name_base64 !== undefined)) {
    throw new Error('no proof: "chunk" is of a file, and a name of a directory');
  }
  if (!ofFile && typeof object.name !== 'string') throw new Error('no proof: it has neither a chunk nor a name that is text');
  if (ofFile && number(object, 'chunk') === 0) throw new Error('no proof: "chunk" is out of range');
  if (!Array.isArray(object.proof) || object.proof.length > MOST_DIGESTS) throw new Error('no proof: "proof" is no list of digests');
  return {
    algorithm: object.algorithm,
    chunk: object.chunk,
    name: object.name,
    index: number(object, 'index'),
    leaves: number(object, 'leaves'),
    root: digest(object.root),
    proof: object.proof.map(digest),
  };
}
