// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What must be put right when a signal ends the program: half a file, a terminal without echo.

#include <string>

#include <termios.h>

namespace hashlane::cli::undo {

// One file and one terminal at a time; "" and -1 take it back.
void remove_file(const std::string& path);
void restore_terminal(int descriptor, const termios& settings);

}  // namespace hashlane::cli::undo
