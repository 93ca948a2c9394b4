/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Ascon-AEAD128 as a cipher, against libhashlane. */
#include "check.h"

static const unsigned char key[16] = "0123456789abcdef", nonce[16] = "nonce of 16 byte";
static EVP_CIPHER* cipher;

/* Encrypts or decrypts in pieces; returns whether all calls were accepted. `tag` is read or written. */
static int crypt(int encrypt, const unsigned char* in, size_t n, size_t associated, unsigned char* out,
                 unsigned char* tag, int tag_size) {
    EVP_CIPHER_CTX* const context = EVP_CIPHER_CTX_new();
    int size = 0, rest = 0, end = 0, good;
    const int half = (int)(n / 3);
    good = EVP_CipherInit_ex2(context, cipher, key, nonce, encrypt, NULL) == 1 &&
           EVP_CipherUpdate(context, NULL, &size, message, (int)associated / 2) == 1 &&
           EVP_CipherUpdate(context, NULL, &size, message + associated / 2, (int)(associated - associated / 2)) == 1;
    if (!encrypt) good = good && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tag_size, tag) == 1;
    size = 0;
    good = good && EVP_CipherUpdate(context, out, &size, in, half) == 1 &&
           EVP_CipherUpdate(context, out + size, &rest, in + half, (int)n - half) == 1 &&
           EVP_CipherFinal_ex(context, out + size + rest, &end) == 1 && (size_t)(size + rest + end) == n;
    if (encrypt) good = good && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, tag_size, tag) == 1;
    EVP_CIPHER_CTX_free(context);
    return good;
}

static void check_sizes(void) {
    unsigned char expected[9000], out[9000], again[9000], right[16], tag[16];
    size_t i, j;
    for (i = 0; i + 1 < size_count; ++i) {
        for (j = 0; j < 20; j += 3) {
            const int error = hashlane_aead_encrypt(HASHLANE_ASCON_AEAD128, key, 16, nonce, 16, message, sizes[j],
                                                    message, sizes[i], expected, right, 16);
            check(error == HASHLANE_OK && crypt(1, message, sizes[i], sizes[j], out, tag, 16) &&
                      memcmp(out, expected, sizes[i]) == 0 && memcmp(tag, right, 16) == 0,
                  "Ascon-AEAD128 of %zu and %zu bytes", sizes[i], sizes[j]);
            check(crypt(0, out, sizes[i], sizes[j], again, tag, 16) && memcmp(again, message, sizes[i]) == 0,
                  "decryption of %zu bytes", sizes[i]);
            check(crypt(0, out, sizes[i], sizes[j], out, tag, 8), "decryption with a tag of 8 bytes, in place");
            tag[15] ^= 1;
            check(!crypt(0, expected, sizes[i], sizes[j], again, tag, 16) &&
                      reason_is("the tag is not that of this message"),
                  "a forged tag");
        }
    }
}

static void check_facts(void) {
    check(EVP_CIPHER_get_key_length(cipher) == 16 && EVP_CIPHER_get_iv_length(cipher) == 16 &&
              EVP_CIPHER_get_block_size(cipher) == 1 && EVP_CIPHER_get_mode(cipher) == EVP_CIPH_STREAM_CIPHER &&
              (EVP_CIPHER_get_flags(cipher) & EVP_CIPH_FLAG_AEAD_CIPHER) != 0,
          "what the cipher says of itself");
}

/* What must not be done with a nonce, a tag or a buffer. */
static void check_refusals(void) {
    EVP_CIPHER_CTX* const context = EVP_CIPHER_CTX_new();
    unsigned char buffer[64] = {0}, tag[16];
    int size = 0;
    check(EVP_EncryptInit_ex2(context, cipher, key, nonce, NULL) == 1 &&
              EVP_EncryptUpdate(context, buffer, &size, message, 20) == 1 &&
              EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag) != 1 && reason_is("no tag is set"),
          "no tag before the end");
    check(EVP_EncryptUpdate(context, NULL, &size, message, 20) != 1 &&
              reason_is("the call does not fit here: associated data comes before the text"),
          "associated data after the text");
    check(EVP_EncryptUpdate(context, buffer + 1, &size, buffer, 20) != 1 &&
              reason_is("text and ciphertext overlap in part"),
          "overlap in part");
    check(EVP_EncryptFinal_ex(context, buffer, &size) == 1 &&
              EVP_EncryptUpdate(context, buffer, &size, message, 20) != 1 &&
              reason_is("no nonce is set, or it was used for the message before"),
          "a text after the end");
    check(EVP_EncryptInit_ex2(context, NULL, NULL, NULL, NULL) == 1 &&
              EVP_EncryptUpdate(context, buffer, &size, message, 20) != 1 &&
              reason_is("no nonce is set, or it was used for the message before"),
          "a nonce twice");
    check(EVP_EncryptInit_ex2(context, NULL, NULL, nonce, NULL) == 1 &&
              EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, 12, NULL) != 1 &&
              reason_is("the nonce has a wrong size"),
          "a nonce of 12 bytes");
    check(EVP_DecryptInit_ex2(context, NULL, NULL, nonce, NULL) == 1 &&
              EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 7, tag) != 1 && reason_is("the tag has a wrong size"),
          "a tag of 7 bytes");
    check(EVP_DecryptFinal_ex(context, buffer, &size) != 1 && reason_is("no tag is set"), "no tag");
    EVP_CIPHER_CTX_free(context);
}

void check_aead(void) {
    cipher = EVP_CIPHER_fetch(NULL, "ASCON-AEAD128", NULL);
    check(cipher != NULL, "fetch ASCON-AEAD128");
    if (cipher == NULL) return;
    check_facts();
    check_sizes();
    check_refusals();
    EVP_CIPHER_free(cipher);
}
