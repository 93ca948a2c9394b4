/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* hashlane_transcript.h: a vector of the draft, both sides of a proof over every suite, what is refused, misuse. */
#include <hashlane_transcript.h>
#include <string.h>

#include "../support/check.h"

static hashlane_transcript t, u;

static void vector_of_the_draft(void) {
    static const char tag[] = "sumcheck";
    uint8_t session[HASHLANE_SESSION_BYTES], out[8], r[4];
    /* v = 4 and S = 65535, then the first message of the vector: SHAKE128, appendix A. */
    static const uint8_t instance[] = {4, 0, 0, 0, 0xff, 0xff, 0, 0}, message[] = {0x55, 0x55, 0, 0, 0x55, 0x55, 0, 0};
    hashlane_proof proof;
    uint8_t memory[8];
    CHECK(hashlane_transcript_session("SHAKE128", tag, 8, session) == HASHLANE_OK);
    CHECK(memcmp(session, "\x05\x68\xce\xfd\xf7\x74\x62\x2a\x38\x54\xd8\x29\x34\x91\x5f\xb3", 16) == 0);
    CHECK(memcmp(session + 16, "\xe3\x8b\xc8\x9d\xc4\x4b\x6d\x67\x3f\xc9\x1b\x97\x2c\x88\x6f\xc2", 16) == 0);
    CHECK(hashlane_transcript_init(&t, "SHAKE128", session, instance, sizeof instance) == HASHLANE_OK);
    CHECK(hashlane_transcript_copy(&u, &t) == HASHLANE_OK);
    proof.bytes = memory;
    proof.used = 0;
    proof.size = sizeof memory;
    CHECK(hashlane_transcript_send(&t, &proof, message, sizeof message) == HASHLANE_OK);
    CHECK(proof.used == 8 && memcmp(memory, message, 8) == 0);
    CHECK(hashlane_transcript_challenge(&t, r, 4) == HASHLANE_OK);
    proof.used = 0;
    CHECK(hashlane_transcript_receive(&u, &proof, out, 8) == HASHLANE_OK && memcmp(out, message, 8) == 0);
    CHECK(hashlane_transcript_check_eof(&proof) == HASHLANE_OK);
    CHECK(hashlane_transcript_challenge(&u, out, 4) == HASHLANE_OK && memcmp(out, r, 4) == 0);
    /* The second message of the vector is a0 = g(r), halved: 2 a0 + a1 = 0x5555 + 0x5555 r. */
    {
        const uint64_t p = 0x7fffffff,
                       x = (uint64_t)r[0] | (uint64_t)r[1] << 8 | (uint64_t)r[2] << 16 | (uint64_t)r[3] << 24;
        const uint64_t claim = (0x5555 + 0x5555 * (x % p)) % p, a0 = 0x6962e323, a1 = 0x3c28a96b;
        CHECK((2 * a0 + a1) % p == claim);
    }
}

/* The nonce has exactly 33 zero bits, which took 2^33 tries: one bit more is another work, and 32 bits are not all. */
static void work_above_32_bits(void) {
    static const uint8_t session[HASHLANE_SESSION_BYTES];
    const uint64_t nonce = UINT64_C(2856686695);
    uint8_t memory[8];
    unsigned bits;
    int i;
    hashlane_proof proof;
    for (i = 0; i < 8; i++) memory[i] = (uint8_t)(nonce >> 8 * i);
    for (bits = 30; bits <= 66; bits++) {
        proof.bytes = memory;
        proof.used = 0;
        proof.size = sizeof memory;
        CHECK(hashlane_transcript_init(&t, "TurboSHAKE128", session, "x", 1) == HASHLANE_OK);
        CHECK(hashlane_transcript_check_work(&t, &proof, bits) == (bits <= 33   ? HASHLANE_OK
                                                                   : bits <= 64 ? HASHLANE_REFUSED_WORK
                                                                                : HASHLANE_ERROR_SIZE));
    }
}

static void both_sides(const hashlane_transcript_functions* suite) {
    uint8_t session[HASHLANE_SESSION_BYTES], memory[64], one[32], two[32], text[4];
    static const uint8_t five[] = {5};
    const uint8_t* string = NULL;
    size_t length = 0;
    uint64_t x = 0, y = 0;
    hashlane_proof proof;
    CHECK(hashlane_transcript_session(suite->suite, "tag", 3, session) == HASHLANE_OK);
    CHECK(suite->session("tag", 3, one) == HASHLANE_OK && memcmp(one, session, 32) == 0);
    CHECK(hashlane_transcript_init(&t, suite->suite, session, "x", 1) == HASHLANE_OK);
    CHECK(suite->context_size == sizeof u && suite->init(&u, session, "x", 1) == HASHLANE_OK);
    CHECK(hashlane_transcript_absorb(&t, "ab", 2) == HASHLANE_OK && suite->absorb(&u, "ab", 2) == HASHLANE_OK);
    CHECK(hashlane_transcript_absorb_string(&t, "round", 5) == HASHLANE_OK);
    CHECK(suite->absorb_string(&u, "round", 5) == HASHLANE_OK);
    proof.bytes = memory;
    proof.used = 0;
    proof.size = sizeof memory;
    CHECK(hashlane_transcript_send(&t, &proof, "abcd", 4) == HASHLANE_OK);
    CHECK(hashlane_transcript_send_string(&t, &proof, "", 0) == HASHLANE_OK);
    CHECK(hashlane_transcript_send_string(&t, &proof, "hello", 5) == HASHLANE_OK);
    CHECK(hashlane_transcript_send_integer(&t, &proof, 999, 1000) == HASHLANE_OK);
    CHECK(hashlane_transcript_send_u64(&t, &proof, UINT64_MAX) == HASHLANE_OK);
    CHECK(hashlane_transcript_grind(&t, &proof, 6, 1) == HASHLANE_OK);
    proof.size = proof.used;
    proof.used = 0;
    CHECK(proof.size == 4 + 4 + 9 + 2 + 8 + 8);
    CHECK(hashlane_transcript_receive(&u, &proof, text, 4) == HASHLANE_OK && memcmp(text, "abcd", 4) == 0);
    CHECK(hashlane_transcript_receive_string(&u, &proof, &string, &length) == HASHLANE_OK && length == 0);
    CHECK(hashlane_transcript_receive_string(&u, &proof, &string, &length) == HASHLANE_OK);
    CHECK(length == 5 && memcmp(string, "hello", 5) == 0);
    CHECK(hashlane_transcript_receive_integer(&u, &proof, 1000, &x) == HASHLANE_OK && x == 999);
    CHECK(hashlane_transcript_check_eof(&proof) == HASHLANE_REFUSED_TRAILING);
    CHECK(hashlane_transcript_receive_u64(&u, &proof, &x) == HASHLANE_OK && x == UINT64_MAX);
    CHECK(hashlane_transcript_check_work(&u, &proof, 6) == HASHLANE_OK);
    CHECK(hashlane_transcript_check_eof(&proof) == HASHLANE_OK);
    CHECK(hashlane_transcript_challenge_bits(&t, 13, &x) == HASHLANE_OK && x < 1 << 13);
    CHECK(hashlane_transcript_challenge_bits(&u, 13, &y) == HASHLANE_OK && x == y);
    CHECK(hashlane_transcript_challenge_below(&t, 5, &x) == HASHLANE_OK && x < 5);
    CHECK(hashlane_transcript_challenge_mod(&u, five, 1, one) == HASHLANE_OK && one[0] == x);
    CHECK(hashlane_transcript_challenge(&t, one, 32) == HASHLANE_OK && suite->challenge(&u, two, 32) == HASHLANE_OK);
    CHECK(memcmp(one, two, 32) == 0);
}

/* A modulus is drawn below in the same way in both forms: a power of 256 takes a byte less than it has. */
static void moduli(void) {
    static const uint64_t numbers[] = {2, 255, 256, 257, 65536, (uint64_t)1 << 56, (uint64_t)255 << 48, UINT64_MAX};
    uint8_t session[HASHLANE_SESSION_BYTES] = {0}, bytes[8], drawn[8], one[16], two[16];
    size_t i, j, size;
    for (i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        uint64_t x = 0, y = 0;
        for (size = 0; size < 8 && numbers[i] >> 8 * size != 0; size++)
            bytes[size] = (uint8_t)(numbers[i] >> 8 * size & 0xff);
        CHECK(hashlane_transcript_init(&t, "SHAKE128", session, "x", 1) == HASHLANE_OK);
        CHECK(hashlane_transcript_copy(&u, &t) == HASHLANE_OK);
        CHECK(hashlane_transcript_challenge_below(&t, numbers[i], &x) == HASHLANE_OK);
        CHECK(hashlane_transcript_challenge_mod(&u, bytes, size, drawn) == HASHLANE_OK);
        for (j = 0; j < size; j++) y |= (uint64_t)drawn[j] << 8 * j;
        CHECK(x == y);
        CHECK(hashlane_transcript_challenge(&t, one, 16) == HASHLANE_OK);
        CHECK(hashlane_transcript_challenge(&u, two, 16) == HASHLANE_OK && memcmp(one, two, 16) == 0);
    }
}

/* What is sent, a string for each letter of `calls`: a capital one is a label, which stands in no proof. */
static void after(const char* suite, const char* const* calls, uint8_t* challenge) {
    uint8_t session[HASHLANE_SESSION_BYTES] = {0}, memory[64];
    hashlane_proof proof;
    proof.bytes = memory;
    proof.used = 0;
    proof.size = sizeof memory;
    CHECK(hashlane_transcript_init(&t, suite, session, "x", 1) == HASHLANE_OK);
    for (; *calls != NULL; calls++) {
        if (**calls >= 'A' && **calls <= 'Z')
            CHECK(hashlane_transcript_absorb_string(&t, *calls, strlen(*calls)) == HASHLANE_OK);
        else
            CHECK(hashlane_transcript_send_string(&t, &proof, *calls, strlen(*calls)) == HASHLANE_OK);
    }
    CHECK(hashlane_transcript_challenge(&t, challenge, 32) == HASHLANE_OK);
}

static void bound(const char* suite) {
    static const char* const sequences[][4] = {{"ab", "c", NULL},
                                               {"a", "bc", NULL},
                                               {"abc", NULL},
                                               {NULL},
                                               {"", NULL},
                                               {"", "", NULL},
                                               {"a", "", NULL},
                                               {"", "a", NULL},
                                               {"ROUND 1", "a", NULL},
                                               {"a", NULL},
                                               {"ROUND 2", "a", NULL},
                                               {"a", "ROUND 1", NULL}};
    enum { COUNT = sizeof sequences / sizeof sequences[0] };
    uint8_t drawn[COUNT][32];
    size_t i, j;
    for (i = 0; i < COUNT; i++) after(suite, sequences[i], drawn[i]);
    for (i = 0; i < COUNT; i++)
        for (j = 0; j < i; j++) CHECK(memcmp(drawn[i], drawn[j], 32) != 0);
    /* What is absorbed after a challenge binds too, and nothing is no absorbing: s.3.1. */
    CHECK(hashlane_transcript_copy(&u, &t) == HASHLANE_OK);
    CHECK(hashlane_transcript_absorb(&u, "", 0) == HASHLANE_OK);
    CHECK(hashlane_transcript_challenge(&t, drawn[0], 32) == HASHLANE_OK);
    CHECK(hashlane_transcript_challenge(&u, drawn[1], 32) == HASHLANE_OK && memcmp(drawn[0], drawn[1], 32) == 0);
    CHECK(hashlane_transcript_absorb(&u, "y", 1) == HASHLANE_OK);
    CHECK(hashlane_transcript_challenge(&t, drawn[0], 32) == HASHLANE_OK);
    CHECK(hashlane_transcript_challenge(&u, drawn[1], 32) == HASHLANE_OK && memcmp(drawn[0], drawn[1], 32) != 0);
}

static void reasons(void) {
    int i, j;
    for (i = HASHLANE_REFUSED_WORK; i <= HASHLANE_FORGED; i++) {
        CHECK(strlen(hashlane_strerror(i)) > 10);
        for (j = HASHLANE_REFUSED_WORK; j < i; j++) CHECK(strcmp(hashlane_strerror(i), hashlane_strerror(j)) != 0);
    }
}

static void refused(void) {
    uint8_t session[HASHLANE_SESSION_BYTES] = {0}, out[8];
    uint8_t long_string[] = {5, 0, 0, 0, 1, 2}, seven[] = {7};
    const uint8_t* string = NULL;
    size_t length = 7;
    uint64_t x = 7;
    hashlane_proof proof;
    proof.bytes = long_string;
    proof.used = 0;
    proof.size = sizeof long_string;
    CHECK(hashlane_transcript_init(&t, "SHAKE128", session, "x", 1) == HASHLANE_OK);
    CHECK(hashlane_transcript_receive_string(&t, &proof, &string, &length) == HASHLANE_REFUSED_TRUNCATED);
    CHECK(string == NULL && length == 7 && proof.used == 0);
    CHECK(hashlane_transcript_receive_u64(&t, &proof, &x) == HASHLANE_REFUSED_TRUNCATED && x == 7);
    CHECK(hashlane_transcript_receive(&t, &proof, out, 7) == HASHLANE_REFUSED_TRUNCATED);
    CHECK(hashlane_transcript_check_work(&t, &proof, 0) == HASHLANE_REFUSED_TRUNCATED);
    proof.bytes = seven;
    proof.size = 1;
    CHECK(hashlane_transcript_receive_integer(&t, &proof, 7, &x) == HASHLANE_REFUSED_CANONICAL && proof.used == 0);
    CHECK(hashlane_transcript_receive_integer(&t, &proof, 8, &x) == HASHLANE_OK && x == 7);
    proof.bytes = out;
    proof.used = 0;
    proof.size = 8;
    memset(out, 0, sizeof out);
    CHECK(hashlane_transcript_check_work(&t, &proof, 64) == HASHLANE_REFUSED_WORK);
}

/* A proof without memory has no bytes, which can be sent and received; a byte cannot. */
static void nothing(void) {
    uint8_t session[HASHLANE_SESSION_BYTES] = {0}, one[16], two[16];
    const uint8_t* string = NULL;
    size_t length = 7;
    hashlane_proof proof;
    proof.bytes = NULL;
    proof.used = 0;
    proof.size = 0;
    CHECK(hashlane_transcript_init(&t, "SHAKE128", session, "x", 1) == HASHLANE_OK);
    CHECK(hashlane_transcript_copy(&u, &t) == HASHLANE_OK);
    CHECK(hashlane_transcript_send(&t, &proof, NULL, 0) == HASHLANE_OK);
    CHECK(hashlane_transcript_send(&t, &proof, "1", 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_transcript_receive(&u, &proof, NULL, 0) == HASHLANE_OK);
    CHECK(hashlane_transcript_receive(&u, &proof, one, 0) == HASHLANE_OK);
    CHECK(hashlane_transcript_receive(&u, &proof, one, 1) == HASHLANE_REFUSED_TRUNCATED);
    CHECK(hashlane_transcript_receive_string(&u, &proof, &string, &length) == HASHLANE_REFUSED_TRUNCATED);
    CHECK(hashlane_transcript_check_eof(&proof) == HASHLANE_OK && proof.bytes == NULL && proof.used == 0);
    CHECK(hashlane_transcript_challenge(&t, one, 16) == HASHLANE_OK);
    CHECK(hashlane_transcript_challenge(&u, two, 16) == HASHLANE_OK && memcmp(one, two, 16) == 0);
}

static void misuse(void) {
    uint8_t session[HASHLANE_SESSION_BYTES] = {0}, out[8], memory[4];
    uint64_t x = 0;
    hashlane_proof proof;
    proof.bytes = memory;
    proof.used = 0;
    proof.size = sizeof memory;
    CHECK(hashlane_transcript_find("shake128") == NULL && hashlane_transcript_find(NULL) == NULL);
    CHECK(hashlane_transcript_session("shake128", "x", 1, session) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_transcript_session("SHAKE128", NULL, 1, session) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_transcript_init(&t, NULL, session, "x", 1) == HASHLANE_ERROR_ALGORITHM);
    CHECK(hashlane_transcript_init(&t, "SHAKE128", NULL, "x", 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_transcript_init(&t, "SHAKE128", session, "", 0) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_transcript_init(&t, "SHAKE128", session, "x", 1) == HASHLANE_OK);
    CHECK(hashlane_transcript_send(&t, &proof, "12345", 5) == HASHLANE_ERROR_SIZE && proof.used == 0);
    CHECK(hashlane_transcript_send_string(&t, &proof, "1", 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_transcript_send_integer(&t, &proof, 7, 7) == HASHLANE_ERROR_OPTION);
    CHECK(hashlane_transcript_send_integer(&t, &proof, 0, 1) == HASHLANE_ERROR_OPTION);
    CHECK(hashlane_transcript_send_integer(&t, &proof, 0, 0) == HASHLANE_ERROR_OPTION);
    CHECK(hashlane_transcript_receive_integer(&t, &proof, 0, &x) == HASHLANE_ERROR_OPTION);
    CHECK(hashlane_transcript_receive_u64(&t, &proof, NULL) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_transcript_send(&t, NULL, "1", 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_transcript_grind(&t, &proof, 3, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_transcript_grind(&t, &proof, 65, 1) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_transcript_challenge_bits(&t, 0, &x) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_transcript_challenge_bits(&t, 65, &x) == HASHLANE_ERROR_SIZE);
    CHECK(hashlane_transcript_challenge_below(&t, 1, &x) == HASHLANE_ERROR_OPTION);
    CHECK(hashlane_transcript_challenge_mod(&t, "\1", 1, out) == HASHLANE_ERROR_OPTION);
    CHECK(hashlane_transcript_challenge_mod(&t, "\7\0", 2, out) == HASHLANE_ERROR_OPTION);
    CHECK(hashlane_transcript_challenge(&t, NULL, 1) == HASHLANE_ERROR_NULL);
    hashlane_transcript_wipe(&t);
    CHECK(hashlane_transcript_challenge(&t, out, 1) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_transcript_absorb(NULL, "x", 1) == HASHLANE_ERROR_STATE);
    CHECK(hashlane_transcript_copy(&u, &t) == HASHLANE_ERROR_STATE);
    CHECK(strcmp(hashlane_strerror(HASHLANE_REFUSED_WORK), hashlane_strerror(HASHLANE_REFUSED_TRAILING)) != 0);
}

int main(void) {
    size_t i;
    CHECK(hashlane_transcript_statebytes() == sizeof(hashlane_transcript));
    vector_of_the_draft();
    work_above_32_bits();
    for (i = 0; hashlane_transcript_suite(i) != NULL; i++) {
        both_sides(hashlane_transcript_find(hashlane_transcript_suite(i)));
        bound(hashlane_transcript_suite(i));
    }
    reasons();
    CHECK(i == 7);
    moduli();
    refused();
    nothing();
    misuse();
    return closing_line();
}
