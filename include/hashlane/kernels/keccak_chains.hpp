// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Chains of hashes over Keccak-f[1600], N side by side: word i of state j stands at S[i * N + j].

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../lanes/pieces.hpp"
#include "../primitives/keccak_p.hpp"
#include "../primitives/keccak_p_x86.hpp"
#include "../targets/target.hpp"
#include "keccak_streams.hpp"

namespace hashlane::inline HASHLANE_ENTRY_ABI {

/// Where the words of a hash that is iterated stand in its state, and how its steps are counted. All numbers of words
/// count words of one state.
struct chain_layout {
    std::size_t words = 2;        ///< the words of a value: 1 to 4
    std::size_t value = 0;        ///< the first of the words of the state that hold the value
    std::size_t counter = 0;      ///< the word of the state that counts the steps
    std::uint64_t increment = 0;  ///< what each step adds to the counter
};

}  // namespace hashlane::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI::keccak {

template <std::size_t N>
void permute_states(std::uint64_t* S) {
    if constexpr (N == 1)
        entry_points::keccak_blocks(S, max_rounds, most_rate, nullptr, nullptr, 1);
    else
        entry_points::keccak_streams(N, S, max_rounds, most_rate, nullptr, nullptr, 1);
}

// Computes the steps by a permutation of a copy of the states.
template <std::size_t N>
void chain_steps(std::uint64_t* S, const chain_layout& c, std::uint64_t* values, std::size_t steps) {
    std::uint64_t now[lanes * N];
    for (; steps != 0; --steps, values += c.words * N) {
        std::memcpy(now, S, sizeof now);
        permute_states<N>(now);
        std::memcpy(S + c.value * N, now, 8 * c.words * N);
        std::memcpy(values, now, 8 * c.words * N);
        for (std::size_t j = 0; j < N; ++j) S[c.counter * N + j] += c.increment;
    }
}

// Eight chains. In vectors of 64 bytes a step stores nothing but its value, and the last round computes nothing else.
struct chains_kernel {
    template <class T>
    static constexpr bool preferred = HASHLANE_KECCAK_ASM && T::vector_bytes == 64;

    template <class T>
    requires(!preferred<T>)
    HASHLANE_INLINE static void run(std::uint64_t* S, const chain_layout* c, std::uint64_t* values, std::size_t steps) {
        chain_steps<8>(S, *c, values, steps);
    }

#if HASHLANE_KECCAK_ASM
    template <class T>
    requires(preferred<T>)
    HASHLANE_INLINE static void run(std::uint64_t* S, const chain_layout* c, std::uint64_t* values, std::size_t steps) {
        std::uint64_t *const value = S + 8 * c->value, *const counter = S + 8 * c->counter;
        const auto increment = words_of<8>::broadcast(c->increment);
        for (; steps != 0; --steps, values += 8 * c->words) {
            permute_to_words(S, max_rounds, c->words, value, values);
            store_lane(counter, load_lane<8>(counter) + increment);
        }
    }
#endif
};

// It is a template, so that a unit that does not call it compiles no kernel.
template <class...>
void run_chains(std::uint64_t* S, const chain_layout* c, std::uint64_t* values, std::size_t steps) {
    targets::dispatch<chains_kernel>(S, c, values, steps);
}

}  // namespace hashlane::inline HASHLANE_ABI::keccak

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

// Computes steps of eight chains. The value of each step goes to the next 8 * c->words words of `values`, and to S.
HASHLANE_ENTRY void keccak_chains(std::uint64_t* S, const chain_layout* c, std::uint64_t* values,
                                  std::size_t steps) noexcept HASHLANE_ENTERS(keccak::run_chains(S, c, values, steps));

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI
