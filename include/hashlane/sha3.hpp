// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// FIPS 202: SHA-3 (s.6.1) and SHAKE (s.6.2), and Keccak with its original padding.

#include "classes/hash.hpp"
#include "constructions/keccak_sponge.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// The suffix is the domain bits, first bit lowest, and the first 1 of the padding (s.B.2).
//                         name                       rate  suffix  digest
// clang-format off
struct sha3_224 : hash<sha3_224, "sha3-224", keccak_sponge<144, 0x06>, 28> { using hash::hash; };
struct sha3_256 : hash<sha3_256, "sha3-256", keccak_sponge<136, 0x06>, 32> { using hash::hash; };
struct sha3_384 : hash<sha3_384, "sha3-384", keccak_sponge<104, 0x06>, 48> { using hash::hash; };
struct sha3_512 : hash<sha3_512, "sha3-512", keccak_sponge<72, 0x06>, 64> { using hash::hash; };

struct shake128 : xof<shake128, "shake128", keccak_sponge<168, 0x1f>> { using xof::xof; };
struct shake256 : xof<shake256, "shake256", keccak_sponge<136, 0x1f>> { using xof::xof; };

// Keccak as submitted to NIST in 2008-2011, before FIPS 202 added domain bits: Ethereum's keccak256.
struct keccak_224 : hash<keccak_224, "keccak-224", keccak_sponge<144, 0x01>, 28> { using hash::hash; };
struct keccak_256 : hash<keccak_256, "keccak-256", keccak_sponge<136, 0x01>, 32> { using hash::hash; };
struct keccak_384 : hash<keccak_384, "keccak-384", keccak_sponge<104, 0x01>, 48> { using hash::hash; };
struct keccak_512 : hash<keccak_512, "keccak-512", keccak_sponge<72, 0x01>, 64> { using hash::hash; };
// clang-format on

// Names that are widely known too.
using keccak224 = keccak_224;
using keccak256 = keccak_256;
using keccak384 = keccak_384;
using keccak512 = keccak_512;

}  // namespace HASHLANE_ABI
}  // namespace hashlane
