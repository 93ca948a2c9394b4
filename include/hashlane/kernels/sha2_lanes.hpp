// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A kernel for SHA-2 of N messages side by side.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "../lanes/secret.hpp"
#include "../primitives/sha2.hpp"
#include "../primitives/sha2_wide.hpp"
#include "lane_queue.hpp"

namespace hashlane::inline HASHLANE_ABI::sha2 {

// Loads a block of each row. It takes all of a few rows before it comes to the next, since lines of many rows would
// drive each other from the cache where the rows lie 4096 bytes apart (docs/TUNING.md, "Batches").
template <class W, std::size_t N>
HASHLANE_INLINE void load_whole_block(lane<W, N>* X, const std::uint8_t* const* rows, std::size_t at) {
    constexpr std::size_t words = piece_words<W>;
    unrolled<0, 16>([&](auto i) HASHLANE_LAMBDA_INLINE {
        constexpr std::size_t k = i / (16 / words), c = i % (16 / words);
        const auto piece = [&](std::size_t j) HASHLANE_LAMBDA_INLINE { return rows[j] + at + c * piece_bytes; };
        X[c * words + k] = gather_pieces<W, N, words>(piece, k);
    });
    unrolled<0, 16 / words>([&](auto c) HASHLANE_LAMBDA_INLINE { transpose_pieces(X + c * words); });
    unrolled<0, 16>([&](auto i) HASHLANE_LAMBDA_INLINE { X[i] = byteswap(X[i]); });
}

// Loads a block. The rows hold its first `bytes` bytes, and `padding` the other words.
template <class W, std::size_t N>
HASHLANE_INLINE void load_block(lane<W, N>* X, const std::uint8_t* const* rows, std::size_t at, std::size_t bytes,
                                const W* padding) {
    constexpr std::size_t words = piece_words<W>;
    if constexpr (N * sizeof(W) == 64)
        if (bytes == 16 * sizeof(W)) return load_whole_block(X, rows, at);
    unrolled<0, 16 / words>([&](auto c) HASHLANE_LAMBDA_INLINE {
        lane<W, N>* const Y = X + c * words;
        if (c * piece_bytes < bytes) {
            load_pieces(Y, rows, at + c * piece_bytes);
            unrolled<0, words>([&](auto k) HASHLANE_LAMBDA_INLINE { Y[k] = byteswap(Y[k]); });
        } else {
            const W* const rest = padding + c * words;
            // opaque() hides that the words are neighbours: g++ would load several at once, and spread them through
            // memory.
            unrolled<0, words>([&](auto k) HASHLANE_LAMBDA_INLINE { Y[k] = lane<W, N>::broadcast(*opaque(rest + k)); });
        }
    });
}

// Copies of the next block of each row, made beside the rounds of a block. Addresses that differ by a multiple of 4096
// fall into one set of the L1 data cache, which has 8 or 12 ways. It cannot hold a line of each of 16 such rows, so
// lines that are fetched ahead are lost. SHA-512 has 8 rows, and copies gain nothing (docs/TUNING.md, "Batches").
template <class P, std::size_t N>
struct next_blocks {
    using word = typename P::word;
    static constexpr std::size_t size = 16 * sizeof(word);
    static constexpr bool possible = wide<P, N> && N == 16;

    alignas(64) std::uint8_t bytes[possible ? N * size : 1];
    const std::uint8_t* rows[N];
    bool wanted = false;  // for this group
    bool ready = false;   // the copies are the block that comes next

    // Begins a group, of which `rows_of_group` are the rows.
    HASHLANE_INLINE void begin(const lane_group<word>& g, const std::uint8_t* const* rows_of_group) {
        if constexpr (possible) {
            const auto address = [&](std::size_t j) HASHLANE_LAMBDA_INLINE {
                return reinterpret_cast<std::uintptr_t>(rows_of_group[j]);
            };
            wanted = g.state == nullptr && g.blocks > 1 && (address(1) - address(0)) % 4096 == 0;
            if (!wanted) return;
            for (std::size_t j = 0; j < N; ++j) rows[j] = bytes + j * size;
        }
    }

    // Copies the block of row j that stands at `from`.
    template <std::size_t j>
    HASHLANE_INLINE void copy(const std::uint8_t* from) {
        if constexpr (possible) store_lane(bytes + j * size, load_lane<8>(from));
    }
};

template <class P, std::size_t N>
struct lanes_kernel {
    using word = typename P::word;
    static constexpr std::size_t block = 16 * sizeof(word);
    static constexpr bool in_written_order = wide<P, N>;

    // The constant block of two groups is compressed at once, where that is faster. The code of each step stands here
    // once, because it is long.
    template <class T>
    HASHLANE_INLINE static void run(const lane_group<word>* g) {
        constexpr std::size_t most = wide<P, N> ? 2 : 1;
        lane<word, N> H[most][8];
        for (std::size_t i = 0, n; i < g->groups; i += n) {
            n = g->constant == nullptr ? 1 : std::min(most, g->groups - i);
            std::size_t at = 0;
            for (std::size_t k = 0; k < n; ++k) at = absorb(H[k], *g, N * (i + k));
            if (g->constant != nullptr) add_constant(H, n, g->constant);
            for (std::size_t k = 0; k < n; ++k) end(H[k], *g, N * (i + k), at);
        }
    }

    // Absorbs the blocks of the messages from number `first` on, but for the constant one. Returns their size in bytes.
    HASHLANE_INLINE static std::size_t absorb(lane<word, N>* result, const lane_group<word>& g, std::size_t first) {
        const std::uint8_t* const* rows = g.rows + first;
        lane<word, N> H[8], W[16];
        load_lanes<8>(H, g);
        alignas(64) word shown[N * 8];
        next_blocks<P, N> next;
        next.begin(g, rows);
        std::size_t at = 0, blocks = g.blocks + g.ending;
        for (std::size_t b = 0;; ++b) {
            if (b == blocks) {
                blocks += end_lanes<N>(
                    g, at, g.now + b, shown, [&](word* to) HASHLANE_LAMBDA_INLINE { show(H, to); },
                    [&](std::size_t j) HASHLANE_LAMBDA_INLINE { restart_lane<8>(H, g.initial, j); });
                if (b == blocks) break;
            }
            std::size_t bytes = block;
            if (g.ending && b == g.blocks) {
                bytes = g.tail;
                if (g.ends != nullptr) {
                    rows = g.ends + first;
                    at = 0;
                }
            }
            load_block(W, next.ready ? next.rows : rows, next.ready ? 0 : at, bytes, g.padding);
            at += block;
            turn_rows<N>(g, b + 1, at);
            next.ready = next.wanted && b + 1 < g.blocks;
            if constexpr (wide<P, N>)
                wide_compress<P>(bare(H), bare(W), [&](auto t) HASHLANE_LAMBDA_INLINE {
                    if (next.ready) next.template copy<t>(rows[t] + at);
                });
            else
                compress<P>(H, W);
        }
        unrolled<0, 8>([&](auto i) HASHLANE_LAMBDA_INLINE { result[i] = H[i]; });
        return at;
    }

    // Compresses the constant block into the hash values of n groups.
    HASHLANE_INLINE static void add_constant(lane<word, N> (*H)[8], std::size_t n, const word* WK) {
        if constexpr (!wide<P, N>)
            compress_constant<P>(H[0], WK);
        else if (n == 2)
            wide_compress_constant<P>(bare(H[0]), bare(H[1]), WK);
        else
            wide_compress_constant<P>(bare(H[0]), WK);
    }

    HASHLANE_INLINE static void end(const lane<word, N>* H, const lane_group<word>& g, std::size_t first,
                                    std::size_t at) {
        if (g.state == nullptr)
            store_outputs<std::endian::big>(H, g.out + first * g.stride, g.stride, g.bytes);
        else
            store_lanes<8>(H, g, at);
    }

    HASHLANE_INLINE static void show(const lane<word, N>* H, word* to) {
        unrolled<0, 8>([&](auto i) HASHLANE_LAMBDA_INLINE { store_lane(to + N * i, byteswap(H[i])); });
    }
};

}  // namespace hashlane::inline HASHLANE_ABI::sha2
