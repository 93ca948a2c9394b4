# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The objects of a local folder or of any URL that fsspec knows."""
import functools
import os
import stat
from typing import NamedTuple

import fsspec

from .rows import LARGEST_OBJECT, Refused, check_path

VERSIONS = ("ETag", "etag", "e_tag", "version_id", "VersionId", "generation", "mtime", "LastModified", "last_modified",
            "created")


class Object(NamedTuple):
    """An object as a store lists it."""

    path: str
    size: int
    version: str | None


def version_of(info):
    """What changes when an object changes, as text; None if the store says nothing."""
    found = next((key for key in VERSIONS if info.get(key)), None)
    return None if found is None else f"{found}:{info[found]}"


def local_version(info):
    return f"mtime:{info.st_mtime_ns}"


class Storage:
    """A data set at a URL. Symbolic links and special files are not followed; they are refused."""

    def __init__(self, url):
        self.url = url
        try:
            self.fs, root = fsspec.core.url_to_fs(url)
        except (ValueError, ImportError) as error:
            raise Refused(f"{url}: {error}") from None
        self.root = root.rstrip("/") or "/"
        self.local = "file" in (self.fs.protocol if isinstance(self.fs.protocol, tuple) else (self.fs.protocol,))

    def at(self, path):
        return f"{self.root.rstrip('/')}/{path}"

    def objects(self):
        """(the objects in the order of their paths, [(path, reason)] of what is refused)."""
        if not self.fs.isdir(self.root):
            raise Refused(f"{self.url}: there is no such folder or prefix")
        found, refused = [], []
        for one, reason in self.local_objects() if self.local else self.remote_objects():
            try:
                check_path(one.path)
                if reason is None and not (isinstance(one.size, int) and 0 <= one.size <= LARGEST_OBJECT):
                    reason = f"its size is {one.size}, not in 0..2^63-1"
            except Refused as error:
                reason = str(error)
            if reason is None:
                found.append(one)
            else:
                refused.append((ascii(one.path)[1:-1], reason))
        found.sort(key=lambda one: one.path.encode())
        twice = [one.path for one, after in zip(found, found[1:]) if one.path == after.path]
        if twice:
            raise Refused(f"{self.url}: the store lists {twice[0]!r} twice")
        return found, refused

    def local_objects(self):
        folders = [""]
        while folders:
            folder = folders.pop()
            with os.scandir(self.at(folder) if folder else self.root) as entries:
                for entry in entries:
                    path = f"{folder}/{entry.name}" if folder else entry.name
                    info = entry.stat(follow_symlinks=False)
                    if stat.S_ISDIR(info.st_mode):
                        folders.append(path)
                        continue
                    reason = None if stat.S_ISREG(info.st_mode) else "it is a symbolic link or no regular file"
                    yield Object(path, info.st_size, local_version(info)), reason

    def remote_objects(self):
        below = self.at("")
        for name, info in self.fs.find(self.root, detail=True).items():
            path = name[len(below):] if name.startswith(below) else name
            reason = None if name.startswith(below) else "it is not below the URL"
            yield Object(path, info.get("size"), version_of(info)), reason

    def now(self, path):
        """The object as the store has it at this moment."""
        if self.local:
            info = os.lstat(self.at(path))
            return Object(path, info.st_size, local_version(info))
        self.fs.invalidate_cache()
        info = self.fs.info(self.at(path))
        return Object(path, info.get("size"), version_of(info))

    def read(self, path, begin, length):
        """Those bytes of an object: fewer are an OSError."""
        if self.local:
            data = self.read_local(path, begin, length)
        else:
            data = self.fs.cat_file(self.at(path), start=begin, end=begin + length) if length else b""
        if len(data) != length:
            raise OSError(f"{len(data)} bytes came in the place of {length}")
        return data

    def read_local(self, path, begin, length):
        descriptor = os.open(self.at(path), os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        with open(descriptor, "rb", buffering=0) as file:
            file.seek(begin)
            pieces, left = [], length
            while left and (piece := file.read(left)):
                pieces.append(piece)
                left -= len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)


@functools.lru_cache(maxsize=8)
def storage_of(url):
    """The data set at a URL, in a worker."""
    return Storage(url)
