// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// SHA-2 of many messages, on the target in use.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "lane_scheduler.hpp"
#include "sha2_doors.hpp"
#include "sha2_lanes.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace sha2 {

template <class P>
struct two_kernel : instructions_for_two<P> {
    template <class T>
    static constexpr bool suits = instructions_for_two<P>::template suit<T>;

    using instructions_for_two<P>::run;
    template <class T>
    requires(!suits<T>)
    HASHLANE_INLINE static void run(typename P::word (*)[8], const std::uint8_t*, const std::uint8_t*, std::size_t,
                                    bool) {}
};

template <class P>
struct few_lanes {
    using word = typename P::word;

    static constexpr std::size_t block = 16 * sizeof(word);

    static void one(const lane_group<word>* g) {
        run_until_turns(*g, 1, block, [&](std::size_t blocks) {
            if constexpr (sizeof(word) == 4)
                doors::sha256_compress(g->state, g->rows[0], blocks);
            else
                doors::sha512_compress(g->state, g->rows[0], blocks);
        });
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

// Has the target instructions for this, and for two messages at once?
template <class P>
struct instructions_kernel {
    template <class T>
    static constexpr bool suits = instructions<P>::template suit<T>;

    template <class T>
    HASHLANE_INLINE static void run(bool* one, bool* two) {
        *one = suits<T>, *two = instructions_for_two<P>::template suit<T>;
    }
};

template <class P>
struct stages_kernel {
    using word = typename P::word;
    template <class T>
    static constexpr bool suits = T::vector_bytes != 0;

    template <class T>
    HASHLANE_INLINE static void run(lane_stages<word>* stages, bool has_instructions) {
        if constexpr (suits<T>) {
            constexpr std::size_t N = T::vector_bytes / sizeof(word), half = N / 2;
            if (has_instructions && T::vector_bytes < 64) return;  // they are faster
            stages->add({N, N / 2 + 1, T::template run<lanes_kernel<P, N>, const lane_group<word>*>, true});
            if constexpr (T::vector_bytes == 64)
                if (!has_instructions)
                    stages->add({half, 2, T::template run<lanes_kernel<P, half>, const lane_group<word>*>, true});
        }
    }
};

template <class P>
class batch_family {
  public:
    using word = typename P::word;
    static constexpr std::size_t words = 8, most_lanes = 64 / sizeof(word), most_block = 16 * sizeof(word),
                                 unit = piece_bytes;

    lane_stages<word> stages;

    explicit batch_family(const batch_job& j) : job(j) {
        bool one = false, two = false;
        targets::dispatch<instructions_kernel<P>>(&one, &two);
        targets::dispatch<stages_kernel<P>>(&stages, one);
        if (two) stages.add({2, 2, few_lanes<P>::two, false});
        stages.add({1, 1, few_lanes<P>::one, false});
    }

    static constexpr std::size_t block() { return most_block; }
    static constexpr lane_group<word> group() { return {}; }
    static void store_word(std::uint8_t* to, word w) { store<std::endian::big>(to, w); }

    // s.5.1
    std::size_t pad(std::uint8_t* buffer, std::size_t used, std::uint64_t n) const {
        const std::size_t blocks = used + 1 + 2 * sizeof(word) <= most_block ? 1 : 2, end = blocks * most_block;
        buffer[used] = 0x80;
        std::memset(buffer + used + 1, 0, end - used - 1);
        const std::uint64_t low = job.length[0] + n, high = job.length[1] + (low < n);
        store<std::endian::big>(buffer + end - 8, low << 3);
        if constexpr (sizeof(word) == 8) store<std::endian::big>(buffer + end - 16, high << 3 | low >> 61);
        return blocks;
    }

    bool end_group(lane_group<word>& g, std::size_t rest, const std::uint8_t* padded, std::size_t blocks) {
        g.ending = rest != 0, g.tail = rest, g.padding = padding;
        load_words(padding, padded);
        if (blocks == 1 && g.ending) return true;
        word last[16];
        load_words(last, padded + (blocks - 1) * most_block);
        schedule_constant<P>(constant, last);
        g.constant = constant;
        return true;
    }

    static constexpr bool ends_alone() { return false; }
    static void end(word*, const std::uint8_t*) {}

  private:
    const batch_job& job;
    word padding[16], constant[P::rounds];

    static void load_words(word* W, const std::uint8_t* p) {
        for (std::size_t i = 0; i < 16; ++i) W[i] = load<std::endian::big, word>(p + i * sizeof(word));
    }
};

}  // namespace sha2
}  // namespace HASHLANE_ABI

namespace doors {
inline namespace HASHLANE_DOOR_ABI {

HASHLANE_DOOR void sha256_batch(const batch_job* job) noexcept;
HASHLANE_DOOR void sha512_batch(const batch_job* job) noexcept;

#if HASHLANE_KERNELS
HASHLANE_DOOR void sha256_batch(const batch_job* job) noexcept {
    lane_scheduler<sha2::batch_family<sha2::words32>>(*job).run();
}
HASHLANE_DOOR void sha512_batch(const batch_job* job) noexcept {
    lane_scheduler<sha2::batch_family<sha2::words64>>(*job).run();
}
#endif

}  // namespace HASHLANE_DOOR_ABI
}  // namespace doors
}  // namespace hashlane
