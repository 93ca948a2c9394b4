/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One message that several threads, processes or machines read in ranges: KangarooTwelve (HASHLANE_KT128, _KT256) and
   ParallelHash (HASHLANE_PARALLELHASH128, _256, HASHLANE_PARALLELHASHXOF128, _256). Workers and a driver each make a
   hashlane_ranges of the same algorithm, options and length of the message. A worker exports the leaves of its ranges.
   The driver adds the exported ranges in the order of their places, in a fixed amount of memory, and keeps those that
   come early. The digest is that of the message in one piece.

   A range begins at a multiple of a chunk (8192 bytes; of ParallelHash the option parallel_block) and ends at one or at
   the end of the message. Only the range of an empty message has no bytes.

   An exported range may come from outside: one that is missing, doubled, overlapping, out of order, damaged or of
   something else is refused with a reason. It is no proof: the worker that makes it decides which digest results. So
   take ranges from trusted workers only, or compare the digest with one that is known.

   Functions return HASHLANE_OK, a negative code of hashlane.h for a call that makes no sense, or one of the positive
   reasons below. Unless they return HASHLANE_OK they have written nothing and changed nothing. */
#ifndef HASHLANE_RANGES_H
#define HASHLANE_RANGES_H

#include "hashlane.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Why there is no range, or why one is refused. */
enum {
    HASHLANE_RANGE_MESSAGE_TOO_LONG = 3,  /* the message has 2^63 bytes or more */
    HASHLANE_RANGE_PAST_END = 4,          /* the range ends behind the end of the message */
    HASHLANE_RANGE_NOT_AT_CHUNK = 5,      /* the place of the range is no multiple of the size of a chunk */
    HASHLANE_RANGE_CHUNK_TORN = 6,        /* the range ends within a chunk, and not at the end of the message */
    HASHLANE_RANGE_EMPTY = 7,             /* the range has no bytes, and the message has some */
    HASHLANE_RANGE_NO_RANGE = 10,         /* the bytes are no exported range */
    HASHLANE_RANGE_OTHER_VERSION = 11,    /* the exported range has a format of another version */
    HASHLANE_RANGE_DAMAGED = 12,          /* bytes of the exported range were changed, or some are missing */
    HASHLANE_RANGE_OTHER_ALGORITHM = 13,  /* the range is one of another algorithm */
    HASHLANE_RANGE_OTHER_CHUNK = 14,      /* the range is one of a tree with chunks of another size */
    HASHLANE_RANGE_OTHER_MESSAGE = 15,    /* the range is one of a message of another length */
    HASHLANE_RANGE_OTHER_PARAMETERS = 16, /* the range is one of a tree with another customization string */
    HASHLANE_RANGE_GAP = 17,              /* the range begins behind the next byte: one is missing, or comes later */
    HASHLANE_RANGE_REPEATED = 18,         /* all of the range was added already */
    HASHLANE_RANGE_OVERLAPPING = 19,      /* a part of the range was added already */
    HASHLANE_RANGE_INCOMPLETE = 20        /* ranges are missing at the end of the message */
};
HASHLANE_API const char* hashlane_ranges_reason(int result); /* a sentence for any result; never NULL */

typedef struct hashlane_ranges {
    uint64_t opaque[640];
} hashlane_ranges;

HASHLANE_API size_t hashlane_ranges_statebytes(void); /* sizeof(hashlane_ranges), for other languages */
/* A message of message_size bytes, without ranges. Other algorithms than those above: HASHLANE_ERROR_ALGORITHM. */
HASHLANE_API int hashlane_ranges_init(hashlane_ranges* ranges, hashlane_algorithm algorithm,
                                      const hashlane_options* options, uint64_t message_size);
HASHLANE_API int hashlane_ranges_copy(hashlane_ranges* to, const hashlane_ranges* from); /* to: any memory */
HASHLANE_API void hashlane_ranges_wipe(hashlane_ranges* ranges);

/* The size of the exported range of `length` bytes at `place`: 104 bytes, a chaining value for each whole chunk (32
   bytes of KT128 and ParallelHash128, 64 of KT256 and ParallelHash256), 208 if the range ends within a chunk, and of
   KangarooTwelve 208 in the place of the chaining value of the first chunk of the message. 0 if there is no such range,
   or if its size does not fit into a size_t. */
HASHLANE_API size_t hashlane_ranges_size(const hashlane_ranges* ranges, uint64_t place, uint64_t length);

/* The leaves of the `size` bytes at `place` of the message, by that many threads. out_size is what hashlane_ranges_size
   says, else HASHLANE_ERROR_SIZE. Overlap: HASHLANE_ERROR_OVERLAP when out lies over the data. */
HASHLANE_API int hashlane_ranges_leaves(const hashlane_ranges* ranges, uint64_t place, const void* data, size_t size,
                                        void* out, size_t out_size, unsigned threads);

/* The next range: HASHLANE_OK, or why it is refused; another one may follow. */
HASHLANE_CHECK int hashlane_ranges_add(hashlane_ranges* ranges, const void* range, size_t size);
/* Where an exported range begins, so that a driver can sort ranges; or why hashlane_ranges_add would refuse it at any
   place. Overlap: place may lie over the range. */
HASHLANE_CHECK int hashlane_ranges_place(const hashlane_ranges* ranges, const void* range, size_t size,
                                         uint64_t* place);
/* How many bytes of the message were added: the place of the range that add wants next. */
HASHLANE_API int hashlane_ranges_next(const hashlane_ranges* ranges, uint64_t* place);

/* A hash that has absorbed the whole message and may absorb more, as after hashlane_hash_init and hashlane_hash_update;
   HASHLANE_RANGE_INCOMPLETE while ranges are missing. */
HASHLANE_CHECK int hashlane_ranges_whole(const hashlane_ranges* ranges, hashlane_hash* hash);

#ifdef __cplusplus
}
#endif

#endif
