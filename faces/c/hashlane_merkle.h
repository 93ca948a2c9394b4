/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Merkle trees from C, over any hash of hashlane.h with digests of 28, 32, 48 or 64 bytes.

   A tree is hashlane_merkle_nodes(shape, leaves) digests in memory of the caller: those of the leaves, then level above
   level, the root last. Nothing is allocated. A leaf is any string of bytes. Functions return HASHLANE_OK, a negative
   code of hashlane.h for a call that makes no sense, or one of the positive reasons below; unless they return
   HASHLANE_OK they have written nothing, except with HASHLANE_MERKLE_NO_ROOM and HASHLANE_MERKLE_STOPPED.

   A root says which leaves there are only together with their number, which must come from the same trusted source as
   the root. */
#ifndef HASHLANE_MERKLE_H
#define HASHLANE_MERKLE_H

#include "hashlane.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Shapes. */
enum {
    HASHLANE_MERKLE_RFC9162 = 0,     /* RFC 9162 s.2.1.1: prefixes keep leaves and inner nodes apart */
    HASHLANE_MERKLE_PLAIN = 1,       /* two digests in a node; leaves filled up with zero digests to a power of two */
    HASHLANE_MERKLE_PLAIN4 = 2,      /* four digests in a node */
    HASHLANE_MERKLE_SORTED_PAIRS = 3 /* the lesser of two digests first, as contracts of Ethereum want proofs */
};

/* Why there is no proof, or why one is refused. */
enum {
    HASHLANE_MERKLE_EMPTY_TREE = 1,          /* a tree without leaves has no proofs */
    HASHLANE_MERKLE_INDEX_PAST_END = 2,      /* the index is past the last leaf */
    HASHLANE_MERKLE_FIRST_TREE_EMPTY = 4,    /* the earlier tree has no leaves, and is the beginning of every tree */
    HASHLANE_MERKLE_FIRST_TREE_LARGER = 5,   /* the first tree has more leaves than the second */
    HASHLANE_MERKLE_NO_CONSISTENCY = 7,      /* trees that are filled up have no such proofs */
    HASHLANE_MERKLE_DIGEST_SIZE = 8,         /* a leaf, a root or the memory of the nodes has a wrong size */
    HASHLANE_MERKLE_PROOF_TORN = 9,          /* the proof is not of whole digests */
    HASHLANE_MERKLE_PROOF_TOO_SHORT = 10,    /* the proof has too few digests */
    HASHLANE_MERKLE_PROOF_TOO_LONG = 11,     /* the proof has too many */
    HASHLANE_MERKLE_FIRST_ROOT_DIFFERS = 12, /* the proof leads to another root of the first tree */
    HASHLANE_MERKLE_ROOT_DIFFERS = 13,       /* the proof leads to another root */
    HASHLANE_MERKLE_NO_ROOM = 14,            /* the proof is longer than the memory for it */
    HASHLANE_MERKLE_STOPPED = 15             /* a hashlane_merkle_progress said so */
};
HASHLANE_API const char* hashlane_merkle_reason(int result); /* a sentence for any result; never NULL */

/* How many digests a tree has; 0 for an unknown shape. SIZE_MAX when digests of 64 bytes would take more than SIZE_MAX
   bytes: no memory could hold the digests of a tree with that number of leaves. */
HASHLANE_API size_t hashlane_merkle_nodes(int shape, uint64_t leaves);

/* These compute all nodes of a tree: from leaves; from rows of one size, each `stride` bytes after the one before; from
   a column of strings by count + 1 offsets, as in Arrow; from digests of leaves that stand in `nodes` already.
   HASHLANE_ERROR_SIZE: nodes_size is not the size of all nodes in bytes.
   Overlap: HASHLANE_ERROR_OVERLAP when `nodes` lies over a leaf, or over the pointers, sizes or offsets. */
HASHLANE_API int hashlane_merkle_build(hashlane_algorithm algorithm, int shape, const void* const* leaves,
                                       const size_t* sizes, size_t count, void* nodes, size_t nodes_size,
                                       unsigned threads);
HASHLANE_API int hashlane_merkle_build_rows(hashlane_algorithm algorithm, int shape, const void* data, size_t size,
                                            size_t stride, size_t count, void* nodes, size_t nodes_size,
                                            unsigned threads);
HASHLANE_API int hashlane_merkle_build_offsets(hashlane_algorithm algorithm, int shape, const void* data,
                                               size_t data_size, const int64_t* offsets, size_t count, void* nodes,
                                               size_t nodes_size, unsigned threads);
HASHLANE_API int hashlane_merkle_build_digests(hashlane_algorithm algorithm, int shape, uint64_t count, void* nodes,
                                               size_t nodes_size, unsigned threads);

/* The same, with the progress of a long build, and with the same overlap. Every few milliseconds
   progress(context, done, total) is called on the caller's thread; both numbers count digests, and in the last call
   they are equal. If it returns anything but 0, the build ends with HASHLANE_MERKLE_STOPPED, and what is in `nodes` is
   no tree. No other thread works on the build during a call of progress. So progress may call the library, end or
   cancel its thread, and leave by longjmp or an exception of C++; `nodes` is no tree where it does not return. */
typedef int (*hashlane_merkle_progress)(void* context, uint64_t done, uint64_t total);
HASHLANE_API int hashlane_merkle_build_progress(hashlane_algorithm algorithm, int shape, const void* const* leaves,
                                                const size_t* sizes, size_t count, void* nodes, size_t nodes_size,
                                                unsigned threads, hashlane_merkle_progress progress, void* context);
HASHLANE_API int hashlane_merkle_build_rows_progress(hashlane_algorithm algorithm, int shape, const void* data,
                                                     size_t size, size_t stride, size_t count, void* nodes,
                                                     size_t nodes_size, unsigned threads,
                                                     hashlane_merkle_progress progress, void* context);
HASHLANE_API int hashlane_merkle_build_offsets_progress(hashlane_algorithm algorithm, int shape, const void* data,
                                                        size_t data_size, const int64_t* offsets, size_t count,
                                                        void* nodes, size_t nodes_size, unsigned threads,
                                                        hashlane_merkle_progress progress, void* context);

/* The root alone, in a fixed amount of memory. Overlap: it may lie over leaves, pointers, sizes and offsets. */
HASHLANE_API int hashlane_merkle_root(hashlane_algorithm algorithm, int shape, const void* const* leaves,
                                      const size_t* sizes, size_t count, void* root, size_t root_size,
                                      unsigned threads);
HASHLANE_API int hashlane_merkle_root_rows(hashlane_algorithm algorithm, int shape, const void* data, size_t size,
                                           size_t stride, size_t count, void* root, size_t root_size, unsigned threads);
HASHLANE_API int hashlane_merkle_root_offsets(hashlane_algorithm algorithm, int shape, const void* data,
                                              size_t data_size, const int64_t* offsets, size_t count, void* root,
                                              size_t root_size, unsigned threads);

/* The same for leaves that come one after the other: the root is there at any time. Many at once are quicker. A tree has
   at most 2^64 - 1 leaves: HASHLANE_ERROR_SIZE. Only subtrees lead near that.
   Overlap: a root may lie over leaves that were pushed. */
typedef struct hashlane_merkle_stream {
    uint64_t opaque[1024];
} hashlane_merkle_stream;
HASHLANE_API size_t hashlane_merkle_stream_statebytes(void);
HASHLANE_API int hashlane_merkle_stream_init(hashlane_merkle_stream* s, hashlane_algorithm algorithm, int shape);
HASHLANE_API int hashlane_merkle_stream_copy(hashlane_merkle_stream* to, const hashlane_merkle_stream* from);
HASHLANE_API void hashlane_merkle_stream_wipe(hashlane_merkle_stream* s);
HASHLANE_API int hashlane_merkle_stream_push(hashlane_merkle_stream* s, const void* leaf, size_t size);
HASHLANE_API int hashlane_merkle_stream_push_many(hashlane_merkle_stream* s, const void* const* leaves,
                                                  const size_t* sizes, size_t count, unsigned threads);
HASHLANE_API int hashlane_merkle_stream_push_rows(hashlane_merkle_stream* s, const void* data, size_t size,
                                                  size_t stride, size_t count, unsigned threads);
HASHLANE_API int hashlane_merkle_stream_push_offsets(hashlane_merkle_stream* s, const void* data, size_t data_size,
                                                     const int64_t* offsets, size_t count, unsigned threads);
/* Digests of leaves, one after the other: `size` bytes in all. */
HASHLANE_API int hashlane_merkle_stream_push_digests(hashlane_merkle_stream* s, const void* digests, size_t size,
                                                     unsigned threads);
/* The root of `leaves` leaves that were digested elsewhere: 1 or a power of the arity of the shape (of PLAIN4 4, else 2)
   that divides the number of leaves so far; else HASHLANE_ERROR_SIZE. */
HASHLANE_API int hashlane_merkle_stream_push_subtree(hashlane_merkle_stream* s, const void* root, size_t root_size,
                                                     uint64_t leaves);
HASHLANE_API int hashlane_merkle_stream_count(const hashlane_merkle_stream* s, uint64_t* leaves);
HASHLANE_API int hashlane_merkle_stream_root(const hashlane_merkle_stream* s, void* root, size_t root_size);

/* Replaces a leaf, and computes the nodes above it. Overlap: the leaf may lie in `nodes`. */
HASHLANE_API int hashlane_merkle_update(hashlane_algorithm algorithm, int shape, void* nodes, size_t nodes_size,
                                        uint64_t count, uint64_t index, const void* leaf, size_t leaf_size);

/* A proof that a leaf is in the tree: its digests from the leaf up, *proof_size bytes of them. On entry *proof_size is
   the size of the memory; 96 digests are enough for any tree. With HASHLANE_MERKLE_NO_ROOM it is set to what is needed.
   Overlap: the proof may lie over the nodes, which are no tree afterwards. */
HASHLANE_API int hashlane_merkle_prove(hashlane_algorithm algorithm, int shape, const void* nodes, size_t nodes_size,
                                       uint64_t count, uint64_t index, void* proof, size_t* proof_size);
/* A proof that the tree of the first `first` leaves is the beginning of this tree (RFC 9162 s.2.1.4). */
HASHLANE_API int hashlane_merkle_prove_consistency(hashlane_algorithm algorithm, int shape, const void* nodes,
                                                   size_t nodes_size, uint64_t count, uint64_t first, void* proof,
                                                   size_t* proof_size);

/* HASHLANE_OK, or why the proof is refused. */
HASHLANE_CHECK int hashlane_merkle_verify(hashlane_algorithm algorithm, int shape, const void* leaf, size_t leaf_size,
                                          uint64_t index, uint64_t count, const void* proof, size_t proof_size,
                                          const void* root, size_t root_size);
/* As hashlane_merkle_verify, with the digest of the leaf. Only a trusted `count` tells it from an inner node. */
HASHLANE_CHECK int hashlane_merkle_verify_digest(hashlane_algorithm algorithm, int shape, const void* leaf,
                                                 size_t leaf_size, uint64_t index, uint64_t count, const void* proof,
                                                 size_t proof_size, const void* root, size_t root_size);
HASHLANE_CHECK int hashlane_merkle_verify_consistency(hashlane_algorithm algorithm, int shape, uint64_t first,
                                                      uint64_t second, const void* first_root, const void* second_root,
                                                      size_t root_size, const void* proof, size_t proof_size);

#ifdef __cplusplus
}
#endif

#endif
