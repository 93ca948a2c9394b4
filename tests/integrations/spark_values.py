# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The values of integrations/row/vectors.json as expressions of Spark's SQL: spark_engine.py."""
import decimal
import struct


def quoted(text):
    return f"decode(unhex('{text.encode().hex()}'), 'utf-8')"


def integer_expression(text):
    for bits, name in ((8, "TINYINT"), (16, "SMALLINT"), (32, "INT"), (64, "BIGINT")):
        if -2**(bits - 1) <= int(text) < 2**(bits - 1):
            return f"CAST('{text}' AS {name})"
    return None


def decimal_expression(text):
    number = decimal.Decimal(text)
    return f"CAST('{number:f}' AS DECIMAL(38, {max(0, -number.as_tuple().exponent)}))"


def moment_expression(kind, value):
    count, rest = divmod(int(value["nanoseconds"]), 1000)
    if rest:
        return None
    if kind == "time":
        return None if value["value"] == "24:00:00" else f"TIME '{value['value']}'"
    instant = f"timestamp_micros({count})"
    return instant if kind == "instant" else f"TIMESTAMP_NTZ '{value['value'].replace('T', ' ')}'"


def expression(value):
    """A value of the vectors as an expression of SQL; None where Spark has none."""
    kind, v = value["kind"], value.get("value")
    if kind in ("list", "struct"):
        inner = [expression(one) for one in v]
        if None in inner or (kind == "struct" and not v):
            return None
        return f"{'array' if kind == 'list' else 'struct'}({', '.join(inner)})"
    if kind in ("time", "local time", "instant"):
        return moment_expression(kind, value)
    return {"null": lambda: "NULL", "bool": lambda: str(v), "integer": lambda: integer_expression(v),
            "date": lambda: f"date_from_unix_date({value['days']})", "decimal": lambda: decimal_expression(v),
            "float64": lambda: f"CAST('{struct.unpack('>d', bytes.fromhex(v))[0]!r}' AS DOUBLE)",
            "bytes": lambda: f"unhex('{v}')", "text": lambda: quoted(v)}[kind]()


def expressions_of(vector):
    return [expression(value) for value in vector["values"]]


# Columns of a table of many rows, and the values of row i as the reference has them.
MANY = {
    "IF(i % 7 <> 0, i - 2500, NULL)": lambda i: ("integer", str(i - 2500)) if i % 7 else ("null",),
    "repeat('xy', CAST(i % 40 AS INT))": lambda i: ("text", "xy" * (i % 40)),
    "IF(i % 3 = 0, encode(repeat('z', CAST(i % 20 AS INT)), 'utf-8'), NULL)": lambda i: ("bytes", (b"z" * (i % 20)).hex()) if i % 3 == 0 else ("null",),
    "IF(i % 4 = 0, CAST(array() AS ARRAY<INT>), sequence(1, CAST(i % 4 AS INT)))":
        lambda i: ("list", [("integer", str(k)) for k in range(1, i % 4 + 1)]),
    "IF(i % 5 <> 0, array(named_struct('a', i, 'b', concat('text ', i))), NULL)":
        lambda i: ("list", [("struct", [("integer", str(i)), ("text", f"text {i}")])]) if i % 5 else ("null",),
    "named_struct('l', array(CAST(i AS STRING), NULL), 'm', CAST(NULL AS INT))":
        lambda i: ("struct", [("list", [("text", str(i)), ("null",)]), ("null",)]),
    "CAST(i / 100 AS DECIMAL(20, 2))": lambda i: ("decimal", f"{i / 100:.2f}"),
    "'constant'": lambda i: ("text", "constant"),
}
