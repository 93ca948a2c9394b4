// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

// What is watched: functions of a secret, whose time may depend on its length only.
inline constexpr std::size_t secret_size = 20000;

// Which runs a subject takes part in.
enum class runs {
    all,
    not_traced,      // in the short run it is not traced, since it has many steps
    full,            // the full run alone
    full_not_traced  // the full run alone, without traces
};

struct subject {
    std::string_view name;
    void (*prepare)();  // before the secret is marked; may be null
    void (*run)();      // null in a build that has only its name
    runs takes_part = runs::all;
    std::string_view way = {};  // where it is not empty, the name goes on with a comma, a space and this
};

alignas(64) extern std::uint8_t secret[secret_size], result[secret_size];
std::span<const subject> subjects();            // the library: messages, and what most programs call
std::span<const subject> keyed_subjects();      // every other function that takes a key, a password or a tag
std::span<const subject> by_name_subjects();    // each row of the registry, chosen by name
std::span<const subject> planted();             // leaks, each of which a tool must find
std::span<const subject> planted_in_library();  // those in a changed copy of the library

template <std::size_t first, std::size_t n>
std::span<const std::uint8_t, n> part() {
    return std::span<const std::uint8_t, n>(secret + first, n);
}

template <class T>
void keep(const T& value, std::size_t at = 0) {
    std::memcpy(result + at, value.data(), value.size());
}
