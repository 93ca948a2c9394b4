// SPDX-License-Identifier: Apache-2.0 OR MIT
// The benchmark of the package in headless Chromium: node bench_chromium.mjs PROCESSOR [SECONDS] [--tiny]. HASHLANE_JS_NODE is a
// folder with puppeteer-core, the package and its peers.

import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

import { start } from './browser.mjs';

const MODULES = path.join(process.env.HASHLANE_JS_NODE, 'node_modules');
const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const IMPORTS = {
  'hashlane': '/hashlane/index.js',
  'hash-wasm': '/hash-wasm/dist/index.esm.js',
  '@noble/hashes/': '/@noble/hashes/',
};
const PAGE = `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`;
// With these a page is isolated, and its clock has steps of 5 microseconds instead of 100.
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

// Gives the page and the files of the modules, on the loopback device alone.
function serve() {
  const server = http.createServer((request, response) => {
    const file = path.join(MODULES, path.normalize(new URL(request.url, 'http://localhost').pathname));
    const found = request.url !== '/' && fs.existsSync(file);
    const type = request.url === '/' ? 'text/html' : TYPES[path.extname(file)] ?? 'text/plain';
    response.writeHead(found || request.url === '/' ? 200 : 404, { 'Content-Type': type, ...ISOLATED });
    response.end(found ? fs.readFileSync(file) : PAGE);
  });
  return new Promise((resolve) => server.listen(0, 'localhost', () => resolve(server)));
}

// Runs in the page.
async function measured(where, sizes) {
  if (!globalThis.crossOriginIsolated) throw new Error('the page is not isolated');
  const { load } = await import('hashlane');
  const { installed, measure, tables } = await import('/hashlane/bench/measure.mjs');
  return tables(where, await measure(await load(), await installed(), sizes));
}

const [processor, seconds = '1'] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const sizes = process.argv.includes('--tiny') ? { seconds: 0, size: 1000, count: 10 } : { seconds: Number(seconds) };
const server = await serve();
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
