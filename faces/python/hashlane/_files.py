# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Digests of files."""
import operator
import os

from . import _core

FIRST_PIECE = 1 << 16     # bytes of the first piece: a small file needs no larger memory
GROWTH = 4                # how many times as large as the piece before the next one is
PIECE = 1 << 20           # the most bytes of a piece
PIECE_A_THREAD = 8 << 20  # the same for each of several threads, so that the leaves of a tree keep each of them busy
LARGEST_PIECE = 64 << 20  # of all threads together
MOST_THREADS = 1024


def file_digest(file, name, /, *, threads=1, **options):
    """The object of that algorithm with the whole file in it, as hashlib.file_digest gives it.

    file: a path, or a file opened for reading bytes, which is read from where it stands; an io.BytesIO from its beginning,
    as hashlib reads it.
    name: of an algorithm, or a function that makes an object with update().
    threads: for the leaves of KangarooTwelve and ParallelHash; 0 means all cores. The file is read in pieces of at most
    8 MiB for each thread, and of at most 64 MiB. The file is one element of a tuple hash, which is read as a whole.
    options: key=, customization= and so on, as of new().
    OSError if the file cannot be read to its end, ValueError for a file of text or one that has no data at the moment.
    """
    threads = _number_of_threads(threads)
    digest = name(**options) if callable(name) else _core.new(name, **options)
    if not hasattr(digest, "update"):
        raise TypeError(f"name: what makes an object with update() is required, not {name!r}")
    if isinstance(file, (str, bytes, os.PathLike)):
        with open(file, "rb", buffering=0) as opened:
            _absorb(digest, opened, threads)
    else:
        _absorb(digest, file, threads)
    return digest


def _number_of_threads(threads):
    """It as an int: TypeError and ValueError as update(data, threads=) raises them, before anything is read."""
    try:
        number = operator.index(threads)
    except TypeError:
        raise TypeError(f"threads: an integer is required, not {type(threads).__name__}") from None
    if not 0 <= number <= MOST_THREADS:
        given = number if number.bit_length() <= 256 else f"a number of {number.bit_length()} bits"
        raise ValueError(f"threads must be in 0..{MOST_THREADS}, not {given}")
    return number


def _absorb(digest, file, threads):
    if hasattr(file, "getbuffer"):  # io.BytesIO: from the beginning, as hashlib does it
        with file.getbuffer() as whole:
            _update(digest, whole, threads)
        return
    if not (hasattr(file, "readinto") and hasattr(file, "readable") and file.readable()):
        raise ValueError(f"{file!r} is no file opened for reading bytes")
    if _takes_elements(digest):
        _update(digest, _whole(file), 1)
    else:
        _absorb_pieces(digest, file, threads)


def _takes_elements(digest):
    """Whether each update() is one element of a tuple."""
    name = getattr(digest, "name", None)
    known = _core.algorithms.get(name) if isinstance(name, str) else None
    return known is not None and "elements" in known.parameters


def _whole(file):
    whole, buffer = bytearray(), bytearray(PIECE)
    while size := _fill(file, buffer):
        with memoryview(buffer) as view, view[:size] as piece:
            whole += piece
    return whole


def _absorb_pieces(digest, file, threads):
    largest, buffer = _largest_piece(threads), bytearray(FIRST_PIECE)
    while size := _fill(file, buffer):
        with memoryview(buffer) as view, view[:size] as piece:
            _update(digest, piece, threads)
        if size < len(buffer):
            break
        if size < largest:
            del buffer  # before there is memory for the next piece
            buffer = bytearray(min(GROWTH * size, largest))


def _largest_piece(threads):
    workers = threads or os.cpu_count() or 1
    return PIECE if workers == 1 else min(PIECE_A_THREAD * workers, LARGEST_PIECE)


def _fill(file, buffer):
    """Reads until the buffer is full or the file ends. Returns how many bytes were read."""
    size = 0
    with memoryview(buffer) as view:
        while size < len(view):
            with view[size:] as rest:
                got = file.readinto(rest)
            if got is None:
                raise ValueError(f"{file!r} does not wait for its data")
            if got == 0:
                break
            size += got
    return size


def _update(digest, data, threads):
    if threads == 1:
        digest.update(data)  # any object with hashlib's protocol
    else:
        digest.update(data, threads=threads)
