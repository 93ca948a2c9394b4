// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <iterator>

#include <nlohmann/json.hpp>

#include "lines.hpp"
#include "merkle.hpp"
#include "names.hpp"
#include "text.hpp"

namespace hashlane::cli {
namespace {

constexpr std::string_view shapes[] = {"rfc9162", "plain", "plain4", "sorted-pairs"};
constexpr std::string_view inclusion_format = "hashlane-merkle-proof-1",
                           consistency_format = "hashlane-merkle-consistency-1";
constexpr std::size_t most_digests = 256;

using nlohmann::json;

[[noreturn]] void malformed(const std::string& what) { throw failure("no proof: " + what); }

const json& member(const json& object, const char* name, bool (json::*is)() const noexcept) {
    const auto found = object.find(name);
    if (found == object.end() || !((*found).*is)())
        malformed(std::string("\"") + name + "\" is missing or no such thing");
    return *found;
}

std::uint64_t number(const json& object, const char* name) {
    return member(object, name, &json::is_number_unsigned).get<std::uint64_t>();
}

std::string text(const json& object, const char* name) {
    return member(object, name, &json::is_string).get<std::string>();
}

bytes digest(const json& value) {
    const auto raw = value.is_string() ? from_hex(value.get<std::string>()) : std::nullopt;
    if (!raw) malformed("a digest is not of hexadecimal digits");
    return *raw;
}

std::string name_of(const json& object) {
    if (object.contains("name")) return text(object, "name");
    const auto raw = from_base64(text(object, "name_base64"));
    if (!raw) malformed("\"name_base64\" is no base64");
    return {raw->begin(), raw->end()};
}

// What both kinds of proof begin and end with.
template <class Proof>
std::string head(std::string_view format, const Proof& p) {
    return "{\"format\": \"" + std::string(format) + "\",\n \"shape\": \"" + std::string(shape_name(p.shape)) +
           "\", \"algorithm\": " + json_string(p.algorithm) + ",\n ";
}

template <class Proof>
std::string tail(const Proof& p) {
    std::string out = "\"root\": \"" + to_hex(p.root) + "\",\n \"proof\": [";
    for (const bytes& d : p.digests) out += (&d == &p.digests.front() ? "\n  \"" : ",\n  \"") + to_hex(d) + "\"";
    return out + "]}\n";
}

template <class Proof>
json begin(Proof& p, std::string_view format, const bytes& source) {
    json object = json::parse(source, nullptr, false);
    if (object.is_discarded() || !object.is_object()) malformed("this is not one JSON object");
    if (text(object, "format") != format) malformed("its format is another");
    const auto shape = shape_from(text(object, "shape"));
    if (!shape) malformed("its shape is unknown");
    p.shape = *shape;
    p.algorithm = text(object, "algorithm");
    p.leaves = number(object, "leaves");
    if (object.contains("chunk")) {
        p.chunk = number(object, "chunk");
        if (p.chunk == 0 || p.chunk > SIZE_MAX) malformed("\"chunk\" is out of range");
    }
    p.root = digest(member(object, "root", &json::is_string));
    const json& list = member(object, "proof", &json::is_array);
    if (list.size() > most_digests) malformed("it has too many digests");
    for (const json& d : list) p.digests.push_back(digest(d));
    return object;
}

}  // namespace

std::string_view shape_name(merkle_shape shape) { return shapes[static_cast<std::size_t>(shape)]; }

std::optional<merkle_shape> shape_from(std::string_view name) {
    const auto found = std::find(std::begin(shapes), std::end(shapes), name);
    if (found == std::end(shapes)) return std::nullopt;
    return static_cast<merkle_shape>(found - std::begin(shapes));
}

std::string to_json(const inclusion_proof& p) {
    std::string out = head(inclusion_format, p);
    if (p.chunk != 0)
        out += "\"chunk\": " + std::to_string(p.chunk);
    else if (valid_utf8(p.name))
        out += "\"name\": " + json_string(p.name);
    else
        out += "\"name_base64\": \"" +
               to_base64({reinterpret_cast<const std::uint8_t*>(p.name.data()), p.name.size()}) + "\"";
    return out + ", \"index\": " + std::to_string(p.index) + ", \"leaves\": " + std::to_string(p.leaves) + ",\n " +
           tail(p);
}

std::string to_json(const consistency_proof& p) {
    std::string out = head(consistency_format, p);
    if (p.chunk != 0) out += "\"chunk\": " + std::to_string(p.chunk) + ", ";
    return out + "\"first\": " + std::to_string(p.first) + ", \"leaves\": " + std::to_string(p.leaves) +
           ",\n \"first_root\": \"" + to_hex(p.first_root) + "\",\n " + tail(p);
}

inclusion_proof proof_from_json(const bytes& source) {
    inclusion_proof p;
    const json object = begin(p, inclusion_format, source);
    p.index = number(object, "index");
    if (p.chunk == 0) p.name = name_of(object);
    return p;
}

consistency_proof consistency_from_json(const bytes& source) {
    consistency_proof p;
    const json object = begin(p, consistency_format, source);
    p.first = number(object, "first");
    p.first_root = digest(member(object, "first_root", &json::is_string));
    return p;
}

}  // namespace hashlane::cli
