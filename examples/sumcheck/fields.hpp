// SPDX-License-Identifier: Apache-2.0 OR MIT
// Two fields, each with a type for its elements, and what makes transcripts understand them.
#pragma once

#include <cstdint>
#include <hashlane/transcript.hpp>

struct m31 {
    std::uint32_t v = 0;
    static constexpr std::uint32_t p = 0x7fffffff;

    // Below 2^62, folded twice.
    static constexpr m31 reduced(std::uint64_t x) {
        x = (x & p) + (x >> 31);
        x = (x & p) + (x >> 31);
        return {static_cast<std::uint32_t>(x == p ? 0 : x)};
    }
    friend constexpr m31 operator+(m31 a, m31 b) { return reduced(std::uint64_t{a.v} + b.v); }
    friend constexpr m31 operator-(m31 a, m31 b) { return reduced(std::uint64_t{a.v} + p - b.v); }
    friend constexpr m31 operator*(m31 a, m31 b) { return reduced(std::uint64_t{a.v} * b.v); }
    constexpr bool operator==(const m31&) const = default;
};

// p = 2^64 - 2^32 + 1, so 2^64 is 2^32 - 1 and 2^96 is -1.
struct gold {
    std::uint64_t v = 0;
    static constexpr std::uint64_t p = 0xffffffff00000001, epsilon = 0xffffffff;
    __extension__ using wide = unsigned __int128;

    static constexpr gold reduced(wide x) {
        const auto low = static_cast<std::uint64_t>(x), high = static_cast<std::uint64_t>(x >> 64);
        std::uint64_t t = low - (high >> 32);
        if (low < high >> 32) t -= epsilon;
        const std::uint64_t folded = (high & epsilon) * epsilon;
        std::uint64_t r = t + folded;
        if (r < folded) r += epsilon;
        return {r >= p ? r - p : r};
    }
    friend constexpr gold operator+(gold a, gold b) { return reduced(wide{a.v} + b.v); }
    friend constexpr gold operator-(gold a, gold b) { return {a.v >= b.v ? a.v - b.v : a.v + (p - b.v)}; }
    friend constexpr gold operator*(gold a, gold b) { return reduced(wide{a.v} * b.v); }
    constexpr bool operator==(const gold&) const = default;
};

// Bytes that a challenge takes beyond those of an element: none where the bias of the reduction is below the protocol's
// own error, v / p. It is 2^-31 for Mersenne31 and would be 2^-32 for Goldilocks, which is above 2^-59.
struct mersenne31 : hashlane::mersenne31 {
    static constexpr const char* name = "Mersenne31";
    static constexpr std::size_t extra = 0;
    using element = m31;
    static constexpr std::uint32_t to_integer(m31 e) { return e.v; }
    static constexpr m31 from_integer(std::uint32_t i) { return {i}; }
};
struct goldilocks : hashlane::goldilocks {
    static constexpr const char* name = "Goldilocks";
    static constexpr std::size_t extra = 16;
    using element = gold;
    static constexpr std::uint64_t to_integer(gold e) { return e.v; }
    static constexpr gold from_integer(std::uint64_t i) { return {i}; }
};
