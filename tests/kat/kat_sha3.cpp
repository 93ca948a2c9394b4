// SPDX-License-Identifier: Apache-2.0 OR MIT
// SHA-3, SHAKE and the original Keccak: NIST CAVP and ACVP, the Keccak team, RustCrypto, OpenSSL's evp_test.
#include <hashlane/sha3.hpp>

#include "evp_digest.hpp"
#include "hash_shapes.hpp"
#include "monte_carlo.hpp"

namespace {

using namespace kat;
using vectors::format;

constexpr hash_file sha3_files[] = {
    {"sha3/cavp/SHA3_224ShortMsg.rsp", format::text, cavp, check_hash<hl::sha3_224>},
    {"sha3/cavp/SHA3_224LongMsg.rsp", format::text, cavp, check_hash<hl::sha3_224>},
    {"sha3/cavp/SHA3_256ShortMsg.rsp", format::text, cavp, check_hash<hl::sha3_256>},
    {"sha3/cavp/SHA3_256LongMsg.rsp", format::text, cavp, check_hash<hl::sha3_256>},
    {"sha3/cavp/SHA3_384ShortMsg.rsp", format::text, cavp, check_hash<hl::sha3_384>},
    {"sha3/cavp/SHA3_384LongMsg.rsp", format::text, cavp, check_hash<hl::sha3_384>},
    {"sha3/cavp/SHA3_512ShortMsg.rsp", format::text, cavp, check_hash<hl::sha3_512>},
    {"sha3/cavp/SHA3_512LongMsg.rsp", format::text, cavp, check_hash<hl::sha3_512>},
    {"sha3/acvp/SHA3-256-2.0.json", format::json, acvp_high, check_hash<hl::sha3_256>, is_aft},
    {"sha3/acvp/SHA3-512-2.0.json", format::json, acvp_high, check_hash<hl::sha3_512>, is_aft},
    {"sha3/xkcp/ShortMsgKAT_SHA3-256.txt", format::text, cavp, check_hash<hl::sha3_256>},
    {"sha3/rustcrypto/sha3_224_kat.blb", format::blobby2, cavp, check_hash<hl::sha3_224>},
    {"sha3/rustcrypto/sha3_256_kat.blb", format::blobby2, cavp, check_hash<hl::sha3_256>},
    {"sha3/rustcrypto/sha3_384_kat.blb", format::blobby2, cavp, check_hash<hl::sha3_384>},
    {"sha3/rustcrypto/sha3_512_kat.blb", format::blobby2, cavp, check_hash<hl::sha3_512>},
    {"keccak-legacy/keccak_224_kat.blb", format::blobby2, cavp, check_hash<hl::keccak_224>},
    {"keccak-legacy/keccak_256_kat.blb", format::blobby2, cavp, check_hash<hl::keccak_256>},
    {"keccak-legacy/keccak_384_kat.blb", format::blobby2, cavp, check_hash<hl::keccak_384>},
    {"keccak-legacy/keccak_512_kat.blb", format::blobby2, cavp, check_hash<hl::keccak_512>},
    {"keccak-legacy/ShortMsgKAT_256.txt", format::text, cavp, check_hash<hl::keccak_256>},
    {"shake/cavp/SHAKE128ShortMsg.rsp", format::text, cavp, check_xof<hl::shake128>},
    {"shake/cavp/SHAKE128LongMsg.rsp", format::text, cavp, check_xof<hl::shake128>},
    {"shake/cavp/SHAKE128VariableOut.rsp", format::text, cavp, check_xof<hl::shake128>},
    {"shake/cavp/SHAKE256ShortMsg.rsp", format::text, cavp, check_xof<hl::shake256>},
    {"shake/cavp/SHAKE256LongMsg.rsp", format::text, cavp, check_xof<hl::shake256>},
    {"shake/cavp/SHAKE256VariableOut.rsp", format::text, cavp, check_xof<hl::shake256>},
    {"shake/acvp/SHAKE-128-FIPS202.json", format::json, acvp_high, check_xof<hl::shake128>, is_aft},
    {"shake/acvp/SHAKE-256-FIPS202.json", format::json, acvp_high, check_xof<hl::shake256>, is_aft},
    {"shake/ShortMsgKAT_SHAKE128.txt", format::text, cavp, check_xof<hl::shake128>},
    {"shake/ShortMsgKAT_SHAKE256.txt", format::text, cavp, check_xof<hl::shake256>},
};

constexpr monte_file sha3_chains[] = {
    {"sha3/cavp/SHA3_224Monte.rsp", format::text, sha3_monte<hl::sha3_224>},
    {"sha3/cavp/SHA3_256Monte.rsp", format::text, sha3_monte<hl::sha3_256>},
    {"sha3/cavp/SHA3_384Monte.rsp", format::text, sha3_monte<hl::sha3_384>},
    {"sha3/cavp/SHA3_512Monte.rsp", format::text, sha3_monte<hl::sha3_512>},
    {"sha3/acvp/SHA3-256-2.0.json", format::json, sha3_acvp_monte<hl::sha3_256>},
    {"sha3/acvp/SHA3-512-2.0.json", format::json, sha3_acvp_monte<hl::sha3_512>},
    {"shake/cavp/SHAKE128Monte.rsp", format::text, shake_monte<hl::shake128>},
    {"shake/cavp/SHAKE256Monte.rsp", format::text, shake_monte<hl::shake256>},
};

constexpr evp_digest sha3_digests[] = {
    {"SHA3-224", evp_hash<hl::sha3_224>}, {"SHA3-256", evp_hash<hl::sha3_256>}, {"SHA3-384", evp_hash<hl::sha3_384>},
    {"SHA3-512", evp_hash<hl::sha3_512>}, {"SHAKE128", evp_xof<hl::shake128>},  {"SHAKE256", evp_xof<hl::shake256>},
};

}  // namespace

TEST_CASE("SHA-3, SHAKE, Keccak: messages") {
    for (const hash_file& f : sha3_files) check_file(f);
}

TEST_CASE("SHA-3, SHAKE: Monte Carlo") {
    for (const monte_file& f : sha3_chains) check_file(f);
}

TEST_CASE("SHA-3, SHAKE: OpenSSL evp_test") { check_evp_digests(sha3_digests); }
