// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// SP 800-185: cSHAKE (s.3), KMAC (s.4), TupleHash (s.5), ParallelHash (s.6).

#include "classes/hash.hpp"
#include "classes/keyed_hash.hpp"
#include "classes/sized_hash.hpp"
#include "classes/tuple_hash.hpp"
#include "constructions/cshake_sponge.hpp"
#include "constructions/kmac_sponge.hpp"
#include "constructions/parallelhash_tree.hpp"
#include "constructions/tuplehash_sponge.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// cshake128 x{function_name, customization};
// clang-format off
struct cshake128 : xof<cshake128, "cshake128", cshake_sponge<168>> { using xof::xof; };
struct cshake256 : xof<cshake256, "cshake256", cshake_sponge<136>> { using xof::xof; };

// kmac128 h{key}, h{key, customization};
struct kmac128 : keyed_hash<kmac128, "kmac128", kmac_sponge<168>> { using keyed_hash::keyed_hash; };
struct kmac256 : keyed_hash<kmac256, "kmac256", kmac_sponge<136>> { using keyed_hash::keyed_hash; };
struct kmacxof128 : xof<kmacxof128, "kmacxof128", kmac_xof_sponge<168>> { using xof::xof; };
struct kmacxof256 : xof<kmacxof256, "kmacxof256", kmac_xof_sponge<136>> { using xof::xof; };

// tuplehash128 h, h{customization};
struct tuplehash128 : tuple_hash<tuplehash128, "tuplehash128", tuplehash_sponge<168>> { using tuple_hash::tuple_hash; };
struct tuplehash256 : tuple_hash<tuplehash256, "tuplehash256", tuplehash_sponge<136>> { using tuple_hash::tuple_hash; };
struct tuplehashxof128 : tuple_xof<tuplehashxof128, "tuplehashxof128", tuplehash_xof_sponge<168>> { using tuple_xof::tuple_xof; };
struct tuplehashxof256 : tuple_xof<tuplehashxof256, "tuplehashxof256", tuplehash_xof_sponge<136>> { using tuple_xof::tuple_xof; };

// parallelhash128 h{B}, h{B, customization};
struct parallelhash128 : sized_hash<parallelhash128, "parallelhash128", parallelhash_tree<168>> { using sized_hash::sized_hash; };
struct parallelhash256 : sized_hash<parallelhash256, "parallelhash256", parallelhash_tree<136>> { using sized_hash::sized_hash; };
struct parallelhashxof128 : xof<parallelhashxof128, "parallelhashxof128", parallelhash_xof_tree<168>> { using xof::xof; };
struct parallelhashxof256 : xof<parallelhashxof256, "parallelhashxof256", parallelhash_xof_tree<136>> { using xof::xof; };
// clang-format on

// Names of version 0.1.
using kmac_xof128 = kmacxof128;
using kmac_xof256 = kmacxof256;
using tuplehash_xof128 = tuplehashxof128;
using tuplehash_xof256 = tuplehashxof256;
using parallelhash_xof128 = parallelhashxof128;
using parallelhash_xof256 = parallelhashxof256;

}  // namespace HASHLANE_ABI
}  // namespace hashlane
