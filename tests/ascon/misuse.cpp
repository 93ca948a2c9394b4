// SPDX-License-Identifier: Apache-2.0 OR MIT
// What a forger or a careless caller does: about a million flipped bits, buffers that overlap at every offset, calls
// after the end. Nothing is accepted, nothing comes out, nothing is written before a call is refused.
#include <doctest/doctest.h>

#include <hashlane/by_name/aead.hpp>
#include <hashlane/targets/target.hpp>
#include <span>
#include <string>

#include "aeads.hpp"
#include "each_target.hpp"
#include "hl_test.hpp"
#include "refused.hpp"

namespace {

using hl_test::each_target;
using hl_test::refused;

// A sealed message, all its authentic bytes in one place: a bit is flipped by its number.
template <class A>
struct forgery {
    std::array<std::uint8_t, A::key_size> key = block<A::key_size>(1);
    std::array<std::uint8_t, 16> iv = iv_0, tag;
    bytes associated, cipher;

    forgery(std::size_t h, std::size_t n) : associated(pattern(h, 3)), cipher(pattern(n, 4)) {
        tag = A(key).encrypt(iv, associated, cipher, cipher);
    }
    std::size_t bits() const { return 8 * (key.size() + iv.size() + tag.size() + associated.size() + cipher.size()); }
    void flip(std::size_t bit) {
        std::size_t i = bit / 8;
        for (std::span<std::uint8_t> part : {std::span<std::uint8_t>(key), {iv}, {tag}, {associated}, {cipher}}) {
            if (i < part.size()) {
                part[i] = static_cast<std::uint8_t>(part[i] ^ 1u << bit % 8);
                return;
            }
            i -= part.size();
        }
    }

    static constexpr std::size_t margin = 8;
    // Refused, every byte of the text zero, no byte beside it touched.
    bool nothing_comes_out(bytes& out) const {
        const std::size_t n = cipher.size();
        std::fill(out.begin(), out.end(), std::uint8_t{0xee});
        const auto text = std::span(out).subspan(margin, n);
        if (A(key).decrypt(iv, associated, cipher, tag, text)) return false;
        return std::count(text.begin(), text.end(), 0) == static_cast<std::ptrdiff_t>(n) &&
               std::count(out.begin(), out.end(), 0xee) == static_cast<std::ptrdiff_t>(out.size() - n);
    }
    bool nothing_in_place(bytes& out) const {
        out = cipher;
        return !A(key).decrypt(iv, associated, out, tag, out) &&
               std::count(out.begin(), out.end(), 0) == std::ssize(out);
    }
    bool nothing_at_the_end(bytes& out) const {
        out.resize(cipher.size());
        const A aead(key);
        auto d = aead.decryptor(iv, associated);
        d.update(cipher, out);
        return !d.finish(tag);
    }
};

#if defined(HASHLANE_EMULATED)
constexpr std::size_t step = 11;
#else
constexpr std::size_t step = 1;
#endif

}  // namespace

TEST_CASE_TEMPLATE("a flipped bit at every place of every length up to 33", A, EVERY_AEAD) {
    each_target([] {
        std::uint64_t tried = 0, held = 0;
        bytes apart, in_place, pieces;
        for (std::size_t n = 0; n <= 33; n += step)
            for (const std::size_t h : {std::size_t{0}, n, 33 - n}) {
                forgery<A> f(h, n);
                apart.resize(n + 2 * f.margin);
                for (std::size_t bit = 0; bit < f.bits(); ++bit) {
                    f.flip(bit);
                    held += f.nothing_comes_out(apart) && f.nothing_in_place(in_place) &&
                            (bit % 16 != 0 || f.nothing_at_the_end(pieces));
                    ++tried;
                    f.flip(bit);
                }
                bytes text(n);
                REQUIRE(A(f.key).decrypt(f.iv, f.associated, f.cipher, f.tag, text));  // unharmed again
                REQUIRE(text == pattern(n, 4));
            }
        CHECK(tried == held);
        CHECK(tried > 40000 / step);
        hl_test::count(held, tried - held);
    });
}

TEST_CASE_TEMPLATE("in place at every length", A, EVERY_AEAD) {
    const A aead = aead_of<A>();
    each_target([&] {
        for (std::size_t n = 0; n <= 1100; n += step) {
            const bytes text = pattern(n, 6), associated = pattern(n % 41, 7);
            bytes apart(n), same = text;
            const auto tag = aead.encrypt(iv_0, associated, text, apart);
            bool good = aead.encrypt(iv_0, associated, same, same) == tag && same == apart;
            good = good && aead.decrypt(iv_0, associated, same, tag, same) && same == text;
            REQUIRE_MESSAGE(good, n);
        }
    });
}

// text at 64, ciphertext at 64 + offset: right when they are one buffer or apart, or else refused with nothing written.
TEST_CASE_TEMPLATE("every overlap from -64 to 64", A, EVERY_AEAD) {
    const A aead = aead_of<A>();
    each_target([&] {
        for (const std::size_t n : {0u, 1u, 7u, 8u, 16u, 17u, 33u, 64u, 65u, 100u}) {
            bytes want(n), associated = pattern(5, 2);
            const bytes text = pattern(n, 9);
            const auto tag = aead.encrypt(iv_0, associated, text, want);
            for (int offset = -64; offset <= 64; offset += static_cast<int>(step)) {
                const bool allowed = offset == 0 || static_cast<std::size_t>(std::abs(offset)) >= n;
                const auto with = [&](const bytes& source, const bytes& result, auto call) {
                    bytes memory(64 + 64 + 100, 0x5a);
                    std::copy(source.begin(), source.end(), memory.begin() + 64);
                    const bytes before = memory;
                    const auto from = std::span(memory).subspan(64, n);
                    const auto to = std::span(memory).subspan(static_cast<std::size_t>(64 + offset), n);
                    bool good = false;
                    const bool refusal = refused([&] { good = call(from, to); });
                    return allowed ? !refusal && good && std::equal(to.begin(), to.end(), result.begin())
                                   : refusal && memory == before;
                };
                using span = std::span<std::uint8_t>;
                bool good =
                    with(text, want, [&](span a, span b) { return aead.encrypt(iv_0, associated, a, b) == tag; });
                good =
                    good && with(want, text, [&](span a, span b) { return aead.decrypt(iv_0, associated, a, tag, b); });
                good = good && with(text, want, [&](span a, span b) {
                           auto e = aead.encryptor(iv_0, associated);
                           return e.update(a, b).finish() == tag;
                       });
                good = good && with(want, text, [&](span a, span b) {
                           auto d = aead.decryptor(iv_0, associated);
                           return d.update(a, b).finish(tag);
                       });
                CHECK_MESSAGE(good, n, " bytes at ", offset);
                hl_test::count(good, !good);
            }
        }
    });
}

TEST_CASE("by name, in pieces: a call that comes too late is refused by its status, and changes nothing") {
    bytes tag(16), text = pattern(20, 1), out(20, 0xee);
    const bytes untouched = out;
    for (const hl::algorithm& a : hl::algorithms()) {
        if (a.kind != hl::kind::aead) continue;
        const auto aead = hl::any_aead::create(a.name);
        REQUIRE(aead);
        const bytes key = pattern(aead->key_size(), 2), nonce = pattern(16, 3);
        const auto all_refused = [&](hl::any_aead_stream& s, bool encrypting, bool ended) {
            bool in_order = true, good = !s.absorb(text);
            if (ended || !encrypting) good = good && !s.encrypt(text, out);
            if (ended || encrypting) good = good && !s.decrypt(text, out);
            if (!encrypting) good = good && !s.finish(tag);
            if (encrypting) good = good && !s.verify(tag, in_order) && !in_order;
            return good && out == untouched;
        };
        bytes cipher(20);
        hl::any_aead_stream e(aead->functions(), key, nonce), d(aead->functions(), key, nonce);
        for (std::size_t n = 0; n <= 17; ++n) CHECK(e.takes_tag(n) == (n >= aead->least_tag() && n <= 16));
        REQUIRE(e.encrypt(text, cipher));
        CHECK(all_refused(e, true, false));
        REQUIRE(e.finish(tag));
        const bytes right = tag;
        CHECK(all_refused(e, true, true));
        CHECK(tag == right);
        std::fill(tag.begin(), tag.end(), std::uint8_t{0});
        CHECK_FALSE(e.finish(std::span(tag).first(7)));
        CHECK(e.finish(tag));
        CHECK(tag == right);
        bytes opened(20);
        bool in_order = false;
        REQUIRE(d.decrypt(cipher, opened));
        CHECK(all_refused(d, false, false));
        CHECK(d.verify(tag, in_order));
        CHECK(in_order);
        CHECK(opened == text);
        CHECK(all_refused(d, false, true));
        bytes wrong = right;
        wrong[0] ^= 1;
        CHECK_FALSE(d.verify(wrong, in_order));
        CHECK(in_order);
        CHECK(d.verify(right, in_order));
    }
}

// The other direction: a refusal is seen, and what is right is not refused.
TEST_CASE("refused() tells the two apart") {
    CHECK(refused([] { hl::contract(false, "planted"); }));
    CHECK_FALSE(refused([] { hl::contract(true, "planted"); }));
}
