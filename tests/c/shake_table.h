/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The functions of hashlane_fips202.h as a table. */
#ifndef HASHLANE_TESTS_SHAKE_TABLE_H
#define HASHLANE_TESTS_SHAKE_TABLE_H

#include <hashlane_fips202.h>

enum { MOST_LANES = 8, LANE_COUNTS = 4 };
typedef union any_shake {
    hashlane_shake_x1 x1;
    hashlane_shake_x2 x2;
    hashlane_shake_x4 x4;
    hashlane_shake_x8 x8;
} any_shake;

typedef struct shake_functions {
    size_t lanes, state_size;
    int (*f1600)(uint64_t* states);
    int (*init)(any_shake* state, unsigned strength);
    int (*absorb)(any_shake* state, const void* const* in, size_t size);
    int (*finish)(any_shake* state);
    int (*absorb_once)(any_shake* state, unsigned strength, const void* const* in, size_t size);
    int (*squeeze)(any_shake* state, void* const* out, size_t size);
    int (*squeeze_blocks)(any_shake* state, void* const* out, size_t blocks);
    int (*once)(unsigned strength, const void* const* in, size_t in_size, void* const* out, size_t out_size);
    void (*wipe)(any_shake* state);
} shake_functions;

/* A null pointer stays one. */
#define STATE_OF(N, S) ((S) == NULL ? NULL : &(S)->x##N)
#define WRAP_SHAKE(N)                                                                                                  \
    static int init_x##N(any_shake* s, unsigned strength) {                                                            \
        return hashlane_shake_x##N##_init(STATE_OF(N, s), strength);                                                   \
    }                                                                                                                  \
    static int absorb_x##N(any_shake* s, const void* const* in, size_t n) {                                            \
        return hashlane_shake_x##N##_absorb(STATE_OF(N, s), in, n);                                                    \
    }                                                                                                                  \
    static int finish_x##N(any_shake* s) { return hashlane_shake_x##N##_finish(STATE_OF(N, s)); }                      \
    static int absorb_once_x##N(any_shake* s, unsigned strength, const void* const* in, size_t n) {                    \
        return hashlane_shake_x##N##_absorb_once(STATE_OF(N, s), strength, in, n);                                     \
    }                                                                                                                  \
    static int squeeze_x##N(any_shake* s, void* const* out, size_t n) {                                                \
        return hashlane_shake_x##N##_squeeze(STATE_OF(N, s), out, n);                                                  \
    }                                                                                                                  \
    static int squeeze_blocks_x##N(any_shake* s, void* const* out, size_t n) {                                         \
        return hashlane_shake_x##N##_squeeze_blocks(STATE_OF(N, s), out, n);                                           \
    }                                                                                                                  \
    static void wipe_x##N(any_shake* s) { hashlane_shake_x##N##_wipe(STATE_OF(N, s)); }
WRAP_SHAKE(1)
WRAP_SHAKE(2)
WRAP_SHAKE(4)
WRAP_SHAKE(8)

#define SHAKE_ROW(N)                                                                                                   \
    {N,                                                                                                                \
     sizeof(hashlane_shake_x##N),                                                                                      \
     hashlane_keccak_f1600_x##N,                                                                                       \
     init_x##N,                                                                                                        \
     absorb_x##N,                                                                                                      \
     finish_x##N,                                                                                                      \
     absorb_once_x##N,                                                                                                 \
     squeeze_x##N,                                                                                                     \
     squeeze_blocks_x##N,                                                                                              \
     hashlane_shake_x##N##_once,                                                                                       \
     wipe_x##N}
static const shake_functions shakes[LANE_COUNTS] = {SHAKE_ROW(1), SHAKE_ROW(2), SHAKE_ROW(4), SHAKE_ROW(8)};

#endif
