// SPDX-License-Identifier: Apache-2.0 OR MIT
// Built for any x86-64. It calls the other unit only when told to, as a program would after asking the processor.
#define UNIT unit_old
#include "digests.hpp"
#include "planted.hpp"

void new_digests();

int main(int argc, char**) {
    if (argc > 1) {
        new_digests();
        return 0;
    }
    unit_old::digests();
#ifdef PLANTED
    return planted(argc, 1) == 0;
#endif
}
