// SPDX-License-Identifier: Apache-2.0 OR MIT
// Whole messages.
#include <doctest/doctest.h>

#include <hashlane/targets/target.hpp>
#include <span>
#include <string_view>

#include "aeads.hpp"

using namespace std::literals;

namespace {

template <class A>
constexpr bool round_trip() {
    const A aead{block<A::key_size>(1)};
    constexpr auto text = block<37>(3);
    std::array<std::uint8_t, 37> cipher{}, opened{};
    auto tag = aead.encrypt(iv_0, "header"sv, text, cipher);
    if (cipher == text || !aead.decrypt(iv_0, "header"sv, cipher, tag, opened) || opened != text) return false;
    if (aead.decrypt(iv_0, "Header"sv, cipher, tag, opened)) return false;
    return opened == std::array<std::uint8_t, 37>{};
}
static_assert(round_trip<hl::ascon_aead128>());
static_assert(round_trip<hl::ascon_aead128_masked>());
static_assert(round_trip<hl::ascon_128>());
static_assert(round_trip<hl::ascon_128a>());
static_assert(round_trip<hl::ascon_80pq>());

const std::size_t associated_sizes[] = {0, 1, 7, 8, 9, 15, 16, 17, 32, 33, 100};

}  // namespace

TEST_CASE_TEMPLATE("round trip, apart and in place, on every target", A, EVERY_AEAD) {
    const A aead = aead_of<A>();
    for (std::size_t n = 0; n <= 100; ++n)
        for (const std::size_t h : associated_sizes) {
            const bytes text = pattern(n, 3), associated = pattern(h, 4);
            REQUIRE(hl::use_target("baseline"));
            bytes cipher(n), other(n);
            const auto tag = aead.encrypt(iv_0, associated, text, cipher);
            for (const auto target : hl::available_targets()) {
                REQUIRE(hl::use_target(target));
                bytes same = text;
                bool good = aead.encrypt(iv_0, associated, text, other) == tag && other == cipher;
                good = good && aead.encrypt(iv_0, associated, same, same) == tag && same == cipher;
                good = good && aead.decrypt(iv_0, associated, cipher, tag, other) && other == text;
                good = good && aead.decrypt(iv_0, associated, same, tag, same) && same == text;
                REQUIRE_MESSAGE(good, target, " text ", n, " associated data ", h);
            }
        }
    REQUIRE(hl::use_target(""));
}

TEST_CASE_TEMPLATE("a long text, byte by byte of the standard's lengths of loops", A, EVERY_AEAD) {
    const A aead = aead_of<A>();
    const bytes text = pattern(5000, 5);
    bytes whole(text.size());
    (void)aead.encrypt(iv_0, text, text, whole);
    for (const std::size_t n : {255u, 256u, 257u, 1023u, 1024u, 4095u, 4096u}) {
        bytes cipher(n);  // the keystream of a prefix is the same
        (void)aead.encrypt(iv_0, text, std::span(text).first(n), cipher);
        CHECK(std::memcmp(cipher.data(), whole.data(), n) == 0);
    }
}

TEST_CASE_TEMPLATE("one bit changed anywhere is a forgery, and nothing of the text is given", A, EVERY_AEAD) {
    for (const std::size_t n : {0u, 1u, 7u, 8u, 15u, 16u, 17u, 33u}) {
        const bytes text = pattern(n, 6), associated = pattern(n % 9, 7), zero(n);
        const auto key = block<A::key_size>(1);
        bytes cipher(n);
        const auto tag = A(key).encrypt(iv_0, associated, text, cipher);
        std::size_t refused = 0, tried = 0;
        const auto forged = [&](auto k, auto iv, auto h, auto c, auto t) {
            bytes out(n, 0xaa);
            const bool apart = !A(k).decrypt(iv, h, c, t, out) && out == zero;
            const bool in_place = !A(k).decrypt(iv, h, c, t, c) && c == zero;
            refused += apart && in_place;
            ++tried;
        };
        const auto each_bit = [](auto what, auto f) {
            for (std::size_t i = 0; i < 8 * what.size(); ++i) {
                auto changed = what;
                changed[i / 8] = static_cast<std::uint8_t>(changed[i / 8] ^ 1u << i % 8);
                f(changed);
            }
        };
        each_bit(key, [&](auto k) { forged(k, iv_0, associated, cipher, tag); });
        each_bit(iv_0, [&](auto iv) { forged(key, iv, associated, cipher, tag); });
        each_bit(associated, [&](auto h) { forged(key, iv_0, h, cipher, tag); });
        each_bit(cipher, [&](auto c) { forged(key, iv_0, associated, c, tag); });
        each_bit(tag, [&](auto t) { forged(key, iv_0, associated, cipher, t); });
        CHECK(refused == tried);
        CHECK(tried == 8 * (key.size() + iv_0.size() + associated.size() + n + tag.size()));
    }
}

TEST_CASE_TEMPLATE("associated data and text do not run into each other", A, EVERY_AEAD) {
    const A aead = aead_of<A>();
    const bytes all = pattern(40, 8);
    std::vector<bytes> seen;
    for (std::size_t h = 0; h <= all.size(); ++h) {
        bytes cipher(all.size() - h);
        const auto tag = aead.encrypt(iv_0, std::span(all).first(h), std::span(all).subspan(h), cipher);
        for (const bytes& other : seen) CHECK(other != bytes(tag.begin(), tag.end()));
        seen.emplace_back(tag.begin(), tag.end());
    }
}

TEST_CASE_TEMPLATE("keys of run-time size", A, EVERY_AEAD) {
    const bytes key = pattern(40, 1);
    for (std::size_t n = 0; n <= key.size(); ++n)
        CHECK(A::create(std::span(key).first(n)).has_value() == (n == A::key_size));
    bytes a(20), b(20);
    const auto made = A::create(std::span(key).first(A::key_size));
    CHECK(made->encrypt(iv_0, a, a, a) == aead_of<A>().encrypt(iv_0, b, b, b));
    CHECK(a == b);
}

TEST_CASE("any byte-like type") {
    std::array<char, 16> key{};
    std::array<std::byte, 16> iv{};
    const std::array<unsigned char, 16> zeros{};
    bytes a(11), b(11);
    const auto tag = hl::ascon_aead128(key).encrypt(iv, "abc"sv, "hello world"sv, a);
    CHECK(tag == hl::ascon_aead128(zeros).encrypt(zeros, "abc"sv, "hello world"sv, b));
    CHECK(a == b);
}

TEST_CASE("nonce masking: under K with the nonce xor K'") {
    const auto key = block<32>(9);
    auto masked = iv_0;
    for (std::size_t i = 0; i < 16; ++i) masked[i] ^= key[16 + i];
    bytes a = pattern(50, 1), b = a;
    const auto tag = hl::ascon_aead128_masked(key).encrypt(iv_0, a, a, a);
    CHECK(tag == hl::ascon_aead128(std::span(key).first<16>()).encrypt(masked, b, b, b));
    CHECK(a == b);
}

TEST_CASE_TEMPLATE("associated data and text that end within a byte", A, EVERY_AEAD) {
    const A aead = aead_of<A>();
    const bool high_bits = A::name != "ascon-aead128"sv && A::name != "ascon-aead128-masked"sv;
    std::vector<bytes> seen;
    for (unsigned h = 1; h <= 8; ++h)
        for (unsigned t = 1; t <= 8; ++t)
            for (const std::size_t n : {1u, 8u, 16u, 17u}) {
                const bytes associated = pattern(n, 1), text = pattern(n, 2);
                const auto unused = static_cast<std::uint8_t>(high_bits ? 0xff >> t : 0xff << t);
                bytes cipher(n), opened(n);
                const auto tag = aead.encrypt(iv_0, associated, text, cipher, {h, t});
                CHECK((cipher.back() & unused) == 0);
                REQUIRE(aead.decrypt(iv_0, associated, cipher, tag, opened, {h, t}));
                bytes expected = text;
                expected.back() = static_cast<std::uint8_t>(expected.back() & ~unused);
                CHECK(opened == expected);
                bytes stray = text;  // bits that do not belong to the text do not matter
                stray.back() = static_cast<std::uint8_t>(stray.back() ^ unused);
                CHECK(aead.encrypt(iv_0, associated, stray, stray, {h, t}) == tag);
                CHECK(stray == cipher);
                CHECK(!aead.decrypt(iv_0, associated, cipher, tag, opened, {h % 8 + 1, t}));
                CHECK(opened == bytes(n));
                const bytes id(tag.begin(), tag.end());
                for (const bytes& other : seen) CHECK(other != id);
                seen.push_back(id);
            }
}

TEST_CASE("broken preconditions end the program") {
    const auto aead = aead_of<hl::ascon_aead128>();
    bytes b = pattern(64, 1), small(63);
    const auto tag = block<16>(1);
    CHECK(aborts([&] { (void)aead.encrypt(iv_0, b, b, small); }));
    CHECK(aborts([&] { (void)aead.decrypt(iv_0, b, small, tag, b); }));
    CHECK(aborts([&] { (void)aead.encrypt(iv_0, b, std::span(b).first(32), std::span(b).subspan(1, 32)); }));
    CHECK(aborts([&] { (void)aead.encrypt(iv_0, b, std::span(b).subspan(31, 32), std::span(b).first(32)); }));
    CHECK(aborts([&] { (void)aead.encrypt(iv_0, b, b, b, {0, 8}); }));
    CHECK(aborts([&] { (void)aead.encrypt(iv_0, b, b, b, {8, 9}); }));
    CHECK(!aborts([&] { (void)aead.encrypt(iv_0, b, std::span(b).first(32), std::span(b).subspan(32)); }));
    CHECK(!aborts([&] { (void)aead.encrypt(iv_0, b, b, b); }));
}
