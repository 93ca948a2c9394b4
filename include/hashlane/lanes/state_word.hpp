// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The state of one message in a kernel: lanes that stay in registers.

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "lane.hpp"

namespace hashlane::inline HASHLANE_ABI {

// Calls f(i) for i = from .. to - 1, unrolled. With a variable index compilers would keep the state in memory.
template <std::size_t from, std::size_t to, class F>
HASHLANE_INLINE constexpr void unrolled(F&& f) {
    [&]<std::size_t... i>(std::index_sequence<i...>) HASHLANE_LAMBDA_INLINE {
        (f(std::integral_constant<std::size_t, from + i>{}), ...);
    }(std::make_index_sequence<to - from>{});
}

// A lane of one message on the target T. It is a general register; or the low half of an xmm register where vectors
// rotate in one instruction and there are 32 of them.
template <class T>
using state_word = lane<std::uint64_t, T::vector_rotate ? 2 : 1>;

template <class L>
HASHLANE_INLINE constexpr L to_state_word(std::uint64_t w) {
    if constexpr (lane_traits<L>::width == 1)
        return {w};
    else
        return {typename L::vector{w, 0}};
}

template <class L>
HASHLANE_INLINE constexpr std::uint64_t from_state_word(const L& a) {
    if constexpr (lane_traits<L>::width == 1)
        return a.v;
    else
        return a.v[0];
}

HASHLANE_INLINE constexpr std::uint64_t from_state_word(std::uint64_t w) { return w; }

// These two copy the words i of the state from memory and to memory. They do not call unrolled(), because compilers
// would then have two functions to inline for each word.
template <class L, std::size_t... i>
HASHLANE_INLINE constexpr void load_state(L* A, const std::uint64_t* S, std::index_sequence<i...>) {
    ((A[i] = to_state_word<L>(S[i])), ...);
}

template <class L, std::size_t... i>
HASHLANE_INLINE constexpr void store_state(std::uint64_t* S, const L* A, std::index_sequence<i...>) {
    ((S[i] = from_state_word(A[i])), ...);
}

}  // namespace hashlane::inline HASHLANE_ABI
