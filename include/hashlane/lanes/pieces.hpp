// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// This file moves pieces of 16 bytes of N messages into lanes and back: lane i holds word i of each piece. Words have
// 32 or 64 bits and either byte order.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "bytes.hpp"
#include "lane.hpp"
#include "state_word.hpp"

namespace hashlane::inline HASHLANE_ABI {

inline constexpr std::size_t piece_bytes = 16;
template <class W>
inline constexpr std::size_t piece_words = piece_bytes / sizeof(W);

// Copies n bytes, fewer than 16, without a call of memcpy.
HASHLANE_INLINE void copy_part(std::uint8_t* to, const std::uint8_t* from, std::size_t n) {
    const auto copy = [&](auto word) HASHLANE_LAMBDA_INLINE {
        if ((n & sizeof word) == 0) return;
        std::memcpy(to, from, sizeof word);
        to += sizeof word;
        from += sizeof word;
    };
    copy(std::uint64_t{});
    copy(std::uint32_t{});
    copy(std::uint16_t{});
    copy(std::uint8_t{});
}

template <std::size_t N, class W = std::uint64_t>
HASHLANE_INLINE lane<W, N> load_lane(const void* p) {
    lane<W, N> a;
    std::memcpy(&a.v, p, sizeof a.v);
    return a;
}

template <class W, std::size_t N>
HASHLANE_INLINE void store_lane(void* p, const lane<W, N>& a) {
    std::memcpy(p, &a.v, sizeof a.v);
}

// Returns the first n bytes, fewer than 16, with zeros after them. It reads n bytes, no more.
HASHLANE_INLINE lane<std::uint64_t, 2> load_part(const std::uint8_t* p, std::size_t n) {
    constexpr auto le = std::endian::little;
    std::uint64_t low = 0, high = 0;
    if (n >= 8) {
        low = load<le, std::uint64_t>(p);
        high = load<le, std::uint64_t>(p + n - 8) >> 1 >> (127 - 8 * n);
    } else
        low = load_partial<le, std::uint64_t>(p, n);
    return {typename lane<std::uint64_t, 2>::vector{to_order<le>(low), to_order<le>(high)}};
}

// Copies n bytes, and zeros after them up to a multiple of 16, in stores of 16 bytes. A later load of a piece then does
// not wait for several smaller stores (docs/TUNING.md, "SHA-2"). Each piece is pinned because g++ would copy eight
// bytes at a time.
HASHLANE_INLINE void copy_pieces(std::uint8_t* to, const std::uint8_t* from, std::size_t n) {
    const auto store_pinned = [&](lane<std::uint64_t, 2> piece) HASHLANE_LAMBDA_INLINE {
        pin(piece);
        store_lane(to, piece);
    };
    for (; n >= piece_bytes; n -= piece_bytes, to += piece_bytes, from += piece_bytes) store_pinned(load_lane<2>(from));
    if (n != 0) store_pinned(load_part(from, n));
}

// Writes zeros to `pieces` pieces of 16 bytes. The zero is pinned because g++ makes a slow `rep stos` of an assignment
// (docs/TUNING.md, "Short copies").
template <std::size_t pieces>
HASHLANE_INLINE void clear_pieces(void* to) {
    lane<std::uint64_t, 2> zero{};
    pin(zero);
    unrolled<0, pieces>([&](std::size_t i) HASHLANE_LAMBDA_INLINE {
        store_lane(static_cast<std::uint8_t*>(to) + i * piece_bytes, zero);
    });
}

template <class W, std::size_t N, std::size_t... i>
HASHLANE_INLINE lane<W, 2 * N> concatenate(const lane<W, N>& a, const lane<W, N>& b, std::index_sequence<i...>) {
    return {__builtin_shufflevector(a.v, b.v, static_cast<int>(i)...)};
}

// Returns the words of a, then those of b.
template <class W, std::size_t N>
HASHLANE_INLINE lane<W, 2 * N> join(const lane<W, N>& a, const lane<W, N>& b) {
    return concatenate(a, b, std::make_index_sequence<2 * N>{});
}

template <class W, std::size_t N, std::size_t... i>
HASHLANE_INLINE lane<W, N> reversed_bytes(const lane<W, N>& a, std::index_sequence<i...>) {
    using bytes = typename vector_of<char, N * sizeof(W)>::type;
    const auto b = (bytes)a.v;
    return {(typename lane<W, N>::vector)__builtin_shufflevector(b, b, static_cast<int>(i ^ (sizeof(W) - 1))...)};
}

// Reverses the bytes of each word where there is no shuffle of bytes, as in SSE2. The parts of 16 bits of each word
// change places, in each half of the vector by one instruction; then the two bytes of each part change places.
template <class W, std::size_t N>
HASHLANE_INLINE lane<W, N> byteswap_by_parts(const lane<W, N>& a) {
    constexpr int n = sizeof(W) / 2 - 1;
    const auto b = (typename vector_of<std::uint16_t, 8>::type)a.v;
    const auto h = __builtin_shufflevector(b, b, 0 ^ n, 1 ^ n, 2 ^ n, 3 ^ n, 4 ^ n, 5 ^ n, 6 ^ n, 7 ^ n);
    return {(typename lane<W, N>::vector)(h << 8 | h >> 8)};
}

template <class W, std::size_t N>
HASHLANE_INLINE lane<W, N> byteswap(const lane<W, N>& a) {
    return reversed_bytes(a, std::make_index_sequence<N * sizeof(W)>{});
}
#if defined(HASHLANE_X86)
HASHLANE_INLINE lane<std::uint32_t, 4> byteswap(const lane<std::uint32_t, 4>& a) { return byteswap_by_parts(a); }
#endif

// Returns the units of type U of the low (or high) halves of the pieces of a and b, taken from a and b in turn.
template <class U, bool high, class W, std::size_t N, std::size_t... i>
HASHLANE_INLINE lane<W, N> interleaved(const lane<W, N>& a, const lane<W, N>& b, std::index_sequence<i...>) {
    constexpr std::size_t units = piece_words<U>, all = N * sizeof(W) / sizeof(U);
    using vector = typename vector_of<U, all>::type;
    return {(typename lane<W, N>::vector)__builtin_shufflevector(
        (vector)a.v, (vector)b.v,
        static_cast<int>(i / units * units + high * units / 2 + i % units / 2 + i % 2 * all)...)};
}

template <class U, bool high, class W, std::size_t N>
HASHLANE_INLINE lane<W, N> interleave(const lane<W, N>& a, const lane<W, N>& b) {
    return interleaved<U, high>(a, b, std::make_index_sequence<N * sizeof(W) / sizeof(U)>{});
}

// Transposes pieces and words. X[k] holds piece k of every four (of every two, if words have 8 bytes), and afterwards
// word k of every piece. The function is its own inverse.
template <std::size_t N>
HASHLANE_INLINE void transpose_pieces(lane<std::uint64_t, N>* X) {
    const auto a = interleave<std::uint64_t, false>(X[0], X[1]), b = interleave<std::uint64_t, true>(X[0], X[1]);
    X[0] = a;
    X[1] = b;
}

template <std::size_t N>
HASHLANE_INLINE void transpose_pieces(lane<std::uint32_t, N>* X) {
    using pair = std::uint64_t;
    const auto a = interleave<std::uint32_t, false>(X[0], X[1]), b = interleave<std::uint32_t, true>(X[0], X[1]),
               c = interleave<std::uint32_t, false>(X[2], X[3]), d = interleave<std::uint32_t, true>(X[2], X[3]);
    X[0] = interleave<pair, false>(a, c);
    X[1] = interleave<pair, true>(a, c);
    X[2] = interleave<pair, false>(b, d);
    X[3] = interleave<pair, true>(b, d);
}

// Returns the pieces at p(first), p(first + step), p(first + 2 * step) ... side by side.
template <class W, std::size_t N, std::size_t step, class P>
HASHLANE_INLINE lane<W, N> gather_pieces(const P& p, std::size_t first) {
    if constexpr (N == piece_words<W>) {
        return load_lane<N, W>(p(first));
    } else {
        return join(gather_pieces<W, N / 2, step>(p, first),
                    gather_pieces<W, N / 2, step>(p, first + N / 2 / piece_words<W> * step));
    }
}

// Loads a piece of every row: X[i] then holds word i of the piece at rows[j] + offset, for every row j.
template <class W, std::size_t N>
HASHLANE_INLINE void load_pieces(lane<W, N>* X, const std::uint8_t* const* rows, std::size_t offset) {
    const auto at = [&](std::size_t j) HASHLANE_LAMBDA_INLINE { return rows[j] + offset; };
    unrolled<0, piece_words<W>>([&](auto k)
                                    HASHLANE_LAMBDA_INLINE { X[k] = gather_pieces<W, N, piece_words<W>>(at, k); });
    transpose_pieces(X);
}

template <std::size_t m, class W, std::size_t N, std::size_t... i>
HASHLANE_INLINE void store_words(void* p, const lane<W, N>& a, std::index_sequence<i...>) {
    store_lane(p,
               lane<W, piece_words<W>>{__builtin_shufflevector(a.v, a.v, static_cast<int>(m * piece_words<W> + i)...)});
}

template <std::size_t m, class W, std::size_t N>
HASHLANE_INLINE void store_piece(void* p, const lane<W, N>& a) {
    store_words<m>(p, a, std::make_index_sequence<piece_words<W>>{});
}

// Stores a piece of every message, which reverses load_pieces(): the piece of message j goes to at(j).
template <class W, std::size_t N, class P>
HASHLANE_INLINE void store_pieces(const lane<W, N>* X, const P& at) {
    constexpr std::size_t step = piece_words<W>;
    lane<W, N> Y[step];
    unrolled<0, step>([&](auto k) HASHLANE_LAMBDA_INLINE { Y[k] = X[k]; });
    transpose_pieces(Y);
    unrolled<0, N>([&](auto j) HASHLANE_LAMBDA_INLINE { store_piece<j / step>(at(j), Y[j % step]); });
}

}  // namespace hashlane::inline HASHLANE_ABI
