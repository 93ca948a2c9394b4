// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// -j, and how much work the operands are.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app.hpp"

namespace hashlane::cli {

// 0 on the command line: as many threads as there are processors.
void add_jobs_option(command_line&, std::size_t& jobs);

// Returns the number of bytes in the files named, and with `recursive` under the directories named; 0 when one of them
// is standard input. It looks at no other file once `stop` is true.
std::uint64_t total_size(const std::vector<std::string>& operands, bool recursive, const std::atomic<bool>& stop);

}  // namespace hashlane::cli
