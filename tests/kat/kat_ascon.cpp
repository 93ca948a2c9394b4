// SPDX-License-Identifier: Apache-2.0 OR MIT
// SP 800-232: NIST's LWC-style known answers, ACVP (to the bit), Wycheproof.
#include <hashlane/ascon.hpp>

#include "aead_shapes.hpp"
#include "ascon_records.hpp"

namespace {

using namespace kat;
using vectors::format;

void check_cxof(const hash_case& c, tally& count) {
    using X = hl::ascon_cxof128;
    const auto make = [](const hash_case& k) { return X(k.customization.head(), partial<X>(k.customization)); };
    check_xof_made(c, {X::block_size}, make, count);
}

constexpr hash_file ascon_files[] = {
    {"ascon/sp800232_hash256.txt", format::text, ascon_text, check_hash<hl::ascon_hash256>},
    {"ascon/sp800232_hash256_acvp_bytes.txt", format::text, ascon_text, check_hash<hl::ascon_hash256>},
    {"ascon/sp800232_hash256_acvp_bits.txt", format::text, ascon_text, check_hash<hl::ascon_hash256>},
    {"ascon-extra/acvp/Ascon-Hash256-SP800-232.json", format::json, acvp, check_hash<hl::ascon_hash256>},
    {"ascon/sp800232_xof128_64B.txt", format::text, ascon_text, check_xof<hl::ascon_xof128>},
    {"ascon/sp800232_xof128_acvp_bytes.txt", format::text, ascon_text, check_xof<hl::ascon_xof128>},
    {"ascon/sp800232_xof128_acvp_bits.txt", format::text, ascon_text, check_xof<hl::ascon_xof128>},
    {"ascon-extra/acvp/Ascon-XOF128-SP800-232.json", format::json, acvp, check_xof<hl::ascon_xof128>},
    {"ascon/sp800232_cxof128_64B.txt", format::text, ascon_text, check_cxof},
    {"ascon/sp800232_cxof128_acvp_bytes.txt", format::text, ascon_text, check_cxof},
    {"ascon/sp800232_cxof128_acvp_bits.txt", format::text, ascon_text, check_cxof},
    {"ascon-extra/acvp/Ascon-CXOF128-SP800-232.json", format::json, acvp, check_cxof},
};

// The nonce-masking key follows the key.
void check_ascon_aead(const aead_case& c, tally& count) {
    if (c.key.size() == hl::ascon_aead128_masked::key_size)
        check_aead<hl::ascon_aead128_masked>(c, count);
    else
        check_aead<hl::ascon_aead128>(c, count);
}

constexpr aead_file ascon_aeads[] = {
    {"ascon/sp800232_aead128.txt", format::text, aead_text, check_ascon_aead},
    {"ascon/sp800232_aead128_acvp_bytes.txt", format::text, aead_text, check_ascon_aead},
    {"ascon/sp800232_aead128_acvp_bits_mask.txt", format::text, aead_text, check_ascon_aead},
    {"ascon/sp800232_aead128_wycheproof.txt", format::text, aead_text, check_ascon_aead},
    {"ascon-extra/acvp/Ascon-AEAD128-SP800-232.json", format::json, acvp_aead, check_ascon_aead},
    {"ascon-extra/wycheproof/ascon_sp800_232_aead128_test.json", format::json, wycheproof_aead, check_ascon_aead},
};

}  // namespace

TEST_CASE("SP 800-232: authenticated encryption") {
    for (const aead_file& f : ascon_aeads) check_file(f);
}

TEST_CASE("SP 800-232: messages") {
    for (const hash_file& f : ascon_files) check_file(f);
}

TEST_CASE("Ascon-CXOF128: at most 256 bytes of customization") {
    CHECK(hl::ascon_cxof128::create(bytes(256)).has_value());
    CHECK_FALSE(hl::ascon_cxof128::create(bytes(257)).has_value());
    CHECK_FALSE(hl::ascon_cxof128::create(bytes(256), hl::partial_byte{1, 1}).has_value());
    CHECK(hl::ascon_cxof128::create(bytes(255), hl::partial_byte{1, 1}).has_value());
}
