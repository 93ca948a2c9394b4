/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* HKDF and PBKDF2 over digests of two providers, against the default provider; and over Keccak, against libhashlane. */
#include "check.h"

static int derive(const char* name, const char* properties, const OSSL_PARAM* params, unsigned char* out, size_t n) {
    EVP_KDF* const kdf = EVP_KDF_fetch(NULL, name, properties);
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf), *copy = NULL;
    /* The parameters are set in a context that is then copied. OpenSSL 3.0 itself has no copies of these KDFs. */
    const int mine = strcmp(properties, "provider=hashlane") == 0;
    int good = EVP_KDF_CTX_set_params(context, params) == 1;
    if (good && mine) copy = EVP_KDF_CTX_dup(context);
    good = good && (!mine || copy != NULL) && EVP_KDF_derive(mine ? copy : context, out, n, NULL) == 1;
    EVP_KDF_CTX_free(copy);
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
    return good;
}

static void same(const char* name, const OSSL_PARAM* params, size_t n, const char* digest) {
    static unsigned char expected[20000], out[20000];
    const int mine = derive(name, "provider=hashlane", params, out, n);
    const int other = derive(name, "provider=default", params, expected, n);
    check(mine == other && (!mine || memcmp(out, expected, n) == 0), "%s over %s, %zu bytes: %d and %d", name, digest,
          n, mine, other);
    ERR_clear_error();
}

static void check_hkdf(char* digest) {
    static const size_t lengths[] = {1, 16, 20, 28, 32, 48, 64, 65, 200, 4080, 5100, 5101, 16320, 16321};
    static char modes[][20] = {"EXTRACT_AND_EXPAND", "EXTRACT_ONLY", "EXPAND_ONLY"};
    size_t i, j;
    for (i = 0; i < 3; ++i) {
        for (j = 0; j < sizeof lengths / sizeof lengths[0]; ++j) {
            const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
                                         OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_MODE, modes[i], 0),
                                         OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, message, 10 + 30 * j),
                                         OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, message, 20 * j),
                                         OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, message, 9 * j),
                                         OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, message + 1, 7),
                                         OSSL_PARAM_construct_end()};
            same("HKDF", params, lengths[j], digest);
        }
    }
}

static void check_pbkdf2(char* digest) {
    static const size_t lengths[] = {1, 14, 20, 32, 33, 64, 130};
    static uint64_t iterations[] = {1, 2, 3, 1000};
    int pkcs5;
    size_t i, j;
    for (pkcs5 = 0; pkcs5 < 2; ++pkcs5) {
        for (i = 0; i < 4; ++i) {
            for (j = 0; j < sizeof lengths / sizeof lengths[0]; ++j) {
                const OSSL_PARAM params[] = {
                    OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
                    OSSL_PARAM_construct_int(OSSL_KDF_PARAM_PKCS5, &pkcs5),
                    OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, message, 40 * j),
                    OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, message, 4 + 6 * j),
                    OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_ITER, &iterations[i]),
                    OSSL_PARAM_construct_end()};
                same("PBKDF2", params, lengths[j], digest);
            }
        }
    }
}

/* The limits of SP 800-132 are switched on when there are few iterations. They count when a number is set, and at the end. */
static void check_limits_set_later(const char* properties) {
    static char sha256[] = "SHA256";
    static uint64_t few = 5, many = 5000;
    static int pkcs5 = 0;
    const OSSL_PARAM first[] = {OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, sha256, 0),
                                OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, message, 16),
                                OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, message, 16),
                                OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_ITER, &few), OSSL_PARAM_construct_end()};
    const OSSL_PARAM limits[] = {OSSL_PARAM_construct_int(OSSL_KDF_PARAM_PKCS5, &pkcs5), OSSL_PARAM_construct_end()};
    const OSSL_PARAM last[] = {OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_ITER, &many), OSSL_PARAM_construct_end()};
    EVP_KDF* const kdf = EVP_KDF_fetch(NULL, "PBKDF2", properties);
    EVP_KDF_CTX* const context = EVP_KDF_CTX_new(kdf);
    unsigned char out[32];
    check(EVP_KDF_CTX_set_params(context, first) == 1 && EVP_KDF_CTX_set_params(context, limits) == 1,
          "PBKDF2 of %s: limits after few iterations", properties);
    check(EVP_KDF_derive(context, out, sizeof out, NULL) != 1, "PBKDF2 of %s: few iterations", properties);
    check(EVP_KDF_CTX_set_params(context, first) != 1, "PBKDF2 of %s: few iterations after the limits", properties);
    check(EVP_KDF_derive(context, out, sizeof out, last) == 1, "PBKDF2 of %s: many iterations", properties);
    ERR_clear_error();
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
}

/* The default provider of OpenSSL 3.0 has no Keccak. */
static void check_keccak(void) {
    static char digest[] = "KECCAK-256";
    static uint64_t iterations = 5;
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
                                 OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, message, 50),
                                 OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, message, 50),
                                 OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, message, 20),
                                 OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, message, 30),
                                 OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_ITER, &iterations),
                                 OSSL_PARAM_construct_end()};
    unsigned char expected[100], out[100];
    int error =
        hashlane_hkdf_derive(HASHLANE_HKDF + HASHLANE_KECCAK_256, message, 50, message, 20, message, 30, expected, 100);
    check(error == HASHLANE_OK && derive("HKDF", "provider=hashlane", params, out, 100) &&
              memcmp(out, expected, 100) == 0,
          "HKDF over Keccak");
    error = hashlane_pbkdf2_derive(HASHLANE_PBKDF2 + HASHLANE_KECCAK_256, message, 50, message, 20, 5, expected, 100);
    check(error == HASHLANE_OK && derive("PBKDF2", "provider=hashlane", params, out, 100) &&
              memcmp(out, expected, 100) == 0,
          "PBKDF2 over Keccak");
}

static void refused(const char* name, OSSL_PARAM first, OSSL_PARAM second, const char* reason) {
    const OSSL_PARAM params[] = {first, second, OSSL_PARAM_construct_end()};
    unsigned char out[32];
    ERR_clear_error();
    check(!derive(name, "provider=hashlane", params, out, sizeof out) && reason_is(reason), "%s: %s", name, reason);
}

static void check_refusals(void) {
    static char sha256[] = "SHA256", shake[] = "SHAKE-256", wrong[] = "EXPAND";
    static uint64_t none = 0;
    const OSSL_PARAM digest = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, sha256, 0);
    const OSSL_PARAM key = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, message, 16);
    const OSSL_PARAM password = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, message, 16);
    const OSSL_PARAM salt = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, message, 16);
    refused("HKDF", key, salt, "no digest is set");
    refused("HKDF", digest, salt, "no key is set");
    refused("HKDF", OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, shake, 0), key, "xof digests not allowed");
    refused("HKDF", digest, OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_MODE, wrong, 0), "HKDF has no such mode");
    refused("PBKDF2", digest, salt, "no password is set");
    refused("PBKDF2", digest, password, "no salt is set");
    refused("PBKDF2", digest, OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_ITER, &none), "invalid iteration count");
}

/* A context that was reset has forgotten its key. */
static void check_reset(void) {
    EVP_KDF* const kdf = EVP_KDF_fetch(NULL, "HKDF", "provider=hashlane");
    EVP_KDF_CTX* const context = EVP_KDF_CTX_new(kdf);
    static char sha256[] = "SHA256";
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, sha256, 0),
                                 OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, message, 16),
                                 OSSL_PARAM_construct_end()};
    unsigned char out[32];
    check(EVP_KDF_derive(context, out, 32, params) == 1, "HKDF");
    EVP_KDF_CTX_reset(context);
    check(EVP_KDF_derive(context, out, 32, NULL) != 1 && reason_is("no digest is set"), "HKDF after a reset");
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
}

void check_kdfs(void) {
    static char digests[][16] = {"SHA1",   "MD5",        "SHA224",   "SHA256",  "SHA384",
                                 "SHA512", "SHA512-256", "SHA3-256", "SHA3-512"};
    size_t i;
    for (i = 0; i < sizeof digests / sizeof digests[0]; ++i) {
        check_hkdf(digests[i]);
        check_pbkdf2(digests[i]);
    }
    check_keccak();
    check_limits_set_later("provider=hashlane");
    check_limits_set_later("provider=default");
    check_refusals();
    check_reset();
}
