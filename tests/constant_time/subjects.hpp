// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// What is watched: functions of a secret, whose time may depend on its length only.
inline constexpr std::size_t secret_size = 20000;

struct subject {
    std::string_view name;
    void (*prepare)();  // before the secret is marked; may be null
    void (*run)();
    bool many_steps = false;  // is traced only if that is wanted
};

extern std::uint8_t secret[secret_size], result[secret_size];
std::span<const subject> subjects();  // the library
std::span<const subject> planted();   // leaks, each of which a tool must find
