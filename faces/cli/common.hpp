// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Words that every verb shares: bytes, exit statuses, the three ways to fail.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane::cli {

using bytes = std::vector<std::uint8_t>;

inline constexpr std::size_t whole_file = std::numeric_limits<std::size_t>::max();  // bits, where no --bits is given

enum exit_status { good = 0, bad = 1, misused = 2 };

// A file or an environment that does not do what was asked: exit 1.
struct failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A command that makes no sense: exit 2.
struct wrong_use : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Standard output takes no more: nothing is left to be done, exit 1.
struct output_lost : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The text of an errno.
std::string reason(int error);

}  // namespace hashlane::cli
