/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Merkle trees: every way to build one, proofs of every leaf, and what is refused. */
#include <hashlane_merkle.h>

#include "samples.h"

enum { LEAVES = 29, MOST = 2 * LEAVES + 64 };
static const void* starts[LEAVES];
static size_t sizes[LEAVES];
static int64_t offsets[LEAVES + 1];
static uint8_t nodes[MOST * 64], other[MOST * 64], proof[96 * 64], root[64];

static void cut_leaves(void) {
    size_t i;
    for (i = 0; i < LEAVES; i++) {
        sizes[i] = i * 11 % 40;
        starts[i] = sizes[i] == 0 ? NULL : message + offsets[i];
        offsets[i + 1] = offsets[i] + (int64_t)sizes[i];
    }
}

/* The root of RFC 9162 s.2.1.1 over leaves [first, last), by hashlane_digest alone. */
static void defined(size_t first, size_t last, uint8_t* out) {
    uint8_t b[65];
    size_t k = 1;
    if (last - first == 1) {
        b[0] = 0;
        if (sizes[first] != 0) memcpy(b + 1, starts[first], sizes[first]);
        (void)hashlane_digest(HASHLANE_SHA256, b, 1 + sizes[first], out, 32);
        return;
    }
    while (2 * k < last - first) k *= 2;
    b[0] = 1;
    defined(first, first + k, b + 1);
    defined(first + k, last, b + 33);
    (void)hashlane_digest(HASHLANE_SHA256, b, 65, out, 32);
}

static void roots(void) {
    uint8_t want[32];
    size_t n;
    for (n = 1; n <= LEAVES; n++) {
        const size_t size = 32 * hashlane_merkle_nodes(HASHLANE_MERKLE_RFC9162, n);
        defined(0, n, want);
        CHECK(hashlane_merkle_build(HASHLANE_SHA256, 0, starts, sizes, n, nodes, size, 2) == HASHLANE_OK);
        CHECK(memcmp(nodes + size - 32, want, 32) == 0);
        CHECK(hashlane_merkle_root(HASHLANE_SHA256, 0, starts, sizes, n, root, 32, 1) == HASHLANE_OK);
        CHECK(memcmp(root, want, 32) == 0);
    }
    CHECK(hashlane_merkle_root(HASHLANE_SHA256, 0, NULL, NULL, 0, root, 32, 1) == HASHLANE_OK);
    (void)hashlane_digest(HASHLANE_SHA256, "", 0, want, 32);
    CHECK(memcmp(root, want, 32) == 0);
}

static void one_kind(hashlane_algorithm a, int shape) {
    const size_t n = hashlane_describe(a)->digest_size, size = n * hashlane_merkle_nodes(shape, LEAVES);
    size_t i, room;
    CHECK(hashlane_merkle_build(a, shape, starts, sizes, LEAVES, nodes, size, 1) == HASHLANE_OK);
    CHECK(hashlane_merkle_build_offsets(a, shape, message, LONGEST, offsets, LEAVES, other, size, 3) == HASHLANE_OK);
    CHECK(memcmp(nodes, other, size) == 0);
    memset(other + LEAVES * n, 0, size - LEAVES * n);
    CHECK(hashlane_merkle_build_digests(a, shape, LEAVES, other, size, 1) == HASHLANE_OK);
    CHECK(memcmp(nodes, other, size) == 0);
    CHECK(hashlane_merkle_root_offsets(a, shape, message, LONGEST, offsets, LEAVES, root, n, 1) == HASHLANE_OK);
    CHECK(memcmp(nodes + size - n, root, n) == 0);
    for (i = 0; i < LEAVES; i++) {
        room = sizeof proof;
        CHECK(hashlane_merkle_prove(a, shape, nodes, size, LEAVES, i, proof, &room) == HASHLANE_OK);
        CHECK(hashlane_merkle_verify(a, shape, starts[i], sizes[i], i, LEAVES, proof, room, root, n) == HASHLANE_OK);
        CHECK(hashlane_merkle_verify_digest(a, shape, nodes + i * n, n, i, LEAVES, proof, room, root, n) ==
              HASHLANE_OK);
        CHECK(hashlane_merkle_verify(a, shape, "no", 2, i, LEAVES, proof, room, root, n) ==
              HASHLANE_MERKLE_ROOT_DIFFERS);
        CHECK(hashlane_merkle_verify(a, shape, starts[i], sizes[i], i, LEAVES, proof, room - n, root, n) ==
              HASHLANE_MERKLE_PROOF_TOO_SHORT);
        CHECK(hashlane_merkle_verify(a, shape, starts[i], sizes[i], i, LEAVES, proof, room + n, root, n) ==
              HASHLANE_MERKLE_PROOF_TOO_LONG);
        proof[room / 2] ^= 1;
        CHECK(hashlane_merkle_verify(a, shape, starts[i], sizes[i], i, LEAVES, proof, room, root, n) ==
              HASHLANE_MERKLE_ROOT_DIFFERS);
    }
    CHECK(hashlane_merkle_build_rows(a, shape, message, 20, 13, LEAVES, nodes, size, 1) == HASHLANE_OK);
    CHECK(hashlane_merkle_root_rows(a, shape, message, 20, 13, LEAVES, root, n, 2) == HASHLANE_OK);
    CHECK(memcmp(nodes + size - n, root, n) == 0);
    for (i = 0; i < LEAVES; i++)
        CHECK(hashlane_merkle_update(a, shape, nodes, size, LEAVES, i, starts[i], sizes[i]) == HASHLANE_OK);
    CHECK(memcmp(nodes, other, size) == 0);
    CHECK(hashlane_merkle_update(a, shape, nodes, size, LEAVES, LEAVES, "x", 1) == HASHLANE_MERKLE_INDEX_PAST_END);
}

static void consistency(void) {
    const size_t size = 32 * hashlane_merkle_nodes(0, LEAVES);
    uint8_t old[32];
    size_t m, room;
    CHECK(hashlane_merkle_build(HASHLANE_SHA256, 0, starts, sizes, LEAVES, nodes, size, 1) == HASHLANE_OK);
    memcpy(root, nodes + size - 32, 32);
    for (m = 1; m <= LEAVES; m++) {
        room = sizeof proof;
        defined(0, m, old);
        CHECK(hashlane_merkle_prove_consistency(HASHLANE_SHA256, 0, nodes, size, LEAVES, m, proof, &room) ==
              HASHLANE_OK);
        CHECK(hashlane_merkle_verify_consistency(HASHLANE_SHA256, 0, m, LEAVES, old, root, 32, proof, room) ==
              HASHLANE_OK);
        old[5] ^= 1;
        CHECK(hashlane_merkle_verify_consistency(HASHLANE_SHA256, 0, m, LEAVES, old, root, 32, proof, room) ==
              ((m & (m - 1)) == 0 || m == LEAVES ? HASHLANE_MERKLE_ROOT_DIFFERS : HASHLANE_MERKLE_FIRST_ROOT_DIFFERS));
        CHECK(hashlane_merkle_verify_consistency(HASHLANE_SHA256, 0, LEAVES + m, LEAVES, old, root, 32, proof, room) ==
              HASHLANE_MERKLE_FIRST_TREE_LARGER);
    }
    CHECK(hashlane_merkle_verify_consistency(HASHLANE_SHA256, 0, 0, LEAVES, old, root, 32, proof, 0) ==
          HASHLANE_MERKLE_FIRST_TREE_EMPTY);
    room = sizeof proof;
    CHECK(hashlane_merkle_prove_consistency(HASHLANE_SHA256, 0, nodes, size, LEAVES, 0, proof, &room) ==
          HASHLANE_MERKLE_FIRST_TREE_EMPTY);
    CHECK(hashlane_merkle_prove_consistency(HASHLANE_SHA256, 0, nodes, size, LEAVES, 30, proof, &room) ==
          HASHLANE_MERKLE_FIRST_TREE_LARGER);
    CHECK(hashlane_merkle_verify_consistency(HASHLANE_SHA256, 1, 1, 2, root, root, 32, proof, 32) ==
          HASHLANE_MERKLE_NO_CONSISTENCY);
}

/* The two digests below a node, offered as a leaf of a tree of half the size. */
static void inner_node(void) {
    const size_t size = 32 * hashlane_merkle_nodes(0, 4);
    size_t room = sizeof proof;
    uint8_t with_prefix[65];
    CHECK(hashlane_merkle_build(HASHLANE_SHA256, 0, starts, sizes, 4, nodes, size, 1) == HASHLANE_OK);
    CHECK(hashlane_merkle_prove(HASHLANE_SHA256, 0, nodes, size, 4, 0, proof, &room) == HASHLANE_OK && room == 64);
    memcpy(root, nodes + size - 32, 32);
    with_prefix[0] = 1;
    memcpy(with_prefix + 1, nodes, 64);
    CHECK(hashlane_merkle_verify(HASHLANE_SHA256, 0, nodes, 64, 0, 2, proof + 32, 32, root, 32) ==
          HASHLANE_MERKLE_ROOT_DIFFERS);
    CHECK(hashlane_merkle_verify(HASHLANE_SHA256, 0, with_prefix, 65, 0, 2, proof + 32, 32, root, 32) ==
          HASHLANE_MERKLE_ROOT_DIFFERS);
    /* Its digest, and without prefixes its message: the number of leaves tells. */
    CHECK(hashlane_merkle_verify_digest(HASHLANE_SHA256, 0, nodes + 4 * 32, 32, 0, 4, proof + 32, 32, root, 32) ==
          HASHLANE_MERKLE_PROOF_TOO_SHORT);
    CHECK(hashlane_merkle_verify(HASHLANE_SHA256, HASHLANE_MERKLE_PLAIN, nodes, 64, 0, 4, proof + 32, 32, root, 32) ==
          HASHLANE_MERKLE_PROOF_TOO_SHORT);
}

static void refused(void) {
    const size_t size = 32 * hashlane_merkle_nodes(0, LEAVES);
    size_t room = 64;
    int a, r;
    CHECK(hashlane_merkle_nodes(4, 5) == 0 && hashlane_merkle_nodes(-1, 5) == 0);
    CHECK(hashlane_merkle_nodes(0, 0) == 0 && hashlane_merkle_nodes(0, 5) == 11 && hashlane_merkle_nodes(2, 5) == 8);
    CHECK(hashlane_merkle_build(HASHLANE_SHA256, 0, starts, sizes, LEAVES, nodes, size - 1, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_build(HASHLANE_SHA256, 0, NULL, sizes, LEAVES, nodes, size, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_merkle_build(HASHLANE_SHA256, 0, starts, sizes, LEAVES, NULL, size, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_merkle_build(HASHLANE_SHA256, 9, starts, sizes, LEAVES, nodes, size, 1) == HASHLANE_ERROR_OPTION);
    CHECK(hashlane_merkle_root(HASHLANE_SHA256, 0, starts, sizes, LEAVES, root, 31, 1) == HASHLANE_ERROR_SIZE);
    offsets[3] += 100;
    CHECK(hashlane_merkle_root_offsets(HASHLANE_SHA256, 0, message, LONGEST, offsets, LEAVES, root, 32, 1) ==
          HASHLANE_ERROR_OFFSETS);
    offsets[3] -= 100;
    for (a = 0; a <= HASHLANE_LAST; a++) {
        const hashlane_info* info = hashlane_describe(a);
        const int tree = digests(info) && !takes(info, HASHLANE_TAKES_KEY) && !takes(info, HASHLANE_TAKES_ELEMENTS);
        r = hashlane_merkle_root(a, 0, starts, sizes, 3, other, tree ? info->digest_size : 32, 1);
        CHECK((r == HASHLANE_OK) == tree && r <= 0);
    }
    CHECK(hashlane_merkle_build(HASHLANE_SHA256, 0, starts, sizes, LEAVES, nodes, size, 1) == HASHLANE_OK);
    CHECK(hashlane_merkle_prove(HASHLANE_SHA256, 0, nodes, size, LEAVES, 0, proof, &room) == HASHLANE_MERKLE_NO_ROOM);
    CHECK(room == 160);
    CHECK(hashlane_merkle_prove(HASHLANE_SHA256, 0, nodes, size, LEAVES, LEAVES, proof, &room) ==
          HASHLANE_MERKLE_INDEX_PAST_END);
    CHECK(hashlane_merkle_prove(HASHLANE_SHA256, 0, nodes, size, LEAVES, 0, proof, NULL) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_merkle_prove(HASHLANE_SHA256, 0, nodes, size, LEAVES - 1, 0, proof, &room) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_prove(HASHLANE_SHA256, 0, nodes, 0, (uint64_t)1 << 63, 0, proof, &room) ==
          HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_prove(HASHLANE_SHA256, 0, NULL, 0, 0, 0, proof, &room) == HASHLANE_MERKLE_EMPTY_TREE);
    CHECK(hashlane_merkle_verify(HASHLANE_SHA256, 0, "x", 1, 0, 2, proof, 31, root, 32) == HASHLANE_MERKLE_PROOF_TORN);
    CHECK(hashlane_merkle_verify(HASHLANE_SHA256, 0, "x", 1, 0, 2, proof, 32, root, 31) == HASHLANE_MERKLE_DIGEST_SIZE);
    CHECK(hashlane_merkle_verify(HASHLANE_SHA256, 0, "x", 1, 2, 2, proof, 32, root, 32) ==
          HASHLANE_MERKLE_INDEX_PAST_END);
    CHECK(hashlane_merkle_verify(HASHLANE_SHA256, 0, "x", 1, 0, 0, proof, 32, root, 32) == HASHLANE_MERKLE_EMPTY_TREE);
    CHECK(hashlane_merkle_verify(HASHLANE_SHA256, 0, NULL, 1, 0, 2, proof, 32, root, 32) == HASHLANE_ERROR_NULL);
    for (r = -12; r <= 15; r++) CHECK(strcmp(hashlane_merkle_reason(r), hashlane_merkle_reason(r + 1)) != 0);
}

int main(void) {
    int shape;
    fill_message();
    cut_leaves();
    roots();
    for (shape = HASHLANE_MERKLE_RFC9162; shape <= HASHLANE_MERKLE_SORTED_PAIRS; shape++) {
        one_kind(HASHLANE_SHA256, shape);
        one_kind(HASHLANE_SHA224, shape);
        one_kind(HASHLANE_SHA3_384, shape);
        one_kind(HASHLANE_SHA512, shape);
        one_kind(HASHLANE_KT128, shape);
    }
    consistency();
    inner_node();
    refused();
    return closing_line();
}
