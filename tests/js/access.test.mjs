// SPDX-License-Identifier: Apache-2.0 OR MIT
// The web page in Chromium: its policy, the keyboard, what a screen reader is told, contrast, the width of a phone.

import assert from 'node:assert';
import fs from 'node:fs';
import http from 'node:http';
import test, { after, before } from 'node:test';

import { PAGE, Tab, folder, inPage, start, write } from './browser.mjs';

let browser;
before(async () => { browser = await start(); });
after(() => browser.close());

// What a program that got into the page could try, in the page and in a worker, to reach a server.
const TRIES = `(async (url) => {
  const tries = [() => fetch(url), () => new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws'));
    socket.onopen = resolve;
    socket.onerror = reject;
  }), () => new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.onload = resolve;
    request.onerror = reject;
    request.open('GET', url);
    request.send();
  })];
  if (typeof document !== 'undefined') {
    for (const [name, attribute] of [['img', 'src'], ['script', 'src'], ['iframe', 'src'], ['video', 'src']]) {
      tries.push(() => new Promise((resolve, reject) => {
        const made = document.createElement(name);
        made.onload = resolve;
        made.onerror = reject;
        document.addEventListener('securitypolicyviolation', resolve, { once: true });
        made[attribute] = url + name;
        document.body.append(made);
      }));
    }
  }
  for (const one of tries) await one().catch(() => {});
})`;

// How many requests a server saw from a page that tried everything.
async function requestsSeen(file) {
  let seen = 0;
  const server = http.createServer((request, response) => {
    seen += 1;
    response.setHeader('access-control-allow-origin', '*');
    response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const tab = await Tab.open(browser, file);
  await tab.page.evaluate(`${TRIES}(${JSON.stringify(url)})`);
  const script = `${TRIES}(${JSON.stringify(url)}).then(() => postMessage(1));`;
  await tab.page.evaluate((text) => new Promise((resolve) => {
    const worker = new Worker(URL.createObjectURL(new Blob([text])));
    worker.onmessage = resolve;
  }), script);
  await tab.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return seen;
}

test('the policy lets no request out', async () => {
  assert.strictEqual(await requestsSeen(PAGE), 0);
  const text = fs.readFileSync(PAGE, 'utf8');
  assert.match(text, /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[^' ]*' 'wasm-unsafe-eval'; /);
  assert.doesNotMatch(text.replace(/<script type="application[^]*?<\/script>/g, ''), /https?:\/\//);
});

test('planted: without the policy the server sees requests', async () => {
  const open = fs.readFileSync(PAGE, 'utf8').replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
  assert.ok(await requestsSeen(write(folder('planted'), 'hashlane.html', open)) >= 6);
});

test('planted: a script that was changed does not run', async () => {
  const text = fs.readFileSync(PAGE, 'utf8').replace("'use strict';", "'use strict'; document.title = 'changed';");
  const page = await browser.newPage();
  await page.goto(`file://${write(folder('changed'), 'hashlane.html', text)}`);
  assert.doesNotMatch(await page.title(), /changed/);
  await page.close();
});

test('the keyboard reaches everything, in the order of the page', () => inPage(browser, async (tab) => {
  const focused = () => tab.page.evaluate(() => document.activeElement.id || document.activeElement.value || document.activeElement.localName);
  const order = [];
  for (let i = 0; i < 9; ++i) {
    await tab.page.keyboard.press('Tab');
    order.push(await focused());
  }
  assert.deepStrictEqual(order, ['pick-files', 'pick-folder', 'tab-digest', 'sha256', 'sha512', 'sha3-256', 'kt128', 'summary', 'digest']);
  await tab.page.focus('#tab-digest');
  for (const [key, id] of [['ArrowRight', 'tab-check'], ['End', 'tab-seal'], ['ArrowRight', 'tab-digest'], ['ArrowLeft', 'tab-seal'], ['Home', 'tab-digest'],
    ['ArrowRight', 'tab-check'], ['ArrowRight', 'tab-merkle']]) {
    await tab.page.keyboard.press(key);
    assert.strictEqual(await focused(), id);
  }
  assert.ok(await tab.page.$eval('#panel-merkle', (panel) => !panel.hidden));
  await tab.choose('pick-files', write(folder('keys'), 'file', 'abc'));
  await tab.page.focus('#tab-digest');
  await tab.page.keyboard.press('Enter');
  await tab.page.focus('#digest');
  await tab.page.keyboard.press('Enter');
  await tab.page.waitForFunction(() => document.getElementById('status').textContent === '1 file digested.');
}));

test('every control has a name, and what changes is announced', () => inPage(browser, async (tab) => {
  for (const id of ['tab-digest', 'tab-check', 'tab-merkle', 'tab-seal']) {
    await tab.click(id);
    const { children } = await tab.page.accessibility.snapshot();
    const walk = (node) => [node, ...(node.children ?? []).flatMap(walk)];
    const nodes = children.flatMap(walk);
    assert.ok(nodes.some(({ role, selected }) => role === 'tab' && selected));
    for (const node of nodes) {
      if (['button', 'textbox', 'checkbox', 'radio', 'combobox', 'spinbutton', 'tab', 'progressbar'].includes(node.role)) {
        assert.ok(node.name, `${id}: ${node.role} without a name`);
      }
    }
  }
  const roles = await tab.page.$$eval('#chosen, #compared, #status, #problem', (all) => all.map((one) => one.getAttribute('role')));
  assert.deepStrictEqual(roles, ['status', 'status', 'alert', 'status']);
}));

// The least contrast of text with what is behind it: WCAG 2.2, s.1.4.3.
function leastContrast() {
  const luminance = (color) => {
    const [r, g, b] = color.match(/[\d.]+/g).map(Number).map((n) => n / 255).map((n) => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    const color = getComputedStyle(node).backgroundColor;
    return color === 'rgba(0, 0, 0, 0)' ? behind(node.parentElement) : color;
  };
  let least = 21;
  for (const node of document.body.querySelectorAll('*')) {
    const says = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim() !== '');
    if (!says || node.localName === 'script' || node.disabled) continue;
    const pair = [luminance(getComputedStyle(node).color), luminance(behind(node))].sort((a, b) => b - a);
    least = Math.min(least, (pair[0] + 0.05) / (pair[1] + 0.05));
  }
  return least;
}

test('contrast and the width of a phone, light and dark', () => inPage(browser, async (tab) => {
  await tab.choose('pick-files', write(folder('wide'), 'x'.repeat(200), 'abc'));
  await tab.chooseAlgorithms('sha512', 'kt128');
  await tab.run('digest');
  await tab.type('pasted', 'ab');
  for (const value of ['light', 'dark']) {
    await tab.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    await tab.page.setViewport({ width: 360, height: 740 });
    for (const id of ['tab-digest', 'tab-check', 'tab-merkle', 'tab-seal']) {
      await tab.click(id);
      const [wide, least] = [await tab.page.evaluate(() => document.documentElement.scrollWidth), await tab.page.evaluate(leastContrast)];
      assert.ok(wide <= 360, `${id}: ${wide} pixels wide`);
      assert.ok(least >= 4.5, `${id}, ${value}: contrast ${least}`);
    }
  }
}));
