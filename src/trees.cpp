// SPDX-License-Identifier: Apache-2.0 OR MIT
// The compiled mode: Merkle trees over a hash that is chosen by name at run time.

#define HASHLANE_COMPILED 1
#define HASHLANE_COMPILING_TREES 1
#include <hashlane/hashlane.hpp>
