# SPDX-License-Identifier: Apache-2.0 OR MIT
"""copy, deepcopy and pickle: of hashes through their exported state, never of what holds a key."""
import copy
import pickle
import random

import pytest

import hashlane

PARTY = ("SHAKE128", bytes(32), b"instance")
UNKEYED = [a for a in hashlane.algorithms.values() if a.kind in ("hash", "xof")]
OPTIONS = {"customization": b"custom", "function_name": b"name", "domain": 0x0B, "parallel_block": 3}
PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def made(a, message=b""):
    options = {name: value for name, value in OPTIONS.items() if name in a.parameters}
    return hashlane.new(a.name, message, **options)


@pytest.mark.parametrize("a", UNKEYED, ids=lambda a: a.name)
class TestUnkeyed:
    def test_goes_on(self, a):
        for n in (0, 1, 7, a.block_size - 1, a.block_size, 3 * a.block_size + 5, 20_000):
            whole = made(a, bytes(n))
            copies = [pickle.loads(pickle.dumps(whole, protocol)) for protocol in PROTOCOLS]
            copies += [copy.copy(whole), copy.deepcopy([whole])[0], hashlane.import_state(a.name, whole.export_state())]
            before = whole.digest()
            whole.update(b"more" * 50)
            for other in copies:
                assert type(other) is type(whole) and other.name == a.name and other.digest() == before
                other.update(b"more" * 50)
                assert other.digest() == whole.digest()

    def test_within_a_byte(self, a):
        h = made(a, b"abc")
        try:
            h.update_bits(b"\x55", 3)
        except TypeError:
            with pytest.raises(ValueError, match="whole bytes"):
                hashlane.import_state(a.name, h.export_state(), b"\x55", 3)
            return
        for protocol in PROTOCOLS:
            back = pickle.loads(pickle.dumps(h, protocol))
            assert back.digest() == h.digest() == copy.copy(h).digest()
            with pytest.raises(ValueError, match="within a byte"):
                back.update(b"x")
        with pytest.raises(ValueError, match="within a byte"):
            h.export_state()

    def test_damaged_states(self, a):
        state = made(a, b"abc" * 100).export_state()
        for i in range(0, len(state), 7):
            with pytest.raises(ValueError, match="damaged"):
                hashlane.import_state(a.name, state[:i] + bytes([state[i] ^ 1]) + state[i + 1:])
        with pytest.raises(ValueError, match=f"^the state has 3 bytes; one of {a.name} has {len(state)}$"):
            hashlane.import_state(a.name, b"abc")
        other = "sha256" if a.name != "sha256" else "sha224"
        with pytest.raises(ValueError):
            hashlane.import_state(other, state)

    def test_absurd_states(self, a):
        """States of random bytes under a right check: refused, or those of some message."""
        random.seed(a.name)
        good = made(a, b"abc" * 100).export_state()
        head = 5 + len(a.name)
        refused = 0
        for i in range(300):
            body = bytearray(good[head:-8])
            at = random.randrange(len(body))
            if i % 3 == 0:
                body[at] = 0xFF
            elif i % 3 == 1:
                body[at:at + 8] = random.choice([b"\xff" * 8, bytes(7) + b"\x80", b"\xff" * 7 + b"\x7f"])[:len(body) - at]
            else:
                body[:] = random.randbytes(len(body))
            try:
                h = hashlane.import_state(a.name, signed(good[:head] + bytes(body)))
            except ValueError as why:
                assert "damaged" in str(why)
                refused += 1
                continue
            try:
                h.update(bytes(1000))
            except ValueError as why:
                assert "longer than the standard" in str(why)
            assert len(h.digest()) == a.digest_size and len(h.export_state()) == len(good)
        assert hashlane.import_state(a.name, signed(good[:-8])).digest() == made(a, b"abc" * 100).digest()
        assert refused > 0 or a.family == "SHA-2"


def signed(state):
    """With the check of a right state: TurboSHAKE128 finds damage, not malice."""
    return state + hashlane.turboshake128(state, domain=0x48).digest(8)


@pytest.mark.parametrize("name, length_at, limit", [("sha224", 32, 2**61), ("sha256", 32, 2**61), ("sha512", 64, 2**125),
                                                    ("sha384", 64, 2**125)])
def test_the_end_of_sha2(name, length_at, limit):
    """FIPS 180-4 s.1: fewer than 2^64 bits, or 2^128. No wrong digest of a longer message."""
    state = hashlane.new(name).export_state()
    size, at = 8 if limit == 2**61 else 16, 5 + len(name) + length_at

    def after(n):
        return hashlane.import_state(name, signed(state[:at] + n.to_bytes(size, "little") + state[at + size:-8]))
    for n in (limit, limit + 1, 2**64 - 1 if size == 8 else 2**128 - 1):
        with pytest.raises(ValueError, match="damaged"):
            after(n)
    h = after(limit - 65)
    h.update(bytes(64))
    last = h.digest()
    for more in (b"x", bytes(3000)):
        with pytest.raises(ValueError, match="longer than the standard allows"):
            h.update(more)
        with pytest.raises(ValueError, match="longer than the standard allows"):
            h.update_bits(more, 8 * len(more))
        assert h.digest() == last
    h.update(b"")
    h.update_bits(b"\x80", 1)  # 2^64 - 7 bits are still a message
    assert h.digest() != last


KEYED = {
    "Mac": lambda: hashlane.kmac128(b"m", key=b"k"), "HMAC": lambda: hashlane.hmac_sha256(b"m", key=b"k"),
    "HopMAC": lambda: hashlane.hopmac128(b"m", key=b"k"), "AEAD": lambda: hashlane.AsconAEAD128(bytes(16)),
    "AEAD of v1.2": lambda: hashlane.Ascon80pq(bytes(20)), "Prover": lambda: hashlane.Prover(*PARTY),
}


@pytest.mark.parametrize("what", KEYED)
def test_keyed_objects_stay(what):
    one = KEYED[what]()
    for protocol in PROTOCOLS:
        with pytest.raises(TypeError, match="neither pickled nor copied"):
            pickle.dumps(one, protocol)
    for call in (copy.copy, copy.deepcopy, lambda o: copy.deepcopy({"deep": [o]})):
        with pytest.raises(TypeError, match="neither pickled nor copied"):
            call(one)


def test_keyed_states_are_not_exported():
    assert not hasattr(hashlane.kmac128(key=b"k"), "export_state")
    for name in ("kmac128", "kmacxof128", "hmac-sha256", "hopmac256"):
        with pytest.raises(TypeError, match=f"{name}: a state that holds a key is not exported"):
            hashlane.import_state(name, bytes(300))
    for name in ("hkdf-sha256", "ascon-aead128", "nope"):
        with pytest.raises(ValueError):
            hashlane.import_state(name, b"")


def test_copy_of_keyed_objects_on_request():
    mac = hashlane.kmac128(b"m", key=b"k")
    assert mac.copy().digest() == mac.digest()
    with pytest.raises(TypeError, match="tells its key"):
        copy.copy(hashlane.kmacxof128(key=b"k").reader())
    assert hashlane.kmacxof128(key=b"k").reader().copy().read(5) == hashlane.kmacxof128(key=b"k").reader().read(5)


def test_readers():
    reader = hashlane.shake128(b"seed").reader()
    reader.read(10)
    for twin in (copy.copy(reader), copy.deepcopy(reader)):
        assert twin.read(300) == hashlane.shake128(b"seed").digest(310)[10:]
    for protocol in PROTOCOLS:
        with pytest.raises(TypeError, match="pickle the Xof"):
            pickle.dumps(reader, protocol)


def test_others():
    tree = hashlane.MerkleTree([b"a", b"b"])
    stream = hashlane.MerkleStream()
    stream.push(b"a")
    ranges = hashlane.Ranges("kt128", 3)
    ranges.add(ranges.leaves(0, b"abc"))
    verifier = hashlane.Verifier(*PARTY, b"proof")
    assert copy.copy(tree) is tree and copy.deepcopy(tree) is tree
    assert copy.copy(stream).root == copy.deepcopy(stream).root == stream.root
    assert copy.copy(verifier).receive(3) == copy.deepcopy(verifier).receive(3) == b"pro"
    assert copy.copy(ranges).whole().digest() == copy.deepcopy(ranges).whole().digest() == hashlane.kt128(b"abc").digest()
    for one in (tree, stream, verifier, ranges):
        with pytest.raises(TypeError, match="pickle"):
            pickle.dumps(one)
    for a in hashlane.algorithms.values():
        assert pickle.loads(pickle.dumps(a)) is a and copy.deepcopy(a) is a


def test_arguments_of_import_state():
    state = hashlane.sha256(b"abc").export_state()
    for last, bits in ((b"", 1), (b"a", 0), (b"ab", 3), (b"a", 8), (b"a", -1)):
        with pytest.raises(ValueError):
            hashlane.import_state("sha256", state, last, bits)
    whole = hashlane.sha256(b"abc")
    whole.update_bits(b"\xa0", 3)
    assert hashlane.import_state("sha256", state, b"\xa0", 3).digest() == whole.digest()
    assert hashlane.import_state("sha256", bytearray(state)).digest() == hashlane.sha256(b"abc").digest()
    with pytest.raises(TypeError):
        hashlane.import_state("sha256", state.hex())
