/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Counts calls: the linker option --wrap=NAME sends calls of NAME to __wrap_NAME. pqc.py has the list of the names. */
#include <hashlane_fips202.h>

#include "schemes.h"

unsigned long calls_x1, calls_x4, calls_sha3;

/* The functions of one number of messages that begin with a message or give output. */
#define COUNT_SHAKE(N)                                                                                                 \
    typedef hashlane_shake_x##N state_x##N;                                                                            \
    int __real_hashlane_shake_x##N##_init(state_x##N* s, unsigned strength);                                           \
    int __wrap_hashlane_shake_x##N##_init(state_x##N* s, unsigned strength);                                           \
    int __wrap_hashlane_shake_x##N##_init(state_x##N* s, unsigned strength) {                                          \
        calls_x##N++;                                                                                                  \
        return __real_hashlane_shake_x##N##_init(s, strength);                                                         \
    }                                                                                                                  \
    int __real_hashlane_shake_x##N##_absorb_once(state_x##N* s, unsigned strength, const void* const* in, size_t n);   \
    int __wrap_hashlane_shake_x##N##_absorb_once(state_x##N* s, unsigned strength, const void* const* in, size_t n);   \
    int __wrap_hashlane_shake_x##N##_absorb_once(state_x##N* s, unsigned strength, const void* const* in, size_t n) {  \
        calls_x##N++;                                                                                                  \
        return __real_hashlane_shake_x##N##_absorb_once(s, strength, in, n);                                           \
    }                                                                                                                  \
    COUNT_SQUEEZE(N, squeeze)                                                                                          \
    COUNT_SQUEEZE(N, squeeze_blocks)                                                                                   \
    int __real_hashlane_shake_x##N##_once(unsigned strength, const void* const* in, size_t n, void* const* out,        \
                                          size_t size);                                                                \
    int __wrap_hashlane_shake_x##N##_once(unsigned strength, const void* const* in, size_t n, void* const* out,        \
                                          size_t size);                                                                \
    int __wrap_hashlane_shake_x##N##_once(unsigned strength, const void* const* in, size_t n, void* const* out,        \
                                          size_t size) {                                                               \
        calls_x##N++;                                                                                                  \
        return __real_hashlane_shake_x##N##_once(strength, in, n, out, size);                                          \
    }
#define COUNT_SQUEEZE(N, VERB)                                                                                         \
    int __real_hashlane_shake_x##N##_##VERB(state_x##N* s, void* const* out, size_t size);                             \
    int __wrap_hashlane_shake_x##N##_##VERB(state_x##N* s, void* const* out, size_t size);                             \
    int __wrap_hashlane_shake_x##N##_##VERB(state_x##N* s, void* const* out, size_t size) {                            \
        calls_x##N++;                                                                                                  \
        return __real_hashlane_shake_x##N##_##VERB(s, out, size);                                                      \
    }
COUNT_SHAKE(1)
COUNT_SHAKE(4)

#define COUNT_SHA3(BITS)                                                                                               \
    int __real_hashlane_sha3_##BITS##_once(const void* message, size_t size, void* digest);                            \
    int __wrap_hashlane_sha3_##BITS##_once(const void* message, size_t size, void* digest);                            \
    int __wrap_hashlane_sha3_##BITS##_once(const void* message, size_t size, void* digest) {                           \
        calls_sha3++;                                                                                                  \
        return __real_hashlane_sha3_##BITS##_once(message, size, digest);                                              \
    }
COUNT_SHA3(256)
COUNT_SHA3(512)
