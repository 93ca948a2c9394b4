// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "lines.hpp"

#include <nlohmann/json.hpp>

#include "names.hpp"
#include "text.hpp"

namespace hashlane::cli {
namespace {

std::string json_name(const std::string& path) {
    if (valid_utf8(path)) return "\"file\": " + json_string(path);
    return "\"file_base64\": \"" + to_base64({reinterpret_cast<const std::uint8_t*>(path.data()), path.size()}) + "\"";
}

std::string json_line(std::string_view algorithm, const std::string& digest, const char* encoding,
                      const std::string& path, std::uint64_t size, std::size_t bits) {
    const std::string in_bits = bits == whole_file ? "" : ", \"bits\": " + std::to_string(bits);
    return "{\"algorithm\": " + json_string(algorithm) + ", \"" + encoding + "\": \"" + digest +
           "\", \"size\": " + std::to_string(size) + in_bits + ", " + json_name(path) + "}";
}

}  // namespace

std::string tag_of(std::string_view algorithm) { return upper(algorithm); }

std::string json_string(std::string_view text) {
    std::string out;
    for (const char c : nlohmann::json(text).dump(-1, ' ', true)) c == '\x7f' ? out += "\\u007f" : out += c;
    return out;
}

std::string digest_line(const line_style& style, std::string_view algorithm, const bytes& digest,
                        const std::string& path, std::uint64_t size) {
    const char end = style.zero ? '\0' : '\n';
    const std::string text = style.base64 || style.layout == layout::sri ? to_base64(digest) : to_hex(digest);
    if (style.layout == layout::raw) return {digest.begin(), digest.end()};
    if (style.layout == layout::json)
        return json_line(algorithm, text, style.base64 ? "digest_base64" : "digest", path, size, style.bits) + end;
    const shown_name name = style.zero && !style.terminal ? shown_name{path, false} : line_name(path, style.terminal);
    std::string line = name.escaped ? "\\" : "";
    if (style.layout == layout::tag) return line + tag_of(algorithm) + " (" + name.text + ") = " + text + end;
    if (style.layout == layout::sri) line += std::string(algorithm) + "-";
    return line + text + (style.binary ? " *" : "  ") + name.text + end;
}

}  // namespace hashlane::cli
