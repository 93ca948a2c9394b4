/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <hashlane.h>

int main(void) {
    uint8_t digest[32];
    size_t i;
    if (hashlane_digest(HASHLANE_SHA256, "abc", 3, digest, sizeof digest) != HASHLANE_OK) return 1;
    printf("C: ");
    for (i = 0; i < sizeof digest; i++) printf("%02x", digest[i]);
    printf("\n");
    return 0;
}
