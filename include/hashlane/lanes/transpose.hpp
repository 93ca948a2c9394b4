// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// This file loads words of N messages, which lie in N places of memory, into lanes: lane i holds word i of every
// message.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "bytes.hpp"
#include "lane.hpp"
#include "pieces.hpp"

namespace hashlane::inline HASHLANE_ABI {

template <std::size_t N>
using words_of = lane<std::uint64_t, N>;

// The number of consecutive words that load_transposed() takes from each of N messages.
template <std::size_t N>
inline constexpr std::size_t transposed_words = N < 4 ? N : 4;

// Loads words of all rows: out[i] then holds word i of the bytes at rows[j] + offset, for every row j. The words are
// little-endian, as every target with vectors is.
HASHLANE_INLINE void load_transposed(words_of<1>* out, const std::uint8_t* const* rows, std::size_t offset) {
    out[0] = {load<std::endian::little, std::uint64_t>(rows[0] + offset)};
}

HASHLANE_INLINE void load_transposed(words_of<2>* out, const std::uint8_t* const* rows, std::size_t offset) {
    const auto r0 = load_lane<2>(rows[0] + offset), r1 = load_lane<2>(rows[1] + offset);
    out[0] = {__builtin_shufflevector(r0.v, r1.v, 0, 2)};
    out[1] = {__builtin_shufflevector(r0.v, r1.v, 1, 3)};
}

HASHLANE_INLINE void load_transposed(words_of<4>* out, const std::uint8_t* const* rows, std::size_t offset) {
    for (std::size_t i = 0; i < 4; i += 2, offset += 16) {
        const auto even = join(load_lane<2>(rows[0] + offset), load_lane<2>(rows[2] + offset)),
                   odd = join(load_lane<2>(rows[1] + offset), load_lane<2>(rows[3] + offset));
        out[i] = {__builtin_shufflevector(even.v, odd.v, 0, 4, 2, 6)};
        out[i + 1] = {__builtin_shufflevector(even.v, odd.v, 1, 5, 3, 7)};
    }
}

HASHLANE_INLINE void load_transposed(words_of<8>* out, const std::uint8_t* const* rows, std::size_t offset) {
    const auto r02 = join(load_lane<4>(rows[0] + offset), load_lane<4>(rows[2] + offset)),
               r13 = join(load_lane<4>(rows[1] + offset), load_lane<4>(rows[3] + offset)),
               r46 = join(load_lane<4>(rows[4] + offset), load_lane<4>(rows[6] + offset)),
               r57 = join(load_lane<4>(rows[5] + offset), load_lane<4>(rows[7] + offset));
    // a and b hold the words 0 and 2 of the rows 0 to 3 and of the rows 4 to 7; c and d hold the words 1 and 3.
    const words_of<8> a = {__builtin_shufflevector(r02.v, r13.v, 0, 8, 2, 10, 4, 12, 6, 14)},
                      b = {__builtin_shufflevector(r46.v, r57.v, 0, 8, 2, 10, 4, 12, 6, 14)},
                      c = {__builtin_shufflevector(r02.v, r13.v, 1, 9, 3, 11, 5, 13, 7, 15)},
                      d = {__builtin_shufflevector(r46.v, r57.v, 1, 9, 3, 11, 5, 13, 7, 15)};
    out[0] = {__builtin_shufflevector(a.v, b.v, 0, 1, 4, 5, 8, 9, 12, 13)};
    out[1] = {__builtin_shufflevector(c.v, d.v, 0, 1, 4, 5, 8, 9, 12, 13)};
    out[2] = {__builtin_shufflevector(a.v, b.v, 2, 3, 6, 7, 10, 11, 14, 15)};
    out[3] = {__builtin_shufflevector(c.v, d.v, 2, 3, 6, 7, 10, 11, 14, 15)};
}

// Returns one word of each message, that at rows[j] + offset.
template <std::size_t N>
HASHLANE_INLINE words_of<N> load_column(const std::uint8_t* const* rows, std::size_t offset) {
    typename words_of<N>::words column;
    for (std::size_t j = 0; j < N; ++j) column.w[j] = load<std::endian::little, std::uint64_t>(rows[j] + offset);
    return words_of<N>::from(column);
}

}  // namespace hashlane::inline HASHLANE_ABI
