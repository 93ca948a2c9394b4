// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// One message on a processor with vectors: the message schedule (FIPS 180-4 s.6.2.2 and s.6.4.2, step 1) of N blocks
// side by side in vectors, 16 bytes of each, while the rounds of the first go through the general registers.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "sha2.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace sha2 {

// Words of P in 16 bytes, and such groups in a block.
template <class P>
inline constexpr std::size_t group = 16 / sizeof(typename P::word);
template <class P>
inline constexpr std::size_t groups = 16 / group<P>;

// A group of each of N blocks, block after block.
template <class P, std::size_t N>
using group_of = lane<typename P::word, N * group<P>>;

template <class P>
HASHLANE_INLINE group_of<P, 1> load_group(const void* p) {
    typename group_of<P, 1>::vector v;
    std::memcpy(&v, p, sizeof v);
    return {v};
}

// The words f(0), f(1) ... of a, then of b.
template <class L, class F, std::size_t... i>
HASHLANE_INLINE L shuffled(const L& a, const L& b, F, std::index_sequence<i...>) {
    return {__builtin_shufflevector(a.v, b.v, static_cast<int>(F{}(i))...)};
}
template <class L, class F>
HASHLANE_INLINE L shuffled(const L& a, const L& b, F f) {
    return shuffled(a, b, f, std::make_index_sequence<L::width>{});
}

// The words of each block that follow the first of a by one: three or one of a, then one of b.
template <class P, class L>
HASHLANE_INLINE L next(const L& a, const L& b) {
    constexpr std::size_t n = group<P>;
    return shuffled(a, b, [](std::size_t i) { return i % n == n - 1 ? L::width + i - (n - 1) : i + 1; });
}

// Moves of 8 bytes at once: as such both compilers find the one instruction.
template <std::size_t N>
using halves = lane<std::uint64_t, 2 * N>;

// Of four words the last two as the first two, and the other way round, beside zeros.
template <class L, std::size_t N = L::width / 4>
HASHLANE_INLINE L lowered(const L& a) {
    const auto h = __builtin_bit_cast(halves<N>, a);
    return __builtin_bit_cast(L,
                              shuffled(h, halves<N>{}, [](std::size_t i) { return i % 2 == 0 ? i + 1 : i + 2 * N; }));
}
template <class L, std::size_t N = L::width / 4>
HASHLANE_INLINE L raised(const L& a) {
    const auto h = __builtin_bit_cast(halves<N>, a);
    return __builtin_bit_cast(L,
                              shuffled(halves<N>{}, h, [](std::size_t i) { return i % 2 == 0 ? i : i - 1 + 2 * N; }));
}

template <class P>
HASHLANE_INLINE group_of<P, 2> beside(const group_of<P, 1>& a, const group_of<P, 1>& b) {
    const halves<2> both = {
        __builtin_shufflevector(__builtin_bit_cast(halves<1>, a).v, __builtin_bit_cast(halves<1>, b).v, 0, 1, 2, 3)};
    return __builtin_bit_cast(group_of<P, 2>, both);
}

// Words are big-endian.
template <class P, std::size_t N>
HASHLANE_INLINE group_of<P, N> load_groups(const std::uint8_t* p) {
    using L = lane<std::uint8_t, 16 * N>;
    group_of<P, N> v;
    if constexpr (N == 1)
        v = load_group<P>(p);
    else
        v = beside<P>(load_group<P>(p), load_group<P>(p + 16 * sizeof(typename P::word)));
    const L b = __builtin_bit_cast(L, v);
    return __builtin_bit_cast(group_of<P, N>,
                              shuffled(b, b, [](std::size_t i) { return i ^ (sizeof(typename P::word) - 1); }));
}

template <class P, std::size_t N>
HASHLANE_INLINE group_of<P, N> load_constants(const typename P::word* K) {
    if constexpr (N == 1)
        return load_group<P>(K);
    else
        return beside<P>(load_group<P>(K), load_group<P>(K));
}

template <class P, std::size_t N>
HASHLANE_INLINE void store_scheduled(typename P::word* WK, const group_of<P, N>& W, const typename P::word* K) {
    const auto sum = (W + load_constants<P, N>(K)).v;
    std::memcpy(WK, &sum, sizeof sum);
}

template <auto& s, class L>
HASHLANE_INLINE L sigma(const L& x) {
    return rotr<s[0]>(x) ^ rotr<s[1]>(x) ^ x >> s[2];
}

// The words sixteen after those of group i, in their place. Of four, the last two depend on the first.
template <class P, int i, class L>
HASHLANE_INLINE void extend(L* W) {
    constexpr int n = int(groups<P>), half = n / 2;
    L& last = W[(i + half + 1) % n];
    const L across = next<P>(W[(i + half) % n], last);
    HASHLANE_FORGET_VECTOR(last.v);
    const L before = W[i] + across + sigma<P::sigma0>(next<P>(W[i], W[(i + 1) % n]));
    if constexpr (group<P> == 2) {
        W[i] = before + sigma<P::sigma1>(W[(i + n - 1) % n]);
    } else {
        const L two = before + sigma<P::sigma1>(lowered(W[(i + n - 1) % n]));
        W[i] = two + sigma<P::sigma1>(raised(two));
    }
}

// The rounds of group i; W_t + K_t stands at [N * t - (N - 1) * (t % group)].
template <class P, std::size_t N, std::size_t i, std::size_t... t>
HASHLANE_INLINE void group_rounds(typename P::word* S, const typename P::word* WK, std::index_sequence<t...>) {
    (renamed_round<P, rounds_in::three_operands, int(i * group<P> + t)>(S, WK[N * i * group<P> + t]), ...);
}

template <class P, std::size_t N, bool more, std::size_t... i>
HASHLANE_INLINE void sixteen_rounds(typename P::word* S, group_of<P, N>* W, typename P::word* WK,
                                    const typename P::word* K, std::index_sequence<i...>) {
    const auto step = [&]<std::size_t j>(std::integral_constant<std::size_t, j>) HASHLANE_LAMBDA_INLINE {
        constexpr std::size_t later = 16 + j * group<P>;
        if constexpr (more) extend<P, int(j)>(W), store_scheduled<P, N>(WK + N * later, W[j], K + later);
        group_rounds<P, N, j>(S, WK, std::make_index_sequence<group<P>>{});
    };
    (step(std::integral_constant<std::size_t, i>{}), ...);
}

// The rounds of one block, and when it is the first the schedule of all N.
template <class P, std::size_t N, bool first>
HASHLANE_INLINE void compress_scheduled(typename P::word* H, group_of<P, N>* W, typename P::word* WK) {
    constexpr std::make_index_sequence<groups<P>> all;
    constexpr std::size_t last = first ? P::rounds - 16 : P::rounds;
    typename P::word S[8] = {H[0], H[1], H[2], H[3], H[4], H[5], H[6], H[7]};
    for (std::size_t t = 0; t < last; t += 16) sixteen_rounds<P, N, first>(S, W, WK + N * t, P::K + t, all);
    if constexpr (first) sixteen_rounds<P, N, false>(S, W, WK + N * last, P::K + last, all);
    add_variables(H, S);
}

template <class P, std::size_t N, std::size_t... i>
HASHLANE_INLINE void compress_together(typename P::word* H, const std::uint8_t* p, std::index_sequence<i...>) {
    alignas(64) typename P::word WK[P::rounds * N];
    group_of<P, N> W[groups<P>] = {load_groups<P, N>(p + 16 * i)...};
    (store_scheduled<P, N>(WK + N * i * group<P>, W[i], P::K + i * group<P>), ...);
    compress_scheduled<P, N, true>(H, W, WK);
    if constexpr (N == 2) compress_scheduled<P, N, false>(H, W, WK + group<P>);
}

template <class P>
HASHLANE_INLINE void compress_with_vectors(typename P::word* H, const std::uint8_t* p, std::size_t blocks) {
    constexpr std::make_index_sequence<groups<P>> all;
    constexpr std::size_t two_blocks = 32 * sizeof(typename P::word);
    for (; blocks >= 2; blocks -= 2, p += two_blocks) compress_together<P, 2>(H, p, all);
    if (blocks != 0) compress_together<P, 1>(H, p, all);
}

}  // namespace sha2
}  // namespace HASHLANE_ABI
}  // namespace hashlane
