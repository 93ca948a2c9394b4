// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Ascon v1.2, as NIST chose it in the lightweight cryptography competition (submission s.2). SP 800-232 differs from it
// in byte order, padding and IVs: the two families agree on no output.

#include "aead.hpp"
#include "constructions/ascon_sponge.hpp"
#include "constructions/duplex_aead.hpp"
#include "hash.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace ascon_v12 {

using hash = hashlane::hash<"ascon-hash", ascon_sponge<0x00400c0000000100, std::endian::big>, 32>;
using hasha = hashlane::hash<"ascon-hasha", ascon_sponge<0x00400c0400000100, std::endian::big, 8>, 32>;
using xof = hashlane::xof<"ascon-xof", ascon_sponge<0x00400c0000000000, std::endian::big>>;
using xofa = hashlane::xof<"ascon-xofa", ascon_sponge<0x00400c0400000000, std::endian::big, 8>>;

using aead128 = aead<"ascon-128", ascon_variant<0x80400c0600000000, 16, 8, std::endian::big, 6>>;
using aead128a = aead<"ascon-128a", ascon_variant<0x80800c0800000000, 16, 16, std::endian::big, 8>>;
using aead80pq = aead<"ascon-80pq", ascon_variant<0xa0400c0600000000, 20, 8, std::endian::big, 6>>;

}  // namespace ascon_v12
}  // namespace HASHLANE_ABI
}  // namespace hashlane
