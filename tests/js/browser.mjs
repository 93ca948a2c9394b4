// SPDX-License-Identifier: Apache-2.0 OR MIT
// Chromium with the web page from the disk, and what a person does there. HASHLANE_JS_NODE is a folder with puppeteer-core.

import assert from 'node:assert';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(path.join(process.env.HASHLANE_JS_NODE, 'x.js'));
const { launch } = require('puppeteer-core');
const LONG = 120_000;  // milliseconds; a wait ends by an event, or fails after this time
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const PAGE = process.env.HASHLANE_JS_PAGE ?? path.join(ROOT, 'build', 'js', 'hashlane.html');

/** A new folder for the files of a test. */
export function folder(name) {
  const place = path.join(process.env.HASHLANE_JS_NODE, 'files', name);
  fs.rmSync(place, { recursive: true, force: true });
  fs.mkdirSync(place, { recursive: true });
  return place;
}

/** Writes a file below a folder; returns its path. */
export function write(place, name, data) {
  const file = path.join(place, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, data);
  return file;
}

/** Runs the command line, which must succeed or must fail; returns what it printed. */
export function cli(words, { cwd, fails = false } = {}) {
  const done = spawnSync(path.join(ROOT, 'build', 'hashlane'), words, { cwd, encoding: 'utf8' });
  if ((done.status !== 0) !== fails) throw new Error(`hashlane ${words.join(' ')}: exit ${done.status}: ${done.stderr}`);
  return done.stdout;
}

/** Starts Chromium, where a call into a page may take so many milliseconds. */
export function start(protocolTimeout = LONG) {
  return launch({ executablePath: '/usr/bin/chromium', headless: true, protocolTimeout,
    args: [...(process.getuid() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-dev-shm-usage'] });
}

export class Tab {
  /** Opens a page; `requests` are the addresses that it asked for, `errors` what its console said. */
  static async open(browser, file = PAGE) {
    const tab = new Tab();
    tab.context = await browser.createBrowserContext();
    tab.page = await tab.context.newPage();
    tab.page.setDefaultTimeout(LONG);
    tab.requests = [];
    tab.errors = [];
    tab.page.on('request', (request) => tab.requests.push(request.url()));
    tab.page.on('console', (message) => message.type() === 'error' && tab.errors.push(message.text()));
    tab.page.on('pageerror', (error) => tab.errors.push(String(error)));
    await tab.page.goto(pathToFileURL(file).href);
    await tab.page.waitForSelector('html[data-ready]');
    return tab;
  }

  close() { return this.context.close(); }

  /** Gives files to an input, or one folder to that for folders. */
  async choose(id, ...files) {
    const input = await this.page.$(`#${id}`);
    if (id !== 'pick-folder') return input.uploadFile(...files);
    await this.page.$eval('#chosen', (chosen) => { chosen.textContent = ''; });
    await input.uploadFile(...files);
    return this.page.waitForFunction(() => document.getElementById('chosen').textContent !== '');  // the folder was listed
  }

  async click(id) { await this.page.click(`#${id}`); }

  /** Puts text into a field, as somebody who pastes it. */
  async type(id, text) {
    await this.page.$eval(`#${id}`, (input, value) => {
      input.value = value;
      input.dispatchEvent(new Event('input'));
    }, text);
  }

  /** Ticks the boxes of these algorithms and no others. */
  async chooseAlgorithms(...names) {
    await this.page.$$eval('input[name=algorithm]', (all, wanted) => {
      for (const one of all) one.checked = wanted.includes(one.value);
    }, names);
  }

  text(id) { return this.page.$eval(`#${id}`, (found) => found.textContent); }

  texts(selector) { return this.page.$$eval(selector, (all) => all.map((found) => found.textContent)); }

  /** Clicks a button that starts work and waits for its end; returns what the page said of it. */
  async run(id) {
    await this.click(id);
    await this.page.waitForFunction(() => document.getElementById('work').hidden);
    return (await this.text('problem')) || this.text('status');
  }

  /** Clicks what starts a download; returns the bytes and the name of the file. */
  async saved(selector) {
    const place = folder('saved');
    const session = await this.page.createCDPSession();
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: place, eventsEnabled: true,
      browserContextId: this.context.id });
    let limit;
    const ended = new Promise((resolve, reject) => {
      limit = setTimeout(() => reject(new Error(`${selector} saved nothing`)), LONG);
      session.on('Browser.downloadProgress', ({ state }) => {
        if (state === 'completed') resolve();
        if (state === 'canceled') reject(new Error('the download was cancelled'));
      });
    });
    await this.page.click(selector);
    await ended.finally(() => clearTimeout(limit));
    await session.detach();
    const [name] = fs.readdirSync(place);
    return { name, data: fs.readFileSync(path.join(place, name)), file: path.join(place, name) };
  }
}

// Runs f(tab) in a page of its own, which must not report an error and must not ask for anything but its own workers.
export async function inPage(browser, f) {
  const tab = await Tab.open(browser);
  try {
    await f(tab);
    assert.deepStrictEqual(tab.errors, []);
    for (const url of tab.requests) assert.match(url, /^(file:.*\/hashlane\.html|blob:null\/.*)$/);
  } finally {
    await tab.close();
  }
}
