// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// RFC 9861: KangarooTwelve (s.3) and HopMAC (s.4). Long messages are trees, whose leaves are hashed side by side, and
/// over threads with threads.hpp.
///
///     auto d = hl::digest<hl::kt128, 32>(message);
///     hl::kt128 x{customization};                 at most 256; digest<kt128, 32>(message, customization): any number
///     auto t = hl::tag<hl::hopmac128, 32>(key, message, customization);
///     hl::hopmac128 h{key, customization};

#include "classes/keyed_hash.hpp"
#include "classes/tree_xof.hpp"
#include "constructions/hopmac.hpp"
#include "constructions/kangaroo_tree.hpp"

namespace hashlane::inline HASHLANE_ABI {

// The columns are the name, the rate and the size of a chaining value in bytes.
// clang-format off
/// KT128, RFC 9861 s.3: an XOF with a security strength of 128 bits.
struct kt128 : tree_xof<kt128, "kt128", kangarootwelve<168, 32>> { using tree_xof::tree_xof; };
/// KT256, RFC 9861 s.3: an XOF with a security strength of 256 bits.
struct kt256 : tree_xof<kt256, "kt256", kangarootwelve<136, 64>> { using tree_xof::tree_xof; };

/// HopMAC128, RFC 9861 s.4: a MAC over KT128.
struct hopmac128 : keyed_hash<hopmac128, "hopmac128", hopmac<168, 32>> { using keyed_hash::keyed_hash; };
/// HopMAC256, RFC 9861 s.4: a MAC over KT256.
struct hopmac256 : keyed_hash<hopmac256, "hopmac256", hopmac<136, 64>> { using keyed_hash::keyed_hash; };
// clang-format on

}  // namespace hashlane::inline HASHLANE_ABI
