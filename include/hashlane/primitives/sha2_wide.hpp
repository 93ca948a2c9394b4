// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The compression function of SHA-2 in vectors of 64 bytes, where a rotation and any function of three operands are one
// instruction. A processor computes few such vectors a cycle, so a round has as few operations as it can have
// (docs/TUNING.md, "Batches"). V is a bare vector, because compilers take long to inline the operators of a lane.

#include <cstddef>
#include <utility>

#include "sha2.hpp"

namespace hashlane::inline HASHLANE_ABI::sha2 {

// Tells whether N words of P fill a vector of 64 bytes.
template <class P, std::size_t N>
inline constexpr bool wide = N * sizeof(typename P::word) == 64;

#if HASHLANE_WIDE
// Keeps the sum v as it is written: compilers turn a chain of additions into a tree, and spill.
template <class V>
HASHLANE_WIDE_FUNCTION void pin_wide(V& v) {
    asm("" : "+v"(v));
}

// Replaces x by Maj of x, y and z (s.4.1.2).
template <class V>
HASHLANE_WIDE_FUNCTION void majority_wide(V& x, const V& y, const V& z) {
    asm("vpternlogd {$0xe8, %2, %1, %0|%0, %1, %2, 0xe8}" : "+v"(x) : "v"(y), "v"(z));
}
#endif

// Adds x to the sum.
template <class V, class X>
HASHLANE_INLINE void add_to(V& sum, const X& x) {
    sum = sum + x;
#if HASHLANE_WIDE
    if constexpr (sizeof(V) == 64) HASHLANE_WIDE_CALL pin_wide(sum);
#endif
}

// Adds Maj of x, y and z (s.4.1.2). The one instruction for it is named, since compilers do not find it.
template <class V>
HASHLANE_INLINE void add_majority(V& sum, const V& x, const V& y, const V& z) {
#if HASHLANE_WIDE
    if constexpr (sizeof(V) == 64) {
        V majority = x;
        HASHLANE_WIDE_CALL majority_wide(majority, y, z);
        return add_to(sum, majority);
    }
#endif
    add_to(sum, (x & y) ^ (z & (x ^ y)));
}

// Adds Sigma_0 or Sigma_1 of x, whose rotations are `by`.
template <class P, auto& by, class V, int w = 8 * sizeof(typename P::word)>
HASHLANE_INLINE void add_large_sigma(V& sum, const V& x) {
    add_to(sum, (x >> by[0] | x << (w - by[0])) ^ (x >> by[1] | x << (w - by[1])) ^ (x >> by[2] | x << (w - by[2])));
}

// Adds sigma_0 or sigma_1 of x: two rotations and a shift.
template <class P, auto& by, class V, int w = 8 * sizeof(typename P::word)>
HASHLANE_INLINE void add_small_sigma(V& sum, const V& x) {
    add_to(sum, (x >> by[0] | x << (w - by[0])) ^ (x >> by[1] | x << (w - by[1])) ^ x >> by[2]);
}

// Computes round t (s.6.2.2 step 3), t modulo 8. WK is W_t + K_t or, if W_t is given, K_t. S[0] is `a` of round 0.
template <class P, int t, class V, class... Word>
HASHLANE_INLINE void wide_round(V* S, const typename P::word& WK, const Word&... W) {
    const V &a = S[-t & 7], &b = S[(1 - t) & 7], &c = S[(2 - t) & 7], &e = S[(4 - t) & 7], &f = S[(5 - t) & 7],
            &g = S[(6 - t) & 7];
    V &d = S[(3 - t) & 7], &h = S[(7 - t) & 7];
    add_to(h, WK);
    (add_to(h, W), ...);
    add_to(h, (e & f) | (~e & g));
    add_large_sigma<P, P::Sigma1>(h, e);
    add_to(d, h);
    add_majority(h, a, b, c);
    add_large_sigma<P, P::Sigma0>(h, a);
}

// Computes W_t (step 1) in the place of W_{t-16}.
template <class P, int t, class V>
HASHLANE_INLINE void wide_schedule(V* W) {
    add_to(W[t], W[(t + 9) & 15]);
    add_small_sigma<P, P::sigma0>(W[t], W[(t + 1) & 15]);
    add_small_sigma<P, P::sigma1>(W[t], W[(t + 14) & 15]);
}

// Computes sixteen rounds, and the words of the schedule for them if `extend`.
template <class P, bool extend, class V, int... t>
HASHLANE_INLINE void wide_rounds(V* S, V* W, const typename P::word* K, std::integer_sequence<int, t...>) {
    const auto step = [&]<int i>(std::integral_constant<int, i>) HASHLANE_LAMBDA_INLINE {
        if constexpr (extend) wide_schedule<P, i>(W);
        wide_round<P, i>(S, K[i], W[i]);
    };
    (step(std::integral_constant<int, t>{}), ...);
}

// Replaces the hash value H by the next one. The block W is overwritten.
template <class P, class V>
HASHLANE_INLINE void wide_compress(V* H, V* W) {
    constexpr std::make_integer_sequence<int, 16> sixteen;
    V S[8] = {H[0], H[1], H[2], H[3], H[4], H[5], H[6], H[7]};
    const typename P::word* K = P::K;
    wide_rounds<P, false>(S, W, K, sixteen);
    for (int t = 16; t < P::rounds; t += 16) {
        K += 16;
        pin(K);  // keeps K in a register: clang would compute it again for each round
        wide_rounds<P, true>(S, W, K, sixteen);
    }
    add_variables(H, S);
}

template <class P, class V, int... t>
HASHLANE_INLINE void constant_rounds(V* S, const typename P::word* WK, std::integer_sequence<int, t...>) {
    (wide_round<P, t>(S, WK[t]), ...);
}
template <class P, class V, int... t>
HASHLANE_INLINE void constant_rounds_of_two(V* S, V* other, const typename P::word* WK,
                                            std::integer_sequence<int, t...>) {
    const auto step = [&]<int i>(std::integral_constant<int, i>) HASHLANE_LAMBDA_INLINE {
        wide_round<P, i>(S, WK[i]);
        wide_round<P, i>(other, WK[i]);
    };
    (step(std::integral_constant<int, t>{}), ...);
}

// Compresses a block that is the same in every message: WK is a table of its W_t + K_t.
template <class P, class V>
HASHLANE_INLINE void wide_compress_constant(V* H, const typename P::word* WK) {
    V S[8] = {H[0], H[1], H[2], H[3], H[4], H[5], H[6], H[7]};
    for (int t = 0; t < P::rounds; t += 8, WK += 8) constant_rounds<P>(S, WK, std::make_integer_sequence<int, 8>{});
    add_variables(H, S);
}

// Does the same for the hash values H and I. Their rounds alternate, so that one need not wait for the other.
template <class P, class V>
HASHLANE_INLINE void wide_compress_constant(V* H, V* I, const typename P::word* WK) {
    V S[8] = {H[0], H[1], H[2], H[3], H[4], H[5], H[6], H[7]}, T[8] = {I[0], I[1], I[2], I[3], I[4], I[5], I[6], I[7]};
    for (int t = 0; t < P::rounds; t += 8, WK += 8)
        constant_rounds_of_two<P>(S, T, WK, std::make_integer_sequence<int, 8>{});
    add_variables(H, S);
    add_variables(I, T);
}

}  // namespace hashlane::inline HASHLANE_ABI::sha2
