# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Functions of DataFusion: hashlane.datafusion.register(context) makes them known to a SessionContext.

    hashlane_digest(algorithm, bytes)        hashlane_digest_text(algorithm, text)        Binary
    hashlane_hex(algorithm, bytes)           hashlane_hex_text(algorithm, text)           Utf8
    hashlane_sha256(bytes)                   hashlane_sha256_text(text)                   FixedSizeBinary, of register(context, ["sha256"])

A function of DataFusion that is written in Python has one type of argument, so text has functions of its own. datafusion and
pyarrow are needed.
"""
from __future__ import annotations

import array
import importlib
from collections.abc import Callable, Iterable
from typing import Any

import hashlane

from . import arrow

__all__ = ["register"]

_LONGEST_BATCH = 65536  # rows, eight times what DataFusion usually gives
_offsets_of_widths: dict[int, Any] = {}  # as many as algorithms have sizes of digests


def register(context: Any, algorithms: Iterable[str] = ()) -> list[str]:
    """Makes the functions known to a SessionContext of datafusion, and returns their names.

    algorithms: names of hashes and XOFs that get functions of their own, hashlane_ALGORITHM, which are the quickest.
    ValueError for an unknown algorithm. A query fails with the text of the ValueError for an unknown algorithm, and for one that
    is not the same in all rows.
    """
    pa = importlib.import_module("pyarrow")
    udf = importlib.import_module("datafusion").udf
    name = pa.string()
    functions: list[tuple[str, Callable[..., Any], list[Any], Any]] = [
        ("hashlane_digest", _digest, [name, pa.binary()], pa.binary()),
        ("hashlane_digest_text", _digest, [name, pa.string()], pa.binary()),
        ("hashlane_hex", _hex, [name, pa.binary()], pa.string()),
        ("hashlane_hex_text", _hex, [name, pa.string()], pa.string()),
    ]
    for algorithm in algorithms:
        known = hashlane.algorithms[hashlane.new(algorithm).name]
        result = pa.binary(known.digest_size)
        functions.append((f"hashlane_{known.identifier}", _of(known.name), [pa.binary()], result))
        functions.append((f"hashlane_{known.identifier}_text", _of(known.name), [pa.string()], result))
    for called, function, takes, gives in functions:
        context.register_udf(udf(function, takes, gives, "immutable", called))
    return [called for called, *_ in functions]


def _of(algorithm: str) -> Callable[[Any], Any]:
    return lambda values: arrow.digest(values, algorithm)


def _digest(algorithms: Any, values: Any) -> Any:
    pa = importlib.import_module("pyarrow")
    return _as_binary(_of_one_algorithm(algorithms, values, pa.binary(), arrow.digest))


def _as_binary(digests: Any) -> Any:
    """A column of digests as Binary. The digests are not copied, and the offsets of a batch are kept for the next ones."""
    pa = importlib.import_module("pyarrow")
    if not pa.types.is_fixed_size_binary(digests.type) or digests.offset != 0 or len(digests) > _LONGEST_BATCH:
        return digests.cast(pa.binary())
    validity, data = digests.buffers()
    offsets = _offsets(digests.type.byte_width)
    return pa.Array.from_buffers(pa.binary(), len(digests), [validity, offsets, data], digests.null_count)


def _offsets(width: int) -> Any:
    """The offsets of a batch of values of this many bytes, and of every shorter one. They are made once for each width."""
    if width not in _offsets_of_widths:
        steps = array.array("i", range(0, (_LONGEST_BATCH + 1) * width, width))
        _offsets_of_widths[width] = importlib.import_module("pyarrow").py_buffer(steps)
    return _offsets_of_widths[width]


def _hex(algorithms: Any, values: Any) -> Any:
    return _of_one_algorithm(algorithms, values, importlib.import_module("pyarrow").string(), arrow.hex)


def _of_one_algorithm(algorithms: Any, values: Any, empty: Any, function: Callable[[Any, str], Any]) -> Any:
    """The function applied to a batch. DataFusion gives the name of the algorithm once for each row."""
    pa = importlib.import_module("pyarrow")
    if len(values) == 0:
        return pa.array([], empty)
    if not algorithms.slice(1).equals(algorithms.slice(0, len(algorithms) - 1)):  # each is the one before it
        raise ValueError("the algorithm must be the same in all rows")
    name = algorithms[0].as_py()
    return pa.nulls(len(values), empty) if name is None else function(values, name)
