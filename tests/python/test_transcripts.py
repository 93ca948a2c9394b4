# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Transcripts: both sides against a model over hashlib, and what is bound."""
import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hashlane
from parties import GOLDILOCKS, MERSENNE31, P256_ORDER, SUITES, ZERO, prover, verifier


class Model:
    """All that was absorbed, and hashlib."""

    def __init__(self, session, instance):
        self.absorbed, self.squeezed, self.proof = session + bytes(168 - 32) + instance, 0, b""

    def absorb(self, data):
        self.absorbed += data
        self.squeezed = 0 if data else self.squeezed

    def challenge(self, n):
        self.squeezed += n
        return hashlib.shake_128(self.absorbed).digest(self.squeezed)[self.squeezed - n:]

    def send(self, data):
        self.absorb(data)
        self.proof += data


def size_of(modulus):
    return ((modulus - 1).bit_length() + 7) // 8


ORDERS = st.sampled_from(["little", "big"])
MODULI = st.one_of(st.sampled_from([2, 255, 256, 257, 2**32, MERSENNE31, GOLDILOCKS, 2**64, 2**64 + 13, P256_ORDER, 2**521 - 1,
                                    256**20, 256**65]), st.integers(2, 2**300))


@st.composite
def integers(draw):
    modulus = draw(MODULI)
    values = draw(st.lists(st.one_of(st.integers(0, modulus - 1), st.just(modulus - 1)), max_size=3))
    return values, modulus, draw(ORDERS)


CALLS = st.lists(st.one_of(
    st.tuples(st.sampled_from(["absorb", "absorb_string", "send", "send_string"]), st.binary(max_size=400)),
    st.tuples(st.sampled_from(["absorb_integers", "send_integers"]), integers()),
    st.tuples(st.sampled_from(["challenge"]), st.integers(0, 400)),
    st.tuples(st.sampled_from(["challenge_bits"]), st.integers(1, 64)),
    st.tuples(st.sampled_from(["challenge_below"]), st.tuples(MODULI, st.integers(0, 16)))), max_size=12)


def call(party, what, argument):
    if what.endswith("_integers"):
        values, modulus, order = argument
        return getattr(party, what)(values, modulus, byteorder=order)
    return party.challenge_below(argument[0], extra=argument[1]) if what == "challenge_below" else getattr(party, what)(argument)


def model(party, what, argument):
    if what.endswith("_integers"):
        values, modulus, order = argument
        data = b"".join(v.to_bytes(size_of(modulus), order) for v in values)
        return getattr(party, what.split("_")[0])(data)
    if what.endswith("_string"):
        return getattr(party, what.split("_")[0])(len(argument).to_bytes(4, "little") + argument)
    if what == "challenge_bits":
        return int.from_bytes(party.challenge((argument + 7) // 8), "little") & ((1 << argument) - 1)
    if what == "challenge_below":
        modulus, extra = argument
        return int.from_bytes(party.challenge(size_of(modulus) + extra), "little") % modulus
    return getattr(party, what)(argument)


def received(party, what, argument):
    """The verifier's side of a call, and what it must be."""
    if what == "send_integers":
        values, modulus, order = argument
        assert party.receive_integers(len(values), modulus, byteorder=order) == values
    elif what == "send_string":
        assert party.receive_string() == argument
    elif what == "send":
        assert party.receive(len(argument)) == argument
    else:
        return call(party, what, argument)


@settings(max_examples=300)
@given(st.binary(min_size=32, max_size=32), st.binary(min_size=1, max_size=200), CALLS)
def test_both_sides_against_a_model(session, instance, calls):
    party, known = prover("SHAKE128", session, instance), Model(session, instance)
    drawn = []
    for what, argument in calls:
        drawn.append(call(party, what, argument))
        assert drawn[-1] == model(known, what, argument)
        party = party.copy()
    assert party.proof == known.proof
    other = verifier(party.proof, "SHAKE128", session, instance)
    for (what, argument), before in zip(calls, drawn):
        assert received(other, what, argument) == before
    other.check_eof()


def after(calls, suite="SHAKE128"):
    party = prover(suite)
    for what, argument in calls:
        call(party, what, argument)
    return party.challenge(32)


STRINGS = st.lists(st.tuples(st.sampled_from(["send_string", "absorb_string"]), st.binary(max_size=3)), max_size=4)


@settings(max_examples=300)
@given(st.sampled_from(SUITES), STRINGS, STRINGS)
def test_strings_do_not_run_into_each_other(suite, one, other):
    texts = [[argument for _, argument in calls] for calls in (one, other)]
    assert (after(one, suite) == after(other, suite)) == (texts[0] == texts[1])


@st.composite
def two_of_one_protocol(draw):
    """Two sequences of calls of the same kinds, of which some values may differ."""
    one, other = [], []
    for _ in range(draw(st.integers(1, 5))):
        if draw(st.booleans()):
            modulus = draw(st.sampled_from([2, 256, MERSENNE31, GOLDILOCKS, P256_ORDER]))
            count, order = draw(st.integers(0, 3)), draw(ORDERS)
            for calls in (one, other):
                values = draw(st.lists(st.integers(0, min(modulus - 1, 2)), min_size=count, max_size=count))
                calls.append(("send_integers", (values, modulus, order)))
        else:
            what = draw(st.sampled_from(["send_string", "absorb_string"]))
            for calls in (one, other):
                calls.append((what, draw(st.text("ab", max_size=2)).encode()))
    return one, other


@settings(max_examples=300)
@given(st.sampled_from(SUITES), two_of_one_protocol())
def test_different_values_different_challenges(suite, two):
    one, other = two
    assert (after(one, suite) == after(other, suite)) == (one == other)


@pytest.mark.parametrize("suite", SUITES)
def test_what_is_bound(suite):
    ab, c, a, bc, empty = (("send_string", x) for x in (b"ab", b"c", b"a", b"bc", b""))
    sequences = [[ab, c], [a, bc], [("send_string", b"abc")], [empty], [], [empty, empty], [a, empty], [empty, a],
                 [("absorb_string", b"round 1"), a], [("absorb_string", b"round 2"), a]]
    assert len({after(calls, suite) for calls in sequences}) == len(sequences)
    starts = [prover(suite), prover(suite, bytes(31) + b"\1"), prover(suite, ZERO, b"y"),
              prover(suite, hashlane.transcript_session(suite, b"tag 1")), prover(suite, hashlane.transcript_session(suite, b"tag 2"))]
    assert len({party.challenge(32) for party in starts}) == len(starts)


def test_suites_are_apart():
    assert SUITES == ("SHAKE128", "TurboSHAKE128", "hashlane-SHA-256", "hashlane-SHA-512", "hashlane-SHA3-256",
                      "hashlane-KT128", "hashlane-Ascon-XOF128")
    assert len({prover(suite).challenge(32) for suite in SUITES}) == len({hashlane.transcript_session(s, b"") for s in SUITES}) == 7
    assert [prover(suite).suite for suite in SUITES] == list(SUITES)


def test_large_messages_and_challenges():
    text = hashlib.shake_128(b"").digest(300_000)
    one, known = prover(), Model(ZERO, b"x")
    one.send(text)
    one.send_string(text)
    known.send(text + len(text).to_bytes(4, "little") + text)
    assert one.challenge(100_000) == known.challenge(100_000) and one.proof == known.proof
    with verifier(one.proof) as party:
        assert party.receive(len(text)) == party.receive_string() == text
