// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// SP 800-232: Ascon-AEAD128 (s.4), Ascon-Hash256 (s.5.1), Ascon-XOF128 (s.5.2), Ascon-CXOF128 (s.5.3).

#include "classes/aead.hpp"
#include "classes/hash.hpp"
#include "constructions/ascon_sponge.hpp"
#include "constructions/duplex_aead.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// clang-format off
struct ascon_hash256 : hash<ascon_hash256, "ascon-hash256", ascon_sponge<0x0000080100cc0002, std::endian::little>, 32> { using hash::hash; };
struct ascon_xof128 : xof<ascon_xof128, "ascon-xof128", ascon_sponge<0x0000080000cc0003, std::endian::little>> { using xof::xof; };

// ascon_cxof128 x{customization}; at most 256 bytes, a longer one ends the program. For a string that comes from
// outside: std::optional<ascon_cxof128> x = ascon_cxof128::create(customization);
struct ascon_cxof128 : xof<ascon_cxof128, "ascon-cxof128", ascon_cxof_sponge<0x0000080000cc0004, std::endian::little>> { using xof::xof; };
// clang-format on

//                               IV                 key rate order              rounds between blocks
using ascon_aead128_variant = ascon_variant<0x00001000808c0001, 16, 16, std::endian::little, 8>;
using ascon_aead128 = aead<"ascon-aead128", ascon_aead128_variant>;

// Nonce masking (s.4.2.2): a key of 32 bytes, K || K', encrypts under K with the nonce xor K'. It improves
// security when an attacker sees ciphertexts under many keys.
using ascon_aead128_masked =
    aead<"ascon-aead128-masked", ascon_variant<0x00001000808c0001, 32, 16, std::endian::little, 8, true>>;

}  // namespace HASHLANE_ABI
}  // namespace hashlane
