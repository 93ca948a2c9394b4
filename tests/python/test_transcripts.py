# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Transcripts: the draft's vectors and this library's, a model over hashlib, what is bound, what is refused and why."""
import hashlib
import json
import pathlib
import sys
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hashlane
from vectors import message, read_json

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "transcript"))
import sigma  # noqa: E402

SUITES = hashlane.transcript_suites
MERSENNE31, GOLDILOCKS = 2**31 - 1, 2**64 - 2**32 + 1
P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
ZERO = bytes(32)


def prover(suite="SHAKE128", session=ZERO, instance=b"x"):
    return hashlane.Prover(suite, session, instance)


def verifier(proof, suite="SHAKE128", session=ZERO, instance=b"x"):
    return hashlane.Verifier(suite, session, instance, proof)


def number(text):
    return int(text, 16)


# ---- vectors

def replay(suite, session, operations):
    """The outputs of a sponge; the first operation is the instance."""
    first, *rest = operations
    party = prover(suite, session, message_of(first))
    out = []
    for step in rest:
        if step["type"] == "absorb":
            party.absorb(message_of(step))
        else:
            out.append(party.challenge(step["length"]))
    return out


def message_of(step):
    return message(step if "ptn" in step else {"hex": step["data"]})


def sumcheck_instance(v, claimed):
    return v.to_bytes(4, "little") + claimed.to_bytes(4, "little")


def prove_sumcheck(suite, session, w, p=MERSENNE31):
    """Appendix A of the draft, line by line."""
    party = prover(suite, session, sumcheck_instance(len(w).bit_length() - 1, sum(w) % p))
    while len(w) > 1:
        a0, both = sum(w[::2]) % p, sum(w) % p
        party.send_integers([a0, (both - 2 * a0) % p], p)
        r = party.challenge_below(p, extra=0)
        w = [(low + r * (high - low)) % p for low, high in zip(w[::2], w[1::2])]
    return party.proof, w[0]


def verify_sumcheck(suite, session, v, claimed, proof, p=MERSENNE31):
    with verifier(proof, suite, session, sumcheck_instance(v, claimed)) as party:
        for _ in range(v):
            a0, a1 = party.receive_integers(2, p)
            party.require((2 * a0 + a1) % p == claimed)
            claimed = (a0 + a1 * party.challenge_below(p, extra=0)) % p
    return claimed


REASONS = {"trailing_bytes": hashlane.ProofTrailing, "round_identity": hashlane.ProofCheckFailed,
           "noncanonical_coefficient": hashlane.ProofNotCanonical}


def check_sumcheck(suite, r):
    session, claimed, proof = bytes.fromhex(r["SessionId"]), number(r["ClaimedSum"]), bytes.fromhex(r["Narg"])
    if "Tag" in r:
        assert hashlane.transcript_session(suite, bytes.fromhex(r["Tag"])) == session
    if r.get("Expected") == "reject":
        with pytest.raises(REASONS[r["Id"].split("reject_")[1]]):
            verify_sumcheck(suite, session, r["NumVariables"], claimed, proof)
        return
    assert prove_sumcheck(suite, session, [int(w) for w in r["Witness"]]) == (proof, number(r["FinalEvaluation"]))
    assert verify_sumcheck(suite, session, r["NumVariables"], claimed, proof) == number(r["FinalEvaluation"])


def check_record(suite, r):
    """False: it begins with no instance, which a party does not do without."""
    if r["Function"] == "DeriveSessionID":
        assert hashlane.transcript_session(suite, bytes.fromhex(r["Tag"])).hex() == r["Output"]
    elif r["Function"] == "Sumcheck":
        check_sumcheck(suite, r)
    elif r["Operations"][0]["type"] == "squeeze" or not message_of(r["Operations"][0]):
        return False
    elif r["Function"] == "DecodeUint":
        instance = message_of(r["Operations"][0])
        party = prover(suite, bytes.fromhex(r["SessionId"]), instance)
        assert party.challenge_below(number(r["Modulus"])) == number(r["Challenge"])
        assert replay(suite, bytes.fromhex(r["SessionId"]), r["Operations"])[0].hex() == r["Output"]
    else:
        assert r["Function"] == "DuplexSponge"
        assert b"".join(replay(suite, bytes.fromhex(r["SessionId"]), r["Operations"])).hex() == r["Output"]
    return True


@pytest.mark.parametrize("suite, file", [("SHAKE128", "Shake128"), ("TurboSHAKE128", "TurboShake128")])
def test_the_draft(suite, file):
    records = read_json(f"fiat-shamir/fiatShamir{file}Vectors.json")
    assert len(records) == 13
    left_out = [r["Name"] for r in records if not check_record(suite, r)]
    assert left_out == ["init_squeeze"]


def test_own_suites():
    records = json.loads((ROOT / "tests" / "transcript" / "own_suites.json").read_text())
    checked = {suite: 0 for suite in SUITES if suite.startswith("hashlane-")}
    for r in records:
        checked[r["Hash"]] += check_record(r["Hash"], r)
    assert len(records) == 75 and set(checked.values()) == {14}


def serialized(send):
    party = prover()
    send(party)
    return party.proof


def refuse(r, error, receive):
    assert r["Expected"] == "reject"
    party = verifier(bytes.fromhex(r["Input"]))
    with pytest.raises(error):
        receive(party)
        party.check_eof()


def check_codec(r):
    p, order = number(r.get("Modulus", "0x0")), {"big-endian": "big"}.get(r.get("ByteOrder"), "little")
    kind, short = r["Function"], r["Id"].endswith("short")
    if kind == "Sumcheck":
        for suite in SUITES[:2]:
            check_sumcheck(suite, r)
    elif kind == "SerializeVarLenString":
        assert serialized(lambda party: party.send_string(bytes.fromhex(r["Input"]))).hex() == r["Output"]
        assert verifier(bytes.fromhex(r["Output"])).receive_string().hex() == r["Input"]
    elif kind == "DeserializeVarLenString":
        refuse(r, hashlane.ProofTruncated, lambda party: party.receive_string())
    elif kind in ("SerializeUint", "SerializeField"):
        assert serialized(lambda party: party.send_integer(number(r["Value"]), p, byteorder=order)).hex() == r["Output"]
        assert verifier(bytes.fromhex(r["Output"])).receive_integer(p, byteorder=order) == number(r["Value"])
    elif kind == "DeserializeUint":
        refuse(r, hashlane.ProofTruncated if short else hashlane.ProofNotCanonical, lambda party: party.receive_integer(p))
    elif kind == "DeserializeField" and "Expected" in r:
        refuse(r, hashlane.ProofNotCanonical, lambda party: party.receive_integers(r["ExtensionDegree"], p))
    elif kind == "DeserializeField":
        coordinates = verifier(bytes.fromhex(r["Input"])).receive_integers(r["ExtensionDegree"], p)
        assert coordinates == [number(c) for c in r["Coordinates"]]
        assert serialized(lambda party: party.send_integers(coordinates, p)).hex() == r["Input"]
    else:  # no sponge: the reduction alone
        assert kind == "DecodeUint" and int.from_bytes(bytes.fromhex(r["Input"]), "little") % p == number(r["Challenge"])


def test_codecs():
    records = read_json("fiat-shamir/fiatShamirCodecVectors.json")
    assert len(records) == 13 and sum("Expected" in r for r in records) == 7
    for r in records:
        check_codec(r)


def test_spongefish():
    """Its SHAKE128: 64 bytes of IV, of which the last 32 are zero, where the draft has 32."""
    checked = 0
    for name, r in read_json("fiat-shamir/duplexSpongeVectors.json").items():
        iv, operations = bytes.fromhex(r["IV"]), list(r["Operations"])
        while operations[0]["type"] == "squeeze" and operations[0]["length"] == 0 or operations[0].get("data") == "":
            operations.pop(0)  # nothing at all
        if r["HashFunction"] == "SHAKE128" and operations[0]["type"] == "absorb":
            assert not any(iv[32:]) and replay("SHAKE128", iv[:32], operations)[-1].hex() == r["Expected"], name
            checked += 1
    assert checked == 9


class Face:
    """What sigma.py asks of a library."""

    def __init__(self, *parts):
        self.party = prover("SHAKE128", parts[1], parts[2]) if parts else None

    session = staticmethod(lambda tag: hashlane.transcript_session("SHAKE128", tag))

    def absorb(self, data):
        self.party.absorb(data)

    def challenge(self, modulus):
        return self.party.challenge_below(modulus)


@pytest.mark.parametrize("group", [sigma.P256(), sigma.BLS12381()], ids=["P256", "BLS12381"])
def test_sigma_proofs(monkeypatch, group):
    monkeypatch.setattr(sigma, "Transcript", Face)
    name = type(group).__name__
    counts = []
    for kind in ("", "-invalid"):
        records = read_json(f"fiat-shamir/sigma-proofs{kind}_Shake128_{name}.json")
        counts.append(len(records))
        for r in records:
            assert sigma.judge(Face(), group, r) == r["Expected"], r["Id"]
            assert "Witness" not in r or sigma.prove(Face(), group, r).hex() == r["NargString"]
    assert counts in ([14, 33], [14, 32])


# ---- a model: all that was absorbed, and hashlib

class Model:
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


# ---- what is bound

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


# ---- what is refused

def whole(suite="SHAKE128"):
    party = prover(suite)
    party.send(b"abc")
    party.send_string(b"hello")
    party.send_integer(999, 1000)
    party.send_integers([1, 2**255 - 20], 2**255 - 19, byteorder="big")
    nonce = party.grind(6, threads=2)
    return party.proof, party.challenge(32), nonce


def read(proof, suite="SHAKE128"):
    with verifier(proof, suite) as party:
        values = (party.receive(3), party.receive_string(), party.receive_integer(1000),
                  party.receive_integers(2, 2**255 - 19, byteorder="big"), party.check_work(6))
    return values, party.challenge(32)


@pytest.mark.parametrize("suite", SUITES)
def test_every_byte_counts(suite):
    proof, challenge, nonce = whole(suite)
    assert len(proof) == 3 + 4 + 5 + 2 + 64 + 8
    assert read(proof, suite) == ((b"abc", b"hello", 999, [1, 2**255 - 20], nonce), challenge)
    assert read(bytearray(proof), suite) == read(memoryview(proof), suite)
    for n in range(len(proof)):
        with pytest.raises(hashlane.ProofTruncated, match="ends within a message"):
            read(proof[:n], suite)
        changed = proof[:n] + bytes([proof[n] ^ 0x10]) + proof[n + 1:]
        try:
            assert read(changed, suite)[1] != challenge
        except hashlane.InvalidProof:
            pass
    with pytest.raises(hashlane.ProofTrailing, match="goes on after its last message"):
        read(proof + b"\0", suite)


def bad_work(party):
    party.check_work(64)


@pytest.mark.parametrize("proof, receive, error, reason", [
    (b"\xff" * 4, lambda v: v.receive_string(), hashlane.ProofTruncated, "ends within"),
    (b"\5\0\0\0prof", lambda v: v.receive_string(), hashlane.ProofTruncated, "ends within"),
    (b"", lambda v: v.receive(1), hashlane.ProofTruncated, "ends within"),
    (b"", lambda v: v.receive(2**62), hashlane.ProofTruncated, "ends within"),
    (bytes(9), lambda v: v.receive_integers(2**61, 2**40), hashlane.ProofTruncated, "ends within"),
    (MERSENNE31.to_bytes(4, "little"), lambda v: v.receive_integer(MERSENNE31), hashlane.ProofNotCanonical, "not below its modulus"),
    (GOLDILOCKS.to_bytes(8, "little"), lambda v: v.receive_integer(GOLDILOCKS), hashlane.ProofNotCanonical, "not below"),
    (P256_ORDER.to_bytes(32, "big"), lambda v: v.receive_integer(P256_ORDER, byteorder="big"), hashlane.ProofNotCanonical, "not below"),
    (b"\1\2\3", lambda v: v.receive_integers(3, 3), hashlane.ProofNotCanonical, "not below"),
    (bytes(8), bad_work, hashlane.ProofWithoutWork, "does not do the proof of work"),
    (b"", lambda v: v.require(1 == 2), hashlane.ProofCheckFailed, "equation of the protocol"),
    (b"a", lambda v: v.check_eof(), hashlane.ProofTrailing, "goes on after"),
])
def test_refused(proof, receive, error, reason):
    party = verifier(proof)
    with pytest.raises(error, match=reason) as caught:
        receive(party)
    assert isinstance(caught.value, hashlane.InvalidProof) and isinstance(caught.value, ValueError)
    for again in (receive, lambda v: v.check_eof(), lambda v: v.receive(0), lambda v: v.require(True), lambda v: v.copy().check_eof()):
        with pytest.raises(error, match=reason):  # the first reason stays
            again(party)


def test_what_is_refused_is_not_absorbed():
    party = verifier(b"\xff\xff\xff\xff")
    with pytest.raises(hashlane.ProofNotCanonical):
        party.receive_integer(MERSENNE31)
    assert party.challenge(32) == prover().challenge(32)


def test_with():
    with pytest.raises(hashlane.ProofTrailing), verifier(b"a"):
        pass
    with pytest.raises(KeyError), verifier(b"a"):  # what was raised within is not hidden
        raise KeyError
    with verifier(b"") as party:
        party.require(True)


P = prover()
V = verifier(bytes(100))


@pytest.mark.parametrize("make, error, reason", [
    (lambda: prover("shake128"), ValueError, "no such suite: 'shake128'"),
    (lambda: prover(3), TypeError, "suite must be a string"),
    (lambda: prover(session=bytes(31)), ValueError, "32 bytes"),
    (lambda: prover(session="x" * 32), TypeError, "session: strings must be encoded"),
    (lambda: prover(instance=b""), ValueError, "instance is empty"),
    (lambda: prover(instance="x"), TypeError, "instance: strings must be encoded"),
    (lambda: hashlane.Prover("SHAKE128", ZERO), TypeError, "instance"),
    (lambda: verifier("x"), TypeError, "proof: strings must be encoded"),
    (lambda: verifier([1, 2]), TypeError, "bytes-like"),
    (lambda: hashlane.transcript_session("md5", b""), ValueError, "no such suite"),
    (lambda: hashlane.transcript_session("SHAKE128", "tag"), TypeError, "encoded"),
    (lambda: P.absorb("x"), TypeError, "encoded"),
    (lambda: P.send("x"), TypeError, "encoded"),
    (lambda: P.send_string(5), TypeError, "bytes-like"),
    (lambda: P.send_integer(5, 5), ValueError, r"in 0\.\.5-1"),
    (lambda: P.send_integer(-1, 5), ValueError, "modulus less one"),
    (lambda: P.send_integer(-1, P256_ORDER), ValueError, "modulus less one"),
    (lambda: P.send_integer(P256_ORDER, P256_ORDER), ValueError, "modulus less one"),
    (lambda: P.send_integer(2**64, 5), ValueError, "modulus less one"),
    (lambda: P.send_integer(1.5, 5), TypeError, "float"),
    (lambda: P.send_integer(1, 1), ValueError, "2 or more"),
    (lambda: P.send_integer(1, -7), ValueError, "2 or more"),
    (lambda: P.send_integer(1, 7, byteorder="middle"), ValueError, "'little' or 'big'"),
    (lambda: P.send_integer(1, 7, byteorder=1), TypeError, "string"),
    (lambda: P.send_integers(5, 7), TypeError, "iterable"),
    (lambda: P.send_integers([5, 7], 7), ValueError, "modulus less one"),
    (lambda: P.absorb_integer(9, 7), ValueError, "modulus less one"),
    (lambda: P.challenge(-1), ValueError, "negative"),
    (lambda: P.challenge(None), TypeError, "needs a size"),
    (lambda: P.challenge_bits(0), ValueError, r"1\.\.64"),
    (lambda: P.challenge_bits(65), ValueError, r"1\.\.64"),
    (lambda: P.challenge_below(1), ValueError, "2 or more"),
    (lambda: P.challenge_below(7, extra=17), ValueError, r"0\.\.16"),
    (lambda: P.challenge_below(2**528), ValueError, "66 bytes"),
    (lambda: P.challenge_below(2**600), ValueError, "66 bytes"),
    (lambda: P.grind(65), ValueError, r"0\.\.64"),
    (lambda: P.grind(3, threads=-1), ValueError, "negative"),
    (lambda: V.receive(-1), ValueError, "negative"),
    (lambda: V.receive(None), TypeError, "needs a size"),
    (lambda: V.receive_integer(1), ValueError, "2 or more"),
    (lambda: V.receive_integers(None, 5), TypeError, "needs a count"),
    (lambda: V.check_work(65), ValueError, r"0\.\.64"),
])
def test_wrong_calls(make, error, reason):
    with pytest.raises(error, match=reason) as caught:
        make()
    assert not isinstance(caught.value, hashlane.InvalidProof)
    assert P.proof == b"" and P.copy().challenge(9) == prover().challenge(9)  # nothing was done
    assert V.copy().challenge(9) == prover().challenge(9) and V.copy().receive(100) == bytes(100)


def test_copies_go_their_own_way():
    start = prover()
    start.send(b"common")
    one, other = start.copy(), start.copy()
    one.send(b"1")
    other.send(b"2")
    assert (start.proof, one.proof, other.proof) == (b"common", b"common1", b"common2")
    assert len({party.challenge(16) for party in (start, one, other)}) == 3


def test_large_messages_and_challenges():
    text = hashlib.shake_128(b"").digest(300_000)
    one, known = prover(), Model(ZERO, b"x")
    one.send(text)
    one.send_string(text)
    known.send(text + len(text).to_bytes(4, "little") + text)
    assert one.challenge(100_000) == known.challenge(100_000) and one.proof == known.proof
    with verifier(one.proof) as party:
        assert party.receive(len(text)) == party.receive_string() == text


def test_the_nonce_is_the_least():
    party = prover("TurboSHAKE128")
    nonces = {party.copy().grind(10, threads=n) for n in (1, 2, 0)}
    assert len(nonces) == 1
    nonce = nonces.pop()
    for earlier in range(nonce):
        with pytest.raises(hashlane.ProofWithoutWork):
            verifier(earlier.to_bytes(8, "little"), "TurboSHAKE128").check_work(10)
    assert verifier(nonce.to_bytes(8, "little"), "TurboSHAKE128").check_work(10) == nonce


def test_one_thread_at_a_time():
    party, refused = prover("hashlane-SHA-512"), []
    worker = threading.Thread(target=party.grind, args=(19,))
    worker.start()
    while worker.is_alive() and not refused:
        try:
            party.copy()
        except RuntimeError as error:
            refused.append(str(error))
    worker.join()
    assert refused == ["another thread uses this transcript now"] and len(party.proof) == 8
