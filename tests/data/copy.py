#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Copies a small part of the third-party vectors into tests/data, so that a clone alone can run the tests.

    tests/data/copy.py VECTORS      copies, and lists every other file that the tests know in left-out.txt

A file with a number keeps its first cases only.
"""
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
    left_out = [path for path in known_to_the_tests() if path not in KEPT]
    (HERE / "left-out.txt").write_text("".join(path + "\n" for path in left_out))


if __name__ == "__main__":
    main()
