// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The digests of a column that comes in pieces.

#include <cstring>

#include "digests.hpp"

namespace hashlane_python {

// A table that grows: make_room() for the rows that come next, digests into room(), then take().
class growing_table {
  public:
    explicit growing_table(std::size_t width) { table.width = width; }

    // False, with ValueError or MemoryError.
    [[nodiscard]] bool make_room(std::size_t n, bool with_nulls) {
        std::size_t bytes = 0;
        const std::size_t count = table.count + n;
        if (__builtin_mul_overflow(count, table.width, &bytes))
            return failed(PyExc_ValueError, "arrow: too many digests");
        if (!table.digests.reserve(bytes, table.count * table.width)) return false;
        if (!with_nulls && !table.present) return true;
        const bool first = !table.present;
        if (!table.present.reserve(count / 8 + 1, first ? 0 : table.count / 8 + 1)) return false;
        if (first) std::memset(table.present.data(), 0xff, table.count / 8 + 1);
        return true;
    }
    // Where the digests of the next n rows go.
    output room(std::size_t n) const { return {table.digests.data() + table.count * table.width, n * table.width}; }

    // Counts n rows that are digested. The digest of a null is all zero.
    template <class IsNull>
    void take(std::size_t n, IsNull&& is_null) {
        if (table.present)
            without_gil([&] {
                for (std::size_t i = 0; i < n; ++i) mark(table.count + i, !is_null(i));
            });
        table.count += n;
    }
    std::size_t size() const { return table.count; }  // rows that were taken
    std::size_t width() const { return table.width; }
    digest_table&& end() { return std::move(table); }

  private:
    void mark(std::size_t row, bool present) {
        const auto bit = static_cast<std::uint8_t>(1u << row % 8);
        std::uint8_t& octet = table.present.data()[row / 8];
        octet = static_cast<std::uint8_t>(present ? octet | bit : octet & ~bit);
        if (present) return;
        ++table.missing;
        std::memset(table.digests.data() + row * table.width, 0, table.width);
    }

    digest_table table;
};

}  // namespace hashlane_python
