// SPDX-License-Identifier: Apache-2.0 OR MIT
// The aggregates of docs/ROW.md: against the vectors, and for every algorithm against their definitions.
#include <doctest/doctest.h>

#include <algorithm>

#include "engine.hpp"
#include "hl_test.hpp"

using namespace engine_test;

namespace {

bytes agg(const json& values, const hl::any_digest& hash) {
    engine::sequence_digest all(hash);
    for (const json& value : values) CHECK(encode(value, all.values()));
    bytes out(hash.digest_size());
    all.finish(out);
    return out;
}

bytes set_agg(const json& values, const hl::any_digest& hash) {
    engine::set_digest all(hash, engine::set_digest::usual_limit);
    for (const json& value : values) {
        CHECK(encode(value, all.start_value()));
        all.end_value();
    }
    bytes out(hash.digest_size());
    CHECK(all.problem().message() == "");
    CHECK(all.finish(out));
    return out;
}

bytes leaf_of(const json& value) {
    const auto text = value["value"].get<std::string>();
    return value["kind"].get<std::string>() == "bytes" ? from_hex(value["value"]) : bytes(text.begin(), text.end());
}

bytes merkle_root(const json& values, const hl::any_digest& hash) {
    engine::merkle_root tree(hash);
    for (const json& value : values) tree.add(leaf_of(value));
    bytes out(hash.digest_size());
    CHECK(tree.complete());
    tree.finish(out);
    return out;
}

std::vector<std::string> wrong_columns(const json& columns) {
    std::vector<std::string> wrong;
    const auto differ = [&](const json& column, const char* name, auto&& compute) {
        if (!column.contains(name)) return;
        for (const auto& [algorithm, digest] : column[name].items()) {
            const std::string expected = digest;
            if (hex(compute(column["values"], *engine::find_hash(algorithm))) != expected)
                wrong.push_back(column["name"].get<std::string>() + ", " + name);
        }
    };
    for (const json& column : columns) {
        differ(column, "agg", agg);
        differ(column, "set_agg", set_agg);
        differ(column, "merkle_root", merkle_root);
    }
    return wrong;
}

// The definitions of docs/ROW.md, one call of the hash for each message.
bytes digest(const hl::any_digest& hash, const bytes& message) {
    bytes out(hash.digest_size());
    CHECK(hash.digest_into(message, out));
    return out;
}
bytes joined(bytes a, const bytes& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}
bytes start_of(std::string_view name) {
    collector to;
    engine::row_encoder(to).domain(name);
    return to.all;
}
bytes plain_agg(const json& values, const hl::any_digest& hash) {
    collector to{start_of("hashlane_agg")};
    for (const json& value : values) encode(value, engine::row_encoder(to));
    return digest(hash, to.all);
}
bytes plain_set_agg(const json& values, const hl::any_digest& hash) {
    std::vector<bytes> digests;
    for (const json& value : values) {
        collector to;
        encode_row(json::array({value}), to);
        digests.push_back(digest(hash, to.all));
    }
    std::ranges::sort(digests);
    bytes all = start_of("hashlane_set_agg");
    for (const bytes& one : digests) all = joined(all, one);
    return digest(hash, all);
}
bytes plain_merkle_root(const std::vector<bytes>& leaves, const hl::any_digest& hash) {
    if (leaves.size() == 1) return digest(hash, joined({0}, leaves[0]));
    std::size_t k = 1;
    while (2 * k < leaves.size()) k *= 2;
    const auto middle = leaves.begin() + static_cast<std::ptrdiff_t>(k);
    const bytes left = plain_merkle_root({leaves.begin(), middle}, hash);
    return digest(hash, joined(joined({1}, left), plain_merkle_root({middle, leaves.end()}, hash)));
}

json texts(std::size_t n) {
    json values = json::array();
    for (std::size_t i = 0; i < n; ++i)
        values.push_back({{"kind", "text"}, {"value", std::string(i % 90, 'x') + std::to_string(i)}});
    return values;
}

}  // namespace

TEST_CASE("each column has the digests of the reference") {
    const json columns = read_vectors()["columns"];
    CHECK(columns.size() > 20);
    CHECK(wrong_columns(columns) == std::vector<std::string>{});
    hl_test::count(columns.size());
}

TEST_CASE("planted: a column with another digest is found") {
    json columns = read_vectors()["columns"];
    columns[1]["agg"]["sha256"] = columns[2]["agg"]["sha256"];
    columns[2]["set_agg"]["shake128"] = columns[0]["set_agg"]["shake128"];
    columns[0]["merkle_root"]["sha512"] = columns[1]["merkle_root"]["sha512"];
    CHECK(wrong_columns(columns).size() == 3);
}

TEST_CASE("every hash and XOF, at the edges of batches") {
    std::size_t algorithms = 0;
    for (const hl::algorithm& a : hl::algorithms()) {
        const auto hash = engine::find_hash(a.name);
        if (!hash) continue;
        ++algorithms;
        CAPTURE(a.name);
        for (const std::size_t n : {1u, 255u, 256u, 257u}) {
            const json values = texts(n);
            std::vector<bytes> leaves;
            for (const json& value : values) leaves.push_back(leaf_of(value));
            CHECK(agg(values, *hash) == plain_agg(values, *hash));
            CHECK(set_agg(values, *hash) == plain_set_agg(values, *hash));
            CHECK(merkle_root(values, *hash) == plain_merkle_root(leaves, *hash));
        }
    }
    CHECK(algorithms > 30);
}

TEST_CASE("a set has no order, and counts how often a value is there") {
    const auto hash = *engine::find_hash("sha256");
    json values = texts(300);
    const bytes forward = set_agg(values, hash);
    std::reverse(values.begin(), values.end());
    CHECK(set_agg(values, hash) == forward);
    values.push_back(values[0]);
    CHECK(set_agg(values, hash) != forward);
}

TEST_CASE("a value that was dropped is not in the set, short or long") {
    const auto hash = *engine::find_hash("sha256");
    engine::set_digest all(hash, engine::set_digest::usual_limit), expected(hash, engine::set_digest::usual_limit);
    for (const std::size_t size : {0u, 10u, 4000u, 5000u, 100000u}) {
        const bytes value(size, 1);
        all.start_value().bytes(bytes(size, 2));
        all.drop_value();
        all.start_value().bytes(value);
        all.end_value();
        expected.start_value().bytes(value);
        expected.end_value();
    }
    bytes a(32), b(32);
    CHECK(all.finish(a));
    CHECK(expected.finish(b));
    CHECK(a == b);
}

// Digests of a set: random ones, many that are the same, and many that differ in the last bit alone.
std::vector<bytes> many_digests(std::size_t size) {
    std::vector<bytes> all(400'000, bytes(size));
    std::uint32_t random = 1;
    for (std::size_t i = 0; i < 200'000; ++i) {
        for (auto& byte : all[i]) {
            random = random * 1664525 + 1013904223;
            byte = static_cast<std::uint8_t>(random >> 24);
        }
    }
    for (std::size_t i = 200'000; i < 400'000; ++i) {
        all[i].assign(size, 0x5a);
        if (i % 3 == 0) all[i].back() ^= 1;
    }
    return all;
}

TEST_CASE("a large set ends in steps") {
    for (const char* const name : {"sha224", "sha256", "sha384", "sha512"}) {
        const auto hash = *engine::find_hash(name);
        auto digests = many_digests(hash.digest_size());
        engine::set_digest all(hash, engine::set_digest::usual_limit);
        for (const bytes& one : digests) all.add_digests(one);
        std::ranges::sort(digests);
        bytes message = start_of("hashlane_set_agg");
        for (const bytes& one : digests) message.insert(message.end(), one.begin(), one.end());
        const bytes expected = digest(hash, message);
        engine::set_ending end(all);
        std::size_t steps = 0;
        while (end.step()) ++steps;
        bytes got(hash.digest_size());
        end.finish(got);
        CHECK(got == expected);
        CHECK(steps > 20);
        CHECK(all.finish(got));  // again, of what is sorted already
        CHECK(got == expected);
    }
}

TEST_CASE("sets that are joined and copied, and trees that are copied") {
    const auto hash = *engine::find_hash("sha256");
    const json values = texts(700);
    const auto add = [&](engine::set_digest& set, std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            encode(values[i], set.start_value());
            set.end_value();
        }
    };
    engine::set_digest left(hash, engine::set_digest::usual_limit), right(hash, engine::set_digest::usual_limit);
    add(left, 0, 290);
    add(right, 290, 700);
    engine::set_digest both(left);
    both.add(right);
    bytes got(32);
    CHECK(both.finish(got));
    CHECK(got == set_agg(values, hash));
    add(left, 290, 700);  // neither the copy nor the join has changed it
    CHECK(left.finish(got));
    CHECK(got == set_agg(values, hash));

    engine::merkle_root tree(hash);
    for (std::size_t i = 0; i < 300; ++i) tree.add(leaf_of(values[i]));
    engine::merkle_root copy(tree);
    for (std::size_t i = 300; i < 700; ++i) {
        tree.add(leaf_of(values[i]));
        copy.add(leaf_of(values[i]));
    }
    for (engine::merkle_root* const one : {&tree, &copy}) {
        one->finish(got);
        CHECK(got == merkle_root(values, hash));
    }
}

TEST_CASE("sets and trees of values whose digests are known") {
    const auto hash = *engine::find_hash("sha256");
    const json values = texts(300);
    engine::set_digest left(hash, engine::set_digest::usual_limit), right(hash, engine::set_digest::usual_limit);
    for (std::size_t i = 0; i < values.size(); ++i) {
        engine::set_digest& one = i < 3 ? left : right;
        encode(values[i], one.start_value());
        one.end_value();
    }
    CHECK(right.digests().size() == 297 * 32);
    left.add_digests(right.digests());
    bytes got(32);
    CHECK(left.finish(got));
    CHECK(got == set_agg(values, hash));

    engine::merkle_root tree(hash);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bytes leaf = leaf_of(values[i]);
        if (i % 3 == 1)
            tree.add_digest(digest(hash, joined({0}, leaf)));
        else
            tree.add(leaf);
    }
    tree.finish(got);
    CHECK(got == merkle_root(values, hash));
}

TEST_CASE("a set ends at its limit, with a reason") {
    const auto hash = *engine::find_hash("sha256");
    for (const bool is_long : {false, true}) {
        engine::set_digest fits(hash, 1000 * 32), over(hash, 1000 * 32 - 1);
        const bytes value(is_long ? 5000 : 5, 1);
        for (int i = 0; i < 1000; ++i) {
            for (engine::set_digest* const set : {&fits, &over}) {
                set->start_value().bytes(value);
                set->end_value();
            }
        }
        bytes out(32);
        CHECK(fits.finish(out));
        CHECK_FALSE(over.finish(out));
        CHECK(over.problem().message() ==
              "hashlane_set_agg keeps 32 bytes for each row, and all rows need more than 31999 bytes");
    }
}
