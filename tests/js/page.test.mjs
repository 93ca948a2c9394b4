// SPDX-License-Identifier: Apache-2.0 OR MIT
// The web page in Chromium, from the disk, against the command line.

import assert from 'node:assert';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';

import { cli, folder, inPage, start, write } from './browser.mjs';

const FULL = process.env.HASHLANE_JS_FULL === '1';
const sha256 = (data) => crypto.createHash('sha256').update(data).digest('hex');
const ODD = ['a b', ' leading', "quote'\"", 'new\nline', 'ünïcödé 😀', '<b>markup</b>', 'right\u202eleft', '-n', '#hash', '%41',
  'x'.repeat(200)];

let browser;
before(async () => { browser = await start(); });
after(() => browser.close());

test('odd names and a file of 0 bytes: the list is that of the command line', () => inPage(browser, async (tab) => {
  const place = folder('odd');
  for (const name of ODD) write(place, `tree/${name}`, name);
  write(place, 'tree/empty', '');
  await tab.choose('pick-folder', path.join(place, 'tree'));
  assert.match(await tab.text('chosen'), /^12 files, .* in the folder tree$/);
  for (const [layout, words] of [['sums', []], ['tagged', ['--tag']], ['json', ['--json']]]) {
    await tab.page.select('#layout', layout);
    assert.strictEqual(await tab.run('digest'), '12 files digested.');
    const { data } = await tab.saved('#save-list');
    assert.strictEqual(data.toString(), cli(['-a', 'sha256', '-r', ...words, 'tree'], { cwd: place }), layout);
  }
  const names = await tab.texts('#digests bdi');
  assert.ok(names.includes('tree/<b>markup</b>') && names.includes('tree/right\\u{202e}left') && names.includes('tree/new\\u{a}line'));
}));

test('several algorithms in one pass, and a digest that was pasted', () => inPage(browser, async (tab) => {
  const data = Buffer.alloc(200_001, 'hashlane');
  const file = write(folder('pass'), 'file', data);
  const names = await tab.page.$$eval('input[name=algorithm]', (all) => all.map((one) => one.value));
  assert.ok(names.length > 30);
  await tab.chooseAlgorithms(...names);
  await tab.choose('pick-files', file);
  assert.strictEqual(await tab.run('digest'), '1 file digested.');
  const digests = await tab.texts('#digests code');
  assert.deepStrictEqual(digests, names.map((name) => cli(['-a', name, file]).split(' ')[0]));
  const base64 = Buffer.from(digests[0], 'hex').toString('base64');
  for (const pasted of [digests[1], digests[0].toUpperCase(), ` ${digests[0]}  name`, `SHA256 (x) = ${digests[0]}`, base64, `sha256-${base64}`,
    `sha256:${digests[0]}`, digests[0].match(/../g).join(':')]) {
    await tab.type('pasted', pasted);
    assert.strictEqual(await tab.text('compared'), '✓ file has this digest.', pasted);
  }
  await tab.type('pasted', digests[0].replace(/^./, (c) => (c === '0' ? '1' : '0')));
  assert.strictEqual(await tab.text('compared'), '✗ No file has this digest.');
  await tab.type('pasted', 'no digest!');
  assert.match(await tab.text('compared'), /^This is no digest/);
}));

test('lists that the command line wrote, and lines that are wrong', () => inPage(browser, async (tab) => {
  const place = folder('lists');
  for (const name of [...ODD, 'sub/inner', 'empty']) write(place, `tree/${name}`, `text of ${name}`);
  await tab.choose('pick-folder', path.join(place, 'tree'));
  await tab.click('tab-check');
  const all = ODD.length + 2;
  for (const [name, words] of [['SHA3-256SUMS', ['-a', 'sha3-256']], ['list', ['-a', 'kt128', '--tag']], ['json', ['-a', 'sha512', '--json']],
    ['base', ['-a', 'sha384', '--base64', '--tag']], ['long', ['-a', 'shake128', '--tag', '--length', '64']],
    ['short', ['-a', 'parallelhash128', '--tag', '--length', '16']]]) {
    const list = write(place, name, cli([...words, '-r', 'tree'], { cwd: place }));
    await tab.choose('list', list);
    assert.strictEqual(await tab.run('check'), `✓ ${all} files OK.`, name);
  }
  const good = cli(['-a', 'sha256', '-r', '.'], { cwd: path.join(place, 'tree') });
  const lines = good.trimEnd().split('\n');
  lines[0] = lines[0].replace(/[0-9a-f]{64}/, '0'.repeat(64));
  lines.push(`${sha256('')}  gone`, 'nothing', 'MD5 (x) = d41d8cd98f00b204e9800998ecf8427e', '# a comment', '');
  lines.splice(3, 1);
  await tab.choose('list', write(place, 'SHA256SUMS', lines.join('\r\n')));
  assert.strictEqual(await tab.run('check'), `✗ ${all - 2} files OK, 1 file failed, 1 file not found, ` +
    '2 lines could not be understood. 1 chosen file not in the list.');
  const told = await tab.texts('#checked li');
  assert.match(told[0], new RegExp(`line ${all + 1}: it has neither a digest with a name nor a tag`));
  assert.match(told[1], new RegExp(`line ${all + 2}: there is no algorithm MD5 here`));
  assert.match(told[2], /FAILED: the file differs/);
  assert.match(told[3], /gone .*not among those that were chosen/);
  const empty = sha256('text of empty');
  const shown = [`\\${empty}  \\x65m\\x70\\x74y`, `\\${empty}  empty\\x00`, `${empty}  empty\0`, `\\${empty}  empt\\xff`, `\\${empty}  empty\\x4`];
  shown.push(`KMAC128 (empty) = ${empty}`, `SHAKE128 (empty) = ${cli(['-a', 'shake128', '--length', '20', 'tree/empty'], { cwd: place }).slice(0, 40)}`);
  await tab.choose('list', write(place, 'sha256.shown', shown.join('\n')));
  assert.strictEqual(await tab.run('check'),
    `✗ 2 files OK, 5 lines could not be understood. ${all - 1} chosen files not in the list.`);
  await tab.choose('list', write(place, 'unnamed', `${'0'.repeat(64)}  a b\n`));
  assert.match(await tab.run('check'), /it names no algorithm; choose one/);
}));

test('a folder of many files', () => inPage(browser, async (tab) => {
  const count = FULL ? 10_000 : 500;
  const place = folder('many');
  for (let i = 0; i < count; ++i) write(place, `tree/${i % 10}/${i}`, String(i));
  await tab.choose('pick-folder', path.join(place, 'tree'));
  assert.strictEqual(await tab.run('digest'), `${count.toLocaleString('en')} files digested.`);
  const { data, file } = await tab.saved('#save-list');
  assert.strictEqual(data.toString(), cli(['-a', 'sha256', '-r', 'tree'], { cwd: place }));
  await tab.click('tab-check');
  await tab.choose('list', file);
  assert.strictEqual(await tab.run('check'), `✓ ${count.toLocaleString('en')} files OK.`);
}));

test('files and a folder that are dropped', () => inPage(browser, async (tab) => {
  const place = folder('drop');
  write(place, 'tree/sub/inner', 'inner');
  const alone = write(place, 'alone', 'alone');
  const session = await tab.page.createCDPSession();
  const { x, y } = await (await tab.page.$('#drop')).clickablePoint();
  const data = { items: [], files: [path.join(place, 'tree'), alone], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', { type, x, y, data });
  await tab.page.waitForFunction(() => document.getElementById('chosen').textContent.startsWith('2 files'));
  assert.strictEqual(await tab.run('digest'), '2 files digested.');
  assert.deepStrictEqual(await tab.texts('#digests code'), [sha256('alone'), sha256('inner')]);
  assert.deepStrictEqual(await tab.texts('#digests bdi'), ['alone', 'tree/sub/inner']);
}));

test('a file that is removed while the page has it', () => inPage(browser, async (tab) => {
  const file = write(folder('gone'), 'file', 'text');
  await tab.choose('pick-files', file);
  fs.rmSync(file);
  assert.strictEqual(await tab.run('digest'), '0 files digested. 1 file could not be read.');
  assert.match((await tab.texts('#digests li'))[0], /✗ It could not be read: /);
}));

test('Merkle proofs of a file, both ways', () => inPage(browser, async (tab) => {
  const place = folder('chunks');
  const file = write(place, 'file', crypto.randomBytes(1_000_003));
  await tab.choose('pick-files', file);
  await tab.click('tab-merkle');
  for (const [algorithm, chunk, index] of [['sha256', 65536, 15], ['kt128', 1000, 1000], ['sha3-512', 4096, 0], ['sha256', 2 ** 20, 0]]) {
    await tab.page.select('#tree-algorithm', algorithm);
    await tab.type('chunk', String(chunk));
    await tab.type('leaf', String(index));
    assert.strictEqual(await tab.run('make-proof'), 'The proof is made.');
    const { data, file: proof } = await tab.saved('#save-proof');
    assert.strictEqual(data.toString(), cli(['merkle', 'prove', '-a', algorithm, '--chunk', String(chunk), '--index', String(index), file]));
    const root = await tab.text('tree-root');
    assert.match(cli(['merkle', 'verify', '--root', root, proof, file]), /: OK\n$/);
    await tab.choose('proof', proof);
    await tab.type('root', root);
    assert.match(await tab.run('verify-proof'), /^✓ OK: This is chunk/);
    await tab.type('root', root.replace(/^./, (c) => (c === '0' ? '1' : '0')));
    assert.match(await tab.run('verify-proof'), /^✗ FAILED/);
  }
  await tab.type('leaf', '9');
  assert.match(await tab.run('make-proof'), /The leaf of a file is an integer from 0 to 0/);
}));

test('Merkle proofs of a folder, both ways', () => inPage(browser, async (tab) => {
  const place = folder('leaves');
  for (const name of ['a/1', 'a.b', 'a b/x', 'b', 'ä', 'Z', 'a/0/deep']) write(place, `tree/${name}`, name);
  const tree = path.join(place, 'tree');
  await tab.choose('pick-folder', tree);
  await tab.click('tab-merkle');
  assert.strictEqual(await tab.run('make-root'), 'The root is made.');
  const root = await tab.text('tree-root');
  assert.strictEqual(root, JSON.parse(cli(['merkle', 'root', '--json', tree])).root);
  await tab.type('leaf', 'a/0/deep');
  await tab.run('make-proof');
  const { data, file: proof } = await tab.saved('#save-proof');
  assert.strictEqual(data.toString(), cli(['merkle', 'prove', '--leaf', 'a/0/deep', tree]));
  await tab.choose('proof', proof);
  await tab.type('root', root);
  await tab.choose('pick-files', path.join(tree, 'a/0/deep'));
  assert.match(await tab.run('verify-proof'), /^✓ OK: a\/0\/deep is file/);
  await tab.choose('pick-files', path.join(tree, 'b'));
  assert.match(await tab.run('verify-proof'), /^✗ FAILED/);
  await tab.choose('proof', write(place, 'plain.json', cli(['merkle', 'prove', '--plain', '--index', '0', path.join(tree, 'b')])));
  assert.match(await tab.run('verify-proof'), /knows trees of the shape rfc9162 only/);
}));

// The sizes of files at the edges of chunks.
const SIZES = [0, 1, 65535, 65536, 65537, 131072, 5_000_000];

async function givePassphrase(tab, passphrase, iterations) {
  await tab.type('passphrase', passphrase);
  await tab.type('again', passphrase);
  await tab.type('iterations', String(iterations));
}

test('what the page sealed, the command line opens', () => inPage(browser, async (tab) => {
  const place = folder('seal');
  const key = write(place, 'key', crypto.randomBytes(16));
  const secret = write(place, 'passphrase', 'wörd with spaces\n');
  await tab.click('tab-seal');
  await givePassphrase(tab, 'wörd with spaces', 1000);
  for (const size of SIZES) {
    const data = crypto.randomBytes(size);
    await tab.choose('pick-files', write(place, `file${size}`, data));
    for (const [choice, words] of [['use-passphrase', ['--passphrase-file', secret]], ['use-key', ['--key-file', key]]]) {
      await tab.click(choice);
      if (choice === 'use-key') await tab.choose('key-file', key);
      assert.strictEqual(await tab.run('seal'), '1 file sealed. Save what was made.');
      const sealed = await tab.saved('#sealed button');
      assert.strictEqual(sealed.name, `file${size}.hlseal`);
      cli(['open', '-f', ...words, '-o', path.join(place, 'opened'), sealed.file]);
      assert.ok(fs.readFileSync(path.join(place, 'opened')).equals(data), `${choice} ${size}`);
    }
  }
}));

test('what the command line sealed, the page opens', () => inPage(browser, async (tab) => {
  const place = folder('open');
  const secret = write(place, 'passphrase', 'word\n');
  await tab.click('tab-seal');
  await tab.type('passphrase', 'word');
  for (const [size, chunk] of [...SIZES.map((each) => [each, 65536]), [4096, 4096], [9_000_000, 4096], [9_000_000, 2 ** 23]]) {
    const data = crypto.randomBytes(size);
    const name = `file-${size}-${chunk}`;
    const sealed = path.join(place, `${name}.hlseal`);
    cli(['seal', '--passphrase-file', secret, '--iterations', '1000', '--chunk-size', String(chunk), '-o', sealed,
      write(place, 'file', data)]);
    await tab.choose('pick-files', sealed);
    assert.strictEqual(await tab.run('open'), '1 file opened. Save what was made.');
    const opened = await tab.saved('#sealed button');
    assert.strictEqual(opened.name, name);
    assert.ok(opened.data.equals(data), `${size} ${chunk}`);
  }
}));

test('sealed files that were changed, cut or extended do not open', () => inPage(browser, async (tab) => {
  const place = folder('forged');
  const secret = write(place, 'passphrase', 'word');
  const file = write(place, 'file', crypto.randomBytes(12_000));
  cli(['seal', '--passphrase-file', secret, '--iterations', '1000', '--chunk-size', '4096', '-o', `${file}.hlseal`, file]);
  const whole = fs.readFileSync(`${file}.hlseal`);
  const changed = (at, byte) => Buffer.from(whole).fill(byte, at, at + 1);
  const forged = [[changed(50, whole[50] ^ 1), /wrong, or the file was changed/], [changed(40, whole[40] ^ 1), /wrong, or the file was changed/],
    [changed(48 + 4112 + 7, whole[48 + 4112 + 7] ^ 1), /chunk 1 is not authentic/], [whole.subarray(0, 48 + 2 * 4112), /chunk 1 is not authentic/],
    [whole.subarray(0, -1), /chunk 2 is not authentic/], [Buffer.concat([whole, Buffer.of(0)]), /chunk 2 is not authentic/],
    [whole.subarray(0, 48), /truncated/], [whole.subarray(0, 48 + 4112 + 16), /truncated/], [whole.subarray(0, 30), /truncated within its header/],
    [Buffer.concat([whole.subarray(0, 48), whole.subarray(48 + 4112)]), /wrong, or the file was changed/],
    [changed(0, 0), /not a sealed file/], [changed(8, 2), /format version 2/], [changed(11, 25), /invalid size of chunks/],
    [changed(10, 0), /contradicts itself/], [changed(15, 255), /iterations, and this page computes at most/], [Buffer.alloc(0), /not a sealed file/]];
  await tab.click('tab-seal');
  await tab.type('passphrase', 'word');
  for (const [i, [data, reason]] of forged.entries()) {
    await tab.choose('pick-files', write(place, `forged${i}.hlseal`, data));
    assert.strictEqual(await tab.run('open'), '0 files opened, 1 file not.');
    assert.match((await tab.texts('#sealed li'))[0], reason);
    assert.strictEqual((await tab.page.$$('#sealed button')).length, 0);
  }
  await tab.type('passphrase', 'other');
  await tab.choose('pick-files', `${file}.hlseal`);
  await tab.run('open');
  assert.match((await tab.texts('#sealed li'))[0], /the passphrase or key is wrong/);
  await tab.type('again', 'another');
  assert.strictEqual(await tab.run('seal'), 'The passphrases differ.');
}));

test('5 GiB by one algorithm, with progress; then cancelled', { skip: !FULL }, () => inPage(browser, async (tab) => {
  const file = write(folder('large'), 'sparse', '');
  fs.truncateSync(file, 5 * 2 ** 30 + 1);
  await tab.choose('pick-files', file);
  await tab.chooseAlgorithms('kt128');
  await tab.page.evaluate(() => {
    window.rates = [];
    new MutationObserver(() => window.rates.push(document.getElementById('rate').textContent)).observe(document.getElementById('rate'), { childList: true });
  });
  assert.strictEqual(await tab.run('digest'), '1 file digested.');
  assert.deepStrictEqual(await tab.texts('#digests code'), [cli(['-a', 'kt128', file]).split(' ')[0]]);
  const rates = await tab.page.evaluate(() => window.rates.filter((text) => text !== ''));
  assert.ok(rates.length > 2);
  for (const text of rates) assert.match(text, /^\d+ %: .* of 5\.0 GiB, .*\/s, \d+ s left$/);
  await tab.chooseAlgorithms('sha256', 'sha3-512');
  await tab.click('digest');
  await tab.page.waitForSelector('#cancel', { visible: true });
  await tab.click('cancel');
  await tab.page.waitForFunction(() => document.getElementById('status').textContent === 'Cancelled.');
  fs.rmSync(file);
}));

test('work is cancelled, and goes on afterwards', () => inPage(browser, async (tab) => {
  const place = folder('cancel');
  const large = write(place, 'large', '');
  fs.truncateSync(large, 2 ** 36);  // sparse, and longer than the test would wait
  await tab.choose('pick-files', large);
  await tab.click('digest');
  await tab.page.waitForSelector('#cancel', { visible: true });
  assert.ok(await tab.page.$eval('#digest', (button) => button.disabled));
  await tab.page.focus('#cancel');
  await tab.page.keyboard.press('Enter');
  await tab.page.waitForFunction(() => document.getElementById('status').textContent === 'Cancelled.');
  assert.strictEqual(await tab.page.evaluate(() => document.activeElement.id), 'digest');
  fs.rmSync(large);
  await tab.choose('pick-files', write(place, 'small', 'abc'));
  assert.strictEqual(await tab.run('digest'), '1 file digested.');
}));
