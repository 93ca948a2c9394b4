// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Ascon v1.2, as NIST chose it in the lightweight cryptography competition (submission s.2). SP 800-232 differs from it
// in byte order, padding and IVs: the two families agree on no output.

#include "constructions/ascon_sponge.hpp"
#include "hash.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace ascon_v12 {

using hash = hashlane::hash<"ascon-hash", ascon_sponge<0x00400c0000000100, std::endian::big>, 32>;
using hasha = hashlane::hash<"ascon-hasha", ascon_sponge<0x00400c0400000100, std::endian::big, 8>, 32>;
using xof = hashlane::xof<"ascon-xof", ascon_sponge<0x00400c0000000000, std::endian::big>>;
using xofa = hashlane::xof<"ascon-xofa", ascon_sponge<0x00400c0400000000, std::endian::big, 8>>;

}  // namespace ascon_v12
}  // namespace HASHLANE_ABI
}  // namespace hashlane
