// SPDX-License-Identifier: Apache-2.0 OR MIT
// Messages in pieces.
#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "aeads.hpp"

namespace {

template <class A>
constexpr bool pieces_at_compile_time() {
    const A aead{block<A::key_size>(1)};
    const auto text = block<21>(2);
    const auto associated = block<9>(3);
    std::array<std::uint8_t, 21> whole{}, c{}, t{};
    const auto tag = aead.encrypt(iv_0, associated, text, whole);
    const auto in_two = [&](auto& associated_data) {
        associated_data.absorb(std::span(associated).template first<4>())
            .absorb(std::span(associated).template subspan<4>());
    };
    auto e = aead.encryptor(iv_0, in_two);
    e.update(std::span(text).template first<10>(), std::span(c).template first<10>());
    e.update(std::span(text).template subspan<10>(), std::span(c).template subspan<10>());
    auto d = aead.decryptor(iv_0, associated);
    d.update(c, t);
    return e.finish() == tag && c == whole && d.finish(tag) && t == text;
}
static_assert(pieces_at_compile_time<hl::ascon_aead128>());
static_assert(pieces_at_compile_time<hl::ascon_80pq>());

static_assert(!std::is_copy_constructible_v<hl::ascon_aead128::encryptor_type>);
static_assert(!std::is_copy_assignable_v<hl::ascon_aead128::decryptor_type>);

}  // namespace

TEST_CASE_TEMPLATE("every length, every split", A, EVERY_AEAD) {
    const A aead = aead_of<A>();
    for (std::size_t n = 0; n <= 100; ++n) {
        const bytes text = pattern(n, 3), associated = pattern(100 - n, 4);
        bytes whole(n), c(n), t(n);
        const auto tag = aead.encrypt(iv_0, associated, text, whole);
        for (std::size_t at = 0; at <= n; ++at) {
            const std::size_t h = at < associated.size() ? at : associated.size();
            auto e = aead.encryptor(iv_0, [&](auto& associated_data) {
                associated_data.absorb(std::span(associated).first(h)).absorb(std::span(associated).subspan(h));
            });
            e.update(std::span(text).first(at), std::span(c).first(at));
            e.update(std::span(text).subspan(at), std::span(c).subspan(at));
            auto d = aead.decryptor(iv_0, associated);
            d.update(std::span(whole).first(at), std::span(t).first(at));
            d.update(std::span(whole).subspan(at), std::span(t).subspan(at));
            const bool good = e.finish() == tag && c == whole && d.finish(tag) && t == text;
            REQUIRE_MESSAGE(good, "text ", n, " split at ", at);
        }
    }
}

TEST_CASE_TEMPLATE("pieces of every size, in place", A, EVERY_AEAD) {
    const A aead = aead_of<A>();
    const bytes text = pattern(333, 3), associated = pattern(77, 4);
    bytes whole(text.size());
    const auto tag = aead.encrypt(iv_0, associated, text, whole);
    for (std::size_t size = 1; size <= 40; ++size) {
        const auto each = [&](std::span<std::uint8_t> all, auto f) {
            for (; !all.empty(); all = all.subspan(std::min(size, all.size())))
                f(all.first(std::min(size, all.size())));
        };
        bytes b = text, h = associated;
        const auto pieces = [&](auto& associated_data) { each(h, [&](auto piece) { associated_data.absorb(piece); }); };
        auto e = aead.encryptor(iv_0, pieces);
        each(b, [&](auto piece) { e.update(piece, piece); });
        CHECK(e.finish() == tag);
        CHECK(b == whole);
        auto d = aead.decryptor(iv_0, pieces);
        each(b, [&](auto piece) { d.update(piece, piece); });
        CHECK(d.finish(tag));
        CHECK(b == text);
    }
}

TEST_CASE_TEMPLATE("a changed piece is found at the end", A, EVERY_AEAD) {
    const A aead = aead_of<A>();
    bytes c = pattern(50, 1), t(50);
    const auto tag = aead.encrypt(iv_0, bytes{}, c, c);
    c[20] ^= 4;
    auto d = aead.decryptor(iv_0, bytes{});
    d.update(c, t);
    CHECK(!d.finish(tag));
}

TEST_CASE_TEMPLATE("finish() again gives the same answer, whatever was asked before", A, EVERY_AEAD) {
    const A aead = aead_of<A>();
    const bytes text = pattern(45, 1), associated = pattern(9, 2);
    bytes c(45), t(45);
    const auto tag = aead.encrypt(iv_0, associated, text, c);
    auto wrong = tag;
    wrong[15] ^= 1;
    auto e = aead.encryptor(iv_0, associated);
    e.update(text, t);
    CHECK(e.finish() == tag);
    CHECK(e.finish() == tag);
    auto d = aead.decryptor(iv_0, associated);
    d.update(c, t);
    CHECK_FALSE(d.finish(wrong));
    CHECK(d.finish(tag));
    CHECK_FALSE(d.finish(wrong));
    CHECK(d.finish(hl::truncated_tag(std::span(tag).template first<8>())));
    CHECK(d.finish(tag));
    CHECK(t == text);
}

TEST_CASE("associated data may be absent, in pieces or at once") {
    const auto aead = aead_of<hl::ascon_aead128>();
    const auto none = aead.encryptor(iv_0, bytes{}).finish();
    CHECK(aead.encryptor(iv_0, [](auto&) {}).finish() == none);
    CHECK(aead.encryptor(iv_0, [](auto& a) { a.absorb(bytes{}); }).finish() == none);
    CHECK(aead.encryptor(iv_0, pattern(1, 1)).finish() != none);
    std::size_t calls = 0;
    auto counting = [&calls](auto& a) mutable {
        ++calls;
        a.absorb(pattern(1, 1));
    };
    CHECK(aead.decryptor(iv_0, counting).finish(aead.encryptor(iv_0, pattern(1, 1)).finish()));
    CHECK(calls == 1);
}

TEST_CASE("any range of bytes that can be written is an output") {
    const auto aead = aead_of<hl::ascon_aead128>();
    const bytes text = pattern(40, 1);
    bytes want(40);
    const auto tag = aead.encrypt(iv_0, text, text, want);
    const auto gives = [&](auto&& out) {
        const bool at_once =
            aead.encrypt(iv_0, text, text, out) == tag && std::memcmp(std::data(out), want.data(), 40) == 0;
        std::memset(std::data(out), 0, 40);
        auto e = aead.encryptor(iv_0, text);
        const bool in_pieces = e.update(text, out).finish() == tag && std::memcmp(std::data(out), want.data(), 40) == 0;
        const bool opened =
            aead.decrypt(iv_0, text, out, tag, out) && std::memcmp(std::data(out), text.data(), 40) == 0;
        return at_once && in_pieces && opened;
    };
    CHECK(gives(std::string(40, 'a')));
    CHECK(gives(std::vector<char>(40)));
    CHECK(gives(std::vector<signed char>(40)));
    CHECK(gives(std::array<std::byte, 40>{}));
    unsigned char bare[40];
    CHECK(gives(bare));
    std::string longer(50, 'a');
    CHECK(gives(std::span(longer).subspan(3, 40)));
}

TEST_CASE("what comes too late ends the program") {
    const auto aead = aead_of<hl::ascon_aead128>();
    bytes b(16);
    CHECK(aborts([&] {
        auto e = aead.encryptor(iv_0, b);
        (void)e.finish();
        e.update(b, b);
    }));
    CHECK(aborts([&] {
        auto d = aead.decryptor(iv_0, b);
        (void)d.finish(block<16>(1));
        d.update(b, b);
    }));
    CHECK(aborts([&] {
        auto e = aead.encryptor(iv_0, b);
        e.update(std::span(b).first(8), std::span(b).first(7));
    }));
    CHECK(!aborts([&] {
        auto e = aead.encryptor(iv_0, b);
        e.update(b, b);
        (void)e.finish();
        (void)e.finish();
    }));
}
