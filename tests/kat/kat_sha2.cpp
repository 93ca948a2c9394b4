// SPDX-License-Identifier: Apache-2.0 OR MIT
// SHA-2: NIST CAVP and ACVP, RustCrypto, OpenSSL's evp_test.
#include <hashlane/sha2.hpp>

#include "evp_digest.hpp"
#include "hash_shapes.hpp"
#include "monte_carlo.hpp"

namespace {

using namespace kat;
using vectors::format;

constexpr hash_file files[] = {
    {"sha2/cavp/SHA224ShortMsg.rsp", format::text, cavp, check_hash<hl::sha224>},
    {"sha2/cavp/SHA224LongMsg.rsp", format::text, cavp, check_hash<hl::sha224>},
    {"sha2/cavp/SHA256ShortMsg.rsp", format::text, cavp, check_hash<hl::sha256>},
    {"sha2/cavp/SHA256LongMsg.rsp", format::text, cavp, check_hash<hl::sha256>},
    {"sha2/cavp/SHA384ShortMsg.rsp", format::text, cavp, check_hash<hl::sha384>},
    {"sha2/cavp/SHA384LongMsg.rsp", format::text, cavp, check_hash<hl::sha384>},
    {"sha2/cavp/SHA512ShortMsg.rsp", format::text, cavp, check_hash<hl::sha512>},
    {"sha2/cavp/SHA512LongMsg.rsp", format::text, cavp, check_hash<hl::sha512>},
    {"sha2/cavp/SHA512_224ShortMsg.rsp", format::text, cavp, check_hash<hl::sha512_224>},
    {"sha2/cavp/SHA512_224LongMsg.rsp", format::text, cavp, check_hash<hl::sha512_224>},
    {"sha2/cavp/SHA512_256ShortMsg.rsp", format::text, cavp, check_hash<hl::sha512_256>},
    {"sha2/cavp/SHA512_256LongMsg.rsp", format::text, cavp, check_hash<hl::sha512_256>},
    {"sha2/acvp/SHA2-256-1.0.json", format::json, acvp, check_hash<hl::sha256>, is_aft},
    {"sha2/acvp/SHA2-512-1.0.json", format::json, acvp, check_hash<hl::sha512>, is_aft},
    {"sha2/rustcrypto/sha224_kat.blb", format::blobby2, cavp, check_hash<hl::sha224>},
    {"sha2/rustcrypto/sha256_kat.blb", format::blobby2, cavp, check_hash<hl::sha256>},
    {"sha2/rustcrypto/sha384_kat.blb", format::blobby2, cavp, check_hash<hl::sha384>},
    {"sha2/rustcrypto/sha512_kat.blb", format::blobby2, cavp, check_hash<hl::sha512>},
    {"sha2/rustcrypto/sha512_224_kat.blb", format::blobby2, cavp, check_hash<hl::sha512_224>},
    {"sha2/rustcrypto/sha512_256_kat.blb", format::blobby2, cavp, check_hash<hl::sha512_256>},
};

constexpr monte_file chains[] = {
    {"sha2/cavp/SHA224Monte.rsp", format::text, sha2_monte<hl::sha224>},
    {"sha2/cavp/SHA256Monte.rsp", format::text, sha2_monte<hl::sha256>},
    {"sha2/cavp/SHA384Monte.rsp", format::text, sha2_monte<hl::sha384>},
    {"sha2/cavp/SHA512Monte.rsp", format::text, sha2_monte<hl::sha512>},
    {"sha2/cavp/SHA512_224Monte.rsp", format::text, sha2_monte<hl::sha512_224>},
    {"sha2/cavp/SHA512_256Monte.rsp", format::text, sha2_monte<hl::sha512_256>},
    {"sha2/acvp/SHA2-256-1.0.json", format::json, sha2_acvp_monte<hl::sha256>},
    {"sha2/acvp/SHA2-512-1.0.json", format::json, sha2_acvp_monte<hl::sha512>},
};

constexpr evp_digest digests[] = {
    {"SHA224", evp_hash<hl::sha224>},         {"SHA256", evp_hash<hl::sha256>},
    {"SHA384", evp_hash<hl::sha384>},         {"SHA512", evp_hash<hl::sha512>},
    {"SHA512-224", evp_hash<hl::sha512_224>}, {"SHA512-256", evp_hash<hl::sha512_256>},
};

}  // namespace

TEST_CASE("SHA-2: messages") {
    for (const hash_file& f : files) check_file(f);
}

TEST_CASE("SHA-2: Monte Carlo") {
    for (const monte_file& f : chains) check_file(f);
}

TEST_CASE("SHA-2: OpenSSL evp_test") { check_evp_digests(digests); }
