// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <doctest/doctest.h>

#include "hl_test.hpp"

TEST_CASE("holds") { CHECK(1 + 1 == 2); }
TEST_CASE("breaks") { CHECK(1 + 1 == 3); }
