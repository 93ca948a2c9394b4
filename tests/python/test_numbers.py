# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every integer argument of the stubs: ValueError for a number out of its range, TypeError for what is no integer, and
both name the argument."""
import ast
import io
import pathlib

import pytest

import hashlane

PACKAGE = pathlib.Path(hashlane.__file__).parent
STUBS = [PACKAGE / "__init__.pyi", PACKAGE / "_files.pyi"]
PARTY = ("SHAKE128", bytes(32), b"instance")
TOO_LARGE = (2**64, 2**70, 1 << 5000)
NEGATIVE = (-1, -2**70, -(1 << 5000))
OUT_OF_RANGE = NEGATIVE + TOO_LARGE
NO_INTEGERS = ("3", b"3", 1.5, [1], object())

# Arguments that may be any integer, or whose error is IndexError as that of every sequence: tested elsewhere.
AS_SEQUENCES_HAVE_THEM = {("Digests", "__getitem__"), ("Digests", "index"), ("Digests", "__buffer__")}

OBJECTS = {
    "_Absorbing": lambda: hashlane.sha256(), "Hash": lambda: hashlane.sha256(), "_AnyLength": lambda: hashlane.shake128(),
    "Mac": lambda: hashlane.kmac128(key=b"k"), "Reader": lambda: hashlane.shake128().reader(),
    "Ranges": lambda: hashlane.Ranges("kt128", 9), "MerkleTree": lambda: hashlane.MerkleTree([b"a"]), "MerkleStream": lambda: hashlane.MerkleStream(),
    "_Party": lambda: hashlane.Prover(*PARTY), "Prover": lambda: hashlane.Prover(*PARTY),
    "Verifier": lambda: hashlane.Verifier(*PARTY, bytes(100)), "_AEAD": lambda: hashlane.AsconAEAD128(bytes(16)),
}
CLASSES = {"_AEAD": hashlane.AsconAEAD128}
# An algorithm that takes the argument; values that are right for the arguments beside the one that is tested.
ALGORITHMS = {"domain": "turboshake128", "parallel_block": "parallelhash128", "threads": "kt128", "length": "shake128"}
RIGHT = {
    "hash_name": "sha256", "key": bytes(16), "data": b"", "leaves": [b"a"], "messages": [b"a"], "root": bytes(32),
    "leaf": b"a", "index": 0, "size": 1, "proof": b"", "first_root": bytes(32), "second_root": bytes(32), "first": 1,
    "second": 1, "tag": bytes(32), "modulus": 97, "value": 3, "values": [3], "bits": 8, "count": 1, "password": b"p",
    "salt": b"s", "passwords": [b"p"], "salts": b"s", "iterations": 1, "length": 32, "nonces": [], "nonce": bytes(16),
    "pseudorandom_key": b"k", "info": b"", "state": hashlane.shake128().export_state(), "file": io.BytesIO(), "name": "sha256",
    "message_size": 9, "place": 0, "algorithm": "shake128", "paths": []}
WITH_BYTES = {"data": b"x", "leaves": bytes(64), "messages": bytes(64)}  # for width=, bits=
BEYOND = {"modulus": (1, 0) + NEGATIVE, "value": (97,) + OUT_OF_RANGE, "iterations": (0,) + OUT_OF_RANGE,
          "width": (0,) + OUT_OF_RANGE, "parallel_block": (0,) + OUT_OF_RANGE, "domain": (0, 0x80) + OUT_OF_RANGE,
          "threads": (1025,) + OUT_OF_RANGE, "tag_length": (7, 17) + OUT_OF_RANGE, "extra": (17,) + OUT_OF_RANGE,
          "dklen": (0,) + OUT_OF_RANGE, "message_size": (2**63,) + OUT_OF_RANGE}


def is_integer(annotation):
    return annotation is not None and ast.unparse(annotation) in ("int", "int | None", "SupportsIndex")


def functions(text):
    """(name of the class or None, the definition) of each function of a stub."""
    for node in ast.parse(text).body:
        for member in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(member, ast.FunctionDef):
                yield (node.name if node is not member else None), member


def integer_arguments(text):
    for owner, function in functions(text):
        for argument in function.args.posonlyargs + function.args.args + function.args.kwonlyargs:
            if is_integer(argument.annotation) and (owner, function.name) not in AS_SEQUENCES_HAVE_THEM:
                yield owner, function, argument


CASES = {}
for stub in STUBS:
    for found in integer_arguments(stub.read_text()):
        CASES.setdefault(".".join(filter(None, (found[0], found[1].name, found[2].arg))), found)


def required(function):
    """The names of the arguments without a default."""
    given = function.args
    positional = given.posonlyargs + given.args
    names = {a.arg for a in positional[:len(positional) - len(given.defaults)]}
    return names | {a.arg for a, default in zip(given.kwonlyargs, given.kw_defaults) if default is None}


def call(owner, function, argument, value):
    """A call that is right but for that argument."""
    tested = argument.arg
    needed = required(function) | {tested}
    right = RIGHT | ({"algorithm": ALGORITHMS.get(tested, "shake128")}) | (WITH_BYTES if tested in ("width", "bits") else {})
    if owner == "Ranges":
        right = right | {"algorithm": ALGORITHMS.get(tested, "kt128"), "data": bytes(9)}
    if function.name in ("encrypt_many", "decrypt_many"):
        right = right | {"data": []}
    right = right | {"name": "sha256" if "erkle" in function.name + (owner or "") else "kt128", tested: value}
    given = [a.arg for a in function.args.posonlyargs if a.arg in needed and a.arg not in ("self", "cls")]
    named = [a.arg for a in function.args.args + function.args.kwonlyargs if a.arg in needed and a.arg not in ("self", "cls")]
    target = getattr(hashlane, function.name) if owner is None else \
        CLASSES.get(owner) or getattr(hashlane, owner) if function.name == "__new__" else \
        getattr(OBJECTS[owner](), function.name)
    return target(*(right[name] for name in given), **{name: right[name] for name in named})


@pytest.mark.parametrize("case", CASES)
def test_out_of_range(case):
    owner, function, argument = CASES[case]
    bad = BEYOND.get(argument.arg, OUT_OF_RANGE)
    if argument.arg == "bits" and function.name != "update_bits":
        bad += (65,)
    if function.name.startswith("hkdf") and argument.arg == "length":
        bad += (255 * 64 + 1,)
    for value in bad:
        with pytest.raises(ValueError, match=rf"\b{argument.arg} must be ") as raised:
            call(owner, function, argument, value)
        assert type(raised.value) is ValueError
        assert (str(value) if abs(value) < 2**256 else f"a number of {value.bit_length()} bits") in str(raised.value)


@pytest.mark.parametrize("case", CASES)
def test_no_integers(case):
    owner, function, argument = CASES[case]
    optional = "None" in ast.unparse(argument.annotation) or argument.arg not in required(function)
    for value in NO_INTEGERS + (() if optional else (None,)):
        with pytest.raises(TypeError, match=rf"^{argument.arg}: an integer is required, not {type(value).__name__}$"):
            call(owner, function, argument, value)


@pytest.mark.parametrize("case", CASES)
def test_an_index_that_raises(case):
    class Gone(Exception):
        pass

    class Bad:
        def __index__(self):
            raise Gone
    with pytest.raises(Gone):
        call(*CASES[case], Bad())


def test_the_walk_finds_arguments():
    assert len(CASES) > 80
    assert {"challenge_below.extra", "_AEAD.encrypt_many.threads", "file_digest.threads"} <= \
        {name.removeprefix("_Party.") for name in CASES}
    planted = "class C:\n    def f(self, a: int, /, b: str, *, c: int | None = None) -> None: ...\n"
    assert [argument.arg for _, _, argument in integer_arguments(planted)] == ["a", "c"]


def test_integers_of_a_list():
    prover = hashlane.Prover(*PARTY)
    for call in (prover.absorb_integers, prover.send_integers):
        with pytest.raises(ValueError, match=r"^values\[1\] must be in 0..modulus-1, not 97; the modulus is 97$"):
            call([3, 97], 97)
        with pytest.raises(ValueError, match=r"values\[2\] must be in .*a number of 3000 bits; the modulus is a number of 2001"):
            call([3, 4, 2**2999], 2**2000)
        with pytest.raises(TypeError, match=r"^values\[1\]: an integer is required, not str$"):
            call([3, "4"], 97)
        with pytest.raises(TypeError, match=r"^values: a list of integers is required, not int$"):
            call(3, 97)
    assert prover.proof == b""


def test_large_sizes_are_errors_of_memory():
    for call in (lambda: hashlane.shake128().digest(2**62 - 1), lambda: hashlane.shake128().hexdigest(2**62 - 1),
                 lambda: hashlane.shake128().reader().read(2**62 - 1), lambda: hashlane.digest("shake128", b"", 2**62 - 1),
                 lambda: hashlane.digest_many("shake128", [b""] * 2, 2**62 - 1),
                 lambda: hashlane.Prover(*PARTY).challenge(2**62 - 1)):
        with pytest.raises(MemoryError):
            call()
