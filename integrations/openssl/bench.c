/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Nanoseconds a message through EVP, of Hashlane and of the default provider: bench FOLDER [ROUNDS]
   FOLDER has hashlane.so. The two take turns, a few microseconds each, in ROUNDS rounds (500 where none is given), and the
   least time of each counts. Every context is made once and initialised for each message; the results are compared. */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { sides = 2, size_count = 4 };
static const char* const properties[sides] = {"provider=hashlane", "provider=default"};
static const size_t sizes[size_count] = {32, 256, 1024, 16384};
static unsigned char message[16384], key[32], out[sides][64];
/* clang-format off */
static const struct row {
    const char *label, *name, *digest; /* the digest of HMAC */
    int is_mac, is_xof;                /* of an XOF 32 bytes are read */
} rows[] = {{"SHA-256", "SHA256", NULL, 0, 0}, {"SHA-512", "SHA512", NULL, 0, 0}, {"SHA3-256", "SHA3-256", NULL, 0, 0},
            {"SHA3-512", "SHA3-512", NULL, 0, 0}, {"SHAKE128", "SHAKE128", NULL, 0, 1}, {"SHAKE256", "SHAKE256", NULL, 0, 1},
            {"HMAC-SHA-256", "HMAC", "SHA256", 1, 0}, {"KMAC-128", "KMAC-128", NULL, 1, 0}};
/* clang-format on */

struct contexts {
    EVP_MD* digest;
    EVP_MD_CTX* digest_context;
    EVP_MAC_CTX* mac_context;
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int once(const struct row* row, struct contexts* c, size_t n, unsigned char* result) {
    size_t size = 0;
    if (row->is_mac)
        return EVP_MAC_init(c->mac_context, NULL, 0, NULL) == 1 && EVP_MAC_update(c->mac_context, message, n) == 1 &&
               EVP_MAC_final(c->mac_context, result, &size, 64) == 1;
    return EVP_DigestInit_ex2(c->digest_context, c->digest, NULL) == 1 &&
           EVP_DigestUpdate(c->digest_context, message, n) == 1 &&
           (row->is_xof ? EVP_DigestFinalXOF(c->digest_context, result, 32)
                        : EVP_DigestFinal_ex(c->digest_context, result, NULL)) == 1;
}

static int make(const struct row* row, const char* query, struct contexts* c) {
    memset(c, 0, sizeof *c);
    if (row->is_mac) {
        EVP_MAC* const mac = EVP_MAC_fetch(NULL, row->name, query);
        const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char*)row->digest, 0),
                                     OSSL_PARAM_construct_end()};
        c->mac_context = EVP_MAC_CTX_new(mac);
        EVP_MAC_free(mac);
        return EVP_MAC_init(c->mac_context, key, sizeof key, row->digest == NULL ? NULL : params) == 1;
    }
    c->digest = EVP_MD_fetch(NULL, row->name, query);
    c->digest_context = EVP_MD_CTX_new();
    return c->digest != NULL && c->digest_context != NULL;
}

/* Writes the least times of both sides. */
static int measure(const struct row* row, size_t n, int rounds, double least[sides]) {
    struct contexts contexts[sides];
    const int repeats = n < 1000 ? 32 : 2;
    int round, side, i, good = 1;
    for (side = 0; side < sides; ++side) {
        least[side] = 1e18;
        good = good && make(row, properties[side], &contexts[side]) && once(row, &contexts[side], n, out[side]);
    }
    good = good && memcmp(out[0], out[1], sizeof out[0]) == 0;
    for (round = 0; round < rounds && good; ++round) {
        for (side = 0; side < sides; ++side) {
            const double start = now();
            double time;
            for (i = 0; i < repeats; ++i) good &= once(row, &contexts[side], n, out[side]);
            time = (now() - start) / repeats;
            if (time < least[side]) least[side] = time;
        }
    }
    for (side = 0; side < sides; ++side) {
        EVP_MD_CTX_free(contexts[side].digest_context);
        EVP_MD_free(contexts[side].digest);
        EVP_MAC_CTX_free(contexts[side].mac_context);
    }
    return good;
}

static int failed(const char* what) {
    fprintf(stderr, "%s\n", what);
    return 1;
}

int main(int count, char** words) {
    const int rounds = count > 2 ? atoi(words[2]) : 500;
    size_t i, j;
    if (count < 2 || rounds < 1) return failed("bench FOLDER [ROUNDS]");
    OSSL_PROVIDER_set_default_search_path(NULL, words[1]);
    if (OSSL_PROVIDER_load(NULL, "hashlane") == NULL || OSSL_PROVIDER_load(NULL, "default") == NULL)
        return failed("a provider cannot be loaded");
    printf("| ns: Hashlane, default (ratio) | 32 bytes | 256 bytes | 1 KiB | 16 KiB |\n|---|---:|---:|---:|---:|\n");
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        printf("| %s |", rows[i].label);
        for (j = 0; j < size_count; ++j) {
            double least[sides];
            if (!measure(&rows[i], sizes[j], rounds, least)) return failed(rows[i].name);
            printf(" %.0f, %.0f (%.2f) |", least[0], least[1], least[1] / least[0]);
        }
        printf("\n");
    }
    return 0;
}
