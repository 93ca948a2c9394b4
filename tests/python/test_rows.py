# SPDX-License-Identifier: Apache-2.0 OR MIT
"""row_digest: the vectors of docs/ROW.md in every layout of Arrow that can hold them, random tables against the reference."""
import contextlib
import ctypes
import decimal
import hashlib
import importlib.util
import json
import pathlib

import numpy
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_arrow import CArray, Exporter, structure_of

import hashlane

ROW = pathlib.Path(__file__).resolve().parents[2] / "integrations" / "row"
specification = importlib.util.spec_from_file_location("reference", ROW / "reference.py")
reference = importlib.util.module_from_spec(specification)
specification.loader.exec_module(reference)
VECTORS = json.loads((ROW / "vectors.json").read_text())["rows"]
INTEGERS = (pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64())
UNITS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
IDS = dict(argvalues=VECTORS, ids=lambda vector: vector["name"])


class NotInArrow(Exception):
    pass


def one(number, kind):
    """An array with one value, whose bits are those of an integer."""
    dtype = {"float": "f8", "double": "f8"}.get(str(kind), f"i{kind.bit_width // 8}")
    try:
        return pa.Array.from_buffers(kind, 1, [None, pa.py_buffer(numpy.array([number], dtype).tobytes())])
    except OverflowError:
        raise NotInArrow from None


def integers(text):
    """The integer in each type that holds it."""
    number = int(text)
    made = []
    for kind in INTEGERS:
        with contextlib.suppress(OverflowError, pa.ArrowInvalid):
            made.append(pa.array([number], kind))
    return made


def decimals(text):
    value = decimal.Decimal(text)
    scale = max(0, -value.as_tuple().exponent)
    made = [pa.array([value], pa.decimal128(38, scale))]
    for kind in (pa.decimal32(9, min(scale, 9)), pa.decimal64(18, min(scale, 18)), pa.decimal128(38, 0)):
        with contextlib.suppress(pa.ArrowInvalid):
            made.append(pa.array([value], kind))
    return made


def moments(nanoseconds, types):
    """The count in each unit that is exact and fits."""
    made = []
    for unit, each in UNITS.items():
        for kind in types(unit):
            if nanoseconds % each == 0 and -2**63 <= nanoseconds // each < 2**63:
                with contextlib.suppress(NotInArrow):
                    made.append(one(nanoseconds // each, kind))
    return made


def times_of(unit):
    return (pa.time32(unit) if unit in ("s", "ms") else pa.time64(unit),)


def strings(value, kinds):
    return [pa.array([value], kind) for kind in kinds] + [pa.array([value, value], kinds[0]).dictionary_encode().slice(1)]


def unified(types):
    """One type for the elements of a list, some of which are null."""
    types = [kind for kind in types if not pa.types.is_null(kind)] or [pa.null()]
    if pa.types.is_struct(types[0]):
        return pa.struct([(f"{k}", unified([kind.field(k).type for kind in types])) for k in range(types[0].num_fields)])
    if pa.types.is_list(types[0]):
        return pa.list_(unified([kind.value_type for kind in types]))
    return types[0]


def lists(values):
    elements = [layouts(value)[-1] if value["kind"] == "integer" else layouts(value)[0] for value in values]
    kind = unified([element.type for element in elements])
    flat = pa.concat_arrays([element.cast(kind) for element in elements]) if elements else pa.nulls(0)
    whole = pa.ListArray.from_arrays(pa.array([0, len(flat)], pa.int32()), flat)
    made = [whole, pa.LargeListArray.from_arrays(pa.array([0, len(flat)]), flat),
            pa.ListViewArray.from_arrays(pa.array([0], pa.int32()), pa.array([len(flat)], pa.int32()), flat),
            pa.LargeListViewArray.from_arrays(pa.array([0]), pa.array([len(flat)]), flat)]
    return made + ([pa.FixedSizeListArray.from_arrays(flat, len(flat))] if len(flat) else [])


def structs(values):
    if not values:
        return [pa.array([{}], pa.struct([]))]
    return [pa.StructArray.from_arrays([layouts(value)[0] for value in values], [str(k) for k in range(len(values))])]


def layouts(value):
    """Arrays of Arrow with this value of the vectors alone."""
    kind, given = value["kind"], value.get("value")
    made = {
        "null": lambda: [pa.nulls(1), pa.array([None], pa.int64()), pa.array([None], pa.string()), pa.array([None], pa.struct([]))],
        "bool": lambda: [pa.array([given])],
        "integer": lambda: integers(given),
        "float64": lambda: [pa.Array.from_buffers(pa.float64(), 1, [None, pa.py_buffer(bytes.fromhex(given)[::-1])])],
        "decimal": lambda: decimals(given),
        "bytes": lambda: strings(bytes.fromhex(given), (pa.binary(), pa.large_binary(), pa.binary_view(), pa.binary(len(given) // 2))),
        "text": lambda: strings(given, (pa.string(), pa.large_string(), pa.string_view())),
        "date": lambda: [one(int(value["days"]), pa.date32()), one(int(value["days"]) * 86_400_000, pa.date64())],
        "time": lambda: moments(int(value["nanoseconds"]), times_of),
        "local time": lambda: moments(int(value["nanoseconds"]), lambda unit: (pa.timestamp(unit),)),
        "instant": lambda: moments(int(value["nanoseconds"]), lambda unit: (pa.timestamp(unit, "UTC"), pa.timestamp(unit, "+05:30"))),
        "list": lambda: lists(given),
        "struct": lambda: structs(given),
    }[kind]()
    if not made:
        raise NotInArrow
    return made


def row_of(columns):
    """A struct of one row with these columns."""
    if not columns:
        return pa.array([{}], pa.struct([]))
    return pa.StructArray.from_arrays(columns, [str(k) for k in range(len(columns))])


def test_what_arrow_cannot_hold():
    """Integers beyond 64 bits alone."""
    def fits(vector):
        with contextlib.suppress(NotInArrow):
            return bool([layouts(value) for value in vector["values"]]) or True
        return False
    assert [vector["name"] for vector in VECTORS if not fits(vector)] == [
        f"integer {n}" for n in (2**64, -2**64, 2**127 - 1, -2**127, 2**128 - 1)]


@pytest.mark.parametrize("vector", **IDS)
def test_vectors(vector):
    try:
        choices = [layouts(value) for value in vector["values"]]
    except NotInArrow:
        return  # test_what_arrow_cannot_hold names them
    for turn in range(max(map(len, choices), default=1)):
        row = row_of([arrays[turn % len(arrays)] for arrays in choices])
        three = pa.concat_arrays([row] * 3)
        for name, digest in vector["digests"].items():
            wanted = bytes.fromhex(digest)
            assert list(hashlane.row_digest(name, row)) == [wanted]
            assert list(hashlane.row_digest(name, three.slice(1))) == [wanted] * 2
            if row.type.num_fields:
                assert list(hashlane.row_digest(name, pa.Table.from_struct_array(pa.chunked_array([row, three])))) == [wanted] * 4


@pytest.mark.parametrize("vector", **IDS)
def test_messages(vector):
    """The reference, against which random tables are compared, agrees with the vectors."""
    if "message" in vector:
        message = bytes.fromhex(vector["message"])
        assert hashlib.sha256(message).hexdigest() == vector["digests"]["sha256"]


# A value of Python as a pair of the reference, in the type of its column.
KINDS = {
    "int": (pa.int64(), st.integers(-2**63, 2**63 - 1), lambda v: ("integer", str(v))),
    "small": (pa.uint8(), st.integers(0, 255), lambda v: ("integer", str(v))),
    "float": (pa.float64(), st.floats(), lambda v: ("float64", numpy.float64(v).tobytes()[::-1].hex())),
    "single": (pa.float32(), st.floats(width=32), lambda v: ("float64", numpy.float64(v).tobytes()[::-1].hex())),
    "half": (pa.float16(), st.floats(width=16), lambda v: ("float64", numpy.float64(v).tobytes()[::-1].hex())),
    "bool": (pa.bool_(), st.booleans(), lambda v: ("bool", v)),
    "bytes": (pa.binary(), st.binary(max_size=40), lambda v: ("bytes", v.hex())),
    "view": (pa.binary_view(), st.binary(max_size=40), lambda v: ("bytes", v.hex())),
    "text": (pa.string(), st.text(max_size=20), lambda v: ("text", v)),
    "category": (pa.dictionary(pa.int8(), pa.string()), st.sampled_from(["a", "bc", ""]), lambda v: ("text", v)),
    "decimal": (pa.decimal128(20, 5), st.decimals(-10**14, 10**14, places=5), lambda v: ("decimal", str(v))),
    "list": (pa.list_(pa.int16()), st.lists(st.none() | st.integers(-9, 9), max_size=4),
             lambda v: ("list", [("null",) if x is None else ("integer", str(x)) for x in v])),
    "struct": (pa.struct([("a", pa.int8()), ("b", pa.string())]),
               st.fixed_dictionaries({"a": st.integers(-9, 9), "b": st.none() | st.text(max_size=5)}),
               lambda v: ("struct", [("integer", str(v["a"])), ("null",) if v["b"] is None else ("text", v["b"])])),
}


@st.composite
def tables(draw):
    names = draw(st.lists(st.sampled_from(sorted(KINDS)), min_size=1, max_size=5))
    size = draw(st.sampled_from([1, 3, 9]))
    columns = [draw(st.lists(st.none() | KINDS[name][1], min_size=size, max_size=size)) for name in names]
    return names, columns, draw(st.integers(0, size - 1))


@settings(max_examples=150, deadline=None)
@given(tables())
def test_random_tables(table):
    names, columns, first = table
    arrays = [pa.array(values, KINDS[name][0]) for name, values in zip(names, columns)]
    whole = row_of(arrays)
    wanted = [hashlib.sha256(reference.row_message([("null",) if v is None else KINDS[name][2](v) for name, v in zip(names, row)])).digest()
              for row in zip(*columns)]
    assert list(hashlane.row_digest("sha256", whole)) == wanted
    assert list(hashlane.row_digest("sha256", whole.slice(first))) == wanted[first:]
    assert list(hashlane.row_digest("sha256", row_of([array.slice(first) for array in arrays]))) == wanted[first:]


def test_many_rows_and_null_structs():
    """More than are digested side by side, long ones among them, in chunks; a struct that is null has no digest."""
    texts = [None if i % 7 == 0 else "x" * (i % 50 if i % 100 else 5000) for i in range(1000)]
    mask = pa.array([i % 11 == 0 for i in range(1000)])
    whole = pa.StructArray.from_arrays([pa.array(range(1000)), pa.array(texts)], ["i", "t"], mask=mask)
    wanted = [None if i % 11 == 0 else hashlib.sha256(reference.row_message(
        [("integer", str(i)), ("null",) if t is None else ("text", t)])).digest() for i, t in enumerate(texts)]
    digests = hashlane.row_digest("sha256", whole)
    assert list(digests) == wanted and digests.null_count == 91
    for cuts in ([0, 255, 256, 257, 1000], [0, 0, 1, 513, 1000, 1000]):
        chunks = pa.chunked_array([whole.slice(a, b - a) for a, b in zip(cuts, cuts[1:])], whole.type)
        assert list(hashlane.row_digest("sha256", chunks)) == wanted
    assert list(hashlane.row_digest("sha256", whole.slice(500, 0))) == []
    assert list(hashlane.row_digest("sha256", pa.chunked_array([], whole.type))) == []


@pytest.mark.parametrize("column, name", [
    (pa.array([[("a", 1)]], pa.map_(pa.string(), pa.int64())), "a map"),
    (pa.array([1], pa.duration("s")), "a duration"),
    (pa.array([None], pa.month_day_nano_interval()), "an interval"),
    (pa.UnionArray.from_dense(pa.array([0], pa.int8()), pa.array([0], pa.int32()), [pa.array([1])]), "a union"),
    (pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array([1])]), "a union"),
    (pa.RunEndEncodedArray.from_arrays(pa.array([1], pa.int32()), pa.array(["a"])), "a run-end encoded column"),
    (pa.array([1], pa.decimal256(50, 0)), "a decimal of more than 128 bits"),
    (pa.array([bytes(16)], pa.uuid()), "the extension type 'arrow.uuid'"),
], ids=lambda v: v if isinstance(v, str) else "")
def test_refused_types(column, name):
    for array in (column, pa.ListArray.from_arrays(pa.array([0, 1], pa.int32()), column)):
        with pytest.raises(TypeError, match=f"row: the column '(x|item)' is {name}|row: the column '(x|item)' has {name}"):
            hashlane.row_digest("sha256", pa.table({"ok": [1], "x": array}))


def test_refused_values():
    bad = pa.Array.from_buffers(pa.string(), 2, [None, pa.py_buffer(numpy.array([0, 1, 2], "i4")), pa.py_buffer(b"a\xff")])
    with pytest.raises(ValueError, match="row: row 1: a text is no valid UTF-8"):
        hashlane.row_digest("sha256", row_of([bad]))
    with pytest.raises(ValueError, match="row: row 3: a text is no valid UTF-8"):
        hashlane.row_digest("sha256", pa.chunked_array([row_of([pa.array(["a", "b"])]), row_of([bad])]))
    for number, kind in ((-1, pa.time64("ns")), (86_400_000_000_001, pa.time64("ns")), (86401, pa.time32("s"))):
        with pytest.raises(ValueError, match="row: row 0: a time is not within 00:00:00 and 24:00:00"):
            hashlane.row_digest("sha256", row_of([one(number, kind)]))
    with pytest.raises(ValueError, match="row: row 0: a date is not a whole number of days"):
        hashlane.row_digest("sha256", row_of([one(1, pa.date64())]))


def test_refused_arguments():
    row = pa.table({"a": [1]})
    for wrong, error, match in (("sha25", ValueError, "did you mean 'sha256'"), ("hkdf-sha256", ValueError, "gives no digest"),
                                ("kmac128", TypeError, "key"), ("hmac-sha256", TypeError, "key"),
                                ("tuplehash128", TypeError, "hashes tuples, not a message alone")):
        with pytest.raises(error, match=match):
            hashlane.row_digest(wrong, row)
    for wrong in ([1], None, b"bytes", "text"):
        with pytest.raises(TypeError, match="columns: a table or an array of structs of Arrow is required, not"):
            hashlane.row_digest("sha256", wrong)
    for wrong in (pa.array([1]), pa.array(["a"]), pa.array([["a"]]), pa.nulls(1)):
        with pytest.raises(TypeError, match="row: a struct or a table is required, not"):
            hashlane.row_digest("sha256", wrong)
    with pytest.raises(TypeError):
        hashlane.row_digest("sha256")


@contextlib.contextmanager
def spoilt(path, column, **fields):
    """A struct with the column, of which one structure is changed: that of the column, or of what `path` leads to inside it."""
    schema, array = row_of([column]).__arrow_c_array__()
    structure = CArray.from_address(structure_of(array).children[0])
    for step in path:
        structure = CArray.from_address(structure.dictionary if step == "dictionary" else structure.children[step])
    before = bytes(structure)
    kept = {k: structure.buffers[k] for k in range(structure.n_buffers)}
    for name, value in fields.items():
        if name.startswith("buffer"):
            structure.buffers[int(name[6:])] = None if value is None else value.ctypes.data
        else:
            setattr(structure, name, value)
    yield Exporter(schema, array)
    ctypes.memmove(ctypes.addressof(structure), before, len(before))
    for k, pointer in kept.items():
        structure.buffers[k] = pointer


STRINGS, NUMBERS = pa.array(["abc", "defg", "h" * 20]), pa.array([1, 2, 3])
LISTS = pa.array([[1], [2, 3], []], pa.list_(pa.int64()))
FIXED = pa.array([[1, 2], [3, 4], [5, 6]], pa.list_(pa.int64(), 2))
VIEWS = pa.array(["abc", "d" * 30, "h" * 20], pa.string_view())
LIST_VIEWS = pa.array([[1], [2, 3], []], pa.list_view(pa.int64()))
WORDS = pa.DictionaryArray.from_arrays(pa.array([0, 1, 1], pa.int8()), pa.array(["a", "b"]))
STRUCTS = pa.array([{"a": 1}, {"a": 2}, {"a": 3}])
i4, i8 = (lambda *v: numpy.array(v, "i4")), (lambda *v: numpy.array(v, "i8"))
MALFORMED = [
    ("backwards", STRINGS, (), dict(buffer1=i4(0, 3, 2, 3))),
    ("below zero", STRINGS, (), dict(buffer1=i4(-1, 3, 4, 5))),
    ("no offsets", STRINGS, (), dict(buffer1=None)),
    ("no bytes", STRINGS, (), dict(buffer2=None)),
    ("negative length", NUMBERS, (), dict(length=-1)),
    ("huge length", NUMBERS, (), dict(length=2**62)),
    ("negative offset", NUMBERS, (), dict(offset=-1)),
    ("too short a column", NUMBERS, (), dict(length=2)),
    ("one buffer", NUMBERS, (), dict(n_buffers=1)),
    ("no numbers", NUMBERS, (), dict(buffer1=None)),
    ("children", NUMBERS, (), dict(n_children=1)),
    ("lists backwards", LISTS, (), dict(buffer1=i4(0, 2, 1, 3))),
    ("lists below zero", LISTS, (), dict(buffer1=i4(-2, 1, 2, 3))),
    ("lists outside", LISTS, (), dict(buffer1=i4(0, 1, 3, 4))),
    ("lists with fewer values", LISTS, (0,), dict(length=2)),
    ("lists without children", LISTS, (), dict(n_children=0)),
    ("fixed lists outside", FIXED, (0,), dict(length=5)),
    ("list views outside", LIST_VIEWS, (), dict(buffer1=i4(0, 2, 3))),
    ("list views of a size below zero", LIST_VIEWS, (), dict(buffer2=i4(1, -1, 0))),
    ("list views without sizes", LIST_VIEWS, (), dict(buffer2=None)),
    ("views outside", VIEWS, (), dict(buffer3=i8(1))),
    ("no sizes of views", VIEWS, (), dict(buffer3=None)),
    ("no bytes of views", VIEWS, (), dict(buffer2=None)),
    ("an index outside", WORDS, (), dict(buffer1=numpy.array([0, 2, 1], "i1"))),
    ("a negative index", WORDS, (), dict(buffer1=numpy.array([0, -1, 1], "i1"))),
    ("a short dictionary", WORDS, ("dictionary",), dict(length=1)),
    ("no dictionary", WORDS, (), dict(dictionary=None)),
    ("a short field", STRUCTS, (0,), dict(length=2)),
    ("fields without their array", STRUCTS, (), dict(children=None)),
]


@pytest.mark.parametrize("column, path, fields", [pytest.param(*row[1:], id=row[0]) for row in MALFORMED])
def test_malformed(column, path, fields):
    with spoilt((), column) as good:
        hashlane.row_digest("sha256", good)
    with spoilt(path, column, **fields) as bad:
        with pytest.raises(ValueError, match="arrow: |row: row [012]: "):
            hashlane.row_digest("sha256", bad)


class CSchema(ctypes.Structure):
    _fields_ = [("format", ctypes.c_char_p)]


@pytest.mark.parametrize("form", ["d:38", "d:38,", "d:x,1", "d:38,-9223372036854775808", "d:38,2,77", "d:38,2,", "ts", "tsu", "tsx:",
                                  "w:", "w:-1", "w:99999999999999999999999", "w:2x", "+w:", "xyz", "", "+l", "+w:2", "u", "z"])
def test_malformed_formats(form):
    """The type of a column of decimals is another text: an error, and no read of a buffer that is not there."""
    outer, struct = row_of([pa.array([decimal.Decimal("1.5")], pa.decimal128(38, 2))]).__arrow_c_array__()
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    children = ctypes.cast(get(outer, b"arrow_schema") + 40, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p)))[0]
    child = CSchema.from_address(children[0])
    before, child.format = child.format, form.encode()
    with pytest.raises((ValueError, TypeError), match="arrow: |row: the column '0' has the type"):
        hashlane.row_digest("sha256", Exporter(outer, struct))
    child.format = before


def nested(depth):
    kind = pa.int64()
    for _ in range(depth):
        kind = pa.list_(kind)
    return pa.nulls(1, kind)


def test_depth():
    hashlane.row_digest("sha256", row_of([nested(60)]))
    with pytest.raises(ValueError, match="nested more than 64 deep"):
        hashlane.row_digest("sha256", row_of([nested(70)]))


def test_hex_rows():
    digests = hashlane.digest_many("sha256", pa.array(["a", None, "b", "c"]))
    for some in (digests, digests[1:], digests[::2], digests[::-1], digests[:0]):
        digits = some.hex_rows()
        assert digits.digest_size == 64 and digits.null_count == some.null_count
        assert [None if d is None else d.decode() for d in digits] == some.hex()
    for size in range(1, 20):
        some = hashlane.digest_many("shake128", [bytes([i]) for i in range(256)], size)
        column = pa.array(some, pa.binary(size))
        assert b"".join(hashlane.digest_many("shake128", bytes(range(256)), size, width=1).hex_rows()).decode() == "".join(
            digest.hex() for digest in column.to_pylist())
    assert digests.hex_rows()[1] is None and digests.hex_rows() == digests[:].hex_rows()
