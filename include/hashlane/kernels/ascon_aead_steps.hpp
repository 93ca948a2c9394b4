// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The steps between the permutations of the AEADs of SP 800-232 s.4.1 and Ascon v1.2 s.2.4, for messages, streams and
// batches. A state A gives its words as A[0] .. A[4]: words, lanes of one message, or references to words of a lane.
//
// The key comes in words. K[0..2] are added to S_2..S_4 after the initialisation, and K[3..5] to S_1..S_3 before the
// finalisation. K[0] is zero except in Ascon-80pq, whose key has 160 bits.

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "../lanes/state_word.hpp"

namespace hashlane::inline HASHLANE_ABI::ascon {

// The type of a word of the state A.
template <class A>
using word_in = std::remove_cvref_t<decltype(std::declval<A&>()[0])>;

// Writes the state before the initialisation: IV, key and nonce.
template <class A>
HASHLANE_INLINE constexpr void begin_aead(A&& S, std::uint64_t iv, const std::uint64_t* K, std::uint64_t N0,
                                          std::uint64_t N1) {
    using L = word_in<A>;
    S[0] = to_state_word<L>(iv ^ K[0]);
    S[1] = to_state_word<L>(K[1]);
    S[2] = to_state_word<L>(K[2]);
    S[3] = to_state_word<L>(N0);
    S[4] = to_state_word<L>(N1);
}

// Adds K[0..2] to three words of the state, from S[first] on.
template <std::size_t first, class A>
HASHLANE_INLINE constexpr void add_words(A&& S, const std::uint64_t* K) {
    unrolled<0, 3>([&](std::size_t i)
                       HASHLANE_LAMBDA_INLINE { S[first + i] = S[first + i] ^ to_state_word<word_in<A>>(K[i]); });
}

template <class A>
HASHLANE_INLINE constexpr void add_key_after_initialisation(A&& S, const std::uint64_t* K) {
    add_words<2>(S, K);
}

template <class A>
HASHLANE_INLINE constexpr void add_key_before_finalisation(A&& S, const std::uint64_t* K) {
    add_words<1>(S, K + 3);
}

// Separates associated data and text by the last bit of the state.
template <class A>
HASHLANE_INLINE constexpr void separate_domains(A&& S, bool big_endian) {
    const std::uint64_t last_bit = big_endian ? 1 : std::uint64_t{1} << 63;
    S[4] = S[4] ^ to_state_word<word_in<A>>(last_bit);
}

// Returns word i of the tag, from the state after the finalisation. It does not return both words, because an array of
// them takes a short message longer (docs/TUNING.md, "Ascon").
template <class A>
HASHLANE_INLINE constexpr std::uint64_t tag_word(const A& S, const std::uint64_t* K, std::size_t i) {
    return from_state_word(S[3 + i]) ^ K[1 + i];
}

}  // namespace hashlane::inline HASHLANE_ABI::ascon
