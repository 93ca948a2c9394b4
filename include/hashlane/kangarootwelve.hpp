// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// RFC 9861: KangarooTwelve (s.3) and HopMAC (s.4). kt128 x, x{customization}; hopmac128 h{key}, h{key, customization};

#include "constructions/hopmac.hpp"
#include "constructions/kangaroo_tree.hpp"
#include "keyed_hash.hpp"
#include "tree_xof.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

//                     name              rate  chaining value
using kt128 = tree_xof<"kt128", kangarootwelve<168, 32>>;
using kt256 = tree_xof<"kt256", kangarootwelve<136, 64>>;

using hopmac128 = keyed_hash<"hopmac128", hopmac<168, 32>>;
using hopmac256 = keyed_hash<"hopmac256", hopmac<136, 64>>;

}  // namespace HASHLANE_ABI
}  // namespace hashlane
