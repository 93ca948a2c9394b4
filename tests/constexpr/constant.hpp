// SPDX-License-Identifier: Apache-2.0 OR MIT
// Known answers as constant expressions. Byte strings are written in hexadecimal, or as ptn<n> (RFC 9861 s.5).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <hashlane/lanes/bytes.hpp>
#include <span>

namespace constant {

namespace hl = hashlane;

template <std::size_t N>
using bytes = std::array<std::uint8_t, N>;

constexpr int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

template <std::size_t N>
constexpr bytes<N / 2> decode(const char (&hex)[N]) {
    bytes<N / 2> out{};
    for (std::size_t i = 0; i < N / 2; ++i)
        out[i] = static_cast<std::uint8_t>(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
    return out;
}

template <std::size_t N>
struct ptn_bytes {};
template <std::size_t N>
inline constexpr ptn_bytes<N> ptn{};

template <std::size_t N>
constexpr bytes<N> decode(ptn_bytes<N>) {
    bytes<N> out{};
    for (std::size_t i = 0; i < N; ++i) out[i] = static_cast<std::uint8_t>(i % 251);
    return out;
}

// The first n bytes, to feed a message in two pieces.
constexpr auto split(const auto& b, std::size_t n) {
    const std::span<const std::uint8_t> all(b);
    return std::pair(all.first(n), all.subspan(n));
}

template <class H>
constexpr bool digest_is(const auto& message, const auto& digest) {
    const auto m = decode(message);
    const auto [head, tail] = split(m, m.size() / 2);
    H h;
    h.update(head).update(tail);
    return H::digest(m) == decode(digest) && h.digest() == decode(digest);
}

// A message of so many bits, the odd ones in the bit order of the standard.
template <class H>
constexpr bool digest_is(const auto& message, unsigned bits, const auto& digest) {
    const auto m = decode(message);
    H h;
    h.update(std::span(m).first(bits / 8));
    return h.digest(hl::partial_byte{m[bits / 8], bits % 8}) == decode(digest);
}

// x has absorbed nothing yet. Two pieces in, two pieces out.
constexpr bool gives(auto x, const auto& message, const auto& output) {
    const auto m = decode(message);
    const auto want = decode(output);
    const auto [head, tail] = split(m, m.size() / 2);
    auto got = want;
    std::ranges::fill(got, std::uint8_t{});
    auto reader = x.absorb(head).absorb(tail).reader();
    reader.squeeze(std::span(got).first(got.size() / 3)).squeeze(std::span(got).subspan(got.size() / 3));
    return got == want;
}

template <class X>
constexpr bool output_is(const auto& message, const auto& output) {
    const auto want = decode(output);
    return gives(X{}, message, output) && X::template digest<want.size()>(decode(message)) == want;
}

}  // namespace constant
