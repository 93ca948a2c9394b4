// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What the older libraries gave their examples: random test data (no keys) and hexadecimal digits.

// Some of these stand here for users alone: the older headers brought them in.
#include <algorithm>
#include <bit>
#include <cassert>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iomanip>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace hashlane_compat {

// No extent to deduce: random_data<std::uint8_t>(vector) is how it was called.
template <std::unsigned_integral T>
void random_data(std::span<T> out) {
    std::mt19937_64 generator(std::random_device{}());
    for (T& t : out) t = static_cast<T>(generator());
}

template <std::unsigned_integral T>
void random_data(T* out, std::size_t n) {
    random_data(std::span<T>(out, n));
}

inline std::string to_hex(std::span<const std::uint8_t> bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (const std::uint8_t b : bytes) {
        out += digits[b >> 4];
        out += digits[b & 15];
    }
    return out;
}

inline std::string to_hex(const std::uint8_t* bytes, std::size_t n) { return to_hex({bytes, n}); }

// Empty when the text is not pairs of hexadecimal digits.
inline std::vector<std::uint8_t> from_hex(std::string_view text) {
    constexpr std::string_view digits = "00112233445566778899aAbBcCdDeEfF";
    std::vector<std::uint8_t> out(text.size() / 2);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t found = digits.find(text[i]);
        if (found == digits.npos || text.size() % 2 != 0) return {};
        out[i / 2] = static_cast<std::uint8_t>(std::size_t{out[i / 2]} << 4 | found / 2);
    }
    return out;
}

}  // namespace hashlane_compat
