// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The settings of PostgreSQL that the extension adds.

#include <cstddef>

namespace hashlane::postgresql {

// hashlane.key_file: the name of the key file; nullptr or empty where there is none.
const char* key_file_name() noexcept;
// hashlane.set_limit in bytes.
std::size_t set_limit() noexcept;

}  // namespace hashlane::postgresql
