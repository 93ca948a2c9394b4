// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// RFC 9861: KangarooTwelve (s.3) and HopMAC (s.4). kt128 x, x{customization}; hopmac128 h{key}, h{key, customization};

#include "classes/keyed_hash.hpp"
#include "classes/tree_xof.hpp"
#include "constructions/hopmac.hpp"
#include "constructions/kangaroo_tree.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

//                     name              rate  chaining value
// clang-format off
struct kt128 : tree_xof<kt128, "kt128", kangarootwelve<168, 32>> { using tree_xof::tree_xof; };
struct kt256 : tree_xof<kt256, "kt256", kangarootwelve<136, 64>> { using tree_xof::tree_xof; };

struct hopmac128 : keyed_hash<hopmac128, "hopmac128", hopmac<168, 32>> { using keyed_hash::keyed_hash; };
struct hopmac256 : keyed_hash<hopmac256, "hopmac256", hopmac<136, 64>> { using keyed_hash::keyed_hash; };
// clang-format on

}  // namespace HASHLANE_ABI
}  // namespace hashlane
