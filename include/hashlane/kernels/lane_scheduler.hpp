// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// This file digests any number of messages of any lengths in the lanes of a primitive. Its memory depends on the number
// of lanes only.
//
// Messages of one length that come one after the other go in whole groups, without keeping a time for each lane. All
// others are scheduled: every lane has a time at which its blocks end, counted in blocks; all lanes run until the
// earliest one ends, which then goes on to its output and to the next message. Kernels do so by themselves for as long
// as a queue of messages has been prepared, and change on the way from the whole blocks of a message to its padded
// ones. When there are no more messages, and fewer lanes are in use than the kernel needs to be faster, they move to a
// narrower kernel. lane_states.hpp says what a family F gives.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../lanes/bytes.hpp"
#include "../lanes/secret.hpp"
#include "batch_job.hpp"
#include "equal_messages.hpp"
#include "lane_queue.hpp"

namespace hashlane::inline HASHLANE_ABI {

template <class F>
class lane_scheduler : equal_messages<F> {
    using W = typename F::word;
    using base = equal_messages<F>;
    using base::family, base::initial, base::lanes, base::state, base::begin_lane, base::end_lane, base::emit_lane;
    using base::get_lane, base::set_lane, base::job, base::stepping, base::window, base::head, base::rows;
    using base::messages, base::zeros, base::queue_size, base::short_message, base::step, base::go_in_groups;
    using typename base::scheduled;

  public:
    explicit lane_scheduler(const batch_job& j) : base(j), in_kernel(j.position == 0 && !family.ends_alone()) {
        queue.tasks = tasks;
        queue.turns = turns;
        queue.ends = ends;
        queue.tails = tails;
        queue.zeros = zeros;
        queue.block = family.block();
    }

    void run() {
        if (job.rows.first != nullptr && window.left() != 0) this->digest_rows(family.stages.fitting(window.left()));
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
                this->digest_equal(stage, same / stage.lanes * stage.lanes);
            else if (same != window.left() || !this->digest_filled_up(stage, same))
                digest_mixed();
        }
        if (job.secret) forget(state, messages, parked);
    }

  private:
    static constexpr std::uint64_t idle = lane_queue::idle, never = lane_queue::never;

    const bool in_kernel;  // whether kernels may begin and end messages

    // These stand in one line of the cache, because kernels load all of them as a vector and then each of them.
    alignas(64) const std::uint8_t* tails[F::most_lanes];
    alignas(64) std::uint64_t turns[F::most_lanes];
    alignas(64) std::uint64_t ends[F::most_lanes];
    lane_queue queue;
    lane_task *tasks[F::most_lanes], *tasks_ahead[queue_size];
    parked_lane<W, F::words> parked[F::most_lanes];
    std::size_t parked_count = 0, active = 0;
    bool paused = false;

    scheduled& message_of(std::size_t j) { return static_cast<scheduled&>(*tasks[j]); }

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
                step_now(stage, 0);
                stepping.queue = nullptr;
                continue;
            }
            const std::uint64_t first = earliest(ends, lanes);
            const std::size_t lane = first & 0xff;
            if (const std::uint64_t time = first >> 8; time != queue.now) {
                if (active != lanes) share_row(lane);
                step_now(stage, time - queue.now);
                queue.now = time;
            }
            if (const std::size_t blocks = proceed(lane, message_of(lane)); blocks != 0)
                queue.occupy(lane, queue.now, blocks);
            else
                take(lane);
        }
    }

    // Makes idle lanes read what another lane reads.
    void share_row(std::size_t other) {
        for (std::size_t j = 0; j < lanes; ++j)
            if (ends[j] == idle) {
                rows[j] = rows[other];
                turns[j] = turns[other];
                tails[j] = tails[other];
            }
    }

    void step_now(const lane_stage<W>& stage, std::size_t blocks) {
        stepping.now = queue.now;
        step(stage, blocks);
    }

    // Gives another message to a lane that has none.
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

    // Puts messages into the queue if it is empty. Returns false if there are no more.
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

    // Fills the window. Returns false when there are no more messages, or only short ones of one length, which go in
    // groups.
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
        p.turn = turns[j] - queue.now;  // huge for a message that has changed to its tail
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

    // Prepares what a message does next. Returns how many blocks that takes, from rows[j]; 0 when the message is done.
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

    // Prepares all blocks of a message: the whole ones, then the padded ones, which are put into the buffer at once.
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

}  // namespace hashlane::inline HASHLANE_ABI
