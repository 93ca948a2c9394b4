/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The functions that overlap_pairs.c does not call. */
#ifndef HASHLANE_TESTS_OVERLAP_OTHERS_H
#define HASHLANE_TESTS_OVERLAP_OTHERS_H

#include "overlap_fips202.h"
#include "typed_table.h"

/* Functions without such a pair, and why. */
#define NOTHING "it writes to its context alone, or nothing"
#define NUMBER "it writes numbers or pointers of C, and takes no bytes that they could lie over"
#define PROOF "it writes to the proof what is no argument"
#define IN_PLACE "its only argument is read and written"
#define IN_OVERLAP "overlap.c tries it: what one argument says depends on where the other lies"
static const char* const others[][2] = {
    {"hashlane_aead_stream_absorb", NOTHING},
    {"hashlane_aead_stream_init", NOTHING},
    {"hashlane_aead_stream_statebytes", NOTHING},
    {"hashlane_aead_stream_verify", NOTHING},
    {"hashlane_aead_stream_wipe", NOTHING},
    {"hashlane_available_target", NOTHING},
    {"hashlane_describe", NOTHING},
    {"hashlane_find", NOTHING},
    {"hashlane_hash_algorithm", NOTHING},
    {"hashlane_hash_copy", NOTHING},
    {"hashlane_hash_import", NOTHING},
    {"hashlane_hash_init", NOTHING},
    {"hashlane_hash_reset", NOTHING},
    {"hashlane_hash_state_size", NOTHING},
    {"hashlane_hash_statebytes", NOTHING},
    {"hashlane_hash_update", NOTHING},
    {"hashlane_hash_update_bits", NOTHING},
    {"hashlane_hash_update_threads", NOTHING},
    {"hashlane_hash_verify", NOTHING},
    {"hashlane_hash_wipe", NOTHING},
    {"hashlane_merkle_build_digests", IN_PLACE},
    {"hashlane_merkle_nodes", NOTHING},
    {"hashlane_merkle_reason", NOTHING},
    {"hashlane_merkle_stream_copy", NOTHING},
    {"hashlane_merkle_stream_count", NUMBER},
    {"hashlane_merkle_stream_init", NOTHING},
    {"hashlane_merkle_stream_push", NOTHING},
    {"hashlane_merkle_stream_push_digests", NOTHING},
    {"hashlane_merkle_stream_push_many", NOTHING},
    {"hashlane_merkle_stream_push_offsets", NOTHING},
    {"hashlane_merkle_stream_push_rows", NOTHING},
    {"hashlane_merkle_stream_push_subtree", NOTHING},
    {"hashlane_merkle_stream_statebytes", NOTHING},
    {"hashlane_merkle_stream_wipe", NOTHING},
    {"hashlane_merkle_update", IN_OVERLAP},
    {"hashlane_merkle_verify", NOTHING},
    {"hashlane_merkle_verify_consistency", NOTHING},
    {"hashlane_merkle_verify_digest", NOTHING},
    {"hashlane_nearest_name", NOTHING},
    {"hashlane_ranges_add", NOTHING},
    {"hashlane_ranges_copy", NOTHING},
    {"hashlane_ranges_init", NOTHING},
    {"hashlane_ranges_next", NUMBER},
    {"hashlane_ranges_place", IN_OVERLAP},
    {"hashlane_ranges_reason", NOTHING},
    {"hashlane_ranges_size", NOTHING},
    {"hashlane_ranges_statebytes", NOTHING},
    {"hashlane_ranges_whole", NOTHING},
    {"hashlane_ranges_wipe", NOTHING},
    {"hashlane_reader_copy", NOTHING},
    {"hashlane_reader_init", NOTHING},
    {"hashlane_reader_statebytes", NOTHING},
    {"hashlane_reader_wipe", NOTHING},
    {"hashlane_selftest", NOTHING},
    {"hashlane_strerror", NOTHING},
    {"hashlane_target", NOTHING},
    {"hashlane_transcript_absorb", NOTHING},
    {"hashlane_transcript_absorb_string", NOTHING},
    {"hashlane_transcript_challenge_below", NUMBER},
    {"hashlane_transcript_challenge_bits", NUMBER},
    {"hashlane_transcript_check_eof", NOTHING},
    {"hashlane_transcript_check_work", PROOF},
    {"hashlane_transcript_copy", NOTHING},
    {"hashlane_transcript_find", NOTHING},
    {"hashlane_transcript_grind", PROOF},
    {"hashlane_transcript_init", NOTHING},
    {"hashlane_transcript_receive_integer", NUMBER},
    {"hashlane_transcript_receive_string", NUMBER},
    {"hashlane_transcript_receive_u64", NUMBER},
    {"hashlane_transcript_send_integer", PROOF},
    {"hashlane_transcript_send_string", IN_OVERLAP},
    {"hashlane_transcript_send_u64", PROOF},
    {"hashlane_transcript_statebytes", NOTHING},
    {"hashlane_transcript_suite", NOTHING},
    {"hashlane_transcript_wipe", NOTHING},
    {"hashlane_use_target", NOTHING},
    {"hashlane_verify", NOTHING},
    {"hashlane_verify_with", NOTHING},
    {"hashlane_version", NOTHING},
    OTHERS_OF_FIPS202

#define OTHER(NAME, VERB) {"hashlane_" #NAME "_" #VERB, NOTHING},
#define OTHERS_OF_HASH(NAME, DIGEST, STATE) OTHER(NAME, init) OTHER(NAME, update) OTHER(NAME, wipe)
#define OTHERS_OF_XOF(NAME, STATE)                                                                                     \
    OTHER(NAME, init) OTHER(NAME, absorb) OTHER(NAME, wipe) OTHER(NAME, reader_init) OTHER(NAME, reader_wipe)
#define OTHERS_OF_MAC(NAME, TAG, STATE) OTHER(NAME, init) OTHER(NAME, update) OTHER(NAME, wipe) OTHER(NAME, verify)
        /* clang-format off */
    HASHLANE_TYPED_HASHES(OTHERS_OF_HASH)
    HASHLANE_TYPED_XOFS(OTHERS_OF_XOF) HASHLANE_TYPED_TURBOSHAKES(OTHERS_OF_XOF)
    HASHLANE_TYPED_CUSTOMIZED_XOFS(OTHERS_OF_XOF) HASHLANE_TYPED_CSHAKES(OTHERS_OF_XOF)
    HASHLANE_TYPED_HMACS(OTHERS_OF_MAC) HASHLANE_TYPED_KMACS(OTHERS_OF_MAC)
    /* clang-format on */
};

#endif
