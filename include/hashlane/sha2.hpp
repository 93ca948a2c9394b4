// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// FIPS 180-4: SHA-2.
//
// A message has at most 2^61 - 1 bytes (SHA-224, SHA-256) or 2^125 - 1 (the others), and bits of a last byte: s.1. Beyond
// that the standard defines no digest, and what these classes give is that of the length modulo 2^64 or 2^128 bits:
// bytes_left() says how many bytes may still be absorbed. An imported state with a longer message is refused.

#include "constructions/sha2_compression.hpp"
#include "hash.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// s.5.3.2 to s.5.3.5: the initial hash values.
namespace sha2 {
inline constexpr std::array<std::uint32_t, 8> iv224 = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
                                                       0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4};
inline constexpr std::array<std::uint32_t, 8> iv256 = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
inline constexpr std::array<std::uint64_t, 8> iv384 = {0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17,
                                                       0x152fecd8f70e5939, 0x67332667ffc00b31, 0x8eb44a8768581511,
                                                       0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4};
inline constexpr std::array<std::uint64_t, 8> iv512 = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                                       0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                                       0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
}  // namespace sha2

//                   name                    compression         initial value bits digest
using sha224 = hash<"sha224", merkle_damgard<sha256_compression, sha2::iv224, 224>, 28>;
using sha256 = hash<"sha256", merkle_damgard<sha256_compression, sha2::iv256, 256>, 32>;
using sha384 = hash<"sha384", merkle_damgard<sha512_compression, sha2::iv384, 384>, 48>;
using sha512 = hash<"sha512", merkle_damgard<sha512_compression, sha2::iv512, 512>, 64>;

// SHA-512/t for any t of 1 to 511 bits but 384; the bits of the last byte beyond t are zero.
template <unsigned t>
requires(sha2::legal_t(t))
using sha512_t = hash<sha2::with_t<t>("sha512-"),
                      merkle_damgard<sha512_compression, sha2::generate_iv<t, sha2::iv512>(), t>, (t + 7) / 8>;

using sha512_224 = sha512_t<224>;
using sha512_256 = sha512_t<256>;

}  // namespace HASHLANE_ABI
}  // namespace hashlane
