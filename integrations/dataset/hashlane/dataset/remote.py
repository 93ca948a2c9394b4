# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads of a store that fsspec or obstore knows. Those of S3, and all of obstore, carry If-Match with the ETag that the store
listed, so that the store itself refuses another version of an object."""
import asyncio

import fsspec
import fsspec.asyn

from .object_store import ObjectStore

AT_ONCE = 32  # requests of one worker


class Changed(OSError):
    """The object is not the one that the store listed."""

    def __init__(self):
        super().__init__("it changed while it was read")


def has_coroutines(fs):
    """Whether the reads of a client are coroutines. Those of a client that wraps another one are what that one has."""
    inner = getattr(fs, "fs", None)
    return fs.async_impl and (not isinstance(inner, fsspec.AbstractFileSystem) or has_coroutines(inner))


def tag_of(fs, one):
    """The ETag that a read of the object carries; None if the store or its client cannot do it."""
    able = isinstance(fs, ObjectStore) or hasattr(fs, "_call_s3")
    if not able or not (one.version or "").startswith("ETag:"):
        return None
    return one.version.removeprefix("ETag:")


def as_os_error(fs, error):
    """Clients raise exceptions of many types; here each is an OSError."""
    if isinstance(fs, ObjectStore) and isinstance(error, fs.changed):
        return Changed()
    cause = getattr(error, "__cause__", None)
    response = getattr(cause, "response", None)
    if isinstance(response, dict) and response.get("Error", {}).get("Code") in ("PreconditionFailed", "412"):
        return Changed()
    return error if isinstance(error, OSError) else OSError(f"{type(error).__name__}: {error}")


def called(fs, function, *args, **options):
    """What a function of the client returns. Each exception is an OSError."""
    try:
        return function(*args, **options)
    except Exception as error:
        raise as_os_error(fs, error) from None


async def conditional(fs, at, tag, begin, length):
    """Reads by the coroutine of s3fs that calls S3: its cat_file has no argument for If-Match."""
    bucket, key, _ = fs.split_path(at)
    more = {"Range": f"bytes={begin}-{begin + length - 1}"} if length else {}
    answer = await fs._call_s3("get_object", Bucket=bucket, Key=key, IfMatch=tag, **more)
    async with answer["Body"] as body:
        return await body.read()


async def one_read(fs, at, one, begin, length):
    """The bytes, as many as the store gives. Raises OSError."""
    tag = tag_of(fs, one)
    try:
        if isinstance(fs, ObjectStore):
            return await fs.read(at, tag, begin, length)
        if tag is not None:
            return await conditional(fs, at, tag, begin, length)
        return await fs._cat_file(at, start=begin, end=begin + length) if length else b""
    except Exception as error:
        raise as_os_error(fs, error) from None


async def some_reads(fs, wanted):
    """The bytes or the OSError of each (place, object), of AT_ONCE requests at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one_of_them(at, one):
        async with gate:
            return await one_read(fs, at, one, 0, one.size)
    return await asyncio.gather(*(one_of_them(at, one) for at, one in wanted), return_exceptions=True)


def read(fs, at, one, begin, length):
    """The bytes, as many as the store gives. Raises OSError."""
    if has_coroutines(fs):
        return fsspec.asyn.sync(fs.loop, one_read, fs, at, one, begin, length)
    try:
        return fs.cat_file(at, start=begin, end=begin + length) if length else b""
    except Exception as error:
        raise as_os_error(fs, error) from None


def read_all(fs, wanted):
    """The bytes or the OSError of each (place, object) of a store whose client has coroutines."""
    return fsspec.asyn.sync(fs.loop, some_reads, fs, wanted)
