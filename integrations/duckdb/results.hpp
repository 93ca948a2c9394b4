// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A column of results: NULL, or bytes.

#include <cstring>
#include <span>

#include "columns.hpp"

namespace hashlane::duckdb {

class results {
  public:
    explicit results(duckdb_vector vector) noexcept
        : out(vector), data(static_cast<duckdb_string_t*>(duckdb_vector_get_data(vector))) {}

    // Makes row i NULL.
    void put_null(idx_t i) noexcept {
        if (validity == nullptr) {
            duckdb_vector_ensure_validity_writable(out);
            validity = duckdb_vector_get_validity(out);
        }
        validity[i / 64] &= ~(std::uint64_t{1} << (i % 64));
    }

    // Writes results of `width` bytes, which stand one after the other: row rows[k] gets number which[k]. DuckDB takes all of
    // them in one call, which costs less than a call for each: the strings of the rows then refer to parts of that one.
    void put(octets_in all, std::size_t width, std::span<const idx_t> rows,
             std::span<const std::uint16_t> which) noexcept {
        if (rows.empty()) return;
        const auto* const first = reinterpret_cast<const char*>(all.data());
        duckdb_vector_assign_string_element_len(out, rows[0], first, all.size());
        const char* kept = first;
        if (all.size() > inlined) kept = data[rows[0]].value.pointer.ptr;
        for (std::size_t k = 0; k < rows.size(); ++k) data[rows[k]] = string_at(kept + which[k] * width, width);
    }

  private:
    static constexpr std::size_t inlined = sizeof(duckdb_string_t{}.value.inlined.inlined);

    // The string of n bytes at p. Up to 12 bytes stand in the string itself.
    static duckdb_string_t string_at(const char* p, std::size_t n) noexcept {
        duckdb_string_t s{};
        s.value.inlined.length = static_cast<std::uint32_t>(n);
        if (n <= inlined) {
            std::memcpy(s.value.inlined.inlined, p, n);
            return s;
        }
        std::memcpy(s.value.pointer.prefix, p, sizeof s.value.pointer.prefix);
        s.value.pointer.ptr = const_cast<char*>(p);
        return s;
    }

    duckdb_vector out;
    duckdb_string_t* data;
    std::uint64_t* validity = nullptr;
};

}  // namespace hashlane::duckdb
