// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Preconditions, all of which docs/CONTRACTS.md lists. A broken one ends the program with a line on stderr: there is no
// result to give, and to go on could write past a buffer or hide a forgery. While it is compiled it is an error.

#include "config.hpp"

#if HASHLANE_HOSTED
#include <cstdio>
#include <cstdlib>
#endif

namespace hashlane {
inline namespace HASHLANE_ABI {

[[noreturn]] HASHLANE_NOINLINE inline void broken_contract([[maybe_unused]] const char* what) noexcept {
#if HASHLANE_HOSTED
    std::fprintf(stderr, "hashlane: %s\n", what);
    std::abort();
#else
    __builtin_trap();
#endif
}

constexpr void contract(bool kept, const char* what) noexcept {
    if (!kept) [[unlikely]]
        broken_contract(what);
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
