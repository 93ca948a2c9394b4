// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Two rounds of SHA-2 of one message in general registers, with rorx and andn, as one asm statement. Compilers take a
// statement of some 50 instructions for one, so a kernel of 64 or 80 rounds is compiled in less time. The order of the
// instructions is given here. docs/TUNING.md, "SHA-2", says what it gains, and on which processors.

#include "sha2.hpp"

// MemorySanitizer does not follow data through an asm statement.
#if defined(HASHLANE_X86) && !HASHLANE_MSAN
#define HASHLANE_SHA2_ROUNDS 1
#else
#define HASHLANE_SHA2_ROUNDS 0
#endif

#if HASHLANE_SHA2_ROUNDS
namespace hashlane::inline HASHLANE_ABI::sha2 {

// Each macro writes an instruction in both dialects of assembly, of which the compiler takes that of the unit. ADD_WK
// adds word i of two.
#define HASHLANE_OP(op, d, s) op " {%[" #s "], %[" #d "]|%[" #d "], %[" #s "]}\n\t"
#define HASHLANE_MOV(d, s) HASHLANE_OP("mov", d, s)
#define HASHLANE_ADD(d, s) HASHLANE_OP("add", d, s)
#define HASHLANE_AND(d, s) HASHLANE_OP("and", d, s)
#define HASHLANE_XOR(d, s) HASHLANE_OP("xor", d, s)
#define HASHLANE_ANDN(d, a, b) "andn {%[" #b "], %[" #a "], %[" #d "]|%[" #d "], %[" #a "], %[" #b "]}\n\t"
#define HASHLANE_RORX(d, s, n) "rorx {%[" #n "], %[" #s "], %[" #d "]|%[" #d "], %[" #s "], %[" #n "]}\n\t"
#define HASHLANE_ADD_WK(d, i)                                                                                          \
    "add {%c[at]+%c[size]*" #i "(%[WK]), %[" #d "]|%[" #d "], [%[WK] + %c[at]+%c[size]*" #i "]}\n\t"

// clang-format off
// The first half of round i of two (s.6.2.2 step 3): computes T_1 in h and the new e in d. u, v and w are free.
#define HASHLANE_NEW_E(d, e, f, g, h, u, i)                                                                            \
    HASHLANE_ADD_WK(h, i) HASHLANE_MOV(u, e) HASHLANE_AND(u, f) HASHLANE_RORX(v, e, m0) HASHLANE_RORX(w, e, m1)        \
    HASHLANE_ADD(h, u) HASHLANE_ANDN(u, e, g) HASHLANE_XOR(v, w) HASHLANE_RORX(w, e, m2) HASHLANE_ADD(h, u)            \
    HASHLANE_XOR(v, w) HASHLANE_ADD(h, v) HASHLANE_ADD(d, h)

// The same with an instruction more. Sigma_1 is added to d and to h, and the new e does not wait for its sum with h.
#define HASHLANE_NEW_E_OF_TWO_SUMS(d, e, f, g, h, u, i)                                                                \
    HASHLANE_ADD_WK(h, i) HASHLANE_MOV(u, e) HASHLANE_AND(u, f) HASHLANE_RORX(v, e, m0) HASHLANE_ADD(h, u)             \
    HASHLANE_ANDN(u, e, g) HASHLANE_RORX(w, e, m1) HASHLANE_ADD(h, u) HASHLANE_XOR(v, w) HASHLANE_RORX(w, e, m2)       \
    HASHLANE_XOR(v, w) HASHLANE_ADD(d, h) HASHLANE_ADD(h, v) HASHLANE_ADD(d, v)

// The second half: adds Maj and Sigma_0 to h, which becomes the new a. t is b ^ c and is overwritten; u becomes a ^ b,
// which is b ^ c of the next round. v and w are free.
#define HASHLANE_NEW_A(a, b, h, t, u)                                                                                  \
    HASHLANE_MOV(u, a) HASHLANE_XOR(u, b) HASHLANE_RORX(v, a, n0) HASHLANE_RORX(w, a, n1) HASHLANE_AND(t, u)           \
    HASHLANE_XOR(v, w) HASHLANE_RORX(w, a, n2) HASHLANE_XOR(t, b) HASHLANE_XOR(v, w) HASHLANE_ADD(h, t)                \
    HASHLANE_ADD(h, v)

// Two rounds, of which `new_e` is the first half.
#define HASHLANE_TWO_ROUNDS(new_e)                                                                                     \
    new_e(d, e, f, g, h, u, 0) HASHLANE_NEW_A(a, b, h, t, u) new_e(c, d, e, f, g, t, 1) HASHLANE_NEW_A(h, a, g, u, t)
#define HASHLANE_OPERANDS                                                                                              \
    : [a] "+&r"(a), [b] "+&r"(b), [c] "+&r"(c), [d] "+&r"(d), [e] "+&r"(e), [f] "+&r"(f), [g] "+&r"(g), [h] "+&r"(h),  \
      [t] "+&r"(S[8]), [u] "=&r"(u), [v] "=&r"(v), [w] "=&r"(w)                                                        \
    : [WK] "r"(WK), [at] "i"(at * sizeof(W)), [size] "i"(sizeof(W)), [m0] "i"(P::Sigma1[0]), [m1] "i"(P::Sigma1[1]),   \
      [m2] "i"(P::Sigma1[2]), [n0] "i"(P::Sigma0[0]), [n1] "i"(P::Sigma0[1]), [n2] "i"(P::Sigma0[2])                   \
    : "cc", "memory"
// clang-format on

// Computes two rounds, with W_t + K_t at WK[at] and WK[at + 1]. S[first % 8] is a, the seven others follow, and S[8] is
// b ^ c before and after. T is the target.
template <class P, class T, int first, std::size_t at, class W>
HASHLANE_INLINE void two_rounds_by_rorx(W* S, const W* WK) {
    W &a = S[first & 7], &b = S[(first + 1) & 7], &c = S[(first + 2) & 7], &d = S[(first + 3) & 7],
      &e = S[(first + 4) & 7], &f = S[(first + 5) & 7], &g = S[(first + 6) & 7], &h = S[(first + 7) & 7];
    W u, v, w;
    if constexpr (T::many_alus)
        asm(HASHLANE_TWO_ROUNDS(HASHLANE_NEW_E_OF_TWO_SUMS) HASHLANE_OPERANDS);
    else
        asm(HASHLANE_TWO_ROUNDS(HASHLANE_NEW_E) HASHLANE_OPERANDS);
}

#undef HASHLANE_OP
#undef HASHLANE_MOV
#undef HASHLANE_ADD
#undef HASHLANE_AND
#undef HASHLANE_XOR
#undef HASHLANE_ANDN
#undef HASHLANE_RORX
#undef HASHLANE_ADD_WK
#undef HASHLANE_NEW_E
#undef HASHLANE_NEW_E_OF_TWO_SUMS
#undef HASHLANE_NEW_A
#undef HASHLANE_TWO_ROUNDS
#undef HASHLANE_OPERANDS

}  // namespace hashlane::inline HASHLANE_ABI::sha2
#endif
