# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The face never lags: everything of the registry is here, as the C face's own list of names has it."""
import inspect
import pathlib
import re
import subprocess
import sys

import pytest

import hashlane

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEYS = {"key": b"k" * 16}


def options_for(a):
    return KEYS if "key" in a.parameters else {}


def test_all_of_the_registry():
    source = (ROOT / "include" / "hashlane" / "registry.hpp").read_text()
    own_rows = re.findall(r"^ {4}row<", source, re.M)
    kinds = [a.kind for a in hashlane.algorithms.values()]
    with_hmac = kinds.count("kdf") // 2
    assert len(hashlane.algorithms) == len(own_rows) + 3 * with_hmac
    assert {"hash", "xof", "mac", "kdf", "aead"} == set(kinds)
    assert sum(name.startswith("hmac-") for name in hashlane.algorithms) == with_hmac > 10


@pytest.mark.parametrize("a", hashlane.algorithms.values(), ids=lambda a: a.name)
class TestEach:
    def test_is_reached(self, a):
        made = getattr(hashlane, a.identifier)
        assert a.identifier in hashlane.__all__
        assert made.__name__ == a.identifier
        assert a.standard in made.__doc__ and "bytes" in made.__doc__
        if a.kind in ("hash", "xof", "mac"):
            h = made(b"abc", **options_for(a))
            assert (h.name, h.digest_size, h.block_size) == (a.name, a.digest_size, a.block_size)
            assert h.digest() == hashlane.new(a.name, b"abc", **options_for(a)).digest()
            assert h.digest() == hashlane.digest(a.name, b"abc", **options_for(a))
            assert [h.digest()] * 3 == hashlane.digest_many(a.identifier, [b"abc"] * 3, **options_for(a))
            assert type(h) is {"hash": hashlane.SizedHash if a.any_length else hashlane.Hash, "xof": hashlane.Xof,
                               "mac": hashlane.Mac}[a.kind]

    def test_signature(self, a):
        if a.kind in ("hash", "xof", "mac"):
            given = inspect.signature(getattr(hashlane, a.identifier)).parameters
            options = set(given) - {"data", "usedforsecurity"}
            assert options == set(a.parameters) - {"elements"}
            assert all((given[o].default is inspect.Parameter.empty) == (o == "key") for o in options)

    def test_facts(self, a):
        assert a.digest_size > 0 and a.security_strength > 0
        assert repr(a) == f"<hashlane algorithm {a.name}>"
        assert hashlane.algorithms[a.name] is a


def test_registry_is_read_only():
    with pytest.raises(TypeError):
        hashlane.algorithms["sha1"] = None
    with pytest.raises(AttributeError):
        hashlane.algorithms["sha256"].name = "sha1"
    with pytest.raises(TypeError):
        type(hashlane.algorithms["sha256"])()


def test_targets():
    assert "baseline" in hashlane.targets()
    before = hashlane.target()
    try:
        digests = set()
        for name in hashlane.targets():
            hashlane.use_target(name)
            assert hashlane.target() == name
            digests.add(tuple(hashlane.digest(n, b"x" * 20_000) for n in sorted(hashlane.algorithms_available)))
        assert len(digests) == 1
        with pytest.raises(ValueError):
            hashlane.use_target("mmx")
        with pytest.raises(ValueError):
            hashlane.use_target("")
        with pytest.raises(TypeError):
            hashlane.use_target(3)
    finally:
        hashlane.use_target(None)
    assert hashlane.target() == before


def test_stubs_are_those_of_the_registry():
    script = ROOT / "faces" / "python" / "tools" / "stubs.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_reprs():
    tree = hashlane.MerkleTree([b"a", b"b", b"c"], "sha3-256", "plain")
    stream = hashlane.MerkleStream("sha512")
    stream.push(b"a")
    session = hashlane.transcript_session("SHAKE128", b"tag")
    prover = hashlane.Prover("SHAKE128", session, b"instance")
    verifier = hashlane.Verifier("SHAKE128", session, b"instance", b"proof")
    assert repr(tree) == "<hashlane.MerkleTree: 3 leaves, sha3-256, plain>"
    assert repr(hashlane.Ranges("kt128", 9000)) == "<hashlane.Ranges: kt128, 0 of 9000 bytes>"
    assert repr(stream) == "<hashlane.MerkleStream: 1 leaves, sha512, rfc9162>"
    assert repr(prover) == "<hashlane.Prover: SHAKE128, 0 bytes>"
    assert repr(verifier) == "<hashlane.Verifier: SHAKE128, 0 of 5 bytes read>"
    key = b"a secret key 123"
    for what, begin in ((hashlane.sha256(), "<hashlane sha256 object at 0x"), (hashlane.kmac128(key=key), "<hashlane kmac128 object at 0x"),
                        (hashlane.AsconAEAD128(key), "<hashlane ascon-aead128 object at 0x"),
                        (hashlane.kmacxof128(key=key).reader(), "<hashlane.Reader of kmacxof128 at 0x"),
                        (hashlane.shake256().reader().copy(), "<hashlane.Reader of shake256 at 0x")):
        assert repr(what).startswith(begin) and repr(what).endswith(">")
        assert "secret" not in repr(what) and key.hex() not in repr(what)


def test_equality():
    """Objects are equal to themselves alone, since what they will become differs; Digests are a value."""
    for make in (hashlane.sha256, lambda: hashlane.kmac128(key=b"k"), lambda: hashlane.AsconAEAD128(bytes(16)),
                 lambda: hashlane.shake128().reader(), lambda: hashlane.MerkleTree([b""])):
        one, other = make(), make()
        assert one == one and one != other and len({one, other}) == 2
    whole = hashlane.digest_many("hmac-sha256", bytes(40), width=4, key=b"k")
    same = hashlane.digest_many("hmac-sha256", bytes(40), width=4, key=b"k")
    assert whole == same and hash(whole) == hash(same)
    for i in (0, 39):
        changed = bytes(i) + b"x" + bytes(39 - i)
        assert whole != hashlane.digest_many("hmac-sha256", changed, width=4, key=b"k")
