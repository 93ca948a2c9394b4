// SPDX-License-Identifier: Apache-2.0 OR MIT
// ACVP, Wycheproof and other JSON files: tests in groups, or plain lists of tests.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "vectors.hpp"

namespace vectors {
namespace {

using json = nlohmann::ordered_json;

std::string scalar(const json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_null()) return {};
    return value.dump();
}

void add(record& r, const std::string& name, const json& value);

record to_record(const json& object) {
    record r;
    for (const auto& [name, value] : object.items()) add(r, name, value);
    return r;
}

// {"M": {"ptn": 17}} becomes M.ptn; a list of values repeats the field; a list of objects becomes a list of records.
void add(record& r, const std::string& name, const json& value) {
    if (value.is_object()) {
        for (const auto& [inner, v] : value.items()) add(r, name + "." + inner, v);
    } else if (!value.is_array()) {
        r.fields.emplace_back(name, scalar(value));
    } else {
        for (const auto& element : value) {
            if (element.is_object())
                r.lists[name].push_back(to_record(element));
            else
                add(r, name, element);
        }
    }
}

void inherit(record& r, const json& outer) {
    for (const auto& [name, value] : outer.items())
        if (!value.is_structured()) r.fields.emplace_back(name, scalar(value));
}

void read_tests(const json& tests, const std::vector<const json*>& outer, const std::string& file, records& out) {
    for (const auto& test : tests) {
        record r = to_record(test);
        r.where = file + " " +
                  (test.contains("tcId") ? "tcId " + scalar(test["tcId"])
                                         : std::string("#").append(std::to_string(out.size())));
        for (const json* o : outer) inherit(r, *o);
        out.push_back(std::move(r));
    }
}

}  // namespace

records read_json(const std::filesystem::path& file) {
    const json document = json::parse(read_file(file));
    const std::string name = file.filename().string();
    records out;
    if (document.is_array()) {
        read_tests(document, {}, name, out);
    } else if (document.contains("testGroups")) {
        for (const auto& group : document["testGroups"]) read_tests(group.at("tests"), {&group, &document}, name, out);
    } else if (!document.contains("tests")) {  // tests by their names
        read_tests(document, {}, name, out);
    } else {
        read_tests(document.at("tests"), {&document}, name, out);
    }
    return out;
}

}  // namespace vectors
