// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Many messages as one argument. A range with a size and an operator[] that gives ranges of bytes needs nothing of
/// this file: std::vector<std::string>, std::span<const std::span<const std::byte>>, std::array<std::string_view, 3>
/// and the like. This file has views of messages that lie in one piece of memory: rows of one size, and a column of
/// strings.
///
///     hl::digest_many<hl::sha256>(hl::fixed_width(table, 32), digests);           rows of 32 bytes
///     hl::digest_many<hl::sha256>(hl::with_offsets(text, offsets), digests);      a column of strings (Arrow)

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>

#include "../kernels/batch_job.hpp"
#include "../lanes/bytes.hpp"
#include "../lanes/contract.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// The type of a message that operator[] gives: a reference, or a view. Its bytes must stay valid when a temporary that
/// operator[] has returned is gone.
template <class M>
concept lasting_bytes = byte_range<std::remove_reference_t<M>> &&
                        (std::is_lvalue_reference_v<M> || std::ranges::enable_borrowed_range<std::remove_cvref_t<M>>);

/// A range of messages: it has a size, and `messages[i]` is a contiguous range of bytes that stays valid during the
/// call.
template <class R>
concept message_range = requires(const R& messages, std::size_t i) {
    { std::size(messages) } -> std::convertible_to<std::size_t>;
    { messages[i] } -> lasting_bytes;
};

/// The type of the elements of R.
template <class R>
using element_of = std::remove_reference_t<decltype(*std::data(std::declval<const R&>()))>;
/// A contiguous range of arrays of N bytes.
template <class R, std::size_t N>
concept arrays_of = requires {
    requires std::tuple_size<std::remove_cv_t<element_of<R>>>::value == N;
    requires byte_like<typename element_of<R>::value_type>;
    requires sizeof(element_of<R>) == N;
};
/// Rows of N bytes that lie side by side: arrays of N bytes, or the bytes of all rows.
template <class R, std::size_t N>
concept rows_of = byte_range<R> || arrays_of<R, N>;

namespace batches {

// Tells whether `size` is n * each, where `each` is not 0. A product above SIZE_MAX is no size.
constexpr bool is_product(std::size_t size, std::size_t n, std::size_t each) {
    return size / each == n && size % each == 0;
}

}  // namespace batches

/// Returns the address of the first row.
/// \tparam N the size of a row in bytes
/// \param rows the rows
/// \param n the number of rows that there must be; another number ends the program
template <std::size_t N, rows_of<N> R>
const std::uint8_t* first_row(const R& rows, std::size_t n) {
    contract(batches::is_product(std::size(rows) * sizeof(element_of<R>), n, N),
             "there are not as many rows as messages");
    return reinterpret_cast<const std::uint8_t*>(std::data(rows));
}

/// Rows of one size in one piece of memory, one after the other or at a constant distance. It is a range of messages,
/// and a range of outputs where the bytes can be written. fixed_width() and checked_rows() make it. The bytes must live
/// as long as this object.
/// \tparam B the type of the bytes
template <byte_like B>
class fixed_width_messages {
  public:
    /// Refers to rows. Bytes that accepts() does not take end the program.
    /// \param first the address of the bytes
    /// \param n the number of bytes
    /// \param row the size of a row in bytes
    /// \param step the distance in bytes from the beginning of a row to that of the next
    constexpr fixed_width_messages(B* first, std::size_t n, std::size_t row, std::size_t step)
        : p(first), width(row), stride(step), count(rows_in(n, row, step)) {
        contract(accepts(n, row, step), "these bytes are no whole rows");
    }

    /// Refers to rows, of bytes whose number may come from outside.
    /// \param bytes the bytes of all rows
    /// \param row the size of a row in bytes
    /// \param step the distance in bytes from the beginning of a row to that of the next
    /// \return the rows, or nothing when accepts() does not take the bytes
    [[nodiscard]] static constexpr std::optional<fixed_width_messages> create(std::span<B> bytes, std::size_t row,
                                                                              std::size_t step) {
        if (!accepts(bytes.size(), row, step)) return std::nullopt;
        return fixed_width_messages(bytes.data(), bytes.size(), row, step);
    }

    /// Tells whether `bytes` bytes are whole rows of `row` bytes, each `step` bytes after the one before. The last row
    /// may be followed by the rest of its step, or not; a row of 0 bytes always is. 0 bytes are accepted, and have no
    /// rows. A step of 0 is not accepted.
    static constexpr bool accepts(std::size_t bytes, std::size_t row, std::size_t step) {
        if (step == 0) return false;
        const bool whole_steps = row <= step && bytes % step == 0;
        return bytes == 0 || whole_steps || (bytes >= row && (bytes - row) % step == 0);
    }
    /// Returns the number of rows.
    constexpr std::size_t size() const { return count; }
    /// Returns row `i`, which is less than size().
    constexpr std::span<B> operator[](std::size_t i) const { return {p + i * stride, width}; }

  private:
    static constexpr std::size_t rows_in(std::size_t bytes, std::size_t row, std::size_t step) {
        if (step == 0 || bytes == 0 || bytes < row) return 0;
        return row == 0 ? bytes / step : (bytes - row) / step + 1;
    }

    B* p;
    std::size_t width, stride, count;
};

/// Returns rows of one size, as a range of messages or outputs.
///
/// Example (examples/columns.cpp):
///
///     hl::digest_many<hl::sha256>(hl::fixed_width(table, 32), of_rows, hl::threads{2});  // rows of 32 bytes
///
/// \param bytes the bytes of all rows, which must live as long as what is returned. Bytes that are no whole rows end
/// the program; where their number comes from outside, use checked_rows().
/// \param width the size of a row in bytes
/// \param stride the distance in bytes from the beginning of a row to that of the next
template <byte_range R>
constexpr auto fixed_width(const R& bytes, std::size_t width, std::size_t stride) {
    return fixed_width_messages(std::data(bytes), std::size(bytes), width, stride);
}
/// As above, with `bytes` in which rows of `width` bytes follow one another.
template <byte_range R>
constexpr auto fixed_width(const R& bytes, std::size_t width) {
    return fixed_width(bytes, width, width);
}

/// As fixed_width(), of bytes whose number comes from outside.
/// \param bytes the bytes of all rows, which must live as long as what is returned
/// \param width the size of a row in bytes
/// \param stride the distance in bytes from the beginning of a row to that of the next
/// \return a std::optional with the rows; nothing when the bytes are no whole rows
template <byte_range R>
[[nodiscard]] constexpr auto checked_rows(const R& bytes, std::size_t width, std::size_t stride) {
    return decltype(fixed_width(bytes, width))::create(std::span(std::data(bytes), std::size(bytes)), width, stride);
}
/// As above, with `bytes` in which rows of `width` bytes follow one another.
template <byte_range R>
[[nodiscard]] constexpr auto checked_rows(const R& bytes, std::size_t width) {
    return checked_rows(bytes, width, width);
}

/// Messages of any lengths that lie one after the other, as in a column of strings of Arrow: message i begins at byte
/// offsets[i] and ends before byte offsets[i + 1]. with_offsets() and checked_offsets() make it. The bytes and the
/// offsets must live as long as this object.
/// \tparam B the type of the bytes
/// \tparam O the type of the offsets, an integer of 32 or 64 bits
template <byte_like B, std::integral O>
class offset_messages {
  public:
    /// Refers to messages. An offset below the one before it or past the end of the bytes ends the program when that
    /// message is taken.
    /// \param first the address of the bytes
    /// \param n the number of bytes
    /// \param all the offsets, one more than there are messages
    constexpr offset_messages(B* first, std::size_t n, std::span<const O> all) : p(first), bytes(n), offsets(all) {}

    /// Refers to messages, of offsets that may come from outside.
    /// \param bytes the bytes of all messages
    /// \param offsets one more than there are messages. They must not be changed afterwards.
    /// \return the messages; nothing when an offset is below 0, below the one before it, or past the end of the bytes
    [[nodiscard]] static constexpr std::optional<offset_messages> create(std::span<B> bytes,
                                                                         std::span<const O> offsets) {
        for (std::size_t i = 0; i < offsets.size(); ++i)
            if (!in_order(i == 0 ? O{0} : offsets[i - 1], offsets[i], bytes.size())) return std::nullopt;
        return offset_messages(bytes.data(), bytes.size(), offsets);
    }

    /// Returns the number of messages.
    constexpr std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
    /// Returns message `i`, which is less than size(). Offsets that run backwards or past the end of the bytes end the
    /// program.
    constexpr std::span<B> operator[](std::size_t i) const {
        const O from = offsets[i], to = offsets[i + 1];
        contract(in_order(from, to, bytes), "offsets run backwards or past the end");
        return {p + static_cast<std::size_t>(from), static_cast<std::size_t>(to - from)};
    }

  private:
    B* p;
    std::size_t bytes;
    std::span<const O> offsets;

    static constexpr bool in_order(O from, O to, std::size_t end) {
        return from >= 0 && from <= to && static_cast<std::uint64_t>(to) <= end;
    }
};

/// A contiguous range of integers of 32 or 64 bits.
template <class R>
concept offset_range = requires(const R& offsets) {
    { *std::data(offsets) } -> std::convertible_to<std::uint64_t>;
    requires std::integral<std::remove_cvref_t<decltype(*std::data(offsets))>>;
    requires sizeof(*std::data(offsets)) == 4 || sizeof(*std::data(offsets)) == 8;
};

/// Returns messages that lie one after the other, as in a column of strings of Arrow.
/// \param bytes the bytes of all messages
/// \param offsets integers of 32 or 64 bits, one more than there are messages: message i begins at byte offsets[i] and
/// ends before byte offsets[i + 1]. Offsets that run backwards or past the end of the bytes end the program when that
/// message is taken; where they come from outside, use checked_offsets().
///
/// The bytes and the offsets must live as long as what is returned.
template <byte_range R, offset_range Offsets>
constexpr auto with_offsets(const R& bytes, const Offsets& offsets) {
    const auto* const first = std::data(offsets);
    return offset_messages(std::data(bytes), std::size(bytes), std::span(first, std::size(offsets)));
}

/// As with_offsets(), of offsets that come from outside: all of them are checked once.
///
/// Example (examples/columns.cpp):
///
///     const auto column = hl::checked_offsets(text, offsets);
///     if (!column) return 1;  // an offset decreases, or leads past the end
///     std::vector<hl::sha256::digest_type> digests(column->size());
///     hl::digest_many<hl::sha256>(*column, digests);
///
/// \param bytes the bytes of all messages
/// \param offsets one more than there are messages. They must not be changed afterwards.
/// \return a std::optional with the messages; nothing when an offset is below 0, below the one before it, or past the
/// end of the bytes
///
/// The bytes and the offsets must live as long as what is returned.
template <byte_range R, offset_range Offsets>
[[nodiscard]] constexpr auto checked_offsets(const R& bytes, const Offsets& offsets) {
    return decltype(with_offsets(bytes, offsets))::create(std::span(std::data(bytes), std::size(bytes)),
                                                          std::span(std::data(offsets), std::size(offsets)));
}

/// Returns a function and its argument, by which an entry point fetches `messages` some at a time.
template <message_range R>
message_source source_of(const R& messages) {
    return {&messages, [](const void* context, std::size_t first, std::size_t count, message* to) {
                const R& all = *static_cast<const R*>(context);
                for (std::size_t i = 0; i < count; ++i) {
                    const octets_in one = as_octets(all[first + i]);
                    to[i] = {one.data(), one.size()};
                }
            }};
}

/// Returns where rows lie that kernels need not fetch: nothing for messages that are no rows.
template <message_range R>
message_rows rows_in(const R&) {
    return {};
}
/// As above, for the rows `messages`.
template <byte_like B>
message_rows rows_in(const fixed_width_messages<B>& messages) {
    if (messages.size() < 2) return {};
    const octets_in one = as_octets(messages[0]);
    return {one.data(), static_cast<std::size_t>(octets_at(messages[1].data()) - one.data()), one.size()};
}

/// Messages of any form as one type: a view of a range, which must live as long as this object.
class any_messages {
  public:
    /// Refers to the range `messages`.
    template <message_range R>
    explicit any_messages(const R& messages) noexcept
        : source(source_of(messages)), rows(rows_in(messages)), count(std::size(messages)) {}

    /// Returns the number of messages.
    std::size_t size() const noexcept { return count; }
    /// Returns message `i`, which is less than size().
    std::span<const std::uint8_t> operator[](std::size_t i) const noexcept {
        message one;
        source.fetch(source.context, i, 1, &one);
        return {one.p, one.n};
    }
    /// Returns the function and the argument of the range itself.
    friend message_source source_of(const any_messages& messages) noexcept { return messages.source; }
    /// Returns where the rows of the range lie, if it has rows.
    friend message_rows rows_in(const any_messages& messages) noexcept { return messages.rows; }

  private:
    message_source source;
    message_rows rows;
    std::size_t count;
};

namespace batches {

// Tells whether the n bytes at p and the m bytes at q have no byte in common. Constant evaluation cannot compare the
// addresses of different objects, so the answer is always true there.
constexpr bool apart(const void* p, std::size_t n, const void* q, std::size_t m) {
    return std::is_constant_evaluated() || !overlap(p, n, q, m);
}

// A view of messages that must not overlap the `bytes` bytes at `to`, which are written while the messages are read. A
// message that overlaps them ends the program when it is taken.
template <message_range R>
class kept_messages {
  public:
    kept_messages(const R& messages, const void* to, std::size_t bytes) : all(messages), out(to), size_of_out(bytes) {}

    std::size_t size() const { return std::size(all); }
    std::span<const std::uint8_t> operator[](std::size_t i) const {
        const octets_in one = as_octets(all[i]);
        contract(apart(one.data(), one.size(), out, size_of_out), "an output overlaps a message");
        return one;
    }

    // Returns where the rows lie that overlap no output, gaps included; nothing where each message has to be checked.
    friend message_rows rows_in(const kept_messages& messages) {
        const message_rows rows = rows_in(messages.all);
        if (rows.first == nullptr) return rows;
        const std::size_t n = (messages.size() - 1) * rows.stride + rows.bytes;
        return apart(rows.first, n, messages.out, messages.size_of_out) ? rows : message_rows{};
    }

  private:
    const R& all;
    const void* out;
    std::size_t size_of_out;
};

// A range of inputs, one for each message, or one range of bytes for all messages.
template <class R>
concept one_or_each = byte_range<R> || message_range<R>;

// Returns the input of message i.
template <one_or_each R>
octets_in input_at(const R& inputs, std::size_t i) {
    if constexpr (byte_range<R>)
        return as_octets(inputs);
    else
        return as_octets(inputs[i]);
}

}  // namespace batches

}  // namespace hashlane::inline HASHLANE_ABI
