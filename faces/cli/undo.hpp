// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What must be put right when a signal ends the program: half a file, a terminal without echo, keys in memory.

#include <cstddef>
#include <string>

#include <signal.h>
#include <termios.h>

namespace hashlane::cli::undo {

// One file and one terminal at a time; "" and -1 take it back.
void remove_file(const std::string& path);
void restore_terminal(int descriptor, const termios& settings);

// Static memory that such a signal fills with zeros.
void wipe_memory(void* data, std::size_t size);

// While this lives such signals wait, so that a file is never there without its name being known here. Threads that are
// started meanwhile never take them.
class hold {
  public:
    hold();
    ~hold();
    hold(const hold&) = delete;
    hold& operator=(const hold&) = delete;

  private:
    sigset_t before;
};

}  // namespace hashlane::cli::undo
