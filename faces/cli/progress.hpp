// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// One line on the terminal about long work: how much is done, how fast, how long it will still take, which file is
// being read. Nothing is drawn in the first second, nor when standard error is no terminal.

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>

namespace hashlane::cli {

class progress {
  public:
    // The sum of the bytes to come, 0 if nobody knows; called in another thread, after the first second. Once its
    // argument is true nobody needs the sum.
    using estimate = std::function<std::uint64_t(const std::atomic<bool>&)>;

    explicit progress(estimate total);
    ~progress();

    // From any thread.
    static void add(std::uint64_t count);

    // While it lives, the line names this file ("-": standard input). Of several the one that was begun first is named,
    // and the number of the others. From any thread.
    class file {
      public:
        explicit file(const std::string& path);
        ~file();
        file(const file&) = delete;
        file& operator=(const file&) = delete;

      private:
        std::list<std::string>::iterator place;
    };

  private:
    struct drawer;
    std::unique_ptr<drawer> self;
};

}  // namespace hashlane::cli
