// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Types of parameters. Each of them is made from a range of bytes without a copy, and its constructor refuses what is
// none. So a public function is no template over the types of its arguments, and what a compiler says of a wrong argument
// is one short message, which names the remedy and no type but that of the argument. They refer to the argument, so that
// they are used as parameters only.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "bytes.hpp"
#include "config.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace arguments {

// These are constants, since compilers explain each part of a concept that does not hold.
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
// Text whose size a call cannot know: a pointer, or a literal.
template <class R>
inline constexpr bool is_text = is_pointer<R> || is_array_of_characters<R>;

// Is one of these types text? The name is short, since it stands in messages.
template <class... R>
concept texts = (is_text<R> || ...);

// A parameter of the calls that answer text without a size. What a compiler says is one message, however many texts a call
// has, and it does not name the types of the other arguments.
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

// How many bytes every R has: std::dynamic_extent if that is known at run time only, or if R holds no bytes.
template <class R>
consteval std::size_t fixed_size() {
    if constexpr (byte_range<R>)
        return decltype(std::span(std::declval<const R&>()))::extent;
    else
        return std::dynamic_extent;
}

// A pointer to bytes. Constant evaluation has no cast between types of bytes, so there it keeps the type that it had. At
// run time it is always a pointer to octets.
class byte_pointer {
  public:
    constexpr byte_pointer() noexcept = default;
    template <byte_like B>
    HASHLANE_INLINE constexpr explicit byte_pointer(const B* p) noexcept {
        if (__builtin_is_constant_evaluated())
            keep(p);
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

    constexpr void keep(const std::uint8_t* p) noexcept { octets = p; }
    constexpr void keep(const char* p) noexcept {
        chars = p;
        type = pointed::chars;
    }
    constexpr void keep(const std::byte* p) noexcept {
        bytes = p;
        type = pointed::bytes;
    }
    constexpr void keep(const signed char* p) noexcept {
        signed_chars = p;
        type = pointed::signed_chars;
    }
    constexpr void keep(const char8_t* p) noexcept {
        utf8 = p;
        type = pointed::utf8;
    }

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

// An input: a contiguous range of bytes.
class input_bytes {
  public:
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

    input_bytes(const input_bytes&) = delete;
    input_bytes& operator=(const input_bytes&) = delete;

    constexpr std::size_t size() const noexcept { return count; }
    constexpr std::uint8_t operator[](std::size_t i) const noexcept { return first[i]; }

    // At run time only: where the bytes are. Constant evaluation has nullptr, since it compares no addresses.
    constexpr const void* address() const noexcept {
        return __builtin_is_constant_evaluated() ? nullptr : first.to_octets();
    }
    octets_in octets() const noexcept { return {first.to_octets(), count}; }

    // Calls f(const std::uint8_t*, size) for pieces that together are the first n bytes. At run time that is one call.
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

// An output: a contiguous range of bytes that can be written. In constant evaluation its elements are std::uint8_t.
class output_bytes {
  public:
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

    constexpr std::size_t size() const noexcept { return all.size(); }
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

// N bytes of an input whose size is fixed: where they are at run time, a copy of them in constant evaluation.
template <std::size_t N>
class input_block {
  public:
    input_block(const input_block&) = delete;
    input_block& operator=(const input_block&) = delete;

    constexpr const std::uint8_t* data() const noexcept { return first; }

  protected:
    constexpr input_block() noexcept = default;

    // range has N bytes.
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

}  // namespace HASHLANE_ABI
}  // namespace hashlane
