// SPDX-License-Identifier: Apache-2.0 OR MIT
// The shapes that messages and digests may have.
#include <array>
#include <cstddef>
#include <string_view>

#include "batch.hpp"

using namespace batch_test;
using namespace std::string_view_literals;

namespace {

using digest = hl::sha256::digest_type;

template <class R>
std::vector<digest> in_turn(const R& messages) {
    std::vector<digest> out;
    for (std::size_t i = 0; i < std::size(messages); ++i) out.push_back(hl::digest<hl::sha256>(messages[i]));
    return out;
}

}  // namespace

TEST_CASE("ranges of ranges of bytes") {
    const std::vector<std::string> strings{"", "a", "abc", std::string(1000, 'x')};
    std::vector<digest> out(4);
    hl::digest_many<hl::sha256>(strings, out);
    CHECK(out == in_turn(strings));

    const std::string_view views[] = {"one"sv, "two"sv, ""sv};
    std::array<digest, 3> three;
    hl::digest_many<hl::sha256>(views, three);
    CHECK(std::ranges::equal(three, in_turn(views)));

    const std::vector<std::vector<std::byte>> vectors(5, std::vector<std::byte>(7));
    std::vector<std::span<const std::byte>> spans(vectors.begin(), vectors.end());
    bytes flat(5 * 32);
    hl::digest_many<hl::sha256>(std::span(spans), flat);
    for (std::size_t i = 0; i < 5; ++i)
        CHECK(std::ranges::equal(std::span(flat).subspan(32 * i, 32), hl::digest<hl::sha256>(vectors[i])));

    std::vector<std::byte> other(5 * 32);
    hl::digest_many<hl::sha256>(vectors, std::span(other));
    CHECK(std::ranges::equal(other, flat, {}, [](std::byte b) { return static_cast<std::uint8_t>(b); }));

    std::vector<std::string> places(5, std::string(32, ' '));
    hl::digest_many<hl::sha256>(vectors, places);
    for (const std::string& place : places)
        CHECK(hl::equal_in_constant_time(place, hl::digest<hl::sha256>(vectors[0])));
    const std::array<std::array<char, 3>, 2> arrays{{{'a', 'b', 'c'}, {'d', 'e', 'f'}}};
    std::array<digest, 2> two;
    hl::digest_many<hl::sha256>(arrays, two);
    CHECK(two[0] == hl::digest<hl::sha256>("abc"sv));

    std::array<digest, 0> none;
    hl::digest_many<hl::sha256>(std::vector<std::string>{}, none);
}

TEST_CASE("an xof gives as many bytes as there is room for") {
    const std::vector<std::string> strings{"a", "b", "c"};
    std::vector<std::array<std::uint8_t, 20>> arrays(3);
    hl::digest_many<hl::shake128>(strings, arrays);
    bytes flat(3 * 500);
    hl::digest_many<hl::shake128>(strings, flat);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(arrays[i] == hl::digest<hl::shake128, 20>(strings[i]));
        CHECK(std::ranges::equal(std::span(flat).subspan(500 * i, 500), hl::digest<hl::shake128, 500>(strings[i])));
    }
    bytes nothing;
    hl::digest_many<hl::shake128>(strings, nothing);
}

TEST_CASE("rows of one width") {
    const view table = view(source()).first(1000);
    each_target_and_all([&] {
        for (const std::size_t width : {1u, 8u, 20u, 125u, 1000u}) {
            std::vector<digest> out(1000 / width);
            const auto rows = hl::fixed_width(table, width);
            hl::digest_many<hl::sha256>(rows, out);
            CHECK(out == in_turn(rows));
        }
        const auto inner = hl::fixed_width(table.first(990), 30, 40);  // the last row has no gap behind it
        CHECK(inner.size() == 25);
        std::vector<digest> out(25);
        hl::digest_many<hl::sha256>(inner, out);
        CHECK(out == in_turn(inner));
        CHECK(out[24] == hl::digest<hl::sha256>(table.subspan(960, 30)));
    });
    CHECK(hl::fixed_width(table.first(0), 32).size() == 0);
}

TEST_CASE("tags of rows, and digests in a gap between rows") {
    const hl::hmac<hl::sha256> mac(message(5, 70));
    each_target_and_all([&] {
        for (const std::size_t width : {20u, 32u, 64u, 100u}) {
            const auto rows = hl::fixed_width(view(source()).first(150 * width), width);
            std::vector<digest> tags(150), want;
            for (std::size_t i = 0; i < 150; ++i) want.push_back(hl::hmac<hl::sha256>(mac).update(rows[i]).tag());
            hl::tag_many(mac, rows, tags);
            CHECK(tags == want);
        }
        bytes memory(source().begin(), source().begin() + 40 * 2048);
        const auto rows = hl::fixed_width(memory, 64, 2048);
        const auto want = in_turn(rows);
        const std::span gap = std::span(memory).subspan(2048 + 64, 40 * 32);
        hl::digest_many<hl::sha256>(rows, gap);
        for (std::size_t i = 0; i < 40; ++i) CHECK(std::ranges::equal(gap.subspan(32 * i, 32), want[i]));
    });
}

TEST_CASE_TEMPLATE("a column of strings by offsets", O, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
    std::vector<O> offsets{3, 3, 3, 50, 50, 114, 115, 1000};
    while (offsets.size() < 60) offsets.push_back(static_cast<O>(offsets.back() + static_cast<O>(offsets.size() % 5)));
    const auto messages = hl::with_offsets(source(), offsets);
    each_target_and_all([&] {
        std::vector<digest> out(59);
        hl::digest_many<hl::sha256>(messages, out);
        CHECK(out == in_turn(messages));
    });
    CHECK(hl::with_offsets(source(), std::vector<O>{}).size() == 0);
    CHECK(hl::with_offsets(source(), std::vector<O>{5}).size() == 0);
}

// A pair of sha224 and of sha384 ends within a unit of the kernels, or within a block. 128 pairs are a window.
TEST_CASE_TEMPLATE("pairs of digests, also in place", H, hl::sha256, hl::sha224, hl::sha512, hl::sha384, hl::sha3_256,
                   hl::sha3_512, hl::ascon_hash256) {
    using D = typename H::digest_type;
    each_target_and_all([] {
        std::vector<std::size_t> numbers{40, 127, 128, 129, 144, 300};
        for (std::size_t n = 0; n <= 33; ++n) numbers.push_back(n);
        for (const std::size_t pairs : numbers) {
            CAPTURE(pairs);
            std::vector<D> level(2 * pairs), want;
            for (std::size_t i = 0; i < level.size(); ++i) level[i] = hl::digest<H>(message(i, i % 50));
            for (std::size_t i = 0; i < pairs; ++i)
                want.push_back(H().update(level[2 * i]).update(level[2 * i + 1]).digest());
            std::vector<D> parents(pairs);
            hl::hash_pairs<H>(level, parents);
            CHECK(parents == want);
            hl::hash_pairs<H>(level, std::span(level).first(pairs));
            level.resize(pairs);
            CHECK(level == want);
        }
    });
}

TEST_CASE("constant expressions") {
    constexpr auto digests = [] {
        const std::array<std::array<std::uint8_t, 2>, 2> messages{{{1, 2}, {3, 4}}};
        std::array<digest, 2> out{};
        hl::digest_many<hl::sha256>(messages, out);
        return out;
    }();
    CHECK(digests[1] == hl::digest<hl::sha256>(std::array<std::uint8_t, 2>{3, 4}));
}

// A message that dies with the expression that made it is refused.
struct short_lived {
    std::size_t size() const { return 1; }
    std::string operator[](std::size_t) const { return "x"; }
};
static_assert(!hl::message_range<short_lived>);
static_assert(!hl::message_range<std::string>);
static_assert(hl::message_range<std::vector<std::string>>);
