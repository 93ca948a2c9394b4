// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// This file digests messages of one length in the lanes of a primitive: in whole groups, without keeping a time for
// each lane. lane_states.hpp says what a family F gives.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../lanes/bytes.hpp"
#include "../lanes/secret.hpp"
#include "batch_job.hpp"
#include "lane_group.hpp"
#include "lane_states.hpp"
#include "message_window.hpp"

namespace hashlane::inline HASHLANE_ABI {

template <class F>
class equal_messages : protected lane_states<F> {
  protected:
    using W = typename F::word;
    using scheduled = scheduled_message<F::most_block>;
    using lane_states<F>::family, lane_states<F>::initial, lane_states<F>::lanes, lane_states<F>::state;
    using lane_states<F>::begin_lane, lane_states<F>::end_lane, lane_states<F>::emit_lane;

    // queue_size is how many messages wait for lanes. For messages of one length of at most short_message bytes,
    // lane_scheduler ends the messages in its lanes first, so that they go in groups.
    static constexpr std::size_t queue_size = 16, most_scheduled = F::most_lanes + queue_size, short_message = 1024;
    alignas(64) static constexpr std::uint8_t zeros[F::most_block] = {};

    const batch_job& job;
    lane_group<W> stepping;
    message_window window;
    const std::uint8_t* const head = job.head != nullptr ? job.head : zeros;  // job.position bytes before each message

    // These stand in one line of the cache, because kernels load all of them as a vector and then each of them.
    alignas(64) const std::uint8_t* rows[F::most_lanes];
    scheduled messages[most_scheduled];

    explicit equal_messages(const batch_job& j) : lane_states<F>(j), job(j), stepping(family.group()), window(j) {
        stepping.rows = rows;
        stepping.state = state;
        stepping.initial = initial;
        stepping.bytes = job.places.at == nullptr ? std::min(job.bytes, family.block()) : family.block();
    }

    bool go_in_groups() const { return job.places.at == nullptr && (job.position == 0 || fits_behind_head()); }

    void digest_equal(const lane_stage<W>& stage, std::size_t count) {
        if (job.position != 0) return digest_behind_head(stage, count);
        const std::uint8_t* all[message_window::most];
        for (std::size_t i = 0; i < count; ++i) all[i] = window.messages()[i].p;
        const std::size_t n = window.front().n, rest = n % family.block();
        std::uint8_t padded[2 * F::most_block];
        const std::size_t blocks = pad_behind_zeros(padded, rest, n);
        lane_group<W> g = group_of(all, n / family.block());
        if (stage.whole && family.end_group(g, rest, padded, blocks))
            run_groups(stage, g, count, rest, padded);
        else
            by_steps(stage, g, count, rest, padded, blocks);
        window.pass(count);
    }

    // Digests rows in whole groups, without fetching them. Fewer than a group are left, or all if they go another way.
    void digest_rows(const lane_stage<W>& stage) {
        if (!stage.whole || job.position != 0 || job.places.at != nullptr) return;
        const std::size_t n = job.rows.bytes, rest = n % family.block();
        std::uint8_t padded[2 * F::most_block];
        const std::size_t blocks = pad_behind_zeros(padded, rest, n);
        const std::uint8_t* all[message_window::most];
        lane_group<W> g = group_of(all, n / family.block());
        if (!family.end_group(g, rest, padded, blocks)) return;
        while (window.left() >= stage.lanes) {
            const std::size_t count = std::min(message_window::most, window.left()) / stage.lanes * stage.lanes;
            const std::uint8_t* row = job.rows.first + window.next() * job.rows.stride;
            for (std::size_t i = 0; i < count; ++i, row = after(row, job.rows.stride)) all[i] = row;
            g.rows = all;
            g.out = output_of(job, window.next());
            run_groups(stage, g, count, rest, padded);
            window.skip(count);
        }
    }

    // Digests the last messages, which have one length and are fewer than the lanes. The other lanes compute the first
    // message again, and their outputs are dropped. Returns false, and does nothing, for messages that go another way.
    HASHLANE_SMALL bool digest_filled_up(const lane_stage<W>& stage, std::size_t count) {
        if (!stage.whole || job.position != 0 || job.places.at != nullptr || job.bytes > most_filled_up) return false;
        const std::uint8_t* all[F::most_lanes];
        for (std::size_t j = 0; j < stage.lanes; ++j) all[j] = window.messages()[j < count ? j : 0].p;
        const std::size_t n = window.front().n, rest = n % family.block();
        std::uint8_t padded[2 * F::most_block], outputs[F::most_lanes][most_filled_up];
        const std::size_t blocks = pad_behind_zeros(padded, rest, n);
        lane_group<W> g = group_of(all, n / family.block());
        if (!family.end_group(g, rest, padded, blocks)) return false;
        g.out = outputs[0];
        g.stride = most_filled_up;
        run_groups(stage, g, stage.lanes, rest, padded);
        for (std::size_t j = 0; j < count; ++j) copy_bytes(output_of(job, window.next() + j), outputs[j], job.bytes);
        if (job.secret) wipe(outputs, F::most_lanes);
        window.pass(count);
        return true;
    }

    // Computes `blocks` blocks of each lane, from the rows.
    void step(const lane_stage<W>& stage, std::size_t blocks) {
        stepping.blocks = blocks;
        stage.run(&stepping);
    }

  private:
    static constexpr std::size_t longest_padding = 17;  // bytes of the padding of SHA-512 (FIPS 180-4 s.5.1.2)
    static constexpr std::size_t most_filled_up = 64;   // bytes of an output

    // Writes zeros in the place of the last `rest` bytes of a message of n bytes, and the padding behind them. Returns the
    // number of blocks. Only these are written: g++ clears a whole array of two blocks with `rep stos`, which takes longer
    // than to pad a short message.
    std::size_t pad_behind_zeros(std::uint8_t* padded, std::size_t rest, std::uint64_t n) const {
        clear_short(padded, rest);
        return family.pad(padded, rest, n);
    }

    // Returns a group of the next messages, of `blocks` whole blocks each; from[j] is where the message of lane j
    // begins.
    lane_group<W> group_of(const std::uint8_t** from, std::size_t blocks) const {
        lane_group<W> g = family.group();
        g.rows = from;
        g.blocks = blocks;
        g.initial = initial;
        g.out = output_of(job, window.next());
        g.stride = job.stride;
        g.bytes = job.bytes;
        return g;
    }

    // Digests `count` messages in groups that g describes. If their tails are no whole units, these are copied.
    void run_groups(const lane_stage<W>& stage, lane_group<W>& g, std::size_t count, std::size_t rest,
                    const std::uint8_t* padded) {
        if (rest % F::unit != 0) return with_copied_tails(stage, g, count, rest, padded);
        g.groups = count / stage.lanes;
        stage.run(&g);
    }

    void with_copied_tails(const lane_stage<W>& stage, lane_group<W>& g, std::size_t count, std::size_t rest,
                           const std::uint8_t* padded) {
        std::uint8_t copies[F::most_lanes][F::most_block];
        const std::uint8_t* at[F::most_lanes];
        const std::size_t n = std::min(stage.lanes, F::most_lanes);  // tells g++ that it is no more
        for (std::size_t j = 0; j < n; ++j) {
            copy_bytes(copies[j], padded, family.block());
            at[j] = copies[j];
        }
        g.ends = at;
        g.tail = family.block();
        const std::size_t whole = g.blocks * family.block();
        for (; count != 0; count -= stage.lanes, g.rows += stage.lanes, g.out += stage.lanes * g.stride) {
            for (std::size_t j = 0; j < n; ++j) copy_bytes(copies[j], g.rows[j] + whole, rest);
            stage.run(&g);
        }
    }

    void by_steps(const lane_stage<W>& stage, const lane_group<W>& g, std::size_t count, std::size_t rest,
                  const std::uint8_t* padded, std::size_t blocks) {
        lanes = stage.lanes;
        stepping.turns = nullptr;
        for (std::size_t i = 0; i < count; i += lanes) {
            for (std::size_t j = 0; j < lanes; ++j) {
                begin_lane(j);
                rows[j] = g.rows[i + j];
            }
            if (g.blocks != 0) step(stage, g.blocks);
            for (std::size_t j = 0; j < lanes; ++j) {
                std::uint8_t* const tail = messages[j].buffer;
                copy_bytes(tail, rows[j], rest);
                copy_bytes(tail + rest, padded + rest, blocks * family.block() - rest);
                rows[j] = tail;
            }
            end_all(stage, blocks);
            emit_all(stage, window.next() + i);
        }
    }

    // Writes the outputs of the lanes, which hold the messages from number `first` on.
    void emit_all(const lane_stage<W>& stage, std::size_t first) {
        for (std::size_t done = 0;;) {
            const std::size_t part = std::min(job.bytes - done, family.block());
            for (std::size_t j = 0; j < lanes; ++j) emit_lane(j, output_of(job, first + j) + done, part);
            if ((done += part) == job.bytes) return;
            for (std::size_t j = 0; j < lanes; ++j) rows[j] = zeros;
            step(stage, 1);
        }
    }

    // Tells whether a message fits behind the common head, with its padding, in two blocks.
    bool fits_behind_head() const {
        return !family.ends_alone() && window.front().n <= short_message &&
               job.position + window.front().n + longest_padding <= 2 * family.block();
    }

    // Puts head, message and padding together before they are loaded. Only the message changes from one to the next
    // (docs/TUNING.md, "Merkle trees").
    void digest_behind_head(const lane_stage<W>& stage, std::size_t count) {
        const std::size_t n = window.front().n, used = job.position + n, whole = used / family.block() * family.block();
        std::uint8_t all[3 * F::most_block] = {};
        copy_bytes(all, head, job.position);
        const std::size_t blocks = whole / family.block() + family.pad(all + whole, used - whole, n);
        for (std::size_t j = 0; j < stage.lanes; ++j) copy_bytes(messages[j].buffer, all, blocks * family.block());
        lane_group<W> g = group_of(rows, blocks);
        lanes = stage.lanes;
        stepping.turns = nullptr;
        for (; count != 0; count -= lanes, window.pass(lanes), g.out += lanes * g.stride) {
            for (std::size_t j = 0; j < lanes; ++j) {
                rows[j] = messages[j].buffer;
                copy_short(messages[j].buffer + job.position, window.messages()[j].p, n);
            }
            if (stage.whole) {
                stage.run(&g);
            } else {
                for (std::size_t j = 0; j < lanes; ++j) begin_lane(j);
                step(stage, blocks);
                emit_all(stage, window.next());
            }
        }
    }

    void end_all(const lane_stage<W>& stage, std::size_t blocks) {
        if (!family.ends_alone()) return step(stage, blocks);
        for (std::size_t j = 0; j < lanes; ++j) end_lane(j, rows[j]);
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
