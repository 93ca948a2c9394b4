# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Whatever comes as an argument: a result or one of the errors that the README lists, and the interpreter goes on."""
import array
import copy
import ctypes
import inspect
import random

import numpy
import pyarrow as pa
import pytest

import hashlane

PARTY = ("SHAKE128", bytes(32), b"instance")


class Strange(Exception):
    """Raised by objects of this test: it comes through as it is."""


class Bad:
    def __index__(self):
        raise Strange

    __len__ = __iter__ = __bool__ = __str__ = __hash__ = __index__

    def __getitem__(self, index):
        raise Strange

    def __arrow_c_array__(self, requested_schema=None):
        raise Strange


class Exporter:
    """What an Arrow column gives, or something else."""

    def __init__(self, given):
        self.given = given

    def __arrow_c_array__(self, requested_schema=None):
        return self.given


class Index:
    def __index__(self):
        return 3


class Shrinking(list):
    """A list that loses its elements while they are read."""

    def __iter__(self):
        self.clear()
        return iter([b"a", b"b"])


class Bytes(bytes):
    def __len__(self):
        return 1 << 60


class Int(int):
    def bit_length(self):
        return 1 << 60

    def to_bytes(self, *given, **named):
        return b""


def unfinished():
    yield b"a"
    raise Strange


COLUMN = pa.array(["a", None, "b" * 20])
# Numbers that are in the range of a size or of iterations, and large, would keep the machine busy: none is here.
VALUES = [
    lambda: None, lambda: True, lambda: -1, lambda: 0, lambda: 1, lambda: 2, lambda: 7, lambda: 16, lambda: 97,
    lambda: 2**63, lambda: 2**64, lambda: 2**70, lambda: -2**70, lambda: 1 << 20000, lambda: 1.5, lambda: Int(5), Index,
    lambda: "", lambda: "sha256", lambda: "kmac128", lambda: "SHAKE128", lambda: "text\0\ud800", lambda: "little",
    lambda: b"", lambda: b"k", lambda: bytes(16), lambda: bytes(32), lambda: bytes(5000), lambda: bytearray(), lambda: bytearray(16),
    lambda: Bytes(b"abc"), lambda: memoryview(b"abcdef"), lambda: memoryview(bytes(100))[::2], lambda: memoryview(b"ab")[::-1],
    lambda: memoryview(bytes(24)).cast("B", (2, 3, 4)), lambda: memoryview(b"")[:0], lambda: array.array("d", [1, 2]),
    lambda: (ctypes.c_char * 3)(), lambda: (ctypes.py_object * 2)(), lambda: ctypes.create_string_buffer(0),
    lambda: numpy.zeros(()), lambda: numpy.zeros((0, 0)), lambda: numpy.zeros((3, 0), "u1"), lambda: numpy.zeros((4, 8), "u1")[:, ::2],
    lambda: numpy.zeros((4, 8)).T, lambda: numpy.zeros((2, 8), "u1"), lambda: numpy.array([b"a", None], object),
    lambda: numpy.array([b"a", b"bc"]), lambda: numpy.array(["text"]), lambda: numpy.zeros(3, "V5"), lambda: numpy.zeros(2, "M8[s]"),
    lambda: numpy.broadcast_to(numpy.zeros(8, "u1"), (1000, 8)), lambda: numpy.zeros((2, 2), [("O", "u4")]),
    lambda: [], lambda: [b"a"], lambda: [b"a", None], lambda: [bytearray(3), "x"], lambda: (), lambda: (bytes(16),) * 2,
    lambda: [[b"a"]], lambda: {}, lambda: {b"a": 1}, lambda: iter([b"a", b"b"]), unfinished, lambda: Shrinking([b"a"] * 9),
    lambda: [1, 2], lambda: [Bad()], Bad, object, lambda: print, lambda: int, lambda: copy, lambda: COLUMN,
    lambda: COLUMN.dictionary_encode(), lambda: pa.chunked_array([COLUMN, COLUMN]), lambda: pa.array([1]), lambda: pa.table({"a": [1]}),
    lambda: Exporter(None), lambda: Exporter((1, 2)), lambda: Exporter(COLUMN.__arrow_c_array__()),
    lambda: Exporter(COLUMN.__arrow_c_array__()[::-1]), lambda: Exporter((COLUMN.__arrow_c_array__()[0],) * 2),
    lambda: hashlane.digest_many("sha256", bytes(64), width=8), lambda: hashlane.digest_many("sha256", bytes(64), width=8)[::-2],
    lambda: hashlane.sha256(), lambda: hashlane.algorithms["sha256"], lambda: hashlane.sha256(b"abc").export_state(),
    lambda: slice(None, None, -2), lambda: slice(2**70, None, -2**70), lambda: slice("a", 3),
]
OBJECTS = [
    hashlane.sha256, lambda: hashlane.tuplehash128(), lambda: hashlane.kt128(b"x" * 9000), lambda: hashlane.kmacxof128(key=b"k"),
    lambda: hashlane.hmac_sha256(key=b"k"), lambda: hashlane.shake128().reader(), lambda: hashlane.AsconAEAD128(bytes(16)),
    lambda: hashlane.Ascon80pq(bytes(20), tag_length=9), lambda: hashlane.MerkleTree([b"a", b"b", b"c"]), hashlane.MerkleStream, lambda: hashlane.Ranges("kt128", 9),
    lambda: hashlane.Prover(*PARTY), lambda: hashlane.Verifier(*PARTY, bytes(100)),
    lambda: hashlane.digest_many("sha256", COLUMN), lambda: hashlane.algorithms["sha256"],
]
# Names of keywords, some of which a function takes.
KEYWORDS = ["data", "key", "customization", "name", "function_name", "domain", "parallel_block", "length", "threads", "width", "messages", "leaves",
            "scheme", "progress", "index", "size", "proof", "hashed", "nonce", "nonces", "associated_data", "tag_length", "extra",
            "modulus", "byteorder", "bits", "last", "salt", "info", "iterations", "dklen", "usedforsecurity", "string", "paths",
            "follow_symlinks", "no_such"]
ALLOWED = (TypeError, ValueError, BufferError, IndexError, MemoryError, OSError, hashlane.InvalidTag, Strange)
LONG = {"grind"}  # a number of bits is a number of seconds: test_numbers has it
PUBLIC = {name: getattr(hashlane, name) for name in hashlane.__all__
          if callable(getattr(hashlane, name)) and name not in ("use_target", "InvalidTag") and not name.startswith("Proof")}
PRIVATE = {"_restore_digests": hashlane._core._restore_digests, "_find_algorithm": hashlane._core._find_algorithm}


def value(chance):
    return chance.choice(VALUES)()


def attack(call, chance):
    """Calls with any arguments; an error that is not of the list, or a result that cannot be shown, fails."""
    given = [value(chance) for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 4, 5)))]
    named = {chance.choice(KEYWORDS): value(chance) for _ in range(chance.choice((0, 0, 0, 1, 2)))}
    try:
        repr(call(*given, **named))
    except ALLOWED:
        pass


@pytest.mark.parametrize("name", [*PUBLIC, *PRIVATE])
def test_functions(name):
    chance = random.Random(name)
    for _ in range(120):
        attack((PUBLIC | PRIVATE)[name], chance)


def methods_of(one):
    """Those that are not the interpreter's own, as object has them."""
    own = [name for name in dir(type(one)) if getattr(type(one), name) is not getattr(object, name, None)]
    return [name for name in own if callable(getattr(type(one), name)) and name not in LONG
            and name not in ("__new__", "__init_subclass__", "__subclasshook__", "__class__")]


@pytest.mark.parametrize("make", OBJECTS, ids=lambda make: type(make()).__name__ + repr(make())[:24])
def test_methods(make):
    chance = random.Random(repr(type(make())))
    one = make()
    for name in methods_of(one):
        for _ in range(60):
            attack(getattr(one, name), chance)
    for _ in range(500):  # a sequence of calls on one object
        attack(getattr(one, chance.choice(methods_of(one))), chance)
    del one


def test_objects_cannot_be_made_around_their_constructors():
    kinds = {type(make()) for make in OBJECTS} | {hashlane.SizedHash, hashlane.Hash, hashlane.Xof, hashlane.Mac, hashlane.Ascon128}
    for kind in kinds:
        for make in (object.__new__, lambda k: type("Sub", (k,), {}), lambda k: kind.__new__(int)):
            with pytest.raises(TypeError):
                make(kind)
    aead, other = hashlane.AsconAEAD128(bytes(16)), hashlane.Ascon80pq(bytes(20))
    sealed = aead.encrypt(bytes(16), b"text")
    try:
        aead.__class__ = type(other)
    except TypeError:
        pass
    assert aead.encrypt(bytes(16), b"text") == sealed


def test_lists_that_change_while_they_are_held():
    messages = Shrinking([b"x"] * 100)
    assert len(hashlane.digest_many("sha256", messages)) in (2, 100)
    h = hashlane.tuplehash128()
    with pytest.raises(TypeError):
        h.update([b"a", b"b", None])
    assert h.digest() == hashlane.tuplehash128().digest()


def test_every_function_is_reached():
    assert len(PUBLIC) > 100 and {"digest_many", "MerkleTree", "Prover", "import_state"} <= set(PUBLIC)
    assert all(inspect.isclass(f) or callable(f) for f in PUBLIC.values())


def test_an_error_of_another_kind_is_found():
    def wrong(*given, **named):
        raise OverflowError
    with pytest.raises(OverflowError):
        attack(wrong, random.Random(1))
