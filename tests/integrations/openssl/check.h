/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the parts of the test program share. main.c has the functions. */
#ifndef HASHLANE_TEST_OPENSSL_CHECK_H
#define HASHLANE_TEST_OPENSSL_CHECK_H

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "hashlane.h"

enum { longest_message = 20000 };
extern unsigned char message[longest_message]; /* 0, 1, ... 250, 0, ... */

/* Counts a check, and says what failed. */
void check(int good, const char* format, ...) __attribute__((format(printf, 2, 3)));

/* Whether the newest error of OpenSSL's queue has this reason. Empties the queue. */
int reason_is(const char* reason);

/* Edges of blocks. */
extern const size_t sizes[];
extern const size_t size_count;

void check_digests(void);
void check_parameters(void);
void check_macs(void);
void check_kdfs(void);
void check_aead(void);
void check_life(const char* folder);
void check_newer(const char* folder);
void check_wide(void);
void prepare_wipes(void); /* replaces the functions of memory of OpenSSL */
void check_wipes(void);

#endif
