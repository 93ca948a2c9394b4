// SPDX-License-Identifier: Apache-2.0 OR MIT
// The compiled mode: the self test, with its published answers.

#define HASHLANE_COMPILED 1
#define HASHLANE_COMPILING_SELFTEST 1
#include <hashlane/selftest.hpp>
