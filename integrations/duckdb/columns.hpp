// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The columns of a chunk: strings, and values of any type as docs/ROW.md encodes them.

#include <cstring>
#include <memory>
#include <optional>
#include <string_view>

#include "algorithm.hpp"
#include "api.hpp"
#include "row.hpp"

namespace hashlane::duckdb {

using engine::failure;

inline failure problem(std::string_view what) noexcept { return failure(any_problem::none).add(what); }

// Whether row i of a vector is no NULL.
inline bool is_valid(const std::uint64_t* validity, idx_t i) noexcept {
    return validity == nullptr || (validity[i / 64] >> (i % 64) & 1) != 0;
}

inline octets_in octets_of(const duckdb_string_t& s) noexcept {
    const std::uint32_t size = s.value.inlined.length;
    const char* const first = size <= sizeof s.value.inlined.inlined ? s.value.inlined.inlined : s.value.pointer.ptr;
    return {reinterpret_cast<const std::uint8_t*>(first), size};
}
inline std::string_view text_of(const duckdb_string_t& s) noexcept {
    const octets_in octets = octets_of(s);
    return {reinterpret_cast<const char*>(octets.data()), octets.size()};
}
// Whether two rows refer to the same string. It may be false for equal strings that stand at two places.
inline bool is_same(const duckdb_string_t& a, const duckdb_string_t& b) noexcept {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

// A column of VARCHAR or BLOB.
class strings {
  public:
    strings() noexcept = default;
    explicit strings(duckdb_vector vector) noexcept
        : data(static_cast<const duckdb_string_t*>(duckdb_vector_get_data(vector))),
          validity(duckdb_vector_get_validity(vector)) {}

    bool valid(idx_t i) const noexcept { return is_valid(validity, i); }
    const duckdb_string_t& operator[](idx_t i) const noexcept { return data[i]; }

  private:
    const duckdb_string_t* data = nullptr;
    const std::uint64_t* validity = nullptr;
};

// A column of any type, with the columns inside it.
class column {
  public:
    column() noexcept = default;
    column(const column&) = delete;
    column& operator=(const column&) = delete;
    ~column();

    // Looks at the type of a vector. A failure names a type that has no encoding.
    failure open(duckdb_vector vector) noexcept;

    // The bytes of row i of a VARCHAR or a BLOB; nothing for NULL and for other types.
    std::optional<octets_in> leaf(idx_t i) const noexcept {
        if (!is_valid(validity, i) || (type != DUCKDB_TYPE_VARCHAR && type != DUCKDB_TYPE_BLOB)) return std::nullopt;
        return octets_of(at<duckdb_string_t>(i));
    }

    // Writes row i. The values of lists and structs follow their heads.
    template <class Sink>
    failure encode(idx_t i, engine::row_encoder<Sink> to) noexcept {
        if (!is_valid(validity, i)) {
            to.null();
            return {};
        }
        switch (type) {
        case DUCKDB_TYPE_LIST: return encode_list(i, to);
        case DUCKDB_TYPE_ARRAY: return encode_array(i, to);
        case DUCKDB_TYPE_STRUCT: return encode_struct(i, to);
        case DUCKDB_TYPE_VARCHAR: return encode_text(octets_of(at<duckdb_string_t>(i)), to);
        case DUCKDB_TYPE_ENUM: return encode_text(category(i), to);
        case DUCKDB_TYPE_BLOB: to.bytes(octets_of(at<duckdb_string_t>(i))); return {};
        default: break;
        }
        return is_moment() ? encode_moment(i, to) : encode_number(i, to);
    }

  private:
    template <class T>
    const T& at(idx_t i) const noexcept {
        return static_cast<const T*>(data)[i];
    }

    failure open_children(duckdb_vector vector, duckdb_logical_type logical) noexcept;
    bool is_moment() const noexcept;
    // The number of a date or a time; nothing when it is infinite.
    bool moment(idx_t i, std::int64_t& count) const noexcept;
    engine::int128 integer(idx_t i) const noexcept;
    failure check_labels() noexcept;
    std::string_view label(idx_t place) noexcept;
    octets_in category(idx_t i) noexcept;

    template <class Sink>
    failure encode_text(octets_in text, engine::row_encoder<Sink> to) noexcept {
        return to.text(text) ? failure{} : problem("a text is no valid UTF-8");
    }
    template <class Sink>
    failure encode_list(idx_t i, engine::row_encoder<Sink> to) noexcept {
        const auto& entry = at<duckdb_list_entry>(i);
        to.list(entry.length);
        return encode_children(entry.offset, entry.length, to);
    }
    template <class Sink>
    failure encode_array(idx_t i, engine::row_encoder<Sink> to) noexcept {
        to.list(count);
        return encode_children(i * count, count, to);
    }
    template <class Sink>
    failure encode_children(idx_t first, idx_t n, engine::row_encoder<Sink> to) noexcept {
        for (idx_t k = 0; k < n; ++k) {
            failure why = children[0].encode(first + k, to);
            if (!why.message().empty()) return why;
        }
        return {};
    }
    template <class Sink>
    failure encode_struct(idx_t i, engine::row_encoder<Sink> to) noexcept {
        to.structure(count);
        for (idx_t k = 0; k < count; ++k) {
            failure why = children[k].encode(i, to);
            if (!why.message().empty()) return why;
        }
        return {};
    }
    template <class Sink>
    failure encode_moment(idx_t i, engine::row_encoder<Sink> to) noexcept {
        using engine::unit;
        std::int64_t n = 0;
        if (!moment(i, n)) return problem("an infinite date or time has no encoding");
        switch (type) {
        case DUCKDB_TYPE_DATE: to.date(n); break;
        case DUCKDB_TYPE_TIME: to.time(n, unit::microsecond); break;
        case DUCKDB_TYPE_TIME_NS: to.time(n, unit::nanosecond); break;
        case DUCKDB_TYPE_TIMESTAMP: to.local_time(n, unit::microsecond); break;
        case DUCKDB_TYPE_TIMESTAMP_S: to.local_time(n, unit::second); break;
        case DUCKDB_TYPE_TIMESTAMP_MS: to.local_time(n, unit::millisecond); break;
        case DUCKDB_TYPE_TIMESTAMP_NS: to.local_time(n, unit::nanosecond); break;
        case DUCKDB_TYPE_TIMESTAMP_TZ_NS: to.instant(n, unit::nanosecond); break;
        default: to.instant(n, unit::microsecond); break;
        }
        return {};
    }
    template <class Sink>
    failure encode_number(idx_t i, engine::row_encoder<Sink> to) noexcept {
        switch (type) {
        case DUCKDB_TYPE_BOOLEAN: to.boolean(at<std::uint8_t>(i) != 0); break;
        case DUCKDB_TYPE_FLOAT: to.float64(static_cast<double>(at<float>(i))); break;
        case DUCKDB_TYPE_DOUBLE: to.float64(at<double>(i)); break;
        case DUCKDB_TYPE_DECIMAL: to.decimal(integer(i), scale); break;
        case DUCKDB_TYPE_UHUGEINT: to.unsigned_128(static_cast<engine::uint128>(integer(i))); break;
        default: to.integer_128(integer(i)); break;
        }
        return {};
    }

    duckdb_type type = DUCKDB_TYPE_SQLNULL;
    duckdb_type stored = DUCKDB_TYPE_INVALID;  // the type of integers in memory
    std::uint8_t scale = 0;
    const void* data = nullptr;
    const std::uint64_t* validity = nullptr;
    idx_t count = 0;  // of fields, of elements of an array, of categories
    std::unique_ptr<column[]> children;
    duckdb_logical_type categories = nullptr;
    std::unique_ptr<char*[]> names;  // of categories that were asked for
};

}  // namespace hashlane::duckdb
