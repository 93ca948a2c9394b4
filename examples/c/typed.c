/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* prints ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad */
/* prints the tag is right */
/* States of one algorithm each: small, and copied by assignment. */
#include <hashlane_typed.h>

#include <stdio.h>

int main(void) {
    uint8_t digest[hashlane_sha256_digest_size], tag[hashlane_hmac_sha256_tag_size];
    hashlane_sha256_state hash, begun;
    hashlane_hmac_sha256_state mac;
    size_t i;

    if (hashlane_sha256_init(&hash) != HASHLANE_OK) return 1;
    if (hashlane_sha256_update(&hash, "ab", 2) != HASHLANE_OK) return 1;
    begun = hash; /* both go on from here */
    if (hashlane_sha256_update(&begun, "c", 1) != HASHLANE_OK) return 1;
    if (hashlane_sha256_digest(&begun, digest) != HASHLANE_OK) return 1;
    for (i = 0; i < sizeof digest; i++) printf("%02x", digest[i]);
    printf("\n");

    if (hashlane_hmac_sha256_init(&mac, "key", 3) != HASHLANE_OK) return 1;
    if (hashlane_hmac_sha256_update(&mac, "message", 7) != HASHLANE_OK) return 1;
    if (hashlane_hmac_sha256_tag(&mac, tag) != HASHLANE_OK) return 1;
    if (hashlane_hmac_sha256_verify(&mac, tag, sizeof tag) == HASHLANE_OK) puts("the tag is right");
    hashlane_hmac_sha256_wipe(&mac);
    return 0;
}
