// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Leaves of a tree side by side: consecutive chunks of one length, a lane for each, from empty sponges to chaining
// values, on the target in use. A rate is counted in words: 17 or 21.

#include <cstddef>
#include <cstdint>

#include "../lanes/transpose.hpp"
#include "../primitives/keccak_p.hpp"
#include "../targets/target.hpp"
#include "keccak_doors.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace keccak {

// What the leaves have in common.
struct leaf_shape {
    std::size_t chunk;     // bytes
    std::size_t rate;      // words
    std::size_t cv_words;  // of a chaining value
    unsigned n_r;
    std::uint8_t suffix;
};

template <std::size_t N>
struct leaf_group {
    using L = lane<std::uint64_t, N>;
    static constexpr std::size_t longest_rate = 8 * 21;

    // count <= N chunks; the lanes that are left over repeat the first. When `first` is not null, the first chunk is
    // not a leaf: its state after the whole blocks goes there.
    HASHLANE_INLINE static void run(const leaf_shape& leaf, const std::uint8_t* p, std::size_t count, std::uint8_t* cvs,
                                    std::uint64_t* first) {
        const std::uint8_t* rows[N];
        for (std::size_t j = 0; j < N; ++j) rows[j] = p + (j < count ? j : 0) * leaf.chunk;
        std::uint8_t ends[N][longest_rate];
        L A[lanes]{};
        const std::size_t whole = leaf.chunk / (8 * leaf.rate) * (8 * leaf.rate);
        for (std::size_t at = 0; at < whole; at += 8 * leaf.rate) absorb(A, leaf.rate, rows, at, leaf.n_r);
        if (first != nullptr) extract(first, A);
        for (std::size_t j = 0; j < N; ++j) rows[j] = pad(ends[j], leaf, rows[j] + whole, leaf.chunk - whole);
        absorb(A, leaf.rate, rows, 0, leaf.n_r);
        for (std::size_t i = 0; i < leaf.cv_words; ++i) store_column(cvs + 8 * i, A[i], 8 * leaf.cv_words, count);
    }

  private:
    // One body for whole blocks and padded ends would save code, at a branch a block; the permutation is in permute().
    HASHLANE_INLINE static void absorb(L* A, std::size_t rate, const std::uint8_t* const* rows, std::size_t at,
                                       unsigned n_r) {
        constexpr std::size_t step = transposed_words<N>;
        L in[4];
        for (std::size_t i = 0; i < 16; i += step) {
            load_transposed(in, rows, at + 8 * i);
            for (std::size_t k = 0; k < step; ++k) A[i + k] = A[i + k] ^ in[k];
        }
        A[16] = A[16] ^ load_column<N>(rows, at + 8 * 16);
        if (rate == 21)
            for (std::size_t i = 17; i < 21; i += step) {
                load_transposed(in, rows, at + 8 * i);
                for (std::size_t k = 0; k < step; ++k) A[i + k] = A[i + k] ^ in[k];
            }
        permute(A, n_r);
    }

    HASHLANE_INLINE static void extract(std::uint64_t* S, const L* A) {
        for (std::size_t i = 0; i < lanes; ++i) {
            if constexpr (N == 1)
                S[i] = A[i].v;
            else
                S[i] = A[i].v[0];
        }
    }

    HASHLANE_INLINE static const std::uint8_t* pad(std::uint8_t* end, const leaf_shape& leaf, const std::uint8_t* p,
                                                   std::size_t n) {
        std::memset(end, 0, 8 * leaf.rate);
        std::memcpy(end, p, n);
        end[n] = leaf.suffix;
        end[8 * leaf.rate - 1] ^= 0x80;
        return end;
    }

    HASHLANE_INLINE static void store_column(std::uint8_t* p, const L& a, std::size_t stride, std::size_t count) {
        std::uint64_t w[N];
        std::memcpy(w, &a.v, sizeof w);
        for (std::size_t j = 0; j < count; ++j) store<std::endian::little>(p + j * stride, w[j]);
    }
};

template <class T>
inline constexpr std::size_t leaf_lanes = T::vector_bytes == 0 ? 1 : T::vector_bytes / 8;

struct leaves_kernel {
    template <class T>
    static constexpr bool suits = T::vector_bytes != 0;

    template <class T>
    HASHLANE_INLINE static void run(std::size_t chunk, std::size_t rate, std::size_t cv_words, unsigned n_r,
                                    unsigned suffix, const std::uint8_t* p, std::size_t count, std::uint8_t* cvs,
                                    std::uint64_t* first) {
        constexpr std::size_t N = leaf_lanes<T>;
        const leaf_shape leaf{chunk, rate, cv_words, n_r, static_cast<std::uint8_t>(suffix)};
        while (count != 0) {
            const std::size_t now = count < N ? count : N;
            leaf_group<N>::run(leaf, p, now, cvs, first);
            p += now * chunk, cvs += now * 8 * cv_words, count -= now, first = nullptr;
        }
    }
};

struct leaf_lanes_kernel : leaves_kernel {
    template <class T>
    HASHLANE_INLINE static void run(std::size_t* N) {
        *N = leaf_lanes<T>;
    }
};

}  // namespace keccak
}  // namespace HASHLANE_ABI

namespace doors {
inline namespace HASHLANE_DOOR_ABI {

// `count` chunks of `chunk` bytes at p, to as many chaining values. With `first`, the first chunk is not a leaf, and
// its state after its whole blocks goes there; its chaining value is meaningless.
HASHLANE_DOOR void keccak_leaves(std::size_t chunk, std::size_t rate, std::size_t cv_words, unsigned n_r,
                                 unsigned suffix, const std::uint8_t* p, std::size_t count, std::uint8_t* cvs,
                                 std::uint64_t* first) noexcept;

// How many leaves go side by side. A leaf that would be alone in its group goes faster through keccak_blocks().
HASHLANE_DOOR std::size_t keccak_leaf_lanes() noexcept;

#if HASHLANE_KERNELS
HASHLANE_DOOR void keccak_leaves(std::size_t chunk, std::size_t rate, std::size_t cv_words, unsigned n_r,
                                 unsigned suffix, const std::uint8_t* p, std::size_t count, std::uint8_t* cvs,
                                 std::uint64_t* first) noexcept {
    targets::dispatch<keccak::leaves_kernel>(chunk, rate, cv_words, n_r, suffix, p, count, cvs, first);
}
HASHLANE_DOOR std::size_t keccak_leaf_lanes() noexcept {
    std::size_t N = 1;
    targets::dispatch<keccak::leaf_lanes_kernel>(&N);
    return N;
}
#endif

}  // namespace HASHLANE_DOOR_ABI
}  // namespace doors
}  // namespace hashlane
