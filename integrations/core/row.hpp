// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The encoding of rows of typed values: docs/ROW.md.
///
///     message_hasher to(*find_hash("sha256"));
///     row_encoder row(to);
///     row.start_row(2);
///     row.integer(7);
///     if (!row.text(name)) ...           no UTF-8
///     to.finish(out);

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <hashlane/any.hpp>

namespace hashlane::engine {

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

/// The first byte of an encoded value.
enum class tag : std::uint8_t {
    null,
    boolean_false,
    boolean_true,
    not_negative,
    negative,
    float64,
    decimal,
    bytes,
    text,
    date,
    time,
    local_time,
    instant,
    list,
    structure,
};

/// The units in which engines count times.
enum class unit : std::int64_t { second = 1'000'000'000, millisecond = 1'000'000, microsecond = 1'000, nanosecond = 1 };

/// Tells whether bytes are well-formed UTF-8 (Unicode 15, table 3-7).
bool is_utf8(octets_in bytes) noexcept;

/// A tag and a number, or a tag and the length of a string: at most 18 bytes, which are made in one place.
class encoded_head {
  public:
    /// The tag alone.
    explicit encoded_head(tag t) noexcept : size_(1) { octets[0] = static_cast<std::uint8_t>(t); }

    /// Appends left_encode(x) of SP 800-185 s.2.3.1.
    encoded_head& left_encode(uint128 x) noexcept {
        const auto low = static_cast<std::uint64_t>(x);
        const auto high = static_cast<std::uint64_t>(x >> 64);
        const unsigned bits = high != 0 ? 128 - leading_zeros(high) : low != 0 ? 64 - leading_zeros(low) : 1;
        const unsigned count = (bits + 7) / 8;
        octets[size_] = static_cast<std::uint8_t>(count);
        ++size_;
        for (unsigned i = count; i != 0; --i) {
            octets[size_] = static_cast<std::uint8_t>(x >> 8 * (i - 1));
            ++size_;
        }
        return *this;
    }
    /// Appends 8 bytes, the most significant one first.
    encoded_head& word(std::uint64_t w) noexcept {
        for (unsigned i = 0; i < 8; ++i) octets[size_ + i] = static_cast<std::uint8_t>(w >> (56 - 8 * i));
        size_ += 8;
        return *this;
    }

    const std::uint8_t* data() const noexcept { return octets; }  ///< the bytes
    std::size_t size() const noexcept { return size_; }           ///< their number

  private:
    static unsigned leading_zeros(std::uint64_t w) noexcept { return static_cast<unsigned>(__builtin_clzll(w)); }

    std::uint8_t octets[18];
    std::uint8_t size_;
};

/// Writes values to a sink, whose function put(p, n) takes n bytes at p. The caller sees to it that n values follow where a
/// function says so.
template <class Sink>
class row_encoder {
  public:
    /// \param sink where the bytes go. It must live as long as this object.
    explicit row_encoder(Sink& sink) noexcept : to(&sink) {}

    /// Returns where the bytes go, for callers that write an encoding themselves.
    Sink& sink() const noexcept { return *to; }

    /// Begins a message with encode_string(name), so that messages of different purposes differ.
    void domain(std::string_view name) noexcept {
        const encoded_head length = encoded_head(tag::null).left_encode(uint128{name.size()} * 8);
        to->put(length.data() + 1, length.size() - 1);
        to->put(as_octets(name).data(), name.size());
    }
    /// Begins the message of a row: `columns` values follow.
    void start_row(std::uint64_t columns) noexcept {
        domain("hashlane_row");
        structure(columns);
    }

    /// Writes NULL.
    void null() noexcept { put(encoded_head(tag::null)); }
    /// Writes true or false.
    void boolean(bool b) noexcept { put(encoded_head(b ? tag::boolean_true : tag::boolean_false)); }
    /// Writes an integer of 64 bits or fewer.
    void integer(std::int64_t i) noexcept { put(head_of(i)); }
    /// Writes an integer of 128 bits or fewer.
    void integer_128(int128 i) noexcept { put(head_of(i)); }
    /// Writes an integer of 128 bits or fewer that has no sign.
    void unsigned_128(uint128 i) noexcept { put(encoded_head(tag::not_negative).left_encode(i)); }
    /// Writes a number of IEEE 754. -0 is written as 0, and each NaN as the same NaN.
    void float64(double x) noexcept {
        std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
        if (x == 0) bits = 0;
        if (x != x) bits = 0x7ff8000000000000;
        put(encoded_head(tag::float64).word(bits));
    }
    /// Writes coefficient * 10^-scale.
    void decimal(int128 coefficient, std::int64_t scale) noexcept {
        if (coefficient == 0) scale = 0;
        while (coefficient != 0 && coefficient % 10 == 0) {
            coefficient /= 10;
            --scale;
        }
        put(encoded_head(tag::decimal));
        integer_128(coefficient);
        integer(-scale);
    }
    /// Writes a decimal of any number of digits: magnitude * 10^exponent, with its sign.
    /// \param magnitude 1 to 255 bytes, the most significant first. The first is not 0, and the last decimal digit of the
    /// number is not 0 either.
    void decimal(octets_in magnitude, bool is_negative, std::int64_t exponent) noexcept {
        put(encoded_head(tag::decimal));
        const auto size = static_cast<std::uint8_t>(magnitude.size());
        const std::uint8_t head[] = {static_cast<std::uint8_t>(is_negative ? tag::negative : tag::not_negative), size};
        to->put(head, sizeof head);
        to->put(magnitude.data(), magnitude.size());
        integer(exponent);
    }
    /// Writes bytes.
    void bytes(octets_in b) noexcept { string(tag::bytes, b); }
    /// Writes text.
    /// \return false, and nothing is written, when it is no well-formed UTF-8
    [[nodiscard]] bool text(octets_in utf8) noexcept {
        if (!is_utf8(utf8)) return false;
        string(tag::text, utf8);
        return true;
    }
    /// Writes a date as days since 1970-01-01 of the proleptic Gregorian calendar.
    void date(std::int64_t days) noexcept { number(tag::date, days); }
    /// Writes a time of day, counted from midnight.
    void time(std::int64_t count, unit each) noexcept { moment(tag::time, count, each); }
    /// Writes a date with a time of day and without a time zone, counted from 1970-01-01T00:00:00.
    void local_time(std::int64_t count, unit each) noexcept { moment(tag::local_time, count, each); }
    /// Writes the same from nanoseconds.
    void local_time(int128 nanoseconds) noexcept { number(tag::local_time, nanoseconds); }
    /// Writes a point in time, counted from 1970-01-01T00:00:00Z without leap seconds.
    void instant(std::int64_t count, unit each) noexcept { moment(tag::instant, count, each); }
    /// Writes the same from nanoseconds.
    void instant(int128 nanoseconds) noexcept { number(tag::instant, nanoseconds); }
    /// Begins a list: n values follow.
    void list(std::uint64_t n) noexcept { put(encoded_head(tag::list).left_encode(n)); }
    /// Begins a struct: n values follow.
    void structure(std::uint64_t n) noexcept { put(encoded_head(tag::structure).left_encode(n)); }

  private:
    static encoded_head head_of(int128 i) noexcept {
        if (i >= 0) return encoded_head(tag::not_negative).left_encode(static_cast<uint128>(i));
        return encoded_head(tag::negative).left_encode(-static_cast<uint128>(i));
    }

    void put(const encoded_head& head) noexcept { to->put(head.data(), head.size()); }
    void number(tag t, int128 i) noexcept {
        put(encoded_head(t));
        put(head_of(i));
    }
    void moment(tag t, std::int64_t count, unit each) noexcept { number(t, int128{count} * static_cast<int128>(each)); }
    void string(tag t, octets_in s) noexcept {
        put(encoded_head(t).left_encode(uint128{s.size()} * 8));
        to->put(s.data(), s.size());
    }

    Sink* to;
};

}  // namespace hashlane::engine
