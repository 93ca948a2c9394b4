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
};

// False, with TypeError for a column of something else.
[[nodiscard]] bool read_type(const ArrowSchema& schema, column_type& out);

// False, with ValueError for a malformed array.
[[nodiscard]] bool read_messages(const ArrowArray& array, column_type type, messages& out);

// A bit for each row and the offset before it, 0 for a null; nullptr when there are no nulls.
inline const std::uint8_t* nulls_of(const ArrowArray& array) {
    return array.null_count == 0 ? nullptr : static_cast<const std::uint8_t*>(array.buffers[0]);
}

}  // namespace hashlane_python
