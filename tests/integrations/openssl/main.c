/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The provider through EVP:
     main FOLDER           all tests, with the hashlane.so of that folder
     main which NAME...    the provider from which the program gets each digest, as its configuration says */
#include <openssl/crypto.h>
#include <stdarg.h>

#include "check.h"

static int passed, failed;
unsigned char message[longest_message];
const size_t sizes[] = {0,   1,   31,  55,  56,  63,  64,  65,  111,  112,  127,  128,  129,  135,
                        136, 137, 143, 144, 167, 168, 169, 335, 1000, 8192, 8193, 9000, 20000};
const size_t size_count = sizeof sizes / sizeof sizes[0];

void check(int good, const char* format, ...) {
    va_list arguments;
    if (good) {
        ++passed;
        return;
    }
    ++failed;
    printf("FAIL ");
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    ERR_print_errors_fp(stdout);
}

int reason_is(const char* reason) {
    const unsigned long error = ERR_peek_last_error();
    const char* const text = ERR_reason_error_string(error);
    const int good = text != NULL && strcmp(text, reason) == 0;
    if (!good) printf("the reason is: %s\n", text == NULL ? "none" : text);
    ERR_clear_error();
    return good;
}

static int which(char** names) {
    for (; *names != NULL; ++names) {
        EVP_MD* const digest = EVP_MD_fetch(NULL, *names, NULL);
        printf("%s %s\n", *names, digest == NULL ? "none" : OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(digest)));
        EVP_MD_free(digest);
    }
    return 0;
}

int main(int count, char** words) {
    OSSL_PROVIDER *mine, *other;
    size_t i;
    if (count > 2 && strcmp(words[1], "which") == 0) return which(words + 2);
    if (count != 2) return 2;
    for (i = 0; i < longest_message; ++i) message[i] = (unsigned char)(i % 251);
    prepare_wipes(); /* before OpenSSL takes memory */
    OSSL_PROVIDER_set_default_search_path(NULL, words[1]);
    mine = OSSL_PROVIDER_load(NULL, "hashlane");
    other = OSSL_PROVIDER_load(NULL, "default");
    if (mine == NULL || other == NULL) {
        ERR_print_errors_fp(stdout);
        printf("a provider cannot be loaded\n0 passed, 1 failed\n");
        return 1;
    }
    check_digests();
    check_parameters();
    check_macs();
    check_kdfs();
    check_aead();
    check_life(words[1]);
    check_newer(words[1]);
    check_wide();
    check_wipes();
    check(OSSL_PROVIDER_unload(mine) == 1 && OSSL_PROVIDER_unload(other) == 1, "unload");
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
