// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// NIST SP 800-232, as it stands there: the permutations of s.3.

#include <array>

#include "words.hpp"

namespace standards::sp800_232 {

template <class T>
using state = std::array<T, 5>;

// Table 5: the high half of the byte counts down from 3, the low half up from 12, both modulo 16.
inline std::uint64_t constant(int i) { return std::uint64_t(((3 - i) & 15) << 4 | ((12 + i) & 15)); }

// s.3.2, equation (3): round i of rnd takes constant 16 - rnd + i.
template <class T>
state<T> p_C(state<T> S, int rnd, int i) {
    S[2] = S[2] ^ constant(16 - rnd + i);
    return S;
}

// s.3.3, the bit-sliced form of figure 3.
template <class T>
state<T> p_S(const state<T>& S) {
    T x0 = S[0], x1 = S[1], x2 = S[2], x3 = S[3], x4 = S[4];
    x0 = x0 ^ x4;
    x4 = x4 ^ x3;
    x2 = x2 ^ x1;
    const T t0 = ~x0 & x1, t1 = ~x1 & x2, t2 = ~x2 & x3, t3 = ~x3 & x4, t4 = ~x4 & x0;
    x0 = x0 ^ t1;
    x1 = x1 ^ t2;
    x2 = x2 ^ t3;
    x3 = x3 ^ t4;
    x4 = x4 ^ t0;
    x1 = x1 ^ x0;
    x0 = x0 ^ x4;
    x3 = x3 ^ x2;
    x2 = ~x2;
    return {x0, x1, x2, x3, x4};
}

// s.3.4, equations (7) to (11).
template <class T>
state<T> p_L(const state<T>& S) {
    constexpr int turns[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};
    state<T> out;
    for (std::size_t i = 0; i < 5; ++i) out[i] = S[i] ^ ROTR(S[i], turns[i][0], 64) ^ ROTR(S[i], turns[i][1], 64);
    return out;
}

template <class T>
state<T> ascon_p(state<T> S, int rnd) {
    for (int i = 0; i < rnd; ++i) S = p_L(p_S(p_C(S, rnd, i)));
    return S;
}

}  // namespace standards::sp800_232
