/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The older C interface to SHA-2. Contexts live on the stack; a call that cannot be done returns -1 and writes nothing. */
#ifndef SHA2_H
#define SHA2_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SHA224_DIGEST_SIZE 28
#define SHA256_DIGEST_SIZE 32
#define SHA384_DIGEST_SIZE 48
#define SHA512_DIGEST_SIZE 64
#define SHA2_MAX_DIGEST_SIZE 64

#define SHA224_BLOCK_SIZE 64
#define SHA256_BLOCK_SIZE 64
#define SHA384_BLOCK_SIZE 128
#define SHA512_BLOCK_SIZE 128
#define SHA2_MAX_BLOCK_SIZE 128

/* With a type of its own, C++ too may ask about a number that is no enumerator. */
#if defined(__cplusplus) && __cplusplus >= 201103L
#define SHA2_UNDERLYING : unsigned int
#else
#define SHA2_UNDERLYING
#endif
typedef enum SHA2_UNDERLYING { SHA2_224 = 0, SHA2_256 = 1, SHA2_384 = 2, SHA2_512 = 3 } sha2_hash_type;

/* The state of a hash. It may be copied by assignment or memcpy, also in the middle of a message. `words` belongs to the
   library. u.sha256.state and u.sha512.state are the chaining value (FIPS 180-4 s.6.2.2 and s.6.4.2), as they were in
   the older library; the other members of the older type are gone. */
typedef struct sha2_ctx {
    union {
        uint64_t words[26];
        struct {
            uint32_t state[8];
        } sha256; /* SHA2_224, SHA2_256 */
        struct {
            uint64_t state[8];
        } sha512; /* SHA2_384, SHA2_512 */
    } u;
    uint64_t type;
} sha2_ctx;

/* 0, or -1: a null pointer (data too, even of no bytes), an unknown type. After sha2_final a context takes nothing more
   until the next sha2_init. */
int sha2_init(sha2_ctx* ctx, sha2_hash_type type);
int sha2_update(sha2_ctx* ctx, const void* data, size_t len);

/* The number of bytes written, or -1: a null pointer, an unknown type, digest_size too small. */
int sha2_final(sha2_ctx* ctx, void* digest, size_t digest_size);
int sha2_hash(sha2_hash_type type, const void* data, size_t len, void* digest, size_t digest_size);

/* 0 for an unknown type. */
size_t sha2_get_digest_size(sha2_hash_type type);
size_t sha2_get_block_size(sha2_hash_type type);
const char* sha2_version(void);

/* A hash function as a table of functions; ctx_size bytes, aligned as malloc does, are its context. */
typedef struct sha2_hash_function {
    int (*init)(void* ctx);
    int (*update)(void* ctx, const void* data, size_t len);
    int (*final)(void* ctx, void* digest, size_t digest_size);
    size_t ctx_size;
    size_t digest_size;
    const char* name;
} sha2_hash_function;

/* NULL for an unknown type. Lives as long as the program; never to be freed. */
const sha2_hash_function* sha2_get_hash_function(sha2_hash_type type);

/* The name is copied. NULL for a null pointer, a size of zero, or no memory. */
sha2_hash_function* sha2_create_hash_function(const char* name, size_t ctx_size, size_t digest_size, int (*init)(void*),
                                              int (*update)(void*, const void*, size_t),
                                              int (*final)(void*, void*, size_t));
void sha2_free_hash_function(sha2_hash_function* function);

/* Batches over all cores: n messages of one length side by side in data, their digests side by side in digests.
   0, or -1: a null pointer, an unknown type, digests that overlap data. Where there is nothing to read or to write, a
   pointer may be null. sha2_hash_parallel takes messages of one block, sha2_get_block_size(type) bytes each. */
int sha2_hash_parallel(sha2_hash_type type, const void* data, void* digests, size_t n);
int sha2_hash_many(sha2_hash_type type, const void* data, size_t msg_len, void* digests, size_t n);

/* The compression function of SHA-256 (FIPS 180-4 s.6.2.2) over `blocks` blocks of 64 bytes each. `state` is the chaining
   value, eight words in the byte order of the machine. The name is that of the older library's assembly; here it runs
   the fastest kernel that the processor has, with or without its SHA instructions. Programs declare it themselves, as
   they did: this declaration agrees with theirs. */
void sha256_ni_transform(uint32_t* state, const void* data, uint64_t blocks);

static inline int sha224_hash_many(const void* data, size_t msg_len, void* digests, size_t n) {
    return sha2_hash_many(SHA2_224, data, msg_len, digests, n);
}
static inline int sha256_hash_many(const void* data, size_t msg_len, void* digests, size_t n) {
    return sha2_hash_many(SHA2_256, data, msg_len, digests, n);
}
static inline int sha384_hash_many(const void* data, size_t msg_len, void* digests, size_t n) {
    return sha2_hash_many(SHA2_384, data, msg_len, digests, n);
}
static inline int sha512_hash_many(const void* data, size_t msg_len, void* digests, size_t n) {
    return sha2_hash_many(SHA2_512, data, msg_len, digests, n);
}

#ifdef __cplusplus
}
#endif

#endif
