# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Functions of DataFusion: hashlane.datafusion.register(context) makes them known to a SessionContext.

    hashlane_digest(algorithm, bytes)        hashlane_digest_text(algorithm, text)        Binary
    hashlane_hex(algorithm, bytes)           hashlane_hex_text(algorithm, text)           Utf8

A function of DataFusion that is written in Python has one type of argument, so text has functions of its own. datafusion and
pyarrow are needed.
"""
from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from . import arrow

__all__ = ["register"]


def register(context: Any) -> list[str]:
    """Makes the functions known to a SessionContext of datafusion, and returns their names.

    A query fails with the text of the ValueError for an unknown algorithm, and for one that is not the same in all rows.
    """
    pa = importlib.import_module("pyarrow")
    udf = importlib.import_module("datafusion").udf
    functions = [
        ("hashlane_digest", _digest, pa.binary(), pa.binary()),
        ("hashlane_digest_text", _digest, pa.string(), pa.binary()),
        ("hashlane_hex", _hex, pa.binary(), pa.string()),
        ("hashlane_hex_text", _hex, pa.string(), pa.string()),
    ]
    for name, function, takes, gives in functions:
        context.register_udf(udf(function, [pa.string(), takes], gives, "immutable", name))
    return [name for name, *_ in functions]


def _digest(algorithms: Any, values: Any) -> Any:
    pa = importlib.import_module("pyarrow")
    return _of_one_algorithm(algorithms, values, pa.binary(), arrow.digest).cast(pa.binary())


def _hex(algorithms: Any, values: Any) -> Any:
    return _of_one_algorithm(algorithms, values, importlib.import_module("pyarrow").string(), arrow.hex)


def _of_one_algorithm(algorithms: Any, values: Any, empty: Any, function: Callable[[Any, str], Any]) -> Any:
    """The function applied to a batch. DataFusion gives the name of the algorithm once for each row."""
    pa = importlib.import_module("pyarrow")
    compute = importlib.import_module("pyarrow.compute")
    if len(values) == 0:
        return pa.array([], empty)
    name = algorithms[0]
    if algorithms.null_count == len(algorithms):
        return pa.nulls(len(values), empty)
    if algorithms.null_count != 0 or not compute.all(compute.equal(algorithms, name)).as_py():
        raise ValueError("the algorithm must be the same in all rows")
    return function(values, name.as_py())
