/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The header fips202.h of PQClean's folder common, over Hashlane. Schemes of PQClean use Hashlane when they are compiled
   with this folder, and that of the other headers of Hashlane, before the folder common in their include path. */
#ifndef FIPS202_H
#define FIPS202_H

#include <hashlane_typed.h>

#include "../hashlane_pqc.h"

/* SHAKE128 and SHAKE256 in pieces (NAME_inc_init, _absorb, _finalize, _squeeze), in blocks, and at once. */
#define HASHLANE_PQCLEAN_SHAKE(NAME, STRENGTH)                                                                         \
    HASHLANE_PQC_SHAKE(NAME##_inc, STRENGTH)                                                                           \
    typedef NAME##_incctx NAME##incctx;                                                                                \
    typedef NAME##_incctx NAME##ctx;                                                                                   \
    typedef NAME##_incctx NAME##_whole_ctx;                                                                            \
    static inline void NAME##_inc_ctx_clone(NAME##incctx* to, const NAME##incctx* from) { *to = *from; }               \
    static inline void NAME##_inc_ctx_release(NAME##incctx* s) { NAME##_inc_release(s); }                              \
    HASHLANE_PQC_SHAKE_BLOCKS(NAME##_whole_, STRENGTH)                                                                 \
    static inline void NAME##_absorb(NAME##ctx* s, const uint8_t* in, size_t n) {                                      \
        NAME##_whole__absorb_once(s, in, n);                                                                           \
    }                                                                                                                  \
    static inline void NAME##_squeezeblocks(uint8_t* out, size_t n, NAME##ctx* s) {                                    \
        NAME##_whole__squeezeblocks(out, n, s);                                                                        \
    }                                                                                                                  \
    static inline void NAME##_ctx_clone(NAME##ctx* to, const NAME##ctx* from) { *to = *from; }                         \
    static inline void NAME##_ctx_release(NAME##ctx* s) { NAME##_inc_release(s); }                                     \
    HASHLANE_PQC_SHAKE_ONCE(NAME, STRENGTH)
HASHLANE_PQCLEAN_SHAKE(shake128, 128)
HASHLANE_PQCLEAN_SHAKE(shake256, 256)

/* SHA-3 in pieces and at once. */
#define HASHLANE_PQCLEAN_SHA3(BITS)                                                                                    \
    HASHLANE_PQC_SHA3_ONCE(sha3_##BITS, BITS)                                                                          \
    typedef hashlane_sha3_##BITS##_state sha3_##BITS##incctx;                                                          \
    static inline void sha3_##BITS##_inc_init(sha3_##BITS##incctx* s) {                                                \
        hashlane_pqc_check(hashlane_sha3_##BITS##_init(s));                                                            \
    }                                                                                                                  \
    static inline void sha3_##BITS##_inc_absorb(sha3_##BITS##incctx* s, const uint8_t* in, size_t n) {                 \
        hashlane_pqc_check(hashlane_sha3_##BITS##_update(s, in, n));                                                   \
    }                                                                                                                  \
    static inline void sha3_##BITS##_inc_ctx_clone(sha3_##BITS##incctx* to, const sha3_##BITS##incctx* from) {         \
        *to = *from;                                                                                                   \
    }                                                                                                                  \
    static inline void sha3_##BITS##_inc_ctx_release(sha3_##BITS##incctx* s) { hashlane_sha3_##BITS##_wipe(s); }       \
    static inline void sha3_##BITS##_inc_finalize(uint8_t* out, sha3_##BITS##incctx* s) {                              \
        hashlane_pqc_check(hashlane_sha3_##BITS##_digest(s, out));                                                     \
        hashlane_sha3_##BITS##_wipe(s);                                                                                \
    }
HASHLANE_PQCLEAN_SHA3(256)
HASHLANE_PQCLEAN_SHA3(384)
HASHLANE_PQCLEAN_SHA3(512)

#endif
