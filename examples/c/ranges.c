/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* prints the range begins behind the next byte: a range is missing, or comes later */
/* prints 844d610933b1b9963cbdeb5ae3b6b05cc7cbd67ceedf883eb678a0a8e0371682 */
/* One message that several workers read: each range becomes a few bytes, out of which a driver makes the digest. */
#include <hashlane_ranges.h>

#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 1419857, HALF = 8192 * 80 }; /* ptn(17 ** 5) of RFC 9861 s.5; a range begins at a multiple of a chunk */

/* What a worker does with the length bytes at a place of the message: writes the leaves to new memory, and their size
   to *size. Returns NULL if there is no such range. */
static uint8_t* work(const uint8_t* message, uint64_t place, size_t length, size_t* size) {
    hashlane_ranges ranges;
    uint8_t* leaves;

    if (hashlane_ranges_init(&ranges, HASHLANE_KT128, NULL, SIZE) != HASHLANE_OK) return NULL;
    *size = hashlane_ranges_size(&ranges, place, length);
    leaves = *size == 0 ? NULL : malloc(*size);
    if (leaves == NULL) return NULL;
    if (hashlane_ranges_leaves(&ranges, place, message + place, length, leaves, *size, 1) != HASHLANE_OK) {
        free(leaves);
        return NULL;
    }
    return leaves;
}

/* What the driver does with two ranges, of which the second comes early. Returns a result of hashlane_ranges.h. */
static int combine(const uint8_t* first, size_t first_size, const uint8_t* second, size_t second_size,
                   uint8_t digest[32]) {
    hashlane_ranges all;
    hashlane_hash hash;
    int result = hashlane_ranges_init(&all, HASHLANE_KT128, NULL, SIZE);

    if (result != HASHLANE_OK) return result;
    puts(hashlane_ranges_reason(hashlane_ranges_add(&all, second, second_size)));
    result = hashlane_ranges_add(&all, first, first_size);
    if (result != HASHLANE_OK) return result;
    result = hashlane_ranges_add(&all, second, second_size);
    if (result != HASHLANE_OK) return result;
    result = hashlane_ranges_whole(&all, &hash);
    if (result != HASHLANE_OK) return result;
    return hashlane_hash_digest(&hash, digest, 32);
}

int main(void) {
    static uint8_t message[SIZE];
    uint8_t digest[32];
    uint8_t* first;
    uint8_t* second;
    size_t first_size, second_size, i;
    int result = HASHLANE_ERROR_NULL;

    for (i = 0; i < SIZE; i++) message[i] = (uint8_t)(i % 251);
    second = work(message, HALF, SIZE - HALF, &second_size);
    first = work(message, 0, HALF, &first_size);
    if (first != NULL && second != NULL) result = combine(first, first_size, second, second_size, digest);
    free(first);
    free(second);
    if (result != HASHLANE_OK) return 1;
    for (i = 0; i < 32; i++) printf("%02x", digest[i]);
    puts("");
    return 0;
}
