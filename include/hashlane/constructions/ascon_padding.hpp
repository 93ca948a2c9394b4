// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The order of bits in the two families of Ascon, and the padding, which is a one bit and zeros. SP 800-232 (s.A.2)
// puts the low bits of a byte and the low bytes of a word first, v1.2 the high ones.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "sponge.hpp"

namespace hashlane::inline HASHLANE_ABI::ascon {

// Returns a byte of which the bits after the first `bits` are zero.
template <std::endian order>
constexpr std::uint8_t first_bits(std::uint8_t byte, unsigned bits) {
    const unsigned kept = order == std::endian::little ? (1u << bits) - 1 : 0xff00u >> bits;
    return static_cast<std::uint8_t>(byte & kept);
}

// Returns the last byte of a message that ends within it, with the one bit of the padding.
template <std::endian order>
constexpr std::uint8_t padded(partial_byte last) {
    const unsigned one = order == std::endian::little ? 1u << last.bits : 0x80u >> last.bits;
    return static_cast<std::uint8_t>(first_bits<order>(last.value, last.bits) | one);
}

// Returns a mask of the first n bits of a word, or of all bits if n is 64 or more.
template <std::endian order>
constexpr std::uint64_t first_bits_of_word(std::size_t n) {
    const std::uint64_t all = ~std::uint64_t{0};
    if (n == 0 || n >= 64) return n == 0 ? 0 : all;
    return order == std::endian::little ? all >> (64 - n) : all << (64 - n);
}

}  // namespace hashlane::inline HASHLANE_ABI::ascon
