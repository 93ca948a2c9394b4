// SPDX-License-Identifier: Apache-2.0 OR MIT
// Counts the static_asserts of the files that were compiled with this one.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "hl_test.hpp"

TEST_CASE("known answers as constant expressions") {
    std::istringstream files(HASHLANE_CONSTEXPR_FILES);
    std::uint64_t asserts = 0;
    for (std::string name; std::getline(files, name, '|');) {
        std::ifstream file(name);
        REQUIRE_MESSAGE(file, name);
        for (std::string line; std::getline(file, line);) asserts += line.starts_with("static_assert(");
    }
    MESSAGE(asserts, " static_asserts");
    CHECK(asserts >= 200);
    hl_test::count(asserts);
}
