// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Lists that other programs write and hashlane does not read.

#include <string>
#include <string_view>

namespace hashlane::cli {

// What such a line looks like, and what reads it; "" when it looks like nothing known.
std::string foreign_hint(std::string_view line);

// The program that checks digests of an algorithm, named as in lists (MD5, BLAKE3, b2, sha-1); "" when none is known.
std::string_view program_for(std::string_view algorithm);

}  // namespace hashlane::cli
