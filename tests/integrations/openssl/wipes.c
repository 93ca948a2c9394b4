/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* No memory that is freed holds a key: the functions of memory that OpenSSL and the provider call are replaced by ones
   that look for it. */
#include <malloc.h>
#include <openssl/crypto.h>
#include <stdlib.h>

#include "check.h"

static const unsigned char secret[32] = {0xc1, 0x5e, 0x93, 0x07, 0xfa, 0x2b, 0x68, 0xd4, 0x3f, 0x80, 0x1d,
                                         0xb6, 0x59, 0xe2, 0x7c, 0x05, 0xa9, 0x44, 0xce, 0x31, 0x8b, 0x76,
                                         0x12, 0xed, 0x50, 0x9f, 0x2a, 0xc8, 0x63, 0xb7, 0x0e, 0xd5};
static int looking, found;

static void* get(size_t n, const char* file, int line) {
    (void)file;
    (void)line;
    return n == 0 ? NULL : malloc(n);
}

static void look(void* place) {
    if (place != NULL && looking && memmem(place, malloc_usable_size(place), secret, 8) != NULL) ++found;
}

static void put(void* place, const char* file, int line) {
    (void)file;
    (void)line;
    look(place);
    free(place);
}

static void* change(void* place, size_t n, const char* file, int line) {
    void* const other = get(n, file, line);
    if (place == NULL) return other;
    if (other != NULL) memcpy(other, place, n < malloc_usable_size(place) ? n : malloc_usable_size(place));
    if (other != NULL || n == 0) put(place, file, line);
    return other;
}

static char sha256[] = "SHA256", sha1[] = "SHA1";

static void use_mac(const char* name, char* digest) {
    unsigned char key[32], tag[64];
    size_t n = 0;
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
                                 OSSL_PARAM_construct_end()};
    EVP_MAC* const mac = EVP_MAC_fetch(NULL, name, "provider=hashlane");
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac), *copy = NULL;
    memcpy(key, secret, 32);
    check(EVP_MAC_init(context, key, 32, digest == NULL ? NULL : params) == 1 &&
              (copy = EVP_MAC_CTX_dup(context)) != NULL && EVP_MAC_update(context, message, 3) == 1 &&
              EVP_MAC_final(context, tag, &n, 64) == 1,
          "%s", name);
    EVP_MAC_CTX_free(copy);
    EVP_MAC_CTX_free(context);
    EVP_MAC_free(mac);
}

static void use_kdf(const char* name, char* digest) {
    unsigned char key[32], out[64];
    memcpy(key, secret, 32);
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
                                 OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, key, 32),
                                 OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, key, 32),
                                 OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, key, 32),
                                 OSSL_PARAM_construct_end()};
    EVP_KDF* const kdf = EVP_KDF_fetch(NULL, name, "provider=hashlane");
    EVP_KDF_CTX* const context = EVP_KDF_CTX_new(kdf);
    EVP_KDF_CTX* copy = NULL;
    check(EVP_KDF_derive(context, out, 64, params) == 1 && (copy = EVP_KDF_CTX_dup(context)) != NULL, "%s", name);
    EVP_KDF_CTX_free(copy);
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
}

static void use_cipher(void) {
    EVP_CIPHER* const cipher = EVP_CIPHER_fetch(NULL, "ASCON-AEAD128", NULL);
    EVP_CIPHER_CTX* const context = EVP_CIPHER_CTX_new();
    unsigned char out[32];
    int n = 0;
    check(EVP_EncryptInit_ex2(context, cipher, secret, message, NULL) == 1 &&
              EVP_EncryptUpdate(context, out, &n, message, 32) == 1,
          "Ascon-AEAD128");
    EVP_CIPHER_CTX_free(context);
    EVP_CIPHER_free(cipher);
}

static void use_digest(void) {
    EVP_MD* const digest = EVP_MD_fetch(NULL, "SHA256", "provider=hashlane");
    EVP_MD_CTX* const context = EVP_MD_CTX_new();
    check(EVP_DigestInit_ex2(context, digest, NULL) == 1 && EVP_DigestUpdate(context, secret, 32) == 1, "SHA-256");
    EVP_MD_CTX_free(context);
    EVP_MD_free(digest);
}

void prepare_wipes(void) { check(CRYPTO_set_mem_functions(get, change, put) == 1, "the functions of memory"); }

void check_wipes(void) {
    static const char* const macs[] = {"KMAC-128", "KMAC-256", "HOPMAC-128", "HOPMAC-256"};
    void* planted;
    size_t i;
    looking = 1;
    use_mac("HMAC", sha256);
    use_mac("HMAC", sha1);
    for (i = 0; i < 4; ++i) use_mac(macs[i], NULL);
    use_kdf("HKDF", sha256);
    use_kdf("HKDF", sha1);
    use_kdf("PBKDF2", sha256);
    use_kdf("PBKDF2", sha1);
    use_cipher();
    use_digest();
    check(found == 0, "%d pieces of memory were freed with a key in them", found);
    found = 0;
    planted = OPENSSL_malloc(100);
    memcpy(planted, secret, 32);
    OPENSSL_free(planted);
    check(found == 1, "planted: memory with a key is found");
    looking = 0;
}
