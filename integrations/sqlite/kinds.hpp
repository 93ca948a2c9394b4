// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Values of kinds that SQLite does not have: hashlane_row_as.

#include <string_view>

#include "message.hpp"
#include "values.hpp"

namespace hashlane::sqlite {

// Takes the next word from a list with commas, without the spaces around it.
std::string_view next_kind(std::string_view& list) noexcept;

// Writes a value as one of the kind, which is a name of docs/ROW.md. NULL is null in each kind.
// Returns a failure that names the kind when the value is none of it, or when no kind of one value has that name.
failure encode_as(std::string_view kind, sqlite3_value* value, engine::row_encoder<engine::message_hasher> to) noexcept;

}  // namespace hashlane::sqlite
