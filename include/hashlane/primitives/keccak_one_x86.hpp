// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Keccak-p of one state with the instructions of AVX-512, as one asm statement: a lane in the low half of each xmm
// register. docs/TUNING.md, "Keccak", has the figures.

#include <cstddef>
#include <cstdint>

#include "keccak_p.hpp"
#include "keccak_steps_x86.hpp"

namespace hashlane::inline HASHLANE_ABI::keccak {

#if HASHLANE_KECCAK_ASM
// clang-format off
#define HASHLANE_V "xmm"
#define HASHLANE_V_WORDS "2"

#define HASHLANE_LOAD_WORD(i)                                                                                          \
    "vmovq {8*" #i "(%[state]), %%" HASHLANE_R(i) "|" HASHLANE_R(i) ", qword ptr [%[state] + 8*" #i "]}\n\t"
#define HASHLANE_STORE_WORD(i)                                                                                         \
    "vmovq {%%" HASHLANE_R(i) ", 8*" #i "(%[state])|qword ptr [%[state] + 8*" #i "], " HASHLANE_R(i) "}\n\t"

// Xors word i of the block into lane i.
#define HASHLANE_ABSORB_WORD(i)                                                                                        \
    "vmovq {8*" #i "(%[in]), %%" HASHLANE_R(31) "|" HASHLANE_R(31) ", qword ptr [%[in] + 8*" #i "]}\n\t"               \
    HASHLANE_XOR3(i, i, 31)

// Leaves when the block has no more words than n.
#define HASHLANE_END_OF_RATE(n) "cmp {$" #n ", %[rate]|%[rate], " #n "}\n\tje 3f\n\t"

// The order of a round, which was found by timing. Theta's parities and then its D are computed in free registers. Pi
// comes last: it moves all lanes but lane 0 along one cycle, and moves take no time of an execution unit.
#define HASHLANE_ROUND_OF_ONE                                                                                          \
    HASHLANE_COPY(28, 3) HASHLANE_COPY(26, 1) HASHLANE_PARITY(28, 8, 13) HASHLANE_PARITY(26, 6, 11)                    \
    HASHLANE_PARITY(28, 18, 23) HASHLANE_ROL(31, 28, 1) HASHLANE_COPY(27, 2) HASHLANE_COPY(29, 4)                      \
    HASHLANE_COPY(25, 0) HASHLANE_PARITY(26, 16, 21) HASHLANE_PARITY(25, 5, 10) HASHLANE_PARITY(29, 9, 14)             \
    HASHLANE_PARITY(27, 7, 12) HASHLANE_ROL(30, 26, 1) HASHLANE_PARITY(29, 19, 24) HASHLANE_PARITY(25, 15, 20)         \
    HASHLANE_PARITY(27, 17, 22) HASHLANE_XOR3(26, 26, 31) HASHLANE_ROL(31, 25, 1) HASHLANE_XOR3(30, 30, 29)            \
    HASHLANE_THETA(7, 26) HASHLANE_XOR3(28, 28, 31) HASHLANE_ROL(31, 27, 1) HASHLANE_ROL(29, 29, 1)                    \
    HASHLANE_XOR3(25, 25, 31) HASHLANE_THETA(1, 25) HASHLANE_THETA(0, 30) HASHLANE_XOR3(27, 27, 29)                    \
    HASHLANE_THETA(20, 30) HASHLANE_THETA(6, 25) HASHLANE_THETA(12, 26) HASHLANE_THETA(24, 28) HASHLANE_RHO(12, 43)    \
    HASHLANE_THETA(11, 25) HASHLANE_THETA(18, 27) HASHLANE_RHO(6, 44) HASHLANE_THETA(16, 25) HASHLANE_RHO(18, 21)      \
    HASHLANE_RHO(24, 14) HASHLANE_RHO(11, 10) HASHLANE_RHO(7, 6) HASHLANE_COPY(31, 0) HASHLANE_THETA(22, 26)           \
    HASHLANE_THETA(4, 28) HASHLANE_THETA(19, 28) HASHLANE_THETA(9, 28) HASHLANE_THETA(3, 27) HASHLANE_THETA(10, 30)    \
    HASHLANE_RHO(9, 20) HASHLANE_RHO(3, 28) HASHLANE_RHO(16, 45) HASHLANE_RHO(22, 61) HASHLANE_COPY(29, 6)             \
    HASHLANE_RHO(10, 3) HASHLANE_RHO(1, 1) HASHLANE_THETA(13, 27) HASHLANE_RHO(13, 25) HASHLANE_RHO(19, 8)             \
    HASHLANE_RHO(20, 18) HASHLANE_CHI(0, 6, 12) HASHLANE_THETA(5, 30) HASHLANE_CHI(6, 12, 18)                          \
    HASHLANE_CHI(12, 18, 24) HASHLANE_CHI(18, 24, 31) HASHLANE_CHI(24, 31, 29) HASHLANE_THETA(23, 27)                  \
    HASHLANE_THETA(17, 26) HASHLANE_COPY(29, 3) HASHLANE_RHO(4, 27) HASHLANE_RHO(23, 56) HASHLANE_RHO(5, 36)           \
    HASHLANE_RHO(17, 15) HASHLANE_THETA(2, 26) HASHLANE_CHI(3, 9, 10) HASHLANE_COPY(31, 9) HASHLANE_RHO(2, 62)         \
    HASHLANE_CHI(9, 10, 16) HASHLANE_THETA(8, 27) HASHLANE_CHI(10, 16, 22) HASHLANE_CHI(16, 22, 29)                    \
    HASHLANE_CHI(22, 29, 31) HASHLANE_THETA(15, 30) HASHLANE_COPY(31, 1) HASHLANE_COPY(29, 7) HASHLANE_THETA(21, 25)   \
    HASHLANE_CHI(1, 7, 13) HASHLANE_CHI(7, 13, 19) HASHLANE_CHI(13, 19, 20) HASHLANE_CHI(19, 20, 31)                   \
    HASHLANE_THETA(14, 28) HASHLANE_RHO(21, 2) HASHLANE_CHI(20, 31, 29) HASHLANE_RHO(15, 41) HASHLANE_RHO(8, 55)       \
    HASHLANE_RHO(14, 39) HASHLANE_COPY(29, 4) HASHLANE_COPY(31, 5) HASHLANE_CHI(4, 5, 11) HASHLANE_CHI(5, 11, 17)      \
    HASHLANE_CHI(11, 17, 23) HASHLANE_CHI(17, 23, 29) HASHLANE_CHI(23, 29, 31) HASHLANE_COPY(31, 2)                    \
    HASHLANE_COPY(29, 8) HASHLANE_CHI(2, 8, 14) HASHLANE_CHI(8, 14, 15) HASHLANE_CHI(14, 15, 21)                       \
    HASHLANE_CHI(15, 21, 31) HASHLANE_CHI(21, 31, 29) HASHLANE_PI(31, 1) HASHLANE_PI(1, 6) HASHLANE_PI(6, 9)           \
    HASHLANE_PI(9, 22) HASHLANE_PI(22, 14) HASHLANE_PI(14, 20) HASHLANE_IOTA(0) HASHLANE_PI(20, 2)                     \
    HASHLANE_PI(2, 12) HASHLANE_PI(12, 13) HASHLANE_PI(13, 19) HASHLANE_PI(19, 23) HASHLANE_PI(23, 15)                 \
    HASHLANE_PI(15, 4) HASHLANE_PI(4, 24) HASHLANE_PI(24, 21) HASHLANE_PI(21, 8) HASHLANE_PI(8, 16)                    \
    HASHLANE_PI(16, 5) HASHLANE_PI(5, 3) HASHLANE_PI(3, 18) HASHLANE_PI(18, 17) HASHLANE_PI(17, 11)                    \
    HASHLANE_PI(11, 7) HASHLANE_PI(7, 10) HASHLANE_PI(10, 31)

// Absorbs blocks into a state: xors each into its first `rate` words, 9, 13, 17, 18 or 21, and permutes it with n_r
// rounds. With a rate of 0 it permutes `blocks` times, and `in` may be null. There is one block or more.
HASHLANE_INLINE void absorb_words(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in,
                                  std::size_t blocks) {
    std::int64_t round;
    asm volatile(
        HASHLANE_EACH_LANE(HASHLANE_LOAD_WORD)
        "2:\n\t"  // a block
        "cmp {$0, %[rate]|%[rate], 0}\n\t"
        "je 4f\n\t"
        HASHLANE_ABSORB_WORD(0) HASHLANE_ABSORB_WORD(1) HASHLANE_ABSORB_WORD(2) HASHLANE_ABSORB_WORD(3)
        HASHLANE_ABSORB_WORD(4) HASHLANE_ABSORB_WORD(5) HASHLANE_ABSORB_WORD(6) HASHLANE_ABSORB_WORD(7)
        HASHLANE_ABSORB_WORD(8) HASHLANE_END_OF_RATE(9)
        HASHLANE_ABSORB_WORD(9) HASHLANE_ABSORB_WORD(10) HASHLANE_ABSORB_WORD(11) HASHLANE_ABSORB_WORD(12)
        HASHLANE_END_OF_RATE(13)
        HASHLANE_ABSORB_WORD(13) HASHLANE_ABSORB_WORD(14) HASHLANE_ABSORB_WORD(15) HASHLANE_ABSORB_WORD(16)
        HASHLANE_END_OF_RATE(17)
        HASHLANE_ABSORB_WORD(17) HASHLANE_END_OF_RATE(18)
        HASHLANE_ABSORB_WORD(18) HASHLANE_ABSORB_WORD(19) HASHLANE_ABSORB_WORD(20)
        "3:\n\t"
        "lea {(%[in],%[rate],8), %[in]|%[in], [%[in] + 8*%[rate]]}\n\t"
        "4:\n\t"
        "mov {%[first_round], %[round]|%[round], %[first_round]}\n\t"
        ".p2align 6\n"
        "5:\n\t"  // a round
        HASHLANE_ROUND_OF_ONE
        "add {$8, %[round]|%[round], 8}\n\t"
        "jne 5b\n\t"
        "sub {$1, %[blocks]|%[blocks], 1}\n\t"
        "jne 2b\n\t"
        HASHLANE_EACH_LANE(HASHLANE_STORE_WORD)
        : [blocks] "+r"(blocks), [in] "+r"(in), [round] "=&r"(round)
        : [state] "r"(S), [rate] "r"(rate), [constants] "r"(RC + max_rounds),
          [first_round] "rm"(-8 * static_cast<std::int64_t>(n_r))
        : HASHLANE_KECCAK_CLOBBERS);
}
// clang-format on

#undef HASHLANE_V
#undef HASHLANE_V_WORDS
#undef HASHLANE_LOAD_WORD
#undef HASHLANE_STORE_WORD
#undef HASHLANE_ABSORB_WORD
#undef HASHLANE_END_OF_RATE
#undef HASHLANE_ROUND_OF_ONE
#else
// Kernels name it, and do not call it.
void absorb_words(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in, std::size_t blocks);
#endif

}  // namespace hashlane::inline HASHLANE_ABI::keccak
