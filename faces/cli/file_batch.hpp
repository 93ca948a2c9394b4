// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Files that wait for being digested. Small ones are read one after the other into one buffer, and digested together:
// the messages of one algorithm share the lanes of the processor.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "file_job.hpp"
#include "read_buffer.hpp"

namespace hashlane::cli {

// Memory of one thread at a time, not cleared. It is there from the first use on.
class file_buffer {
  public:
    std::span<std::uint8_t> whole();

  private:
    std::optional<read_buffer> memory;
};

// The first of some jobs: all that are small up to one that is not, or that one alone. Nothing here throws.
class file_batch {
  public:
    // Opens and reads the small files. The jobs and the buffer must live as long as this object.
    file_batch(std::span<file_job* const> jobs, file_buffer& buffer);

    // How many jobs are of this batch; at least one.
    std::size_t size() const { return count; }

    // After this the jobs of the batch have their digests, or an error.
    void digest();

  private:
    bool take(file_job& job);
    bool read_small(file_job& job);
    void digest_row(std::size_t first, std::size_t n);

    std::span<file_job* const> all;
    std::span<std::uint8_t> room;  // what is left of the buffer
    std::size_t count = 0;
    bool alone = false;  // the first job is not small
    std::vector<file_job*> read;
    std::vector<std::span<const std::uint8_t>> messages;  // of the jobs in `read`
};

}  // namespace hashlane::cli
