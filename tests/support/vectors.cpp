// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "vectors.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "hl_test.hpp"

#ifndef HASHLANE_SOURCE_DIR
#error "HASHLANE_SOURCE_DIR names the root of the repository"
#endif

namespace vectors {
namespace {

[[noreturn]] void fail(std::string_view where, std::string_view what) {
    throw std::runtime_error(std::string(where) + ": " + std::string(what));
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool is_left_out(std::string_view path) {
    std::ifstream list(root() / "left-out.txt");
    for (std::string line; std::getline(list, line);)
        if (line == path) return true;
    return false;
}

records read(format f, const std::filesystem::path& file) {
    switch (f) {
    case format::text: return read_text(file, {});
    case format::text_count: return read_text(file, "COUNT");
    case format::json: return read_json(file);
    case format::blobby2: return read_blobby2(file);
    case format::xkcp_k12: return read_xkcp_k12(file);
    }
    fail(file.string(), "unknown format");
}

}  // namespace

bool record::has(std::string_view name) const {
    return std::any_of(fields.begin(), fields.end(), [&](const auto& f) { return f.first == name; });
}

const std::string& record::text(std::string_view name) const {
    const auto f = std::find_if(fields.begin(), fields.end(), [&](const auto& x) { return x.first == name; });
    if (f == fields.end()) fail(where, "no field " + std::string(name));
    return f->second;
}

std::string record::text_or(std::string_view name, std::string_view otherwise) const {
    return has(name) ? text(name) : std::string(otherwise);
}

std::size_t record::number(std::string_view name) const {
    std::size_t used = 0;
    const std::string& t = text(name);
    const auto n = std::stoull(t, &used);
    if (used != t.size()) fail(where, "not a number: " + t);
    return static_cast<std::size_t>(n);
}

bytes record::hex(std::string_view name) const { return from_hex(text(name)); }

bytes record::hex_or_empty(std::string_view name) const { return has(name) ? hex(name) : bytes{}; }

std::vector<std::string> record::all(std::string_view name) const {
    std::vector<std::string> out;
    for (const auto& [n, v] : fields)
        if (n == name) out.push_back(v);
    return out;
}

bytes from_hex(std::string_view text) {
    if (text.size() % 2 != 0) fail("from_hex", "an odd number of digits");
    bytes out(text.size() / 2);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0) fail("from_hex", std::string("not hexadecimal: ") + std::string(text.substr(0, 40)));
        out[i] = static_cast<std::uint8_t>(high * 16 + low);
    }
    return out;
}

std::string to_hex(const std::uint8_t* data, std::size_t size) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string out;
    for (std::size_t i = 0; i < size; ++i) {
        out += digits[data[i] >> 4];
        out += digits[data[i] & 15];
    }
    return out;
}

bytes from_text(std::string_view text) { return bytes(text.begin(), text.end()); }

bytes ptn(std::size_t n) {
    bytes out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<std::uint8_t>(i % 0xFB);
    return out;
}

const std::filesystem::path& root() {
    static const std::filesystem::path path = [] {
        const std::filesystem::path repository = HASHLANE_SOURCE_DIR;
        if (const char* given = std::getenv("HASHLANE_VECTORS"); given && *given) return std::filesystem::path(given);
        const auto beside = repository.parent_path() / "shared" / "vectors";
        return std::filesystem::is_directory(beside) ? beside : repository / "tests" / "data";
    }();
    return path;
}

std::string read_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) fail(file.string(), "cannot be read");
    // At once: byte by byte it took an eighth of the time of test_kat under sanitizers.
    std::string text(std::filesystem::file_size(file), '\0');
    if (!in.read(text.data(), static_cast<std::streamsize>(text.size())))
        fail(file.string(), "cannot be read to its end");
    return text;
}

records load(format f, std::string_view path) {
    const auto file = root() / path;
    if (std::filesystem::exists(file)) {
        records out = read(f, file);
        if (out.empty()) fail(path, "no test case in it");
        return out;
    }
    if (!is_left_out(path)) fail(file.string(), "missing");
    hl_test::skip(1, "not in tests/data: " + std::string(path));
    return {};
}

}  // namespace vectors
