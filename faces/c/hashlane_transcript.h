/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Transcripts for non-interactive proofs from C: draft-irtf-cfrg-fiat-shamir-03, as hashlane/transcript.hpp has them.

   A proof begins with a session, which names application and protocol, and an instance, which is what is proven:

       hashlane_transcript_session("SHAKE128", tag, tag_size, session);
       hashlane_transcript_init(&t, "SHAKE128", session, instance, instance_size);

   The prover sends its messages, each of which is absorbed and written into the proof; the verifier receives them, and
   both draw the same challenges. Bytes have a length that the protocol fixes; strings are sent with theirs. Contexts
   are as in hashlane.h: of a fixed size, nothing is allocated, and a function that fails has written nothing, except
   with HASHLANE_REFUSED_WORK. */
#ifndef HASHLANE_TRANSCRIPT_H
#define HASHLANE_TRANSCRIPT_H

#include "hashlane.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HASHLANE_SESSION_BYTES 32

typedef struct hashlane_transcript {
    uint64_t opaque[192];
} hashlane_transcript;

/* "SHAKE128" and "TurboSHAKE128" are the draft's; "hashlane-SHA-256" and the like are this library's own. NULL after the
   last. */
HASHLANE_API const char* hashlane_transcript_suite(size_t index);
/* DeriveSessionID: the session of a tag that names application, protocol, codecs and suite. It has HASHLANE_SESSION_BYTES
   bytes. Overlap: it may lie over the tag. */
HASHLANE_API int hashlane_transcript_session(const char* suite, const void* tag, size_t size, void* session);
/* The instance is encoded so that no encoding of another one begins with it. HASHLANE_ERROR_SIZE: it is empty. */
HASHLANE_API int hashlane_transcript_init(hashlane_transcript* t, const char* suite, const void* session,
                                          const void* instance, size_t size);
HASHLANE_API size_t hashlane_transcript_statebytes(void);
HASHLANE_API int hashlane_transcript_copy(hashlane_transcript* to, const hashlane_transcript* from);
HASHLANE_API void hashlane_transcript_wipe(hashlane_transcript* t);

/* Absorb public data that the proof does not contain, since both sides know it; a string with its length. */
HASHLANE_API int hashlane_transcript_absorb(hashlane_transcript* t, const void* data, size_t size);
HASHLANE_API int hashlane_transcript_absorb_string(hashlane_transcript* t, const void* data, size_t size);

/* Challenges: bytes; 1 to 64 bits; an integer below a modulus of 2 or more, which is computed from 16 bytes of output
   more than it takes, so that its bias is 2^-128. */
HASHLANE_API int hashlane_transcript_challenge(hashlane_transcript* t, void* out, size_t size);
HASHLANE_API int hashlane_transcript_challenge_bits(hashlane_transcript* t, unsigned bits, uint64_t* out);
HASHLANE_API int hashlane_transcript_challenge_below(hashlane_transcript* t, uint64_t modulus, uint64_t* out);
/* The same for a modulus of up to 66 bytes, the low one first, whose last byte is not 0: otherwise
   HASHLANE_ERROR_OPTION. The challenge has as many bytes, the low one first. Overlap: out may lie over the modulus. */
HASHLANE_API int hashlane_transcript_challenge_mod(hashlane_transcript* t, const void* modulus, size_t size, void* out);

/* A proof: to be written, {memory, 0, its size}; to be read, {its bytes, 0, their number}. */
typedef struct hashlane_proof {
    uint8_t* bytes;
    size_t used; /* written or read so far */
    size_t size;
} hashlane_proof;

/* HASHLANE_ERROR_SIZE: the memory is too small. An integer is below its modulus, which is 2 or more: otherwise
   HASHLANE_ERROR_OPTION; it takes as many bytes as the modulus less one, and a u64 takes 8.
   Overlap: the data may lie in the memory of the proof, in whole or in part, but a string not over the 4 bytes that its
   length is written to: HASHLANE_ERROR_OVERLAP. */
HASHLANE_API int hashlane_transcript_send(hashlane_transcript* t, hashlane_proof* proof, const void* data, size_t size);
HASHLANE_API int hashlane_transcript_send_string(hashlane_transcript* t, hashlane_proof* proof, const void* data,
                                                 size_t size);
HASHLANE_API int hashlane_transcript_send_u64(hashlane_transcript* t, hashlane_proof* proof, uint64_t value);
HASHLANE_API int hashlane_transcript_send_integer(hashlane_transcript* t, hashlane_proof* proof, uint64_t value,
                                                  uint64_t modulus);
/* HASHLANE_REFUSED_...: the proof is refused. What receive_string gives points into the proof.
   Overlap: data and value may lie over what was read; the proof is then another one. */
HASHLANE_CHECK int hashlane_transcript_receive(hashlane_transcript* t, hashlane_proof* proof, void* data, size_t size);
HASHLANE_CHECK int hashlane_transcript_receive_string(hashlane_transcript* t, hashlane_proof* proof,
                                                      const uint8_t** data, size_t* size);
HASHLANE_CHECK int hashlane_transcript_receive_u64(hashlane_transcript* t, hashlane_proof* proof, uint64_t* value);
HASHLANE_CHECK int hashlane_transcript_receive_integer(hashlane_transcript* t, hashlane_proof* proof, uint64_t modulus,
                                                       uint64_t* value);
/* After the last message: HASHLANE_OK, or HASHLANE_REFUSED_TRAILING. */
HASHLANE_CHECK int hashlane_transcript_check_eof(const hashlane_proof* proof);

/* A proof of work: the prover sends the least nonce after which 8 bytes of challenge begin with that many zero bits, which
   that many threads look for (0: all cores); the verifier receives it, or HASHLANE_REFUSED_WORK. */
HASHLANE_API int hashlane_transcript_grind(hashlane_transcript* t, hashlane_proof* proof, unsigned bits,
                                           unsigned threads);
HASHLANE_CHECK int hashlane_transcript_check_work(hashlane_transcript* t, hashlane_proof* proof, unsigned bits);

/* A suite as a table, for protocols that take whatever suite they are given: one of these, or a table of your own. */
typedef struct hashlane_transcript_functions {
    const char* suite;
    size_t context_size; /* of what context points at */
    int (*session)(const void* tag, size_t size, void* session);
    int (*init)(void* context, const void* session, const void* instance, size_t size);
    int (*absorb)(void* context, const void* data, size_t size);
    int (*absorb_string)(void* context, const void* data, size_t size);
    int (*challenge)(void* context, void* out, size_t size);
} hashlane_transcript_functions;
/* NULL: there is no such suite. */
HASHLANE_API const hashlane_transcript_functions* hashlane_transcript_find(const char* suite);

#ifdef __cplusplus
}
#endif

#endif
