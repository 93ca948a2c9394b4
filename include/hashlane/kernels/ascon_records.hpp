// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A kernel for many records of the keyed duplex side by side (SP 800-232 s.4.1). The rate is one word or two.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "../lanes/interleaved_vectors.hpp"
#include "../lanes/pieces.hpp"
#include "../lanes/transpose.hpp"
#include "ascon_blocks.hpp"

namespace hashlane::inline HASHLANE_ABI::ascon {

// N states in the form that the kernel takes: word i of lane j stands at state[i * N + j].
struct record_lanes {
    std::uint64_t* state;
    const std::uint8_t* const* in;
    std::uint8_t* const* out;
    const std::uint64_t* moving;  // all ones for a lane that goes on; zero for one that stays at its first block
    std::size_t blocks, rate;     // with a rate of 0 the kernel only permutes
    unsigned rounds;
    bool big_endian;
    duplexing mode;
};

// It has M interleaved vectors of n lanes for each word of the state.
template <std::size_t n, std::size_t M>
struct records_kernel {
    static constexpr std::size_t N = n * M;
    using V = words_of<n>;
    using L = interleaved_vectors<V, M>;

    template <class T>
    HASHLANE_INLINE static void run(const record_lanes* g) {
        L S[words];
        unrolled<0, words * M>([&](auto k) HASHLANE_LAMBDA_INLINE {
            S[k / M].part[k % M] = load_lane<n>(g->state + N * (k / M) + n * (k % M));
        });
        for (std::size_t b = 0, at = 0; b < g->blocks; ++b, at += 8 * g->rate) {
            if (g->rate == 2) duplex<2>(S, *g, at);
            if (g->rate == 1) duplex<1>(S, *g, at);
            permute(S, g->rounds);
        }
        unrolled<0, words * M>([&](auto k) HASHLANE_LAMBDA_INLINE {
            store_lane(g->state + N * (k / M) + n * (k % M), S[k / M].part[k % M]);
        });
    }

    // Does what duplex_word() does, in a mode that is known at run time.
    template <std::size_t rate>
    HASHLANE_INLINE static void duplex(L* S, const record_lanes& g, std::size_t at) {
        unrolled<0, M>([&](auto m) HASHLANE_LAMBDA_INLINE {
            V in[rate], text[rate];
            load_words<rate>(in, [&](std::size_t j)
                                     HASHLANE_LAMBDA_INLINE { return g.in[n * m + j] + (at & g.moving[n * m + j]); });
            unrolled<0, rate>([&](auto k) HASHLANE_LAMBDA_INLINE {
                V& word = S[k].part[m];
                const V w = g.big_endian ? byteswap(in[k]) : in[k], sum = word ^ w;
                word = g.mode == duplexing::decrypt ? w : sum;
                text[k] = g.big_endian ? byteswap(sum) : sum;
            });
            if (g.mode == duplexing::absorb) return;
            store_words<rate>(text, [&](std::size_t j) HASHLANE_LAMBDA_INLINE {
                return g.out[n * m + j] + (at & g.moving[n * m + j]);
            });
        });
    }

    template <std::size_t rate, class P>
    HASHLANE_INLINE static void load_words(V* X, const P& at) {
        if constexpr (rate == 2) {
            unrolled<0, 2>([&](auto k) HASHLANE_LAMBDA_INLINE { X[k] = gather_pieces<std::uint64_t, n, 2>(at, k); });
            transpose_pieces(X);
        } else {
            typename V::words column;
            for (std::size_t j = 0; j < n; ++j) column.w[j] = load<std::endian::little, std::uint64_t>(at(j));
            X[0] = V::from(column);
        }
    }

    template <std::size_t rate, class P>
    HASHLANE_INLINE static void store_words(const V* X, const P& at) {
        if constexpr (rate == 2) {
            store_pieces(X, at);
        } else {
            const auto column = X[0].to_words();
            for (std::size_t j = 0; j < n; ++j) store<std::endian::little>(at(j), column.w[j]);
        }
    }
};

}  // namespace hashlane::inline HASHLANE_ABI::ascon
