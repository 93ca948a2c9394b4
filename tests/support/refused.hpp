// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

#include "raises.hpp"

namespace hl_test {

// Does f end the program by a broken contract? Without its line on stderr.
template <class F>
bool refused(F&& f) {
    const int silence = open("/dev/null", O_WRONLY), kept = dup(2);
    dup2(silence, 2);
    const bool refusal = raises(SIGABRT, f);
    dup2(kept, 2);
    close(kept);
    close(silence);
    return refusal;
}

}  // namespace hl_test
