// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Many messages as one argument. Any range with a size and an operator[] that gives ranges of bytes is one already:
// std::vector<std::string>, std::span<const std::span<const std::byte>>, std::array<std::string_view, 3> ... Here are two
// views of messages that lie in one piece of memory.

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

namespace hashlane {
inline namespace HASHLANE_ABI {

// A message must not die with the temporary that operator[] gives: a reference, or a view.
template <class M>
concept lasting_bytes = byte_range<std::remove_reference_t<M>> &&
                        (std::is_lvalue_reference_v<M> || std::ranges::enable_borrowed_range<std::remove_cvref_t<M>>);

template <class R>
concept message_range = requires(const R& messages, std::size_t i) {
    { std::size(messages) } -> std::convertible_to<std::size_t>;
    { messages[i] } -> lasting_bytes;
};

// Places for outputs of any lengths: a range of spans, of vectors ...
template <class R>
concept output_range = requires(R& outputs, std::size_t i) {
    { std::size(outputs) } -> std::convertible_to<std::size_t>;
    requires byte_range<std::remove_cvref_t<decltype(outputs[i])>>;
    requires !std::is_const_v<std::remove_pointer_t<decltype(std::data(outputs[i]))>>;
};

// Rows of `N` bytes that lie side by side: bytes for all, or arrays of N.
template <class R>
using element_of = std::remove_reference_t<decltype(*std::data(std::declval<const R&>()))>;
template <class R, std::size_t N>
concept arrays_of = requires {
    requires std::tuple_size<std::remove_cv_t<element_of<R>>>::value == N;
    requires byte_like<typename element_of<R>::value_type>;
    requires sizeof(element_of<R>) == N;
};
template <class R, std::size_t N>
concept rows_of = byte_range<R> || arrays_of<R, N>;

// The first of n rows.
template <std::size_t N, rows_of<N> R>
const std::uint8_t* first_row(const R& rows, std::size_t n) {
    contract(std::size(rows) * sizeof(element_of<R>) == n * N, "there are not as many rows as messages");
    return reinterpret_cast<const std::uint8_t*>(std::data(rows));
}

// Rows of `width` bytes, one after the other or `stride` bytes apart: fixed_width(table, 32), fixed_width(table, 12, 64).
// Of a span of bytes that may be written, the rows are outputs too. Bytes that are no whole rows break the contract: where
// their number comes from outside, use checked_rows.
template <byte_like B>
class fixed_width_messages {
  public:
    constexpr fixed_width_messages(B* first, std::size_t n, std::size_t row, std::size_t step)
        : p(first), width(row), stride(step), count(step == 0 || n < row ? 0 : (n - row) / step + 1) {
        contract(accepts(n, row, step), "these bytes are no whole rows");
    }

    // Nothing when the bytes are no whole rows.
    [[nodiscard]] static constexpr std::optional<fixed_width_messages> create(std::span<B> bytes, std::size_t row,
                                                                              std::size_t step) {
        if (!accepts(bytes.size(), row, step)) return std::nullopt;
        return fixed_width_messages(bytes.data(), bytes.size(), row, step);
    }

    // The last row may end before the stride does.
    static constexpr bool accepts(std::size_t bytes, std::size_t row, std::size_t step) {
        if (step == 0) return false;
        return bytes == 0 || (bytes >= row && ((bytes - row) % step == 0 || bytes % step == 0));
    }
    constexpr std::size_t size() const { return count; }
    constexpr std::span<B> operator[](std::size_t i) const { return {p + i * stride, width}; }

  private:
    B* p;
    std::size_t width, stride, count;
};

template <byte_range R>
constexpr auto fixed_width(const R& bytes, std::size_t width, std::size_t stride) {
    return fixed_width_messages(std::data(bytes), std::size(bytes), width, stride);
}
template <byte_range R>
constexpr auto fixed_width(const R& bytes, std::size_t width) {
    return fixed_width(bytes, width, width);
}

// The same of bytes whose number comes from outside: nothing when they are no whole rows.
template <byte_range R>
[[nodiscard]] constexpr auto checked_rows(const R& bytes, std::size_t width, std::size_t stride) {
    return decltype(fixed_width(bytes, width))::create(std::span(std::data(bytes), std::size(bytes)), width, stride);
}
template <byte_range R>
[[nodiscard]] constexpr auto checked_rows(const R& bytes, std::size_t width) {
    return checked_rows(bytes, width, width);
}

// Message i is bytes[offsets[i]] up to bytes[offsets[i + 1]], as in a column of strings of Arrow: offsets of 32 or 64
// bits, one more than messages. Offsets that run backwards or past the end break the contract when that message is taken:
// where they come from outside, use checked_offsets, which looks at all of them once.
template <byte_like B, std::integral O>
class offset_messages {
  public:
    constexpr offset_messages(B* first, std::size_t n, std::span<const O> all) : p(first), bytes(n), offsets(all) {}

    // Nothing when an offset is below 0, below the one before it, or past the end of the bytes. They must not be changed
    // afterwards.
    [[nodiscard]] static constexpr std::optional<offset_messages> create(std::span<B> bytes,
                                                                         std::span<const O> offsets) {
        for (std::size_t i = 0; i < offsets.size(); ++i)
            if (!in_order(i == 0 ? O{0} : offsets[i - 1], offsets[i], bytes.size())) return std::nullopt;
        return offset_messages(bytes.data(), bytes.size(), offsets);
    }

    constexpr std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
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

template <class R>
concept offset_range = requires(const R& offsets) {
    { *std::data(offsets) } -> std::convertible_to<std::uint64_t>;
    requires std::integral<std::remove_cvref_t<decltype(*std::data(offsets))>>;
    requires sizeof(*std::data(offsets)) == 4 || sizeof(*std::data(offsets)) == 8;
};

template <byte_range R, offset_range Offsets>
constexpr auto with_offsets(const R& bytes, const Offsets& offsets) {
    return offset_messages(std::data(bytes), std::size(bytes), std::span(std::data(offsets), std::size(offsets)));
}

// The same of offsets that come from outside: nothing when they run backwards or past the end.
template <byte_range R, offset_range Offsets>
[[nodiscard]] constexpr auto checked_offsets(const R& bytes, const Offsets& offsets) {
    return decltype(with_offsets(bytes, offsets))::create(std::span(std::data(bytes), std::size(bytes)),
                                                          std::span(std::data(offsets), std::size(offsets)));
}

// How an entry point gets at them.
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

// Messages of any shape as one type: a view of a range that lives on.
class any_messages {
  public:
    template <message_range R>
    explicit any_messages(const R& messages) noexcept : source(source_of(messages)), count(std::size(messages)) {}

    std::size_t size() const noexcept { return count; }
    std::span<const std::uint8_t> operator[](std::size_t i) const noexcept {
        message one;
        source.fetch(source.context, i, 1, &one);
        return {one.p, one.n};
    }
    friend message_source source_of(const any_messages& messages) noexcept { return messages.source; }

  private:
    message_source source;
    std::size_t count;
};

namespace batches {

// Have the n bytes at p and the m bytes at q no byte in common? Constant evaluation cannot compare the addresses of
// different objects: there the answer is always true.
constexpr bool apart(const void* p, std::size_t n, const void* q, std::size_t m) {
    return std::is_constant_evaluated() || !overlap(p, n, q, m);
}

// Messages that must be apart from the `bytes` bytes at `to`, which are written while the messages are read. Each message
// is checked when it is taken.
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

  private:
    const R& all;
    const void* out;
    std::size_t size_of_out;
};

// An input for each message, or one range of bytes for all.
template <class R>
concept one_or_each = byte_range<R> || message_range<R>;

// The one of message i.
template <one_or_each R>
octets_in input_at(const R& inputs, std::size_t i) {
    if constexpr (byte_range<R>)
        return as_octets(inputs);
    else
        return as_octets(inputs[i]);
}

// The place of output i.
template <output_range D>
octets_out place_at(D& outputs, std::size_t i) {
    auto&& place = outputs[i];
    return {reinterpret_cast<std::uint8_t*>(std::data(place)), std::size(place)};
}

}  // namespace batches

template <output_range D>
output_places places_of(D& outputs) {
    return {&outputs, [](const void* context, std::size_t i) -> output_place {
                const octets_out place = batches::place_at(*static_cast<D*>(const_cast<void*>(context)), i);
                return {place.data(), place.size()};
            }};
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
