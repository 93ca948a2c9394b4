// SPDX-License-Identifier: Apache-2.0 OR MIT
// What most test programs include, compiled once for each build tree. No header of Hashlane may stand here: a program
// includes what it tests itself. A file that lacks an include of its own is found by the suite `gcc`, which does
// without this header.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
