// SPDX-License-Identifier: Apache-2.0 OR MIT
// The formats of lines and bytes: NAME = VALUE, blobby, XKCP's KangarooTwelve.txt.
#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "vectors.hpp"

namespace vectors {
namespace {

std::string_view trim(std::string_view s) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!s.empty() && blank(s.front())) s.remove_prefix(1);
    while (!s.empty() && blank(s.back())) s.remove_suffix(1);
    return s;
}

std::pair<std::string, std::string> split_field(std::string_view line, const std::string& where) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos) throw std::runtime_error(where + ": not NAME = VALUE");
    return {std::string(trim(line.substr(0, equals))), std::string(trim(line.substr(equals + 1)))};
}

// The state of reading a NAME = VALUE file: finished cases, the open one, and the section its cases inherit.
struct text_reader {
    records done;
    record open;
    std::vector<std::pair<std::string, std::string>> section;

    void close() {
        if (open.fields.empty()) return;
        open.fields.insert(open.fields.end(), section.begin(), section.end());
        done.push_back(std::move(open));
        open = {};
    }
    void set_section(std::pair<std::string, std::string> f) {
        close();
        std::erase_if(section, [&](const auto& x) { return x.first == f.first; });
        section.push_back(std::move(f));
    }
    void add(std::pair<std::string, std::string> f, const std::string& where) {
        if (open.fields.empty()) open.where = where;
        open.fields.push_back(std::move(f));
    }
};

struct blob_reader {
    std::string_view rest;

    std::size_t number() {  // most significant group first, each continuation adds one (as in Git's packs)
        std::size_t n = byte();
        if (n < 0x80) return n;
        n &= 0x7f;
        for (;;) {
            const std::size_t b = byte();
            n = ((n + 1) << 7) | (b & 0x7f);
            if (b < 0x80) return n;
        }
    }
    std::size_t byte() { return static_cast<std::uint8_t>(take(1)[0]); }
    std::string_view take(std::size_t n) {
        if (n > rest.size()) throw std::runtime_error("blobby: the file is too short");
        const auto out = rest.substr(0, n);
        rest.remove_prefix(n);
        return out;
    }
};

std::string hex_of(std::string_view raw) {
    return to_hex(reinterpret_cast<const std::uint8_t*>(raw.data()), raw.size());
}

std::size_t power(std::string_view expression) {  // "17^3"
    std::size_t result = 1;
    const auto base = std::stoul(std::string(expression));
    auto exponent = std::stoul(std::string(expression.substr(expression.find('^') + 1)));
    while (exponent-- > 0) result *= base;
    return result;
}

// "empty", "pattern 0x00 to 0xFA for 17^2 bytes", "3 times byte 0xFF"
std::pair<std::string, std::string> k12_input(const std::string& name, std::string_view words) {
    if (words == "empty") return {name + ".hex", ""};
    if (const auto n = words.find(" for "); n != std::string_view::npos)
        return {name + ".ptn", std::to_string(power(words.substr(n + 5)))};
    if (words.find(" times byte 0xFF") == std::string_view::npos) throw std::runtime_error("KangarooTwelve.txt: input");
    std::string ff;
    for (auto i = std::stoul(std::string(words)); i > 0; --i) ff += "ff";
    return {name + ".hex", ff};
}

}  // namespace

records read_text(const std::filesystem::path& file, std::string_view first_field) {
    std::istringstream in(read_file(file));
    text_reader reader;
    std::size_t number = 0;
    for (std::string raw; std::getline(in, raw);) {
        const std::string where = file.filename().string() + ":" + std::to_string(++number);
        const auto line = trim(raw);
        if (line.empty() && first_field.empty()) reader.close();
        if (line.empty() || line.front() == '#') continue;
        if (line.front() == '[' && line.back() == ']') {
            // a section without a value, such as [Tested for ...], says nothing that a test needs
            if (line.find('=') != line.npos) reader.set_section(split_field(line.substr(1, line.size() - 2), where));
            continue;
        }
        auto f = split_field(line, where);
        if (!first_field.empty() && f.first == first_field) reader.close();
        reader.add(std::move(f), where);
    }
    reader.close();
    return std::move(reader.done);
}

records read_blobby2(const std::filesystem::path& file) {
    const std::string content = read_file(file);
    blob_reader in{content};
    const std::size_t count = in.number();
    std::vector<std::string_view> shared(in.number()), blobs;
    for (auto& s : shared) s = in.take(in.number());
    while (!in.rest.empty()) {
        const std::size_t n = in.number();
        blobs.push_back(n & 1 ? shared.at(n >> 1) : in.take(n >> 1));
    }
    if (blobs.size() != count || count % 2 != 0) throw std::runtime_error(file.string() + ": not pairs");
    records out;
    for (std::size_t i = 0; i < count; i += 2)
        out.push_back({{{"Msg", hex_of(blobs[i])}, {"MD", hex_of(blobs[i + 1])}},
                       {},
                       file.filename().string() + " #" + std::to_string(i / 2)});
    return out;
}

records read_xkcp_k12(const std::filesystem::path& file) {
    std::istringstream in(read_file(file));
    records out;
    for (std::string head, value; std::getline(in, head);) {
        if (trim(head).empty()) continue;
        std::getline(in, value);
        std::erase_if(value, [](char c) { return c == ' ' || c == '\r'; });
        const auto m = head.find("(M=") + 3, c = head.find(", C="), n = head.rfind(", ", head.find(" bytes)"));
        record r;
        r.where = file.filename().string() + " " + head;
        r.fields.push_back(k12_input("M", std::string_view(head).substr(m, c - m)));
        r.fields.push_back(k12_input("C", std::string_view(head).substr(c + 4, n - c - 4)));
        r.fields.emplace_back("outBytes", std::to_string(std::stoul(head.substr(n + 2))));
        r.fields.emplace_back("last", std::to_string(value.size() / 2));
        r.fields.emplace_back("out", value);
        out.push_back(std::move(r));
    }
    return out;
}

}  // namespace vectors
