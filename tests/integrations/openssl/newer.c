/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What OpenSSL does since 3.3 and 3.4, with any version: the functions of the module are called as EVP of OpenSSL 3.5 calls
   them, and the module is told that OpenSSL is of that version. */
#include <dlfcn.h>
#include <openssl/core_dispatch.h>
#include <stdlib.h>

#include "check.h"

enum { function_squeeze = 14 };
typedef int squeeze_function(void* context, unsigned char* out, size_t* written, size_t n);

static OSSL_provider_init_fn* module_init;
static OSSL_FUNC_core_get_params_fn* real_get_params;
static OSSL_FUNC_provider_query_operation_fn* query;
static void* provider_context;

/* The functions of a digest. */
struct digest {
    OSSL_FUNC_digest_newctx_fn* make;
    OSSL_FUNC_digest_freectx_fn* release;
    OSSL_FUNC_digest_dupctx_fn* duplicate;
    OSSL_FUNC_digest_init_fn* init;
    OSSL_FUNC_digest_update_fn* update;
    OSSL_FUNC_digest_final_fn* final;
    OSSL_FUNC_digest_set_ctx_params_fn* set;
    OSSL_FUNC_digest_settable_ctx_params_fn* settable;
    squeeze_function* squeeze;
};

static int get_params(const OSSL_CORE_HANDLE* handle, OSSL_PARAM params[]) {
    OSSL_PARAM* const version = OSSL_PARAM_locate(params, OSSL_PROV_PARAM_CORE_VERSION);
    return real_get_params(handle, params) == 1 && (version == NULL || OSSL_PARAM_set_utf8_ptr(version, "3.5.0") == 1);
}

/* Begins the module with the core of this OpenSSL, whose version is another one. */
static int init(const OSSL_CORE_HANDLE* handle, const OSSL_DISPATCH* core, const OSSL_DISPATCH** out, void** context) {
    static OSSL_DISPATCH changed[100];
    const OSSL_DISPATCH* f;
    size_t i, n = 0;
    for (; core[n].function_id != 0 && n < 99; ++n) {
        changed[n] = core[n];
        if (core[n].function_id != OSSL_FUNC_CORE_GET_PARAMS) continue;
        real_get_params = OSSL_FUNC_core_get_params(&core[n]);
        changed[n].function = (void (*)(void))get_params;
    }
    for (i = n; i < 100; ++i) changed[i].function_id = 0;
    if (module_init(handle, changed, out, context) != 1) return 0;
    provider_context = *context;
    for (f = *out; f->function_id != 0; ++f)
        if (f->function_id == OSSL_FUNC_PROVIDER_QUERY_OPERATION) query = OSSL_FUNC_provider_query_operation(f);
    return query != NULL;
}

static struct digest functions_of(const char* name) {
    struct digest found = {0};
    int no_cache = 0;
    const OSSL_ALGORITHM* row = query(provider_context, OSSL_OP_DIGEST, &no_cache);
    const OSSL_DISPATCH* f;
    while (row->algorithm_names != NULL && strncmp(row->algorithm_names, name, strlen(name)) != 0) ++row;
    for (f = row->implementation; f != NULL && f->function_id != 0; ++f) {
        switch (f->function_id) {
        case OSSL_FUNC_DIGEST_NEWCTX: found.make = OSSL_FUNC_digest_newctx(f); break;
        case OSSL_FUNC_DIGEST_FREECTX: found.release = OSSL_FUNC_digest_freectx(f); break;
        case OSSL_FUNC_DIGEST_DUPCTX: found.duplicate = OSSL_FUNC_digest_dupctx(f); break;
        case OSSL_FUNC_DIGEST_INIT: found.init = OSSL_FUNC_digest_init(f); break;
        case OSSL_FUNC_DIGEST_UPDATE: found.update = OSSL_FUNC_digest_update(f); break;
        case OSSL_FUNC_DIGEST_FINAL: found.final = OSSL_FUNC_digest_final(f); break;
        case OSSL_FUNC_DIGEST_SET_CTX_PARAMS: found.set = OSSL_FUNC_digest_set_ctx_params(f); break;
        case OSSL_FUNC_DIGEST_SETTABLE_CTX_PARAMS: found.settable = OSSL_FUNC_digest_settable_ctx_params(f); break;
        case function_squeeze: found.squeeze = (squeeze_function*)f->function; break;
        default: break;
        }
    }
    return found;
}

static int ended(void) {
    return reason_is("the output was given or has begun: EVP_DigestInit_ex2 begins another message");
}

/* Each call that does not fit after the output has begun is an error, also in a copy. */
static void check_order(const char* name, int algorithm) {
    const struct digest d = functions_of(name);
    unsigned char expected[64], out[64];
    size_t n = 0, size = 24;
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t("xoflen", &size), OSSL_PARAM_construct_end()};
    void *const context = d.make(provider_context), *copy;
    check(hashlane_digest(algorithm, message, 100, expected, 64) == HASHLANE_OK, "%s", name);
    check(d.init(context, params) == 1 && d.update(context, message, 100) == 1 && d.squeeze(context, out, &n, 8) == 1 &&
              n == 8,
          "%s squeezes", name);
    check(d.final(context, out + 8, &n, 64) != 1 && ended(), "%s is not finished after a squeeze", name);
    check(d.update(context, message, 1) != 1 && ended(), "%s takes no more bytes after a squeeze", name);
    copy = d.duplicate(context);
    check(d.final(copy, out + 8, &n, 64) != 1 && ended(), "a copy of %s is not finished after a squeeze", name);
    check(d.squeeze(copy, out + 8, &n, 56) == 1 && memcmp(out, expected, 64) == 0, "a copy of %s goes on", name);
    memset(out + 8, 0, 56);
    check(d.squeeze(context, out + 8, &n, 56) == 1 && memcmp(out, expected, 64) == 0, "%s goes on", name);
    check(d.init(context, params) == 1 && d.update(context, message, 100) == 1 && d.final(context, out, &n, 64) == 1 &&
              n == 24 && memcmp(out, expected, 24) == 0,
          "%s finishes another message", name);
    check(d.squeeze(context, out, &n, 8) != 1 && ended(), "%s does not squeeze after its end", name);
    check(d.update(context, message, 1) != 1 && ended(), "%s takes no more bytes after its end", name);
    check(d.init(context, NULL) == 1 && d.update(context, message, 100) == 1 && d.squeeze(context, out, &n, 64) == 1 &&
              memcmp(out, expected, 64) == 0,
          "%s begins again", name);
    d.release(context);
    d.release(copy);
}

/* No element comes after the output has begun. */
static void check_elements(void) {
    const struct digest d = functions_of("TUPLEHASHXOF-128");
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_octet_string("element", message, 3), OSSL_PARAM_construct_end()};
    void* const context = d.make(provider_context);
    unsigned char out[8];
    size_t n = 0;
    check(d.init(context, params) == 1 && d.squeeze(context, out, &n, 8) == 1 && d.set(context, params) != 1 && ended(),
          "TupleHash takes no element after a squeeze");
    d.release(context);
}

/* The number of bytes that come where the parameters are these, or 0. */
static size_t bytes_with(const struct digest* d, void* context, const OSSL_PARAM* params) {
    unsigned char out[200];
    size_t n = 0;
    const int good =
        d->init(context, params) == 1 && d->update(context, message, 100) == 1 && d->final(context, out, &n, 64) == 1;
    ERR_clear_error();
    return good ? n : 0;
}

/* `size` is the same as `xoflen`, which comes first. SHAKE keeps its size, and an XOF with a usual size gets that again. */
static void check_size(const char* name, size_t again) {
    const struct digest d = functions_of(name);
    size_t size = 24, other = 40;
    const OSSL_PARAM one[] = {OSSL_PARAM_construct_size_t("size", &size), OSSL_PARAM_construct_end()};
    const OSSL_PARAM two[] = {OSSL_PARAM_construct_size_t("size", &size), OSSL_PARAM_construct_size_t("xoflen", &other),
                              OSSL_PARAM_construct_end()};
    void* const context = d.make(provider_context);
    check(OSSL_PARAM_locate_const(d.settable(NULL, provider_context), "size") != NULL, "%s lists size", name);
    check(bytes_with(&d, context, one) == 24, "%s: size", name);
    check(bytes_with(&d, context, NULL) == (again == 0 ? 24 : again), "%s: the next message", name);
    check(bytes_with(&d, context, two) == 40, "%s: xoflen comes before size", name);
    d.release(context);
}

/* With OpenSSL before 3.4 the parameter is neither listed nor read. */
static void check_old(void) {
    EVP_MD* const digest = EVP_MD_fetch(NULL, "SHAKE-128", "provider=hashlane");
    const int old = OPENSSL_version_major() == 3 && OPENSSL_version_minor() < 4;
    const OSSL_PARAM* const list = EVP_MD_settable_ctx_params(digest);
    check(list != NULL && OSSL_PARAM_locate_const(list, "xoflen") != NULL, "xoflen is listed");
    check(list != NULL && (OSSL_PARAM_locate_const(list, "size") == NULL) == old, "size is listed since OpenSSL 3.4");
    EVP_MD_free(digest);
}

void check_newer(const char* folder) {
    OSSL_LIB_CTX* const library = OSSL_LIB_CTX_new();
    OSSL_PROVIDER* loaded = NULL;
    void* handle;
    char path[4096];
    snprintf(path, sizeof path, "%s/hashlane.so", folder);
    handle = dlopen(path, RTLD_NOW);
    module_init = handle == NULL ? NULL : (OSSL_provider_init_fn*)dlsym(handle, "OSSL_provider_init");
    if (module_init != NULL && OSSL_PROVIDER_add_builtin(library, "newer", init) == 1)
        loaded = OSSL_PROVIDER_load(library, "newer");
    check(loaded != NULL, "the module for OpenSSL 3.5");
    if (loaded != NULL) {
        check_order("SHAKE-128", HASHLANE_SHAKE128);
        check_order("KT-256", HASHLANE_KT256);
        check_order("ASCON-XOF128", HASHLANE_ASCON_XOF128);
        check_elements();
        check_size("SHAKE-128", 0);
        check_size("SHAKE-256", 0);
        check_size("KT-128", 32);
        check_old();
        OSSL_PROVIDER_unload(loaded);
    }
    OSSL_LIB_CTX_free(library);
    if (handle != NULL) dlclose(handle);
}
