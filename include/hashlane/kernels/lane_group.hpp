// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Messages side by side in the form that a kernel of N lanes takes, and the functions that all such kernels have in
// common.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../lanes/bytes.hpp"
#include "../lanes/pieces.hpp"
#include "../lanes/state_word.hpp"

namespace hashlane::inline HASHLANE_ABI {

struct lane_queue;

// N messages of one length form a group; lane j of a group is its message j. W is the type of a word of the state.
template <class W>
struct lane_group {
    const std::uint8_t** rows = nullptr;  // the messages of the first group, then those of the next ...
    std::size_t groups = 1, blocks = 0;

    // If not null, the states of the lanes: word i of lane j stands at i * N + j. There is then one group, and the
    // kernel moves its rows on. If `turns` is not null, row j changes to tails[j] before block turns[j]. `now` is the
    // number of the first block; a row whose change comes before it has changed already.
    W* state = nullptr;
    const std::uint64_t* turns = nullptr;
    const std::uint8_t* const* tails = nullptr;
    std::uint64_t now = 0;

    // If not null, lanes go on to the messages of this queue, which begin with the state `initial`; `blocks` is then 0
    // at first.
    lane_queue* queue = nullptr;

    // The members from here on are for kernels that digest whole messages. `state` is then null, and all messages begin
    // with `initial`.
    const W* initial = nullptr;
    std::uint8_t* out = nullptr;
    std::size_t stride = 0, bytes = 0;  // bytes from one output to the next, and bytes of each

    // If `ending`, a padded block follows the whole blocks. Either it stands in `ends`, or its first `tail` bytes
    // follow in the rows, and the others are words of `padding`.
    bool ending = false;
    const std::uint8_t* const* ends = nullptr;
    std::size_t tail = 0;
    const W* padding = nullptr;
    const W* constant = nullptr;  // SHA-2: W_t + K_t of a further block, which all messages share; or null

    std::size_t rate = 0;  // sponges: words
    unsigned rounds = 0, last_rounds = 0;
    bool big_endian = false;

    // g++ stores the members one by one. It would clear an object whose initial value is a constant with `rep stos`, which
    // takes tens of cycles to begin.
    HASHLANE_INLINE lane_group() {}
};

// A kernel for `lanes` lanes. If `whole`, it digests whole messages, and takes tails of whole units of bytes from the
// rows.
template <class W>
struct lane_stage {
    std::size_t lanes, least;  // fewer than `least` messages take the stages that follow
    void (*run)(const lane_group<W>*);
    bool whole;
};

// The stages, the widest first. The last one takes any number of messages.
template <class Stage>
struct stages_by_width {
    Stage at[4];
    std::size_t count = 0;

    void add(const Stage& stage) { at[count++] = stage; }

    const Stage& fitting(std::size_t messages) const {
        std::size_t i = 0;
        while (messages < at[i].least) ++i;
        return at[i];
    }
};
template <class W>
using lane_stages = stages_by_width<lane_stage<W>>;

// Tells whether a vector of words of 64 bits holds a pointer in each. Where pointers have 32 bits (WebAssembly), rows
// are changed one after the other.
inline constexpr bool pointers_in_lanes = sizeof(const std::uint8_t*) == 8;

// Replaces the rows by f(rows), in vectors of as many rows as the vectors of N words hold.
template <std::size_t N, class W, class F>
HASHLANE_INLINE void change_rows(const lane_group<W>& g, F&& f) {
    constexpr std::size_t bytes = N * sizeof(W) < 64 ? N * sizeof(W) : 64, together = bytes / 8;
    for (std::size_t j = 0; j < N; j += together) store_lane(g.rows + j, f(load_lane<together>(g.rows + j), j));
}

// Moves the rows on by `bytes` bytes.
template <std::size_t N, class W>
HASHLANE_INLINE void move_rows(const lane_group<W>& g, std::size_t bytes) {
    if constexpr (!pointers_in_lanes)
        for (std::size_t j = 0; j < N; ++j) g.rows[j] += bytes;
    else
        change_rows<N>(g, [&](const auto& row, std::size_t) HASHLANE_LAMBDA_INLINE { return row + bytes; });
}

// Changes the rows to their tails that do so before block b, for which kernels add `at` to the rows. It is called as
// soon as the rows of the block before have been read, because words of a vector that was just stored are not at hand
// at once (docs/TUNING.md, "Batches").
template <std::size_t N, class W>
HASHLANE_INLINE void turn_rows(const lane_group<W>& g, std::size_t b, std::size_t at) {
    if (g.turns == nullptr) return;
    if constexpr (!pointers_in_lanes) {
        for (std::size_t j = 0; j < N; ++j)
            if (g.turns[j] == g.now + b) g.rows[j] = g.tails[j] - at;
    } else {
        change_rows<N>(g, [&](const auto& row, std::size_t j) HASHLANE_LAMBDA_INLINE {
            using places = std::remove_cvref_t<decltype(row)>;
            const places turn = load_lane<places::width>(g.turns + j),
                         tail = load_lane<places::width>(g.tails + j) + (std::uint64_t{0} - at);
            const auto here = turn.v == places::broadcast(g.now + b).v;
            return places{row.v ^ ((row.v ^ tail.v) & (typename places::vector)here)};
        });
    }
}

// Does the same for kernels without such changes: it calls run(blocks) for each number of blocks in which no row
// changes.
template <class W, class F>
void run_until_turns(const lane_group<W>& g, std::size_t lanes, std::size_t block_bytes, F&& run) {
    for (std::size_t done = 0; done < g.blocks;) {
        std::uint64_t part = g.blocks - done;
        for (std::size_t j = 0; g.turns != nullptr && j < lanes; ++j) {
            const std::uint64_t until = g.turns[j] - (g.now + done);  // 0 or huge for rows that have changed
            if (until != 0 && until < part) part = until;
        }
        run(static_cast<std::size_t>(part));
        done += part;
        for (std::size_t j = 0; j < lanes; ++j) {
            g.rows[j] += part * block_bytes;
            if (g.turns != nullptr && g.turns[j] == g.now + done) g.rows[j] = g.tails[j];
        }
    }
}

template <std::size_t words, class W, std::size_t N>
HASHLANE_INLINE void load_lanes(lane<W, N>* S, const lane_group<W>& g) {
    if (g.state == nullptr)
        unrolled<0, words>([&](auto i) HASHLANE_LAMBDA_INLINE { S[i] = lane<W, N>::broadcast(g.initial[i]); });
    else
        unrolled<0, words>([&](auto i) HASHLANE_LAMBDA_INLINE { S[i] = load_lane<N, W>(g.state + N * i); });
}

template <std::size_t words, class W, std::size_t N>
HASHLANE_INLINE void store_lanes(const lane<W, N>* S, const lane_group<W>& g, std::size_t bytes) {
    unrolled<0, words>([&](auto i) HASHLANE_LAMBDA_INLINE { store_lane(g.state + N * i, S[i]); });
    move_rows<N>(g, bytes);
}

// Copies a few bytes, n of them, without a call.
HASHLANE_INLINE void copy_short(std::uint8_t* to, const std::uint8_t* from, std::size_t n) {
    if (n < piece_bytes) return copy_part(to, from, n);
    for (std::size_t i = 0; i < n - piece_bytes; i += piece_bytes) std::memcpy(to + i, from + i, piece_bytes);
    std::memcpy(to + n - piece_bytes, from + n - piece_bytes, piece_bytes);
}

// Writes a few zeros, n of them. g++ would make a slow `rep stos` of memset (docs/TUNING.md, "Short copies").
HASHLANE_INLINE void clear_short(std::uint8_t* to, std::size_t n) {
    constexpr std::uint64_t zero[piece_bytes / 8] = {};
    if (n < piece_bytes) return copy_part(to, reinterpret_cast<const std::uint8_t*>(zero), n);
    std::uint8_t* const last = to + n - sizeof zero;
    for (; to < last; to += sizeof zero) {
        pin(to);  // without this g++ makes memset of it again
        std::memcpy(to, zero, sizeof zero);
    }
    std::memcpy(last, zero, sizeof zero);
}

// Writes the first `bytes` bytes of each message, from the words of S, to out + j * stride.
template <std::endian Order, class W, std::size_t N>
HASHLANE_INLINE void store_outputs(const lane<W, N>* S, std::uint8_t* out, std::size_t stride, std::size_t bytes) {
    for (std::size_t at = 0; at < bytes; at += piece_bytes, S += piece_words<W>) {
        lane<W, N> X[piece_words<W>];
        unrolled<0, piece_words<W>>(
            [&](auto k) HASHLANE_LAMBDA_INLINE { X[k] = Order == std::endian::native ? S[k] : byteswap(S[k]); });
        std::uint8_t* const to = out + at;
        if (bytes - at >= piece_bytes) {
            store_pieces(X, [&](std::size_t j) HASHLANE_LAMBDA_INLINE { return to + j * stride; });
            continue;
        }
        std::uint8_t last[N][piece_bytes];
        store_pieces(X, [&](std::size_t j) HASHLANE_LAMBDA_INLINE { return last[j]; });
        for (std::size_t j = 0; j < N; ++j) copy_part(to + j * stride, last[j], bytes - at);
    }
}

}  // namespace hashlane::inline HASHLANE_ABI
