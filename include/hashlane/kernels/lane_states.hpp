// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The states of the messages in the lanes, and what the scheduler knows of each message.
//
// A family F is made from a batch_job, and gives
//   word, words                 the type of a word of the state, and how many words a state has
//   most_block, most_lanes      the largest block in bytes, and the largest number of lanes
//   unit                        tails of whole units of this number of bytes need no copy
//   block(), stages             the bytes of a block, and the kernels
//   group()                     a lane_group with what a kernel has to know
//   store_word(to, word)        writes a word of the output
//   pad(buffer, used, n)        writes the padding of a message of n bytes, after `used` bytes of a block; returns the
//                               number of blocks at the buffer
//   end_group(g, rest, padded, blocks)        gives the padding to a group; returns false if kernels do not take it
//   digest_few(m, first, seen, left, same)    if given: may digest some of the next messages without lanes; returns
//                               how many
//   ends_alone(), end(S, block) whether the last block takes another permutation, and that block of one lane

#include <cstddef>
#include <cstdint>

#include "../lanes/bytes.hpp"
#include "batch_job.hpp"
#include "lane_queue.hpp"

namespace hashlane::inline HASHLANE_ABI {

// The next step of a message in its lane.
enum class lane_phase { begin, absorb, output };

// A message that the scheduler has begun, or has prepared for the queue of a kernel.
template <std::size_t MostBlock>
struct scheduled_message : lane_task {
    message rest;         // not absorbed yet
    std::size_t n;        // bytes of the message
    std::size_t pending;  // bytes of the common head that are not absorbed yet
    lane_phase at;
    std::uint8_t buffer[2 * MostBlock];

    // Copies what is left of the common head, and `size` bytes of the message, to the buffer.
    HASHLANE_INLINE void copy_head(const std::uint8_t* head, const std::uint8_t* p, std::size_t size) {
        if (pending != 0) copy_bytes(buffer, head, pending);
        copy_bytes(buffer + pending, p, size);
    }
};

// A message that waits for a lane of a narrower kernel.
template <class W, std::size_t Words>
struct parked_lane {
    lane_task* task;
    const std::uint8_t* row;
    std::uint64_t blocks, turn;  // counted from then on
    W state[Words];
};

// Word i of the state of lane j is state[i * lanes + j]. F is a family.
template <class F>
class lane_states {
  protected:
    using W = typename F::word;

    explicit lane_states(const batch_job& job) : family(job), initial(static_cast<const W*>(job.state)) {}

    F family;
    const W* const initial;
    alignas(64) W state[F::words * F::most_lanes];
    std::size_t lanes = 0;

    void set_lane(std::size_t j, const W* S) {
        for (std::size_t i = 0; i < F::words; ++i) state[i * lanes + j] = S[i];
    }

    void get_lane(std::size_t j, W* S) const {
        for (std::size_t i = 0; i < F::words; ++i) S[i] = state[i * lanes + j];
    }

    void begin_lane(std::size_t j) { set_lane(j, initial); }

    // Computes the last block of a lane, if it takes another permutation.
    void end_lane(std::size_t j, const std::uint8_t* block) {
        W S[F::words];
        get_lane(j, S);
        if constexpr (requires { family.end(S, block); }) family.end(S, block);
        set_lane(j, S);
    }

    // Writes the first n bytes of the state of a lane.
    void emit_lane(std::size_t j, std::uint8_t* to, std::size_t n) const {
        const W* S = state + j;
        for (; n >= sizeof(W); n -= sizeof(W), to += sizeof(W), S += lanes) family.store_word(to, *S);
        if (n == 0) return;
        std::uint8_t last[sizeof(W)];
        family.store_word(last, *S);
        copy_bytes(to, last, n);
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
