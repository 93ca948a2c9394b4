/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Outputs over inputs: right where hashlane.h allows it, refused where it does not. */
#include "samples.h"

#include <hashlane_merkle.h>
#include <hashlane_ranges.h>
#include <hashlane_transcript.h>

enum { ROOM = 700, MIDDLE = 300 };
static uint8_t fresh[ROOM], memory[ROOM], apart[ROOM];

static void renew(void) { memcpy(memory, fresh, sizeof memory); }

/* The output of n bytes at `at` is that of buffers apart; all other inputs lie in memory, which is renewed for the next. */
static void same(size_t at, size_t n) {
    CHECK(memcmp(memory + at, apart, n) == 0);
    renew();
}

/* In memory: a message of 100 bytes from MIDDLE, then a key of 20, a customization string of 9 and a function name of 5. */
static void over_message_and_options(hashlane_algorithm a, const hashlane_info* info) {
    const size_t n = output_size(info);
    hashlane_options o = options_for(info);
    size_t at;
    if (o.key != NULL) {
        o.key = memory + MIDDLE + 100;
        o.key_size = 20;
    }
    if (o.customization != NULL) {
        o.customization = memory + MIDDLE + 120;
        o.customization_size = 9;
    }
    if (o.function_name != NULL) {
        o.function_name = memory + MIDDLE + 129;
        o.function_name_size = 5;
    }
    CHECK(hashlane_digest_with(a, &o, memory + MIDDLE, 100, apart, n) == HASHLANE_OK);
    for (at = MIDDLE - n; at <= MIDDLE + 134; at += 7) {
        CHECK(hashlane_digest_with(a, &o, memory + MIDDLE, 100, memory + at, n) == HASHLANE_OK);
        same(at, n);
    }
    if (info->kind != HASHLANE_KIND_MAC) return;
    CHECK(hashlane_tag(a, memory + MIDDLE + 100, 20, memory + MIDDLE, 100, apart, n) == HASHLANE_OK);
    for (at = MIDDLE - n; at <= MIDDLE + 134; at += 7) {
        CHECK(hashlane_tag(a, memory + MIDDLE + 100, 20, memory + MIDDLE, 100, memory + at, n) == HASHLANE_OK);
        same(at, n);
    }
}

static void whole_messages(void) {
    const size_t sizes[] = {0, 20, 64, 300};
    int a;
    size_t i, at;
    for (a = 0; a <= HASHLANE_LAST; a++) {
        const hashlane_info* info = hashlane_describe(a);
        if (!digests(info) || takes(info, HASHLANE_TAKES_KEY)) continue;
        for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            CHECK(hashlane_digest(a, memory + MIDDLE, sizes[i], apart, output_size(info)) == HASHLANE_OK);
            for (at = MIDDLE - output_size(info); at <= MIDDLE + sizes[i] && at + output_size(info) <= ROOM; at += 9) {
                CHECK(hashlane_digest(a, memory + MIDDLE, sizes[i], memory + at, output_size(info)) == HASHLANE_OK);
                same(at, output_size(info));
            }
        }
    }
}

/* The key, the salt and the info follow each other. */
static void derived_keys(hashlane_algorithm hash) {
    const uint8_t *key = memory + MIDDLE, *salt = key + 32, *info = salt + 16;
    uint8_t a[32], b[32];
    size_t at;
    const size_t n = 150;
    CHECK(hashlane_hkdf_derive(HASHLANE_HKDF + hash, key, 32, salt, 16, info, 24, apart, n) == HASHLANE_OK);
    for (at = MIDDLE - n; at <= MIDDLE + 72; at++) {
        CHECK(hashlane_hkdf_derive(HASHLANE_HKDF + hash, key, 32, salt, 16, info, 24, memory + at, n) == HASHLANE_OK);
        same(at, n);
    }
    CHECK(hashlane_pbkdf2_derive(HASHLANE_PBKDF2 + hash, key, 32, salt, 16, 2, apart, n) == HASHLANE_OK);
    for (at = MIDDLE - n; at <= MIDDLE + 48; at += 5) {
        CHECK(hashlane_pbkdf2_derive(HASHLANE_PBKDF2 + hash, key, 32, salt, 16, 2, memory + at, n) == HASHLANE_OK);
        same(at, n);
    }
    memcpy(a, "context A", 9);
    memcpy(b, "context B", 9); /* two contexts in place: two keys */
    CHECK(hashlane_hkdf_derive(HASHLANE_HKDF + hash, key, 32, "s", 1, a, 9, a, 32) == HASHLANE_OK);
    CHECK(hashlane_hkdf_derive(HASHLANE_HKDF + hash, key, 32, "s", 1, b, 9, b, 32) == HASHLANE_OK);
    CHECK(memcmp(a, b, 32) != 0);
}

/* Key, nonce, header and tag, in this order; the text or the ciphertext stands elsewhere. */
static void encryption(hashlane_algorithm a, size_t key_size) {
    enum { TEXT = 90, HEADER = 30 };
    uint8_t *key = memory + MIDDLE, *nonce = key + key_size, *header = nonce + 16, *tag = header + HEADER;
    uint8_t cipher[TEXT], right[16], other[16];
    size_t at;
    CHECK(hashlane_aead_encrypt(a, key, key_size, nonce, 16, header, HEADER, message, TEXT, cipher, right, 16) ==
          HASHLANE_OK);
    for (at = MIDDLE - TEXT; at <= MIDDLE + key_size + 16 + HEADER; at++) {
        CHECK(hashlane_aead_encrypt(a, key, key_size, nonce, 16, header, HEADER, message, TEXT, memory + at, other,
                                    16) == HASHLANE_OK);
        CHECK(memcmp(other, right, 16) == 0 && memcmp(memory + at, cipher, TEXT) == 0);
        renew();
        CHECK(hashlane_aead_encrypt(a, key, key_size, nonce, 16, header, HEADER, message, TEXT, cipher, memory + at,
                                    16) == HASHLANE_OK);
        CHECK(memcmp(memory + at, right, 16) == 0);
        renew();
        memcpy(tag, right, 16);
        CHECK(hashlane_aead_decrypt(a, key, key_size, nonce, 16, header, HEADER, cipher, TEXT, memory + at, tag, 16) ==
              HASHLANE_OK);
        CHECK(memcmp(memory + at, message, TEXT) == 0);
        renew();
    }
    for (at = 0; at < TEXT + 32; at++) { /* a tag over its ciphertext */
        const int touch = at > 0 && at < TEXT + 16;
        CHECK(hashlane_aead_encrypt(a, key, key_size, nonce, 16, header, HEADER, message, TEXT, memory + 16,
                                    memory + at, 16) == (touch ? HASHLANE_ERROR_OVERLAP : HASHLANE_OK));
        if (touch) CHECK(memcmp(memory, fresh, ROOM) == 0);
        renew();
    }
}

static void records(hashlane_algorithm a) {
    enum { COUNT = 19, SIZE = 40 };
    static uint8_t each[COUNT][200], cipher[COUNT][SIZE], tags[COUNT][16];
    static hashlane_record r[COUNT];
    uint8_t key[20];
    size_t i, at;
    const size_t k = a == HASHLANE_ASCON_80PQ ? 20 : 16;
    memcpy(key, fresh, sizeof key);
    for (at = 0; at <= 150; at += 3) { /* of each the nonce is at 50, the header at 66, the tag at 90 */
        for (i = 0; i < COUNT; i++) {
            memcpy(each[i], fresh + i, sizeof each[i]);
            r[i].nonce = each[i] + 50;
            r[i].associated_data = each[i] + 66;
            r[i].associated_size = 20;
            r[i].in = message + i;
            r[i].out = cipher[i];
            r[i].size = SIZE;
            r[i].tag = tags[i];
        }
        CHECK(hashlane_aead_encrypt_many(a, key, k, r, COUNT, 1) == HASHLANE_OK);
        for (i = 0; i < COUNT; i++) {
            memcpy(each[i] + 90, tags[i], 16);
            r[i].in = cipher[i];
            r[i].out = each[i] + at;
            r[i].tag = each[i] + 90;
        }
        CHECK(hashlane_aead_decrypt_many(a, key, k, r, COUNT, 1) == HASHLANE_OK);
        for (i = 0; i < COUNT; i++) CHECK(r[i].authentic && memcmp(each[i] + at, message + i, SIZE) == 0);
    }
    for (i = 0; i < COUNT; i++) {
        r[i].in = r[i].out = cipher[i];
        r[i].tag = tags[i];
    }
    r[7].tag = cipher[7] + SIZE - 1;
    CHECK(hashlane_aead_encrypt_many(a, key, k, r, COUNT, 1) == HASHLANE_ERROR_OVERLAP);
    r[7].tag = &r[9];
    CHECK(hashlane_aead_encrypt_many(a, key, k, r, COUNT, 1) == HASHLANE_ERROR_OVERLAP);
    r[7].tag = tags[7];
    r[7].in = r[7].out = &r[2];
    CHECK(hashlane_aead_encrypt_many(a, key, k, r, COUNT, 1) == HASHLANE_ERROR_OVERLAP);
    CHECK(hashlane_aead_decrypt_many(a, key, k, r, COUNT, 1) == HASHLANE_ERROR_OVERLAP);
}

/* 6 messages of 40 bytes, 50 bytes apart, from MIDDLE on. */
static void many(hashlane_algorithm a, const hashlane_info* info) {
    enum { COUNT = 6, SIZE = 40, STRIDE = 50, ALL = (COUNT - 1) * STRIDE + SIZE };
    const hashlane_options o = options_for(info);
    const void* pointers[COUNT];
    size_t sizes[COUNT], i, at;
    int64_t offsets[COUNT + 1];
    int32_t short_offsets[COUNT + 1];
    uint8_t *const data = memory + MIDDLE, *const last = data + ALL;
    const size_t n = info->digest_size, all = COUNT * n;
    for (i = 0; i < COUNT; i++) {
        pointers[i] = data + i * STRIDE;
        sizes[i] = SIZE;
    }
    for (i = 0; i <= COUNT; i++) {
        offsets[i] = (int64_t)(i * SIZE);
        short_offsets[i] = (int32_t)(i * SIZE);
    }
    CHECK(hashlane_digest_many(a, &o, pointers, sizes, COUNT, apart, n, 1) == HASHLANE_OK);
    for (at = 0; at + all <= ROOM; at++) {
        const int touch = memory + at < last && memory + at + all > data;
        CHECK(hashlane_digest_many(a, &o, pointers, sizes, COUNT, memory + at, n, 1) ==
              (touch ? HASHLANE_ERROR_OVERLAP : HASHLANE_OK));
        if (!touch) CHECK(memcmp(memory + at, apart, all) == 0);
        if (touch) CHECK(memcmp(memory, fresh, ROOM) == 0);
        renew();
    }
#define REFUSED(call) CHECK((call) == HASHLANE_ERROR_OVERLAP && memcmp(memory, fresh, ROOM) == 0)
    REFUSED(hashlane_digest_many(a, &o, pointers, sizes, COUNT, pointers, n, 1));
    REFUSED(hashlane_digest_many(a, &o, pointers, sizes, COUNT, (uint8_t*)sizes + sizeof sizes - 1, n, 1));
    REFUSED(hashlane_digest_rows(a, &o, data, SIZE, STRIDE, COUNT, last - 1, n, 1));
    REFUSED(hashlane_digest_rows(a, &o, data, SIZE, STRIDE, COUNT, data - all + 1, n, 1));
    REFUSED(hashlane_digest_rows(a, &o, data, STRIDE, STRIDE, COUNT, data, n, 1));
    REFUSED(hashlane_digest_offsets(a, &o, data, SIZE * COUNT, offsets, COUNT, data + SIZE * COUNT - 1, n, 1));
    REFUSED(hashlane_digest_offsets(a, &o, data, SIZE * COUNT, offsets, COUNT, offsets, n, 1));
    REFUSED(hashlane_digest_offsets32(a, &o, data, SIZE * COUNT, short_offsets, COUNT, short_offsets, n, 1));
    CHECK(hashlane_digest_offsets(a, &o, data, SIZE * COUNT, offsets, COUNT, data + SIZE * COUNT, n, 1) == HASHLANE_OK);
    renew();
    /* Between two rows there is room for the digest of one message. */
    CHECK(hashlane_digest_rows(a, &o, data, SIZE, SIZE + n, 2, data + SIZE, n / 2, 1) ==
          (info->any_length ? HASHLANE_OK : HASHLANE_ERROR_SIZE));
    renew();
}

static void passwords(void) {
    const void *from[2], *salts[2];
    size_t sizes[2] = {20, 20}, salt_sizes[2] = {16, 16};
    const hashlane_algorithm a = HASHLANE_PBKDF2 + HASHLANE_SHA256;
    uint8_t* const p = memory + MIDDLE;
    from[0] = p;
    from[1] = p + 20;
    salts[0] = p + 40;
    salts[1] = p + 56;
    REFUSED(hashlane_pbkdf2_derive_many(a, from, sizes, salts, salt_sizes, 2, 1, p + 39, 32, 1));
    REFUSED(hashlane_pbkdf2_derive_many(a, from, sizes, salts, salt_sizes, 2, 1, p + 71, 32, 1));
    REFUSED(hashlane_pbkdf2_derive_many(a, from, sizes, salts, salt_sizes, 2, 1, p - 63, 32, 1));
    REFUSED(hashlane_pbkdf2_derive_many(a, from, sizes, salts, salt_sizes, 2, 1, from, 8, 1));
    REFUSED(hashlane_pbkdf2_derive_many(a, from, sizes, salts, salt_sizes, 2, 1, salt_sizes, 8, 1));
    CHECK(hashlane_pbkdf2_derive_many(a, from, sizes, salts, salt_sizes, 2, 1, p + 72, 32, 1) == HASHLANE_OK);
    renew();
}

static int go_on(void* context, uint64_t done, uint64_t total) { return context != NULL && done > total; }

static void trees(void) {
    enum { LEAVES = 3, NODES = 6 * 32 };
    const void* leaves[LEAVES];
    size_t sizes[LEAVES] = {40, 40, 40}, i, size;
    int64_t offsets[LEAVES + 1] = {0, 40, 80, 120};
    uint8_t *const p = memory + MIDDLE, nodes[NODES], again[NODES], root[32], proof[96], leaf[50];
    for (i = 0; i < LEAVES; i++) leaves[i] = p + 40 * i;
    CHECK(hashlane_merkle_nodes(0, LEAVES) == NODES / 32);
#define BUILD(to) hashlane_merkle_build(HASHLANE_SHA256, 0, leaves, sizes, LEAVES, to, NODES, 1)
    CHECK(BUILD(p + 120) == HASHLANE_OK);
    renew();
    REFUSED(BUILD(p + 119));
    REFUSED(BUILD(p - NODES + 1));
    REFUSED(hashlane_merkle_build_rows(HASHLANE_SHA256, 0, p, 40, 40, LEAVES, p + 119, NODES, 1));
    REFUSED(hashlane_merkle_build_offsets(HASHLANE_SHA256, 0, p, 120, offsets, LEAVES, p + 119, NODES, 1));
    REFUSED(hashlane_merkle_build_progress(HASHLANE_SHA256, 0, leaves, sizes, LEAVES, p, NODES, 1, go_on, NULL));
    CHECK(hashlane_merkle_root(HASHLANE_SHA256, 0, leaves, sizes, LEAVES, root, 32, 1) == HASHLANE_OK);
    for (i = 0; i < 120; i += 5) {
        CHECK(hashlane_merkle_root(HASHLANE_SHA256, 0, leaves, sizes, LEAVES, p + i, 32, 1) == HASHLANE_OK);
        CHECK(memcmp(p + i, root, 32) == 0);
        renew();
    }
    CHECK(BUILD(nodes) == HASHLANE_OK);
    memcpy(again, nodes, NODES);
    memcpy(leaf, nodes + 20, sizeof leaf);
    CHECK(hashlane_merkle_update(HASHLANE_SHA256, 0, again, NODES, LEAVES, 1, leaf, sizeof leaf) == HASHLANE_OK);
    CHECK(hashlane_merkle_update(HASHLANE_SHA256, 0, nodes, NODES, LEAVES, 1, nodes + 20, sizeof leaf) == HASHLANE_OK);
    CHECK(memcmp(nodes, again, NODES) == 0);
    size = sizeof proof;
    CHECK(hashlane_merkle_prove(HASHLANE_SHA256, 0, nodes, NODES, LEAVES, 0, proof, &size) == HASHLANE_OK);
    for (i = 0; i + 64 <= NODES; i += 16) {
        memcpy(nodes, again, NODES);
        size = 64;
        CHECK(hashlane_merkle_prove(HASHLANE_SHA256, 0, nodes, NODES, LEAVES, 0, nodes + i, &size) == HASHLANE_OK);
        CHECK(size == 64 && memcmp(nodes + i, proof, 64) == 0);
    }
}

/* What is sent may lie in the memory of the proof. */
static void transcript(const char* suite) {
    hashlane_transcript one, other;
    uint8_t session[HASHLANE_SESSION_BYTES], a[32], b[32];
    hashlane_proof to_apart, to_memory;
    size_t at;
    CHECK(hashlane_transcript_session(suite, "tests", 5, session) == HASHLANE_OK);
    for (at = 0; at <= 60; at++) {
        const int touch = at > 10 && at < 34; /* 20 bytes over the length, at 30 */
        CHECK(hashlane_transcript_init(&one, suite, session, "instance", 8) == HASHLANE_OK);
        CHECK(hashlane_transcript_copy(&other, &one) == HASHLANE_OK);
        to_apart.bytes = apart;
        to_apart.used = 30;
        to_apart.size = 100;
        to_memory.bytes = memory;
        to_memory.used = 30;
        to_memory.size = 100;
        CHECK(hashlane_transcript_send(&one, &to_apart, fresh + at, 20) == HASHLANE_OK);
        CHECK(hashlane_transcript_send(&other, &to_memory, memory + at, 20) == HASHLANE_OK);
        CHECK(memcmp(apart + 30, memory + 30, 20) == 0);
        renew();
        to_apart.used = to_memory.used = 30;
        CHECK(hashlane_transcript_send_string(&other, &to_memory, memory + at, 20) ==
              (touch ? HASHLANE_ERROR_OVERLAP : HASHLANE_OK));
        if (touch) CHECK(to_memory.used == 30 && memcmp(memory, fresh, ROOM) == 0);
        if (!touch) {
            CHECK(hashlane_transcript_send_string(&one, &to_apart, fresh + at, 20) == HASHLANE_OK);
            CHECK(to_memory.used == 54 && memcmp(apart + 30, memory + 30, 24) == 0);
        }
        renew();
        CHECK(hashlane_transcript_challenge(&one, a, 32) == HASHLANE_OK);
        CHECK(hashlane_transcript_challenge(&other, b, 32) == HASHLANE_OK);
        CHECK(memcmp(a, b, 32) == 0);
    }
    memcpy(a, fresh, 32);
    a[31] |= 1;
    memcpy(b, a, 32);
    CHECK(hashlane_transcript_challenge_mod(&one, a, 32, a) == HASHLANE_OK);
    CHECK(hashlane_transcript_challenge_mod(&other, b, 32, apart) == HASHLANE_OK);
    CHECK(memcmp(a, apart, 32) == 0 && memcmp(a, b, 32) != 0);
}

/* The place of a range may be written over the range. */
static void place_of_range(void) {
    enum { CHUNK = 8192, SIZE = 136 };
    hashlane_ranges ranges;
    uint64_t range[SIZE / 8], made[SIZE / 8];
    size_t i;
    CHECK(hashlane_ranges_init(&ranges, HASHLANE_KT128, NULL, 2 * CHUNK) == HASHLANE_OK);
    CHECK(hashlane_ranges_leaves(&ranges, CHUNK, message, CHUNK, made, SIZE, 1) == HASHLANE_OK);
    for (i = 0; i < SIZE / 8; i++) {
        memcpy(range, made, SIZE);
        CHECK(hashlane_ranges_place(&ranges, range, SIZE, range + i) == HASHLANE_OK && range[i] == CHUNK);
    }
}

int main(void) {
    hashlane_algorithm a;
    size_t i;
    fill_message();
    place_of_range();
    for (i = 0; i < ROOM; i++) fresh[i] = (uint8_t)(i * i * 7 + i * 3 + i / 100);
    renew();
    CHECK(each_digest(over_message_and_options) > 40);
    whole_messages();
    for (a = 1; a <= 14; a++) derived_keys(a);
    for (a = 0; a <= HASHLANE_LAST; a++) {
        const hashlane_info* info = hashlane_describe(a);
        if (info == NULL || info->kind != HASHLANE_KIND_AEAD) continue;
        encryption(a, a == HASHLANE_ASCON_80PQ ? 20 : 16);
        records(a);
    }
    encryption(HASHLANE_ASCON_AEAD128, 32);
    CHECK(each_digest(many) > 40);
    passwords();
    trees();
    for (i = 0; hashlane_transcript_suite(i) != NULL; i++) transcript(hashlane_transcript_suite(i));
    return closing_line();
}
