// SPDX-License-Identifier: Apache-2.0 OR MIT
// Messages in pieces.
#include <doctest/doctest.h>

#include <span>
#include <type_traits>

#include "boxes.hpp"

namespace {

template <class A>
constexpr bool pieces_at_compile_time() {
    const A box{block<A::key_size>(1)};
    const auto text = block<21>(2);
    const auto header = block<9>(3);
    std::array<std::uint8_t, 21> whole{}, c{}, t{};
    const auto tag = box.encrypt(iv_0, header, text, whole);
    auto start = box.start(iv_0);
    start.header(std::span(header).template first<4>()).header(std::span(header).template subspan<4>());
    auto e = start.encryptor();
    e.update(std::span(text).template first<10>(), std::span(c).template first<10>());
    e.update(std::span(text).template subspan<10>(), std::span(c).template subspan<10>());
    auto again = box.start(iv_0);
    auto d = again.header(header).decryptor();
    d.update(c, t);
    return e.finish() == tag && c == whole && d.finish(tag) && t == text;
}
static_assert(pieces_at_compile_time<hl::ascon_aead128>());
static_assert(pieces_at_compile_time<hl::ascon_v12::aead80pq>());

static_assert(!std::is_copy_constructible_v<hl::ascon_aead128::start_type>);
static_assert(!std::is_copy_constructible_v<hl::ascon_aead128::encryptor_type>);
static_assert(!std::is_copy_assignable_v<hl::ascon_aead128::decryptor_type>);

}  // namespace

TEST_CASE_TEMPLATE("every length, every split", A, EVERY_AEAD) {
    const A box = box_of<A>();
    for (std::size_t n = 0; n <= 100; ++n) {
        const bytes text = pattern(n, 3), header = pattern(100 - n, 4);
        bytes whole(n), c(n), t(n);
        const auto tag = box.encrypt(iv_0, header, text, whole);
        for (std::size_t at = 0; at <= n; ++at) {
            const std::size_t h = at < header.size() ? at : header.size();
            auto start = box.start(iv_0);
            start.header(std::span(header).first(h)).header(std::span(header).subspan(h));
            auto e = start.encryptor();
            e.update(std::span(text).first(at), std::span(c).first(at));
            e.update(std::span(text).subspan(at), std::span(c).subspan(at));
            auto again = box.start(iv_0);
            auto d = again.header(header).decryptor();
            d.update(std::span(whole).first(at), std::span(t).first(at));
            d.update(std::span(whole).subspan(at), std::span(t).subspan(at));
            const bool good = e.finish() == tag && c == whole && d.finish(tag) && t == text;
            REQUIRE_MESSAGE(good, "text ", n, " split at ", at);
        }
    }
}

TEST_CASE_TEMPLATE("pieces of every size, in place", A, EVERY_AEAD) {
    const A box = box_of<A>();
    const bytes text = pattern(333, 3), header = pattern(77, 4);
    bytes whole(text.size());
    const auto tag = box.encrypt(iv_0, header, text, whole);
    for (std::size_t size = 1; size <= 40; ++size) {
        const auto each = [&](std::span<std::uint8_t> all, auto f) {
            for (; !all.empty(); all = all.subspan(std::min(size, all.size())))
                f(all.first(std::min(size, all.size())));
        };
        bytes b = text, h = header;
        auto start = box.start(iv_0), again = box.start(iv_0);
        each(h, [&](auto piece) { start.header(piece), again.header(piece); });
        auto e = start.encryptor();
        each(b, [&](auto piece) { e.update(piece, piece); });
        CHECK(e.finish() == tag);
        CHECK(b == whole);
        auto d = again.decryptor();
        each(b, [&](auto piece) { d.update(piece, piece); });
        CHECK(d.finish(tag));
        CHECK(b == text);
    }
}

TEST_CASE_TEMPLATE("a changed piece is found at the end", A, EVERY_AEAD) {
    const A box = box_of<A>();
    bytes c = pattern(50, 1), t(50);
    const auto tag = box.encrypt(iv_0, bytes{}, c, c);
    c[20] ^= 4;
    auto start = box.start(iv_0);
    auto d = start.decryptor();
    d.update(c, t);
    CHECK(!d.finish(tag));
}

TEST_CASE("what comes too late ends the program") {
    const auto box = box_of<hl::ascon_aead128>();
    bytes b(16);
    CHECK(aborts([&] {
        auto start = box.start(iv_0);
        auto e = start.encryptor();
        start.header(b);
    }));
    CHECK(aborts([&] {
        auto start = box.start(iv_0);
        auto e = start.encryptor();
        auto d = start.decryptor();
    }));
    CHECK(aborts([&] {
        auto start = box.start(iv_0);
        auto e = start.encryptor();
        (void)e.finish();
        (void)e.finish();
    }));
    CHECK(aborts([&] {
        auto start = box.start(iv_0);
        auto d = start.decryptor();
        (void)d.finish(block<16>(1));
        d.update(b, b);
    }));
    CHECK(aborts([&] {
        auto start = box.start(iv_0);
        auto e = start.encryptor();
        e.update(std::span(b).first(8), std::span(b).first(7));
    }));
}
