// SPDX-License-Identifier: Apache-2.0 OR MIT
// Every instruction set of this machine in turn.
#pragma once

#include <doctest/doctest.h>

#include <hashlane/targets/target.hpp>
#include <string>

namespace hl_test {

template <class F>
void each_target(F&& f) {
    for (const auto target : hashlane::available_targets()) {
        INFO("target ", std::string(target));
        REQUIRE(hashlane::use_target(target));
        f();
    }
    REQUIRE(hashlane::use_target(""));
}

}  // namespace hl_test
