/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The rows of overlap_pairs.c for hashlane_fips202.h. The messages lie one behind the other, and so do the outputs. */
#ifndef HASHLANE_TESTS_OVERLAP_FIPS202_H
#define HASHLANE_TESTS_OVERLAP_FIPS202_H

#include <hashlane_fips202.h>

#include "pairs.h"

enum { SHAKE_MESSAGE = 40, SHAKE_OUTPUT = 50 };
enum { SHAKE_MESSAGES, SHAKE_IN, SHAKE_OUT, SHAKE_OUTPUTS };

static void fill_shake(uint8_t** at, size_t lanes, size_t size) {
    size_t j;
    for (j = 0; j < lanes; j++) ((void**)(void*)at[SHAKE_IN])[j] = at[SHAKE_MESSAGES] + SHAKE_MESSAGE * j;
    for (j = 0; j < lanes; j++) ((void**)(void*)at[SHAKE_OUT])[j] = at[SHAKE_OUTPUTS] + size * j;
}
#define SHAKE_FROM ((const void* const*)(const void*)at[SHAKE_IN])
#define SHAKE_TO ((void* const*)(const void*)at[SHAKE_OUT])

#define SHAKE_CALLS(N)                                                                                                 \
    static void fill_shake_x##N(uint8_t** at) { fill_shake(at, N, SHAKE_OUTPUT); }                                     \
    static void fill_blocks_x##N(uint8_t** at) { fill_shake(at, N, HASHLANE_SHAKE256_BLOCK_BYTES); }                   \
    static int run_once_x##N(uint8_t** at) {                                                                           \
        return hashlane_shake_x##N##_once(128, SHAKE_FROM, SHAKE_MESSAGE, SHAKE_TO, SHAKE_OUTPUT);                     \
    }                                                                                                                  \
    static int run_squeeze_x##N(uint8_t** at) {                                                                        \
        hashlane_shake_x##N s;                                                                                         \
        const int begun = hashlane_shake_x##N##_absorb_once(&s, 128, SHAKE_FROM, SHAKE_MESSAGE);                       \
        return begun != HASHLANE_OK ? begun : hashlane_shake_x##N##_squeeze(&s, SHAKE_TO, SHAKE_OUTPUT);               \
    }                                                                                                                  \
    static int run_squeeze_blocks_x##N(uint8_t** at) {                                                                 \
        hashlane_shake_x##N s;                                                                                         \
        const int begun = hashlane_shake_x##N##_absorb_once(&s, 256, SHAKE_FROM, SHAKE_MESSAGE);                       \
        return begun != HASHLANE_OK ? begun : hashlane_shake_x##N##_squeeze_blocks(&s, SHAKE_TO, 1);                   \
    }
SHAKE_CALLS(1)
SHAKE_CALLS(2)
SHAKE_CALLS(4)
SHAKE_CALLS(8)

static int run_sha3_256_once(uint8_t** at) { return hashlane_sha3_256_once(at[0], 100, at[1]); }
static int run_sha3_384_once(uint8_t** at) { return hashlane_sha3_384_once(at[0], 100, at[1]); }
static int run_sha3_512_once(uint8_t** at) { return hashlane_sha3_512_once(at[0], 100, at[1]); }

/* Rows of calls[]. */
/* clang-format off */
#define NO_SHAKE_RULES {{END, 0, 0}}
#define CALL_OF_SHAKE(N, VERB, FILL, SIZE)                                                      \
    {"hashlane_shake_x" #N "_" #VERB, once, FILL, run_##VERB##_x##N,                            \
     {{"messages", SHAKE_MESSAGE * (N), 0}, {"in", (N) * sizeof(void*), 0},                     \
      {"out", (N) * sizeof(void*), 0}, {"outputs", (SIZE) * (N), 1}},                           \
     NO_SHAKE_RULES},
#define CALLS_OF_SHAKE(N)                                                                       \
    CALL_OF_SHAKE(N, once, fill_shake_x##N, SHAKE_OUTPUT)                                       \
    CALL_OF_SHAKE(N, squeeze, fill_shake_x##N, SHAKE_OUTPUT)                                    \
    CALL_OF_SHAKE(N, squeeze_blocks, fill_blocks_x##N, HASHLANE_SHAKE256_BLOCK_BYTES)
#define CALL_OF_SHA3(BITS)                                                                      \
    {"hashlane_sha3_" #BITS "_once", once, NULL, run_sha3_##BITS##_once,                        \
     {{"message", 100, 0}, {"digest", (BITS) / 8, 1}}, NO_SHAKE_RULES},
#define CALLS_OF_FIPS202                                                                        \
    CALLS_OF_SHAKE(1) CALLS_OF_SHAKE(2) CALLS_OF_SHAKE(4) CALLS_OF_SHAKE(8)                     \
    CALL_OF_SHA3(256) CALL_OF_SHA3(384) CALL_OF_SHA3(512)
/* clang-format on */

/* Rows of others[]. */
#define OTHERS_OF_SHAKE(N)                                                                                             \
    {"hashlane_keccak_f1600_x" #N, IN_PLACE}, {"hashlane_shake_x" #N "_init", NOTHING},                                \
        {"hashlane_shake_x" #N "_absorb", NOTHING}, {"hashlane_shake_x" #N "_finish", NOTHING},                        \
        {"hashlane_shake_x" #N "_absorb_once", NOTHING}, {"hashlane_shake_x" #N "_wipe", NOTHING},
#define OTHERS_OF_FIPS202 OTHERS_OF_SHAKE(1) OTHERS_OF_SHAKE(2) OTHERS_OF_SHAKE(4) OTHERS_OF_SHAKE(8)

#endif
