// SPDX-License-Identifier: Apache-2.0 OR MIT
// Hexadecimal digits, and equality in constant time.
#include <doctest/doctest.h>

#include <cstdint>
#include <hashlane/hex.hpp>
#include <hashlane/lanes/secret.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace hl = hashlane;
using namespace std::literals;

constexpr std::array<std::uint8_t, 4> some{0x00, 0x9a, 0xbf, 0xff};
static_assert(hl::to_hex(some) == "009abfff"sv);
static_assert(hl::to_hex(some) == hl::to_hex(some) && hl::to_hex(some) != hl::to_hex(std::array<char, 4>{}));
static_assert(hl::from_hex<4>("009AbfFf") == some);
static_assert(!hl::from_hex<4>("009abff") && !hl::from_hex<4>("009abfff0") && !hl::from_hex<4>("009abff "));
static_assert(hl::from_hex<0>(""));
static_assert(hl::equal_in_constant_time(some, some) && !hl::equal_in_constant_time(some, "0"sv));

}  // namespace

TEST_CASE("every byte is written and read again") {
    std::vector<std::uint8_t> all(256);
    for (std::size_t i = 0; i < 256; ++i) all[i] = static_cast<std::uint8_t>(i);
    const auto text = hl::to_hex<std::string>(all);
    REQUIRE(text.size() == 512);
    std::ostringstream expected;
    for (const unsigned byte : all) expected << "0123456789abcdef"[byte / 16] << "0123456789abcdef"[byte % 16];
    CHECK(text == expected.str());
    CHECK(hl::from_hex<std::vector<std::uint8_t>>(text) == all);
    CHECK(hl::to_hex<std::string>(std::string(all.begin(), all.end())) == text);
}

TEST_CASE("exactly the 22 digits are read") {
    int read = 0;
    for (int c = 0; c < 256; ++c) {
        const char high[] = {static_cast<char>(c), '0'}, low[] = {'0', static_cast<char>(c)};
        const bool digit = "0123456789abcdefABCDEF"sv.find(static_cast<char>(c)) != std::string_view::npos;
        CHECK(hl::from_hex<1>({high, 2}).has_value() == digit);
        CHECK(hl::from_hex<1>({low, 2}).has_value() == digit);
        read += digit;
    }
    CHECK(read == 22);
    for (const std::string& text : {""s, "0"s, "000"s, "0000"s}) CHECK_FALSE(hl::from_hex<1>(text));
    CHECK_FALSE(hl::from_hex<std::vector<std::uint8_t>>("0"));
    CHECK_FALSE(hl::from_hex<std::string>("zz"));
    CHECK(hl::from_hex<std::string>("6162") == "ab"s);
}

TEST_CASE("digits are a string and go to a stream") {
    const std::string text = hl::to_hex(some);
    CHECK(text == "009abfff");
    CHECK(std::string_view(hl::to_hex(some).view()) == "009abfff");
    const std::string_view same = text;
    CHECK((hl::to_hex(some) == same));
    for (const std::string_view other : {same.substr(1), same.substr(0, 7), "009abffe"sv})
        CHECK_FALSE((hl::to_hex(some) == other));
    std::ostringstream out;
    out << hl::to_hex(some);
    CHECK(out.str() == "009abfff");
}

TEST_CASE("equality of ranges") {
    const std::vector<std::uint8_t> a(some.begin(), some.end());
    CHECK(hl::equal_in_constant_time(a, some));
    for (std::size_t i = 0; i < a.size(); ++i) {
        auto b = a;
        b[i] ^= 0x80;
        CHECK_FALSE(hl::equal_in_constant_time(a, b));
        CHECK_FALSE(hl::equal_in_constant_time(a, std::span(a).first(i)));
    }
    CHECK(hl::equal_in_constant_time(""sv, std::vector<char>{}));
}
