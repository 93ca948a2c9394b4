/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Names, numbers, targets, and everything that is refused. */
#include "samples.h"

#include <stdlib.h>

static uint8_t out[OUT];

static int blank(void) {
    size_t i;
    for (i = 0; i < sizeof out; i++)
        if (out[i] != 0) return 0;
    return 1;
}

/* Names that somebody may write for a registered one. */
static void nearest_names(void) {
    static const char* const rows[][2] = {
        {"sha26", "sha256"},  {"SHA256", "sha256"},          {"sha-256", "sha256"},          {"SHA3_256", "sha3-256"},
        {"sha256", "sha256"}, {"hmac-sha26", "hmac-sha256"}, {"HMAC_SHA256", "hmac-sha256"}, {"kt129", "kt128"}};
    size_t i;
    int a;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char* nearest = hashlane_nearest_name(rows[i][0]);
        CHECK(nearest != NULL && strcmp(nearest, rows[i][1]) == 0);
    }
    CHECK(hashlane_nearest_name("blake3") == NULL && hashlane_nearest_name("") == NULL);
    CHECK(hashlane_nearest_name(NULL) == NULL);
    for (a = 0; a <= HASHLANE_LAST; a++) {
        const hashlane_info* info = hashlane_describe(a);
        if (info != NULL) CHECK(strcmp(hashlane_nearest_name(info->name), info->name) == 0);
    }
}

/* Each code has a sentence of its own, which is no other code's. */
static void sentences(void) {
    const char* const unknown = hashlane_strerror(1);
    int error, other;
    for (error = HASHLANE_ERROR_SELFTEST; error <= HASHLANE_OK; error++) {
        const char* const sentence = hashlane_strerror(error);
        CHECK(strlen(sentence) >= 8 && strlen(sentence) < 100 && strcmp(sentence, unknown) != 0);
        CHECK(strchr(sentence, '\n') == NULL);
        for (other = HASHLANE_ERROR_SELFTEST; other < error; other++)
            CHECK(strcmp(sentence, hashlane_strerror(other)) != 0);
    }
    CHECK(unknown != NULL && strcmp(hashlane_strerror(HASHLANE_ERROR_SELFTEST - 1), unknown) == 0);
    CHECK(strcmp(hashlane_strerror(-2147483647 - 1), unknown) == 0);
    CHECK(strcmp(hashlane_strerror(HASHLANE_OK), "no error") == 0);
    CHECK(strstr(hashlane_strerror(HASHLANE_FORGED), "forged") != NULL);
    CHECK(strstr(hashlane_strerror(HASHLANE_ERROR_OVERLAP), "overlap") != NULL);
    CHECK(strstr(hashlane_strerror(HASHLANE_ERROR_NONCE), "nonce") != NULL);
}

static void names(void) {
    int a;
    CHECK(hashlane_find("sha256") == HASHLANE_SHA256 && hashlane_find("kt128") == HASHLANE_KT128);
    CHECK(hashlane_find("SHA256") == 0 && hashlane_find("sha3") == 0 && hashlane_find("") == 0);
    CHECK(hashlane_find("hmac-") == 0 && hashlane_find("hmac-shake128") == 0 && hashlane_find(NULL) == 0);
    CHECK(hashlane_find("hmac-hmac-sha256") == 0 && hashlane_find("hkdf-hmac-sha256") == 0);
    CHECK(hashlane_find("hmac-hkdf-sha256") == 0 && hashlane_find("hmac-hmac-hmac-sha256") == 0);
    for (a = -3; a <= HASHLANE_LAST + 3; a++) {
        const hashlane_info* info = hashlane_describe(a);
        if (info != NULL)
            CHECK(hashlane_find(info->name) == a && strlen(info->family) > 1 && strlen(info->standard) > 4);
    }
    CHECK(hashlane_describe(0) == NULL && hashlane_describe(-1) == NULL &&
          hashlane_describe(HASHLANE_LAST + 1) == NULL);
    CHECK(strcmp(hashlane_version(), HASHLANE_VERSION) == 0);
}

static void targets(void) {
    uint8_t want[32], got[32];
    const char* name;
    size_t i;
    hashlane_digest(HASHLANE_SHA3_256, message, 1000, want, 32);
    for (i = 0; (name = hashlane_available_target(i)) != NULL; i++) {
        CHECK(hashlane_use_target(name) == HASHLANE_OK && strcmp(hashlane_target(), name) == 0);
        CHECK(hashlane_digest(HASHLANE_SHA3_256, message, 1000, got, 32) == HASHLANE_OK && memcmp(want, got, 32) == 0);
    }
    CHECK(i > 0 && hashlane_available_target((size_t)-1) == NULL);
    CHECK(hashlane_use_target("abacus") == HASHLANE_ERROR_TARGET && hashlane_use_target(NULL) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_use_target("") == HASHLANE_OK && strcmp(hashlane_target(), hashlane_available_target(0)) == 0);
}

static void arguments(void) {
    CHECK(hashlane_digest(0, "", 0, out, 32) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_digest(-5, "", 0, out, 32) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_digest(HASHLANE_LAST + 1, "", 0, out, 32) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_digest(HASHLANE_SHA256, NULL, 1, out, 32) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_digest(HASHLANE_SHA256, "", 0, NULL, 32) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_digest(HASHLANE_SHA256, "", 0, out, 31) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_digest(HASHLANE_SHA256, "", 0, out, 33) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_digest(HASHLANE_KMAC128, "", 0, out, 32) == HASHLANE_ERROR_KEY);
    CHECK(hashlane_digest(HASHLANE_SHAKE128, NULL, 0, NULL, 0) == HASHLANE_OK);
    CHECK(blank());
    CHECK(hashlane_digest(HASHLANE_SHA256, NULL, 0, out, 32) == HASHLANE_OK && out[0] == 0xe3);
    memset(out, 0, sizeof out);
}

static int refused(hashlane_algorithm a, const hashlane_options* o, int error) {
    hashlane_hash h;
    hashlane_hash_wipe(&h);
    return hashlane_hash_init(&h, a, o) == error && hashlane_hash_algorithm(&h) == 0 &&
           hashlane_digest_with(a, o, "m", 1, out, hashlane_describe(a)->digest_size) == error && blank();
}

static void options(hashlane_algorithm a, const hashlane_info* info) {
    const hashlane_options good = options_for(info);
    const uint8_t domain = takes(info, HASHLANE_TAKES_DOMAIN) ? 0x80 : 0x1f;
    const size_t block = takes(info, HASHLANE_TAKES_PARALLEL_BLOCK) ? 0 : 64, none = 3;
    struct {
        hashlane_options known;
        size_t later;
    } newer = {HASHLANE_OPTIONS, 0};
    hashlane_options o = good;
    o.key = takes(info, HASHLANE_TAKES_KEY) ? NULL : "k";
    o.key_size = 0;
    CHECK(refused(a, &o, HASHLANE_ERROR_KEY));
    o = good;
    o.customization = NULL;
    o.customization_size = 4;
    CHECK(refused(a, &o, HASHLANE_ERROR_NULL));
    o = good;
    o.domain = &domain;
    CHECK(refused(a, &o, HASHLANE_ERROR_OPTION));
    o = good;
    o.parallel_block = &block;
    CHECK(refused(a, &o, HASHLANE_ERROR_OPTION));
    o = good;
    o.shortest_tag = &none;
    CHECK(refused(a, &o, HASHLANE_ERROR_OPTION));
    o = good;
    o.struct_size = 0; /* not begun with HASHLANE_OPTIONS */
    CHECK(refused(a, &o, HASHLANE_ERROR_OPTION));
    o.struct_size = sizeof o - 1;
    CHECK(refused(a, &o, HASHLANE_ERROR_OPTION));
    newer.known = good;
    newer.known.struct_size = sizeof newer; /* a later version's, with a field that is left out */
    CHECK(hashlane_digest_with(a, &newer.known, "m", 1, out, info->digest_size) == HASHLANE_OK);
    memset(out, 0, sizeof out);
    newer.later = 1;
    CHECK(refused(a, &newer.known, HASHLANE_ERROR_OPTION));
    if (!takes(info, HASHLANE_TAKES_CUSTOMIZATION)) {
        o = good;
        o.customization = "c";
        o.customization_size = 1;
        CHECK(refused(a, &o, HASHLANE_ERROR_OPTION));
    }
    if (!takes(info, HASHLANE_TAKES_FUNCTION_NAME)) {
        o = good;
        o.function_name = "f";
        o.function_name_size = 1;
        CHECK(refused(a, &o, HASHLANE_ERROR_OPTION));
    }
}

static void contexts(void) {
    hashlane_hash h, other;
    hashlane_reader r;
    hashlane_options o = HASHLANE_OPTIONS;
    o.customization = message;
    o.customization_size = 257;
    CHECK(refused(HASHLANE_ASCON_CXOF128, &o, HASHLANE_ERROR_OPTION));
    memset(&h, 0, sizeof h);
    memset(&other, 0x5a, sizeof other);
    CHECK(hashlane_hash_init(NULL, HASHLANE_SHA256, NULL) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_hash_update(&h, "a", 1) == HASHLANE_ERROR_STATE && hashlane_hash_update(NULL, "a", 1) < 0);
    CHECK(hashlane_hash_digest(&other, out, 32) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_hash_reset(&h) == HASHLANE_ERROR_STATE && hashlane_hash_copy(&h, &other) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_hash_verify(&h, out, 32) == HASHLANE_ERROR_STATE && hashlane_hash_state_size(&h) == 0);
    CHECK(hashlane_hash_export(&h, out, 1) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_hash_import(&h, out, 1) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_reader_init(&r, &h) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_hash_init(&h, HASHLANE_SHA256, NULL) == HASHLANE_OK);
    CHECK(hashlane_hash_copy(NULL, &h) == HASHLANE_ERROR_NULL && hashlane_reader_init(NULL, &h) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_hash_update(&h, NULL, 1) == HASHLANE_ERROR_NULL && hashlane_hash_update(&h, NULL, 0) == HASHLANE_OK);
    if (sizeof(size_t) == 8) CHECK(hashlane_hash_update(&h, message, SIZE_MAX / 4) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_hash_digest(&h, NULL, 32) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_hash_digest(&h, out, 31) == HASHLANE_ERROR_SIZE && blank());
    hashlane_hash_wipe(&h);
    hashlane_hash_wipe(NULL);
    hashlane_reader_wipe(NULL);
    CHECK(hashlane_hash_update(&h, "a", 1) == HASHLANE_ERROR_STATE);
    memset(&other, 0, sizeof other);
    CHECK(memcmp(&h, &other, sizeof h) == 0); /* wiped, all of it */
    CHECK(hashlane_hash_statebytes() == sizeof h && hashlane_reader_statebytes() == sizeof r);
}

int main(void) {
    fill_message();
    names();
    nearest_names();
    sentences();
    targets();
    arguments();
    CHECK(each_digest(options) > 40);
    contexts();
    return closing_line();
}
