// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// This file digests many messages with sponges over Ascon-p, on the target in use.

#include <cstddef>
#include <cstdint>

#include "ascon_blocks.hpp"
#include "ascon_lanes.hpp"
#include "sponge_batch.hpp"

namespace hashlane::inline HASHLANE_ABI::ascon {

class batch_family : public sponge_batch_family<words, 1, 16> {
  public:
    explicit batch_family(const batch_job& j) : sponge_batch_family(j) {
        targets::visit<targets::has_lanes<word>>([&]<class T>() { add_stages<T>(); });
        stages.add({1, 1, one, false});
    }

    bool ends_alone() const { return job.rounds != job.last_rounds; }
    void end(word* S, const std::uint8_t* block) const {
        entry_points::ascon_absorb(S, one_word(job.last_rounds, job.big_endian), block, 1);
    }

  private:
    template <class T>
    void add_stages() {
        constexpr std::size_t n = targets::lanes_of<T, word>;
        // Where there are 32 registers, two vectors are interleaved.
        if constexpr (n == 8) stages.add({16, 9, kernel<T, 8, 2>(), true});
        if constexpr (n != 0) stages.add({n, n / 2 + 1, kernel<T, n, 1>(), true});
        if constexpr (n == 8) stages.add({4, 2, kernel<T, 4, 1>(), true});
    }

    template <class T, std::size_t n, std::size_t M>
    static constexpr auto kernel() {
        return T::template run<sponge_kernel<n, M>, const lane_group<word>*>;
    }

    static parameters one_word(unsigned rounds, bool big_endian) {
        return {static_cast<std::uint16_t>(rounds), 1, big_endian};
    }

    static void one(const lane_group<word>* g) {
        run_until_turns(*g, 1, 8, [&](std::size_t blocks) {
            entry_points::ascon_absorb(g->state, one_word(g->rounds, g->big_endian), g->rows[0], blocks);
        });
    }
};

}  // namespace hashlane::inline HASHLANE_ABI::ascon

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

HASHLANE_ENTRY void ascon_batch(const batch_job* job) noexcept
    HASHLANE_ENTERS(lane_scheduler<ascon::batch_family>(*job).run());

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI
