// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// SP 800-185: cSHAKE (s.3).

#include "constructions/cshake_sponge.hpp"
#include "hash.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// cshake128 x{function_name, customization};
using cshake128 = xof<"cshake128", cshake_sponge<168>>;
using cshake256 = xof<"cshake256", cshake_sponge<136>>;

}  // namespace HASHLANE_ABI
}  // namespace hashlane
