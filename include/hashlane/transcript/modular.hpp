// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// LE2IP(bytes) mod M, without a branch that depends on the bytes: draft-irtf-cfrg-fiat-shamir-03 s.4.2.2, s.8.2. Limbs
/// have 32 bits, the low limb first, so that no compiler needs an integer of 128 bits. Programs do not call these
/// functions.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../lanes/bytes.hpp"
#include "../lanes/contract.hpp"

namespace hashlane::inline HASHLANE_ABI::modular {

template <std::size_t N>
using limbs = std::array<std::uint32_t, N>;

template <std::size_t N, class B>
constexpr limbs<N> from_bytes(const B* p, std::size_t n) {
    limbs<N> out{};
    for (std::size_t i = 0; i < n; ++i) out[i / 4] |= std::uint32_t{static_cast<std::uint8_t>(p[i])} << 8 * (i % 4);
    return out;
}

// Subtracts b from a, and returns the borrow.
template <std::size_t N, std::size_t M>
constexpr std::uint32_t subtract(limbs<N>& a, const limbs<M>& b) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < N; ++i) {
        const std::uint64_t d = std::uint64_t{a[i]} - (i < M ? b[i] : 0) - borrow;
        a[i] = static_cast<std::uint32_t>(d);
        borrow = d >> 63;
    }
    return static_cast<std::uint32_t>(borrow);
}

template <std::size_t N>
constexpr bool below(limbs<N> a, const limbs<N>& b) {
    return subtract(a, b) != 0;
}

// Returns the low R limbs of a * b.
template <std::size_t R, std::size_t N, std::size_t M>
constexpr limbs<R> multiply(const limbs<N>& a, const limbs<M>& b) {
    limbs<R> out{};
    for (std::size_t i = 0; i < N && i < R; ++i) {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; i + j < R; ++j) {
            carry += out[i + j] + (j < M ? std::uint64_t{a[i]} * b[j] : 0);
            out[i + j] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    return out;
}

// Returns 2^(32 K) / p, rounded down, by long division, while the program is compiled.
template <std::size_t Q, std::size_t K, std::size_t N>
consteval limbs<Q> reciprocal(const limbs<N>& p) {
    limbs<Q> q{};
    limbs<N + 1> rest{};
    for (std::size_t bit = 32 * K + 1; bit-- != 0;) {
        for (std::size_t i = N + 1; i-- != 0;) rest[i] = rest[i] << 1 | (i == 0 ? bit == 32 * K : rest[i - 1] >> 31);
        limbs<N + 1> less = rest;
        if (subtract(less, p) != 0) continue;
        rest = less;
        q[bit / 32] |= 1u << bit % 32;
    }
    return q;
}

// Returns x mod p by Barrett's method (Handbook of Applied Cryptography, 14.42, for any lengths). P is the modulus,
// whose highest limb is not zero. The estimate of the quotient is at most 2 too low, so the modulus is subtracted
// twice, each time only where the result stays at least 0.
template <auto P, std::size_t K>
constexpr auto reduce(const limbs<K>& x) {
    constexpr std::size_t N = P.size(), Q = K - N + 1;
    static_assert(K >= N && P[N - 1] != 0);
    constexpr limbs<Q> mu = reciprocal<Q, K>(P);
    limbs<Q> high{}, quotient{};
    for (std::size_t i = 0; i < Q; ++i) high[i] = x[N - 1 + i];
    const auto product = multiply<2 * Q>(high, mu);
    for (std::size_t i = 0; i < Q; ++i) quotient[i] = product[Q + i];
    limbs<N + 1> rest{};
    for (std::size_t i = 0; i < N + 1 && i < K; ++i) rest[i] = x[i];
    subtract(rest, multiply<N + 1>(quotient, P));
    for (int twice = 0; twice < 2; ++twice) {
        limbs<N + 1> less = rest;
        const std::uint32_t keep = std::uint32_t{0} - subtract(less, P);
        for (std::size_t i = 0; i < N + 1; ++i) rest[i] = (rest[i] & keep) | (less[i] & ~keep);
    }
    limbs<N> out{};
    for (std::size_t i = 0; i < N; ++i) out[i] = rest[i];
    return out;
}

// Returns the same for a modulus that is known at run time: for each bit r = 2 r + bit, less the modulus where r is not
// below it.
constexpr std::uint64_t remainder(const std::uint8_t* p, std::size_t n, std::uint64_t modulus) {
    std::uint64_t r = 0;
    for (std::size_t bit = 8 * n; bit-- != 0;) {
        const std::uint64_t carry = r >> 63;
        r = r << 1 | (p[bit / 8] >> bit % 8 & 1);
        const std::uint64_t less = r - modulus, keep = std::uint64_t{0} - ((r < modulus) & (carry ^ 1));
        r = (r & keep) | (less & ~keep);
    }
    return r;
}

// This is the size of the longest modulus, in bytes: that of P-521.
inline constexpr std::size_t longest_modulus = 66;
// Writes x modulo a modulus of any length to `out`. All are bytes, the low byte first. x has at most 16 bytes more than
// the modulus, `out` has the size of the modulus, and the last byte of the modulus is not zero. `out` may overlap both.
constexpr void remainder(std::span<const std::uint8_t> x, std::span<const std::uint8_t> modulus,
                         std::span<std::uint8_t> out) {
    constexpr std::size_t N = (longest_modulus + 3) / 4 + 1;
    contract(modulus.size() <= longest_modulus && out.size() == modulus.size(), "a modulus has at most 66 bytes");
    const auto m = from_bytes<N>(modulus.data(), modulus.size());
    limbs<N> r{};
    for (std::size_t bit = 8 * x.size(); bit-- != 0;) {
        for (std::size_t i = N; i-- != 0;) r[i] = r[i] << 1 | (i != 0 ? r[i - 1] >> 31 : x[bit / 8] >> bit % 8 & 1u);
        limbs<N> less = r;
        const std::uint32_t keep = std::uint32_t{0} - subtract(less, m);
        for (std::size_t i = 0; i < N; ++i) r[i] = (r[i] & keep) | (less[i] & ~keep);
    }
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint8_t>(r[i / 4] >> 8 * (i % 4));
}

// Returns Ns of s.6.1.3: the smallest number with 256^Ns >= modulus. 0 stands for 2^64.
constexpr std::size_t serialized_size(std::uint64_t modulus) {
    std::size_t n = 0;
    for (std::uint64_t most = modulus - 1; most != 0; most >>= 8) ++n;
    return n;
}
// Returns Ns for a modulus in bytes, the low byte first. Its last byte is not zero. A power of 256 has one byte more
// than Ns.
constexpr std::size_t serialized_size(std::span<const std::uint8_t> modulus) {
    for (const std::uint8_t byte : modulus.first(modulus.size() - 1))
        if (byte != 0) return modulus.size();
    return modulus.size() - (modulus.back() == 1);
}

}  // namespace hashlane::inline HASHLANE_ABI::modular
