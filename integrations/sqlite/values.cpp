// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "values.hpp"

namespace hashlane::sqlite {

void fail(sqlite3_context* context, std::string_view message) noexcept {
    if (message == no_memory) return sqlite3_result_error_nomem(context);
    failure whole(any_problem::none);
    whole.add("hashlane: ").add(message);
    sqlite3_result_error(context, whole.message().data(), static_cast<int>(whole.message().size()));
}

std::string_view name_in(sqlite3_value* value) noexcept {
    if (sqlite3_value_type(value) != SQLITE_TEXT) return {};
    const std::optional<octets_in> octets = octets_of(value);
    if (!octets) return {};
    return {reinterpret_cast<const char*>(octets->data()), octets->size()};
}

}  // namespace hashlane::sqlite
