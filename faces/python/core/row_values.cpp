// SPDX-License-Identifier: Apache-2.0 OR MIT
// The values of columns of Arrow, encoded as docs/ROW.md says. Everything here works without the GIL.

#include <cstring>

#include "row_columns.hpp"

namespace hashlane_python {

namespace {

using engine::int128;
using engine::uint128;
using encoder = engine::row_encoder<engine::digest_batch>;

// What the functions here return: nullptr, or what is wrong.
using problem = const char*;

constexpr std::int64_t day_in_milliseconds = 86'400'000;
constexpr int128 day_in_nanoseconds = int128{day_in_milliseconds} * 1'000'000;

template <class T>
T load(const std::uint8_t* data, std::size_t i) {
    T value;
    std::memcpy(&value, data + i * sizeof value, sizeof value);
    return value;
}

int128 integer_at(row_layout layout, const std::uint8_t* data, std::size_t i) {
    switch (layout) {
    case row_layout::int8: return load<std::int8_t>(data, i);
    case row_layout::int16: return load<std::int16_t>(data, i);
    case row_layout::int32:
    case row_layout::date32:
    case row_layout::time32:
    case row_layout::decimal32: return load<std::int32_t>(data, i);
    case row_layout::uint8: return load<std::uint8_t>(data, i);
    case row_layout::uint16: return load<std::uint16_t>(data, i);
    case row_layout::uint32: return load<std::uint32_t>(data, i);
    case row_layout::uint64: return load<std::uint64_t>(data, i);
    case row_layout::int128:
    case row_layout::decimal128: return load<int128>(data, i);
    default: return load<std::int64_t>(data, i);
    }
}

// Returns the number of IEEE 754 binary16 with these bits. A NaN stays a NaN.
double widened(std::uint16_t bits) {
    const std::uint64_t sign = static_cast<std::uint64_t>(bits >> 15) << 63;
    const unsigned exponent = bits >> 10 & 31;
    const std::uint64_t fraction = bits & 1023;
    if (exponent == 0) {
        const double size = static_cast<double>(fraction) / 16777216;  // 2^-24 for each
        return sign != 0 ? -size : size;
    }
    const std::uint64_t wide = exponent == 31 ? 2047 : exponent + 1008;
    return std::bit_cast<double>(sign | wide << 52 | fraction << 42);
}

// The values [first, first + size) of a child.
struct span_of_values {
    std::size_t first = 0, size = 0;
};

template <class Offset>
problem between(const row_column& column, std::size_t at, std::size_t& first, std::size_t& size) {
    const auto start = load<Offset>(column.data, at);
    const auto end = load<Offset>(column.data, at + 1);
    if (start < 0 || end < start) return "offsets run backwards";
    first = static_cast<std::size_t>(start);
    size = static_cast<std::size_t>(end - start);
    return nullptr;
}

template <class Offset>
problem viewed(const row_column& column, std::size_t at, span_of_values& out) {
    const auto start = load<Offset>(column.data, at);
    const auto size = load<Offset>(column.more, at);
    if (start < 0 || size < 0) return "a length below zero";
    out = {static_cast<std::size_t>(start), static_cast<std::size_t>(size)};
    return nullptr;
}

problem find_values(const row_column& column, std::size_t at, span_of_values& out) {
    problem why = nullptr;
    switch (column.layout) {
    case row_layout::list32: why = between<std::int32_t>(column, at, out.first, out.size); break;
    case row_layout::list64: why = between<std::int64_t>(column, at, out.first, out.size); break;
    case row_layout::list_view32: why = viewed<std::int32_t>(column, at, out); break;
    case row_layout::list_view64: why = viewed<std::int64_t>(column, at, out); break;
    default: out = {at * column.width, column.width}; break;
    }
    if (why != nullptr) return why;
    const std::size_t there = column.child->count;
    if (out.first > there || out.size > there - out.first) return "a list leads outside its values";
    return nullptr;
}

problem find_view(const row_column& column, std::size_t at, octets& out) {
    const messages::view_layout views{column.data, column.buffers, nullptr, 0};
    if (const problem why = problem_of(views, at, column.buffer_sizes, column.buffer_count)) return why;
    out = views[at];
    return nullptr;
}

problem find_octets(const row_column& column, std::size_t at, octets& out) {
    std::size_t first = 0;
    std::size_t size = 0;
    problem why = nullptr;
    switch (column.layout) {
    case row_layout::binary_view: return find_view(column, at, out);
    case row_layout::binary_fixed: out = {column.data + at * column.width, column.width}; return nullptr;
    case row_layout::binary32: why = between<std::int32_t>(column, at, first, size); break;
    default: why = between<std::int64_t>(column, at, first, size); break;
    }
    if (why != nullptr) return why;
    if (column.more == nullptr && size != 0) return "no data";
    out = size == 0 ? octets{} : octets{column.more + first, size};
    return nullptr;
}

problem encode_octets(const row_column& column, std::size_t at, encoder to) {
    octets value;
    if (const problem why = find_octets(column, at, value)) return why;
    if (column.is_text) return to.text(value) ? nullptr : "a text is no valid UTF-8";
    to.bytes(value);
    return nullptr;
}

problem encode_date64(std::int64_t milliseconds, encoder to) {
    if (milliseconds % day_in_milliseconds != 0) return "a date is not a whole number of days";
    to.date(milliseconds / day_in_milliseconds);
    return nullptr;
}

problem encode_time(std::int64_t n, engine::unit each, encoder to) {
    const int128 nanoseconds = int128{n} * static_cast<int128>(each);
    if (nanoseconds < 0 || nanoseconds > day_in_nanoseconds) return "a time is not within 00:00:00 and 24:00:00";
    to.time(n, each);
    return nullptr;
}

problem encode_plain(const row_column& column, std::size_t at, encoder to) {
    const std::uint8_t* const data = column.data;
    const auto number = [&] { return integer_at(column.layout, data, at); };
    const auto short_number = [&] { return static_cast<std::int64_t>(number()); };
    switch (column.layout) {
    case row_layout::null: to.null(); break;
    case row_layout::boolean: to.boolean((data[at / 8] >> at % 8 & 1) != 0); break;
    case row_layout::uint128: to.unsigned_128(load<uint128>(data, at)); break;
    case row_layout::half: to.float64(widened(load<std::uint16_t>(data, at))); break;
    case row_layout::single: to.float64(static_cast<double>(load<float>(data, at))); break;
    case row_layout::real: to.float64(load<double>(data, at)); break;
    case row_layout::decimal32:
    case row_layout::decimal64:
    case row_layout::decimal128: to.decimal(number(), column.scale); break;
    case row_layout::date32: to.date(short_number()); break;
    case row_layout::date64: return encode_date64(short_number(), to);
    case row_layout::time32:
    case row_layout::time64: return encode_time(short_number(), column.each, to);
    case row_layout::local_time: to.local_time(short_number(), column.each); break;
    case row_layout::instant: to.instant(short_number(), column.each); break;
    case row_layout::binary32:
    case row_layout::binary64:
    case row_layout::binary_view:
    case row_layout::binary_fixed: return encode_octets(column, at, to);
    default: to.integer_128(number()); break;
    }
    return nullptr;
}

problem encode_value(const row_column& column, std::size_t i, encoder to);

problem encode_list(const row_column& column, std::size_t at, encoder to) {
    span_of_values values;
    if (const problem why = find_values(column, at, values)) return why;
    to.list(values.size);
    for (std::size_t k = 0; k < values.size; ++k)
        if (const problem why = encode_value(*column.child, values.first + k, to)) return why;
    return nullptr;
}

problem encode_fields(const row_column& column, std::size_t at, encoder to) {
    for (std::size_t k = 0; k < column.children; ++k)
        if (const problem why = encode_value(column.child[k], at, to)) return why;
    return nullptr;
}

problem encode_entry(const row_column& column, std::size_t at, encoder to) {
    const int128 index = integer_at(column.index, column.data, at);
    const auto size = static_cast<int128>(column.child->count);
    if (index < 0 || index >= size) return "an index leads outside its dictionary";
    return encode_value(*column.child, static_cast<std::size_t>(index), to);
}

// Row i of a column, counted from its first one.
problem encode_value(const row_column& column, std::size_t i, encoder to) {
    if (column.is_null(i)) {
        to.null();
        return nullptr;
    }
    const std::size_t at = column.from + i;
    switch (column.layout) {
    case row_layout::list32:
    case row_layout::list64:
    case row_layout::list_fixed:
    case row_layout::list_view32:
    case row_layout::list_view64: return encode_list(column, at, to);
    case row_layout::structure: to.structure(column.children); return encode_fields(column, at, to);
    case row_layout::dictionary: return encode_entry(column, at, to);
    default: return encode_plain(column, at, to);
    }
}

}  // namespace

const char* row_columns::encode(std::size_t row, engine::digest_batch& to) const {
    encoder out(to);
    const bool missing = is_null(row);
    out.start_row(missing ? 0 : root().children);
    const problem why = missing ? nullptr : encode_fields(root(), root().from + row, out);
    to.end_message();
    return why;
}

}  // namespace hashlane_python
