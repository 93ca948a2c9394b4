/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the crate calls besides hashlane.h: each algorithm's own state, of its own size, in memory that Rust owns. Rust
   keeps the number of the algorithm in its types, so that only creation can fail. States have no pointers into
   themselves: Rust moves and copies them as bytes. */
#ifndef HASHLANE_STATES_H
#define HASHLANE_STATES_H

#include "hashlane.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* HASHLANE_ERROR_STATE: the state does not fit into so many bytes. */
int hashlane_state_create(hashlane_algorithm algorithm, void* state, size_t bytes, const hashlane_options* options);
void hashlane_state_wipe(hashlane_algorithm algorithm, void* state);
void hashlane_state_update(hashlane_algorithm algorithm, void* state, const void* data, size_t size);
void hashlane_state_digest(hashlane_algorithm algorithm, const void* state, void* out, size_t size);

size_t hashlane_state_exported_size(hashlane_algorithm algorithm);
void hashlane_state_export(hashlane_algorithm algorithm, const void* state, void* out);
/* HASHLANE_ERROR_IMPORT, and the state as it was: the bytes are no state of that algorithm, or one after which fewer than
   2^60 bytes may follow. */
int hashlane_state_import(hashlane_algorithm algorithm, void* state, const void* exported, size_t size);

/* The customization string is KangarooTwelve's, in the place of the state's own; NULL: that of the state. */
int hashlane_state_reader(hashlane_algorithm algorithm, const void* state, void* reader, size_t bytes,
                          const void* customization, size_t customization_size);
/* A message that ends with `bits` bits of `last`, 1 to 7, where hashlane_digest_bits has them. HASHLANE_ERROR_ALGORITHM: a
   message of that algorithm has whole bytes, or it has no reader. */
int hashlane_state_digest_bits(hashlane_algorithm algorithm, const void* state, uint8_t last, unsigned bits, void* out,
                               size_t size);
int hashlane_state_reader_bits(hashlane_algorithm algorithm, const void* state, uint8_t last, unsigned bits,
                               void* reader, size_t bytes);
bool hashlane_state_takes_bits(hashlane_algorithm algorithm);
void hashlane_state_squeeze(hashlane_algorithm algorithm, void* reader, void* out, size_t size);
void hashlane_state_wipe_reader(hashlane_algorithm algorithm, void* reader);

/* By so many threads, 0: all cores; with `run` not the library's but the caller's, as in threads.hpp. */
typedef void hashlane_job(void* argument);
typedef struct hashlane_workers {
    unsigned count;
    void (*run)(unsigned count, hashlane_job* job, void* argument);
} hashlane_workers;
/* Trees; the others do as hashlane_state_update. */
void hashlane_state_update_threads(hashlane_algorithm algorithm, void* state, const void* data, size_t size,
                                   const hashlane_workers* workers);

/* The digests of the state followed by each message. fetch writes `count` of them from `first` on. */
typedef struct hashlane_message {
    const uint8_t* data;
    size_t size;
} hashlane_message;
typedef void hashlane_fetch(const void* context, size_t first, size_t count, hashlane_message* to);
void hashlane_state_digest_many(hashlane_algorithm algorithm, const void* state, const void* context,
                                hashlane_fetch* fetch, size_t count, void* digests, size_t digest_size,
                                const hashlane_workers* workers);

/* PBKDF2: the keys fill `size` bytes, an equal part each. */
int hashlane_derive_many(hashlane_algorithm algorithm, const void* passwords, hashlane_fetch* fetch_password,
                         const void* salts, hashlane_fetch* fetch_salt, size_t count, uint64_t iterations, void* keys,
                         size_t size, const hashlane_workers* workers);

/* Records under one key, in place, as hashlane_record says. */
typedef struct hashlane_text {
    const uint8_t *nonce, *header;
    size_t header_size;
    uint8_t* text;
    size_t size;
    uint8_t* tag;
    bool* authentic;
} hashlane_text;
typedef void hashlane_fetch_texts(const void* context, size_t first, size_t count, hashlane_text* to);
int hashlane_crypt_many(hashlane_algorithm algorithm, const void* key, size_t key_size, int decrypt, const void* texts,
                        hashlane_fetch_texts* fetch, size_t count, const hashlane_workers* workers);

/* In constant time. */
int hashlane_equal(const void* a, const void* b, size_t size);
void hashlane_erase(void* p, size_t size);

#ifdef __cplusplus
}
#endif

#endif
