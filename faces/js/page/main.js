// SPDX-License-Identifier: Apache-2.0 OR MIT
// The script of the page, and of its workers: both are the same text. In a worker there is no document.

import { hasSimd, instantiated } from '../src/load.js';
import { jobs } from '../src/jobs.js';
import { Pool } from '../src/pool.js';
import { serve } from '../src/serve.js';
import { startCheck } from './check.js';
import { startDigests } from './digests.js';
import { startFiles } from './files.js';
import { startMerkle } from './merkle.js';
import { open, seal } from './sealed.js';
import { startSeal } from './seal.js';
import { startTabs } from './tabs.js';
import { leaves, leavesOf, tree, verifies } from './trees.js';
import { Work } from './work.js';

const MOST_WORKERS = 8;

// The bytes of the module, which the page has as base64.
function moduleBytes() {
  const text = document.getElementById(hasSimd() ? 'wasm-simd' : 'wasm-plain').textContent;
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

function starter(script, setup) {
  return ({ message, error }) => {
    const worker = new Worker(script);
    worker.onmessage = ({ data }) => message(data);
    worker.onmessageerror = () => error(new Error('the result of a worker cannot be read'));
    worker.onerror = (event) => error(new Error(event.message || 'a worker cannot be started'));
    worker.postMessage({ setup });
    return { post: (value, transferred) => worker.postMessage(value, transferred), busy: () => {}, end: () => worker.terminate() };
  };
}

async function startPage(script) {
  const setup = moduleBytes();
  const hashlane = await instantiated(setup);
  const pool = new Pool(starter(script, setup), Math.min(navigator.hardwareConcurrency || 2, MOST_WORKERS));
  const algorithms = new Map(hashlane.names().map((name) => [name, hashlane.info(name)]));
  const page = { pool, algorithms, files: startFiles(), work: new Work() };
  startTabs();
  startDigests(page);
  startCheck(page);
  startMerkle(page);
  startSeal(page);
  for (const input of document.querySelectorAll('input[type=file]')) {
    input.addEventListener('click', () => { input.value = ''; });  // the same file can be chosen again after it changed
  }
  document.documentElement.dataset.ready = hashlane.target;
}

if (typeof document === 'undefined') {
  serve(instantiated, { ...jobs, leaves, leavesOf, open, seal, tree, verifies });
} else {
  const script = URL.createObjectURL(new Blob([document.currentScript.textContent], { type: 'text/javascript' }));
  addEventListener('DOMContentLoaded', () => startPage(script).catch((error) => {
    document.getElementById('problem').textContent = `The page cannot start: ${error.message}`;
  }));
}
