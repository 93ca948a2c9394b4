// SPDX-License-Identifier: Apache-2.0 OR MIT
// A server of the packages below a folder, on the loopback device alone, for modules in a browser.

import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
// With these a page is isolated, and its clock has steps of 5 microseconds instead of 100.
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** Gives an empty page, whose modules are found by the import map, and the files of the folder. */
export function serve(folder, imports) {
  const page = `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify({ imports })}</script>`;
  const server = http.createServer((request, response) => {
    const file = path.join(folder, path.normalize(new URL(request.url, 'http://localhost').pathname));
    const found = request.url !== '/' && fs.existsSync(file);
    const type = request.url === '/' ? 'text/html' : TYPES[path.extname(file)] ?? 'text/plain';
    response.writeHead(found || request.url === '/' ? 200 : 404, { 'Content-Type': type, ...ISOLATED });
    response.end(found ? fs.readFileSync(file) : page);
  });
  return new Promise((resolve) => server.listen(0, 'localhost', () => resolve(server)));
}
