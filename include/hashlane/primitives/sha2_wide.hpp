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
// clang-format off
// Each macro writes an instruction in both dialects of assembly, of which the compiler takes that of the unit. w is the
// last letter of its name, which tells the size of a word, and n the number of words. ADD_TO_ALL adds one word to each.
// BIT replaces d by the function of d, a and b whose truth table is given.
#define HASHLANE_ADD(w, d, s) "vpadd" w " {%[" #s "], %[" #d "], %[" #d "]|%[" #d "], %[" #d "], %[" #s "]}\n\t"
#define HASHLANE_ADD_TO_ALL(w, n, d, s)                                                                                \
    "vpadd" w " {%[" #s "]%{1to" n "%}, %[" #d "], %[" #d "]|%[" #d "], %[" #d "], %[" #s "]%{1to" n "%}}\n\t"
#define HASHLANE_MOV(d, s) "vmovdqa64 {%[" #s "], %[" #d "]|%[" #d "], %[" #s "]}\n\t"
#define HASHLANE_ROR(w, d, s, n) "vpror" w " {%[" #n "], %[" #s "], %[" #d "]|%[" #d "], %[" #s "], %[" #n "]}\n\t"
#define HASHLANE_SHR(w, d, s, n) "vpsrl" w " {%[" #n "], %[" #s "], %[" #d "]|%[" #d "], %[" #s "], %[" #n "]}\n\t"
#define HASHLANE_BIT(w, d, a, b, table)                                                                                \
    "vpternlog" w " {$" table ", %[" #b "], %[" #a "], %[" #d "]|%[" #d "], %[" #a "], %[" #b "], " table "}\n\t"

// A round (s.6.2.2 step 3). It adds K to each lane and runs `add_word`. x, y and z are free.
#define HASHLANE_WIDE_ROUND(w, n, add_word)                                                                            \
    HASHLANE_ROR(w, x, e, m0) HASHLANE_ADD_TO_ALL(w, n, h, K) HASHLANE_ROR(w, y, e, m1) add_word                       \
    HASHLANE_ROR(w, z, e, m2) HASHLANE_BIT(w, x, y, z, "0x96") HASHLANE_MOV(y, e) HASHLANE_BIT(w, y, f, g, "0xca")     \
    HASHLANE_ADD(w, h, y) HASHLANE_ADD(w, h, x) HASHLANE_ROR(w, x, a, n0) HASHLANE_ADD(w, d, h)                        \
    HASHLANE_ROR(w, y, a, n1) HASHLANE_ROR(w, z, a, n2) HASHLANE_BIT(w, x, y, z, "0x96") HASHLANE_MOV(y, a)            \
    HASHLANE_BIT(w, y, b, c, "0xe8") HASHLANE_ADD(w, h, y) HASHLANE_ADD(w, h, x)
#define HASHLANE_ROUND_OPERANDS                                                                                        \
    : [d] "+&v"(d), [h] "+&v"(h), [x] "=&v"(x), [y] "=&v"(y), [z] "=&v"(z)                                             \
    : [a] "v"(a), [b] "v"(b), [c] "v"(c), [e] "v"(e), [f] "v"(f), [g] "v"(g), [K] "m"(K), [m0] "i"(P::Sigma1[0]),      \
      [m1] "i"(P::Sigma1[1]), [m2] "i"(P::Sigma1[2]), [n0] "i"(P::Sigma0[0]), [n1] "i"(P::Sigma0[1]),                  \
      [n2] "i"(P::Sigma0[2])

// A word of the schedule (step 1): adds the word s, sigma_0 of u and sigma_1 of v to W.
#define HASHLANE_WIDE_SCHEDULE(w)                                                                                      \
    HASHLANE_ROR(w, x, u, m0) HASHLANE_ADD(w, W, s) HASHLANE_ROR(w, y, u, m1) HASHLANE_SHR(w, z, u, m2)                \
    HASHLANE_BIT(w, x, y, z, "0x96") HASHLANE_ROR(w, y, v, n0) HASHLANE_ROR(w, z, v, n1) HASHLANE_ADD(w, W, x)         \
    HASHLANE_SHR(w, x, v, n2) HASHLANE_BIT(w, x, y, z, "0x96") HASHLANE_ADD(w, W, x)
#define HASHLANE_SCHEDULE_OPERANDS                                                                                     \
    : [W] "+&v"(W), [x] "=&v"(x), [y] "=&v"(y), [z] "=&v"(z)                                                           \
    : [s] "v"(s), [u] "v"(u), [v] "v"(v), [m0] "i"(P::sigma0[0]), [m1] "i"(P::sigma0[1]), [m2] "i"(P::sigma0[2]),      \
      [n0] "i"(P::sigma1[0]), [n1] "i"(P::sigma1[1]), [n2] "i"(P::sigma1[2])
// clang-format on

// The round of wide_round() as one asm statement, with the word W_t or without.
template <class P, class V>
HASHLANE_WIDE_FUNCTION void round_512(const V& a, const V& b, const V& c, V& d, const V& e, const V& f, const V& g,
                                      V& h, const typename P::word& K) {
    V x, y, z;
    if constexpr (sizeof(typename P::word) == 4)
        asm(HASHLANE_WIDE_ROUND("d", "16", "") HASHLANE_ROUND_OPERANDS);
    else
        asm(HASHLANE_WIDE_ROUND("q", "8", "") HASHLANE_ROUND_OPERANDS);
}
template <class P, class V>
HASHLANE_WIDE_FUNCTION void round_512(const V& a, const V& b, const V& c, V& d, const V& e, const V& f, const V& g,
                                      V& h, const typename P::word& K, const V& W) {
    V x, y, z;
    if constexpr (sizeof(typename P::word) == 4)
        asm(HASHLANE_WIDE_ROUND("d", "16", HASHLANE_ADD("d", h, W)) HASHLANE_ROUND_OPERANDS, [W] "v"(W));
    else
        asm(HASHLANE_WIDE_ROUND("q", "8", HASHLANE_ADD("q", h, W)) HASHLANE_ROUND_OPERANDS, [W] "v"(W));
}

// wide_schedule() as one asm statement.
template <class P, class V>
HASHLANE_WIDE_FUNCTION void schedule_512(V& W, const V& s, const V& u, const V& v) {
    V x, y, z;
    if constexpr (sizeof(typename P::word) == 4)
        asm(HASHLANE_WIDE_SCHEDULE("d") HASHLANE_SCHEDULE_OPERANDS);
    else
        asm(HASHLANE_WIDE_SCHEDULE("q") HASHLANE_SCHEDULE_OPERANDS);
}

#undef HASHLANE_ADD
#undef HASHLANE_ADD_TO_ALL
#undef HASHLANE_MOV
#undef HASHLANE_ROR
#undef HASHLANE_SHR
#undef HASHLANE_BIT
#undef HASHLANE_WIDE_ROUND
#undef HASHLANE_ROUND_OPERANDS
#undef HASHLANE_WIDE_SCHEDULE
#undef HASHLANE_SCHEDULE_OPERANDS
#endif

// Adds Sigma_0 or Sigma_1 of x, whose rotations are `by`.
template <class P, auto& by, class V, int w = 8 * sizeof(typename P::word)>
HASHLANE_INLINE void add_large_sigma(V& sum, const V& x) {
    sum = sum + ((x >> by[0] | x << (w - by[0])) ^ (x >> by[1] | x << (w - by[1])) ^ (x >> by[2] | x << (w - by[2])));
}

// Adds sigma_0 or sigma_1 of x: two rotations and a shift.
template <class P, auto& by, class V, int w = 8 * sizeof(typename P::word)>
HASHLANE_INLINE void add_small_sigma(V& sum, const V& x) {
    sum = sum + ((x >> by[0] | x << (w - by[0])) ^ (x >> by[1] | x << (w - by[1])) ^ x >> by[2]);
}

// Computes round t (s.6.2.2 step 3), t modulo 8. WK is W_t + K_t or, if W_t is given, K_t. S[0] is `a` of round 0.
template <class P, int t, class V, class... Word>
HASHLANE_INLINE void wide_round(V* S, const typename P::word& WK, const Word&... W) {
    const V &a = S[-t & 7], &b = S[(1 - t) & 7], &c = S[(2 - t) & 7], &e = S[(4 - t) & 7], &f = S[(5 - t) & 7],
            &g = S[(6 - t) & 7];
    V &d = S[(3 - t) & 7], &h = S[(7 - t) & 7];
#if HASHLANE_WIDE
    if constexpr (sizeof(V) == 64) {
        HASHLANE_WIDE_CALL round_512<P>(a, b, c, d, e, f, g, h, WK, W...);
        return;
    }
#endif
    h = h + WK;
    ((h = h + W), ...);
    h = h + ((e & f) | (~e & g));
    add_large_sigma<P, P::Sigma1>(h, e);
    d = d + h;
    h = h + ((a & b) ^ (c & (a ^ b)));
    add_large_sigma<P, P::Sigma0>(h, a);
}

// Computes W_t (step 1) in the place of W_{t-16}.
template <class P, int t, class V>
HASHLANE_INLINE void wide_schedule(V* W) {
#if HASHLANE_WIDE
    if constexpr (sizeof(V) == 64) {
        HASHLANE_WIDE_CALL schedule_512<P>(W[t], W[(t + 9) & 15], W[(t + 1) & 15], W[(t + 14) & 15]);
        return;
    }
#endif
    W[t] = W[t] + W[(t + 9) & 15];
    add_small_sigma<P, P::sigma0>(W[t], W[(t + 1) & 15]);
    add_small_sigma<P, P::sigma1>(W[t], W[(t + 14) & 15]);
}

// Computes the first sixteen rounds, and calls beside(t) before round t.
template <class P, class V, class Beside, int... t>
HASHLANE_INLINE void first_wide_rounds(V* S, V* W, const typename P::word* K, const Beside& beside,
                                       std::integer_sequence<int, t...>) {
    const auto step = [&]<int i>(std::integral_constant<int, i> number) HASHLANE_LAMBDA_INLINE {
        beside(number);
        wide_round<P, i>(S, K[i], W[i]);
    };
    (step(std::integral_constant<int, t>{}), ...);
}

// Computes sixteen later rounds, and the words of the schedule for them.
template <class P, class V, int... t>
HASHLANE_INLINE void wide_rounds(V* S, V* W, const typename P::word* K, std::integer_sequence<int, t...>) {
    const auto step = [&]<int i>(std::integral_constant<int, i>) HASHLANE_LAMBDA_INLINE {
        wide_schedule<P, i>(W);
        wide_round<P, i>(S, K[i], W[i]);
    };
    (step(std::integral_constant<int, t>{}), ...);
}

// Replaces the hash value H by the next one. The block W is overwritten. beside(t) is called before round t, up to
// round 15; t is an integral constant.
template <class P, class V, class Beside>
HASHLANE_INLINE void wide_compress(V* H, V* W, const Beside& beside) {
    constexpr std::make_integer_sequence<int, 16> sixteen;
    V S[8] = {H[0], H[1], H[2], H[3], H[4], H[5], H[6], H[7]};
    const typename P::word* K = P::K;
    first_wide_rounds<P>(S, W, K, beside, sixteen);
    for (int t = 16; t < P::rounds; t += 16) {
        K += 16;
        pin(K);  // keeps K in a register: clang would compute it again for each round
        wide_rounds<P>(S, W, K, sixteen);
    }
    add_variables(H, S);
}
template <class P, class V>
HASHLANE_INLINE void wide_compress(V* H, V* W) {
    wide_compress<P>(H, W, [](auto) HASHLANE_LAMBDA_INLINE {});
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

// Does the same for the hash values H and G. Their rounds alternate, so that one need not wait for the other.
template <class P, class V>
HASHLANE_INLINE void wide_compress_constant(V* H, V* G, const typename P::word* WK) {
    V S[8] = {H[0], H[1], H[2], H[3], H[4], H[5], H[6], H[7]}, T[8] = {G[0], G[1], G[2], G[3], G[4], G[5], G[6], G[7]};
    for (int t = 0; t < P::rounds; t += 8, WK += 8)
        constant_rounds_of_two<P>(S, T, WK, std::make_integer_sequence<int, 8>{});
    add_variables(H, S);
    add_variables(G, T);
}

}  // namespace hashlane::inline HASHLANE_ABI::sha2
