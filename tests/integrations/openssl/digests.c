/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Every digest: against libhashlane, and against the default provider where it has the digest too. */
#include "check.h"

enum { longest_output = 1000 };

/* clang-format off */
static const struct row {
    const char* name;
    int algorithm;
    size_t output; /* bytes of a fixed digest; 0: any number */
} rows[] = {
    {"SHA2-224", HASHLANE_SHA224, 28},          {"SHA2-256", HASHLANE_SHA256, 32},
    {"SHA2-384", HASHLANE_SHA384, 48},          {"SHA2-512", HASHLANE_SHA512, 64},
    {"SHA2-512/224", HASHLANE_SHA512_224, 28},  {"SHA2-512/256", HASHLANE_SHA512_256, 32},
    {"SHA3-224", HASHLANE_SHA3_224, 28},        {"SHA3-256", HASHLANE_SHA3_256, 32},
    {"SHA3-384", HASHLANE_SHA3_384, 48},        {"SHA3-512", HASHLANE_SHA3_512, 64},
    {"KECCAK-224", HASHLANE_KECCAK_224, 28},    {"KECCAK-256", HASHLANE_KECCAK_256, 32},
    {"KECCAK-384", HASHLANE_KECCAK_384, 48},    {"KECCAK-512", HASHLANE_KECCAK_512, 64},
    {"ASCON-HASH256", HASHLANE_ASCON_HASH256, 32},
    {"SHAKE-128", HASHLANE_SHAKE128, 0},        {"SHAKE-256", HASHLANE_SHAKE256, 0},
    {"CSHAKE-128", HASHLANE_CSHAKE128, 0},      {"CSHAKE-256", HASHLANE_CSHAKE256, 0},
    {"PARALLELHASH-128", HASHLANE_PARALLELHASH128, 0}, {"PARALLELHASH-256", HASHLANE_PARALLELHASH256, 0},
    {"PARALLELHASHXOF-128", HASHLANE_PARALLELHASHXOF128, 0}, {"PARALLELHASHXOF-256", HASHLANE_PARALLELHASHXOF256, 0},
    {"TURBOSHAKE-128", HASHLANE_TURBOSHAKE128, 0}, {"TURBOSHAKE-256", HASHLANE_TURBOSHAKE256, 0},
    {"KT-128", HASHLANE_KT128, 0},              {"KT-256", HASHLANE_KT256, 0},
    {"ASCON-XOF128", HASHLANE_ASCON_XOF128, 0}, {"ASCON-CXOF128", HASHLANE_ASCON_CXOF128, 0}};
/* clang-format on */

static int finish(EVP_MD_CTX* context, size_t output, unsigned char* out, size_t n) {
    unsigned size = 0;
    if (output == 0) return EVP_DigestFinalXOF(context, out, n);
    return EVP_DigestFinal_ex(context, out, &size) == 1 && size == output;
}

/* In pieces, with a copy in the middle that ends on its own, and a second time in the same context. */
static int in_pieces(EVP_MD* digest, size_t n, size_t output, unsigned char* out, size_t length) {
    unsigned char copied[longest_output];
    EVP_MD_CTX *context = EVP_MD_CTX_new(), *copy = EVP_MD_CTX_new();
    const size_t half = n / 2, rest = n - half, first = rest < 3 ? rest : 3;
    int round, good = 1;
    for (round = 0; round < 2 && good; ++round) {
        good = EVP_DigestInit_ex2(context, digest, NULL) == 1 && EVP_DigestUpdate(context, message, half) == 1 &&
               EVP_MD_CTX_copy_ex(copy, context) == 1 && EVP_DigestUpdate(copy, message + half, rest) == 1 &&
               finish(copy, output, copied, length) && EVP_DigestUpdate(context, message + half, first) == 1 &&
               EVP_DigestUpdate(context, message + half + first, rest - first) == 1 &&
               finish(context, output, out, length) && memcmp(copied, out, length) == 0;
    }
    EVP_MD_CTX_free(context);
    EVP_MD_CTX_free(copy);
    return good;
}

static int whole(EVP_MD* digest, size_t n, size_t output, unsigned char* out, size_t length) {
    EVP_MD_CTX* const context = EVP_MD_CTX_new();
    const int good = EVP_DigestInit_ex2(context, digest, NULL) == 1 && EVP_DigestUpdate(context, message, n) == 1 &&
                     finish(context, output, out, length);
    EVP_MD_CTX_free(context);
    return good;
}

static void check_row(const struct row* row) {
    static const size_t lengths[] = {1, 16, 32, 136, 168, 169, 1000};
    EVP_MD* const digest = EVP_MD_fetch(NULL, row->name, "provider=hashlane");
    EVP_MD* const other = EVP_MD_fetch(NULL, row->name, "provider=default");
    unsigned char expected[longest_output], out[longest_output];
    size_t i, j;
    ERR_clear_error();
    check(digest != NULL, "fetch %s", row->name);
    for (i = 0; digest != NULL && i < size_count; ++i) {
        for (j = 0; j < (row->output != 0 ? 1 : sizeof lengths / sizeof lengths[0]); ++j) {
            const size_t length = row->output != 0 ? row->output : lengths[j];
            const int error = hashlane_digest(row->algorithm, message, sizes[i], expected, length);
            check(error == HASHLANE_OK && in_pieces(digest, sizes[i], row->output, out, length) &&
                      memcmp(expected, out, length) == 0,
                  "%s of %zu bytes, %zu bytes of output", row->name, sizes[i], length);
            if (other == NULL) continue;
            check(whole(other, sizes[i], row->output, out, length) && memcmp(expected, out, length) == 0,
                  "%s of the default provider", row->name);
        }
    }
    EVP_MD_free(digest);
    EVP_MD_free(other);
}

/* What the provider of a digest says of it is what the default provider says, and so are its names. */
static void same_name(const char* name, void* digest) { check(EVP_MD_is_a(digest, name) == 1, "the name %s", name); }

static void check_facts(const char* name) {
    EVP_MD* const mine = EVP_MD_fetch(NULL, name, "provider=hashlane");
    EVP_MD* const other = EVP_MD_fetch(NULL, name, "provider=default");
    check(mine != NULL && other != NULL, "fetch %s", name);
    if (mine == NULL || other == NULL) return;
    check(EVP_MD_get_size(mine) == EVP_MD_get_size(other), "size of %s", name);
    check(EVP_MD_get_block_size(mine) == EVP_MD_get_block_size(other), "block size of %s", name);
    check(EVP_MD_get_flags(mine) == EVP_MD_get_flags(other), "flags of %s: %lx", name, EVP_MD_get_flags(mine));
    check(EVP_MD_get_type(mine) == EVP_MD_get_type(other), "type of %s", name);
    check(EVP_MD_names_do_all(other, same_name, mine) == 1, "names of %s", name);
    EVP_MD_free(mine);
    EVP_MD_free(other);
}

/* SHAKE where no output size is set gives what the default provider gives. */
static void check_shake(const char* name) {
    static const char* const properties[] = {"provider=hashlane", "provider=default"};
    unsigned char out[2][64] = {{0}};
    int result[2];
    unsigned size[2] = {0, 0};
    int i;
    for (i = 0; i < 2; ++i) {
        EVP_MD* const digest = EVP_MD_fetch(NULL, name, properties[i]);
        EVP_MD_CTX* const context = EVP_MD_CTX_new();
        result[i] = EVP_DigestInit_ex2(context, digest, NULL) == 1 && EVP_DigestUpdate(context, "abc", 3) == 1 &&
                    EVP_DigestFinal_ex(context, out[i], &size[i]) == 1;
        EVP_MD_CTX_free(context);
        EVP_MD_free(digest);
    }
    ERR_clear_error();
    check(result[0] == result[1] && size[0] == size[1] && memcmp(out[0], out[1], 64) == 0, "%s without a size", name);
}

void check_digests(void) {
    static const char* const both[] = {"SHA2-224", "SHA2-256", "SHA2-384", "SHA2-512", "SHA2-512/224", "SHA2-512/256",
                                       "SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512", "SHAKE-128",    "SHAKE-256"};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) check_row(&rows[i]);
    for (i = 0; i < sizeof both / sizeof both[0]; ++i) check_facts(both[i]);
    check_shake("SHAKE-128");
    check_shake("SHAKE-256");
}
