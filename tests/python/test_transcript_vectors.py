# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Transcripts: the vectors of the draft, of spongefish and of this library's own suites, accepted and rejected."""
import json
import pathlib
import sys

import pytest

import hashlane
from parties import MERSENNE31, SUITES, prover, verifier
from tally import TALLY
from vectors import message, read_json

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "transcript"))
import sigma  # noqa: E402


def number(text):
    return int(text, 16)


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
def test_the_draft(suite, file, target):
    records = read_json(f"fiat-shamir/fiatShamir{file}Vectors.json")
    assert len(records) == 13
    left_out = []
    for r in records:
        if check_record(suite, r):
            TALLY.add("fiat-shamir", (suite, r["Name"]), 1)
        else:
            left_out.append(r["Name"])
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


def test_codecs(target):
    records = read_json("fiat-shamir/fiatShamirCodecVectors.json")
    assert len(records) == 13 and sum("Expected" in r for r in records) == 7
    for r in records:
        check_codec(r)
        TALLY.add("fiat-shamir", r["Id"], 1)


def test_spongefish(target):
    """Its SHAKE128: 64 bytes of IV, of which the last 32 are zero, where the draft has 32."""
    checked = 0
    for name, r in read_json("fiat-shamir/duplexSpongeVectors.json").items():
        iv, operations = bytes.fromhex(r["IV"]), list(r["Operations"])
        while operations[0]["type"] == "squeeze" and operations[0]["length"] == 0 or operations[0].get("data") == "":
            operations.pop(0)  # nothing at all
        if r["HashFunction"] == "SHAKE128" and operations[0]["type"] == "absorb":
            assert not any(iv[32:]) and replay("SHAKE128", iv[:32], operations)[-1].hex() == r["Expected"], name
            checked += 1
            TALLY.add("fiat-shamir", name, 1)
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
            TALLY.add("fiat-shamir", (name, kind, r["Id"]), 1 + ("Witness" in r))
    assert counts in ([14, 33], [14, 32])
