/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Every function of the older C library: sizes, pieces, the pluggable interface, batches, bad arguments. */
#include "sha2.h"

#include <stdlib.h>
#include <string.h>

#include "../support/check.h"

static const struct {
    sha2_hash_type type;
    size_t digest_size, block_size;
    const char* name;
    const char* abc; /* FIPS 180-4 examples */
} rows[] = {
    {SHA2_224, SHA224_DIGEST_SIZE, SHA224_BLOCK_SIZE, "SHA-224",
     "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"},
    {SHA2_256, SHA256_DIGEST_SIZE, SHA256_BLOCK_SIZE, "SHA-256",
     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {SHA2_384, SHA384_DIGEST_SIZE, SHA384_BLOCK_SIZE, "SHA-384",
     "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"},
    {SHA2_512, SHA512_DIGEST_SIZE, SHA512_BLOCK_SIZE, "SHA-512",
     "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
     "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"},
};
#define UNKNOWN ((sha2_hash_type)4)

static int is_hex(const uint8_t* digest, const char* hex) {
    char text[2 * SHA2_MAX_DIGEST_SIZE + 1] = "";
    for (size_t i = 0; i < strlen(hex) / 2; i++) sprintf(text + 2 * i, "%02x", digest[i]);
    return strcmp(text, hex) == 0;
}

static void in_pieces(size_t row, const uint8_t* data, size_t len) {
    uint8_t whole[SHA2_MAX_DIGEST_SIZE], digest[SHA2_MAX_DIGEST_SIZE];
    const int size = (int)rows[row].digest_size;
    CHECK(sha2_hash(rows[row].type, data, len, whole, sizeof whole) == size);
    for (size_t cut = 0; cut <= len; cut += 1 + len / 5) {
        sha2_ctx ctx, copy;
        CHECK(sha2_init(&ctx, rows[row].type) == 0);
        CHECK(sha2_update(&ctx, data, cut) == 0);
        copy = ctx;
        CHECK(sha2_update(&ctx, "other", 5) == 0);
        CHECK(sha2_update(&copy, data + cut, len - cut) == 0);
        CHECK(sha2_final(&copy, digest, sizeof digest) == size);
        CHECK(memcmp(digest, whole, rows[row].digest_size) == 0);
    }
}

/* As programs declared it, which found no declaration in the older header. */
extern void sha256_ni_transform(uint32_t* digest, const void* data, uint64_t numBlocks);

/* "abc" padded to one block (FIPS 180-4 s.5.1.1), over the chaining value of a new context; then several blocks at once. */
static void transform(void) {
    uint8_t block[SHA256_BLOCK_SIZE] = "abc\x80", digest[SHA256_DIGEST_SIZE];
    sha2_ctx ctx, whole;
    block[63] = 24;
    CHECK(sha2_init(&ctx, SHA2_256) == 0);
    CHECK(ctx.u.sha256.state[0] == 0x6a09e667 && ctx.u.sha256.state[7] == 0x5be0cd19);
    sha256_ni_transform(ctx.u.sha256.state, block, 1);
    for (size_t i = 0; i < 32; i++) digest[i] = (uint8_t)(ctx.u.sha256.state[i / 4] >> (24 - 8 * (i % 4)));
    CHECK(is_hex(digest, rows[1].abc));
    uint8_t blocks[5 * SHA256_BLOCK_SIZE];
    for (size_t i = 0; i < sizeof blocks; i++) blocks[i] = (uint8_t)(7 * i);
    CHECK(sha2_init(&ctx, SHA2_256) == 0 && sha2_init(&whole, SHA2_256) == 0);
    CHECK(sha2_update(&whole, blocks, sizeof blocks) == 0);
    sha256_ni_transform(ctx.u.sha256.state, blocks, 5);
    CHECK(memcmp(ctx.u.sha256.state, whole.u.sha256.state, 32) == 0);
    sha256_ni_transform(ctx.u.sha256.state, blocks, 0);
    CHECK(memcmp(ctx.u.sha256.state, whole.u.sha256.state, 32) == 0);
    CHECK(sha2_init(&ctx, SHA2_512) == 0 && ctx.u.sha512.state[0] == 0x6a09e667f3bcc908);
}

static void pluggable(size_t row) {
    uint8_t digest[SHA2_MAX_DIGEST_SIZE];
    const sha2_hash_function* f = sha2_get_hash_function(rows[row].type);
    CHECK(f != NULL && strcmp(f->name, rows[row].name) == 0 && f->digest_size == rows[row].digest_size);
    sha2_hash_function* made =
        sha2_create_hash_function(rows[row].name, f->ctx_size, f->digest_size, f->init, f->update, f->final);
    void* ctx = malloc(made->ctx_size);
    CHECK(made->name != rows[row].name && strcmp(made->name, rows[row].name) == 0);
    CHECK(made->init(ctx) == 0 && made->update(ctx, "ab", 2) == 0 && made->update(ctx, "c", 1) == 0);
    CHECK(made->final(ctx, digest, made->digest_size) == (int)made->digest_size);
    CHECK(is_hex(digest, rows[row].abc));
    free(ctx);
    sha2_free_hash_function(made);
}

static void batch(size_t row, size_t len, size_t n) {
    const size_t size = rows[row].digest_size;
    uint8_t *data = malloc(len * n + 1), *digests = calloc(n + 1, size), *want = malloc(size);
    for (size_t i = 0; i < len * n; i++) data[i] = (uint8_t)(i * 2654435761u >> 13);
    const int rc = len == rows[row].block_size ? sha2_hash_parallel(rows[row].type, data, digests, n)
                                               : sha2_hash_many(rows[row].type, data, len, digests, n);
    CHECK(rc == 0);
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
        sha2_hash(rows[row].type, data + i * len, len, want, size);
        wrong += memcmp(digests + i * size, want, size) != 0;
    }
    CHECK(wrong == 0);
    memset(want, 0, size);
    CHECK(memcmp(digests + n * size, want, size) == 0); /* and nothing beyond */
    free(data);
    free(digests);
    free(want);
}

static void bad_arguments(void) {
    uint8_t digest[SHA2_MAX_DIGEST_SIZE];
    sha2_ctx ctx;
    CHECK(sha2_init(NULL, SHA2_256) == -1 && sha2_init(&ctx, UNKNOWN) == -1);
    CHECK(sha2_get_digest_size(UNKNOWN) == 0 && sha2_get_block_size(UNKNOWN) == 0);
    CHECK(sha2_get_hash_function(UNKNOWN) == NULL);
    CHECK(sha2_init(&ctx, SHA2_256) == 0);
    CHECK(sha2_update(NULL, "a", 1) == -1 && sha2_update(&ctx, NULL, 1) == -1);
    CHECK(sha2_update(&ctx, NULL, 0) == -1 && sha2_hash(SHA2_256, NULL, 0, digest, 32) == -1);
    CHECK(sha2_update(&ctx, "", 0) == 0 && sha2_hash(SHA2_256, "", 0, digest, 32) == 32);
    CHECK(sha2_final(NULL, digest, 32) == -1 && sha2_final(&ctx, NULL, 32) == -1 && sha2_final(&ctx, digest, 31) == -1);
    CHECK(sha2_final(&ctx, digest, 32) == 32);
    CHECK(sha2_final(&ctx, digest, 32) == -1 && sha2_update(&ctx, "a", 1) == -1); /* ended */
    CHECK(sha2_init(&ctx, SHA2_384) == 0 && sha2_final(&ctx, digest, 64) == 48);
    CHECK(sha2_hash(UNKNOWN, "a", 1, digest, 64) == -1 && sha2_hash(SHA2_512, NULL, 1, digest, 64) == -1);
    CHECK(sha2_hash(SHA2_512, "a", 1, NULL, 64) == -1 && sha2_hash(SHA2_512, "a", 1, digest, 63) == -1);
    CHECK(sha2_hash_many(UNKNOWN, "a", 1, digest, 1) == -1 && sha2_hash_many(SHA2_256, NULL, 1, digest, 1) == -1);
    CHECK(sha2_hash_many(SHA2_256, "a", 1, NULL, 1) == -1 && sha2_hash_many(SHA2_256, NULL, 0, NULL, 0) == 0);
    CHECK(sha2_hash_many(SHA2_256, "a", (size_t)-1, digest, 3) == -1);
    CHECK(sha2_hash_many(SHA2_256, "", 0, digest, (size_t)-1) == -1);
    CHECK(sha2_hash_many(SHA2_256, digest, 16, digest, 2) == -1 &&
          sha2_hash_parallel(SHA2_256, digest, digest, 1) == -1);
    CHECK(sha2_hash_parallel(UNKNOWN, "a", digest, 0) == -1);
    const sha2_hash_function* f = sha2_get_hash_function(SHA2_256);
    CHECK(sha2_create_hash_function(NULL, 1, 1, f->init, f->update, f->final) == NULL);
    CHECK(sha2_create_hash_function("x", 0, 1, f->init, f->update, f->final) == NULL);
    CHECK(sha2_create_hash_function("x", 1, 1, f->init, f->update, NULL) == NULL);
    sha2_free_hash_function(NULL);
}

static int inline_batches(void) {
    uint8_t digest[SHA2_MAX_DIGEST_SIZE];
    return sha224_hash_many("abc", 3, digest, 1) == 0 && is_hex(digest, rows[0].abc) &&
           sha256_hash_many("abc", 3, digest, 1) == 0 && is_hex(digest, rows[1].abc) &&
           sha384_hash_many("abc", 3, digest, 1) == 0 && is_hex(digest, rows[2].abc) &&
           sha512_hash_many("abc", 3, digest, 1) == 0 && is_hex(digest, rows[3].abc);
}

int main(void) {
    transform();
    static const size_t lengths[] = {0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 1000};
    static const size_t counts[] = {0, 1, 2, 15, 16, 17, 3000};
    static uint8_t data[1000];
    for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)(7 * i + i / 256);
    for (size_t row = 0; row < 4; row++) {
        CHECK(sha2_get_digest_size(rows[row].type) == rows[row].digest_size);
        CHECK(sha2_get_block_size(rows[row].type) == rows[row].block_size);
        pluggable(row);
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            in_pieces(row, data, lengths[i]);
            for (size_t j = 0; j < sizeof counts / sizeof *counts; j++) batch(row, lengths[i], counts[j]);
        }
        batch(row, 0, 40000);
        batch(row, 64, 40000);
        batch(row, rows[row].block_size, 40000);
    }
    bad_arguments();
    CHECK(inline_batches());
    CHECK(strcmp(sha2_version(), "1.1.0") >= 0);
    return closing_line();
}
