// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// One message on a processor with vectors: the message schedule (FIPS 180-4 s.6.2.2 and s.6.4.2, step 1) of N blocks
// side by side in vectors, 16 bytes of each, while the rounds of the first go through the general registers.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "../lanes/pieces.hpp"
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

// The words of each block that follow the first of a by one: three or one of a, then one of b. SSE2 has two shuffles for
// that, where the first word of b comes into a.
template <class P, class T, class L>
HASHLANE_INLINE L next(const L& a, const L& b) {
    constexpr std::size_t n = group<P>;
    if constexpr (n == 4 && !T::byte_shuffles) {
        const L c = shuffled(a, b, [](std::size_t i) { return i == 0 ? 4 : i; });
        return shuffled(c, c, [](std::size_t i) { return (i + 1) % 4; });
    }
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

template <class P, class T, class L>
HASHLANE_INLINE L from_big_endian(const L& a) {
    if constexpr (T::byte_shuffles)
        return reversed_bytes(a, std::make_index_sequence<sizeof(L)>{});
    else
        return byteswap_by_parts(a);
}

template <class P, std::size_t N>
HASHLANE_INLINE group_of<P, N> load_groups(const void* p, [[maybe_unused]] std::size_t distance) {
    if constexpr (N == 1)
        return load_group<P>(p);
    else
        return beside<P>(load_group<P>(p), load_group<P>(static_cast<const std::uint8_t*>(p) + distance));
}

template <auto& s, class L>
HASHLANE_INLINE L sigma(const L& x) {
    return rotr<s[0]>(x) ^ rotr<s[1]>(x) ^ x >> s[2];
}

// The words sixteen after those of group i, in their place. Of four, the last two depend on the first.
template <class P, class T, int i, class L>
HASHLANE_INLINE void extend(L* W) {
    constexpr int n = int(groups<P>), half = n / 2;
    L& last = W[(i + half + 1) % n];
    const L across = next<P, T>(W[(i + half) % n], last);
    HASHLANE_FORGET_VECTOR(last.v);
    const L before = W[i] + across + sigma<P::sigma0>(next<P, T>(W[i], W[(i + 1) % n]));
    if constexpr (group<P> == 2) {
        W[i] = before + sigma<P::sigma1>(W[(i + n - 1) % n]);
    } else {
        const L two = before + sigma<P::sigma1>(lowered(W[(i + n - 1) % n]));
        W[i] = two + sigma<P::sigma1>(raised(two));
    }
}

template <class P, class L>
HASHLANE_INLINE void store_scheduled(typename P::word* WK, const L& W, const typename P::word* K) {
    const auto sum = (W + load_groups<P, L::width / group<P>>(K, 0)).v;
    std::memcpy(WK, &sum, sizeof sum);
}

// Rounds t + i of sixteen; W_t + K_t stands at [N * t - (N - 1) * (t % group)].
template <class P, class T, std::size_t N, std::size_t t = 0, std::size_t... i>
HASHLANE_INLINE void rounds(typename P::word* S, const typename P::word* WK, std::index_sequence<i...>) {
    constexpr rounds_in F = T::and_not ? rounds_in::three_operands : rounds_in::two_operands;
    (renamed_round<P, F, int(t + i)>(S, WK[N * (t + i) - (N - 1) * (i % group<P>)]), ...);
}

// Sixteen rounds, and between them the schedule of the next sixteen.
template <class P, class T, std::size_t N, class L, std::size_t... i>
HASHLANE_INLINE void extending_rounds(typename P::word* S, L* W, typename P::word* WK, const typename P::word* K,
                                      std::index_sequence<i...>) {
    constexpr std::size_t n = group<P>;
    const auto step = [&]<std::size_t j>(std::integral_constant<std::size_t, j>) HASHLANE_LAMBDA_INLINE {
        extend<P, T, int(j)>(W);
        store_scheduled<P>(WK + N * (16 + n * j), W[j], K + 16 + n * j);
        rounds<P, T, N, n * j>(S, WK, std::make_index_sequence<n>{});
        if constexpr (sizeof(L) <= HASHLANE_AFTER_BYTES)
            HASHLANE_AFTER(S[(20 - n * (j + 1)) & 7], W[j].v, W[(j + 1) % groups<P>].v);
    };
    (step(std::integral_constant<std::size_t, i>{}), ...);
}

// The rounds of N blocks: of the first beside the schedule of all.
template <class P, class T, std::size_t N, std::size_t... i>
HASHLANE_INLINE void compress_together(typename P::word* H, const std::uint8_t* p, std::index_sequence<i...> all) {
    constexpr std::size_t block = 16 * sizeof(typename P::word), last = P::rounds - 16;
    constexpr std::make_index_sequence<16> sixteen;
    pin(H);  // or g++ keeps what the block before left there in registers, and spills: a hundredth of the time
    alignas(64) typename P::word WK[P::rounds * N];
    group_of<P, N> W[] = {from_big_endian<P, T>(load_groups<P, N>(p + 16 * i, block))...};
    (store_scheduled<P>(WK + N * i * group<P>, W[i], P::K + i * group<P>), ...);
    typename P::word S[8] = {H[0], H[1], H[2], H[3], H[4], H[5], H[6], H[7]};
    for (std::size_t t = 0; t < last; t += 16) extending_rounds<P, T, N>(S, W, WK + N * t, P::K + t, all);
    rounds<P, T, N>(S, WK + N * last, sixteen);
    add_variables(H, S);
    if constexpr (N == 2) {
        for (std::size_t t = 0; t < P::rounds; t += 16) rounds<P, T, N>(S, WK + N * t + group<P>, sixteen);
        add_variables(H, S);
    }
}

// Two blocks share the instructions of a schedule in 32 bytes. Where a rotation is one instruction the schedule is short,
// and what that would gain not worth a compilation.
template <class P, class T>
HASHLANE_INLINE void compress_with_vectors(typename P::word* H, const std::uint8_t* p, std::size_t blocks) {
    constexpr std::make_index_sequence<groups<P>> all;
    constexpr std::size_t block = 16 * sizeof(typename P::word);
    if constexpr (T::vector_bytes >= 32 && !T::vector_rotate)
        for (; blocks >= 2; blocks -= 2, p += 2 * block) compress_together<P, T, 2>(H, p, all);
    for (; blocks != 0; --blocks, p += block) compress_together<P, T, 1>(H, p, all);
}

}  // namespace sha2
}  // namespace HASHLANE_ABI
}  // namespace hashlane
