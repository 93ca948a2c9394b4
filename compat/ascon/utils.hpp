// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "../utilities.hpp"

namespace ascon_utils {
using hashlane_compat::from_hex;
using hashlane_compat::random_data;
using hashlane_compat::to_hex;
}  // namespace ascon_utils
