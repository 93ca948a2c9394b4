// SPDX-License-Identifier: Apache-2.0 OR MIT
// Third-party test vectors, whatever their file format, as records: named fields, in the order of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vectors {

using bytes = std::vector<std::uint8_t>;

// One test case. The fields of the case itself come first, then those it inherits (the section of a .rsp file, the
// group and the document of a JSON file), so that the nearest one is found.
struct record {
    std::vector<std::pair<std::string, std::string>> fields;
    std::map<std::string, std::vector<record>, std::less<>> lists;
    std::string where;

    bool has(std::string_view name) const;
    const std::string& text(std::string_view name) const;  // throws when there is no such field
    std::string text_or(std::string_view name, std::string_view otherwise) const;
    std::size_t number(std::string_view name) const;
    bytes hex(std::string_view name) const;
    bytes hex_or_empty(std::string_view name) const;
    std::vector<std::string> all(std::string_view name) const;
};

using records = std::vector<record>;

enum class format {
    text,        // NAME = VALUE lines, a blank line between cases: CAVP .rsp, KAT .txt, LWC, evp_test
    text_count,  // the same, but a case begins at COUNT and blank lines stand inside it too
    json,        // ACVP internalProjection, Wycheproof, and lists of tests
    blobby2,     // .blb: pairs of message and digest
    xkcp_k12     // XKCP's KangarooTwelve.txt
};

// Where the vectors are: $HASHLANE_VECTORS, or ../shared/vectors beside the repository, or tests/data in it.
const std::filesystem::path& root();

// All cases of a file under root(). A file that tests/data leaves out on purpose (tests/data/left-out.txt) gives none
// and is reported as skipped; any other missing file throws.
records load(format f, std::string_view path);

bytes from_hex(std::string_view text);
std::string to_hex(const std::uint8_t* data, std::size_t size);
inline std::string to_hex(const bytes& b) { return to_hex(b.data(), b.size()); }
bytes from_text(std::string_view text);

// RFC 9861 s.5 ptn(n): 00 01 .. FA, repeated.
bytes ptn(std::size_t n);

// The readers of the formats; load() picks one.
records read_text(const std::filesystem::path& file, std::string_view first_field);
records read_json(const std::filesystem::path& file);
records read_blobby2(const std::filesystem::path& file);
records read_xkcp_k12(const std::filesystem::path& file);
std::string read_file(const std::filesystem::path& file);

}  // namespace vectors
