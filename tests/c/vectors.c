/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Published vectors through libhashlane on every target: whole, in pieces, side by side. The argument is a file of
   lines: algorithm size block domain key customization name message output, in hexadecimal, "-" for nothing; the output
   may be the last bytes alone of `size`. */
#include <hashlane.h>

#include <stdlib.h>
#include <string.h>

#include "../support/check.h"

enum { LONGEST = 100000, OUT = 20000, BESIDE = 9 };

typedef struct {
    uint8_t bytes[LONGEST];
    size_t n;
} octets;

static octets key, customization, name, message, output;
static char word[2 * LONGEST + 2], algorithm[40];
static uint8_t got[BESIDE * OUT];

static int next(FILE* f, octets* to) {
    size_t i;
    unsigned byte;
    if (fscanf(f, "%200001s", word) != 1) return 0;
    to->n = strcmp(word, "-") == 0 ? 0 : strlen(word) / 2;
    for (i = 0; i < to->n; i++) {
        if (sscanf(word + 2 * i, "%2x", &byte) != 1) return 0;
        to->bytes[i] = (uint8_t)byte;
    }
    return 1;
}

static int holds(const uint8_t* digest, size_t size) {
    return size >= output.n && memcmp(digest + size - output.n, output.bytes, output.n) == 0;
}

static int in_pieces(hashlane_algorithm a, const hashlane_options* o, size_t size) {
    hashlane_hash h;
    const size_t first = message.n / 3;
    memset(got, 0, size);
    return hashlane_hash_init(&h, a, o) == HASHLANE_OK &&
           hashlane_hash_update(&h, message.bytes, first) == HASHLANE_OK &&
           hashlane_hash_update(&h, NULL, 0) == HASHLANE_OK &&
           hashlane_hash_update(&h, message.bytes + first, message.n - first) == HASHLANE_OK &&
           hashlane_hash_digest(&h, got, size) == HASHLANE_OK && holds(got, size);
}

static int beside(hashlane_algorithm a, const hashlane_options* o, size_t size) {
    const void* messages[BESIDE];
    size_t sizes[BESIDE], i, good = 0;
    for (i = 0; i < BESIDE; i++) messages[i] = message.bytes, sizes[i] = message.n;
    memset(got, 0, size);
    if (hashlane_digest_many(a, o, messages, sizes, BESIDE, got, size, 1) != HASHLANE_OK) return 0;
    for (i = 0; i < BESIDE; i++) good += (size_t)holds(got + i * size, size);
    return good == BESIDE;
}

static void check(hashlane_algorithm a, const hashlane_options* o, size_t size) {
    const char* target;
    size_t i;
    for (i = 0; (target = hashlane_available_target(i)) != NULL; i++) {
        CHECK(hashlane_use_target(target) == HASHLANE_OK);
        CHECK(hashlane_digest_with(a, o, message.bytes, message.n, got, size) == HASHLANE_OK && holds(got, size));
        CHECK(in_pieces(a, o, size));
        CHECK(beside(a, o, size));
    }
}

int main(int argc, char** argv) {
    FILE* f = argc == 2 ? fopen(argv[1], "r") : NULL;
    unsigned long size, block;
    int domain;
    if (f == NULL) return 2;
    while (fscanf(f, "%39s %lu %lu %d", algorithm, &size, &block, &domain) == 4) {
        const hashlane_info* info;
        hashlane_options o;
        memset(&o, 0, sizeof o);
        if (!next(f, &key) || !next(f, &customization) || !next(f, &name) || !next(f, &message) || !next(f, &output) ||
            size > OUT)
            return 2;
        info = hashlane_describe(hashlane_find(algorithm));
        if (info == NULL) return 2;
        if (info->parameters & HASHLANE_TAKES_KEY) o.key = key.bytes, o.key_size = key.n;
        o.customization = customization.bytes, o.customization_size = customization.n;
        o.function_name = name.bytes, o.function_name_size = name.n;
        o.parallel_block = block, o.domain = domain;
        check(hashlane_find(algorithm), &o, size);
    }
    fclose(f);
    return closing_line();
}
