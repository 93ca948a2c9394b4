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
    return hl::digest<H>(m) == decode(digest) && h.digest() == decode(digest);
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
constexpr bool output_is(const auto& message, const auto& output, const auto&... parameters) {
    const auto want = decode(output);
    return gives(X(parameters...), message, output) &&
           hl::digest<X, want.size()>(decode(message), parameters...) == want;
}

template <class X>
constexpr bool cshake_is(const auto& function_name, const auto& customization, const auto& message,
                         const auto& output) {
    return gives(X(decode(function_name), decode(customization)), message, output);
}

template <class X>
constexpr bool cxof_is(const auto& customization, const auto& message, const auto& output) {
    return gives(X(decode(customization)), message, output);
}

template <class X>
constexpr bool kt_is(const auto& customization, const auto& message, const auto& output) {
    const auto want = decode(output);
    const auto S = decode(customization);
    return hl::digest<X, want.size()>(decode(message), S) == want &&
           (S.size() > X::longest_customization || gives(X(S), message, output));
}

// A function whose output length is part of its input.
template <std::size_t N>
constexpr auto sized_result(const auto& h) {
    if constexpr (requires { h.template tag<N>(); })
        return h.template tag<N>();
    else
        return h.template digest<N>();
}

constexpr bool gives_sized(auto h, const auto& message, const auto& output) {
    const auto m = decode(message);
    const auto want = decode(output);
    const auto [head, tail] = split(m, m.size() / 2);
    return sized_result<want.size()>(h.update(head).update(tail)) == want;
}

template <class K>
constexpr bool kmac_is(const auto& key, const auto& customization, const auto& message, const auto& tag) {
    const K h(decode(key), decode(customization));
    if constexpr (requires { h.reader(); }) {
        return gives(h, message, tag);
    } else {
        auto wrong = decode(tag);
        wrong.back() = static_cast<std::uint8_t>(wrong.back() ^ 1);
        K whole = h;
        whole.update(decode(message));
        return gives_sized(h, message, tag) && whole.verify(decode(tag)) && !whole.verify(wrong);
    }
}

template <class T>
constexpr bool tuple_is(const auto& customization, const auto& output, const auto&... elements) {
    T t(decode(customization));
    (t.absorb(decode(elements)), ...);
    const auto want = decode(output);
    if constexpr (requires { t.reader(); })
        return t.reader().template squeeze<want.size()>() == want;
    else
        return t.template digest<want.size()>() == want;
}

template <class P>
constexpr bool parallel_is(std::size_t block, const auto& customization, const auto& message, const auto& output) {
    const P h(block, decode(customization));
    if constexpr (requires { h.reader(); })
        return gives(h, message, output);
    else
        return gives_sized(h, message, output);
}

template <class M>
constexpr bool hmac_is(const auto& key, const auto& message, const auto& tag) {
    const auto m = decode(message);
    const auto want = decode(tag);
    auto wrong = want;
    wrong.front() = static_cast<std::uint8_t>(wrong.front() ^ 1);
    const auto [head, tail] = split(m, m.size() / 2);
    M h(decode(key));
    h.update(head).update(tail);
    return h.template tag<want.size()>() == want && h.verify(hl::short_tag(want, want.size())) &&
           !h.verify(hl::short_tag(wrong, want.size()));
}

template <class K>
constexpr bool hkdf_is(const auto& salt, const auto& input_key, const auto& info, const auto& output) {
    const auto want = decode(output);
    return hl::derive<K, want.size()>(decode(salt), decode(input_key), decode(info)) == want;
}

template <class K>
constexpr bool pbkdf2_is(const auto& password, const auto& salt, unsigned iterations, const auto& output) {
    const auto want = decode(output);
    return hl::derive<K, want.size()>(decode(password), decode(salt), iterations) == want;
}

// `sealed` is the ciphertext and the tag. Both ways, and a forgery leaves zeros only.
template <class A>
constexpr bool seals(const auto& key, const auto& nonce, const auto& header, const auto& text, const auto& sealed) {
    const auto all = decode(sealed);
    const auto want = decode(text);
    const auto N = decode(nonce);
    const auto H = decode(header);
    const A aead(decode(key));
    const auto [cipher, tag] = split(all, want.size());
    bytes<A::tag_size> right{}, wrong{};
    std::ranges::copy(tag, right.begin());
    wrong = right;
    wrong.back() = static_cast<std::uint8_t>(wrong.back() ^ 1);
    auto out = want;
    if (aead.encrypt(N, H, want, out) != right || !std::ranges::equal(out, cipher)) return false;
    if (!aead.decrypt(N, H, cipher, right, out) || out != want) return false;
    return !aead.decrypt(N, H, cipher, wrong, out) && out == decltype(out){};
}

}  // namespace constant
