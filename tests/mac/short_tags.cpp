// SPDX-License-Identifier: Apache-2.0 OR MIT
// A tag that is shorter than the usual one is only accepted where the caller asked for that.
#include <doctest/doctest.h>
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/sp800_185.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace {

namespace hl = hashlane;
using namespace std::literals;
using bytes = std::vector<std::uint8_t>;

static_assert(hl::kmac128::usual_size == 32 && hl::hopmac128::usual_size == 32);
static_assert(hl::kmac256::usual_size == 64 && hl::hopmac256::usual_size == 64);
static_assert(hl::kmacxof128::reader_type::usual_size == 32 && hl::kmacxof256::reader_type::usual_size == 64);

template <class Mac>
bytes tag(std::size_t n) {
    bytes out(n);
    Mac("key"sv).update("message"sv).tag_into(out);
    return out;
}

}  // namespace

TEST_CASE_TEMPLATE("short tags", Mac, hl::kmac128, hl::kmac256, hl::hopmac128, hl::hopmac256) {
    constexpr std::size_t usual = Mac::usual_size;
    const Mac mac = Mac("key"sv).update("message"sv);
    for (std::size_t n = 0; n <= usual + 70; ++n) {
        CAPTURE(n);
        bytes right = tag<Mac>(n);
        CHECK(mac.verify(right) == (n >= usual));
        CHECK(hl::verify<Mac>("key"sv, "message"sv, right) == (n >= usual));
        CHECK(mac.verify(hl::short_tag(right)) == (n >= 8));
        for (const std::size_t least : {std::size_t{0}, std::size_t{3}, std::size_t{4}, std::size_t{5}, n, n + 1}) {
            const bool enough = n >= 4 && n >= least;
            CHECK(mac.verify(hl::short_tag(right, least)) == enough);
            CHECK(hl::verify<Mac>("key"sv, "message"sv, hl::short_tag(right, least)) == enough);
        }
        CHECK_FALSE(hl::verify<Mac>("kez"sv, "message"sv, hl::short_tag(right, 4)));
        CHECK_FALSE(hl::verify<Mac>("key"sv, "message"sv, hl::short_tag(right, 4), "customization"sv));
        for (std::uint8_t& b : right) {
            b ^= 0x20;
            CHECK_FALSE(mac.verify(right));
            CHECK_FALSE(mac.verify(hl::short_tag(right, 0)));
            b ^= 0x20;
        }
    }
}

// KMACXOF gives its tag as a stream. Other streams have the same rule.
TEST_CASE_TEMPLATE("short tags of a stream", Xof, hl::kmacxof128, hl::kmacxof256, hl::cshake128, hl::cshake256) {
    constexpr std::size_t usual = Xof::reader_type::usual_size;
    const auto reader = Xof("key"sv, "customization"sv).absorb("message"sv).reader();
    const auto verifies = [&](const auto& tag) {
        auto copy = reader;
        return copy.verify(tag);
    };
    for (std::size_t n = 0; n <= usual + 70; ++n) {
        CAPTURE(n);
        bytes right(n);
        auto copy = reader;
        copy.squeeze(right);
        CHECK(verifies(right) == (n >= usual));
        CHECK(verifies(hl::short_tag(right)) == (n >= 8));
        for (const std::size_t least : {std::size_t{0}, std::size_t{4}, n, n + 1})
            CHECK(verifies(hl::short_tag(right, least)) == (n >= 4 && n >= least));
        for (std::uint8_t& b : right) {
            b ^= 0x20;
            CHECK_FALSE(verifies(right));
            CHECK_FALSE(verifies(hl::short_tag(right, 0)));
            b ^= 0x20;
        }
    }
}

TEST_CASE("a short tag of any kind of bytes, and while it is compiled") {
    constexpr auto eight = hl::tag<hl::kmac128, 8>("key"sv, "message"sv);
    static_assert(hl::verify<hl::kmac128>("key"sv, "message"sv, hl::short_tag(eight)));
    static_assert(!hl::verify<hl::kmac128>("key"sv, "message"sv, eight));
    static_assert(!hl::verify<hl::kmac128>("key"sv, "message"sv, hl::short_tag(eight, 9)));
    const std::string_view text(reinterpret_cast<const char*>(eight.data()), eight.size());
    CHECK(hl::verify<hl::kmac128>("key"sv, "message"sv, hl::short_tag(text, 8)));
    CHECK(hl::short_tag(text, 0).least() == hl::shortest_tag);
    CHECK(hl::short_tag(text).least() == hl::recommended_tag);
}
