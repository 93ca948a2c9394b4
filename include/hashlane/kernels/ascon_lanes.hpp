// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A kernel for sponges over Ascon-p of N messages side by side. The rate is one word.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "../lanes/interleaved_vectors.hpp"
#include "../lanes/transpose.hpp"
#include "../primitives/ascon_p.hpp"
#include "lane_queue.hpp"

namespace hashlane::inline HASHLANE_ABI::ascon {

// It has M interleaved vectors of n lanes for each word of the state.
template <std::size_t n, std::size_t M>
struct sponge_kernel {
    static constexpr std::size_t N = n * M, together = 4;  // words that are loaded and stored at once
    using V = words_of<n>;
    using L = interleaved_vectors<V, M>;
    using group = lane_group<std::uint64_t>;

    template <class T>
    HASHLANE_INLINE static void run(const group* g) {
        for (std::size_t i = 0; i < g->groups; ++i) digest(*g, N * i);
    }

    HASHLANE_INLINE static void digest(const group& g, std::size_t first) {
        const std::uint8_t* const* rows = g.rows + first;
        L S[words], in[together], out[together];
        load(S, g);
        alignas(64) std::uint64_t shown[N];
        std::size_t at = 0, done = 0, blocks = g.blocks;
        for (std::size_t b = 0;; ++b) {
            unsigned rounds = g.rounds;
            if (b == blocks && g.state != nullptr) {
                blocks += end_lanes<N>(
                    g, at, g.now + b, shown,
                    [&](std::uint64_t* to) HASHLANE_LAMBDA_INLINE { show(S[0], to, g.big_endian); },
                    [&](std::size_t j) HASHLANE_LAMBDA_INLINE { restart(S, g, j); });
                if (b == blocks) {
                    store(S, g);
                    return move_rows<N>(g, at);
                }
            }
            if (b < blocks) {
                absorb(S[0], in, rows, b, at, g);
                at += 8;
                turn_rows<N>(g, b + 1, at);
            } else if (b < blocks + g.ending) {
                absorb_end(S[0], in, g, first);
                rounds = g.last_rounds;
            } else {
                out[done / 8 % together] = S[0];
                done += 8;
                if (done % (8 * together) == 0 || done >= g.bytes) squeeze(out, g, first, done);
                if (done >= g.bytes) return;
            }
            permute(S, rounds);
        }
    }

    HASHLANE_INLINE static void load(L* S, const group& g) {
        unrolled<0, words * M>([&](auto k) HASHLANE_LAMBDA_INLINE {
            constexpr std::size_t i = k / M, m = k % M;
            S[i].part[m] = g.state == nullptr ? V::broadcast(g.initial[i]) : load_lane<n>(g.state + N * i + n * m);
        });
    }

    HASHLANE_INLINE static void store(const L* S, const group& g) {
        unrolled<0, words * M>([&](auto k) HASHLANE_LAMBDA_INLINE {
            constexpr std::size_t i = k / M, m = k % M;
            store_lane(g.state + N * i + n * m, S[i].part[m]);
        });
    }

    HASHLANE_INLINE static void show(const L& S0, std::uint64_t* to, bool big_endian) {
        unrolled<0, M>([&](auto m)
                           HASHLANE_LAMBDA_INLINE { store_lane(to + n * m, in_order(S0.part[m], big_endian)); });
    }

    HASHLANE_INLINE static void restart(L* S, const group& g, std::size_t j) {
        unrolled<0, M>([&](auto m) HASHLANE_LAMBDA_INLINE {
            V part[words];
            unrolled<0, words>([&](auto i) HASHLANE_LAMBDA_INLINE { part[i] = S[i].part[m]; });
            restart_lane<words>(part, g.initial, j - n * m);
            unrolled<0, words>([&](auto i) HASHLANE_LAMBDA_INLINE { S[i].part[m] = part[i]; });
        });
    }

    // Absorbs a word of each message. Where no row changes to its tail, it loads the words of four blocks together,
    // which is faster than one after the other (docs/TUNING.md, "Batches").
    HASHLANE_INLINE static void absorb(L& S0, L* in, const std::uint8_t* const* rows, std::size_t b, std::size_t at,
                                       const group& g) {
        const std::size_t k = b % together;
        const bool several = g.turns == nullptr && g.blocks - b >= together - k;
        if (several && k == 0)
            fetch_several(in, rows, at, g.big_endian);
        else if (!several)
            fetch_one(in[k], rows, at, g.big_endian);
        S0 = S0 ^ in[k];
    }

    HASHLANE_INLINE static void absorb_end(L& S0, L* in, const group& g, std::size_t first) {
        if (g.ends == nullptr) {
            S0 = S0 ^ g.padding[0];
        } else {
            fetch_one(in[0], g.ends + first, 0, g.big_endian);
            S0 = S0 ^ in[0];
        }
    }

    HASHLANE_INLINE static V in_order(const V& v, bool big_endian) { return big_endian ? byteswap(v) : v; }

    HASHLANE_INLINE static void fetch_one(L& x, const std::uint8_t* const* rows, std::size_t at, bool big_endian) {
        unrolled<0, M>(
            [&](auto m) HASHLANE_LAMBDA_INLINE { x.part[m] = in_order(load_column<n>(rows + n * m, at), big_endian); });
    }

    HASHLANE_INLINE static void fetch_several(L* in, const std::uint8_t* const* rows, std::size_t at, bool big_endian) {
        unrolled<0, M>([&](auto m) HASHLANE_LAMBDA_INLINE {
            V X[together];
            for (std::size_t k = 0; k < together; k += transposed_words<n>)
                load_transposed(X + k, rows + n * m, at + 8 * k);
            unrolled<0, together>([&](auto k) HASHLANE_LAMBDA_INLINE { in[k].part[m] = in_order(X[k], big_endian); });
        });
    }

    // Writes the last words of the output, of which `done` bytes have been computed.
    HASHLANE_INLINE static void squeeze(const L* out, const group& g, std::size_t first, std::size_t done) {
        const std::size_t from = (done - 1) / (8 * together) * 8 * together;
        const std::size_t bytes = (done < g.bytes ? done : g.bytes) - from;
        unrolled<0, M>([&](auto m) HASHLANE_LAMBDA_INLINE {
            V X[together] = {};
            unrolled<0, together>([&](auto k) HASHLANE_LAMBDA_INLINE {
                if (8 * k < bytes) X[k] = in_order(out[k].part[m], g.big_endian);
            });
            store_outputs<std::endian::little>(X, g.out + (first + n * m) * g.stride + from, g.stride, bytes);
        });
    }
};

}  // namespace hashlane::inline HASHLANE_ABI::ascon
