# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What workers do. Each function takes and returns plain values, so that any engine can send them."""
import time

import hashlane

from .storage import Object, storage_of

RANGED = {"kt128", "kt256", "parallelhash128", "parallelhash256", "parallelhashxof128", "parallelhashxof256"}
ATTEMPTS = 3  # reads of the same bytes
PIECE = 8 << 20  # bytes of an object that are read at a time where the algorithm has no ranges


def read(storage, path, begin, length):
    """Reads, and reads again after an error of the store."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return storage.read(path, begin, length)
        except OSError:
            if attempt == ATTEMPTS:
                raise
            time.sleep(0.05 * attempt)


def reason_of(error):
    return f"{type(error).__name__}: {error}"


def change_of(url, one):
    """How the object differs from what the store listed, or None."""
    try:
        now = storage_of(url).now(one[0])
    except OSError as error:
        return reason_of(error)
    return None if now == Object(*one) else "it changed while it was read"


def digest_batch(url, algorithm, batch):
    """[(digest or None, reason or None)] of small objects."""
    storage, messages, out = storage_of(url), [], []
    for path, size, _ in batch:
        try:
            messages.append(read(storage, path, 0, size))
            out.append(None)
        except OSError as error:
            messages.append(b"")
            out.append(reason_of(error))
    digests = hashlane.digest_many(algorithm, messages)
    reasons = [reason or change_of(url, one) for one, reason in zip(batch, out)]
    return [(None, reason) if reason else (digest, None) for digest, reason in zip(digests, reasons)]


def digest_range(url, algorithm, one, place, length):
    """(exported leaves of a range or None, reason or None)."""
    path, size, _ = one
    try:
        data = read(storage_of(url), path, place, length)
    except OSError as error:
        return None, reason_of(error)
    return hashlane.Ranges(algorithm, size).leaves(place, data), None


def digest_in_order(url, algorithm, one):
    """(digest or None, reason or None) of a large object whose algorithm has no ranges."""
    path, size, _ = one
    hash = hashlane.new(algorithm)
    try:
        for place in range(0, size, PIECE):
            hash.update(read(storage_of(url), path, place, min(PIECE, size - place)))
    except OSError as error:
        return None, reason_of(error)
    reason = change_of(url, one)
    return (None, reason) if reason else (hash.digest(), None)


def digest_file(path, algorithm):
    """The digest of a local file."""
    with open(path, "rb") as file:
        return hashlane.file_digest(file, algorithm).digest()
