# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The values of integrations/row/vectors.json as expressions of PostgreSQL: postgresql_cases.py."""
import struct


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def integer(text):
    i = int(text)
    for bits, name in ((16, "smallint"), (32, "integer"), (64, "bigint")):
        if -2**(bits - 1) <= i < 2**(bits - 1):
            return f"'{i}'::{name}"
    return None


def date(text):
    return f"'{1 - int(text[:5]):04}{text[5:]} BC'::date" if text.startswith("-") else f"'{text}'::date"


def moment(kind, text):
    if len(text.removesuffix("Z").partition(".")[2]) > 6:
        return None  # PostgreSQL has microseconds
    return f"'{text}'::" + {"time": "time", "local time": "timestamp", "instant": "timestamptz"}[kind]


def list_of(values):
    """An array has one type, and its parts have equal lengths."""
    if not values:
        return "'{}'::integer[]"
    if len({len(value.get("value") or ()) for value in values if value["kind"] == "list"}) > 1:
        return None
    inner = [expression(value) for value in values]
    every = "::text[]" if all(value["kind"] == "null" for value in values) else ""
    return None if None in inner else f"ARRAY[{', '.join(inner)}]{every}"


def struct_of(values):
    inner = [expression(value) for value in values]
    return None if None in inner else f"ROW({', '.join(inner)})"


EXPRESSIONS = {
    "null": lambda v: "NULL",
    "bool": str,
    "integer": integer,
    "float64": lambda v: f"'{struct.unpack('>d', bytes.fromhex(v))[0]!r}'::float8",
    "decimal": lambda v: f"'{v}'::numeric",
    "bytes": lambda v: f"'\\x{v}'::bytea",
    "text": lambda v: None if "\0" in v else quoted(v),
    "date": date,
    "list": list_of,
    "struct": struct_of,
}


def expression(value):
    """A value of the vectors; None where PostgreSQL has no such value."""
    kind, v = value["kind"], value.get("value")
    return EXPRESSIONS[kind](v) if kind in EXPRESSIONS else moment(kind, v)
