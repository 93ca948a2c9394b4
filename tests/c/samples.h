/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Messages, options that an algorithm accepts, and a walk over all of them. */
#ifndef HASHLANE_TESTS_SAMPLES_H
#define HASHLANE_TESTS_SAMPLES_H

#include <hashlane.h>

#include <string.h>

#include "../support/check.h"

enum { LONGEST = 20000, MANY = 400, OUT = 200 };
static uint8_t message[LONGEST];

static inline void fill_message(void) {
    size_t i;
    for (i = 0; i < sizeof message; i++) message[i] = (uint8_t)(i * 31 + i / 256);
}

static inline int takes(const hashlane_info* info, unsigned bit) { return (info->parameters & bit) != 0; }

static inline int digests(const hashlane_info* info) { return info != NULL && info->kind <= HASHLANE_KIND_MAC; }

static inline hashlane_options options_for(const hashlane_info* info) {
    static const size_t block = 100;
    static const uint8_t domain = 0x0b;
    hashlane_options o = HASHLANE_OPTIONS;
    if (takes(info, HASHLANE_TAKES_KEY)) {
        o.key = "0123456789abcdef";
        o.key_size = 16;
    }
    if (takes(info, HASHLANE_TAKES_CUSTOMIZATION)) {
        o.customization = "tests";
        o.customization_size = 5;
    }
    if (takes(info, HASHLANE_TAKES_FUNCTION_NAME)) {
        o.function_name = "f";
        o.function_name_size = 1;
    }
    if (takes(info, HASHLANE_TAKES_PARALLEL_BLOCK)) o.parallel_block = &block;
    if (takes(info, HASHLANE_TAKES_DOMAIN)) o.domain = &domain;
    return o;
}

/* How many bytes to ask for: a hash has but one answer. */
static inline size_t output_size(const hashlane_info* info) { return info->any_length ? OUT : info->digest_size; }

/* The digest by the shortest way; all other ways are held against it. */
static inline void expected(hashlane_algorithm a, const void* p, size_t n, uint8_t* out) {
    const hashlane_options o = options_for(hashlane_describe(a));
    CHECK(hashlane_digest_with(a, &o, p, n, out, output_size(hashlane_describe(a))) == HASHLANE_OK);
}

static inline int is_hex(const uint8_t* bytes, const char* hex) {
    char text[2 * OUT + 1] = "";
    size_t i;
    for (i = 0; i < strlen(hex) / 2; i++) sprintf(text + 2 * i, "%02x", bytes[i]);
    return strcmp(text, hex) == 0;
}

/* Calls f with every number under which there is a hash, xof or mac. */
static inline int each_digest(void (*f)(hashlane_algorithm, const hashlane_info*)) {
    int a, found = 0;
    for (a = 0; a <= HASHLANE_LAST; a++)
        if (digests(hashlane_describe(a))) {
            f(a, hashlane_describe(a));
            found++;
        }
    return found;
}

#endif
