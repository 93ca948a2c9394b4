/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* prints the same: yes */
/* prints forged: the tag is not that of these data */
/* Output of any length from an XOF, and a tag that is checked. */
#include <hashlane.h>

#include <stdio.h>
#include <string.h>

int main(void) {
    uint8_t pieces[64], whole[64], tag[64];
    hashlane_hash xof;
    hashlane_reader reader;

    hashlane_hash_init(&xof, HASHLANE_SHAKE128, NULL);
    hashlane_hash_update(&xof, "seed", 4);
    hashlane_reader_init(&reader, &xof);
    hashlane_reader_squeeze(&reader, pieces, 16);
    hashlane_reader_squeeze(&reader, pieces + 16, 48);
    hashlane_digest(HASHLANE_SHAKE128, "seed", 4, whole, sizeof whole);
    printf("the same: %s\n", memcmp(pieces, whole, sizeof whole) == 0 ? "yes" : "no");

    hashlane_tag(HASHLANE_KMAC256, "key", 3, "message", 7, tag, sizeof tag);
    tag[0] ^= 1;
    puts(hashlane_strerror(hashlane_verify(HASHLANE_KMAC256, "key", 3, "message", 7, tag, sizeof tag)));
    return 0;
}
