// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The steps of a round of Keccak-p as text of an asm statement with the instructions of AVX-512: each macro is one
// instruction. keccak_pairs_x86.hpp has one state in registers of 16 bytes, or two in registers of 32 bytes.
// keccak_p_x86.hpp has four states in registers of 32 bytes, or eight in registers of 64 bytes. Each file has an order of
// the instructions of its own.

#include "../lanes/config.hpp"

// MemorySanitizer does not follow data through an asm statement.
#if defined(HASHLANE_X86) && !HASHLANE_MSAN
#define HASHLANE_KECCAK_ASM 1
#else
#define HASHLANE_KECCAK_ASM 0
#endif

#if HASHLANE_KECCAK_ASM
// clang-format off
// The operands d, a, b, c and i are numbers of registers. Each macro writes an instruction in both dialects of assembly,
// of which the compiler takes that of the unit. A file that uses these macros defines HASHLANE_V, the name of a register
// up to its number, and HASHLANE_V_WORDS, how many words it has. HASHLANE_EACH_LANE is for states with lane i in
// register i.
#define HASHLANE_R(i) HASHLANE_V #i
#define HASHLANE_2(op, d, a) op " {%%" HASHLANE_R(a) ", %%" HASHLANE_R(d) "|" HASHLANE_R(d) ", " HASHLANE_R(a) "}\n\t"
#define HASHLANE_3(op, d, a, b)                                                                                        \
    op " {%%" HASHLANE_R(b) ", %%" HASHLANE_R(a) ", %%" HASHLANE_R(d)                                                  \
    "|" HASHLANE_R(d) ", " HASHLANE_R(a) ", " HASHLANE_R(b) "}\n\t"
#define HASHLANE_3N(op, d, a, b, n)                                                                                    \
    op " {$" n ", %%" HASHLANE_R(b) ", %%" HASHLANE_R(a) ", %%" HASHLANE_R(d)                                          \
    "|" HASHLANE_R(d) ", " HASHLANE_R(a) ", " HASHLANE_R(b) ", " n "}\n\t"
#define HASHLANE_KECCAK_CLOBBERS                                                                                       \
    "cc", "memory", HASHLANE_ALL_XMM, "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", \
        "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31"
#define HASHLANE_EACH_LANE(f)                                                                                          \
    f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11) f(12) f(13) f(14) f(15) f(16) f(17) f(18) f(19)      \
    f(20) f(21) f(22) f(23) f(24)

// Steps of a round. PARITY: c ^= a ^ b. CHI: d ^= ~a & b.
#define HASHLANE_COPY(d, a) HASHLANE_2("vmovdqa64", d, a)
#define HASHLANE_XOR3(d, a, b) HASHLANE_3("vpxorq", d, a, b)
#define HASHLANE_ROL(d, a, n)                                                                                          \
    "vprolq {$" #n ", %%" HASHLANE_R(a) ", %%" HASHLANE_R(d) "|" HASHLANE_R(d) ", " HASHLANE_R(a) ", " #n "}\n\t"
#define HASHLANE_PARITY(c, a, b) HASHLANE_3N("vpternlogq", c, a, b, "0x96")
#define HASHLANE_THETA(i, D) HASHLANE_XOR3(i, i, D)
#define HASHLANE_RHO(i, n) HASHLANE_ROL(i, i, n)
#define HASHLANE_CHI(d, a, b) HASHLANE_3N("vpternlogq", d, a, b, "0xd2")
#define HASHLANE_PI(d, a) HASHLANE_COPY(d, a)
#define HASHLANE_IOTA(i)                                                                                               \
    "vpxorq {(%[constants],%[round])%{1to" HASHLANE_V_WORDS "%}, %%" HASHLANE_R(i) ", %%" HASHLANE_R(i)                \
    "|" HASHLANE_R(i) ", " HASHLANE_R(i) ", qword ptr [%[constants] + %[round]]%{1to" HASHLANE_V_WORDS "%}}\n\t"
// clang-format on
#endif
