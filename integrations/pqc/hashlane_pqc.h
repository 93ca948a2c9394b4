/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the back ends of this folder have in common: functions of FIPS 202 under the names and with the arguments that
   post-quantum libraries use, over hashlane_fips202.h.

   The functions of those libraries return nothing. A code other than HASHLANE_OK means that a library called them in a
   wrong order or with a null pointer; keys from there on would be wrong, so hashlane_pqc_check() ends the program. */
#ifndef HASHLANE_PQC_H
#define HASHLANE_PQC_H

#include <hashlane_fips202.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SHAKE128_RATE 168
#define SHAKE256_RATE 136
#define SHA3_256_RATE 136
#define SHA3_384_RATE 104
#define SHA3_512_RATE 72

/* Ends the program with a message unless the call before was right. */
static inline void hashlane_pqc_check(int result) {
    if (result == HASHLANE_OK) return;
    fprintf(stderr, "hashlane: a post-quantum library made a wrong call: %s\n", hashlane_strerror(result));
    abort();
}

/* The states, aligned as the kernels like them best. */
typedef struct hashlane_pqc_x1 {
    __attribute__((aligned(64))) hashlane_shake_x1 state;
} hashlane_pqc_x1;
typedef struct hashlane_pqc_x4 {
    __attribute__((aligned(64))) hashlane_shake_x4 state;
} hashlane_pqc_x4;

/* SHAKE of one message in pieces: NAMEctx, NAME_init, NAME_absorb, NAME_finalize, NAME_squeeze, NAME_release. */
#define HASHLANE_PQC_SHAKE(NAME, STRENGTH)                                                                             \
    typedef hashlane_pqc_x1 NAME##ctx;                                                                                 \
    static inline void NAME##_init(NAME##ctx* s) { hashlane_pqc_check(hashlane_shake_x1_init(&s->state, STRENGTH)); }  \
    static inline void NAME##_absorb(NAME##ctx* s, const uint8_t* in, size_t size) {                                   \
        const void* const rows[] = {in};                                                                               \
        hashlane_pqc_check(hashlane_shake_x1_absorb(&s->state, rows, size));                                           \
    }                                                                                                                  \
    static inline void NAME##_finalize(NAME##ctx* s) { hashlane_pqc_check(hashlane_shake_x1_finish(&s->state)); }      \
    static inline void NAME##_squeeze(uint8_t* out, size_t size, NAME##ctx* s) {                                       \
        void* const rows[] = {out};                                                                                    \
        hashlane_pqc_check(hashlane_shake_x1_squeeze(&s->state, rows, size));                                          \
    }                                                                                                                  \
    static inline void NAME##_release(NAME##ctx* s) { hashlane_shake_x1_wipe(&s->state); }

/* SHAKE of one whole message with output in blocks: NAME_absorb_once and NAME_squeezeblocks, beside the functions above. */
#define HASHLANE_PQC_SHAKE_BLOCKS(NAME, STRENGTH)                                                                      \
    static inline void NAME##_absorb_once(NAME##ctx* s, const uint8_t* in, size_t size) {                              \
        const void* const rows[] = {in};                                                                               \
        hashlane_pqc_check(hashlane_shake_x1_absorb_once(&s->state, STRENGTH, rows, size));                            \
    }                                                                                                                  \
    static inline void NAME##_squeezeblocks(uint8_t* out, size_t blocks, NAME##ctx* s) {                               \
        void* const rows[] = {out};                                                                                    \
        hashlane_pqc_check(hashlane_shake_x1_squeeze_blocks(&s->state, rows, blocks));                                 \
    }

/* SHAKE of one whole message to output of one length. */
#define HASHLANE_PQC_SHAKE_ONCE(NAME, STRENGTH)                                                                        \
    static inline void NAME(uint8_t* out, size_t out_size, const uint8_t* in, size_t size) {                           \
        const void* const from[] = {in};                                                                               \
        void* const to[] = {out};                                                                                      \
        hashlane_pqc_check(hashlane_shake_x1_once(STRENGTH, from, size, to, out_size));                                \
    }

/* SHAKE of four messages of one length: NAMEx4ctx, NAMEx4_init, NAMEx4_absorb_once, NAMEx4_squeezeblocks,
   NAMEx4_release. */
#define HASHLANE_PQC_SHAKE_X4(NAME, STRENGTH)                                                                          \
    typedef hashlane_pqc_x4 NAME##x4ctx;                                                                               \
    static inline void NAME##x4_init(NAME##x4ctx* s) { (void)s; }                                                      \
    static inline void NAME##x4_absorb_once(NAME##x4ctx* s, const uint8_t* in0, const uint8_t* in1,                    \
                                            const uint8_t* in2, const uint8_t* in3, size_t size) {                     \
        const void* const rows[] = {in0, in1, in2, in3};                                                               \
        hashlane_pqc_check(hashlane_shake_x4_absorb_once(&s->state, STRENGTH, rows, size));                            \
    }                                                                                                                  \
    static inline void NAME##x4_squeezeblocks(uint8_t* out0, uint8_t* out1, uint8_t* out2, uint8_t* out3,              \
                                              size_t blocks, NAME##x4ctx* s) {                                         \
        void* const rows[] = {out0, out1, out2, out3};                                                                 \
        hashlane_pqc_check(hashlane_shake_x4_squeeze_blocks(&s->state, rows, blocks));                                 \
    }                                                                                                                  \
    static inline void NAME##x4_release(NAME##x4ctx* s) { hashlane_shake_x4_wipe(&s->state); }

/* The same of whole messages to outputs of one length: NAMEx4. */
#define HASHLANE_PQC_SHAKE_X4_ONCE(NAME, STRENGTH)                                                                     \
    static inline void NAME##x4(uint8_t* out0, uint8_t* out1, uint8_t* out2, uint8_t* out3, size_t out_size,           \
                                const uint8_t* in0, const uint8_t* in1, const uint8_t* in2, const uint8_t* in3,        \
                                size_t size) {                                                                         \
        const void* const from[] = {in0, in1, in2, in3};                                                               \
        void* const to[] = {out0, out1, out2, out3};                                                                   \
        hashlane_pqc_check(hashlane_shake_x4_once(STRENGTH, from, size, to, out_size));                                \
    }

/* SHA-3 of one whole message. */
#define HASHLANE_PQC_SHA3_ONCE(NAME, BITS)                                                                             \
    static inline void NAME(uint8_t* out, const uint8_t* in, size_t size) {                                            \
        hashlane_pqc_check(hashlane_sha3_##BITS##_once(in, size, out));                                                \
    }

#endif
