# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Digests of columns of pandas: import hashlane.pandas registers the accessor `hashlane` of Series and of DataFrame.

    series.hashlane.digest("sha256")        # a Series of bytes with the same index
    series.hashlane.hex("sha256")           # of text
    series.hashlane.mac("kmac128", key)
    frame.hashlane.row_digest("sha256")     # of each row, as docs/ROW.md says

The results have types of Arrow: pandas.ArrowDtype. pandas and pyarrow are needed.
"""
from __future__ import annotations

import importlib
from typing import Any

from . import arrow

__all__ = ["HashlaneFrame", "HashlaneSeries"]

_pandas: Any = importlib.import_module("pandas")
_pyarrow: Any = importlib.import_module("pyarrow")


def _series(result: Any, like: Any, name: Any) -> Any:
    """A column of Arrow as a Series with the index of `like`."""
    return _pandas.Series(_pandas.arrays.ArrowExtensionArray(result), index=like.index, name=name, copy=False)


class HashlaneSeries:
    """The accessor `hashlane` of a Series of text, of bytes, or of categories of these. What is missing stays missing."""

    def __init__(self, series: Any) -> None:
        self._series = series

    def digest(self, algorithm: str, length: int | None = None, *, threads: int = 1, **options: Any) -> Any:
        """The digest of each value as bytes. Arguments and errors as of hashlane.arrow.digest()."""
        return self._like(arrow.digest(self._column(), algorithm, length, threads=threads, **options))

    def hex(self, algorithm: str, length: int | None = None, *, threads: int = 1, **options: Any) -> Any:
        """The digest of each value in hexadecimal digits. Arguments and errors as of hashlane.arrow.hex()."""
        return self._like(arrow.hex(self._column(), algorithm, length, threads=threads, **options))

    def mac(self, algorithm: str, key: Any, length: int | None = None, *, threads: int = 1, **options: Any) -> Any:
        """The tag of each value under a key, as bytes. Arguments and errors as of hashlane.arrow.mac()."""
        return self._like(arrow.mac(self._column(), algorithm, key, length, threads=threads, **options))

    def _column(self) -> Any:
        dtype = self._series.dtype
        if isinstance(dtype, _pandas.CategoricalDtype) and len(dtype.categories) == 0:
            return _pyarrow.nulls(len(self._series))  # categories of no type in particular
        return _pyarrow.array(self._series, from_pandas=True)

    def _like(self, result: Any) -> Any:
        return _series(result, self._series, self._series.name)


class HashlaneFrame:
    """The accessor `hashlane` of a DataFrame."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def row_digest(self, algorithm: str) -> Any:
        """The digest of each row of the columns, without the index, as bytes. Errors as of hashlane.arrow.row_digest().

        pandas has NaN for what is missing in columns of floats of NumPy and of objects, so a NaN there is a null, also within a
        list.
        """
        table = _pyarrow.Table.from_pandas(self._frame, preserve_index=False)
        if table.num_columns == 0:
            raise ValueError("row_digest: the frame has no columns")
        return _series(arrow.row_digest(table, algorithm), self._frame, None)


_pandas.api.extensions.register_series_accessor("hashlane")(HashlaneSeries)
_pandas.api.extensions.register_dataframe_accessor("hashlane")(HashlaneFrame)
