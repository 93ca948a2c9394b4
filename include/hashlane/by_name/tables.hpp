// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Tables of what is known of each algorithm of the registry, for algorithms that are chosen by name at run time.
///
/// A table is an array with one place for each row of the registry, in the order of the rows; a place is nullptr where
/// a row has no entry. In the compiled mode src/by_name.cpp has the tables, and no other unit compiles them. The places
/// have no type, because the namespace of the types depends on the compiler flags of a unit, and units with other flags
/// share the tables. A place points to a struct of pointers, numbers and views, which looks the same under any flags.

#include <cstddef>
#include <string_view>

#include "../lanes/result.hpp"
#include "../registry.hpp"

namespace hashlane::inline HASHLANE_ABI::any_detail {

// A Column has of<Row>(), which returns the address of the entry of a row, or nullptr.
template <class Column, class List>
struct table_in;
template <class Column, class... Rows>
struct table_in<Column, rows<Rows...>> {
    static constexpr const void* table[sizeof...(Rows)] = {Column::template of<Rows>()...};
};
template <class Column>
const void* const* table_of() noexcept {
    return table_in<Column, registry>::table;
}

// Returns place `row` of a table as a T, or nullptr where there is no entry.
template <class T>
const T* find_in(const void* const* table, std::size_t row) noexcept {
    return row < registry::size ? static_cast<const T*>(table[row]) : nullptr;
}

}  // namespace hashlane::inline HASHLANE_ABI::any_detail

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

// Returns the place of a name in the registry, or the number of rows if no row has that name.
HASHLANE_ENTRY std::size_t find_row(const char* name, std::size_t size) noexcept;

// This is what an error says about a name. `nearest` is the nearest registered name, of `size` bytes, which may be 0.
// `kind` is a hashlane::kind where the name itself is registered, and -1 where it is not.
struct name_report {
    const char* nearest;
    std::size_t size;
    int kind;
};
HASHLANE_ENTRY name_report report_name(const char* name, std::size_t size) noexcept;

#if HASHLANE_BY_NAME
HASHLANE_ENTRY std::size_t find_row(const char* name, std::size_t size) noexcept {
    std::size_t row = 0;
    for (const algorithm& a : algorithms()) {
        if (a.name == std::string_view(name, size)) break;
        ++row;
    }
    return row;
}
HASHLANE_ENTRY name_report report_name(const char* name, std::size_t size) noexcept {
    const std::string_view given(name, size);
    const algorithm* const known = find_algorithm(given);
    const std::string_view nearest = nearest_name(given);
    return {nearest.data(), nearest.size(), known == nullptr ? -1 : static_cast<int>(known->kind)};
}
#endif

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI::any_detail {

// This is entry_points::find_row() for a string_view.
template <class...>
std::size_t row_of(std::string_view name) noexcept {
    return entry_points::find_row(name.data(), name.size());
}

// Makes the error for a name that a table has no entry for: "no such algorithm: sha26; did you mean sha256?", or
// "hkdf-sha256 is a KDF, not a hash, XOF or MAC".
template <class...>
any_error not_found(std::string_view name, std::string_view wanted) noexcept {
    static constexpr std::string_view kinds[] = {"a hash", "an XOF", "a MAC", "a KDF", "an AEAD"};
    const auto report = entry_points::report_name(name.data(), name.size());
    if (report.kind >= 0) {
        any_error error(any_problem::wrong_kind);
        return error.add_name(name).add(" is ").add(kinds[report.kind]).add(", not ").add(wanted);
    }
    any_error error(any_problem::unknown_name);
    error.add("no such algorithm: ").add_name(name);
    if (report.size == 0) return error;
    return error.add("; did you mean ").add(std::string_view(report.nearest, report.size)).add("?");
}

}  // namespace hashlane::inline HASHLANE_ABI::any_detail
