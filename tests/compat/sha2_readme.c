/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The older library's programs: a digest in pieces, and through the pluggable interface. */
#include "sha2.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(const uint8_t* digest, size_t n) {
    for (size_t i = 0; i < n; i++) printf("%02x", digest[i]);
    printf("\n");
}

int main(void) {
    const char* data = "abc";
    size_t len = strlen(data);
    uint8_t digest[SHA256_DIGEST_SIZE];

    sha2_ctx ctx;
    sha2_init(&ctx, SHA2_256);
    sha2_update(&ctx, data, len);
    sha2_final(&ctx, digest, sizeof(digest));
    print(digest, sizeof(digest));

    const sha2_hash_function* hash = sha2_get_hash_function(SHA2_256);
    void* hash_ctx = malloc(hash->ctx_size);
    if (hash_ctx == NULL) return 1;
    hash->init(hash_ctx);
    hash->update(hash_ctx, data, len);
    hash->final(hash_ctx, digest, hash->digest_size);
    free(hash_ctx);
    print(digest, hash->digest_size);
    return 0;
}
