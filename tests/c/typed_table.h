/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The functions of hashlane_typed.h as a table, with the options of samples.h. */
#ifndef HASHLANE_TESTS_TYPED_TABLE_H
#define HASHLANE_TESTS_TYPED_TABLE_H

#include <hashlane_typed.h>

#include "samples.h"

/* An algorithm of the tables. */
typedef struct typed {
    const char* name; /* as in the tables */
    size_t state_size, reader_size, result_size;
    int (*init)(void* state);
    int (*update)(void* state, const void* data, size_t size);
    int (*result)(const void* state, uint8_t* out, size_t size); /* a digest, a tag, or the first bytes */
    void (*wipe)(void* state);
    int (*verify)(const void* state, const void* tag, size_t size); /* NULL: no mac */
    int (*reader_init)(void* reader, const void* state);            /* NULL: no xof */
    int (*squeeze)(void* reader, void* out, size_t size);
    void (*reader_wipe)(void* reader);
} typed;

#define WRAP_COMMON(NAME, UPDATE)                                                                                      \
    static int update_##NAME(void* s, const void* p, size_t n) { return hashlane_##NAME##_##UPDATE(s, p, n); }         \
    static void wipe_##NAME(void* s) { hashlane_##NAME##_wipe(s); }

#define WRAP_HASH(NAME, DIGEST, STATE)                                                                                 \
    WRAP_COMMON(NAME, update)                                                                                          \
    static int init_##NAME(void* s) { return hashlane_##NAME##_init(s); }                                              \
    static int result_##NAME(const void* s, uint8_t* out, size_t n) {                                                  \
        (void)n;                                                                                                       \
        return hashlane_##NAME##_digest(s, out);                                                                       \
    }

#define WRAP_XOF(NAME, ...)                                                                                            \
    WRAP_COMMON(NAME, absorb)                                                                                          \
    static int init_##NAME(void* s) { return hashlane_##NAME##_init(__VA_ARGS__); }                                    \
    static int result_##NAME(const void* s, uint8_t* out, size_t n) { return hashlane_##NAME##_digest(s, out, n); }    \
    static int reader_init_##NAME(void* r, const void* s) { return hashlane_##NAME##_reader_init(r, s); }              \
    static int squeeze_##NAME(void* r, void* out, size_t n) { return hashlane_##NAME##_reader_squeeze(r, out, n); }    \
    static void reader_wipe_##NAME(void* r) { hashlane_##NAME##_reader_wipe(r); }
#define WRAP_PLAIN_XOF(NAME, STATE) WRAP_XOF(NAME, s)
#define WRAP_TURBOSHAKE(NAME, STATE) WRAP_XOF(NAME, s, 0x0b)
#define WRAP_CUSTOMIZED_XOF(NAME, STATE) WRAP_XOF(NAME, s, "tests", 5)
#define WRAP_CSHAKE(NAME, STATE) WRAP_XOF(NAME, s, "f", 1, "tests", 5)

#define KEY_OF_16 "0123456789abcdef", 16
#define WRAP_MAC(NAME)                                                                                                 \
    WRAP_COMMON(NAME, update)                                                                                          \
    static int verify_##NAME(const void* s, const void* tag, size_t n) { return hashlane_##NAME##_verify(s, tag, n); }
#define WRAP_HMAC(NAME, TAG, STATE)                                                                                    \
    WRAP_MAC(NAME)                                                                                                     \
    static int init_##NAME(void* s) { return hashlane_##NAME##_init(s, KEY_OF_16); }                                   \
    static int result_##NAME(const void* s, uint8_t* out, size_t n) {                                                  \
        (void)n;                                                                                                       \
        return hashlane_##NAME##_tag(s, out);                                                                          \
    }
#define WRAP_KMAC(NAME, TAG, STATE)                                                                                    \
    WRAP_MAC(NAME)                                                                                                     \
    static int init_##NAME(void* s) { return hashlane_##NAME##_init(s, KEY_OF_16, "tests", 5); }                       \
    static int result_##NAME(const void* s, uint8_t* out, size_t n) { return hashlane_##NAME##_tag(s, out, n); }

HASHLANE_TYPED_HASHES(WRAP_HASH)
HASHLANE_TYPED_XOFS(WRAP_PLAIN_XOF)
HASHLANE_TYPED_TURBOSHAKES(WRAP_TURBOSHAKE)
HASHLANE_TYPED_CUSTOMIZED_XOFS(WRAP_CUSTOMIZED_XOF)
HASHLANE_TYPED_CSHAKES(WRAP_CSHAKE)
HASHLANE_TYPED_HMACS(WRAP_HMAC)
HASHLANE_TYPED_KMACS(WRAP_KMAC)

#define COMMON(NAME) init_##NAME, update_##NAME, result_##NAME, wipe_##NAME
#define HASH(NAME, DIGEST, STATE) {#NAME, STATE, 0, DIGEST, COMMON(NAME), NULL, NULL, NULL, NULL},
#define XOF(NAME, STATE)                                                                                               \
    {#NAME, STATE, STATE, OUT, COMMON(NAME), NULL, reader_init_##NAME, squeeze_##NAME, reader_wipe_##NAME},
#define MAC(NAME, TAG, STATE) {#NAME, STATE, 0, TAG, COMMON(NAME), verify_##NAME, NULL, NULL, NULL},
static const typed all[] = {
    /* clang-format off */
    HASHLANE_TYPED_HASHES(HASH)
    HASHLANE_TYPED_XOFS(XOF) HASHLANE_TYPED_TURBOSHAKES(XOF) HASHLANE_TYPED_CUSTOMIZED_XOFS(XOF) HASHLANE_TYPED_CSHAKES(XOF)
    HASHLANE_TYPED_HMACS(MAC) HASHLANE_TYPED_KMACS(MAC)
    /* clang-format on */
};
enum { COUNT_TYPED = sizeof all / sizeof *all };

#endif
