# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What workers do. Each function takes and returns plain values, so that any engine can send them."""
import time
from typing import NamedTuple

import hashlane

from .remote import Changed
from .rows import chunk_size, hash_of, public
from .storage import PIECE, Object, storage_of

RANGED = {"kt128", "kt256", "parallelhash128", "parallelhash256", "parallelhashxof128", "parallelhashxof256"}
ATTEMPTS = 3  # reads of the same bytes
LARGE_PIECE = 8 << 20  # bytes of an object that are read at a time where the algorithm has no ranges
LANES = 8  # leaves that a core digests side by side


class Outcome(NamedTuple):
    """Of each object of a job its value, the reasons of those that are refused by their index, and what was read again:
    (path, first byte, bytes, reason). The value is a digest, or the list of the exported leaves of a range."""

    values: list
    reasons: dict
    again: list


def has_ranges(algorithm):
    return hash_of(algorithm)[0] in RANGED


def ranges_of(algorithm, size):
    """The object that makes and combines the ranges of a message of that size."""
    name, options = hash_of(algorithm)
    return hashlane.Ranges(name, size, **options)


def reason_of(error):
    return str(error) if isinstance(error, Changed) else public(f"{type(error).__name__}: {error}")


def repeated(call, one, begin, length, again, error=None):
    """What call(one, begin, length) returns. It is repeated after an error of the store, and `again` is told of it; `error`
    is that of a first attempt. An object that changed is not read again."""
    for attempt in range(1 + (error is not None), ATTEMPTS + 1):
        if error is not None:
            again.append((one[0], begin, length, reason_of(error)))
            time.sleep(0.05 * (attempt - 1))
        try:
            return call(one, begin, length)
        except Changed:
            raise
        except OSError as failed:
            error = failed
    raise error


def change_of(storage, one):
    """How the object differs from what the store listed, or None. Only for stores whose reads do not tell it."""
    if storage.exact(one):
        return None
    try:
        now = storage.now(one[0])
    except OSError as error:
        return reason_of(error)
    return None if now == one else str(Changed())


def digest_of_one(storage, algorithm, one, again, error):
    """The digest of a small object whose first read was an error."""
    name, options = hash_of(algorithm)
    if isinstance(error, Changed):
        raise error
    return hashlane.digest(name, repeated(storage.read, one, 0, one.size, again, error), **options)


def digest_batch(url, algorithm, batch):
    """The outcome of small objects."""
    storage, again, reasons = storage_of(url), [], {}
    values = storage.digests(algorithm, batch)
    for i, value in enumerate(values):
        if not isinstance(value, OSError):
            continue
        try:
            values[i] = digest_of_one(storage, algorithm, batch[i], again, value)
        except OSError as error:
            values[i], reasons[i] = None, reason_of(error)
    if not storage.local:
        changes = ((i, change_of(storage, one)) for i, one in enumerate(batch) if i not in reasons)
        reasons |= {i: reason for i, reason in changes if reason is not None}
    return Outcome(values, reasons, again)


def digest_range(url, algorithm, one, place, length):
    """The outcome of a range of a large object."""
    storage, one, again = storage_of(url), Object(*one), []
    ranges, step = ranges_of(algorithm, one.size), max(PIECE, LANES * chunk_size(algorithm))

    def leaves(one, begin, length):
        return [ranges.leaves(place, data) for place, data in storage.pieces(one, begin, length, step)]
    try:
        return Outcome([repeated(leaves, one, place, length, again)], {}, again)
    except OSError as error:
        return Outcome([None], {0: reason_of(error)}, again)


def digest_in_order(url, algorithm, one):
    """The outcome of a large object whose algorithm has no ranges."""
    storage, one, again = storage_of(url), Object(*one), []
    name, options = hash_of(algorithm)
    hash = hashlane.new(name, **options)
    try:
        for place in range(0, one.size, LARGE_PIECE):
            hash.update(repeated(storage.read, one, place, min(LARGE_PIECE, one.size - place), again))
    except OSError as error:
        return Outcome([None], {0: reason_of(error)}, again)
    reason = change_of(storage, one)
    return Outcome([hash.digest()], {0: reason} if reason else {}, again)


def digest_file(path, algorithm):
    """The digest of a local file."""
    with open(path, "rb") as file:
        name, options = hash_of(algorithm)
        return hashlane.file_digest(file, name, **options).digest()
