// SPDX-License-Identifier: Apache-2.0 OR MIT
// Pictures of the web page, for a person to look at: each part of it with results, at the width of a desktop and of a phone, light
// and dark. After tests/run.py --only web-page, which builds the page and installs puppeteer-core:
//   HASHLANE_JS_NODE=build/js/try-page node tests/js/screenshots.mjs FOLDER

import fs from 'node:fs';
import path from 'node:path';

import { Tab, cli, folder, start, write } from './browser.mjs';

const WINDOWS = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true } };
const NAMES = ['report.pdf', 'photos/a long name with spaces, ünïcödé 数 and 😀.jpg', 'photos/new\nline', `photos/${'x'.repeat(120)}`, 'empty'];
const place = folder('pictures');
for (const name of NAMES) write(place, `tree/${name}`, name === 'empty' ? '' : `text of ${name}`);
const list = write(place, 'SHA256SUMS', `${cli(['-a', 'sha256', '-r', 'tree'], { cwd: place }).replace(/^[0-9a-f]{8}/, '00000000')}nothing\n`);
const large = write(place, 'large', '');
fs.truncateSync(large, 2 ** 36);  // sparse, and cancelled

// Each brings the page into the state of one picture.
const SCENES = {
  begin: async () => {},
  digest: async (tab) => {
    await tab.chooseAlgorithms('sha256', 'sha512', 'kt128');
    await tab.run('digest');
    await tab.type('pasted', (await tab.texts('#digests code'))[0]);
  },
  check: async (tab) => {
    await tab.click('tab-check');
    await tab.choose('list', list);
    await tab.run('check');
  },
  merkle: async (tab) => {
    await tab.click('tab-merkle');
    await tab.type('leaf', 'report.pdf');
    await tab.run('make-proof');
  },
  seal: async (tab) => {
    await tab.click('tab-seal');
    for (const id of ['passphrase', 'again']) await tab.type(id, 'a passphrase');
    await tab.type('iterations', '1000');
    await tab.run('seal');
  },
  progress: async (tab) => {
    await tab.choose('pick-files', large);
    await tab.click('digest');
    await tab.page.waitForFunction(() => document.getElementById('rate').textContent !== '');
  },
};

async function picture(browser, file, scene, window, scheme) {
  const tab = await Tab.open(browser);
  await tab.page.setViewport(window);
  await tab.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  if (scene !== 'begin') await tab.choose('pick-folder', path.join(place, 'tree'));
  await SCENES[scene](tab);
  await tab.page.screenshot({ path: file, fullPage: true });
  await tab.close();
}

const [out] = process.argv.slice(2);
fs.mkdirSync(out, { recursive: true });
const browser = await start();
for (const scene of Object.keys(SCENES)) {
  for (const [name, window] of Object.entries(WINDOWS)) {
    for (const scheme of ['light', 'dark']) await picture(browser, path.join(out, `${scene}-${name}-${scheme}.png`), scene, window, scheme);
  }
}
await browser.close();
fs.rmSync(place, { recursive: true });
