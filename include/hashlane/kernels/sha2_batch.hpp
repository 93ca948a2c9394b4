// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// This file digests many messages with SHA-2, on the target in use.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../lanes/secret.hpp"
#include "lane_scheduler.hpp"
#include "sha2_blocks.hpp"
#include "sha2_lanes.hpp"
#include "sha2_padding.hpp"

namespace hashlane::inline HASHLANE_ABI::sha2 {

template <class P>
struct two_kernel : instructions_for_two<P> {
    template <class T>
    static constexpr bool preferred = instructions_for_two<P>::template supported<T>;

    using instructions_for_two<P>::run;
    template <class T>
    requires(!preferred<T>)
    HASHLANE_INLINE static void run(typename P::word (*)[8], const std::uint8_t*, const std::uint8_t*, std::size_t,
                                    bool) {}
    template <class T>
    requires(!preferred<T>)
    HASHLANE_INLINE static void run(const typename P::word*, const std::uint8_t*, const std::uint8_t*,
                                    const typename P::word*, std::uint8_t*, std::uint8_t*, bool) {}
};

template <class P>
struct few_lanes {
    using word = typename P::word;

    static constexpr std::size_t block = 16 * sizeof(word);

    static void one(const lane_group<word>* g) {
        run_until_turns(*g, 1, block,
                        [&](std::size_t blocks) { entry_points::sha2_compress(g->state, g->rows[0], blocks); });
    }

    static void two(const lane_group<word>* g) {
        word H[2][8];
        for (std::size_t i = 0; i < 16; ++i) H[i % 2][i / 2] = g->state[i];
        run_until_turns(*g, 2, block, [&](std::size_t blocks) {
            targets::dispatch<two_kernel<P>>(H, g->rows[0], g->rows[1], blocks, targets::upper_halves());
        });
        for (std::size_t i = 0; i < 16; ++i) g->state[i] = H[i % 2][i / 2];
    }
};

// The padding of a message of one block (s.5.1), as in the nodes of a Merkle tree, and the table of it that
// compress_constant() takes.
template <class P>
struct padding_of_one_block {
    typename P::word block[16], WK[P::rounds];

    consteval padding_of_one_block() : block{}, WK{} {
        constexpr int bits = 8 * sizeof(typename P::word);
        block[0] = typename P::word{1} << (bits - 1);
        block[15] = 16 * bits;
        schedule_constant<P>(WK, block);
    }
};
template <class P>
inline constexpr padding_of_one_block<P> after_one_block;

// Digests a few messages without lanes: in pairs where the target has instructions for two at once, else one by one.
template <class P>
class pairs_of_messages {
    using word = typename P::word;
    static constexpr std::size_t block = 16 * sizeof(word);

  public:
    pairs_of_messages(const batch_job& j, bool in_pairs) : job(j), two(in_pairs) {}

    // Digests `count` messages, which are those from number `first` of the job on. pad(buffer, used, n) is that of
    // batch_family.
    template <class Pad>
    void digest(const message* m, std::size_t first, std::size_t count, const Pad& pad) const {
        for (std::size_t n; count != 0; count -= n, m += n, first += n) {
            n = two && count > 1 ? 2 : 1;
            if (n == 2 && one_block_each(m)) {
                digest_one_block_each(m, first);
                continue;
            }
            unfinished u[2];
            word H[2][8];
            for (std::size_t j = 0; j < n; ++j) {
                u[j].begin(m[j], pad);
                std::memcpy(H[j], job.state, sizeof H[j]);
            }
            blocks_of(H, n, {u[0].p, u[1].p}, {u[0].blocks, u[1].blocks});
            blocks_of(H, n, {u[0].end, u[1].end}, {u[0].end_blocks, u[1].end_blocks});
            for (std::size_t j = 0; j < n; ++j) store_digest(H[j], place_of(job, first + j));
            if (job.secret) {
                wipe(H, 2);
                wipe(u, 2);
            }
        }
    }

  private:
    const batch_job& job;
    const bool two;

    struct unfinished {
        const std::uint8_t* p = nullptr;
        std::size_t blocks = 0, end_blocks = 0;
        std::uint8_t end[2 * block];

        template <class Pad>
        void begin(const message& m, const Pad& pad) {
            const std::size_t rest = m.n % block;
            p = m.p;
            blocks = m.n / block;
            copy_bytes(end, p + (m.n - rest), rest);
            end_blocks = pad(end, rest, m.n);
        }
    };
    struct places {
        const std::uint8_t* p[2];
    };
    struct counts {
        std::size_t at[2];
    };

    // Tells whether two messages have a block each, with nothing before it, so that after_one_block is their padding.
    // Keyed jobs are left out, because digest_one_block_each() wipes nothing.
    bool one_block_each(const message* m) const {
        return m[0].n == block && m[1].n == block && (job.length[0] | job.length[1]) == 0 && !job.secret;
    }

    void digest_one_block_each(const message* m, std::size_t first) const {
        std::uint8_t digests[2][8 * sizeof(word)];
        targets::dispatch<two_kernel<P>>(static_cast<const word*>(job.state), m[0].p, m[1].p,
                                         static_cast<const word*>(after_one_block<P>.WK), &digests[0][0],
                                         &digests[1][0], targets::upper_halves());
        for (std::size_t j = 0; j < 2; ++j) {
            const output_place out = place_of(job, first + j);
            copy_bytes(out.p, digests[j], out.n);
        }
    }

    void blocks_of(word (*H)[8], std::size_t n, const places& from, const counts& blocks) const {
        const std::size_t common = n == 2 ? std::min(blocks.at[0], blocks.at[1]) : 0;
        if (common != 0) targets::dispatch<two_kernel<P>>(H, from.p[0], from.p[1], common, targets::upper_halves());
        for (std::size_t j = 0; j < n; ++j)
            if (blocks.at[j] != common)
                entry_points::sha2_compress(H[j], from.p[j] + common * block, blocks.at[j] - common);
    }

    static void store_digest(const word* H, const output_place& out) {
        std::uint8_t bytes[8 * sizeof(word)];
        for (std::size_t i = 0; i < 8; ++i) store<std::endian::big>(bytes + i * sizeof(word), H[i]);
        copy_bytes(out.p, bytes, out.n);
    }
};

// Tells whether the target in use has instructions for this hash, and for two messages at once.
struct instruction_support {
    bool one = false, two = false;
};

template <class P>
instruction_support supported_instructions() {
    instruction_support found;
    targets::visit<has_instructions<P>>([&]<class T>() {
        found.one = instructions<P>::template supported<T>;
        found.two = instructions_for_two<P>::template supported<T>;
    });
    return found;
}

template <class P>
class batch_family {
  public:
    using word = typename P::word;
    static constexpr std::size_t words = 8, most_lanes = 64 / sizeof(word), most_block = 16 * sizeof(word),
                                 unit = piece_bytes;

    lane_stages<word> stages;

    explicit batch_family(const batch_job& j) : job(j) {
        const instruction_support instructions = supported_instructions<P>();
        targets::visit<targets::has_lanes<word>>([&]<class T>() { add_stages<T>(instructions.one); });
        if (instructions.two) stages.add({2, 2, few_lanes<P>::two, false});
        pairs = instructions.two;
        stages.add({1, 1, few_lanes<P>::one, false});
    }

    static constexpr std::size_t block() { return most_block; }
    static lane_group<word> group() { return {}; }
    static void store_word(std::uint8_t* to, word w) { store<std::endian::big>(to, w); }

    // Writes the padding (s.5.1) after `used` bytes of a block. Returns the number of blocks at the buffer, 1 or 2.
    std::size_t pad(std::uint8_t* buffer, std::size_t used, std::uint64_t n) const {
        const std::size_t blocks = blocks_of_padding<word>(used), end = blocks * most_block;
        buffer[used] = first_of_padding();
        clear_short(buffer + used + 1, end - used - 1);
        const std::uint64_t low = job.length[0] + n, high = job.length[1] + (low < n);
        store_length<word>(buffer + end, {low, high, 0});
        return blocks;
    }

    bool end_group(lane_group<word>& g, std::size_t rest, const std::uint8_t* padded, std::size_t blocks) {
        g.ending = rest != 0;
        g.tail = rest;
        g.padding = padding;
        load_words(padding, padded);
        if (blocks == 1 && g.ending) return true;
        word last[16];
        load_words(last, padded + (blocks - 1) * most_block);
        g.constant = after_one_block<P>.WK;
        if (!std::equal(last, last + 16, after_one_block<P>.block)) {
            schedule_constant<P>(constant, last);
            g.constant = constant;
        }
        return true;
    }

    static constexpr bool ends_alone() { return false; }

    // Digests some of the next messages without lanes, from number `first` of the job on, and returns how many. `left`
    // messages are left, `seen` are at hand, and the first `same` of these have one length. These are: all that are at
    // hand, where a kernel for one message is the best; pairs, where that for two messages is; and the last messages,
    // where that is faster (docs/TUNING.md, "Batches").
    std::size_t digest_few(const message* m, std::size_t first, std::size_t seen, std::size_t left,
                           std::size_t same) const {
        const lane_stage<word>& stage = stages.fitting(left);
        std::size_t count = stage.lanes == 1 ? seen : pairs && !stage.whole ? same / 2 * 2 : 0;
        if (left == seen && faster_without_lanes(m, left, same == left)) count = left;
        pairs_of_messages<P>(job, pairs)
            .digest(m, first, count,
                    [&](std::uint8_t* buffer, std::size_t used, std::uint64_t n) { return pad(buffer, used, n); });
        return count;
    }

  private:
    const batch_job& job;
    bool pairs = false;

    template <class T>
    void add_stages(bool has_instructions) {
        constexpr std::size_t N = targets::lanes_of<T, word>, half = N / 2;
        if (has_instructions && T::vector_bytes < 64) return;  // the instructions are faster
        if constexpr (N != 0) stages.add({N, N / 2 + 1, run<T, N>, true});
        if constexpr (T::vector_bytes == 64)
            if (!has_instructions) stages.add({half, 2, run<T, half>, true});
    }

    template <class T, std::size_t N>
    static void run(const lane_group<word>* g) {
        T::template run<lanes_kernel<P, N>>(g);
    }

    // Tells whether `count` messages are faster without lanes (docs/TUNING.md, "Batches"). If `equal`, they have one
    // length, and no time is kept for each lane.
    bool faster_without_lanes(const message* m, std::size_t count, bool equal) const {
        constexpr std::size_t few = 12, short_message = 512;
        const bool narrow = stages.at[0].lanes * sizeof(word) == 16;  // hardly faster when a lane is empty
        if (count < (pairs ? few : 2)) return true;
        if (count >= (pairs ? most_lanes : narrow ? 4 : equal ? 2 : 3)) return false;
        return std::all_of(m, m + count, [](const message& one) { return one.n < short_message; });
    }

    word padding[16], constant[P::rounds];

    static void load_words(word* W, const std::uint8_t* p) {
        for (std::size_t i = 0; i < 16; ++i) W[i] = load<std::endian::big, word>(p + i * sizeof(word));
    }
};

}  // namespace hashlane::inline HASHLANE_ABI::sha2

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

HASHLANE_ENTRY void sha256_batch(const batch_job* job) noexcept
    HASHLANE_ENTERS(lane_scheduler<sha2::batch_family<sha2::words32>>(*job).run());
HASHLANE_ENTRY void sha512_batch(const batch_job* job) noexcept
    HASHLANE_ENTERS(lane_scheduler<sha2::batch_family<sha2::words64>>(*job).run());

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI
