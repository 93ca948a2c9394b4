// SPDX-License-Identifier: Apache-2.0 OR MIT
// The files that were chosen or dropped. Each is {file, path}: the path begins with the folder that was chosen, if any.

import { byId } from './dom.js';
import { bytesOf, counted, printable, sized } from './text.js';

// Compares bytes of names, as the command line sorts the names of a directory.
function compareNames(a, b) {
  const [left, right] = [bytesOf(a), bytesOf(b)];
  const at = left.findIndex((byte, i) => byte !== right[i]);
  return at === -1 ? left.length - right.length : left[at] - (right[at] ?? -1);
}

function comparePaths(a, b) {
  const [left, right] = [a.path.split('/'), b.path.split('/')];
  const at = left.findIndex((name, i) => name !== right[i]);
  if (at === -1) return left.length - right.length;
  return right[at] === undefined ? 1 : compareNames(left[at], right[at]);
}

async function* filesBelow(handle, path) {
  if (handle.kind === 'file') yield { file: await handle.getFile(), path };
  else for await (const [name, inner] of handle.entries()) yield* filesBelow(inner, `${path}/${name}`);
}

// The files below an entry of the older interface, which other browsers have.
async function* filesBelowEntry(entry, path) {
  if (entry.isFile) {
    yield { file: await new Promise((resolve, reject) => entry.file(resolve, reject)), path };
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const inner of some) yield* filesBelowEntry(inner, `${path}/${inner.name}`);
  }
}

// What was dropped. The items are only there until the event ends, so they are all asked first.
async function dropped(items) {
  const asked = [...items].filter((item) => item.kind === 'file').map((item) =>
    ('getAsFileSystemHandle' in item ? item.getAsFileSystemHandle() : item.webkitGetAsEntry()));
  const found = [];
  for (const one of await Promise.all(asked)) {
    const below = one.kind === undefined ? filesBelowEntry(one, one.name) : filesBelow(one, one.name);
    for await (const each of below) found.push(each);
  }
  return found;
}

/** Starts the part of the page that takes files. Returns an object with `list`, `total` and `folder`. */
export function startFiles() {
  const files = {
    list: [],
    get total() { return this.list.reduce((sum, { file }) => sum + file.size, 0); },
    /** The folder that all files are in, or ''. */
    get folder() {
      const first = this.list[0]?.path.split('/') ?? [''];
      const inside = first.length > 1 && this.list.every(({ path }) => path.startsWith(`${first[0]}/`));
      return inside ? first[0] : '';
    },
  };
  const set = (list) => {
    files.list = list.sort(comparePaths);
    byId('problem').textContent = '';
    const name = files.folder === '' ? '' : ` in the folder ${printable(files.folder)}`;
    const single = list.length === 1 ? `: ${printable(list[0].path)}` : name;
    byId('chosen').textContent = list.length === 0 ? 'No file is chosen.'
      : `${counted(list.length, 'file')}, ${sized(files.total)}${single}`;
    byId('clear').hidden = list.length === 0;
  };
  startInputs(set);
  startDrop(set);
  return files;
}

const INPUTS = ['pick-files', 'pick-folder'];

// An input that does not show the current choice shows none.
function emptyInputs(other) {
  for (const id of INPUTS) if (byId(id) !== other) byId(id).value = '';
}

function startInputs(set) {
  for (const id of INPUTS) {
    byId(id).addEventListener('click', () => set([]));
    byId(id).addEventListener('change', ({ target }) => {
      emptyInputs(target);
      set(Array.from(target.files, (file) => ({ file, path: file.webkitRelativePath || file.name })));
    });
  }
  byId('clear').addEventListener('click', () => {
    emptyInputs();
    set([]);
    byId('pick-files').focus();
  });
}

function startDrop(set) {
  const zone = byId('drop');
  const hasFiles = (event) => event.dataTransfer.types.includes('Files');  // text may be dropped into fields
  const over = (yes) => zone.classList.toggle('over', yes);
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    over(true);
  });
  addEventListener('dragleave', (event) => over(event.relatedTarget !== null));
  addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    over(false);
    emptyInputs();
    byId('chosen').textContent = 'The folder is read.';
    dropped(event.dataTransfer.items).then(set, (error) => {
      set([]);
      byId('problem').textContent = `What was dropped cannot be read: ${error.message}`;
    });
  });
}
