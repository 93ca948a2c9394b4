// SPDX-License-Identifier: Apache-2.0 OR MIT
// Lists of digests as the command line reads and writes them: lines of sha256sum, with a tag, or of JSON.

import { fromBase64, fromHex, toHex } from './text.js';

const LEAST_DIGEST = 16;  // bytes of an XOF; a shorter one could match by chance
const MEMBERS = ['algorithm', 'digest', 'digest_base64', 'size', 'bits', 'file', 'file_base64'];
const ESCAPES = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' };

class Malformed extends Error {}

function textOf(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Malformed('its name is no text, and a browser knows no other names');
  }
}

// A name as the command line escapes it; on a terminal it writes \xHH for each byte of what is not printable.
function unescaped(name) {
  return name.replace(/(?:\\x[0-9a-f]{2})+|\\[\s\S]?/g, (found) => {
    if (found.length > 2) return textOf(fromHex(found.replaceAll('\\x', '')));
    if (!Object.hasOwn(ESCAPES, found)) throw new Malformed('its name has a wrong escape');
    return ESCAPES[found];
  });
}

function escaped(name) {
  return name.replace(/[\\\n\r]/g, (c) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r' })[c]);
}

// The algorithm of a name in a list; names of OpenSSL 3 have a 2 after SHA and a dash.
function named(tag, algorithms) {
  const name = tag.toLowerCase().replace('/', '-').replace(/^(hmac-)?sha2-(?=\d{3})/, '$1sha').replace(/^shake-(?=\d{3})/, 'shake');
  if (!algorithms.has(name)) throw new Malformed(`there is no algorithm ${tag} here`);
  return name;
}

function entry(name, digest, path, algorithms, size) {
  const { kind, anyLength, digestSize } = algorithms.get(name);
  if (kind !== 'hash' && kind !== 'xof') throw new Malformed(`${name} is no hash or XOF, and this page has no others`);
  const fits = digest !== null && (anyLength ? digest.length >= LEAST_DIGEST : digest.length === digestSize);
  if (!fits) throw new Malformed(`it has no digest of ${name}`);
  if (path === '') throw new Malformed('it names no file');
  if (path.includes('\0')) throw new Malformed('it contains a NUL');
  return { algorithm: name, digest, path, size };
}

function decoded(text, name, algorithms) {
  const { anyLength, digestSize } = algorithms.get(name);
  const hex = fromHex(text);
  const fits = hex !== null && (anyLength ? hex.length >= LEAST_DIGEST : hex.length === digestSize);
  return fits ? hex : fromBase64(text);
}

function fromJson(line, algorithms) {
  let object;
  try {
    object = JSON.parse(line);
  } catch {
    throw new Malformed('it is not one JSON object');
  }
  for (const member of Object.keys(object)) {
    if (!MEMBERS.includes(member)) throw new Malformed(`"${member}" is unknown`);
  }
  if (object.bits !== undefined) throw new Malformed('it is of a message in bits, which this page does not have');
  if (object.digest !== undefined && object.digest_base64 !== undefined) {
    throw new Malformed('"digest" and "digest_base64" exclude each other');
  }
  for (const member of ['algorithm', 'digest', 'digest_base64', 'file', 'file_base64']) {
    if (object[member] !== undefined && typeof object[member] !== 'string') throw new Malformed(`"${member}" is no text`);
  }
  if (typeof object.file !== 'string') throw new Malformed('it has no name that is text, and a browser knows no other names');
  if (object.size !== undefined && !Number.isSafeInteger(object.size)) throw new Malformed('"size" is no number of bytes');
  const digest = object.digest_base64 === undefined ? fromHex(object.digest ?? '?') : fromBase64(object.digest_base64);
  return entry(named(object.algorithm ?? '', algorithms), digest, object.file, algorithms, object.size);
}

// The algorithm of a digest without a name: the one that is given, or the only hash with digests of that size.
function unnamed(digest, given, algorithms) {
  if (given !== '') return given;
  const size = fromHex(digest)?.length;
  const all = [...algorithms.values()].filter(({ kind, digestSize }) => kind === 'hash' && digestSize === size);
  if (all.length !== 1) throw new Malformed('it names no algorithm; choose one');
  return all[0].name;
}

function parse(line, given, algorithms) {
  if (line.startsWith('{')) return fromJson(line, algorithms);
  const isEscaped = line.startsWith('\\');
  const text = isEscaped ? line.slice(1) : line;
  const name = (path) => (isEscaped ? unescaped(path) : path);
  const tagged = /^([^\s()]+) ?\((.*)\) ?= (\S+)$/s.exec(text);
  if (tagged !== null && fromHex(tagged[1]) === null) {
    const algorithm = named(tagged[1], algorithms);
    return entry(algorithm, decoded(tagged[3], algorithm, algorithms), name(tagged[2]), algorithms);
  }
  const plain = /^(\S+)[ \t][ *]?(.*)$/s.exec(text);
  if (plain === null) throw new Malformed('it has neither a digest with a name nor a tag');
  const sri = /^(.+)-([A-Za-z0-9+/]+={0,2})$/.exec(plain[1]);
  if (sri !== null) {
    const algorithm = named(sri[1], algorithms);
    return entry(algorithm, fromBase64(sri[2]), name(plain[2]), algorithms);
  }
  const algorithm = unnamed(plain[1], given, algorithms);
  return entry(algorithm, decoded(plain[1], algorithm, algorithms), name(plain[2]), algorithms);
}

/**
 * The entries of a list, and what is wrong with other lines. `given` is the algorithm of lines without a name, or '';
 * `algorithms` is a Map of what info() gives.
 */
export function readList(text, given, algorithms) {
  const entries = [];
  const wrong = [];
  text.replace(/^\ufeff/, '').split('\n').forEach((each, i) => {
    const line = each.replace(/\r$/, '').replace(/^[ \t]+/, '');
    if (line === '' || each.startsWith('#')) return;
    try {
      entries.push(parse(line, given, algorithms));
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      wrong.push(`line ${i + 1}: ${error.message}`);
    }
  });
  return { entries, wrong };
}

/** The algorithm that the name of a list has in it, such as SHA256SUMS; '' if there is none, or there are several. */
export function algorithmOfList(name, algorithms) {
  const found = [...algorithms.keys()].filter((each) =>
    new RegExp(`(^|[^a-z0-9])${each}(sums?)?([^a-z0-9]|$)`).test(name.toLowerCase()));
  const longest = found.filter((each) => !found.some((other) => other !== each && other.includes(each)));
  return longest.length === 1 ? longest[0] : '';
}

const LAYOUTS = {
  sums: ({ digest, path }) => `${escaped(path) === path ? '' : '\\'}${toHex(digest)}  ${escaped(path)}`,
  tagged: ({ algorithm, digest, path }) =>
    `${escaped(path) === path ? '' : '\\'}${algorithm.toUpperCase()} (${escaped(path)}) = ${toHex(digest)}`,
  json: ({ algorithm, digest, path, size }) => `{"algorithm": "${algorithm}", "digest": "${toHex(digest)}", ` +
    `"size": ${size}, "file": ${jsonText(path)}}`,
};

/** Text as JSON in ASCII, as the command line writes it. */
export function jsonText(text) {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A list as text. `layout` is "sums", "tagged" or "json". */
export function writeList(results, layout) {
  return results.map((result) => `${LAYOUTS[layout](result)}\n`).join('');
}

/** The digest in text that somebody pasted: hexadecimal digits with or without colons and a name, or base64; else null. */
export function pastedDigests(text) {
  const word = text.trim().replace(/^[\w/-]+ ?\(.*\) ?= /s, '').split(/\s/)[0];
  const bare = word.replace(/^[a-z0-9-]+[:](?=[0-9a-fA-F]{32,}$)/, '');
  const hex = fromHex(bare.replaceAll(':', ''));
  const sri = fromBase64(bare.replace(/^[a-z][a-z0-9/]*(-\d+)?-/, ''));
  return [hex, sri].filter((digest) => digest !== null && digest.length !== 0);
}
