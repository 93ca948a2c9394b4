// SPDX-License-Identifier: Apache-2.0 OR MIT
// The digest of ranges is that of the message in one piece.
#include "ranges.hpp"

#include <algorithm>
#include <hashlane/any.hpp>

using namespace ranges_test;

namespace {

// Every set of cuts at multiples of a chunk.
template <class Tree>
void every_cutting(const Tree& tree, const bytes& message) {
    const hl::tree_ranges<Tree> fresh(tree, message.size());
    const std::size_t chunk = static_cast<std::size_t>(fresh.chunk_size());
    const std::size_t cuts = message.empty() ? 0 : (message.size() - 1) / chunk;
    const bytes expected = in_one_piece(tree, message);
    for (std::size_t set = 0; set < std::size_t{1} << cuts; ++set) {
        CAPTURE(set);
        sizes places{0};
        for (std::size_t i = 0; i < cuts; ++i)
            if (set >> i & 1) places.push_back((i + 1) * chunk);
        auto ranges = fresh;
        for (const bytes& range : cut(fresh, message, places)) {
            CHECK(ranges.state() == incomplete);
            CHECK(ranges.whole() == nullptr);
            REQUIRE(ranges.add(range) == accepted);
        }
        REQUIRE(ranges.state() == accepted);
        CHECK(ranges.next() == message.size());
        CHECK(output_of(*ranges.whole()) == expected);
    }
}

template <class Tree>
void around_chunks(const Tree& tree, std::size_t chunk, std::size_t most) {
    every_cutting(tree, {});
    for (std::size_t n = chunk; n <= most * chunk; n += chunk)
        for (const std::size_t size : {n - 1, n, n + 1}) {
            CAPTURE(size);
            every_cutting(tree, message_of(size));
        }
}

template <class P>
void every_small_message() {
    for (const std::size_t B : {1u, 3u, 7u, 168u}) {
        CAPTURE(B);
        around_chunks(P(B), B, 5);
        around_chunks(P(B, "customized"sv), B, 2);
    }
    for (std::size_t n = 0; n < 12; ++n) every_cutting(P(3), message_of(n));
}

}  // namespace

TEST_CASE("ParallelHash: every cutting of small messages") {
    every_small_message<hl::parallelhash128>();
    every_small_message<hl::parallelhash256>();
    every_small_message<hl::parallelhashxof128>();
    every_small_message<hl::parallelhashxof256>();
    around_chunks(hl::parallelhash128(), 8192, 2);
}

TEST_CASE(
    "KangarooTwelve: every cutting around the ends of chunks, and customization strings that end in another one") {
    around_chunks(hl::kt128(), 8192, 4);
    around_chunks(hl::kt256(), 8192, 4);
    const std::string_view text = "a customization string that begins in one chunk and ends in the next one";
    for (const std::size_t n : {8192u - 80u, 8192u - 60u, 8192u, 3u * 8192u - 20u}) {
        every_cutting(hl::kt128(text), message_of(n));
        every_cutting(hl::kt256(text), message_of(n));
    }
    for (const std::size_t n : {0u, 1u, 135u, 136u, 137u, 167u, 168u, 169u}) {
        every_cutting(hl::kt128(text), message_of(n));
        every_cutting(hl::kt256(text), message_of(n));
    }
}

TEST_CASE("a whole message may go on, and take a customization string of any length") {
    const bytes message = message_of(3 * 8192 + 5), more = message_of(20000), text = message_of(9000);
    hl::tree_ranges ranges(hl::kt128{}, message.size());
    for (const bytes& range : cut(ranges, message, {0, 16384})) REQUIRE(ranges.add(range) == accepted);
    hl::kt128 tree = *ranges.whole(), expected;
    expected.absorb(message);
    CHECK(tree.export_state() == expected.export_state());
    CHECK(tree.absorb(more).customized_reader(text).squeeze<32>() ==
          expected.absorb(more).customized_reader(text).squeeze<32>());
}

TEST_CASE("ranges in every order, by one and by several threads") {
    const bytes message = message_of(9 * 8192 + 77);
    const hl::tree_ranges fresh(hl::kt128("text"sv), message.size());
    std::vector<bytes> all = cut(fresh, message, {0, 8192, 3 * 8192, 9 * 8192});
    CHECK(all == cut(fresh, message, {0, 8192, 3 * 8192, 9 * 8192}, hl::threads{3}));
    const bytes expected = in_one_piece(hl::kt128("text"sv), message);
    std::ranges::sort(all);
    std::size_t orders = 0;
    do {
        auto ranges = fresh;
        add_in_any_order(ranges, all);
        CHECK(output_of(*ranges.whole()) == expected);
        ++orders;
    } while (std::ranges::next_permutation(all).found);
    CHECK(orders == 24);
}

TEST_CASE("long ranges by threads") {
    const bytes message = message_of(5'000'001);
    for (const unsigned count : {1u, 2u, 5u}) {
        hl::tree_ranges ranges(hl::kt256{}, message.size());
        add_in_any_order(ranges, cut(ranges, message, {0, 8192 * 100, 8192 * 400}, hl::threads{count}));
        CHECK(output_of(*ranges.whole()) == in_one_piece(hl::kt256{}, message));
    }
}

TEST_CASE("an algorithm by name has the same ranges") {
    const bytes message = message_of(40000);
    for (const char* name :
         {"kt128", "kt256", "parallelhash128", "parallelhash256", "parallelhashxof128", "parallelhashxof256"}) {
        CAPTURE(name);
        const auto tree = hl::any_hash::create(name, {.customization = hl::as_octets("text"sv)});
        REQUIRE(tree);
        hl::tree_ranges ranges(*tree, message.size());
        add_in_any_order(ranges, cut(ranges, message, {0, 8192, 16384}));
        auto expected = *tree;
        bytes got(64), want(64);
        CHECK(ranges.whole()->digest(got));
        CHECK(expected.update(message).digest(want));
        CHECK(got == want);
    }
    const hl::tree_ranges any(*hl::any_hash::create("kt128"), message.size());
    CHECK(cut(any, message, {0, 8192}) == cut(hl::tree_ranges(hl::kt128{}, message.size()), message, {0, 8192}));
}

namespace {

// The chaining values of the whole chunks from `first` on: value(chunk) each.
template <class Value>
bytes values_of(const bytes& message, std::size_t chunk, std::size_t first, std::size_t count, const Value& value) {
    bytes out;
    for (std::size_t i = first; i < first + count; ++i) {
        const auto cv = value(std::span(message).subspan(i * chunk, chunk));
        out.insert(out.end(), cv.begin(), cv.end());
    }
    return out;
}

// A message of KangarooTwelve whose leaves are digested by value(). It has more than one chunk.
template <class Tree, class Value>
void leaves_from_elsewhere(std::size_t size, const Value& value) {
    CAPTURE(size);
    const bytes message = message_of(size);
    const std::size_t leaves = size / 8192 - 1;
    hl::tree_ranges ranges(Tree{}, size);
    const bytes all = values_of(message, 8192, 1, leaves, value);
    const std::size_t cv = all.size() / leaves;
    CHECK(ranges.add_values(all) == gap);
    REQUIRE(ranges.add(exported(ranges, 0, std::span(message).first(8192))) == accepted);
    CHECK(ranges.add_values({}) == wrong_size);
    CHECK(ranges.add_values(std::span(all).first(all.size() - 1)) == wrong_size);
    CHECK(ranges.add_values(bytes(all.size() + cv)) == past_end);
    CHECK(ranges.next() == 8192);
    REQUIRE(ranges.add_values(std::span(all).first(cv)) == accepted);
    if (leaves > 1) REQUIRE(ranges.add_values(std::span(all).subspan(cv)) == accepted);
    CHECK(ranges.next() == (leaves + 1) * 8192);
    CHECK(ranges.add_values(std::span(all).first(cv)) == past_end);
    if (const std::size_t rest = size % 8192; rest != 0) {
        CHECK(ranges.state() == incomplete);
        REQUIRE(ranges.add(exported(ranges, size - rest, std::span(message).last(rest))) == accepted);
    }
    REQUIRE(ranges.whole() != nullptr);
    CHECK(output_of(*ranges.whole()) == in_one_piece(Tree{}, message));
}

}  // namespace

TEST_CASE("chaining values that were digested elsewhere, as RFC 9861 s.3.2 and SP 800-185 s.6.3 say") {
    for (std::size_t chunks = 2; chunks < 9; ++chunks)
        for (const std::size_t more : {0u, 1u, 8191u}) {
            leaves_from_elsewhere<hl::kt128>(8192 * chunks + more, [](std::span<const std::uint8_t> chunk) {
                return hl::digest<hl::turboshake128, 32>(chunk, std::uint8_t{0x0b});
            });
            leaves_from_elsewhere<hl::kt256>(8192 * chunks + more, [](std::span<const std::uint8_t> chunk) {
                return hl::digest<hl::turboshake256, 64>(chunk, std::uint8_t{0x0b});
            });
        }
    const bytes message = message_of(7 * 20);
    hl::tree_ranges blocks(hl::parallelhash128(20), message.size());
    const auto shake = [](std::span<const std::uint8_t> block) { return hl::digest<hl::shake128, 32>(block); };
    REQUIRE(blocks.add_values(values_of(message, 20, 0, 7, shake)) == accepted);
    CHECK(output_of(*blocks.whole()) == in_one_piece(hl::parallelhash128(20), message));
    CHECK(hl::tree_ranges(*hl::any_hash::create("sha256"), 20000).add_values(bytes(32)) == no_ranges);
}

TEST_CASE("the sizes that are documented") {
    const bytes message = message_of(3 * 8192 + 9);
    const hl::tree_ranges kt(hl::kt128{}, message.size());
    CHECK(kt.range_size(0, 8192) == 104 + 208);
    CHECK(kt.range_size(0, 3 * 8192) == 104 + 208 + 2 * 32);
    CHECK(kt.range_size(8192, 2 * 8192) == 104 + 2 * 32);
    CHECK(kt.range_size(0, message.size()) == 104 + 208 + 2 * 32 + 208);
    CHECK(hl::tree_ranges(hl::kt256{}, 16384).range_size(8192, 8192) == 104 + 64);
    CHECK(hl::tree_ranges(hl::kt256{}, 0).range_size(0, 0) == 104 + 208);
    CHECK(hl::tree_ranges(hl::parallelhash128{8}, 17).range_size(0, 17) == 104 + 2 * 32 + 208);
    CHECK(hl::tree_ranges(hl::parallelhash128{8}, 0).range_size(0, 0) == 104);
}

TEST_CASE("the layout that is documented") {
    const bytes message = message_of(16);
    const hl::parallelhash128 tree(4, "text"sv);
    bytes expected{'H', 'L', 'R', 1};
    const auto put = [&](const auto& more) { expected.insert(expected.end(), more.begin(), more.end()); };
    const auto put_integer = [&](std::uint8_t n) {
        expected.push_back(n);
        expected.resize(expected.size() + 7);
    };
    put("parallelhash128"sv);
    expected.resize(32);
    put_integer(4);
    put_integer(16);
    put_integer(4);
    put_integer(8);
    put(hl::turboshake128(0x49).absorb(tree.export_state()).reader().squeeze<32>());
    put(hl::digest<hl::shake128, 32>(std::span(message).subspan(4, 4)));
    put(hl::digest<hl::shake128, 32>(std::span(message).subspan(8, 4)));
    put(hl::turboshake128(0x48).absorb(expected).reader().squeeze<8>());
    CHECK(exported(hl::tree_ranges(tree, 16), 4, std::span(message).subspan(4, 8)) == expected);
}
