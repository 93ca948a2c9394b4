// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The permutation on its own: Keccak-p[1600, 24], FIPS 202 s.3.3.

#include <array>
#include <cstddef>
#include <cstdint>

#include <hashlane/sha3.hpp>

namespace keccak {

inline constexpr std::size_t LANE_CNT = 25;
inline constexpr std::size_t ROUNDS = 24;
inline constexpr std::size_t MAX_NUM_ROUNDS = 24;

constexpr void permute(std::uint64_t* const state) { hashlane::keccak_mode<168, ROUNDS>::permute(state); }
constexpr void permute(std::array<std::uint64_t, LANE_CNT>& state) { permute(state.data()); }

}  // namespace keccak
