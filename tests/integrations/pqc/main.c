/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* `PROGRAM own|hashlane ROUNDS`: keys, ciphertexts and signatures from fixed coins. Prints a digest of all of them, and how
   many calls of Hashlane's functions there were, or what was wrong.
   `PROGRAM own|hashlane ROUNDS time`: prints the shortest time of each operation in nanoseconds instead. */
#include <hashlane.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "schemes.h"

enum { MESSAGE = 100, OPERATIONS = 6 };
static uint8_t public_key[SIGN_PUBLIC], secret_key[SIGN_SECRET], signature[SIGN_SIGNATURE], message[MESSAGE];
static uint8_t cipher[KEM_CIPHER], shared[KEM_SHARED], again[KEM_SHARED];
static hashlane_hash all;

static uint64_t coins;
void draw(uint8_t* out, size_t size) {
    size_t i;
    for (i = 0; i < size; i++) {
        coins = coins * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        out[i] = (uint8_t)(coins >> 56);
    }
}

static void must(int condition, const char* what) {
    if (condition) return;
    printf("wrong: %s\n", what);
    exit(1);
}

static void record(const void* bytes, size_t size) { must(hashlane_hash_update(&all, bytes, size) == 0, "digest"); }

static void one_kem(void) {
    must(kem_keypair(public_key, secret_key) == 0, "key pair");
    must(kem_encaps(cipher, shared, public_key) == 0, "encapsulation");
    must(kem_decaps(again, cipher, secret_key) == 0 && memcmp(shared, again, KEM_SHARED) == 0, "decapsulation");
    record(public_key, KEM_PUBLIC);
    record(secret_key, KEM_SECRET);
    record(cipher, KEM_CIPHER);
    record(shared, KEM_SHARED);
    cipher[7] ^= 1; /* implicit rejection: another secret, made of SHAKE256 */
    must(kem_decaps(again, cipher, secret_key) == 0 && memcmp(shared, again, KEM_SHARED) != 0, "rejection");
    record(again, KEM_SHARED);
}

static void one_signature(void) {
    draw(message, MESSAGE);
    must(sign_keypair(public_key, secret_key) == 0, "key pair of signatures");
    must(sign_message(signature, message, MESSAGE, secret_key) == 0, "signing");
    must(sign_verify(signature, message, MESSAGE, public_key) == 0, "verification");
    record(public_key, SIGN_PUBLIC);
    record(secret_key, SIGN_SECRET);
    record(signature, SIGN_SIGNATURE);
    signature[99] ^= 1;
    must(sign_verify(signature, message, MESSAGE, public_key) != 0, "a forged signature");
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int operation(int number) {
    switch (number) {
    case 0: return kem_keypair(public_key, secret_key);
    case 1: return kem_encaps(cipher, shared, public_key);
    case 2: return kem_decaps(again, cipher, secret_key);
    case 3: return sign_keypair(public_key, secret_key);
    case 4: return sign_message(signature, message, MESSAGE, secret_key);
    default: return sign_verify(signature, message, MESSAGE, public_key);
    }
}

/* The shortest of `rounds` times of 20 calls each. Signing starts from the same coins each time, because it takes another
   number of tries with others. */
static void measure(int rounds) {
    static const char* const names[OPERATIONS] = {"keygen", "encaps", "decaps", "sign-keygen", "sign", "sign-verify"};
    int number, round, i;
    for (number = 0; number < OPERATIONS; number++) {
        double least = 1e9;
        for (round = 0; round < rounds; round++) {
            double begun;
            coins = 1;
            begun = seconds();
            for (i = 0; i < 20; i++) must(operation(number) == 0, names[number]);
            begun = (seconds() - begun) / 20;
            if (begun < least) least = begun;
        }
        printf("%s %.0f\n", names[number], least * 1e9);
    }
}

int main(int argc, char** argv) {
    const int rounds = argc > 2 ? atoi(argv[2]) : 0;
    uint8_t digest[32];
    int i;
    if (rounds <= 0) return 2;
    scheme_begin(strcmp(argv[1], "hashlane") == 0);
    if (argc > 3) {
        measure(rounds);
        return 0;
    }
    must(hashlane_hash_init(&all, HASHLANE_SHA256, NULL) == 0, "digest");
    for (i = 0; i < rounds; i++) {
        one_kem();
        one_signature();
    }
    must(hashlane_hash_digest(&all, digest, sizeof digest) == 0, "digest");
    printf("digest ");
    for (i = 0; i < 32; i++) printf("%02x", digest[i]);
    printf("\ncalls %lu %lu %lu\n", calls_x1, calls_x4, calls_sha3);
    return 0;
}
