// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Types of parameters. Each is made from a range of bytes without a copy, and its constructor refuses any other
/// argument at compile time. A function with such parameters is no template over the types of its arguments, so a
/// compiler's message about a wrong argument is short: it names the remedy, and no type but that of the argument.
///
/// The objects refer to the argument, which must live as long as they do. They are made for the time of a call and
/// cannot be copied. Several threads may read one object at the same time.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "bytes.hpp"
#include "config.hpp"

namespace hashlane::inline HASHLANE_ABI {
namespace arguments {

// These are constants and not concepts, because compilers explain each part of a concept that does not hold.
template <class R>
inline constexpr bool are_bytes = byte_range<R>;
template <class R>
inline constexpr bool are_writable = writable_byte_range<R>;
template <class R>
inline constexpr bool is_pointer = std::is_pointer_v<R>;
template <class R>
inline constexpr bool is_array_of_characters = false;
template <class C, std::size_t N>
inline constexpr bool is_array_of_characters<C[N]> = !byte_range<C[N]> && sizeof(C) == 1;
// Tells whether R is text whose size a call cannot know: a pointer, or a literal.
template <class R>
inline constexpr bool is_text = is_pointer<R> || is_array_of_characters<R>;

// Tells whether one of these types is text. The name is short because it stands in compilers' messages.
template <class... R>
concept texts = (is_text<R> || ...);

// A parameter of the overloads that answer text without a size. With it a compiler gives one message, however many of
// the arguments are such text, and the message does not name the types of the other arguments.
class sized {
  public:
    template <class R>
    requires(!is_text<R>)
    constexpr sized(const R&) {}
    template <class C = char>
    constexpr sized(const void*) {
        constexpr bool has_size = sizeof(C) == 0;
        static_assert(has_size, HASHLANE_NOT_BYTES);
    }
};

// Returns the number of bytes that every R has. Returns std::dynamic_extent if that number is known at run time only,
// or if R holds no bytes.
template <class R>
consteval std::size_t fixed_size() {
    if constexpr (byte_range<R>)
        return decltype(std::span(std::declval<const R&>()))::extent;
    else
        return std::dynamic_extent;
}

// A pointer to bytes. Constant evaluation has no cast between types of bytes, so there the pointer keeps its type. At
// run time it is always a pointer to octets.
class byte_pointer {
  public:
    constexpr byte_pointer() noexcept = default;
    template <byte_like B>
    HASHLANE_INLINE constexpr explicit byte_pointer(const B* p) noexcept {
        if (__builtin_is_constant_evaluated())
            *this = byte_pointer(with_its_type{}, p);
        else
            octets = reinterpret_cast<const std::uint8_t*>(p);
    }

    constexpr bool is_to_octets() const noexcept { return type == pointed::octets; }
    constexpr const std::uint8_t* to_octets() const noexcept { return octets; }

    constexpr std::uint8_t operator[](std::size_t i) const noexcept {
        switch (type) {
        case pointed::chars: return static_cast<std::uint8_t>(chars[i]);
        case pointed::bytes: return static_cast<std::uint8_t>(bytes[i]);
        case pointed::signed_chars: return static_cast<std::uint8_t>(signed_chars[i]);
        case pointed::utf8: return static_cast<std::uint8_t>(utf8[i]);
        default: return octets[i];
        }
    }

  private:
    enum class pointed : std::uint8_t { octets, chars, bytes, signed_chars, utf8 };

    struct with_its_type {};
    constexpr byte_pointer(with_its_type, const std::uint8_t* p) noexcept : octets(p) {}
    constexpr byte_pointer(with_its_type, const char* p) noexcept : chars(p), type(pointed::chars) {}
    constexpr byte_pointer(with_its_type, const std::byte* p) noexcept : bytes(p), type(pointed::bytes) {}
    constexpr byte_pointer(with_its_type, const signed char* p) noexcept
        : signed_chars(p), type(pointed::signed_chars) {}
    constexpr byte_pointer(with_its_type, const char8_t* p) noexcept : utf8(p), type(pointed::utf8) {}

    union {
        const std::uint8_t* octets = nullptr;
        const char* chars;
        const std::byte* bytes;
        const signed char* signed_chars;
        const char8_t* utf8;
    };
    pointed type = pointed::octets;
};

}  // namespace arguments

/// A parameter for an input: any contiguous range of bytes, such as `std::span`, `std::vector`, `std::array`,
/// `std::string` or `"text"sv`. It refers to the bytes and copies none.
class input_bytes {
  public:
    /// Refers to the bytes of `range`. A pointer, an array of characters and a range of other elements do not compile.
    /// \param range a contiguous range of bytes, which must live as long as this object
    template <class R>
    HASHLANE_INLINE constexpr input_bytes(const R& range) noexcept {
        constexpr bool pointer = arguments::is_pointer<R>;
        constexpr bool literal = arguments::is_array_of_characters<R>;
        constexpr bool other = !pointer && !literal && !arguments::are_bytes<R>;
        static_assert(!pointer, "a pointer has no size: write std::string_view(p) or std::span(p, n)");
        static_assert(!literal, "an array of char: write \"text\"sv, or std::span(array) with its last zero");
        static_assert(!other, "an input is a contiguous range of bytes: std::span, std::vector, std::string");
        if constexpr (arguments::are_bytes<R>) {
            first = arguments::byte_pointer(std::data(range));
            count = static_cast<std::size_t>(std::size(range));
        }
    }

    // An object is not copied: it refers to an argument of one call.
    input_bytes(const input_bytes&) = delete;
    input_bytes& operator=(const input_bytes&) = delete;

    /// Returns the number of bytes.
    constexpr std::size_t size() const noexcept { return count; }
    /// Returns byte `i`, which is less than size().
    constexpr std::uint8_t operator[](std::size_t i) const noexcept { return first[i]; }

    /// Returns the address of the first byte at run time. Returns null in constant evaluation, which cannot compare
    /// addresses.
    constexpr const void* address() const noexcept {
        return __builtin_is_constant_evaluated() ? nullptr : first.to_octets();
    }
    /// Returns the bytes as a span. It must not be called in constant evaluation.
    octets_in octets() const noexcept { return {first.to_octets(), count}; }

    /// Calls f(p, size) for pieces that together are the first n bytes, in their order; p is a `const std::uint8_t*`.
    /// At run time that is one call. Constant evaluation copies bytes of other types, 64 at a time, and a copy lives
    /// until f returns.
    /// \param n the number of bytes, at most size()
    /// \param f the callable
    template <class F>
    HASHLANE_INLINE constexpr void for_pieces(std::size_t n, F&& f) const {
        if (__builtin_is_constant_evaluated()) return for_copied_pieces(n, f);
        f(first.to_octets(), n);
    }

  private:
    template <class F>
    constexpr void for_copied_pieces(std::size_t n, F& f) const {
        if (first.is_to_octets()) return f(first.to_octets(), n);
        for (std::size_t done = 0; done < n;) {
            std::uint8_t piece[64]{};
            const std::size_t size = std::min(n - done, sizeof piece);
            for (std::size_t i = 0; i < size; ++i) piece[i] = first[done + i];
            f(static_cast<const std::uint8_t*>(piece), size);
            done += size;
        }
    }

    arguments::byte_pointer first;
    std::size_t count = 0;
};

/// A parameter for an output: any contiguous range of bytes that can be written, such as `std::span`, `std::vector`,
/// `std::array` or `std::string`. The size of the range is the size of the output; a range never grows. In constant
/// evaluation its elements must be `std::uint8_t`. What an output may overlap stands at each function.
class output_bytes {
  public:
    /// Refers to the bytes of `range`. A pointer, a range of other elements, a range of const bytes and a temporary
    /// that owns its memory do not compile.
    /// \param range a contiguous range of bytes, which must live as long as this object
    template <class R>
    HASHLANE_INLINE constexpr output_bytes(R&& range) noexcept {
        using type = std::remove_cvref_t<R>;
        constexpr bool pointer = arguments::is_pointer<type>;
        constexpr bool bytes = arguments::are_bytes<type>;
        constexpr bool writable = arguments::are_writable<R>;
        static_assert(!pointer, "a pointer has no size: write std::span(p, n)");
        static_assert(bytes || pointer,
                      "an output is a contiguous range of bytes: std::span, std::vector, std::string");
        static_assert(writable || !bytes, "this output cannot be written: it is const, or a temporary");
        if constexpr (writable) refer_to(range);
    }
    output_bytes(const output_bytes&) = delete;
    output_bytes& operator=(const output_bytes&) = delete;

    /// Returns the number of bytes.
    constexpr std::size_t size() const noexcept { return all.size(); }
    /// Returns the bytes as a span.
    constexpr octets_out octets() const noexcept { return all; }

  protected:
    constexpr output_bytes() noexcept = default;

    template <writable_byte_range R>
    HASHLANE_INLINE constexpr void refer_to(R&& range) noexcept {
        all = as_writable_octets(range);
    }

  private:
    octets_out all;
};

/// N bytes of an input whose size is fixed, such as a key or a nonce. It is a base class of types of parameters. At run
/// time it refers to the bytes; in constant evaluation it holds a copy of them.
/// \tparam N the number of bytes
template <std::size_t N>
class input_block {
  public:
    input_block(const input_block&) = delete;
    input_block& operator=(const input_block&) = delete;

    /// Returns the address of the N bytes.
    constexpr const std::uint8_t* data() const noexcept { return first; }

  protected:
    constexpr input_block() noexcept = default;

    // Refers to the bytes of `range`, of which there are N.
    template <class R>
    HASHLANE_INLINE constexpr void refer_to(const R& range) noexcept {
        if (__builtin_is_constant_evaluated()) {
            for (std::size_t i = 0; i < N; ++i) copy[i] = static_cast<std::uint8_t>(std::data(range)[i]);
            first = copy;
        } else {
            first = reinterpret_cast<const std::uint8_t*>(std::data(range));
        }
    }

  private:
    const std::uint8_t* first = nullptr;
    std::uint8_t copy[N];
};

}  // namespace hashlane::inline HASHLANE_ABI
