// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Ascon-p of one message in general registers, with rorx and andn. The order of the instructions is given here, because
// compilers choose orders that are slower; docs/TUNING.md, "Ascon", says how this one was found.

#include "ascon_p.hpp"

#if defined(HASHLANE_X86)

namespace hashlane::inline HASHLANE_ABI::ascon {

// at[i] is what round i adds to its S_2: the NOT of its S-box, and the constant of round i + 1.
inline constexpr round_table added_after = [] {
    round_table k{};
    for (unsigned i = 0; i < max_rounds; ++i) k.at[i] = ~(i + 1 < max_rounds ? RC[i + 1] : 0);
    return k;
}();

// Each macro writes an instruction in both dialects of assembly, of which the compiler takes that of the unit.
#define HASHLANE_OP(op, d, s) op " {%[" #s "], %[" #d "]|%[" #d "], %[" #s "]}\n\t"
#define HASHLANE_MOV(d, s) HASHLANE_OP("mov", d, s)
#define HASHLANE_XOR(d, s) HASHLANE_OP("xor", d, s)
#define HASHLANE_OR(d, s) HASHLANE_OP("or", d, s)
#define HASHLANE_ANDN(d, a, b) "andn {%[" #b "], %[" #a "], %[" #d "]|%[" #d "], %[" #a "], %[" #b "]}\n\t"
#define HASHLANE_RORX(d, s, n) "rorx {$" #n ", %[" #s "], %[" #d "]|%[" #d "], %[" #s "], " #n "}\n\t"
#define HASHLANE_XORK(d, at) "xor {" #at "(%[end],%[i]), %[" #d "]|%[" #d "], [%[end] + %[i] + " #at "]}\n\t"

// Computes Ascon-p[rnd] in place. The loop computes two rounds a turn, so rnd must be even, and from 2 to 16. Sigma is
// written as y ^ ror(y, a) ^ ror(y, b), which is one operation less deep than y ^ ror(y ^ ror(y, c), d).
HASHLANE_INLINE void permute_by_rorx(lane<std::uint64_t, 1>* S, unsigned rnd) {
    std::uint64_t x0 = S[0].v, x1 = S[1].v, x2 = S[2].v ^ RC[max_rounds - rnd], x3 = S[3].v, x4 = S[4].v;
    std::uint64_t t0, t1, t2, t3, t4, t5;
    std::int64_t i = -8 * static_cast<std::int64_t>(rnd);
    // clang-format off
    asm(".p2align 6\n2:\n\t"
        HASHLANE_MOV(t0, x2) HASHLANE_XOR(t0, x1) HASHLANE_MOV(t1, x0) HASHLANE_XOR(t1, x4) HASHLANE_ANDN(t2, x3, x4)
        HASHLANE_MOV(t3, x3) HASHLANE_XOR(t3, x1) HASHLANE_OR(t3, t0) HASHLANE_ANDN(x2, x1, x2) HASHLANE_XOR(t3, t1)
        HASHLANE_XOR(x3, x4) HASHLANE_XOR(t2, t0) HASHLANE_OR(x0, x3) HASHLANE_XOR(t0, x0) HASHLANE_ANDN(x1, t1, x1)
        HASHLANE_RORX(t4, t2, 1) HASHLANE_MOV(t5, t2) HASHLANE_XORK(t5, 0) HASHLANE_XOR(x1, x3)
        HASHLANE_RORX(x4, t0, 10) HASHLANE_RORX(t2, t2, 6) HASHLANE_XOR(t1, x2) HASHLANE_RORX(x0, t3, 61)
        HASHLANE_XOR(t1, x1) HASHLANE_RORX(x3, x1, 7) HASHLANE_XOR(t5, t4) HASHLANE_RORX(x2, t3, 39)
        HASHLANE_XOR(x4, t0) HASHLANE_RORX(t4, t1, 19) HASHLANE_RORX(t0, t0, 17) HASHLANE_XOR(x0, t3)
        HASHLANE_RORX(t3, x1, 41) HASHLANE_XOR(x1, x3) HASHLANE_XOR(t2, t5) HASHLANE_XOR(x0, x2)
        HASHLANE_RORX(x3, t1, 28) HASHLANE_XOR(t1, t4) HASHLANE_XOR(x4, t0) HASHLANE_XOR(x1, t3) HASHLANE_MOV(t5, t2)
        HASHLANE_XOR(t5, x0) HASHLANE_XOR(t1, x3) HASHLANE_MOV(x2, t1) HASHLANE_XOR(x2, x1) HASHLANE_ANDN(t4, x4, x1)
        HASHLANE_ANDN(t2, x0, t2) HASHLANE_XOR(t4, t5) HASHLANE_MOV(t0, x4) HASHLANE_XOR(t0, x0) HASHLANE_XOR(x4, x1)
        HASHLANE_OR(t1, x4) HASHLANE_XOR(t1, t5) HASHLANE_RORX(t3, t4, 1) HASHLANE_OR(t5, t0) HASHLANE_XOR(t5, x2)
        HASHLANE_MOV(x3, t4) HASHLANE_XORK(x3, 8) HASHLANE_ANDN(x0, x2, x0) HASHLANE_RORX(x1, t1, 10)
        HASHLANE_XOR(x2, t2) HASHLANE_RORX(t4, t4, 6) HASHLANE_XOR(x4, x0) HASHLANE_RORX(t0, t5, 61)
        HASHLANE_RORX(t2, t5, 39) HASHLANE_XOR(x3, t3) HASHLANE_XOR(x2, x4) HASHLANE_RORX(x0, t1, 17)
        HASHLANE_XOR(t1, x1) HASHLANE_RORX(t3, x4, 7) HASHLANE_XOR(t5, t0) HASHLANE_RORX(x1, x4, 41)
        HASHLANE_XOR(t5, t2) HASHLANE_RORX(t0, x2, 19) HASHLANE_XOR(x4, t3) HASHLANE_XOR(x0, t1)
        HASHLANE_RORX(t2, x2, 28) HASHLANE_XOR(t4, x3) HASHLANE_XOR(t0, x2) HASHLANE_XOR(x4, x1) HASHLANE_XOR(t2, t0)
        HASHLANE_MOV(x1, t5) HASHLANE_MOV(x2, t4) HASHLANE_MOV(x3, x0) HASHLANE_MOV(x0, t2)
        "add {$16, %[i]|%[i], 16}\n\t"
        "jne 2b"
        : [x0] "+&r"(x0), [x1] "+&r"(x1), [x2] "+&r"(x2), [x3] "+&r"(x3), [x4] "+&r"(x4), [i] "+&r"(i),
          [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4), [t5] "=&r"(t5)
        : [end] "r"(added_after.at + max_rounds)
        : "cc");
    // clang-format on
    S[0].v = x0;
    S[1].v = x1;
    S[2].v = x2;
    S[3].v = x3;
    S[4].v = x4;
}

#undef HASHLANE_OP
#undef HASHLANE_MOV
#undef HASHLANE_XOR
#undef HASHLANE_OR
#undef HASHLANE_ANDN
#undef HASHLANE_RORX
#undef HASHLANE_XORK

}  // namespace hashlane::inline HASHLANE_ABI::ascon
#endif
