# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The data files of a table as a data set: of a folder of Parquet files, or of a version of a Delta table."""
import urllib.parse

import pyarrow

from .object_store import PREFIX
from .rows import Refused, check_path, public, shown
from .storage import Storage

HIDDEN = (".", "_")


def is_data(path):
    """Whether a file of a Parquet folder holds data: no part of its path begins with a point or an underscore, as
    _SUCCESS, _metadata and .part.crc do. A folder of a partition may: _name=value. The name of a folder that cannot be listed
    ends with a slash."""
    *folders, name = path.split("/")
    return name[:1] not in HIDDEN and all(folder[:1] not in HIDDEN or folder[0] == "_" and "=" in folder for folder in folders)


class ParquetTable(Storage):
    """The files below a folder or prefix that hold data."""

    def objects(self):
        found, refused = super().objects()
        return [one for one in found if is_data(one.path)], [(path, why) for path, why in refused if is_data(path)]


class DeltaTable(Storage):
    """The data files that a version of the log of a Delta table names; the last version if none is given. The log may come
    from anybody: a file counts if the store lists it below the table, with the size that the log names."""

    def __init__(self, url, version=None):
        super().__init__(url)
        try:
            import deltalake
        except ImportError as error:
            raise Refused(f"a Delta table needs the package deltalake: {error}") from None
        try:
            table = deltalake.DeltaTable(self.root if self.local else url.removeprefix(PREFIX), version=version)
            names = pyarrow.table(table.get_add_actions(flatten=True)).select(["path", "size_bytes"]).to_pydict()
            features = table.protocol().reader_features or ()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # noqa: BLE001  the package is in Rust, and a panic is no Exception
            raise Refused(f"{public(url)}: this is no Delta table of that version: {type(error).__name__}: {public(str(error))}") from None
        if "deletionVectors" in features:  # the package tells where they are only by reading them, wherever the log says
            raise Refused(f"{self.label}: the table may have deletion vectors, which are no data files")
        self.named = list(zip(names["path"], names["size_bytes"]))
        self.label += f" (version {table.version()} of the Delta table)"

    def objects(self):
        listed, unfit = super().objects()
        there, unfit = {one.path: one for one in listed}, dict(unfit)
        found, refused = {}, []
        for name, size in self.named:
            path = urllib.parse.unquote(name, errors="surrogateescape")
            reason = self.refusal(path, size, there, unfit)
            if reason is None and path in found:
                reason = "the log names it twice"
            if reason is None:
                found[path] = there[path]
            else:
                refused.append((shown(path), reason))
        return sorted(found.values(), key=lambda one: one.path.encode()), refused

    @staticmethod
    def refusal(path, size, there, unfit):
        """Why a file that the log names is refused, or None."""
        try:
            check_path(path)
        except Refused as error:
            return str(error)
        if path not in there:
            return unfit.get(shown(path), "the log names it, and the store does not list it")
        if there[path].size != size:
            return f"it has {there[path].size} bytes, and the log says {size}"
        return None


TABLES = ("parquet", "delta")


def open_storage(url, table=None, version=None):
    """The data set at a URL: all objects, or the data files of a table."""
    if version is not None and table != "delta":
        raise Refused("only a Delta table has versions")
    if table is None:
        return Storage(url)
    return ParquetTable(url) if table == "parquet" else DeltaTable(url, version)
