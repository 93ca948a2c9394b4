// SPDX-License-Identifier: Apache-2.0 OR MIT
// What stays behind of a key after a keyed call.
#include <hashlane/any.hpp>
#include <hashlane/by_name/aead.hpp>

#include "residue.hpp"

#if defined(HASHLANE_X86)

using namespace residues;

TEST_CASE("a key that was left is found") {
    const bytes key = planted_key(16);
    CHECK((residue(key,
                   [&] {
                       std::uint8_t copy[64];
                       for (std::size_t i = 0; i < 16; ++i) copy[i + 7] = key[i];
                       asm volatile("" : : "r"(copy) : "memory");
                   }) &
           on_the_stack) != 0);
    CHECK((residue(key,
                   [&] {
                       asm volatile("movdqu %0, %%xmm7"
                                    :
                                    : "m"(*reinterpret_cast<const std::uint8_t(*)[16]>(key.data()))
                                    : "xmm7");
                   }) &
           in_vectors) != 0);
    CHECK(residue(key, [] {}) == nowhere);
}

TEST_CASE("AEAD: whole messages, good and forged") {
    hl::any_detail::each_aead([]<class A>() {
        const bytes key = planted_key(A::key_size), nonce(16, 1), associated(20, 2), text(70, 3);
        const std::string_view own = A::key_size == 32 ? hl::ascon_aead128::name : A::name;
        const auto aead = hl::any_aead::create(own, {.key_size = A::key_size});
        REQUIRE(aead);
        bytes cipher(text.size()), out(text.size()), tag(16), wrong(16, 9);
        const std::string name(A::name);
        check(name + " encrypt", key, [&] { (void)aead->encrypt(key, nonce, associated, text, cipher, tag); });
        check(name + " decrypt", key, [&] { (void)aead->decrypt(key, nonce, associated, cipher, tag, out); });
        check(name + " forged", key, [&] { (void)aead->decrypt(key, nonce, associated, cipher, wrong, out); });
        check(name + " in pieces", key, [&] {
            hl::any_aead_stream s(aead->functions(), key, nonce);
            (void)s.absorb(associated);
            (void)s.encrypt(text, cipher);
            (void)s.finish(tag);
        });
        check(name + " abandoned", key, [&] {
            hl::any_aead_stream s(aead->functions(), key, nonce);
            (void)s.decrypt(cipher, out);
        });
        check(name + " by an encryptor", key, [&] {
            auto e = aead->encryptor(key, nonce, associated);
            (void)e->update(text, cipher);
            (void)e->finish(tag);
        });
        check(name + " by a decryptor", key, [&] {
            auto d = aead->decryptor(key, nonce, associated);
            (void)d->update(cipher, out);
            (void)d->finish(wrong);
        });
        check(name + " by an encryptor that is abandoned", key, [&] {
            auto e = aead->encryptor(key, nonce, associated);
            (void)e->update(text, cipher);
        });
        check(name + " of a nonce that is refused", key,
              [&] { (void)aead->decryptor(key, std::span(nonce).first(15), associated).has_value(); });
    });
}

TEST_CASE("every MAC of the registry") {
    for (const std::size_t size : {24u, 300u}) {
        const bytes key = planted_key(size), message(100, 5);
        for (const hl::algorithm& a : hl::algorithms()) {
            if (a.kind != hl::kind::mac) continue;
            bytes tag(a.digest_size);
            hl::any_options o;
            o.key = key;
            check(std::string(a.name) + ", a key of " + std::to_string(size), key, [&] {
                auto h = hl::any_hash::create(a.name, o);
                if (h && !h->update(message).digest(tag)) std::abort();
            });
        }
    }
}

#endif
