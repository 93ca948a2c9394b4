// SPDX-License-Identifier: Apache-2.0 OR MIT
// The tab that verifies a list of digests.

import { byId, element, fillSelect, showList, textOf } from './dom.js';
import { digestAll } from './digests.js';
import { algorithmOfList, readList } from './lists.js';
import { counted, equal, printable } from './text.js';

const MOST_LIST = 2 ** 28;  // bytes

// The files by the names that a list may have for them: the whole path, the path within the folder, the last name. A name
// that several files have stands for none.
function filesByName(files) {
  const maps = [new Map(), new Map(), new Map()];
  const add = (map, name, file) => map.set(name, map.has(name) ? null : file);
  for (const each of files) {
    add(maps[0], each.path, each);
    add(maps[1], each.path.slice(each.path.indexOf('/') + 1), each);
    add(maps[2], each.path.slice(each.path.lastIndexOf('/') + 1), each);
  }
  return (path) => {
    const name = path.replace(/^(\.\/)+/, '');
    const last = name.slice(name.lastIndexOf('/') + 1);
    return maps[0].get(name) ?? maps[1].get(name) ?? maps[2].get(last) ?? null;
  };
}

// What tells how an entry is digested: the bytes of its digest, where its algorithm gives any length, and the algorithm.
function wayOf({ digest, algorithm }, algorithms) {
  return `${algorithms.get(algorithm).anyLength ? digest.length : ''} ${algorithm}`;
}

// The same for several algorithms with digests of one length.
function joinedWays(ways) {
  const ofLength = new Map();
  for (const way of [...ways].sort()) {
    const [length, name] = way.split(' ');
    ofLength.set(length, [...(ofLength.get(length) ?? [length]), name]);
  }
  return [...ofLength.values()].map((words) => words.join(' '));
}

// Digests each file once for each length of digests that the list has for it. Returns a Map: {digests by way, error}.
async function digestsOf(page, wanted, work) {
  const groups = new Map();
  for (const [file, ways] of wanted) {
    for (const key of joinedWays(ways)) groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  const made = new Map();
  for (const [key, files] of groups) {
    const [length, ...names] = key.split(' ');
    const done = await digestAll(page, files, names, work, length === '' ? {} : { length: Number(length) });
    done.forEach(({ digests = [], error }, i) => {
      const before = made.get(files[i]) ?? { digests: new Map() };
      digests.forEach((digest, j) => before.digests.set(`${length} ${names[j]}`, digest));
      made.set(files[i], { digests: before.digests, error: before.error ?? error });
    });
  }
  return made;
}

function state({ entry: { digest, size }, way, file }, made) {
  if (file === null) return { order: 1, text: '? The file is not among those that were chosen.' };
  const { error, digests } = made.get(file);
  if (error !== undefined) return { order: 0, text: `✗ It could not be read: ${error}` };
  const good = equal(digest, digests.get(way)) && (size === undefined || size === file.file.size);
  return good ? { order: 2, text: '✓ OK' } : { order: 0, text: '✗ FAILED: the file differs' };
}

async function check(page, work) {
  if (page.files.list.length === 0) throw new Error('Choose or drop the files first.');
  const { name, text } = await textOf(byId('list'), 'a list', MOST_LIST);
  const given = byId('list-algorithm').value || algorithmOfList(name, page.algorithms);
  const { entries, wrong } = readList(text, given, page.algorithms);
  if (entries.length === 0) throw new Error(`The list has no digest of a file. ${wrong[0] ?? ''}`);
  const find = filesByName(page.files.list);
  const wanted = new Map();
  const lines = entries.map((entry) => ({ entry, way: wayOf(entry, page.algorithms), file: find(entry.path) }));
  for (const { way, file } of lines) {
    if (file === null) continue;
    if (!wanted.has(file)) wanted.set(file, new Set());
    wanted.get(file).add(way);
  }
  const made = await digestsOf(page, wanted, work);
  const told = lines.map((line) => ({ entry: line.entry, ...state(line, made) }));
  return { told, wrong, others: page.files.list.filter((file) => !wanted.has(file)).length };
}

function summary({ told, wrong, others }) {
  const count = (order) => told.filter((each) => each.order === order).length;
  const parts = [[count(0), 'failed'], [count(1), 'not found']].filter(([n]) => n !== 0).map(([n, what]) => `${counted(n, 'file')} ${what}`);
  if (wrong.length !== 0) parts.push(`${counted(wrong.length, 'line')} could not be understood`);
  const good = parts.length === 0;
  const more = others === 0 ? '' : ` ${counted(others, 'chosen file')} not in the list.`;
  return { good, text: `${good ? '✓' : '✗'} ${counted(count(2), 'file')} OK${parts.map((part) => `, ${part}`).join('')}.${more}` };
}

export function startCheck(page) {
  const names = [...page.algorithms.values()].filter(({ kind }) => kind === 'hash' || kind === 'xof').map(({ name }) => name);
  fillSelect(byId('list-algorithm'), names);
  byId('check').addEventListener('click', () => {
    byId('checked').replaceChildren();
    byId('checked-summary').textContent = '';
    page.work.run(page.files.total, async (work) => {
      const result = await check(page, work);
      const { good, text } = summary(result);
      byId('checked-summary').textContent = text;
      byId('checked-summary').className = good ? 'good' : 'bad';
      const lines = result.told.sort((a, b) => a.order - b.order).map(({ entry, text: line, order }) =>
        ({ name: `${printable(entry.path)} (${entry.algorithm})`, line, good: order === 2 }));
      const all = [...result.wrong.map((line) => ({ name: '', line: `✗ ${printable(line)}`, good: false })), ...lines];
      showList(byId('checked'), all, ({ name, line, good: ok }) => element('li', {},
        element('bdi', {}, name), ' ', element('span', { className: ok ? 'good' : 'bad' }, line)));
      return text;
    });
  });
}
