// SPDX-License-Identifier: Apache-2.0 OR MIT
// Every instruction set of this machine in turn.
#pragma once

#include <doctest/doctest.h>

#include <hashlane/targets/target.hpp>
#include <string>
#include <string_view>

namespace hl_test {

// Forces a target. The name "" puts all targets in use again.
[[gnu::noinline]] inline void must_use_target(std::string_view name) { REQUIRE(hashlane::use_target(name)); }

// Calls f once for each target of this machine, that target being forced.
template <class F>
void each_target(F&& f) {
    for (const std::string_view name : hashlane::available_targets()) {
        INFO("target ", std::string(name));
        must_use_target(name);
        f();
    }
    must_use_target("");
}

// Calls f. This function is not inlined, so f is compiled once for several calls.
template <class F>
[[gnu::noinline]] void call(F& f) {
    f();
}

// Like each_target(), and then once with all targets in use.
template <class F>
void each_target_and_all(F&& f) {
    each_target([&f] { call(f); });
    call(f);
}

}  // namespace hl_test
