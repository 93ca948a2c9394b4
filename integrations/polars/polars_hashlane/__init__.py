# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Digests of columns of Polars: import polars_hashlane registers the namespace `hashlane` of expressions.

    pl.col("x").hashlane.digest("sha256")             # Binary
    pl.col("x").hashlane.hex("sha256")                # String
    pl.col("x").hashlane.mac("kmac128", key)          # Binary
    pl.struct("a", "b").hashlane.row_digest("sha256")  # Binary, as docs/ROW.md says

A column is Binary, String, Categorical, Enum or Null. Nulls stay nulls. The elements of a List or an Array are digested by
.list.eval(pl.element().hashlane.digest(...)) or .arr.eval(...).
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hashlane
import polars as pl

__all__ = ["HashlaneExpressions"]

_PIECE = 8192  # digests
_WITH_BYTES = (pl.Binary, pl.String, pl.Categorical, pl.Enum)


@pl.api.register_expr_namespace("hashlane")
class HashlaneExpressions:
    """The namespace `hashlane` of an expression. Each method works row by row, in lazy frames and in the streaming engine too."""

    def __init__(self, expression: pl.Expr) -> None:
        self._expression = expression

    def digest(self, algorithm: str, length: int | None = None, *, threads: int = 1, **options: Any) -> pl.Expr:
        """The digest of each value, Binary.

        length: bytes of each digest, where the algorithm leaves a choice.
        threads: how many may work at once on a batch; 0 means one for each core. The GIL is released.
        options: key=, customization= and so on, as of hashlane.new().
        The query fails with the text of the TypeError for another type of column, which is named, and of the ValueError for an
        unknown algorithm or a wrong length.
        """
        def function(column: pl.Series) -> pl.Series:
            return _series(column.name, _digests(column, algorithm, length, threads, options))
        return self._map(function, pl.Binary)

    def hex(self, algorithm: str, length: int | None = None, *, threads: int = 1, **options: Any) -> pl.Expr:
        """The digest of each value in hexadecimal digits, String. Arguments and errors as of digest()."""
        def function(column: pl.Series) -> pl.Series:
            return _in_pieces(_digests(column, algorithm, length, threads, options), column.name)
        return self._map(function, pl.String)

    def mac(self, algorithm: str, key: Any, length: int | None = None, *, threads: int = 1, **options: Any) -> pl.Expr:
        """The tag of each value under a key, Binary. Arguments and errors as of digest()."""
        return self.digest(algorithm, length, threads=threads, key=key, **options)

    def row_digest(self, algorithm: str) -> pl.Expr:
        """The digest of each struct as a row, the same for the same values in every engine, Binary. A null struct has none.

        The query fails with the text of the TypeError for a field whose type has no kind in a row, which is named.
        """
        return self._map(lambda column: _rows(column, algorithm), pl.Binary)

    def _map(self, function: Callable[[pl.Series], pl.Series], result: type[pl.DataType]) -> pl.Expr:
        return self._expression.map_batches(function, result, is_elementwise=True)


def _digests(column: pl.Series, algorithm: str, length: int | None, threads: int, options: dict[str, Any]) -> hashlane.Digests:
    if column.dtype == pl.Null:
        column = column.cast(pl.Binary)
    if not isinstance(column.dtype, _WITH_BYTES):
        raise TypeError(f"a column of the type {column.dtype} has no bytes to digest: cast it to Binary or String, or use row_digest")
    digests: hashlane.Digests = hashlane.digest_many(algorithm, column, length, threads=threads, **options)
    return digests


class _Column:
    """Digests as Arrow alone. Polars would take them one by one, since they are a sequence too."""

    def __init__(self, digests: hashlane.Digests) -> None:
        self._digests = digests

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._digests.__arrow_c_array__(requested_schema)


def _series(name: str, digests: hashlane.Digests) -> pl.Series:
    if digests.digest_size == 0:  # Polars takes no such column of Arrow
        return pl.Series(name, list(digests), pl.Binary)
    return pl.Series(name, _Column(digests))


def _in_pieces(digests: hashlane.Digests, name: str) -> pl.Series:
    """The digits of digests, in chunks that stay in the cache of the processor while they are made."""
    pieces = [_series(name, digests[first:first + _PIECE].hex_rows()).cast(pl.String)
              for first in range(0, max(len(digests), 1), _PIECE)]
    return pl.concat(pieces)


def _rows(column: pl.Series, algorithm: str) -> pl.Series:
    if not isinstance(column.dtype, pl.Struct):
        raise TypeError(f"row_digest takes a struct, not a column of the type {column.dtype}: pl.struct(...) makes one")
    return _series(column.name, hashlane.row_digest(algorithm, column))
