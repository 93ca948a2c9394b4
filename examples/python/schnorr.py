# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Schnorr's proof that one knows x with Y = x G on P-256, as draft-irtf-cfrg-sigma-protocols has it: its first vector is
reproduced, then each kind of tampering is refused. The arithmetic is for reading: it is neither quick nor constant time."""
import hashlib
import secrets

import hashlane

P = 2**256 - 2**224 + 2**192 + 2**96 - 1  # y^2 = x^3 - 3 x + B, SP 800-186 s.3.2.1.3
B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b
ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
TAG = b"discrete_logarithm-DSFS-with-sigma-proofs_Shake128_P256"
SESSION = hashlane.transcript_session("SHAKE128", TAG)


def add(one, other):
    if one is None or other is None:
        return one or other
    (x1, y1), (x2, y2) = one, other
    if x1 == x2 and (y1 + y2) % P == 0:
        return None
    slope = (3 * x1 * x1 - 3) * pow(2 * y1, -1, P) if one == other else (y2 - y1) * pow(x2 - x1, -1, P)
    x3 = (slope * slope - x1 - x2) % P
    return x3, (slope * (x1 - x3) - y1) % P


def times(k, point):
    out = None
    for bit in bin(k)[2:]:
        out = add(out, out)
        out = add(out, point) if bit == "1" else out
    return out


def encode(point):  # SEC 1 s.2.3.3, compressed
    return bytes([2 | point[1] & 1]) + point[0].to_bytes(32, "big")


def decode(data):
    x = int.from_bytes(data[1:], "big")
    y = pow(x**3 - 3 * x + B, (P + 1) // 4, P)
    if data[0] not in (2, 3) or x >= P or (y * y - x**3 + 3 * x - B) % P:
        return None
    return x, y if y & 1 == data[0] & 1 else P - y


G = decode(bytes.fromhex("036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"))


def instance_of(Y):
    """One equation, element 1 = scalar 0 * element 0, and the elements after the generator."""
    one = (1).to_bytes(4, "little")
    unit = (1).to_bytes(32, "big")
    return one + one + one + unit + one + bytes(8) + unit + encode(Y)


def prove(x, k):
    prover = hashlane.Prover("SHAKE128", SESSION, instance_of(times(x, G)))
    prover.send(encode(times(k, G)))
    c = prover.challenge_below(ORDER)
    prover.send_integer((k + c * x) % ORDER, ORDER, byteorder="big")
    return prover.proof


def verify(Y, proof):
    with hashlane.Verifier("SHAKE128", SESSION, instance_of(Y), proof) as verifier:
        K = decode(verifier.receive(33))
        verifier.require(K)
        c = verifier.challenge_below(ORDER)
        s = verifier.receive_integer(ORDER, byteorder="big")
        verifier.require(times(s, G) == add(K, times(c, Y)))


# The draft's vector: its nonce comes from a SHAKE128 of its own.
x = 0x9b7b9af133b35ea96e662c4662956909fe465084fe929506980e025022d750be
seed = hashlane.transcript_session("SHAKE128", b"TestDRNG-SIGMA-PROOFS-DSFS-sigma-proofs_Shake128_P256-discrete_logarithm")
k = int.from_bytes(hashlib.shake_128(seed + bytes(168 - 32)).digest(48), "little") % ORDER
print(prove(x, k).hex())

Y, proof = times(x, G), prove(x, 1 + secrets.randbelow(ORDER - 1))
verify(Y, proof)
print("accepted")
for what, statement, tampered in (("cut", Y, proof[:-1]), ("longer", Y, proof + b"\0"),
                                  ("another response", Y, proof[:-1] + bytes([proof[-1] ^ 1])),
                                  ("the response and the order", Y, proof[:33] + (ORDER + 1).to_bytes(32, "big")),
                                  ("no point", Y, b"\4" + proof[1:]), ("another statement", times(x + 1, G), proof)):
    try:
        verify(statement, tampered)
    except hashlane.InvalidProof as refusal:
        print(f"{what}: {refusal}")
# prints 037e00143a98c515388e00397c050c46729f010e30752f00172c2e9444cd323e199dda433231690cefaaaceb1bf372b37ca060a6a3a87b40dafea0a8d2f5e1713b
# prints accepted
# prints cut: the proof ends within a message
# prints longer: the proof goes on after its last message
# prints another response: an equation of the protocol does not hold
# prints the response and the order: an integer is not below its modulus
# prints no point: an equation of the protocol does not hold
# prints another statement: an equation of the protocol does not hold
