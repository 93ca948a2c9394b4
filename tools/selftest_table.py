#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes the known answers of selftest.hpp from the third-party vectors in tests/data.

    selftest_table.py            writes include/hashlane/selftest/vectors.hpp
    selftest_table.py --check    fails where it is not what it would write
"""
import itertools
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "constexpr"))
from generate import json_cases, spread, text_cases, blob_cases  # noqa: E402

TABLE = ROOT / "include" / "hashlane" / "selftest" / "vectors.hpp"
LONGEST_CUSTOM = 256  # of KangarooTwelve by name
HEAD = """\
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Written by tools/selftest_table.py from tests/data (see its README for the origin of each vector).

#include <cstddef>
#include <cstdint>

#include "../lanes/config.hpp"

namespace hashlane::inline HASHLANE_ABI::selftests {

inline constexpr std::size_t longest_string = 256;  // bytes

// All strings are hexadecimal digits. An empty string and the number 0 stand for nothing. A pattern of n bytes is ptn(n)
// of RFC 9861 s.5, in place of the string.
struct known_answer {
    const char *algorithm, *message, *output;
    const char *key = "", *custom = "", *name = "";
    std::size_t pattern = 0, custom_pattern = 0, block = 0;
    std::uint8_t domain = 0;
};

struct known_seal {
    const char *algorithm, *key, *nonce, *associated, *text, *sealed;
};

// 0 iterations stand for HKDF.
struct known_key {
    const char *algorithm, *secret, *salt, *info, *output;
    std::size_t iterations;
};

// clang-format off
"""


def row(algorithm, message, output, **more):
    fields = {"algorithm": algorithm, "message": message.lower(), "output": output.lower()}
    for name in ("key", "custom", "name", "pattern", "custom_pattern", "block", "domain"):
        if more.get(name):
            fields[name] = more[name]
    shown = (f'.{name} = "{value}"' if isinstance(value, str) else f".{name} = {value}" for name, value in fields.items())
    return "    {" + ", ".join(shown) + "},"


def message(case):
    return "" if case.get("Len") == "0" else case["Msg"]


def fixed(algorithm, path, count=3):
    return [row(algorithm, message(c), c["MD"]) for c in spread(text_cases(path), count, 200)]


def sp800_185():
    for c in json_cases("sp800-185/nist-samples.json"):
        name = c["fn"].replace("128xof", "xof128").replace("256xof", "xof256")
        text = ",".join(c["tuple"]) if "tuple" in name else c["msg"]
        yield row(name, text, c["out"], key=c.get("key"), custom=c["custom"].encode().hex(),
                  name=c.get("functionName", "").encode().hex(), block=c.get("blockBytes"))


def rfc9861():
    for c in json_cases("turboshake-k12/rfc9861-draft.json"):
        size = c["M"].get("ptn", 0)
        if c["outBytes"] <= 64 and size <= 17**4 and c.get("C", {}).get("ptn", 0) <= LONGEST_CUSTOM:
            custom = c.get("C", {})
            yield row(c["fn"].lower(), c["M"].get("hex", ""), c["out"], pattern=size, domain=c.get("D"),
                      custom=custom.get("hex"), custom_pattern=custom.get("ptn"))


def answers():
    for size in ("224", "256", "384", "512", "512_224", "512_256"):
        yield from fixed(f"sha{size.replace('_', '-')}", f"sha2/cavp/SHA{size}ShortMsg.rsp")
    for size in (224, 256, 384, 512):
        yield from fixed(f"sha3-{size}", f"sha3/cavp/SHA3_{size}ShortMsg.rsp")
        yield from (row(f"keccak-{size}", c["Msg"], c["MD"]) for c in spread(blob_cases(f"keccak-legacy/keccak_{size}_kat.blb"), 2, 200))
    for size in (128, 256):
        for c in spread(text_cases(f"shake/cavp/SHAKE{size}ShortMsg.rsp"), 3, 200):
            yield row(f"shake{size}", message(c), c["Output"])
    yield from sp800_185()
    yield from rfc9861()
    yield from fixed("ascon-hash256", "ascon/sp800232_hash256.txt")
    yield from fixed("ascon-xof128", "ascon/sp800232_xof128_64B.txt")
    for c in spread(text_cases("ascon/sp800232_cxof128_64B.txt"), 3):
        yield row("ascon-cxof128", c["Msg"], c["MD"], custom=c["Z"].lower())
    for name in ("hash", "hasha"):
        yield from fixed(f"ascon-{name}", f"ascon/v12_ascon{name}.txt", 2)
    for name in ("xof", "xofa"):
        yield from fixed(f"ascon-{name}", f"ascon/v12_ascon{name}_32B.txt", 2)
    for size in (224, 256, 384, 512):
        for c in spread(text_cases(f"hmac-kdf/rfc/rfc-4231-sha{size}.txt"), 2):
            if len(c["MD"]) == size // 4:
                yield row(f"hmac-sha{size}", c["Msg"], c["MD"], key=c["Key"].lower())


def seals():
    for path, name in (("sp800232_aead128", "ascon-aead128"), ("v12_ascon128_aead", "ascon-128"),
                       ("v12_ascon128a_aead", "ascon-128a"), ("v12_ascon80pq_aead", "ascon-80pq")):
        for c in spread(text_cases(f"ascon/{path}.txt"), 3, 60, "PT"):
            values = [c[field].lower() for field in ("Key", "Nonce", "AD", "PT")] + [(c["CT"] + c.get("Tag", "")).lower()]
            yield "    {" + ", ".join(f'"{v}"' for v in [name, *values]) + "},"


def keys():
    case = {}
    for c in text_cases("hmac-kdf/rfc/rfc-5869-HKDF-SHA256.txt"):
        case |= c  # one test case is several paragraphs
        if "OKM" in c:
            values = ("hkdf-sha256", *(case[name] for name in ("IKM", "salt", "info", "OKM")))
            yield "    {" + ", ".join(f'"{v}"' for v in values) + ", 0},"
    for c in json_cases("hmac-kdf/wycheproof/pbkdf2_hmacsha256_test.json"):
        if c["iterationCount"] < 100 and c["result"] == "valid" and len(c["password"]) <= 2 * 64:
            yield f'    {{"pbkdf2-sha256", "{c["password"]}", "{c["salt"]}", "", "{c["dk"]}", {c["iterationCount"]}}},'


def table():
    return "\n".join([HEAD + "inline constexpr known_answer known_answers[] = {", *answers(), "};", "",
                      "inline constexpr known_seal known_seals[] = {", *seals(), "};", "",
                      "inline constexpr known_key known_keys[] = {", *itertools.islice(keys(), 8), "};",
                      "// clang-format on", "", "}  // namespace hashlane::inline HASHLANE_ABI::selftests", ""])


def main():
    wanted = table()
    if "--check" in sys.argv:
        same = TABLE.read_text() == wanted
        print("1 passed, 0 failed" if same else "0 passed, 1 failed")
        return 0 if same else 1
    TABLE.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
