// SPDX-License-Identifier: Apache-2.0 OR MIT
// Truncated tags.
#include <doctest/doctest.h>

#include <algorithm>
#include <span>

#include "boxes.hpp"

namespace {

template <class A, std::size_t N, bool Short>
concept truncates_to = requires(const A& box, bytes b) { box.template encrypt<N, Short>(iv_0, b, b, b); };
static_assert(truncates_to<hl::ascon_aead128, 16, false> && truncates_to<hl::ascon_aead128, 8, false>);
static_assert(!truncates_to<hl::ascon_aead128, 7, false> && !truncates_to<hl::ascon_aead128, 17, false>);
static_assert(truncates_to<hl::ascon_aead128, 4, true> && !truncates_to<hl::ascon_aead128, 3, true>);

template <std::size_t N, class A>
bool is_prefix(const A& box) {
    bytes a = pattern(30, 1), b = a;
    const auto whole = box.encrypt(iv_0, a, a, a);
    const auto tag = box.template encrypt < N, N<8>(iv_0, b, b, b);
    return a == b && std::equal(tag.begin(), tag.end(), whole.begin());
}

}  // namespace

TEST_CASE_TEMPLATE("a truncated tag is the beginning of the whole", A, EVERY_AEAD) {
    const A box = box_of<A>();
    CHECK(is_prefix<4>(box));
    CHECK(is_prefix<5>(box));
    CHECK(is_prefix<8>(box));
    CHECK(is_prefix<12>(box));
    CHECK(is_prefix<15>(box));
    CHECK(is_prefix<16>(box));
}

TEST_CASE_TEMPLATE("tags of 4 to 16 bytes, each at least as long as one accepts", A, EVERY_AEAD) {
    const A box = box_of<A>();
    const bytes text = pattern(30, 1), header = pattern(5, 2);
    bytes cipher(30), out(30);
    const auto whole = box.encrypt(iv_0, header, text, cipher);
    bytes tag(whole.begin(), whole.end());
    tag.push_back(0);
    for (std::size_t least = 4; least <= 16; ++least)
        for (std::size_t n = 0; n <= 17; ++n) {
            const bool acceptable = n >= least && n <= 16;
            const auto begin = std::span(tag).first(n);
            CHECK(box.decrypt(iv_0, header, cipher, hl::truncated_tag(begin, least), out) == acceptable);
            CHECK(out == (acceptable ? text : bytes(30)));
            auto start = box.start(iv_0);
            auto d = start.header(header).decryptor();
            CHECK(d.update(cipher, out).finish(hl::truncated_tag(begin, least)) == acceptable);
        }
    CHECK(!box.decrypt(iv_0, header, cipher, hl::truncated_tag(std::span(tag).first(7)), out));
    CHECK(box.decrypt(iv_0, header, cipher, hl::truncated_tag(std::span(tag).first(8)), out));
}

TEST_CASE_TEMPLATE("every bit of a truncated tag counts, those beyond its end do not", A, EVERY_AEAD) {
    const A box = box_of<A>();
    const bool high_bits = A::name.substr(0, 13) != "ascon-aead128";
    const bytes text = pattern(3, 1);
    bytes cipher(3), out(3);
    const auto tag = box.encrypt(iv_0, text, text, cipher);
    for (std::size_t bits = 32; bits <= 128; ++bits)
        for (std::size_t flipped = 0; flipped < 128; ++flipped) {
            auto t = tag;
            t[flipped / 8] =
                static_cast<std::uint8_t>(t[flipped / 8] ^ (high_bits ? 0x80 >> flipped % 8 : 1 << flipped % 8));
            const auto begin = std::span(t).first((bits + 7) / 8);
            const hl::truncated_tag given(begin, 4, static_cast<unsigned>((bits + 7) % 8 + 1));
            REQUIRE(box.decrypt(iv_0, text, cipher, given, out) == (flipped >= bits));
        }
}

TEST_CASE("the tag may lie where the text goes") {
    const auto box = box_of<hl::ascon_aead128>();
    const bytes text = pattern(40, 1);
    bytes cipher(40), out(40);
    const auto tag = box.encrypt(iv_0, text, text, cipher);
    std::copy(tag.begin(), tag.end(), out.begin() + 10);
    CHECK(box.decrypt(iv_0, text, cipher, std::span(out).subspan(10).first<16>(), out));
    CHECK(out == text);
}

TEST_CASE("a tag of fewer than 4 bytes is never accepted") {
    CHECK(aborts([] { hl::truncated_tag(bytes(3), 3); }));
    CHECK(aborts([] { hl::truncated_tag(bytes(16), 4, 9); }));
    CHECK(aborts([] { hl::truncated_tag(bytes(16), 4, 0); }));
}
