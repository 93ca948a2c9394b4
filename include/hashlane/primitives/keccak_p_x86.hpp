// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Keccak-p of eight states side by side in vectors of 64 bytes, or of four in vectors of 32 bytes with the instructions
// of AVX-512: absorbing blocks of as many rows of bytes, and the first words of eight permuted states. Each is one asm
// statement for two reasons. The 25 lanes of the states stay in registers from block to block, and the instructions of
// a round have an order that was found by timing; compilers store lanes between the rounds and choose other orders.
// Rounds leave the units for integers idle, so a block is copied into lanes by moves of words while the block before it
// is permuted. docs/TUNING.md, "Trees", has the figures.

#include <cstddef>
#include <cstdint>

#include "../lanes/transpose.hpp"
#include "keccak_p.hpp"
#include "keccak_steps_x86.hpp"

namespace hashlane::inline HASHLANE_ABI::keccak {

// N states and a block for each. absorb_rows() copies the last two words of a block in its first round, the two before
// them in the next, and so on. Its last rounds copy words from before the block, at most eight, which are not used: they
// go to `before`.
template <std::size_t N>
struct row_states {
    words_of<N> before[8];
    words_of<N> block[21];
    words_of<N> A[lanes]{};
};

// The blocks of rows that absorb_rows() copies: row j has the first at rows[j] + at, and the others behind it. The 64
// bytes before it may be read. While a block is copied, the bytes that stand `ahead` bytes behind it are prefetched. All
// but `blocks` are counted in bytes.
struct row_blocks {
    const std::uint8_t* const* rows;
    std::size_t at, blocks, ahead;
};

#if HASHLANE_KECCAK_ASM

// clang-format off
// What depends on the width of the registers has one of three names, which absorb_rows() defines for each width:
// HASHLANE_V and HASHLANE_V_WORDS are those of keccak_steps_x86.hpp, and HASHLANE_V_BYTES is the size of a register.
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

// Xors word i of the block into lane i of the states.
#define HASHLANE_ABSORB(i)                                                                                             \
    "vpxorq {" HASHLANE_V_BYTES "*(" #i "-21)(%[state]), %%" HASHLANE_R(i) ", %%" HASHLANE_R(i)                        \
    "|" HASHLANE_R(i) ", " HASHLANE_R(i) ", [%[state] + " HASHLANE_V_BYTES "*(" #i "-21)]}\n\t"

// Copies the words of row j at `from` and behind it into lane j of the words at `to`, and behind them. Both are counted
// in bytes of a row; the states stand at 0.
#define HASHLANE_COPY_WORDS(j)                                                                                         \
    "mov {8*" #j "(%[rows]), %[low]|%[low], [%[rows] + 8*" #j "]}\n\t"                                                 \
    "mov {8(%[low],%[from]), %[high]|%[high], [%[low] + %[from] + 8]}\n\t"                                             \
    "mov {(%[low],%[from]), %[low]|%[low], [%[low] + %[from]]}\n\t"                                                    \
    "mov {%[low], 8*" #j "(%[state],%[to]," HASHLANE_V_WORDS ")"                                                       \
    "|[%[state] + %[to]*" HASHLANE_V_WORDS " + 8*" #j "], %[low]}\n\t"                                                 \
    "mov {%[high], " HASHLANE_V_BYTES "+8*" #j "(%[state],%[to]," HASHLANE_V_WORDS ")"                                 \
    "|[%[state] + %[to]*" HASHLANE_V_WORDS " + " HASHLANE_V_BYTES " + 8*" #j "], %[high]}\n\t"

// Prefetches three lines of row j.
#define HASHLANE_PREFETCH(j)                                                                                           \
    "mov {8*" #j "(%[rows]), %[low]|%[low], [%[rows] + 8*" #j "]}\n\t"                                                 \
    "prefetcht0 {(%[low],%[ahead])|byte ptr [%[low] + %[ahead]]}\n\t"                                                 \
    "prefetcht0 {64(%[low],%[ahead])|byte ptr [%[low] + %[ahead] + 64]}\n\t"                                          \
    "prefetcht0 {128(%[low],%[ahead])|byte ptr [%[low] + %[ahead] + 128]}\n\t"

#define HASHLANE_EACH_OF_4_ROWS(f) f(0) f(1) f(2) f(3)
#define HASHLANE_EACH_OF_8_ROWS(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7)

// The whole statement. each_row(f) is f(j) for each row.
#define HASHLANE_ABSORB_ROWS(each_row)                                                                                 \
    asm volatile(                                                                                                      \
        HASHLANE_EACH_LANE(HASHLANE_LOAD)                                                                              \
        "2:\n\t" /* a block */                                                                                         \
        "cmp {$136, %[bytes]|%[bytes], 136}\n\t"                                                                       \
        "je 3f\n\t"                                                                                                    \
        HASHLANE_ABSORB(20) HASHLANE_ABSORB(19) HASHLANE_ABSORB(18) HASHLANE_ABSORB(17)                                \
        "3:\n\t"                                                                                                       \
        HASHLANE_ABSORB(16) HASHLANE_ABSORB(15) HASHLANE_ABSORB(14) HASHLANE_ABSORB(13) HASHLANE_ABSORB(12)            \
        HASHLANE_ABSORB(11) HASHLANE_ABSORB(10) HASHLANE_ABSORB(9) HASHLANE_ABSORB(8) HASHLANE_ABSORB(7)               \
        HASHLANE_ABSORB(6) HASHLANE_ABSORB(5) HASHLANE_ABSORB(4) HASHLANE_ABSORB(3) HASHLANE_ABSORB(2)                 \
        HASHLANE_ABSORB(1) HASHLANE_ABSORB(0)                                                                          \
        each_row(HASHLANE_PREFETCH)                                                                                    \
        "mov {%[last_words], %[to]|%[to], %[last_words]}\n\t"                                                          \
        "mov {%[first_round], %[round]|%[round], %[first_round]}\n\t"                                                  \
        ".p2align 6\n"                                                                                                 \
        "4:\n\t" /* a round */                                                                                         \
        each_row(HASHLANE_COPY_WORDS)                                                                                  \
        HASHLANE_ROUND                                                                                                 \
        "sub {%[step], %[to]|%[to], %[step]}\n\t"                                                                      \
        "sub {%[step], %[from]|%[from], %[step]}\n\t"                                                                  \
        "add {$8, %[round]|%[round], 8}\n\t"                                                                           \
        "jne 4b\n\t"                                                                                                   \
        "lea {192(%[from],%[bytes]), %[from]|%[from], [%[from] + %[bytes] + 192]}\n\t"                                 \
        "add {%[bytes], %[ahead]|%[ahead], %[bytes]}\n\t"                                                              \
        "sub {$1, %[blocks]|%[blocks], 1}\n\t"                                                                         \
        "jne 2b\n\t"                                                                                                   \
        HASHLANE_EACH_LANE(HASHLANE_STORE)                                                                             \
        : [blocks] "+&r"(blocks), [from] "+&r"(from), [ahead] "+&r"(ahead), [to] "=&r"(to), [low] "=&r"(low),          \
          [high] "=&r"(high), [round] "=&r"(round)                                                                     \
        : [state] "r"(s.A), [rows] "r"(b.rows), [bytes] "r"(bytes), [constants] "r"(RC + max_rounds),                  \
          [step] "rm"(step), [last_words] "rm"(last_words), [first_round] "rm"(-8 * static_cast<std::int64_t>(n_r))    \
        : HASHLANE_KECCAK_CLOBBERS)
// clang-format on

// Absorbs b.blocks blocks into N states, 4 or 8, with n_r rounds, 12 or 24, after each block. The first of them stands in
// s.block, and each is replaced by the next of b. A rate is counted in words: 17 or 21. There is one block or more.
template <std::size_t N>
HASHLANE_INLINE void absorb_rows(row_states<N>& s, const row_blocks& b, std::size_t rate, unsigned n_r) {
    const std::size_t bytes = 8 * rate, step = 192 / n_r;
    const std::size_t last_words = bytes - 16 - 8 * 21;
    std::size_t blocks = b.blocks, from = b.at + bytes - 16, ahead = b.at + b.ahead;
    std::size_t to, low, high;
    std::int64_t round;
    if constexpr (N == 8) {
#define HASHLANE_V "zmm"
#define HASHLANE_V_BYTES "64"
#define HASHLANE_V_WORDS "8"
        HASHLANE_ABSORB_ROWS(HASHLANE_EACH_OF_8_ROWS);
#undef HASHLANE_V
#undef HASHLANE_V_BYTES
#undef HASHLANE_V_WORDS
    } else {
#define HASHLANE_V "ymm"
#define HASHLANE_V_BYTES "32"
#define HASHLANE_V_WORDS "4"
        HASHLANE_ABSORB_ROWS(HASHLANE_EACH_OF_4_ROWS);
#undef HASHLANE_V
#undef HASHLANE_V_BYTES
#undef HASHLANE_V_WORDS
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
        : [round] "+&r"(round), [words] "+&r"(words)
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
#undef HASHLANE_ABSORB
#undef HASHLANE_COPY_WORDS
#undef HASHLANE_PREFETCH
#undef HASHLANE_EACH_OF_4_ROWS
#undef HASHLANE_EACH_OF_8_ROWS
#undef HASHLANE_ABSORB_ROWS
#endif

}  // namespace hashlane::inline HASHLANE_ABI::keccak
