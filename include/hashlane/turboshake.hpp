// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// RFC 9861 s.2: TurboSHAKE. turboshake128 x, or x{D} with a domain separation byte of 0x01..0x7f; 0x1f without one.

#include "classes/hash.hpp"
#include "constructions/turboshake_sponge.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// clang-format off
struct turboshake128 : xof<turboshake128, "turboshake128", turboshake_sponge<168>> { using xof::xof; };
struct turboshake256 : xof<turboshake256, "turboshake256", turboshake_sponge<136>> { using xof::xof; };
// clang-format on

}  // namespace HASHLANE_ABI
}  // namespace hashlane
