// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The permutation Keccak-f[1600] (FIPS 202 s.3.4) on 1, 2, 4 or 8 states side by side, for constructions that the
/// library does not have. Hashes and XOFs are in sha3.hpp, and xof_lanes.hpp has streams of XOFs.
///
///     std::array<std::uint64_t, 25 * 4> states{};
///     hl::keccak_f1600<4>(states);

#include <cstddef>
#include <cstdint>
#include <span>

#include "../kernels/keccak_streams.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// Computes blocks of N sponges over Keccak-f[1600]. For each block, it xors a block of each input into the states,
/// permutes the states, and stores a block of each.
/// \tparam N the number of states: 1, 2, 4 or 8
/// \tparam Rate the size of a block in bytes, one of FIPS 202: 72, 104, 136, 144 or 168
/// \param states word i of state j is states[i * N + j]
/// \param in the addresses of N inputs of `blocks * Rate` bytes; or a null pointer, where nothing is xored
/// \param out the addresses of N outputs of `blocks * Rate` bytes; or a null pointer, where nothing is stored
/// \param blocks the number of blocks
///
/// Overlap: an output may overlap neither an input, nor another output, nor the states.
template <std::size_t N, std::size_t Rate>
requires(N == 1 || N == 2 || N == 4 || N == 8)
void keccak_f1600_blocks(std::span<std::uint64_t, 25 * N> states, const std::uint8_t* const* in,
                         std::uint8_t* const* out, std::size_t blocks) noexcept {
    static_assert(Rate == 72 || Rate == 104 || Rate == 136 || Rate == 144 || Rate == 168,
                  "the rates of FIPS 202 are 72, 104, 136, 144 and 168 bytes");
    if constexpr (N == 1)
        entry_points::keccak_blocks(states.data(), keccak::max_rounds, Rate / 8, in == nullptr ? nullptr : *in,
                                    out == nullptr ? nullptr : *out, blocks);
    else
        entry_points::keccak_streams(N, states.data(), keccak::max_rounds, Rate / 8, in, out, blocks);
}

/// Permutes N states by Keccak-f[1600].
/// \tparam N the number of states: 1, 2, 4 or 8
/// \param states word i of state j is states[i * N + j]
template <std::size_t N>
requires(N == 1 || N == 2 || N == 4 || N == 8)
void keccak_f1600(std::span<std::uint64_t, 25 * N> states) noexcept {
    keccak_f1600_blocks<N, 168>(states, nullptr, nullptr, 1);
}

}  // namespace hashlane::inline HASHLANE_ABI
