#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The vectors of Hashlane's own suites, from a transcription of their definition that knows nothing of the library.

    own_suites.py            writes own_suites.json
    own_suites.py --check    says whether it is what would be written

A suite over an xof X or a hash H of blocks of B bytes, with name N (N without "hashlane-", in lower case: the label):
    Init(session_id): the input is label || session_id || zeros, up to the first multiple of B that is 64 or more, where
        label = "hashlane-fs-v1/" || the name of X or H in the registry, and zeros up to 32 bytes
    Absorb(x): the input is input || x
    Squeeze(n): the next n bytes of the stream of the input, which begins anew after something was absorbed:
        X(input), or H(root || LE(0, 8)) || H(root || LE(1, 8)) || ... where root = H(input)
    DeriveSessionID(tag): Init(label || zeros) with label = "hashlane-fs-v1/session-id", Absorb(tag), Squeeze(32)
All else is as in draft-irtf-cfrg-fiat-shamir-03.
"""
import hashlib
import json
import pathlib
import sys

import reference

HERE = pathlib.Path(__file__).resolve().parent
FILE = HERE / "own_suites.json"
M31 = 2 ** 31 - 1
P256 = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
SESSION = bytes(range(32))


def over_hash(new):
    def stream(message, size):
        root = new(message).digest()
        blocks = -(-size // len(root))
        return b"".join(new(root + i.to_bytes(8, "little")).digest() for i in range(blocks))[:size]
    return stream


SUITES = {  # identifier: name in the registry, block, stream
    "hashlane-SHA-256": ("sha256", 64, over_hash(hashlib.sha256)),
    "hashlane-SHA-512": ("sha512", 128, over_hash(hashlib.sha512)),
    "hashlane-SHA3-256": ("sha3-256", 136, over_hash(hashlib.sha3_256)),
    "hashlane-KT128": ("kt128", 168, reference.kt128),
    "hashlane-Ascon-XOF128": ("ascon-xof128", 8, reference.ascon_xof128),
}


def label(text):
    return text.encode().ljust(32, b"\0")


class Duplex:
    def __init__(self, suite, session_id):
        name, block, self.stream = SUITES[suite]
        first = label("hashlane-fs-v1/" + name) + session_id
        self.input = first + bytes(-len(first) % block)
        self.read = 0

    def absorb(self, x):
        self.input += x
        if x:
            self.read = 0

    def squeeze(self, n):
        out = self.stream(self.input, self.read + n)[self.read:]
        self.read += n
        return out


def derive_session_id(suite, tag):
    sponge = Duplex(suite, label("hashlane-fs-v1/session-id"))
    sponge.absorb(tag)
    return sponge.squeeze(32)


def absorb(data):
    return {"type": "absorb", "data": data.hex()}


def absorb_ptn(n):
    return {"type": "absorb", "ptn": n}


def squeeze(n):
    return {"type": "squeeze", "length": n}


def ptn(n):
    return bytes(i % 251 for i in range(n))


def operations(block):
    return {
        "init_squeeze": [squeeze(32)],
        "absorb_squeeze": [absorb(b"hello world"), squeeze(64)],
        "absorb_split": [absorb(b"ab"), absorb(b"c"), squeeze(32)],
        "stream": [absorb(b"abc"), squeeze(16), squeeze(16)],
        "empty_absorb": [absorb(b"abc"), squeeze(32), absorb(b""), squeeze(33)],
        "interleave": [absorb(bytes(range(10))), squeeze(16), absorb(b"more data"), squeeze(16), absorb(b"end"), squeeze(7)],
        "multiblock": [absorb(b"\xab" * 600), squeeze(600)],
        "rate_block": [absorb(ptn(block)), squeeze(block - 1), squeeze(2)],
        "before_block": [absorb(ptn(block - 1)), squeeze(8), absorb(ptn(2)), squeeze(8)],
        "squeeze_zero": [absorb(b"abc"), squeeze(0), absorb(b"def"), squeeze(32)],
        "long": [absorb_ptn(8192), squeeze(16), absorb_ptn(9000), squeeze(16)],
    }


def replay(suite, steps):
    sponge, out = Duplex(suite, SESSION), b""
    for step in steps:
        if step["type"] == "absorb":
            sponge.absorb(ptn(step["ptn"]) if "ptn" in step else bytes.fromhex(step["data"]))
        else:
            out += sponge.squeeze(step["length"])
    return out


def sumcheck(suite, session_id, witness):
    """Appendix A of the draft."""
    w, v = list(witness), len(witness).bit_length() - 1
    sponge = Duplex(suite, session_id)
    sponge.absorb(v.to_bytes(4, "little") + (sum(w) % M31).to_bytes(4, "little"))
    narg = b""
    for _ in range(v):
        a0 = sum(w[0::2]) % M31
        a1 = (sum(w[1::2]) - a0) % M31
        message = a0.to_bytes(4, "little") + a1.to_bytes(4, "little")
        sponge.absorb(message)
        narg += message
        r = int.from_bytes(sponge.squeeze(4), "little") % M31
        w = [(w[i] + r * (w[i + 1] - w[i])) % M31 for i in range(0, len(w), 2)]
    return narg, w[0]


def records(suite):
    _, block, _ = SUITES[suite]

    def record(name, function, **fields):
        return {"Id": f"{suite}/{name}", "Function": function, "Hash": suite, **fields}
    for name, steps in operations(block).items():
        yield record(name, "DuplexSponge", SessionId=SESSION.hex(), Operations=steps, Output=replay(suite, steps).hex())
    tag = b"interop-test-v00"
    yield record("derive_sid", "DeriveSessionID", Tag=tag.hex(), Output=derive_session_id(suite, tag).hex())
    steps = [absorb(b"\x08\0\0\0instance"), squeeze(48)]
    out = replay(suite, steps)
    yield record("decode_uint", "DecodeUint", Modulus=hex(P256), SessionId=SESSION.hex(), Operations=steps,
                 Output=out.hex(), Challenge=hex(int.from_bytes(out, "little") % P256))
    witness, tag = [1 << i for i in range(16)], b"sumcheck"
    session = derive_session_id(suite, tag)
    narg, value = sumcheck(suite, session, witness)
    common = dict(Modulus=hex(M31), NumVariables=4, Tag=tag.hex(), SessionId=session.hex(), ClaimedSum="0xffff")
    yield record("sumcheck", "Sumcheck", **common, Witness=witness, Narg=narg.hex(), FinalEvaluation=hex(value))
    yield record("sumcheck_reject_trailing_bytes", "Sumcheck", **common, Narg=narg.hex() + "00", Expected="reject")


def main():
    text = json.dumps([r for suite in SUITES for r in records(suite)], indent=1) + "\n"
    if "--check" not in sys.argv:
        FILE.write_text(text)
        return 0
    good = FILE.read_text() == text
    print(f"{int(good)} passed, {int(not good)} failed")
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
