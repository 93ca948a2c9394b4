// SPDX-License-Identifier: Apache-2.0 OR MIT
// The tab that seals and opens files.

import { byId, element, save, showList } from './dom.js';
import { bytesOf, counted, printable, sized } from './text.js';

const SUFFIX = '.hlseal';
const MOST_PASSPHRASE = 4096;  // bytes
const KEY = 16;

// The secret that was given: {bytes, isKey, iterations}.
async function secretGiven(isNew) {
  const [file] = byId('key-file').files;
  if (byId('use-key').checked) {
    if (file === undefined) throw new Error('Choose a key file first.');
    if (file.size !== KEY) throw new Error(`The key file has ${file.size} bytes, and a key has ${KEY}.`);
    return { bytes: new Uint8Array(await file.arrayBuffer()), isKey: true };
  }
  const bytes = bytesOf(byId('passphrase').value);
  if (bytes.length === 0) throw new Error('The passphrase is empty.');
  if (bytes.length > MOST_PASSPHRASE) throw new Error('The passphrase is too long.');
  if (isNew && byId('passphrase').value !== byId('again').value) throw new Error('The passphrases differ.');
  const iterations = Number(byId('iterations').value);
  if (isNew && !(Number.isInteger(iterations) && iterations >= 1000 && iterations <= 10_000_000)) {
    throw new Error('The iterations are an integer from 1000 to 10000000.');
  }
  return { bytes, isKey: false, iterations };
}

function outputName(call, path) {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (call === 'seal') return name + SUFFIX;
  return name.endsWith(SUFFIX) && name !== SUFFIX ? name.slice(0, -SUFFIX.length) : `${name}.opened`;
}

async function convert(page, call, work) {
  const files = page.files.list;
  if (files.length === 0) throw new Error('Choose or drop files first.');
  const secret = await secretGiven(call === 'seal');
  try {
    return await page.pool.each(work.signal, files, async ({ file, path }, signal) => {
      const given = { source: file, secret: { ...secret, bytes: secret.bytes.slice() } };
      try {
        const made = await page.pool.run(call, given, { signal, progress: work.add });
        return { path, name: outputName(call, path), made };
      } catch (error) {
        signal.throwIfAborted();
        return { path, error: error.message };
      } finally {
        given.secret.bytes.fill(0);
      }
    });
  } finally {
    secret.bytes.fill(0);
  }
}

function drawn({ path, name, made, error }) {
  if (error !== undefined) {
    return element('li', {}, element('bdi', {}, printable(path)), element('span', { className: 'bad' }, ` ✗ ${error}`));
  }
  const button = element('button', { type: 'button' }, `Save ${printable(name)}`);
  button.addEventListener('click', () => save(name, made));
  return element('li', {}, button, ` ${sized(made.size)}`);
}

export function startSeal(page) {
  const choose = () => {
    const withKey = byId('use-key').checked;
    byId('with-key').hidden = !withKey;
    byId('with-passphrase').hidden = withKey;
  };
  byId('use-key').addEventListener('change', choose);
  byId('use-passphrase').addEventListener('change', choose);
  choose();
  for (const call of ['seal', 'open']) {
    byId(call).addEventListener('click', () => {
      byId('sealed').replaceChildren();
      page.work.run(page.files.total, async (work) => {
        const results = await convert(page, call, work);
        showList(byId('sealed'), results, drawn);
        const bad = results.filter(({ error }) => error !== undefined).length;
        const verb = call === 'seal' ? 'sealed' : 'opened';
        return `${counted(results.length - bad, 'file')} ${verb}${bad === 0 ? '. Save what was made.' : `, ${counted(bad, 'file')} not.`}`;
      });
    });
  }
}
