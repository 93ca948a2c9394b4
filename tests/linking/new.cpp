// SPDX-License-Identifier: Apache-2.0 OR MIT
// Built for a processor with AVX-512.
#define UNIT unit_new
#include "digests.hpp"
#include "planted.hpp"

void new_digests() {
    unit_new::digests();
#ifdef PLANTED
    std::printf("%llu\n", planted(3, 4));
#endif
}
