# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Authenticated encryption, and what becomes of a forgery."""
import os

import hashlane

box = hashlane.AsconAEAD128(hashlane.AsconAEAD128.generate_key())
nonce = os.urandom(box.nonce_size)
sealed = bytearray(box.encrypt(nonce, b"a secret", b"to whom"))
print(box.decrypt(nonce, sealed, b"to whom").decode())
sealed[0] ^= 1
try:
    box.decrypt(nonce, sealed, b"to whom")
except hashlane.InvalidTag:
    print("forged")
# prints a secret
# prints forged
