# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Digests of columns of Arrow, as columns of pyarrow, which is imported when a function is called.

    hashlane.arrow.digest(array, "sha256")          # fixed_size_binary(32), nulls kept
    hashlane.arrow.hex(array, "sha256")             # string
    hashlane.arrow.mac(array, "kmac128", key)
    hashlane.arrow.row_digest(table, "sha256")      # of each row, as docs/ROW.md says
    hashlane.arrow.register()                       # functions of pyarrow.compute: hashlane_sha256_string ...

A column is an array or a chunked array of the type binary or string (also large_ and _view), fixed_size_binary, a dictionary of
these, whose values are digested once each, or null. It is not copied. A chunked array gives one with the same chunks.
"""
from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import hashlane

__all__ = ["digest", "hex", "mac", "register", "row_digest"]

_registered: set[str] = set()


def digest(array: Any, algorithm: str, length: int | None = None, *, threads: int = 1, **options: Any) -> Any:
    """The digest of each value, as fixed_size_binary; null for a null.

    array: an array or a chunked array of pyarrow, or what exports one (Polars, DuckDB, pandas).
    length: bytes of each digest, where the algorithm leaves a choice.
    threads: how many may work at once; 0 means one for each core. The GIL is released.
    options: key=, customization= and so on, as of hashlane.new().
    TypeError for another type, which is named; ValueError for an unknown algorithm, a wrong length, a malformed array.
    """
    column = _column(array)
    return _as_column(_digests(column, algorithm, length, threads, options), column)


def hex(array: Any, algorithm: str, length: int | None = None, *, threads: int = 1, **options: Any) -> Any:
    """The digest of each value in hexadecimal digits, as string; null for a null. Arguments and errors as of digest().

    ValueError for an array whose digits have 2 GiB or more: divide it into chunks.
    """
    pa = _pyarrow()
    column = _column(array)
    digits = _digests(column, algorithm, length, threads, options).hex_rows()
    made = _as_column(digits, column)
    if not isinstance(made, pa.ChunkedArray):
        return _as_text(made)
    return pa.chunked_array([_as_text(chunk) for chunk in made.chunks], pa.string())


def mac(array: Any, algorithm: str, key: Any, length: int | None = None, *, threads: int = 1, **options: Any) -> Any:
    """The tag of each value under a key, as fixed_size_binary; null for a null. Arguments and errors as of digest().

    TypeError for an algorithm that takes no key.
    """
    return digest(array, algorithm, length, threads=threads, key=key, **options)


def row_digest(columns: Any, algorithm: str) -> Any:
    """The digest of each row of several columns, the same for the same values in every engine: docs/ROW.md.

    columns: a table, a record batch, an array or a chunked array of structs, or a list of columns of one length. A struct
      that is null has no digest. A value that is null is a value.
    Returns fixed_size_binary of the algorithm's usual size: a chunked array for a table, a chunked array, or a list with one.
    TypeError for a column whose type has no kind in a row, which is named; ValueError for what is malformed, for text that is no
    valid UTF-8, and for columns of different lengths.
    """
    pa = _pyarrow()
    if isinstance(columns, (list, tuple)):
        columns = _struct_or_table([_as_pyarrow(one) for one in columns])
    digests = hashlane.row_digest(algorithm, columns)
    if isinstance(columns, pa.ChunkedArray):
        return _as_column(digests, columns)
    made = pa.array(digests)
    return made if hasattr(columns, "__arrow_c_array__") else pa.chunked_array([made])


def register(algorithms: Iterable[str] | None = None, types: Iterable[Any] | None = None) -> list[str]:
    """Registers functions of pyarrow.compute, hashlane_ALGORITHM_TYPE for each algorithm and type, and returns their names.

    algorithms: names; without them every hash and XOF that needs neither a key nor a tuple.
    types: types of pyarrow; without them binary and string, large_ and _view too.
    A function of pyarrow.compute has one type of argument. One that was registered before is left as it is.
    """
    pa = _pyarrow()
    compute = importlib.import_module("pyarrow.compute")
    names = _without_key() if algorithms is None else [hashlane.new(name).name for name in algorithms]
    kinds = [pa.binary(), pa.string(), pa.large_binary(), pa.large_string(), pa.binary_view(), pa.string_view()]
    made = []
    for name in names:
        for kind in kinds if types is None else types:
            _require_bytes(kind)
            made.append(f"hashlane_{hashlane.algorithms[name].identifier}_{_name_of(kind)}")
            if made[-1] in _registered:
                continue
            about = {"summary": f"{name} of each value", "description": hashlane.algorithms[name].standard}
            size = hashlane.algorithms[name].digest_size
            compute.register_scalar_function(_function(name), made[-1], about, {"values": kind}, pa.binary(size))
            _registered.add(made[-1])
    return made


def _pyarrow() -> Any:
    return importlib.import_module("pyarrow")


def _without_key() -> list[str]:
    """The algorithms whose digest is one of a message alone."""
    return [a.name for a in hashlane.algorithms.values()
            if a.kind in ("hash", "xof") and not {"key", "elements"} & set(a.parameters)]


def _name_of(kind: Any) -> str:
    """fixed_size_binary[32] and dictionary<...> in letters, digits and underscores."""
    return "_".join("".join(c if c.isalnum() else " " for c in str(kind)).split())


def _as_pyarrow(given: Any) -> Any:
    pa = _pyarrow()
    if isinstance(given, (pa.Array, pa.ChunkedArray)):
        return given
    if hasattr(given, "__arrow_c_array__"):
        return pa.array(given)
    if hasattr(given, "__arrow_c_stream__"):
        return pa.chunked_array(given)
    raise TypeError(f"an array of Arrow is required, not {type(given).__name__}")


def _struct_or_table(arrays: list[Any]) -> Any:
    """Columns side by side: a table where any of them has chunks."""
    pa = _pyarrow()
    names = [str(place) for place in range(len(arrays))]
    if any(isinstance(one, pa.ChunkedArray) for one in arrays):
        return pa.table(arrays, names=names)
    return pa.StructArray.from_arrays(arrays, names=names)


def _value_type(kind: Any) -> Any:
    """The type of the values of a dictionary, or the type itself."""
    return kind.value_type if _pyarrow().types.is_dictionary(kind) else kind


def _require_bytes(kind: Any) -> None:
    """TypeError for a type whose values have no bytes of their own, or several."""
    types = _pyarrow().types
    values = _value_type(kind)
    tests: Sequence[Callable[[Any], bool]] = (
        types.is_binary, types.is_string, types.is_large_binary, types.is_large_string, types.is_binary_view,
        types.is_string_view, types.is_fixed_size_binary, types.is_null)
    if not any(test(values) for test in tests):
        raise TypeError(f"a column of the type {kind} has no bytes to digest: cast it to binary or string, or use row_digest")


def _column(given: Any) -> Any:
    """An array or a chunked array whose values are bytes."""
    pa = _pyarrow()
    column = _as_pyarrow(given)
    _require_bytes(column.type)
    if not pa.types.is_null(_value_type(column.type)):
        return column
    if not isinstance(column, pa.ChunkedArray):
        return pa.nulls(len(column), pa.binary())
    return pa.chunked_array([pa.nulls(len(chunk), pa.binary()) for chunk in column.chunks], pa.binary())


def _digests(column: Any, algorithm: str, length: int | None, threads: int, options: dict[str, Any]) -> hashlane.Digests:
    digests: hashlane.Digests = hashlane.digest_many(algorithm, column, length, threads=threads, **options)
    return digests


def _as_column(digests: hashlane.Digests, column: Any) -> Any:
    """The digests as an array, or in the chunks of the column. They share their memory."""
    pa = _pyarrow()
    if not isinstance(column, pa.ChunkedArray):
        return pa.array(digests)
    whole = pa.array(digests)
    chunks, first = [], 0
    for chunk in column.chunks:
        chunks.append(whole.slice(first, len(chunk)))
        first += len(chunk)
    return pa.chunked_array(chunks, whole.type)


def _as_text(digits: Any) -> Any:
    """The same bytes as string, with offsets."""
    pa = _pyarrow()
    return digits.cast(pa.binary()).view(pa.string())


def _function(name: str) -> Callable[[Any, Any], Any]:
    """What pyarrow.compute calls, with an array or with a scalar."""
    def call(context: Any, values: Any) -> Any:
        pa = _pyarrow()
        if isinstance(values, pa.Scalar):
            return digest(pa.array([values.as_py()], values.type), name)[0]
        return digest(values, name)
    return call
