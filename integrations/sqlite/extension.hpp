// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What the functions of one connection share, and the tables of functions.

#include <cstddef>
#include <cstdint>
#include <span>

#include "aggregates.hpp"
#include "key_file.hpp"
#include "values.hpp"

namespace hashlane::sqlite {

// The settings of one connection. Every function that is registered holds a reference.
struct settings {
    std::size_t references = 1;
    std::size_t set_limit = engine::set_digest::usual_limit;
    bool has_keys = false;
    bool file_was_named = false;  // by a statement: the environment does not count then
    std::uint64_t keys_read = 0;  // how often a key file has been read
    engine::key_file keys;
};

inline settings& settings_of(sqlite3_context* context) noexcept {
    return *static_cast<settings*>(sqlite3_user_data(context));
}

struct scalar_function {
    const char* name;
    int arguments;  // -1: any number
    int flags;
    void (*call)(sqlite3_context*, int, sqlite3_value**);
};
struct aggregate_function {
    const char* name;
    void (*step)(sqlite3_context*, int, sqlite3_value**);
    void (*final)(sqlite3_context*);
};

std::span<const scalar_function> scalar_functions() noexcept;
std::span<const aggregate_function> aggregate_functions() noexcept;

}  // namespace hashlane::sqlite
