// SPDX-License-Identifier: Apache-2.0 OR MIT
// The entries of c/algorithms.hpp, of the algorithms that this build has.

#include "families.hpp"

namespace hashlane_c {

constexpr std::array<entry, HASHLANE_LAST + 1> entries = entries_where(hashlane_rust::built);

}  // namespace hashlane_c
