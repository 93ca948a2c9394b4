// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Strings that can be template arguments.

#include <cstddef>
#include <string_view>

#include "config.hpp"

namespace hashlane::inline HASHLANE_ABI {

// A string of N - 1 characters and a terminating zero, made from a string literal.
template <std::size_t N>
struct fixed_string {
    char text[N]{};
    consteval fixed_string(const char (&name)[N]) {
        for (std::size_t i = 0; i < N; ++i) text[i] = name[i];
    }
    constexpr std::string_view view() const { return {text, N - 1}; }
};

// Returns a prefix followed by a name of N characters.
template <fixed_string prefix, std::size_t N>
consteval auto prefixed(std::string_view name) {
    constexpr std::size_t head = prefix.view().size();
    char text[head + N + 1]{};
    for (std::size_t i = 0; i < head; ++i) text[i] = prefix.text[i];
    for (std::size_t i = 0; i < N; ++i) text[head + i] = name[i];
    return fixed_string(text);
}

}  // namespace hashlane::inline HASHLANE_ABI
