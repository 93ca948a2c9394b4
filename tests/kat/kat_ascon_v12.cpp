// SPDX-License-Identifier: Apache-2.0 OR MIT
// Ascon v1.2: the LWC known answers of its authors, long outputs, Wycheproof.
#include <hashlane/ascon_v12.hpp>

#include "aead_shapes.hpp"
#include "ascon_records.hpp"

namespace {

using namespace kat;
using vectors::format;

constexpr hash_file ascon_v12_files[] = {
    {"ascon/v12_asconhash.txt", format::text, ascon_text, check_hash<hl::ascon_hash>},
    {"ascon/v12_asconhasha.txt", format::text, ascon_text, check_hash<hl::ascon_hasha>},
    {"ascon/v12_asconxof_32B.txt", format::text, ascon_text, check_xof<hl::ascon_xof>},
    {"ascon/v12_asconxof_longout.txt", format::text, ascon_text, check_xof<hl::ascon_xof>},
    {"ascon/v12_asconxofa_32B.txt", format::text, ascon_text, check_xof<hl::ascon_xofa>},
    {"ascon/v12_asconxofa_longout.txt", format::text, ascon_text, check_xof<hl::ascon_xofa>},
};

constexpr auto aead128 = check_aead<hl::ascon_128>;
constexpr auto aead128a = check_aead<hl::ascon_128a>;
constexpr auto aead80pq = check_aead<hl::ascon_80pq>;

constexpr aead_file ascon_v12_aeads[] = {
    {"ascon/v12_ascon128_aead.txt", format::text, aead_text, aead128},
    {"ascon/v12_ascon128a_aead.txt", format::text, aead_text, aead128a},
    {"ascon/v12_ascon80pq_aead.txt", format::text, aead_text, aead80pq},
    {"ascon/v12_ascon128_wycheproof.txt", format::text, aead_text, aead128},
    {"ascon/v12_ascon128a_wycheproof.txt", format::text, aead_text, aead128a},
    {"ascon/v12_ascon80pq_wycheproof.txt", format::text, aead_text, aead80pq},
    {"ascon-extra/wycheproof/ascon128_test.json", format::json, wycheproof_aead, aead128},
    {"ascon-extra/wycheproof/ascon128a_test.json", format::json, wycheproof_aead, aead128a},
    {"ascon-extra/wycheproof/ascon80pq_test.json", format::json, wycheproof_aead, aead80pq},
};

}  // namespace

TEST_CASE("Ascon v1.2: authenticated encryption") {
    for (const aead_file& f : ascon_v12_aeads) check_file(f);
}

TEST_CASE("Ascon v1.2: messages") {
    for (const hash_file& f : ascon_v12_files) check_file(f);
}
