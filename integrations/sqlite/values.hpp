// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// SQLite's values as bytes and as values of a row, and errors as SQLite has them.

#include <optional>
#include <string_view>

#include <sqlite3ext.h>

#include "algorithm.hpp"
#include "row.hpp"

extern const sqlite3_api_routines* sqlite3_api;

namespace hashlane::sqlite {

using engine::failure;

// Ends a call with an error whose text is "hashlane: " and the message.
void fail(sqlite3_context* context, std::string_view message) noexcept;

// The bytes of a blob, or of text in UTF-8, whose type is SQLITE_BLOB or SQLITE_TEXT. Nothing when memory is lacking. They
// are good until the value is used in another way.
inline std::optional<octets_in> octets_of(sqlite3_value* value, int type) noexcept {
    const bool is_text = type == SQLITE_TEXT;
    const void* const first = is_text ? sqlite3_value_text(value) : sqlite3_value_blob(value);
    const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
    if (first == nullptr && (is_text || size != 0)) return std::nullopt;
    return octets_in(static_cast<const std::uint8_t*>(first), size);
}
inline std::optional<octets_in> octets_of(sqlite3_value* value) noexcept {
    return octets_of(value, sqlite3_value_type(value));
}

// Text as a view. Of any other value, and where memory is lacking, a view of no bytes, which is no name.
std::string_view name_in(sqlite3_value* value) noexcept;

inline bool is_null(sqlite3_value* value) noexcept { return sqlite3_value_type(value) == SQLITE_NULL; }
inline bool has_bytes(sqlite3_value* value) noexcept {
    const int type = sqlite3_value_type(value);
    return type == SQLITE_TEXT || type == SQLITE_BLOB;
}

// What an argument that must be text or a blob is instead.
inline constexpr std::string_view no_bytes = "the value is a number: CAST it to TEXT or BLOB, or use hashlane_row";
inline constexpr std::string_view no_memory = "out of memory";

// Writes a value. A failure with an empty message when it could be written.
template <class Sink>
failure encode(sqlite3_value* value, engine::row_encoder<Sink> to) noexcept {
    const int type = sqlite3_value_type(value);
    switch (type) {
    case SQLITE_NULL: to.null(); return {};
    case SQLITE_INTEGER: to.integer(sqlite3_value_int64(value)); return {};
    case SQLITE_FLOAT: to.float64(sqlite3_value_double(value)); return {};
    default: break;
    }
    const std::optional<octets_in> octets = octets_of(value, type);
    if (!octets) return failure(any_problem::none).add(no_memory);
    if (type == SQLITE_BLOB)
        to.bytes(*octets);
    else if (!to.text(*octets))
        return failure(any_problem::none).add("a text is no valid UTF-8: CAST it to BLOB");
    return {};
}

}  // namespace hashlane::sqlite
