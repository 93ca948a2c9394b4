// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Bytes to words and back, in either byte order, at compile time and at run time.

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "config.hpp"

// What a compiler says where text without a size stands for bytes. A static_assert takes a literal, so this is a macro.
#define HASHLANE_NOT_BYTES "not a range of bytes: write \"text\"sv, std::string_view(p) or std::span(p, n)"

namespace hashlane {
inline namespace HASHLANE_ABI {

template <class B>
concept byte_like = sizeof(B) == 1 && (std::same_as<std::remove_cv_t<B>, std::byte> || std::integral<B>) &&
                    !std::same_as<std::remove_cv_t<B>, bool>;

// A contiguous range of bytes: array, vector, span, string_view ... An array of characters is refused, since nobody
// can tell whether its terminating zero is meant; write "..."sv.
template <class R>
concept byte_range =
    requires(const R& r) {
        { std::data(r) };
        { std::size(r) } -> std::convertible_to<std::size_t>;
        requires std::is_pointer_v<decltype(std::data(r))>;
        requires byte_like<std::remove_pointer_t<decltype(std::data(r))>>;
    } && !(std::is_array_v<R> && (std::same_as<std::remove_cv_t<std::remove_extent_t<R>>, char> ||
                                  std::same_as<std::remove_cv_t<std::remove_extent_t<R>>, char8_t>));

// A byte_range that an output is written to: std::vector, std::array, std::string, std::span, an array of unsigned char ...
// Its bytes are not const. A temporary is taken only if it is a view of memory of someone else (std::span), since an
// output that dies at once is a mistake. R is the type of a forwarding reference: template <class R> f(R&& output).
template <class R>
concept writable_byte_range =
    byte_range<std::remove_reference_t<R>> &&
    (std::is_lvalue_reference_v<R> || std::ranges::enable_borrowed_range<std::remove_cv_t<R>>) &&
    requires(std::remove_reference_t<R>& r) {
        requires !std::is_const_v<std::remove_pointer_t<decltype(std::data(r))>>;
    };

// Exactly N bytes, known when it is compiled: a key, a nonce, a tag. Of a longer or run-time range take
// std::span(r).first<N>().
template <class R, std::size_t N>
concept byte_block = byte_range<R> && decltype(std::span(std::declval<const R&>()))::extent == N;

// Calls f(pointer, size). At run time the pointer is to std::uint8_t, so that what f calls is instantiated once;
// constant evaluation keeps the element type, since it forbids the cast.
template <byte_range R, class F>
HASHLANE_INLINE constexpr decltype(auto) with_bytes(const R& r, F&& f) {
    if (__builtin_is_constant_evaluated()) return f(std::data(r), static_cast<std::size_t>(std::size(r)));
    return f(reinterpret_cast<const std::uint8_t*>(std::data(r)), static_cast<std::size_t>(std::size(r)));
}

// What functions of tables take and fill.
using octets_in = std::span<const std::uint8_t>;
using octets_out = std::span<std::uint8_t>;

// At run time only.
template <byte_like B>
HASHLANE_INLINE const std::uint8_t* octets_at(const B* p) noexcept {
    return reinterpret_cast<const std::uint8_t*>(p);
}
template <byte_range R>
octets_in as_octets(const R& r) noexcept {
    return {reinterpret_cast<const std::uint8_t*>(std::data(r)), static_cast<std::size_t>(std::size(r))};
}

// The bytes of an output, as functions of tables fill them. At run time its elements may be of any byte type; constant
// evaluation forbids the cast, so there they are std::uint8_t.
template <writable_byte_range R>
HASHLANE_INLINE constexpr octets_out as_writable_octets(R&& r) noexcept {
    if constexpr (std::same_as<decltype(std::data(r)), std::uint8_t*>)
        return {std::data(r), static_cast<std::size_t>(std::size(r))};
    else
        return {reinterpret_cast<std::uint8_t*>(std::data(r)), static_cast<std::size_t>(std::size(r))};
}

// The last byte of a message that ends within a byte: `bits` (0..7) of `value`, in the bit order of the family's
// standard: FIPS 202 and SP 800-232 take the low bits (FIPS 202 s.B.1), FIPS 180-4 the high ones.
struct partial_byte {
    std::uint8_t value = 0;
    unsigned bits = 0;
};

template <std::unsigned_integral W>
HASHLANE_INLINE constexpr W byteswap(W w) {
    if constexpr (sizeof(W) == 8) return __builtin_bswap64(w);
    if constexpr (sizeof(W) == 4) return __builtin_bswap32(w);
    if constexpr (sizeof(W) == 2) return __builtin_bswap16(w);
    return w;
}

template <std::endian Order, std::unsigned_integral W>
HASHLANE_INLINE constexpr W to_order(W w) {
    return Order == std::endian::native ? w : byteswap(w);
}

// One expression without a call: constant evaluation counts statements (clang) and nodes (GCC).
template <std::unsigned_integral W, byte_like B>
HASHLANE_INLINE constexpr W assemble_le(const B* p) {
    using u8 = std::uint8_t;
    if constexpr (sizeof(W) == 8)
        return W(u8(p[0])) | W(u8(p[1])) << 8 | W(u8(p[2])) << 16 | W(u8(p[3])) << 24 | W(u8(p[4])) << 32 |
               W(u8(p[5])) << 40 | W(u8(p[6])) << 48 | W(u8(p[7])) << 56;
    else
        return W(u8(p[0])) | W(u8(p[1])) << 8 | W(u8(p[2])) << 16 | W(u8(p[3])) << 24;
}

template <std::endian Order, std::unsigned_integral W, byte_like B>
HASHLANE_INLINE constexpr W load(const B* p) {
    if (__builtin_is_constant_evaluated())
        return Order == std::endian::little ? assemble_le<W>(p) : byteswap(assemble_le<W>(p));
    W w;
    std::memcpy(&w, p, sizeof w);
    return to_order<Order>(w);
}

template <std::endian Order, std::unsigned_integral W>
HASHLANE_INLINE constexpr void store(std::uint8_t* p, W w) {
    w = to_order<Order>(w);
    if (!__builtin_is_constant_evaluated()) {
        std::memcpy(p, &w, sizeof w);
        return;
    }
    for (std::size_t i = 0; i < sizeof(W); ++i)
        p[i] = static_cast<std::uint8_t>(w >> 8 * (std::endian::native == std::endian::little ? i : sizeof(W) - 1 - i));
}

// The first n <= sizeof(W) bytes as the first bytes of a word in that order, the others zero. Reads n bytes, no more.
template <std::endian Order, std::unsigned_integral W, byte_like B>
HASHLANE_INLINE constexpr W load_partial(const B* p, std::size_t n) {
    static_assert(sizeof(W) == 8);
    constexpr auto le = std::endian::little;
    if (!__builtin_is_constant_evaluated()) {
        // Two loads, or three, that overlap: a loop over bytes costs as much as several rounds.
        W w = 0;
        if (n >= 4)
            w = static_cast<W>(load<le, std::uint32_t>(p) | W(load<le, std::uint32_t>(p + n - 4)) << 8 * (n - 4));
        else if (n != 0)
            w = static_cast<W>(W(p[0]) | W(p[n / 2]) << 8 * (n / 2) | W(p[n - 1]) << 8 * (n - 1));
        return Order == le ? w : byteswap(w);
    }
    W w = 0;
    for (std::size_t i = 0; i < n; ++i)
        w |= static_cast<W>(W(static_cast<std::uint8_t>(p[i])) << 8 * (Order == le ? i : sizeof(W) - 1 - i));
    return w;
}

template <std::endian Order, std::unsigned_integral W>
HASHLANE_INLINE constexpr void store_partial(std::uint8_t* p, W w, std::size_t n) {
    constexpr auto le = std::endian::little;
    if constexpr (sizeof(W) < 8)
        return store_partial<Order>(p, std::uint64_t{w} << (Order == le ? 0 : 64 - 8 * sizeof(W)), n);
    if (!__builtin_is_constant_evaluated()) {
        const W v = Order == le ? w : byteswap(w);
        if (n >= 4) {
            store<le>(p, static_cast<std::uint32_t>(v));
            store<le>(p + n - 4, static_cast<std::uint32_t>(v >> 8 * (n - 4)));
        } else if (n != 0) {
            p[0] = static_cast<std::uint8_t>(v);
            p[n / 2] = static_cast<std::uint8_t>(v >> 8 * (n / 2));
            p[n - 1] = static_cast<std::uint8_t>(v >> 8 * (n - 1));
        }
        return;
    }
    for (std::size_t i = 0; i < n; ++i)
        p[i] = static_cast<std::uint8_t>(w >> 8 * (Order == le ? i : sizeof(W) - 1 - i));
}

// Have the n bytes at p and the m bytes at q a byte in common? Constant evaluation cannot compare addresses of different
// objects: there the answer is true whenever both have bytes.
constexpr bool overlap(const void* p, std::size_t n, const void* q, std::size_t m) noexcept {
    if (n == 0 || m == 0) return false;
    if (__builtin_is_constant_evaluated()) return true;
    const auto a = reinterpret_cast<std::uintptr_t>(p);
    const auto b = reinterpret_cast<std::uintptr_t>(q);
    return a < b ? b - a < n : a - b < m;
}

// The two ranges may overlap.
template <class B>
HASHLANE_INLINE constexpr void copy_bytes(std::uint8_t* to, const B* from, std::size_t n) {
    if (!__builtin_is_constant_evaluated()) {
        if (n != 0) std::memmove(to, from, n);
        return;
    }
    for (std::size_t i = 0; i < n; ++i) to[i] = static_cast<std::uint8_t>(from[i]);
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
