/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* PQClean's portable ML-KEM-768 and ML-DSA-65, which are compiled with one fips202.h or the other. */
#include "schemes.h"

int PQCLEAN_MLKEM768_CLEAN_crypto_kem_keypair(uint8_t* public_key, uint8_t* secret_key);
int PQCLEAN_MLKEM768_CLEAN_crypto_kem_enc(uint8_t* cipher, uint8_t* shared, const uint8_t* public_key);
int PQCLEAN_MLKEM768_CLEAN_crypto_kem_dec(uint8_t* shared, const uint8_t* cipher, const uint8_t* secret_key);
int PQCLEAN_MLDSA65_CLEAN_crypto_sign_keypair(uint8_t* public_key, uint8_t* secret_key);
int PQCLEAN_MLDSA65_CLEAN_crypto_sign_signature_ctx(uint8_t* signature, size_t* size, const uint8_t* message,
                                                    size_t message_size, const uint8_t* context, size_t context_size,
                                                    const uint8_t* secret_key);
int PQCLEAN_MLDSA65_CLEAN_crypto_sign_verify_ctx(const uint8_t* signature, size_t size, const uint8_t* message,
                                                 size_t message_size, const uint8_t* context, size_t context_size,
                                                 const uint8_t* public_key);

/* What PQClean's randombytes.h calls. */
int PQCLEAN_randombytes(uint8_t* out, size_t size);
int PQCLEAN_randombytes(uint8_t* out, size_t size) {
    draw(out, size);
    return 0;
}

void scheme_begin(int install) { (void)install; }
int kem_keypair(uint8_t* public_key, uint8_t* secret_key) {
    return PQCLEAN_MLKEM768_CLEAN_crypto_kem_keypair(public_key, secret_key);
}
int kem_encaps(uint8_t* cipher, uint8_t* shared, const uint8_t* public_key) {
    return PQCLEAN_MLKEM768_CLEAN_crypto_kem_enc(cipher, shared, public_key);
}
int kem_decaps(uint8_t* shared, const uint8_t* cipher, const uint8_t* secret_key) {
    return PQCLEAN_MLKEM768_CLEAN_crypto_kem_dec(shared, cipher, secret_key);
}
int sign_keypair(uint8_t* public_key, uint8_t* secret_key) {
    return PQCLEAN_MLDSA65_CLEAN_crypto_sign_keypair(public_key, secret_key);
}
int sign_message(uint8_t* signature, const uint8_t* message, size_t size, const uint8_t* secret_key) {
    size_t n = 0;
    const int result =
        PQCLEAN_MLDSA65_CLEAN_crypto_sign_signature_ctx(signature, &n, message, size, NULL, 0, secret_key);
    return result != 0 ? result : n != SIGN_SIGNATURE;
}
int sign_verify(const uint8_t* signature, const uint8_t* message, size_t size, const uint8_t* public_key) {
    return PQCLEAN_MLDSA65_CLEAN_crypto_sign_verify_ctx(signature, SIGN_SIGNATURE, message, size, NULL, 0, public_key);
}
