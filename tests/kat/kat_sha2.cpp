// SPDX-License-Identifier: Apache-2.0 OR MIT
// SHA-2: NIST CAVP and ACVP, RustCrypto, OpenSSL's evp_test.
#include <hashlane/sha2.hpp>

#include "evp_digest.hpp"
#include "hash_shapes.hpp"
#include "monte_carlo.hpp"

namespace {

using namespace kat;
using vectors::format;

constexpr hash_file sha2_files[] = {
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

constexpr monte_file sha2_chains[] = {
    {"sha2/cavp/SHA224Monte.rsp", format::text, sha2_monte<hl::sha224>},
    {"sha2/cavp/SHA256Monte.rsp", format::text, sha2_monte<hl::sha256>},
    {"sha2/cavp/SHA384Monte.rsp", format::text, sha2_monte<hl::sha384>},
    {"sha2/cavp/SHA512Monte.rsp", format::text, sha2_monte<hl::sha512>},
    {"sha2/cavp/SHA512_224Monte.rsp", format::text, sha2_monte<hl::sha512_224>},
    {"sha2/cavp/SHA512_256Monte.rsp", format::text, sha2_monte<hl::sha512_256>},
    {"sha2/acvp/SHA2-256-1.0.json", format::json, sha2_acvp_monte<hl::sha256>},
    {"sha2/acvp/SHA2-512-1.0.json", format::json, sha2_acvp_monte<hl::sha512>},
};

constexpr evp_digest sha2_digests[] = {
    {"SHA224", evp_hash<hl::sha224>},         {"SHA256", evp_hash<hl::sha256>},
    {"SHA384", evp_hash<hl::sha384>},         {"SHA512", evp_hash<hl::sha512>},
    {"SHA512-224", evp_hash<hl::sha512_224>}, {"SHA512-256", evp_hash<hl::sha512_256>},
};

// RFC 6234 s.8.5, tests 5 and 7: messages that end within a byte.
struct bits_case {
    const char *message, *digest;
    std::size_t bits;
    void (*check)(const hash_case&, tally&);
};

constexpr bits_case rfc6234[] = {
    {"68", "e3b048552c3c387bcab37f6eb06bb79b96a4aee5ff27f51531a9551c", 5, check_hash<hl::sha224>},
    {"68", "d6d3e02a31a84a8caa9718ed6c2057be09db45e7823eb5079ce7a573a3760f95", 5, check_hash<hl::sha256>},
    {"be2746c6db52765fdb2f88700f9a7360", "77ec1dc89c821ff2a1279089fa091b35b8cd960bcaf7de01c6a7680756beb972", 123,
     check_hash<hl::sha256>},
    {"10", "8d17be79e32b6718e07d8a603eb84ba0478f7fcfd1bb93995f7d1149e09143ac1ffcfc56820e469f3878d957a15a3fe4", 5,
     check_hash<hl::sha384>},
    {"b0",
     "d4ee29a9e90985446b913cf1d1376c836f4be2c1cf3cada0720a6bf4857d886a7ecb3c4e4c0fa8c7f95214e41dc1b0d21b22a84cc03bf8ce"
     "4845f34dd5bdbad4",
     5, check_hash<hl::sha512>},
};

}  // namespace

TEST_CASE("SHA-2: messages that end within a byte") {
    tally count("RFC 6234 s.8.5");
    for (const bits_case& row : rfc6234) {
        hash_case c;
        c.message = bit_string(vectors::from_hex(row.message), row.bits);
        c.output = bit_string(vectors::from_hex(row.digest));
        c.where = row.message;
        each_target([&] {
            count.vector();
            row.check(c, count);
        });
    }
}

TEST_CASE("SHA-2: messages") {
    for (const hash_file& f : sha2_files) check_file(f);
}

TEST_CASE("SHA-2: Monte Carlo") {
    for (const monte_file& f : sha2_chains) check_file(f);
}

TEST_CASE("SHA-2: OpenSSL evp_test") { check_evp_digests(sha2_digests); }
