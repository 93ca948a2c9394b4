// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The functions of machine::lane_loops, for trace.cpp: the widest kernel of the target in use.

#include <hashlane/batch.hpp>

#include "loop_bodies.hpp"

namespace machine {

using sha256_family = hl::sha2::batch_family<hl::sha2::words32>;
using sha512_family = hl::sha2::batch_family<hl::sha2::words64>;
using keccak_family = hl::keccak::batch_family;
using ascon_family = hl::ascon::batch_family;

constexpr hl::batch_job keccak_job(unsigned rounds, std::size_t rate) {
    hl::batch_job job{};
    job.rounds = job.last_rounds = rounds;
    job.rate = rate;
    job.trailer[0] = 0x06;  // SHA-3 (FIPS 202 s.6.1)
    job.trailer_size = 1;
    job.final_bit = 0x80;
    return job;
}

constexpr hl::batch_job ascon_job() {
    hl::batch_job job{};
    job.rounds = job.last_rounds = 12;
    job.rate = 1;
    job.trailer[0] = 1;  // SP 800-232 s.5.1
    job.trailer_size = 1;
    return job;
}

inline constexpr hl::batch_job sha2_job{}, keccak24_9 = keccak_job(24, 9), keccak24_13 = keccak_job(24, 13),
                                           keccak24_17 = keccak_job(24, 17), keccak24_18 = keccak_job(24, 18),
                                           keccak24_21 = keccak_job(24, 21), keccak12_21 = keccak_job(12, 21),
                                           ascon12 = ascon_job();

template <class Family, const hl::batch_job& job>
std::size_t lanes_of_family() {
    const auto& widest = Family(job).stages.at[0];
    return widest.whole ? widest.lanes : 0;
}

// Whole blocks of each lane, from states to states; the kernel moves the rows on.
template <class Family, const hl::batch_job& job>
void blocks_of_lanes() {
    loop_arguments& a = arguments_of_loop;
    const Family family(job);
    auto group = family.group();
    group.rows = a.rows;
    group.state = reinterpret_cast<typename Family::word*>(a.state);
    group.blocks = a.count;
    family.stages.at[0].run(&group);
}

// Groups of messages of `bytes` bytes, to digests of `size` bytes. a.in is the table of pointers to the messages.
template <class Family, const hl::batch_job& job, std::vector<std::uint8_t> (*initial)(), std::size_t bytes,
          std::size_t size>
void groups_of_lanes() {
    static const std::vector<std::uint8_t> start = initial();
    loop_arguments& a = arguments_of_loop;
    Family family(job);
    auto group = family.group();
    std::uint8_t padded[2 * Family::most_block] = {};
    const std::size_t blocks = family.pad(padded, bytes % family.block(), bytes);
    group.blocks = bytes / family.block();
    if (!family.end_group(group, bytes % family.block(), padded, blocks)) std::abort();
    group.rows = reinterpret_cast<const std::uint8_t**>(const_cast<std::uint8_t*>(a.in));
    group.groups = a.count;
    group.initial = reinterpret_cast<const typename Family::word*>(start.data());
    group.out = a.out;
    group.stride = group.bytes = size;
    family.stages.at[0].run(&group);
}

template <class Family, const hl::batch_job& job>
inline constexpr loop_body lanes{blocks_of_lanes<Family, job>, lanes_of_family<Family, job>};

template <class Family, const hl::batch_job& job, std::vector<std::uint8_t> (*initial)(), std::size_t bytes,
          std::size_t size>
inline constexpr loop_body groups{groups_of_lanes<Family, job, initial, bytes, size>, lanes_of_family<Family, job>};

using hl::sha2::sha256_parameters, hl::sha2::sha512_parameters;
inline constexpr const loop_body &sha256_lanes = lanes<sha256_family, sha2_job>,
                                 &sha512_lanes = lanes<sha512_family, sha2_job>,
                                 &keccak24_lanes_21 = lanes<keccak_family, keccak24_21>,
                                 &ascon12_lanes = lanes<ascon_family, ascon12>,
                                 &sha256_groups =
                                     groups<sha256_family, sha2_job, initial_hash_value<sha256_parameters>, 32, 32>;

// In the order of machine::lane_loops. LANES_ALONE: that body only, which compiles in less time; LOOPS_ALONE: none.
#if defined(LANES_ALONE)
inline constexpr const loop_body* lane_body(std::size_t) { return &LANES_ALONE; }
#elif defined(LOOPS_ALONE)
inline constexpr const loop_body* lane_body(std::size_t) { return nullptr; }
#else
inline constexpr const loop_body* lane_bodies[] = {
    &sha256_lanes,
    &sha512_lanes,
    &lanes<keccak_family, keccak24_9>,
    &lanes<keccak_family, keccak24_13>,
    &lanes<keccak_family, keccak24_17>,
    &lanes<keccak_family, keccak24_18>,
    &keccak24_lanes_21,
    &lanes<keccak_family, keccak12_21>,
    &ascon12_lanes,
    &sha256_groups,
    &groups<sha512_family, sha2_job, initial_hash_value<sha512_parameters>, 32, 64>,
    &groups<keccak_family, keccak24_17, keccak_zeros, 32, 32>,
    &groups<ascon_family, ascon12, ascon_hash256_start, 16, 32>,
};
static_assert(std::size(lane_bodies) == lane_loops.size());
inline constexpr const loop_body* lane_body(std::size_t i) { return lane_bodies[i]; }
#endif

}  // namespace machine
