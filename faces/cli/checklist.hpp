// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// One line of a list of digests: GNU coreutils, BSD tag, Subresource Integrity, JSON.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common.hpp"

namespace hashlane::cli {

struct entry {
    std::string algorithm;
    bytes digest;
    std::string path;
    std::size_t bits = whole_file;      // of the message
    std::optional<std::uint64_t> size;  // of the file in bytes, where the line says it
};

struct list_context {
    std::string algorithm;   // of lines that do not name one; "" if unknown
    std::string foreign;     // the problem of lines that do not name one, if the list is named after another one
    bool only_this = false;  // lines that name another one are malformed
    bool zero = false;       // lines end with NUL and are not escaped
    std::size_t length = 0;  // the only length allowed, 0: any
    std::size_t bits = whole_file;
};

struct parsed_line {
    enum { one, nothing, malformed } kind;
    cli::entry entry;
    std::string problem;  // of a malformed line
    bool untold = false;  // the user must be told what is missing, once
};

parsed_line parse_line(std::string_view line, const list_context&);

// Text into lines: a byte order mark and the CR of CRLF are dropped. Throws failure for UTF-16.
std::vector<std::string_view> split_lines(std::string_view text, bool zero);

}  // namespace hashlane::cli
