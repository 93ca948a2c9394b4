// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// This file encodes integers and strings as the input of a sponge: SP 800-185 s.2.3 and RFC 9861 s.3.3.

#include <array>
#include <cstddef>
#include <cstdint>

#include "../lanes/bytes.hpp"
#include "sponge.hpp"

namespace hashlane::inline HASHLANE_ABI {

struct encoded_integer {
    std::array<std::uint8_t, 10> bytes{};
    std::size_t size = 0;

    constexpr void push(std::uint64_t byte) { bytes[size++] = static_cast<std::uint8_t>(byte); }
    constexpr void push_big_endian(std::uint64_t x, unsigned n) {
        while (n-- != 0) push(x >> 8 * n);
    }
};

// Returns the number of bytes that x takes. It does not call std::bit_width, which is a weak function of another
// namespace: a unit with -march=haswell compiles it to lzcnt, which an older processor runs as bsr, with another
// result.
constexpr unsigned byte_length(std::uint64_t x) {
    unsigned n = 0;
    while (n < 8 && x >> 8 * n != 0) ++n;
    return n;
}
constexpr unsigned byte_length_at_least_1(std::uint64_t x) { return byte_length(x | 1); }

// Returns left_encode(x), SP 800-185 s.2.3.1.
constexpr encoded_integer left_encode(std::uint64_t x) {
    encoded_integer out;
    out.push(byte_length_at_least_1(x));
    out.push_big_endian(x, byte_length_at_least_1(x));
    return out;
}

// Returns left_encode of the length in bits of a string of `bytes` bytes. From 2^61 bytes on, that length takes a ninth
// byte.
constexpr encoded_integer left_encode_bits_of(std::uint64_t bytes) {
    if (bytes >> 61 == 0) return left_encode(bytes * 8);
    encoded_integer out;
    out.push(9);
    out.push(bytes >> 61);
    out.push_big_endian(bytes * 8, 8);
    return out;
}

// Returns right_encode(x), SP 800-185 s.2.3.1.
constexpr encoded_integer right_encode(std::uint64_t x) {
    encoded_integer out;
    out.push_big_endian(x, byte_length_at_least_1(x));
    out.push(byte_length_at_least_1(x));
    return out;
}

// Returns length_encode(x), RFC 9861 s.3.3. It is right_encode(x), except that 0 takes no byte before its length.
constexpr encoded_integer length_encode(std::uint64_t x) {
    encoded_integer out;
    out.push_big_endian(x, byte_length(x));
    out.push(byte_length(x));
    return out;
}

template <class Sponge>
constexpr void absorb_encoded(Sponge& sponge, const encoded_integer& x) {
    if (x.size > x.bytes.size()) __builtin_unreachable();  // without this g++ warns of a larger size
    sponge.absorb(x.bytes.data(), x.size);
}

// Absorbs encode_string(string), SP 800-185 s.2.3.2. A string that ends within a byte also ends a bytepad, so zero bits
// follow. The last byte is absorbed as it is, because NIST's ACVP has the last bits of a KMAC key in the high bits of
// the byte, which contradicts FIPS 202 s.B.1.
template <class Sponge, byte_range R>
constexpr void encode_string(Sponge& sponge, const R& string, partial_byte last = {}) {
    with_bytes(string, [&](auto p, std::size_t n) {
        absorb_encoded(sponge, left_encode(std::uint64_t{n} * 8 + last.bits));
        sponge.absorb(p, n);
    });
    if (last.bits != 0) sponge.absorb_byte(last.value);
}

// Absorbs an integer after a message that ended within a byte, so that each of its bytes is divided between two bytes
// of the sponge. Returns the new end.
template <class Sponge>
constexpr partial_byte absorb_encoded_after(Sponge& sponge, partial_byte last, const encoded_integer& x) {
    unsigned pending = last.value & ((1u << last.bits) - 1);
    for (std::size_t i = 0; i < x.size; ++i, pending >>= 8) {
        pending |= static_cast<unsigned>(x.bytes[i]) << last.bits;
        sponge.absorb_byte(static_cast<std::uint8_t>(pending));
    }
    return {static_cast<std::uint8_t>(pending), last.bits};
}

}  // namespace hashlane::inline HASHLANE_ABI
