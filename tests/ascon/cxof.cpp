// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <doctest/doctest.h>

#include <span>
#include <string_view>

#include "aeads.hpp"

using namespace std::literals;

static_assert(hl::ascon_cxof128::create(block<256>(1)).has_value());
static_assert(!hl::ascon_cxof128::create(block<257>(1)).has_value());
static_assert(!hl::ascon_cxof128::create(block<256>(1), hl::partial_byte{1, 1}).has_value());
static_assert(hl::ascon_hash256::create().has_value());
static_assert(hl::digest<hl::ascon_hash256>(""sv) != hl::digest<hl::ascon_hash>(""sv));

TEST_CASE("customization strings of every length") {
    const bytes Z = pattern(300, 1);
    std::vector<std::array<std::uint8_t, 32>> seen;
    for (std::size_t n = 0; n <= Z.size(); ++n) {
        const auto z = std::span(Z).first(n);
        const auto made = hl::ascon_cxof128::create(z);
        REQUIRE(made.has_value() == (n <= 256));
        if (!made) {
            CHECK(aborts([&] { hl::ascon_cxof128{z}; }));
            n += 20;
            continue;
        }
        const auto out = made->reader().squeeze<32>();
        CHECK(out == hl::ascon_cxof128{z}.reader().squeeze<32>());
        for (const auto& other : seen) CHECK(other != out);
        seen.push_back(out);
    }
    CHECK(hl::ascon_cxof128{}.reader().squeeze<32>() == seen[0]);
}

TEST_CASE("a customization string that ends within a byte") {
    const bytes Z = pattern(8, 1);
    std::vector<std::array<std::uint8_t, 32>> seen;
    for (unsigned bits = 0; bits < 8; ++bits) {
        const auto low = static_cast<std::uint8_t>(0xa5 & ((1u << bits) - 1));
        const auto out = hl::ascon_cxof128(Z, hl::partial_byte{0xa5, bits}).reader().squeeze<32>();
        CHECK(out == hl::ascon_cxof128(Z, hl::partial_byte{low, bits}).reader().squeeze<32>());
        for (const auto& other : seen) CHECK(other != out);
        seen.push_back(out);
    }
}
