/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The calls of overlap_pairs.c, each with its arguments in the places that pairs.h gives them. */
#ifndef HASHLANE_TESTS_OVERLAP_CALLS_H
#define HASHLANE_TESTS_OVERLAP_CALLS_H

#include "pairs.h"
#include "typed_table.h"

#include <hashlane_merkle.h>
#include <hashlane_ranges.h>

/* With which algorithms a call is made. */
static int digesting(const hashlane_info* info) { return info->kind <= HASHLANE_KIND_MAC; }
static int without_key(const hashlane_info* info) { return digesting(info) && !takes(info, HASHLANE_TAKES_KEY); }
static int in_bits(const hashlane_info* info) {
    return digesting(info) && !takes(info, HASHLANE_TAKES_ELEMENTS) && strcmp(info->family, "HMAC") != 0 &&
           strcmp(info->family, "KangarooTwelve") != 0;
}
static int reading(const hashlane_info* info) {
    return info->kind == HASHLANE_KIND_XOF || strncmp(info->name, "kmacxof", 7) == 0;
}
static int mac(const hashlane_info* info) { return info->kind == HASHLANE_KIND_MAC; }
static int masked; /* Ascon-AEAD128 with nonce masking, and no other AEAD */
static int aead(const hashlane_info* info) {
    return masked ? strcmp(info->name, "ascon-aead128") == 0 : info->kind == HASHLANE_KIND_AEAD;
}
static int hkdf(const hashlane_info* info) { return strcmp(info->family, "HKDF") == 0; }
static int pbkdf2(const hashlane_info* info) { return strcmp(info->family, "PBKDF2") == 0; }
static int leaf_hash(const hashlane_info* info) { return info->kind == HASHLANE_KIND_HASH && !info->any_length; }
static int ranged(const hashlane_info* info) {
    return strncmp(info->name, "kt", 2) == 0 || strncmp(info->name, "parallelhash", 12) == 0;
}
static int once(const hashlane_info* info) { return strcmp(info->name, "sha256") == 0; }

enum { RANGE = 312 }; /* bytes of an exported range of less than a chunk */

/* ---- one message, with every option that the algorithm takes */

enum { MESSAGE, KEY, CUSTOMIZATION, FUNCTION_NAME, BLOCK, DOMAIN_BYTE, SHORTEST, OPTIONS, RESULT };
#define MESSAGE_AND_OPTIONS                                                                                            \
    {"message", 100, 0}, {"key", 20, 0}, {"customization", 9, 0}, {"function_name", 5, 0},                             \
        {"parallel_block", sizeof(size_t), 0}, {"domain", 1, 0}, {"shortest_tag", sizeof(size_t), 0},                  \
        {"options", sizeof(hashlane_options), 0}, {"out", 0, 1}

static void fill_options(uint8_t** at) {
    const hashlane_options none = HASHLANE_OPTIONS;
    hashlane_options* o = (hashlane_options*)(void*)at[OPTIONS];
    *o = none;
    *(size_t*)(void*)at[BLOCK] = 30;
    *at[DOMAIN_BYTE] = 0x0b;
    *(size_t*)(void*)at[SHORTEST] = about->digest_size;
    if (takes(about, HASHLANE_TAKES_KEY)) {
        o->key = at[KEY];
        o->key_size = 20;
    }
    if (takes(about, HASHLANE_TAKES_CUSTOMIZATION)) {
        o->customization = at[CUSTOMIZATION];
        o->customization_size = 9;
    }
    if (takes(about, HASHLANE_TAKES_FUNCTION_NAME)) {
        o->function_name = at[FUNCTION_NAME];
        o->function_name_size = 5;
    }
    if (takes(about, HASHLANE_TAKES_PARALLEL_BLOCK)) o->parallel_block = (size_t*)(void*)at[BLOCK];
    if (takes(about, HASHLANE_TAKES_DOMAIN)) o->domain = at[DOMAIN_BYTE];
    if (mac(about)) o->shortest_tag = (size_t*)(void*)at[SHORTEST];
}
#define O ((const hashlane_options*)(const void*)at[OPTIONS])

static int run_digest_with(uint8_t** at) {
    return hashlane_digest_with(algorithm, O, at[MESSAGE], 100, at[RESULT], output_size(about));
}
static int run_digest_bits(uint8_t** at) {
    return hashlane_digest_bits(algorithm, O, at[MESSAGE], 797, at[RESULT], output_size(about));
}
static int run_tag_with(uint8_t** at) {
    return hashlane_tag_with(algorithm, O, at[MESSAGE], 100, at[RESULT], output_size(about));
}
static int begin(hashlane_hash* h, uint8_t** at) {
    const int made = hashlane_hash_init(h, algorithm, O);
    return made != HASHLANE_OK ? made : hashlane_hash_update(h, at[MESSAGE], 100);
}
static int run_hash_digest(uint8_t** at) {
    hashlane_hash h;
    const int begun = begin(&h, at);
    return begun != HASHLANE_OK ? begun : hashlane_hash_digest(&h, at[RESULT], output_size(about));
}
static int run_squeeze(uint8_t** at) {
    hashlane_hash h;
    hashlane_reader r;
    int result = begin(&h, at);
    if (result == HASHLANE_OK) result = hashlane_reader_init(&r, &h);
    return result != HASHLANE_OK ? result : hashlane_reader_squeeze(&r, at[RESULT], OUT);
}
/* The state has another size for each algorithm; the rest of the buffer is cleared. */
enum { STATE = 1000 };
static int run_export(uint8_t** at) {
    hashlane_hash h;
    const hashlane_options o = options_for(about);
    int result = hashlane_hash_init(&h, algorithm, &o);
    if (result == HASHLANE_OK) result = hashlane_hash_update(&h, at[0], 100);
    memset(at[1], 0, STATE);
    return result != HASHLANE_OK ? result : hashlane_hash_export(&h, at[1], hashlane_hash_state_size(&h));
}
static int run_digest(uint8_t** at) { return hashlane_digest(algorithm, at[0], 100, at[1], output_size(about)); }
static int run_tag(uint8_t** at) { return hashlane_tag(algorithm, at[0], 20, at[1], 100, at[2], output_size(about)); }

/* ---- many messages */

enum { COUNT = 5, EACH = 40 };
static void fill_pointers(uint8_t* data, uint8_t* pointers, uint8_t* sizes) {
    size_t i;
    for (i = 0; i < COUNT; i++) ((const void**)(void*)pointers)[i] = data + EACH * i;
    for (i = 0; i < COUNT; i++) ((size_t*)(void*)sizes)[i] = EACH;
}
static void fill_offsets(uint8_t* offsets) {
    int i;
    for (i = 0; i <= COUNT; i++) ((int64_t*)(void*)offsets)[i] = EACH * i;
}
static void fill_offsets32(uint8_t* offsets) {
    int i;
    for (i = 0; i <= COUNT; i++) ((int32_t*)(void*)offsets)[i] = EACH * i;
}
static void fill_key(uint8_t* options, uint8_t* key) {
    const hashlane_options none = HASHLANE_OPTIONS;
    hashlane_options* o = (hashlane_options*)(void*)options;
    *o = none;
    if (takes(about, HASHLANE_TAKES_KEY)) {
        o->key = key;
        o->key_size = 20;
    }
}
static void fill_many(uint8_t** at) {
    fill_pointers(at[0], at[1], at[2]);
    fill_key(at[3], at[4]);
}
static void fill_rows(uint8_t** at) { fill_key(at[1], at[2]); }
static void fill_by_offsets(uint8_t** at) {
    fill_offsets(at[1]);
    fill_key(at[2], at[3]);
}
static void fill_by_offsets32(uint8_t** at) {
    fill_offsets32(at[1]);
    fill_key(at[2], at[3]);
}
#define POINTERS(p) ((const void* const*)(const void*)(p))
#define SIZES(p) ((const size_t*)(const void*)(p))
#define AS(type, p) ((type*)(void*)(p))
static int run_many(uint8_t** at) {
    return hashlane_digest_many(algorithm, AS(hashlane_options, at[3]), POINTERS(at[1]), SIZES(at[2]), COUNT, at[5],
                                about->digest_size, 1);
}
static int run_rows(uint8_t** at) {
    return hashlane_digest_rows(algorithm, AS(hashlane_options, at[1]), at[0], EACH, EACH, COUNT, at[3],
                                about->digest_size, 1);
}
static int run_offsets(uint8_t** at) {
    return hashlane_digest_offsets(algorithm, AS(hashlane_options, at[2]), at[0], EACH * COUNT, AS(int64_t, at[1]),
                                   COUNT, at[4], about->digest_size, 1);
}
static int run_offsets32(uint8_t** at) {
    return hashlane_digest_offsets32(algorithm, AS(hashlane_options, at[2]), at[0], EACH * COUNT, AS(int32_t, at[1]),
                                     COUNT, at[4], about->digest_size, 1);
}

/* ---- authenticated encryption: one text, pieces, records */

enum { TEXT = 90, ASSOCIATED = 30 };
static size_t key_bytes(void) {
    if (masked) return 32;
    return strcmp(about->name, "ascon-80pq") == 0 ? 20 : 16;
}
static int run_encrypt(uint8_t** at) {
    return hashlane_aead_encrypt(algorithm, at[0], key_bytes(), at[1], 16, at[2], ASSOCIATED, at[3], TEXT, at[4], at[5],
                                 16);
}
static void fill_cipher(uint8_t** at) {
    uint8_t text[TEXT], cipher[TEXT], tag[16];
    memset(text, 0x33, sizeof text);
    CHECK(hashlane_aead_encrypt(algorithm, at[0], key_bytes(), at[1], 16, at[2], ASSOCIATED, text, TEXT, cipher, tag,
                                16) == HASHLANE_OK);
    memcpy(at[3], cipher, TEXT);
    memcpy(at[4], tag, 16);
}
static int run_decrypt(uint8_t** at) {
    return hashlane_aead_decrypt(algorithm, at[0], key_bytes(), at[1], 16, at[2], ASSOCIATED, at[3], TEXT, at[5], at[4],
                                 16);
}
static int begin_stream(hashlane_aead_stream* s, uint8_t** at) {
    const int begun = hashlane_aead_stream_init(s, algorithm, at[0], key_bytes(), at[1], 16);
    return begun != HASHLANE_OK ? begun : hashlane_aead_stream_absorb(s, at[2], ASSOCIATED);
}
static int run_stream_encrypt(uint8_t** at) {
    hashlane_aead_stream s;
    const int begun = begin_stream(&s, at);
    return begun != HASHLANE_OK ? begun : hashlane_aead_stream_encrypt(&s, at[3], TEXT, at[4]);
}
static int run_stream_decrypt(uint8_t** at) {
    hashlane_aead_stream s;
    const int begun = begin_stream(&s, at);
    return begun != HASHLANE_OK ? begun : hashlane_aead_stream_decrypt(&s, at[3], TEXT, at[4]);
}
static int run_stream_finish(uint8_t** at) {
    hashlane_aead_stream s;
    uint8_t cipher[TEXT];
    int result = begin_stream(&s, at);
    if (result == HASHLANE_OK) result = hashlane_aead_stream_encrypt(&s, at[3], TEXT, cipher);
    return result != HASHLANE_OK ? result : hashlane_aead_stream_finish(&s, at[4], 16);
}

/* Record 0 has nonce, associated data, text and results of its own; those of the others lie in two blocks. */
enum { RECORDS = 19 };
static void fill_records(uint8_t** at) {
    static uint8_t others[RECORDS][TEXT + 16];
    hashlane_record* r = AS(hashlane_record, at[4]);
    size_t i;
    memset(r, 0, RECORDS * sizeof *r);
    for (i = 0; i < RECORDS; i++) {
        r[i].nonce = at[1];
        r[i].associated_data = at[2];
        r[i].associated_size = ASSOCIATED;
        r[i].in = at[3];
        r[i].size = TEXT;
        r[i].out = i == 0 ? at[5] : others[i];
        r[i].tag = i == 0 ? at[6] : others[i] + TEXT;
        if (i != 0) {
            r[i].nonce = message + i;
            r[i].associated_data = message + 40;
            r[i].in = message + i;
        }
    }
}
static int run_encrypt_many(uint8_t** at) {
    return hashlane_aead_encrypt_many(algorithm, at[0], key_bytes(), AS(hashlane_record, at[4]), RECORDS, 1);
}
static void fill_sealed_records(uint8_t** at) {
    static uint8_t sealed[RECORDS][TEXT + 16], texts[RECORDS][TEXT];
    hashlane_record* r = AS(hashlane_record, at[4]);
    size_t i;
    memset(r, 0, RECORDS * sizeof *r);
    for (i = 0; i < RECORDS; i++) {
        r[i].nonce = i == 0 ? at[1] : message + i;
        r[i].associated_data = i == 0 ? at[2] : message + 40;
        r[i].associated_size = ASSOCIATED;
        r[i].in = i == 0 ? at[3] : sealed[i];
        r[i].size = TEXT;
        r[i].out = i == 0 ? at[6] : texts[i];
        r[i].tag = i == 0 ? at[5] : sealed[i] + TEXT;
        CHECK(hashlane_aead_encrypt(algorithm, at[0], key_bytes(), r[i].nonce, 16, r[i].associated_data, ASSOCIATED,
                                    message + i, TEXT, sealed[i], sealed[i] + TEXT, 16) == HASHLANE_OK);
    }
    memcpy(at[3], sealed[0], TEXT);
    memcpy(at[5], sealed[0] + TEXT, 16);
}
static int run_decrypt_many(uint8_t** at) {
    return hashlane_aead_decrypt_many(algorithm, at[0], key_bytes(), AS(hashlane_record, at[4]), RECORDS, 1);
}

/* ---- keys */

static int run_hkdf(uint8_t** at) {
    return hashlane_hkdf_derive(algorithm, at[0], 32, at[1], 16, at[2], 24, at[3], 150);
}
static int run_extract(uint8_t** at) {
    return hashlane_hkdf_extract(algorithm, at[0], 32, at[1], 16, at[2], about->digest_size);
}
static int run_expand(uint8_t** at) { return hashlane_hkdf_expand(algorithm, at[0], 32, at[1], 24, at[2], 150); }
static int run_pbkdf2(uint8_t** at) { return hashlane_pbkdf2_derive(algorithm, at[0], 32, at[1], 16, 2, at[2], 150); }
static void fill_passwords(uint8_t** at) {
    fill_pointers(at[0], at[1], at[2]);
    fill_pointers(at[3], at[4], at[5]);
}
static int run_pbkdf2_many(uint8_t** at) {
    return hashlane_pbkdf2_derive_many(algorithm, POINTERS(at[1]), SIZES(at[2]), POINTERS(at[4]), SIZES(at[5]), COUNT,
                                       1, at[6], 24, 1);
}

/* ---- Merkle trees, of the shape RFC 9162: 5 leaves, 11 nodes */

enum { NODES = 11 };
static size_t tree(void) { return NODES * about->digest_size; }
static int go_on(void* context, uint64_t done, uint64_t total) { return context != NULL && done > total; }
static void fill_leaves(uint8_t** at) { fill_pointers(at[0], at[1], at[2]); }
static void fill_leaf_offsets(uint8_t** at) { fill_offsets(at[1]); }
static void fill_nodes(uint8_t** at) {
    CHECK(hashlane_merkle_build_digests(algorithm, 0, COUNT, at[0], tree(), 1) == 0);
}
#define LEAVES POINTERS(at[1]), SIZES(at[2]), COUNT, at[3]
#define ROW_LEAVES at[0], EACH, EACH, COUNT, at[1]
#define OFFSET_LEAVES at[0], EACH *COUNT, AS(int64_t, at[1]), COUNT, at[2]
#define LEAVES_BY_POINTERS                                                                                             \
    {"leaves", EACH * COUNT, 0}, {"pointers", COUNT * sizeof(void*), 0}, {"sizes", COUNT * sizeof(size_t), 0}
#define LEAVES_BY_OFFSETS {"data", EACH * COUNT, 0}, {"offsets", (COUNT + 1) * sizeof(int64_t), 0}
static int run_build(uint8_t** at) { return hashlane_merkle_build(algorithm, 0, LEAVES, tree(), 1); }
static int run_build_rows(uint8_t** at) { return hashlane_merkle_build_rows(algorithm, 0, ROW_LEAVES, tree(), 1); }
static int run_build_offsets(uint8_t** at) {
    return hashlane_merkle_build_offsets(algorithm, 0, OFFSET_LEAVES, tree(), 1);
}
static int run_progress(uint8_t** at) {
    return hashlane_merkle_build_progress(algorithm, 0, LEAVES, tree(), 1, go_on, NULL);
}
static int run_rows_progress(uint8_t** at) {
    return hashlane_merkle_build_rows_progress(algorithm, 0, ROW_LEAVES, tree(), 1, go_on, NULL);
}
static int run_offsets_progress(uint8_t** at) {
    return hashlane_merkle_build_offsets_progress(algorithm, 0, OFFSET_LEAVES, tree(), 1, go_on, NULL);
}
static int run_root(uint8_t** at) { return hashlane_merkle_root(algorithm, 0, LEAVES, about->digest_size, 1); }
static int run_root_rows(uint8_t** at) {
    return hashlane_merkle_root_rows(algorithm, 0, ROW_LEAVES, about->digest_size, 1);
}
static int run_root_offsets(uint8_t** at) {
    return hashlane_merkle_root_offsets(algorithm, 0, OFFSET_LEAVES, about->digest_size, 1);
}
static int run_stream_root(uint8_t** at) {
    hashlane_merkle_stream s;
    int result = hashlane_merkle_stream_init(&s, algorithm, 0);
    if (result == HASHLANE_OK) result = hashlane_merkle_stream_push_rows(&s, at[0], EACH, EACH, COUNT, 1);
    return result != HASHLANE_OK ? result : hashlane_merkle_stream_root(&s, at[1], about->digest_size);
}
static int run_prove(uint8_t** at) {
    size_t room = 3 * about->digest_size;
    return hashlane_merkle_prove(algorithm, 0, at[0], tree(), COUNT, 0, at[1], &room);
}
static int run_prove_consistency(uint8_t** at) {
    size_t room = 4 * about->digest_size;
    return hashlane_merkle_prove_consistency(algorithm, 0, at[0], tree(), COUNT, 3, at[1], &room);
}

/* ---- ranges */

static int run_range(uint8_t** at) {
    hashlane_ranges ranges;
    const int result = hashlane_ranges_init(&ranges, algorithm, NULL, 100);
    return result != HASHLANE_OK ? result : hashlane_ranges_leaves(&ranges, 0, at[0], 100, at[1], RANGE, 1);
}

/* ---- states of hashlane_typed.h */

static const typed* now;
static int run_typed(uint8_t** at) {
    uint64_t state[128];
    int result = now->init(state);
    if (result == HASHLANE_OK) result = now->update(state, at[0], 100);
    return result != HASHLANE_OK ? result : now->result(state, at[1], now->result_size);
}
static int run_typed_reader(uint8_t** at) {
    uint64_t state[128], reader[128];
    int result = now->init(state);
    if (result == HASHLANE_OK) result = now->update(state, at[0], 100);
    if (result == HASHLANE_OK) result = now->reader_init(reader, state);
    return result != HASHLANE_OK ? result : now->squeeze(reader, at[1], OUT);
}

/* ---- planted faults: what the walk has to find */

/* Clears the output before it reads the message, as HKDF once did. */
static int run_clearing(uint8_t** at) {
    memset(at[1], 0, output_size(about));
    return hashlane_digest(algorithm, at[0], 100, at[1], output_size(about));
}
/* Reads the last byte of the message when the digest is written already. */
static int run_late(uint8_t** at) {
    const int result = hashlane_digest(algorithm, at[0], 99, at[1], output_size(about));
    at[1][0] ^= at[0][99];
    return result;
}
/* Refuses when a byte is written already. */
static int run_writing(uint8_t** at) {
    const uint8_t* const end = at[0] + 100;
    if (at[1] >= end || at[1] + output_size(about) <= at[0]) return run_digest(at);
    at[1][0] ^= 1;
    return HASHLANE_ERROR_OVERLAP;
}

#endif
