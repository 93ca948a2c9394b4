/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Digests with parameters: function names, customization strings, domains, blocks, elements, and squeezing. */
#include "check.h"

static char function_name[] = "KMAC", customization[] = "a customization string";
static size_t parallel_block = 100, domain = 0x0b;

struct row {
    const char* name;
    int algorithm;
    int named, customized, parallel, domained;
};
static const struct row rows[] = {{"CSHAKE-128", HASHLANE_CSHAKE128, 1, 1, 0, 0},
                                  {"CSHAKE-256", HASHLANE_CSHAKE256, 1, 1, 0, 0},
                                  {"PARALLELHASH-128", HASHLANE_PARALLELHASH128, 0, 1, 1, 0},
                                  {"PARALLELHASH-256", HASHLANE_PARALLELHASH256, 0, 1, 1, 0},
                                  {"PARALLELHASHXOF-128", HASHLANE_PARALLELHASHXOF128, 0, 1, 1, 0},
                                  {"PARALLELHASHXOF-256", HASHLANE_PARALLELHASHXOF256, 0, 1, 1, 0},
                                  {"TURBOSHAKE-128", HASHLANE_TURBOSHAKE128, 0, 0, 0, 1},
                                  {"TURBOSHAKE-256", HASHLANE_TURBOSHAKE256, 0, 0, 0, 1},
                                  {"KT-128", HASHLANE_KT128, 0, 1, 0, 0},
                                  {"KT-256", HASHLANE_KT256, 0, 1, 0, 0},
                                  {"ASCON-CXOF128", HASHLANE_ASCON_CXOF128, 0, 1, 0, 0}};

static void fill(const struct row* row, OSSL_PARAM* params, hashlane_options* options) {
    const hashlane_options none = HASHLANE_OPTIONS;
    static uint8_t domain_byte = 0x0b;
    OSSL_PARAM* p = params;
    *options = none;
    if (row->named) {
        *p++ = OSSL_PARAM_construct_utf8_string("function-name", function_name, 0);
        options->function_name = function_name;
        options->function_name_size = strlen(function_name);
    }
    if (row->customized) {
        *p++ = OSSL_PARAM_construct_octet_string("customization", customization, strlen(customization));
        options->customization = customization;
        options->customization_size = strlen(customization);
    }
    if (row->parallel) {
        *p++ = OSSL_PARAM_construct_size_t("parallel-block", &parallel_block);
        options->parallel_block = &parallel_block;
    }
    if (row->domained) {
        *p++ = OSSL_PARAM_construct_size_t("domain", &domain);
        options->domain = &domain_byte;
    }
    *p = OSSL_PARAM_construct_end();
}

static void check_row(const struct row* row) {
    EVP_MD* const digest = EVP_MD_fetch(NULL, row->name, "provider=hashlane");
    EVP_MD_CTX* const context = EVP_MD_CTX_new();
    hashlane_options options;
    OSSL_PARAM params[6];
    unsigned char expected[200], out[200];
    size_t i;
    fill(row, params, &options);
    for (i = 0; i < size_count; ++i) {
        const int error = hashlane_digest_with(row->algorithm, &options, message, sizes[i], expected, sizeof expected);
        check(error == HASHLANE_OK && EVP_DigestInit_ex2(context, digest, params) == 1 &&
                  EVP_DigestUpdate(context, message, sizes[i]) == 1 &&
                  EVP_DigestFinalXOF(context, out, sizeof out) == 1 && memcmp(out, expected, sizeof out) == 0,
              "%s of %zu bytes with parameters", row->name, sizes[i]);
        /* Set after the start of the context, and lost when it starts again. */
        check(EVP_DigestInit_ex2(context, digest, NULL) == 1 && EVP_MD_CTX_set_params(context, params) == 1 &&
                  EVP_DigestUpdate(context, message, sizes[i]) == 1 &&
                  EVP_DigestFinalXOF(context, out, sizeof out) == 1 && memcmp(out, expected, sizeof out) == 0,
              "%s of %zu bytes with late parameters", row->name, sizes[i]);
        check(EVP_DigestInit_ex2(context, digest, NULL) == 1 && EVP_DigestUpdate(context, message, sizes[i]) == 1 &&
                  EVP_DigestFinalXOF(context, out, sizeof out) == 1 && memcmp(out, expected, sizeof out) != 0,
              "%s has forgotten its parameters", row->name);
    }
    check(EVP_DigestInit_ex2(context, digest, NULL) == 1 && EVP_DigestUpdate(context, "a", 1) == 1 &&
              EVP_MD_CTX_set_params(context, params) != 1 &&
              reason_is("the message has begun: set this parameter before it"),
          "%s refuses parameters within the message", row->name);
    EVP_MD_CTX_free(context);
    EVP_MD_free(digest);
}

/* TupleHash: each parameter `element` is one element. */
static void check_tuples(const char* name, int algorithm) {
    static char first[] = "one", third[] = "three";
    OSSL_PARAM elements[] = {OSSL_PARAM_octet_string("element", first, 3), OSSL_PARAM_octet_string("element", first, 0),
                             OSSL_PARAM_octet_string("element", third, 5), OSSL_PARAM_END};
    OSSL_PARAM last[] = {OSSL_PARAM_octet_string("element", message, 1000), OSSL_PARAM_END};
    EVP_MD* const digest = EVP_MD_fetch(NULL, name, "provider=hashlane");
    EVP_MD_CTX* const context = EVP_MD_CTX_new();
    hashlane_options options = HASHLANE_OPTIONS;
    hashlane_hash hash;
    unsigned char expected[48], out[48];
    int error;
    options.customization = customization;
    options.customization_size = strlen(customization);
    OSSL_PARAM custom[] = {OSSL_PARAM_octet_string("customization", customization, strlen(customization)),
                           OSSL_PARAM_END};
    size_t length = sizeof out;
    OSSL_PARAM size_first[] = {OSSL_PARAM_size_t("xoflen", &length), OSSL_PARAM_END};
    error = hashlane_hash_init(&hash, algorithm, &options) | hashlane_hash_update(&hash, first, 3) |
            hashlane_hash_update(&hash, first, 0) | hashlane_hash_update(&hash, third, 5) |
            hashlane_hash_update(&hash, message, 1000) | hashlane_hash_digest(&hash, expected, sizeof expected);
    check(error == HASHLANE_OK && EVP_DigestInit_ex2(context, digest, size_first) == 1 &&
              EVP_MD_CTX_set_params(context, custom) == 1 && EVP_MD_CTX_set_params(context, elements) == 1 &&
              EVP_MD_CTX_set_params(context, last) == 1 && EVP_DigestFinalXOF(context, out, sizeof out) == 1 &&
              memcmp(out, expected, sizeof out) == 0,
          "%s of four elements", name);
    check(EVP_DigestInit_ex2(context, digest, NULL) == 1 && EVP_DigestUpdate(context, "abc", 3) != 1 &&
              reason_is("TupleHash takes elements: set the parameter element for each"),
          "%s refuses bytes that are no element", name);
    EVP_MD_CTX_free(context);
    EVP_MD_free(digest);
}

static void refused(const char* name, OSSL_PARAM param, const char* reason) {
    const OSSL_PARAM params[] = {param, OSSL_PARAM_construct_end()};
    EVP_MD* const digest = EVP_MD_fetch(NULL, name, "provider=hashlane");
    EVP_MD_CTX* const context = EVP_MD_CTX_new();
    check(EVP_DigestInit_ex2(context, digest, params) != 1 && reason_is(reason), "%s: %s", name, reason);
    EVP_MD_CTX_free(context);
    EVP_MD_free(digest);
}

static void check_refusals(void) {
    static size_t zero = 0, large = 128;
    static const char* const too_long = "invalid custom length";
    static const char* const wrong = "a parameter has a wrong type or is out of range";
    refused("TURBOSHAKE-128", OSSL_PARAM_construct_size_t("domain", &zero),
            "the domain separation byte is not in 1..127");
    refused("TURBOSHAKE-256", OSSL_PARAM_construct_size_t("domain", &large),
            "the domain separation byte is not in 1..127");
    refused("PARALLELHASH-128", OSSL_PARAM_construct_size_t("parallel-block", &zero),
            "the block size of ParallelHash is 0");
    refused("CSHAKE-128", OSSL_PARAM_construct_octet_string("function-name", message, 513), "invalid function name");
    refused("CSHAKE-256", OSSL_PARAM_construct_octet_string("function-name", message, 4), "invalid function name");
    refused("CSHAKE-256", OSSL_PARAM_construct_octet_string("customization", message, 513), too_long);
    refused("KT-128", OSSL_PARAM_construct_octet_string("customization", message, 257), too_long);
    refused("ASCON-CXOF128", OSSL_PARAM_construct_octet_string("customization", message, 257), too_long);
    refused("CSHAKE-256", OSSL_PARAM_construct_size_t("customization", &large), wrong);
    refused("SHAKE-128", OSSL_PARAM_construct_octet_string("xoflen", message, 8), wrong);
}

#if OPENSSL_VERSION_NUMBER >= 0x30300000L
static void check_squeeze(const char* name, int algorithm) {
    EVP_MD* const digest = EVP_MD_fetch(NULL, name, "provider=hashlane");
    EVP_MD_CTX* const context = EVP_MD_CTX_new();
    unsigned char expected[1000], out[1000];
    const int error = hashlane_digest(algorithm, message, 500, expected, sizeof expected);
    check(error == HASHLANE_OK && EVP_DigestInit_ex2(context, digest, NULL) == 1 &&
              EVP_DigestUpdate(context, message, 500) == 1 && EVP_DigestSqueeze(context, out, 1) == 1 &&
              EVP_DigestSqueeze(context, out + 1, 168) == 1 && EVP_DigestSqueeze(context, out + 169, 831) == 1 &&
              memcmp(out, expected, sizeof out) == 0,
          "%s squeezes", name);
    EVP_MD_CTX_free(context);
    EVP_MD_free(digest);
}

static void check_no_squeeze(void) {
    EVP_MD* const digest = EVP_MD_fetch(NULL, "PARALLELHASH-128", NULL);
    EVP_MD_CTX* const context = EVP_MD_CTX_new();
    unsigned char out[32];
    check(EVP_DigestInit_ex2(context, digest, NULL) == 1 && EVP_DigestSqueeze(context, out, 32) != 1 &&
              reason_is("the output depends on its size, so it is not read in pieces"),
          "ParallelHash does not squeeze");
    EVP_MD_CTX_free(context);
    EVP_MD_free(digest);
}
#endif

void check_parameters(void) {
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) check_row(&rows[i]);
    check_tuples("TUPLEHASH-128", HASHLANE_TUPLEHASH128);
    check_tuples("TUPLEHASH-256", HASHLANE_TUPLEHASH256);
    check_tuples("TUPLEHASHXOF-128", HASHLANE_TUPLEHASHXOF128);
    check_tuples("TUPLEHASHXOF-256", HASHLANE_TUPLEHASHXOF256);
    check_refusals();
#if OPENSSL_VERSION_NUMBER >= 0x30300000L
    check_squeeze("SHAKE-128", HASHLANE_SHAKE128);
    check_squeeze("KT-128", HASHLANE_KT128);
    check_squeeze("ASCON-XOF128", HASHLANE_ASCON_XOF128);
    check_no_squeeze();
#endif
}
