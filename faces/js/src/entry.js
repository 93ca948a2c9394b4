// SPDX-License-Identifier: Apache-2.0 OR MIT
// The calls that load the module first, for one family or for all algorithms.

import { loader } from './load.js';
import { isStream } from './streams.js';

/** Returns the functions that an entry of the package exports. `urls` are those of the two builds. */
export function entry(urls) {
  const load = loader(urls);
  const later = (call) => async (...given) => (await load())[call](...given);
  return {
    load,
    digest: async (name, data, options) => (await load())[isStream(data) ? 'digestStream' : 'digest'](name, data, options),
    create: later('create'),
    mac: later('mac'),
    verify: later('verify'),
    digestMany: later('digestMany'),
    digestRows: later('digestRows'),
    seal: later('seal'),
    open: later('open'),
    hkdf: later('hkdf'),
    pbkdf2: later('pbkdf2'),
    merkleTree: later('merkleTree'),
    merkleTreeOf: later('merkleTreeOf'),
    leafDigests: later('leafDigests'),
    verifyInclusion: later('verifyInclusion'),
    verifyConsistency: later('verifyConsistency'),
  };
}
