/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Counts calls: the linker option --wrap=NAME sends calls of NAME to __wrap_NAME. `--wrap` has to name each function
   of the macros below; pqc.py reads the names from this file. */
#include <hashlane_fips202.h>

#include "schemes.h"

unsigned long calls_x1, calls_x4, calls_sha3;

#define COUNTED(COUNTER, NAME, PARAMETERS, ARGUMENTS)                                                                  \
    int __real_##NAME PARAMETERS;                                                                                      \
    int __wrap_##NAME PARAMETERS;                                                                                      \
    int __wrap_##NAME PARAMETERS {                                                                                     \
        COUNTER++;                                                                                                     \
        return __real_##NAME ARGUMENTS;                                                                                \
    }

/* clang-format off */
COUNTED(calls_x1, hashlane_shake_x1_init, (hashlane_shake_x1* s, unsigned strength), (s, strength))
COUNTED(calls_x1, hashlane_shake_x1_absorb_once, (hashlane_shake_x1* s, unsigned strength, const void* const* in, size_t n), (s, strength, in, n))
COUNTED(calls_x1, hashlane_shake_x1_squeeze, (hashlane_shake_x1* s, void* const* out, size_t n), (s, out, n))
COUNTED(calls_x1, hashlane_shake_x1_squeeze_blocks, (hashlane_shake_x1* s, void* const* out, size_t n), (s, out, n))
COUNTED(calls_x1, hashlane_shake_x1_once, (unsigned strength, const void* const* in, size_t n, void* const* out, size_t m), (strength, in, n, out, m))
COUNTED(calls_x4, hashlane_shake_x4_init, (hashlane_shake_x4* s, unsigned strength), (s, strength))
COUNTED(calls_x4, hashlane_shake_x4_absorb_once, (hashlane_shake_x4* s, unsigned strength, const void* const* in, size_t n), (s, strength, in, n))
COUNTED(calls_x4, hashlane_shake_x4_squeeze, (hashlane_shake_x4* s, void* const* out, size_t n), (s, out, n))
COUNTED(calls_x4, hashlane_shake_x4_squeeze_blocks, (hashlane_shake_x4* s, void* const* out, size_t n), (s, out, n))
COUNTED(calls_x4, hashlane_shake_x4_once, (unsigned strength, const void* const* in, size_t n, void* const* out, size_t m), (strength, in, n, out, m))
COUNTED(calls_sha3, hashlane_sha3_256_once, (const void* message, size_t n, void* digest), (message, n, digest))
COUNTED(calls_sha3, hashlane_sha3_512_once, (const void* message, size_t n, void* digest), (message, n, digest))
/* clang-format on */
