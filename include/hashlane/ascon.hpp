// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// SP 800-232: Ascon-AEAD128 (s.4), Ascon-Hash256 (s.5.1), Ascon-XOF128 (s.5.2), Ascon-CXOF128 (s.5.3).

#include "classes/aead.hpp"
#include "classes/hash.hpp"
#include "constructions/ascon_sponge.hpp"
#include "constructions/duplex_aead.hpp"

namespace hashlane::inline HASHLANE_ABI {

// clang-format off
/// Ascon-Hash256, SP 800-232 s.5.1: digests of 32 bytes, with a security strength of 128 bits.
struct ascon_hash256 : hash<ascon_hash256, "ascon-hash256", ascon_sponge<0x0000080100cc0002, std::endian::little>, 32> { using hash::hash; };
/// Ascon-XOF128, SP 800-232 s.5.2: output of any length, with a security strength of 128 bits.
struct ascon_xof128 : xof<ascon_xof128, "ascon-xof128", ascon_sponge<0x0000080000cc0003, std::endian::little>> { using xof::xof; };

/// Ascon-CXOF128, SP 800-232 s.5.3: Ascon-XOF128 with a customization string of at most 256 bytes.
///
///     hl::ascon_cxof128 x{customization};                       a longer string ends the program
///     auto checked = hl::ascon_cxof128::create(customization);  std::optional: for a string that comes from outside
struct ascon_cxof128 : xof<ascon_cxof128, "ascon-cxof128", ascon_cxof_sponge<0x0000080000cc0004, std::endian::little>> { using xof::xof; };
// clang-format on

/// The parameters of Ascon-AEAD128: the IV, the sizes of the key and of the rate in bytes, the byte order, and the
/// number of rounds between blocks.
using ascon_aead128_variant = ascon_variant<0x00001000808c0001, 16, 16, std::endian::little, 8>;

/// Ascon-AEAD128, SP 800-232 s.4: authenticated encryption with a key, a nonce and a tag of 16 bytes each. Never use a
/// nonce twice with one key.
///
/// Example (examples/aead.cpp):
///
///     hl::ascon_aead128 aead{key};
///     auto tag = aead.encrypt(nonce, associated_data, text, cipher);            // in place is allowed
///     if (!aead.decrypt(nonce, associated_data, cipher, tag, again)) return 1;  // forged: `again` is zero
using ascon_aead128 = aead<"ascon-aead128", ascon_aead128_variant>;

/// Ascon-AEAD128 with nonce masking, SP 800-232 s.4.2.2: a key of 32 bytes, K || K', encrypts under K with the nonce
/// xor K'. It improves the security against an attacker who sees ciphertexts under many keys.
using ascon_aead128_masked =
    aead<"ascon-aead128-masked", ascon_variant<0x00001000808c0001, 32, 16, std::endian::little, 8, true>>;

}  // namespace hashlane::inline HASHLANE_ABI
