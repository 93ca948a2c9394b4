// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <doctest/doctest.h>

#include "hl_test.hpp"

TEST_CASE("a case and three vectors, one left out") {
    CHECK(1 + 1 == 2);
    hl_test::count(3);
    hl_test::skip(1, "as an example");
}
