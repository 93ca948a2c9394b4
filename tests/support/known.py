# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Known answers of tests/data for the faces that take whole bytes: hashes, XOFs and MACs, one shape for all."""
import dataclasses
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "constexpr"))
from generate import blob_cases, json_cases, text_cases  # noqa: E402

LONGEST = 100_000  # bytes of a message
SHA2 = ("224", "256", "384", "512", "512_224", "512_256")


@dataclasses.dataclass(frozen=True)
class Known:
    algorithm: str
    message: bytes
    output: bytes  # the last bytes of `size`
    size: int
    key: bytes = b""
    custom: bytes = b""
    name: bytes = b""
    block: int = 0
    domain: int = 0


def known(algorithm, message, output, **more):
    output = bytes.fromhex(output)
    return Known(algorithm, bytes.fromhex(message), output, more.pop("size", len(output)), **more)


def cavp(algorithm, path, field="MD"):
    for c in text_cases(path):
        if "Msg" in c:
            yield known(algorithm, "" if c.get("Len") == "0" else c["Msg"], c[field])


def sha():
    for size in SHA2:
        yield from cavp(f"sha{size.replace('_', '-')}", f"sha2/cavp/SHA{size}ShortMsg.rsp")
    for size in (256, 512):
        yield from cavp(f"sha{size}", f"sha2/cavp/SHA{size}LongMsg.rsp")
    for size in (224, 256, 384, 512):
        yield from cavp(f"sha3-{size}", f"sha3/cavp/SHA3_{size}ShortMsg.rsp")
        for c in blob_cases(f"keccak-legacy/keccak_{size}_kat.blb"):
            yield known(f"keccak-{size}", c["Msg"], c["MD"])
    for size in (128, 256):
        for part in ("ShortMsg", "VariableOut"):
            yield from cavp(f"shake{size}", f"shake/cavp/SHAKE{size}{part}.rsp", "Output")


def sp800_185():
    for c in json_cases("sp800-185/nist-samples.json"):
        if "tuple" not in c:
            name = c["fn"].replace("128xof", "xof128").replace("256xof", "xof256")
            yield known(name, c["msg"], c["out"], key=bytes.fromhex(c.get("key", "")), custom=c["custom"].encode(),
                        name=c.get("functionName", "").encode(), block=c.get("blockBytes", 0))


def pattern(given):
    return bytes.fromhex(given["hex"]) if "hex" in given else (bytes(range(251)) * (given["ptn"] // 251 + 1))[:given["ptn"]]


def rfc9861():
    for c in json_cases("turboshake-k12/rfc9861-draft.json"):
        custom = pattern(c.get("C", {"hex": ""}))
        if c["M"].get("ptn", 0) <= LONGEST and len(custom) <= 256:
            yield Known(c["fn"].lower(), pattern(c["M"]), bytes.fromhex(c["out"]), c["outBytes"], custom=custom,
                        domain=c.get("D", 0))


def ascon():
    yield from cavp("ascon-hash256", "ascon/sp800232_hash256.txt")
    yield from cavp("ascon-xof128", "ascon/sp800232_xof128_64B.txt")
    for c in text_cases("ascon/sp800232_cxof128_64B.txt"):
        yield known("ascon-cxof128", c["Msg"], c["MD"], custom=bytes.fromhex(c["Z"]))
    for name in ("hash", "hasha"):
        yield from cavp(f"ascon-{name}", f"ascon/v12_ascon{name}.txt")
    for name in ("xof", "xofa"):
        yield from cavp(f"ascon-{name}", f"ascon/v12_ascon{name}_32B.txt")


def macs():
    for size in (224, 256, 384, 512):
        for c in text_cases(f"hmac-kdf/rfc/rfc-4231-sha{size}.txt"):
            if len(c["MD"]) == size // 4:
                yield known(f"hmac-sha{size}", c["Msg"], c["MD"], key=bytes.fromhex(c["Key"]))
    for name in ("sha256", "sha3-256"):
        for c in json_cases(f"hmac-kdf/wycheproof/hmac_{name.replace('-', '_')}_test.json"):
            if c["result"] == "valid" and c["tagSize"] == 256 and c["key"]:
                yield known(f"hmac-{name}", c["msg"], c["tag"], key=bytes.fromhex(c["key"]))


def everything():
    """No two of the same answer."""
    return list(dict.fromkeys([*sha(), *sp800_185(), *rfc9861(), *ascon(), *macs()]))
