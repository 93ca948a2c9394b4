# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a run has done, as lines of JSON: a run that was interrupted goes on with it."""
import fcntl
import json
import os
import time

from .rows import Refused, Row, check_row
from .storage import Object

FLUSH = 2.0  # seconds between two writes to the disk
ENCODE = json.JSONEncoder().encode  # json.dumps makes an encoder for each call


class Journal:
    """A file that only one run at a time has open. Lines that do not fit are not used; the last one may be torn. `place` says
    which data set it is, whatever the folder is that the command runs in."""

    def __init__(self, path, place, algorithm, digest_size):
        self.path, self.head = path, {"hashlane_dataset_journal": 1, "url": place, "algorithm": algorithm}
        self.digest_size, self.done, self.flushed = digest_size, {}, time.monotonic()

    def __enter__(self):
        self.file = open(self.path, "a+b")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            removed = not os.path.samestat(os.fstat(self.file.fileno()), os.stat(self.path))
        except OSError:
            removed = True
        if removed:  # or locked: a run that ends removes the file, which this one may have opened just before
            self.file.close()
            raise Refused(f"{self.path}: another run uses it")
        self.file.seek(0)
        lines = self.file.read().split(b"\n")
        torn = lines.pop()
        if lines and self.parsed(lines[0]) != self.head:
            self.file.close()
            raise Refused(f"{self.path} is of another data set or algorithm; remove it to begin anew")
        for line in lines[1:]:
            self.take(self.parsed(line))
        if not lines:
            self.file.truncate(0)
            self.write(self.head)
        elif torn:
            self.file.write(b"\n")
        return self

    def __exit__(self, *_):
        self.file.flush()
        self.file.close()

    @staticmethod
    def parsed(line):
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            return None

    def take(self, line):
        try:
            path, size, version, digest = line
            row = check_row(Row(path, size, version, bytes.fromhex(digest)), self.digest_size)
        except (TypeError, ValueError):
            return
        self.done[Object(*row[:3])] = row.digest

    def write(self, value):
        self.file.write(ENCODE(value).encode() + b"\n")

    def has(self, one):
        return one in self.done

    def digest(self, one):
        return self.done[one]

    def add(self, one, digest):
        self.done[one] = digest
        self.write([*one, digest.hex()])
        if time.monotonic() - self.flushed > FLUSH:
            self.file.flush()
            os.fsync(self.file.fileno())
            self.flushed = time.monotonic()

    def remove(self):
        self.path.unlink()
