/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* For the small C and C++ programs of the tests: CHECK(condition), and a main() that ends with return closing_line(). */
#ifndef HASHLANE_TESTS_CHECK_H
#define HASHLANE_TESTS_CHECK_H

#include <stdio.h>

static int checks_passed, checks_failed;

#define CHECK(condition)                                                                                               \
    ((condition) ? (void)++checks_passed                                                                               \
                 : (void)(++checks_failed, printf("%s:%d: %s\n", __FILE__, __LINE__, #condition)))

static int closing_line(void) {
    printf("%d passed, %d failed\n", checks_passed, checks_failed);
    return checks_failed != 0 || checks_passed == 0;
}

#endif
