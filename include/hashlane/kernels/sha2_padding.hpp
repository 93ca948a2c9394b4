// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The padding of FIPS 180-4 s.5.1: a one bit, zeros, and the length of the message in bits in the last two words.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "../lanes/bytes.hpp"

namespace hashlane::inline HASHLANE_ABI::sha2 {

// Returns the byte after the whole bytes of a message: its last bits, from the top, and the one bit.
constexpr std::uint8_t first_of_padding(partial_byte last = {}) {
    return static_cast<std::uint8_t>((last.value & 0xff00u >> last.bits) | 0x80u >> last.bits);
}

// Returns the number of blocks that end a message whose last block has `used` bytes. W is the word of the block.
template <class W>
constexpr std::size_t blocks_of_padding(std::size_t used) {
    return used < 14 * sizeof(W) ? 1 : 2;
}

// The length in bits of a message of low + 2^64 high bytes and some bits.
struct length_in_bits {
    std::uint64_t low, high;
    constexpr length_in_bits(std::uint64_t low_bytes, std::uint64_t high_bytes, unsigned bits)
        : low(low_bytes << 3 | bits), high(high_bytes << 3 | low_bytes >> 61) {}
};

// Writes the length to the last two words of the block that ends at `end`. With words of 32 bits a length has 64 bits.
template <class W>
constexpr void store_length(std::uint8_t* end, length_in_bits n) {
    store<std::endian::big>(end - 8, n.low);
    if constexpr (sizeof(W) == 8) store<std::endian::big>(end - 16, n.high);
}

}  // namespace hashlane::inline HASHLANE_ABI::sha2
