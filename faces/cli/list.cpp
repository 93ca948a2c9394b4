// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane list

#include <algorithm>
#include <array>
#include <string>

#include <hashlane/registry.hpp>

#include "app.hpp"
#include "console.hpp"
#include "lines.hpp"
#include "verbs.hpp"

namespace hashlane::cli {
namespace {

const char* kind_name(kind k) {
    static constexpr std::array names{"hash", "xof", "mac", "kdf", "aead"};
    return names.at(static_cast<std::size_t>(k));
}

std::string padded(std::string_view text, std::size_t width) {
    return std::string(text) + std::string(text.size() < width ? width - text.size() : 1, ' ');
}

std::string row_text(const algorithm& a) {
    const std::string size = (a.any_length ? "*" : "") + std::to_string(a.digest_size);
    return padded(a.name, 24) + padded(kind_name(a.kind), 6) + padded(size, 8) +
           padded(std::to_string(a.block_size), 7) + padded(std::to_string(a.security_strength), 10) +
           padded(a.family, 16) + std::string(a.standard) + "\n";
}

std::string row_json(const algorithm& a) {
    return "{\"name\": " + json_string(a.name) + ", \"family\": " + json_string(a.family) +
           ", \"standard\": " + json_string(a.standard) + ", \"kind\": \"" + kind_name(a.kind) +
           "\", \"any_length\": " + (a.any_length ? "true" : "false") +
           ", \"digest_size\": " + std::to_string(a.digest_size) + ", \"block_size\": " + std::to_string(a.block_size) +
           ", \"security_strength\": " + std::to_string(a.security_strength) + "}";
}

}  // namespace

int list_verb(const words& arguments) {
    bool json = false;
    command_line line("Lists the algorithms. Sizes are in bytes, * means any length, and strength is in bits.",
                      "hashlane list [--json]");
    line.flag("--json", json, "write a JSON array of objects");
    if (!line.read(arguments)) return good;
    line.refuse_operands();
    std::string text = json ? "" : "name                    kind  digest  block  strength  family          standard\n";
    for (const algorithm& a : algorithms()) text += json ? (text.empty() ? "[\n" : ",\n") + row_json(a) : row_text(a);
    console::write(json ? text + "\n]\n" : text);
    return good;
}

}  // namespace hashlane::cli
