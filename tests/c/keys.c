/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Authenticated encryption at once and in pieces, forgeries, bad arguments; HKDF and PBKDF2. */
#include "samples.h"

#include <stdlib.h>

enum { TEXT = 100 };
static const uint8_t nonce[16] = {1, 2, 3};
static uint8_t key[64];

static int is_zero(const uint8_t* p, size_t n) {
    size_t i;
    for (i = 0; i < n; i++)
        if (p[i] != 0) return 0;
    return 1;
}

static size_t key_size(hashlane_algorithm a) { return a == HASHLANE_ASCON_80PQ ? 20 : 16; }

static void at_once(hashlane_algorithm a, size_t k) {
    uint8_t cipher[TEXT], text[TEXT], tag[16];
    size_t n, t;
    for (n = 0; n <= TEXT; n++) {
        for (t = 8; t <= 16; t += 4) {
            CHECK(hashlane_aead_encrypt(a, key, k, nonce, 16, message, n / 3, message, n, cipher, tag, t) ==
                  HASHLANE_OK);
            CHECK(hashlane_aead_decrypt(a, key, k, nonce, 16, message, n / 3, cipher, n, text, tag, t) == HASHLANE_OK);
            CHECK(memcmp(text, message, n) == 0);
            tag[n % t] ^= 4;
            CHECK(hashlane_aead_decrypt(a, key, k, nonce, 16, message, n / 3, cipher, n, text, tag, t) ==
                  HASHLANE_FORGED);
            CHECK(is_zero(text, n));
            tag[n % t] ^= 4;
            CHECK(hashlane_aead_decrypt(a, key, k, nonce, 16, message, n / 3, cipher, n, cipher, tag, t) ==
                  HASHLANE_OK);
            CHECK(memcmp(cipher, message, n) == 0);
        }
    }
}

static void in_pieces(hashlane_algorithm a, size_t k) {
    uint8_t want[TEXT], got[TEXT], tag[16], again[16];
    size_t cut;
    CHECK(hashlane_aead_encrypt(a, key, k, nonce, 16, message, 50, message, TEXT, want, tag, 16) == HASHLANE_OK);
    for (cut = 0; cut <= 50; cut += 5) {
        hashlane_aead_stream s;
        CHECK(hashlane_aead_stream_init(&s, a, key, k, nonce, 16) == HASHLANE_OK);
        CHECK(hashlane_aead_stream_absorb(&s, message, cut) == HASHLANE_OK);
        CHECK(hashlane_aead_stream_absorb(&s, message + cut, 50 - cut) == HASHLANE_OK);
        CHECK(hashlane_aead_stream_encrypt(&s, message, cut, got) == HASHLANE_OK);
        CHECK(hashlane_aead_stream_absorb(&s, message, 1) == HASHLANE_ERROR_STATE);
        CHECK(hashlane_aead_stream_decrypt(&s, message, 1, got) == HASHLANE_ERROR_STATE);
        CHECK(hashlane_aead_stream_verify(&s, tag, 16) == HASHLANE_ERROR_STATE);
        CHECK(hashlane_aead_stream_encrypt(&s, message + cut, TEXT - cut, got + cut) == HASHLANE_OK);
        CHECK(hashlane_aead_stream_finish(&s, again, 16) == HASHLANE_OK);
        CHECK(memcmp(got, want, TEXT) == 0 && memcmp(tag, again, 16) == 0 && is_zero((uint8_t*)&s, sizeof s));
        CHECK(hashlane_aead_stream_finish(&s, again, 16) == HASHLANE_ERROR_STATE);

        CHECK(hashlane_aead_stream_init(&s, a, key, k, nonce, 16) == HASHLANE_OK);
        CHECK(hashlane_aead_stream_absorb(&s, message, 50) == HASHLANE_OK);
        CHECK(hashlane_aead_stream_decrypt(&s, got, cut, got) == HASHLANE_OK);
        CHECK(hashlane_aead_stream_finish(&s, again, 16) == HASHLANE_ERROR_STATE);
        CHECK(hashlane_aead_stream_decrypt(&s, got + cut, TEXT - cut, got + cut) == HASHLANE_OK);
        again[15] ^= cut == 50;
        CHECK(hashlane_aead_stream_verify(&s, again, 16) == (cut == 50 ? HASHLANE_FORGED : HASHLANE_OK));
        CHECK(is_zero((uint8_t*)&s, sizeof s));
        CHECK(memcmp(got, message, TEXT) == 0 && hashlane_aead_stream_verify(&s, tag, 16) == HASHLANE_ERROR_STATE);
    }
}

static void refused(hashlane_algorithm a, size_t k) {
    uint8_t out[TEXT], tag[17];
    hashlane_aead_stream s;
    memset(out, 0, sizeof out);
    memset(tag, 0, sizeof tag);
#define ENCRYPT(key, k, nonce, n, out, t) hashlane_aead_encrypt(a, key, k, nonce, n, NULL, 0, message, 9, out, tag, t)
    CHECK(ENCRYPT(key, k - 1, nonce, 16, out, 16) == HASHLANE_ERROR_KEY);
    CHECK(ENCRYPT(key, 64, nonce, 16, out, 16) == HASHLANE_ERROR_KEY);
    CHECK(ENCRYPT(NULL, k, nonce, 16, out, 16) == HASHLANE_ERROR_NULL);
    CHECK(ENCRYPT(key, k, nonce, 15, out, 16) == HASHLANE_ERROR_NONCE);
    CHECK(ENCRYPT(key, k, NULL, 16, out, 16) == HASHLANE_ERROR_NULL);
    CHECK(ENCRYPT(key, k, nonce, 16, NULL, 16) == HASHLANE_ERROR_NULL);
    CHECK(ENCRYPT(key, k, nonce, 16, out, 7) == HASHLANE_ERROR_SIZE);
    CHECK(ENCRYPT(key, k, nonce, 16, out, 17) == HASHLANE_ERROR_SIZE);
    CHECK(is_zero(out, TEXT) && is_zero(tag, 17));
    CHECK(hashlane_aead_encrypt(a, key, k, nonce, 16, NULL, 1, message, 9, out, tag, 16) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_aead_encrypt(a, key, k, nonce, 16, NULL, 0, out, 9, out + 8, tag, 16) == HASHLANE_ERROR_OVERLAP);
    CHECK(hashlane_aead_encrypt(a, key, k, nonce, 16, NULL, 0, out + 8, 9, out, tag, 16) == HASHLANE_ERROR_OVERLAP);
    CHECK(hashlane_aead_encrypt(a, key, k, nonce, 16, NULL, 0, out, 9, out + 9, tag, 16) == HASHLANE_OK);
    CHECK(hashlane_aead_decrypt(a, key, k, nonce, 16, NULL, 0, out, 9, out, NULL, 16) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_aead_decrypt(a, key, k, nonce, 16, NULL, 0, out, 9, out, tag, 0) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_aead_stream_init(NULL, a, key, k, nonce, 16) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_aead_stream_init(&s, a, key, k, nonce, 12) == HASHLANE_ERROR_NONCE);
    CHECK(hashlane_aead_stream_init(&s, a, key, k, nonce, 16) == HASHLANE_OK);
    CHECK(hashlane_aead_stream_encrypt(&s, out, 9, out + 1) == HASHLANE_ERROR_OVERLAP);
    CHECK(hashlane_aead_stream_finish(&s, tag, 3) == HASHLANE_ERROR_SIZE);
    hashlane_aead_stream_wipe(&s);
    hashlane_aead_stream_wipe(NULL);
    CHECK(is_zero((uint8_t*)&s, sizeof s));
    CHECK(hashlane_aead_stream_absorb(&s, "h", 1) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_aead_stream_statebytes() == sizeof s);
}

/* SP 800-232 s.4.2.1: 4 to 16 bytes of Ascon-AEAD128, below 8 only for those who say so. */
static void short_tags(size_t k) {
    const hashlane_algorithm a = HASHLANE_ASCON_AEAD128, any = a + HASHLANE_SHORT_TAGS;
    uint8_t whole[16], tag[17], cipher[TEXT], text[TEXT];
    hashlane_aead_stream s;
    size_t t;
    CHECK(hashlane_aead_encrypt(a, key, k, nonce, 16, "h", 1, message, TEXT, cipher, whole, 16) == HASHLANE_OK);
    for (t = 0; t <= 17; t++) {
        const int good = t >= 4 && t <= 16 ? HASHLANE_OK : HASHLANE_ERROR_SIZE;
        const int usual = t < 8 ? HASHLANE_ERROR_SIZE : good;
        memset(tag, 0, sizeof tag);
        CHECK(hashlane_aead_encrypt(any, key, k, nonce, 16, "h", 1, message, TEXT, cipher, tag, t) == good);
        CHECK(good == HASHLANE_OK ? memcmp(tag, whole, t) == 0 : is_zero(tag, sizeof tag));
        CHECK(hashlane_aead_decrypt(any, key, k, nonce, 16, "h", 1, cipher, TEXT, text, tag, t) == good);
        CHECK(hashlane_aead_decrypt(a, key, k, nonce, 16, "h", 1, cipher, TEXT, text, tag, t) == usual);
        CHECK(hashlane_aead_stream_init(&s, any, key, k, nonce, 16) == HASHLANE_OK);
        CHECK(hashlane_aead_stream_absorb(&s, "h", 1) == HASHLANE_OK);
        CHECK(hashlane_aead_stream_decrypt(&s, cipher, TEXT, text) == HASHLANE_OK);
        CHECK(hashlane_aead_stream_verify(&s, tag, t) == good);
        CHECK(hashlane_aead_stream_init(&s, a, key, k, nonce, 16) == HASHLANE_OK);
        CHECK(hashlane_aead_stream_absorb(&s, "h", 1) == HASHLANE_OK);
        CHECK(hashlane_aead_stream_decrypt(&s, cipher, TEXT, text) == HASHLANE_OK);
        CHECK(hashlane_aead_stream_verify(&s, tag, t) == usual);
        if (good != HASHLANE_OK) continue;
        tag[t - 1] ^= 1;
        CHECK(hashlane_aead_decrypt(any, key, k, nonce, 16, "h", 1, cipher, TEXT, text, tag, t) == HASHLANE_FORGED);
        CHECK(is_zero(text, TEXT));
    }
    CHECK(hashlane_aead_encrypt(HASHLANE_ASCON_128 + HASHLANE_SHORT_TAGS, key, 16, nonce, 16, "h", 1, message, TEXT,
                                cipher, tag, 16) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_find("ascon-aead128") == a && hashlane_describe(any) == NULL);
}

static void nonce_masking(void) {
    uint8_t a[TEXT], b[TEXT], tag[16];
    CHECK(hashlane_aead_encrypt(HASHLANE_ASCON_AEAD128, key, 32, nonce, 16, NULL, 0, message, TEXT, a, tag, 16) == 0);
    CHECK(hashlane_aead_encrypt(HASHLANE_ASCON_AEAD128, key, 16, nonce, 16, NULL, 0, message, TEXT, b, tag, 16) == 0);
    CHECK(memcmp(a, b, TEXT) != 0);
    CHECK(hashlane_aead_encrypt(HASHLANE_ASCON_128, key, 32, nonce, 16, NULL, 0, message, 1, a, tag, 16) ==
          HASHLANE_ERROR_KEY);
}

static void derived(void) {
    static uint8_t out[255 * 32 + 1];
    const uint8_t ikm[22] = {11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11};
    const uint8_t salt[13] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    const uint8_t info[10] = {0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9};
    const int hkdf = HASHLANE_HKDF + HASHLANE_SHA256, pbkdf2 = HASHLANE_PBKDF2 + HASHLANE_SHA256;
    /* RFC 5869 s.A.1; RFC 7914 s.11 */
    CHECK(hashlane_hkdf_derive(hkdf, ikm, 22, salt, 13, info, 10, out, 42) == HASHLANE_OK);
    CHECK(is_hex(out, "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"));
    CHECK(hashlane_pbkdf2_derive(pbkdf2, "passwd", 6, "salt", 4, 1, out, 32) == HASHLANE_OK);
    CHECK(is_hex(out, "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"));
    CHECK(hashlane_hkdf_extract(hkdf, ikm, 22, salt, 13, out, 32) == HASHLANE_OK);
    CHECK(is_hex(out, "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"));
    CHECK(hashlane_hkdf_expand(hkdf, out, 32, info, 10, out, 42) == HASHLANE_OK); /* in place */
    CHECK(is_hex(out, "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"));
    CHECK(hashlane_hkdf_extract(hkdf, ikm, 22, salt, 13, out, 31) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_hkdf_extract(hkdf, ikm, 22, NULL, 13, out, 32) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_hkdf_extract(pbkdf2, ikm, 22, salt, 13, out, 32) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_hkdf_expand(hkdf, out, 32, info, 10, out, sizeof out) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_hkdf_expand(hkdf, out, 32, NULL, 10, out, 42) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_hkdf_expand(HASHLANE_SHA256, out, 32, info, 10, out, 42) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_hkdf_derive(hkdf, ikm, 22, NULL, 0, NULL, 0, out, sizeof out - 1) == HASHLANE_OK);
    CHECK(hashlane_hkdf_derive(hkdf, ikm, 22, NULL, 0, NULL, 0, out, sizeof out) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_hkdf_derive(hkdf, NULL, 22, NULL, 0, NULL, 0, out, 8) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_hkdf_derive(pbkdf2, ikm, 22, NULL, 0, NULL, 0, out, 8) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_pbkdf2_derive(pbkdf2, "passwd", 6, "salt", 4, 0, out, 32) == HASHLANE_ERROR_OPTION);
    CHECK(hashlane_pbkdf2_derive(pbkdf2, "passwd", 6, "salt", 4, 1, out, 0) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_hkdf_derive(hkdf, ikm, 22, NULL, 0, NULL, 0, out, 0) == HASHLANE_OK);
    CHECK(hashlane_pbkdf2_derive(pbkdf2, "passwd", 6, NULL, 4, 1, out, 32) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_pbkdf2_derive(hkdf, "passwd", 6, "salt", 4, 1, out, 32) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_digest(hkdf, "a", 1, out, 32) == HASHLANE_ERROR_ALGORITHM);
}

enum { RECORDS = 70 };

/* Records and keys side by side, against one after the other. */
static void records(hashlane_algorithm a, size_t k, size_t count, unsigned threads) {
    static uint8_t nonces[RECORDS][16], out[RECORDS][TEXT], want[RECORDS][TEXT], tags[RECORDS][16], right[RECORDS][16];
    hashlane_record all[RECORDS];
    size_t i;
    for (i = 0; i < count; i++) {
        hashlane_record* r = &all[i];
        const hashlane_record fresh = {0};
        const size_t n = i % 3 == 0 ? 32 : i * 7 % TEXT;
        *r = fresh;
        memset(nonces[i], 0, 16);
        nonces[i][0] = (uint8_t)i;
        r->nonce = nonces[i];
        r->associated_data = i % 4 == 1 ? NULL : message + i;
        r->associated_size = i % 4 == 1 ? 0 : i % 40;
        r->in = message + i;
        r->out = out[i];
        r->size = n;
        r->tag = tags[i];
        CHECK(hashlane_aead_encrypt(a, key, k, nonces[i], 16, r->associated_data, r->associated_size, message + i, n,
                                    want[i], right[i], 16) == HASHLANE_OK);
    }
    CHECK(hashlane_aead_encrypt_many(a, key, k, all, count, threads) == HASHLANE_OK);
    for (i = 0; i < count; i++) {
        CHECK(memcmp(out[i], want[i], all[i].size) == 0 && memcmp(tags[i], right[i], 16) == 0 && !all[i].authentic);
        all[i].in = out[i]; /* in place */
        tags[i][i % 16] ^= i % 5 == 2;
    }
    CHECK(hashlane_aead_decrypt_many(a, key, k, all, count, threads) == (count > 2 ? HASHLANE_FORGED : HASHLANE_OK));
    for (i = 0; i < count; i++) {
        CHECK(all[i].authentic == (i % 5 != 2));
        CHECK(i % 5 == 2 ? is_zero(out[i], all[i].size) : memcmp(out[i], message + i, all[i].size) == 0);
    }
}

static void refused_records(hashlane_algorithm a, size_t k) {
    uint8_t out[2][32] = {{0}}, tag[2][16] = {{0}};
    hashlane_record good[2], r[2];
    int i;
    memset(good, 0, sizeof good);
    for (i = 0; i < 2; i++) {
        good[i].nonce = nonce;
        good[i].in = message;
        good[i].out = out[i];
        good[i].size = 20;
        good[i].tag = tag[i];
    }
#define REFUSED(change, error)                                                                                         \
    do {                                                                                                               \
        memcpy(r, good, sizeof r);                                                                                     \
        change;                                                                                                        \
        CHECK(hashlane_aead_encrypt_many(a, key, k, r, 2, 1) == (error));                                              \
        CHECK(hashlane_aead_decrypt_many(a, key, k, r, 2, 1) == (error));                                              \
        CHECK(is_zero(out[0], 64) && is_zero(tag[0], 32));                                                             \
    } while (0)
    REFUSED(r[1].nonce = NULL, HASHLANE_ERROR_NULL);
    REFUSED(r[1].tag = NULL, HASHLANE_ERROR_NULL);
    REFUSED(r[1].out = NULL, HASHLANE_ERROR_NULL);
    REFUSED(r[1].associated_data = NULL; r[1].associated_size = 3, HASHLANE_ERROR_NULL);
    REFUSED((r[1].in = out[1] + 1), HASHLANE_ERROR_OVERLAP);
    CHECK(hashlane_aead_encrypt_many(a, key, 15, good, 2, 1) == HASHLANE_ERROR_KEY);
    CHECK(hashlane_aead_encrypt_many(a, key, k, NULL, 2, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_aead_encrypt_many(a, NULL, k, good, 2, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_aead_encrypt_many(HASHLANE_SHA256, key, k, good, 2, 1) == HASHLANE_ERROR_ALGORITHM);
    CHECK(is_zero(out[0], 64) && is_zero(tag[0], 32));
    CHECK(hashlane_aead_encrypt_many(a, key, k, NULL, 0, 1) == HASHLANE_OK);
}

static void passwords(hashlane_algorithm a, size_t n, unsigned threads) {
    static uint8_t keys[RECORDS * 80], want[80];
    const void *from[RECORDS], *salts[RECORDS];
    size_t sizes[RECORDS], salt_sizes[RECORDS], i;
    for (i = 0; i < RECORDS; i++) {
        from[i] = message + i;
        sizes[i] = i * 5 % 200;
        salts[i] = i == 7 ? NULL : message + 100 + i;
        salt_sizes[i] = i == 7 ? 0 : i % 20;
    }
    CHECK(hashlane_pbkdf2_derive_many(a, from, sizes, salts, salt_sizes, RECORDS, 3, keys, n, threads) == HASHLANE_OK);
    for (i = 0; i < RECORDS; i++) {
        CHECK(hashlane_pbkdf2_derive(a, from[i], sizes[i], salts[i], salt_sizes[i], 3, want, n) == HASHLANE_OK);
        CHECK(memcmp(keys + i * n, want, n) == 0);
    }
    CHECK(hashlane_pbkdf2_derive_many(a, from, sizes, salts, salt_sizes, 0, 3, NULL, n, threads) == HASHLANE_OK);
    memset(keys, 0, sizeof keys);
    CHECK(hashlane_pbkdf2_derive_many(a, from, sizes, salts, salt_sizes, 3, 0, keys, n, 1) == HASHLANE_ERROR_OPTION);
    CHECK(hashlane_pbkdf2_derive_many(a, from, sizes, NULL, salt_sizes, 3, 1, keys, n, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_pbkdf2_derive_many(a, from, NULL, salts, salt_sizes, 3, 1, keys, n, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_pbkdf2_derive_many(a, from, sizes, salts, salt_sizes, 3, 1, NULL, n, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_pbkdf2_derive_many(a, from, sizes, salts, salt_sizes, 3, 1, keys, 0, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_pbkdf2_derive_many(a, from, sizes, salts, salt_sizes, 0, 1, NULL, 0, 1) == HASHLANE_OK);
    CHECK(hashlane_pbkdf2_derive_many(a, from, sizes, salts, salt_sizes, 3, 1, keys, SIZE_MAX / 2, 1) ==
          HASHLANE_ERROR_SIZE);
    CHECK(hashlane_pbkdf2_derive_many(HASHLANE_SHA256, from, sizes, salts, salt_sizes, 3, 1, keys, n, 1) ==
          HASHLANE_ERROR_ALGORITHM);
    salts[2] = NULL;
    salt_sizes[2] = 1;
    CHECK(hashlane_pbkdf2_derive_many(a, from, sizes, salts, salt_sizes, 3, 1, keys, n, 1) == HASHLANE_ERROR_NULL);
    CHECK(is_zero(keys, sizeof keys));
}

int main(void) {
    int a, boxes = 0, chains = 0;
    size_t i;
    fill_message();
    for (i = 0; i < sizeof key; i++) key[i] = (uint8_t)(i * 5 + 1);
    for (a = 0; a <= HASHLANE_LAST; a++) {
        const hashlane_info* about = hashlane_describe(a);
        if (about == NULL || about->kind != HASHLANE_KIND_AEAD) continue;
        boxes++;
        at_once(a, key_size(a));
        in_pieces(a, key_size(a));
        refused(a, key_size(a));
        for (i = 0; i <= RECORDS; i += i < 20 ? 1 : 25) {
            records(a, key_size(a), i, 1);
            records(a, key_size(a), i, 3);
        }
        refused_records(a, key_size(a));
    }
    CHECK(boxes == 4);
    for (a = HASHLANE_PBKDF2; a <= HASHLANE_LAST; a++)
        if (hashlane_describe(a) != NULL) {
            chains++;
            passwords(a, 20, 1);
            passwords(a, 80, 3);
        }
    CHECK(chains == 14);
    records(HASHLANE_ASCON_AEAD128, 32, RECORDS, 2);
    at_once(HASHLANE_ASCON_AEAD128, 32);
    in_pieces(HASHLANE_ASCON_AEAD128, 32);
    short_tags(16);
    short_tags(32);
    nonce_masking();
    derived();
    return closing_line();
}
