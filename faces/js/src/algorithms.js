// SPDX-License-Identifier: Apache-2.0 OR MIT
// The algorithms of a module, by name.

const KINDS = ['hash', 'xof', 'mac', 'kdf', 'aead'];
const CALLED = { hash: 'a hash', xof: 'an XOF', mac: 'a MAC', kdf: 'a KDF', aead: 'an AEAD' };
const TAKES_KEY = 1;
const ELEMENTS = 32;

function describe(memory, number) {
  const [name, nameSize, family, familySize, standard, standardSize, kind, anyLength, digestSize, blockSize,
    securityStrength, parameters, reads, takesBits, customizedLast, keySize, nonceSize] =
    memory.words(memory.call.hashlane_describe(number), 17);
  return Object.freeze({
    number,
    name: memory.text(name, nameSize),
    family: memory.text(family, familySize),
    standard: memory.text(standard, standardSize),
    kind: KINDS[kind],
    anyLength: anyLength !== 0,
    digestSize,
    blockSize,
    securityStrength,
    takesKey: (parameters & TAKES_KEY) !== 0,
    elements: (parameters & ELEMENTS) !== 0,
    reads: reads !== 0,
    takesBits: takesBits !== 0,
    customizedLast: customizedLast !== 0,
    keySize,
    nonceSize,
  });
}

function lettersAndDigits(name) {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

export class Algorithms {
  #byName = new Map();

  constructor(memory) {
    for (let number = 0; number < memory.call.hashlane_count(); ++number) {
      const algorithm = describe(memory, number);
      this.#byName.set(algorithm.name, algorithm);
    }
  }

  names() {
    return [...this.#byName.keys()];
  }

  /** The algorithm of a name that is of one of these kinds. */
  find(name, ...kinds) {
    if (typeof name !== 'string') throw new TypeError(`the name of an algorithm is a string, not of type ${typeof name}`);
    const found = this.#byName.get(name);
    if (found === undefined) throw new RangeError(`no such algorithm here: ${name}${this.#hint(name)}`);
    if (kinds.length !== 0 && !kinds.includes(found.kind)) {
      const wanted = kinds.map((kind) => CALLED[kind]).join(' or ');
      throw new TypeError(`${name} is ${CALLED[found.kind]}, not ${wanted}`);
    }
    return found;
  }

  #hint(name) {
    const same = this.names().find((known) => lettersAndDigits(known) === lettersAndDigits(name));
    return same === undefined ? '' : `; did you mean ${same}?`;
  }
}
