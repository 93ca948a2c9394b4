// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Preconditions. docs/CONTRACTS.md lists all of them. A broken one ends the program with a line on stderr: there is no
/// result to return, and a program that went on could write past a buffer or accept a forgery. In constant evaluation a
/// broken precondition is a compile error.

#include "config.hpp"

#if HASHLANE_HOSTED
#include <cstdio>
#include <cstdlib>
#endif

namespace hashlane::inline HASHLANE_ABI {

/// Ends the program: writes a line with "hashlane: " and the sentence to stderr, then calls std::abort(). Where
/// HASHLANE_HOSTED is 0 it executes a trap instruction instead. Any thread may call it.
/// \param what the sentence, which ends with a zero
[[noreturn]] HASHLANE_NOINLINE inline void broken_contract([[maybe_unused]] const char* what) noexcept {
#if HASHLANE_HOSTED
    std::fprintf(stderr, "hashlane: %s\n", what);
    std::abort();
#else
    __builtin_trap();
#endif
}

/// Ends the program with broken_contract() if a precondition does not hold.
/// \param kept whether it holds
/// \param what the sentence that says what is wrong, which ends with a zero
constexpr void contract(bool kept, const char* what) noexcept {
    if (!kept) [[unlikely]]
        broken_contract(what);
}

}  // namespace hashlane::inline HASHLANE_ABI
