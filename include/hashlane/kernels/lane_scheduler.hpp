// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Any number of messages of any lengths through the lanes of a primitive. Memory is that of the lanes.
//
// Messages of one length that come one after the other go in whole groups, without a book kept of each lane. All others
// are scheduled: every lane has a time at which its blocks end, counted in blocks; all lanes run until the earliest one,
// which then goes on to its output and to the next message. Kernels do so by themselves for as long as a queue of
// messages has been prepared, and on the way turn from the whole blocks of a message to its padded ones. When there are
// no more messages, and too few lanes are left for the kernel to pay, they move to a narrower one.
// lane_states.hpp says what a family F gives.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "../lanes/bytes.hpp"
#include "../lanes/secret.hpp"
#include "batch_job.hpp"
#include "lane_queue.hpp"
#include "lane_states.hpp"
#include "message_window.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

template <class F>
class lane_scheduler : lane_states<F> {
    using W = typename F::word;
    using scheduled = scheduled_message<F::most_block>;
    using lane_states<F>::family, lane_states<F>::initial, lane_states<F>::lanes, lane_states<F>::state;
    using lane_states<F>::begin_lane, lane_states<F>::end_lane, lane_states<F>::emit_lane;
    using lane_states<F>::get_lane, lane_states<F>::set_lane;

  public:
    explicit lane_scheduler(const batch_job& j)
        : lane_states<F>(j), job(j), stepping(family.group()), window(j),
          in_kernel(j.position == 0 && !family.ends_alone()) {
        stepping.rows = rows;
        stepping.state = state;
        stepping.initial = initial;
        stepping.bytes = job.places.at == nullptr ? std::min(job.bytes, family.block()) : family.block();
        queue.tasks = tasks;
        queue.turns = turns;
        queue.ends = ends;
        queue.tails = tails;
        queue.zeros = zeros;
        queue.block = family.block();
    }

    void run() {
        while (window.fill()) {
            const lane_stage<W>& stage = family.stages.fitting(window.left());
            const std::size_t same = window.as_long_as_the_first();
            if constexpr (requires { family.digest_few(window.messages(), same, same, same, same); })
                if (job.position == 0) {
                    const std::size_t done =
                        family.digest_few(window.messages(), window.next(), window.seen(), window.left(), same);
                    if (done != 0) {
                        window.pass(done);
                        continue;
                    }
                }
            if (same >= stage.lanes && go_in_groups())
                digest_equal(stage, same / stage.lanes * stage.lanes);
            else if (same != window.left() || !digest_filled_up(stage, same))
                digest_mixed();
        }
        if (job.secret) forget(state, messages, parked);
    }

  private:
    // How many messages wait for lanes, and how long equal ones may be for lanes to be emptied for their sake.
    static constexpr std::size_t queue_size = 16, most_scheduled = F::most_lanes + queue_size, short_message = 1024;
    static constexpr std::size_t longest_padding = 17;  // of SHA-512; s.5.1.2
    static constexpr std::size_t most_filled_up = 64;   // bytes of an output
    static constexpr std::uint64_t idle = lane_queue::idle, never = lane_queue::never;

    const batch_job& job;
    lane_group<W> stepping;
    message_window window;
    const std::uint8_t* const head = job.head != nullptr ? job.head : zeros;  // of all messages, job.position bytes
    const bool in_kernel;                                                     // may kernels begin and end messages?

    // In one line of the cache, since kernels take them as a vector and then each of them.
    alignas(64) const std::uint8_t* rows[F::most_lanes];
    alignas(64) const std::uint8_t* tails[F::most_lanes];
    alignas(64) std::uint64_t turns[F::most_lanes];
    alignas(64) std::uint64_t ends[F::most_lanes];
    lane_queue queue;
    lane_task *tasks[F::most_lanes], *tasks_ahead[queue_size];
    scheduled messages[most_scheduled];
    parked_lane<W, F::words> parked[F::most_lanes];
    std::size_t parked_count = 0, active = 0;
    bool paused = false;
    alignas(64) static constexpr std::uint8_t zeros[F::most_block] = {};

    scheduled& message_of(std::size_t j) { return static_cast<scheduled&>(*tasks[j]); }

    bool go_in_groups() const { return job.places.at == nullptr && (job.position == 0 || fits_behind_head()); }

    // ---- Messages of one length

    // The next messages, so many blocks of each; from[j] is where those of lane j begin.
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

    void digest_equal(const lane_stage<W>& stage, std::size_t count) {
        if (job.position != 0) return digest_behind_head(stage, count);
        const std::uint8_t* all[message_window::most];
        for (std::size_t i = 0; i < count; ++i) all[i] = window.messages()[i].p;
        const std::size_t n = window.front().n, rest = n % family.block();
        std::uint8_t padded[2 * F::most_block] = {};
        const std::size_t blocks = family.pad(padded, rest, n);
        lane_group<W> g = group_of(all, n / family.block());
        if (stage.whole && family.end_group(g, rest, padded, blocks))
            run_groups(stage, g, count, rest, padded);
        else
            by_steps(stage, g, count, rest, padded, blocks);
        window.pass(count);
    }

    // The last messages, which have one length and are fewer than the lanes. The other lanes compute the first one again,
    // and their outputs go nowhere. False: nothing is done, since these messages go another way.
    HASHLANE_SMALL bool digest_filled_up(const lane_stage<W>& stage, std::size_t count) {
        if (!stage.whole || job.position != 0 || job.places.at != nullptr || job.bytes > most_filled_up) return false;
        const std::uint8_t* all[F::most_lanes];
        for (std::size_t j = 0; j < stage.lanes; ++j) all[j] = window.messages()[j < count ? j : 0].p;
        const std::size_t n = window.front().n, rest = n % family.block();
        std::uint8_t padded[2 * F::most_block] = {}, outputs[F::most_lanes][most_filled_up];
        const std::size_t blocks = family.pad(padded, rest, n);
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

    // `count` messages in groups that g describes, but for the tails of messages that are no whole units.
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
        for (std::size_t j = 0; j < stage.lanes; ++j) {
            copy_bytes(copies[j], padded, family.block());
            at[j] = copies[j];
        }
        g.ends = at;
        g.tail = family.block();
        const std::size_t whole = g.blocks * family.block();
        for (; count != 0; count -= stage.lanes, g.rows += stage.lanes, g.out += stage.lanes * g.stride) {
            for (std::size_t j = 0; j < stage.lanes; ++j) copy_bytes(copies[j], g.rows[j] + whole, rest);
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

    // Of the lanes, which hold messages from that one on.
    void emit_all(const lane_stage<W>& stage, std::size_t first) {
        for (std::size_t done = 0;;) {
            const std::size_t part = std::min(job.bytes - done, family.block());
            for (std::size_t j = 0; j < lanes; ++j) emit_lane(j, output_of(job, first + j) + done, part);
            if ((done += part) == job.bytes) return;
            for (std::size_t j = 0; j < lanes; ++j) rows[j] = zeros;
            step(stage, 1);
        }
    }

    // Behind the common head, with its padding, in two blocks?
    bool fits_behind_head() const {
        return !family.ends_alone() && window.front().n <= short_message &&
               job.position + window.front().n + longest_padding <= 2 * family.block();
    }

    // Head, message and padding are put together before they are loaded; of these only the message changes.
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

    // ---- Messages of any lengths

    void digest_mixed() {
        paused = false;
        stepping.turns = turns;
        stepping.tails = tails;
        for (std::size_t j = 0; j < F::most_lanes; ++j) tasks[j] = &messages[j];
        for (std::size_t k = 0; k < queue_size; ++k) tasks_ahead[k] = &messages[F::most_lanes + k];
        queue.next = queue.last = tasks_ahead;
        for (const lane_stage<W>* stage = &family.stages.fitting(window.left());;
             stage = &family.stages.fitting(parked_count)) {
            lanes = stage->lanes;
            active = 0;
            for (std::size_t j = 0; j < lanes; ++j) {
                ends[j] = idle;
                ++active;
                take(j);
            }
            run_lanes(*stage);
            if (active == 0) return;
            for (std::size_t j = 0; j < lanes; ++j)
                if (ends[j] != idle) park(j);
        }
    }

    void run_lanes(const lane_stage<W>& stage) {
        while (active != 0 && active >= stage.least) {  // a lane is idle only when no message waits
            if (in_kernel && stage.whole && prepare()) {
                stepping.queue = &queue;
                step(stage, 0);
                stepping.queue = nullptr;
                continue;
            }
            const std::uint64_t first = earliest(ends, lanes);
            const std::size_t lane = first & 0xff;
            if (const std::uint64_t time = first >> 8; time != queue.now) {
                if (active != lanes) share_row(lane);
                step(stage, time - queue.now);
                queue.now = time;
            }
            if (const std::size_t blocks = proceed(lane, message_of(lane)); blocks != 0)
                queue.occupy(lane, queue.now, blocks);
            else
                take(lane);
        }
    }

    // Idle lanes read what some other reads.
    void share_row(std::size_t other) {
        for (std::size_t j = 0; j < lanes; ++j)
            if (ends[j] == idle) {
                rows[j] = rows[other];
                turns[j] = turns[other];
                tails[j] = tails[other];
            }
    }

    void step(const lane_stage<W>& stage, std::size_t blocks) {
        stepping.blocks = blocks;
        stepping.now = queue.now;
        stage.run(&stepping);
    }

    // Another message for a lane that has none.
    void take(std::size_t j) {
        if (parked_count != 0) return unpark(j);
        if (!prepare()) {
            ends[j] = idle;
            --active;
            return;
        }
        begin_lane(j);
        std::swap(tasks[j], *queue.next++);
        scheduled& r = message_of(j);
        queue.begin(j, r, queue.now);
        rows[j] = r.row;
        if (r.at == lane_phase::begin) queue.occupy(j, queue.now, proceed(j, r));
    }

    // Messages to the queue, if there are none: false if there are no more.
    bool prepare() {
        if (!queue.empty()) return true;
        queue.next = queue.last = tasks_ahead;
        for (; queue.last != tasks_ahead + queue_size; ++queue.last) {
            if (paused || (window.seen() == 0 && !fill_mixed())) break;
            scheduled& r = static_cast<scheduled&>(**queue.last);
            const message& m = window.front();
            r.out = place_of(job, window.next());
            r.pending = job.position;
            if (in_kernel)
                absorb_all(r, m, m.n);
            else {
                r.rest = m;
                r.n = m.n;
                r.at = lane_phase::begin;
            }
            window.pass(1);
            window.prefetch();
        }
        return !queue.empty();
    }

    // A new window. False when there are no more messages, or only short ones of one length, which go another way.
    bool fill_mixed() {
        if (!window.fill()) return false;
        paused = window.seen() == message_window::most && window.front().n <= short_message &&
                 window.as_long_as_the_first() == message_window::most && go_in_groups();
        return !paused;
    }

    void park(std::size_t j) {
        parked_lane<W, F::words>& p = parked[parked_count++];
        p.task = tasks[j];
        p.row = rows[j];
        p.blocks = (ends[j] >> 8) - queue.now;
        p.turn = turns[j] - queue.now;  // huge for a message that has turned
        get_lane(j, p.state);
    }

    void unpark(std::size_t j) {
        const parked_lane<W, F::words>& p = parked[--parked_count];
        tasks[j] = p.task;
        rows[j] = p.row;
        turns[j] = queue.now + p.turn;
        tails[j] = p.task->tail;
        queue.occupy(j, queue.now, p.blocks);
        set_lane(j, p.state);
    }

    // What a message does next: how many blocks, from rows[j]; 0: it is done.
    std::size_t proceed(std::size_t j, scheduled& r) {
        turns[j] = never;
        if (r.at == lane_phase::begin) {
            const std::size_t block = family.block();
            if (r.pending == 0 || r.pending + r.rest.n < block) return absorb_rest(j, r);
            const std::size_t n = block - r.pending;
            r.copy_head(head, r.rest.p, n);
            r.rest = {r.rest.p + n, r.rest.n - n};
            r.pending = 0;
            rows[j] = r.buffer;
            return 1;
        }
        if (r.at == lane_phase::absorb && family.ends_alone()) {
            rows[j] = r.buffer;
            end_lane(j, rows[j]);
        }
        return proceed_output(j, r);
    }

    std::size_t absorb_rest(std::size_t j, scheduled& r) {
        absorb_all(r, r.rest, r.n);
        rows[j] = r.row;
        tails[j] = r.tail;
        turns[j] = queue.now + r.whole;
        if (!family.ends_alone()) return r.blocks;
        turns[j] = never;
        return r.whole != 0 ? r.whole : proceed(j, r);
    }

    // The whole blocks, then the padded ones, which are in the buffer from the beginning.
    HASHLANE_INLINE void absorb_all(scheduled& r, const message& m, std::size_t n) const {
        const std::size_t block = family.block(), whole = m.n / block, rest = m.n - whole * block;
        r.row = whole != 0 ? m.p : r.buffer;
        r.tail = r.buffer;
        r.whole = whole;
        r.at = lane_phase::absorb;
        r.copy_head(head, m.p + whole * block, rest);
        r.blocks = whole + family.pad(r.buffer, r.pending + rest, n);
    }

    std::size_t proceed_output(std::size_t j, scheduled& r) {
        const std::size_t part = std::min(r.out.n, family.block());
        emit_lane(j, r.out.p, part);
        r.out.p += part;
        r.out.n -= part;
        r.at = lane_phase::output;
        rows[j] = zeros;
        return r.out.n == 0 ? 0 : 1;
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
