// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "text.hpp"

#include <algorithm>
#include <cstddef>

namespace hashlane::cli {
namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

char lower_of(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
char upper_of(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

// The value of a hexadecimal digit, or -1 for another character.
int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char lowered = lower_of(c);
    return lowered >= 'a' && lowered <= 'f' ? lowered - 'a' + 10 : -1;
}

}  // namespace

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), lower_of);
    return out;
}

std::string upper(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), upper_of);
    return out;
}

std::string to_hex(std::span<const std::uint8_t> data) {
    std::string out;
    out.reserve(2 * data.size());
    for (std::uint8_t byte : data) out += {hex_digits[byte >> 4], hex_digits[byte & 15]};
    return out;
}

std::optional<bytes> from_hex(std::string_view text) {
    if (text.size() % 2 != 0) return std::nullopt;
    bytes out(text.size() / 2);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const int high = hex_value(text[2 * i]), low = hex_value(text[2 * i + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        out[i] = static_cast<std::uint8_t>(16 * high + low);
    }
    return out;
}

std::string to_base64(std::span<const std::uint8_t> data) {
    std::string out;
    for (std::size_t i = 0; i < data.size(); i += 3) {
        const std::size_t n = std::min<std::size_t>(3, data.size() - i);
        std::uint32_t group = 0;
        for (std::size_t j = 0; j < 3; ++j) group = group << 8 | (j < n ? data[i + j] : 0u);
        for (std::size_t j = 0; j < 4; ++j) out += j <= n ? base64_digits[group >> (18 - 6 * j) & 63] : '=';
    }
    return out;
}

std::optional<bytes> from_base64(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    bytes out;
    for (std::size_t i = 0; i < text.size(); i += 4) {
        std::string_view quad = text.substr(i, 4);
        if (i + 4 == text.size()) quad = quad.substr(0, quad.find_last_not_of('=') + 1);
        if (quad.size() < 2) return std::nullopt;
        std::uint32_t group = 0;
        for (std::size_t j = 0; j < 4; ++j) {
            const std::size_t digit = j < quad.size() ? base64_digits.find(quad[j]) : 0;
            if (digit == std::string_view::npos) return std::nullopt;
            group = group << 6 | static_cast<std::uint32_t>(digit);
        }
        if ((group & (0xffffffu >> 8 * (quad.size() - 1))) != 0) return std::nullopt;
        for (std::size_t j = 0; j + 1 < quad.size(); ++j)
            out.push_back(static_cast<std::uint8_t>(group >> (16 - 8 * j)));
    }
    return out;
}

}  // namespace hashlane::cli
