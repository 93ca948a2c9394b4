# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Messages that end within a byte: update_bits, what may follow it, and what is refused."""
import threading

import pytest

import hashlane

KEYED = {"key": b"a key of some bytes"}
DIGESTING = [a for a in hashlane.algorithms.values() if a.kind in ("hash", "xof", "mac")]
WHOLE_BYTES = {a.name for a in DIGESTING if a.family in ("KangarooTwelve", "HMAC") or "elements" in a.parameters}
HIGH = {a.name for a in DIGESTING if a.family in ("SHA-2", "Ascon v1.2")}
MESSAGE = bytes(i * 7 % 256 for i in range(5000))


def made(a):
    return hashlane.new(a.name, **(KEYED if "key" in a.parameters else {}))


@pytest.fixture(params=[a for a in DIGESTING if a.name not in WHOLE_BYTES], ids=lambda a: a.name)
def a(request):
    return request.param


def ended(a, data=b"ab", bits=13):
    state = made(a)
    state.update_bits(data, bits)
    return state


def test_known_answers():
    state = hashlane.sha256()
    state.update_bits(b"\x68", bits=5)  # RFC 6234 s.8.5
    assert state.hexdigest() == "d6d3e02a31a84a8caa9718ed6c2057be09db45e7823eb5079ce7a573a3760f95"
    state = hashlane.sha3_256()
    state.update_bits(b"\x13", 5)  # NIST's example of 5 bits
    assert state.hexdigest() == "7b0047cf5a456882363cbf0fb05322cf65f4b7059a46365e830132e3b5d957af"


@pytest.mark.parametrize("bits", [1, 7, 9, 8 * 135 + 5, 8 * 136 + 7, 8 * 168 + 1, 8 * 4096 + 2])
def test_in_pieces(a, bits):
    data = MESSAGE[:(bits + 7) // 8]
    right = ended(a, data, bits).digest()
    for head in (0, bits // 8 // 2, bits // 8):
        state = made(a)
        state.update(data[:head])
        state.update_bits(memoryview(data)[head:], bits=bits - 8 * head)
        assert state.digest() == right == state.copy().digest() and state.hexdigest() == right.hex()
        if hasattr(state, "verify"):
            state.verify(right)
            with pytest.raises(hashlane.InvalidTag):
                state.verify(bytes(len(right)))
    others = {ended(a, MESSAGE[:(n + 7) // 8], n).digest() for n in (bits - 1, bits + 1)}
    assert right not in others


def test_reader(a):
    state = ended(a)
    if a.kind == "xof" or "xof" in a.name:
        reader = state.reader()
        assert reader.read(5) + reader.read(95) == state.digest(100)


def test_the_end_of_a_byte_that_counts(a):
    """The other bits of the last byte are ignored, as in C."""
    last = {n: ended(a, bytes([n]), 3).digest() for n in (0x00, 0x01, 0x80)}
    assert last[0x00] == last[0x01 if a.name in HIGH else 0x80] != last[0x80 if a.name in HIGH else 0x01]


def test_whole_bytes_do_not_end_it():
    for a in DIGESTING:
        state, plain = made(a), made(a)
        state.update_bits(b"ab", 16)
        state.update_bits(b"", 0)
        state.update(b"c")
        for piece in (b"ab", b"", b"c"):
            plain.update(piece)
        assert state.digest() == plain.digest(), a.name


def test_nothing_follows(a):
    state = ended(a)
    before = state.digest()
    for more in (lambda: state.update(b"a"), lambda: state.update(b""), lambda: state.update_bits(b"", 0),
                 lambda: state.update_bits(b"a", 8), lambda: state.copy().update(b"a"),
                 lambda: state.update(bytes(10_000)), lambda: state.update(b"a", threads=2)):
        with pytest.raises(ValueError, match="the message has ended within a byte"):
            more()
    assert state.digest() == before


def test_a_copy_made_before_goes_on(a):
    state = made(a)
    twin = state.copy()
    state.update_bits(b"\xff", 3)
    twin.update(b"ab")
    plain = made(a)
    plain.update(b"ab")
    assert twin.digest() == plain.digest()


@pytest.mark.parametrize("name", sorted(WHOLE_BYTES))
def test_whole_bytes_alone(name):
    state = made(hashlane.algorithms[name])
    before = state.digest()
    with pytest.raises(TypeError, match=f"{name}: messages are of whole bytes, not of 13 bits"):
        state.update_bits(b"ab", 13)
    assert state.digest() == before


@pytest.mark.parametrize("arguments, error, reason", [
    ((b"ab", 5), ValueError, "data has 2 bytes; bits, which is 5, takes 1"),
    ((b"a", 9), ValueError, "data has 1 bytes; bits, which is 9, takes 2"),
    ((b"a", 0), ValueError, "data has 1 bytes; bits, which is 0, takes 0"),
    ((b"a", -1), ValueError, "bits must be in 0..18446744073709551615, not -1"),
    ((b"a", 2**64), ValueError, "bits must be in 0..18446744073709551615, not 18446744073709551616"),
    ((b"a", 2**63 - 1), ValueError, "bits, which is 9223372036854775807, takes 1152921504606846976"),
    ((b"a", None), TypeError, "bits: an integer is required, not NoneType"),
    ((b"a", 5.0), TypeError, "float"),
    ((b"a",), TypeError, "needs at least 2 arguments"),
    (("a", 5), TypeError, "strings must be encoded"),
    ((5, 5), TypeError, "a bytes-like object is required"),
    (([b"a"], 5), TypeError, "a bytes-like object is required"),
])
def test_refused(arguments, error, reason):
    for a in (hashlane.sha256, hashlane.shake128, hashlane.parallelhash128):
        state = a(b"before")
        with pytest.raises(error, match=reason):
            state.update_bits(*arguments)
        assert state.digest() == a(b"before").digest()
    with pytest.raises(TypeError, match="no keyword argument 'data'"):
        hashlane.sha256().update_bits(data=b"a", bits=5)


def test_one_of_many_threads_ends_it():
    """Whoever comes after the end is refused, and the message is of whole updates."""
    state, refused, piece = hashlane.shake128(), [], bytes(100_000)
    def work():
        for _ in range(20):
            try:
                state.update(piece)
            except ValueError:
                refused.append(1)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    state.update_bits(b"\x05", 3)
    for thread in threads:
        thread.join()
    plain = hashlane.shake128(piece * (80 - len(refused)))
    plain.update_bits(b"\x05", 3)
    assert state.digest(32) == plain.digest(32)
