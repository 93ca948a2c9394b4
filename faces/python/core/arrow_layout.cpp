// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "arrow_layout.hpp"

#include <charconv>
#include <cstring>

namespace hashlane_python {

namespace {

bool wrong(const char* message) { return failed(PyExc_ValueError, message); }

// Never backwards, never below zero. How long the data are, an array does not say.
template <class Offset>
bool sound(const Offset* offsets, std::size_t n) {
    bool backwards = offsets[0] < 0;
    for (std::size_t i = 0; i < n; ++i) backwards |= offsets[i + 1] < offsets[i];
    return !backwards || wrong("arrow: offsets run backwards");
}

template <class Offset>
bool read_offsets(const ArrowArray& array, std::size_t from, std::size_t n, messages& out) {
    if (array.n_buffers != 3) return wrong("arrow: three buffers are required");
    const auto* const offsets = static_cast<const Offset*>(array.buffers[1]);
    const auto* const bytes = static_cast<const std::uint8_t*>(array.buffers[2]);
    if (n == 0) return true;
    if (offsets == nullptr) return wrong("arrow: no offsets");
    if (!sound(offsets + from, n)) return false;
    if (bytes == nullptr && offsets[from + n] != offsets[from]) return wrong("arrow: no data");
    out = messages::offsets(bytes, offsets + from, n);
    return true;
}

bool read_rows(const ArrowArray& array, std::size_t from, std::size_t n, std::size_t width, messages& out) {
    std::size_t end = 0;
    if (array.n_buffers != 2) return wrong("arrow: two buffers are required");
    if (__builtin_mul_overflow(from + n, width, &end)) return wrong("arrow: a length out of range");
    const auto* const bytes = static_cast<const std::uint8_t*>(array.buffers[1]);
    if (n == 0) return true;
    if (bytes == nullptr && width != 0) return wrong("arrow: no data");
    out = messages::rows(bytes + from * width, width, n);
    return true;
}

bool sound(const messages::view_layout& views, std::size_t n, const std::int64_t* sizes, std::int64_t buffers) {
    for (std::size_t i = 0; i < n; ++i) {
        if (views.is_null(i)) continue;
        const char* const why = problem_of(views, i, sizes, buffers);
        if (why != nullptr) return failed(PyExc_ValueError, "arrow: %s", why);
    }
    return true;
}

bool read_views(const ArrowArray& array, std::size_t from, std::size_t n, messages& out) {
    if (array.n_buffers < 3) return wrong("arrow: three buffers are required");
    const std::int64_t buffers = array.n_buffers - 3;
    const auto* const sizes = static_cast<const std::int64_t*>(array.buffers[array.n_buffers - 1]);
    const messages::view_layout views{static_cast<const std::uint8_t*>(array.buffers[1]), array.buffers + 2,
                                      nulls_of(array), from};
    if (n == 0) return true;
    if (views.first == nullptr || (sizes == nullptr && buffers != 0)) return wrong("arrow: no views");
    if (!sound(views, n, sizes, buffers)) return false;
    out = messages::views(views, n);
    return true;
}

}  // namespace

bool has_sound_size(const ArrowArray& array) {
    constexpr std::int64_t most = INT64_MAX / 16;
    return (array.length >= 0 && array.offset >= 0 && array.length <= most && array.offset <= most) ||
           wrong("arrow: a length or offset out of range");
}

namespace {

// Are length, offset and the pointer to the buffers such that the buffers can be looked at?
bool is_sound(const ArrowArray& array) {
    if (array.n_children != 0) return wrong("arrow: a column with columns inside it");
    return has_sound_size(array) && (array.buffers != nullptr || wrong("arrow: no buffers"));
}

bool wrong_type(const ArrowSchema& schema, const char* where) {
    return failed(PyExc_TypeError,
                  "arrow: binary, string (also large_ and _view) or fixed_size_binary is required, not '%.40s'%s",
                  schema.format, where);
}

constexpr std::pair<std::string_view, layout> formats[] = {{"z", layout::offsets32}, {"u", layout::offsets32},
                                                           {"Z", layout::offsets64}, {"U", layout::offsets64},
                                                           {"vz", layout::views},    {"vu", layout::views}};

// The type of a column without a dictionary, or of the values of one.
bool read_plain_type(const ArrowSchema& schema, column_type& out, const char* where) {
    if (schema.format == nullptr) return wrong("arrow: a schema without a format");
    const std::string_view format = schema.format;
    out.width = 0;
    if (schema.n_children != 0 || schema.dictionary != nullptr) return wrong_type(schema, where);
    for (const auto& [name, kind] : formats) {
        if (format != name) continue;
        out.kind = kind;
        return true;
    }
    if (!format.starts_with("w:")) return wrong_type(schema, where);
    out.kind = layout::rows;
    const char* const end = format.data() + format.size();
    const auto [last, error] = std::from_chars(format.data() + 2, end, out.width);
    return (error == std::errc{} && last == end) || wrong("arrow: a malformed format");
}

}  // namespace

bool read_type(const ArrowSchema& schema, column_type& out) {
    out.index = 0;
    if (schema.dictionary == nullptr) return read_plain_type(schema, out, "");
    const std::string_view format = schema.format == nullptr ? "" : schema.format;
    if (format.size() != 1 || std::string_view("cCsSiIlL").find(format) == format.npos)
        return wrong("arrow: the indices of a dictionary must be integers");
    out.index = format[0];
    return read_plain_type(*schema.dictionary, out, " in a dictionary");
}

bool dictionary_rows::read(const ArrowArray& array, column_type type) {
    if (!is_sound(array)) return false;
    if (array.n_buffers != 2) return wrong("arrow: two buffers are required");
    if (array.dictionary == nullptr) return wrong("arrow: no dictionary");
    if (!read_messages(*array.dictionary, type, all)) return false;
    indices = static_cast<const std::uint8_t*>(array.buffers[1]);
    nulls = nulls_of(array);
    nulls_of_values = nulls_of(*array.dictionary);
    from = static_cast<std::size_t>(array.offset);
    from_of_values = static_cast<std::size_t>(array.dictionary->offset);
    count = static_cast<std::size_t>(array.length);
    format = type.index;
    if (count != 0 && indices == nullptr) return wrong("arrow: no indices");
    return sound();
}

bool dictionary_rows::sound() const {
    const std::size_t n = all.size();
    for (std::size_t row = 0; row < count; ++row) {
        if (nulls != nullptr && !is_set(nulls, from + row)) continue;
        if (index_at(row) >= n) {
            return failed(PyExc_ValueError, "arrow: the index of row %zu leads outside the dictionary of %zu values",
                          row, n);
        }
    }
    return true;
}

bool dictionary_rows::is_null(std::size_t row) const {
    if (nulls != nullptr && !is_set(nulls, from + row)) return true;
    return nulls_of_values != nullptr && !is_set(nulls_of_values, from_of_values + index_of(row));
}

namespace {

template <class Index>
std::uint64_t load_index(const std::uint8_t* indices, std::size_t at) {
    Index i;
    std::memcpy(&i, indices + at * sizeof i, sizeof i);
    return static_cast<std::uint64_t>(i);
}

}  // namespace

// A negative index becomes one that is larger than any dictionary.
std::uint64_t dictionary_rows::index_at(std::size_t row) const {
    switch (format) {
    case 'c': return load_index<std::int8_t>(indices, from + row);
    case 'C': return load_index<std::uint8_t>(indices, from + row);
    case 's': return load_index<std::int16_t>(indices, from + row);
    case 'S': return load_index<std::uint16_t>(indices, from + row);
    case 'i': return load_index<std::int32_t>(indices, from + row);
    case 'I': return load_index<std::uint32_t>(indices, from + row);
    case 'l': return load_index<std::int64_t>(indices, from + row);
    default: return load_index<std::uint64_t>(indices, from + row);
    }
}

bool read_messages(const ArrowArray& array, column_type type, messages& out) {
    if (!is_sound(array)) return false;
    const auto from = static_cast<std::size_t>(array.offset), n = static_cast<std::size_t>(array.length);
    switch (type.kind) {
    case layout::offsets32: return read_offsets<std::int32_t>(array, from, n, out);
    case layout::offsets64: return read_offsets<std::int64_t>(array, from, n, out);
    case layout::views: return read_views(array, from, n, out);
    default: return read_rows(array, from, n, type.width, out);
    }
}

}  // namespace hashlane_python
