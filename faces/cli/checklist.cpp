// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "checklist.hpp"

#include <hashlane/registry.hpp>

#include "detect.hpp"
#include "foreign_lists.hpp"
#include "hints.hpp"
#include "json_object.hpp"
#include "names.hpp"
#include "text.hpp"

namespace hashlane::cli {
namespace {

// The least size in bytes of a digest of an XOF, unless --length gives another: a shorter one could match by chance.
constexpr std::size_t least_digest = 16;

parsed_line wrong(std::string problem, bool unknown = false) {
    return {parsed_line::malformed, {}, std::move(problem), unknown};
}

// Returns the result for a line that names no algorithm of hashlane. It is reported without --warn if a similar name is
// known.
parsed_line unknown(std::string_view name) { return wrong(no_such_algorithm(name), !nearest_name(name).empty()); }

bool fits(const algorithm& a, std::size_t size, const list_context& context) {
    if (!a.any_length) return size == a.digest_size;
    return context.length != 0 ? size == context.length : size >= least_digest;
}

// Hexadecimal digits if they can be, or else base64.
std::optional<bytes> decode(std::string_view text, const algorithm& a, const list_context& context) {
    std::optional<bytes> digest = from_hex(text);
    if (digest && fits(a, digest->size(), context)) return digest;
    digest = from_base64(text);
    return digest && fits(a, digest->size(), context) ? digest : std::nullopt;
}

parsed_line complete(const std::string& name, std::optional<bytes> digest, std::optional<std::string> path,
                     const list_context& context) {
    const algorithm* found = find_algorithm(name);
    if (found == nullptr) return unknown(name);
    if (context.only_this && name != context.algorithm)
        return wrong("it is of " + name + ", not of " + context.algorithm);
    if (!digest || !fits(*found, digest->size(), context)) return wrong("it has no digest of " + name);
    if (!path || path->empty()) return wrong("it names no file");
    return {parsed_line::one, {name, std::move(*digest), std::move(*path), context.bits, std::nullopt}, {}};
}

std::optional<std::string> name_in(std::string_view text, bool escaped) {
    return escaped ? unescaped(text) : std::optional<std::string>(text);
}

struct tag_parts {
    std::string_view tag, path, digest;
};

// `TAG (NAME) = DIGEST`, or `TAG(NAME)= DIGEST` as openssl writes it.
std::optional<tag_parts> split_tag(std::string_view line) {
    const std::size_t open = line.find('('), close = line.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
    std::string_view tag = line.substr(0, open), rest = line.substr(close + 1);
    if (tag.ends_with(' ')) tag.remove_suffix(1);
    if (rest.starts_with(' ')) rest.remove_prefix(1);
    if (tag.empty() || tag.find_first_of(" \t") != std::string_view::npos || !rest.starts_with("= "))
        return std::nullopt;
    return tag_parts{tag, line.substr(open + 1, close - open - 1), rest.substr(2)};
}

parsed_line parse_tag(const tag_parts& parts, bool escaped, const list_context& context) {
    const std::string name = algorithm_from_tag(parts.tag);
    if (name.empty()) return unknown(parts.tag);
    return complete(name, decode(parts.digest, *find_algorithm(name), context), name_in(parts.path, escaped), context);
}

parsed_line entry_from(const json_object& object, const list_context& context) {
    list_context of_line = context;
    if (object.has("bits")) {
        of_line.bits = object.number("bits");
        if (of_line.bits == whole_file) return wrong("\"bits\" is not a number of bits");
        if (context.bits != whole_file && context.bits != of_line.bits)
            return wrong("it is of " + std::to_string(of_line.bits) + " bits, not " + std::to_string(context.bits));
    }
    if (object.has("digest") && object.has("digest_base64"))
        return wrong("\"digest\" and \"digest_base64\" exclude each other");
    const auto digest =
        object.has("digest_base64") ? from_base64(object.text("digest_base64")) : from_hex(object.text("digest"));
    parsed_line line = complete(object.text("algorithm"), digest, object.name_of_file("file", "file_base64"), of_line);
    if (object.has("size")) line.entry.size = object.number("size");
    return line;
}

parsed_line parse_json(std::string_view line, const list_context& context) try {
    return entry_from({line, {"algorithm", "digest", "digest_base64", "size", "bits", "file", "file_base64"}}, context);
} catch (const failure& error) { return wrong(error.what()); }

// Returns the problem of a line that names no algorithm, and has a digest of so many bytes.
std::string unnamed(std::size_t size) {
    const std::string told = "it names no algorithm; give one with -a";
    return size == 32 ? told + ", or use `b3sum --check` if b3sum wrote the list" : told;
}

parsed_line parse_plain(std::string_view digest, std::string_view path, bool escaped, const list_context& context) {
    const std::size_t dash = digest.rfind('-');
    if (dash != std::string_view::npos) {
        const std::string name(digest.substr(0, dash));
        return complete(name, from_base64(digest.substr(dash + 1)), name_in(path, escaped), context);
    }
    std::string name = context.algorithm;
    if (name.empty()) {
        const auto raw = from_hex(digest);
        if (!raw || raw->empty()) return wrong("it has no digest at its start");
        if (!context.foreign.empty()) return wrong(context.foreign, true);
        const std::vector<std::string> candidates = algorithms_of_size(raw->size());
        if (candidates.size() != 1) return wrong(unnamed(raw->size()), true);
        name = candidates[0];
    }
    const algorithm* found = find_algorithm(name);
    return complete(name, found ? decode(digest, *found, context) : std::nullopt, name_in(path, escaped), context);
}

parsed_line parse_ours(std::string_view line, const list_context& context) {
    if (!context.zero && line.find('\0') != std::string_view::npos) return wrong("it contains a NUL");
    if (line.starts_with('{')) return parse_json(line, context);
    const bool escaped = !context.zero && line.starts_with('\\');
    if (escaped) line.remove_prefix(1);

    const auto tag = split_tag(line);
    if (tag && (!algorithm_from_tag(tag->tag).empty() || !from_hex(tag->tag))) return parse_tag(*tag, escaped, context);
    const std::size_t space = line.find_first_of(" \t");
    if (space == std::string_view::npos) return wrong("it has neither a digest with a name nor a tag");
    // After the space stands the mode, ' ' or '*'; old BSD lists have none.
    std::string_view path = line.substr(space + 1);
    if (path.starts_with(' ') || path.starts_with('*')) path.remove_prefix(1);
    return parse_plain(line.substr(0, space), path, escaped, context);
}

}  // namespace

parsed_line parse_line(std::string_view line, const list_context& context) {
    const std::size_t start = line.find_first_not_of(" \t");
    if (start == std::string_view::npos || line[0] == '#') return {parsed_line::nothing, {}, {}};
    line.remove_prefix(start);
    parsed_line parsed = parse_ours(line, context);
    if (parsed.kind != parsed_line::malformed) return parsed;
    const std::string hint = foreign_hint(line);
    return hint.empty() ? parsed : wrong(hint, true);
}

std::vector<std::string_view> split_lines(std::string_view text, bool zero) {
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
        throw failure("this is UTF-16; a list of digests is bytes or UTF-8");
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(zero ? '\0' : '\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!zero && line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
    }
    return lines;
}

}  // namespace hashlane::cli
