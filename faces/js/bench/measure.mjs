// SPDX-License-Identifier: Apache-2.0 OR MIT
// What the benchmark measures, in Node and in browsers: the package, hash-wasm, @noble/hashes and the platform.

/** The columns of a table. The last two are of the platform; a browser has no node:crypto. */
export const COLUMNS = ['hashlane', 'hash-wasm', '@noble/hashes', 'WebCrypto', 'node:crypto'];
const ROW = 64;
const SHORTEST = 0.5;  // milliseconds of a sample: a browser rounds its clock to 5 microseconds

// The names of a function in the peers. KangarooTwelve is missing in hash-wasm; BLAKE3 stands beside it.
const ALGORITHMS = {
  'sha256': { wasm: (peer) => peer.createSHA256(), noble: 'sha256', subtle: 'SHA-256', node: 'sha256' },
  'sha512': { wasm: (peer) => peer.createSHA512(), noble: 'sha512', subtle: 'SHA-512', node: 'sha512' },
  'sha3-256': { wasm: (peer) => peer.createSHA3(256), noble: 'sha3_256', subtle: 'SHA3-256', node: 'sha3-256' },
  'kt128': { wasm: (peer) => peer.createBLAKE3(), noble: 'kt128', other: 'hash-wasm' },
};

function pattern(size) {
  return Uint8Array.from({ length: size }, (_, i) => i % 251);
}

/** Imports modules and returns their exports together; null where one is not installed. */
export async function optional(...paths) {
  try {
    return Object.assign({}, ...await Promise.all(paths.map((path) => import(path))));
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/** The peers that come from npm. */
export async function installed() {
  const noble = ['sha2', 'sha3', 'sha3-addons'].map((name) => `@noble/hashes/${name}.js`);
  return { wasm: await optional('hash-wasm'), noble: await optional(...noble) };
}

// WebCrypto's digest, or null where it lacks the algorithm.
async function ofSubtle(name) {
  if (!name) return null;
  const { subtle } = globalThis.crypto;
  const hash = async (data) => new Uint8Array(await subtle.digest(name, data));
  return hash(pattern(ROW)).then(() => hash, () => null);
}

function ofNode(crypto, name) {
  return crypto && name ? (data) => crypto.createHash(name).update(data).digest() : null;
}

// Calls of hash-wasm with an object that is made once.
async function ofWasm(peer, make) {
  if (!peer) return null;
  const hash = await make(peer);
  return (data) => hash.init().update(data).digest('binary');
}

// The functions of one algorithm in the order of COLUMNS: null where there is none.
async function functions(name, hl, peers) {
  const { wasm, noble, subtle, node } = ALGORITHMS[name];
  return [(data) => hl.digest(name, data), await ofWasm(peers.wasm, wasm), peers.noble?.[noble] ?? null,
    await ofSubtle(subtle), ofNode(peers.crypto, node)];
}

// Throws unless all functions give the same digest.
async function compare(name, hashes) {
  const digests = [];
  for (const [i, hash] of hashes.entries()) {
    const same = hash !== null && COLUMNS[i] !== ALGORITHMS[name].other;
    if (same) digests.push(String(Array.from(await hash(pattern(1000)))));
  }
  if (new Set(digests).size !== 1) throw new Error(`${name}: the libraries do not agree`);
}

// The digests of rows, one call for each.
function oneByOne(hash, rows) {
  return async () => {
    for (let at = 0; at < rows.length; at += ROW) {
      const digest = hash(rows.subarray(at, at + ROW));
      if (digest instanceof Promise) await digest;
    }
  };
}

// The milliseconds that `calls` calls of f take.
async function timed(f, calls) {
  const start = performance.now();
  for (let i = 0; i < calls; ++i) {
    const result = f();
    if (result instanceof Promise) await result;
  }
  return performance.now() - start;
}

// The nanoseconds of one call of each function; null where there is none. They take turns, until each has had its time.
// The fastest sample counts.
async function fastest(all, milliseconds) {
  const runs = [];
  for (const f of all) {
    if (f === null) {
      runs.push(null);
      continue;
    }
    await timed(f, 1);  // the first call is a slow one
    runs.push({ f, calls: Math.ceil(SHORTEST / Math.max(await timed(f, 1), 0.005)), best: Infinity, spent: 0 });
  }
  const here = runs.filter((run) => run !== null);
  for (let left = here; left.length !== 0; left = left.filter((run) => run.spent < milliseconds)) {
    for (const run of left) {
      const time = await timed(run.f, run.calls);
      run.best = Math.min(run.best, time / run.calls);
      run.spent += time;
    }
  }
  return runs.map((run) => run && run.best * 1e6);
}

/**
 * Measures every algorithm.
 * @param hl the package, as load() gives it
 * @param peers what installed() gave, and `crypto` of Node where there is one
 * @param {number} seconds the time of each function for each of its two figures
 * @param {number} size bytes of the one message
 * @param {number} count how many rows of 64 bytes
 * @returns for each algorithm the MiB/s of one message and the nanoseconds for one row, in the order of COLUMNS
 */
export async function measure(hl, peers, { seconds = 1, size = 2 ** 20, count = 4096 } = {}) {
  const message = pattern(size);
  const rows = pattern(ROW * count);
  const measured = [];
  for (const name of Object.keys(ALGORITHMS)) {
    const hashes = await functions(name, hl, peers);
    await compare(name, hashes);
    const long = await fastest(hashes.map((hash) => hash && (() => hash(message))), 1000 * seconds);
    const many = [() => hl.digestRows(name, rows, ROW), ...hashes.slice(1).map((hash) => hash && oneByOne(hash, rows))];
    const short = await fastest(many, 1000 * seconds);
    measured.push({ name, long: long.map((ns) => ns && size / 2 ** 20 / ns * 1e9), rows: short.map((ns) => ns && ns / count) });
  }
  return { target: hl.target, size, count, measured };
}

function table(measured, key) {
  const here = COLUMNS.map((_, i) => i).filter((i) => measured.some((line) => line[key][i] !== null));
  const lines = measured.map((line) => [line.name, ...here.map((i) => line[key][i]?.toFixed(0) ?? '-')]);
  return [['', ...here.map((i) => COLUMNS[i])], ['---', ...here.map(() => '---:')], ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Writes what measure() returned as two tables of Markdown. `where` names the processor and the engine. */
export function tables(where, { target, size, count, measured }) {
  return `${where}, ${target}. kt128 stands beside BLAKE3 of hash-wasm.\n\n` +
    `One message of ${size} bytes, MiB/s:\n\n${table(measured, 'long')}\n\n` +
    `${count} rows of ${ROW} bytes, ns for each:\n\n${table(measured, 'rows')}\n`;
}
