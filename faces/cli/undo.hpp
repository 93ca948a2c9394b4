// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What must be put right when a signal, or Ctrl-C on Windows, ends the program: half a file, a terminal without echo,
// keys in memory. The files of system/ that know the terminal define it.

#include <cstddef>
#include <memory>
#include <string>

namespace hashlane::cli::undo {

// One file at a time; "" takes it back.
void remove_file(const std::string& path);

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
    struct state;
    std::unique_ptr<state> self;
};

}  // namespace hashlane::cli::undo
