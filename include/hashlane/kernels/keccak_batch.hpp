// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// This file digests many messages with sponges over Keccak-p[1600], on the target in use.

#include <cstddef>

#include "keccak_blocks.hpp"
#include "keccak_lanes.hpp"
#include "sponge_batch.hpp"

namespace hashlane::inline HASHLANE_ABI::keccak {

class batch_family : public sponge_batch_family<lanes, most_rate, 8> {
  public:
    explicit batch_family(const batch_job& j) : sponge_batch_family(j) {
        targets::visit<targets::has_lanes<word>>([&]<class T>() { add_stages<T>(); });
        stages.add({1, 1, one, false});
    }

    static constexpr bool ends_alone() { return false; }

  private:
    template <class T>
    void add_stages() {
        constexpr std::size_t N = targets::lanes_of<T, word>;
        // The smallest number of messages of each kernel depends on how a vector rotates (docs/TUNING.md, "Batches").
        if constexpr (N != 0) stages.add({N, T::vector_rotate ? N / 2 + 1 : N / 2 + N % 4 / 2, kernel<T, N>, true});
        if constexpr (N == 8) stages.add({4, has_absorb_words<T> ? 3 : 2, kernel<T, 4>, true});
        if constexpr (has_absorb_words<T>) stages.add({2, 2, kernel<T, 2>, true});
    }

    // The call is written out, because g++ does not choose between the two run() of a target as long as they are not
    // called.
    template <class T, std::size_t N>
    static void kernel(const lane_group<word>* g) {
        T::template run<sponge_kernel<N>>(g);
    }

    static void one(const lane_group<word>* g) {
        run_until_turns(*g, 1, 8 * g->rate, [&](std::size_t blocks) {
            entry_points::keccak_blocks(g->state, g->rounds, g->rate, g->rows[0], nullptr, blocks);
        });
    }
};

}  // namespace hashlane::inline HASHLANE_ABI::keccak

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

HASHLANE_ENTRY void keccak_batch(const batch_job* job) noexcept
    HASHLANE_ENTERS(lane_scheduler<keccak::batch_family>(*job).run());

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI
