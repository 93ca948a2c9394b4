// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Ascon v1.2, as NIST chose it in the lightweight cryptography competition (submission s.2). SP 800-232 has another
/// byte order, another padding and other IVs, so the two families never give the same output.

#include "classes/aead.hpp"
#include "classes/hash.hpp"
#include "constructions/ascon_sponge.hpp"
#include "constructions/duplex_aead.hpp"

namespace hashlane::inline HASHLANE_ABI {
// clang-format off
/// Ascon-Hash of Ascon v1.2: digests of 32 bytes.
struct ascon_hash : hash<ascon_hash, "ascon-hash", ascon_sponge<0x00400c0000000100, std::endian::big>, 32> { using hash::hash; };
/// Ascon-Hasha of Ascon v1.2: digests of 32 bytes, with 8 rounds between blocks.
struct ascon_hasha : hash<ascon_hasha, "ascon-hasha", ascon_sponge<0x00400c0400000100, std::endian::big, 8>, 32> { using hash::hash; };
/// Ascon-Xof of Ascon v1.2: output of any length.
struct ascon_xof : xof<ascon_xof, "ascon-xof", ascon_sponge<0x00400c0000000000, std::endian::big>> { using xof::xof; };
/// Ascon-Xofa of Ascon v1.2: output of any length, with 8 rounds between blocks.
struct ascon_xofa : xof<ascon_xofa, "ascon-xofa", ascon_sponge<0x00400c0400000000, std::endian::big, 8>> { using xof::xof; };
// clang-format on

/// Ascon-128 of Ascon v1.2: a key, a nonce and a tag of 16 bytes each.
using ascon_128 = aead<"ascon-128", ascon_variant<0x80400c0600000000, 16, 8, std::endian::big, 6>>;
/// Ascon-128a of Ascon v1.2: a key, a nonce and a tag of 16 bytes each.
using ascon_128a = aead<"ascon-128a", ascon_variant<0x80800c0800000000, 16, 16, std::endian::big, 8>>;
/// Ascon-80pq of Ascon v1.2: a key of 20 bytes, a nonce and a tag of 16 bytes each.
using ascon_80pq = aead<"ascon-80pq", ascon_variant<0xa0400c0600000000, 20, 8, std::endian::big, 6>>;

// These are the names of version 0.1.
namespace ascon_v12 {

using hash = ascon_hash;      ///< another name of ascon_hash
using hasha = ascon_hasha;    ///< another name of ascon_hasha
using xof = ascon_xof;        ///< another name of ascon_xof
using xofa = ascon_xofa;      ///< another name of ascon_xofa
using aead128 = ascon_128;    ///< another name of ascon_128
using aead128a = ascon_128a;  ///< another name of ascon_128a
using aead80pq = ascon_80pq;  ///< another name of ascon_80pq

}  // namespace ascon_v12
}  // namespace hashlane::inline HASHLANE_ABI
