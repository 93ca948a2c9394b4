/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ML-KEM-768 and ML-DSA-65 of a library under one name each: what the files of this folder define and main.c calls. */
#ifndef HASHLANE_TESTS_PQC_SCHEMES_H
#define HASHLANE_TESTS_PQC_SCHEMES_H

#include <stddef.h>
#include <stdint.h>

enum { KEM_PUBLIC = 1184, KEM_SECRET = 2400, KEM_CIPHER = 1088, KEM_SHARED = 32 };
enum { SIGN_PUBLIC = 1952, SIGN_SECRET = 4032, SIGN_SIGNATURE = 3309 };

/* Coins: the same ones in every program, from a generator that main.c starts anew. */
void draw(uint8_t* out, size_t size);

/* Makes the library ready; install: with Hashlane as its back end, where that is chosen at run time. */
void scheme_begin(int install);

/* Each returns 0, or another number where the library refuses. */
int kem_keypair(uint8_t* public_key, uint8_t* secret_key);
int kem_encaps(uint8_t* cipher, uint8_t* shared, const uint8_t* public_key);
int kem_decaps(uint8_t* shared, const uint8_t* cipher, const uint8_t* secret_key);
int sign_keypair(uint8_t* public_key, uint8_t* secret_key);
int sign_message(uint8_t* signature, const uint8_t* message, size_t size, const uint8_t* secret_key);
int sign_verify(const uint8_t* signature, const uint8_t* message, size_t size, const uint8_t* public_key);

/* How many functions of hashlane_fips202.h and hashlane_typed.h were called (count.c). */
extern unsigned long calls_x1, calls_x4, calls_sha3;

#endif
