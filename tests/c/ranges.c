/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One message in ranges: the digest of the message in one piece, and every refusal. */
#include <hashlane_merkle.h>
#include <hashlane_ranges.h>

#include "samples.h"

enum { RANGES = 3, CHUNK = 8192, ROOM = 4000 };
static const hashlane_algorithm trees[] = {HASHLANE_KT128,
                                           HASHLANE_KT256,
                                           HASHLANE_PARALLELHASH128,
                                           HASHLANE_PARALLELHASH256,
                                           HASHLANE_PARALLELHASHXOF128,
                                           HASHLANE_PARALLELHASHXOF256};
static hashlane_ranges worker, driver, twin;
static hashlane_hash hash;
static uint8_t range[RANGES][ROOM], other[ROOM];
static size_t sizes[RANGES];

static uint64_t next_place(const hashlane_ranges* ranges) {
    uint64_t place = 77;
    CHECK(hashlane_ranges_next(ranges, &place) == HASHLANE_OK);
    return place;
}

/* The message in ranges of a chunk, of which the last is short. */
static void cut(size_t chunk, size_t size) {
    size_t i;
    for (i = 0; i < RANGES; i++) {
        const size_t place = i * chunk, n = i + 1 < RANGES ? chunk : size - place;
        sizes[i] = hashlane_ranges_size(&worker, place, n);
        CHECK(sizes[i] != 0 && sizes[i] <= ROOM);
        CHECK(hashlane_ranges_leaves(&worker, place, message + place, n, range[i], sizes[i], 2) == HASHLANE_OK);
    }
}

static void in_ranges(hashlane_algorithm a) {
    const hashlane_options o = options_for(hashlane_describe(a));
    const size_t chunk = o.parallel_block != NULL ? *o.parallel_block : CHUNK, size = 2 * chunk + 33;
    uint8_t got[OUT], want[OUT];
    uint64_t place = 0;
    size_t i;
    CHECK(hashlane_ranges_init(&worker, a, &o, size) == HASHLANE_OK);
    CHECK(hashlane_ranges_init(&driver, a, &o, size) == HASHLANE_OK);
    cut(chunk, size);
    for (i = 0; i < RANGES; i++) {
        CHECK(hashlane_ranges_whole(&driver, &hash) == HASHLANE_RANGE_INCOMPLETE);
        CHECK(next_place(&driver) == i * chunk);
        CHECK(hashlane_ranges_place(&driver, range[i], sizes[i], &place) == HASHLANE_OK && place == i * chunk);
        if (i + 1 < RANGES) CHECK(hashlane_ranges_add(&driver, range[i + 1], sizes[i + 1]) == HASHLANE_RANGE_GAP);
        CHECK(hashlane_ranges_copy(&twin, &driver) == HASHLANE_OK);
        CHECK(hashlane_ranges_add(&driver, range[i], sizes[i]) == HASHLANE_OK);
        CHECK(hashlane_ranges_add(&driver, range[i], sizes[i]) == HASHLANE_RANGE_REPEATED);
        CHECK(next_place(&twin) == i * chunk);
    }
    CHECK(hashlane_ranges_whole(&driver, &hash) == HASHLANE_OK);
    expected(a, message, size, want);
    CHECK(hashlane_hash_digest(&hash, got, OUT) == HASHLANE_OK && memcmp(got, want, OUT) == 0);
    CHECK(hashlane_hash_update(&hash, message + size, 50) == HASHLANE_OK);
    expected(a, message, size + 50, want);
    CHECK(hashlane_hash_digest(&hash, got, OUT) == HASHLANE_OK && memcmp(got, want, OUT) == 0);
    CHECK(hashlane_hash_reset(&hash) == HASHLANE_OK);
    expected(a, message, 0, want);
    CHECK(hashlane_hash_digest(&hash, got, OUT) == HASHLANE_OK && memcmp(got, want, OUT) == 0);
    CHECK(hashlane_hash_algorithm(&hash) == a);
}

/* The hash of all ranges begins again, and verifies tags, as the options of init() say. */
static void with_options(const hashlane_options* o, int of_short_tag) {
    const size_t size = 2 * CHUNK + 33;
    uint8_t got[OUT], want[OUT];
    size_t i;
    CHECK(hashlane_ranges_init(&worker, HASHLANE_KT128, o, size) == HASHLANE_OK);
    CHECK(hashlane_ranges_init(&driver, HASHLANE_KT128, o, size) == HASHLANE_OK);
    cut(CHUNK, size);
    for (i = 0; i < RANGES; i++) CHECK(hashlane_ranges_add(&driver, range[i], sizes[i]) == HASHLANE_OK);
    CHECK(hashlane_ranges_whole(&driver, &hash) == HASHLANE_OK);
    CHECK(hashlane_digest(HASHLANE_KT128, message, size, want, OUT) == HASHLANE_OK);
    CHECK(hashlane_hash_verify(&hash, want, 32) == HASHLANE_OK);
    CHECK(hashlane_hash_verify(&hash, want, 8) == of_short_tag && hashlane_hash_reset(&hash) == HASHLANE_OK);
    CHECK(hashlane_digest(HASHLANE_KT128, NULL, 0, want, OUT) == HASHLANE_OK);
    CHECK(hashlane_hash_digest(&hash, got, OUT) == HASHLANE_OK && memcmp(got, want, OUT) == 0);
}

static void options_of_ranges(void) {
    hashlane_options o = HASHLANE_OPTIONS;
    size_t shortest = 8;
    with_options(NULL, HASHLANE_ERROR_SIZE);
    with_options(&o, HASHLANE_ERROR_SIZE);
    o.shortest_tag = &shortest;
    with_options(&o, HASHLANE_OK);
}

/* The reason why a range of another message is refused by `driver`. */
static int foreign(hashlane_algorithm a, const char* customization, size_t block, uint64_t size) {
    hashlane_options o = HASHLANE_OPTIONS;
    size_t n;
    o.customization = customization;
    o.customization_size = strlen(customization);
    if (a != HASHLANE_KT128) o.parallel_block = &block;
    CHECK(hashlane_ranges_init(&worker, a, &o, size) == HASHLANE_OK);
    n = hashlane_ranges_size(&worker, 0, CHUNK);
    CHECK(hashlane_ranges_leaves(&worker, 0, message, CHUNK, other, n, 1) == HASHLANE_OK);
    return hashlane_ranges_add(&driver, other, n);
}

static void refused_ranges(void) {
    const size_t size = 2 * CHUNK + 100;
    CHECK(hashlane_ranges_init(&worker, HASHLANE_KT128, NULL, size) == HASHLANE_OK);
    CHECK(hashlane_ranges_copy(&driver, &worker) == HASHLANE_OK);
    cut(CHUNK, size);
    CHECK(hashlane_ranges_add(&driver, "HLRx", 4) == HASHLANE_RANGE_OTHER_VERSION);
    CHECK(hashlane_ranges_add(&driver, "abcd", 4) == HASHLANE_RANGE_NO_RANGE);
    CHECK(hashlane_ranges_add(&driver, NULL, 0) == HASHLANE_RANGE_NO_RANGE);
    CHECK(hashlane_ranges_add(&driver, range[0], sizes[0] - 1) == HASHLANE_RANGE_DAMAGED);
    CHECK(foreign(HASHLANE_PARALLELHASH128, "", CHUNK, size) == HASHLANE_RANGE_OTHER_ALGORITHM);
    CHECK(foreign(HASHLANE_KT128, "", 0, size + 1) == HASHLANE_RANGE_OTHER_MESSAGE);
    CHECK(foreign(HASHLANE_KT128, "x", 0, size) == HASHLANE_RANGE_OTHER_PARAMETERS);
    CHECK(hashlane_ranges_add(&driver, range[0], sizes[0]) == HASHLANE_OK);
    CHECK(hashlane_ranges_leaves(&driver, 0, message, 2 * CHUNK, other, sizes[0] + 32, 1) == HASHLANE_OK);
    CHECK(hashlane_ranges_add(&driver, other, sizes[0] + 32) == HASHLANE_RANGE_OVERLAPPING);
    CHECK(hashlane_ranges_init(&driver, HASHLANE_PARALLELHASH128, NULL, size) == HASHLANE_OK);
    CHECK(foreign(HASHLANE_PARALLELHASH128, "", CHUNK / 2, size) == HASHLANE_RANGE_OTHER_CHUNK);
}

static void refused_calls(void) {
    uint64_t place = 0;
    CHECK(hashlane_ranges_statebytes() == sizeof driver);
    CHECK(hashlane_ranges_init(NULL, HASHLANE_KT128, NULL, 0) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_ranges_init(&driver, HASHLANE_SHA256, NULL, 0) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_ranges_init(&driver, 0, NULL, 0) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_ranges_init(&driver, HASHLANE_KT128, NULL, UINT64_MAX) == HASHLANE_RANGE_MESSAGE_TOO_LONG);
    CHECK(hashlane_ranges_init(&driver, HASHLANE_KT128, NULL, 3 * CHUNK + 1) == HASHLANE_OK);
    CHECK(hashlane_ranges_leaves(&driver, 1, message, CHUNK, other, 312, 1) == HASHLANE_RANGE_NOT_AT_CHUNK);
    CHECK(hashlane_ranges_leaves(&driver, 0, message, 9, other, 312, 1) == HASHLANE_RANGE_CHUNK_TORN);
    CHECK(hashlane_ranges_leaves(&driver, 0, message, 0, other, 312, 1) == HASHLANE_RANGE_EMPTY);
    CHECK(hashlane_ranges_leaves(&driver, 3 * CHUNK, message, 2, other, 312, 1) == HASHLANE_RANGE_PAST_END);
    CHECK(hashlane_ranges_leaves(&driver, 0, message, CHUNK, other, 311, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_ranges_leaves(&driver, 0, NULL, CHUNK, other, 312, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_ranges_leaves(&driver, 0, message, CHUNK, NULL, 312, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_ranges_leaves(&driver, 0, message, CHUNK, message + 1, 312, 1) == HASHLANE_ERROR_OVERLAP);
    CHECK(hashlane_ranges_size(&driver, 0, CHUNK) == 312 && hashlane_ranges_size(&driver, 1, CHUNK) == 0);
    CHECK(hashlane_ranges_add(&driver, NULL, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_ranges_place(&driver, NULL, 1, &place) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_ranges_place(&driver, message, 1, NULL) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_ranges_next(&driver, NULL) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_ranges_whole(&driver, NULL) == HASHLANE_ERROR_NULL);
    hashlane_ranges_wipe(&driver);
    CHECK(hashlane_ranges_leaves(&driver, 0, message, CHUNK, other, 312, 1) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_ranges_add(&driver, other, 312) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_ranges_place(&driver, other, 312, &place) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_ranges_next(&driver, &place) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_ranges_whole(&driver, &hash) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_ranges_size(&driver, 0, CHUNK) == 0);
    CHECK(hashlane_ranges_copy(&twin, &driver) == HASHLANE_ERROR_STATE);
    CHECK(strcmp(hashlane_ranges_reason(0), "accepted") == 0);
    CHECK(strstr(hashlane_ranges_reason(HASHLANE_RANGE_INCOMPLETE), "missing") != NULL);
    CHECK(strcmp(hashlane_ranges_reason(HASHLANE_ERROR_SIZE), hashlane_strerror(HASHLANE_ERROR_SIZE)) == 0);
    CHECK(strcmp(hashlane_ranges_reason(21), "no reason of hashlane") == 0);
}

/* The root of leaves of which each worker has digested four. */
static void subtrees(void) {
    static hashlane_merkle_stream stream;
    const void* leaves[10];
    size_t lengths[10], i;
    uint8_t root[32], want[32];
    for (i = 0; i < 10; i++) {
        leaves[i] = message + i;
        lengths[i] = i;
    }
    CHECK(hashlane_merkle_stream_init(&stream, HASHLANE_SHA256, 0) == HASHLANE_OK);
    for (i = 0; i < 8; i += 4) {
        CHECK(hashlane_merkle_root(HASHLANE_SHA256, 0, leaves + i, lengths + i, 4, root, 32, 1) == HASHLANE_OK);
        CHECK(hashlane_merkle_stream_push_subtree(&stream, root, 32, 4) == HASHLANE_OK);
    }
    CHECK(hashlane_merkle_stream_push_subtree(&stream, root, 32, 3) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_stream_push_subtree(&stream, root, 31, 4) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_stream_push_subtree(&stream, NULL, 32, 4) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_merkle_stream_push(&stream, leaves[8], lengths[8]) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_push(&stream, leaves[9], lengths[9]) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_root(&stream, root, 32) == HASHLANE_OK);
    CHECK(hashlane_merkle_root(HASHLANE_SHA256, 0, leaves, lengths, 10, want, 32, 1) == HASHLANE_OK);
    CHECK(memcmp(root, want, 32) == 0);
    hashlane_merkle_stream_wipe(&stream);
    CHECK(hashlane_merkle_stream_push_subtree(&stream, root, 32, 4) == HASHLANE_ERROR_STATE);
}

/* A tree has at most 2^64 - 1 leaves. */
static void too_many_leaves(void) {
    static hashlane_merkle_stream stream;
    const void* leaves[2];
    const size_t lengths[2] = {1, 1};
    const int64_t offsets[3] = {0, 1, 2};
    uint8_t root[64] = {0};
    uint64_t n, left;
    leaves[0] = leaves[1] = message;
    CHECK(hashlane_merkle_stream_init(&stream, HASHLANE_SHA256, 0) == HASHLANE_OK);
    for (n = (uint64_t)1 << 63; n != 0; n >>= 1)
        CHECK(hashlane_merkle_stream_push_subtree(&stream, root, 32, n) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_count(&stream, &left) == HASHLANE_OK && left == UINT64_MAX);
    CHECK(hashlane_merkle_stream_push(&stream, message, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_stream_push_subtree(&stream, root, 32, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_stream_push_many(&stream, leaves, lengths, 0, 1) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_init(&stream, HASHLANE_SHA256, 0) == HASHLANE_OK);
    for (n = (uint64_t)1 << 63; n != 1; n >>= 1)
        CHECK(hashlane_merkle_stream_push_subtree(&stream, root, 32, n) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_push_many(&stream, leaves, lengths, 2, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_stream_push_rows(&stream, message, 1, 1, 2, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_stream_push_offsets(&stream, message, 2, offsets, 2, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_stream_push_digests(&stream, root, 64, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_stream_push_digests(&stream, root, 32, 1) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_root(&stream, root, 32) == HASHLANE_OK);
}

int main(void) {
    size_t i;
    fill_message();
    for (i = 0; i < sizeof trees / sizeof *trees; i++) in_ranges(trees[i]);
    options_of_ranges();
    refused_ranges();
    refused_calls();
    subtrees();
    too_many_leaves();
    return closing_line();
}
