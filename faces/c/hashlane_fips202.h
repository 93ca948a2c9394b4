/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Keccak-f[1600], SHAKE128 and SHAKE256 of 1, 2, 4 or 8 messages side by side, and SHA-3 of one: what post-quantum
   schemes take from FIPS 202. The functions choose the instruction set at run time, as all of the library does.

   Each name has the number of messages, xN: x1, x2, x4 or x8. Messages side by side have the same length, and so have
   their outputs; `in` and `out` are arrays of N addresses.

       hashlane_shake_x4 rows;                                        rows of a matrix from seeds of 34 bytes
       hashlane_shake_x4_absorb_once(&rows, 128, seeds, 34);
       hashlane_shake_x4_squeeze_blocks(&rows, out, 3);               3 blocks of 168 bytes of each
       hashlane_shake_x4_squeeze_blocks(&rows, out, 1);               the next block
       hashlane_shake_x4_wipe(&rows);

   A state may be copied by assignment. It holds no pointers, and nothing is allocated. States that are aligned to 64
   bytes are a little faster. A state holds what its messages and outputs are made of: wipe it when they are secret.
   The _once functions that give a digest or output wipe their own state, the vector registers and the stack below them.

   `strength` is 128 for SHAKE128, with blocks of 168 bytes, or 256 for SHAKE256, with blocks of 136 bytes. The functions
   return HASHLANE_OK, or a code of hashlane.h, and have then written nothing:
   HASHLANE_ERROR_OPTION, another strength; HASHLANE_ERROR_STATE, the state was not initialised, was wiped, or is in
   another phase: _absorb and _finish come before _finish, _squeeze and _squeeze_blocks after it; HASHLANE_ERROR_NULL, a
   null pointer with a length, a length above PTRDIFF_MAX, or a null pointer for a state or digest; HASHLANE_ERROR_SIZE,
   the blocks have more than PTRDIFF_MAX bytes; HASHLANE_ERROR_OVERLAP, two outputs overlap.

   Overlap: outputs may lie over everything that was absorbed, in whole or in part, and over the arrays `in` and `out`, but
   not over each other. Nothing may lie over the state of the call. */
#ifndef HASHLANE_FIPS202_H
#define HASHLANE_FIPS202_H

#include "hashlane.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HASHLANE_SHAKE128_BLOCK_BYTES 168
#define HASHLANE_SHAKE256_BLOCK_BYTES 136

/* For N messages, in the order below:
     hashlane_shake_xN                       the state
     int hashlane_keccak_f1600_xN(uint64_t states[25 * N])
   permutes N states of 25 words (FIPS 202 s.3.4). Word i of state j is states[i * N + j].
     int hashlane_shake_xN_init(hashlane_shake_xN* state, unsigned strength)
   begins N empty messages.
     int hashlane_shake_xN_absorb(hashlane_shake_xN* state, const void* const in[N], size_t size)
   absorbs the next `size` bytes of each message.
     int hashlane_shake_xN_finish(hashlane_shake_xN* state)
   ends the messages.
     int hashlane_shake_xN_absorb_once(hashlane_shake_xN* state, unsigned strength, const void* const in[N], size_t size)
   does these three for messages of `size` bytes.
     int hashlane_shake_xN_squeeze(hashlane_shake_xN* state, void* const out[N], size_t size)
   writes the next `size` bytes of each output.
     int hashlane_shake_xN_squeeze_blocks(hashlane_shake_xN* state, void* const out[N], size_t blocks)
   writes as many bytes as that many blocks have.
     int hashlane_shake_xN_once(unsigned strength, const void* const in[N], size_t in_size, void* const out[N],
                                size_t out_size)
   writes the first out_size bytes of the outputs of messages of in_size bytes.
     void hashlane_shake_xN_wipe(hashlane_shake_xN* state)
   overwrites the state with zeros, and clears the registers. It takes a null pointer too. */
#define HASHLANE_DECLARE_SHAKE(N)                                                                                      \
    typedef struct hashlane_shake_x##N {                                                                               \
        uint64_t opaque[25 * (N) + 2];                                                                                 \
    } hashlane_shake_x##N;                                                                                             \
    HASHLANE_API int hashlane_keccak_f1600_x##N(uint64_t* states);                                                     \
    HASHLANE_API int hashlane_shake_x##N##_init(hashlane_shake_x##N* state, unsigned strength);                        \
    HASHLANE_API int hashlane_shake_x##N##_absorb(hashlane_shake_x##N* state, const void* const* in, size_t size);     \
    HASHLANE_API int hashlane_shake_x##N##_finish(hashlane_shake_x##N* state);                                         \
    HASHLANE_API int hashlane_shake_x##N##_absorb_once(hashlane_shake_x##N* state, unsigned strength,                  \
                                                       const void* const* in, size_t size);                            \
    HASHLANE_API int hashlane_shake_x##N##_squeeze(hashlane_shake_x##N* state, void* const* out, size_t size);         \
    HASHLANE_API int hashlane_shake_x##N##_squeeze_blocks(hashlane_shake_x##N* state, void* const* out,                \
                                                          size_t blocks);                                              \
    HASHLANE_API int hashlane_shake_x##N##_once(unsigned strength, const void* const* in, size_t in_size,              \
                                                void* const* out, size_t out_size);                                    \
    HASHLANE_API void hashlane_shake_x##N##_wipe(hashlane_shake_x##N* state);
HASHLANE_DECLARE_SHAKE(1)
HASHLANE_DECLARE_SHAKE(2)
HASHLANE_DECLARE_SHAKE(4)
HASHLANE_DECLARE_SHAKE(8)
#undef HASHLANE_DECLARE_SHAKE

/* SHA3-256, SHA3-384 and SHA3-512 of one message, which wipe what they leave. The digest has 32, 48 or 64 bytes. For
   messages in pieces hashlane_typed.h has hashlane_sha3_256_state and the like.
   Overlap: the digest may lie over the message, in whole or in part. */
HASHLANE_API int hashlane_sha3_256_once(const void* message, size_t size, void* digest);
HASHLANE_API int hashlane_sha3_384_once(const void* message, size_t size, void* digest);
HASHLANE_API int hashlane_sha3_512_once(const void* message, size_t size, void* digest);

#ifdef __cplusplus
}
#endif

#endif
