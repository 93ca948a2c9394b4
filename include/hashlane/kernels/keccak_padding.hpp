// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The padding pad10*1 (FIPS 202 s.5.1). The suffix of a message holds its domain bits and the first 1 of the padding
// (s.B.2); the last 1 is the last bit of the block.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "../lanes/bytes.hpp"
#include "../lanes/state_word.hpp"

namespace hashlane::inline HASHLANE_ENTRY_ABI {

// The rounds, the lanes of the rate, and the byte that follows the message. An entry point takes them in one register.
struct keccak_parameters {
    std::uint16_t n_r, rate;
    std::uint8_t suffix;
};

}  // namespace hashlane::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI::keccak {

inline constexpr std::uint8_t final_bit = 0x80;  // in the last byte of a block

// Ends a message after `used` bytes of a block of `rate` bytes. xor_byte(at, byte) adds a byte to the block. Where the
// first 1 of the padding is the last bit of the block, next_block() follows, and the last 1 stands in a block of its
// own.
template <class F, class G>
HASHLANE_INLINE constexpr void pad(std::size_t rate, std::size_t used, unsigned suffix, const F& xor_byte,
                                   const G& next_block) {
    xor_byte(used, static_cast<std::uint8_t>(suffix));
    if (used == rate - 1 && suffix >= 0x80) next_block();
    xor_byte(rate - 1, final_bit);
}

// ---- A short message, whose block is put together in registers and not in memory (docs/TUNING.md, "Keccak").

// The largest short message in bytes. For each further word that may be the last, compilers carry the whole state along
// one more path (docs/TUNING.md, "Keccak").
inline constexpr std::size_t most_short = 64;

// Absorbs a message of less than a block: its whole words at p, and `last` with the bytes after them and the suffix. i
// are the words that may be the last.
template <class L, std::size_t... i>
HASHLANE_INLINE void xor_short(L* A, const std::uint8_t* p, std::size_t words, std::uint64_t last,
                               std::index_sequence<i...>) {
    // Returns false when the message has ended.
    const auto word = [&](L& a, std::size_t at) HASHLANE_LAMBDA_INLINE {
        a = a ^ to_state_word<L>(at == words ? last : load<std::endian::little, std::uint64_t>(p + 8 * at));
        return at != words;
    };
    (word(A[i], i) && ...);
}

// Returns what is left of a message of n bytes after its whole words, and the suffix.
inline std::uint64_t last_word(std::uint8_t suffix, const std::uint8_t* in, std::size_t n) {
    const std::size_t rest = n % 8;
    return load_partial<std::endian::little, std::uint64_t>(in + n - rest, rest) | std::uint64_t{suffix} << 8 * rest;
}

// Adds the last bit of pad10*1 (FIPS 202 s.5.1). i are the words that may end a block.
template <class L, std::size_t... i>
HASHLANE_INLINE void xor_last_bit(L* A, std::size_t rate, std::index_sequence<i...>) {
    ((rate == i + 1 ? void(A[i] = A[i] ^ to_state_word<L>(std::uint64_t{final_bit} << 56)) : void()), ...);
}

}  // namespace hashlane::inline HASHLANE_ABI::keccak
