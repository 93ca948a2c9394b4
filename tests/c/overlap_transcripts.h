/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The calls of overlap_pairs.c that are about transcripts. */
#ifndef HASHLANE_TESTS_OVERLAP_TRANSCRIPTS_H
#define HASHLANE_TESTS_OVERLAP_TRANSCRIPTS_H

#include <hashlane_transcript.h>

#include "pairs.h"

static int run_session(uint8_t** at) { return hashlane_transcript_session("SHAKE128", at[0], 50, at[1]); }
static int start(hashlane_transcript* t) {
    const uint8_t session[HASHLANE_SESSION_BYTES] = {1};
    return hashlane_transcript_init(t, "TurboSHAKE128", session, "instance", 8);
}
static int run_challenge(uint8_t** at) {
    hashlane_transcript t;
    int result = start(&t);
    if (result == HASHLANE_OK) result = hashlane_transcript_absorb(&t, at[0], 50);
    return result != HASHLANE_OK ? result : hashlane_transcript_challenge(&t, at[1], 40);
}
static void fill_modulus(uint8_t** at) { at[0][31] |= 1; }
static int run_challenge_mod(uint8_t** at) {
    hashlane_transcript t;
    const int begun = start(&t);
    return begun != HASHLANE_OK ? begun : hashlane_transcript_challenge_mod(&t, at[0], 32, at[1]);
}
static int run_send(uint8_t** at) {
    hashlane_transcript t;
    hashlane_proof proof = {NULL, 0, 40};
    const int begun = start(&t);
    proof.bytes = at[1];
    return begun != HASHLANE_OK ? begun : hashlane_transcript_send(&t, &proof, at[0], 40);
}
static int run_receive(uint8_t** at) {
    hashlane_transcript t;
    hashlane_proof proof = {NULL, 5, 60};
    const int begun = start(&t);
    proof.bytes = at[0];
    return begun != HASHLANE_OK ? begun : hashlane_transcript_receive(&t, &proof, at[1], 40);
}

#endif
