// SPDX-License-Identifier: Apache-2.0 OR MIT
// The encoding of rows: docs/ROW.md, against the vectors of integrations/row/reference.py.
#include <doctest/doctest.h>

#include <limits>
#include <map>
#include <set>

#include "engine.hpp"
#include "hl_test.hpp"

using namespace engine_test;

namespace {

bytes message_of(const json& values) {
    collector to;
    CHECK(encode_row(values, to));
    return to.all;
}

std::string digest_of(const json& values, const std::string& algorithm) {
    const auto hash = engine::find_hash(algorithm);
    engine::message_hasher to(*hash);
    encode_row(values, to);
    bytes out(hash->digest_size());
    to.finish(out);
    return hex(out);
}

// The names of the rows that differ, each with a ';'.
std::string wrong_rows(const json& rows) {
    std::string wrong;
    for (const json& row : rows) {
        bool right = !row.contains("message") || hex(message_of(row["values"])) == row["message"].get<std::string>();
        for (const auto& [algorithm, digest] : row["digests"].items())
            right = right && digest_of(row["values"], algorithm) == digest.get<std::string>();
        if (!right) wrong += row["name"].get<std::string>() + ";";
    }
    return wrong;
}

template <class F>
std::string encoded(F&& write) {
    collector to;
    write(engine::row_encoder(to));
    return hex(to.all);
}

}  // namespace

TEST_CASE("each row has the message and the digests of the reference") {
    const json rows = read_vectors()["rows"];
    CHECK(rows.size() > 100);
    CHECK(wrong_rows(rows) == "");
    hl_test::count(rows.size());
}

TEST_CASE("planted: a row whose message or digest is another is found") {
    json rows = read_vectors()["rows"];
    rows[3]["message"] = rows[4]["message"];
    rows[9]["digests"]["sha3-256"] = rows[10]["digests"]["sha3-256"];
    CHECK(wrong_rows(rows) == rows[3]["name"].get<std::string>() + ";" + rows[9]["name"].get<std::string>() + ";");
}

TEST_CASE("rows have the same message only where their values are the same") {
    const std::set<std::set<std::string>> same = {
        {"float64 0", "float64 -0"},
        {"float64 a NaN", "float64 another NaN", "float64 a signalling NaN"},
        {"decimal 0", "decimal 0.00", "decimal -0.0"},
        {"decimal 1.50", "decimal 1.5", "decimal 1500e-3"},
    };
    std::map<bytes, std::set<std::string>> names;
    const json rows = read_vectors()["rows"];
    for (const json& row : rows) names[message_of(row["values"])].insert(row["name"]);
    for (const auto& [message, group] : names) CHECK((group.size() == 1 || same.contains(group)));
    CHECK(std::erase_if(names, [](const auto& one) { return one.second.size() == 1; }) > 100);
    CHECK(names.size() == 4);
}

TEST_CASE("integers of each width, decimals of each scale and times of each unit are written alike") {
    using row = engine::row_encoder<collector>;
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    for (const std::int64_t i : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{300}, least})
        CHECK(encoded([&](row to) { to.integer(i); }) == encoded([&](row to) { to.integer_128(i); }));
    CHECK(encoded([](row to) { to.integer(300); }) == encoded([](row to) { to.unsigned_128(300); }));
    CHECK(encoded([](row to) { to.integer(least); }) == "04088000000000000000");
    CHECK(encoded([](row to) { to.decimal(15, 1); }) == encoded([](row to) { to.decimal(150000, 5); }));
    CHECK(encoded([](row to) { to.decimal(0, 7); }) == encoded([](row to) { to.decimal(0, -7); }));
    CHECK(encoded([](row to) { to.decimal(5, -3); }) == encoded([](row to) { to.decimal(5000, 0); }));
    const bytes fifteen{15};
    CHECK(encoded([&](row to) { to.decimal(fifteen, true, -1); }) == encoded([](row to) { to.decimal(-15, 1); }));
    const bytes large(255, 0x81);  // odd, so that its last decimal digit is not 0
    CHECK(encoded([&](row to) { to.decimal(large, false, 2); }) == "0603ff" + hex(large) + "030102");
    using engine::unit;
    const std::string second = encoded([](row to) { to.instant(-7, unit::second); });
    CHECK(second == encoded([](row to) { to.instant(-7'000, unit::millisecond); }));
    CHECK(second == encoded([](row to) { to.instant(-7'000'000, unit::microsecond); }));
    CHECK(second == encoded([](row to) { to.instant(-7'000'000'000, unit::nanosecond); }));
    CHECK(second != encoded([](row to) { to.local_time(-7, unit::second); }));
    // 2^63 * 10^9 = 0x1dcd6500 * 2^64.
    CHECK(encoded([](row to) { to.instant(least, unit::second); }) == "0c040c1dcd65000000000000000000");
}

TEST_CASE("a message that comes in any pieces has one digest") {
    const auto hash = *engine::find_hash("sha3-256");
    for (const std::size_t size : {0u, 1u, 1023u, 1024u, 1025u, 2049u, 5000u}) {
        const bytes all(size, 0x5a);
        bytes expected(32), got(32);
        CHECK(hash.digest_into(all, expected));
        engine::message_hasher to(hash);
        for (const std::size_t piece : {1u, 7u, 512u, 1024u, 1100u, 6000u}) {
            for (std::size_t i = 0; i < size; i += piece) to.put(all.data() + i, std::min(piece, size - i));
            to.finish(got);
            CHECK(got == expected);
        }
    }
}

TEST_CASE("text that is no UTF-8 is refused") {
    const auto accepted = [](std::string_view text) {
        collector to;
        const bool good = engine::row_encoder(to).text(hl::as_octets(text));
        CHECK(good != to.all.empty());
        return good;
    };
    using namespace std::literals;
    for (const std::string_view good : {""sv, "a"sv, "\0"sv, "\x7f"sv, "\xc2\x80"sv, "\xdf\xbf"sv, "\xe0\xa0\x80"sv,
                                        "\xed\x9f\xbf"sv, "\xee\x80\x80"sv, "\xef\xbf\xbf"sv, "\xf0\x90\x80\x80"sv,
                                        "\xf4\x8f\xbf\xbf"sv, "12345678\xc3\xa9"sv, "1234567\xc3\xa9 and more text"sv})
        CHECK(accepted(good));
    for (const std::string_view bad :
         {"\x80"sv, "\xbf"sv, "\xc0\x80"sv, "\xc1\xbf"sv, "\xc2"sv, "\xc2 "sv, "\xe0\x9f\xbf"sv, "\xe1\x80"sv,
          "\xed\xa0\x80"sv, "\xf0\x8f\xbf\xbf"sv, "\xf4\x90\x80\x80"sv, "\xf5\x80\x80\x80"sv, "\xff"sv,
          "\xf1\x80\x80"sv, "12345678\xff"sv, "1234567\xe2\x82"sv, "\xe2\x82\xac\x80"sv, "\xf1\x80\x80\x7f"sv})
        CHECK_FALSE(accepted(bad));
}
