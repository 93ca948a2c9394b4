/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Threads, fork, fetching in a loop, unloading, properties, and the self test. */
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

/* Digests, tags and keys, each fetched anew. Returns NULL where all are right. */
static void* work(void* rounds) {
    static char sha256[] = "SHA256";
    unsigned char digest[32], right[32], tag[32], right_tag[32];
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, sha256, 0),
                                 OSSL_PARAM_construct_end()};
    size_t i, n = 0;
    for (i = 0; i < (size_t)rounds; ++i) {
        if (!EVP_Q_digest(NULL, "SHA256", "provider=hashlane", message, i % 1000, digest, &n) ||
            hashlane_digest(HASHLANE_SHA256, message, i % 1000, right, 32) != HASHLANE_OK ||
            memcmp(digest, right, 32) != 0)
            return message;
        if (EVP_Q_mac(NULL, "HMAC", "provider=hashlane", NULL, params, message, 32, message, i % 1000, tag, 32, &n) ==
                NULL ||
            hashlane_tag(HASHLANE_HMAC + HASHLANE_SHA256, message, 32, message, i % 1000, right_tag, 32) !=
                HASHLANE_OK ||
            memcmp(tag, right_tag, 32) != 0)
            return message;
    }
    return NULL;
}

static void check_threads(void) {
    pthread_t threads[8];
    void* wrong = NULL;
    int i;
    for (i = 0; i < 8; ++i) {
        if (pthread_create(&threads[i], NULL, work, (void*)(size_t)300) != 0) return check(0, "a thread");
    }
    for (i = 0; i < 8; ++i) {
        pthread_join(threads[i], &wrong);
        check(wrong == NULL, "thread %d", i);
    }
}

/* A context that was begun goes on in a child process. */
static void check_fork(void) {
    EVP_MD* const digest = EVP_MD_fetch(NULL, "SHA3-256", "provider=hashlane");
    EVP_MD_CTX* const context = EVP_MD_CTX_new();
    unsigned char right[32], out[32];
    unsigned size = 0;
    int status = -1;
    pid_t child;
    hashlane_digest(HASHLANE_SHA3_256, message, 2000, right, 32);
    check(EVP_DigestInit_ex2(context, digest, NULL) == 1 && EVP_DigestUpdate(context, message, 700) == 1,
          "before fork");
    child = fork();
    if (child == 0) {
        const int good = EVP_DigestUpdate(context, message + 700, 1300) == 1 &&
                         EVP_DigestFinal_ex(context, out, &size) == 1 && memcmp(out, right, 32) == 0 &&
                         work((void*)(size_t)50) == NULL;
        _exit(good ? 0 : 1);
    }
    check(child > 0 && waitpid(child, &status, 0) == child && status == 0, "the child of a fork");
    check(EVP_DigestUpdate(context, message + 700, 1300) == 1 && EVP_DigestFinal_ex(context, out, &size) == 1 &&
              memcmp(out, right, 32) == 0,
          "after fork");
    EVP_MD_CTX_free(context);
    EVP_MD_free(digest);
}

static long used_kib(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Memory does not grow with the number of fetches and of loads. */
static void check_loops(const char* folder) {
    long before = 0;
    int i, good = 1;
    for (i = 0; i < 20 && good; ++i) {
        if (i == 5) before = used_kib();
        good = work((void*)(size_t)200) == NULL;
    }
    check(good && used_kib() - before < 2048, "fetching in a loop: %ld KiB more", used_kib() - before);
    for (i = 0; i < 60 && good; ++i) {
        OSSL_LIB_CTX* const context = OSSL_LIB_CTX_new();
        OSSL_PROVIDER *mine, *other;
        unsigned char out[32];
        size_t n = 0;
        if (i == 20) before = used_kib();
        OSSL_PROVIDER_set_default_search_path(context, folder);
        mine = OSSL_PROVIDER_load(context, "hashlane");
        other = OSSL_PROVIDER_load(context, "default");
        good = mine != NULL && other != NULL &&
               EVP_Q_digest(context, "SHA256", "provider=hashlane", message, 100, out, &n) &&
               OSSL_PROVIDER_unload(mine) == 1 && OSSL_PROVIDER_unload(other) == 1;
        OSSL_LIB_CTX_free(context);
    }
    check(good && used_kib() - before < 2048, "loading in a loop: %ld KiB more", used_kib() - before);
}

/* The provider does not claim to be validated, and a digest that is asked for with properties is taken from there. */
static void check_properties(void) {
    EVP_MD* digest = EVP_MD_fetch(NULL, "SHA256", "provider=hashlane,fips=yes");
    check(digest == NULL, "no fips=yes");
    ERR_clear_error();
    EVP_MD_free(digest);
    digest = EVP_MD_fetch(NULL, "SHA1", "provider=hashlane");
    check(digest == NULL, "no SHA-1");
    ERR_clear_error();
    EVP_MD_free(digest);
}

/* Without another provider there is no SHA-1 for HMAC, and no HMAC for records of TLS. */
static void check_alone(const char* folder) {
    static char sha1[] = "SHA1", sha256[] = "SHA256";
    size_t record = 100, n = 0;
    OSSL_LIB_CTX* const context = OSSL_LIB_CTX_new();
    OSSL_PROVIDER* mine;
    EVP_MAC* mac;
    EVP_MAC_CTX* hmac;
    unsigned char out[32];
    OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, sha1, 0), OSSL_PARAM_construct_end(),
                           OSSL_PARAM_construct_end()};
    OSSL_PROVIDER_set_default_search_path(context, folder);
    mine = OSSL_PROVIDER_load(context, "hashlane");
    mac = EVP_MAC_fetch(context, "HMAC", NULL);
    hmac = EVP_MAC_CTX_new(mac);
    check(EVP_MAC_init(hmac, message, 16, params) != 1 && reason_is("no loaded provider has this digest"),
          "SHA-1 alone");
    params[0] = OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, sha256, 0);
    check(EVP_MAC_init(hmac, message, 16, params) == 1 && EVP_MAC_update(hmac, message, 13) == 1 &&
              EVP_MAC_final(hmac, out, &n, 32) == 1 && n == 32,
          "SHA-256 alone");
    params[1] = OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, &record);
    check(EVP_MAC_init(hmac, message, 16, params) == 1 && EVP_MAC_update(hmac, message, 13) != 1 &&
              reason_is("TLS records with CBC need the HMAC of another provider, and none is loaded"),
          "a TLS record alone");
    check(OSSL_PROVIDER_self_test(mine) == 1, "the self test");
    EVP_MAC_CTX_free(hmac);
    EVP_MAC_free(mac);
    OSSL_PROVIDER_unload(mine);
    OSSL_LIB_CTX_free(context);
}

void check_life(const char* folder) {
    check_threads();
    check_fork();
    check_loops(folder);
    check_properties();
    check_alone(folder);
}
