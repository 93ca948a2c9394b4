// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "names.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace hashlane::cli {
namespace {

struct character {
    std::uint32_t code;
    std::size_t length;  // 0: no UTF-8
};

character decode(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80) return {first, 1};
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length) return {0, 0};
    std::uint32_t code = first & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return {0, 0};
        code = code << 6 | (byte(i) & 0x3f);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    return overlong || surrogate || code > 0x10ffff ? character{0, 0} : character{code, length};
}

// C0, DEL, C1, and what turns the direction of writing or breaks lines (Unicode's Bidi_Control, Zl, Zp).
bool unprintable(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x061c || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

void hex_escape(std::string& out, std::string_view raw) {
    static constexpr char digits[] = "0123456789abcdef";
    for (char c : raw) {
        const auto byte = static_cast<std::uint8_t>(c);
        out += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    }
}

// Appends the first character of text to out, escaped if unprintable, and says how many bytes it was.
std::size_t append_printable(std::string& out, std::string_view text, bool& escaped) {
    const character c = decode(text);
    const std::size_t length = c.length == 0 ? 1 : c.length;
    if (c.length == 0 || unprintable(c.code)) {
        hex_escape(out, text.substr(0, length));
        escaped = true;
    } else {
        out += text.substr(0, length);
    }
    return length;
}

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

}  // namespace

shown_name line_name(std::string_view name, bool terminal) {
    shown_name shown{{}, false};
    for (std::size_t i = 0; i < name.size();) {
        const char c = name[i];
        if (c == '\\' || c == '\n' || c == '\r') {
            shown.text += '\\';
            shown.text += c == '\\' ? '\\' : c == '\n' ? 'n' : 'r';
            shown.escaped = true;
            ++i;
        } else if (terminal) {
            i += append_printable(shown.text, name.substr(i), shown.escaped);
        } else {
            shown.text += c;
            ++i;
        }
    }
    return shown;
}

std::optional<std::string> unescaped(std::string_view text) {
    std::string name;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            name += text[i];
            continue;
        }
        const char kind = ++i < text.size() ? text[i] : '\0';
        if (kind == 'n')
            name += '\n';
        else if (kind == 'r')
            name += '\r';
        else if (kind == '\\')
            name += '\\';
        else if (kind == 'x' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 && hex_value(text[i + 2]) >= 0) {
            name += static_cast<char>(hex_value(text[i + 1]) << 4 | hex_value(text[i + 2]));
            i += 2;
        } else
            return std::nullopt;
    }
    if (name.find('\0') != std::string::npos) return std::nullopt;
    return name;
}

std::string printable(std::string_view text) {
    std::string out;
    bool escaped = false;
    for (std::size_t i = 0; i < text.size();) i += append_printable(out, text.substr(i), escaped);
    return out;
}

std::string end_within(std::string_view text, std::size_t columns) {
    static constexpr std::string_view left_out = "...";
    std::size_t width = 0;
    for (const char c : text) width += (c & 0xc0) == 0x80 ? 0 : (c & 0x80) == 0 ? 1 : 2;
    if (width <= columns) return std::string(text);
    while (!text.empty() && width + left_out.size() > columns) {
        const std::size_t length = std::max<std::size_t>(1, decode(text).length);
        width -= length == 1 ? 1 : 2;
        text.remove_prefix(length);
    }
    return text.empty() ? "" : std::string(left_out).append(text);
}

std::string in_message(std::string_view name) {
    const shown_name shown = line_name(name, true);
    const bool unclear = shown.escaped || name.empty() || name.find_first_of(" :'\"") != std::string_view::npos;
    return unclear ? "'" + shown.text + "'" : shown.text;
}

bool valid_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = decode(text.substr(i)).length;
        if (length == 0) return false;
        i += length;
    }
    return true;
}

}  // namespace hashlane::cli
