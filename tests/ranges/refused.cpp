// SPDX-License-Identifier: Apache-2.0 OR MIT
// Ranges that are missing, doubled, overlapping, in another order, damaged, forged or of something else.
#include "ranges.hpp"

#include <hashlane/any.hpp>
#include <limits>

using namespace ranges_test;

namespace {

// An integer of 8 bytes at that place of a header.
void put(bytes& range, std::size_t at, std::uint64_t value) {
    for (std::size_t i = 0; i < 8; ++i) range[at + i] = static_cast<std::uint8_t>(value >> 8 * i);
}

// Gives the bytes the check that belongs to them, as somebody does who forges a range.
bytes checked(bytes range) {
    const std::span all(range);
    hl::turboshake128 check(0x48);
    check.absorb(all.first(all.size() - 8)).reader().squeeze(all.last(8));
    return range;
}

constexpr std::size_t at_name = 4, at_chunk = 32, at_message = 40, at_place = 48, at_length = 56, at_parameters = 64,
                      at_values = 96;

bytes with(bytes range, std::size_t at, std::uint64_t value) {
    put(range, at, value);
    return checked(range);
}

const bytes message = message_of(4 * 8192 + 100);
const hl::tree_ranges fresh(hl::kt128{}, message.size());
const sizes quarters{0, 8192, 2 * 8192, 3 * 8192};

}  // namespace

TEST_CASE("ranges that are missing, doubled, overlapping or in another order") {
    const auto all = cut(fresh, message, quarters);
    auto ranges = fresh;
    CHECK(ranges.add(all[1]) == gap);
    CHECK(ranges.add(all[3]) == gap);
    CHECK(ranges.add(all[0]) == accepted);
    CHECK(ranges.add(all[0]) == repeated);
    CHECK(ranges.add(all[2]) == gap);
    CHECK(ranges.add(exported(fresh, 0, std::span(message).first(2 * 8192))) == overlapping);
    CHECK(ranges.add(exported(fresh, 0, message)) == overlapping);
    CHECK(ranges.add(all[1]) == accepted);
    CHECK(ranges.add(exported(fresh, 0, std::span(message).first(2 * 8192))) == repeated);
    CHECK(ranges.state() == incomplete);
    CHECK(ranges.whole() == nullptr);
    CHECK(ranges.next() == 2 * 8192);
    CHECK(ranges.add(all[2]) == accepted);
    CHECK(ranges.add(all[3]) == accepted);
    for (const bytes& range : all) CHECK(ranges.add(range) == repeated);
    CHECK(output_of(*ranges.whole()) == in_one_piece(hl::kt128{}, message));
    hl::tree_ranges nothing(hl::kt128{}, 0);
    CHECK(nothing.whole() == nullptr);
    const bytes range = exported(nothing, 0, {});
    CHECK(nothing.add(range) == accepted);
    CHECK(nothing.add(range) == repeated);
}

TEST_CASE("ranges of something else") {
    const std::size_t n = message.size();
    const auto first = std::span(message).first(8192);
    auto ranges = fresh;
    CHECK(ranges.add(exported(hl::tree_ranges(hl::kt256{}, n), 0, first)) == other_algorithm);
    CHECK(ranges.add(exported(hl::tree_ranges(hl::parallelhash128{}, n), 0, first)) == other_algorithm);
    CHECK(ranges.add(exported(hl::tree_ranges(hl::kt128{}, n + 1), 0, first)) == other_message);
    CHECK(ranges.add(exported(hl::tree_ranges(hl::kt128("text"sv), n), 0, first)) == other_parameters);
    hl::tree_ranges blocks(hl::parallelhash128(4096), n);
    CHECK(blocks.add(exported(hl::tree_ranges(hl::parallelhash128(8192), n), 0, first)) == other_chunk);
    CHECK(blocks.add(exported(hl::tree_ranges(hl::parallelhash128(4096, "x"sv), n), 0, first)) == other_parameters);
    CHECK(blocks.add(exported(hl::tree_ranges(hl::parallelhashxof128(4096), n), 0, first)) == other_algorithm);
    CHECK(blocks.next() == 0);
    CHECK(ranges.next() == 0);
}

TEST_CASE("bytes that are no range, or were changed") {
    const bytes good = cut(fresh, message, quarters)[0];
    auto ranges = fresh;
    for (std::size_t n = 0; n < good.size(); ++n) {
        const hl::range_result why = n < 4 ? no_range : damaged;
        REQUIRE(ranges.add(std::span(good).first(n)) == why);
    }
    for (std::size_t i = 0; i < good.size(); ++i) {
        bytes bad = good;
        bad[i] ^= 1;
        const hl::range_result why = i < 3 ? no_range : i == 3 ? other_version : damaged;
        REQUIRE(ranges.add(bad) == why);
    }
    bytes longer = good;
    longer.push_back(0);
    CHECK(ranges.add(longer) == damaged);
    CHECK(ranges.add(checked(longer)) == damaged);
    std::uint64_t place = 77;
    CHECK(ranges.read_place(longer, place) == damaged);
    CHECK(place == 77);
    CHECK(ranges.add(good) == accepted);
}

TEST_CASE("headers that are forged, with the right check") {
    const bytes good = cut(fresh, message, quarters)[1];
    auto ranges = fresh;
    REQUIRE(ranges.add(cut(fresh, message, quarters)[0]) == accepted);
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    CHECK(ranges.add(with(good, at_place, 2 * 8192)) == gap);
    CHECK(ranges.add(with(good, at_place, 8191)) == not_at_chunk);
    CHECK(ranges.add(with(good, at_place, most)) == past_end);
    CHECK(ranges.add(with(good, at_place, most - 8191)) == past_end);
    CHECK(ranges.add(with(good, at_length, 0)) == empty);
    CHECK(ranges.add(with(good, at_length, 8191)) == chunk_torn);
    CHECK(ranges.add(with(good, at_length, 2 * 8192)) == damaged);
    CHECK(ranges.add(with(good, at_length, message.size() - 8192)) == damaged);
    CHECK(ranges.add(with(good, at_length, message.size())) == past_end);
    CHECK(ranges.add(with(good, at_length, most)) == past_end);
    CHECK(ranges.add(with(good, at_message, most)) == other_message);
    CHECK(ranges.add(with(good, at_chunk, 0)) == other_chunk);
    CHECK(ranges.add(with(good, at_name, 0)) == other_algorithm);
    CHECK(ranges.add(with(good, at_parameters, 0)) == other_parameters);
    CHECK(ranges.add(with(good, at_values, 0)) == accepted);
}

TEST_CASE("states that no message has, with the right check") {
    const hl::tree_ranges small(hl::kt128{}, 100);
    auto ranges = small;
    const bytes head = exported(small, 0, std::span(message).first(100));
    constexpr std::size_t position = at_values + 200;
    CHECK(ranges.add(with(head, position, 99)) == damaged);
    CHECK(ranges.add(with(head, position, 168)) == damaged);
    CHECK(ranges.add(with(head, at_values + 192, 1)) == damaged);
    CHECK(ranges.add(head) == accepted);
    const hl::tree_ranges blocks(hl::parallelhash256(200), 200 + 150);
    ranges = small;
    auto tails = blocks;
    REQUIRE(tails.add(exported(blocks, 0, std::span(message).first(200))) == accepted);
    const bytes tail = exported(blocks, 200, std::span(message).subspan(200, 150));
    CHECK(tails.add(with(tail, position, 15)) == damaged);
    CHECK(tails.add(with(tail, position, 136)) == damaged);
    CHECK(tails.next() == 200);
    CHECK(tails.add(tail) == accepted);
}

TEST_CASE("ranges that a worker cannot make") {
    const std::size_t n = message.size();
    bytes out(fresh.range_size(0, 8192));
    const auto part = [](std::size_t size) { return std::span(message).first(size); };
    CHECK(fresh.leaves(1, part(8192), out) == not_at_chunk);
    CHECK(fresh.leaves(0, part(8191), out) == chunk_torn);
    CHECK(fresh.leaves(0, part(0), out) == empty);
    CHECK(fresh.leaves(4 * 8192, part(101), out) == past_end);
    CHECK(fresh.leaves(n + 1, part(0), out) == past_end);
    CHECK(fresh.leaves(0, part(8192), std::span(out).first(out.size() - 1)) == wrong_size);
    CHECK(fresh.range_size(1, 8192) == 0);
    CHECK(fresh.range_size(0, 8191) == 0);
    CHECK(fresh.range_size(0, n + 1) == 0);
    bytes both = message;
    const auto inside = std::span(both).subspan(8191, out.size());
    CHECK(fresh.leaves(0, std::span(both).first(8192), inside) == buffers_overlap);
    CHECK(both == message);
    CHECK(out == bytes(out.size()));
    CHECK(fresh.leaves(0, std::span(both).first(8192), std::span(both).subspan(8192, out.size())) == accepted);
}

TEST_CASE("trees that have no ranges") {
    bytes out(104);
    const auto refused = [&](auto tree, std::uint64_t size, hl::range_result why) {
        hl::tree_ranges ranges(tree, size);
        CHECK(ranges.state() == why);
        CHECK(ranges.leaves(0, bytes(), out) == why);
        CHECK(ranges.add(out) == why);
        CHECK(ranges.range_size(0, 0) == 0);
        CHECK(ranges.whole() == nullptr);
    };
    refused(*hl::any_hash::create("sha256"), 0, no_ranges);
    refused(*hl::any_hash::create("hopmac128", {.key = hl::as_octets("key"sv)}), 0, no_ranges);
    refused(hl::kt128().absorb("x"sv), 0, tree_begun);
    refused(hl::parallelhash128(8).update("x"sv), 0, tree_begun);
    refused(*hl::any_hash::create("kt128"), std::uint64_t{1} << 63, message_too_long);
    CHECK(hl::tree_ranges(hl::kt128(), (std::uint64_t{1} << 63) - 1).state() == incomplete);
    CHECK(hl::tree_ranges(*hl::any_hash::create("sha256"), 5).chunk_size() == 0);
}

TEST_CASE("places beyond 2^40") {
    constexpr std::uint64_t far = std::uint64_t{1} << 40;
    const hl::tree_ranges kt(hl::kt128{}, far + 8192 + 5);
    CHECK(kt.range_size(0, far) == 104 + 208 + (far / 8192 - 1) * 32);
    bytes last = exported(kt, far + 8192, std::span(message).first(5));
    const bytes twin = exported(hl::tree_ranges(hl::kt128{}, 8192 + 5), 8192, std::span(message).first(5));
    CHECK(bytes(last.begin() + at_values, last.end() - 8) == bytes(twin.begin() + at_values, twin.end() - 8));
    std::uint64_t place = 0;
    CHECK(kt.read_place(last, place) == accepted);
    CHECK(place == far + 8192);
    const hl::tree_ranges bytewise(hl::parallelhash256(1), (std::uint64_t{1} << 63) - 1);
    CHECK(bytewise.range_size(0, std::uint64_t{1} << 58) == 0);

    // Four blocks of 2^38 bytes whose chaining values are invented, and three bytes: the digest by SP 800-185 s.6.3.
    constexpr std::uint64_t B = far / 4;
    hl::tree_ranges ranges(hl::parallelhash128(B), far + 3);
    bytes blocks(104 + 4 * 32, 0x5a);
    const bytes tail = exported(ranges, far, hl::as_octets("abc"sv));
    std::copy_n(tail.begin(), at_values, blocks.begin());
    put(blocks, at_place, 0);
    put(blocks, at_length, far);
    CHECK(ranges.add(tail) == gap);
    REQUIRE(ranges.add(checked(blocks)) == accepted);
    CHECK(ranges.next() == far);
    REQUIRE(ranges.add(tail) == accepted);
    hl::cshake128 expected("ParallelHash"sv, ""sv);
    expected.absorb(bytes{5, 0x40, 0, 0, 0, 0});
    expected.absorb(bytes(4 * 32, 0x5a));
    expected.absorb(hl::digest<hl::shake128, 32>("abc"sv));
    expected.absorb(bytes{5, 1, 0x01, 0x00, 2});
    CHECK(ranges.whole()->digest<32>() == expected.reader().squeeze<32>());
}
