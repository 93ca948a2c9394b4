// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// SHA-2 of one message on a processor with vectors. The message schedule (FIPS 180-4 s.6.2.2 and s.6.4.2, step 1) of N
// blocks is computed side by side in vectors, 16 bytes of each block, while the rounds of the first block run in the
// general registers. docs/TUNING.md, "SHA-2", says why.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "../lanes/pieces.hpp"
#include "sha2.hpp"
#include "sha2_rounds_x86.hpp"

namespace hashlane::inline HASHLANE_ABI::sha2 {

// A group is 16 bytes of a block. These are the number of words in a group, and of groups in a block.
template <class P>
inline constexpr std::size_t group = 16 / sizeof(typename P::word);
template <class P>
inline constexpr std::size_t groups = 16 / group<P>;

// A vector with a group of each of N blocks, block after block. It is a bare vector and not a lane: a schedule has
// about a hundred operations, and compilers take long to inline the operators of a lane (docs/TUNING.md, "Keeping a
// kernel inside its target").
template <class P, std::size_t N>
using group_of = typename vector_of<typename P::word, N * group<P>>::type;
template <std::size_t bytes>
using halves_of = typename vector_of<std::uint64_t, bytes / 8>::type;

// Loads 16 bytes at p, and for a second block the 16 bytes that begin `distance` bytes after p.
template <class V>
HASHLANE_INLINE void load_groups(V& v, const void* p, [[maybe_unused]] std::size_t distance) {
    if constexpr (sizeof(V) == 16) {
        std::memcpy(&v, p, sizeof v);
    } else {
        halves_of<16> a, b;
        std::memcpy(&a, p, sizeof a);
        std::memcpy(&b, static_cast<const std::uint8_t*>(p) + distance, sizeof b);
        v = (V)__builtin_shufflevector(a, b, 0, 1, 2, 3);
    }
}

// Loads the words of a group, which are big-endian in a block (s.3.1).
template <class P, class T, class V>
HASHLANE_INLINE void load_big_endian(V& v, const std::uint8_t* p) {
    using L = lane<typename P::word, sizeof(V) / sizeof(typename P::word)>;
    load_groups(v, p, 16 * sizeof(typename P::word));
    if constexpr (T::byte_shuffles)
        v = reversed_bytes(L{v}, std::make_index_sequence<sizeof(V)>{}).v;
    else
        v = byteswap_by_parts(L{v}).v;
}

// Computes the words of each block that begin one word after the first of a: the words of a but the first, then the
// first of b. SSE2 takes two shuffles for four words, the first of which puts the first word of b into a. i are the
// numbers of the words of a.
template <class P, class T, class V, std::size_t... i>
HASHLANE_INLINE void next(V& to, const V& a, const V& b, std::index_sequence<i...>) {
    constexpr std::size_t n = group<P>, all = sizeof...(i);
    if constexpr (n == 4 && !T::byte_shuffles) {
        const V c = __builtin_shufflevector(a, b, 4, 1, 2, 3);
        to = __builtin_shufflevector(c, c, 1, 2, 3, 0);
    } else {
        to = __builtin_shufflevector(a, b, static_cast<int>(i % n == n - 1 ? all + i - (n - 1) : i + 1)...);
    }
}

// lower() moves the last two of four words of each block to the place of the first two, beside zeros; raise() moves the
// first two to the place of the last two. They are written as moves of 8 bytes, for which both compilers find the one
// instruction.
template <class V, std::size_t... i>
HASHLANE_INLINE void lower(V& to, const V& a, std::index_sequence<i...>) {
    const auto h = (halves_of<sizeof(V)>)a;
    to = (V)__builtin_shufflevector(h, h ^ h, static_cast<int>(i % 2 == 0 ? i + 1 : i + sizeof...(i))...);
}
template <class V, std::size_t... i>
HASHLANE_INLINE void raise(V& to, const V& a, std::index_sequence<i...>) {
    const auto h = (halves_of<sizeof(V)>)a;
    to = (V)__builtin_shufflevector(h ^ h, h, static_cast<int>(i % 2 == 0 ? i : i - 1 + sizeof...(i))...);
}

// Adds sigma_0 or sigma_1 (s.4.1.2, s.4.1.3) of each word of x to `to`.
template <class P, auto& s, class V, int w = 8 * sizeof(typename P::word)>
HASHLANE_INLINE void add_sigma(V& to, const V& x) {
    to += (x >> s[0] | x << (w - s[0])) ^ (x >> s[1] | x << (w - s[1])) ^ x >> s[2];
}

// Replaces the words of group i by those sixteen places later in the schedule. Of four words, the last two depend on
// the first two.
template <class P, class T, int i, class V>
HASHLANE_INLINE void extend(V* W) {
    constexpr int n = int(groups<P>), half = n / 2;
    constexpr std::make_index_sequence<sizeof(V) / sizeof(typename P::word)> all;
    V &now = W[i], &last = W[(i + half + 1) % n];
    V x;
    next<P, T>(x, W[(i + half) % n], last, all);
    HASHLANE_FORGET_VECTOR(last);
    V sum = now + x;
    next<P, T>(x, now, W[(i + 1) % n], all);
    add_sigma<P, P::sigma0>(sum, x);
    if constexpr (group<P> == 2) {
        add_sigma<P, P::sigma1>(sum, W[(i + n - 1) % n]);
    } else {
        constexpr std::make_index_sequence<sizeof(V) / 8> parts;
        lower(x, W[(i + n - 1) % n], parts);
        add_sigma<P, P::sigma1>(sum, x);
        raise(x, sum, parts);
        add_sigma<P, P::sigma1>(sum, x);
    }
    now = sum;
}

// Stores W_t + K_t of a group of each block, block after block.
template <class P, class V>
HASHLANE_INLINE void store_scheduled(typename P::word* WK, const V& W, const typename P::word* K) {
    V sum;
    load_groups(sum, K, 0);
    sum += W;
    std::memcpy(WK, &sum, sizeof sum);
}

// The number of working variables. Where rounds are an asm statement, b ^ c is one more.
inline constexpr std::size_t variables = 8 + HASHLANE_SHA2_ROUNDS;

// It is no loop: g++ would keep S in memory.
template <class W>
HASHLANE_INLINE void load_variables(W* S, const W* H) {
    S[0] = H[0];
    S[1] = H[1];
    S[2] = H[2];
    S[3] = H[3];
    S[4] = H[4];
    S[5] = H[5];
    S[6] = H[6];
    S[7] = H[7];
    if constexpr (variables > 8) S[8] = H[1] ^ H[2];
}

// Ends a block after which the next one begins.
template <class W>
HASHLANE_INLINE void next_block(W* H, W* S) {
    add_variables(H, S);
    if constexpr (variables > 8) S[8] = S[1] ^ S[2];
}

// Computes the rounds t and t + 1, t modulo 8. W_t + K_t stands at WK[at].
template <class P, class T, int t, std::size_t at>
HASHLANE_INLINE void scalar_rounds(typename P::word* S, const typename P::word* WK) {
#if HASHLANE_SHA2_ROUNDS
    if constexpr (T::and_not) return two_rounds_by_rorx<P, T, 8 - t, at>(S, WK);
#endif
    constexpr rounds_in F = T::and_not ? rounds_in::three_operands : rounds_in::two_operands;
    renamed_round<P, F, t>(S, WK[at]);
    renamed_round<P, F, t + 1>(S, WK[at + 1]);
}

// Computes sixteen rounds. W_t + K_t stands at WK[N * t - (N - 1) * (t % group)]. i are 0 to 7.
template <class P, class T, std::size_t N, std::size_t... i>
HASHLANE_INLINE void rounds(typename P::word* S, const typename P::word* WK, std::index_sequence<i...>) {
    (scalar_rounds<P, T, int(2 * i % 8), 2 * (N * i) - (N - 1) * (2 * i % group<P>)>(S, WK), ...);
}

// Computes the rounds of group j of sixteen, and before them the schedule of the same group of the next sixteen. i are
// the numbers of the pairs of words in a group.
template <class P, class T, std::size_t N, std::size_t j, class V, std::size_t... i>
HASHLANE_INLINE void extending_group(typename P::word* S, V* W, typename P::word* WK, const typename P::word* K,
                                     std::index_sequence<i...>) {
    constexpr std::size_t n = group<P>;
    extend<P, T, int(j)>(W);
    store_scheduled<P>(WK + N * (16 + n * j), W[j], K + 16 + n * j);
    (scalar_rounds<P, T, int((n * j + 2 * i) % 8), N * n * j + 2 * i>(S, WK), ...);
    if constexpr (sizeof(V) <= HASHLANE_AFTER_BYTES)
        HASHLANE_AFTER(S[(20 - n * (j + 1)) & 7], W[j], W[(j + 1) % groups<P>]);
}

// The target T, for code that is for processors with more than four ALUs.
template <class T>
struct with_many_alus : T {
    static constexpr bool many_alus = true;
};

// The kernel of a target that computes vectors beside words.
template <class P>
struct with_vectors {
    // The number of blocks that are scheduled together. In vectors of 32 bytes two blocks share the instructions of a
    // schedule. Where a rotation is one instruction a schedule is short, and sharing it gains for SHA-512 with clang
    // only (docs/TUNING.md, "SHA-2").
    template <class T>
    static constexpr std::size_t together =
        T::vector_bytes >= 32 && (!T::vector_rotate || (HASHLANE_SHA512_SHARES && group<P> == 2)) ? 2 : 1;

    // Compresses whole blocks. With AVX-512, SHA-512 has other instructions for its rounds on processors with more than
    // four ALUs (sha2_rounds_x86.hpp). SHA-256 needs none, because these processors have the SHA extensions.
    template <class T>
    requires(T::vectors_beside_words && !instructions<P>::template supported<T>)
    HASHLANE_INLINE static void run(typename P::word* H, const std::uint8_t* p, std::size_t blocks,
                                    [[maybe_unused]] bool many_alus) {
        if constexpr (HASHLANE_SHA2_ROUNDS && T::vector_rotate && group<P> == 2) {
            if (many_alus) return compress_blocks<with_many_alus<T>>(H, p, blocks);
        }
        compress_blocks<T>(H, p, blocks);
    }

  private:
    template <class T>
    HASHLANE_INLINE static void compress_blocks(typename P::word* H, const std::uint8_t* p, std::size_t blocks) {
        constexpr std::size_t block = 16 * sizeof(typename P::word);
        constexpr std::make_index_sequence<groups<P>> all;
        if constexpr (together<T> == 2)
            for (; blocks >= 2; blocks -= 2, p += 2 * block) compress_together<T, 2>(H, p, all);
        for (; blocks != 0; --blocks, p += block) compress_together<T, 1>(H, p, all);
    }

    // Tells whether all rounds that have no schedule beside them are one loop.
    static constexpr bool in_one_loop = HASHLANE_SHA512_SHARES || group<P> == 4;

    // Computes the rounds of N blocks: all but the last sixteen of the first block beside the schedule of all, then
    // those sixteen and all rounds of the second block.
    template <class T, std::size_t N, std::size_t... i>
    HASHLANE_INLINE static void compress_together(typename P::word* H, const std::uint8_t* p,
                                                  std::index_sequence<i...>) {
        constexpr std::size_t last = P::rounds - 16;
        constexpr std::make_index_sequence<8> sixteen;
        constexpr std::make_index_sequence<group<P> / 2> pairs;
        pin(H);  // otherwise g++ keeps what the block before stored there in registers, and spills (docs/TUNING.md)
        alignas(64) typename P::word WK[P::rounds * N];
        group_of<P, N> W[groups<P>];
        (load_big_endian<P, T>(W[i], p + 16 * i), ...);
        (store_scheduled<P>(WK + N * i * group<P>, W[i], P::K + i * group<P>), ...);
        typename P::word S[variables];
        load_variables(S, H);
        for (std::size_t t = 0; t < last; t += 16)
            (extending_group<P, T, N, i>(S, W, WK + N * t, P::K + t, pairs), ...);
        if constexpr (N == 2 && in_one_loop) {
            constexpr int turns = P::rounds / 16;
            const typename P::word* next = WK + N * last;
            for (int turn = turns; turn >= 0; --turn) {
                rounds<P, T, N>(S, next, sixteen);
                next += 16 * N;
                if (turn == turns) {
                    next_block(H, S);
                    next = WK + group<P>;
                }
            }
        } else {
            rounds<P, T, N>(S, WK + N * last, sixteen);
            if constexpr (N == 2) {
                next_block(H, S);
                for (std::size_t t = 0; t < P::rounds; t += 16) rounds<P, T, N>(S, WK + N * t + group<P>, sixteen);
            }
        }
        add_variables(H, S);
    }
};

}  // namespace hashlane::inline HASHLANE_ABI::sha2
