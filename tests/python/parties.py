# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Parties of transcripts with what most tests do not care about."""
import hashlane

SUITES = hashlane.transcript_suites
MERSENNE31, GOLDILOCKS = 2**31 - 1, 2**64 - 2**32 + 1
P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
ZERO = bytes(32)


def prover(suite="SHAKE128", session=ZERO, instance=b"x"):
    return hashlane.Prover(suite, session, instance)


def verifier(proof, suite="SHAKE128", session=ZERO, instance=b"x"):
    return hashlane.Verifier(suite, session, instance, proof)
