/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Messages in pieces, with a type for each algorithm.

   hashlane_hash of hashlane.h holds the state of any algorithm, and so has 2,560 bytes. The states here have the size of
   their algorithm alone, 112 bytes for SHA-256, and start and end sooner: use them where short messages come in pieces.
   They do no more than that: bits, threads, exported states and algorithms by name are for hashlane_hash.

       hashlane_sha256_state state;
       uint8_t digest[hashlane_sha256_digest_size];
       hashlane_sha256_init(&state);
       hashlane_sha256_update(&state, data, size);
       hashlane_sha256_digest(&state, digest);

   A state may be copied by assignment. It holds no pointers, and nothing is allocated. A function that gives a digest, a
   tag or output works on a copy of the state, so that more of the message may follow. _wipe overwrites a state with zeros;
   it takes a null pointer too. States of MACs hold secrets: wipe them.

   The functions return HASHLANE_OK, or a code of hashlane.h, and have then written nothing:
   HASHLANE_ERROR_STATE, the state was not initialised or was wiped; HASHLANE_ERROR_NULL, a null pointer with a length, a
   length above PTRDIFF_MAX, or a null pointer for a result or for the state that is to be initialised.

   Overlap: what an init function is given may overlap nothing of the state that it initialises. A result may lie over
   everything that was absorbed, the key and the customization string, but not over the state. */
#ifndef HASHLANE_TYPED_H
#define HASHLANE_TYPED_H

#include "hashlane.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The tables: a row for each algorithm. X(name, ...) declares, below, what belongs to it. The last column is the size of
   the state in bytes: that of the object of C++, and 8. A program may use the tables to declare what it needs for each
   algorithm. */

/* clang-format off */
#define HASHLANE_TYPED_HASHES(X) /* X(name, bytes of the digest, bytes of the state) */ \
    X(sha224, 28, 112)     X(sha256, 32, 112)     X(sha384, 48, 216)     X(sha512, 64, 216) \
    X(sha512_224, 28, 216) X(sha512_256, 32, 216) \
    X(sha3_224, 28, 216)   X(sha3_256, 32, 216)   X(sha3_384, 48, 216)   X(sha3_512, 64, 216) \
    X(keccak_224, 28, 216) X(keccak_256, 32, 216) X(keccak_384, 48, 216) X(keccak_512, 64, 216) \
    X(ascon_hash256, 32, 56) X(ascon_hash, 32, 56) X(ascon_hasha, 32, 56)

#define HASHLANE_TYPED_XOFS(X) /* X(name, bytes of the state); xofs without parameters */ \
    X(shake128, 216) X(shake256, 216) X(ascon_xof128, 56) X(ascon_xof, 56) X(ascon_xofa, 56)

#define HASHLANE_TYPED_TURBOSHAKES(X) /* with a domain separation byte */ \
    X(turboshake128, 224) X(turboshake256, 224)

#define HASHLANE_TYPED_CUSTOMIZED_XOFS(X) /* with a customization string */ \
    X(kt128, 712) X(kt256, 712) X(ascon_cxof128, 56)

#define HASHLANE_TYPED_CSHAKES(X) /* with a function name and a customization string */ \
    X(cshake128, 224) X(cshake256, 224)

#define HASHLANE_TYPED_HMACS(X) /* X(name, bytes of the tag, bytes of the state) */ \
    X(hmac_sha224, 28, 216)     X(hmac_sha256, 32, 216)     X(hmac_sha384, 48, 424)   X(hmac_sha512, 64, 424) \
    X(hmac_sha512_224, 28, 424) X(hmac_sha512_256, 32, 424) \
    X(hmac_sha3_224, 28, 424)   X(hmac_sha3_256, 32, 424)   X(hmac_sha3_384, 48, 424) X(hmac_sha3_512, 64, 424)

#define HASHLANE_TYPED_KMACS(X) /* X(name, bytes of the usual tag, bytes of the state) */ \
    X(kmac128, 32, 224) X(kmac256, 64, 224)
/* clang-format on */

/* hashlane_NAME_state, an opaque object of `bytes` bytes, and what wipes it. */
#define HASHLANE_DECLARE_STATE(name, bytes)                                                                            \
    typedef struct hashlane_##name##_state {                                                                           \
        uint64_t opaque[(bytes) / 8];                                                                                  \
    } hashlane_##name##_state;                                                                                         \
    HASHLANE_API void hashlane_##name##_wipe(hashlane_##name##_state* state);

/* A hash:
     hashlane_sha256_digest_size                                  bytes of the digest, a constant
     int hashlane_sha256_init(hashlane_sha256_state* state)
     int hashlane_sha256_update(hashlane_sha256_state* state, const void* data, size_t size)
     int hashlane_sha256_digest(const hashlane_sha256_state* state, uint8_t digest[hashlane_sha256_digest_size])
     void hashlane_sha256_wipe(hashlane_sha256_state* state) */
#define HASHLANE_DECLARE_HASH(name, digest_bytes, state_bytes)                                                         \
    enum { hashlane_##name##_digest_size = (digest_bytes) };                                                           \
    HASHLANE_DECLARE_STATE(name, state_bytes)                                                                          \
    HASHLANE_API int hashlane_##name##_init(hashlane_##name##_state* state);                                           \
    HASHLANE_API int hashlane_##name##_update(hashlane_##name##_state* state, const void* data, size_t size);          \
    HASHLANE_API int hashlane_##name##_digest(const hashlane_##name##_state* state, uint8_t digest[digest_bytes]);
HASHLANE_TYPED_HASHES(HASHLANE_DECLARE_HASH)

/* An xof, without its init function:
     int hashlane_shake128_absorb(hashlane_shake128_state* state, const void* data, size_t size)
     int hashlane_shake128_digest(const hashlane_shake128_state* state, void* out, size_t size)   the first bytes
     void hashlane_shake128_wipe(hashlane_shake128_state* state)
   and its output as a stream, of everything that the state has absorbed when the reader is initialised:
     int hashlane_shake128_reader_init(hashlane_shake128_reader* reader, const hashlane_shake128_state* state)
     int hashlane_shake128_reader_squeeze(hashlane_shake128_reader* reader, void* out, size_t size)      the next bytes
     void hashlane_shake128_reader_wipe(hashlane_shake128_reader* reader) */
#define HASHLANE_DECLARE_XOF(name, bytes)                                                                              \
    HASHLANE_DECLARE_STATE(name, bytes)                                                                                \
    typedef struct hashlane_##name##_reader {                                                                          \
        uint64_t opaque[(bytes) / 8];                                                                                  \
    } hashlane_##name##_reader;                                                                                        \
    HASHLANE_API void hashlane_##name##_reader_wipe(hashlane_##name##_reader* reader);                                 \
    HASHLANE_API int hashlane_##name##_absorb(hashlane_##name##_state* state, const void* data, size_t size);          \
    HASHLANE_API int hashlane_##name##_digest(const hashlane_##name##_state* state, void* out, size_t size);           \
    HASHLANE_API int hashlane_##name##_reader_init(hashlane_##name##_reader* reader,                                   \
                                                   const hashlane_##name##_state* state);                              \
    HASHLANE_API int hashlane_##name##_reader_squeeze(hashlane_##name##_reader* reader, void* out, size_t size);
HASHLANE_TYPED_XOFS(HASHLANE_DECLARE_XOF)
HASHLANE_TYPED_TURBOSHAKES(HASHLANE_DECLARE_XOF)
HASHLANE_TYPED_CUSTOMIZED_XOFS(HASHLANE_DECLARE_XOF)
HASHLANE_TYPED_CSHAKES(HASHLANE_DECLARE_XOF)

/* int hashlane_shake128_init(hashlane_shake128_state* state) */
#define HASHLANE_DECLARE_INIT(name, bytes) HASHLANE_API int hashlane_##name##_init(hashlane_##name##_state* state);
HASHLANE_TYPED_XOFS(HASHLANE_DECLARE_INIT)

/* int hashlane_turboshake128_init(hashlane_turboshake128_state* state, unsigned domain)
   The domain separation byte D of RFC 9861 s.2.2; 0x1f is the usual one. HASHLANE_ERROR_OPTION: it is not in 1..127. */
#define HASHLANE_DECLARE_DOMAIN_INIT(name, bytes)                                                                      \
    HASHLANE_API int hashlane_##name##_init(hashlane_##name##_state* state, unsigned domain);
HASHLANE_TYPED_TURBOSHAKES(HASHLANE_DECLARE_DOMAIN_INIT)

/* int hashlane_kt128_init(hashlane_kt128_state* state, const void* customization, size_t customization_size)
   HASHLANE_ERROR_OPTION: the customization string has more than 256 bytes. */
#define HASHLANE_DECLARE_CUSTOMIZED_INIT(name, bytes)                                                                  \
    HASHLANE_API int hashlane_##name##_init(hashlane_##name##_state* state, const void* customization,                 \
                                            size_t customization_size);
HASHLANE_TYPED_CUSTOMIZED_XOFS(HASHLANE_DECLARE_CUSTOMIZED_INIT)

/* int hashlane_cshake128_init(hashlane_cshake128_state* state, const void* function_name, size_t function_name_size,
                               const void* customization, size_t customization_size) */
#define HASHLANE_DECLARE_CSHAKE_INIT(name, bytes)                                                                      \
    HASHLANE_API int hashlane_##name##_init(hashlane_##name##_state* state, const void* function_name,                 \
                                            size_t function_name_size, const void* customization,                      \
                                            size_t customization_size);
HASHLANE_TYPED_CSHAKES(HASHLANE_DECLARE_CSHAKE_INIT)

/* What both kinds of MACs have:
     hashlane_kmac128_tag_size                                    bytes of the usual tag, a constant
     int hashlane_kmac128_update(hashlane_kmac128_state* state, const void* data, size_t size)
     int hashlane_kmac128_verify(const hashlane_kmac128_state* state, const void* tag, size_t tag_size)
     void hashlane_kmac128_wipe(hashlane_kmac128_state* state)
   verify returns HASHLANE_OK or HASHLANE_FORGED. It takes the same time for any wrong tag of one size.
   HASHLANE_ERROR_SIZE: the tag has not tag_size bytes; a KMAC also takes more, up to 1024. Shorter tags are for
   hashlane_hash_verify. */
#define HASHLANE_DECLARE_MAC(name, tag_bytes, state_bytes)                                                             \
    enum { hashlane_##name##_tag_size = (tag_bytes) };                                                                 \
    HASHLANE_DECLARE_STATE(name, state_bytes)                                                                          \
    HASHLANE_API int hashlane_##name##_update(hashlane_##name##_state* state, const void* data, size_t size);          \
    HASHLANE_CHECK int hashlane_##name##_verify(const hashlane_##name##_state* state, const void* tag, size_t tag_size);
HASHLANE_TYPED_HMACS(HASHLANE_DECLARE_MAC)
HASHLANE_TYPED_KMACS(HASHLANE_DECLARE_MAC)

/* int hashlane_hmac_sha256_init(hashlane_hmac_sha256_state* state, const void* key, size_t key_size)
   int hashlane_hmac_sha256_tag(const hashlane_hmac_sha256_state* state, uint8_t tag[hashlane_hmac_sha256_tag_size])
   HASHLANE_ERROR_KEY: the key is a null pointer. A key of 0 bytes is one. */
#define HASHLANE_DECLARE_HMAC(name, tag_bytes, state_bytes)                                                            \
    HASHLANE_API int hashlane_##name##_init(hashlane_##name##_state* state, const void* key, size_t key_size);         \
    HASHLANE_API int hashlane_##name##_tag(const hashlane_##name##_state* state, uint8_t tag[tag_bytes]);
HASHLANE_TYPED_HMACS(HASHLANE_DECLARE_HMAC)

/* int hashlane_kmac128_init(hashlane_kmac128_state* state, const void* key, size_t key_size, const void* customization,
                             size_t customization_size)
   int hashlane_kmac128_tag(const hashlane_kmac128_state* state, void* tag, size_t tag_size)
   HASHLANE_ERROR_KEY as above. A tag of another size is another tag, not the beginning of one (SP 800-185 s.4.3). */
#define HASHLANE_DECLARE_KMAC(name, tag_bytes, state_bytes)                                                            \
    HASHLANE_API int hashlane_##name##_init(hashlane_##name##_state* state, const void* key, size_t key_size,          \
                                            const void* customization, size_t customization_size);                     \
    HASHLANE_API int hashlane_##name##_tag(const hashlane_##name##_state* state, void* tag, size_t tag_size);
HASHLANE_TYPED_KMACS(HASHLANE_DECLARE_KMAC)

#undef HASHLANE_DECLARE_STATE
#undef HASHLANE_DECLARE_HASH
#undef HASHLANE_DECLARE_XOF
#undef HASHLANE_DECLARE_INIT
#undef HASHLANE_DECLARE_DOMAIN_INIT
#undef HASHLANE_DECLARE_CUSTOMIZED_INIT
#undef HASHLANE_DECLARE_CSHAKE_INIT
#undef HASHLANE_DECLARE_MAC
#undef HASHLANE_DECLARE_HMAC
#undef HASHLANE_DECLARE_KMAC

#ifdef __cplusplus
}
#endif

#endif
