// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A lane holds one word of the state: of one message in a general register, or of N messages side by side in a vector
// register.

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "config.hpp"

namespace hashlane::inline HASHLANE_ABI {

template <class W, std::size_t N>
struct vector_of {
    typedef W type [[gnu::vector_size(N * sizeof(W))]];
};

template <class W>
struct vector_of<W, 1> {
    using type = W;
};

// lane<W, 1> is a general register of a kernel. Constant evaluation takes a plain W in its place, which needs fewer
// steps.
template <class W, std::size_t N>
struct lane {
    using word = W;
    static constexpr std::size_t width = N;
    using vector = typename vector_of<W, N>::type;
    struct words {
        W w[N];
    };

    vector v;

    // Returns a lane with w in every place. Vectors of 64 bytes are made by a shuffle, because g++ compiles `w ^
    // vector{}` to N instructions, one for each place.
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
        HASHLANE_PIN_VECTOR(first);  // without this, g++ puts w into each place by an instruction of its own again
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

// Returns lanes as the words or vectors that they hold. Long primitives compute on these, because each operator of a
// lane is a function that compilers must inline (docs/TUNING.md, "Keeping a kernel inside its target").
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

// Keeps values in their registers in the form in which they stand. Otherwise compilers pack scalar lanes of one message
// into SIMD registers (docs/TUNING.md, "Keeping a kernel inside its target"). For vector lanes see HASHLANE_PIN_VECTOR
// in config.hpp.
template <class... Ls>
HASHLANE_INLINE constexpr void pin(Ls&... a) {
    if (__builtin_is_constant_evaluated()) return;
    (pin_one(a), ...);
}
// Does the same for one word, so that compilers have one function to inline instead of two.
template <std::unsigned_integral W>
HASHLANE_INLINE constexpr void pin(W& a) {
    if (__builtin_is_constant_evaluated()) return;
    HASHLANE_PIN_WORD(a);
}

}  // namespace hashlane::inline HASHLANE_ABI
