# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Digests of Hashlane for the signatures of OpenSSF model signing (package model-signing): large files in ranges, on several
cores.

    hashing = Hashing("kt128")
    model_signing.signing.Config().use_elliptic_key_signer(private_key=key).set_hashing_config(hashing).sign(model, signature)

model-signing has no public way to add a hash. The private seam is `model_signing.hashing.Config._build_file_hasher_factory`,
which this module overrides: it returns a function that makes, of a path, an object with `digest_name` and `compute()`, whose
result is a `model_signing._hashing.hashing.Digest`. If the package does not call it, Hashing() raises Refused.
"""
import concurrent.futures
import functools
import os

import hashlane
import model_signing.hashing
from model_signing._hashing.hashing import Digest

from .rows import Refused, check_algorithm, chunk_size
from .work import digest_file, has_ranges, ranges_of

RANGE_SIZE = 64 << 20  # bytes


def state_of(path):
    info = os.stat(path)
    return info.st_size, info.st_mtime_ns


def leaves_of(path, ranges, place, length):
    """The exported leaves of those bytes of a file."""
    with open(path, "rb", buffering=0) as file:
        file.seek(place)
        data = bytearray(length)
        view, done = memoryview(data), 0
        while done < length and (count := file.readinto(view[done:])):
            done += count
    if done != length:
        raise Refused(f"{path}: it changed while it was read")
    return ranges.leaves(place, data)


class FileDigest:
    """What model-signing asks for the digest of one file."""

    def __init__(self, path, hashing):
        self.path, self.hashing = path, hashing
        self.digest_name = hashing.algorithm
        self.digest_size = hashing.digest_size

    def compute(self):
        """The digest. Refused: the file changed while it was read."""
        before = state_of(self.path)
        if before[0] > self.hashing.range_size and has_ranges(self.digest_name):
            value = self.in_ranges(before[0])
        else:
            value = digest_file(self.path, self.digest_name)
        if state_of(self.path) != before:
            raise Refused(f"{self.path}: it changed while it was read")
        return Digest(self.digest_name, value)

    def in_ranges(self, size):
        step = self.hashing.range_size
        whole, fresh = ranges_of(self.digest_name, size), ranges_of(self.digest_name, size)
        places = range(0, size, step)
        lengths = [min(step, size - place) for place in places]
        for exported in self.hashing.pool.map(functools.partial(leaves_of, self.path, fresh), places, lengths):
            whole.add(exported)
        return whole.whole().digest()


class Hashing(model_signing.hashing.Config):
    """A configuration for signing.Config and verifying.Config: whole files by an algorithm of Hashlane. A file of more than
    `range_size` bytes is read in ranges by `workers` threads (0: one for each core) if the algorithm has ranges. A signature
    with sha256 is one of model-signing itself. One with another algorithm is verified with the same configuration."""

    def __init__(self, algorithm="kt128", workers=0, range_size=RANGE_SIZE):
        self.algorithm, self.digest_size = algorithm, check_algorithm(algorithm)
        chunk = chunk_size(algorithm)
        if range_size < chunk or range_size % chunk:
            raise Refused(f"the size of a range is no multiple of {chunk} bytes")
        if workers < 0:
            raise Refused("the number of workers is below 0")
        self.range_size, self.asked = range_size, False
        self.pool = concurrent.futures.ThreadPoolExecutor(workers or os.cpu_count() or 1)
        super().__init__()
        if not self.asked:
            raise Refused("this version of model-signing does not call Config._build_file_hasher_factory")

    def _build_file_hasher_factory(self, hashing_algorithm="sha256", *_, **__):
        if hashing_algorithm not in ("sha256", self.algorithm):  # sha256 is what model-signing asks for by default
            raise Refused(f"this configuration digests with {self.algorithm}, not with {hashing_algorithm}")
        self.asked = True
        return functools.partial(FileDigest, hashing=self)

    def _build_sharded_file_hasher_factory(self, *_, **__):
        raise Refused("this configuration has no shards: a large file is read in ranges and has one digest")
