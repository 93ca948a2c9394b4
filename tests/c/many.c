/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Many messages in each of the four forms, against one at a time. */
#include "samples.h"

static const void* starts[MANY];
static size_t sizes[MANY];
static int64_t offsets[MANY + 1];
static int32_t offsets32[MANY + 1];
static uint8_t want[(MANY + 1) * OUT], got[(MANY + 1) * OUT];

static void cut_message(void) {
    size_t i;
    for (i = 0; i < MANY; i++) {
        sizes[i] = i * 7 % 97;
        starts[i] = sizes[i] == 0 ? NULL : message + offsets[i];
        offsets[i + 1] = offsets[i] + (int64_t)sizes[i];
        offsets32[i + 1] = (int32_t)offsets[i + 1];
    }
}

static int same(size_t bytes) {
    const int equal = memcmp(got, want, bytes) == 0 && got[bytes] == 0xee;
    memset(got, 0xee, sizeof got);
    return equal;
}

static void all_forms(hashlane_algorithm a, const hashlane_info* info) {
    const hashlane_options o = options_for(info), *given = info->parameters == 0 ? NULL : &o;
    const size_t n = output_size(info);
    unsigned threads;
    size_t i;
    for (i = 0; i < MANY; i++) expected(a, message + offsets[i], sizes[i], want + i * n);
    for (threads = 0; threads < 3; threads++) {
        CHECK(hashlane_digest_many(a, given, starts, sizes, MANY, got, n, threads) == HASHLANE_OK && same(MANY * n));
        CHECK(hashlane_digest_offsets(a, given, message, LONGEST, offsets, MANY, got, n, threads) == HASHLANE_OK);
        CHECK(same(MANY * n));
        CHECK(hashlane_digest_offsets32(a, given, message, LONGEST, offsets32 + 3, MANY - 3, got + 3 * n, n, threads) ==
              HASHLANE_OK);
        memcpy(got, want, 3 * n);
        CHECK(same(MANY * n));
    }
    for (i = 0; i < MANY; i++) expected(a, message + 13 * i, 40, want + i * n);
    CHECK(hashlane_digest_rows(a, given, message, 40, 13, MANY, got, n, 2) == HASHLANE_OK && same(MANY * n));
    CHECK(hashlane_digest_rows(a, given, message, 40, 13, 0, NULL, n, 2) == HASHLANE_OK && same(0));
}

static void usual_size(hashlane_algorithm a, const hashlane_info* info) {
    const hashlane_options o = options_for(info);
    const size_t n = info->digest_size;
    CHECK(hashlane_digest_with(a, &o, message, 50, want, n) == HASHLANE_OK);
    CHECK(hashlane_digest_rows(a, &o, message, 50, 0, 1, got, n, 1) == HASHLANE_OK && same(n));
    CHECK(hashlane_digest_rows(a, &o, message, 50, 0, 1, got, 0, 1) ==
          (info->any_length ? HASHLANE_OK : HASHLANE_ERROR_SIZE)); /* no size stands for the usual one */
}

static void large(void) {
    static uint8_t digests[20000 * 32];
    uint8_t digest[32];
    size_t i, wrong = 0;
    CHECK(hashlane_digest_rows(HASHLANE_SHA256, NULL, message, 5000, 0, 20000, digests, 32, 0) == HASHLANE_OK);
    hashlane_digest(HASHLANE_SHA256, message, 5000, digest, 32);
    for (i = 0; i < 20000; i++) wrong += memcmp(digests + 32 * i, digest, 32) != 0;
    CHECK(wrong == 0);
}

static void refused(void) {
    int64_t bad[] = {0, 5, 4}, beyond[] = {0, LONGEST + 1}, negative[] = {-1, 5};
    int32_t bad32[] = {7, 6};
    hashlane_options o = HASHLANE_OPTIONS;
    const uint8_t domain = 3;
    o.domain = &domain;
    CHECK(hashlane_digest_offsets(HASHLANE_SHA256, NULL, message, LONGEST, bad, 2, got, 32, 1) ==
          HASHLANE_ERROR_OFFSETS);
    CHECK(hashlane_digest_offsets(HASHLANE_SHA256, NULL, message, LONGEST, beyond, 1, got, 32, 1) ==
          HASHLANE_ERROR_OFFSETS);
    CHECK(hashlane_digest_offsets(HASHLANE_SHA256, NULL, message, LONGEST, negative, 1, got, 32, 1) ==
          HASHLANE_ERROR_OFFSETS);
    CHECK(hashlane_digest_offsets32(HASHLANE_SHA256, NULL, message, LONGEST, bad32, 1, got, 32, 1) ==
          HASHLANE_ERROR_OFFSETS);
    CHECK(hashlane_digest_offsets(HASHLANE_SHA256, NULL, message, LONGEST, NULL, 1, got, 32, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_digest_offsets(HASHLANE_SHA256, NULL, NULL, 5, bad, 1, got, 32, 1) == HASHLANE_ERROR_NULL);
    starts[MANY - 1] = NULL;
    sizes[MANY - 1] = 1;
    CHECK(hashlane_digest_many(HASHLANE_SHA256, NULL, starts, sizes, MANY, got, 32, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_digest_many(HASHLANE_SHA256, NULL, NULL, sizes, 1, got, 32, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_digest_rows(HASHLANE_SHA256, NULL, message, 8, 8, 3, NULL, 32, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_digest_rows(HASHLANE_SHA256, NULL, NULL, 8, 8, 3, got, 32, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_digest_rows(HASHLANE_SHA256, NULL, message, 8, 8, 3, got, 31, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_digest_rows(HASHLANE_SHA256, NULL, message, 8, (size_t)-1, 3, got, 32, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_digest_rows(HASHLANE_SHAKE128, NULL, message, 0, 0, 3, got, (size_t)-1, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_digest_rows(0, NULL, message, 8, 8, 3, got, 32, 1) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_digest_rows(HASHLANE_KMAC128, NULL, message, 8, 8, 3, got, 32, 1) == HASHLANE_ERROR_KEY);
    CHECK(hashlane_digest_rows(HASHLANE_SHA256, &o, message, 8, 8, 3, got, 32, 1) == HASHLANE_ERROR_OPTION);
    CHECK(same(0)); /* nothing was written */
}

int main(void) {
    fill_message();
    cut_message();
    memset(got, 0xee, sizeof got);
    CHECK(each_digest(all_forms) > 40);
    each_digest(usual_size);
    large();
    refused();
    return closing_line();
}
