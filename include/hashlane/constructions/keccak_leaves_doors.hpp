// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Leaves of a tree side by side: consecutive chunks of one length, a lane for each, from empty sponges to chaining
// values, on the target in use. A rate is counted in words: 17 or 21.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../lanes/transpose.hpp"
#include "../primitives/keccak_p.hpp"
#include "../targets/target.hpp"
#include "keccak_doors.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace keccak {

inline constexpr std::size_t most_leaves = 8;  // in a group: the widest vector holds that many lanes
inline constexpr std::size_t most_cv_words = 8;
inline constexpr std::size_t longest_rate = 21;

template <class T>
inline constexpr std::size_t leaf_lanes = T::vector_bytes == 0 ? 1 : T::vector_bytes / 8;

// A group of leaves as it comes to the kernel. Rows beyond `count` are repetitions.
struct leaf_group {
    std::size_t count, blocks, chunk;                           // leaves; whole blocks in each; bytes of each
    const std::uint8_t *rows[most_leaves], *ends[most_leaves];  // the chunks, and their padded last blocks
    std::uint64_t cvs[most_leaves][most_cv_words];
};

template <std::size_t N>
HASHLANE_INLINE void absorb_transposed(words_of<N>* A, std::size_t rate, const std::uint8_t* const* rows,
                                       std::size_t at) {
    constexpr std::size_t step = transposed_words<N>;
    const auto absorb = [&](std::size_t from) HASHLANE_LAMBDA_INLINE {
        words_of<N> in[step];
        load_transposed(in, rows, at + 8 * from);
        unrolled<0, step>([&](auto k) HASHLANE_LAMBDA_INLINE { A[from + k] = A[from + k] ^ in[k]; });
    };
    unrolled<0, 16 / step>([&](auto group) HASHLANE_LAMBDA_INLINE { absorb(step * group); });
    A[16] = A[16] ^ load_column<N>(rows, at + 8 * 16);
    if (rate == 21) unrolled<0, 4 / step>([&](auto group) HASHLANE_LAMBDA_INLINE { absorb(17 + step * group); });
}

// How many blocks ahead a leaf's bytes are fetched: processors follow fewer streams than there are leaves, and stop at
// each page. 8 blocks of 12 rounds take longer than memory does.
inline constexpr std::size_t blocks_ahead = 8;

// The block at `at` of each row. Behind the whole blocks that is a block of the next N rows: first their ends, which are
// copied before the kernel begins. Past the end of the message there is nothing to fetch, and nothing happens.
template <std::size_t N>
HASHLANE_INLINE void prefetch_rows(const std::uint8_t* const* rows, std::size_t at, std::size_t whole,
                                   std::size_t chunk) {
    if (at >= whole) at += (at == whole ? N : N - 1) * chunk;
    for (std::size_t j = 0; j < N; ++j)
        for (std::size_t i = 0; i < 8 * longest_rate; i += 64)
            __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(rows[j]) + at + i));
}

template <std::size_t N>
HASHLANE_INLINE void store_column(std::uint64_t (*cvs)[most_cv_words], std::size_t i, const words_of<N>& a) {
    const auto words = a.to_words();
    for (std::size_t j = 0; j < N; ++j) cvs[j][i] = words.w[j];
}

// The state of the first leaf.
template <std::size_t N>
HASHLANE_INLINE void extract_first(std::uint64_t* S, const words_of<N>* A) {
    for (std::size_t i = 0; i < lanes; ++i) S[i] = A[i].to_words().w[0];
}

struct leaves_kernel {
    static constexpr bool in_written_order = true;

    template <class T>
    static constexpr bool suits = T::vector_bytes != 0;

    // A target without lanes takes the leaves in turn, through the kernel that it has anyway.
    template <class T>
    requires(!suits<T>)
    HASHLANE_INLINE static void run(leaf_group* group, std::size_t rate, unsigned n_r, std::uint64_t* first) {
        for (std::size_t j = 0; j < group->count; ++j, first = nullptr) {
            std::uint64_t A[lanes]{};
            doors::keccak_blocks(A, n_r, rate, group->rows[j], nullptr, group->blocks);
            if (first != nullptr) std::memcpy(first, A, sizeof A);
            doors::keccak_blocks(A, n_r, rate, group->ends[j], nullptr, 1);
            std::memcpy(group->cvs[j], A, sizeof group->cvs[j]);
        }
    }

    template <class T>
    requires(suits<T>)
    HASHLANE_INLINE static void run(leaf_group* group, std::size_t rate, unsigned n_r, std::uint64_t* first) {
        constexpr std::size_t N = leaf_lanes<T>;
        for (std::size_t j = 0; j < group->count; j += N, first = nullptr) {
            words_of<N> A[lanes]{};
            const std::uint8_t* const* rows = group->rows + j;
            for (std::size_t b = 0, at = 0; b <= group->blocks; ++b, at += 8 * rate) {
                if (b == group->blocks) {
                    if (first != nullptr) extract_first<N>(first, A);
                    rows = group->ends + j, at = 0;
                } else {
                    prefetch_rows<N>(rows, at + 8 * rate * blocks_ahead, 8 * rate * group->blocks, group->chunk);
                }
                absorb_transposed<N>(A, rate, rows, at);
                permute(A, n_r);
            }
            for (std::size_t i = 0; i < most_cv_words; ++i) store_column<N>(group->cvs + j, i, A[i]);
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

// count <= 8 chunks of `chunk` bytes at p, to as many chaining values. With `first`, the first chunk is not a leaf: its
// state after its whole blocks goes there, and its chaining value means nothing.
HASHLANE_DOOR void keccak_leaves(std::size_t chunk, std::size_t rate, std::size_t cv_words, unsigned n_r,
                                 unsigned suffix, const std::uint8_t* p, std::size_t count, std::uint8_t* cvs,
                                 std::uint64_t* first) noexcept;

// How many leaves go side by side. A leaf that would be alone in its group goes faster through keccak_blocks().
HASHLANE_DOOR std::size_t keccak_leaf_lanes() noexcept;

#if HASHLANE_KERNELS
HASHLANE_DOOR void keccak_leaves(std::size_t chunk, std::size_t rate, std::size_t cv_words, unsigned n_r,
                                 unsigned suffix, const std::uint8_t* p, std::size_t count, std::uint8_t* cvs,
                                 std::uint64_t* first) noexcept {
    const std::size_t whole = chunk - chunk % (8 * rate);
    std::uint8_t ends[keccak::most_leaves][8 * keccak::longest_rate] = {};
    keccak::leaf_group group{};
    group.count = count, group.blocks = chunk / (8 * rate), group.chunk = chunk;
    for (std::size_t j = 0; j < keccak::most_leaves; ++j) {
        group.rows[j] = p + (j < count ? j : 0) * chunk, group.ends[j] = ends[j < count ? j : 0];
        if (j >= count) continue;
        copy_bytes(ends[j], group.rows[j] + whole, chunk - whole);
        ends[j][chunk - whole] = static_cast<std::uint8_t>(suffix);
        ends[j][8 * rate - 1] ^= 0x80;
    }
    targets::dispatch<keccak::leaves_kernel>(&group, rate, n_r, first);
    for (std::size_t j = 0; j < count; ++j)
        for (std::size_t i = 0; i < cv_words; ++i, cvs += 8) store<std::endian::little>(cvs, group.cvs[j][i]);
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
