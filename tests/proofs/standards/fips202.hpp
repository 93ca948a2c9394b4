// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// FIPS 202, as it stands there, over lanes A[x][y] of 64 bits.

#include <array>
#include <vector>

#include "words.hpp"

namespace standards::fips202 {

constexpr int w = 64, l = 6;

template <class T>
using state = std::array<std::array<T, 5>, 5>;

constexpr int mod(int a, int n) { return (a % n + n) % n; }

// s.3.2.1, algorithm 1.
template <class T>
state<T> theta(const state<T>& A) {
    std::array<T, 5> C, D;
    for (int x = 0; x < 5; ++x) C[x] = A[x][0] ^ A[x][1] ^ A[x][2] ^ A[x][3] ^ A[x][4];
    for (int x = 0; x < 5; ++x) D[x] = C[mod(x - 1, 5)] ^ ROTL(C[mod(x + 1, 5)], 1, w);
    state<T> out;
    for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y) out[x][y] = A[x][y] ^ D[x];
    return out;
}

// s.3.2.2, algorithm 2.
template <class T>
state<T> rho(const state<T>& A) {
    state<T> out;
    out[0][0] = A[0][0];
    int x = 1, y = 0;
    for (int t = 0; t <= 23; ++t) {
        out[x][y] = ROTL(A[x][y], (t + 1) * (t + 2) / 2, w);
        const int next = mod(2 * x + 3 * y, 5);
        x = y;
        y = next;
    }
    return out;
}

// s.3.2.3, algorithm 3.
template <class T>
state<T> pi(const state<T>& A) {
    state<T> out;
    for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y) out[x][y] = A[mod(x + 3 * y, 5)][x];
    return out;
}

// s.3.2.4, algorithm 4.
template <class T>
state<T> chi(const state<T>& A) {
    state<T> out;
    for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y) out[x][y] = A[x][y] ^ (~A[mod(x + 1, 5)][y] & A[mod(x + 2, 5)][y]);
    return out;
}

// s.3.2.5, algorithm 5. R[0] of the standard is the first element.
inline int rc(int t) {
    if (mod(t, 255) == 0) return 1;
    std::vector<int> R = {1, 0, 0, 0, 0, 0, 0, 0};
    for (int i = 1; i <= mod(t, 255); ++i) {
        R.insert(R.begin(), 0);
        R[0] ^= R[8];
        R[4] ^= R[8];
        R[5] ^= R[8];
        R[6] ^= R[8];
        R.resize(8);
    }
    return R[0];
}

// s.3.2.5, algorithm 6.
template <class T>
state<T> iota(state<T> A, int ir) {
    std::uint64_t RC = 0;
    for (int j = 0; j <= l; ++j) RC |= std::uint64_t(rc(j + 7 * ir)) << ((1 << j) - 1);
    A[0][0] = A[0][0] ^ RC;
    return A;
}

template <class T>
state<T> Rnd(const state<T>& A, int ir) {
    return iota(chi(pi(rho(theta(A)))), ir);
}

// s.3.3, algorithm 7.
template <class T>
state<T> keccak_p(state<T> A, int nr) {
    for (int ir = 12 + 2 * l - nr; ir <= 12 + 2 * l - 1; ++ir) A = Rnd(A, ir);
    return A;
}

}  // namespace standards::fips202
