// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The permutation on its own: the last `rounds` rounds of twelve.

#include <cstddef>
#include <cstdint>

#include <hashlane/ascon_v12.hpp>

namespace ascon_perm {

// The most rounds that permute() takes.
inline constexpr std::size_t ROUNDS = 12;

template <std::size_t rounds>
constexpr void permute(std::uint64_t* const state) {
    static_assert(rounds <= ROUNDS);
    hashlane::ascon::permute_state(state, rounds);
}

}  // namespace ascon_perm
