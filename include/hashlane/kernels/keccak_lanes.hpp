// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A kernel for sponges over Keccak-p[1600] of N messages side by side. A rate is counted in words.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "../lanes/transpose.hpp"
#include "../primitives/keccak_p.hpp"
#include "keccak_blocks.hpp"
#include "lane_queue.hpp"

namespace hashlane::inline HASHLANE_ABI::keccak {

inline constexpr std::size_t most_rate = 21;

// Absorbs the first `words` words of a block of each row.
template <std::size_t N>
HASHLANE_INLINE void absorb_words(words_of<N>* A, std::size_t words, const std::uint8_t* const* rows, std::size_t at) {
    constexpr std::size_t step = transposed_words<N>;
    const auto column = [&](auto i) HASHLANE_LAMBDA_INLINE {
        if (i < words) A[i] = A[i] ^ load_column<N>(rows, at + 8 * i);
    };
    unrolled<0, most_rate / step>([&](auto group) HASHLANE_LAMBDA_INLINE {
        constexpr std::size_t from = group * step;
        if (from + step <= words) {
            words_of<N> in[step];
            load_transposed(in, rows, at + 8 * from);
            unrolled<0, step>([&](auto k) HASHLANE_LAMBDA_INLINE { A[from + k] = A[from + k] ^ in[k]; });
        } else if (from < words) {
            unrolled<from, from + step - 1>(column);
        }
    });
    unrolled<most_rate / step * step, most_rate>(column);
}

// Prefetches most lines of a block of each row, because processors follow fewer streams than there are lanes
// (docs/TUNING.md, "Batches"). A line that is left out is also the first one of the next block.
template <std::size_t N>
HASHLANE_INLINE void prefetch_block(const std::uint8_t* const* rows, std::size_t rate, std::size_t at) {
    constexpr std::size_t line = 8;
    for (std::size_t i = 0; i + line / 2 < rate; i += line)
        unrolled<0, N>([&](auto j) HASHLANE_LAMBDA_INLINE { __builtin_prefetch(after(rows[j], at + 8 * i)); });
}

// Permutes N states side by side on the target T.
template <class T, std::size_t N>
HASHLANE_INLINE void permute_lanes(words_of<N>* A, unsigned n_r) {
    if constexpr (N == 2 && has_absorb_words<T>)
        absorb_words_of_two(reinterpret_cast<std::uint64_t*>(A), n_r, 0, nullptr, nullptr, 1);
    else
        permute(A, n_r);
}

template <std::size_t N>
struct sponge_kernel {
    static constexpr bool in_written_order = true;

    template <class T>
    HASHLANE_INLINE static void run(const lane_group<std::uint64_t>* g) {
        for (std::size_t i = 0; i < g->groups; ++i) digest<T>(*g, N * i);
    }

    // It absorbs in one place and permutes in one, because the code for both is long.
    template <class T>
    HASHLANE_INLINE static void digest(const lane_group<std::uint64_t>& g, std::size_t first) {
        const std::uint8_t* const* rows = g.rows + first;
        std::uint8_t* out = g.out + first * g.stride;
        words_of<N> A[lanes];
        load_lanes<lanes>(A, g);
        alignas(64) std::uint64_t shown[N * most_rate];
        std::size_t at = 0, left = g.bytes, blocks = g.blocks + g.ending;
        for (std::size_t b = 0;; ++b) {
            if (b == blocks && g.state != nullptr) {
                blocks += end_lanes<N>(
                    g, at, g.now + b, shown, [&](std::uint64_t* to) HASHLANE_LAMBDA_INLINE { show(A, to, g.bytes); },
                    [&](std::size_t j) HASHLANE_LAMBDA_INLINE { restart_lane<lanes>(A, g.initial, j); });
                if (b == blocks) return store_lanes<lanes>(A, g, at);
            }
            if (b < blocks) {
                std::size_t words = g.rate;
                if (g.ending && b == g.blocks) {
                    words = g.tail / 8;
                    if (g.ends != nullptr) {
                        rows = g.ends + first;
                        at = 0;
                    } else
                        add_padding(A, g.padding);
                }
                absorb_words(A, words, rows, at);
                prefetch_block<N>(rows, g.rate, at + 2 * 8 * g.rate);
                at += 8 * g.rate;
                turn_rows<N>(g, b + 1, at);
            } else {
                const std::size_t part = left < 8 * g.rate ? left : 8 * g.rate;
                squeeze(A, out, g.stride, part);
                out += part;
                left -= part;
                if (left == 0) return;
            }
            permute_lanes<T>(A, g.rounds);
        }
    }

    HASHLANE_INLINE static void add_padding(words_of<N>* A, const std::uint64_t* padding) {
        unrolled<0, most_rate>([&](auto i)
                                   HASHLANE_LAMBDA_INLINE { A[i] = A[i] ^ words_of<N>::broadcast(padding[i]); });
    }

    // Stores the words of the rate that hold the first `bytes` bytes.
    HASHLANE_INLINE static void show(const words_of<N>* A, std::uint64_t* to, std::size_t bytes) {
        unrolled<0, most_rate>([&](auto i) HASHLANE_LAMBDA_INLINE {
            if (i / 4 * 32 < bytes) store_lane(to + N * i, A[i]);
        });
    }

    HASHLANE_INLINE static void squeeze(const words_of<N>* A, std::uint8_t* out, std::size_t stride,
                                        std::size_t bytes) {
        words_of<N> S[lanes];
        unrolled<0, lanes>([&](auto i) HASHLANE_LAMBDA_INLINE {
            if (i / 2 * piece_bytes < bytes) S[i] = A[i];
        });
        store_outputs<std::endian::little>(S, out, stride, bytes);
    }
};

}  // namespace hashlane::inline HASHLANE_ABI::keccak
