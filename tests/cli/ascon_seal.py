# SPDX-License-Identifier: Apache-2.0 OR MIT
"""docs/SEAL.md a second time, from its words and from SP 800-232, to compare with. Slow, and not for secrets."""
import hashlib

MASK = (1 << 64) - 1
CONSTANTS = [0x3c, 0x2d, 0x1e, 0x0f, 0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b]
ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))


def permute(s, rounds):
    for constant in CONSTANTS[16 - rounds:]:
        x = list(s)
        x[2] ^= constant
        x[0] ^= x[4]
        x[4] ^= x[3]
        x[2] ^= x[1]
        t = [(x[i] ^ MASK) & x[(i + 1) % 5] for i in range(5)]
        x = [x[i] ^ t[(i + 1) % 5] for i in range(5)]
        x[1] ^= x[0]
        x[0] ^= x[4]
        x[3] ^= x[2]
        x[2] ^= MASK
        s[:] = [w ^ (w >> a | w << 64 - a) & MASK ^ (w >> b | w << 64 - b) & MASK for w, (a, b) in zip(x, ROTATIONS)]


def word(data):
    return int.from_bytes(data, "little")


def aead(key, nonce, associated, text, decrypting):
    """SP 800-232 s.4.1: (text, tag)."""
    k = [word(key[:8]), word(key[8:])]
    s = [0x00001000808c0001, *k, word(nonce[:8]), word(nonce[8:])]
    permute(s, 12)
    s[3] ^= k[0]
    s[4] ^= k[1]
    if associated:
        padded = associated + b"\1" + bytes(-(len(associated) + 1) % 16)
        for i in range(0, len(padded), 16):
            s[0] ^= word(padded[i:i + 8])
            s[1] ^= word(padded[i + 8:i + 16])
            permute(s, 8)
    s[4] ^= 1 << 63
    out = b""
    for i in range(0, len(text) + 1, 16):
        block = text[i:i + 16]
        stream = s[0].to_bytes(8, "little") + s[1].to_bytes(8, "little")
        result = bytes(a ^ b for a, b in zip(block, stream))
        plain = (result if decrypting else block) + (b"\1" if len(block) < 16 else b"")
        plain += bytes(16 - len(plain))
        s[0] ^= word(plain[:8])
        s[1] ^= word(plain[8:])
        out += result
        if len(block) == 16:
            permute(s, 8)
    s[2] ^= k[0]
    s[3] ^= k[1]
    permute(s, 12)
    return out, (s[3] ^ k[0]).to_bytes(8, "little") + (s[4] ^ k[1]).to_bytes(8, "little")


def chunk_inputs(header, counter, last):
    start = word(header[40:48])
    nonce = header[32:40] + ((start + counter) & MASK).to_bytes(8, "little")
    return nonce, header + counter.to_bytes(8, "little") + bytes([last])


def key_of(header, secret):
    if header[10] == 0:
        return secret
    return hashlib.pbkdf2_hmac("sha256", secret, header[16:32], word(header[12:16]), 16)


def seal(header, secret, text):
    key, size, out = key_of(header, secret), 1 << header[11], header
    pieces = [text[i:i + size] for i in range(0, len(text), size)] or [b""]
    for counter, piece in enumerate(pieces):
        out += b"".join(aead(key, *chunk_inputs(header, counter, counter == len(pieces) - 1), piece, False))
    return out


def unseal(sealed, secret):
    header, body = sealed[:48], sealed[48:]
    key, size, out = key_of(header, secret), (1 << header[11]) + 16, b""
    pieces = [body[i:i + size] for i in range(0, len(body), size)]
    for counter, piece in enumerate(pieces):
        text, tag = aead(key, *chunk_inputs(header, counter, counter == len(pieces) - 1), piece[:-16], True)
        assert tag == piece[-16:]
        out += text
    return out


def header(source, log2, iterations, salt, nonce):
    return b"HLSEAL\x1a\n" + bytes([1, 1, source, log2]) + iterations.to_bytes(4, "little") + salt + nonce
