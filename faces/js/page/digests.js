// SPDX-License-Identifier: Apache-2.0 OR MIT
// The tab that digests files, compares them with a digest, and saves lists.

import { byId, element, save, showList } from './dom.js';
import { pastedDigests, writeList } from './lists.js';
import { counted, equal, printable, sized, toHex } from './text.js';

const COMMON = ['sha256', 'sha512', 'sha3-256', 'kt128'];
const LISTS = { sums: '.txt', tagged: '.txt', json: '.json' };

function checkboxes(names) {
  return names.map((name) => element('label', {}, element('input', { type: 'checkbox', name: 'algorithm', value: name,
    checked: name === 'sha256' }), ` ${name}`));
}

function chosenNames() {
  return [...document.querySelectorAll('input[name=algorithm]:checked')].map(({ value }) => value);
}

/** The digests of files by several algorithms with these options: for each file {path, size, digests} or {path, error}. */
export function digestAll(page, files, names, { signal, follow }, options = {}) {
  return page.pool.each(signal, files, async ({ file, path }, both) => {
    try {
      const digests = await page.pool.digestFile(names, file, { ...options, signal: both, progress: follow() });
      return { path, size: file.size, digests };
    } catch (error) {
      both.throwIfAborted();
      return { path, error: error.message };
    }
  });
}

export function startDigests(page) {
  const usable = [...page.algorithms.values()].filter(({ kind, elements, takesKey }) =>
    (kind === 'hash' || kind === 'xof') && !elements && !takesKey).map(({ name }) => name);
  byId('common').append(...checkboxes(COMMON));
  byId('others').append(...checkboxes(usable.filter((name) => !COMMON.includes(name))));
  let names = [];
  let results = [];

  // Draws the results, and what the comparison says of each.
  const draw = () => {
    const pasted = pastedDigests(byId('pasted').value);
    const matches = (digest) => pasted.some((one) => equal(one, digest));
    const found = results.filter(({ digests }) => digests?.some(matches));
    byId('compared').textContent = verdict(byId('pasted').value, pasted, results, found);
    byId('compared').className = found.length !== 0 ? 'good' : 'bad';
    const rest = results.filter((each) => !found.includes(each));
    showList(byId('digests'), [...found, ...rest], (result) => drawn(result, names, matches));
    byId('save').hidden = results.every(({ error }) => error !== undefined);
  };
  byId('pasted').addEventListener('input', draw);

  byId('digest').addEventListener('click', () => page.work.run(page.files.total, async (work) => {
    names = chosenNames();
    if (page.files.list.length === 0) throw new Error('Choose or drop files first.');
    if (names.length === 0) throw new Error('Choose an algorithm first.');
    results = [];
    draw();
    results = await digestAll(page, page.files.list, names, work);
    draw();
    const wrong = results.filter(({ error }) => error !== undefined).length;
    return `${counted(results.length - wrong, 'file')} digested.${wrong === 0 ? '' : ` ${counted(wrong, 'file')} could not be read.`}`;
  }));

  byId('save-list').addEventListener('click', () => {
    const lines = results.flatMap(({ path, size, digests = [] }) =>
      digests.map((digest, i) => ({ algorithm: names[i], digest, path, size })));
    const asked = byId('layout').value;
    const layout = asked === 'sums' && names.length > 1 ? 'tagged' : asked;
    const name = names.length === 1 ? `${names[0].toUpperCase()}SUMS` : 'DIGESTS';
    save(name + LISTS[layout], writeList(lines, layout));
  });
}

function verdict(text, pasted, results, found) {
  if (text.trim() === '') return '';
  if (pasted.length === 0) return 'This is no digest: neither hexadecimal digits nor base64.';
  if (results.length === 0) return 'It is compared when files are digested.';
  if (found.length === 0) return '✗ No file has this digest.';
  return `✓ ${found.length === 1 ? printable(found[0].path) : counted(found.length, 'file')} has this digest.`;
}

function drawn({ path, size, digests, error }, names, matches) {
  const name = element('p', { className: 'name' }, element('bdi', {}, printable(path)), ` ${size === undefined ? '' : sized(size)}`);
  if (error !== undefined) return element('li', {}, name, element('p', { className: 'bad' }, `✗ It could not be read: ${error}`));
  const rows = digests.flatMap((digest, i) => [element('dt', {}, names[i]), element('dd', {},
    element('code', {}, toHex(digest)), matches(digest) ? element('span', { className: 'good' }, ' ✓ matches') : '')]);
  return element('li', {}, name, element('dl', {}, ...rows));
}
