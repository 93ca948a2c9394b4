// SPDX-License-Identifier: Apache-2.0 OR MIT
// The fault that the test looks for: one weak function, compiled for two instruction sets under one name.
#pragma once

#ifdef PLANTED
__attribute__((noinline)) inline unsigned long long planted(unsigned long long x, int n) {
    return (x << n) ^ (x >> (n + 1));
}
#endif
