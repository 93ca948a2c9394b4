/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* prints ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad */
/* prints ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad */
#include <hashlane.h>

#include <stdio.h>

static void print(const uint8_t* digest, size_t size) {
    size_t i;
    for (i = 0; i < size; i++) printf("%02x", digest[i]);
    printf("\n");
}

int main(void) {
    uint8_t digest[32];

    /* README */
    if (hashlane_digest(HASHLANE_SHA256, "abc", 3, digest, sizeof digest) != HASHLANE_OK) return 1;

    hashlane_hash hash; /* on the stack; nothing is allocated */
    hashlane_hash_init(&hash, hashlane_find("sha256"), NULL);
    hashlane_hash_update(&hash, "ab", 2);
    hashlane_hash_update(&hash, "c", 1);
    /* end */
    print(digest, sizeof digest);
    hashlane_hash_digest(&hash, digest, sizeof digest);
    print(digest, sizeof digest);
    return 0;
}
