// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// How the messages lie in an array of Arrow, and whether they can.

#include "arrow.hpp"
#include "messages.hpp"

namespace hashlane_python {

enum class layout { offsets32, offsets64, rows, views };

struct column_type {
    layout kind;
    std::size_t width = 0;  // of rows
    char index = 0;         // of a dictionary: the format of its indices, one of "cCsSiIlL"; 0 for a plain column
};

// False, with TypeError for a column of something else.
[[nodiscard]] bool read_type(const ArrowSchema& schema, column_type& out);

// Whether length and offset can be those of an array. False, with ValueError, when they cannot.
[[nodiscard]] bool has_sound_size(const ArrowArray& array);

// Of a plain array, or the dictionary of another. False, with ValueError for a malformed array.
[[nodiscard]] bool read_messages(const ArrowArray& array, column_type type, messages& out);

// The rows of an array whose values stand in a dictionary.
class dictionary_rows {
  public:
    // False, with ValueError: the array is malformed, or an index leads outside the dictionary.
    [[nodiscard]] bool read(const ArrowArray& array, column_type type);

    std::size_t size() const { return count; }
    const messages& values() const { return all; }
    bool is_null(std::size_t row) const;
    std::size_t index_of(std::size_t row) const { return static_cast<std::size_t>(index_at(row)); }  // of no null
    octets operator[](std::size_t row) const { return is_null(row) ? octets{} : all[index_of(row)]; }

  private:
    messages all = messages::list({});
    const std::uint8_t *indices = nullptr, *nulls = nullptr, *nulls_of_values = nullptr;
    std::size_t from = 0, from_of_values = 0, count = 0;
    char format = 0;

    std::uint64_t index_at(std::size_t row) const;
    bool sound() const;
};

// A bit for each row and the offset before it, 0 for a null; nullptr when there are no nulls.
inline const std::uint8_t* nulls_of(const ArrowArray& array) {
    return array.null_count == 0 ? nullptr : static_cast<const std::uint8_t*>(array.buffers[0]);
}
inline bool is_set(const std::uint8_t* bits, std::size_t i) { return (bits[i / 8] >> i % 8 & 1) != 0; }

// A view is 16 bytes: the length, then the bytes themselves if there are no more than 12 of them, or else the first
// four, the number of a buffer and the place in it. The last buffer of an array holds the lengths of those buffers.
// Returns what is wrong with a view, or nullptr.
// \param sizes of the buffers that views may lead to, `buffers` of them
inline const char* problem_of(const messages::view_layout& views, std::size_t i, const std::int64_t* sizes,
                              std::int64_t buffers) {
    const auto view = views.at(i);
    if (view.size < 0) return "a length below zero";
    if (view.size <= messages::view_layout::longest_inline) return nullptr;
    if (view.buffer < 0 || view.buffer >= buffers || view.offset < 0 ||
        std::int64_t{view.offset} + view.size > sizes[view.buffer] || views.buffers[view.buffer] == nullptr)
        return "a view leads outside its buffer";
    return nullptr;
}

}  // namespace hashlane_python
