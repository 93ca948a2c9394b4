# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A row of a manifest, its checks, and its encoding as a leaf: docs/ROW.md."""
import re
from typing import NamedTuple

import hashlane

LONGEST_PATH = 4096  # bytes
LONGEST_VERSION = 1024  # bytes
LARGEST_OBJECT = 2**63 - 1  # bytes
CHUNK = 8192  # bytes of a leaf
LARGEST_BLOCK = 64 << 20  # bytes of a leaf of ParallelHash
TREE_HASH = "sha256"  # of the RFC 9162 tree
CONTROL = re.compile("[\0-\x1f\x7f-\x9f]")  # the letters of the category Cc of Unicode
USER = re.compile(r"([A-Za-z0-9+.-]{0,32})://([^/?#\s]*)@")  # the part of a URL before its host
AZURE = ("abfs", "abfss", "wasb", "wasbs")  # URLs that have the name of a container there


class Refused(ValueError):
    """Something that comes from outside is refused; the message says why."""


class Row(NamedTuple):
    """An object: its path below the data set, its size in bytes, its version if the store has one, and its digest."""

    path: str
    size: int
    version: str | None
    digest: bytes


def public(text):
    """A text without the users and passwords of the URLs in it."""
    def shown(found):
        scheme, user = found.groups()
        return found[0] if scheme.rpartition("+")[2] in AZURE and ":" not in user else f"{scheme}://"
    return USER.sub(shown, text)


def shown(path):
    """A path of any characters in those of ASCII. What a path begins with is what shown() of it begins with."""
    return path.encode("unicode_escape").decode()


def names_beside(name):
    """A regular expression for the name of a manifest and for those of the files that are made beside it: its journal, and
    files that are renamed to it."""
    return rf"(?:{re.escape(name)}(?:\.journal)?|\.{re.escape(name)}\.[a-z0-9_]{{8}})"


def utf8(text, what, longest):
    """The bytes of a text of at most `longest` bytes."""
    if not isinstance(text, str):
        raise Refused(f"{what} is no text")
    try:
        out = text.encode()
    except UnicodeEncodeError:
        raise Refused(f"{what} is not valid UTF-8: {ascii(text)[:200]}") from None
    if len(out) > longest:
        raise Refused(f"{what} has {len(out)} bytes; at most {longest} are allowed")
    return out


def check_path(path):
    """Returns the path in UTF-8. Refuses one that leads out of the data set, or that no store can have."""
    out = utf8(path, "a path", LONGEST_PATH)
    if not out or any(part in ("", ".", "..") for part in path.split("/")):
        raise Refused(f"the path {path[:200]!r} is not one below the data set")
    if CONTROL.search(path):
        raise Refused(f"the path {path[:200]!r} has a control character")
    return out


def hash_of(algorithm):
    """(name, options) that the functions of hashlane take for the text of an algorithm: a name, or that of a ParallelHash,
    a colon and the bytes of a block, as parallelhash128:1048576. Refused: the text is no hash without a key."""
    name, colon, block = algorithm.partition(":") if isinstance(algorithm, str) else ("", "", "")
    about = hashlane.algorithms.get(name)
    if about is None or about.kind not in ("hash", "xof") or {"key", "elements"} & set(about.parameters):
        raise Refused(f"{str(algorithm)[:50]!r} is no hash without a key")
    if not colon:
        return name, {}
    if "parallel_block" not in about.parameters:
        raise Refused(f"{algorithm[:50]!r}: {name} has no blocks of another size")
    if re.fullmatch(r"[1-9][0-9]{3,9}", block) is None or not CHUNK < int(block) <= LARGEST_BLOCK or int(block) % CHUNK:
        raise Refused(f"{algorithm[:50]!r}: a block is a multiple of {CHUNK} bytes, more than that and at most {LARGEST_BLOCK}")
    return name, {"parallel_block": int(block)}


def check_algorithm(algorithm):
    """Returns the size of a digest in bytes."""
    return hashlane.algorithms[hash_of(algorithm)[0]].digest_size


def chunk_size(algorithm):
    """Bytes of a leaf, which a range is a multiple of."""
    return hash_of(algorithm)[1].get("parallel_block", CHUNK)


def check_row(row, digest_size):
    """Returns the row. Refuses values of a wrong type or out of their range."""
    check_path(row.path)
    if isinstance(row.size, bool) or not isinstance(row.size, int) or not 0 <= row.size <= LARGEST_OBJECT:
        raise Refused(f"{row.path}: the size is not in 0..2^63-1")
    if row.version is not None:
        utf8(row.version, f"{row.path}: the version", LONGEST_VERSION)
    if not isinstance(row.digest, bytes) or len(row.digest) != digest_size:
        raise Refused(f"{row.path}: the digest does not have {digest_size} bytes")
    return row


def left_encode(x):
    size = max(1, (x.bit_length() + 7) // 8)
    return bytes([size]) + x.to_bytes(size, "big")


def encode_string(text):
    return left_encode(8 * len(text)) + text


ROW = encode_string(b"hashlane_row") + b"\x0e" + left_encode(5)


def leaf(algorithm, row):
    """The leaf of a row: the message that hashlane_row digests for the algorithm, the path, the size, the version and
    the digest."""
    version = b"\x00" if row.version is None else b"\x08" + encode_string(row.version.encode())
    return b"".join((ROW, b"\x08", encode_string(algorithm.encode()), b"\x08", encode_string(row.path.encode()),
                     b"\x03", left_encode(row.size), version, b"\x07", encode_string(row.digest)))


def root_of(algorithm, rows):
    """The root of sorted rows as text: the number of rows, a colon, and the root of the RFC 9162 tree over SHA-256 in
    hexadecimal. A root says which rows there are only together with their number."""
    stream = hashlane.MerkleStream(TREE_HASH)
    for first in range(0, len(rows), 4096):
        stream.extend([leaf(algorithm, row) for row in rows[first:first + 4096]])
    return f"{len(rows)}:{stream.root.hex()}"


def read_root(text):
    """(number of rows, root) of the text of a root."""
    found = re.fullmatch(r"(0|[1-9][0-9]{0,17}):([0-9a-f]{64})", text) if isinstance(text, str) else None
    if found is None:
        raise Refused("a root is a number of rows, a colon and 64 hexadecimal digits")
    return int(found[1]), bytes.fromhex(found[2])
