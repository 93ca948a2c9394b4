/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* prints SHAKE128 184dbec60f896188 */
/* prints TurboSHAKE128 9bd81e0922bf5e9a */
#include <hashlane_transcript.h>
#include <stdio.h>

/* A protocol that takes whatever suite it is given. */
static int challenge(const hashlane_transcript_functions* suite, const char* message, size_t size, uint8_t out[8]) {
    /* README */
    uint8_t session[HASHLANE_SESSION_BYTES];
    hashlane_transcript t; /* on the stack, as all contexts are */
    if (suite->session("example.org/login/v1", 20, session) != HASHLANE_OK) return 1;
    if (suite->init(&t, session, "statement", 9) != HASHLANE_OK) return 1;
    if (suite->absorb_string(&t, message, size) != HASHLANE_OK) return 1;
    if (suite->challenge(&t, out, 8) != HASHLANE_OK) return 1;
    /* end */
    return 0;
}

int main(void) {
    const char* name;
    size_t i, k;
    for (i = 0; i < 2 && (name = hashlane_transcript_suite(i)) != NULL; i++) {
        uint8_t out[8];
        if (challenge(hashlane_transcript_find(name), "commitment", 10, out) != 0) return 1;
        printf("%s ", name);
        for (k = 0; k < sizeof out; k++) printf("%02x", out[k]);
        printf("\n");
    }
    return 0;
}
