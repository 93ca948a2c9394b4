/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The library as it was built passes; tests/c/damage.py runs this on damaged ones. */
#include <hashlane.h>

#include <string.h>

#include "../support/check.h"

int main(void) {
    const char* target;
    size_t i;
    for (i = 0; (target = hashlane_available_target(i)) != NULL; i++) {
        CHECK(hashlane_use_target(target) == HASHLANE_OK && hashlane_selftest() == HASHLANE_OK);
        CHECK(strcmp(hashlane_target(), target) == 0);
    }
    return closing_line();
}
