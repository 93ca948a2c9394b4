// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A kernel for SHA-2 of N messages side by side.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "../lanes/secret.hpp"
#include "../primitives/sha2.hpp"
#include "lane_queue.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace sha2 {

// Loads a block. The rows hold its first `bytes` bytes, and `padding` the other words.
template <class W, std::size_t N>
HASHLANE_INLINE void load_block(lane<W, N>* X, const std::uint8_t* const* rows, std::size_t at, std::size_t bytes,
                                const W* padding) {
    constexpr std::size_t words = piece_words<W>;
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

template <class P, std::size_t N>
struct lanes_kernel {
    using word = typename P::word;
    static constexpr std::size_t block = 16 * sizeof(word);

    template <class T>
    HASHLANE_INLINE static void run(const lane_group<word>* g) {
        for (std::size_t i = 0; i < g->groups; ++i) digest(*g, N * i);
    }

    HASHLANE_INLINE static void digest(const lane_group<word>& g, std::size_t first) {
        const std::uint8_t* const* rows = g.rows + first;
        lane<word, N> H[8], W[16];
        load_lanes<8>(H, g);
        alignas(64) word shown[N * 8];
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
            load_block(W, rows, at, bytes, g.padding);
            at += block;
            turn_rows<N>(g, b + 1, at);
            compress<P>(H, W);
        }
        if (g.constant != nullptr) compress_constant<P>(H, g.constant);
        if (g.state == nullptr)
            emit<std::endian::big>(H, g.out + first * g.stride, g.stride, g.bytes);
        else
            store_lanes<8>(H, g, at);
    }

    HASHLANE_INLINE static void show(const lane<word, N>* H, word* to) {
        unrolled<0, 8>([&](auto i) HASHLANE_LAMBDA_INLINE { store_lane(to + N * i, byteswap(H[i])); });
    }
};

}  // namespace sha2
}  // namespace HASHLANE_ABI
}  // namespace hashlane
