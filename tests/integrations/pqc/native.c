/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* mlkem-native and mldsa-native, whose sources are two other units (mlkem_native_bcm.c, mldsa_native_bcm.c). */
#include "schemes.h"

int mlkem_keypair(uint8_t* public_key, uint8_t* secret_key);
int mlkem_enc(uint8_t* cipher, uint8_t* shared, const uint8_t* public_key);
int mlkem_dec(uint8_t* shared, const uint8_t* cipher, const uint8_t* secret_key);
int mldsa_keypair(uint8_t* public_key, uint8_t* secret_key);
int mldsa_signature(uint8_t* signature, const uint8_t* message, size_t message_size, const uint8_t* context,
                    size_t context_size, const uint8_t* secret_key);
int mldsa_verify(const uint8_t* signature, const uint8_t* message, size_t message_size, const uint8_t* context,
                 size_t context_size, const uint8_t* public_key);

void scheme_begin(int install) { (void)install; }
int kem_keypair(uint8_t* public_key, uint8_t* secret_key) { return mlkem_keypair(public_key, secret_key); }
int kem_encaps(uint8_t* cipher, uint8_t* shared, const uint8_t* public_key) {
    return mlkem_enc(cipher, shared, public_key);
}
int kem_decaps(uint8_t* shared, const uint8_t* cipher, const uint8_t* secret_key) {
    return mlkem_dec(shared, cipher, secret_key);
}
int sign_keypair(uint8_t* public_key, uint8_t* secret_key) { return mldsa_keypair(public_key, secret_key); }
int sign_message(uint8_t* signature, const uint8_t* message, size_t size, const uint8_t* secret_key) {
    return mldsa_signature(signature, message, size, NULL, 0, secret_key);
}
int sign_verify(const uint8_t* signature, const uint8_t* message, size_t size, const uint8_t* public_key) {
    return mldsa_verify(signature, message, size, NULL, 0, public_key);
}
