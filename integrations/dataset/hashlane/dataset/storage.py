# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The objects of a local folder, or of any URL that fsspec or obstore knows."""
import datetime
import os
import re
import threading
from typing import NamedTuple

import fsspec

import hashlane

from . import listing, remote
from .object_store import PREFIX, ObjectStore
from .remote import Changed
from .rows import LARGEST_OBJECT, Refused, check_path, hash_of, names_beside, public, shown

VERSIONS = ("ETag", "etag", "e_tag", "version_id", "VersionId", "generation", "mtime", "LastModified", "last_modified",
            "created")
LOCAL = "mtime:"  # the version of a local file begins with it
FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK  # a pipe that took the place of a file blocks nothing
KEPT = threading.local()  # what storage_of() has returned to a thread
PIECE = 1 << 20  # bytes of a local file that are read at a time; they stay in the cache of the processor


class Object(NamedTuple):
    """An object as a store lists it."""

    path: str
    size: int
    version: str | None


def version_of(info):
    """What changes when an object changes, as text; None if the store says nothing."""
    found = next((key for key in VERSIONS if info.get(key)), None)
    if found is None:
        return None
    value = info[found]
    if isinstance(value, datetime.datetime):  # some clients have a number of seconds in a listing, and a datetime elsewhere
        value = (value if value.tzinfo else value.replace(tzinfo=datetime.timezone.utc)).timestamp()
    return f"{found}:{value}"


def local_version(info):
    return f"{LOCAL}{info.st_mtime_ns}"


def is_listed(one, size, time):
    """Whether a local file has the size and the time of the last change, in nanoseconds, that were listed."""
    return size == one.size and f"{LOCAL}{time}" == one.version


def refusal(one):
    """Why an object that a store lists is refused, or None."""
    try:
        check_path(one.path)
    except Refused as error:
        return str(error)
    if not isinstance(one.size, int) or not 0 <= one.size <= LARGEST_OBJECT:
        return f"its size is {one.size}, not in 0..2^63-1"
    return None


def is_folder(path, info):
    """Whether an object stands for a folder: some programs make an empty one whose name ends with a slash."""
    return info is not None and info.get("size") == 0 and path[-1:] in ("", "/")


class Storage:
    """A data set at a URL. Symbolic links and special files are not followed; they are refused."""

    def __init__(self, url):
        self.url, self.left_out = os.fspath(url), None
        self.label = public(self.url)
        if self.url.startswith(PREFIX):
            self.fs, self.root, self.below = ObjectStore(self.url), "", ""
        else:
            self.find_root(self.url)
        self.local = "file" in (self.fs.protocol if isinstance(self.fs.protocol, tuple) else (self.fs.protocol,))
        self.place = os.path.realpath(self.root) if self.local else self.label  # what a journal knows the data set by
        if self.local:
            self.url = self.root  # it is absolute, so that a worker finds it whatever its working directory is

    def find_root(self, url):
        """Sets the file system of fsspec, and the place of the data set in it. An absolute path is no URL, also one with "::"."""
        try:
            self.fs, root = (fsspec.filesystem("file"), url) if os.path.isabs(url) else fsspec.core.url_to_fs(url)
        except (ValueError, ImportError) as error:
            raise Refused(public(f"{url}: {error}")) from None
        except Exception as error:  # noqa: BLE001  some clients connect already, and find no user
            raise remote.as_os_error(None, error) from None
        self.root = root.rstrip("/") or root[:1] or self.fs.root_marker  # the root of an archive has no name
        self.below = f"{self.root.rstrip('/')}/" if self.root else ""

    def leave_out(self, manifest):
        """Leaves a manifest, its journal and the temporary files of its writer out of the objects, if it lies in the data set
        and that is a local folder. A second call replaces the first one."""
        self.left_out = None
        folder, name = os.path.split(os.path.abspath(manifest))
        folder = os.path.realpath(folder)
        if self.local and os.path.commonpath([folder, self.place]) == self.place:
            within = os.path.relpath(os.path.join(folder, name), self.place)[:-len(name)]
            self.left_out = re.compile(re.escape(within) + names_beside(name))

    def at(self, path):
        return self.below + path

    def objects(self):
        """(the objects in the order of their paths, [(path, reason)] of what is refused)."""
        self.fs.invalidate_cache()
        if not remote.called(self.fs, self.fs.isdir, self.root):
            raise Refused(f"{self.label}: there is no such folder or prefix")
        found, refused = [], []
        for one, reason in self.listed():
            if self.left_out is not None and self.left_out.fullmatch(one.path):
                continue
            reason = reason or refusal(one)
            if reason is None:
                found.append(one)
            else:
                refused.append((shown(one.path), reason))
        found.sort(key=lambda one: one.path.encode())
        twice = [one.path for one, after in zip(found, found[1:]) if one.path == after.path]
        if twice:
            raise Refused(f"{self.label}: the store lists {twice[0]!r} twice")
        return found, refused

    def listed(self):
        """Yields (object, reason or None) of everything that the store lists."""
        if self.local:
            for path, info, reason in listing.local_files(self.below):
                one = Object(path, 0, None) if info is None else Object(path, info.st_size, local_version(info))
                yield one, reason
            return
        for name, info, reason in listing.remote_files(self.fs, self.root, self.below):
            if not name.startswith(self.below):
                yield Object(name, 0, None), "it is not below the URL"
                continue
            path = name[len(self.below):]
            if is_folder(path, info):
                continue
            if info is None:
                yield Object(path, 0, None), reason
            elif info.get("size") is None:  # a list over HTTP has no sizes
                yield self.asked(path)
            else:
                yield Object(path, info["size"], version_of(info)), None

    def asked(self, path):
        """(object, None) of an object that the store is asked for, or (object, reason) if it does not say it."""
        try:
            return self.now(path), None
        except OSError as error:
            return Object(path, 0, None), listing.reason_of(error)

    def exact(self, one):
        """Whether each read of this object refuses another version of it: then nobody needs to ask the store again."""
        return self.local or remote.tag_of(self.fs, one) is not None

    def now(self, path):
        """The object as the store has it at this moment."""
        self.fs.invalidate_cache()
        info = remote.called(self.fs, self.fs.info, self.at(path))
        return Object(path, info.get("size"), version_of(info))

    def read(self, one, begin, length):
        """Those bytes of an object. Fewer are an OSError, and so is another version if the store can tell."""
        if self.local:
            return self.read_local(one, begin, length)
        try:
            found = self.of_size(remote.read(self.fs, self.at(one.path), one, begin, length), length)
        except OSError as error:
            found = error
        if isinstance(found, OSError):
            self.fs.invalidate_cache()  # what the client knows of the object from before may be why
            raise found
        return found

    def digests(self, algorithm, objects):
        """The digest of each object, or the OSError of its read."""
        name, options = hash_of(algorithm)
        if self.local:
            found = hashlane.digest_files(name, [self.below + one.path for one in objects], follow_symlinks=False, **options)
            return [each if isinstance(each, OSError) else each[0] if is_listed(one, *each[1:]) else Changed()
                    for one, each in zip(objects, found)]
        messages = self.read_all(objects)
        digests = hashlane.digest_many(name, [b"" if isinstance(each, OSError) else each for each in messages], **options)
        return [each if isinstance(each, OSError) else digest for each, digest in zip(messages, digests)]

    def read_all(self, objects):
        """The bytes of each object, or the OSError of its read. A remote store gets several requests at a time."""
        if remote.has_coroutines(self.fs):
            found = remote.read_all(self.fs, [(self.at(one.path), one) for one in objects])
            return [data if isinstance(data, OSError) else self.of_size(data, one.size) for data, one in zip(found, objects)]
        out = []
        for one in objects:
            try:
                out.append(self.read(one, 0, one.size))
            except OSError as error:
                out.append(error)
        return out

    @staticmethod
    def of_size(data, length):
        """The bytes, or an OSError if their number differs."""
        return data if len(data) == length else OSError(f"{len(data)} bytes came in the place of {length}")

    def read_local(self, one, begin, length):
        path, size, version = one
        file = os.open(self.below + path, FLAGS)
        try:
            data = os.pread(file, length, begin)
            while len(data) < length and (more := os.pread(file, length - len(data), begin + len(data))):
                data += more
            info = os.fstat(file)
        finally:
            os.close(file)
        if info.st_size != size or local_version(info) != version or len(data) != length:
            raise Changed
        return data

    def pieces(self, one, begin, length, step=PIECE):
        """Yields (place, bytes) of parts of a range in their order, those of a local file with at most `step` bytes, which are
        valid until the next part. Raises an OSError as read() does; the parts before it do not count then."""
        if not self.local:
            yield begin, self.read(one, begin, length)
            return
        file, end = os.open(self.below + one.path, FLAGS), begin + length
        try:
            buffer = memoryview(bytearray(min(step, length)))
            while begin < end:
                part = buffer[:min(step, end - begin)]
                if os.preadv(file, [part], begin) != len(part):
                    raise Changed
                yield begin, part
                begin += len(part)
            info = os.fstat(file)
        finally:
            os.close(file)
        if info.st_size != one.size or local_version(info) != one.version:
            raise Changed


def storage_of(url):
    """The data set at a URL, in a worker. A thread has its own: fsspec's clients of FTP, tar archives and others give wrong bytes
    to threads that read through one object at a time."""
    if getattr(KEPT, "url", None) != url:
        KEPT.storage, KEPT.url = Storage(url), url
    return KEPT.storage
