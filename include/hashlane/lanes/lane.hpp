// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A lane: a word of the state, and N such words of N messages side by side in a vector register.

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "config.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

template <class W, std::size_t N>
struct vector_of {
    typedef W type [[gnu::vector_size(N * sizeof(W))]];
};

template <class W>
struct vector_of<W, 1> {
    using type = W;
};

// lane<W, 1> is a general register of a kernel; a plain W is the same at compile time, at fewer steps.
template <class W, std::size_t N>
struct lane {
    using word = W;
    static constexpr std::size_t width = N;
    using vector = typename vector_of<W, N>::type;
    struct words {
        W w[N];
    };

    vector v;

    // Every word the same. Of w ^ vector{} g++ makes N instructions, one for each place, if it has 64 bytes.
    HASHLANE_INLINE static constexpr lane broadcast(W w) {
        if constexpr (N * sizeof(W) == 64)
            if (!__builtin_is_constant_evaluated()) return spread(w, std::make_index_sequence<N>{});
        return {w ^ vector{}};
    }
    HASHLANE_INLINE static constexpr lane from(const words& w) { return {__builtin_bit_cast(vector, w)}; }
    HASHLANE_INLINE constexpr words to_words() const { return __builtin_bit_cast(words, v); }

    HASHLANE_INLINE friend constexpr lane operator^(const lane& a, const lane& b) { return {a.v ^ b.v}; }
    HASHLANE_INLINE friend constexpr lane operator&(const lane& a, const lane& b) { return {a.v & b.v}; }
    HASHLANE_INLINE friend constexpr lane operator|(const lane& a, const lane& b) { return {a.v | b.v}; }
    HASHLANE_INLINE friend constexpr lane operator+(const lane& a, const lane& b) { return {a.v + b.v}; }
    HASHLANE_INLINE friend constexpr lane operator-(const lane& a, const lane& b) { return {a.v - b.v}; }
    HASHLANE_INLINE friend constexpr lane operator^(const lane& a, W b) { return {a.v ^ b}; }
    HASHLANE_INLINE friend constexpr lane operator+(const lane& a, W b) { return {a.v + b}; }
    HASHLANE_INLINE friend constexpr lane operator<<(const lane& a, int n) { return {a.v << n}; }
    HASHLANE_INLINE friend constexpr lane operator>>(const lane& a, int n) { return {a.v >> n}; }
    HASHLANE_INLINE constexpr lane operator~() const { return {~v}; }
    HASHLANE_INLINE constexpr lane& operator^=(const lane& b) {
        v ^= b.v;
        return *this;
    }
    HASHLANE_INLINE constexpr lane& operator+=(const lane& b) {
        v += b.v;
        return *this;
    }

  private:
    template <std::size_t... i>
    HASHLANE_INLINE static constexpr lane spread(W w, std::index_sequence<i...>) {
        vector first = {w};
        HASHLANE_PIN_VECTOR(first);  // or it is w in each place again
        return {__builtin_shufflevector(first, first, static_cast<int>(i * 0)...)};
    }
};

template <class L>
struct lane_traits {
    using word = L;
    static constexpr std::size_t width = 1;
};

template <class W, std::size_t N>
struct lane_traits<lane<W, N>> {
    using word = W;
    static constexpr std::size_t width = N;
};

template <class L>
using word_of = typename lane_traits<L>::word;

// Lanes as the words or vectors that they hold, for long primitives: an operator of a lane is a function to be inlined,
// which takes compilers several times as long as one of a vector.
template <class L>
HASHLANE_INLINE constexpr L* bare(L* a) {
    return a;
}
template <class W, std::size_t N>
HASHLANE_INLINE auto* bare(lane<W, N>* a) {
    return reinterpret_cast<typename lane<W, N>::vector*>(a);
}

template <int R, class L>
HASHLANE_INLINE constexpr L rotr(const L& a) {
    constexpr int bits = 8 * sizeof(word_of<L>);
    return a >> R | a << (bits - R);
}

template <class L>
inline constexpr bool in_general_register = std::is_same_v<L, lane<word_of<L>, 1>>;
template <class L>
inline constexpr bool in_vector_register = lane_traits<L>::width > 1;

template <class W, std::size_t N>
HASHLANE_INLINE void pin_one(lane<W, N>& a) {
    if constexpr (N == 1)
        HASHLANE_PIN_WORD(a.v);
    else
        HASHLANE_PIN_VECTOR(a.v);
}

template <class W>
HASHLANE_INLINE void pin_one(W& a) {
    if constexpr (std::unsigned_integral<W> || std::is_pointer_v<W>)
        HASHLANE_PIN_WORD(a);
    else
        HASHLANE_PIN_VECTOR(a);
}

// The value as it stands, in its register. Scalar lanes of one message: vectorisers that pack them into SIMD registers
// double the time of a round. Vector lanes: see config.hpp.
template <class... Ls>
HASHLANE_INLINE constexpr void pin(Ls&... a) {
    if (__builtin_is_constant_evaluated()) return;
    (pin_one(a), ...);
}
// The same for one word: one function to inline instead of two.
template <std::unsigned_integral W>
HASHLANE_INLINE constexpr void pin(W& a) {
    if (__builtin_is_constant_evaluated()) return;
    HASHLANE_PIN_WORD(a);
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
