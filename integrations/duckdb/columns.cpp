// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "columns.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <new>

namespace hashlane::duckdb {
namespace {

// A logical type that is destroyed at the end.
struct logical_type {
    duckdb_logical_type type;
    explicit logical_type(duckdb_logical_type t) noexcept : type(t) {}
    logical_type(const logical_type&) = delete;
    logical_type& operator=(const logical_type&) = delete;
    ~logical_type() { duckdb_destroy_logical_type(&type); }
};

// Types without an encoding, by name.
struct refused {
    duckdb_type type;
    std::string_view name;
};
constexpr refused without_encoding[] = {
    {DUCKDB_TYPE_INTERVAL, "INTERVAL"}, {DUCKDB_TYPE_MAP, "MAP"},
    {DUCKDB_TYPE_UUID, "UUID"},         {DUCKDB_TYPE_UNION, "UNION"},
    {DUCKDB_TYPE_BIT, "BIT"},           {DUCKDB_TYPE_TIME_TZ, "TIME WITH TIME ZONE"},
    {DUCKDB_TYPE_BIGNUM, "BIGNUM"},     {DUCKDB_TYPE_GEOMETRY, "GEOMETRY"},
    {DUCKDB_TYPE_VARIANT, "VARIANT"},
};
constexpr duckdb_type plain_types[] = {
    DUCKDB_TYPE_BOOLEAN,         DUCKDB_TYPE_TINYINT,      DUCKDB_TYPE_SMALLINT,
    DUCKDB_TYPE_INTEGER,         DUCKDB_TYPE_BIGINT,       DUCKDB_TYPE_UTINYINT,
    DUCKDB_TYPE_USMALLINT,       DUCKDB_TYPE_UINTEGER,     DUCKDB_TYPE_UBIGINT,
    DUCKDB_TYPE_HUGEINT,         DUCKDB_TYPE_UHUGEINT,     DUCKDB_TYPE_FLOAT,
    DUCKDB_TYPE_DOUBLE,          DUCKDB_TYPE_DATE,         DUCKDB_TYPE_TIME,
    DUCKDB_TYPE_TIME_NS,         DUCKDB_TYPE_TIMESTAMP,    DUCKDB_TYPE_TIMESTAMP_S,
    DUCKDB_TYPE_TIMESTAMP_MS,    DUCKDB_TYPE_TIMESTAMP_NS, DUCKDB_TYPE_TIMESTAMP_TZ,
    DUCKDB_TYPE_TIMESTAMP_TZ_NS, DUCKDB_TYPE_VARCHAR,      DUCKDB_TYPE_BLOB,
    DUCKDB_TYPE_SQLNULL,
};

failure refusal(duckdb_type type) noexcept {
    for (const refused& one : without_encoding)
        if (one.type == type) return problem(one.name).add(" has no encoding in a row");
    return problem("a type of number ").add(static_cast<std::size_t>(type)).add(" has no encoding in a row");
}

bool is_plain(duckdb_type type) noexcept {
    for (const duckdb_type one : plain_types)
        if (one == type) return true;
    return false;
}

}  // namespace

column::~column() {
    if (names != nullptr)
        for (idx_t k = 0; k < count; ++k) duckdb_free(names[k]);
    if (categories != nullptr) duckdb_destroy_logical_type(&categories);
}

failure column::open(duckdb_vector vector) noexcept {
    const logical_type logical(duckdb_vector_get_column_type(vector));
    type = duckdb_get_type_id(logical.type);
    stored = type;
    data = duckdb_vector_get_data(vector);
    validity = duckdb_vector_get_validity(vector);
    if (is_plain(type)) return {};
    if (type == DUCKDB_TYPE_DECIMAL) {
        scale = duckdb_decimal_scale(logical.type);
        stored = duckdb_decimal_internal_type(logical.type);
        return {};
    }
    if (type == DUCKDB_TYPE_ENUM) {
        stored = duckdb_enum_internal_type(logical.type);
        count = duckdb_enum_dictionary_size(logical.type);
        names.reset(new (std::nothrow) char*[count]());
        categories = duckdb_vector_get_column_type(vector);
        return names == nullptr ? problem("out of memory") : check_labels();
    }
    if (type == DUCKDB_TYPE_LIST || type == DUCKDB_TYPE_ARRAY || type == DUCKDB_TYPE_STRUCT)
        return open_children(vector, logical.type);
    return refusal(type);
}

failure column::open_children(duckdb_vector vector, duckdb_logical_type logical) noexcept {
    if (type == DUCKDB_TYPE_ARRAY) count = duckdb_array_type_array_size(logical);
    if (type == DUCKDB_TYPE_STRUCT) count = duckdb_struct_type_child_count(logical);
    const idx_t n = type == DUCKDB_TYPE_STRUCT ? count : 1;
    children.reset(new (std::nothrow) column[n]);
    if (children == nullptr) return problem("out of memory");
    for (idx_t k = 0; k < n; ++k) {
        duckdb_vector child = nullptr;
        if (type == DUCKDB_TYPE_LIST) child = duckdb_list_vector_get_child(vector);
        if (type == DUCKDB_TYPE_ARRAY) child = duckdb_array_vector_get_child(vector);
        if (type == DUCKDB_TYPE_STRUCT) child = duckdb_struct_vector_get_child(vector, k);
        failure why = children[k].open(child);
        if (!why.message().empty()) return why;
    }
    return {};
}

// DuckDB's interface ends a label at a NUL in it. Two labels that are equal up to there would be the same text. To look for
// them in every chunk takes too long where there are many labels.
failure column::check_labels() noexcept {
    constexpr idx_t most = 256;
    if (count > most) return {};
    std::array<std::string_view, most> all;
    for (idx_t k = 0; k < count; ++k) all[k] = label(k);
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(all.begin(), end);
    if (std::adjacent_find(all.begin(), end) == end) return {};
    return problem("an ENUM has two labels that are equal up to a NUL: cast it to VARCHAR");
}

bool column::is_moment() const noexcept {
    switch (type) {
    case DUCKDB_TYPE_DATE:
    case DUCKDB_TYPE_TIME:
    case DUCKDB_TYPE_TIME_NS:
    case DUCKDB_TYPE_TIMESTAMP:
    case DUCKDB_TYPE_TIMESTAMP_S:
    case DUCKDB_TYPE_TIMESTAMP_MS:
    case DUCKDB_TYPE_TIMESTAMP_NS:
    case DUCKDB_TYPE_TIMESTAMP_TZ:
    case DUCKDB_TYPE_TIMESTAMP_TZ_NS: return true;
    default: return false;
    }
}

// DuckDB has the largest number, and the same below 0, for infinity.
bool column::moment(idx_t i, std::int64_t& n) const noexcept {
    if (type == DUCKDB_TYPE_DATE) {
        n = at<std::int32_t>(i);
        constexpr auto infinite = std::numeric_limits<std::int32_t>::max();
        return n != infinite && n != -infinite;
    }
    n = at<std::int64_t>(i);
    constexpr auto infinite = std::numeric_limits<std::int64_t>::max();
    return n != infinite && n != -infinite;
}

engine::int128 column::integer(idx_t i) const noexcept {
    switch (stored) {
    case DUCKDB_TYPE_TINYINT: return at<std::int8_t>(i);
    case DUCKDB_TYPE_SMALLINT: return at<std::int16_t>(i);
    case DUCKDB_TYPE_INTEGER: return at<std::int32_t>(i);
    case DUCKDB_TYPE_BIGINT: return at<std::int64_t>(i);
    case DUCKDB_TYPE_UTINYINT: return at<std::uint8_t>(i);
    case DUCKDB_TYPE_USMALLINT: return at<std::uint16_t>(i);
    case DUCKDB_TYPE_UINTEGER: return at<std::uint32_t>(i);
    case DUCKDB_TYPE_UBIGINT: return at<std::uint64_t>(i);
    default: break;
    }
    const auto& wide = at<duckdb_hugeint>(i);
    return static_cast<engine::int128>(static_cast<engine::uint128>(static_cast<std::uint64_t>(wide.upper)) << 64 |
                                       wide.lower);
}

std::string_view column::label(idx_t place) noexcept {
    if (names[place] == nullptr) names[place] = duckdb_enum_dictionary_value(categories, place);
    return names[place];
}

octets_in column::category(idx_t i) noexcept {
    const auto place = static_cast<idx_t>(integer(i));
    return place < count ? as_octets(label(place)) : octets_in{};
}

}  // namespace hashlane::duckdb
