// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Tests the copy of the library that is in this program, for example when the program starts. Every kernel of every
/// instruction set of the processor computes published answers. A constant that was damaged on a disk or in memory is
/// found.
///
///     if (!hl::selftest()) ...                                                        true: every answer is right
///     hl::selftest([](std::string_view target, std::string_view algorithm, bool right) { ... })          each of them
///
/// It takes less than a tenth of a second and 64 KiB of stack. It forces each target in turn, so other threads may be
/// slower meanwhile; at the end the original targets are in use again. One thread at a time may run the test, and no
/// thread may call use_target() meanwhile: kernels would be left out, and the choice of targets would be lost.

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "targets/target.hpp"
#if HASHLANE_SELFTEST
#include "selftest/hashes.hpp"
#include "selftest/keys.hpp"
#endif

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

// This is one answer. The names are not terminated by a zero.
struct selftest_answer {
    const char* target;
    std::size_t target_size;
    const char* algorithm;
    std::size_t algorithm_size;
    bool right;
};

// Calls report(context, answer) for each answer.
HASHLANE_ENTRY void selftest(void* context, void (*report)(void* context, const selftest_answer* answer));

#if HASHLANE_SELFTEST
HASHLANE_ENTRY void selftest(void* context, void (*report)(void* context, const selftest_answer* answer)) {
    const unsigned before = targets_in_use();
    for (const std::string_view target : available_targets()) {
        const bool usable = use_target(target);
        const auto each = [&](std::string_view algorithm, bool right) {
            const selftest_answer answer{target.data(), target.size(), algorithm.data(), algorithm.size(),
                                         usable && right};
            report(context, &answer);
        };
        selftests::test_hashes(each);
        selftests::test_seals(each);
        selftests::test_keys(each);
    }
    set_targets_in_use(before);
}
#endif

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI {

/// Tests every kernel and reports each answer.
/// \param report report(target, algorithm, right) is called for each answer, with the name of the instruction set, the
/// name of the algorithm, and whether the answer is right. It must not throw.
template <class Report>
requires std::invocable<Report&, std::string_view, std::string_view, bool>
void selftest(Report&& report) {
    using function = std::remove_reference_t<Report>;
    entry_points::selftest(const_cast<void*>(static_cast<const void*>(&report)),
                           [](void* context, const entry_points::selftest_answer* a) {
                               (*static_cast<function*>(context))(std::string_view(a->target, a->target_size),
                                                                  std::string_view(a->algorithm, a->algorithm_size),
                                                                  a->right);
                           });
}

/// Tests every kernel.
/// \return true when every answer is right
template <class...>
[[nodiscard]] bool selftest() {
    std::size_t wrong = 0;
    selftest([&](std::string_view, std::string_view, bool right) { wrong += !right; });
    return wrong == 0;
}

}  // namespace hashlane::inline HASHLANE_ABI
