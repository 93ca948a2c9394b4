// SPDX-License-Identifier: Apache-2.0 OR MIT
// Ascon v1.2: the LWC known answers of its authors, long outputs, Wycheproof.
#include <hashlane/ascon_v12.hpp>

#include "ascon_records.hpp"

namespace {

using namespace kat;
using vectors::format;

constexpr hash_file files[] = {
    {"ascon/v12_asconhash.txt", format::text, ascon_text, check_hash<hl::ascon_v12::hash>},
    {"ascon/v12_asconhasha.txt", format::text, ascon_text, check_hash<hl::ascon_v12::hasha>},
    {"ascon/v12_asconxof_32B.txt", format::text, ascon_text, check_xof<hl::ascon_v12::xof>},
    {"ascon/v12_asconxof_longout.txt", format::text, ascon_text, check_xof<hl::ascon_v12::xof>},
    {"ascon/v12_asconxofa_32B.txt", format::text, ascon_text, check_xof<hl::ascon_v12::xofa>},
    {"ascon/v12_asconxofa_longout.txt", format::text, ascon_text, check_xof<hl::ascon_v12::xofa>},
};

}  // namespace

TEST_CASE("Ascon v1.2: messages") {
    for (const hash_file& f : files) check_file(f);
}
