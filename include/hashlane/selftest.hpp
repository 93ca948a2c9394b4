// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A test of this program's own copy of the library, for those who want one when they start: published answers through
// every kernel of every instruction set of the processor. It finds a constant that was damaged on a disk or in memory.
//
//   if (!hl::selftest()) ...                                                        true: every answer is right
//   hl::selftest([](std::string_view target, std::string_view algorithm, bool right) { ... })          each of them
//
// It takes less than a tenth of a second and 64 KiB of stack. Targets are forced in turn meanwhile, which other threads notice by
// their speed alone; then those that were in use before are in use again.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "selftest_hashes.hpp"
#include "selftest_keys.hpp"
#include "targets/target.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

template <class Told>
requires std::invocable<Told&, std::string_view, std::string_view, bool>
void selftest(Told&& told) {
    const unsigned before = doors::targets_in_use();
    for (const std::string_view target : available_targets()) {
        const bool usable = use_target(target);
        const auto each = [&](std::string_view algorithm, bool right) { told(target, algorithm, usable && right); };
        selftests::test_hashes(each);
        selftests::test_seals(each);
        selftests::test_keys(each);
    }
    doors::set_targets_in_use(before);
}

[[nodiscard]] inline bool selftest() {
    std::size_t wrong = 0;
    selftest([&](std::string_view, std::string_view, bool right) { wrong += !right; });
    return wrong == 0;
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
