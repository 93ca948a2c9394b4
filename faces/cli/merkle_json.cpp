// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <iterator>

#include "json_object.hpp"
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

bytes digest(const std::string& text) {
    const auto raw = from_hex(text);
    if (!raw) throw failure("a digest has other characters than hexadecimal digits");
    return *raw;
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
void read_common(Proof& p, std::string_view format, const json_object& object) {
    if (object.text("format") != format) throw failure("its format is unknown");
    const auto shape = shape_from(object.text("shape"));
    if (!shape) throw failure("its shape is unknown");
    p.shape = *shape;
    p.algorithm = object.text("algorithm");
    p.leaves = object.number("leaves");
    if (object.has("chunk")) {
        p.chunk = object.number("chunk");
        if (p.chunk == 0 || p.chunk > SIZE_MAX) throw failure("\"chunk\" is out of range");
    }
    p.root = digest(object.text("root"));
    const std::vector<std::string>& list = object.texts("proof");
    if (list.size() > most_digests) throw failure("it has too many digests");
    for (const std::string& d : list) p.digests.push_back(digest(d));
}

std::string_view as_text(const bytes& source) { return {reinterpret_cast<const char*>(source.data()), source.size()}; }

inclusion_proof inclusion_from(const json_object& object) {
    inclusion_proof p;
    read_common(p, inclusion_format, object);
    p.index = object.number("index");
    const bool named = object.has("name") || object.has("name_base64");
    if (p.chunk != 0 && named) throw failure("\"chunk\" is of a file, and a name of a directory");
    if (p.chunk == 0) p.name = object.name_of_file("name", "name_base64");
    return p;
}

consistency_proof consistency_from(const json_object& object) {
    consistency_proof p;
    read_common(p, consistency_format, object);
    p.first = object.number("first");
    p.first_root = digest(object.text("first_root"));
    return p;
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

inclusion_proof proof_from_json(const bytes& source) try {
    return inclusion_from(
        {as_text(source),
         {"format", "shape", "algorithm", "chunk", "name", "name_base64", "index", "leaves", "root", "proof"}});
} catch (const failure& error) { throw failure(std::string("no proof: ") + error.what()); }

consistency_proof consistency_from_json(const bytes& source) try {
    return consistency_from(
        {as_text(source), {"format", "shape", "algorithm", "chunk", "first", "leaves", "first_root", "root", "proof"}});
} catch (const failure& error) { throw failure(std::string("no proof: ") + error.what()); }

}  // namespace hashlane::cli
