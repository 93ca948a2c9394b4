// SPDX-License-Identifier: Apache-2.0 OR MIT
// The types of Arrow that have a kind in docs/ROW.md, and the memory of their arrays.

#include <charconv>
#include <cstring>

#include "arrow_layout.hpp"
#include "row_columns.hpp"

namespace hashlane_python {

namespace {

using engine::unit;

constexpr int deepest = 64;  // columns inside columns

struct plain_type {
    std::string_view format;
    row_layout layout;
    bool is_text = false;
    unit each = unit::nanosecond;
};
constexpr plain_type plain_types[] = {
    {"n", row_layout::null},
    {"b", row_layout::boolean},
    {"c", row_layout::int8},
    {"s", row_layout::int16},
    {"i", row_layout::int32},
    {"l", row_layout::int64},
    {"C", row_layout::uint8},
    {"S", row_layout::uint16},
    {"I", row_layout::uint32},
    {"L", row_layout::uint64},
    {"_pli128", row_layout::int128},   // of Polars, whose name for it this is
    {"_plu128", row_layout::uint128},  // the same without a sign
    {"e", row_layout::half},
    {"f", row_layout::single},
    {"g", row_layout::real},
    {"z", row_layout::binary32},
    {"Z", row_layout::binary64},
    {"vz", row_layout::binary_view},
    {"u", row_layout::binary32, true},
    {"U", row_layout::binary64, true},
    {"vu", row_layout::binary_view, true},
    {"tdD", row_layout::date32},
    {"tdm", row_layout::date64},
    {"tts", row_layout::time32, false, unit::second},
    {"ttm", row_layout::time32, false, unit::millisecond},
    {"ttu", row_layout::time64, false, unit::microsecond},
    {"ttn", row_layout::time64, false, unit::nanosecond},
    {"+l", row_layout::list32},
    {"+L", row_layout::list64},
    {"+vl", row_layout::list_view32},
    {"+vL", row_layout::list_view64},
    {"+s", row_layout::structure},
};

// How the format of a type without a kind begins, and the name of the type.
constexpr std::pair<std::string_view, const char*> refused_types[] = {
    {"+m", "a map"}, {"+u", "a union"}, {"+r", "a run-end encoded column"}, {"tD", "a duration"}, {"ti", "an interval"},
};

bool wrong(const char* message) { return failed(PyExc_ValueError, message); }

bool refused(const row_column& column, const char* what) {
    return failed(PyExc_TypeError, "row: the column '%.60s' is %s, which has no encoding in a row", column.name, what);
}

// Reads a number in decimal digits, and what follows it.
template <class Number>
bool take_number(std::string_view& text, Number& out) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc{}) return wrong("arrow: a malformed format");
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

bool take_whole_number(std::string_view text, std::size_t& out) {
    return take_number(text, out) && (text.empty() || wrong("arrow: a malformed format"));
}

// "PRECISION,SCALE" or "PRECISION,SCALE,BITS".
bool read_decimal(std::string_view text, row_column& out) {
    unsigned precision = 0;
    std::int32_t scale = 0;
    unsigned bits = 128;
    if (!take_number(text, precision)) return false;
    if (!text.starts_with(',')) return wrong("arrow: a malformed format");
    text.remove_prefix(1);
    if (!take_number(text, scale)) return false;
    out.scale = scale;
    if (text.starts_with(',')) {
        text.remove_prefix(1);
        if (!take_number(text, bits)) return false;
    }
    if (!text.empty()) return wrong("arrow: a malformed format");
    if (bits == 256) return refused(out, "a decimal of more than 128 bits");
    out.layout = bits == 32 ? row_layout::decimal32 : bits == 64 ? row_layout::decimal64 : row_layout::decimal128;
    return bits == 32 || bits == 64 || bits == 128 || wrong("arrow: a malformed format");
}

// "UNIT:ZONE", where no zone means local time.
bool read_timestamp(std::string_view text, row_column& out) {
    constexpr std::pair<char, unit> units[] = {
        {'s', unit::second}, {'m', unit::millisecond}, {'u', unit::microsecond}, {'n', unit::nanosecond}};
    if (text.size() < 2 || text[1] != ':') return wrong("arrow: a malformed format");
    out.layout = text.size() == 2 ? row_layout::local_time : row_layout::instant;
    for (const auto& [letter, each] : units) {
        if (letter != text[0]) continue;
        out.each = each;
        return true;
    }
    return wrong("arrow: a malformed format");
}

bool read_format(std::string_view format, row_column& out) {
    for (const plain_type& one : plain_types) {
        if (one.format != format) continue;
        out.layout = one.layout;
        out.is_text = one.is_text;
        out.each = one.each;
        return true;
    }
    if (format.starts_with("d:")) return read_decimal(format.substr(2), out);
    if (format.starts_with("ts")) return read_timestamp(format.substr(2), out);
    if (format.starts_with("w:")) {
        out.layout = row_layout::binary_fixed;
        return take_whole_number(format.substr(2), out.width);
    }
    if (format.starts_with("+w:")) {
        out.layout = row_layout::list_fixed;
        return take_whole_number(format.substr(3), out.width);
    }
    for (const auto& [beginning, name] : refused_types)
        if (format.starts_with(beginning)) return refused(out, name);
    return failed(PyExc_TypeError, "row: the column '%.60s' has the type '%.40s', which has no encoding in a row",
                  out.name, format.data());
}

// The extension type that the metadata of a field name: nothing when there is none. They are a number of pairs, and for
// each pair two strings with their sizes before them.
std::string_view extension_of(const char* metadata) {
    const auto number = [&] {
        std::int32_t n = 0;
        std::memcpy(&n, metadata, sizeof n);
        metadata += sizeof n;
        return n;
    };
    const auto string = [&] {
        const std::int32_t size = number();
        const std::string_view text(metadata, static_cast<std::size_t>(size < 0 ? 0 : size));
        metadata += text.size();
        return text;
    };
    if (metadata == nullptr) return {};
    for (std::int32_t left = number(); left > 0; --left) {
        const std::string_view key = string();
        const std::string_view value = string();
        if (key == "ARROW:extension:name") return value;
    }
    return {};
}

std::size_t expected_children(const row_column& column, const ArrowSchema& schema) {
    switch (column.layout) {
    case row_layout::list32:
    case row_layout::list64:
    case row_layout::list_fixed:
    case row_layout::list_view32:
    case row_layout::list_view64: return 1;
    case row_layout::structure: return static_cast<std::size_t>(schema.n_children);
    default: return 0;
    }
}

// Counts a column and those inside it. False with ValueError for a malformed schema.
bool count_columns(const ArrowSchema* schema, int depth, std::size_t& count) {
    if (schema == nullptr || schema->format == nullptr) return wrong("arrow: a schema without a format");
    if (depth > deepest) return wrong("arrow: columns are nested more than 64 deep");
    if (schema->n_children < 0 || (schema->n_children != 0 && schema->children == nullptr))
        return wrong("arrow: a schema without its children");
    ++count;
    for (std::int64_t k = 0; k < schema->n_children; ++k)
        if (!count_columns(schema->children[k], depth + 1, count)) return false;
    return schema->dictionary == nullptr || count_columns(schema->dictionary, depth + 1, count);
}

// Reads a type and those inside it, whose columns begin at `free`.
bool read_column(const ArrowSchema& schema, const char* name, row_column& out, row_column*& free) {
    out = row_column{};
    out.name = schema.name == nullptr || *schema.name == '\0' ? name : schema.name;
    const std::string_view extension = extension_of(schema.metadata);
    if (!extension.empty()) {
        const owned<> text_of(
            PyUnicode_DecodeUTF8(extension.data(), static_cast<Py_ssize_t>(extension.size()), "replace"));
        return text_of && failed(PyExc_TypeError,
                                 "row: the column '%.60s' has the extension type '%U', which has no encoding in a row",
                                 out.name, text_of.get());
    }
    if (!read_format(schema.format, out)) return false;
    out.children = expected_children(out, schema);
    if (out.children != static_cast<std::size_t>(schema.n_children))
        return wrong("arrow: a schema without its children");
    out.child = free;
    free += out.children;
    for (std::size_t k = 0; k < out.children; ++k)
        if (!read_column(*schema.children[k], out.name, out.child[k], free)) return false;
    if (schema.dictionary == nullptr) return true;
    if (out.layout < row_layout::int8 || out.layout > row_layout::uint64 || out.layout == row_layout::int128)
        return wrong("arrow: the indices of a dictionary must be integers");
    out.index = out.layout;
    out.layout = row_layout::dictionary;
    out.children = 1;
    ++free;
    return read_column(*schema.dictionary, out.name, *out.child, free);
}

// How many buffers an array has, and whether the second one may be missing in an array with values.
struct buffers_of {
    std::int64_t count;
    bool needed;
};
buffers_of expected_buffers(const row_column& column) {
    switch (column.layout) {
    case row_layout::null: return {0, false};
    case row_layout::binary32:
    case row_layout::binary64:
    case row_layout::list_view32:
    case row_layout::list_view64: return {3, true};
    case row_layout::list_fixed:
    case row_layout::structure: return {1, false};
    case row_layout::binary_fixed: return {2, column.width != 0};
    default: return {2, true};
    }
}

bool bind_buffers(row_column& column, const ArrowArray& array) {
    const buffers_of expected = expected_buffers(column);
    if (expected.count == 0) return true;
    if (array.buffers == nullptr) return wrong("arrow: no buffers");
    const bool views = column.layout == row_layout::binary_view;
    if (views ? array.n_buffers < 3 : array.n_buffers != expected.count)
        return wrong("arrow: a wrong number of buffers");
    column.nulls = nulls_of(array);
    if (expected.count == 1) return true;
    column.data = static_cast<const std::uint8_t*>(array.buffers[1]);
    if (expected.needed && column.data == nullptr && column.count != 0) return wrong("arrow: no data");
    if (views) {
        column.buffers = array.buffers + 2;
        column.buffer_count = array.n_buffers - 3;
        column.buffer_sizes = static_cast<const std::int64_t*>(array.buffers[array.n_buffers - 1]);
        if (column.buffer_count != 0 && column.buffer_sizes == nullptr) return wrong("arrow: no views");
    } else if (expected.count == 3) {
        column.more = static_cast<const std::uint8_t*>(array.buffers[2]);
        const bool lists = column.layout == row_layout::list_view32 || column.layout == row_layout::list_view64;
        if (lists && column.more == nullptr && column.count != 0) return wrong("arrow: no data");
    }
    return true;
}

// Whether the places of values can be computed, and the children are long enough where a value's place alone tells which
// of their values belong to it.
bool has_enough(const row_column& column) {
    if (column.count == 0) return true;
    const std::size_t end = column.from + column.count;
    std::size_t wide_end = 0;
    if (__builtin_mul_overflow(end, column.width, &wide_end)) return wrong("arrow: a length out of range");
    const std::size_t needed = column.layout == row_layout::structure ? end : wide_end;
    for (std::size_t k = 0; column.layout != row_layout::dictionary && k < column.children; ++k)
        if (column.child[k].count < needed) return wrong("arrow: a column inside another is too short");
    return true;
}

bool bind_column(row_column& column, const ArrowArray* array) {
    if (array == nullptr) return wrong("arrow: an array without its children");
    if (!has_sound_size(*array)) return false;
    column.from = static_cast<std::size_t>(array->offset);
    column.count = static_cast<std::size_t>(array->length);
    if (!bind_buffers(column, *array)) return false;
    if (column.layout == row_layout::dictionary) {
        if (array->dictionary == nullptr) return wrong("arrow: no dictionary");
        return bind_column(*column.child, array->dictionary);
    }
    if (array->n_children != static_cast<std::int64_t>(column.children) ||
        (column.children != 0 && array->children == nullptr))
        return wrong("arrow: an array without its children");
    for (std::size_t k = 0; k < column.children; ++k)
        if (!bind_column(column.child[k], array->children[k])) return false;
    return has_enough(column);
}

}  // namespace

bool row_columns::open(const ArrowSchema& schema) {
    std::size_t count = 0;
    if (!count_columns(&schema, 0, count)) return false;
    if (std::string_view(schema.format) != "+s" || schema.dictionary != nullptr)
        return failed(PyExc_TypeError, "row: a struct or a table is required, not '%.40s'", schema.format);
    if (!columns.reserve(count)) return false;
    row_column* free = columns.get() + 1;
    return read_column(schema, "", *columns.get(), free);
}

bool row_columns::bind(const ArrowArray& array) { return bind_column(*columns.get(), &array); }

}  // namespace hashlane_python
