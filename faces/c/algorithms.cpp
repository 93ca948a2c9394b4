// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "algorithms.hpp"

namespace hashlane_c {

constexpr std::array<entry, HASHLANE_LAST + 1> entries = entries_where([](std::string_view) { return true; });

}  // namespace hashlane_c
