// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// FIPS 202: SHA-3 (s.6.1) and SHAKE (s.6.2), and Keccak with its original padding.
///
///     auto digest = hl::digest<hl::sha3_256>("abc"sv);
///     auto output = hl::digest<hl::shake128, 64>(seed);

#include "classes/hash.hpp"
#include "constructions/keccak_sponge.hpp"

namespace hashlane::inline HASHLANE_ABI {

// The columns are the name, the rate in bytes, the suffix, and the size of the digest in bytes. The suffix consists of
// the domain bits, the first bit lowest, and of the first 1 of the padding (s.B.2).
// clang-format off
/// SHA3-224: digests of 28 bytes.
struct sha3_224 : hash<sha3_224, "sha3-224", keccak_sponge<144, 0x06>, 28> { using hash::hash; };
/// SHA3-256: digests of 32 bytes.
struct sha3_256 : hash<sha3_256, "sha3-256", keccak_sponge<136, 0x06>, 32> { using hash::hash; };
/// SHA3-384: digests of 48 bytes.
struct sha3_384 : hash<sha3_384, "sha3-384", keccak_sponge<104, 0x06>, 48> { using hash::hash; };
/// SHA3-512: digests of 64 bytes.
struct sha3_512 : hash<sha3_512, "sha3-512", keccak_sponge<72, 0x06>, 64> { using hash::hash; };

/// SHAKE128: output of any length, with a security strength of 128 bits.
struct shake128 : xof<shake128, "shake128", keccak_sponge<168, 0x1f>> { using xof::xof; };
/// SHAKE256: output of any length, with a security strength of 256 bits.
struct shake256 : xof<shake256, "shake256", keccak_sponge<136, 0x1f>> { using xof::xof; };

/// Keccak-224, as submitted to NIST in 2011, before FIPS 202 added domain bits: digests of 28 bytes.
struct keccak_224 : hash<keccak_224, "keccak-224", keccak_sponge<144, 0x01>, 28> { using hash::hash; };
/// Keccak-256, as submitted to NIST: digests of 32 bytes. Ethereum calls it keccak256.
struct keccak_256 : hash<keccak_256, "keccak-256", keccak_sponge<136, 0x01>, 32> { using hash::hash; };
/// Keccak-384, as submitted to NIST: digests of 48 bytes.
struct keccak_384 : hash<keccak_384, "keccak-384", keccak_sponge<104, 0x01>, 48> { using hash::hash; };
/// Keccak-512, as submitted to NIST: digests of 64 bytes.
struct keccak_512 : hash<keccak_512, "keccak-512", keccak_sponge<72, 0x01>, 64> { using hash::hash; };
// clang-format on

// These names are widely known too.
using keccak224 = keccak_224;  ///< another name of keccak_224
using keccak256 = keccak_256;  ///< another name of keccak_256
using keccak384 = keccak_384;  ///< another name of keccak_384
using keccak512 = keccak_512;  ///< another name of keccak_512

}  // namespace hashlane::inline HASHLANE_ABI
