// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The iterations of PBKDF2 (RFC 8018 s.5.2) with HMAC over SHA-2, for many blocks of keys side by side. Each block is a
// chain of its own.

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "../lanes/pieces.hpp"
#include "../primitives/sha2.hpp"
#include "../targets/target.hpp"
#include "sha2_batch.hpp"

namespace hashlane::inline HASHLANE_ENTRY_ABI {

// The number of chains that fill the widest vector. Word i of chain j stands at i * most_chains + j.
template <class W>
inline constexpr std::size_t most_chains = 64 / sizeof(W);

template <class W>
struct pbkdf2_chains {
    alignas(64) W inner[8 * most_chains<W>], outer[8 * most_chains<W>];  // states that have absorbed the key
    W U[8 * most_chains<W>], T[8 * most_chains<W>];
    std::size_t count;
    std::uint64_t iterations;  // iterations that follow the first
    std::size_t words;         // of a digest
};

}  // namespace hashlane::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI::sha2 {

template <class P>
struct pbkdf2_kernel : targets::has_lanes<typename P::word> {
    using word = typename P::word;

    template <class T>
    HASHLANE_INLINE static void run(pbkdf2_chains<word>* all) {
        if constexpr (constexpr std::size_t N = targets::lanes_of<T, word>; N != 0)
            for (std::size_t j = 0; j < all->count; j += N) iterate<N>(*all, j);
    }

    template <std::size_t N>
    HASHLANE_INLINE static void iterate(pbkdf2_chains<word>& all, std::size_t j) {
        constexpr std::size_t step = most_chains<word>;
        for (std::uint64_t k = 0; k < all.iterations; ++k) {
            both_hashes<N>(all, j);
            unrolled<0, 8>([&](auto i) HASHLANE_LAMBDA_INLINE {
                word* const T = all.T + step * i + j;
                store_lane(T, load_lane<N, word>(T) ^ load_lane<N, word>(all.U + step * i + j));
            });
        }
    }

    // Replaces U by the tag of U. A loop has the rounds once, which is less code; in vectors of 64 bytes it takes
    // longer.
    template <std::size_t N>
    HASHLANE_INLINE static void both_hashes(pbkdf2_chains<word>& all, std::size_t j) {
        if constexpr (N * sizeof(word) == 64) {
            hash<N>(all.inner + j, all.U + j, all.words);
            hash<N>(all.outer + j, all.U + j, all.words);
        } else {
            for (const word* H : {all.inner + j, all.outer + j}) hash<N>(H, all.U + j, all.words);
        }
    }

    // Replaces U by the hash of what H has absorbed, which is a block, and of U.
    template <std::size_t N>
    HASHLANE_INLINE static void hash(const word* H, word* U, std::size_t words) {
        using L = lane<word, N>;
        constexpr std::size_t step = most_chains<word>, block = 16 * sizeof(word);
        L state[8], W[16];
        unrolled<0, 8>([&](auto i) HASHLANE_LAMBDA_INLINE { state[i] = load_lane<N, word>(H + step * i); });
        unrolled<0, 8>([&](auto i) HASHLANE_LAMBDA_INLINE {
            W[i] = i < words ? load_lane<N, word>(U + step * i) : L::broadcast(one_bit(i == words));
        });
        unrolled<8, 15>([&](auto i) HASHLANE_LAMBDA_INLINE { W[i] = L::broadcast(one_bit(i == words)); });
        W[15] = L::broadcast(static_cast<word>(8 * (block + words * sizeof(word))));
        if constexpr (wide<P, N>)
            wide_compress<P>(bare(state), bare(W));
        else
            compress<P>(state, W);
        unrolled<0, 8>([&](auto i) HASHLANE_LAMBDA_INLINE { store_lane(U + step * i, state[i]); });
    }

    // Returns a word with the first bit of the padding, or 0.
    HASHLANE_INLINE static word one_bit(bool first) { return first ? word{1} << (8 * sizeof(word) - 1) : word{0}; }
};

// Tells whether `chains` chains are faster in lanes than without them (docs/TUNING.md, "SHA-2" and "Batches"). If the
// processor has instructions for the hash, they are so only in vectors of 64 bytes, of which at least 13 of 16 lanes
// are in use on average: fewer are faster in pairs (sha2_hmac.hpp). In other vectors more than a quarter must be in
// use, and more than half in vectors that only kernels for words of 32 bits take.
template <class T, class W>
constexpr bool worth_lanes(std::size_t chains, bool has_instructions) {
    constexpr std::size_t N = targets::lanes_of<T, W>;
    if (has_instructions && T::vector_bytes != 64) return false;
    const std::size_t least = has_instructions ? N * 13 / 16 : T::vector_bytes != 0 ? N / 4 + 1 : N / 2 + 1;
    if constexpr (N != 0) return (chains + N - 1) / N * least <= chains;
    return false;
}

// Returns false, and does nothing, when one chain after the other is faster.
template <class P>
bool pbkdf2_side_by_side(pbkdf2_chains<typename P::word>* all) {
    bool worth = false;
    targets::visit<pbkdf2_kernel<P>>(
        [&]<class T>() { worth = worth_lanes<T, typename P::word>(all->count, supported_instructions<P>().one); });
    if (worth) targets::dispatch<pbkdf2_kernel<P>>(all);
    return worth;
}

}  // namespace hashlane::inline HASHLANE_ABI::sha2

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

// Computes the iterations of these chains. Returns false, and does nothing, when one chain after the other is faster.
HASHLANE_ENTRY bool sha2_pbkdf2(pbkdf2_chains<std::uint32_t>* all) noexcept
    HASHLANE_ENTERS(sha2::pbkdf2_side_by_side<sha2::words32>(all));
HASHLANE_ENTRY bool sha2_pbkdf2(pbkdf2_chains<std::uint64_t>* all) noexcept
    HASHLANE_ENTERS(sha2::pbkdf2_side_by_side<sha2::words64>(all));

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI
