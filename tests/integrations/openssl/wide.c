/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* HMAC over a digest that is larger than its block, as that of MDC2 is, which many builds of OpenSSL do not have. Here a
   provider of this program has such a digest: 16 bytes of SHA-256, with a block that is said to have 8 bytes. */
#include <openssl/core_dispatch.h>
#include <stdlib.h>

#include "check.h"

enum { wide_block = 8, wide_size = 16 };

static void* make(void* provider) {
    (void)provider;
    return calloc(1, sizeof(hashlane_hash));
}
static void* duplicate(void* from) {
    hashlane_hash* const to = make(NULL);
    if (to != NULL) *to = *(hashlane_hash*)from;
    return to;
}
static int begin(void* context, const OSSL_PARAM params[]) {
    (void)params;
    return hashlane_hash_init(context, HASHLANE_SHA256, NULL) == HASHLANE_OK;
}
static int update(void* context, const unsigned char* data, size_t n) {
    return hashlane_hash_update(context, data, n) == HASHLANE_OK;
}
static int finish(void* context, unsigned char* out, size_t* written, size_t room) {
    unsigned char whole[32];
    if (room < wide_size || hashlane_hash_digest(context, whole, sizeof whole) != HASHLANE_OK) return 0;
    memcpy(out, whole, wide_size);
    *written = wide_size;
    return 1;
}
static int get(OSSL_PARAM params[]) {
    OSSL_PARAM* const block = OSSL_PARAM_locate(params, OSSL_DIGEST_PARAM_BLOCK_SIZE);
    OSSL_PARAM* const size = OSSL_PARAM_locate(params, OSSL_DIGEST_PARAM_SIZE);
    return (block == NULL || OSSL_PARAM_set_size_t(block, wide_block) == 1) &&
           (size == NULL || OSSL_PARAM_set_size_t(size, wide_size) == 1);
}

#define ENTRY(number, function) {number, (void (*)(void))(function)}
static const OSSL_DISPATCH digest_functions[] = {
    ENTRY(OSSL_FUNC_DIGEST_NEWCTX, make),      ENTRY(OSSL_FUNC_DIGEST_FREECTX, free),
    ENTRY(OSSL_FUNC_DIGEST_DUPCTX, duplicate), ENTRY(OSSL_FUNC_DIGEST_INIT, begin),
    ENTRY(OSSL_FUNC_DIGEST_UPDATE, update),    ENTRY(OSSL_FUNC_DIGEST_FINAL, finish),
    ENTRY(OSSL_FUNC_DIGEST_GET_PARAMS, get),   {0, NULL}};

static const OSSL_ALGORITHM* query(void* provider, int operation, int* no_cache) {
    static const OSSL_ALGORITHM digests[] = {{"WIDE", "provider=wide", digest_functions, NULL},
                                             {NULL, NULL, NULL, NULL}};
    (void)provider;
    *no_cache = 0;
    return operation == OSSL_OP_DIGEST ? digests : NULL;
}
static const OSSL_DISPATCH provider_functions[] = {ENTRY(OSSL_FUNC_PROVIDER_QUERY_OPERATION, query), {0, NULL}};

static int init(const OSSL_CORE_HANDLE* handle, const OSSL_DISPATCH* core, const OSSL_DISPATCH** out, void** context) {
    (void)core;
    *out = provider_functions;
    *context = (void*)handle;
    return 1;
}

static int tag_of(const char* properties, size_t key_size, unsigned char* tag) {
    static char name[] = "WIDE";
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0),
                                 OSSL_PARAM_construct_end()};
    size_t n = 0;
    return EVP_Q_mac(NULL, "HMAC", properties, NULL, params, message, key_size, message, 100, tag, 64, &n) != NULL &&
           n == wide_size;
}

void check_wide(void) {
    static const size_t key_sizes[] = {1, 7, 8, 9, 15, 16, 17, 100};
    OSSL_PROVIDER* loaded = NULL;
    size_t i;
    if (OSSL_PROVIDER_add_builtin(NULL, "wide", init) == 1) loaded = OSSL_PROVIDER_load(NULL, "wide");
    check(loaded != NULL, "a provider of this program");
    for (i = 0; loaded != NULL && i < sizeof key_sizes / sizeof key_sizes[0]; ++i) {
        unsigned char expected[64], tag[64];
        check(tag_of("provider=default", key_sizes[i], expected) && tag_of("provider=hashlane", key_sizes[i], tag) &&
                  memcmp(tag, expected, wide_size) == 0,
              "HMAC over a digest larger than its block, a key of %zu bytes", key_sizes[i]);
    }
    OSSL_PROVIDER_unload(loaded);
}
