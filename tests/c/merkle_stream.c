/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Merkle trees that take their time: leaves one after the other, and news of a long build. */
#include <hashlane_merkle.h>

#include "samples.h"

enum { LEAVES = 200, LONG = 150000 };
static hashlane_merkle_stream one, many, twin;
static const void* starts[LEAVES];
static size_t sizes[LEAVES];
static int64_t offsets[LEAVES + 1];
static uint8_t root[64], want[64], nodes[LEAVES * 3 * 64];
static uint8_t rows[LONG * 2], long_nodes[LONG * 3 * 32], again[LONG * 3 * 32];

static void cut_leaves(void) {
    size_t i;
    for (i = 0; i < LEAVES; i++) {
        sizes[i] = i * 11 % 40;
        offsets[i + 1] = offsets[i] + (int64_t)sizes[i];
        starts[i] = sizes[i] == 0 ? NULL : message + offsets[i] % 1000;
    }
    for (i = 0; i < LONG; i++) {
        rows[2 * i] = (uint8_t)i;
        rows[2 * i + 1] = (uint8_t)(i >> 8);
    }
}

static void same_roots(hashlane_algorithm a, int shape) {
    const size_t n = hashlane_describe(a)->digest_size, size = n * hashlane_merkle_nodes(shape, LEAVES);
    uint64_t count = 7;
    size_t i;
    CHECK(hashlane_merkle_stream_init(&one, a, shape) == HASHLANE_OK);
    for (i = 0; i <= LEAVES; i++) {
        CHECK(hashlane_merkle_root(a, shape, starts, sizes, i, want, n, 1) == HASHLANE_OK);
        CHECK(hashlane_merkle_stream_root(&one, root, n) == HASHLANE_OK && memcmp(root, want, n) == 0);
        CHECK(hashlane_merkle_stream_count(&one, &count) == HASHLANE_OK && count == i);
        CHECK(hashlane_merkle_stream_init(&many, a, shape) == HASHLANE_OK);
        CHECK(hashlane_merkle_stream_push_many(&many, starts, sizes, i, 2) == HASHLANE_OK);
        CHECK(hashlane_merkle_stream_root(&many, root, n) == HASHLANE_OK && memcmp(root, want, n) == 0);
        CHECK(hashlane_merkle_stream_copy(&twin, &one) == HASHLANE_OK);
        CHECK(hashlane_merkle_stream_push_many(&twin, starts + i, sizes + i, LEAVES - i, 1) == HASHLANE_OK);
        if (i < LEAVES) CHECK(hashlane_merkle_stream_push(&one, starts[i], sizes[i]) == HASHLANE_OK);
        CHECK(hashlane_merkle_stream_root(&twin, root, n) == HASHLANE_OK);
        CHECK(hashlane_merkle_root(a, shape, starts, sizes, LEAVES, want, n, 1) == HASHLANE_OK);
        CHECK(memcmp(root, want, n) == 0);
    }
    CHECK(hashlane_merkle_build(a, shape, starts, sizes, LEAVES, nodes, size, 1) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_init(&one, a, shape) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_push_digests(&one, nodes, n * LEAVES, 1) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_root(&one, root, n) == HASHLANE_OK && memcmp(root, want, n) == 0);
    CHECK(hashlane_merkle_stream_push_digests(&one, nodes, n + 1, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_root_offsets(a, shape, message, LONGEST, offsets, LEAVES, want, n, 1) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_init(&one, a, shape) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_push_offsets(&one, message, LONGEST, offsets, LEAVES, 1) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_root(&one, root, n) == HASHLANE_OK && memcmp(root, want, n) == 0);
}

static void long_stream(void) {
    CHECK(hashlane_merkle_root_rows(HASHLANE_SHA256, 0, rows, 2, 2, LONG, want, 32, 1) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_init(&one, HASHLANE_SHA256, 0) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_push_rows(&one, rows, 2, 2, 1001, 1) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_push_rows(&one, rows + 2002, 2, 2, LONG - 1001, 2) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_root(&one, root, 32) == HASHLANE_OK && memcmp(root, want, 32) == 0);
}

struct told {
    uint64_t last, total;
    int calls, stop_at, wrong;
};
static int tell(void* context, uint64_t done, uint64_t total) {
    struct told* t = context;
    if (done <= t->last || done > total || (t->calls != 0 && total != t->total)) t->wrong = 1;
    t->last = done;
    t->total = total;
    return ++t->calls == t->stop_at;
}

static void progress(int shape) {
    const size_t digests = hashlane_merkle_nodes(shape, LONG), size = 32 * digests;
    static const struct told fresh = {0, 0, 0, 0, 0};
    struct told t = fresh;
    int all, i;
    CHECK(hashlane_merkle_build_rows(HASHLANE_SHA256, shape, rows, 2, 2, LONG, again, size, 1) == HASHLANE_OK);
    CHECK(hashlane_merkle_build_rows_progress(HASHLANE_SHA256, shape, rows, 2, 2, LONG, long_nodes, size, 2, tell,
                                              &t) == HASHLANE_OK);
    CHECK(memcmp(long_nodes, again, size) == 0);
    CHECK(!t.wrong && t.last == digests && t.total == digests && t.calls > 4);
    all = t.calls;
    for (i = 1; i <= all; i++) {
        t = fresh;
        t.stop_at = i;
        CHECK(hashlane_merkle_build_rows_progress(HASHLANE_SHA256, shape, rows, 2, 2, LONG, long_nodes, size, 1, tell,
                                                  &t) == HASHLANE_MERKLE_STOPPED);
        CHECK(t.calls == i);
    }
    t = fresh;
    CHECK(hashlane_merkle_build_progress(HASHLANE_SHA256, shape, starts, sizes, 1, nodes, 32, 1, tell, &t) ==
          HASHLANE_OK);
    CHECK(t.calls == 1 && t.last == 1 && t.total == 1);
    t = fresh;
    CHECK(hashlane_merkle_build_offsets_progress(HASHLANE_SHA256, shape, message, LONGEST, offsets, 0, nodes, 0, 1,
                                                 tell, &t) == HASHLANE_OK);
    CHECK(t.calls == 0);
    CHECK(hashlane_merkle_build_progress(HASHLANE_SHA256, shape, starts, sizes, 2, nodes, 32, 1, tell, &t) ==
          HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_build_progress(HASHLANE_SHA256, shape, starts, sizes, 1, nodes, 32, 1, NULL, NULL) ==
          HASHLANE_OK);
}

static void misuse(void) {
    uint64_t count = 0;
    CHECK(hashlane_merkle_stream_statebytes() == sizeof one);
    CHECK(hashlane_merkle_stream_init(NULL, HASHLANE_SHA256, 0) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_merkle_stream_init(&one, 0, 0) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_merkle_stream_init(&one, HASHLANE_SHA256, 4) == HASHLANE_ERROR_OPTION);
    CHECK(hashlane_merkle_stream_init(&one, HASHLANE_SHA256, 0) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_push(&one, NULL, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_merkle_stream_push_many(&one, NULL, sizes, 1, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_merkle_stream_push_digests(&one, NULL, 32, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_merkle_stream_count(&one, NULL) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_merkle_stream_root(&one, root, 31) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_stream_root(&one, NULL, 32) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_merkle_stream_count(&one, &count) == HASHLANE_OK && count == 0);
    hashlane_merkle_stream_wipe(&one);
    CHECK(hashlane_merkle_stream_push(&one, "x", 1) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_merkle_stream_count(&one, &count) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_merkle_stream_root(NULL, root, 32) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_merkle_stream_copy(&twin, &one) == HASHLANE_ERROR_STATE);
}

int main(void) {
    int shape;
    fill_message();
    cut_leaves();
    for (shape = HASHLANE_MERKLE_RFC9162; shape <= HASHLANE_MERKLE_SORTED_PAIRS; shape++) {
        same_roots(HASHLANE_SHA256, shape);
        same_roots(HASHLANE_SHA512, shape);
        progress(shape);
    }
    long_stream();
    misuse();
    return closing_line();
}
