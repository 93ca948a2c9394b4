// SPDX-License-Identifier: Apache-2.0 OR MIT
// What the examples share: bytes as hexadecimal digits on a line of their own.
#pragma once

#include <cstdio>

inline void show(const auto& bytes) {
    for (const unsigned byte : bytes) std::printf("%02x", byte);
    std::puts("");
}
