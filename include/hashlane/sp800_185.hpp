// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// SP 800-185: cSHAKE (s.3), KMAC (s.4), TupleHash (s.5), ParallelHash (s.6). The number in a name is the security
/// strength in bits.

#include "classes/hash.hpp"
#include "classes/keyed_hash.hpp"
#include "classes/sized_hash.hpp"
#include "classes/tuple_hash.hpp"
#include "constructions/cshake_sponge.hpp"
#include "constructions/kmac_sponge.hpp"
#include "constructions/parallelhash_tree.hpp"
#include "constructions/tuplehash_sponge.hpp"

namespace hashlane::inline HASHLANE_ABI {

// clang-format off
/// cSHAKE128, s.3: cshake128 x{function_name, customization}; output of any length.
struct cshake128 : xof<cshake128, "cshake128", cshake_sponge<168>> { using xof::xof; };
/// cSHAKE256, s.3: cshake256 x{function_name, customization}; output of any length.
struct cshake256 : xof<cshake256, "cshake256", cshake_sponge<136>> { using xof::xof; };

/// KMAC128, s.4: kmac128 m{key} or m{key, customization}; tags of any length, which is part of the input.
///
///     auto tag = hl::tag<hl::kmac128, 32>(key, "abc"sv);
struct kmac128 : keyed_hash<kmac128, "kmac128", kmac_sponge<168>> { using keyed_hash::keyed_hash; };
/// KMAC256, s.4: kmac256 m{key} or m{key, customization}; tags of any length, which is part of the input.
struct kmac256 : keyed_hash<kmac256, "kmac256", kmac_sponge<136>> { using keyed_hash::keyed_hash; };
/// KMACXOF128, s.4.3.1: KMAC128 with output of any length, which is not part of the input.
struct kmacxof128 : xof<kmacxof128, "kmacxof128", kmac_xof_sponge<168>> { using xof::xof; };
/// KMACXOF256, s.4.3.1: KMAC256 with output of any length, which is not part of the input.
struct kmacxof256 : xof<kmacxof256, "kmacxof256", kmac_xof_sponge<136>> { using xof::xof; };

/// TupleHash128, s.5: tuplehash128 h or h{customization}; each absorb() adds one element. The length of the digest is
/// part of the input.
///
///     auto digest = hl::digest<hl::tuplehash128, 32>(std::tuple("abc"sv, "def"sv));
struct tuplehash128 : tuple_hash<tuplehash128, "tuplehash128", tuplehash_sponge<168>> { using tuple_hash::tuple_hash; };

/// TupleHash256, s.5: tuplehash256 h or h{customization}; each absorb() adds one element. The length of the digest is
/// part of the input.
struct tuplehash256 : tuple_hash<tuplehash256, "tuplehash256", tuplehash_sponge<136>> { using tuple_hash::tuple_hash; };
/// TupleHashXOF128, s.5.3.1: TupleHash128 with output of any length, which is not part of the input.
struct tuplehashxof128 : tuple_xof<tuplehashxof128, "tuplehashxof128", tuplehash_xof_sponge<168>> { using tuple_xof::tuple_xof; };
/// TupleHashXOF256, s.5.3.1: TupleHash256 with output of any length, which is not part of the input.
struct tuplehashxof256 : tuple_xof<tuplehashxof256, "tuplehashxof256", tuplehash_xof_sponge<136>> { using tuple_xof::tuple_xof; };

/// ParallelHash128, s.6: parallelhash128 h{B} or h{B, customization}, where B is the block size in bytes, 1 or more.
/// The length of the digest is part of the input.
struct parallelhash128 : sized_hash<parallelhash128, "parallelhash128", parallelhash_tree<168>> { using sized_hash::sized_hash; };

/// ParallelHash256, s.6: parallelhash256 h{B} or h{B, customization}, where B is the block size in bytes, 1 or more.
/// The length of the digest is part of the input.
struct parallelhash256 : sized_hash<parallelhash256, "parallelhash256", parallelhash_tree<136>> { using sized_hash::sized_hash; };
/// ParallelHashXOF128, s.6.3.1: ParallelHash128 with output of any length, which is not part of the input.
struct parallelhashxof128 : xof<parallelhashxof128, "parallelhashxof128", parallelhash_xof_tree<168>> { using xof::xof; };
/// ParallelHashXOF256, s.6.3.1: ParallelHash256 with output of any length, which is not part of the input.
struct parallelhashxof256 : xof<parallelhashxof256, "parallelhashxof256", parallelhash_xof_tree<136>> { using xof::xof; };
// clang-format on

// These are the names of version 0.1.
using kmac_xof128 = kmacxof128;                  ///< another name of kmacxof128
using kmac_xof256 = kmacxof256;                  ///< another name of kmacxof256
using tuplehash_xof128 = tuplehashxof128;        ///< another name of tuplehashxof128
using tuplehash_xof256 = tuplehashxof256;        ///< another name of tuplehashxof256
using parallelhash_xof128 = parallelhashxof128;  ///< another name of parallelhashxof128
using parallelhash_xof256 = parallelhashxof256;  ///< another name of parallelhashxof256

}  // namespace hashlane::inline HASHLANE_ABI
