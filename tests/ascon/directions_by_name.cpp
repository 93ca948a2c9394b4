// SPDX-License-Identifier: Apache-2.0 OR MIT
// AEADs by name, in pieces: a nonce starts one direction, which is a type. What they give is what one call gives; a size that
// does not fit and a call that comes too late are values, and nothing is written then.
#include <doctest/doctest.h>

#include <hashlane/by_name/aead.hpp>
#include <hashlane/targets/target.hpp>
#include <span>
#include <string>
#include <type_traits>

#include "aeads.hpp"
#include "each_target.hpp"
#include "hl_test.hpp"
#include "refused.hpp"

namespace {

using hl_test::each_target;
using hl_test::refused;

#if defined(HASHLANE_EMULATED)
constexpr std::size_t length_step = 11;
#else
constexpr std::size_t length_step = 1;
#endif

// A message by name, sealed at once, and what encryptors and decryptors do with it in two pieces.
struct message_by_name {
    bytes key, nonce = pattern(16, 3), associated = pattern(37, 4), text, cipher, tag = bytes(16);

    message_by_name(const hl::any_aead& aead, std::size_t n) : key(pattern(aead.key_size(), 2)), text(pattern(n, 6)) {
        cipher.resize(n);
        REQUIRE(aead.encrypt(key, nonce, associated, text, cipher, tag));
    }

    // The associated data in pieces, one of them empty.
    auto pieces() const {
        return [this](auto& data) {
            data.absorb(std::span(associated).first(9)).absorb(bytes()).absorb(std::span(associated).subspan(9));
        };
    }
    bool encrypted_by(hl::any_result<hl::any_encryptor> made, std::size_t cut) const {
        if (!made) return false;
        bytes out(text.size()), end(16);
        const std::span<const std::uint8_t> from(text);
        const std::span<std::uint8_t> to(out);
        if (!made->update(from.first(cut), to.first(cut)) || !made->update(from.subspan(cut), to.subspan(cut)))
            return false;
        return made->finish(end) && out == cipher && end == tag;
    }
    // In place. True when `given` is taken for the tag; the text is right then.
    bool decrypted_by(hl::any_result<hl::any_decryptor> made, std::size_t cut, const bytes& given) const {
        if (!made) return false;
        bytes out = cipher;
        const std::span all(out), first = all.first(cut), rest = all.subspan(cut);
        CHECK((made->update(first, first) && made->update(rest, rest)));
        const bool good = made->finish(given);
        CHECK(made->finish(given) == good);
        CHECK((!good || out == text));
        return good;
    }
};

// Every AEAD, the one with nonce masking too.
template <class F>
void each_aead_by_name(F&& f) {
    hl::any_detail::each_aead([&]<class A>() {
        const auto aead =
            hl::any_aead::create(A::key_size == 32 ? hl::ascon_aead128::name : A::name, {.key_size = A::key_size});
        REQUIRE(aead);
        f(*aead);
    });
}

}  // namespace

TEST_CASE("by name, in pieces: a type for each direction gives what one call gives") {
    each_aead_by_name([](const hl::any_aead& aead) {
        each_target([&] {
            for (std::size_t n = 0; n <= 70; n += length_step) {
                const message_by_name m(aead, n);
                bytes wrong = m.tag, longer = m.tag;
                wrong[n % 16] ^= 1;
                longer.push_back(0);
                for (const std::size_t cut : {std::size_t{0}, n / 3, n}) {
                    CHECK(m.encrypted_by(aead.encryptor(m.key, m.nonce, m.associated), cut));
                    CHECK(m.encrypted_by(aead.encryptor(m.key, m.nonce, m.pieces()), cut));
                    CHECK(m.decrypted_by(aead.decryptor(m.key, m.nonce, m.associated), cut, m.tag));
                    CHECK(m.decrypted_by(aead.decryptor(m.key, m.nonce, m.pieces()), cut, m.tag));
                    CHECK_FALSE(m.decrypted_by(aead.decryptor(m.key, m.nonce, m.associated), cut, wrong));
                    CHECK_FALSE(m.decrypted_by(aead.decryptor(m.key, m.nonce, m.associated), cut, longer));
                    CHECK_FALSE(m.decrypted_by(aead.decryptor(m.key, m.nonce, bytes()), cut, m.tag));
                }
            }
        });
    });
}

TEST_CASE("by name, in pieces: a size that does not fit and a call that comes too late write nothing") {
    each_aead_by_name([](const hl::any_aead& aead) {
        const message_by_name m(aead, 20);
        bytes out(20, 0xee), tag(16, 0xee);
        const bytes untouched = out, no_tag = tag;
        auto e = aead.encryptor(m.key, m.nonce, m.associated);
        auto d = aead.decryptor(m.key, m.nonce, m.associated);
        REQUIRE((e && d));
        CHECK((e.error().message().empty() && d.error().message().empty()));
        for (std::size_t n = 0; n <= 17; ++n)
            CHECK((e->takes_tag(n) == aead.takes_tag(n) && d->takes_tag(n) == aead.takes_tag(n)));
        CHECK_FALSE(e->update(m.text, std::span(out).first(19)));
        CHECK_FALSE(d->update(m.cipher, std::span(out).first(19)));
        CHECK_FALSE(e->update(std::span(m.text).first(19), out));
        CHECK_FALSE(d->update(std::span(m.cipher).first(19), out));
        CHECK(out == untouched);

        REQUIRE(e->update(m.text, out));  // the calls that were refused have left no trace
        CHECK(out == m.cipher);
        CHECK_FALSE(e->finish(std::span(tag).first(7)));
        CHECK(tag == no_tag);
        REQUIRE(e->finish(tag));
        CHECK(tag == m.tag);
        REQUIRE(d->update(m.cipher, out));
        CHECK(out == m.text);
        CHECK_FALSE(d->finish(std::span(m.tag).first(7)));
        CHECK(d->finish(m.tag));

        out = untouched;
        CHECK_FALSE(e->update(m.text, out));
        CHECK_FALSE(d->update(m.cipher, out));
        CHECK(out == untouched);
        tag = no_tag;
        REQUIRE(e->finish(tag));
        CHECK(tag == m.tag);
        CHECK(d->finish(m.tag));
    });
}

// Text and ciphertext that overlap in part end the program, as in the classes.
TEST_CASE("by name, in pieces: buffers that overlap in part") {
    each_aead_by_name([](const hl::any_aead& aead) {
        const message_by_name m(aead, 20);
        bytes memory(40, 0xee);
        const bytes before = memory;
        const std::span all(memory);
        CHECK(
            refused([&] { (void)aead.encryptor(m.key, m.nonce, bytes())->update(all.first(20), all.subspan(1, 20)); }));
        CHECK(
            refused([&] { (void)aead.decryptor(m.key, m.nonce, bytes())->update(all.subspan(1, 20), all.first(20)); }));
        CHECK(memory == before);
        auto e = aead.encryptor(m.key, m.nonce, m.associated);
        CHECK(e->update(all.first(20), all.subspan(20)));
    });
}

TEST_CASE("by name, in pieces: a key or a nonce of a wrong size is an error") {
    const auto message_of = [](const auto& made, hl::any_problem problem) {
        CHECK(!made);
        CHECK(made.error().problem() == problem);
        return std::string(made.error().message());
    };
    const auto aead = hl::any_aead::create("ascon-aead128");
    const auto masked = hl::any_aead::create("ascon-aead128", {.key_size = 32});
    REQUIRE((aead && masked));
    const bytes key = pattern(16, 2), nonce = pattern(16, 3), longer = pattern(17, 3), none{};
    bool called = false;
    const auto never = [&](hl::any_associated_data&) { called = true; };
    constexpr auto key_size = hl::any_problem::key_size, nonce_size = hl::any_problem::nonce_size;
    CHECK(message_of(aead->encryptor(longer, nonce, none), key_size) ==
          "this ascon-aead128 takes a key of 16 bytes, not of 17");
    CHECK(message_of(aead->decryptor(longer, nonce, never), key_size) ==
          "this ascon-aead128 takes a key of 16 bytes, not of 17");
    CHECK(message_of(masked->encryptor(key, nonce, never), key_size) ==
          "this ascon-aead128 takes a key of 32 bytes, not of 16");
    CHECK(message_of(aead->encryptor(key, std::span(nonce).first(12), never), nonce_size) ==
          "this ascon-aead128 takes a nonce of 16 bytes, not of 12");
    CHECK(message_of(aead->decryptor(key, none, none), nonce_size) ==
          "this ascon-aead128 takes a nonce of 16 bytes, not of 0");
    CHECK_FALSE(called);
    CHECK(aead->encryptor(key, nonce, never).has_value());
    CHECK(called);

    // An object that was made past any_aead refuses each call.
    const hl::octets_in wrong(longer);
    hl::any_encryptor e(aead->functions(), key, wrong, none);
    hl::any_decryptor d(aead->functions(), wrong, nonce, none);
    bytes out(16, 0xee);
    CHECK_FALSE(e.update(nonce, out));
    CHECK_FALSE(e.finish(out));
    CHECK_FALSE(d.update(nonce, out));
    CHECK_FALSE(d.finish(nonce));
    CHECK(out == bytes(16, 0xee));
}

// One nonce, one direction, one message: no copy, and no call of the other direction.
static_assert(!std::is_copy_constructible_v<hl::any_encryptor> && !std::is_copy_constructible_v<hl::any_decryptor>);
static_assert(!std::is_move_constructible_v<hl::any_result<hl::any_encryptor>>);
static_assert(!std::is_copy_assignable_v<hl::any_encryptor> && !std::is_copy_assignable_v<hl::any_decryptor>);
