#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The sigma proofs of draft-irtf-cfrg-sigma-protocols over the transcripts of libhashlane (ctypes): the groups are here,
sessions and challenges are the library's.

    sigma.py LIBHASHLANE.SO VECTORS...

Accepted proofs are proven again, byte for byte, from the nonces that their appendix derives; all are verified.
"""
import ctypes
import hashlib
import json
import pathlib
import sys


class Refused(Exception):
    pass


def need(holds):
    if not holds:
        raise Refused


class Library:
    def __init__(self, path):
        self.c = ctypes.CDLL(path)
        self.c.hashlane_transcript_statebytes.restype = ctypes.c_size_t
        self.size = self.c.hashlane_transcript_statebytes()

    def session(self, tag):
        out = ctypes.create_string_buffer(32)
        assert self.c.hashlane_transcript_session(b"SHAKE128", tag, ctypes.c_size_t(len(tag)), out) == 0
        return out.raw


class Transcript:
    def __init__(self, library, session, instance):
        self.c, self.state = library.c, ctypes.create_string_buffer(library.size)
        assert self.c.hashlane_transcript_init(self.state, b"SHAKE128", session, instance, ctypes.c_size_t(len(instance))) == 0

    def absorb(self, data):
        assert self.c.hashlane_transcript_absorb(self.state, data, ctypes.c_size_t(len(data))) == 0

    def challenge(self, modulus):
        size = (modulus.bit_length() + 7) // 8
        out = ctypes.create_string_buffer(size)
        assert self.c.hashlane_transcript_challenge_mod(self.state, modulus.to_bytes(size, "little"),
                                                        ctypes.c_size_t(size), out) == 0
        return int.from_bytes(out.raw, "little")


class Group:
    """y^2 = x^3 + a x + b over p = 3 mod 4; a point is (x, y), None the identity."""

    def __init__(self, p, a, b, order, size, generator):
        self.p, self.a, self.b, self.order, self.size = p, a, b, order, size
        self.generator = self.point(bytes.fromhex(generator))

    def add(self, one, other):
        if one is None or other is None:
            return one or other
        (x1, y1), (x2, y2), p = one, other, self.p
        if x1 == x2:
            if (y1 + y2) % p == 0:
                return None
            slope = (3 * x1 * x1 + self.a) * pow(2 * y1, -1, p) % p
        else:
            slope = (y2 - y1) * pow(x2 - x1, -1, p) % p
        x3 = (slope * slope - x1 - x2) % p
        return x3, (slope * (x1 - x3) - y1) % p

    def times(self, k, point):
        out = None
        for bit in bin(k)[2:]:
            out = self.add(out, out)
            if bit == "1":
                out = self.add(out, point)
        return out

    def lift(self, x):
        need(x < self.p)
        square = (x * x * x + self.a * x + self.b) % self.p
        y = pow(square, (self.p + 1) // 4, self.p)
        need(y * y % self.p == square)
        return y

    def points(self, data):
        need(len(data) % self.size == 0)
        return [self.point(data[i:i + self.size]) for i in range(0, len(data), self.size)]

    def scalars(self, data):
        out = [int.from_bytes(data[i:i + 32], "big") for i in range(0, len(data), 32)]
        need(len(data) % 32 == 0 and all(x < self.order for x in out))
        return out


class P256(Group):
    def __init__(self):
        p = 2 ** 256 - 2 ** 224 + 2 ** 192 + 2 ** 96 - 1
        super().__init__(p, p - 3, 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b,
                         0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551, 33,
                         "036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")

    def encode(self, point):  # SEC 1 s.2.3.3, compressed
        return bytes([2 | point[1] & 1]) + point[0].to_bytes(32, "big")

    def point(self, data):
        need(data[0] in (2, 3))
        x = int.from_bytes(data[1:], "big")
        y = self.lift(x)
        return x, y if y & 1 == data[0] & 1 else self.p - y


class BLS12381(Group):
    def __init__(self):
        super().__init__(0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab,
                         0, 4, 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001, 48,
                         "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb")

    def encode(self, point):  # three flags in the first bits: compressed, infinity, the larger y
        x = point[0] | 1 << 383 | (point[1] > self.p // 2) << 381
        return x.to_bytes(48, "big")

    def point(self, data):
        flags, x = data[0] >> 5, int.from_bytes(data, "big") & (1 << 381) - 1
        need(flags & 6 == 4)
        y = self.lift(x)
        out = x, y if (y > self.p // 2) == bool(flags & 1) else self.p - y
        need(self.times(self.order, out) is None)
        return out


class Relation:
    """A linear relation as it is serialized: of each equation the image and the terms, then the elements."""

    def __init__(self, group, data):
        self.group, self.data, self.at = group, data, 0
        self.equations = [(self.row(1), self.row(2)) for _ in range(self.word())]
        need(self.equations)
        count = 1 + max(index for image, terms in self.equations for *_, index, _ in image + terms)
        need(len(data) - self.at == (count - 1) * group.size)
        self.elements = [group.generator] + group.points(data[self.at:])
        self.scalar_count = 1 + max(term[0] for _, terms in self.equations for term in terms)
        used = {index for image, terms in self.equations for *_, index, _ in image + terms}
        need(all(i in used for i in range(1, count)))
        need({term[0] for _, terms in self.equations for term in terms} == set(range(self.scalar_count)))
        need(all(point is not None for point in self.image()))
        need(all(any(self.sum([t for t in terms if t[0] == s]) is not None for _, terms in self.equations)
                 for s in range(self.scalar_count)))

    def word(self):
        need(self.at + 4 <= len(self.data))
        self.at += 4
        return int.from_bytes(self.data[self.at - 4:self.at], "little")

    def row(self, indices):
        out = []
        count = self.word()
        need(count)
        for _ in range(count):
            index = [self.word() for _ in range(indices)]
            need(self.at + 32 <= len(self.data))
            out.append((*index, *self.group.scalars(self.data[self.at:self.at + 32])))
            self.at += 32
        return out

    def sum(self, row):
        out = None
        for *_, index, coefficient in row:
            out = self.group.add(out, self.group.times(coefficient, self.elements[index]))
        return out

    def image(self):
        return [self.sum(image) for image, _ in self.equations]

    def map(self, scalars):
        order = self.group.order
        return [self.sum([(index, scalars[s] * c % order) for s, index, c in terms]) for _, terms in self.equations]

    def shifted(self, points, challenge, sign):
        """points + sign * challenge * image"""
        k = challenge * sign % self.group.order
        return [self.group.add(point, self.group.times(k, image)) for point, image in zip(points, self.image())]


def challenge_of(library, tag, relation, commitment):
    transcript = Transcript(library, library.session(tag), relation.data)
    transcript.absorb(commitment)
    return transcript.challenge(relation.group.order)


def verify(library, group, flavor, tag, instance, proof):
    relation = Relation(group, instance)
    if flavor == "batchable":
        split = group.size * len(relation.equations)
        need(len(proof) == split + 32 * relation.scalar_count)
        commitment, response = group.points(proof[:split]), group.scalars(proof[split:])
        challenge = challenge_of(library, tag, relation, proof[:split])
        need(relation.shifted(commitment, challenge, 1) == relation.map(response))
    else:
        need(len(proof) == 32 + 32 * relation.scalar_count)
        challenge, *response = group.scalars(proof)
        commitment = relation.shifted(relation.map(response), challenge, -1)
        need(all(commitment))
        need(challenge_of(library, tag, relation, b"".join(map(group.encode, commitment))) == challenge)


def nonces(library, group, record, count):
    """The appendix draws them from a sponge that has absorbed a session and nothing else. The library begins nothing
    without an instance, so here SHAKE128 is hashlib's."""
    marker = {"batchable": "DSFS", "compact": "CMPT"}[record["Flavor"]]
    tag = f"TestDRNG-SIGMA-PROOFS-{marker}-{record['Ciphersuite']}-{record['Relation']}".encode()
    size = 32 + 16
    stream = hashlib.shake_128(library.session(tag) + bytes(168 - 32)).digest(size * count)
    return [int.from_bytes(stream[i * size:(i + 1) * size], "little") % group.order for i in range(count)]


def prove(library, group, record):
    relation = Relation(group, bytes.fromhex(record["Instance"]))
    witness = group.scalars(bytes.fromhex(record["Witness"]))
    random = nonces(library, group, record, relation.scalar_count)
    commitment = b"".join(map(group.encode, relation.map(random)))
    challenge = challenge_of(library, record["Tag"].encode(), relation, commitment)
    response = [(n + w * challenge) % group.order for n, w in zip(random, witness)]
    first = commitment if record["Flavor"] == "batchable" else challenge.to_bytes(32, "big")
    return first + b"".join(r.to_bytes(32, "big") for r in response)


def judge(library, group, record):
    try:
        verify(library, group, record["Flavor"], record["Tag"].encode(), bytes.fromhex(record["Instance"]),
               bytes.fromhex(record["NargString"]))
        return "accept"
    except Refused:
        return "reject"


def main():
    library, passed, failed = Library(sys.argv[1]), 0, 0
    groups = {"P256": P256(), "BLS12381": BLS12381()}
    for path in map(pathlib.Path, sys.argv[2:]):
        counts = {"accept": 0, "reject": 0, "proven again": 0}
        for record in json.loads(path.read_text()):
            group = groups[record["Ciphersuite"].rsplit("_", 1)[1]]
            good = judge(library, group, record) == record["Expected"]
            counts[record["Expected"]] += good
            if "Witness" in record:
                good = good and library.session(record["Tag"].encode()).hex() == record["SessionId"]
                again = prove(library, group, record).hex() == record["NargString"]
                good, counts["proven again"] = good and again, counts["proven again"] + again
            if not good:
                print("FAIL", record["Id"])
            passed, failed = passed + good, failed + (not good)
        print(path.name, *(f"{what} {n}" for what, n in counts.items() if n))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
