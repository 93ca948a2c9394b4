# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The hash functions of the suites, slowly: hashlib's, and those it lacks from FIPS 202, RFC 9861 and SP 800-232."""
import hashlib

MASK = (1 << 64) - 1


def rotl(x, n):
    return ((x << n) | (x >> (64 - n))) & MASK if n else x


def round_constants():
    """FIPS 202 s.3.2.5: bits of a linear feedback shift register."""
    out, register = [], 1
    for _ in range(24):
        constant = 0
        for j in range(7):
            if register & 1:
                constant |= 1 << ((1 << j) - 1)
            register <<= 1
            if register & 0x100:
                register ^= 0x171
        out.append(constant)
    return out


CONSTANTS = round_constants()


def keccak_p(a, rounds):
    """FIPS 202 s.3.3, on 25 words."""
    for constant in CONSTANTS[24 - rounds:]:
        c = [a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20] for x in range(5)]
        a = [a[i] ^ c[(i + 4) % 5] ^ rotl(c[(i + 1) % 5], 1) for i in range(25)]
        b, x, y, word = [0] * 25, 1, 0, a[1]
        b[0] = a[0]
        for t in range(24):  # s.3.2.2 and s.3.2.3
            x, y, rotated = y, (2 * x + 3 * y) % 5, rotl(word, (t + 1) * (t + 2) // 2 % 64)
            word, b[x + 5 * y] = a[x + 5 * y], rotated
        a = [b[i] ^ (~b[(i + 1) % 5 + i // 5 * 5] & b[(i + 2) % 5 + i // 5 * 5] & MASK) for i in range(25)]
        a[0] ^= constant
    return a


def words(data):
    return [int.from_bytes(data[i:i + 8], "little") for i in range(0, len(data), 8)]


def unwords(a):
    return b"".join(w.to_bytes(8, "little") for w in a)


def sponge(message, rate, suffix, rounds, size):
    padded = bytearray(message + bytes([suffix]))
    padded += bytes(-len(padded) % rate)
    padded[-1] ^= 0x80
    a = [0] * 25
    for at in range(0, len(padded), rate):
        block = words(bytes(padded[at:at + rate]) + bytes(200 - rate))
        a = keccak_p([x ^ y for x, y in zip(a, block)], rounds)
    out = unwords(a)[:rate]
    while len(out) < size:
        a = keccak_p(a, rounds)
        out += unwords(a)[:rate]
    return out[:size]


def turboshake128(message, size, domain=0x1f):
    return sponge(message, 168, domain, 12, size)


def length_encode(n):
    digits = n.to_bytes((n.bit_length() + 7) // 8, "big")
    return digits + bytes([len(digits)])


def kt128(message, size):
    """RFC 9861 s.3.2, without a customization string."""
    s = message + length_encode(0)
    chunks = [s[i:i + 8192] for i in range(0, len(s), 8192)]
    if len(chunks) == 1:
        return turboshake128(s, size, 0x07)
    node = chunks[0] + bytes([3]) + bytes(7) + b"".join(turboshake128(c, 32, 0x0b) for c in chunks[1:])
    return turboshake128(node + length_encode(len(chunks) - 1) + b"\xff\xff", size, 0x06)


def ascon_p12(s):
    """SP 800-232 s.3."""
    def rotr(x, n):
        return (x >> n | x << (64 - n)) & MASK
    x0, x1, x2, x3, x4 = s
    for i in range(12):
        x2 ^= (0xf - i) << 4 | i
        x0, x4, x2 = x0 ^ x4, x4 ^ x3, x2 ^ x1
        t = [a ^ (~b & MASK & c) for a, b, c in
             ((x0, x1, x2), (x1, x2, x3), (x2, x3, x4), (x3, x4, x0), (x4, x0, x1))]
        t[1] ^= t[0]
        t[0] ^= t[4]
        t[3] ^= t[2]
        t[2] ^= MASK
        x0, x1, x2, x3, x4 = (x ^ rotr(x, m) ^ rotr(x, n)
                              for x, (m, n) in zip(t, ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))))
    return [x0, x1, x2, x3, x4]


def ascon_xof128(message, size):
    """SP 800-232 s.5.2."""
    s = ascon_p12([0x0000080000cc0003, 0, 0, 0, 0])
    padded = message + b"\x01"
    for word in words(padded + bytes(-len(padded) % 8)):
        s[0] ^= word
        s = ascon_p12(s)
    out = b""
    while len(out) < size:
        out += s[0].to_bytes(8, "little")
        s = ascon_p12(s)
    return out[:size]


def shake128(message, size):
    return hashlib.shake_128(message).digest(size)
