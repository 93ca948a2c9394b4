/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Many records under one key, side by side. */
#include <hashlane.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 100, SIZE = 32 };

int main(void) {
    static uint8_t nonces[COUNT][16], texts[COUNT][SIZE], tags[COUNT][16];
    static hashlane_record records[COUNT];
    const uint8_t key[16] = {1, 2, 3};
    int i, forged = 0;
    for (i = 0; i < COUNT; i++) {
        hashlane_record* r = &records[i];
        nonces[i][0] = (uint8_t)i; /* another for each */
        memset(texts[i], 'a' + i % 26, SIZE);
        r->nonce = nonces[i];
        r->associated_data = "v1";
        r->associated_size = 2;
        r->in = r->out = texts[i];
        r->size = SIZE;
        r->tag = tags[i];
    }
    if (hashlane_aead_encrypt_many(HASHLANE_ASCON_AEAD128, key, sizeof key, records, COUNT, 2) != HASHLANE_OK) return 1;
    tags[7][0] ^= 1;
    if (hashlane_aead_decrypt_many(HASHLANE_ASCON_AEAD128, key, sizeof key, records, COUNT, 2) == HASHLANE_FORGED)
        for (i = 0; i < COUNT; i++) forged += !records[i].authentic;
    printf("%d forged, its text %d; the next is %c\n", forged, texts[7][0], texts[8][0]);
    return 0;
}
/* prints 1 forged, its text 0; the next is i */
