/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* HMAC over digests of two providers, KMAC and HopMAC: against the default provider and against libhashlane. */
#include "check.h"

static unsigned char key[600];

/* The tag of `n` bytes of the message, in pieces, with a copy of the context in the middle; then again with the same key.
   Returns its size, or 0 where anything failed. */
static size_t tag_of(const char* name, const char* properties, const OSSL_PARAM* params, size_t key_size, size_t n,
                     unsigned char* tag, size_t room) {
    EVP_MAC* const mac = EVP_MAC_fetch(NULL, name, properties);
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac), *copy = NULL;
    unsigned char copied[200];
    size_t size = 0, copied_size = 0;
    int round, good = 1;
    for (round = 0; round < 2 && good; ++round) {
        good = EVP_MAC_init(context, round == 0 ? key : NULL, round == 0 ? key_size : 0, round == 0 ? params : NULL) ==
                   1 &&
               EVP_MAC_update(context, message, n / 2) == 1 && (copy = EVP_MAC_CTX_dup(context)) != NULL &&
               EVP_MAC_update(context, message + n / 2, n - n / 2) == 1 &&
               EVP_MAC_update(copy, message + n / 2, n - n / 2) == 1 && EVP_MAC_final(context, tag, &size, room) == 1 &&
               EVP_MAC_final(copy, copied, &copied_size, room) == 1 && size == copied_size &&
               memcmp(tag, copied, size) == 0 && EVP_MAC_CTX_get_mac_size(context) == size;
        EVP_MAC_CTX_free(copy);
        copy = NULL;
    }
    EVP_MAC_CTX_free(context);
    EVP_MAC_free(mac);
    return good ? size : 0;
}

static void check_hmac(char* digest, int algorithm) {
    static const size_t key_sizes[] = {0, 1, 20, 63, 64, 65, 127, 128, 129, 144, 145, 300};
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
                                 OSSL_PARAM_construct_end()};
    unsigned char expected[64], tag[64];
    size_t i, j;
    for (i = 0; i < sizeof key_sizes / sizeof key_sizes[0]; ++i) {
        for (j = 0; j < size_count; j += 5) {
            size_t n = tag_of("HMAC", "provider=hashlane", params, key_sizes[i], sizes[j], tag, sizeof tag), m = 0;
            if (algorithm == 0) {
                m = tag_of("HMAC", "provider=default", params, key_sizes[i], sizes[j], expected, sizeof expected);
            } else {
                m = hashlane_describe(algorithm)->digest_size;
                if (hashlane_tag(algorithm, key, key_sizes[i], message, sizes[j], expected, m) != HASHLANE_OK) m = 0;
            }
            check(n != 0 && n == m && memcmp(tag, expected, n) == 0, "HMAC over %s, key of %zu, message of %zu", digest,
                  key_sizes[i], sizes[j]);
        }
    }
}

static void check_customized(const char* name, int algorithm, int in_default, int xof_algorithm) {
    static size_t tag_sizes[] = {4, 32, 64, 150};
    int i, j, xof;
    for (i = 0; i < 4; ++i) {
        for (j = 0; j < 12; ++j) {
            for (xof = 0; xof <= (xof_algorithm != 0); ++xof) {
                const OSSL_PARAM params[] = {
                    OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &tag_sizes[i]),
                    OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_CUSTOM, message, 7 * (size_t)j),
                    OSSL_PARAM_construct_int(OSSL_MAC_PARAM_XOF, &xof), OSSL_PARAM_construct_end()};
                const size_t key_size = 4 + 43 * (size_t)j, n = sizes[2 * j];
                hashlane_options options = HASHLANE_OPTIONS;
                unsigned char expected[150], tag[150];
                int error;
                options.key = key;
                options.key_size = key_size;
                options.customization = message;
                options.customization_size = 7 * (size_t)j;
                error = xof ? hashlane_digest_with(xof_algorithm, &options, message, n, expected, tag_sizes[i])
                            : hashlane_tag_with(algorithm, &options, message, n, expected, tag_sizes[i]);
                check(error == HASHLANE_OK &&
                          tag_of(name, "provider=hashlane", params, key_size, n, tag, sizeof tag) == tag_sizes[i] &&
                          memcmp(tag, expected, tag_sizes[i]) == 0,
                      "%s, key of %zu, tag of %zu, xof %d", name, key_size, tag_sizes[i], xof);
                if (!in_default) continue;
                check(tag_of(name, "provider=default", params, key_size, n, tag, sizeof tag) == tag_sizes[i] &&
                          memcmp(tag, expected, tag_sizes[i]) == 0,
                      "%s of the default provider", name);
            }
        }
    }
}

/* EVP_MAC_finalXOF asks for KMACXOF after the message. */
static void check_late_xof(const char* name) {
    static const char* const properties[] = {"provider=hashlane", "provider=default"};
    unsigned char out[2][64];
    int i, good = 1;
    for (i = 0; i < 2; ++i) {
        EVP_MAC* const mac = EVP_MAC_fetch(NULL, name, properties[i]);
        EVP_MAC_CTX* const context = EVP_MAC_CTX_new(mac);
        size_t size = 64;
        const OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size),
                                     OSSL_PARAM_construct_end()};
        good = good && EVP_MAC_init(context, key, 32, params) == 1 && EVP_MAC_update(context, message, 500) == 1 &&
               EVP_MAC_finalXOF(context, out[i], 64) == 1;
        EVP_MAC_CTX_free(context);
        EVP_MAC_free(mac);
    }
    check(good && memcmp(out[0], out[1], 64) == 0, "%s as an XOF after the message", name);
}

/* A record of TLS with CBC: the header, the data, and the size with padding, which sets tls-data-size. The context is
   copied before the end, as libssl does. */
static void check_tls_record(char* digest) {
    static const char* const properties[] = {"provider=hashlane", "provider=default"};
    unsigned char tag[2][64] = {{0}};
    size_t size[2] = {0, 0}, record = 256;
    int i, good = 1;
    for (i = 0; i < 2; ++i) {
        EVP_MAC* const mac = EVP_MAC_fetch(NULL, "HMAC", properties[i]);
        EVP_MAC_CTX *const context = EVP_MAC_CTX_new(mac), *copy = NULL;
        const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
                                     OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, &record),
                                     OSSL_PARAM_construct_end()};
        good = good && EVP_MAC_init(context, key, 32, params) == 1 && EVP_MAC_update(context, message, 13) == 1 &&
               EVP_MAC_update(context, message, 200) == 1 && (copy = EVP_MAC_CTX_dup(context)) != NULL &&
               EVP_MAC_final(copy, tag[i], &size[i], 64) == 1;
        EVP_MAC_CTX_free(copy);
        EVP_MAC_CTX_free(context);
        EVP_MAC_free(mac);
    }
    check(good && size[0] != 0 && size[0] == size[1] && memcmp(tag[0], tag[1], 64) == 0, "a TLS record, %s", digest);
}

static void refused(const char* name, size_t key_size, OSSL_PARAM param, const char* reason) {
    const OSSL_PARAM params[] = {param, OSSL_PARAM_construct_end()};
    EVP_MAC* const mac = EVP_MAC_fetch(NULL, name, "provider=hashlane");
    EVP_MAC_CTX* const context = EVP_MAC_CTX_new(mac);
    check(EVP_MAC_init(context, key_size == 0 ? NULL : key, key_size, params) != 1 && reason_is(reason), "%s: %s", name,
          reason);
    EVP_MAC_CTX_free(context);
    EVP_MAC_free(mac);
}

void check_macs(void) {
    static char own[][16] = {"SHA2-224",   "SHA256",     "SHA384",     "SHA512",    "SHA512-224",
                             "SHA512-256", "SHA3-224",   "SHA3-256",   "SHA3-384",  "SHA3-512",
                             "KECCAK-224", "KECCAK-256", "KECCAK-384", "KECCAK-512"};
    static char others[][16] = {"SHA1", "MD5", "RIPEMD160", "BLAKE2b512", "SHA256", "SHA3-512"};
    static char shake[] = "SHAKE-128", nothing[] = "no such digest";
    static size_t large = 0xffffff / 8 + 1;
    size_t i;
    for (i = 0; i < sizeof key; ++i) key[i] = (unsigned char)(3 * i + 1);
    for (i = 0; i < 14; ++i) check_hmac(own[i], HASHLANE_HMAC + 1 + (int)i);
    for (i = 0; i < 6; ++i) check_hmac(others[i], 0);
    check_customized("KMAC-128", HASHLANE_KMAC128, 1, HASHLANE_KMACXOF128);
    check_customized("KMAC-256", HASHLANE_KMAC256, 1, HASHLANE_KMACXOF256);
    check_customized("HOPMAC-128", HASHLANE_HOPMAC128, 0, 0);
    check_customized("HOPMAC-256", HASHLANE_HOPMAC256, 0, 0);
    check_late_xof("KMAC-128");
    check_late_xof("KMAC-256");
    check_tls_record(own[1]);
    check_tls_record(own[2]);
    check_tls_record(others[0]);
    refused("HMAC", 0, OSSL_PARAM_construct_end(), "no key is set");
    refused("HMAC", 16, OSSL_PARAM_construct_end(), "no digest is set");
    refused("HMAC", 16, OSSL_PARAM_construct_utf8_string("digest", shake, 0), "xof digests not allowed");
    refused("HMAC", 16, OSSL_PARAM_construct_utf8_string("digest", nothing, 0), "no loaded provider has this digest");
    refused("KMAC-128", 3, OSSL_PARAM_construct_end(), "the key has a wrong size");
    refused("KMAC-128", 513, OSSL_PARAM_construct_end(), "the key has a wrong size");
    refused("KMAC-256", 0, OSSL_PARAM_construct_end(), "no key is set");
    refused("KMAC-256", 16, OSSL_PARAM_construct_octet_string("custom", message, 513), "invalid custom length");
    refused("HOPMAC-128", 16, OSSL_PARAM_construct_size_t("size", &large), "invalid output length");
}
