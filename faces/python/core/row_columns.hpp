// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Columns of Arrow of any type that docs/ROW.md has a kind for, and their values as that page encodes them.

#include <message.hpp>
#include <row.hpp>

#include "arrow_layout.hpp"
#include "held_list.hpp"

namespace hashlane_python {

namespace engine = hashlane::engine;

// How the values of a column lie in memory.
enum class row_layout : std::uint8_t {
    null,
    boolean,
    int8,
    int16,
    int32,
    int64,
    int128,
    uint8,
    uint16,
    uint32,
    uint64,
    uint128,
    half,
    single,
    real,
    decimal32,
    decimal64,
    decimal128,
    binary32,
    binary64,
    binary_view,
    binary_fixed,
    date32,
    date64,
    time32,
    time64,
    local_time,
    instant,
    list32,
    list64,
    list_fixed,
    list_view32,
    list_view64,
    structure,
    dictionary,
};

// A column, or one inside another. Its type is read once, and then its memory is that of one array after the other.
struct row_column {
    // The type.
    const char* name = "";  // of the field, which the schema owns
    row_layout layout = row_layout::null;
    row_layout index = row_layout::null;  // of a dictionary: how its indices lie
    bool is_text = false;                 // of binary_...
    engine::unit each = engine::unit::nanosecond;
    std::int64_t scale = 0;    // of decimals
    std::size_t width = 0;     // of binary_fixed in bytes, of list_fixed in values
    std::size_t children = 0;  // the values of a list or a dictionary are its only child
    row_column* child = nullptr;

    // The array.
    std::size_t from = 0, count = 0;
    const std::uint8_t* nulls = nullptr;
    const std::uint8_t* data = nullptr;    // values, offsets, views or indices
    const std::uint8_t* more = nullptr;    // the bytes of strings, the sizes of list views
    const void* const* buffers = nullptr;  // of views
    const std::int64_t* buffer_sizes = nullptr;
    std::int64_t buffer_count = 0;

    bool is_null(std::size_t i) const { return nulls != nullptr && !is_set(nulls, from + i); }
};

// The type and the memory of columns that an array of structs holds.
class row_columns {
  public:
    // False with TypeError for a schema that is no struct or that has a type without a kind, which is named.
    // \param schema must live as long as this object
    [[nodiscard]] bool open(const ArrowSchema& schema);
    // False with ValueError for a malformed array. What is checked later is checked by encode().
    [[nodiscard]] bool bind(const ArrowArray& array);

    std::size_t size() const { return root().count; }
    bool has_nulls() const { return root().nulls != nullptr; }
    bool is_null(std::size_t row) const { return root().is_null(row); }

    // Writes the message of a row; of a null one that of no columns. It works without the GIL.
    // \return nullptr, or what is wrong with a value
    const char* encode(std::size_t row, engine::digest_batch& to) const;

  private:
    const row_column& root() const { return *columns.get(); }

    room_for<row_column> columns;
};

}  // namespace hashlane_python
