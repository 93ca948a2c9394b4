// SPDX-License-Identifier: Apache-2.0 OR MIT
// FIPS 180-4, transcribed word for word and bit by bit, for messages of any number of bits. It shares nothing with the
// library. The 32-bit constants are halves of the 64-bit ones: the same roots of the same primes (s.4.2, s.5.3).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "kat.hpp"

namespace fips180 {

using kat::bit_string;
using kat::bytes;
using u64 = std::uint64_t;

// clang-format off
// s.4.2.3: the first 64 bits of the fractional parts of the cube roots of the first eighty primes.
inline constexpr u64 K[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};

// s.5.3.5 and s.5.3.4: the square roots of the first eight primes, and of the next eight.
inline constexpr std::array<u64, 8> H512 = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};
inline constexpr std::array<u64, 8> H384 = {
    0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
    0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
};
// clang-format on

// The two word sizes: w bits, rounds, and the shifts of s.4.1.2 and s.4.1.3.
struct word_size {
    unsigned w, rounds, S0[3], S1[3], s0[3], s1[3];
};
inline constexpr word_size w32 = {32, 64, {2, 13, 22}, {6, 11, 25}, {7, 18, 3}, {17, 19, 10}};
inline constexpr word_size w64 = {64, 80, {28, 34, 39}, {14, 18, 41}, {1, 8, 7}, {19, 61, 6}};

struct machine {
    word_size size;
    std::array<u64, 8> H;

    u64 cut(u64 x) const { return size.w == 32 ? x & 0xffffffff : x; }
    u64 rotr(u64 x, unsigned n) const { return cut(x >> n | x << (size.w - n)); }
    u64 Sigma(const unsigned (&n)[3], u64 x) const { return rotr(x, n[0]) ^ rotr(x, n[1]) ^ rotr(x, n[2]); }
    u64 sigma(const unsigned (&n)[3], u64 x) const { return rotr(x, n[0]) ^ rotr(x, n[1]) ^ (x >> n[2]); }
    u64 constant(unsigned t) const { return size.w == 32 ? K[t] >> 32 : K[t]; }

    // s.6.2.2, s.6.4.2
    void block(const std::uint8_t* p) {
        std::array<u64, 80> W{};
        for (unsigned t = 0; t < size.rounds; ++t) {
            for (unsigned i = 0; t < 16 && i < size.w / 8; ++i) W[t] = W[t] << 8 | *p++;
            if (t >= 16) W[t] = cut(sigma(size.s1, W[t - 2]) + W[t - 7] + sigma(size.s0, W[t - 15]) + W[t - 16]);
        }
        auto [a, b, c, d, e, f, g, h] = H;
        for (unsigned t = 0; t < size.rounds; ++t) {
            const u64 T1 = h + Sigma(size.S1, e) + ((e & f) ^ (~e & g)) + constant(t) + W[t];
            const u64 T2 = Sigma(size.S0, a) + ((a & b) ^ (a & c) ^ (b & c));
            h = g, g = f, f = e, e = cut(d + T1), d = c, c = b, b = a, a = cut(T1 + T2);
        }
        const u64 working[8] = {a, b, c, d, e, f, g, h};
        for (unsigned i = 0; i < 8; ++i) H[i] = cut(H[i] + working[i]);
    }
};

// s.5.1: the message, a one bit, zeros, the length. Bits are counted from the high end of a byte.
inline bytes padded(const bit_string& m, unsigned block) {
    bytes out = m.data;
    out.resize(m.bits / 8 + 1);
    out.back() = static_cast<std::uint8_t>((out.back() & (0xff00 >> m.bits % 8)) | 0x80 >> m.bits % 8);
    while (out.size() % block != block - block / 8) out.push_back(0);
    out.resize(out.size() + block / 8 - 8);
    for (int shift = 56; shift >= 0; shift -= 8) out.push_back(static_cast<std::uint8_t>(u64{m.bits} >> shift));
    return out;
}

inline bytes digest(machine m, const bit_string& message, std::size_t size) {
    const unsigned block = 2 * m.size.w;
    const bytes all = padded(message, block);
    for (std::size_t i = 0; i < all.size(); i += block) m.block(all.data() + i);
    bytes out;
    for (const u64 h : m.H)
        for (unsigned shift = m.size.w; shift > 0; shift -= 8)
            out.push_back(static_cast<std::uint8_t>(h >> (shift - 8)));
    out.resize(size);
    return out;
}

inline std::array<u64, 8> halves(std::array<u64, 8> H, unsigned shift) {
    for (u64& h : H) h = h >> shift & 0xffffffff;
    return H;
}

inline machine sha224() { return {w32, halves(H384, 0)}; }
inline machine sha256() { return {w32, halves(H512, 32)}; }
inline machine sha384() { return {w64, H384}; }
inline machine sha512() { return {w64, H512}; }

// s.5.3.6: the digest of "SHA-512/t" under a changed initial value.
inline machine sha512_t(unsigned t) {
    machine changed = sha512();
    for (u64& h : changed.H) h ^= 0xa5a5a5a5a5a5a5a5;
    const bytes iv = digest(changed, bit_string(vectors::from_text("SHA-512/" + std::to_string(t))), 64);
    machine out{w64, {}};
    for (std::size_t i = 0; i < 64; ++i) out.H[i / 8] = out.H[i / 8] << 8 | iv[i];
    return out;
}

}  // namespace fips180
