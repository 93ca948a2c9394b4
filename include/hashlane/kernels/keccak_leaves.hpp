// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// This file digests leaves of a tree side by side: consecutive chunks of one length, a lane for each, from empty
// sponges to chaining values, on the target in use. A rate is counted in words: 17 or 21.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "../lanes/transpose.hpp"
#include "../primitives/keccak_p.hpp"
#include "../primitives/keccak_p_x86.hpp"
#include "../targets/target.hpp"
#include "keccak_blocks.hpp"

namespace hashlane::inline HASHLANE_ENTRY_ABI {

// The parameters that leaves side by side have in common.
struct leaf_parameters {
    std::size_t chunk, rate, cv_size;  // bytes
    unsigned rounds;
    std::uint8_t suffix;
};

}  // namespace hashlane::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI::keccak {

inline constexpr std::size_t most_leaves = 8;  // leaves of a group: the lanes of the widest vector
inline constexpr std::size_t most_cv_words = 8;
inline constexpr std::size_t longest_rate = 21;

// A group of leaves in the form that the kernel takes. Rows beyond `count` are repetitions. If `first` is not null, the
// first chunk is not a leaf: its state after its whole blocks goes there.
struct leaf_group {
    std::size_t count, rate, blocks, chunk;  // leaves; words of a block; whole blocks in a leaf; bytes of it
    unsigned n_r;
    std::uint64_t* first;
    const std::uint8_t *rows[most_leaves], *ends[most_leaves];  // the chunks, and their padded last blocks
    std::uint64_t cvs[most_cv_words][most_leaves];  // stands before `padded`, since absorb_rows() reads bytes there
    std::uint8_t padded[most_leaves][8 * longest_rate];

    // Takes the first of n chunks at p, at most most_leaves.
    HASHLANE_SMALL void take(const std::uint8_t* p, std::size_t n, unsigned suffix) {
        const std::size_t whole = blocks * 8 * rate;
        count = n < most_leaves ? n : most_leaves;
        std::memset(padded, 0, sizeof padded);
        for (std::size_t j = 0; j < most_leaves; ++j) {
            const std::size_t leaf = j < count ? j : 0;
            rows[j] = p + leaf * chunk;
            ends[j] = padded[leaf];
            if (leaf != j) continue;
            copy_bytes(padded[j], rows[j] + whole, chunk - whole);
            const auto xor_byte = [&](std::size_t at, std::uint8_t b) { padded[j][at] ^= b; };
            pad(8 * rate, chunk - whole, suffix, xor_byte, [] {});
        }
    }

    // Writes the chaining values to `to`. Returns where those of the next group go.
    HASHLANE_SMALL std::uint8_t* put_out(std::uint8_t* to, std::size_t cv_words) const {
        for (std::size_t j = 0; j < count; ++j)
            for (std::size_t i = 0; i < cv_words; ++i, to += 8) store<std::endian::little>(to, cvs[i][j]);
        return to;
    }
};

// Loads a block of each row into lanes. A rate is a multiple of four, plus 1. The loop goes through memory: unrolled,
// it would be most of the kernel (docs/TUNING.md, "Trees").
template <std::size_t N>
HASHLANE_INLINE void load_block(words_of<N>* in, std::size_t rate, const std::uint8_t* const* rows, std::size_t at) {
    for (std::size_t i = 0; i + 1 < rate; i += transposed_words<N>) load_transposed(in + i, rows, at + 8 * i);
    in[rate - 1] = load_column<N>(rows, at + 8 * (rate - 1));
}

template <std::size_t N, std::size_t... i>
HASHLANE_INLINE void xor_words(words_of<N>* A, const words_of<N>* in, std::index_sequence<i...>) {
    ((A[i] = A[i] ^ in[i]), ...);
}

template <std::size_t N, std::size_t... i>
HASHLANE_INLINE void store_first(std::uint64_t* S, const words_of<N>* A, std::index_sequence<i...>) {
    ((S[i] = A[i].v[0]), ...);
}

template <std::size_t N, std::size_t... i>
HASHLANE_INLINE void store_columns(std::uint64_t (*cvs)[most_leaves], std::size_t j, const words_of<N>* A,
                                   std::index_sequence<i...>) {
    (store_lane(cvs[i] + j, A[i]), ...);
}

// How many blocks ahead the bytes of a leaf are fetched. Processors follow fewer streams than there are leaves, and
// stop at each page (docs/TUNING.md, "Trees").
inline constexpr std::size_t blocks_ahead = 8;

// Prefetches the block at `at` of each row. Behind the whole blocks these are blocks of the next N rows, of which the
// ends come first, since they are copied before the kernel begins. Addresses behind the end of the message do no harm,
// because a prefetch has no faults.
template <std::size_t N>
HASHLANE_INLINE void prefetch_rows(const std::uint8_t* const* rows, std::size_t at, std::size_t whole,
                                   std::size_t chunk) {
    if (at >= whole) at += (at == whole ? N : N - 1) * chunk;
    for (std::size_t j = 0; j < N; ++j)
        for (std::size_t i = 0; i < 8 * longest_rate; i += 64)
            __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(rows[j]) + at + i));
}

struct leaves_kernel {
    static constexpr bool in_written_order = true;

    template <class T>
    static constexpr bool preferred = T::vector_bytes != 0;

    // A target without lanes takes the leaves in turn, by the kernel for one message.
    template <class T>
    requires(!preferred<T>)
    HASHLANE_INLINE static void run(leaf_group* group) {
        for (std::size_t j = 0; j < group->count; ++j) {
            std::uint64_t A[lanes]{};
            entry_points::keccak_blocks(A, group->n_r, group->rate, group->rows[j], nullptr, group->blocks);
            if (j == 0 && group->first != nullptr) {
                std::memcpy(group->first, A, sizeof A);
                continue;
            }
            entry_points::keccak_blocks(A, group->n_r, group->rate, group->ends[j], nullptr, 1);
            for (std::size_t i = 0; i < most_cv_words; ++i) group->cvs[i][j] = A[i];
        }
    }

    // On a target with vectors of 64 bytes four leaves or fewer take vectors of 32 bytes, and two leaves or one take the
    // kernel of two states.
    template <class T>
    requires(preferred<T>)
    HASHLANE_INLINE static void run(leaf_group* group) {
        constexpr std::size_t N = T::vector_bytes / 8;
        for (std::size_t j = 0; j < group->count; j += N) {
            const std::size_t left = group->count - j;
            if constexpr (has_absorb_words<T>)
                if (left <= 2) {
                    digest_two(group, j);
                    continue;
                }
            if constexpr (N == 8)
                if (left <= 4) {
                    digest<T, 4>(group, j);
                    continue;
                }
            digest<T, N>(group, j);
        }
    }

  private:
    // Tells whether the target T has the instructions of absorb_rows(), and this build the function.
    template <class T>
    static constexpr bool has_absorb_rows = HASHLANE_KECCAK_ASM && T::vector_bytes == 64;

    // Digests the leaves j to j + N - 1 of the group.
    template <class T, std::size_t N>
    HASHLANE_INLINE static void digest(leaf_group* group, std::size_t j) {
        constexpr std::make_index_sequence<most_cv_words> cv_words{};
        if constexpr (has_absorb_rows<T>) {
            row_states<N> states;
            absorb_in_parts(*group, j, states);
            store_columns<N>(group->cvs, j, states.A, cv_words);
        } else {
            words_of<N> A[lanes]{};
            absorb(*group, j, A);
            store_columns<N>(group->cvs, j, A, cv_words);
        }
    }

    // Does the same for two leaves by absorb_words_of_two().
    HASHLANE_INLINE static void digest_two(leaf_group* group, std::size_t j) {
        std::uint64_t A[2 * lanes]{};
        const unsigned n_r = group->n_r;
        const std::uint8_t* const* const rows = group->rows + j;
        const std::uint8_t* const* const ends = group->ends + j;
        if (group->blocks != 0) absorb_words_of_two(A, n_r, group->rate, rows[0], rows[1], group->blocks);
        if (j == 0 && group->first != nullptr)
            for (std::size_t i = 0; i < lanes; ++i) group->first[i] = A[2 * i];
        absorb_words_of_two(A, n_r, group->rate, ends[0], ends[1], 1);
        for (std::size_t i = 0; i < most_cv_words; ++i) {
            group->cvs[i][j] = A[2 * i];
            group->cvs[i][j + 1] = A[2 * i + 1];
        }
    }

    // Absorbs these leaves, with their padded last blocks, into A.
    template <std::size_t N>
    HASHLANE_INLINE static void absorb(const leaf_group& group, std::size_t j, words_of<N>* A) {
        const std::size_t rate = group.rate, blocks = group.blocks, chunk = group.chunk;
        const unsigned n_r = group.n_r;
        words_of<N> in[longest_rate];
        const std::uint8_t* const* rows = group.rows + j;
        for (std::size_t b = 0, at = 0; b <= blocks; ++b, at += 8 * rate) {
            const bool last = b == blocks;
            if (last) {
                if (j == 0 && group.first != nullptr) store_first<N>(group.first, A, std::make_index_sequence<lanes>{});
                rows = group.ends + j;
                at = 0;
            }
            load_block<N>(in, rate, rows, at);
            xor_words<N>(A, in, std::make_index_sequence<17>{});
            if (rate == 21) xor_words<N>(A + 17, in + 17, std::make_index_sequence<4>{});
            if (!last) prefetch_rows<N>(rows, at + 8 * rate * blocks_ahead, 8 * rate * blocks, chunk);
            permute(A, n_r);
        }
    }

    // Does the same by absorb_rows(). It copies each block but the first while it absorbs the one before. A part has the
    // blocks whose prefetches are equally far ahead. From the last blocks on, `crossing` of them, these are blocks of the
    // next N rows, as prefetch_rows() chooses them. While the last whole block is absorbed, the padded one is copied;
    // while that is absorbed, what is copied is not used.
    template <std::size_t N>
    HASHLANE_INLINE static void absorb_in_parts(const leaf_group& group, std::size_t j, row_states<N>& s) {
        const std::size_t block = 8 * group.rate, ahead = block * blocks_ahead;
        const std::size_t whole = group.blocks != 0, copied = group.blocks - whole;
        const std::size_t crossing = copied < blocks_ahead ? copied : blocks_ahead;
        const std::size_t turn = block * (group.blocks - crossing);
        const std::uint8_t* const* const rows = group.rows + j;
        const std::uint8_t* const* const ends = group.ends + j;
        load_block<N>(s.block, group.rate, whole != 0 ? rows : ends, 0);
        const row_blocks parts[] = {{rows, block, copied - crossing, ahead},
                                    {rows, turn, crossing != 0, ahead + N * group.chunk},
                                    {rows, turn + block, crossing - (crossing != 0), ahead + (N - 1) * group.chunk},
                                    {ends, 0, whole, 0},
                                    {ends, 0, 1, 0}};
        for (const row_blocks& part : parts) {
            if (&part == std::end(parts) - 1 && j == 0 && group.first != nullptr)
                store_first<N>(group.first, s.A, std::make_index_sequence<lanes>{});
            if (part.blocks != 0) absorb_rows(s, part, group.rate, group.n_r);
        }
    }
};

// Does what entry_points::keccak_leaves() describes. It is a template, so that a unit that does not call it compiles no
// kernel.
template <class...>
void digest_leaves(const leaf_parameters& leaf, const std::uint8_t* p, std::size_t count, std::uint8_t* cvs,
                   std::uint64_t* first) {
    leaf_group group;
    group.rate = leaf.rate / 8;
    group.blocks = leaf.chunk / leaf.rate;
    group.chunk = leaf.chunk;
    group.n_r = leaf.rounds;
    group.first = first;
    for (; count != 0; p += group.count * leaf.chunk, count -= group.count, group.first = nullptr) {
        group.take(p, count, leaf.suffix);
        if (group.count == 1)  // a single leaf takes the kernel for one message (docs/TUNING.md, "Trees")
            targets::baseline::run<leaves_kernel>(&group);
        else
            targets::dispatch<leaves_kernel>(&group);
        cvs = group.put_out(cvs, leaf.cv_size / 8);
    }
}

}  // namespace hashlane::inline HASHLANE_ABI::keccak

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

// Digests `count` chunks at p to as many chaining values. If `first` is not null, the first chunk is not a leaf: its
// state after its whole blocks goes there, and its chaining value has no meaning.
HASHLANE_ENTRY void keccak_leaves(const leaf_parameters* leaf, const std::uint8_t* p, std::size_t count,
                                  std::uint8_t* cvs, std::uint64_t* first) noexcept
    HASHLANE_ENTERS(keccak::digest_leaves(*leaf, p, count, cvs, first));

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI
