// SPDX-License-Identifier: Apache-2.0 OR MIT
// What holds for every hash and XOF: how the message is cut, when a digest is taken and where a copy is made do not
// show in the result.
#include "algorithms.hpp"

using namespace properties;
using kat::tally;

TEST_CASE("any two and any three pieces give what the whole gives") {
    each_plain([]<class H>() {
        tally count("splits " + std::string(H::name));
        kat::each_target([&] {
            for (const std::size_t n : edges(H::block_size)) {
                const bytes data = random_bytes(n, static_cast<std::uint32_t>(n));
                const bytes want = as_hash<H>::of(data);
                count.vector();
                for (std::size_t i = 0; i <= n; ++i) {
                    const std::size_t j = i + (n - i) / 2;
                    for (const kat::cut& way : {kat::cut{"two", {i, n - i}}, kat::cut{"three", {i, j - i, 0, n - j}}}) {
                        H h;
                        kat::feed(data, way, [&](auto piece) { as_hash<H>::feed(h, piece); });
                        count.check(as_hash<H>::result(h) == want, std::to_string(n) + " at " + std::to_string(i),
                                    way.how);
                    }
                }
            }
        });
    });
}

TEST_CASE("a digest in the middle changes nothing, and is right") {
    each_plain([]<class H>() {
        tally count("digest in the middle " + std::string(H::name));
        kat::each_target([&] {
            const bytes data = random_bytes(2 * H::block_size + 3, 7);
            H h;
            for (std::size_t i = 0; i < data.size(); ++i) {
                const auto head = std::span(data).first(i);
                count.vector();
                count.check(as_hash<H>::result(h) == as_hash<H>::of(head), std::to_string(i), "so far");
                count.check(as_hash<H>::result(h) == as_hash<H>::of(head), std::to_string(i), "again");
                as_hash<H>::feed(h, std::span(data).subspan(i, 1));
            }
        });
    });
}

TEST_CASE("a copy goes its own way") {
    each_plain([]<class H>() {
        tally count("copies " + std::string(H::name));
        kat::each_target([&] {
            const bytes head = random_bytes(H::block_size + 1, 1), left = random_bytes(200, 2),
                        right = random_bytes(33, 3);
            for (const std::size_t n : {std::size_t{0}, std::size_t{1}, H::block_size, H::block_size + 1}) {
                const bytes first(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(n));
                H a;
                as_hash<H>::feed(a, first);
                H b = a;
                as_hash<H>::feed(a, left);
                as_hash<H>::feed(b, right);
                bytes whole_a = first, whole_b = first;
                whole_a.insert(whole_a.end(), left.begin(), left.end());
                whole_b.insert(whole_b.end(), right.begin(), right.end());
                count.vector();
                count.check(as_hash<H>::result(a) == as_hash<H>::of(whole_a), std::to_string(n), "the original");
                count.check(as_hash<H>::result(b) == as_hash<H>::of(whole_b), std::to_string(n), "the copy");
            }
        });
    });
}

TEST_CASE("every target gives the same") {
    each_plain([]<class H>() {
        tally count("targets agree " + std::string(H::name));
        for (std::size_t blocks = 0; blocks <= 64; ++blocks) {
            const bytes data = random_bytes(blocks * H::block_size + blocks % 3, static_cast<std::uint32_t>(blocks));
            const bytes want = as_hash<H>::of(data);
            kat::each_target([&] {
                count.vector();
                count.check(as_hash<H>::of(data) == want, std::to_string(data.size()) + " bytes", "one piece");
            });
        }
    });
}

TEST_CASE("any partition of the output is the output") {
    each_xof([]<class X>() {
        tally count("squeezes " + std::string(X::name));
        kat::each_target([&] {
            const bytes data = random_bytes(100, 5);
            X x;
            x.absorb(data);
            for (const std::size_t n : edges(X::block_size)) {
                bytes want(n);
                hashlane::digest_into<X>(data, std::span(want));
                count.vector();
                for (const kat::cut& way : kat::cuts(n, {X::block_size})) {
                    bytes got(n);
                    auto reader = x.reader();
                    std::size_t at = 0;
                    for (const std::size_t piece : way.pieces) {
                        reader.squeeze(std::span(got).subspan(at, piece));
                        at += piece;
                    }
                    count.check(got == want, std::to_string(n), way.how);
                }
            }
        });
    });
}

TEST_CASE("a reader is a copy: it neither hears of later input nor of other readers") {
    each_xof([]<class X>() {
        X x;
        x.absorb(random_bytes(50, 9));
        auto first = x.reader();
        const auto early = first.template squeeze<40>();
        auto second = first;
        x.absorb(random_bytes(50, 10));
        const auto late = first.template squeeze<40>();
        CHECK(second.template squeeze<40>() == late);
        bytes both(80);
        hashlane::digest_into<X>(random_bytes(50, 9), std::span(both));
        CHECK(std::equal(early.begin(), early.end(), both.begin()));
        CHECK(std::equal(late.begin(), late.end(), both.begin() + 40));
    });
}
