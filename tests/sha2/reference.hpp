// SPDX-License-Identifier: Apache-2.0 OR MIT
// FIPS 180-4 once more, literally and bit by bit, with constants computed from the primes: nothing is shared with the
// library.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace reference {

// floor(root(n) * 2^64) modulo 2^64 for the square or the cube root of n < 512, by trial of each bit.
inline std::uint64_t fraction_of_root(unsigned n, int degree) {
    using number = std::array<std::uint64_t, 10>;  // 32 bits each, the low ones first
    const auto times = [](const number& a, const number& b) {
        number c{};
        for (std::size_t i = 0; i < a.size(); ++i)
            for (std::size_t j = 0; i + j < a.size(); ++j) {
                std::uint64_t carry = a[i] * b[j];
                for (std::size_t k = i + j; k < a.size() && carry != 0; ++k) {
                    carry += c[k];
                    c[k] = carry & 0xffffffff;
                    carry >>= 32;
                }
            }
        return c;
    };
    number limit{};
    limit[static_cast<std::size_t>(degree) * 2] = n;
    number x{};
    for (int bit = 69; bit >= 0; --bit) {
        const auto word = static_cast<std::size_t>(bit / 32);
        x[word] |= 1ull << bit % 32;
        const number power = degree == 2 ? times(x, x) : times(x, times(x, x));
        bool above = false;
        for (std::size_t i = power.size(); i-- != 0;)
            if (power[i] != limit[i]) {
                above = power[i] > limit[i];
                break;
            }
        if (above) x[word] &= ~(1ull << bit % 32);
    }
    return x[1] << 32 | x[0];
}

inline std::vector<unsigned> primes(std::size_t count) {
    std::vector<unsigned> found;
    for (unsigned n = 2; found.size() < count; ++n) {
        bool prime = true;
        for (unsigned p : found) prime = prime && n % p != 0;
        if (prime) found.push_back(n);
    }
    return found;
}

template <class W>
W top(std::uint64_t x) {
    return static_cast<W>(x >> (64 - 8 * sizeof(W)));
}

template <class W>
using hash_value = std::array<W, 8>;

template <class W>
const std::vector<W>& constants() {
    static const std::vector<W> K = [] {
        std::vector<W> k;
        for (unsigned p : primes(sizeof(W) == 4 ? 64 : 80)) k.push_back(top<W>(fraction_of_root(p, 3)));
        return k;
    }();
    return K;
}

// s.5.3: from the square roots of the first to eighth prime; SHA-384 of the ninth to sixteenth, SHA-224 the second 32
// bits of those.
template <class W>
hash_value<W> initial(unsigned bits) {
    const auto p = primes(16);
    hash_value<W> H{};
    for (std::size_t i = 0; i < 8; ++i)
        H[i] = bits == 224   ? static_cast<W>(fraction_of_root(p[i + 8], 2))
               : bits == 384 ? static_cast<W>(fraction_of_root(p[i + 8], 2))
                             : top<W>(fraction_of_root(p[i], 2));
    return H;
}

template <class W>
void compress(hash_value<W>& H, std::span<const W, 16> M) {
    constexpr bool small = sizeof(W) == 4;
    const auto R = [](W x, int n) { return std::rotr(x, n); };
    const auto Sigma0 = [&](W x) { return small ? R(x, 2) ^ R(x, 13) ^ R(x, 22) : R(x, 28) ^ R(x, 34) ^ R(x, 39); };
    const auto Sigma1 = [&](W x) { return small ? R(x, 6) ^ R(x, 11) ^ R(x, 25) : R(x, 14) ^ R(x, 18) ^ R(x, 41); };
    const auto sigma0 = [&](W x) { return small ? R(x, 7) ^ R(x, 18) ^ (x >> 3) : R(x, 1) ^ R(x, 8) ^ (x >> 7); };
    const auto sigma1 = [&](W x) { return small ? R(x, 17) ^ R(x, 19) ^ (x >> 10) : R(x, 19) ^ R(x, 61) ^ (x >> 6); };
    const auto& K = constants<W>();
    std::vector<W> W_t(M.begin(), M.end());
    for (std::size_t t = 16; t < K.size(); ++t)
        W_t.push_back(sigma1(W_t[t - 2]) + W_t[t - 7] + sigma0(W_t[t - 15]) + W_t[t - 16]);
    auto [a, b, c, d, e, f, g, h] = H;
    for (std::size_t t = 0; t < K.size(); ++t) {
        const W T1 = h + Sigma1(e) + ((e & f) ^ (~e & g)) + K[t] + W_t[t];
        const W T2 = Sigma0(a) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + T1;
        d = c;
        c = b;
        b = a;
        a = T1 + T2;
    }
    const hash_value<W> variables = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) H[i] += variables[i];
}

// The message as bits, the high bit of a byte first (s.3.1).
inline std::vector<bool> to_bits(std::span<const std::uint8_t> message) {
    std::vector<bool> bits;
    for (std::uint8_t b : message)
        for (int i = 7; i >= 0; --i) bits.push_back((b >> i & 1) != 0);
    return bits;
}

template <class W>
hash_value<W> hash_bits(hash_value<W> H, std::vector<bool> bits) {
    constexpr std::size_t w = 8 * sizeof(W);
    const std::size_t length = bits.size();
    bits.push_back(true);
    while (bits.size() % (16 * w) != 14 * w) bits.push_back(false);
    for (std::size_t i = 2 * w; i-- != 0;) bits.push_back(i < 64 && (length >> i & 1) != 0);
    for (std::size_t at = 0; at < bits.size(); at += 16 * w) {
        std::array<W, 16> M{};
        for (std::size_t i = 0; i < 16 * w; ++i) M[i / w] |= static_cast<W>(W{bits[at + i]} << (w - 1 - i % w));
        compress<W>(H, M);
    }
    return H;
}

// s.5.3.6
inline hash_value<std::uint64_t> initial_t(unsigned t) {
    auto H = initial<std::uint64_t>(512);
    for (auto& h : H) h ^= 0xa5a5a5a5a5a5a5a5;
    const std::string name = "SHA-512/" + std::to_string(t);
    return hash_bits(H, to_bits(std::vector<std::uint8_t>(name.begin(), name.end())));
}

// The first `bits` bits of the hash value, in bytes; t: SHA-512/t.
template <class W>
std::vector<std::uint8_t> digest(unsigned bits, const std::vector<bool>& message, bool t = false) {
    hash_value<W> H = initial<W>(bits);
    if constexpr (sizeof(W) == 8)
        if (t) H = initial_t(bits);
    H = hash_bits(H, message);
    std::vector<std::uint8_t> out((bits + 7) / 8);
    for (std::size_t i = 0; i < bits; ++i) {
        const bool bit = (H[i / (8 * sizeof(W))] >> (8 * sizeof(W) - 1 - i % (8 * sizeof(W))) & 1) != 0;
        out[i / 8] = static_cast<std::uint8_t>(out[i / 8] | (bit ? 0x80 >> i % 8 : 0));
    }
    return out;
}

}  // namespace reference
