/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The FIPS 202 back end of liboqs 0.11 and later. After hashlane_liboqs_install(), which a program calls once, before
   OQS_init() or any other use of liboqs, all SHA-3 and SHAKE of liboqs is Hashlane's. OQS_SHA3_set_callbacks() and
   OQS_SHA3_x4_set_callbacks() keep the addresses of tables that live as long as the program. */
#ifndef HASHLANE_LIBOQS_H
#define HASHLANE_LIBOQS_H

#include <hashlane_typed.h>
#include <oqs/oqs.h>
#include <oqs/sha3_ops.h>
#include <oqs/sha3x4_ops.h>

#include "hashlane_pqc.h"

/* Memory for the state of a context, aligned to 64 bytes; free() releases it. Without memory the program ends, as liboqs
   itself ends it. */
static inline void* hashlane_liboqs_allocate(size_t size) {
    void* const memory = aligned_alloc(64, (size + 63) / 64 * 64);
    if (memory != NULL) return memory;
    fprintf(stderr, "hashlane: no memory for a state of liboqs\n");
    abort();
}

/* The functions of a context of liboqs that are the same for all: CONTEXT holds the address of a STATE. */
#define HASHLANE_LIBOQS_CONTEXT(NAME, CONTEXT, STATE, WIPE)                                                            \
    static inline STATE* hashlane_oqs_##NAME##_state(const CONTEXT* c) { return (STATE*)c->ctx; }                      \
    static inline void hashlane_oqs_##NAME##_init(CONTEXT* c) {                                                        \
        c->ctx = hashlane_liboqs_allocate(sizeof(STATE));                                                              \
        hashlane_oqs_##NAME##_reset(c);                                                                                \
    }                                                                                                                  \
    static inline void hashlane_oqs_##NAME##_release(CONTEXT* c) {                                                     \
        WIPE(hashlane_oqs_##NAME##_state(c));                                                                          \
        free(c->ctx);                                                                                                  \
        c->ctx = NULL;                                                                                                 \
    }                                                                                                                  \
    static inline void hashlane_oqs_##NAME##_clone(CONTEXT* to, const CONTEXT* from) {                                 \
        *hashlane_oqs_##NAME##_state(to) = *hashlane_oqs_##NAME##_state(from);                                         \
    }

#define HASHLANE_LIBOQS_SHA3(BITS)                                                                                     \
    static inline void hashlane_oqs_sha3_##BITS##_reset(OQS_SHA3_sha3_##BITS##_inc_ctx* c) {                           \
        hashlane_pqc_check(hashlane_sha3_##BITS##_init((hashlane_sha3_##BITS##_state*)c->ctx));                        \
    }                                                                                                                  \
    HASHLANE_LIBOQS_CONTEXT(sha3_##BITS, OQS_SHA3_sha3_##BITS##_inc_ctx, hashlane_sha3_##BITS##_state,                 \
                            hashlane_sha3_##BITS##_wipe)                                                               \
    static inline void hashlane_oqs_sha3_##BITS##_absorb(OQS_SHA3_sha3_##BITS##_inc_ctx* c, const uint8_t* in,         \
                                                         size_t size) {                                                \
        hashlane_pqc_check(hashlane_sha3_##BITS##_update(hashlane_oqs_sha3_##BITS##_state(c), in, size));              \
    }                                                                                                                  \
    static inline void hashlane_oqs_sha3_##BITS##_finalize(uint8_t* out, OQS_SHA3_sha3_##BITS##_inc_ctx* c) {          \
        hashlane_pqc_check(hashlane_sha3_##BITS##_digest(hashlane_oqs_sha3_##BITS##_state(c), out));                   \
    }                                                                                                                  \
    HASHLANE_PQC_SHA3_ONCE(hashlane_oqs_sha3_##BITS, BITS)
HASHLANE_LIBOQS_SHA3(256)
HASHLANE_LIBOQS_SHA3(384)
HASHLANE_LIBOQS_SHA3(512)

#define HASHLANE_LIBOQS_SHAKE(BITS)                                                                                    \
    static inline void hashlane_oqs_shake##BITS##_reset(OQS_SHA3_shake##BITS##_inc_ctx* c) {                           \
        hashlane_pqc_check(hashlane_shake_x1_init((hashlane_shake_x1*)c->ctx, BITS));                                  \
    }                                                                                                                  \
    HASHLANE_LIBOQS_CONTEXT(shake##BITS, OQS_SHA3_shake##BITS##_inc_ctx, hashlane_shake_x1, hashlane_shake_x1_wipe)    \
    static inline void hashlane_oqs_shake##BITS##_absorb(OQS_SHA3_shake##BITS##_inc_ctx* c, const uint8_t* in,         \
                                                         size_t size) {                                                \
        const void* const rows[] = {in};                                                                               \
        hashlane_pqc_check(hashlane_shake_x1_absorb(hashlane_oqs_shake##BITS##_state(c), rows, size));                 \
    }                                                                                                                  \
    static inline void hashlane_oqs_shake##BITS##_finalize(OQS_SHA3_shake##BITS##_inc_ctx* c) {                        \
        hashlane_pqc_check(hashlane_shake_x1_finish(hashlane_oqs_shake##BITS##_state(c)));                             \
    }                                                                                                                  \
    static inline void hashlane_oqs_shake##BITS##_squeeze(uint8_t* out, size_t size,                                   \
                                                          OQS_SHA3_shake##BITS##_inc_ctx* c) {                         \
        void* const rows[] = {out};                                                                                    \
        hashlane_pqc_check(hashlane_shake_x1_squeeze(hashlane_oqs_shake##BITS##_state(c), rows, size));                \
    }                                                                                                                  \
    HASHLANE_PQC_SHAKE_ONCE(hashlane_oqs_shake##BITS, BITS)
HASHLANE_LIBOQS_SHAKE(128)
HASHLANE_LIBOQS_SHAKE(256)

#define HASHLANE_LIBOQS_SHAKE_X4(BITS)                                                                                 \
    static inline void hashlane_oqs_shake##BITS##_x4_reset(OQS_SHA3_shake##BITS##_x4_inc_ctx* c) {                     \
        hashlane_pqc_check(hashlane_shake_x4_init((hashlane_shake_x4*)c->ctx, BITS));                                  \
    }                                                                                                                  \
    HASHLANE_LIBOQS_CONTEXT(shake##BITS##_x4, OQS_SHA3_shake##BITS##_x4_inc_ctx, hashlane_shake_x4,                    \
                            hashlane_shake_x4_wipe)                                                                    \
    static inline void hashlane_oqs_shake##BITS##_x4_absorb(OQS_SHA3_shake##BITS##_x4_inc_ctx* c, const uint8_t* in0,  \
                                                            const uint8_t* in1, const uint8_t* in2,                    \
                                                            const uint8_t* in3, size_t size) {                         \
        const void* const rows[] = {in0, in1, in2, in3};                                                               \
        hashlane_pqc_check(hashlane_shake_x4_absorb(hashlane_oqs_shake##BITS##_x4_state(c), rows, size));              \
    }                                                                                                                  \
    static inline void hashlane_oqs_shake##BITS##_x4_finalize(OQS_SHA3_shake##BITS##_x4_inc_ctx* c) {                  \
        hashlane_pqc_check(hashlane_shake_x4_finish(hashlane_oqs_shake##BITS##_x4_state(c)));                          \
    }                                                                                                                  \
    static inline void hashlane_oqs_shake##BITS##_x4_squeeze(uint8_t* out0, uint8_t* out1, uint8_t* out2,              \
                                                             uint8_t* out3, size_t size,                               \
                                                             OQS_SHA3_shake##BITS##_x4_inc_ctx* c) {                   \
        void* const rows[] = {out0, out1, out2, out3};                                                                 \
        hashlane_pqc_check(hashlane_shake_x4_squeeze(hashlane_oqs_shake##BITS##_x4_state(c), rows, size));             \
    }                                                                                                                  \
    HASHLANE_PQC_SHAKE_X4_ONCE(hashlane_oqs_shake##BITS##_, BITS)
HASHLANE_LIBOQS_SHAKE_X4(128)
HASHLANE_LIBOQS_SHAKE_X4(256)

/* Makes Hashlane the back end of this liboqs. */
static inline void hashlane_liboqs_install(void) {
#define HASHLANE_LIBOQS_SHA3_ROW(NAME)                                                                                 \
    .SHA3_##NAME = hashlane_oqs_##NAME, .SHA3_##NAME##_inc_init = hashlane_oqs_##NAME##_init,                          \
    .SHA3_##NAME##_inc_absorb = hashlane_oqs_##NAME##_absorb,                                                          \
    .SHA3_##NAME##_inc_finalize = hashlane_oqs_##NAME##_finalize,                                                      \
    .SHA3_##NAME##_inc_ctx_release = hashlane_oqs_##NAME##_release,                                                    \
    .SHA3_##NAME##_inc_ctx_reset = hashlane_oqs_##NAME##_reset,                                                        \
    .SHA3_##NAME##_inc_ctx_clone = hashlane_oqs_##NAME##_clone
#define HASHLANE_LIBOQS_SHAKE_ROW(NAME)                                                                                \
    HASHLANE_LIBOQS_SHA3_ROW(NAME), .SHA3_##NAME##_inc_squeeze = hashlane_oqs_##NAME##_squeeze
    static struct OQS_SHA3_callbacks one = {HASHLANE_LIBOQS_SHA3_ROW(sha3_256), HASHLANE_LIBOQS_SHA3_ROW(sha3_384),
                                            HASHLANE_LIBOQS_SHA3_ROW(sha3_512), HASHLANE_LIBOQS_SHAKE_ROW(shake128),
                                            HASHLANE_LIBOQS_SHAKE_ROW(shake256)};
    static struct OQS_SHA3_x4_callbacks four = {HASHLANE_LIBOQS_SHAKE_ROW(shake128_x4),
                                                HASHLANE_LIBOQS_SHAKE_ROW(shake256_x4)};
    OQS_SHA3_set_callbacks(&one);
    OQS_SHA3_x4_set_callbacks(&four);
#undef HASHLANE_LIBOQS_SHAKE_ROW
#undef HASHLANE_LIBOQS_SHA3_ROW
}

#endif
