// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "acvp_json.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "acvp.hpp"
#include "lines.hpp"
#include "names.hpp"
#include "text.hpp"

namespace hashlane::cli::acvp {
namespace {

using nlohmann::json;

// A name within a JSON Pointer: RFC 6901 s.3.
std::string escaped(std::string_view name) {
    std::string out;
    for (const char c : printable(name)) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

// The place that the parser has reached. It refuses values that are nested too deeply, and names that are given twice.
class path_of_parser {
  public:
    void see(json::parse_event_t event, const json& found) {
        using enum json::parse_event_t;
        if (event == key) return name(found.get<std::string>());
        if (event == object_end || event == array_end) return levels.pop_back();
        count_element();
        if (event == value) return;
        if (levels.size() == most_depth)
            throw failure(place() + ": more than " + std::to_string(most_depth) + " values within each other");
        levels.push_back({.array = event == array_start, .count = 0, .name = {}, .names = {}});
    }

  private:
    struct level {
        bool array;
        std::size_t count;
        std::string name;
        std::set<std::string> names;
    };

    std::string place() const {
        std::string out;
        for (const level& l : levels) out += "/" + (l.array ? std::to_string(l.count - 1) : escaped(l.name));
        return out;
    }
    void count_element() {
        if (!levels.empty() && levels.back().array) ++levels.back().count;
    }
    void name(const std::string& given) {
        levels.back().name = given;
        if (!levels.back().names.insert(given).second) throw failure(place() + ": this name is given twice");
    }

    std::vector<level> levels;
};

std::string line_and_column(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, std::min(byte, text.size()));
    const std::size_t line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    const std::size_t column = before.size() - (before.rfind('\n') + 1);
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

}  // namespace

document::document(std::string_view text) {
    path_of_parser path;
    const json::parser_callback_t follow = [&](int, json::parse_event_t event, json& found) {
        path.see(event, found);
        return true;
    };
    // The parser takes NUL for the end of the text.
    const std::size_t nul = text.find('\0');
    if (nul != std::string_view::npos) throw failure("no JSON: a NUL at " + line_and_column(text, nul + 1));
    try {
        value = std::make_unique<json>(json::parse(text, follow));
    } catch (const json::parse_error& error) {
        throw failure("no JSON: something is wrong or missing at " + line_and_column(text, error.byte));
    } catch (const json::exception&) { throw failure("no JSON: a number is out of range"); }
}

document::~document() = default;

node document::root() const { return {*value, ""}; }

void node::refuse(const std::string& why) const {
    throw failure((pointer.empty() ? std::string("the prompt") : pointer) + ": " + why);
}

void node::not_answered(const std::string& why) const { throw unanswered(pointer + ": " + why); }

std::optional<node> node::find(std::string_view name) const {
    if (!value->is_object()) refuse("this is not an object");
    const auto found = value->find(std::string(name));
    if (found == value->end() || found->is_null()) return std::nullopt;
    return node(*found, pointer + "/" + escaped(name));
}

node node::at(std::string_view name) const {
    const auto found = find(name);
    if (!found) refuse("\"" + std::string(name) + "\" is missing");
    return *found;
}

bool node::is_list() const { return value->is_array(); }

std::vector<node> node::list() const {
    if (!is_list()) refuse("this is not an array");
    std::vector<node> out;
    for (const json& element : *value) out.emplace_back(element, pointer + "/" + std::to_string(out.size()));
    return out;
}

std::string node::text() const {
    if (!value->is_string()) refuse("this is not a string");
    return value->get<std::string>();
}

bool node::truth() const {
    if (!value->is_boolean()) refuse("this is neither true nor false");
    return value->get<bool>();
}

std::uint64_t node::number() const {
    if (!value->is_number_unsigned()) refuse("this is not a whole number from 0 to 2^64 - 1");
    return value->get<std::uint64_t>();
}

std::uint64_t node::number_within(std::uint64_t least, std::uint64_t most) const {
    const std::uint64_t found = number();
    if (found < least || found > most)
        refuse(std::to_string(found) + " is not within " + std::to_string(least) + ".." + std::to_string(most));
    return found;
}

bytes node::hex() const {
    const auto data = from_hex(text());
    if (!data) refuse("this is not an even number of hexadecimal digits");
    return *data;
}

bit_string node::bits(std::size_t count) const {
    bytes data = hex();
    if (count == 0 && data == bytes{0}) data.clear();
    if (data.size() != bytes_of(count))
        refuse(std::to_string(count) + " bits have " + std::to_string(bytes_of(count)) + " bytes, and this has " +
               std::to_string(data.size()));
    return {std::move(data), count};
}

answer& answer::put(std::string_view name, const std::string& value) {
    if (!members.empty()) members += ", ";
    members += "\"" + std::string(name) + "\": " + value;
    return *this;
}

answer& answer::hex(std::string_view name, std::span<const std::uint8_t> data) {
    return put(name, "\"" + upper(to_hex(data)) + "\"");
}

answer& answer::hex_list(std::string_view name, const std::vector<bytes>& list) {
    std::string out;
    for (const bytes& one : list) out += (out.empty() ? "\"" : ", \"") + upper(to_hex(one)) + "\"";
    return put(name, "[" + out + "]");
}

answer& answer::number(std::string_view name, std::uint64_t value) { return put(name, std::to_string(value)); }

answer& answer::truth(std::string_view name, bool value) { return put(name, value ? "true" : "false"); }

answer& answer::text(std::string_view name, std::string_view value) { return put(name, json_string(value)); }

answer& answer::objects(std::string_view name, const std::vector<answer>& list) {
    std::string out;
    for (const answer& one : list) out += (out.empty() ? "" : ", ") + one.json();
    return put(name, "[" + out + "]");
}

}  // namespace hashlane::cli::acvp
