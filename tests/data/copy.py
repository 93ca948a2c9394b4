#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Copies a small part of the third-party vectors into tests/data, so that a clone alone can run the tests.

    tests/data/copy.py VECTORS      copies, and lists every other file that the tests know in left-out.txt

A file with a number keeps its first cases only. acvp/ has prompts and expected results in the form of NIST's ACVP-Server.
"""
import json
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
KAT = HERE.parent / "kat"
ALL = 0

KEPT = {
    "older-readmes/ascon-v1.2-aead.txt": ALL,
    "sha2/cavp/SHA224ShortMsg.rsp": ALL, "sha2/cavp/SHA256ShortMsg.rsp": ALL, "sha2/cavp/SHA384ShortMsg.rsp": ALL,
    "sha2/cavp/SHA512ShortMsg.rsp": ALL, "sha2/cavp/SHA512_224ShortMsg.rsp": ALL,
    "sha2/cavp/SHA512_256ShortMsg.rsp": ALL,
    "sha2/cavp/SHA224Monte.rsp": ALL, "sha2/cavp/SHA256Monte.rsp": ALL, "sha2/cavp/SHA384Monte.rsp": ALL,
    "sha2/cavp/SHA512Monte.rsp": ALL, "sha2/cavp/SHA512_224Monte.rsp": ALL, "sha2/cavp/SHA512_256Monte.rsp": ALL,
    "sha2/cavp/SHA256LongMsg.rsp": 8, "sha2/cavp/SHA512LongMsg.rsp": 8,
    "sha2/rustcrypto/sha224_kat.blb": ALL, "sha2/rustcrypto/sha256_kat.blb": ALL,
    "sha2/rustcrypto/sha384_kat.blb": ALL, "sha2/rustcrypto/sha512_kat.blb": ALL,
    "sha2/rustcrypto/sha512_224_kat.blb": ALL, "sha2/rustcrypto/sha512_256_kat.blb": ALL,
    "sha2/acvp/large-data-tests-sha2-sha3.json": ALL,
    "sha3/cavp/SHA3_224ShortMsg.rsp": ALL, "sha3/cavp/SHA3_256ShortMsg.rsp": ALL,
    "sha3/cavp/SHA3_384ShortMsg.rsp": ALL, "sha3/cavp/SHA3_512ShortMsg.rsp": ALL,
    "sha3/cavp/SHA3_224Monte.rsp": ALL, "sha3/cavp/SHA3_256Monte.rsp": ALL, "sha3/cavp/SHA3_384Monte.rsp": ALL,
    "sha3/cavp/SHA3_512Monte.rsp": ALL,
    "sha3/xkcp/ShortMsgKAT_SHA3-256.txt": 300,
    "keccak-legacy/keccak_224_kat.blb": ALL, "keccak-legacy/keccak_256_kat.blb": ALL,
    "keccak-legacy/keccak_384_kat.blb": ALL, "keccak-legacy/keccak_512_kat.blb": ALL,
    "keccak-legacy/ShortMsgKAT_256.txt": 140, "keccak-legacy/ExtremelyLongMsgKAT_256.txt": ALL,
    "shake/cavp/SHAKE128ShortMsg.rsp": 150, "shake/cavp/SHAKE256ShortMsg.rsp": 150,
    "shake/cavp/SHAKE128Monte.rsp": ALL, "shake/cavp/SHAKE256Monte.rsp": ALL,
    "shake/cavp/SHAKE128VariableOut.rsp": 100, "shake/cavp/SHAKE256VariableOut.rsp": 100,
    "sp800-185/nist-samples.json": ALL,
    "sp800-185/CustomMsgSamples_cSHAKE128.txt": ALL, "sp800-185/CustomMsgSamples_cSHAKE256.txt": ALL,
    "sp800-185/ShortMsgSamples_cSHAKE128.txt": ALL, "sp800-185/ShortMsgSamples_cSHAKE256.txt": ALL,
    "sp800-185/acvp/cSHAKE-128-1.0.json": ALL, "sp800-185/acvp/cSHAKE-256-1.0.json": ALL,
    "sp800-185/wycheproof/kmac128_no_customization_test.json": ALL,
    "turboshake-k12/rfc9861-draft.json": ALL, "turboshake-k12/XKCP-KangarooTwelve.txt": ALL,
    "fiat-shamir/duplexSpongeVectors.json": ALL, "fiat-shamir/fiatShamirCodecVectors.json": ALL,
    "fiat-shamir/fiatShamirShake128Vectors.json": ALL, "fiat-shamir/fiatShamirTurboShake128Vectors.json": ALL,
    "fiat-shamir/sigma-proofs_Shake128_P256.json": ALL, "fiat-shamir/sigma-proofs_Shake128_BLS12381.json": ALL,
    "fiat-shamir/sigma-proofs-invalid_Shake128_P256.json": ALL,
    "fiat-shamir/sigma-proofs-invalid_Shake128_BLS12381.json": ALL,
    "hmac-kdf/rfc/rfc-4231-sha224.txt": ALL, "hmac-kdf/rfc/rfc-4231-sha256.txt": ALL,
    "hmac-kdf/rfc/rfc-4231-sha384.txt": ALL, "hmac-kdf/rfc/rfc-4231-sha512.txt": ALL,
    "hmac-kdf/rfc/rfc-5869-HKDF-SHA256.txt": ALL,
    "hmac-kdf/wycheproof/hmac_sha256_test.json": ALL, "hmac-kdf/wycheproof/hmac_sha3_256_test.json": ALL,
    "hmac-kdf/wycheproof/pbkdf2_hmacsha256_test.json": ALL,
    "openssl-3.0.20/evpmd_sha.txt": ALL, "openssl-3.0.20/evpmac_common.txt": ALL,
    "openssl-3.0.20/evpkdf_hkdf.txt": ALL, "openssl-3.0.20/evpkdf_pbkdf2.txt": ALL,
    "ascon/sp800232_aead128.txt": 350, "ascon/sp800232_hash256.txt": 150, "ascon/sp800232_xof128_64B.txt": 150,
    "ascon/sp800232_cxof128_64B.txt": 350, "ascon/sp800232_aead128_wycheproof.txt": ALL,
    "ascon/sp800232_hash256_acvp_bits.txt": 12, "ascon/sp800232_xof128_acvp_bits.txt": 6,
    "ascon/sp800232_cxof128_acvp_bits.txt": 6, "ascon/sp800232_aead128_acvp_bits_mask.txt": ALL,
    "ascon/v12_ascon128_aead.txt": 350, "ascon/v12_ascon128a_aead.txt": 350, "ascon/v12_ascon80pq_aead.txt": 350,
    "ascon/v12_ascon128_wycheproof.txt": ALL, "ascon/v12_ascon128a_wycheproof.txt": ALL,
    "ascon/v12_ascon80pq_wycheproof.txt": ALL,
    "ascon/v12_asconhash.txt": 150, "ascon/v12_asconhasha.txt": 150,
    "ascon/v12_asconxof_32B.txt": 150, "ascon/v12_asconxofa_32B.txt": 150,
}

# Of NIST's ACVP-Server: files with prompts and answers together, from which a prompt and its expected results are made.
# The folder in acvp/, the file, and how many tests of a group stay: the shortest ones, and the longest one.
ACVP = {
    "SHA2-256-1.0": ("sha2/acvp/SHA2-256-1.0.json", 24), "SHA2-512-1.0": ("sha2/acvp/SHA2-512-1.0.json", 24),
    "SHA3-256-2.0": ("sha3/acvp/SHA3-256-2.0.json", 48), "SHA3-512-2.0": ("sha3/acvp/SHA3-512-2.0.json", 48),
    "SHAKE-128-FIPS202": ("shake/acvp/SHAKE-128-FIPS202.json", 24),
    "SHAKE-256-FIPS202": ("shake/acvp/SHAKE-256-FIPS202.json", 24),
    "cSHAKE-128-1.0": ("sp800-185/acvp/cSHAKE-128-1.0.json", 48),
    "cSHAKE-256-1.0": ("sp800-185/acvp/cSHAKE-256-1.0.json", 48),
    "KMAC-128-1.0": ("sp800-185/acvp/KMAC-128-1.0.trimmed.json", 8),
    "KMAC-256-1.0": ("sp800-185/acvp/KMAC-256-1.0.trimmed.json", 8),
    "TupleHash-128-1.0": ("sp800-185/acvp/TupleHash-128-1.0.json", 32),
    "TupleHash-256-1.0": ("sp800-185/acvp/TupleHash-256-1.0.json", 32),
    "ParallelHash-128-1.0": ("sp800-185/acvp/ParallelHash-128-1.0.json", 32),
    "ParallelHash-256-1.0": ("sp800-185/acvp/ParallelHash-256-1.0.json", 32),
    "HMAC-SHA2-256-2.0": ("hmac-kdf/acvp/HMAC-SHA2-256-2.0.json", 32),
    "HMAC-SHA2-512-2.0": ("hmac-kdf/acvp/HMAC-SHA2-512-2.0.json", 32),
    "HMAC-SHA3-256-2.0": ("hmac-kdf/acvp/HMAC-SHA3-256-2.0.json", 32),
    "PBKDF-1.0": ("hmac-kdf/acvp/PBKDF-1.0.json", 12),
    "Ascon-AEAD128-SP800-232": ("ascon-extra/acvp/Ascon-AEAD128-SP800-232.json", 12),
    "Ascon-Hash256-SP800-232": ("ascon-extra/acvp/Ascon-Hash256-SP800-232.json", 24),
    "Ascon-XOF128-SP800-232": ("ascon-extra/acvp/Ascon-XOF128-SP800-232.json", 24),
    "Ascon-CXOF128-SP800-232": ("ascon-extra/acvp/Ascon-CXOF128-SP800-232.json", 24),
}
# Members of the first test of a group that only the expected results have, and those that neither has.
ANSWERS = {"md", "resultsArray", "testPassed", "derivedKey"}
INTERNAL = {"deferred", "reason", "tupleLen", "_trimmed_note"}
LIMITS = {"digestSize", "keyLens", "msgLens", "minOutLen", "maxOutLen", "outLenIncrement", "minBlockSize",
          "maxBlockSize"}

CHOSEN_LENGTH = ("cSHAKE", "TupleHash", "ParallelHash")  # their expected results repeat "outLen"

# Folders of small files, all of them.
FOLDERS = ("merkle/transparency-dev",)


def first_cases(text, count):
    """The blocks up to the count-th that holds a message; a block of comments or of a section counts for nothing."""
    blocks = re.split(r"(\r?\n[ \t]*\r?\n)", text)
    kept, cases = [], 0
    for block in blocks:
        cases += bool(re.search(r"^\s*(Msg|Key|Len|Count|COUNT|MsgBits)\s*=", block, re.M))
        if cases > count:
            break
        kept.append(block)
    return "".join(kept).rstrip() + "\n"


def split(folder, group, test):
    """(members of the prompt, members of the expected results) of one test."""
    kind, decrypts = group["testType"], group.get("direction") == "decrypt"
    answers = set(ANSWERS) - ({"md"} if kind == "MCT" else set())
    answers |= {"mac"} if kind == "AFT" else set()
    answers |= {"pt"} if decrypts else {"ct", "tag"}
    dropped = INTERNAL | ({"len"} if kind == "LDT" else set())
    dropped |= {"outLen"} if kind == "MCT" else set()
    dropped |= {"customization"} if group.get("hexCustomization") else set()
    dropped |= {"pt"} if decrypts and not test["testPassed"] else set()
    kept = {name: value for name, value in test.items() if name not in dropped}
    prompt = {name: value for name, value in kept.items() if name not in answers}
    answers |= {"outLen"} if folder.startswith(CHOSEN_LENGTH) else set()
    expected = {name: value for name, value in kept.items() if name in answers or name == "tcId"}
    for result in expected.get("resultsArray", ()):
        for name in set(result) - {"md", *({"outLen"} if folder.startswith(CHOSEN_LENGTH) else ())}:
            del result[name]
    return prompt, expected


def some_tests(tests, count):
    by_size = sorted(tests, key=lambda test: len(json.dumps(test)))
    kept = by_size if len(by_size) <= count else [*by_size[:count - 1], by_size[-1]]
    return sorted(kept, key=lambda test: test["tcId"])


def write_acvp(path, head, groups):
    """One test a line."""
    def lines(group):
        members = "".join(f"{json.dumps(k)}: {json.dumps(v)}, " for k, v in group.items() if k != "tests")
        return "  {" + members + '"tests": [\n' + ",\n".join("   " + json.dumps(t) for t in group["tests"]) + "\n  ]}"

    members = "".join(f" {json.dumps(name)}: {json.dumps(value)},\n" for name, value in head.items())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{\n" + members + ' "testGroups": [\n' + ",\n".join(map(lines, groups)) + "\n ]\n}\n")


def copy_acvp(vectors):
    for folder, (path, count) in ACVP.items():
        whole = json.loads((vectors / path).read_text())
        head = {name: value for name, value in whole.items() if name not in INTERNAL | {"testGroups"}}
        prompts, expected = [], []
        for group in whole["testGroups"]:
            hidden = INTERNAL | (LIMITS if group["testType"] != "MCT" else {"digestSize"})
            hidden |= {"mctVersion"} if group["testType"] != "MCT" else set()
            hidden |= {"function"} if folder.startswith("SHA2") else set()
            hidden |= {"macLen", "msgLen"} if folder.startswith("KMAC") else set()
            pairs = [split(folder, group, test) for test in some_tests(group["tests"], count)]
            shown = {name: value for name, value in group.items() if name not in hidden | {"tests"}}
            prompts.append({**shown, "tests": [prompt for prompt, _ in pairs]})
            expected.append({"tgId": group["tgId"], "tests": [answer for _, answer in pairs]})
        write_acvp(HERE / "acvp" / folder / "prompt.json", head, prompts)
        write_acvp(HERE / "acvp" / folder / "expectedResults.json", head, expected)


def known_to_the_tests():
    rows = re.findall(r'"([a-z0-9.-]+/[^"\s]+\.(?:rsp|txt|json|blb))"',
                      "".join(f.read_text() for f in sorted(KAT.glob("*.[ch]pp"))))
    return sorted(set(rows))


def main():
    vectors = pathlib.Path(sys.argv[1])
    for path, count in KEPT.items():
        target = HERE / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if count == ALL:
            shutil.copyfile(vectors / path, target)
        else:
            target.write_bytes(first_cases((vectors / path).read_bytes().decode(), count).encode())
    for folder in FOLDERS:
        shutil.copytree(vectors / folder, HERE / folder, dirs_exist_ok=True)
    copy_acvp(vectors)
    left_out = [path for path in known_to_the_tests() if path not in KEPT]
    (HERE / "left-out.txt").write_text("".join(path + "\n" for path in left_out))


if __name__ == "__main__":
    main()
