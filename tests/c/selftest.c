/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The library as it was built passes, whatever target is in use, and leaves that in use. damage.py runs this with an
   argument on damaged libraries, for the answer alone. */
#include <hashlane.h>

#include <string.h>

#include "../support/check.h"

int main(int argc, char** argv) {
    const char* target;
    size_t i;
    (void)argv;
    if (argc > 1 && strcmp(argv[1], "load") == 0) return hashlane_version() == NULL;
    if (argc > 1) return hashlane_selftest() != HASHLANE_OK;
    for (i = 0; (target = hashlane_available_target(i)) != NULL; i++) {
        CHECK(hashlane_use_target(target) == HASHLANE_OK && hashlane_selftest() == HASHLANE_OK);
        CHECK(strcmp(hashlane_target(), target) == 0);
    }
    return closing_line();
}
