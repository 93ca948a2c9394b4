# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A proof that is two numbers and a challenge: what a prover sends, a verifier reads, and what is refused."""
import hashlane

session = hashlane.transcript_session("SHAKE128", b"example.org/sums/v1 SHAKE128")
p, instance = 2**61 - 1, (12).to_bytes(8, "little")  # that the prover knows two numbers whose sum is 12

prover = hashlane.Prover("SHAKE128", session, instance)
prover.send_integers([5, 7], p)
challenge = prover.challenge_below(p)
proof = prover.proof


def verify(proof):
    with hashlane.Verifier("SHAKE128", session, instance, proof) as verifier:
        a, b = verifier.receive_integers(2, p)
        verifier.require((a + b) % p == 12)
        return verifier.challenge_below(p)


print(len(proof), verify(proof) == challenge)
for forged in (proof[:-1], proof + b"\0", bytes([6]) + proof[1:], b"\xff" * 16):
    try:
        verify(forged)
    except hashlane.InvalidProof as refusal:
        print(type(refusal).__name__)
# prints 16 True
# prints ProofTruncated
# prints ProofTrailing
# prints ProofCheckFailed
# prints ProofNotCanonical
