// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "json_object.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "names.hpp"
#include "text.hpp"

namespace hashlane::cli {
namespace {

using nlohmann::json;

std::string quoted(const std::string& name) {
    std::string out = "\"";
    out += printable(name);
    out += '"';
    return out;
}

// Throws failure unless the text is one object whose members all have different names.
json parsed(std::string_view text) {
    // The parser takes NUL for the end of the text.
    if (text.find('\0') != std::string_view::npos) throw failure("this is not one JSON object");
    std::set<std::string> names;
    std::string twice;
    const json::parser_callback_t note_name = [&](int depth, json::parse_event_t event, json& found) {
        if (event != json::parse_event_t::key || depth != 1) return true;
        const std::string name = found.get<std::string>();
        if (!names.insert(name).second) twice = quoted(name);
        return true;
    };
    json object = json::parse(text, note_name, false);
    if (!object.is_object()) throw failure("this is not one JSON object");
    if (!twice.empty()) throw failure(twice + " is given twice");
    return object;
}

}  // namespace

json_object::json_object(std::string_view text, std::initializer_list<std::string_view> known) {
    const auto all_texts = [](const json& list) {
        return std::all_of(list.begin(), list.end(), [](const json& one) { return one.is_string(); });
    };
    const json object = parsed(text);
    for (const auto& [name, found] : object.items()) {
        if (std::find(known.begin(), known.end(), name) == known.end()) throw failure(quoted(name) + " is unknown");
        value& member = members[name];
        if (found.is_string())
            member = found.get<std::string>();
        else if (found.is_number_unsigned())
            member = found.get<std::uint64_t>();
        else if (found.is_array() && all_texts(found))
            member = found.get<std::vector<std::string>>();
    }
}

template <class Type>
const Type& json_object::get(const std::string& name) const {
    const auto member = members.find(name);
    const Type* found = member == members.end() ? nullptr : std::get_if<Type>(&member->second);
    if (found == nullptr) throw failure(quoted(name) + " is missing or of a wrong type");
    return *found;
}

const std::string& json_object::text(const std::string& name) const { return get<std::string>(name); }

std::uint64_t json_object::number(const std::string& name) const { return get<std::uint64_t>(name); }

const std::vector<std::string>& json_object::texts(const std::string& name) const {
    return get<std::vector<std::string>>(name);
}

std::string json_object::raw_text(const std::string& name) const {
    const auto raw = from_base64(text(name));
    if (!raw) throw failure(quoted(name) + " is not base64");
    return {raw->begin(), raw->end()};
}

std::string json_object::name_of_file(const std::string& plain, const std::string& encoded) const {
    if (has(plain) && has(encoded)) throw failure(quoted(plain) + " and " + quoted(encoded) + " exclude each other");
    std::string name = has(encoded) ? raw_text(encoded) : text(plain);
    if (name.find('\0') != std::string::npos) throw failure("a name contains a NUL");
    return name;
}

}  // namespace hashlane::cli
