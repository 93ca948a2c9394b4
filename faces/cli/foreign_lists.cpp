// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "foreign_lists.hpp"

#include <algorithm>
#include <cstddef>

#include "names.hpp"
#include "text.hpp"

namespace hashlane::cli {
namespace {

struct other_program {
    std::string_view algorithm;  // in lower case, without punctuation; longer names may begin so
    std::string_view program;
};

constexpr other_program others[] = {
    {"blake3", "b3sum --check"},    {"b3", "b3sum --check"},      {"blake2b", "b2sum --check"},
    {"b2", "b2sum --check"},        {"md5", "md5sum --check"},    {"sha1", "sha1sum --check"},
    {"crc32", "rhash --check"},     {"blake2s", "rhash --check"}, {"ripemd160", "rhash --check"},
    {"rmd160", "rhash --check"},    {"tiger", "rhash --check"},   {"tth", "rhash --check"},
    {"whirlpool", "rhash --check"}, {"gost12", "rhash --check"}};

struct opening {
    std::string_view text, looks_like, program;
};

constexpr opening openings[] = {{";", "an SFV list of CRC-32", "rhash --check"},
                                {"magnet:?", "a link that rhash --magnet writes", "rhash --check"},
                                {"%%%% HASHDEEP", "a list of hashdeep", "hashdeep -a -k LIST"}};

std::string hint(std::string_view looks_like, std::string_view program) {
    return "this looks like " + std::string(looks_like) + ", which hashlane does not read; `" + std::string(program) +
           "` does";
}

bool all_hex(std::string_view word) {
    return word.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

// `ALGORITHM (NAME) = DIGEST` of an algorithm that is not ours.
std::string hint_from_tag(std::string_view line) {
    const std::size_t open = line.find('(');
    if (open == std::string_view::npos || line.find(")") == std::string_view::npos) return "";
    std::string_view tag = line.substr(0, open);
    if (tag.ends_with(' ')) tag.remove_suffix(1);
    const std::string_view program = program_for(tag);
    return program.empty() ? "" : hint("a digest of " + printable(tag), program);
}

// The digest first, as md5sum and sha1sum write it, or last, as in SFV and where rhash writes several.
std::string hint_from_digits(std::string_view line) {
    const std::string_view first = line.substr(0, line.find_first_of(" \t"));
    const std::size_t space = line.find_last_of(" \t");
    if (space == std::string_view::npos) return "";
    const std::string_view last = line.substr(space + 1);
    if (all_hex(first) && first.size() == 32) return hint("a line of md5sum", "md5sum --check");
    if (all_hex(first) && first.size() == 40) return hint("a line of sha1sum", "sha1sum --check");
    const bool tagged = line.find(")= ") != std::string_view::npos || line.find(") = ") != std::string_view::npos;
    const bool digest_first = all_hex(first) && first.size() >= 8;
    if (tagged || digest_first || !all_hex(last)) return "";
    if (last.size() == 8) return hint("an SFV list of CRC-32", "rhash --check");
    return last.size() >= 32 ? hint("a list of rhash, with the digests after the name", "rhash --check") : "";
}

}  // namespace

std::string_view program_for(std::string_view algorithm) {
    std::string name = lower(algorithm);
    std::erase_if(name, [](char c) { return c == '-' || c == '_' || c == '/'; });
    for (const other_program& other : others)
        if (name.starts_with(other.algorithm)) return other.program;
    return "";
}

std::string foreign_hint(std::string_view line) {
    for (const opening& known : openings)
        if (line.starts_with(known.text)) return hint(known.looks_like, known.program);
    const std::string from_tag = hint_from_tag(line);
    return from_tag.empty() ? hint_from_digits(line) : from_tag;
}

}  // namespace hashlane::cli
