// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Ascon-p[rnd] of SP 800-232 s.3 (the same in Ascon v1.2) over any type of lanes: L = std::uint64_t is a word of one
// state, lane<std::uint64_t, N> is that word of N states side by side. S[i] is S_i of the standard.

#include <cstddef>
#include <cstdint>

#include "../lanes/lane.hpp"

namespace hashlane::inline HASHLANE_ABI::ascon {

inline constexpr std::size_t words = 5;
inline constexpr unsigned max_rounds = 16;

// s.3.2: Ascon-p[rnd] uses the last rnd of the constants.
inline constexpr std::uint64_t RC[max_rounds] = {0x3c, 0x2d, 0x1e, 0x0f, 0xf0, 0xe1, 0xd2, 0xc3,
                                                 0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b};

// Returns the word that Sigma_2 (s.3.4) maps to w: Sigma_2 applied 63 times. Sigma_2 has order 64, because (1 + x +
// x^6)^64 = 1 + x^64 + x^384 = 1 over GF(2)[x] / (x^64 - 1).
constexpr std::uint64_t inverse_of_Sigma_2(std::uint64_t w) {
    for (int i = 0; i < 63; ++i) w ^= (w >> 1 | w << 63) ^ (w >> 6 | w << 58);
    return w;
}

struct round_table {
    std::uint64_t at[max_rounds];
};

// at[i] is what round i adds to S_2 between its two layers: the NOT of its S-box, and the constant of round i + 1 moved
// back through Sigma_2. So the constant takes no operation of its own, and is not on the longest path of a round.
inline constexpr round_table added = [] {
    round_table k{};
    for (unsigned i = 0; i < max_rounds; ++i) k.at[i] = ~(i + 1 < max_rounds ? inverse_of_Sigma_2(RC[i + 1]) : 0);
    return k;
}();

template <class L>
struct state_words {
    L S0, S1, S2, S3, S4;
};

// Computes rnd rounds in place; rnd is 1 to max_rounds. A round is the S-box of s.3.3 in sixteen operations (ten where
// instructions have three operands) and the linear layer of s.3.4. All of it stands in one function with few statements
// and no calls, because constant evaluation counts both (docs/TUNING.md, "Constant evaluation").
template <class L>
HASHLANE_INLINE constexpr void permute(L* S, unsigned rnd) {
    state_words<L> x{S[0], S[1], S[2] ^ RC[max_rounds - rnd], S[3], S[4]};
    const std::uint64_t *k = added.at + (max_rounds - rnd), *end = added.at + max_rounds;
    do {
        const L a0 = x.S0 ^ x.S4, a2 = x.S1 ^ x.S2, a4 = x.S3 ^ x.S4, y4 = a4 ^ (~a0 & x.S1),
                y0 = (a0 ^ (~x.S1 & x.S2)) ^ y4, y1 = ((x.S1 ^ x.S3) | a2) ^ a0, y3 = (x.S0 | a4) ^ a2,
                y2 = ((~x.S3 & x.S4) ^ *k) ^ a2;
        if constexpr (in_general_register<L>) {
            // Where instructions have two operands, this form takes as many operations as the one below, in less code.
            const L t0 = y0 ^ (y0 >> 9 | y0 << 55), t1 = y1 ^ (y1 >> 22 | y1 << 42), t2 = y2 ^ (y2 >> 5 | y2 << 59),
                    t3 = y3 ^ (y3 >> 7 | y3 << 57), t4 = y4 ^ (y4 >> 34 | y4 << 30);
            x = {y0 ^ (t0 >> 19 | t0 << 45), y1 ^ (t1 >> 39 | t1 << 25), y2 ^ (t2 >> 1 | t2 << 63),
                 y3 ^ (t3 >> 10 | t3 << 54), y4 ^ (t4 >> 7 | t4 << 57)};
            pin(x.S0, x.S1, x.S2, x.S3, x.S4);
        } else {
            x = {y0 ^ (y0 >> 19 | y0 << 45) ^ (y0 >> 28 | y0 << 36), y1 ^ (y1 >> 61 | y1 << 3) ^ (y1 >> 39 | y1 << 25),
                 y2 ^ (y2 >> 1 | y2 << 63) ^ (y2 >> 6 | y2 << 58), y3 ^ (y3 >> 10 | y3 << 54) ^ (y3 >> 17 | y3 << 47),
                 y4 ^ (y4 >> 7 | y4 << 57) ^ (y4 >> 41 | y4 << 23)};
        }
    } while (++k != end);
    S[0] = x.S0;
    S[1] = x.S1;
    S[2] = x.S2;
    S[3] = x.S3;
    S[4] = x.S4;
}

}  // namespace hashlane::inline HASHLANE_ABI::ascon
