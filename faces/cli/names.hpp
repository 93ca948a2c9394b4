// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A file's name is any bytes but NUL and '/'. How such bytes are shown, and read back.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hashlane::cli {

struct shown_name {
    std::string text;
    bool escaped;  // the line that holds it begins with a backslash, as GNU coreutils does
};

// For a line of digests: \n, \r and \\ as GNU coreutils writes them; for a terminal everything else that is not
// printable UTF-8 too, as \xHH.
shown_name line_name(std::string_view name, bool terminal);

// The name that was escaped so; nothing when there is an escape that nobody writes.
std::optional<std::string> unescaped(std::string_view text);

// For messages: never a control character, never half a UTF-8 sequence; quoted when it would be unclear.
std::string in_message(std::string_view name);

// A printable text in so many columns of a terminal at most: all of it, or "..." and its end; "" where there is no room
// for that and one character. A character beyond ASCII counts as two columns, since nobody knows which it takes.
std::string end_within(std::string_view text, std::size_t columns);

// Everything that is not printable UTF-8 as \xHH; other text as it is.
std::string printable(std::string_view text);

bool valid_utf8(std::string_view text);

}  // namespace hashlane::cli
