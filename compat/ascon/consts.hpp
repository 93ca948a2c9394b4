// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Sizes in bytes.

#include <cstddef>
#include <cstdint>

#include <hashlane/ascon_v12.hpp>

namespace ascon {

inline constexpr std::size_t DIGEST_LEN = 32;
inline constexpr std::size_t ASCON_HASH_DIGEST_LEN = hashlane::ascon_hash::digest_size;
inline constexpr std::size_t ASCON_HASHA_DIGEST_LEN = hashlane::ascon_hasha::digest_size;

inline constexpr std::size_t ASCON128_KEY_LEN = hashlane::ascon_128::key_size;
inline constexpr std::size_t ASCON128_NONCE_LEN = hashlane::ascon_128::nonce_size;
inline constexpr std::size_t ASCON128_TAG_LEN = hashlane::ascon_128::tag_size;

inline constexpr std::size_t ASCON128A_KEY_LEN = hashlane::ascon_128a::key_size;
inline constexpr std::size_t ASCON128A_NONCE_LEN = hashlane::ascon_128a::nonce_size;
inline constexpr std::size_t ASCON128A_TAG_LEN = hashlane::ascon_128a::tag_size;

inline constexpr std::size_t ASCON80PQ_KEY_LEN = hashlane::ascon_80pq::key_size;
inline constexpr std::size_t ASCON80PQ_NONCE_LEN = hashlane::ascon_80pq::nonce_size;
inline constexpr std::size_t ASCON80PQ_TAG_LEN = hashlane::ascon_80pq::tag_size;

}  // namespace ascon
