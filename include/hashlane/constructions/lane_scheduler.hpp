// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Any number of messages of any lengths through the lanes of a primitive. Memory is that of the lanes.
//
// Messages of one length that come one after the other go in whole groups, without a book kept of each lane. All others
// are scheduled: every lane has a time at which its blocks end, counted in blocks; all lanes run until the earliest one,
// which then goes on to its output and to the next message. On the way kernels turn from the whole blocks of a message to
// its padded ones. When there are no more messages, and too few lanes are left for the kernel to pay, they move to a
// narrower one.
//
// A family F, made from a batch_job, gives
//   word, words (of a state), most_block, most_lanes, unit (tails of whole units of bytes need no copy)
//   block(), stages, group() (with what a kernel has to know), store_word(to, word)
//   pad(buffer, used, n)         the padding after `used` bytes of a block, of a message of n bytes; how many blocks
//   end_group(g, rest, padded, blocks)   the same to a group; false: kernels do not take it
//   digest_few(m, seen, left, same, out)   may do some of the next messages without lanes: how many
//   ends_alone(), end(S, block)  where the last block takes another permutation: lane by lane

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "../lanes/bytes.hpp"
#include "../lanes/secret.hpp"
#include "batch_job.hpp"
#include "lane_group.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

template <class F>
class lane_scheduler {
    using W = typename F::word;

  public:
    explicit lane_scheduler(const batch_job& j)
        : job(j), family(j), stepping(family.group()), next(j.first), base(j.first) {
        stepping.rows = rows, stepping.state = state;
    }

    void run() {
        while (fill()) {
            const lane_stage<W>& stage = family.stages.fitting(job.last - next);
            const std::size_t same = as_long_as_the_first();
            if constexpr (requires { family.digest_few(window, same, same, same, job.out); })
                if (job.position == 0 && go_in_groups()) {
                    const std::size_t at = next - base;
                    const std::size_t done =
                        family.digest_few(window + at, filled - at, job.last - next, same, output(next));
                    if (done != 0) {
                        next += done;
                        continue;
                    }
                }
            if (same >= stage.lanes && go_in_groups())
                digest_equal(stage, same / stage.lanes * stage.lanes);
            else
                digest_mixed();
        }
        if (job.secret) wipe(state, F::words * F::most_lanes), wipe(records, F::most_lanes);
    }

  private:
    // Messages of the source that are looked at together, and how long equal ones may be for lanes to be emptied for
    // their sake.
    static constexpr std::size_t window_size = 128, short_message = 1024;
    static constexpr std::size_t longest_padding = 17;  // of SHA-512; s.5.1.2
    static constexpr std::uint64_t idle = ~std::uint64_t{0}, never = idle;

    enum class phase { begin, absorb, output };

    struct record {
        message rest;               // not absorbed yet
        std::size_t n;              // bytes of the message
        std::size_t pending, done;  // bytes of the common head that are not absorbed yet; bytes of output so far
        output_place out;
        phase at;
        // While it waits for a lane:
        const std::uint8_t* row;
        std::uint64_t blocks, turn;  // from then on
        W state[F::words];
        std::uint8_t buffer[2 * F::most_block];
    };

    const batch_job& job;
    F family;
    lane_group<W> stepping;
    std::size_t next, base, filled = 0;  // the next message; the first of the window, and how many are in it
    message window[window_size];

    alignas(64) W state[F::words * F::most_lanes];
    const std::uint8_t* rows[F::most_lanes];
    const std::uint8_t* tails[F::most_lanes];
    std::uint64_t turns[F::most_lanes], ends[F::most_lanes];  // ends: the time times 256, and the number of the lane
    std::size_t slot[F::most_lanes];                          // its record
    record records[F::most_lanes];
    std::size_t waiting[F::most_lanes], waiting_count = 0;
    std::size_t lanes = 0, active = 0;
    std::uint64_t now = 0;
    bool paused = false;
    alignas(64) std::uint8_t zeros[F::most_block] = {};

    // False when no message is left.
    bool fill() {
        if (next == job.last) return false;
        if (next < base + filled) return true;
        base = next, filled = std::min(window_size, job.last - next);
        job.messages.fetch(job.messages.context, base, filled, window);
        return true;
    }

    const message& front() const { return window[next - base]; }

    std::size_t as_long_as_the_first() const {
        std::size_t i = next - base;
        const std::size_t n = window[i].n;
        while (i < filled && window[i].n == n) ++i;
        return i - (next - base);
    }

    bool go_in_groups() const { return job.places.at == nullptr && (job.position == 0 || fits_behind_head()); }

    std::uint8_t* output(std::size_t index) const { return job.out + index * job.stride; }

    output_place place_of(std::size_t index) const {
        if (job.places.at == nullptr) return {output(index), job.bytes};
        return job.places.at(job.places.context, index);
    }

    // ---- Messages of one length

    void digest_equal(const lane_stage<W>& stage, std::size_t count) {
        if (job.position != 0) return digest_behind_head(stage, count);
        const std::uint8_t* all[window_size];
        for (std::size_t i = 0; i < count; ++i) all[i] = window[next - base + i].p;
        const std::size_t n = front().n, rest = n % family.block();
        std::uint8_t padded[2 * F::most_block] = {};
        const std::size_t blocks = family.pad(padded, rest, n);
        lane_group<W> g = family.group();
        g.rows = all, g.blocks = n / family.block(), g.initial = static_cast<const W*>(job.state);
        g.out = output(next), g.stride = job.stride, g.bytes = job.bytes;
        if (!stage.whole || !family.end_group(g, rest, padded, blocks))
            by_steps(stage, g, count, rest, padded, blocks);
        else if (rest % F::unit == 0)
            g.groups = count / stage.lanes, stage.run(&g);
        else
            with_copied_tails(stage, g, count, rest, padded);
        next += count;
    }

    void with_copied_tails(const lane_stage<W>& stage, lane_group<W>& g, std::size_t count, std::size_t rest,
                           const std::uint8_t* padded) {
        std::uint8_t copies[F::most_lanes][F::most_block];
        const std::uint8_t* at[F::most_lanes];
        for (std::size_t j = 0; j < stage.lanes; ++j) copy_bytes(copies[j], padded, family.block()), at[j] = copies[j];
        g.ends = at, g.tail = family.block();
        const std::size_t whole = g.blocks * family.block();
        for (; count != 0; count -= stage.lanes, g.rows += stage.lanes, g.out += stage.lanes * g.stride) {
            for (std::size_t j = 0; j < stage.lanes; ++j) copy_bytes(copies[j], g.rows[j] + whole, rest);
            stage.run(&g);
        }
    }

    void by_steps(const lane_stage<W>& stage, const lane_group<W>& g, std::size_t count, std::size_t rest,
                  const std::uint8_t* padded, std::size_t blocks) {
        lanes = stage.lanes, stepping.turns = nullptr;
        for (std::size_t i = 0; i < count; i += lanes) {
            for (std::size_t j = 0; j < lanes; ++j) begin_lane(j), rows[j] = g.rows[i + j];
            if (g.blocks != 0) step(stage, g.blocks);
            for (std::size_t j = 0; j < lanes; ++j) {
                std::uint8_t* const tail = records[j].buffer;
                copy_bytes(tail, rows[j], rest);
                copy_bytes(tail + rest, padded + rest, blocks * family.block() - rest);
                rows[j] = tail;
            }
            end_all(stage, blocks);
            emit_all(stage, next + i);
        }
    }

    // Of the lanes, which hold messages from that one on.
    void emit_all(const lane_stage<W>& stage, std::size_t first) {
        for (std::size_t done = 0;;) {
            const std::size_t part = std::min(job.bytes - done, family.block());
            for (std::size_t j = 0; j < lanes; ++j) emit_lane(j, output(first + j) + done, part);
            if ((done += part) == job.bytes) return;
            for (std::size_t j = 0; j < lanes; ++j) rows[j] = zeros;
            step(stage, 1);
        }
    }

    // Behind the common head, with its padding, in two blocks?
    bool fits_behind_head() const {
        return !family.ends_alone() && front().n <= short_message &&
               job.position + front().n + longest_padding <= 2 * family.block();
    }

    // Head, message and padding are put together before they are loaded; of these only the message changes.
    void digest_behind_head(const lane_stage<W>& stage, std::size_t count) {
        const std::size_t n = front().n, used = job.position + n, whole = used / family.block() * family.block();
        std::uint8_t all[3 * F::most_block] = {};
        if (job.head != nullptr) copy_bytes(all, job.head, job.position);
        const std::size_t blocks = whole / family.block() + family.pad(all + whole, used - whole, n);
        for (std::size_t j = 0; j < stage.lanes; ++j) copy_bytes(records[j].buffer, all, blocks * family.block());
        lane_group<W> g = family.group();
        g.rows = rows, g.blocks = blocks, g.initial = static_cast<const W*>(job.state);
        g.out = output(next), g.stride = job.stride, g.bytes = job.bytes;
        lanes = stage.lanes, stepping.turns = nullptr;
        for (const std::size_t last = next + count; next != last; next += lanes, g.out += lanes * g.stride) {
            for (std::size_t j = 0; j < lanes; ++j) {
                rows[j] = records[j].buffer;
                copy_short(records[j].buffer + job.position, window[next - base + j].p, n);
            }
            if (stage.whole) {
                stage.run(&g);
            } else {
                for (std::size_t j = 0; j < lanes; ++j) begin_lane(j);
                step(stage, blocks);
                emit_all(stage, next);
            }
        }
    }

    void end_all(const lane_stage<W>& stage, std::size_t blocks) {
        if (!family.ends_alone()) return step(stage, blocks);
        for (std::size_t j = 0; j < lanes; ++j) end_lane(j);
    }

    // ---- Messages of any lengths

    void digest_mixed() {
        paused = false, stepping.turns = turns, stepping.tails = tails;
        for (std::size_t j = 0; j < F::most_lanes; ++j) slot[j] = j;
        for (const lane_stage<W>* stage = &family.stages.fitting(job.last - next);;
             stage = &family.stages.fitting(waiting_count)) {
            lanes = stage->lanes, active = 0;
            for (std::size_t j = 0; j < lanes; ++j) ends[j] = idle, ++active, take(j);
            run_lanes(*stage);
            if (active == 0) return;
            for (std::size_t j = 0; j < lanes; ++j)
                if (ends[j] != idle) park(j);
        }
    }

    void run_lanes(const lane_stage<W>& stage) {
        while (active != 0 && (active >= stage.least || !dry())) {
            const std::uint64_t first = earliest();
            const std::size_t lane = first & 0xff;
            if (const std::uint64_t time = first >> 8; time != now) {
                if (active != lanes) share_row(lane);
                step(stage, time - now);
                now = time;
            }
            if (const std::size_t blocks = proceed(lane, records[slot[lane]]); blocks != 0)
                occupy(lane, blocks);
            else
                take(lane);
        }
    }

    // In four chains, since each waits for the one before.
    std::uint64_t earliest() const {
        if (lanes < 4) return std::min(ends[0], ends[lanes - 1]);
        std::uint64_t a = ends[0], b = ends[1], c = ends[2], d = ends[3];
        for (std::size_t j = 4; j < lanes; j += 4)
            a = std::min(a, ends[j]), b = std::min(b, ends[j + 1]), c = std::min(c, ends[j + 2]),
            d = std::min(d, ends[j + 3]);
        return std::min(std::min(a, b), std::min(c, d));
    }

    bool dry() const { return waiting_count == 0 && (paused || next == job.last); }

    // Idle lanes read what some other reads.
    void share_row(std::size_t other) {
        for (std::size_t j = 0; j < lanes; ++j)
            if (ends[j] == idle) rows[j] = rows[other], turns[j] = turns[other], tails[j] = tails[other];
    }

    void step(const lane_stage<W>& stage, std::size_t blocks) {
        stepping.blocks = blocks, stepping.now = now;
        stage.run(&stepping);
    }

    void occupy(std::size_t j, std::uint64_t blocks) { ends[j] = (now + blocks) << 8 | j; }

    // Another message for a lane that has none.
    void take(std::size_t j) {
        if (waiting_count != 0) return unpark(j);
        if (paused || (next == base + filled && !fill_mixed())) {
            ends[j] = idle, --active;
            return;
        }
        record& r = records[slot[j]];
        r.rest = front(), r.n = front().n, r.out = place_of(next++);
        prefetch();
        r.pending = job.position, r.done = 0, r.at = phase::begin;
        begin_lane(j);
        occupy(j, proceed(j, r));
    }

    // The end of a message is copied when it begins, long before the stream of its blocks would bring it near.
    HASHLANE_INLINE void prefetch() const {  // g++ takes a function that only prefetches for one that does nothing
        if (next - base + 1 >= filled) return;
        const message& soon = window[next - base + 1];
        __builtin_prefetch(soon.p);
        __builtin_prefetch(soon.p + (soon.n - soon.n % family.block()));
        __builtin_prefetch(soon.p + soon.n);
    }

    // A new window. False when there are no more messages, or only short ones of one length, which go another way.
    bool fill_mixed() {
        if (!fill()) return false;
        paused = filled == window_size && front().n <= short_message && as_long_as_the_first() == window_size &&
                 go_in_groups();
        return !paused;
    }

    void park(std::size_t j) {
        record& r = records[slot[j]];
        r.row = rows[j], r.blocks = (ends[j] >> 8) - now, r.turn = turns[j] - now;  // huge for one that has turned
        for (std::size_t i = 0; i < F::words; ++i) r.state[i] = state[i * lanes + j];
        waiting[waiting_count++] = slot[j];
    }

    void unpark(std::size_t j) {
        slot[j] = waiting[--waiting_count];
        const record& r = records[slot[j]];
        rows[j] = r.row, turns[j] = now + r.turn, tails[j] = r.buffer;
        occupy(j, r.blocks);
        for (std::size_t i = 0; i < F::words; ++i) state[i * lanes + j] = r.state[i];
    }

    // What a message does next: how many blocks, from rows[j]; 0: it is done.
    std::size_t proceed(std::size_t j, record& r) {
        turns[j] = never;
        if (r.at == phase::begin) {
            const std::size_t block = family.block();
            if (r.pending == 0 || r.pending + r.rest.n < block) return absorb_all(j, r);
            copy_head(r, block - r.pending);
            r.pending = 0, rows[j] = r.buffer;
            return 1;
        }
        if (r.at == phase::absorb && family.ends_alone()) rows[j] = r.buffer, end_lane(j);
        return proceed_output(j, r);
    }

    // The whole blocks, then the padded ones, which are in the buffer from the beginning.
    std::size_t absorb_all(std::size_t j, record& r) {
        const std::size_t block = family.block(), used = (r.pending + r.rest.n) % block, whole = r.rest.n / block;
        rows[j] = r.rest.p, tails[j] = r.buffer, turns[j] = now + whole;
        r.rest.p += whole * block, r.rest.n -= whole * block;
        copy_head(r, r.rest.n);
        const std::size_t blocks = family.pad(r.buffer, used, r.n);
        r.at = phase::absorb;
        if (!family.ends_alone()) return whole + blocks;
        turns[j] = never;
        return whole != 0 ? whole : proceed(j, r);
    }

    // The bytes of the common head, and n of the message, to the buffer.
    void copy_head(record& r, std::size_t n) {
        if (r.pending != 0) copy_bytes(r.buffer, job.head != nullptr ? job.head : zeros, r.pending);
        copy_bytes(r.buffer + r.pending, r.rest.p, n);
        r.rest.p += n, r.rest.n -= n;
    }

    std::size_t proceed_output(std::size_t j, record& r) {
        const std::size_t part = std::min(r.out.n - r.done, family.block());
        emit_lane(j, r.out.p + r.done, part);
        r.done += part, r.at = phase::output, rows[j] = zeros;
        return r.done == r.out.n ? 0 : 1;
    }

    // ---- One lane

    void begin_lane(std::size_t j) {
        for (std::size_t i = 0; i < F::words; ++i) state[i * lanes + j] = static_cast<const W*>(job.state)[i];
    }

    void end_lane(std::size_t j) {
        W S[F::words];
        for (std::size_t i = 0; i < F::words; ++i) S[i] = state[i * lanes + j];
        family.end(S, rows[j]);
        for (std::size_t i = 0; i < F::words; ++i) state[i * lanes + j] = S[i];
    }

    void emit_lane(std::size_t j, std::uint8_t* to, std::size_t n) const {
        const W* S = state + j;
        for (; n >= sizeof(W); n -= sizeof(W), to += sizeof(W), S += lanes) family.store_word(to, *S);
        if (n == 0) return;
        std::uint8_t last[sizeof(W)];
        family.store_word(last, *S);
        copy_bytes(to, last, n);
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
