# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Transcripts: what is refused and why, calls without sense, copies, threads."""
import threading

import pytest

import hashlane
from parties import GOLDILOCKS, MERSENNE31, P256_ORDER, SUITES, ZERO, prover, verifier


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
    (lambda: prover(session=bytes(31)), ValueError, "the session has 31 bytes; one of transcript_session.. has 32"),
    (lambda: prover(session="x" * 32), TypeError, "session: strings must be encoded"),
    (lambda: prover(instance=b""), ValueError, "instance is empty"),
    (lambda: prover(instance="x"), TypeError, "instance: strings must be encoded"),
    (lambda: hashlane.Prover("SHAKE128", ZERO), TypeError, "instance"),
    (lambda: verifier("x"), TypeError, "proof: strings must be encoded"),
    (lambda: verifier([1, 2]), TypeError, "bytes-like"),
    (lambda: hashlane.transcript_session("md5", b""), ValueError, "no such suite: 'md5'; see hashlane.transcript_suites"),
    (lambda: hashlane.transcript_session("shake128", b""), ValueError, "no such suite: 'shake128'; did you mean 'SHAKE128'"),
    (lambda: hashlane.transcript_session("\udc80", b""), ValueError, "no such suite"),
    (lambda: hashlane.transcript_session("SHAKE128", "tag"), TypeError, "encoded"),
    (lambda: P.absorb("x"), TypeError, "encoded"),
    (lambda: P.send("x"), TypeError, "encoded"),
    (lambda: P.send_string(5), TypeError, "bytes-like"),
    (lambda: P.send_integer(5, 5), ValueError, "value must be in 0..modulus-1, not 5; the modulus is 5"),
    (lambda: P.send_integer(-1, 5), ValueError, "must be in 0..modulus-1, not "),
    (lambda: P.send_integer(-1, P256_ORDER), ValueError, "must be in 0..modulus-1, not "),
    (lambda: P.send_integer(P256_ORDER, P256_ORDER), ValueError, "must be in 0..modulus-1, not "),
    (lambda: P.send_integer(2**64, 5), ValueError, "must be in 0..modulus-1, not "),
    (lambda: P.send_integer(1.5, 5), TypeError, "float"),
    (lambda: P.send_integer(1, 1), ValueError, "2 or more"),
    (lambda: P.send_integer(1, -7), ValueError, "2 or more"),
    (lambda: P.send_integer(1, 7, byteorder="middle"), ValueError, "'little' or 'big'"),
    (lambda: P.send_integer(1, 7, byteorder=1), TypeError, "string"),
    (lambda: P.send_integers(5, 7), TypeError, "values: a list of integers is required, not int"),
    (lambda: P.send_integers([5, 7], 7), ValueError, "must be in 0..modulus-1, not "),
    (lambda: P.absorb_integer(9, 7), ValueError, "must be in 0..modulus-1, not "),
    (lambda: P.challenge(-1), ValueError, "size must be in"),
    (lambda: P.challenge(None), TypeError, "size: an integer is required"),
    (lambda: P.challenge_bits(0), ValueError, r"1\.\.64"),
    (lambda: P.challenge_bits(65), ValueError, r"1\.\.64"),
    (lambda: P.challenge_below(1), ValueError, "2 or more"),
    (lambda: P.challenge_below(7, extra=17), ValueError, r"0\.\.16"),
    (lambda: P.challenge_below(2**528), ValueError, "the modulus has 67 bytes; that of a challenge has at most 66"),
    (lambda: P.challenge_below(2**528 + 1), ValueError, "the modulus has 67 bytes; that of a challenge has at most 66"),
    (lambda: P.challenge_below(2**600), ValueError, "the modulus has 75 bytes"),
    (lambda: P.grind(65), ValueError, r"0\.\.64"),
    (lambda: P.grind(3, threads=-1), ValueError, "threads must be in"),
    (lambda: V.receive(-1), ValueError, "size must be in"),
    (lambda: V.receive(None), TypeError, "size: an integer is required"),
    (lambda: V.receive_integer(1), ValueError, "2 or more"),
    (lambda: V.receive_integers(None, 5), TypeError, "count: an integer is required"),
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
