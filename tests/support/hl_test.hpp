// SPDX-License-Identifier: Apache-2.0 OR MIT
// What a test program tells tests/run.py beside its doctest cases.
#pragma once

#include <cstdint>
#include <string_view>

namespace hl_test {

// Vectors checked outside doctest's own counting: one CHECK per vector would cost more than the hash.
void count(std::uint64_t passed, std::uint64_t failed = 0);

// Says on stdout what was left out and why, once for each reason, and adds n to `skipped`.
void skip(std::uint64_t n, std::string_view reason);

// HASHLANE_LARGE=1, set by tests/run.py --large: vectors of 1 GiB and more.
bool large();

}  // namespace hl_test
