// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// FIPS 180-4: SHA-2.
///
/// A message has at most 2^61 - 1 bytes (SHA-224, SHA-256) or 2^125 - 1 (the others), and bits of a last byte: s.1. The
/// standard defines no digest beyond that; these classes then use the length modulo 2^64 or 2^128 bits. bytes_left()
/// returns how many bytes may still be absorbed. An imported state with a longer message is refused.
///
///     auto digest = hl::digest<hl::sha256>("abc"sv);  // std::array<std::uint8_t, 32>

#include "classes/hash.hpp"
#include "constructions/sha2_compression.hpp"

namespace hashlane::inline HASHLANE_ABI {

// The initial hash values are those of s.5.3.2 to s.5.3.6.
namespace sha2 {

/// What the parameters of a hash begin with.
/// \tparam Compression the compression function
/// \tparam Bits the size of the digest in bits
template <class Compression, unsigned Bits>
struct digest_of {
    /// The compression function.
    using compression = Compression;
    /// The size of the digest in bits.
    static constexpr unsigned digest_bits = Bits;
};

/// The parameters of SHA-224.
struct sha224_parameters : digest_of<sha256_compression, 224> {
    /// H(0), s.5.3.2.
    static constexpr std::array<std::uint32_t, 8> initial_hash_value = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
                                                                        0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4};
};

/// The parameters of SHA-256.
struct sha256_parameters : digest_of<sha256_compression, 256> {
    /// H(0), s.5.3.3.
    static constexpr std::array<std::uint32_t, 8> initial_hash_value = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
};

/// The parameters of SHA-384.
struct sha384_parameters : digest_of<sha512_compression, 384> {
    /// H(0), s.5.3.4.
    static constexpr std::array<std::uint64_t, 8> initial_hash_value = {
        0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
        0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4};
};

/// The parameters of SHA-512.
struct sha512_parameters : digest_of<sha512_compression, 512> {
    /// H(0), s.5.3.5.
    static constexpr std::array<std::uint64_t, 8> initial_hash_value = {
        0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
        0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
};

/// The parameters of the hash that generates the IVs of SHA-512/t, s.5.3.6: the words of SHA-512 xor a5a5a5a5a5a5a5a5.
struct sha512_t_generator_parameters : sha512_parameters {
    /// H(0), s.5.3.6.
    static constexpr std::array<std::uint64_t, 8> initial_hash_value = flipped(sha512_parameters::initial_hash_value);
};

/// The parameters of SHA-512/t.
template <unsigned t>
struct sha512_t_parameters : digest_of<sha512_compression, t> {
    /// H(0), s.5.3.6.
    static constexpr std::array<std::uint64_t, 8> initial_hash_value = generate_iv<t, sha512_t_generator_parameters>();
};

}  // namespace sha2

// clang-format off
/// SHA-224, s.6.3: digests of 28 bytes.
struct sha224 : hash<sha224, "sha224", merkle_damgard<sha2::sha224_parameters>, 28> { using hash::hash; };
/// SHA-256, s.6.2: digests of 32 bytes.
struct sha256 : hash<sha256, "sha256", merkle_damgard<sha2::sha256_parameters>, 32> { using hash::hash; };
/// SHA-384, s.6.5: digests of 48 bytes.
struct sha384 : hash<sha384, "sha384", merkle_damgard<sha2::sha384_parameters>, 48> { using hash::hash; };
/// SHA-512, s.6.4: digests of 64 bytes.
struct sha512 : hash<sha512, "sha512", merkle_damgard<sha2::sha512_parameters>, 64> { using hash::hash; };
// clang-format on

/// SHA-512/t, s.5.3.6: digests of t bits. The bits of the last byte beyond t are zero.
/// \tparam t 1 to 511, but not 384
template <unsigned t>
requires(sha2::legal_t(t))
struct sha512_t
    : hash<sha512_t<t>, sha2::with_t<t>("sha512-"), merkle_damgard<sha2::sha512_t_parameters<t>>, (t + 7) / 8> {
    using sha512_t::hash::hash;
};

/// SHA-512/224, s.6.6: digests of 28 bytes.
using sha512_224 = sha512_t<224>;
/// SHA-512/256, s.6.7: digests of 32 bytes.
using sha512_256 = sha512_t<256>;

}  // namespace hashlane::inline HASHLANE_ABI
