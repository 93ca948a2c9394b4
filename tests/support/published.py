# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The files of published vectors, one function for each way of naming the fields, in one shape for all faces."""
import dataclasses
import functools
import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests" / "constexpr"))
from generate import json_cases, text_cases  # noqa: E402


@functools.cache
def place():
    """As of the C++ tests: HASHLANE_VECTORS, the folder beside the repository, or the copy in it."""
    beside = ROOT.parent / "shared" / "vectors"
    given = os.environ.get("HASHLANE_VECTORS")
    return pathlib.Path(given).resolve() if given else beside if beside.is_dir() else ROOT / "tests" / "data"


def cases(reader, path):
    """A file that the repository's copy leaves out has no cases there."""
    file = place() / path
    left_out = place() / "left-out.txt"
    if not file.exists() and left_out.exists() and path in left_out.read_text().split():
        return []
    return reader(file)


@dataclasses.dataclass(frozen=True)
class Vector:
    """kind digest: hash, xof or mac; `output` begins after `skip` of `size` bytes. aead: `elements` are nonce, header,
    text, ciphertext and tag. hkdf, pbkdf2: `custom` is the salt, `name` the info. Not valid: must be refused, or differ."""
    folder: str
    algorithm: str
    message: bytes = b""
    output: bytes = b""
    bits: int = 0         # of the message
    output_bits: int = 0  # of the output, the last ones low
    size: int = 0
    skip: int = 0
    valid: bool = True
    kind: str = "digest"
    key: bytes = b""
    custom: bytes = b""
    name: bytes = b""
    number: int = 0  # block of ParallelHash, domain of TurboSHAKE, iterations
    elements: tuple = None

    @property
    def in_bits(self):
        return bool(self.bits % 8 or self.output_bits % 8)


def line(v):
    """kind folder algorithm valid bits output_bits size skip number, then in hexadecimal key custom name message output
    elements: "-" for nothing, "ptn:N" for the pattern of RFC 9861, each element with a comma behind it."""
    def hexadecimal(b):
        return "-" if not b else f"ptn:{len(b)}" if len(b) > 100_000 and b == pattern(len(b)) else b.hex()
    elements = "".join(f"{e.hex()}," for e in v.elements or ()) or "-"
    return " ".join(map(str, (v.kind, v.folder, v.algorithm, int(v.valid), v.bits, v.output_bits, v.size, v.skip, v.number,
                              *map(hexadecimal, (v.key, v.custom, v.name, v.message, v.output)), elements)))


def pattern(n):
    return (bytes(range(251)) * (n // 251 + 1))[:n]


def octets(text, bits=None, high=False):
    """So many bits of it; `high`: the last ones stand at the high end of their byte, here they go to its low end."""
    data = bytes.fromhex(text)
    if bits is None:
        return data, len(data) * 8
    data = data[:(bits + 7) // 8]
    return (data[:-1] + bytes([data[-1] >> 8 - bits % 8]) if high and bits % 8 else data), bits


def digest(path, algorithm, message, output, **more):
    """message and output: what octets() gives."""
    out, bits = output
    return Vector(path.split("/")[0], algorithm, message[0], out, message[1], bits, more.pop("size", len(out)), **more)


# ---- formats

def blob_cases(file):
    """RustCrypto's blobby: how many, strings that come often, then each string or the place of one of those."""
    data, at = file.read_bytes(), 0

    def number():
        nonlocal at
        n = 0
        while True:
            byte, at = data[at], at + 1
            n |= byte & 0x7f
            if byte < 0x80:
                return n
            n = (n + 1) << 7

    def take(n):
        nonlocal at
        at += n
        return data[at - n:at].hex()

    count, often = number(), number()
    often = [take(number()) for _ in range(often)]
    blobs = [often[n >> 1] if n & 1 else take(n >> 1) for n in (number() for _ in range(count))]
    return [{"Msg": m, "MD": d} for m, d in zip(blobs[::2], blobs[1::2], strict=True)]


def xkcp_k12(file):
    """`KangarooTwelve(M=1 times byte 0xFF, C=pattern 0x00 to 0xFA for 41^1 bytes, 10032 bytes), last 32 bytes:`"""
    def octets_of(words):
        base, exponent = map(int, re.search(r"(\d+)\^(\d+)|$", words).groups(default="0"))
        return b"\xff" * int(words.split()[0]) if "times" in words else pattern(base**exponent) if "for" in words else b""
    for m, c, size, out in re.findall(r"\(M=(.*), C=(.*), (\d+) bytes\).*:\n(.*)", file.read_text()):
        yield octets_of(m), octets_of(c), int(size), bytes.fromhex(out)


# ---- how the files name their fields

def cavp(path, algorithm, reader=text_cases):
    for c in cases(reader, path):
        if "Msg" in c and int(c.get("ZBits", "0")) % 8 == 0:
            length = c.get("Len", c.get("MsgBits"))
            out = c.get("MD", c.get("Output"))
            yield digest(path, algorithm, octets(c["Msg"], int(length) if length else None),
                         octets(out, int(c["OutBits"]) if "OutBits" in c else None),
                         custom=octets(c.get("Z", ""), int(c["ZBits"]) if "ZBits" in c else None)[0])


def acvp(path, algorithm, high=True):
    for c in cases(json_cases, path):
        if c["testType"] == "AFT" and c.get("csLen", 0) % 8 == 0:
            yield digest(path, algorithm, octets(c["msg"], c["len"], high), octets(c["md"], c.get("outLen"), high),
                         custom=octets(c.get("cs", ""), c.get("csLen", 0))[0])


def acvp_sp800_185(path):
    """A key of odd bits, and odd bits of an output whose length is part of the input, are for no face."""
    for c in cases(json_cases, path):
        if c["testType"] == "MCT":
            continue
        family, strength = path.split("/")[-1].split("-")[:2]
        mac = "macLen" in c and "mac" in c
        key, key_bits = octets(c.get("key", ""), c.get("keyLen"))
        out = octets(c["mac" if mac else "md"], c["macLen" if mac else "outLen"], True)
        xof = c.get("xof") or family == "cSHAKE"
        if key_bits % 8 or out[1] % 8 and not xof:
            continue
        message = octets(c.get("msg", ""), c.get("msgLen", c.get("len")) if "msg" in c else None, True)
        block = c.get("blockSize", 0)
        if block and message[1] % 8 and message[1] // 8 % block == 0:  # dropped there: the vectors' README, trap 3
            message = message[0][:message[1] // 8], message[1] // 8 * 8
        custom = c.get("customizationHex")
        yield digest(path, f"{family.lower()}{'xof' if c.get('xof') else ''}{strength}", message, out, key=key,
                     custom=bytes.fromhex(custom) if custom else c["customization"].encode(),
                     name=c.get("functionName", "").encode(), number=block, valid=c.get("testPassed", True),
                     elements=tuple(map(bytes.fromhex, c["tuple"])) if "tuple" in c else None)


def nist_samples():
    path = "sp800-185/nist-samples.json"
    for c in cases(json_cases, path):
        yield digest(path, c["fn"].replace("128xof", "xof128").replace("256xof", "xof256"), octets(c.get("msg", "")),
                     octets(c["out"]), key=bytes.fromhex(c.get("key", "")), custom=c["custom"].encode(),
                     name=c.get("functionName", "").encode(), number=c.get("blockBytes", 0),
                     elements=tuple(map(bytes.fromhex, c["tuple"])) if "tuple" in c else None)


def cshake_samples(path, algorithm):
    for c in cases(text_cases, path):
        if "Msg" in c:
            yield digest(path, algorithm, octets(c["Msg"], int(c["Len"])), octets(c["MD"]),
                         name=octets(c["N"], int(c["NLen"]))[0], custom=octets(c["S"], int(c["SLen"]))[0])


def rfc9861():
    path = "turboshake-k12/rfc9861-draft.json"
    for c in cases(json_cases, path):
        message, custom = (bytes.fromhex(m["hex"]) if "hex" in m else pattern(m["ptn"])
                           for m in (c["M"], c.get("C", {"hex": ""})))
        yield digest(path, c["fn"].lower(), (message, 8 * len(message)), octets(c["out"]), size=c["outBytes"],
                     skip=c["outBytes"] - c["last"], custom=custom, number=c.get("D", 0))
    path = "turboshake-k12/XKCP-KangarooTwelve.txt"
    for message, custom, size, out in cases(xkcp_k12, path):
        yield digest(path, "kt128", (message, 8 * len(message)), (out, 8 * len(out)), size=size, skip=size - len(out),
                     custom=custom)


def mac(path, algorithm, key, message, output, size=None, **more):
    """Of an HMAC a tag may be the first bytes alone."""
    return digest(path, algorithm, octets(message), octets(output), key=bytes.fromhex(key),
                  size=size or len(output) // 2, **more)


SIZES = {name: int(name[-3:]) // 8 for name in ("sha224", "sha256", "sha384", "sha512", "sha512-224", "sha512-256",
                                                "sha3-224", "sha3-256", "sha3-384", "sha3-512")}


def wycheproof_mac(path, algorithm, size=None):
    for c in cases(json_cases, path):
        yield mac(path, algorithm, c["key"], c["msg"], c["tag"], size, valid=c["result"] == "valid")


def hmacs():
    for name, size in SIZES.items():
        yield from wycheproof_mac(f"hmac-kdf/wycheproof/hmac_{name.replace('-', '_')}_test.json", f"hmac-{name}", size)
    for bits in (224, 256, 384, 512):
        path = f"hmac-kdf/rfc/rfc-4231-sha{bits}.txt"
        for c in cases(text_cases, path):
            if "Msg" in c:
                yield mac(path, f"hmac-sha{bits}", c["Key"], c["Msg"], c["MD"], bits // 8)
    for file, name in (("SHA2-256", "sha256"), ("SHA2-512", "sha512"), ("SHA3-256", "sha3-256")):
        path = f"hmac-kdf/acvp/HMAC-{file}-2.0.json"
        for c in cases(json_cases, path):
            yield mac(path, f"hmac-{name}", c["key"], c["msg"], c["mac"], SIZES[name])
    path = "hmac-kdf/acvp/KDF-KMAC-Sp800-108r1.json"
    for c in cases(json_cases, path):
        if "derivedKey" in c:
            yield mac(path, c["macMode"].lower().replace("-", ""), c["keyDerivationKey"], c["context"], c["derivedKey"],
                      custom=bytes.fromhex(c["label"]))


# ---- keys from keys and passwords

def derived(path, kind, hash_name, secret, salt, info, number, output, valid=True, size=None):
    return Vector(path.split("/")[0], f"{kind}-{hash_name}", secret, output, 8 * len(secret), 8 * len(output),
                  len(output) if size is None else size, valid=valid, kind=kind, custom=salt, name=info, number=number)


def counted(file):
    """Each case begins with COUNT, and has empty lines within."""
    for block in file.read_text().split("COUNT")[1:]:
        yield dict(re.findall(r"^(\w+) *= *(\S*)$", block, re.M))


def kdfs():
    for bits in (224, 256, 384, 512):
        path = f"hmac-kdf/wycheproof/hkdf_sha{bits}_test.json"
        for c in cases(json_cases, path) if bits != 224 else ():
            yield derived(path, "hkdf", f"sha{bits}", *(bytes.fromhex(c[f]) for f in ("ikm", "salt", "info")), 0,
                          bytes.fromhex(c["okm"]), c["result"] == "valid", c["size"])
        path = f"hmac-kdf/wycheproof/pbkdf2_hmacsha{bits}_test.json"
        for c in cases(json_cases, path):
            yield derived(path, "pbkdf2", f"sha{bits}", bytes.fromhex(c["password"]), bytes.fromhex(c["salt"]), b"",
                          c["iterationCount"], bytes.fromhex(c["dk"]))
    path = "hmac-kdf/rfc/rfc-5869-HKDF-SHA256.txt"
    for c in cases(counted, path):
        yield derived(path, "hkdf", "sha256", *(bytes.fromhex(c[f]) for f in ("IKM", "salt", "info")), 0,
                      bytes.fromhex(c["OKM"]))
    path = "hmac-kdf/acvp/PBKDF-1.0.json"
    for c in cases(json_cases, path):
        yield derived(path, "pbkdf2", c["hmacAlg"].lower().replace("sha2-", "sha"), c["password"].encode(),
                      bytes.fromhex(c["salt"]), b"", c["iterationCount"], bytes.fromhex(c["derivedKey"]))


# ---- OpenSSL's evp_test: "text" in quotes or hexadecimal, a name several times

def evp(file):
    for block in file.read_text().split("\n\n"):
        fields = [tuple(part.strip() for part in row.split("=", 1)) for row in block.splitlines()
                  if "=" in row and not row.startswith("#")]
        if fields and "Result" not in dict(fields):
            yield fields


def evp_value(text):
    return text[1:-1].encode() if text.startswith('"') else bytes.fromhex(text)


def evp_control(fields, *names):
    """"hexsalt:00ff" or "salt:text"."""
    return b"".join(bytes.fromhex(value.split(":", 1)[1]) if value.startswith("hex") else value.split(":", 1)[1].encode()
                    for name, value in fields if name in names)


def evp_digests():
    path = "openssl-3.0.20/evpmd_sha.txt"
    for fields in cases(evp, path):
        algorithm, pieces = dict(fields).get("Digest", "").lower(), []
        if algorithm not in SIZES and algorithm not in ("shake128", "shake256"):
            continue
        for name, value in fields:
            if name == "Input":
                pieces.append(evp_value(value))
            elif name in ("Ncopy", "Count"):
                pieces[-1] *= int(value)
        yield digest(path, algorithm, octets(b"".join(pieces).hex()), octets(dict(fields)["Output"]))


def evp_macs():
    path = "openssl-3.0.20/evpmac_common.txt"
    for fields in cases(evp, path):
        c = dict(fields)
        algorithm = c.get("Algorithm", "").lower()
        if c.get("MAC", "").startswith("KMAC"):
            xof = "xof" if c.get("XOF") == "1" or ("Ctrl", "xof:1") in fields else ""
            name, size = c["MAC"].lower().replace("kmac", "kmac" + xof), None
        elif c.get("MAC") == "HMAC" and algorithm in SIZES:
            name, size = f"hmac-{algorithm}", SIZES[algorithm]
        else:
            continue
        yield mac(path, name, evp_value(c["Key"]).hex(), evp_value(c["Input"]).hex(), c["Output"], size,
                  custom=evp_value(c.get("Custom", "")))


def evp_kdfs():
    path = "openssl-3.0.20/evpkdf_hkdf.txt"
    for fields in cases(evp, path):
        c = dict(fields)
        if c.get("Ctrl.digest") == "digest:SHA256" and "Ctrl.mode" not in c and "Output" in c:
            yield derived(path, "hkdf", "sha256", *(evp_control(fields, f"Ctrl.{f}") for f in ("IKM", "salt", "info")), 0,
                          bytes.fromhex(c["Output"]))
    path = "openssl-3.0.20/evpkdf_pbkdf2.txt"
    for fields in cases(evp, path):
        c = dict(fields)
        name = c.get("Ctrl.digest", "").removeprefix("digest:")
        if name in SIZES and "Output" in c:
            yield derived(path, "pbkdf2", name, evp_control(fields, "Ctrl.pass", "Ctrl.hexpass"),
                          evp_control(fields, "Ctrl.salt", "Ctrl.hexsalt"), b"", int(c["Ctrl.iter"][5:]),
                          bytes.fromhex(c["Output"]))


# ---- authenticated encryption

def aead(path, algorithm, key, nonce, header, text, cipher, tag, valid):
    return Vector(path.split("/")[0], algorithm, kind="aead", key=bytes.fromhex(key), valid=valid,
                  elements=tuple(map(bytes.fromhex, (nonce, header, text, cipher, tag))))


def aead_text(path, algorithm):
    """LWC: the tag ends CT. Counted in bits, texts and tags are for C++ alone."""
    for c in cases(text_cases, path):
        if "Nonce" not in c or any(int(c.get(f, "0")) % 8 for f in ("ADBits", "PTBits", "TagBits")):
            continue
        cipher, tag = (c["CT"], c["Tag"]) if "Tag" in c else (c["CT"][:-32], c["CT"][-32:])
        if len(tag) >= 16:
            yield aead(path, algorithm, c["Key"] + c.get("Key2", ""), c["Nonce"], c["AD"], c["PT"], cipher, tag,
                       c.get("Result", "valid") == "valid" and c.get("TestPassed", "True") == "True")


def aead_json(path, algorithm):
    for c in cases(json_cases, path):
        if "iv" in c:
            yield aead(path, algorithm, *(c[f] for f in ("key", "iv", "aad", "msg", "ct", "tag")), c["result"] == "valid")
        elif not (c["adLen"] % 8 or c["payloadLen"] % 8 or c["tagLen"] % 8 or c["tagLen"] < 64):
            size = c["payloadLen"] // 4
            yield aead(path, algorithm, c["key"] + c.get("secondKey", ""), c["nonce"], c["ad"][:c["adLen"] // 4],
                       c["pt"][:size], c["ct"][:size], c["tag"][:c["tagLen"] // 4], c.get("testPassed", True))


AEADS = {"ascon-aead128": "sp800_232_aead128", "ascon-128": "128", "ascon-128a": "128a", "ascon-80pq": "80pq"}


def aeads():
    for name, file in AEADS.items():
        yield from aead_json(f"ascon-extra/wycheproof/ascon{'_' * file.startswith('sp')}{file}_test.json", name)
    yield from aead_json("ascon-extra/acvp/Ascon-AEAD128-SP800-232.json", "ascon-aead128")
    for file in ("", "_acvp_bytes", "_acvp_bits_mask", "_wycheproof"):
        yield from aead_text(f"ascon/sp800232_aead128{file}.txt", "ascon-aead128")
    for name in ("128", "128a", "80pq"):
        for file in ("aead", "wycheproof"):
            yield from aead_text(f"ascon/v12_ascon{name}_{file}.txt", f"ascon-{name}")
