// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// How a digest is written.

#include <cstdint>
#include <string>
#include <string_view>

#include "common.hpp"

namespace hashlane::cli {

enum class layout { gnu, tag, json, sri, raw };

struct line_style {
    cli::layout layout = cli::layout::gnu;
    bool base64 = false, binary = false, zero = false, terminal = false;
    std::size_t bits = whole_file;  // of each message
};

std::string digest_line(const line_style&, std::string_view algorithm, const bytes& digest, const std::string& path,
                        std::uint64_t size);

// Returns the name of an algorithm as a BSD tag has it.
std::string tag_of(std::string_view algorithm);

// A JSON string, quotes included, pure ASCII. The text must be UTF-8.
std::string json_string(std::string_view text);

}  // namespace hashlane::cli
