// SPDX-License-Identifier: Apache-2.0 OR MIT
// Short forms for elements of the page. Text from files is only ever set as text.

export const byId = (id) => document.getElementById(id);

/** An element with properties and children, which are elements or text. */
export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Shows at most `most` items as a list, and how many there are if there are more. */
export function showList(list, items, draw, most = 500) {
  list.replaceChildren(...items.slice(0, most).map(draw));
  if (items.length > most) {
    list.append(element('li', {}, `The first ${most} of ${items.length.toLocaleString('en')} are shown.`));
  }
}

/** Downloads a Blob or text under a name. */
export function save(name, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: 'text/plain' }));
  element('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The text of the file that an input has, which may have at most `most` bytes. */
export async function textOf(input, what, most) {
  const [file] = input.files;
  if (file === undefined) throw new Error(`Choose ${what} first.`);
  if (file.size > most) throw new Error(`${what} has ${file.size} bytes, and at most ${most} are read.`);
  try {
    return { name: file.name, text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) };
  } catch (error) {
    if (error instanceof TypeError) throw new Error(`${what} is no UTF-8.`);
    throw error;
  }
}

/** Fills a select with the names of algorithms. */
export function fillSelect(select, names, chosen) {
  select.append(...names.map((name) => element('option', { value: name, selected: name === chosen }, name)));
}
