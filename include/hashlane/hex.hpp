// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Bytes as hexadecimal digits and back. No branch and no address depends on the bytes, so keys may be written and
/// read.
///
///     auto text = hl::to_hex(hl::digest<hl::sha256>("abc"sv));     text == "ba7816bf..."; std::string s = text;
///     auto text = hl::to_hex<std::string>(bytes);                  of any number of bytes
///     auto d = hl::from_hex<32>(text);                             std::optional<std::array<std::uint8_t, 32>>
///     auto b = hl::from_hex<std::vector<std::uint8_t>>(text);      std::optional of it
///
/// Digits are written in lower case and read in both cases. A text with any other character, such as a space or a
/// prefix, is refused, and so is an odd number of digits.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "classes/one_shot.hpp"
#include "lanes/bytes.hpp"

namespace hashlane::inline HASHLANE_ABI {

namespace hex_detail {

// Returns the digit of n, which is below 16. 'a' is 39 places above the character after '9'.
constexpr char digit(unsigned n) { return static_cast<char>('0' + n + ((9 - n) >> 8 & 39)); }

// Returns the value of a digit, or 16 if c is no digit.
constexpr unsigned value(unsigned char c) {
    const unsigned decimal = (c - unsigned{'0'}) & 0xff;
    const unsigned letter = ((c | 0x20u) - unsigned{'a'}) & 0xff;
    const unsigned is_decimal = (decimal - 10) >> 31;
    const unsigned is_letter = (letter - 6) >> 31;
    const unsigned none = 1 ^ (is_decimal | is_letter);
    return (decimal & (0 - is_decimal)) | ((letter + 10) & (0 - is_letter)) | none << 4;
}

template <class Text, class B>
constexpr void write(Text& text, const B* p, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
        const auto byte = static_cast<std::uint8_t>(p[i]);
        text[2 * i] = digit(byte >> 4);
        text[2 * i + 1] = digit(byte & 15);
    }
}

// Returns false if a character is no digit. `out` has one place for each two characters.
template <class Out>
constexpr bool read(Out& out, std::string_view text) {
    unsigned all = 0;
    for (std::size_t i = 0; i < text.size() / 2; ++i) {
        const unsigned high = value(static_cast<unsigned char>(text[2 * i]));
        const unsigned low = value(static_cast<unsigned char>(text[2 * i + 1]));
        all |= high | low;
        out[i] = static_cast<std::remove_cvref_t<decltype(out[i])>>((high << 4 | low) & 0xff);
    }
    return all < 16;
}

}  // namespace hex_detail

/// The N digits of N / 2 bytes. An object converts to any type that is made from characters and their number, such as
/// std::string, and can be written to a stream.
template <std::size_t N>
class hex_text {
  public:
    /// Writes the digits of N / 2 `bytes`.
    template <class B>
    constexpr explicit hex_text(const B* bytes) {
        hex_detail::write(characters, bytes, N / 2);
    }

    /// Returns the digits. The view lives as long as this object.
    constexpr std::string_view view() const { return {characters.data(), N}; }
    /// Returns N, the number of digits.
    static constexpr std::size_t size() { return N; }

    /// Makes an S from the digits.
    template <class S>
    requires std::constructible_from<S, const char*, std::size_t>
    constexpr operator S() const {
        return S(characters.data(), N);
    }
    /// Tells whether the digits of `a` are the text `b`.
    friend constexpr bool operator==(const hex_text& a, std::string_view b) { return a.view() == b; }
    /// Tells whether the digits of `a` are those of `b`.
    friend constexpr bool operator==(const hex_text& a, const hex_text& b) { return a.view() == b.view(); }

    /// Writes the digits to a stream.
    template <class Stream>
    requires requires(Stream& stream, std::string_view text) { stream << text; }
    friend Stream& operator<<(Stream& stream, const hex_text& text) {
        stream << text.view();
        return stream;
    }

  private:
    std::array<char, N> characters{};
};

/// Returns the digits of a range of bytes whose size is a part of its type, such as a std::array.
/// \param bytes the bytes; a range of run-time size does not compile
/// \return a hex_text of two digits for each byte
///
/// The first parameter of the template is not used. With it to_hex<std::string>(bytes) means the function below, also
/// where the bytes are a std::string.
template <int = 0, class R>
[[nodiscard]] constexpr auto to_hex(const R& bytes) {
    constexpr bool is_range = arguments::are_bytes<R>;
    static_assert(is_range, HASHLANE_NOT_BYTES);
    if constexpr (is_range) {
        constexpr std::size_t size = arguments::fixed_size<R>();
        static_assert(size != std::dynamic_extent, "bytes of run-time size: write to_hex<std::string>(bytes)");
        if constexpr (size != std::dynamic_extent) return hex_text<2 * size>(std::data(bytes));
    }
}

/// Returns the digits of any number of bytes: `to_hex<std::string>(bytes)`.
/// \tparam S the type of the result, which is made from a number and a character
/// \param bytes the bytes
template <class S, byte_range R>
requires std::constructible_from<S, std::size_t, char>
[[nodiscard]] constexpr S to_hex(const R& bytes) {
    S text(2 * std::size(bytes), '0');
    hex_detail::write(text, std::data(bytes), std::size(bytes));
    return text;
}

/// Reads 2N digits.
/// \tparam N the number of bytes
/// \param text the digits
/// \return the bytes, or nothing when the text has another length or a character that is no digit
template <std::size_t N>
[[nodiscard]] constexpr std::optional<std::array<std::uint8_t, N>> from_hex(std::string_view text) {
    std::array<std::uint8_t, N> out{};
    if (text.size() != 2 * N || !hex_detail::read(out, text)) return std::nullopt;
    return out;
}

/// Reads any even number of digits: `from_hex<std::vector<std::uint8_t>>(text)`.
/// \tparam V the type of the result, which is made from a number and a byte
/// \param text the digits
/// \return the bytes, or nothing when the text has an odd length or a character that is no digit
template <class V>
requires std::constructible_from<V, std::size_t, typename V::value_type>
[[nodiscard]] constexpr std::optional<V> from_hex(std::string_view text) {
    V out(text.size() / 2, typename V::value_type{});
    if (text.size() % 2 != 0 || !hex_detail::read(out, text)) return std::nullopt;
    return out;
}

}  // namespace hashlane::inline HASHLANE_ABI
