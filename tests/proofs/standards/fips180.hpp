// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// FIPS 180-4, as it stands there: the hash computations of s.6.2 (SHA-256) and s.6.4 (SHA-512).

#include <array>
#include <vector>

#include "words.hpp"

namespace standards::fips180 {

inline std::vector<int> primes(std::size_t n) {
    std::vector<int> found;
    for (int p = 2; found.size() < n; ++p) {
        bool prime = true;
        for (const int q : found) prime = prime && p % q != 0;
        if (prime) found.push_back(p);
    }
    return found;
}

// A number of 320 bits: enough for the cube of a root with 64 fractional bits.
struct wide {
    std::array<std::uint32_t, 10> digits{};

    static wide of(std::uint64_t low, std::uint64_t high = 0) {
        return {{std::uint32_t(low), std::uint32_t(low >> 32), std::uint32_t(high), std::uint32_t(high >> 32)}};
    }
    friend wide operator*(const wide& a, const wide& b) {
        wide product;
        for (std::size_t i = 0; i < 10; ++i) {
            std::uint64_t carry = 0;
            for (std::size_t j = 0; i + j < 10; ++j) {
                carry += std::uint64_t{a.digits[i]} * b.digits[j] + product.digits[i + j];
                product.digits[i + j] = std::uint32_t(carry);
                carry >>= 32;
            }
        }
        return product;
    }
    friend bool operator<=(const wide& a, const wide& b) {
        for (std::size_t i = 10; i-- > 0;)
            if (a.digits[i] != b.digits[i]) return a.digits[i] < b.digits[i];
        return true;
    }
};

// The first 64 bits of the fractional part of the square root (power 2) or cube root (power 3) of p: the largest r with
// r^power <= p * 2^(64 power), without its integer part.
inline std::uint64_t fraction_of_root(int p, int power) {
    wide bound = wide::of(std::uint64_t(p)), r = wide::of(0);
    for (int i = 0; i < power; ++i) bound = bound * wide::of(0, 1);
    for (int bit = 72; bit >= 0; --bit) {
        wide larger = r;
        larger.digits[std::size_t(bit / 32)] |= 1u << bit % 32;
        wide raised = larger;
        for (int i = 1; i < power; ++i) raised = raised * larger;
        if (raised <= bound) r = larger;
    }
    return std::uint64_t{r.digits[1]} << 32 | r.digits[0];
}

// s.4.1.2, s.4.2.2, s.5.3.3, s.6.2
struct sha256 {
    using word = std::uint32_t;
    static constexpr int w = 32, rounds = 64, S0[3] = {2, 13, 22}, S1[3] = {6, 11, 25}, s0[3] = {7, 18, 3},
                         s1[3] = {17, 19, 10};
    static word first_bits(std::uint64_t fraction) { return word(fraction >> 32); }
};

// s.4.1.3, s.4.2.3, s.5.3.5, s.6.4
struct sha512 {
    using word = std::uint64_t;
    static constexpr int w = 64, rounds = 80, S0[3] = {28, 34, 39}, S1[3] = {14, 18, 41}, s0[3] = {1, 8, 7},
                         s1[3] = {19, 61, 6};
    static word first_bits(std::uint64_t fraction) { return fraction; }
};

template <class P, class T>
T Ch(T x, T y, T z) {
    return (x & y) ^ (~x & z);
}
template <class P, class T>
T Maj(T x, T y, T z) {
    return (x & y) ^ (x & z) ^ (y & z);
}
template <class P, class T>
T Sigma(T x, const int* n) {
    return ROTR(x, n[0], P::w) ^ ROTR(x, n[1], P::w) ^ ROTR(x, n[2], P::w);
}
template <class P, class T>
T sigma(T x, const int* n) {
    return ROTR(x, n[0], P::w) ^ ROTR(x, n[1], P::w) ^ (x >> n[2]);
}

template <class P>
std::vector<typename P::word> K() {
    std::vector<typename P::word> constants;
    for (const int p : primes(P::rounds)) constants.push_back(P::first_bits(fraction_of_root(p, 3)));
    return constants;
}

template <class P>
std::vector<typename P::word> initial_hash_value() {
    std::vector<typename P::word> H;
    for (const int p : primes(8)) H.push_back(P::first_bits(fraction_of_root(p, 2)));
    return H;
}

// s.6.2.2 and s.6.4.2, steps 1 to 4 for one block.
template <class P, class T>
std::vector<T> hash_computation(const std::vector<T>& H, const std::vector<T>& M) {
    static const auto constants = K<P>();
    std::vector<T> W = M;
    for (std::size_t t = 16; t < P::rounds; ++t)
        W.push_back(sigma<P>(W[t - 2], P::s1) + W[t - 7] + sigma<P>(W[t - 15], P::s0) + W[t - 16]);
    T a = H[0], b = H[1], c = H[2], d = H[3], e = H[4], f = H[5], g = H[6], h = H[7];
    for (std::size_t t = 0; t < P::rounds; ++t) {
        const T T1 = h + Sigma<P>(e, P::S1) + Ch<P>(e, f, g) + constants[t] + W[t];
        const T T2 = Sigma<P>(a, P::S0) + Maj<P>(a, b, c);
        h = g;
        g = f;
        f = e;
        e = d + T1;
        d = c;
        c = b;
        b = a;
        a = T1 + T2;
    }
    return {a + H[0], b + H[1], c + H[2], d + H[3], e + H[4], f + H[5], g + H[6], h + H[7]};
}

}  // namespace standards::fips180
