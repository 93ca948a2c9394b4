// SPDX-License-Identifier: Apache-2.0 OR MIT
// The compiled mode in one unit, for builds by hand. CMakeLists.txt builds its parts instead, side by side:
// kernels.cpp, by_name.cpp, trees.cpp and selftest.cpp.

#define HASHLANE_COMPILED 1
#define HASHLANE_COMPILING 1
#define HASHLANE_COMPILING_BY_NAME 1
#define HASHLANE_COMPILING_TREES 1
#define HASHLANE_COMPILING_SELFTEST 1
#include <hashlane/hashlane.hpp>
#include <hashlane/selftest.hpp>
