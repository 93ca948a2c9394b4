// SPDX-License-Identifier: Apache-2.0 OR MIT
// The compiled mode: the tables of algorithms that are chosen by name at run time.

#define HASHLANE_COMPILED 1
#define HASHLANE_COMPILING_BY_NAME 1
#include <hashlane/hashlane.hpp>
