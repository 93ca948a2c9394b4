# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Stores by the package obstore, a client in Rust, behind the methods of fsspec that Storage calls. Each read carries the
ETag of the listing."""
import fsspec.asyn

from .rows import Refused, public

PREFIX = "obstore+"  # of a URL: obstore+s3://bucket/prefix
OTHERS = ("file", "memory", "data")  # schemes that need no client, or that no two processes share


def info_of(meta):
    """What an object is, under the names that s3fs uses, so that versions and roots are the same by both clients."""
    return {"size": meta["size"], "ETag": meta.get("e_tag"), "VersionId": meta.get("version"), "LastModified": meta.get("last_modified")}


class ObjectStore:
    """The objects below a URL. Their names are relative to it."""

    protocol, async_impl = ("obstore",), True

    def __init__(self, url):
        try:
            import obstore
            import obstore.store
        except ImportError as error:
            raise Refused(public(f"{url}: the package obstore is missing: {error}")) from None
        within = url.removeprefix(PREFIX)
        if within.partition(":")[0] in OTHERS:
            raise Refused(public(f"{url}: obstore is for stores of objects; {within} does without it"))
        try:
            self.store = obstore.store.from_url(within)
        except Exception as error:  # noqa: BLE001  the package has errors of many types
            raise Refused(public(f"{url}: {type(error).__name__}: {error}")) from None
        self.obstore, self.changed = obstore, obstore.exceptions.PreconditionError
        self.loop = fsspec.asyn.get_loop()

    def metas(self, chunk):
        try:
            for some in self.obstore.list(self.store, chunk_size=chunk):
                yield from some
        except self.obstore.exceptions.BaseError as error:
            raise OSError(f"the store cannot be listed: {error}") from None

    def isdir(self, _):
        return next(self.metas(1), None) is not None

    def find(self, _, detail=True):
        return {meta["path"]: info_of(meta) for meta in self.metas(1000)}

    def info(self, at):
        try:
            return info_of(self.obstore.head(self.store, at))
        except self.obstore.exceptions.BaseError as error:
            raise OSError(str(error)) from None

    def invalidate_cache(self):
        """There is no cache."""

    async def read(self, at, tag, begin, length):
        """The bytes, as many as the store gives, of the version with that ETag. Any version: None."""
        options = {} if tag is None else {"if_match": tag}
        if length:
            options["range"] = (begin, begin + length)
        answer = await self.obstore.get_async(self.store, at, options=options)
        return await answer.bytes_async()
