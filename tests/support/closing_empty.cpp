// SPDX-License-Identifier: Apache-2.0 OR MIT
// No test case at all: a program that checks nothing must not pass.
#include "hl_test.hpp"
