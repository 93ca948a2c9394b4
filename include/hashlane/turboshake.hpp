// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// RFC 9861 s.2: TurboSHAKE, with a domain separation byte D of 0x01 to 0x7f; it is 0x1f where none is given.
///
///     hl::turboshake128 x{0x0b};                                another D ends the program
///     auto checked = hl::turboshake128::create(d);              std::optional: for a D that comes from outside

#include "classes/hash.hpp"
#include "constructions/turboshake_sponge.hpp"

namespace hashlane::inline HASHLANE_ABI {

// clang-format off
/// TurboSHAKE128: output of any length, with a security strength of 128 bits.
struct turboshake128 : xof<turboshake128, "turboshake128", turboshake_sponge<168>> { using xof::xof; };
/// TurboSHAKE256: output of any length, with a security strength of 256 bits.
struct turboshake256 : xof<turboshake256, "turboshake256", turboshake_sponge<136>> { using xof::xof; };
// clang-format on

}  // namespace hashlane::inline HASHLANE_ABI
