// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The JSON of ACVP: a prompt that is read with the place of each value, and answers that are written.
//
// A place is a JSON Pointer (RFC 6901): /testGroups/0/tests/3/msg. Everything here throws failure, whose text begins
// with the place of the value that is wrong.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "common.hpp"

namespace hashlane::cli::acvp {

// A group is left out: its prompt is well formed, and this program does not do what it asks.
struct unanswered : failure {
    using failure::failure;
};

// A string of bits. The first bit of a byte is the lowest, as in FIPS 202 s.B.1, or the highest, as in FIPS 180-4.
struct bit_string {
    bytes data;  // (bits + 7) / 8 bytes
    std::size_t bits = 0;

    std::size_t odd() const { return bits % 8; }
    std::span<const std::uint8_t> whole() const { return std::span(data).first(bits / 8); }
    std::uint8_t last() const { return odd() == 0 ? std::uint8_t{0} : data.back(); }
};

constexpr std::size_t bytes_of(std::size_t bits) { return (bits + 7) / 8; }

// One value of a document, and its place. The document must live as long as this object.
class node {
  public:
    node(const nlohmann::json& in, std::string at) : value(&in), pointer(std::move(at)) {}

    [[noreturn]] void refuse(const std::string& why) const;        // throws failure
    [[noreturn]] void not_answered(const std::string& why) const;  // throws unanswered

    // Members of an object.
    node at(std::string_view name) const;
    std::optional<node> find(std::string_view name) const;

    // The elements of an array.
    std::vector<node> list() const;
    bool is_list() const;

    std::string text() const;
    bool truth() const;
    std::uint64_t number() const;
    std::uint64_t number_within(std::uint64_t least, std::uint64_t most) const;
    bytes hex() const;

    // The hexadecimal digits of a string of bits, as they stand. An empty string may be written as 00.
    bit_string bits(std::size_t count) const;

  private:
    const nlohmann::json* value;
    std::string pointer;
};

class document {
  public:
    // Refuses what is not one JSON value, a name that is given twice in one object, and more than most_depth values
    // within each other.
    explicit document(std::string_view text);
    ~document();
    document(const document&) = delete;
    document& operator=(const document&) = delete;

    node root() const;

  private:
    std::unique_ptr<nlohmann::json> value;
};

// An object that is written member by member.
class answer {
  public:
    answer& hex(std::string_view name, std::span<const std::uint8_t> data);
    answer& hex_list(std::string_view name, const std::vector<bytes>& list);
    answer& number(std::string_view name, std::uint64_t value);
    answer& truth(std::string_view name, bool value);
    answer& text(std::string_view name, std::string_view value);
    answer& objects(std::string_view name, const std::vector<answer>& list);

    std::string json() const { return "{" + members + "}"; }

  private:
    answer& put(std::string_view name, const std::string& value);

    std::string members;
};

}  // namespace hashlane::cli::acvp
