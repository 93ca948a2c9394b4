# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What lies below a folder or a URL. The functions yield (name, what the store says, None) of an object, and
(name, None, reason) of what is refused. A folder that cannot be listed is refused too, and its name ends with a slash."""
import ftplib
import os
import re
import stat

import fsspec
import fsspec.asyn

from .remote import as_os_error, called
from .rows import public

NO_FILE = "it is a symbolic link or no regular file"
UNLISTED = "it cannot be listed"
GENERIC = (fsspec.AbstractFileSystem.find, fsspec.asyn.AsyncFileSystem._find)


def reason_of(error):
    return public(f"{type(error).__name__}: {error}")


def local_entry(entry, path):
    """(path, stat or None, reason or None) of what stands in a folder."""
    try:
        info = entry.stat(follow_symlinks=False)
    except OSError as error:
        return path, None, reason_of(error)
    regular = stat.S_ISREG(info.st_mode) or stat.S_ISDIR(info.st_mode)
    return (path, info, None) if regular else (path, None, NO_FILE)


def local_files(below):
    """Everything but folders below a local folder, whose name ends with a slash. The names are relative to it."""
    folders = [""]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(below + folder) as found:
                entries = list(found)
        except OSError as error:
            if not folder:
                raise
            yield folder, None, f"{UNLISTED}: {reason_of(error)}"
            continue
        for entry in entries:
            path, info, reason = local_entry(entry, folder + entry.name)
            if info is not None and stat.S_ISDIR(info.st_mode):
                folders.append(f"{path}/")
            else:
                yield path, info, reason


def kind_of(info):
    """The type of a file in its mode of Unix, as stat.S_IFMT() has it; 0 if the store does not say it. Archives of zip have the
    mode in the upper half of a number, git and GitHub in octal digits."""
    mode = info.get("mode", info.get("external_attr", 0) >> 16)
    if isinstance(mode, str):
        mode = int(mode, 8) if re.fullmatch("[0-7]{1,7}", mode) else 0
    return stat.S_IFMT(mode) if isinstance(mode, int) else 0


def is_link(info):
    """Whether the store says that this is a symbolic link. Clients have several words for it."""
    told = info.get("type") == "link" or info.get("islink") is True or str(info.get("unix.mode", "")).startswith("l")
    return told or kind_of(info) == stat.S_IFLNK


def remote_entry(name, info):
    """(name, what the store says or None, reason or None) of an entry that is no folder."""
    if is_link(info) or info.get("type", "file") != "file" or kind_of(info) not in (0, stat.S_IFREG):
        return name, None, NO_FILE
    return name, info, None


def lists_at_once(fs):
    """Whether the file system has a find() of its own, which asks for all objects below a prefix. The find() of fsspec asks
    for one folder after the other, and leaves out those that cannot be listed. A file system that wraps another one asks
    that one."""
    inner = getattr(fs, "fs", None)
    if isinstance(inner, fsspec.AbstractFileSystem) and not lists_at_once(inner):
        return False
    return getattr(type(fs), "_find" if fs.async_impl else "find", None) not in GENERIC


def entries_of(fs, folder):
    """What a folder of the store holds. Raises an exception of any type if it cannot be listed."""
    found = fs.ls(folder, detail=True)
    if not found and isinstance(getattr(fs, "ftp", None), ftplib.FTP) and folder not in fs.dircache:
        raise OSError("the server does not list it")  # the client of fsspec gives an empty list then
    return found


def walked(fs, root, below):
    """Everything but folders below the root, one folder after the other."""
    folders, seen = [root], {root}
    while folders:
        folder = folders.pop()
        try:
            entries = entries_of(fs, folder)
        except Exception as error:  # noqa: BLE001  clients raise exceptions of many types
            if folder == root:
                raise as_os_error(fs, error) from None
            yield f"{folder}/", None, f"{UNLISTED}: {reason_of(error)}"
            continue
        for info in entries:
            name = info["name"].rstrip("/")
            if info.get("type") != "directory" or is_link(info) or not (name.startswith(below) or name == root):
                yield remote_entry(name, info)
            elif name not in seen:
                seen.add(name)
                folders.append(name)


def remote_files(fs, root, below):
    """Everything but folders below the root of a store."""
    if not lists_at_once(fs):
        yield from walked(fs, root, below)
        return
    for name, info in called(fs, fs.find, root, detail=True).items():
        yield remote_entry(name, info)
