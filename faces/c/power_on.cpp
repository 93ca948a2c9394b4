// SPDX-License-Identifier: Apache-2.0 OR MIT
// HASHLANE_SELFTEST=1 in the environment: the self test runs when the library is loaded, before any other call into it.

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "hashlane.h"

namespace {

// A wrong answer ends the process: no digest may come from a library that is damaged.
[[gnu::constructor]] void test_when_loaded() {
    const char* asked = std::getenv("HASHLANE_SELFTEST");
    if (asked == nullptr || std::strcmp(asked, "1") != 0) return;
    if (hashlane_selftest() == HASHLANE_OK) return;
    std::fputs("libhashlane: the self test at load failed; this copy of the library is damaged\n", stderr);
    std::abort();
}

}  // namespace
