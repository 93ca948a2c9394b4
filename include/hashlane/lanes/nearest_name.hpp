// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// This file finds the name that a person may have meant who wrote another one.

#include <cstddef>
#include <string_view>

#include "config.hpp"

namespace hashlane::inline HASHLANE_ABI::names_detail {

// The letters and digits of a name, with letters in lower case. A name with more than `longest` of them does not fit,
// and nearest() then finds no other.
struct plain_name {
    static constexpr std::size_t longest = 40;
    char text[longest]{};
    std::size_t size = 0;
    bool fits = true;

    constexpr explicit plain_name(std::string_view name) noexcept {
        for (const char c : name) append(c);
    }
    constexpr std::string_view view() const noexcept { return {text, size}; }

  private:
    constexpr void append(char c) noexcept {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        const bool counts = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!counts) return;
        if (size == longest) {
            fits = false;
            return;
        }
        text[size] = c;
        ++size;
    }
};

// Tells whether a becomes b when one letter is changed, inserted or removed, or when two neighbours change places.
constexpr bool one_letter_apart(std::string_view a, std::string_view b) noexcept {
    while (!a.empty() && !b.empty() && a.front() == b.front()) {
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    while (!a.empty() && !b.empty() && a.back() == b.back()) {
        a.remove_suffix(1);
        b.remove_suffix(1);
    }
    const bool swapped = a.size() == 2 && b.size() == 2 && a[0] == b[1] && a[1] == b[0];
    return swapped || (a.size() <= 1 && b.size() <= 1 && a.size() + b.size() > 0);
}

// Returns the first of `count` names, name_at(0) and so on, that has the same letters and digits as `name` without
// regard to case and punctuation; else the first that is one letter apart; "" when there is none.
template <class F>
constexpr std::string_view nearest(std::string_view name, std::size_t count, F&& name_at) noexcept {
    const plain_name wanted(name);
    if (!wanted.fits) return {};
    for (std::size_t i = 0; i < count; ++i)
        if (plain_name(name_at(i)).view() == wanted.view()) return name_at(i);
    for (std::size_t i = 0; i < count; ++i)
        if (one_letter_apart(plain_name(name_at(i)).view(), wanted.view())) return name_at(i);
    return {};
}

}  // namespace hashlane::inline HASHLANE_ABI::names_detail
