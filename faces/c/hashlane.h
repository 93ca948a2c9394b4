/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hashlane from C: every algorithm of the library by a number or by its name.

   Contexts are fixed-size objects without pointers to memory of their own: put them on the stack, copy them with the
   _copy functions, and wipe them when they held a secret. Nothing is allocated. Functions that can fail return
   HASHLANE_OK (0) or one of the negative codes below. With a negative code they have written nothing, except with
   HASHLANE_FORGED and HASHLANE_REFUSED_WORK. A null pointer with a length of 0 is an empty string. Different contexts
   may be used by different threads. pthread_cancel takes effect after a call. What a program leaves out is a null
   pointer: no number stands for "the usual one", except 0 threads, which are HASHLANE_ALL_CORES.
   Overlap: the comment of each function says over what its output may lie, in whole or in part. Two arguments that are
   both written must be apart, and no argument may lie over a context of the call (hashlane_hash and so on). */
#ifndef HASHLANE_H
#define HASHLANE_H

#include <stddef.h>
#include <stdint.h>

#define HASHLANE_VERSION_MAJOR 0
#define HASHLANE_VERSION_MINOR 2
#define HASHLANE_VERSION_PATCH 0
#define HASHLANE_VERSION "0.2.0"

#if defined(_WIN32) && defined(__GNUC__)
#if defined(HASHLANE_BUILD_DLL)
#define HASHLANE_API __attribute__((dllexport))
#else
#define HASHLANE_API
#endif
#define HASHLANE_CHECK HASHLANE_API __attribute__((warn_unused_result))
#elif defined(__GNUC__)
#define HASHLANE_API __attribute__((visibility("default")))
#define HASHLANE_CHECK __attribute__((visibility("default"), warn_unused_result))
#else
#define HASHLANE_API
#define HASHLANE_CHECK
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What can go wrong. */
enum {
    HASHLANE_OK = 0,
    HASHLANE_ERROR_ALGORITHM = -1, /* no such algorithm, or not one of the kind that the function wants */
    HASHLANE_ERROR_NULL = -2,      /* a null pointer with a length, or a length above PTRDIFF_MAX */
    HASHLANE_ERROR_SIZE = -3,      /* an output, tag or digest of a size that the algorithm does not have */
    HASHLANE_ERROR_KEY = -4,       /* no key where one is needed, one where none is taken, or of a wrong size */
    HASHLANE_ERROR_NONCE = -5,     /* a nonce of a wrong size */
    HASHLANE_ERROR_OPTION = -6,    /* an option that the algorithm does not take, or out of its range */
    HASHLANE_ERROR_STATE = -7,     /* a context that was not initialised, was wiped, or is in another phase */
    HASHLANE_ERROR_IMPORT = -8,    /* an exported state that is damaged, or of another algorithm */
    HASHLANE_ERROR_OFFSETS = -9,   /* offsets that decrease or lead outside the data */
    HASHLANE_ERROR_OVERLAP = -10,  /* buffers overlap that must not, as the comment of the function says */
    HASHLANE_ERROR_TARGET = -11,   /* an instruction set that is unknown or not of this processor */
    HASHLANE_FORGED = -12,         /* the tag is not that of these data; text, if any, is all zero */
    /* a proof (hashlane_transcript.h): */
    HASHLANE_REFUSED_TRUNCATED = -13, /* ends within a message */
    HASHLANE_REFUSED_CANONICAL = -14, /* has an integer that is not below its modulus */
    HASHLANE_REFUSED_TRAILING = -15,  /* goes on after its last message */
    HASHLANE_REFUSED_WORK = -16,      /* has a nonce that does not do the proof of work */
    HASHLANE_ERROR_SELFTEST = -17     /* hashlane_selftest found this library to be damaged */
};
/* One sentence for each code; never NULL. */
HASHLANE_API const char* hashlane_strerror(int error);

/* The algorithms. The numbers are part of the ABI. 0 is none.
   HMAC, HKDF and PBKDF2 over a hash h of 1 to 14: HASHLANE_HMAC + h, HASHLANE_HKDF + h, HASHLANE_PBKDF2 + h. */
/* clang-format off */
enum {
    HASHLANE_SHA224 = 1, HASHLANE_SHA256 = 2, HASHLANE_SHA384 = 3, HASHLANE_SHA512 = 4,
    HASHLANE_SHA512_224 = 5, HASHLANE_SHA512_256 = 6,
    HASHLANE_SHA3_224 = 7, HASHLANE_SHA3_256 = 8, HASHLANE_SHA3_384 = 9, HASHLANE_SHA3_512 = 10,
    HASHLANE_KECCAK_224 = 11, HASHLANE_KECCAK_256 = 12, HASHLANE_KECCAK_384 = 13, HASHLANE_KECCAK_512 = 14,
    HASHLANE_SHAKE128 = 15, HASHLANE_SHAKE256 = 16, HASHLANE_CSHAKE128 = 17, HASHLANE_CSHAKE256 = 18,
    HASHLANE_KMAC128 = 19, HASHLANE_KMAC256 = 20, HASHLANE_KMACXOF128 = 21, HASHLANE_KMACXOF256 = 22,
    HASHLANE_TUPLEHASH128 = 23, HASHLANE_TUPLEHASH256 = 24,
    HASHLANE_TUPLEHASHXOF128 = 25, HASHLANE_TUPLEHASHXOF256 = 26,
    HASHLANE_PARALLELHASH128 = 27, HASHLANE_PARALLELHASH256 = 28,
    HASHLANE_PARALLELHASHXOF128 = 29, HASHLANE_PARALLELHASHXOF256 = 30,
    HASHLANE_TURBOSHAKE128 = 31, HASHLANE_TURBOSHAKE256 = 32,
    HASHLANE_KT128 = 33, HASHLANE_KT256 = 34, HASHLANE_HOPMAC128 = 35, HASHLANE_HOPMAC256 = 36,
    HASHLANE_ASCON_HASH256 = 37, HASHLANE_ASCON_XOF128 = 38, HASHLANE_ASCON_CXOF128 = 39,
    HASHLANE_ASCON_AEAD128 = 40,
    HASHLANE_ASCON_HASH = 41, HASHLANE_ASCON_HASHA = 42, HASHLANE_ASCON_XOF = 43, HASHLANE_ASCON_XOFA = 44,
    HASHLANE_ASCON_128 = 45, HASHLANE_ASCON_128A = 46, HASHLANE_ASCON_80PQ = 47,
    HASHLANE_HMAC = 64, HASHLANE_HKDF = 128, HASHLANE_PBKDF2 = 192,
    HASHLANE_LAST = 255, /* no number is above */
    HASHLANE_SHORT_TAGS = 256 /* see hashlane_aead_encrypt */
};
/* clang-format on */
enum { HASHLANE_ALL_CORES = 0 }; /* for arguments named threads */
typedef int hashlane_algorithm;

typedef enum {
    HASHLANE_KIND_HASH = 0,
    HASHLANE_KIND_XOF = 1,
    HASHLANE_KIND_MAC = 2,
    HASHLANE_KIND_KDF = 3,
    HASHLANE_KIND_AEAD = 4
} hashlane_kind;

/* What an algorithm takes besides the message: bits of hashlane_info.parameters. */
enum {
    HASHLANE_TAKES_KEY = 1,
    HASHLANE_TAKES_CUSTOMIZATION = 2,
    HASHLANE_TAKES_FUNCTION_NAME = 4,
    HASHLANE_TAKES_PARALLEL_BLOCK = 8,
    HASHLANE_TAKES_DOMAIN = 16,
    HASHLANE_TAKES_ELEMENTS = 32 /* each update is one element of a tuple */
};

typedef struct hashlane_info {
    const char *name, *family, *standard;
    hashlane_kind kind;
    int any_length;             /* digest_size is only the usual one */
    size_t digest_size;         /* bytes; of an AEAD the tag, of a KDF the key */
    size_t block_size;          /* bytes; block or rate */
    unsigned security_strength; /* bits */
    unsigned parameters;
} hashlane_info;

HASHLANE_API hashlane_algorithm hashlane_find(const char* name); /* exact names only; 0: none */
/* Returns the registered name that is nearest to a wrong one: "sha3-256" for "SHA3_256". NULL: none is near. */
HASHLANE_API const char* hashlane_nearest_name(const char* name);
HASHLANE_API const hashlane_info* hashlane_describe(hashlane_algorithm number); /* NULL: none */

/* Instruction sets. The library chooses the fastest; HASHLANE_TARGET in the environment forces one. */
HASHLANE_API const char* hashlane_version(void);
HASHLANE_API const char* hashlane_target(void);                   /* the widest in use */
HASHLANE_API const char* hashlane_available_target(size_t index); /* those of this processor; NULL after the last */
/* Forces a target. It is in use with those that it includes and with the baseline; "" takes all targets again. */
HASHLANE_API int hashlane_use_target(const char* name);

/* Compares published answers with those of every kernel of every instruction set of this processor, which finds a
   library that was damaged on a disk or in memory. Returns HASHLANE_OK or HASHLANE_ERROR_SELFTEST. It takes less than a
   tenth of a second and 64 KiB of stack, and forces the targets in turn meanwhile: one thread at a time may call it,
   and no thread hashlane_use_target during the call. HASHLANE_SELFTEST=1 in the environment runs it when the shared
   library is loaded, and a wrong answer then ends the process. */
HASHLANE_CHECK int hashlane_selftest(void);

/* Options begin as hashlane_options o = HASHLANE_OPTIONS, which leaves out all of them; a null pointer does the same. An
   option that the algorithm would ignore, or one out of its range, is HASHLANE_ERROR_OPTION. A customization string or a
   function name of 0 bytes counts as left out. Later versions may add fields at the end: struct_size says which ones a
   program knows. */
typedef struct hashlane_options {
    size_t struct_size; /* sizeof(hashlane_options) */
    const void* key;    /* NULL: none. A key of 0 bytes is one too. */
    size_t key_size;
    const void* customization; /* KangarooTwelve, HopMAC and Ascon-CXOF128 take at most 256 bytes */
    size_t customization_size;
    const void* function_name; /* N of cSHAKE */
    size_t function_name_size;
    const size_t* parallel_block; /* B of ParallelHash, 1 byte or more; NULL: 8192 */
    const uint8_t* domain;        /* D of TurboSHAKE, 1 to 127; NULL: 0x1f */
    const size_t* shortest_tag;   /* bytes; NULL: verify no tag that is shorter than the usual one, see hashlane_tag */
} hashlane_options;
#define HASHLANE_OPTIONS {sizeof(hashlane_options), NULL, 0, NULL, 0, NULL, 0, NULL, NULL, NULL}

/* The digest of one message: digest_size bytes, or any number where any_length is set (hashlane_info).
   Overlap: out may lie over the message and over everything that belongs to the options. */
HASHLANE_API int hashlane_digest(hashlane_algorithm algorithm, const void* message, size_t size, void* out,
                                 size_t out_size);
HASHLANE_API int hashlane_digest_with(hashlane_algorithm algorithm, const hashlane_options* options,
                                      const void* message, size_t size, void* out, size_t out_size);
/* A message of `bits` bits. The bits of a last byte that is not whole are its high ones in SHA-2 and Ascon v1.2, and
   its low ones in all others. KangarooTwelve, HopMAC, tuples and HMAC have messages of whole bytes alone: for them any
   number of bits is HASHLANE_ERROR_ALGORITHM. Overlap: as hashlane_digest_with. */
HASHLANE_API int hashlane_digest_bits(hashlane_algorithm algorithm, const hashlane_options* options,
                                      const void* message, uint64_t bits, void* out, size_t out_size);
/* The tag of a mac, and whether a tag is the right one. hashlane_verify takes the same time for any wrong tag of one size;
   it takes tags of digest_size to 1024 bytes, of an HMAC the whole tag. The option shortest_tag allows shorter ones, in
   hashlane_verify_with and hashlane_hash_verify: from that many bytes on. They are 4 or more (SP 800-185 s.8.4.2); a
   forger guesses a tag of 4 bytes with a probability of 2^-32. Of an HMAC they are at least 10 and half of the tag
   (RFC 2104 s.5), and hashlane_tag_with then also gives such a beginning of the tag.
   Overlap: tag may lie over the key, the message and everything that belongs to the options. */
HASHLANE_API int hashlane_tag(hashlane_algorithm algorithm, const void* key, size_t key_size, const void* message,
                              size_t size, void* tag, size_t tag_size);
HASHLANE_API int hashlane_tag_with(hashlane_algorithm algorithm, const hashlane_options* options, const void* message,
                                   size_t size, void* tag, size_t tag_size);
HASHLANE_CHECK int hashlane_verify(hashlane_algorithm algorithm, const void* key, size_t key_size, const void* message,
                                   size_t size, const void* tag, size_t tag_size);
HASHLANE_CHECK int hashlane_verify_with(hashlane_algorithm algorithm, const hashlane_options* options,
                                        const void* message, size_t size, const void* tag, size_t tag_size);

/* A message in pieces. digest() works on a copy, so that more may follow; reset() goes back to the end of init(), with
   its options. An update that would make the message longer than its standard allows absorbs nothing and returns
   HASHLANE_ERROR_SIZE. Only an imported state of SHA-2 comes near to that: 2^61 bytes, SHA-384 and SHA-512 2^125.
   Overlap: a digest may lie over everything that was absorbed, and over the options of init(). */
typedef struct hashlane_hash {
    uint64_t opaque[320];
} hashlane_hash;

HASHLANE_API size_t hashlane_hash_statebytes(void); /* sizeof(hashlane_hash), for other languages */
HASHLANE_API int hashlane_hash_init(hashlane_hash* hash, hashlane_algorithm algorithm, const hashlane_options* options);
HASHLANE_API int hashlane_hash_update(hashlane_hash* hash, const void* data, size_t size);
/* KangarooTwelve, HopMAC and ParallelHash use that many threads. The others do as above. */
HASHLANE_API int hashlane_hash_update_threads(hashlane_hash* hash, const void* data, size_t size, unsigned threads);
/* As hashlane_digest_bits. If `bits` is no multiple of 8, the message has ended: then only digest, verify, reader_init,
   copy, import, reset and wipe may follow. */
HASHLANE_API int hashlane_hash_update_bits(hashlane_hash* hash, const void* data, uint64_t bits);
HASHLANE_API int hashlane_hash_digest(const hashlane_hash* hash, void* out, size_t out_size);
HASHLANE_CHECK int hashlane_hash_verify(const hashlane_hash* hash, const void* tag, size_t tag_size);
/* `to` may be any memory; wipe it before when it holds a secret. */
HASHLANE_API int hashlane_hash_copy(hashlane_hash* to, const hashlane_hash* from);
HASHLANE_API int hashlane_hash_reset(hashlane_hash* hash);
HASHLANE_API void hashlane_hash_wipe(hashlane_hash* hash);
HASHLANE_API hashlane_algorithm hashlane_hash_algorithm(const hashlane_hash* hash); /* 0: not initialised */

/* The state as bytes that any machine and any later version reads. size is that of state_size(), which is 0 for keyed
   algorithms: their states have no export. import takes a context of the same algorithm. HASHLANE_ERROR_IMPORT: the
   bytes are damaged, of another algorithm, or no state of any message. Overlap: `state` is apart from the context. */
HASHLANE_API size_t hashlane_hash_state_size(const hashlane_hash* hash);
HASHLANE_API int hashlane_hash_export(const hashlane_hash* hash, void* state, size_t size);
HASHLANE_API int hashlane_hash_import(hashlane_hash* hash, const void* state, size_t size);

/* The output of an xof as a stream: of everything that the context has absorbed so far. Overlap: as a digest. */
typedef struct hashlane_reader {
    uint64_t opaque[112];
} hashlane_reader;

HASHLANE_API size_t hashlane_reader_statebytes(void);
HASHLANE_API int hashlane_reader_init(hashlane_reader* reader, const hashlane_hash* hash);
HASHLANE_API int hashlane_reader_squeeze(hashlane_reader* reader, void* out, size_t size);
HASHLANE_API int hashlane_reader_copy(hashlane_reader* to, const hashlane_reader* from);
HASHLANE_API void hashlane_reader_wipe(hashlane_reader* reader);

/* Many messages, their digests side by side in `digests`, digest_size bytes each, by that many threads. They go side by
   side through the lanes of a core. Overlap: HASHLANE_ERROR_OVERLAP when `digests` lies over a message, or over the
   pointers, sizes or offsets; it may lie over everything that belongs to the options. */
HASHLANE_API int hashlane_digest_many(hashlane_algorithm algorithm, const hashlane_options* options,
                                      const void* const* messages, const size_t* sizes, size_t count, void* digests,
                                      size_t digest_size, unsigned threads);
/* Messages of one size, each `stride` bytes after the one before. */
HASHLANE_API int hashlane_digest_rows(hashlane_algorithm algorithm, const hashlane_options* options, const void* data,
                                      size_t size, size_t stride, size_t count, void* digests, size_t digest_size,
                                      unsigned threads);
/* Message i is data[offsets[i]] up to data[offsets[i + 1]], both within data_size: count + 1 offsets, as in Arrow. */
HASHLANE_API int hashlane_digest_offsets(hashlane_algorithm algorithm, const hashlane_options* options,
                                         const void* data, size_t data_size, const int64_t* offsets, size_t count,
                                         void* digests, size_t digest_size, unsigned threads);
HASHLANE_API int hashlane_digest_offsets32(hashlane_algorithm algorithm, const hashlane_options* options,
                                           const void* data, size_t data_size, const int32_t* offsets, size_t count,
                                           void* digests, size_t digest_size, unsigned threads);

/* Authenticated encryption. Keys of 16 bytes (HASHLANE_ASCON_80PQ: 20; HASHLANE_ASCON_AEAD128 with 32: nonce masking),
   nonces of 16, tags of 16 or truncated to 8 or more. NEVER ENCRYPT TWICE WITH THE SAME KEY AND NONCE.
   HASHLANE_ASCON_AEAD128 + HASHLANE_SHORT_TAGS is an algorithm for these two functions and hashlane_aead_stream_init
   alone. It takes tags of 4 to 7 bytes too (SP 800-232 s.4.2.1); a forger guesses a tag of 4 bytes with a probability
   of 2^-32.
   Overlap: text and ciphertext, of one size, are the same buffer or apart, and the ciphertext and the tag that are
   written are apart: otherwise HASHLANE_ERROR_OVERLAP. Outputs may lie over key, nonce and associated data, the tag
   that is written over the text too, and a decrypted text over its tag. */
HASHLANE_API int hashlane_aead_encrypt(hashlane_algorithm algorithm, const void* key, size_t key_size,
                                       const void* nonce, size_t nonce_size, const void* associated_data,
                                       size_t associated_size, const void* text, size_t size, void* cipher, void* tag,
                                       size_t tag_size);
/* HASHLANE_FORGED: the text is all zero. */
HASHLANE_CHECK int hashlane_aead_decrypt(hashlane_algorithm algorithm, const void* key, size_t key_size,
                                         const void* nonce, size_t nonce_size, const void* associated_data,
                                         size_t associated_size, const void* cipher, size_t size, void* text,
                                         const void* tag, size_t tag_size);

/* Many records under one key, side by side through the lanes of a core, by that many threads. Nonces and tags of 16
   bytes. Decryption reads the tags and says of each record whether it was authentic; HASHLANE_FORGED: one was not, and
   its text is all zero. Overlap: the buffers of a record as above, and no output over the array of records:
   HASHLANE_ERROR_OVERLAP. An output over what belongs to another record gives wrong results; that is not checked. */
typedef struct hashlane_record {
    const void *nonce, *associated_data;
    size_t associated_size;
    const void* in;
    void* out;
    size_t size; /* of in and of out */
    void* tag;
    uint8_t authentic; /* 1 or 0; of a decryption alone */
} hashlane_record;

HASHLANE_API int hashlane_aead_encrypt_many(hashlane_algorithm algorithm, const void* key, size_t key_size,
                                            hashlane_record* records, size_t count, unsigned threads);
HASHLANE_CHECK int hashlane_aead_decrypt_many(hashlane_algorithm algorithm, const void* key, size_t key_size,
                                              hashlane_record* records, size_t count, unsigned threads);

/* In pieces: init, absorb the associated data in any number of pieces, then either encrypt any number of times and finish,
   or decrypt and verify. Another order is HASHLANE_ERROR_STATE. THE TEXT OF hashlane_aead_stream_decrypt IS NOT VERIFIED
   before verify has returned HASHLANE_OK: keep it, act on nothing of it, and wipe it if it was forged. finish and verify
   wipe the context. Overlap: the two buffers of encrypt and decrypt are the same, or apart: HASHLANE_ERROR_OVERLAP. They
   and the tag of finish may lie over whatever earlier calls were given. */
typedef struct hashlane_aead_stream {
    uint64_t opaque[80];
} hashlane_aead_stream;

HASHLANE_API size_t hashlane_aead_stream_statebytes(void);
HASHLANE_API int hashlane_aead_stream_init(hashlane_aead_stream* stream, hashlane_algorithm algorithm, const void* key,
                                           size_t key_size, const void* nonce, size_t nonce_size);
HASHLANE_API int hashlane_aead_stream_absorb(hashlane_aead_stream* stream, const void* piece, size_t size);
HASHLANE_API int hashlane_aead_stream_encrypt(hashlane_aead_stream* stream, const void* text, size_t size,
                                              void* cipher);
HASHLANE_API int hashlane_aead_stream_decrypt(hashlane_aead_stream* stream, const void* cipher, size_t size,
                                              void* text);
HASHLANE_API int hashlane_aead_stream_finish(hashlane_aead_stream* stream, void* tag, size_t tag_size);
HASHLANE_CHECK int hashlane_aead_stream_verify(hashlane_aead_stream* stream, const void* tag, size_t tag_size);
HASHLANE_API void hashlane_aead_stream_wipe(hashlane_aead_stream* stream);

/* Keys from keys by HASHLANE_HKDF + a hash (RFC 5869): derive is extract and expand. extract gives one digest, expand
   and derive up to 255 of them. Keys from passwords by HASHLANE_PBKDF2 + a hash (RFC 8018 s.5.2), from 1 byte to 2^32 - 1
   digests. HASHLANE_ERROR_SIZE: out has another size. HASHLANE_ERROR_OPTION: no iteration.
   Overlap: out may lie over all inputs: a key may be derived in the place of the one that it is derived from. */
HASHLANE_API int hashlane_hkdf_derive(hashlane_algorithm algorithm, const void* key, size_t key_size, const void* salt,
                                      size_t salt_size, const void* info, size_t info_size, void* out, size_t out_size);
HASHLANE_API int hashlane_hkdf_extract(hashlane_algorithm algorithm, const void* key, size_t key_size, const void* salt,
                                       size_t salt_size, void* out, size_t out_size);
HASHLANE_API int hashlane_hkdf_expand(hashlane_algorithm algorithm, const void* pseudorandom_key, size_t key_size,
                                      const void* info, size_t info_size, void* out, size_t out_size);
HASHLANE_API int hashlane_pbkdf2_derive(hashlane_algorithm algorithm, const void* password, size_t password_size,
                                        const void* salt, size_t salt_size, uint64_t iterations, void* out,
                                        size_t out_size);
/* Keys of key_size bytes from many passwords, side by side in `keys`, each with its own salt. Overlap:
   HASHLANE_ERROR_OVERLAP when `keys` lies over a password, a salt, or the pointers or sizes of them. */
HASHLANE_API int hashlane_pbkdf2_derive_many(hashlane_algorithm algorithm, const void* const* passwords,
                                             const size_t* password_sizes, const void* const* salts,
                                             const size_t* salt_sizes, size_t count, uint64_t iterations, void* keys,
                                             size_t key_size, unsigned threads);

#ifdef __cplusplus
}
#endif

#endif
