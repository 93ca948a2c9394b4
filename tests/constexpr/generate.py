#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes the third-party vectors of tests/data as static_assert: one .cpp for each family, beside this script.

    generate.py            writes them
    generate.py --check    fails, and shows the difference, where one is not what it would write
"""
import difflib
import hashlib
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "data"


# ---- reading

def text_cases(path):
    cases, inherited = [], {}
    for block in re.split(r"\r?\n\s*\r?\n", (DATA / path).read_text()):
        case = {}
        for line in block.splitlines():
            if line.startswith("#") or "=" not in line:
                continue
            name, value = (part.strip() for part in line.strip().strip("[]").split("=", 1))
            (inherited if line.startswith("[") else case)[name] = value
        if case:
            cases.append({**inherited, **case})
    return cases


def json_cases(path):
    document = json.loads((DATA / path).read_text())
    groups = document.get("testGroups", [document])
    return [{**group, **test} for group in groups for test in group["tests"]]


def blob_cases(path):
    data, at = (DATA / path).read_bytes(), 2
    blobs = []
    while at < len(data):
        size, at = data[at], at + 1
        if size & 0x80:  # each continuation adds one
            size, at = ((size & 0x7f) + 1) << 7 | data[at], at + 1
        blobs.append(data[at:at + size // 2].hex())
        at += size // 2
    return [{"Msg": m, "MD": d} for m, d in zip(blobs[::2], blobs[1::2])]


# ---- choosing

def spread(cases, count, most_bytes=400, by="Msg"):
    """count of them, evenly over the lengths of the message, the shortest and the longest among them."""
    fit = [c for c in cases if c.get(by) is not None and len(c[by]) <= 2 * most_bytes]
    fit.sort(key=lambda c: len(c[by]))
    last = len(fit) - 1
    picked = sorted({round(i * last / max(count - 1, 1)) for i in range(count)})
    return [fit[i] for i in picked]


# ---- writing

def q(hexadecimal):
    return '"' + hexadecimal.lower() + '"'


def text(words):
    return q(words.encode().hex())


def line(helper, *arguments):
    return f"static_assert({helper}({', '.join(arguments)}));"


def message(case):
    return q("" if case.get("Len") == "0" else case["Msg"])


def hashes(name, cases, count, most_bytes=300):
    return [line(f"digest_is<hl::{name}>", message(c), q(c["MD"])) for c in spread(cases, count, most_bytes)]


def bit_hashes(name, cases, count):
    odd = [c for c in cases if int(c.get("Len", c.get("MsgBits", 0))) % 8]
    return [line(f"digest_is<hl::{name}>", q(c["Msg"]), c.get("Len", c.get("MsgBits")), q(c["MD"]))
            for c in spread(odd, count)]


def xofs(name, cases, count, output="Output", most_bytes=300):
    return [line(f"output_is<hl::{name}>", message(c), q(c[output][:400])) for c in spread(cases, count, most_bytes)]


def aeads(name, cases, count):
    """Both the LWC files, where the tag ends the ciphertext, and Wycheproof's."""
    valid = [c for c in cases if c.get("Result", "valid") == "valid"]
    return [line(f"seals<hl::{name}>", *(q(c[field]) for field in ("Key", "Nonce", "AD", "PT")),
                 q(c["CT"] + c.get("Tag", ""))) for c in spread(valid, count, 60, "PT")]


def sha2():
    out = []
    for name in ("sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256"):
        out += hashes(name, text_cases(f"sha2/cavp/{name.upper()}ShortMsg.rsp"), 7)
    return out


def sha3():
    out = []
    for size in (224, 256, 384, 512):
        out += hashes(f"sha3_{size}", text_cases(f"sha3/cavp/SHA3_{size}ShortMsg.rsp"), 6)
    return out + bit_hashes("sha3_256", text_cases("sha3/xkcp/ShortMsgKAT_SHA3-256.txt"), 6)


def keccak():
    out = []
    for size in (224, 256, 384, 512):
        out += hashes(f"keccak{size}", blob_cases(f"keccak-legacy/keccak_{size}_kat.blb"), 3)
    out += hashes("keccak_256", text_cases("keccak-legacy/ShortMsgKAT_256.txt"), 6)
    for size in (128, 256):
        out += xofs(f"shake{size}", text_cases(f"shake/cavp/SHAKE{size}ShortMsg.rsp"), 6)
        out += xofs(f"shake{size}", text_cases(f"shake/cavp/SHAKE{size}VariableOut.rsp"), 4)
    return out


def sp800_185():
    out = []
    for c in json_cases("sp800-185/nist-samples.json"):
        name = c["fn"].replace("128xof", "xof128").replace("256xof", "xof256")
        s, result = text(c["custom"]), q(c["out"])
        if "shake" in name:
            out.append(line(f"cshake_is<hl::{name}>", text(c["functionName"]), s, q(c["msg"]), result))
        elif "kmac" in name:
            out.append(line(f"kmac_is<hl::{name}>", q(c["key"]), s, q(c["msg"]), result))
        elif "tuple" in name:
            out.append(line(f"tuple_is<hl::{name}>", s, result, *map(q, c["tuple"])))
        else:
            out.append(line(f"parallel_is<hl::{name}>", str(c["blockBytes"]), s, q(c["msg"]), result))
    return out


def pattern(value):
    return q(value["hex"]) if "hex" in value else f"ptn<{value['ptn']}>"


def turboshake_k12():
    out = []
    for c in json_cases("turboshake-k12/rfc9861-draft.json"):
        if max(c["M"].get("ptn", 0), c.get("C", {}).get("ptn", 0)) > 9000 or c["outBytes"] > 64:
            continue
        name, m = c["fn"].lower(), pattern(c["M"])
        if name.startswith("turbo"):
            out.append(line(f"output_is<hl::{name}>", m, q(c["out"]), f"0x{c['D']:02x}"))
        else:
            out.append(line(f"kt_is<hl::{name}>", pattern(c["C"]), m, q(c["out"])))
    return out


def ascon():
    out = hashes("ascon_hash256", text_cases("ascon/sp800232_hash256.txt"), 7)
    out += bit_hashes("ascon_hash256", text_cases("ascon/sp800232_hash256_acvp_bits.txt"), 3)
    out += xofs("ascon_xof128", text_cases("ascon/sp800232_xof128_64B.txt"), 6, "MD")
    for c in spread(text_cases("ascon/sp800232_cxof128_64B.txt"), 6):
        out.append(line("cxof_is<hl::ascon_cxof128>", q(c["Z"]), q(c["Msg"]), q(c["MD"])))
    out += aeads("ascon_aead128", text_cases("ascon/sp800232_aead128.txt"), 8)
    return out + aeads("ascon_aead128", text_cases("ascon/sp800232_aead128_wycheproof.txt"), 6)


def ascon_v12():
    out = []
    for name in ("hash", "hasha"):
        out += hashes(f"ascon_{name}", text_cases(f"ascon/v12_ascon{name}.txt"), 6)
    for name in ("xof", "xofa"):
        out += xofs(f"ascon_{name}", text_cases(f"ascon/v12_ascon{name}_32B.txt"), 6, "MD")
    for name in ("128", "128a", "80pq"):
        out += aeads(f"ascon_{name}", text_cases(f"ascon/v12_ascon{name}_aead.txt"), 6)
        out += aeads(f"ascon_{name}", text_cases(f"ascon/v12_ascon{name}_wycheproof.txt"), 5)
    return out


def mac():
    out = []
    for size in (224, 256, 384, 512):
        for c in text_cases(f"hmac-kdf/rfc/rfc-4231-sha{size}.txt"):
            out.append(line(f"hmac_is<hl::hmac<hl::sha{size}>>", q(c["Key"]), q(c["Msg"]), q(c["MD"])))
    for c in json_cases("hmac-kdf/wycheproof/hmac_sha3_256_test.json")[:6]:
        if c["result"] == "valid" and c["tagSize"] == 256:
            out.append(line("hmac_is<hl::hmac<hl::sha3_256>>", q(c["key"]), q(c["msg"]), q(c["tag"])))
    # blank lines stand inside a case of this file
    rfc5869 = re.split(r"COUNT = \d", (DATA / "hmac-kdf/rfc/rfc-5869-HKDF-SHA256.txt").read_text())[1:]
    for block in rfc5869:
        c = {name: value for name, value in re.findall(r"^(\w+)\s*=[ \t]*(\S*)", block, re.M)}
        out.append(line("hkdf_is<hl::hkdf<hl::sha256>>", q(c["salt"]), q(c["IKM"]), q(c["info"]), q(c["OKM"])))
    for c in json_cases("hmac-kdf/wycheproof/pbkdf2_hmacsha256_test.json"):
        if c["iterationCount"] <= 2:
            rounds = str(c["iterationCount"])
            out.append(line("pbkdf2_is<hl::pbkdf2<hl::sha256>>", q(c["password"]), q(c["salt"]), rounds, q(c["dk"])))
    return out


# file, the header it needs, the number of files it is cut into
FAMILIES = {
    "sha2": (sha2, "sha2.hpp", 2), "sha3": (sha3, "sha3.hpp", 2), "keccak": (keccak, "sha3.hpp", 2),
    "sp800_185": (sp800_185, "sp800_185.hpp", 3), "turboshake": (turboshake_k12, "kangarootwelve.hpp", 2),
    "ascon": (ascon, "ascon.hpp", 2), "ascon_v12": (ascon_v12, "ascon_v12.hpp", 2), "mac": (mac, "mac.hpp", 2),
}
EXTRA_HEADERS = {"turboshake": ["turboshake.hpp"], "mac": ["sha2.hpp", "sha3.hpp"]}


HEAD = ["// SPDX-License-Identifier: Apache-2.0 OR MIT",
        "// Written by generate.py from tests/data (see its README for the origin of each vector)."]


def long_messages():
    """64 KiB in one constant expression: file, header, class, bytes of ptn(), digest."""
    message = bytes(i % 251 for i in range(65536))
    for name in ("sha256", "sha512", "sha3_256"):
        yield name, "sha3.hpp" if "3_" in name else "sha2.hpp", name, 65536, hashlib.new(
            name.replace("3_", "3-"), message).hexdigest()
    kt128 = next(c["out"] for c in json_cases("turboshake-k12/rfc9861-draft.json")
                 if c["fn"] == "KT128" and c["M"] == {"ptn": 17**4})
    yield "kt128", "kangarootwelve.hpp", "kt128", 17**4, kt128
    # computed with a separate implementation that agrees with every vector of ascon/sp800232_hash256.txt
    yield "ascon_hash256", "ascon.hpp", "ascon_hash256", 65536, (
        "a651fdd77c99f7493431517ea0233611be93da56050ffecc4385f8fa646f0b5d")


def generated():
    for name, header, algorithm, size, digest in long_messages():
        yield f"long_{name}.cpp", "\n".join([
            *HEAD, f"#include <hashlane/{header}>", "", '#include "constant.hpp"', "",
            "// Under the default limits of the compiler. The message has a budget of its own.",
            "// clang-format off",
            f"constexpr auto message = constant::decode(constant::ptn<{size}>);",
            f"static_assert(hashlane::digest<hashlane::{algorithm}>(message) == constant::decode({q(digest)}));", ""])
    for family, (lines_of, header, parts) in FAMILIES.items():
        lines = lines_of()
        headers = sorted([header, *EXTRA_HEADERS.get(family, [])])
        for part in range(parts):
            yield f"{family}_{part + 1}.cpp", "\n".join([
                *HEAD, *(f"#include <hashlane/{h}>" for h in headers), "",
                '#include "constant.hpp"', "",
                "using namespace constant;", "",
                "// clang-format off", *lines[part::parts], ""])


def main():
    check = "--check" in sys.argv
    same = wrong = 0
    for name, content in generated():
        file = HERE / name
        there = file.read_text() if file.exists() else ""
        if there == content:
            same += 1
        elif check:
            wrong += 1
            both = (text.splitlines(True) for text in (there, content))
            sys.stdout.writelines(difflib.unified_diff(*both, name, "generate.py"))
        else:
            file.write_text(content)
    if check:
        print(f"{same} passed, {wrong} failed")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
