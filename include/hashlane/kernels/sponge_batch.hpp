// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The part of a family (lane_states.hpp) that all sponges have in common.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../lanes/bytes.hpp"
#include "lane_scheduler.hpp"

namespace hashlane::inline HASHLANE_ABI {

template <std::size_t Words, std::size_t MostRate, std::size_t MostLanes>
class sponge_batch_family {
  public:
    using word = std::uint64_t;
    static constexpr std::size_t words = Words, most_block = 8 * MostRate, most_lanes = MostLanes, unit = 8;

    lane_stages<word> stages;

    explicit sponge_batch_family(const batch_job& j) : job(j) {}

    std::size_t block() const { return 8 * job.rate; }

    lane_group<word> group() const {
        lane_group<word> g;
        g.rate = job.rate;
        g.rounds = job.rounds;
        g.last_rounds = job.last_rounds;
        g.big_endian = job.big_endian;
        return g;
    }

    void store_word(std::uint8_t* to, word w) const {
        store<std::endian::little>(to, job.big_endian ? byteswap(w) : w);
    }

    std::size_t pad(std::uint8_t* buffer, std::size_t used, std::uint64_t) const {
        const std::size_t blocks = used + job.trailer_size <= block() ? 1 : 2, end = blocks * block();
        std::memset(buffer + used, 0, end - used);
        copy_short(buffer + used, job.trailer, job.trailer_size);
        // The last byte is not read back from the buffer, because that would wait for the stores.
        const bool full = used + job.trailer_size == end;
        buffer[end - 1] = static_cast<std::uint8_t>(job.final_bit | (full ? job.trailer[job.trailer_size - 1] : 0));
        return blocks;
    }

    bool end_group(lane_group<word>& g, std::size_t rest, const std::uint8_t* padded, std::size_t blocks) {
        if (blocks != 1) return false;
        for (std::size_t i = 0; i < job.rate; ++i) {
            const word w = load<std::endian::little, word>(padded + 8 * i);
            padding[i] = job.big_endian ? byteswap(w) : w;
        }
        // Kernels add all MostRate words, so those behind the block must be zeros.
        clear_short(reinterpret_cast<std::uint8_t*>(padding + job.rate), 8 * (MostRate - job.rate));
        g.ending = true;
        g.tail = rest;
        g.padding = padding;
        return true;
    }

  protected:
    const batch_job& job;

  private:
    word padding[MostRate];
};

}  // namespace hashlane::inline HASHLANE_ABI
