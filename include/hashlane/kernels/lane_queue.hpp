// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A queue of messages that wait for a lane. A kernel takes them by itself, so that its state stays in registers.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "../lanes/secret.hpp"
#include "batch_job.hpp"
#include "lane_group.hpp"

namespace hashlane::inline HASHLANE_ABI {

// A message: its whole blocks, then the padded ones, which are in a buffer, and the place of its output.
struct lane_task {
    const std::uint8_t *row, *tail;
    std::uint64_t whole, blocks;  // the number of whole blocks, and of blocks in all
    output_place out;             // what is left of the output
};

struct lane_queue {
    static constexpr std::uint64_t idle = ~std::uint64_t{0}, never = idle;

    // For each lane: its task; the time at which it changes to the tail; the time at which its blocks end, times 256,
    // plus the number of the lane; and its tail. Times are counted in blocks.
    lane_task** tasks = nullptr;
    std::uint64_t *turns = nullptr, *ends = nullptr;
    const std::uint8_t** tails = nullptr;
    std::uint64_t now = 0;

    // The tasks that wait. One that goes to a lane leaves its place to the task that has ended there.
    lane_task** next = nullptr;
    lane_task** last = nullptr;

    const std::uint8_t* zeros = nullptr;  // a block of zeros
    std::size_t block = 0;                // bytes

    bool empty() const { return next == last; }

    void occupy(std::size_t j, std::uint64_t from, std::uint64_t n) const { ends[j] = (from + n) << 8 | j; }
    void begin(std::size_t j, const lane_task& t, std::uint64_t from) const {
        tails[j] = t.tail;
        turns[j] = from + t.whole;
        occupy(j, from, t.blocks);
    }
};

HASHLANE_INLINE std::uint64_t earlier(std::uint64_t a, std::uint64_t b) {
    std::uint64_t least = std::min(a, b);
    HASHLANE_PIN_WORD(least);  // without this g++ takes vectors, which wait for those of a permutation
    return least;
}

// Returns the entry of `ends` of the lane that ends first. The minimum is taken in four chains, because each operation
// waits for the one before, and in general registers, because a vector would wait until the words that were just stored
// have reached the cache (docs/TUNING.md, "Batches").
HASHLANE_INLINE std::uint64_t earliest(const std::uint64_t* ends, std::size_t lanes) {
    if (lanes < 4) return earlier(ends[0], ends[lanes - 1]);
    std::uint64_t a = ends[0], b = ends[1], c = ends[2], d = ends[3];
    for (std::size_t j = 4; j < lanes; j += 4) {
        a = earlier(a, ends[j]);
        b = earlier(b, ends[j + 1]);
        c = earlier(c, ends[j + 2]);
        d = earlier(d, ends[j + 3]);
    }
    return earlier(earlier(a, b), earlier(c, d));
}

// Puts lane j into its first state, and leaves all others as they are.
template <std::size_t words, class W, std::size_t N, std::size_t... i>
HASHLANE_INLINE void restart_lane(lane<W, N>* S, const W* initial, std::size_t j, std::index_sequence<i...>) {
    const auto here = typename lane<W, N>::vector{W{i}...} == lane<W, N>::broadcast(static_cast<W>(j)).v;
    const lane<W, N> mask = {(typename lane<W, N>::vector)here};
    // opaque() hides that the words are neighbours: g++ would load several at once, and spread them through memory.
    unrolled<0, words>([&](auto k) HASHLANE_LAMBDA_INLINE {
        S[k] = S[k] ^ ((S[k] ^ lane<W, N>::broadcast(*opaque(initial + k))) & mask);
    });
}

template <std::size_t words, class W, std::size_t N>
HASHLANE_INLINE void restart_lane(lane<W, N>* S, const W* initial, std::size_t j) {
    restart_lane<words>(S, initial, j, std::make_index_sequence<N>{});
}

// Writes n bytes, from every Nth word.
template <std::size_t N, class W>
HASHLANE_INLINE void emit_words(std::uint8_t* to, const W* from, std::size_t n) {
    for (; n >= sizeof(W); n -= sizeof(W), to += sizeof(W), from += N) {
        W w = *from;
        HASHLANE_PIN_WORD(w);  // without this clang++ gathers vectors, which costs more than it gains
        std::memcpy(to, &w, sizeof w);
    }
    copy_part(to, reinterpret_cast<const std::uint8_t*>(from), n);
}

// Lets all lanes whose blocks end now write what output they have and go on, to more output or to the next message.
// Returns how many blocks all lanes can run from here on; 0 if a lane cannot go on. show(words) is called when the
// output is needed first, and stores word i of lane j at words[i * N + j]. restart(j) puts lane j into its first state.
template <std::size_t N, class W, class Show, class Restart>
HASHLANE_INLINE std::size_t end_lanes(const lane_group<W>& g, std::size_t at, std::uint64_t now, W* words,
                                      const Show& show, const Restart& restart) {
    if (g.queue == nullptr) return 0;
    const lane_queue q = *g.queue;  // a copy, because the compiler must assume that the stores below change *g.queue
    const std::uint8_t** const rows = g.rows;
    lane_task** next = q.next;
    std::size_t more = 0;
    for (bool shown = false;; shown = true) {
        const std::uint64_t first = earliest(q.ends, N);
        more = static_cast<std::size_t>((first >> 8) - now);
        if (more != 0) break;
        const std::size_t j = first & 0xff;
        lane_task* const ended = q.tasks[j];
        const std::size_t n = ended->out.n, part = std::min(n, q.block);
        if (n == part && next == q.last) break;
        if (!shown) show(words);
        emit_words<N>(ended->out.p, words + j, part);
        if (n != part) {
            ended->out = {ended->out.p + part, n - part}, rows[j] = after(q.zeros, std::size_t{0} - at);
            q.occupy(j, now, 1);
        } else {
            lane_task* const begun = *next;
            *next++ = ended;
            q.tasks[j] = begun;
            q.begin(j, *begun, now), rows[j] = after(begun->row, std::size_t{0} - at);
            restart(j);
        }
    }
    g.queue->next = next;
    g.queue->now = now;
    return more;
}

}  // namespace hashlane::inline HASHLANE_ABI
