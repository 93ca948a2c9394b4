// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The permutation Keccak-f[1600] (FIPS 202 s.3.4) on 1, 2, 4 or 8 states side by side, for constructions that the
/// library does not have. Hashes and XOFs are in sha3.hpp, and xof_lanes.hpp has streams of XOFs.
///
///     std::array<std::uint64_t, 25 * 4> states{};
///     hl::keccak_f1600<4>(states);
///
/// Chains of hashes with a value of two words from word 6 on and a counter in word 5:
///
///     constexpr hl::keccak_chain form{.words = 2, .value = 6, .counter = 5, .increment = 1};
///     std::array<std::array<std::uint64_t, 2 * 4>, 15> values;
///     hl::keccak_f1600_chains<4, form>(states, values);

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../kernels/keccak_chains.hpp"
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

/// What a chain of hashes is made of. All numbers of words count words of one state. `words` is the size of a value, 1
/// to 4; `value` is the first of the words of the state that hold it; `counter` is the word that counts the steps;
/// `increment` is what each step adds to it. The counter is no word of the value.
using keccak_chain = chain_layout;

/// Computes steps of N chains of hashes side by side, such as those of one-time signatures. A step permutes a copy of
/// the states; the first words of the result are its value. They take the place of the value before in the states, and
/// the counter grows by the increment. A single step is a hash of one block. With vectors of 64 bytes a step of 8
/// chains takes less time than keccak_f1600<8>(). As with that function, what is left of the states on the stack is not
/// wiped.
/// \tparam N the number of chains: 1, 2, 4 or 8
/// \tparam Chain which words of a state are the value and the counter
/// \param states word i of state j is states[i * N + j]: the input of the first step, and then that of the next
/// \param values an array for each step: word i of the value of chain j goes to [i * N + j]
///
/// Overlap: the values may not overlap the states.
template <std::size_t N, keccak_chain Chain>
requires(N == 1 || N == 2 || N == 4 || N == 8)
void keccak_f1600_chains(std::span<std::uint64_t, 25 * N> states,
                         std::span<std::array<std::uint64_t, Chain.words * N>> values) noexcept {
    static_assert(Chain.words >= 1 && Chain.words <= 4, "a value has 1 to 4 words");
    static_assert(Chain.value <= 25 - Chain.words && Chain.counter < 25, "a state has 25 words");
    static_assert(Chain.increment == 0 || Chain.counter - Chain.value >= Chain.words,
                  "the counter is no word of the value");
    std::uint64_t* const to = values.empty() ? nullptr : values.front().data();
    if constexpr (N == 8) {
        constexpr keccak_chain chain = Chain;
        entry_points::keccak_chains(states.data(), &chain, to, values.size());
    } else {
        keccak::chain_steps<N>(states.data(), Chain, to, values.size());
    }
}

}  // namespace hashlane::inline HASHLANE_ABI
