#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""docs/ROW.md as a program, with no code of Hashlane: it writes or checks vectors.json beside it.

    reference.py            compare vectors.json with what this program computes
    reference.py --write    write vectors.json

Every value is a pair (kind, value), as in vectors.json. Digests come from hashlib.
"""
import fractions
import hashlib
import json
import pathlib
import re
import struct
import sys

VECTORS = pathlib.Path(__file__).resolve().parent / "vectors.json"
ALGORITHMS = {
    "sha256": lambda m: hashlib.sha256(m).digest(),
    "sha512": lambda m: hashlib.sha512(m).digest(),
    "sha3-256": lambda m: hashlib.sha3_256(m).digest(),
    "shake128": lambda m: hashlib.shake_128(m).digest(32),
}
NULL, FALSE, TRUE, NOT_NEGATIVE, NEGATIVE, FLOAT64, DECIMAL, BYTES, TEXT, DATE, TIME, LOCAL_TIME, INSTANT, LIST, STRUCT = (
    bytes([tag]) for tag in range(15))
NANOSECONDS = 10**9


def left_encode(x):
    """SP 800-185 s.2.3.1."""
    size = max(1, (x.bit_length() + 7) // 8)
    return bytes([size]) + x.to_bytes(size, "big")


def encode_string(data):
    """SP 800-185 s.2.3.2."""
    return left_encode(8 * len(data)) + data


def integer(x):
    if abs(x) >= 2**2040:
        raise ValueError("the integer has more than 2040 bits")
    return NOT_NEGATIVE + left_encode(x) if x >= 0 else NEGATIVE + left_encode(-x)


def float64(bits):
    """bits: the 16 hexadecimal digits of the IEEE 754 number, the sign first."""
    number = struct.unpack(">d", bytes.fromhex(bits))[0]
    if number != number:
        return FLOAT64 + bytes.fromhex("7ff8000000000000")
    return FLOAT64 + struct.pack(">d", 0.0 if number == 0 else number)


def decimal(text):
    """The number is m * 10**e, where m ends in no zero; 0 is 0 * 10**0."""
    number = fractions.Fraction(text)
    if number == 0:
        return DECIMAL + integer(0) + integer(0)
    e = 0
    while number.denominator != 1:
        number, e = number * 10, e - 1
    while number.numerator % 10 == 0:
        number, e = number / 10, e + 1
    return DECIMAL + integer(number.numerator) + integer(e)


def days_since_1970(year, month, day):
    """Of the proleptic Gregorian calendar; the year before 1 is 0."""
    leap = lambda y: y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
    months = [31, 28 + leap(year), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    assert 1 <= month <= 12 and 1 <= day <= months[month - 1]
    before = lambda y: 365 * y + (y + 3) // 4 - (y + 99) // 100 + (y + 399) // 400  # days from 0000-01-01 to y-01-01
    return before(year) - before(1970) + sum(months[:month - 1]) + day - 1


def days(text):
    year, month, day = re.fullmatch(r"(-?\d{4,})-(\d\d)-(\d\d)", text).groups()
    return days_since_1970(int(year), int(month), int(day))


def nanoseconds_of_day(text):
    hour, minute, second, fraction = re.fullmatch(r"(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?", text).groups()
    whole = (int(hour) * 60 + int(minute)) * 60 + int(second)
    return whole * NANOSECONDS + int((fraction or "").ljust(9, "0"))


def nanoseconds(text):
    date, time = text.split("T")
    return days(date) * 86400 * NANOSECONDS + nanoseconds_of_day(time)


def count(kind, value):
    """The integer of a date or a time."""
    return {"date": days, "time": nanoseconds_of_day, "local time": nanoseconds,
            "instant": lambda text: nanoseconds(text.removesuffix("Z"))}[kind](value)


def encode(kind, value=None):
    if kind == "null":
        return NULL
    if kind == "bool":
        return TRUE if value else FALSE
    if kind == "integer":
        return integer(int(value))
    if kind == "float64":
        return float64(value)
    if kind == "decimal":
        return decimal(value)
    if kind == "bytes":
        return BYTES + encode_string(bytes.fromhex(value))
    if kind == "text":
        return TEXT + encode_string(value.encode("utf-8"))
    if kind in ("date", "time", "local time", "instant"):
        tag = {"date": DATE, "time": TIME, "local time": LOCAL_TIME, "instant": INSTANT}[kind]
        return tag + integer(count(kind, value))
    if kind in ("list", "struct"):
        return (LIST if kind == "list" else STRUCT) + left_encode(len(value)) + b"".join(encode(*one) for one in value)
    raise ValueError(f"{kind} has no encoding")


def row_message(values):
    return encode_string(b"hashlane_row") + encode("struct", values)


def agg_message(values):
    return encode_string(b"hashlane_agg") + b"".join(encode(*one) for one in values)


def set_message(values, digest):
    return encode_string(b"hashlane_set_agg") + b"".join(sorted(digest(row_message([one])) for one in values))


def merkle_root(leaves, digest):
    """RFC 9162 s.2.1.1."""
    if not leaves:
        return digest(b"")
    if len(leaves) == 1:
        return digest(b"\0" + leaves[0])
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return digest(b"\1" + merkle_root(leaves[:k], digest) + merkle_root(leaves[k:], digest))


def leaf(kind, value=None):
    return {"bytes": bytes.fromhex, "text": lambda text: text.encode("utf-8")}[kind](value)


# What the vectors are of.
def small(kind, *values):
    return [(f"{kind} {value}", [(kind, value)]) for value in values]


INTEGERS = [0, 1, -1, 127, 128, -128, 255, 256, -255, -256, 32767, -32768, 65535, 65536, 2**31 - 1, -2**31, 2**32 - 1, 2**53,
            2**63 - 1, -2**63, 2**63, 2**64 - 1, 2**64, -2**64, 2**127 - 1, -2**127, 2**128 - 1]
FLOATS = {"0": "0000000000000000", "-0": "8000000000000000", "1": "3ff0000000000000", "-1": "bff0000000000000",
          "0.1": "3fb999999999999a", "the least above 0": "0000000000000001", "the largest": "7fefffffffffffff",
          "infinity": "7ff0000000000000", "-infinity": "fff0000000000000", "a NaN": "7ff8000000000000",
          "another NaN": "fff8000000000001", "a signalling NaN": "7ff0000000000001"}
DECIMALS = ["0", "0.00", "-0.0", "1", "1.50", "1.5", "-1.5", "15", "150", "1500e-3", "0.001", "123456789012345678901234567890",
            "-99999999999999999999999999999999999999", "0.00000000000000000000000000000000000001", "12e30"]
DATES = ["1970-01-01", "1969-12-31", "2000-02-29", "2024-12-31", "0001-01-01", "9999-12-31", "-0043-03-15", "1582-10-15"]
TIMES = ["00:00:00", "00:00:00.000000001", "12:34:56.789", "23:59:59.999999999", "24:00:00"]
MOMENTS = ["1970-01-01T00:00:00", "1969-12-31T23:59:59.999999999", "2024-02-29T12:34:56.123456", "9999-12-31T23:59:59.999999",
           "0001-01-01T00:00:00"]
LENGTHS = (31, 32, 33, 55, 56, 64, 135, 136, 137, 1000, 5000)
pattern = lambda n: bytes(i % 251 for i in range(n)).hex()


def rows():
    yield "no column", []
    yield "null", [("null",)]
    yield "two nulls", [("null",), ("null",)]
    yield "false", [("bool", False)]
    yield "true", [("bool", True)]
    yield from small("integer", *map(str, INTEGERS))
    for name, bits in FLOATS.items():
        yield f"float64 {name}", [("float64", bits)]
    yield from small("decimal", *DECIMALS)
    yield "bytes of length 0", [("bytes", "")]
    yield from small("bytes", "00", "616263", "ff")
    for n in LENGTHS:
        yield f"bytes of length {n}", [("bytes", pattern(n))]
        yield f"text of length {n}", [("text", "x" * n)]
    yield "text of length 0", [("text", "")]
    yield from small("text", "a", "abc", "a\0b", "Grüße", "naïve", "nai\u0308ve", "日本語", "🙂")
    yield from small("date", *DATES)
    yield from small("time", *TIMES)
    yield from small("local time", *MOMENTS)
    yield from small("instant", *(moment + "Z" for moment in MOMENTS))
    yield "ab, c", [("text", "ab"), ("text", "c")]
    yield "a, bc", [("text", "a"), ("text", "bc")]
    yield "abc, empty", [("text", "abc"), ("text", "")]
    yield "abc, null", [("text", "abc"), ("null",)]
    yield "text and bytes", [("text", "abc"), ("bytes", "616263")]
    yield "text of a digit", [("text", "1")]
    yield "an empty list", [("list", [])]
    yield "a list of null", [("list", [("null",)])]
    yield "a list of integers", [("list", [("integer", "1"), ("integer", "2"), ("integer", "3")])]
    yield "the integers of a list", [("integer", "1"), ("integer", "2"), ("integer", "3")]
    yield "a list of lists", [("list", [("list", [("integer", "1")]), ("list", [("integer", "2"), ("integer", "3")])])]
    yield "a list of 300", [("list", [("integer", str(i)) for i in range(300)])]
    yield "a struct", [("struct", [("integer", "1"), ("text", "a"), ("null",)])]
    yield "an empty struct", [("struct", [])]
    yield "a list of structs", [("list", [("struct", [("integer", "1"), ("float64", "3ff0000000000000")]),
                                          ("struct", [("integer", "2"), ("null",)])])]
    yield "an order", [("integer", "1042"), ("text", "Zoë"), ("decimal", "19.90"), ("date", "2024-02-29"), ("bool", True),
                       ("instant", "2024-02-29T12:34:56.123456Z"), ("null",), ("list", [("text", "gift"), ("text", "new")])]
    yield "what SQLite has", [("integer", "7"), ("float64", "4002000000000000"), ("text", "seven"), ("bytes", "0708"), ("null",)]


def columns():
    yield "one text", [("text", "abc")]
    yield "ab, c", [("text", "ab"), ("text", "c")]
    yield "a, bc", [("text", "a"), ("text", "bc")]
    yield "c, ab", [("text", "c"), ("text", "ab")]
    yield "an empty text", [("text", "")]
    yield "a null", [("null",)]
    yield "abc and null", [("text", "abc"), ("null",)]
    yield "abc and empty", [("text", "abc"), ("text", "")]
    yield "bytes", [("bytes", "00"), ("bytes", ""), ("bytes", "616263")]
    yield "the same twice", [("text", "a"), ("text", "a")]
    yield "the same once", [("text", "a")]
    yield "integers", [("integer", str(i)) for i in (3, -1, 2**40)]
    yield "mixed", [("integer", "1"), ("float64", "3ff0000000000000"), ("text", "1"), ("null",), ("bytes", "31")]
    for n in (2, 3, 4, 5, 7, 8, 63, 64, 65, 257, 300):
        yield f"{n} texts", [("text", f"row {i}") for i in range(n)]
    yield "long values", [("bytes", pattern(n)) for n in (4500, 0, 1, 4095, 4096, 4097, 9000)]


def value_json(kind, value=None):
    made = {"kind": kind}
    if kind in ("list", "struct"):
        made["value"] = [value_json(*one) for one in value]
    elif kind != "null":
        made["value"] = value
    if kind in ("date", "time", "local time", "instant"):
        made["days" if kind == "date" else "nanoseconds"] = str(count(kind, value))
    return made


def each_algorithm(f):
    return {name: f(digest).hex() for name, digest in ALGORITHMS.items()}


def row_vector(name, values):
    message = row_message(values)
    made = {"name": name, "values": [value_json(*one) for one in values]}
    if len(message) <= 400:
        made["message"] = message.hex()
    return made | {"digests": each_algorithm(lambda digest: digest(message))}


def column_vector(name, values):
    made = {"name": name, "values": [value_json(*one) for one in values],
            "agg": each_algorithm(lambda digest: digest(agg_message(values))),
            "set_agg": each_algorithm(lambda digest: digest(set_message(values, digest)))}
    if all(kind in ("bytes", "text") for kind, *_ in values):
        leaves = [leaf(*one) for one in values]
        made["merkle_root"] = each_algorithm(lambda digest: merkle_root(leaves, digest))
    return made


def text_of_vectors():
    """One vector a line."""
    lines = []
    for title, made in (("rows", [row_vector(*one) for one in rows()]), ("columns", [column_vector(*one) for one in columns()])):
        lines.append(f'"{title}": [\n' + ",\n".join(json.dumps(one, ensure_ascii=True) for one in made) + "\n]")
    return '{"about": "docs/ROW.md",\n' + ",\n".join(lines) + "}\n"


def main():
    text = text_of_vectors()
    if sys.argv[1:] == ["--write"]:
        VECTORS.write_text(text)
        return 0
    same = VECTORS.read_text() == text
    print("the vectors are those of the reference" if same else "vectors.json differs from what the reference computes")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
