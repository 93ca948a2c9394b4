// SPDX-License-Identifier: Apache-2.0 OR MIT
// Ranges that the compiler digests and adds, and the same at run time.
#include "ranges.hpp"

using namespace ranges_test;

namespace {

constexpr std::array<std::uint8_t, 11> message{9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 255};

// The ranges [0, 8) and [8, 11) of the message, in blocks of 4 bytes.
constexpr std::array<std::uint8_t, 32> in_two_ranges() {
    hl::tree_ranges ranges(hl::parallelhash128(4), message.size());
    std::array<std::uint8_t, 104 + 2 * 32> first{};
    std::array<std::uint8_t, 104 + 208> second{};
    const bool made = ranges.leaves(0, std::span(message).first(8), first) == accepted &&
                      ranges.leaves(8, std::span(message).subspan(8), second) == accepted;
    const bool refused = ranges.add(second) == gap;
    const bool added = ranges.add(first) == accepted && ranges.add(second) == accepted;
    if (!made || !refused || !added) return {};
    return ranges.whole()->digest<32>();
}

constexpr std::array<std::uint8_t, 32> of_a_short_message() {
    hl::tree_ranges ranges(hl::kt128("text"sv), 3);
    std::array<std::uint8_t, 104 + 208> range{};
    const bool good = ranges.leaves(0, "abc"sv, range) == accepted && ranges.add(range) == accepted;
    return good ? ranges.whole()->reader().squeeze<32>() : std::array<std::uint8_t, 32>{};
}

// The same, with the chaining values of the first two blocks from elsewhere.
constexpr std::array<std::uint8_t, 32> of_values() {
    hl::tree_ranges ranges(hl::parallelhash128(4), message.size());
    const auto first = hl::digest<hl::shake128, 32>(std::span(message).first(4));
    const auto second = hl::digest<hl::shake128, 32>(std::span(message).subspan(4, 4));
    std::array<std::uint8_t, 104 + 208> rest{};
    const bool good = ranges.add_values(first) == accepted && ranges.add_values(second) == accepted &&
                      ranges.leaves(8, std::span(message).subspan(8), rest) == accepted && ranges.add(rest) == accepted;
    return good ? ranges.whole()->digest<32>() : std::array<std::uint8_t, 32>{};
}

constexpr auto two = in_two_ranges(), one = of_a_short_message(), values = of_values();
static_assert(two == hl::digest<hl::parallelhash128, 32>(message, 4));
static_assert(values == two);
static_assert(one == hl::digest<hl::kt128, 32>("abc"sv, "text"sv));

}  // namespace

TEST_CASE("constant evaluation and run time agree") {
    CHECK(two == in_two_ranges());
    CHECK(two == of_values());
    CHECK(one == of_a_short_message());
    CHECK(two == hl::digest<hl::parallelhash128, 32>(message, 4));
}
