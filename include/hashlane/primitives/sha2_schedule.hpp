// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// One message of SHA-512 on a processor with vectors: the message schedule (FIPS 180-4 s.6.4.2 step 1) of N blocks side
// by side in vectors, two words of each, while the rounds of the first go through the general registers.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "sha2.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace sha2 {

typedef std::uint64_t word_pair [[gnu::vector_size(16)]];

// W_t and W_{t+1} of N blocks, block after block.
template <std::size_t N>
using word_pairs = lane<std::uint64_t, 2 * N>;

HASHLANE_INLINE word_pair load_pair(const void* p) {
    word_pair v;
    std::memcpy(&v, p, sizeof v);
    return v;
}

// From each block the words of two pairs that lie across their border.
template <std::size_t N>
HASHLANE_INLINE word_pairs<N> across(const word_pairs<N>& a, const word_pairs<N>& b) {
    if constexpr (N == 1)
        return {__builtin_shufflevector(a.v, b.v, 1, 2)};
    else
        return {__builtin_shufflevector(a.v, b.v, 1, 4, 3, 6)};
}

template <std::size_t N>
HASHLANE_INLINE word_pairs<N> load_pairs(const std::uint8_t* p) {
    using bytes = typename vector_of<char, 16 * N>::type;
    if constexpr (N == 1) {
        const auto v = (bytes)load_pair(p);
        return {(word_pair)__builtin_shufflevector(v, v, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8)};
    } else {
        const auto v = (bytes)__builtin_shufflevector(load_pair(p), load_pair(p + 128), 0, 1, 2, 3);
        return {(typename word_pairs<N>::vector)__builtin_shufflevector(v, v, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12,
                                                                        11, 10, 9, 8, 23, 22, 21, 20, 19, 18, 17, 16,
                                                                        31, 30, 29, 28, 27, 26, 25, 24)};
    }
}

template <std::size_t N>
HASHLANE_INLINE word_pairs<N> load_constants(const std::uint64_t* K) {
    if constexpr (N == 1)
        return {load_pair(K)};
    else
        return {__builtin_shufflevector(load_pair(K), load_pair(K), 0, 1, 0, 1)};
}

// W_t + K_t of N blocks: of block j at [2 * N * (t / 2) + 2 * j + t % 2].
template <std::size_t N>
struct scheduled {
    alignas(64) std::uint64_t words[words64::rounds * N];
};

template <std::size_t N, int t>
HASHLANE_INLINE void store_scheduled(std::uint64_t* WK, const word_pairs<N>& W, const std::uint64_t* K) {
    const auto sum = W + load_constants<N>(K + t);
    std::memcpy(WK + N * t, &sum, sizeof sum);
}

// W_{t+16} and W_{t+17} in the place of W_t and W_{t+1}.
template <std::size_t N, int t>
HASHLANE_INLINE void extend(word_pairs<N>* W) {
    constexpr auto &s0 = words64::sigma0, &s1 = words64::sigma1;
    constexpr int i = t / 2;
    const auto x = across<N>(W[i], W[(i + 1) & 7]), y = W[(i + 7) & 7];
    W[i] = W[i] + across<N>(W[(i + 4) & 7], W[(i + 5) & 7]) + (rotr<s0[0]>(x) ^ rotr<s0[1]>(x) ^ x >> s0[2]) +
           (rotr<s1[0]>(y) ^ rotr<s1[1]>(y) ^ y >> s1[2]);
}

using working = lane<std::uint64_t, 1>;

// Rounds t and t + 1 of sixteen.
template <std::size_t N, int t>
HASHLANE_INLINE void two_rounds(working* S, const std::uint64_t* WK) {
    working &a = S[(16 - t) & 7], &b = S[(17 - t) & 7], &c = S[(18 - t) & 7], &d = S[(19 - t) & 7],
            &e = S[(20 - t) & 7], &f = S[(21 - t) & 7], &g = S[(22 - t) & 7], &h = S[(23 - t) & 7];
    round<words64>(a, b, c, d, e, f, g, h, working{WK[N * t]});
    round<words64>(h, a, b, c, d, e, f, g, working{WK[N * t + 1]});
}

template <std::size_t N, bool more, std::size_t... i>
HASHLANE_INLINE void sixteen_rounds(working* S, word_pairs<N>* W, std::uint64_t* WK, const std::uint64_t* K,
                                    std::index_sequence<i...>) {
    const auto step = [&]<int t>(std::integral_constant<int, t>) HASHLANE_LAMBDA_INLINE {
        if constexpr (more) extend<N, t>(W), store_scheduled<N, t>(WK + 16 * N, W[t / 2], K + 16);
        two_rounds<N, t>(S, WK);
    };
    (step(std::integral_constant<int, 2 * i>{}), ...);
}

// The rounds of one block, and when it is the first the schedule of all N.
template <std::size_t N, bool first>
HASHLANE_INLINE void compress_scheduled(working* H, word_pairs<N>* W, std::uint64_t* WK) {
    constexpr std::make_index_sequence<8> eight;
    working S[8] = {H[0], H[1], H[2], H[3], H[4], H[5], H[6], H[7]};
    for (std::size_t t = 0; t < words64::rounds - 16; t += 16)
        sixteen_rounds<N, first>(S, W, WK + N * t, words64::K + t, eight);
    sixteen_rounds<N, false>(S, W, WK + N * (words64::rounds - 16), nullptr, eight);
    for (int i = 0; i < 8; ++i) H[i] = H[i] + S[i];
}

template <std::size_t N, std::size_t... i>
HASHLANE_INLINE void compress_together(working* H, const std::uint8_t* p, std::index_sequence<i...>) {
    scheduled<N> WK;
    word_pairs<N> W[8] = {load_pairs<N>(p + 16 * i)...};
    (store_scheduled<N, 2 * i>(WK.words, W[i], words64::K), ...);
    compress_scheduled<N, true>(H, W, WK.words);
    if constexpr (N == 2) compress_scheduled<N, false>(H, W, WK.words + 2);
}

HASHLANE_INLINE void compress_with_vectors(std::uint64_t* state, const std::uint8_t* p, std::size_t blocks) {
    constexpr std::make_index_sequence<8> eight;
    working H[8] = {{state[0]}, {state[1]}, {state[2]}, {state[3]}, {state[4]}, {state[5]}, {state[6]}, {state[7]}};
    for (; blocks >= 2; blocks -= 2, p += 256) compress_together<2>(H, p, eight);
    if (blocks != 0) compress_together<1>(H, p, eight);
    for (int i = 0; i < 8; ++i) state[i] = H[i].v;
}

}  // namespace sha2
}  // namespace HASHLANE_ABI
}  // namespace hashlane
