// SPDX-License-Identifier: Apache-2.0 OR MIT
// The benchmark of the package in headless Chromium: node bench_chromium.mjs PROCESSOR [SECONDS] [--tiny]. HASHLANE_JS_NODE is a
// folder with puppeteer-core, the package and its peers.

import path from 'node:path';

import { start } from './browser.mjs';
import { serve } from './server.mjs';

const MODULES = path.join(process.env.HASHLANE_JS_NODE, 'node_modules');
const IMPORTS = {
  'hashlane': '/hashlane/index.js',
  'hash-wasm': '/hash-wasm/dist/index.esm.js',
  '@noble/hashes/': '/@noble/hashes/',
};

// Runs in the page.
async function measured(where, sizes) {
  if (!globalThis.crossOriginIsolated) throw new Error('the page is not isolated');
  const { load } = await import('hashlane');
  const { installed, measure, tables } = await import('/hashlane/bench/measure.mjs');
  return tables(where, await measure(await load(), await installed(), sizes));
}

const [processor, seconds = '1'] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const sizes = process.argv.includes('--tiny') ? { seconds: 0, size: 1000, count: 10 } : { seconds: Number(seconds) };
const server = await serve(MODULES, IMPORTS);
const browser = await start(120_000 + 120_000 * sizes.seconds);  // 30 figures take their seconds, and more under load
try {
  const page = await browser.newPage();
  await page.goto(`http://localhost:${server.address().port}/`);
  const where = `${processor}, ${(await browser.version()).replace('/', ' ')}`;
  console.log(await page.evaluate(measured, where, sizes));
} finally {
  await browser.close();
  server.close();
}
