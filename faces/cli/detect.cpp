// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "detect.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <hashlane/registry.hpp>

#include "system/system.hpp"
#include "text.hpp"

namespace hashlane::cli {
namespace {

constexpr std::array<std::string_view, 22> foreign{
    "md4", "md5", "sha",   "sha1",   "sha-1",     "b2",  "blake2", "blake2b", "blake2s", "b3",     "blake3",
    "ck",  "crc", "crc32", "rmd160", "ripemd160", "sm3", "tiger",  "xxh32",   "xxh64",   "xxh128", "xxh3"};

// How names of OpenSSL 3 begin, and ours.
constexpr std::pair<std::string_view, std::string_view> of_openssl[] = {
    {"sha2-", "sha"}, {"shake-", "shake"}, {"hmac-sha2-", "hmac-sha"}};

bool alphanumeric(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// Does the text begin with three digits, as sizes of digests and strengths do?
bool three_digits(std::string_view text) { return text.size() >= 3 && text.find_first_not_of("0123456789") >= 3; }

// Does a word end here: "sha256" in "sha256", "sha256.txt", "sha256sums"?
bool ends_word(std::string_view rest) {
    for (std::string_view ending : {"sums", "sum"})
        if (rest.starts_with(ending)) {
            rest.remove_prefix(ending.size());
            break;
        }
    return rest.empty() || !alphanumeric(rest[0]);
}

struct found_name {
    std::size_t start, end;
    std::string_view algorithm;
    bool known;
};

void find_all(std::string_view text, std::string_view algorithm, bool known, std::vector<found_name>& found) {
    for (std::size_t at = text.find(algorithm); at != std::string_view::npos; at = text.find(algorithm, at + 1))
        if ((at == 0 || !alphanumeric(text[at - 1])) && ends_word(text.substr(at + algorithm.size())))
            found.push_back({at, at + algorithm.size(), algorithm, known});
}

bool within_another(const found_name& one, const std::vector<found_name>& all) {
    return std::any_of(all.begin(), all.end(), [&](const found_name& other) {
        return other.start <= one.start && one.end <= other.end && other.end - other.start > one.end - one.start;
    });
}

}  // namespace

detected algorithm_from_file_name(std::string_view path) {
    const std::string name = lower(sys::last_part(path));
    std::vector<found_name> all, longest;
    for (const algorithm& a : algorithms()) find_all(name, a.name, true, all);
    for (std::string_view other : foreign) find_all(name, other, false, all);
    for (const found_name& one : all)
        if (!within_another(one, all)) longest.push_back(one);
    if (longest.empty()) return {};
    for (const found_name& one : longest)
        if (one.algorithm != longest[0].algorithm) return {};
    return {std::string(longest[0].algorithm), longest[0].known};
}

std::string algorithm_from_tag(std::string_view tag) {
    std::string name = lower(tag);
    std::replace(name.begin(), name.end(), '/', '-');
    for (const auto& [theirs, ours] : of_openssl)
        if (name.starts_with(theirs) && three_digits(std::string_view(name).substr(theirs.size())))
            name.replace(0, theirs.size(), ours);
    return find_algorithm(name) != nullptr ? name : "";
}

std::vector<std::string> algorithms_of_size(std::size_t digest_size) {
    std::vector<std::string> names;
    for (const algorithm& a : algorithms())
        if (a.kind == kind::hash && a.digest_size == digest_size) names.emplace_back(a.name);
    return names;
}

}  // namespace hashlane::cli
