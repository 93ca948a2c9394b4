// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What linux.cpp and macos.cpp share with posix.cpp.

#include <sys/stat.h>

#include "system.hpp"

namespace hashlane::cli::sys {

// The times of a status: their members have other names on each system.
void take_times(const struct stat&, file_status&);

// The clock that gives files their times.
timespec clock_of_files();

}  // namespace hashlane::cli::sys
