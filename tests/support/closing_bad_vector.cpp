// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <doctest/doctest.h>

#include "hl_test.hpp"

TEST_CASE("a vector breaks where no CHECK sees it") { hl_test::count(6, 1); }
