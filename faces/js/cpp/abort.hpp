// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Included before everything else. A failed check of the standard library ends the module by a trap, which JavaScript
// sees as an exception. The library's own function would print a message, and has no console here.
#define _LIBCPP_VERBOSE_ABORT(...) __builtin_trap()
