/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* liboqs, with its own back end or with Hashlane's. */
#include "hashlane_liboqs.h"
#include "schemes.h"

void scheme_begin(int install) {
    if (install) hashlane_liboqs_install();
    OQS_init();
    OQS_randombytes_custom_algorithm(draw);
}
int kem_keypair(uint8_t* public_key, uint8_t* secret_key) { return OQS_KEM_ml_kem_768_keypair(public_key, secret_key); }
int kem_encaps(uint8_t* cipher, uint8_t* shared, const uint8_t* public_key) {
    return OQS_KEM_ml_kem_768_encaps(cipher, shared, public_key);
}
int kem_decaps(uint8_t* shared, const uint8_t* cipher, const uint8_t* secret_key) {
    return OQS_KEM_ml_kem_768_decaps(shared, cipher, secret_key);
}
int sign_keypair(uint8_t* public_key, uint8_t* secret_key) { return OQS_SIG_ml_dsa_65_keypair(public_key, secret_key); }
int sign_message(uint8_t* signature, const uint8_t* message, size_t size, const uint8_t* secret_key) {
    size_t n = 0;
    const int result = OQS_SIG_ml_dsa_65_sign(signature, &n, message, size, secret_key);
    return result != 0 ? result : n != SIGN_SIGNATURE;
}
int sign_verify(const uint8_t* signature, const uint8_t* message, size_t size, const uint8_t* public_key) {
    return OQS_SIG_ml_dsa_65_verify(message, size, signature, SIGN_SIGNATURE, public_key);
}
