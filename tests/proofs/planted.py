# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Faults for the proofs to find: each is one change of a header, in a copy of the library."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    header: str       # under include/hashlane/
    old: str
    new: str
    claim: str        # that must not be proved any more
    values: tuple = ()  # of variables, for which the two sides differ; without them random ones must do
    proved: bool = False  # a change of nothing: the claim still holds, and is still proved
    target: str = ""  # of machine code: the target that has it; empty: all


# All bits of e must be those of one word: this fires once in 2^32 states. Variable 4 is e at the beginning.
ONCE_IN_2_32 = """L z = e ^ word_of<L>(0x62b9d6a1);
    for (int n = 16; n != 0; n /= 2) z = z & (z >> n | z << (w - n));
    d = d + h + (z >> (w - 1));"""
# Of calls in machine code: the claim is the call, which trace.cpp compiles alone.
RECORDS = "kernels/ascon_record_scheduler.hpp"
STEPS = "kernels/ascon_aead_steps.hpp"
ROWS = "primitives/keccak_p_x86.hpp"
PAIRS = "primitives/keccak_pairs_x86.hpp"
CALL_FAULTS = (
    Fault("a lane without domain separation", RECORDS,
          "for (std::size_t j = 0; j < lanes; ++j) separate_domains",
          "for (std::size_t j = 0; j + 1 < lanes; ++j) separate_domains", "ascon_aead128_many"),
    Fault("the tag lacks half of the key", STEPS, "^ K[1 + i];", "^ (i == 0 ? K[1] : 0);",
          "ascon_aead128_many"),
    Fault("chi takes another lane of eight states", ROWS, "HASHLANE_CHI(21, 31, 29)", "HASHLANE_CHI(21, 29, 31)",
          "kt128_leaves", target="avx512"),
    Fault("a row of eight is not copied", ROWS, "f(5) f(6) f(7)", "f(5) f(6) f(6)", "kt256_leaves", target="avx512"),
    Fault("a row of four is not copied", ROWS, "#define HASHLANE_EACH_OF_4_ROWS(f) f(0) f(1) f(2) f(3)",
          "#define HASHLANE_EACH_OF_4_ROWS(f) f(0) f(1) f(2) f(2)", "kt128_four", target="avx512"),
    Fault("the words of a block are a word too far", ROWS, "bytes - 16 - 8 * 21", "bytes - 8 - 8 * 21", "kt256_four",
          target="avx512"),
    Fault("two masks of a pair choose the low word of the second leaf", PAIRS, 'HASHLANE_SET_MASK("k5", 8)',
          'HASHLANE_SET_MASK("k5", 4)', "kt128_two", target="avx512"),
    Fault("the second leaf stays at its first block", PAIRS, 'HASHLANE_NEXT_BLOCK("in") HASHLANE_NEXT_BLOCK("in_2")',
          'HASHLANE_NEXT_BLOCK("in")', "kt128_two", target="avx512"),
    Fault("a block is copied ahead from the message beside it", "kernels/sha2_lanes.hpp", "copy<t>(rows[t] + at)",
          "copy<t>(rows[t ^ 1] + at)", "sha256_far", target="avx512"),
    Fault("a block of a leaf is taken twice", "kernels/keccak_leaves.hpp", "{rows, turn + block, crossing", "{rows, turn, crossing",
          "kt256_leaves", target="avx512"),
    Fault("the last round of a chain takes another lane", ROWS, "HASHLANE_CHI(2, 12, 18)", "HASHLANE_CHI(2, 12, 24)",
          "keccak_chains", target="avx512"),
    Fault("the fourth word of a chain takes another lane", ROWS, "HASHLANE_CHI(18, 24, 0)", "HASHLANE_CHI(18, 24, 1)",
          "keccak_chains_4", target="avx512"),
    Fault("the counter of a chain stands still", "kernels/keccak_chains.hpp", "load_lane<8>(counter) + increment", "load_lane<8>(counter)",
          "keccak_chains", target="avx512"),
)


@dataclasses.dataclass(frozen=True)
class LoopFault(Fault):
    """Of a loop over blocks: the claim is the loop, in g++'s code for the target."""
    said: str = ""  # why it is refused


SHA_NI = "load_state(H);\n        clear_upper_halves(S, upper_halves);\n        for (; blocks != 0; --blocks, p += 64)"
SCHEDULE = "primitives/sha2_schedule.hpp"
# Faults of the bookkeeping. With the first, second, fourth and fifth of them a call with few blocks is right.
BLOCKS, ROUNDS = "kernels/keccak_blocks.hpp", "permute<!T::and_not>(A, n_r);\n            if (out"
LOOP_FAULTS = (
    LoopFault("a count of 32 bits", SCHEDULE, "for (; blocks != 0; --blocks, p",
              "for (auto rest = static_cast<unsigned>(blocks); rest != 0; --rest, p", "sha256_blocks", target="baseline",
              said="Leak"),
    LoopFault("a block is taken twice after 2^16 blocks", "primitives/sha2_x86.hpp", SHA_NI,
              SHA_NI.replace("64)", "(blocks & 65535) == 0 ? 0 : 64)"), "sha256_blocks", target="sha_ni", said="Leak"),
    LoopFault("the last block comes from behind the end", SCHEDULE,
              "--blocks, p += block) compress_together<T, 1>(H, p,", "--blocks) compress_together<T, 1>(H, p + block,",
              "sha512_blocks", target="avx2", said="at 128 of P"),
    LoopFault("a round less from 2^32 blocks on", BLOCKS, ROUNDS, ROUNDS.replace("n_r)", "blocks >> 32 ? n_r - 1 : n_r)"),
              "keccak24_absorb_17", target="avx2", said="Leak"),
    LoopFault("another output from 2^16 blocks on", BLOCKS, "out += 8 * rate;", "out += blocks == 65536 ? 0 : 8 * rate;",
              "keccak24_squeeze_21", target="baseline", said="Leak"),
    LoopFault("the pointer moves by the smaller rate", BLOCKS, "in += 8 * rate;", "in += rate == 17 ? 72 : 8 * rate;",
              "keccak24_absorb_17", target="avx2", said="an address is"),
    LoopFault("a count of 32 bits of the blocks of one state", PAIRS, "sub {$1, %[blocks]|%[blocks], 1}",
              "sub {$1, %k[blocks]|%k[blocks], 1}", "keccak24_absorb_17", target="avx512", said="Leak"),
    LoopFault("chi takes another lane of one state", PAIRS, "HASHLANE_CHI(6, 20, 17)", "HASHLANE_CHI(6, 17, 20)",
              "keccak24_absorb_17", target="avx512", said="refuted by random"),
    LoopFault("pi takes the other lanes of two pairs", PAIRS, "HASHLANE_HIGHS(24, 2, 0)", "HASHLANE_LOWS(24, 2, 0)",
              "keccak24_squeeze_21", target="avx512", said="refuted by random"),
    LoopFault("both masks of a pair choose its low half", PAIRS, 'HASHLANE_SET_MASK("k3", 2),', 'HASHLANE_SET_MASK("k3", 1),',
              "keccak24_absorb_17", target="avx512", said="refuted by random"),
    LoopFault("the half without a lane is not cleared", PAIRS, "%{%%k1%}%{z%}", "%{%%k1%}", "keccak24_absorb_17",
              target="avx512", said="refuted by random"),
)

# Of messages side by side. Calls with few blocks, or with one group fewer, are right.
IN_LANES, OF_SPONGES = "kernels/sha2_lanes.hpp", "kernels/keccak_lanes.hpp"
ROWS_OF_GROUP = "const std::uint8_t* const* rows = g.rows + first;\n        lane<word, N> H"
NEIGHBOUR = """const std::uint8_t* mixed[N];
        for (std::size_t j = 0; j < N; ++j) mixed[j] = g.rows[first + (j == 2 && first / N + 1 == g.groups ? 3 : j)];
        const std::uint8_t* const* rows = mixed;
        lane<word, N> H"""
LENGTH = LoopFault("the length of a message from 2^60 bytes on", "kernels/sha2_padding.hpp", "low_bytes >> 61", "low_bytes >> 60",
                   "sha512_message", target="avx512", said="refuted by random")
SIGMA = LoopFault("Sigma_1 is added to d alone", "primitives/sha2_rounds_x86.hpp", "HASHLANE_ADD(h, v) HASHLANE_ADD(d, v)",
                  "HASHLANE_ADD(d, v)", "sha512_blocks", target="many_alus", said="refuted by random")
# The faults of each copy of the headers. The first is of the kernel that is compiled.
LANE_FAULTS = (
    (LoopFault("a lane takes the message of its neighbour in the last group", IN_LANES, ROWS_OF_GROUP, NEIGHBOUR,
               "sha256_groups", target="avx2", said="refuted by random"), LENGTH),
    (LoopFault("the rows move by a block too few after 2^16 blocks", IN_LANES, "at += block;\n            turn_rows",
               "at += b == 65536 ? 0 : block;\n            turn_rows", "sha256_lanes", target="avx2", said="Leak"),),
    (LoopFault("a count of 32 bits side by side", OF_SPONGES, "blocks = g.blocks + g.ending",
               "blocks = static_cast<unsigned>(g.blocks) + g.ending", "keccak24_lanes_21", target="avx2", said="Leak"),),
    (LoopFault("the rows are left a block behind", "kernels/lane_group.hpp", "move_rows<N>(g, bytes);", "move_rows<N>(g, bytes - 128);",
               "sha512_lanes", target="avx2", said="row 0 is left"),),
    (LoopFault("Maj in vectors of 64 bytes is an AND", "primitives/sha2_wide.hpp", '"0xe8"', '"0xc0"', "sha256_lanes",
               target="avx512", said="refuted by random"), SIGMA),
)

KECCAK, ASCON, SHA2, WIDE = (f"primitives/{name}.hpp" for name in ("keccak_p", "ascon_p", "sha2", "sha2_wide"))

FAULTS = (
    Fault("a rho offset", KECCAK, "{0,  1,  62, 28, 27,", "{0,  1,  62, 28, 26,", "Keccak-p[1600,24], word"),
    Fault("a round constant of Keccak", KECCAK, "0x0000000000000088,\n","0x0000000000000089,\n", "Keccak-p[1600,24], general register"),
    Fault("chi takes another lane", KECCAK, "E4 = pi4 ^ (~pi0 & pi1)", "E4 = pi4 ^ (~pi1 & pi0)", "Keccak-p[1600,12], vector"),
    Fault("Ch is swapped", SHA2, "(e & f) + (~e & g)", "(e & g) + (~e & f)", "SHA-256 compression, word"),
    Fault("Maj is an AND", SHA2, "(b ^ c)));\n}", "(b & c)));\n}", "SHA-512 compression, word"),
    Fault("Maj of a vector is an AND", SHA2, "(b ^ c)));\n    pin", "(b & c)));\n    pin", "SHA-512 compression, vector"),
    Fault("Ch written otherwise", SHA2, "((e & f) | (~e & g))", "((e | g) & (~e | f))", "SHA-512 compression, vector",
          proved=True),
    Fault("a constant of SHA-512", SHA2, "0x5fcb6fab3ad6faec, 0x6c44198c4a475817", "0x5fcb6fab3ad6faec, 0x6c44198c4a475816",
          "SHA-512 compression, word"),
    Fault("a shift of sigma0", SHA2, "sigma0[3] = {7, 18, 3}", "sigma0[3] = {7, 18, 4}",
          "SHA-256 compression of padding, word"),
    Fault("d stays in", SHA2, "h = x - d;", "h = x;", "SHA-256 compression, three operands"),
    Fault("Ch chooses the other", SHA2, "(g ^ (e & (f ^ g)))", "(f ^ (e & (f ^ g)))", "SHA-512 compression, two operands"),
    Fault("Maj of a wide vector is an AND", WIDE, "(c & (a ^ b))", "(c & a)", "SHA-256 compression, wide vector"),
    Fault("a word of the schedule is skipped", WIDE, "W[t] = W[t] + W[(t + 9) & 15]", "W[t] = W[t] + W[(t + 8) & 15]",
          "SHA-512 compression, wide vector"),
    Fault("the second hash value takes another word", WIDE, "wide_round<P, i>(other, WK[i])", "wide_round<P, i>(other, WK[0])",
          "SHA-256 compression of two paddings, wide vector"),
    Fault("once in 2^32", SHA2, "d = d + h;", ONCE_IN_2_32, "SHA-256 compression, word", ("4=0x9d46295e",)),
    Fault("a constant of Ascon", ASCON, "0xb4, 0xa5", "0xb4, 0xa4", "Ascon-p[12], word"),
    Fault("a rotation of Ascon", ASCON, "(y3 >> 17 | y3 << 47)", "(y3 >> 18 | y3 << 46)", "Ascon-p[8], vector"),
)
