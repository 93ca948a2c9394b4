// SPDX-License-Identifier: Apache-2.0 OR MIT
// The compiled mode: the kernels. Programs that include the headers with HASHLANE_COMPILED=1 compile none.

#define HASHLANE_COMPILED 1
#define HASHLANE_COMPILING 1
#include <hashlane/hashlane.hpp>
