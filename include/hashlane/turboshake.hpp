// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// RFC 9861 s.2: TurboSHAKE. D is 0x01..0x7f, or dynamic_domain: turboshake128<dynamic_domain> x{std::uint8_t{0x0b}}.

#include "constructions/turboshake_sponge.hpp"
#include "hash.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

template <unsigned D = 0x1f>
using turboshake128 = xof<"turboshake128", turboshake_sponge<168, D>>;
template <unsigned D = 0x1f>
using turboshake256 = xof<"turboshake256", turboshake_sponge<136, D>>;

}  // namespace HASHLANE_ABI
}  // namespace hashlane
