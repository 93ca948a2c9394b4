// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Ranges of bytes, and the conversion of bytes to words and back in either byte order, at compile time and at run
/// time.
///
/// The functions keep no state: several threads may call them at the same time, as long as no thread writes to bytes
/// that another one uses.

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "config.hpp"

// The message of a compiler where text without a size stands in the place of bytes. It is a macro because a
// static_assert takes a literal.
#define HASHLANE_NOT_BYTES "not a range of bytes: write \"text\"sv, std::string_view(p) or std::span(p, n)"

namespace hashlane::inline HASHLANE_ABI {

/// An element of a range of bytes: `std::byte` or an integer of one byte other than `bool`, const or not.
template <class B>
concept byte_like = sizeof(B) == 1 && (std::same_as<std::remove_cv_t<B>, std::byte> || std::integral<B>) &&
                    !std::same_as<std::remove_cv_t<B>, bool>;

/// A contiguous range of bytes: an array, `std::vector`, `std::span`, `std::string_view` and the like. An array of
/// characters is refused, because nobody can tell whether its terminating zero is meant; write `"..."sv`.
template <class R>
concept byte_range =
    requires(const R& r) {
        { std::data(r) };
        { std::size(r) } -> std::convertible_to<std::size_t>;
        requires std::is_pointer_v<decltype(std::data(r))>;
        requires byte_like<std::remove_pointer_t<decltype(std::data(r))>>;
    } && !(std::is_array_v<R> && (std::same_as<std::remove_cv_t<std::remove_extent_t<R>>, char> ||
                                  std::same_as<std::remove_cv_t<std::remove_extent_t<R>>, char8_t>));

/// A byte_range that an output is written to: `std::vector`, `std::array`, `std::string`, `std::span`, an array of
/// unsigned char and the like. Its bytes are not const. A temporary is accepted only if it is a view of memory that
/// others own (`std::span`), since any other temporary ends together with the output. R is the type of a forwarding
/// reference: `template <class R> f(R&& output)`.
template <class R>
concept writable_byte_range =
    byte_range<std::remove_reference_t<R>> &&
    (std::is_lvalue_reference_v<R> || std::ranges::enable_borrowed_range<std::remove_cv_t<R>>) &&
    requires(std::remove_reference_t<R>& r) {
        requires !std::is_const_v<std::remove_pointer_t<decltype(std::data(r))>>;
    };

/// A range of exactly N bytes, a number that is known at compile time: a key, a nonce, a tag. From a longer range, or
/// one whose size is known at run time only, take `std::span(r).first<N>()`.
template <class R, std::size_t N>
concept byte_block = byte_range<R> && decltype(std::span(std::declval<const R&>()))::extent == N;

/// Calls f(p, n) with the address p of the bytes of a range and their number n, and returns what f returns. At run time
/// p points to `std::uint8_t`, so that what f calls is instantiated once. Constant evaluation keeps the type of the
/// elements, since it forbids the cast.
/// \param r the range
/// \param f the callable
template <byte_range R, class F>
HASHLANE_INLINE constexpr decltype(auto) with_bytes(const R& r, F&& f) {
    if (__builtin_is_constant_evaluated()) return f(std::data(r), static_cast<std::size_t>(std::size(r)));
    return f(reinterpret_cast<const std::uint8_t*>(std::data(r)), static_cast<std::size_t>(std::size(r)));
}

/// Bytes that are read. The functions by name (any_hash, any_aead and the like) take their inputs as this type.
using octets_in = std::span<const std::uint8_t>;
/// Bytes that are written: the type of the outputs of the functions by name. The size of the span is the size of the
/// output.
using octets_out = std::span<std::uint8_t>;

/// Returns `p` as a pointer to `std::uint8_t`. Constant evaluation forbids the cast, so this is for run time only.
template <byte_like B>
HASHLANE_INLINE const std::uint8_t* octets_at(const B* p) noexcept {
    return reinterpret_cast<const std::uint8_t*>(p);
}
/// Returns the bytes of `r` as a span of `std::uint8_t`, which refers to `r`. This is for run time only.
template <byte_range R>
octets_in as_octets(const R& r) noexcept {
    return {reinterpret_cast<const std::uint8_t*>(std::data(r)), static_cast<std::size_t>(std::size(r))};
}

/// Returns the bytes of the output `r` as a span of `std::uint8_t`, which refers to `r`. At run time the elements may
/// be of any byte type. Constant evaluation forbids the cast, so there they must be `std::uint8_t`.
template <writable_byte_range R>
HASHLANE_INLINE constexpr octets_out as_writable_octets(R&& r) noexcept {
    if constexpr (std::same_as<decltype(std::data(r)), std::uint8_t*>)
        return {std::data(r), static_cast<std::size_t>(std::size(r))};
    else
        return {reinterpret_cast<std::uint8_t*>(std::data(r)), static_cast<std::size_t>(std::size(r))};
}

/// The last byte of a message that ends within a byte: some bits of `value`, in the bit order of the algorithm's
/// standard. FIPS 202 and SP 800-232 take the low bits (FIPS 202 s.B.1), FIPS 180-4 the high ones. A message ignores
/// the other bits of `value`.
struct partial_byte {
    std::uint8_t value = 0;  ///< the byte that holds the bits
    unsigned bits = 0;       ///< how many bits there are, 0 to 7; 0: the message ends with a whole byte
};

/// Returns `w` with its bytes in reverse order. W has 1, 2, 4 or 8 bytes.
template <std::unsigned_integral W>
HASHLANE_INLINE constexpr W byteswap(W w) {
    if constexpr (sizeof(W) == 8) return __builtin_bswap64(w);
    if constexpr (sizeof(W) == 4) return __builtin_bswap32(w);
    if constexpr (sizeof(W) == 2) return __builtin_bswap16(w);
    return w;
}

/// Converts `w` between the byte order of the machine and `Order`, in either direction: it returns `w` where the two
/// are the same, else byteswap(w).
template <std::endian Order, std::unsigned_integral W>
HASHLANE_INLINE constexpr W to_order(W w) {
    return Order == std::endian::native ? w : byteswap(w);
}

/// Returns the little-endian word that begins at `p`. It is one expression without a call, because compilers limit the
/// statements and nodes of constant evaluation (docs/TUNING.md, "Constant evaluation").
/// \tparam W a word of 4 or 8 bytes
/// \param p the sizeof(W) bytes of the word
template <std::unsigned_integral W, byte_like B>
HASHLANE_INLINE constexpr W assemble_le(const B* p) {
    using u8 = std::uint8_t;
    if constexpr (sizeof(W) == 8)
        return W(u8(p[0])) | W(u8(p[1])) << 8 | W(u8(p[2])) << 16 | W(u8(p[3])) << 24 | W(u8(p[4])) << 32 |
               W(u8(p[5])) << 40 | W(u8(p[6])) << 48 | W(u8(p[7])) << 56;
    else
        return W(u8(p[0])) | W(u8(p[1])) << 8 | W(u8(p[2])) << 16 | W(u8(p[3])) << 24;
}

/// Reads a word of the byte order `Order`.
/// \tparam W the word: at run time of 1, 2, 4 or 8 bytes, in constant evaluation of 4 or 8
/// \param p the sizeof(W) bytes of the word, at any address
template <std::endian Order, std::unsigned_integral W, byte_like B>
HASHLANE_INLINE constexpr W load(const B* p) {
    if (__builtin_is_constant_evaluated())
        return Order == std::endian::little ? assemble_le<W>(p) : byteswap(assemble_le<W>(p));
    W w;
    std::memcpy(&w, p, sizeof w);
    return to_order<Order>(w);
}

/// Writes a word in the byte order `Order`.
/// \param p memory for sizeof(W) bytes, at any address
/// \param w the word
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

/// Reads the first bytes of a word of the byte order `Order`; the other bytes of the word are zero.
/// \tparam W a word of 8 bytes
/// \param p the bytes, at any address; exactly n are read
/// \param n the number of bytes, 0 to 8
template <std::endian Order, std::unsigned_integral W, byte_like B>
HASHLANE_INLINE constexpr W load_partial(const B* p, std::size_t n) {
    static_assert(sizeof(W) == 8);
    constexpr auto le = std::endian::little;
    if (!__builtin_is_constant_evaluated()) {
        // Two or three loads, which overlap, take the place of a loop over bytes (docs/TUNING.md, "Short copies").
        const std::uint8_t* const q = octets_at(p);
        W w = 0;
        if (n >= 4)
            w = static_cast<W>(load<le, std::uint32_t>(p) | W(load<le, std::uint32_t>(p + n - 4)) << 8 * (n - 4));
        else if (n != 0)
            w = static_cast<W>(W(q[0]) | W(q[n / 2]) << 8 * (n / 2) | W(q[n - 1]) << 8 * (n - 1));
        return Order == le ? w : byteswap(w);
    }
    W w = 0;
    for (std::size_t i = 0; i < n; ++i)
        w |= static_cast<W>(W(static_cast<std::uint8_t>(p[i])) << 8 * (Order == le ? i : sizeof(W) - 1 - i));
    return w;
}

/// Writes the first bytes of a word in the byte order `Order`.
/// \param p memory for n bytes, at any address; exactly n are written
/// \param w the word, of 4 or 8 bytes
/// \param n the number of bytes, 0 to sizeof(W)
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

/// Tells whether the `n` bytes at `p` and the `m` bytes at `q` have a byte in common. Constant evaluation cannot
/// compare addresses of different objects: there the answer is true whenever neither number is 0.
constexpr bool overlap(const void* p, std::size_t n, const void* q, std::size_t m) noexcept {
    if (n == 0 || m == 0) return false;
    if (__builtin_is_constant_evaluated()) return true;
    const auto a = reinterpret_cast<std::uintptr_t>(p);
    const auto b = reinterpret_cast<std::uintptr_t>(q);
    return a < b ? b - a < n : a - b < m;
}

/// Copies bytes. At run time the two ranges may overlap. Constant evaluation copies byte after byte, so there `to` must
/// not lie among the bytes behind `from`.
/// \param to memory for n bytes
/// \param from the bytes, of any byte type
/// \param n the number of bytes
template <class B>
HASHLANE_INLINE constexpr void copy_bytes(std::uint8_t* to, const B* from, std::size_t n) {
    if (!__builtin_is_constant_evaluated()) {
        if (n != 0) std::memmove(to, from, n);
        return;
    }
    for (std::size_t i = 0; i < n; ++i) to[i] = static_cast<std::uint8_t>(from[i]);
}

}  // namespace hashlane::inline HASHLANE_ABI
