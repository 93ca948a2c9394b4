/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Numbers from outside: short tags, options, sizes that no memory has, the ends of counters, states of no message. */
#include <hashlane_merkle.h>

#include "samples.h"

static uint8_t out[1024];

/* ---- tags */

static hashlane_options with_key = HASHLANE_OPTIONS;

static int in_a_context(hashlane_algorithm a, const hashlane_options* o, const uint8_t* tag, size_t n) {
    hashlane_hash h, copy;
    int result;
    CHECK(hashlane_hash_init(&h, a, o) == HASHLANE_OK && hashlane_hash_update(&h, "m", 1) == HASHLANE_OK);
    result = hashlane_hash_verify(&h, tag, n);
    CHECK(hashlane_hash_copy(&copy, &h) == HASHLANE_OK && hashlane_hash_verify(&copy, tag, n) == result);
    CHECK(hashlane_hash_reset(&h) == HASHLANE_OK && hashlane_hash_update(&h, "m", 1) == HASHLANE_OK);
    CHECK(hashlane_hash_verify(&h, tag, n) == result);
    CHECK(hashlane_hash_algorithm(&h) == a);
    return result;
}

static void check_tag(hashlane_algorithm a, const hashlane_options* o, const uint8_t* tag, size_t n, int result) {
    uint8_t forged[1024];
    CHECK(hashlane_verify_with(a, o, "m", 1, tag, n) == result && in_a_context(a, o, tag, n) == result);
    if (o->shortest_tag == NULL) CHECK(hashlane_verify(a, "key", 3, "m", 1, tag, n) == result);
    if (n == 0) return;
    memcpy(forged, tag, n);
    forged[n - 1] ^= 1;
    if (result == HASHLANE_OK) result = HASHLANE_FORGED;
    CHECK(hashlane_verify_with(a, o, "m", 1, forged, n) == result && in_a_context(a, o, forged, n) == result);
}

/* The least that is verified on request: 4 bytes, of an HMAC half of the digest and 10. */
static size_t least(const hashlane_info* info) {
    if (info->any_length) return 4;
    return info->digest_size / 2 < 10 ? 10 : info->digest_size / 2;
}

/* Tags of n bytes, where `shortest` or more are asked for. */
static void tag_of_size(hashlane_algorithm a, const hashlane_info* info, size_t shortest, size_t n) {
    const size_t usual = info->digest_size;
    const int any_length = info->any_length, made = any_length || n == usual ? HASHLANE_OK : HASHLANE_ERROR_SIZE;
    const int fits = n >= shortest && (any_length || n <= usual) ? HASHLANE_OK : HASHLANE_ERROR_SIZE;
    hashlane_options asked = with_key;
    uint8_t tag[1024] = {0}, again[1024];
    hashlane_hash h;
    asked.shortest_tag = &shortest;
    CHECK(hashlane_tag(a, "key", 3, "m", 1, tag, n) == made);
    CHECK(hashlane_tag_with(a, &asked, "m", 1, tag, n) == (any_length ? HASHLANE_OK : fits));
    CHECK(hashlane_hash_init(&h, a, &asked) == HASHLANE_OK && hashlane_hash_update(&h, "m", 1) == HASHLANE_OK);
    CHECK(hashlane_hash_digest(&h, again, n) == (any_length ? HASHLANE_OK : fits));
    if (fits == HASHLANE_OK) CHECK(memcmp(tag, again, n) == 0);
    check_tag(a, &with_key, tag, n, n >= usual && fits == HASHLANE_OK ? HASHLANE_OK : HASHLANE_ERROR_SIZE);
    check_tag(a, &asked, tag, n, fits);
}

static void short_tags(hashlane_algorithm a, const hashlane_info* info) {
    const size_t usual = info->digest_size;
    hashlane_options asked = with_key;
    hashlane_hash h;
    size_t n, shortest;
    asked.shortest_tag = &shortest;
    for (shortest = 0; shortest <= usual + 1; shortest++) {
        const int good = shortest >= least(info) && shortest <= usual ? HASHLANE_OK : HASHLANE_ERROR_OPTION;
        CHECK(hashlane_hash_init(&h, a, &asked) == good);
        CHECK(hashlane_tag_with(a, &asked, "m", 1, out, usual) == good);
    }
    for (n = 0; n <= usual + 1; n++) {
        tag_of_size(a, info, least(info), n);
        tag_of_size(a, info, (least(info) + usual) / 2, n);
        tag_of_size(a, info, usual, n);
    }
    if (info->any_length) tag_of_size(a, info, usual, 1024);
}

static void tags(void) {
    int a, macs = 0;
    const size_t four = 4;
    hashlane_options o = HASHLANE_OPTIONS;
    hashlane_hash h;
    with_key.key = "key";
    with_key.key_size = 3;
    for (a = -300; a <= 3 * HASHLANE_LAST; a++) {
        const hashlane_info* info = hashlane_describe(a);
        if (info != NULL && info->kind == HASHLANE_KIND_MAC) {
            short_tags(a, info);
            macs++;
        } else {
            CHECK(hashlane_verify(a, "key", 3, "m", 1, out, 32) == HASHLANE_ERROR_ALGORITHM);
            CHECK(hashlane_tag(a, "key", 3, "m", 1, out, 32) == HASHLANE_ERROR_ALGORITHM);
        }
        if (info == NULL) CHECK(hashlane_hash_init(&h, a, NULL) == HASHLANE_ERROR_ALGORITHM);
    }
    CHECK(macs == 20);
    o.shortest_tag = &four;
    CHECK(hashlane_hash_init(&h, HASHLANE_SHA256, &o) == HASHLANE_ERROR_OPTION);
    CHECK(hashlane_hash_init(&h, HASHLANE_SHAKE128, &o) == HASHLANE_OK);
    CHECK(hashlane_hash_digest(&h, out, 4) == HASHLANE_OK && hashlane_hash_verify(&h, out, 4) == HASHLANE_OK);
    CHECK(hashlane_hash_verify(&h, out, 3) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_digest_rows(HASHLANE_SHAKE128, &o, "m", 1, 1, 1, out, 4, 1) == HASHLANE_ERROR_OPTION);
}

/* ---- options */

static void domains(hashlane_algorithm a, const hashlane_info* info) {
    hashlane_options o = options_for(info);
    hashlane_hash h;
    uint8_t domain = 0;
    o.domain = &domain;
    do {
        const int good = takes(info, HASHLANE_TAKES_DOMAIN) && domain >= 1 && domain <= 127;
        CHECK(hashlane_hash_init(&h, a, &o) == (good ? HASHLANE_OK : HASHLANE_ERROR_OPTION));
        if (!good) CHECK(hashlane_digest_with(a, &o, "m", 1, out, output_size(info)) == HASHLANE_ERROR_OPTION);
    } while (++domain != 0);
}

/* Whole bytes alone, and any number of bits. */
static void bits(void) {
    static const char* const names[] = {"kt128",        "kt256",           "hopmac128",  "hopmac256",
                                        "tuplehash128", "tuplehashxof256", "hmac-sha256"};
    hashlane_hash h;
    size_t i;
    uint64_t n;
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        const hashlane_algorithm a = hashlane_find(names[i]);
        const hashlane_options o = options_for(hashlane_describe(a));
        CHECK(hashlane_hash_init(&h, a, &o) == HASHLANE_OK);
        for (n = 0; n <= 16; n++) {
            CHECK(hashlane_digest_bits(a, &o, "message", n, out, hashlane_describe(a)->digest_size) ==
                  HASHLANE_ERROR_ALGORITHM);
            CHECK(hashlane_hash_update_bits(&h, "message", n) == HASHLANE_ERROR_ALGORITHM);
        }
    }
}

/* ---- sizes */

/* What read() returns when it fails, and the least size that no object has. */
static void no_such_size(size_t n) {
    const hashlane_options none = HASHLANE_OPTIONS, keyed = with_key;
    hashlane_options o;
    hashlane_hash h;
    hashlane_reader r;
    CHECK(hashlane_digest(HASHLANE_SHA256, "m", n, out, 32) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_digest(HASHLANE_SHAKE128, "m", 1, out, n) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_digest_with(HASHLANE_SHAKE128, &none, "m", n, out, 32) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_digest_with(HASHLANE_SHAKE128, &none, "m", 1, out, n) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_tag(HASHLANE_KMAC128, "k", n, "m", 1, out, 32) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_tag(HASHLANE_KMAC128, "k", 1, "m", n, out, 32) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_tag(HASHLANE_KMAC128, "k", 1, "m", 1, out, n) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_verify(HASHLANE_KMAC128, "k", 1, "m", 1, out, n) == HASHLANE_ERROR_SIZE);
    o = keyed;
    o.key_size = n;
    CHECK(hashlane_hash_init(&h, HASHLANE_KMAC128, &o) == HASHLANE_ERROR_NULL);
    o = keyed;
    o.customization = "c";
    o.customization_size = n;
    CHECK(hashlane_hash_init(&h, HASHLANE_KMAC128, &o) == HASHLANE_ERROR_NULL);
    o = none;
    o.function_name = "f";
    o.function_name_size = n;
    CHECK(hashlane_hash_init(&h, HASHLANE_CSHAKE128, &o) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_hash_init(&h, HASHLANE_SHAKE128, NULL) == HASHLANE_OK);
    CHECK(hashlane_hash_update(&h, "m", n) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_hash_update_threads(&h, "m", n, 0) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_hash_digest(&h, out, n) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_hash_export(&h, out, n) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_hash_import(&h, out, n) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_reader_init(&r, &h) == HASHLANE_OK && hashlane_reader_squeeze(&r, out, n) == HASHLANE_ERROR_NULL);
}

static void no_such_size_of_many(size_t n) {
    const void* const messages[] = {"a"};
    const int64_t offsets[] = {0, 1};
    hashlane_merkle_stream s;
    uint8_t small[32];
    size_t room = n;
    CHECK(hashlane_digest_many(HASHLANE_SHA256, NULL, messages, &room, 1, out, 32, 1) == HASHLANE_ERROR_NULL);
    room = 1;
    CHECK(hashlane_digest_many(HASHLANE_SHA256, NULL, messages, &room, n, out, 32, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_digest_rows(HASHLANE_SHA256, NULL, "m", n, 1, 1, out, 32, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_digest_rows(HASHLANE_SHA256, NULL, "m", 1, n, 4, out, 32, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_digest_rows(HASHLANE_SHA256, NULL, "m", 0, 0, n, out, 32, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_digest_offsets(HASHLANE_SHA256, NULL, "m", n, offsets, 1, out, 32, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_digest_offsets(HASHLANE_SHA256, NULL, "m", 1, offsets, n, out, 32, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_aead_encrypt(HASHLANE_ASCON_AEAD128, out, 16, out, 16, "h", n, "t", 1, small, small + 8, 16) ==
          HASHLANE_ERROR_NULL);
    CHECK(hashlane_aead_encrypt(HASHLANE_ASCON_AEAD128, out, 16, out, 16, "h", 1, "t", n, small, small + 8, 16) ==
          HASHLANE_ERROR_NULL);
    CHECK(hashlane_hkdf_derive(HASHLANE_HKDF + HASHLANE_SHA256, "k", n, "s", 1, "i", 1, out, 32) ==
          HASHLANE_ERROR_NULL);
    CHECK(hashlane_hkdf_derive(HASHLANE_HKDF + HASHLANE_SHA256, "k", 1, "s", n, "i", 1, out, 32) ==
          HASHLANE_ERROR_NULL);
    CHECK(hashlane_hkdf_derive(HASHLANE_HKDF + HASHLANE_SHA256, "k", 1, "s", 1, "i", n, out, 32) ==
          HASHLANE_ERROR_NULL);
    CHECK(hashlane_hkdf_derive(HASHLANE_HKDF + HASHLANE_SHA256, "k", 1, "s", 1, "i", 1, out, n) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_pbkdf2_derive(HASHLANE_PBKDF2 + HASHLANE_SHA256, "p", n, "s", 1, 1, out, 32) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_pbkdf2_derive(HASHLANE_PBKDF2 + HASHLANE_SHA256, "p", 1, "s", n, 1, out, 32) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_pbkdf2_derive(HASHLANE_PBKDF2 + HASHLANE_SHA256, "p", 1, "s", 1, 1, out, n) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_merkle_stream_init(&s, HASHLANE_SHA256, 0) == HASHLANE_OK);
    CHECK(hashlane_merkle_stream_push(&s, "leaf", n) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_merkle_stream_push_digests(&s, out, n, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_merkle_build_digests(HASHLANE_SHA256, 0, n, out, sizeof out, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_update(HASHLANE_SHA256, 0, out, 32, n, 0, "leaf", 4) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_merkle_verify(HASHLANE_SHA256, 0, "leaf", 4, 0, 2, out, n, out, 32) == HASHLANE_ERROR_NULL);
}

/* HKDF ends with 255 digests, PBKDF2 with 2^32 - 1. */
static void longest_keys(void) {
    static uint8_t key[255 * 32 + 1];
    CHECK(hashlane_hkdf_derive(HASHLANE_HKDF + HASHLANE_SHA256, "k", 1, "s", 1, "i", 1, key, 255 * 32) == HASHLANE_OK);
    CHECK(hashlane_hkdf_derive(HASHLANE_HKDF + HASHLANE_SHA256, "k", 1, "s", 1, "i", 1, key, sizeof key) ==
          HASHLANE_ERROR_SIZE);
    CHECK(hashlane_pbkdf2_derive(HASHLANE_PBKDF2 + HASHLANE_SHA256, "p", 1, "s", 1, 1, key,
                                 (size_t)(UINT64_C(0xffffffff) * 32 + 1)) == HASHLANE_ERROR_SIZE);
}

/* A number of leaves that comes from outside. */
static void nodes(void) {
    static const uint64_t many[] = {UINT64_MAX, UINT64_MAX / 2, UINT64_MAX / 2 + 2, (uint64_t)1 << 58};
    uint64_t leaves;
    size_t i, room;
    int shape;
    for (shape = 0; shape <= 3; shape++)
        for (i = 0; i < sizeof many / sizeof *many; i++) {
            CHECK(hashlane_merkle_nodes(shape, many[i]) == SIZE_MAX);
            CHECK(hashlane_merkle_build_digests(HASHLANE_SHA256, shape, many[i], out, 32, 1) == HASHLANE_ERROR_SIZE);
            room = sizeof out;
            CHECK(hashlane_merkle_prove(HASHLANE_SHA256, shape, out, 32, many[i], 0, out, &room) ==
                  HASHLANE_ERROR_SIZE);
        }
    for (leaves = 1; leaves <= (uint64_t)1 << 57; leaves *= 2)
        CHECK(hashlane_merkle_nodes(HASHLANE_MERKLE_RFC9162, leaves) == 2 * leaves - 1);
}

/* ---- states */

enum { NAME = 5, CHECK_BYTES = 8 };

/* The last 8 bytes of a state are the first of TurboSHAKE128 with D = 0x48 of the others: anybody can write them. */
static void seal(uint8_t* state, size_t size) {
    const uint8_t domain = 0x48;
    hashlane_options o = HASHLANE_OPTIONS;
    o.domain = &domain;
    CHECK(hashlane_digest_with(HASHLANE_TURBOSHAKE128, &o, state, size - CHECK_BYTES, state + size - CHECK_BYTES,
                               CHECK_BYTES) == HASHLANE_OK);
}

static void put(uint8_t* p, uint64_t w) {
    int i;
    for (i = 0; i < 8; i++) p[i] = (uint8_t)(w >> 8 * i);
}

/* A state of SHA-2 after high * 2^64 + low bytes. */
static int import_length(hashlane_hash* h, uint64_t high, uint64_t low) {
    const hashlane_algorithm a = hashlane_hash_algorithm(h);
    const size_t size = hashlane_hash_state_size(h), word = hashlane_describe(a)->block_size / 16;
    uint8_t state[400];
    uint8_t* const length = state + NAME + strlen(hashlane_describe(a)->name) + 8 * word;
    hashlane_hash empty;
    CHECK(hashlane_hash_init(&empty, a, NULL) == HASHLANE_OK && size <= sizeof state);
    CHECK(hashlane_hash_export(&empty, state, size) == HASHLANE_OK);
    put(length, low);
    if (word == 8) put(length + 8, high);
    seal(state, size);
    return hashlane_hash_import(h, state, size);
}

/* FIPS 180-4 s.1: fewer than 2^64 bits, than 2^128. */
static void longest_messages(void) {
    static const char* const names[] = {"sha224", "sha256", "sha384", "sha512", "sha512-224", "sha512-256"};
    uint8_t before[64], after[64];
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        const hashlane_algorithm a = hashlane_find(names[i]);
        const hashlane_info* const info = hashlane_describe(a);
        const uint64_t limit = (uint64_t)1 << 61, low = info->block_size == 64 ? limit - 1 : UINT64_MAX;
        hashlane_hash h, copy;
        CHECK(hashlane_hash_init(&h, a, NULL) == HASHLANE_OK);
        CHECK(import_length(&h, limit - 1, low - 2) == HASHLANE_OK && hashlane_hash_copy(&copy, &h) == HASHLANE_OK);
        CHECK(hashlane_hash_update(&copy, "abc", 3) == HASHLANE_ERROR_SIZE);
        CHECK(hashlane_hash_update(&h, "abc", 3) == HASHLANE_ERROR_SIZE);
        CHECK(hashlane_hash_update_threads(&h, "abc", 3, 0) == HASHLANE_ERROR_SIZE);
        CHECK(hashlane_hash_update_bits(&h, "abc", 24) == HASHLANE_ERROR_SIZE);
        CHECK(hashlane_hash_update(&h, "ab", 2) == HASHLANE_OK && hashlane_hash_update(&h, NULL, 0) == HASHLANE_OK);
        CHECK(hashlane_hash_digest(&h, before, info->digest_size) == HASHLANE_OK);
        CHECK(hashlane_hash_update(&h, "c", 1) == HASHLANE_ERROR_SIZE);
        CHECK(import_length(&h, limit, 0) == (info->block_size == 64 ? HASHLANE_OK : HASHLANE_ERROR_IMPORT));
        CHECK(import_length(&h, limit - 1, low) == HASHLANE_OK && hashlane_hash_update(&h, "", 0) == HASHLANE_OK);
        if (info->block_size == 64) CHECK(import_length(&h, 0, limit) == HASHLANE_ERROR_IMPORT);
        CHECK(import_length(&h, UINT64_MAX, UINT64_MAX) == HASHLANE_ERROR_IMPORT);
        CHECK(hashlane_hash_update_bits(&h, "c", 7) == HASHLANE_OK);
        CHECK(hashlane_hash_digest(&h, after, info->digest_size) == HASHLANE_OK &&
              memcmp(before, after, info->digest_size) != 0);
    }
}

/* The fields that a state of KangarooTwelve ends with: the bytes of the first chunk, the open leaf (25 words, its position),
   its bytes, the number of leaves, the customization string's length and its 256 bytes. */
static int import_kangaroo(size_t taken, size_t from_end, uint64_t value) {
    static uint8_t state[1024];
    static const uint8_t zeros[3 * 8192];
    hashlane_hash h, other;
    size_t size;
    CHECK(hashlane_hash_init(&h, HASHLANE_KT128, NULL) == HASHLANE_OK);
    CHECK(hashlane_hash_init(&other, HASHLANE_KT128, NULL) == HASHLANE_OK);
    CHECK(hashlane_hash_update(&h, zeros, taken) == HASHLANE_OK);
    size = hashlane_hash_state_size(&h);
    CHECK(size <= sizeof state && hashlane_hash_export(&h, state, size) == HASHLANE_OK);
    put(state + size - CHECK_BYTES - from_end, value);
    seal(state, size);
    return hashlane_hash_import(&other, state, size);
}

static void states_of_no_message(void) {
    enum { KEPT = 256 + 8, CLOSED = KEPT + 8, FILLED = CLOSED + 8, OPEN = FILLED + 8, FIRST = OPEN + 25 * 8 + 8 };
    CHECK(import_kangaroo(100, KEPT, 0) == HASHLANE_OK && import_kangaroo(100, KEPT, 256) == HASHLANE_OK);
    CHECK(import_kangaroo(100, KEPT, 257) == HASHLANE_ERROR_IMPORT);
    CHECK(import_kangaroo(100, KEPT, UINT64_MAX) == HASHLANE_ERROR_IMPORT);
    CHECK(import_kangaroo(100, FIRST, 100) == HASHLANE_OK);
    CHECK(import_kangaroo(100, FIRST, 101) == HASHLANE_ERROR_IMPORT);
    CHECK(import_kangaroo(100, FIRST, 8193) == HASHLANE_ERROR_IMPORT);
    CHECK(import_kangaroo(100, CLOSED, 1) == HASHLANE_ERROR_IMPORT);
    CHECK(import_kangaroo(20000, FIRST, 8192) == HASHLANE_OK);
    CHECK(import_kangaroo(20000, FIRST, 8191) == HASHLANE_ERROR_IMPORT);
    CHECK(import_kangaroo(20000, CLOSED, 1) == HASHLANE_OK);
    /* The final node's position follows from the number of leaves: 21 chaining values fill whole blocks. 2^50 is the limit. */
    CHECK(import_kangaroo(20000, CLOSED, 1 + 21) == HASHLANE_OK &&
          import_kangaroo(20000, CLOSED, 2) == HASHLANE_ERROR_IMPORT);
    CHECK(import_kangaroo(20000, CLOSED, ((uint64_t)1 << 50) - 3) == HASHLANE_OK);
    CHECK(import_kangaroo(20000, CLOSED, ((uint64_t)1 << 50) + 18) == HASHLANE_ERROR_IMPORT);
    CHECK(import_kangaroo(20000, CLOSED, UINT64_MAX) == HASHLANE_ERROR_IMPORT);
    CHECK(import_kangaroo(20000, FILLED, 20000 - 2 * 8192) == HASHLANE_OK);
    CHECK(import_kangaroo(20000, FILLED, 1) == HASHLANE_ERROR_IMPORT);
    CHECK(import_kangaroo(20000, FILLED, 8192) == HASHLANE_ERROR_IMPORT);
    CHECK(import_kangaroo(20000, OPEN, 168) == HASHLANE_ERROR_IMPORT);
}

int main(void) {
    fill_message();
    tags();
    CHECK(each_digest(domains) > 40);
    bits();
    no_such_size((size_t)-1);
    no_such_size((size_t)PTRDIFF_MAX + 1);
    no_such_size_of_many((size_t)-1);
    no_such_size_of_many((size_t)PTRDIFF_MAX + 1);
    longest_keys();
    nodes();
    longest_messages();
    states_of_no_message();
    return closing_line();
}
