// SPDX-License-Identifier: Apache-2.0 OR MIT

/** What open() throws when the tag is not that of the ciphertext, the nonce and the associated data. */
export class ForgedError extends Error {
  constructor() {
    super('forged: the tag is not that of these data');
    this.name = 'ForgedError';
  }
}
