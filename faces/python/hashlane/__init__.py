# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hashing and light-weight authenticated encryption: SHA-2, SHA-3, SHAKE, SP 800-185, TurboSHAKE, KangarooTwelve, Ascon.

    hashlane.sha256(b"abc").hexdigest()            # hashlib's protocol: update, digest, hexdigest, copy
    hashlane.digest("sha3-256", b"abc")            # one message at once
    hashlane.digest_many("sha256", messages)       # many: lists, NumPy arrays, Arrow columns
    hashlane.digest_files("kt128", paths)          # many files
    hashlane.kt128(b"abc").digest(64)              # output of any length
    hashlane.AsconAEAD128(key).encrypt(nonce, data, associated_data)

Every algorithm is a function (an AEAD a class) under its name with underscores, and in `hashlane.algorithms`.
"""
import collections.abc

from . import _core
from ._core import *  # noqa: F403
from ._core import __version__, algorithms, shake128, shake256
from ._files import file_digest

collections.abc.Sequence.register(_core.Digests)

shake_128 = shake128  # hashlib's names
shake_256 = shake256

#: Names that new() takes without any other argument; hashlib's attributes of these names.
algorithms_available = {a.name for a in algorithms.values()
                        if a.kind in ("hash", "xof") and "key" not in a.parameters}
algorithms_guaranteed = set(algorithms_available)

__all__ = sorted({name for name in vars(_core) if not name.startswith("_")} |
                 {"algorithms_available", "algorithms_guaranteed", "file_digest", "shake_128", "shake_256", "__version__"})
