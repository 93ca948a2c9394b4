// SPDX-License-Identifier: Apache-2.0 OR MIT
// One piece of work at a time: its progress, rate, cancellation, and what came of it.

import { byId } from './dom.js';
import { sized } from './text.js';

const REDRAW = 200;  // milliseconds

function showOutcome() {
  byId('outcome').scrollIntoView({ block: 'nearest' });
}

export class Work {
  #abort = null;

  constructor() {
    byId('cancel').addEventListener('click', () => this.#abort?.abort(new DOMException('', 'AbortError')));
  }

  /**
   * Runs f({signal, add, follow}) with the bar of progress. `total` is its size in bytes; add(n) tells that n bytes more
   * were done, and follow() gives a function that is told how many bytes of one file were done so far. f returns the
   * sentence that says what came of it.
   */
  async run(total, f) {
    if (this.#abort !== null) return;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#begin();
    const add = this.#counter(total);
    const follow = () => {
      let before = 0;
      return (now) => {
        add(now - before);
        before = now;
      };
    };
    try {
      byId('status').textContent = await f({ signal, add, follow });
    } catch (error) {
      if (signal.aborted) byId('status').textContent = 'Cancelled.';
      else byId('problem').textContent = error.message;
    } finally {
      this.#end();
    }
  }

  #begin() {
    byId('problem').textContent = '';
    byId('status').textContent = 'Working.';
    byId('work').hidden = false;
    showOutcome();
    for (const button of document.querySelectorAll('button.run')) button.disabled = true;
  }

  #end() {
    this.#abort = null;
    const focused = byId('work').contains(document.activeElement);
    byId('work').hidden = true;
    if (byId('problem').textContent !== '') showOutcome();
    for (const button of document.querySelectorAll('button.run')) button.disabled = false;
    if (focused) document.querySelector('[role=tabpanel]:not([hidden]) button.run').focus();
  }

  // A function that is told how many bytes more were done, and draws.
  #counter(total) {
    const start = performance.now();
    let all = 0;
    let drawn = start;
    byId('bar').value = 0;
    byId('rate').textContent = '';
    return (step) => {
      all += step;
      const now = performance.now();
      if (now - drawn < REDRAW) return;
      drawn = now;
      const rate = all / (now - start) * 1000;
      const left = Math.ceil((total - all) / rate);
      byId('bar').value = all / Math.max(total, 1);
      byId('rate').textContent = `${Math.floor(100 * all / Math.max(total, 1))} %: ${sized(all)} of ${sized(total)}, ` +
        `${sized(rate)}/s, ${left} s left`;
    };
  }
}
