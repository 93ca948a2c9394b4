// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Keccak-p of eight states side by side in vectors of 64 bytes, or of four in vectors of 32 bytes with the instructions
// of AVX-512: absorbing blocks of as many rows of bytes, and the first words of eight permuted states. Each is one asm
// statement for two reasons. The 25 lanes of the states stay in registers from block to block, and the instructions of
// a round have an order that was found by timing; compilers store lanes between the rounds and choose other orders.
// docs/TUNING.md, "Trees", has the figures.

#include <cstddef>
#include <cstdint>

#include "../lanes/transpose.hpp"
#include "keccak_p.hpp"
#include "keccak_steps_x86.hpp"

namespace hashlane::inline HASHLANE_ABI::keccak {

// Blocks of rows, one behind the other: row j has its first block at rows[j] + at. While a block is absorbed, the bytes
// that stand `ahead` bytes behind it are prefetched. All but `blocks` are counted in bytes.
struct row_blocks {
    const std::uint8_t* const* rows;
    std::size_t at, blocks, ahead;
};

#if HASHLANE_KECCAK_ASM

// clang-format off
// What depends on the width of the registers has one of four names, which absorb_rows() defines for each width:
// HASHLANE_V and HASHLANE_V_WORDS are those of keccak_steps_x86.hpp, HASHLANE_V_BYTES is the size of a register, and
// HASHLANE_ODD is explained at HASHLANE_ABSORB.
#define HASHLANE_LOAD(i)                                                                                               \
    "vmovdqu64 {" HASHLANE_V_BYTES "*" #i "(%[state]), %%" HASHLANE_R(i)                                               \
    "|" HASHLANE_R(i) ", [%[state] + " HASHLANE_V_BYTES "*" #i "]}\n\t"
#define HASHLANE_STORE(i)                                                                                              \
    "vmovdqa64 {%%" HASHLANE_R(i) ", " HASHLANE_V_BYTES "*" #i "(%[state])"                                            \
    "|[%[state] + " HASHLANE_V_BYTES "*" #i "], " HASHLANE_R(i) "}\n\t"

// The order of a round, which was found for vectors of 64 bytes, and serves both widths. Theta's C, the parities of the
// columns, and then D are computed in free registers: D of the columns 0 to 4 stands in 30, 25, 26, 27 and 28. A plane
// of the new state is computed in the places of the lanes that pi moves to it; 29 and 31 keep the two lanes that chi
// overwrites before their last use. Pi comes last. It moves all lanes but lane 0 along one cycle.
#define HASHLANE_ROUND                                                                                                 \
    HASHLANE_COPY(25, 0)                                                                                               \
    HASHLANE_COPY(26, 1)                                                                                               \
    HASHLANE_PARITY(26, 6, 11)                                                                                         \
    HASHLANE_PARITY(25, 5, 10)                                                                                         \
    HASHLANE_COPY(29, 4)                                                                                               \
    HASHLANE_COPY(28, 3)                                                                                               \
    HASHLANE_COPY(27, 2)                                                                                               \
    HASHLANE_PARITY(28, 8, 13)                                                                                         \
    HASHLANE_PARITY(27, 7, 12)                                                                                         \
    HASHLANE_PARITY(28, 18, 23)         /* C of column 3 */                                                            \
    HASHLANE_ROL(31, 28, 1)                                                                                            \
    HASHLANE_PARITY(26, 16, 21)         /* C of column 1 */                                                            \
    HASHLANE_PARITY(29, 9, 14)                                                                                         \
    HASHLANE_PARITY(29, 19, 24)         /* C of column 4 */                                                            \
    HASHLANE_ROL(30, 26, 1)                                                                                            \
    HASHLANE_XOR3(30, 30, 29)            /* D of column 0 */                                                           \
    HASHLANE_ROL(29, 29, 1)                                                                                            \
    HASHLANE_XOR3(26, 26, 31)            /* D of column 2 */                                                           \
    HASHLANE_PARITY(27, 17, 22)         /* C of column 2 */                                                            \
    HASHLANE_THETA(12, 26)                                                                                             \
    HASHLANE_PARITY(25, 15, 20)         /* C of column 0 */                                                            \
    HASHLANE_RHO(12, 43)                                                                                               \
    HASHLANE_THETA(10, 30)                                                                                             \
    HASHLANE_ROL(31, 25, 1)                                                                                            \
    HASHLANE_XOR3(28, 28, 31)            /* D of column 4 */                                                           \
    HASHLANE_ROL(31, 27, 1)                                                                                            \
    HASHLANE_XOR3(27, 27, 29)            /* D of column 3 */                                                           \
    HASHLANE_THETA(0, 30)                                                                                              \
    HASHLANE_THETA(5, 30)                                                                                              \
    HASHLANE_THETA(4, 28)                                                                                              \
    HASHLANE_XOR3(25, 25, 31)            /* D of column 1 */                                                           \
    HASHLANE_THETA(9, 28)                                                                                              \
    HASHLANE_THETA(1, 25)                                                                                              \
    HASHLANE_THETA(6, 25)                                                                                              \
    HASHLANE_THETA(3, 27)                                                                                              \
    HASHLANE_RHO(1, 1)                                                                                                 \
    HASHLANE_THETA(24, 28)                                                                                             \
    HASHLANE_THETA(16, 25)                                                                                             \
    HASHLANE_THETA(18, 27)                                                                                             \
    HASHLANE_THETA(13, 27)                                                                                             \
    HASHLANE_COPY(31, 0)                                                                                               \
    HASHLANE_RHO(18, 21)                                                                                               \
    HASHLANE_RHO(5, 36)                                                                                                \
    HASHLANE_RHO(6, 44)                                                                                                \
    HASHLANE_RHO(4, 27)                                                                                                \
    HASHLANE_RHO(24, 14)                                                                                               \
    HASHLANE_RHO(9, 20)                                                                                                \
    HASHLANE_RHO(10, 3)                                                                                                \
    HASHLANE_THETA(23, 27)                                                                                             \
    HASHLANE_RHO(3, 28)                                                                                                \
    HASHLANE_THETA(19, 28)                                                                                             \
    HASHLANE_THETA(22, 26)                                                                                             \
    HASHLANE_RHO(16, 45)                                                                                               \
    HASHLANE_THETA(7, 26)                                                                                              \
    HASHLANE_CHI(0, 6, 12)              /* lane 0 of the new state */                                                  \
    HASHLANE_COPY(29, 6)                                                                                               \
    HASHLANE_CHI(6, 12, 18)             /* lane 1 of the new state */                                                  \
    HASHLANE_RHO(22, 61)                                                                                               \
    HASHLANE_RHO(23, 56)                                                                                               \
    HASHLANE_THETA(20, 30)                                                                                             \
    HASHLANE_THETA(21, 25)                                                                                             \
    HASHLANE_CHI(12, 18, 24)            /* lane 2 of the new state */                                                  \
    HASHLANE_CHI(18, 24, 31)            /* lane 3 of the new state */                                                  \
    HASHLANE_RHO(13, 25)                                                                                               \
    HASHLANE_RHO(7, 6)                                                                                                 \
    HASHLANE_CHI(24, 31, 29)            /* lane 4 of the new state */                                                  \
    HASHLANE_RHO(20, 18)                                                                                               \
    HASHLANE_THETA(17, 26)                                                                                             \
    HASHLANE_COPY(29, 3)                                                                                               \
    HASHLANE_CHI(3, 9, 10)              /* lane 5 of the new state */                                                  \
    HASHLANE_COPY(31, 9)                                                                                               \
    HASHLANE_RHO(19, 8)                                                                                                \
    HASHLANE_CHI(9, 10, 16)             /* lane 6 of the new state */                                                  \
    HASHLANE_THETA(11, 25)                                                                                             \
    HASHLANE_THETA(15, 30)                                                                                             \
    HASHLANE_RHO(15, 41)                                                                                               \
    HASHLANE_RHO(17, 15)                                                                                               \
    HASHLANE_THETA(14, 28)                                                                                             \
    HASHLANE_CHI(10, 16, 22)            /* lane 7 of the new state */                                                  \
    HASHLANE_THETA(2, 26)                                                                                              \
    HASHLANE_CHI(16, 22, 29)            /* lane 8 of the new state */                                                  \
    HASHLANE_CHI(22, 29, 31)            /* lane 9 of the new state */                                                  \
    HASHLANE_COPY(31, 1)                                                                                               \
    HASHLANE_RHO(11, 10)                                                                                               \
    HASHLANE_COPY(29, 7)                                                                                               \
    HASHLANE_CHI(1, 7, 13)              /* lane 10 of the new state */                                                 \
    HASHLANE_THETA(8, 27)                                                                                              \
    HASHLANE_CHI(7, 13, 19)             /* lane 11 of the new state */                                                 \
    HASHLANE_CHI(13, 19, 20)            /* lane 12 of the new state */                                                 \
    HASHLANE_RHO(21, 2)                                                                                                \
    HASHLANE_CHI(19, 20, 31)            /* lane 13 of the new state */                                                 \
    HASHLANE_CHI(20, 31, 29)            /* lane 14 of the new state */                                                 \
    HASHLANE_COPY(31, 5)                                                                                               \
    HASHLANE_RHO(14, 39)                                                                                               \
    HASHLANE_COPY(29, 4)                                                                                               \
    HASHLANE_RHO(2, 62)                                                                                                \
    HASHLANE_CHI(4, 5, 11)              /* lane 15 of the new state */                                                 \
    HASHLANE_CHI(5, 11, 17)             /* lane 16 of the new state */                                                 \
    HASHLANE_RHO(8, 55)                                                                                                \
    HASHLANE_CHI(11, 17, 23)            /* lane 17 of the new state */                                                 \
    HASHLANE_CHI(17, 23, 29)            /* lane 18 of the new state */                                                 \
    HASHLANE_CHI(23, 29, 31)            /* lane 19 of the new state */                                                 \
    HASHLANE_COPY(31, 2)                                                                                               \
    HASHLANE_CHI(2, 8, 14)              /* lane 20 of the new state */                                                 \
    HASHLANE_COPY(29, 8)                                                                                               \
    HASHLANE_CHI(8, 14, 15)             /* lane 21 of the new state */                                                 \
    HASHLANE_CHI(14, 15, 21)            /* lane 22 of the new state */                                                 \
    HASHLANE_CHI(15, 21, 31)            /* lane 23 of the new state */                                                 \
    HASHLANE_CHI(21, 31, 29)            /* lane 24 of the new state */                                                 \
    HASHLANE_IOTA(0)                                                                                                   \
    /* pi */                                                                                                           \
    HASHLANE_PI(31, 1) HASHLANE_PI(1, 6) HASHLANE_PI(6, 9) HASHLANE_PI(9, 22) HASHLANE_PI(22, 14)                      \
    HASHLANE_PI(14, 20) HASHLANE_PI(20, 2) HASHLANE_PI(2, 12) HASHLANE_PI(12, 13) HASHLANE_PI(13, 19)                  \
    HASHLANE_PI(19, 23) HASHLANE_PI(23, 15) HASHLANE_PI(15, 4) HASHLANE_PI(4, 24) HASHLANE_PI(24, 21)                  \
    HASHLANE_PI(21, 8) HASHLANE_PI(8, 16) HASHLANE_PI(16, 5) HASHLANE_PI(5, 3) HASHLANE_PI(3, 18)                      \
    HASHLANE_PI(18, 17) HASHLANE_PI(17, 11) HASHLANE_PI(11, 7) HASHLANE_PI(7, 10) HASHLANE_PI(10, 31)

// The last round where only the first four words are wanted. They come from the lanes 0, 6, 12, 18 and 24, so theta,
// rho and chi leave the others out. The parities stand in 5 and 1 to 4. The words end in 1, 2, 3 and 18.
#define HASHLANE_LAST_ROUND                                                                                            \
    HASHLANE_PARITY(5, 10, 15) HASHLANE_PARITY(5, 0, 20)                                                               \
    HASHLANE_PARITY(1, 11, 16) HASHLANE_PARITY(1, 6, 21) HASHLANE_PARITY(2, 7, 17) HASHLANE_PARITY(2, 12, 22)          \
    HASHLANE_PARITY(3, 8, 13) HASHLANE_PARITY(3, 18, 23) HASHLANE_PARITY(4, 9, 14) HASHLANE_PARITY(4, 19, 24)          \
    HASHLANE_ROL(25, 1, 1) HASHLANE_ROL(26, 2, 1) HASHLANE_ROL(27, 3, 1) HASHLANE_ROL(28, 4, 1) HASHLANE_ROL(29, 5, 1) \
    HASHLANE_PARITY(0, 4, 25) HASHLANE_PARITY(6, 5, 26) HASHLANE_PARITY(12, 1, 27) HASHLANE_PARITY(18, 2, 28)          \
    HASHLANE_PARITY(24, 3, 29) HASHLANE_RHO(6, 44) HASHLANE_RHO(12, 43) HASHLANE_RHO(18, 21) HASHLANE_RHO(24, 14)      \
    HASHLANE_COPY(1, 0) HASHLANE_CHI(1, 6, 12) HASHLANE_IOTA(1) HASHLANE_COPY(2, 6) HASHLANE_CHI(2, 12, 18)            \
    HASHLANE_COPY(3, 12) HASHLANE_CHI(3, 18, 24) HASHLANE_CHI(18, 24, 0)

// Stores the word that stands in register i to both places, and leaves after the last word.
#define HASHLANE_WORD(i, at)                                                                                           \
    "vmovdqu64 {%%zmm" #i ", " #at "(%[to])|[%[to] + " #at "], zmm" #i "}\n\t"                                         \
    "vmovdqu64 {%%zmm" #i ", " #at "(%[also_to])|[%[also_to] + " #at "], zmm" #i "}\n\t"                               \
    "sub {$1, %[words]|%[words], 1}\n\t"                                                                               \
    "je 6f\n\t"

// Steps of absorbing. ROW takes the address of a row. LOW and HIGH load the 32 bytes at x of its block into a half of a
// register of 64 bytes, of which the lower half is a register of 32 bytes. LOW_WORD and HIGH_WORD load the last word of
// the block.
#define HASHLANE_ROW(j) "mov {8*" #j "(%[rows]), %[row]|%[row], [%[rows] + 8*" #j "]}\n\t"
#define HASHLANE_AHEAD(x) "prefetcht0 {" #x "(%[row],%[ahead])|byte ptr [%[row] + %[ahead] + " #x "]}\n\t"
#define HASHLANE_LOW(d, x) "vmovdqu64 {" #x "(%[row],%[at]), %%ymm" #d "|ymm" #d ", [%[row] + %[at] + " #x "]}\n\t"
#define HASHLANE_HIGH(d, x)                                                                                            \
    "vinserti64x4 {$1, " #x "(%[row],%[at]), %%zmm" #d ", %%zmm" #d "|zmm" #d ", zmm" #d                               \
    ", ymmword ptr [%[row] + %[at] + " #x "], 1}\n\t"
#define HASHLANE_LOW_WORD(d) "vmovq {(%[row],%[last]), %%xmm" #d "|xmm" #d ", qword ptr [%[row] + %[last]]}\n\t"
#define HASHLANE_HIGH_WORD(d)                                                                                          \
    "vmovhps {(%[row],%[last]), %%xmm" #d ", %%xmm" #d "|xmm" #d ", xmm" #d ", qword ptr [%[row] + %[last]]}\n\t"

// Load the 32 bytes at x of a row, or of two rows, into register d. `ahead` is a prefetch of each row, or empty.
#define HASHLANE_ONE_ROW(d, x, ahead, j) HASHLANE_ROW(j) ahead HASHLANE_LOW(d, x)
#define HASHLANE_TWO_ROWS(d, x, ahead, low, high)                                                                      \
    HASHLANE_ONE_ROW(d, x, ahead, low) HASHLANE_ROW(high) ahead HASHLANE_HIGH(d, x)

// Load the 32 bytes at x of all rows into the registers 25 to 28.
#define HASHLANE_EIGHT_ROWS(x, ahead)                                                                                  \
    HASHLANE_TWO_ROWS(25, x, ahead, 0, 2) HASHLANE_TWO_ROWS(26, x, ahead, 1, 3)                                        \
    HASHLANE_TWO_ROWS(27, x, ahead, 4, 6) HASHLANE_TWO_ROWS(28, x, ahead, 5, 7)
#define HASHLANE_FOUR_ROWS(x, ahead)                                                                                   \
    HASHLANE_ONE_ROW(25, x, ahead, 0) HASHLANE_ONE_ROW(26, x, ahead, 1)                                                \
    HASHLANE_ONE_ROW(27, x, ahead, 2) HASHLANE_ONE_ROW(28, x, ahead, 3)

// Absorbs the four words at x of all rows, which `load` loads, into the lanes a to d. The first step makes pairs of the
// same word of two neighbouring rows. Registers 29 and 30 then have pairs of word 0 in their even places of 16 bytes,
// and pairs of word 2 in the odd places; 25 and 27 have those of the words 1 and 3. The second step collects the pairs
// of a word. HASHLANE_ODD is the operand with which vshufi64x2 takes the odd places.
#define HASHLANE_ABSORB(load, x, ahead, a, b, c, d)                                                                    \
    load(x, ahead)                                                                                                     \
    HASHLANE_3("vpunpcklqdq", 29, 25, 26) HASHLANE_3("vpunpcklqdq", 30, 27, 28)                                        \
    HASHLANE_3("vpunpckhqdq", 25, 25, 26) HASHLANE_3("vpunpckhqdq", 27, 27, 28)                                        \
    HASHLANE_3N("vshufi64x2", 31, 29, 30, "0x88") HASHLANE_XOR3(a, a, 31)                                              \
    HASHLANE_3N("vshufi64x2", 26, 25, 27, "0x88") HASHLANE_XOR3(b, b, 26)                                              \
    HASHLANE_3N("vshufi64x2", 29, 29, 30, HASHLANE_ODD) HASHLANE_XOR3(c, c, 29)                                        \
    HASHLANE_3N("vshufi64x2", 25, 25, 27, HASHLANE_ODD) HASHLANE_XOR3(d, d, 25)

// Absorbs the first 16 words of a block, and prefetches.
#define HASHLANE_ABSORB_16_WORDS(load)                                                                                 \
    HASHLANE_ABSORB(load, 0, HASHLANE_AHEAD(0), 0, 1, 2, 3)                                                            \
    HASHLANE_ABSORB(load, 32, HASHLANE_AHEAD(64), 4, 5, 6, 7)                                                          \
    HASHLANE_ABSORB(load, 64, HASHLANE_AHEAD(128), 8, 9, 10, 11)                                                       \
    HASHLANE_ABSORB(load, 96, , 12, 13, 14, 15)

// Load the last word of the blocks of two rows into register d, of four rows into register `to`, which is d or a free
// one, and of all rows into register 31.
#define HASHLANE_TWO_WORDS(d, low, high) HASHLANE_ROW(low) HASHLANE_LOW_WORD(d) HASHLANE_ROW(high) HASHLANE_HIGH_WORD(d)
#define HASHLANE_FOUR_WORDS(to, d, e, j0, j1, j2, j3)                                                                  \
    HASHLANE_TWO_WORDS(d, j0, j1) HASHLANE_TWO_WORDS(e, j2, j3)                                                        \
    "vinserti32x4 {$1, %%xmm" #e ", %%ymm" #d ", %%ymm" #to "|ymm" #to ", ymm" #d ", xmm" #e ", 1}\n\t"
#define HASHLANE_LAST_FOUR_WORDS HASHLANE_FOUR_WORDS(31, 25, 26, 0, 1, 2, 3)
#define HASHLANE_LAST_EIGHT_WORDS                                                                                      \
    HASHLANE_FOUR_WORDS(25, 25, 26, 0, 1, 2, 3) HASHLANE_FOUR_WORDS(27, 27, 28, 4, 5, 6, 7)                            \
    "vinserti64x4 {$1, %%ymm27, %%zmm25, %%zmm31|zmm31, zmm25, ymm27, 1}\n\t"

// The whole statement. `load` loads 32 bytes of all rows, `last_words` their last words.
#define HASHLANE_ABSORB_ROWS(load, last_words)                                                                         \
    asm volatile(                                                                                                      \
        HASHLANE_EACH_LANE(HASHLANE_LOAD)                                                                              \
        "2:\n\t" /* a block */                                                                                         \
        HASHLANE_ABSORB_16_WORDS(load)                                                                                 \
        last_words                                                                                                     \
        "mov {%[first_round], %[round]|%[round], %[first_round]}\n\t"                                                  \
        "cmp {$136, %[bytes]|%[bytes], 136}\n\t"                                                                       \
        "jne 3f\n\t"                                                                                                   \
        HASHLANE_XOR3(16, 16, 31)                                                                                      \
        "jmp 4f\n"                                                                                                     \
        "3:\n\t" /* a rate of 21 words */                                                                              \
        HASHLANE_XOR3(20, 20, 31)                                                                                      \
        HASHLANE_ABSORB(load, 128, , 16, 17, 18, 19)                                                                   \
        ".p2align 6\n"                                                                                                 \
        "4:\n\t" /* a round */                                                                                         \
        HASHLANE_ROUND                                                                                                 \
        "add {$8, %[round]|%[round], 8}\n\t"                                                                           \
        "jne 4b\n\t"                                                                                                   \
        "add {%[bytes], %[at]|%[at], %[bytes]}\n\t"                                                                    \
        "add {%[bytes], %[last]|%[last], %[bytes]}\n\t"                                                                \
        "add {%[bytes], %[ahead]|%[ahead], %[bytes]}\n\t"                                                              \
        "sub {$1, %[blocks]|%[blocks], 1}\n\t"                                                                         \
        "jne 2b\n\t"                                                                                                   \
        HASHLANE_EACH_LANE(HASHLANE_STORE)                                                                             \
        : [blocks] "+r"(blocks), [at] "+r"(at), [last] "+r"(last), [ahead] "+r"(ahead), [row] "=&r"(row),              \
          [round] "=&r"(round)                                                                                         \
        : [state] "r"(state), [rows] "r"(b.rows), [bytes] "r"(bytes), [constants] "r"(RC + max_rounds),                \
          [first_round] "rm"(-8 * static_cast<std::int64_t>(n_r))                                                      \
        : HASHLANE_KECCAK_CLOBBERS)
// clang-format on

// Absorbs b into N states, 4 or 8, of which there is one for each row, with n_r rounds after each block. A rate is
// counted in words: 17 or 21. b has one block or more.
template <std::size_t N>
HASHLANE_INLINE void absorb_rows(words_of<N>* state, const row_blocks& b, std::size_t rate, unsigned n_r) {
    const std::size_t bytes = 8 * rate;
    std::size_t blocks = b.blocks, at = b.at, last = b.at + bytes - 8, ahead = b.at + b.ahead;
    std::uintptr_t row;
    std::int64_t round;
    if constexpr (N == 8) {
#define HASHLANE_V "zmm"
#define HASHLANE_V_BYTES "64"
#define HASHLANE_V_WORDS "8"
#define HASHLANE_ODD "0xdd"
        HASHLANE_ABSORB_ROWS(HASHLANE_EIGHT_ROWS, HASHLANE_LAST_EIGHT_WORDS);
#undef HASHLANE_V
#undef HASHLANE_V_BYTES
#undef HASHLANE_V_WORDS
#undef HASHLANE_ODD
    } else {
#define HASHLANE_V "ymm"
#define HASHLANE_V_BYTES "32"
#define HASHLANE_V_WORDS "4"
#define HASHLANE_ODD "3"
        HASHLANE_ABSORB_ROWS(HASHLANE_FOUR_ROWS, HASHLANE_LAST_FOUR_WORDS);
#undef HASHLANE_V
#undef HASHLANE_V_BYTES
#undef HASHLANE_V_WORDS
#undef HASHLANE_ODD
    }
}

// Permutes eight states, whose words i stand at S + 8 * i, and writes the first 1 to 4 words of them to two places.
HASHLANE_INLINE void permute_to_words(const std::uint64_t* S, unsigned n_r, std::size_t words, std::uint64_t* to,
                                      std::uint64_t* also_to) {
    std::int64_t round = -8 * static_cast<std::int64_t>(n_r);
#define HASHLANE_V "zmm"
#define HASHLANE_V_BYTES "64"
#define HASHLANE_V_WORDS "8"
    // clang-format off
    asm volatile(
        HASHLANE_EACH_LANE(HASHLANE_LOAD)
        ".p2align 6\n"
        "5:\n\t"  // a round
        HASHLANE_ROUND
        "add {$8, %[round]|%[round], 8}\n\t"
        "cmp {$-8, %[round]|%[round], -8}\n\t"
        "jne 5b\n\t"
        HASHLANE_LAST_ROUND
        HASHLANE_WORD(1, 0) HASHLANE_WORD(2, 64) HASHLANE_WORD(3, 128) HASHLANE_WORD(18, 192)
        "6:\n\t"
        : [round] "+r"(round), [words] "+r"(words)
        : [state] "r"(S), [to] "r"(to), [also_to] "r"(also_to), [constants] "r"(RC + max_rounds)
        : HASHLANE_KECCAK_CLOBBERS);
    // clang-format on
#undef HASHLANE_V
#undef HASHLANE_V_BYTES
#undef HASHLANE_V_WORDS
}

#undef HASHLANE_LOAD
#undef HASHLANE_STORE
#undef HASHLANE_ROUND
#undef HASHLANE_LAST_ROUND
#undef HASHLANE_WORD
#undef HASHLANE_ROW
#undef HASHLANE_AHEAD
#undef HASHLANE_LOW
#undef HASHLANE_HIGH
#undef HASHLANE_LOW_WORD
#undef HASHLANE_HIGH_WORD
#undef HASHLANE_ONE_ROW
#undef HASHLANE_TWO_ROWS
#undef HASHLANE_EIGHT_ROWS
#undef HASHLANE_FOUR_ROWS
#undef HASHLANE_ABSORB
#undef HASHLANE_ABSORB_16_WORDS
#undef HASHLANE_TWO_WORDS
#undef HASHLANE_FOUR_WORDS
#undef HASHLANE_LAST_FOUR_WORDS
#undef HASHLANE_LAST_EIGHT_WORDS
#undef HASHLANE_ABSORB_ROWS
#endif

}  // namespace hashlane::inline HASHLANE_ABI::keccak
