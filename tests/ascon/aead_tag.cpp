// SPDX-License-Identifier: Apache-2.0 OR MIT
// Truncated tags.
#include <doctest/doctest.h>

#include <algorithm>
#include <span>

#include "aeads.hpp"

namespace {

template <std::size_t N, class A>
bool is_prefix(const A& aead) {
    bytes a = pattern(30, 1), b = a;
    const auto whole = aead.encrypt(iv_0, a, a, a);
    const auto tag = aead.template encrypt < N, N<8>(iv_0, b, b, b);
    return a == b && std::equal(tag.begin(), tag.end(), whole.begin());
}

}  // namespace

TEST_CASE_TEMPLATE("a truncated tag is the beginning of the whole", A, EVERY_AEAD) {
    const A aead = aead_of<A>();
    CHECK(is_prefix<4>(aead));
    CHECK(is_prefix<5>(aead));
    CHECK(is_prefix<8>(aead));
    CHECK(is_prefix<12>(aead));
    CHECK(is_prefix<15>(aead));
    CHECK(is_prefix<16>(aead));
}

TEST_CASE_TEMPLATE("tags of 4 to 16 bytes, each at least as long as one accepts", A, EVERY_AEAD) {
    const A aead = aead_of<A>();
    const bytes text = pattern(30, 1), associated = pattern(5, 2);
    bytes cipher(30), out(30);
    const auto whole = aead.encrypt(iv_0, associated, text, cipher);
    bytes tag(whole.begin(), whole.end());
    tag.push_back(0);
    for (std::size_t least = 4; least <= 16; ++least)
        for (std::size_t n = 0; n <= 17; ++n) {
            const bool acceptable = n >= least && n <= 16;
            const auto begin = std::span(tag).first(n);
            CHECK(aead.decrypt(iv_0, associated, cipher, hl::truncated_tag(begin, least), out) == acceptable);
            CHECK(out == (acceptable ? text : bytes(30)));
            auto d = aead.decryptor(iv_0, associated);
            CHECK(d.update(cipher, out).finish(hl::truncated_tag(begin, least)) == acceptable);
        }
    CHECK(!aead.decrypt(iv_0, associated, cipher, hl::truncated_tag(std::span(tag).first(7)), out));
    CHECK(aead.decrypt(iv_0, associated, cipher, hl::truncated_tag(std::span(tag).first(8)), out));
    for (unsigned last_bits = 1; last_bits <= 8; ++last_bits)
        for (std::size_t n = 4; n <= 9; ++n)
            for (const std::size_t least : {4u, 8u}) {
                const hl::truncated_tag begin{std::span(tag).first(n), least, last_bits};
                const bool long_enough = 8 * (n - 1) + last_bits >= 8 * least;
                CHECK(aead.decrypt(iv_0, associated, cipher, begin, out) == long_enough);
            }
}

TEST_CASE_TEMPLATE("every bit of a truncated tag counts, those beyond its end do not", A, EVERY_AEAD) {
    const A aead = aead_of<A>();
    const bool high_bits = A::name.substr(0, 13) != "ascon-aead128";
    const bytes text = pattern(3, 1);
    bytes cipher(3), out(3);
    const auto tag = aead.encrypt(iv_0, text, text, cipher);
    for (std::size_t bits = 32; bits <= 128; ++bits)
        for (std::size_t flipped = 0; flipped < 128; ++flipped) {
            auto t = tag;
            t[flipped / 8] =
                static_cast<std::uint8_t>(t[flipped / 8] ^ (high_bits ? 0x80 >> flipped % 8 : 1 << flipped % 8));
            const auto begin = std::span(t).first((bits + 7) / 8);
            const hl::truncated_tag given(begin, 4, static_cast<unsigned>((bits + 7) % 8 + 1));
            REQUIRE(aead.decrypt(iv_0, text, cipher, given, out) == (flipped >= bits));
        }
}

TEST_CASE("the tag may lie where the text goes") {
    const auto aead = aead_of<hl::ascon_aead128>();
    const bytes text = pattern(40, 1);
    bytes cipher(40), out(40);
    const auto tag = aead.encrypt(iv_0, text, text, cipher);
    std::copy(tag.begin(), tag.end(), out.begin() + 10);
    CHECK(aead.decrypt(iv_0, text, cipher, std::span(out).subspan(10).first<16>(), out));
    CHECK(out == text);
}

TEST_CASE("a tag of fewer than 4 bytes is never accepted") {
    CHECK(aborts([] { hl::truncated_tag(bytes(3), 3); }));
    CHECK(aborts([] { hl::truncated_tag(bytes(16), 4, 9); }));
    CHECK(aborts([] { hl::truncated_tag(bytes(16), 4, 0); }));
}
