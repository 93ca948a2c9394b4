/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Many messages on a GPU of NVIDIA: rows of a table, columns with offsets, Merkle trees, proofs of work. The library loads
   the driver (libcuda.so.1) when a device is opened; no other part of CUDA is needed. Link with -lhashlane_gpu.

   Algorithms have the names of Hashlane: sha256, sha512, sha3-256, keccak-256, shake128 (32 bytes), shake256 (64),
   turboshake128 (32), kt128 (32), ascon-hash256. Nothing here takes a key: a name such as hmac-sha256 is an error. What the
   library copies from the host to the device is overwritten with zeros there before the call ends, also after an error.
   Registers, the stacks of threads, caches, digests and memory of the caller are not, so a message that must stay secret does
   not belong there.

   A device object keeps the memory of the device that its calls needed. It gives this memory back when it is closed, or when
   a call finds too little memory. It keeps at most:
     - for messages of the host: 256 MiB, or one message where that is longer
     - for offsets of the host: 128 MiB
     - for digests that go to the host: 512 MiB where a digest has 32 bytes, 1 GiB where it has 64
     - for trees: all digests of the largest tree
     - for outputs over an input on the device: the results of the largest such call

   An output may lie over any input of its call, also in part: then the results are in memory of the library first, and are
   copied at the end.

   Every function returns HASHLANE_GPU_OK or one of the errors below; after an error the outputs hold nothing of use.
   Functions may be called by several threads, on one device object by one at a time. */
#ifndef HASHLANE_GPU_H
#define HASHLANE_GPU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HASHLANE_GPU_API __attribute__((visibility("default")))
#define HASHLANE_GPU_CHECK HASHLANE_GPU_API __attribute__((warn_unused_result))

enum {
    HASHLANE_GPU_OK = 0,
    HASHLANE_GPU_NOT_FOUND = 1,        /* hashlane_gpu_grind: none of these nonces */
    HASHLANE_GPU_ERROR_DRIVER = -1,    /* libcuda.so.1 is not here, too old, or does not start */
    HASHLANE_GPU_ERROR_DEVICE = -2,    /* no such device, or it was lost: close it, and open it again */
    HASHLANE_GPU_ERROR_MEMORY = -3,    /* the device or the host has too little memory */
    HASHLANE_GPU_ERROR_ALGORITHM = -4, /* no such algorithm here, or it takes a key */
    HASHLANE_GPU_ERROR_ARGUMENT = -5   /* a null pointer, sizes whose product is too large, or offsets that decrease */
};

/* Where the messages and the results of a call are. */
enum {
    /* memory of the program: the library copies */
    HASHLANE_GPU_HOST = 0,
    /* memory of the device, of its primary context: pointers as cuMemAlloc gives them. They are not checked, offsets there
       neither. */
    HASHLANE_GPU_DEVICE = 1
};

typedef struct hashlane_gpu hashlane_gpu;

/* Opens the device with this number, from 0 on. *gpu is a new object for hashlane_gpu_close, or NULL after an error. */
HASHLANE_GPU_CHECK int hashlane_gpu_open(hashlane_gpu** gpu, int number);
/* Waits for the device and frees what the object has. NULL is allowed. */
HASHLANE_GPU_API void hashlane_gpu_close(hashlane_gpu* gpu);
/* One sentence about the last error of this thread; never NULL. It is valid until the next call in this thread. */
HASHLANE_GPU_API const char* hashlane_gpu_reason(void);
/* The bytes of a digest; 0: no such algorithm here. */
HASHLANE_GPU_API size_t hashlane_gpu_digest_size(const char* algorithm);
/* The name of algorithm i, from 0 on; NULL: there are no more. */
HASHLANE_GPU_API const char* hashlane_gpu_algorithm(size_t i);

/* The digests of `count` rows of `width` bytes that stand side by side. Rows of the host are copied in parts of at most 256 MiB
   or one row. */
HASHLANE_GPU_CHECK int hashlane_gpu_digest_rows(hashlane_gpu* gpu, const char* algorithm, int where, const void* rows,
                                                size_t width, size_t count, void* digests);
/* The digests of `count` messages: message i is data[offsets[i]] up to data[offsets[i + 1]], as in a column of Arrow. There are
   count + 1 offsets, and none is below 0 or above data_size. */
HASHLANE_GPU_CHECK int hashlane_gpu_digest_offsets(hashlane_gpu* gpu, const char* algorithm, int where,
                                                   const void* data, size_t data_size, const int64_t* offsets,
                                                   size_t count, void* digests);
/* The digests of `count` pairs of digests that stand side by side: of two neighbours, without a prefix. */
HASHLANE_GPU_CHECK int hashlane_gpu_hash_pairs(hashlane_gpu* gpu, const char* algorithm, int where, const void* digests,
                                               size_t count, void* parents);
/* The root of the Merkle tree of RFC 9162 s.2.1.1 whose leaves are these rows; there is at least one. */
HASHLANE_GPU_CHECK int hashlane_gpu_merkle_root(hashlane_gpu* gpu, const char* algorithm, int where, const void* rows,
                                                size_t width, size_t count, void* root);
/* All levels of this tree, one after the other: the digests of the leaves, then their parents, at last the root. A last node
   without a neighbour stands in the next level as it is. hashlane_gpu_merkle_nodes says how many digests that is. */
HASHLANE_GPU_CHECK int hashlane_gpu_merkle_levels(hashlane_gpu* gpu, const char* algorithm, int where, const void* rows,
                                                  size_t width, size_t count, void* levels);
HASHLANE_GPU_API size_t hashlane_gpu_merkle_nodes(size_t count);
/* KT128 (RFC 9861) of one message with a customization string: out_size bytes of output. `where` is the place of the message;
   the string and the output are in memory of the host. A thread of the device digests 8192 bytes. */
HASHLANE_GPU_CHECK int hashlane_gpu_kt128(hashlane_gpu* gpu, int where, const void* message, size_t size,
                                          const void* customization, size_t customization_size, void* out,
                                          size_t out_size);
/* The smallest of the nonces first, first + 1 ... first + count - 1 with which the digest of the prefix and the nonce, in
   8 bytes with the low byte first, begins with `bits` zero bits, the high bit of a byte first. The prefix and *nonce are in
   memory of the host. HASHLANE_GPU_NOT_FOUND: there is none. */
HASHLANE_GPU_CHECK int hashlane_gpu_grind(hashlane_gpu* gpu, const char* algorithm, const void* prefix, size_t size,
                                          unsigned bits, uint64_t first, uint64_t count, uint64_t* nonce);

#ifdef __cplusplus
}
#endif

#endif
