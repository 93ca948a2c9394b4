/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Every hash, xof and mac: at once, in pieces, copied, reset, read, exported, verified. */
#include "samples.h"

static void pieces(hashlane_algorithm a, const hashlane_info* info) {
    static const size_t cuts[] = {0, 1, 7, 8, 63, 64, 65, 135, 136, 137, 168, 1000, 8192, 8193, LONGEST};
    const size_t n = output_size(info);
    const hashlane_options o = options_for(info);
    uint8_t want[OUT], got[OUT];
    size_t i;
    if (takes(info, HASHLANE_TAKES_ELEMENTS)) return;
    expected(a, message, LONGEST, want);
    for (i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        hashlane_hash h, copy;
        CHECK(hashlane_hash_init(&h, a, &o) == HASHLANE_OK && hashlane_hash_algorithm(&h) == a);
        CHECK(hashlane_hash_update(&h, message, cuts[i]) == HASHLANE_OK);
        CHECK(hashlane_hash_copy(&copy, &h) == HASHLANE_OK && hashlane_hash_copy(&h, &h) == HASHLANE_OK);
        CHECK(hashlane_hash_update(&h, "other", 5) == HASHLANE_OK && hashlane_hash_digest(&h, got, n) == HASHLANE_OK);
        CHECK(memcmp(got, want, n) != 0);
        CHECK(hashlane_hash_update_threads(&copy, message + cuts[i], LONGEST - cuts[i], (unsigned)i % 3) ==
              HASHLANE_OK);
        CHECK(hashlane_hash_digest(&copy, got, n) == HASHLANE_OK && memcmp(got, want, n) == 0);
        CHECK(hashlane_hash_digest(&copy, got, n) == HASHLANE_OK && memcmp(got, want, n) == 0);
        CHECK(hashlane_hash_reset(&h) == HASHLANE_OK && hashlane_hash_update(&h, message, LONGEST) == HASHLANE_OK);
        CHECK(hashlane_hash_digest(&h, got, n) == HASHLANE_OK && memcmp(got, want, n) == 0);
    }
}

/* A context that was given no options keeps no copy of its beginning. */
static void without_options(hashlane_algorithm a, const hashlane_info* info) {
    const size_t n = output_size(info);
    hashlane_hash h, copy;
    uint8_t state[4096], want[OUT], got[OUT];
    if (takes(info, HASHLANE_TAKES_KEY)) {
        CHECK(hashlane_hash_init(&h, a, NULL) == HASHLANE_ERROR_KEY);
        return;
    }
    CHECK(hashlane_digest_with(a, NULL, message, 300, want, n) == HASHLANE_OK);
    CHECK(hashlane_hash_init(&h, a, NULL) == HASHLANE_OK && hashlane_hash_update(&h, "other", 5) == HASHLANE_OK);
    CHECK(hashlane_hash_export(&h, state, hashlane_hash_state_size(&h)) == HASHLANE_OK);
    CHECK(hashlane_hash_copy(&copy, &h) == HASHLANE_OK && hashlane_hash_reset(&copy) == HASHLANE_OK);
    CHECK(hashlane_hash_update(&copy, message, 300) == HASHLANE_OK);
    CHECK(hashlane_hash_digest(&copy, got, n) == HASHLANE_OK && memcmp(got, want, n) == 0);
    CHECK(hashlane_hash_import(&copy, state, hashlane_hash_state_size(&copy)) == HASHLANE_OK);
    CHECK(hashlane_hash_digest(&copy, got, n) == HASHLANE_OK && memcmp(got, want, n) != 0);
    CHECK(hashlane_hash_reset(&copy) == HASHLANE_OK && hashlane_hash_update(&copy, message, 300) == HASHLANE_OK);
    CHECK(hashlane_hash_digest(&copy, got, n) == HASHLANE_OK && memcmp(got, want, n) == 0);
    CHECK(hashlane_hash_verify(&copy, got, n) == HASHLANE_OK);
    CHECK(hashlane_hash_verify(&copy, got, info->digest_size - 1) == HASHLANE_ERROR_SIZE);
}

static void readers(hashlane_algorithm a, const hashlane_info* info) {
    const hashlane_options o = options_for(info);
    hashlane_hash h;
    hashlane_reader r, copy;
    uint8_t want[OUT], got[OUT];
    CHECK(hashlane_hash_init(&h, a, &o) == HASHLANE_OK && hashlane_hash_update(&h, message, 300) == HASHLANE_OK);
    if (hashlane_reader_init(&r, &h) != HASHLANE_OK) {
        CHECK(hashlane_reader_init(&r, &h) == HASHLANE_ERROR_ALGORITHM && info->kind != HASHLANE_KIND_XOF);
        return;
    }
    expected(a, message, 300, want);
    CHECK(hashlane_reader_squeeze(&r, got, 0) == HASHLANE_OK && hashlane_reader_squeeze(&r, got, 9) == HASHLANE_OK);
    CHECK(hashlane_reader_copy(&copy, &r) == HASHLANE_OK);
    CHECK(hashlane_reader_squeeze(&r, got + 9, OUT - 9) == HASHLANE_OK && memcmp(got, want, OUT) == 0);
    memset(got + 9, 0, OUT - 9);
    CHECK(hashlane_reader_squeeze(&copy, got + 9, OUT - 9) == HASHLANE_OK && memcmp(got, want, OUT) == 0);
    hashlane_reader_wipe(&r);
    CHECK(hashlane_reader_squeeze(&r, got, 1) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_reader_copy(&copy, &r) == HASHLANE_ERROR_STATE);
}

static void states(hashlane_algorithm a, const hashlane_info* info) {
    const hashlane_options o = options_for(info);
    const size_t n = output_size(info);
    hashlane_hash h, other;
    uint8_t state[4096], want[OUT], got[OUT];
    size_t size;
    CHECK(hashlane_hash_init(&h, a, &o) == HASHLANE_OK && hashlane_hash_init(&other, a, &o) == HASHLANE_OK);
    CHECK(hashlane_hash_update(&h, message, 9000) == HASHLANE_OK);
    size = hashlane_hash_state_size(&h);
    if (takes(info, HASHLANE_TAKES_KEY)) {
        CHECK(size == 0 && hashlane_hash_export(&h, state, 0) == HASHLANE_ERROR_SIZE);
        return;
    }
    CHECK(size > 0 && size <= sizeof state && hashlane_hash_export(&h, state, size) == HASHLANE_OK);
    CHECK(hashlane_hash_export(&h, state, size - 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_hash_digest(&h, want, n) == HASHLANE_OK);
    CHECK(hashlane_hash_import(&other, state, size) == HASHLANE_OK);
    CHECK(hashlane_hash_digest(&other, got, n) == HASHLANE_OK && memcmp(got, want, n) == 0);
    state[size / 2] ^= 1;
    CHECK(hashlane_hash_import(&other, state, size) == HASHLANE_ERROR_IMPORT);
    CHECK(hashlane_hash_import(&other, state, size - 1) == HASHLANE_ERROR_IMPORT);
    CHECK(hashlane_hash_digest(&other, got, n) == HASHLANE_OK && memcmp(got, want, n) == 0);
}

static void verified(hashlane_algorithm a, const hashlane_info* info) {
    const hashlane_options o = options_for(info);
    const size_t n = output_size(info);
    uint8_t tag[OUT], again[OUT];
    hashlane_hash h;
    size_t i;
    CHECK(hashlane_hash_init(&h, a, &o) == HASHLANE_OK && hashlane_hash_update(&h, message, 77) == HASHLANE_OK);
    CHECK(hashlane_hash_digest(&h, tag, n) == HASHLANE_OK && hashlane_hash_verify(&h, tag, n) == HASHLANE_OK);
    tag[n - 1] ^= 0x80;
    CHECK(hashlane_hash_verify(&h, tag, n) == HASHLANE_FORGED);
    for (i = 0; i < 4; i++) CHECK(hashlane_hash_verify(&h, tag, i) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_hash_verify(&h, NULL, n) == HASHLANE_ERROR_NULL);
    if (info->kind != HASHLANE_KIND_MAC) {
        CHECK(hashlane_tag(a, "k", 1, "m", 1, tag, n) == HASHLANE_ERROR_ALGORITHM);
        return;
    }
    CHECK(hashlane_tag(a, "key", 3, message, 50, tag, n) == HASHLANE_OK);
    CHECK(hashlane_tag(a, "kez", 3, message, 50, again, n) == HASHLANE_OK && memcmp(tag, again, n) != 0);
    CHECK(hashlane_verify(a, "key", 3, message, 50, tag, n) == HASHLANE_OK);
    CHECK(hashlane_verify(a, "kez", 3, message, 50, tag, n) == HASHLANE_FORGED);
    CHECK(hashlane_verify(a, "key", 3, message, 49, tag, n) == HASHLANE_FORGED);
    CHECK(hashlane_tag(a, NULL, 0, message, 50, tag, n) == HASHLANE_ERROR_KEY);
    CHECK(hashlane_tag(a, "", 0, message, 50, again, n) == HASHLANE_OK && memcmp(tag, again, n) != 0);
    CHECK(hashlane_verify(a, "", 0, message, 50, again, n) == HASHLANE_OK);
}

/* One answer of each standard, so that numbers and algorithms cannot be swapped; the vectors run in C++. */
static void known_answers(void) {
    static const struct {
        hashlane_algorithm algorithm;
        const char* abc;
    } rows[] = {
        {HASHLANE_SHA224, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"},
        {HASHLANE_SHA256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {HASHLANE_SHA512_256, "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"},
        {HASHLANE_SHA3_256, "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"},
        {HASHLANE_KECCAK_256, "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"},
        {HASHLANE_SHAKE128, "5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8"},
    };
    uint8_t out[OUT];
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK(hashlane_digest(rows[i].algorithm, "abc", 3, out, strlen(rows[i].abc) / 2) == HASHLANE_OK);
        CHECK(is_hex(out, rows[i].abc));
    }
}

int main(void) {
    int found;
    fill_message();
    known_answers();
    found = each_digest(pieces);
    CHECK(found > 40);
    CHECK(each_digest(without_options) == found);
    CHECK(each_digest(readers) == found && each_digest(states) == found && each_digest(verified) == found);
    return closing_line();
}
