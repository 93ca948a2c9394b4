// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Tables of what is known of each algorithm of the registry, for those that are chosen by name at run time.
//
// A table is an array with one place for each row of the registry, in its order; nullptr where a row has nothing. In
// the compiled mode src/by_name.cpp has the tables, and a unit compiles none. The places are without a type, since the
// namespace of types carries the flags of a unit, and units of other flags share the tables: what a place points to
// is a struct of pointers, numbers and views, which looks the same under any flags.

#include <cstddef>
#include <string_view>

#include "../lanes/result.hpp"
#include "../registry.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace any_detail {

// A Column says by has<Row> whether a row has something in it; of<Row>() is then its address.
template <class Column, class Row>
constexpr const void* place_in() {
    if constexpr (Column::template has<Row>)
        return Column::template of<Row>();
    else
        return nullptr;
}
template <class Column, class List>
struct table_in;
template <class Column, class... Rows>
struct table_in<Column, rows<Rows...>> {
    static constexpr const void* table[sizeof...(Rows)] = {place_in<Column, Rows>()...};
};
template <class Column>
const void* const* table_of() noexcept {
    return table_in<Column, registry>::table;
}

// Place `row` of a table, as a T; nullptr where there is none.
template <class T>
const T* find_in(const void* const* table, std::size_t row) noexcept {
    return row < registry::size ? static_cast<const T*>(table[row]) : nullptr;
}

}  // namespace any_detail
}  // namespace HASHLANE_ABI

namespace entry_points {
inline namespace HASHLANE_ENTRY_ABI {

// The place of a name in the registry; the number of rows if there is none.
HASHLANE_ENTRY std::size_t find_row(const char* name, std::size_t size) noexcept;

// What an error says about a name: the nearest registered name, which may be of no bytes. `kind` is a hashlane::kind where
// the name itself is registered, and -1 where it is not.
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

}  // namespace HASHLANE_ENTRY_ABI
}  // namespace entry_points

inline namespace HASHLANE_ABI {
namespace any_detail {

// As entry_points::find_row().
template <class...>
std::size_t row_of(std::string_view name) noexcept {
    return entry_points::find_row(name.data(), name.size());
}

// The error of a name that no row of a table has: "no such algorithm: sha26; did you mean sha256?", or
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

}  // namespace any_detail
}  // namespace HASHLANE_ABI
}  // namespace hashlane
