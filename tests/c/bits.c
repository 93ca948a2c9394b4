/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Messages that end within a byte: at once, in pieces, read, copied, verified; refused where there are none. */
#include "samples.h"

enum { LENGTHS = 12 };
static const size_t lengths[LENGTHS] = {1,   3,           7,           9,           63,           511,
                                        513, 8 * 135 + 5, 8 * 136 + 7, 8 * 168 + 1, 8 * 4096 + 2, 8 * 9000 + 4};

static int in_bits(const hashlane_hash* made) {
    hashlane_hash h;
    CHECK(hashlane_hash_copy(&h, made) == HASHLANE_OK);
    return hashlane_hash_update_bits(&h, message, 3) == HASHLANE_OK;
}

static void ended(hashlane_hash* h) {
    uint8_t state[4096];
    CHECK(hashlane_hash_update(h, "a", 1) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_hash_update(h, NULL, 0) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_hash_update_bits(h, "a", 8) == HASHLANE_ERROR_STATE);
    if (hashlane_hash_state_size(h) != 0)
        CHECK(hashlane_hash_export(h, state, hashlane_hash_state_size(h)) == HASHLANE_ERROR_STATE);
}

static void bits_of(hashlane_algorithm a, const hashlane_options* o, size_t n, size_t bits) {
    uint8_t want[OUT], got[OUT];
    const size_t bytes = bits / 8, head = bytes / 3;
    hashlane_hash h, copy;
    hashlane_reader r;
    memset(want, 0, sizeof want);
    CHECK(hashlane_digest_bits(a, o, message, bits, want, n) == HASHLANE_OK);
    CHECK(hashlane_hash_init(&h, a, o) == HASHLANE_OK && hashlane_hash_update(&h, message, head) == HASHLANE_OK);
    CHECK(hashlane_hash_update_bits(&h, message + head, bits - 8 * head) == HASHLANE_OK);
    CHECK(hashlane_hash_digest(&h, got, n) == HASHLANE_OK && memcmp(got, want, n) == 0);
    CHECK(hashlane_hash_verify(&h, want, n) == HASHLANE_OK);
    ended(&h);
    CHECK(hashlane_hash_copy(&copy, &h) == HASHLANE_OK && hashlane_hash_digest(&copy, got, n) == HASHLANE_OK);
    CHECK(memcmp(got, want, n) == 0);
    if (hashlane_reader_init(&r, &h) == HASHLANE_OK)
        CHECK(hashlane_reader_squeeze(&r, got, n) == HASHLANE_OK && memcmp(got, want, n) == 0);
    CHECK(hashlane_digest_bits(a, o, message, bits - 1, got, n) == HASHLANE_OK && memcmp(got, want, n) != 0);
    CHECK(hashlane_digest_bits(a, o, message, bits + 1, got, n) == HASHLANE_OK && memcmp(got, want, n) != 0);
    CHECK(hashlane_hash_reset(&h) == HASHLANE_OK && hashlane_hash_update(&h, message, bytes) == HASHLANE_OK);
    CHECK(hashlane_digest_with(a, o, message, bytes, want, n) == HASHLANE_OK);
    CHECK(hashlane_hash_digest(&h, got, n) == HASHLANE_OK && memcmp(got, want, n) == 0);
    CHECK(hashlane_digest_bits(a, o, message, 8 * bytes, got, n) == HASHLANE_OK && memcmp(got, want, n) == 0);
}

static int with_bits, without;

static void bits(hashlane_algorithm a, const hashlane_info* info) {
    const hashlane_options o = options_for(info);
    const size_t n = output_size(info);
    uint8_t out[OUT], zero[OUT];
    hashlane_hash h;
    size_t i;
    memset(out, 0, sizeof out);
    memset(zero, 0, sizeof zero);
    CHECK(hashlane_hash_init(&h, a, &o) == HASHLANE_OK);
    CHECK(hashlane_hash_update_bits(&h, NULL, 1) == HASHLANE_ERROR_NULL);
    if (in_bits(&h)) {
        with_bits++;
        for (i = 0; i < LENGTHS; i++) bits_of(a, &o, n, lengths[i]);
        return;
    }
    without++;
    CHECK(hashlane_hash_update_bits(&h, message, 9) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_digest_bits(a, &o, message, 9, out, n) == HASHLANE_ERROR_ALGORITHM && memcmp(out, zero, n) == 0);
    CHECK(hashlane_hash_update_bits(&h, message, 16) == HASHLANE_ERROR_ALGORITHM);
}

static void known_answers(void) {
    static const struct {
        hashlane_algorithm algorithm;
        size_t bits;
        uint8_t message[16];
        const char* digest;
    } rows[] = {
        /* RFC 6234 s.8.5 */
        {HASHLANE_SHA256, 5, {0x68}, "d6d3e02a31a84a8caa9718ed6c2057be09db45e7823eb5079ce7a573a3760f95"},
        {HASHLANE_SHA256,
         123,
         {0xbe, 0x27, 0x46, 0xc6, 0xdb, 0x52, 0x76, 0x5f, 0xdb, 0x2f, 0x88, 0x70, 0x0f, 0x9a, 0x73, 0x60},
         "77ec1dc89c821ff2a1279089fa091b35b8cd960bcaf7de01c6a7680756beb972"},
        {HASHLANE_SHA384,
         5,
         {0x10},
         "8d17be79e32b6718e07d8a603eb84ba0478f7fcfd1bb93995f7d1149e09143ac1ffcfc56820e469f3878d957a15a3fe4"},
        /* NIST's example of SHA3-256 with 5 bits */
        {HASHLANE_SHA3_256, 5, {0x13}, "7b0047cf5a456882363cbf0fb05322cf65f4b7059a46365e830132e3b5d957af"},
        /* ACVP */
        {HASHLANE_ASCON_HASH256,
         17,
         {0x3d, 0x0e, 0x01},
         "86f28bc9729cfd2ab9748891484aa9a4db7861201cb1c930331543b17a1025a6"},
        {HASHLANE_ASCON_HASH256,
         127,
         {0x64, 0x4d, 0xc9, 0x7d, 0x13, 0xef, 0x9b, 0x5e, 0x95, 0xe8, 0x00, 0xd7, 0xff, 0xaa, 0xf8, 0x17},
         "762a315979bef94945ef7949ab570c37cc49ab0cf82f81fda92f06da626d980f"},
    };
    uint8_t out[OUT];
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t n = strlen(rows[i].digest) / 2;
        CHECK(hashlane_digest_bits(rows[i].algorithm, NULL, rows[i].message, rows[i].bits, out, n) == HASHLANE_OK);
        CHECK(is_hex(out, rows[i].digest));
    }
}

int main(void) {
    uint8_t out[32];
    fill_message();
    known_answers();
    CHECK(each_digest(bits) == with_bits + without && with_bits >= 30 && without >= 4);
    CHECK(hashlane_digest_bits(HASHLANE_SHA256, NULL, message, 9, out, 31) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_digest_bits(HASHLANE_ASCON_AEAD128, NULL, message, 9, out, 32) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_hash_update_bits(NULL, message, 9) == HASHLANE_ERROR_STATE);
    return closing_line();
}
