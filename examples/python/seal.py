# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Authenticated encryption, and what becomes of a forgery."""
import os

import hashlane

aead = hashlane.AsconAEAD128(hashlane.AsconAEAD128.generate_key())
nonce = os.urandom(aead.nonce_size)
sealed = bytearray(aead.encrypt(nonce, b"a secret", b"to whom"))
print(aead.decrypt(nonce, sealed, b"to whom").decode())
sealed[0] ^= 1
try:
    aead.decrypt(nonce, sealed, b"to whom")
except hashlane.InvalidTag:
    print("forged")
# prints a secret
# prints forged
