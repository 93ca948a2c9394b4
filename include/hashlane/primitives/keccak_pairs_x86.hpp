// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Keccak-p of one state in registers of 16 bytes, or of two in registers of 32 bytes, with the instructions of AVX-512.
// Each is one asm statement. Two lanes of a column share 16 bytes, so that a round has 78 operations, where a register
// for each lane takes 95. docs/TUNING.md, "Keccak", has the figures.

#include <cstddef>
#include <cstdint>

#include "keccak_p.hpp"
#include "keccak_steps_x86.hpp"

namespace hashlane::inline HASHLANE_ABI::keccak {

#if HASHLANE_KECCAK_ASM
// Rho: the offsets of the lanes of register i stand at 4 * i, once for each state.
struct pair_offsets {
    alignas(32) std::uint64_t of[40];
};
inline constexpr pair_offsets rho_of_pairs = [] {
    pair_offsets r{};
    for (int i = 0; i < 40; ++i) {
        const int pair = i / 4, x = pair % 5, y = pair / 5 * 2 + i % 2;
        r.of[i] = static_cast<std::uint64_t>(rho[x + 5 * y]);
    }
    return r;
}();

// clang-format off
// Register x holds the lanes (x, 0) and (x, 1), register 5 + x the lanes (x, 2) and (x, 3), register 10 + x the lane
// (x, 4) and a zero; 15 to 31 are free. A second state stands in the upper 16 bytes. A mask register chooses words: k1
// the low one of each state, k2 and k3 the low and the high one of the first state, k4 and k5 those of the second.
#define HASHLANE_X(i) "xmm" #i
#define HASHLANE_EACH_PAIR(f)                                                                                          \
    f(0, 0, 5) f(1, 1, 6) f(2, 2, 7) f(3, 3, 8) f(4, 4, 9)                                                             \
    f(5, 10, 15) f(6, 11, 16) f(7, 12, 17) f(8, 13, 18) f(9, 14, 19)
#define HASHLANE_EACH_SINGLE(f) f(10, 20) f(11, 21) f(12, 22) f(13, 23) f(14, 24)

#define HASHLANE_SET_MASK(k, value)                                                                                    \
    "mov {$" #value ", %k[round]|%k[round], " #value "}\n\t"                                                           \
    "kmovw {%k[round], %%" k "|" k ", %k[round]}\n\t"

// Moves between the state and the first 16 bytes of register r: its low word, or both.
#define HASHLANE_LOAD_LOW(r, at)                                                                                       \
    "vmovq {" at "(%[state]), %%" HASHLANE_X(r) "|" HASHLANE_X(r) ", qword ptr [%[state] + " at "]}\n\t"
#define HASHLANE_LOAD_HIGH(r, at)                                                                                      \
    "vmovhps {" at "(%[state]), %%" HASHLANE_X(r) ", %%" HASHLANE_X(r)                                                 \
    "|" HASHLANE_X(r) ", " HASHLANE_X(r) ", qword ptr [%[state] + " at "]}\n\t"
#define HASHLANE_STORE_LOW(r, at)                                                                                      \
    "vmovq {%%" HASHLANE_X(r) ", " at "(%[state])|qword ptr [%[state] + " at "], " HASHLANE_X(r) "}\n\t"
#define HASHLANE_STORE_HIGH(r, at)                                                                                     \
    "vmovhps {%%" HASHLANE_X(r) ", " at "(%[state])|qword ptr [%[state] + " at "], " HASHLANE_X(r) "}\n\t"

// Xors word i of the block at `in` into the word of register r that k chooses.
#define HASHLANE_ABSORB_WORD(r, i, in, k)                                                                              \
    "vpxorq {8*" #i "(%[" in "])%{1to" HASHLANE_V_WORDS "%}, %%" HASHLANE_R(r) ", %%" HASHLANE_R(r) "%{%%" k "%}"      \
    "|" HASHLANE_R(r) "%{" k "%}, " HASHLANE_R(r) ", qword ptr [%[" in "] + 8*" #i "]%{1to" HASHLANE_V_WORDS "%}}\n\t"

// Xors a block into the states. A rate is 9, 13, 17, 18 or 21 words.
#define HASHLANE_END_OF_RATE(n) "cmp {$" #n ", %[rate]|%[rate], " #n "}\n\tje 3f\n\t"
#define HASHLANE_ABSORB_BLOCK(low, high)                                                                               \
    low(0, 0) low(1, 1) low(2, 2) low(3, 3) low(4, 4) high(0, 5) high(1, 6) high(2, 7) high(3, 8)                      \
    HASHLANE_END_OF_RATE(9)                                                                                            \
    high(4, 9) low(5, 10) low(6, 11) low(7, 12)                                                                        \
    HASHLANE_END_OF_RATE(13)                                                                                           \
    low(8, 13) low(9, 14) high(5, 15) high(6, 16)                                                                      \
    HASHLANE_END_OF_RATE(17)                                                                                           \
    high(7, 17)                                                                                                        \
    HASHLANE_END_OF_RATE(18)                                                                                           \
    high(8, 18) high(9, 19) low(10, 20)                                                                                \
    "3:\n\t"

// Steps of a round. SWAP exchanges the two words of a state. RHO_PAIR rotates each by its own offset. LOWS and HIGHS
// take one of the two words of a, which becomes the low one, and the same word of b. CHI_LOW is CHI, and clears the high
// word. IOTA_LOW is IOTA of the low word.
#define HASHLANE_SWAP(d, a)                                                                                            \
    "vpshufd {$0x4e, %%" HASHLANE_R(a) ", %%" HASHLANE_R(d) "|" HASHLANE_R(d) ", " HASHLANE_R(a) ", 0x4e}\n\t"
#define HASHLANE_RHO_PAIR(i)                                                                                           \
    "vprolvq {32*" #i "(%[offsets]), %%" HASHLANE_R(i) ", %%" HASHLANE_R(i)                                            \
    "|" HASHLANE_R(i) ", " HASHLANE_R(i) ", [%[offsets] + 32*" #i "]}\n\t"
#define HASHLANE_LOWS(d, a, b) HASHLANE_3("vpunpcklqdq", d, a, b)
#define HASHLANE_HIGHS(d, a, b) HASHLANE_3("vpunpckhqdq", d, a, b)
#define HASHLANE_CHI_LOW(d, a, b)                                                                                      \
    "vpternlogq {$0xd2, %%" HASHLANE_R(b) ", %%" HASHLANE_R(a) ", %%" HASHLANE_R(d) "%{%%k1%}%{z%}"                    \
    "|" HASHLANE_R(d) "%{k1%}%{z%}, " HASHLANE_R(a) ", " HASHLANE_R(b) ", 0xd2}\n\t"
#define HASHLANE_IOTA_LOW(i)                                                                                           \
    "vpxorq {(%[constants],%[round])%{1to" HASHLANE_V_WORDS "%}, %%" HASHLANE_R(i) ", %%" HASHLANE_R(i) "%{%%k1%}"     \
    "|" HASHLANE_R(i) "%{k1%}, " HASHLANE_R(i)                                                                         \
    ", qword ptr [%[constants] + %[round]]%{1to" HASHLANE_V_WORDS "%}}\n\t"

// The order of a round, which was found by timing. Theta's parity of a column is summed in both words of a free
// register. Pi moves the lanes (X, 0) to (X, 4) to their places from the lanes (0, X) to (4, X), which are all low or all
// high words. The lane (X, 4) stays where it is, if it is a low word.
#define HASHLANE_ROUND_OF_PAIRS                                                                                        \
    HASHLANE_COPY(15, 4) HASHLANE_PARITY(15, 9, 14) HASHLANE_COPY(16, 0) HASHLANE_PARITY(16, 5, 10)                    \
    HASHLANE_COPY(17, 3) HASHLANE_PARITY(17, 8, 13) HASHLANE_SWAP(18, 17) HASHLANE_COPY(19, 1)                         \
    HASHLANE_PARITY(19, 6, 11) HASHLANE_SWAP(20, 15) HASHLANE_SWAP(21, 16) HASHLANE_SWAP(22, 19)                       \
    HASHLANE_XOR3(18, 17, 18) HASHLANE_XOR3(20, 15, 20) HASHLANE_COPY(15, 2) HASHLANE_PARITY(15, 7, 12)                \
    HASHLANE_XOR3(22, 19, 22) HASHLANE_XOR3(16, 16, 21) HASHLANE_ROL(21, 22, 1) HASHLANE_SWAP(19, 15)                  \
    HASHLANE_ROL(17, 18, 1) HASHLANE_XOR3(19, 15, 19) HASHLANE_ROL(15, 20, 1) HASHLANE_PARITY(10, 20, 21)              \
    HASHLANE_PARITY(3, 19, 15) HASHLANE_PARITY(12, 22, 17) HASHLANE_ROL(23, 16, 1) HASHLANE_ROL(24, 19, 1)             \
    HASHLANE_RHO_PAIR(3) HASHLANE_RHO(12, 61) HASHLANE_PARITY(14, 18, 23) HASHLANE_PARITY(13, 19, 15)                  \
    HASHLANE_PARITY(11, 16, 24) HASHLANE_RHO(14, 14) HASHLANE_RHO(13, 56) HASHLANE_PARITY(5, 20, 21)                   \
    HASHLANE_PARITY(9, 18, 23) HASHLANE_PARITY(2, 22, 17) HASHLANE_RHO_PAIR(5) HASHLANE_PARITY(4, 18, 23)              \
    HASHLANE_RHO_PAIR(2) HASHLANE_RHO(11, 2) HASHLANE_PARITY(8, 19, 15) HASHLANE_LOWS(15, 14, 12)                      \
    HASHLANE_RHO(10, 18) HASHLANE_HIGHS(19, 3, 3) HASHLANE_LOWS(18, 10, 13) HASHLANE_PARITY(0, 20, 21)                 \
    HASHLANE_PARITY(1, 16, 24) HASHLANE_RHO_PAIR(0) HASHLANE_COPY(14, 11) HASHLANE_CHI_LOW(14, 2, 19)                  \
    HASHLANE_HIGHS(13, 5, 5) HASHLANE_RHO_PAIR(9) HASHLANE_PARITY(7, 22, 17) HASHLANE_LOWS(22, 0, 3)                   \
    HASHLANE_RHO_PAIR(4) HASHLANE_RHO_PAIR(7) HASHLANE_HIGHS(17, 9, 7) HASHLANE_PARITY(6, 16, 24)                      \
    HASHLANE_COPY(16, 13) HASHLANE_CHI_LOW(13, 11, 2) HASHLANE_RHO_PAIR(1) HASHLANE_RHO_PAIR(6)                        \
    HASHLANE_HIGHS(24, 2, 0) HASHLANE_HIGHS(21, 1, 4) HASHLANE_RHO_PAIR(8) HASHLANE_HIGHS(3, 8, 6)                     \
    HASHLANE_LOWS(20, 8, 6) HASHLANE_COPY(12, 9) HASHLANE_CHI_LOW(12, 16, 11) HASHLANE_LOWS(23, 7, 5)                  \
    HASHLANE_COPY(10, 2) HASHLANE_CHI_LOW(10, 19, 9) HASHLANE_LOWS(5, 1, 4) HASHLANE_COPY(25, 3)                       \
    HASHLANE_CHI(3, 15, 22) HASHLANE_COPY(0, 22) HASHLANE_CHI(0, 21, 23) HASHLANE_COPY(26, 5) HASHLANE_CHI(5, 24, 20)  \
    HASHLANE_COPY(2, 23) HASHLANE_CHI(2, 25, 15) HASHLANE_COPY(11, 19) HASHLANE_CHI_LOW(11, 9, 16)                     \
    HASHLANE_COPY(1, 21) HASHLANE_CHI(1, 23, 25) HASHLANE_COPY(8, 17) HASHLANE_CHI(8, 18, 26) HASHLANE_COPY(7, 20)     \
    HASHLANE_CHI(7, 17, 18) HASHLANE_COPY(9, 18) HASHLANE_CHI(9, 26, 24) HASHLANE_COPY(4, 15) HASHLANE_CHI(4, 22, 21)  \
    HASHLANE_COPY(6, 24) HASHLANE_CHI(6, 20, 17) HASHLANE_IOTA_LOW(0)

// The whole statement. `sets` gives k1 and the other masks their values, `load` and `store` move the states, `low` and
// `high` xor a word of a block into a low or high word of a register, and `next` moves the pointers to the next blocks.
// These pointers are the last arguments, as operands that are read and written.
#define HASHLANE_ABSORB_PAIRS(sets, load, store, low, high, next, ...)                                                 \
    asm volatile(                                                                                                      \
        sets load                                                                                                      \
        "2:\n\t" /* a block */                                                                                         \
        "cmp {$0, %[rate]|%[rate], 0}\n\t"                                                                             \
        "je 4f\n\t"                                                                                                    \
        HASHLANE_ABSORB_BLOCK(low, high)                                                                               \
        next                                                                                                           \
        "4:\n\t"                                                                                                       \
        "mov {%[first_round], %[round]|%[round], %[first_round]}\n\t"                                                  \
        ".p2align 6\n"                                                                                                 \
        "5:\n\t" /* a round */                                                                                         \
        HASHLANE_ROUND_OF_PAIRS                                                                                        \
        "add {$8, %[round]|%[round], 8}\n\t"                                                                           \
        "jne 5b\n\t"                                                                                                   \
        "sub {$1, %[blocks]|%[blocks], 1}\n\t"                                                                         \
        "jne 2b\n\t"                                                                                                   \
        store                                                                                                          \
        : [blocks] "+&r"(blocks), [round] "=&r"(round), __VA_ARGS__                                                    \
        : [state] "r"(S), [rate] "r"(rate), [constants] "r"(RC + max_rounds), [offsets] "r"(rho_of_pairs.of),          \
          [first_round] "rm"(-8 * static_cast<std::int64_t>(n_r))                                                      \
        : HASHLANE_KECCAK_CLOBBERS, "k1", "k2", "k3", "k4", "k5")

// Moves the pointer `in` to the next block.
#define HASHLANE_NEXT_BLOCK(in) "lea {(%[" in "],%[rate],8), %[" in "]|%[" in "], [%[" in "] + 8*%[rate]]}\n\t"

// Word i of one state stands at 8 * i.
#define HASHLANE_LOAD_PAIR_OF_ONE(r, i, j) HASHLANE_LOAD_LOW(r, "8*" #i) HASHLANE_LOAD_HIGH(r, "8*" #j)
#define HASHLANE_LOAD_SINGLE_OF_ONE(r, i) HASHLANE_LOAD_LOW(r, "8*" #i)
#define HASHLANE_STORE_PAIR_OF_ONE(r, i, j) HASHLANE_STORE_LOW(r, "8*" #i) HASHLANE_STORE_HIGH(r, "8*" #j)
#define HASHLANE_STORE_SINGLE_OF_ONE(r, i) HASHLANE_STORE_LOW(r, "8*" #i)
#define HASHLANE_ABSORB_LOW_OF_ONE(r, i) HASHLANE_ABSORB_WORD(r, i, "in", "k2")
#define HASHLANE_ABSORB_HIGH_OF_ONE(r, i) HASHLANE_ABSORB_WORD(r, i, "in", "k3")

// Word i of two states stands at 16 * i and 16 * i + 8. PERMUTE puts the four words of register r in another order.
#define HASHLANE_PERMUTE(r, order)                                                                                  \
    "vpermq {$" order ", %%" HASHLANE_R(r) ", %%" HASHLANE_R(r) "|" HASHLANE_R(r) ", " HASHLANE_R(r) ", " order "}\n\t"
#define HASHLANE_LOAD_BOTH(r, i)                                                                                       \
    "vmovdqu {16*" #i "(%[state]), %%" HASHLANE_X(r) "|" HASHLANE_X(r) ", [%[state] + 16*" #i "]}\n\t"
#define HASHLANE_STORE_BOTH(r, i)                                                                                      \
    "vmovdqu {%%" HASHLANE_X(r) ", 16*" #i "(%[state])|[%[state] + 16*" #i "], " HASHLANE_X(r) "}\n\t"
#define HASHLANE_LOAD_UPPER(r, i)                                                                                      \
    "vinserti128 {$1, 16*" #i "(%[state]), %%" HASHLANE_R(r) ", %%" HASHLANE_R(r)                                      \
    "|" HASHLANE_R(r) ", " HASHLANE_R(r) ", [%[state] + 16*" #i "], 1}\n\t"
#define HASHLANE_STORE_UPPER(r, i)                                                                                     \
    "vextracti128 {$1, %%" HASHLANE_R(r) ", 16*" #i "(%[state])|[%[state] + 16*" #i "], " HASHLANE_R(r) ", 1}\n\t"
#define HASHLANE_LOAD_PAIR_OF_TWO(r, i, j)                                                                             \
    HASHLANE_LOAD_BOTH(r, i) HASHLANE_LOAD_UPPER(r, j) HASHLANE_PERMUTE(r, "0xd8")
#define HASHLANE_LOAD_SINGLE_OF_TWO(r, i) HASHLANE_LOAD_BOTH(r, i) HASHLANE_PERMUTE(r, "0x98")
#define HASHLANE_STORE_PAIR_OF_TWO(r, i, j)                                                                            \
    HASHLANE_PERMUTE(r, "0xd8") HASHLANE_STORE_BOTH(r, i) HASHLANE_STORE_UPPER(r, j)
#define HASHLANE_STORE_SINGLE_OF_TWO(r, i) HASHLANE_PERMUTE(r, "0x08") HASHLANE_STORE_BOTH(r, i)
#define HASHLANE_ABSORB_LOW_OF_TWO(r, i) HASHLANE_ABSORB_WORD(r, i, "in", "k2") HASHLANE_ABSORB_WORD(r, i, "in_2", "k4")
#define HASHLANE_ABSORB_HIGH_OF_TWO(r, i) HASHLANE_ABSORB_WORD(r, i, "in", "k3") HASHLANE_ABSORB_WORD(r, i, "in_2", "k5")
// clang-format on

// Absorbs blocks into a state: xors each into its first `rate` words, 9, 13, 17, 18 or 21, and permutes it with n_r
// rounds. With a rate of 0 it permutes `blocks` times, and `in` may be null. There is one block or more.
HASHLANE_INLINE void absorb_words(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in,
                                  std::size_t blocks) {
    std::int64_t round;
#define HASHLANE_V "xmm"
#define HASHLANE_V_WORDS "2"
    HASHLANE_ABSORB_PAIRS(
        HASHLANE_SET_MASK("k1", 1) HASHLANE_SET_MASK("k2", 1) HASHLANE_SET_MASK("k3", 2),
        HASHLANE_EACH_PAIR(HASHLANE_LOAD_PAIR_OF_ONE) HASHLANE_EACH_SINGLE(HASHLANE_LOAD_SINGLE_OF_ONE),
        HASHLANE_EACH_PAIR(HASHLANE_STORE_PAIR_OF_ONE) HASHLANE_EACH_SINGLE(HASHLANE_STORE_SINGLE_OF_ONE),
        HASHLANE_ABSORB_LOW_OF_ONE, HASHLANE_ABSORB_HIGH_OF_ONE, HASHLANE_NEXT_BLOCK("in"), [in] "+&r"(in));
#undef HASHLANE_V
#undef HASHLANE_V_WORDS
}

// Does the same for two states and their blocks at `in` and `in_2`. Word i of state j stands at S + 2 * i + j.
HASHLANE_INLINE void absorb_words_of_two(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in,
                                         const std::uint8_t* in_2, std::size_t blocks) {
    std::int64_t round;
#define HASHLANE_V "ymm"
#define HASHLANE_V_WORDS "4"
    HASHLANE_ABSORB_PAIRS(
        HASHLANE_SET_MASK("k1", 5) HASHLANE_SET_MASK("k2", 1) HASHLANE_SET_MASK("k3", 2) HASHLANE_SET_MASK("k4", 4)
            HASHLANE_SET_MASK("k5", 8),
        HASHLANE_EACH_PAIR(HASHLANE_LOAD_PAIR_OF_TWO) HASHLANE_EACH_SINGLE(HASHLANE_LOAD_SINGLE_OF_TWO),
        HASHLANE_EACH_PAIR(HASHLANE_STORE_PAIR_OF_TWO) HASHLANE_EACH_SINGLE(HASHLANE_STORE_SINGLE_OF_TWO),
        HASHLANE_ABSORB_LOW_OF_TWO, HASHLANE_ABSORB_HIGH_OF_TWO,
        HASHLANE_NEXT_BLOCK("in") HASHLANE_NEXT_BLOCK("in_2"), [in] "+&r"(in), [in_2] "+&r"(in_2));
#undef HASHLANE_V
#undef HASHLANE_V_WORDS
}

#undef HASHLANE_X
#undef HASHLANE_EACH_PAIR
#undef HASHLANE_EACH_SINGLE
#undef HASHLANE_SET_MASK
#undef HASHLANE_LOAD_LOW
#undef HASHLANE_LOAD_HIGH
#undef HASHLANE_STORE_LOW
#undef HASHLANE_STORE_HIGH
#undef HASHLANE_ABSORB_WORD
#undef HASHLANE_END_OF_RATE
#undef HASHLANE_ABSORB_BLOCK
#undef HASHLANE_SWAP
#undef HASHLANE_RHO_PAIR
#undef HASHLANE_LOWS
#undef HASHLANE_HIGHS
#undef HASHLANE_CHI_LOW
#undef HASHLANE_IOTA_LOW
#undef HASHLANE_ROUND_OF_PAIRS
#undef HASHLANE_ABSORB_PAIRS
#undef HASHLANE_NEXT_BLOCK
#undef HASHLANE_LOAD_PAIR_OF_ONE
#undef HASHLANE_LOAD_SINGLE_OF_ONE
#undef HASHLANE_STORE_PAIR_OF_ONE
#undef HASHLANE_STORE_SINGLE_OF_ONE
#undef HASHLANE_ABSORB_LOW_OF_ONE
#undef HASHLANE_ABSORB_HIGH_OF_ONE
#undef HASHLANE_PERMUTE
#undef HASHLANE_LOAD_BOTH
#undef HASHLANE_STORE_BOTH
#undef HASHLANE_LOAD_UPPER
#undef HASHLANE_STORE_UPPER
#undef HASHLANE_LOAD_PAIR_OF_TWO
#undef HASHLANE_LOAD_SINGLE_OF_TWO
#undef HASHLANE_STORE_PAIR_OF_TWO
#undef HASHLANE_STORE_SINGLE_OF_TWO
#undef HASHLANE_ABSORB_LOW_OF_TWO
#undef HASHLANE_ABSORB_HIGH_OF_TWO
#else
// Kernels name them, and do not call them.
void absorb_words(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in, std::size_t blocks);
void absorb_words_of_two(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in,
                         const std::uint8_t* in_2, std::size_t blocks);
#endif

}  // namespace hashlane::inline HASHLANE_ABI::keccak
