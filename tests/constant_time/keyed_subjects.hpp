// SPDX-License-Identifier: Apache-2.0 OR MIT
// The rows of subjects that a MAC, a KDF or an AEAD has, for the table of keyed.cpp, which defines the functions named.
#pragma once

// What only the full run takes part in is only compiled for it (WITH_FULL); in other builds it is a name.
#define ALWAYS(...) __VA_ARGS__
#if defined(WITH_FULL)
#define FULL(...) __VA_ARGS__
#else
#define FULL(...) nullptr
#endif

#define SUBJECTS_OF_HMAC(H, which, IF)                                                                                 \
    {"hmac-" #H, nullptr, IF(hmac_short_tag<H>), which, "short tag"},                                                  \
        {"hmac-" #H, nullptr, IF(hmac_into<H>), which, "into"},                                                        \
        {"hmac-" #H, nullptr, FULL(hmac_of_digest<H>), runs::full, "of a digest"},                                     \
        {"hmac-" #H, nullptr, FULL(hmac_states<H>), runs::full, "states"},                                             \
        {"hmac-" #H, IF(right_tag<hmac<H>, 12>), IF(hmac_verify_short<H>), which, "right short tag"},                  \
        {"hmac-" #H, FULL(wrong_tag<hmac<H>, 12>), FULL(hmac_verify_short<H>), runs::full, "wrong short tag"},         \
        {"hmac-" #H, nullptr, FULL(hmac_at_once<H>), runs::full, "at once"},                                           \
        {"hmac-" #H, FULL(right_tag<hmac<H>, H::digest_size>), FULL(hmac_verify_at_once<H>), runs::full,               \
         "right tag at once"},                                                                                         \
        {"hmac-" #H, IF(wrong_tag<hmac<H>, H::digest_size>), IF(hmac_verify_at_once<H>), which, "wrong tag at once"},  \
        {"hmac-" #H, nullptr, FULL(tag_many<hmac<H>, H::digest_size>), runs::full, "x 8, bytes"}

#define SUBJECTS_OF_MAC(Mac, which, IF)                                                                                \
    {#Mac, nullptr, IF(mac_out<Mac>), which, "out"}, {#Mac, nullptr, FULL(mac_at_once<Mac>), runs::full, "at once"},   \
        {#Mac, nullptr, FULL(mac_created<Mac>), runs::full, "created"},                                                \
        {#Mac, FULL(right_tag<Mac, Mac::usual_size>), FULL(mac_verify<Mac>), runs::full, "right whole tag"},           \
        {#Mac, IF(wrong_tag<Mac, Mac::usual_size>), IF(mac_verify<Mac>), which, "wrong whole tag"},                    \
        {#Mac, IF(right_tag<Mac, 4>), IF(mac_verify_short<Mac>), which, "right tag of 4"},                             \
        {#Mac, FULL(wrong_tag<Mac, 4>), FULL(mac_verify_short<Mac>), runs::full, "wrong tag of 4"},                    \
        {#Mac, FULL(right_tag<Mac, Mac::usual_size>), FULL(mac_verify_at_once<Mac>), runs::full, "right tag at once"}, \
        {#Mac, FULL(wrong_tag<Mac, Mac::usual_size>), FULL(mac_verify_at_once<Mac>), runs::full, "wrong tag at once"}, \
        {#Mac, nullptr, IF(tag_many<Mac, 32>), which, "x 8"}

#define SUBJECTS_OF_KEYED_XOF(Mac, which, IF)                                                                          \
    {#Mac, nullptr, IF(xof_of_key<Mac>), which, "absorbed"},                                                           \
        {#Mac, nullptr, FULL(xof_at_once<Mac>), runs::full, "at once"},                                                \
        {#Mac, FULL(right_tag<Mac, 64>), FULL(xof_verify<Mac>), runs::full, "right tag"},                              \
        {#Mac, IF(wrong_tag<Mac, 64>), IF(xof_verify<Mac>), which, "wrong tag"},                                       \
        {#Mac, FULL(right_tag<Mac, 4>), FULL(xof_verify_short<Mac>), runs::full, "right tag of 4"},                    \
        {#Mac, FULL(wrong_tag<Mac, 4>), FULL(xof_verify_short<Mac>), runs::full, "wrong tag of 4"},                    \
        {#Mac, nullptr, FULL(tag_many<Mac, 32>), runs::full, "x 8"}

#define SUBJECTS_OF_KDF(H, which, IF)                                                                                  \
    {"hkdf-" #H, nullptr, IF(hkdf_steps<H>), which, "steps"},                                                          \
        {"hkdf-" #H, nullptr, FULL(hkdf_into<H>), runs::full, "into"},                                                 \
        {"hkdf-" #H, nullptr, FULL(hkdf_expand_into<H>), runs::full, "expand into"},                                   \
        {"pbkdf2-" #H, nullptr, FULL(pbkdf2_into<H>), runs::full, "into"},                                             \
        {"pbkdf2-" #H, nullptr, IF(derive_many<H>), which == runs::all ? runs::not_traced : which, "x 9"}

#define SUBJECTS_OF_AEAD(A, which, IF)                                                                                 \
    {#A, nullptr, IF(encrypt<A>), which, "encrypted"}, {#A, IF(seal<A>), IF(decrypt<A>), which, "decrypted"},          \
        {#A, IF(forge_first<A>), IF(decrypt<A>), which, "first byte forged"},                                          \
        {#A, FULL(forge_last<A>), FULL(decrypt<A>), runs::full, "last byte forged"},                                   \
        {#A, nullptr, FULL(encrypt_short_tag<A>), runs::full, "short tags"},                                           \
        {#A, nullptr, FULL(encrypt_bits<A>), runs::full, "bits"},                                                      \
        {#A, FULL(seal<A>), FULL(decrypt_bits<A>), runs::full, "bits, forged"},                                        \
        {#A, FULL(seal<A>), FULL(decrypt_short_tag<A>), runs::full, "decrypted, short tag"},                           \
        {#A, IF(forge_first<A>), IF(decrypt_short_tag<A>), which, "short tag forged"},                                 \
        {#A, nullptr, FULL(encrypt_in_pieces<A>), runs::full, "pieces"},                                               \
        {#A, IF(seal<A>), IF(decrypt_in_pieces<A>), which, "decrypted in pieces"},                                     \
        {#A, FULL(forge_last<A>), FULL(decrypt_in_pieces<A>), runs::full, "pieces, forged"},                           \
        {#A, FULL(seal<A>), FULL(decrypt_in_pieces_short_tag<A>), runs::full, "pieces, short tag forged"},             \
        {#A, IF(seal_many<A>), IF(encrypt_many<A>), which, "x 19"},                                                    \
        {#A, IF(seal_many<A>), IF(decrypt_many<A>), which, "decrypted x 19"},                                          \
        {#A, IF(forge_some<A>), IF(decrypt_many<A>), which, "some of 19 forged"},                                      \
        {#A, FULL(forge_some<A>), FULL(decrypt_many_at_once<A>), runs::full, "some of 19 forged, at once"}
