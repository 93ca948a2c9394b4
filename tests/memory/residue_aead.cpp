// SPDX-License-Identifier: Apache-2.0 OR MIT
// What stays behind of the states and tags of AEADs: each wipe alone, where no other one is behind it, as in
// residue_states.cpp.
#include <hashlane/batch.hpp>

#include "residue_states.hpp"

#if defined(HASHLANE_X86)

using namespace residues;

TEST_CASE("AEAD in pieces, by type: the states of both directions") {
    each_aead_type([]<class A>(const bytes&, const A& aead, const std::string& name) {
        const bytes associated(20, 2), text(32, 3);
        bytes cipher(32), started, encrypting, decrypting;
        auto& encryptor = in_zeroed_memory([&] { return aead.encryptor(nonce, associated); });
        started = words_in(encryptor);
        encrypting = words_in(encryptor.update(text, cipher));
        auto& decryptor = in_zeroed_memory([&] { return aead.decryptor(nonce, associated); });
        decrypting = words_in(decryptor.update(cipher, cipher));
        check(name + ", associated data", started, [&] {
            auto e = aead.encryptor(nonce, associated);
            keep(e);
        });
        check(name + ", associated data in pieces", started, [&] {
            auto e = aead.encryptor(nonce, [&](auto& a) {
                a.absorb(std::span(associated).first(9)).absorb(std::span(associated).last(11));
            });
            keep(e);
        });
        check(name + ", encryptor", encrypting, [&] {
            auto e = aead.encryptor(nonce, associated);
            e.update(text, cipher);
            keep(e);
        });
        check(name + ", decryptor", decrypting, [&] {
            auto d = aead.decryptor(nonce, associated);
            d.update(cipher, cipher);
            keep(d);
        });
    });
}

// The state lies below the frame of the callable then, far from that of the message.
TEST_CASE("AEAD in pieces, by type: associated data that a callable with a large frame absorbs") {
    each_aead_type([]<class A>(const bytes& key, const A& aead, const std::string& name) {
        const bytes associated(37, 2);
        bytes absorbed = key;
        using state = hl::aead_state<typename A::variant>;
        const hl::duplex_key<typename A::variant> words(key.data());
        auto& s = in_zeroed_memory([&] { return state(words, nonce.data()); });
        s.absorb(associated);
        append(absorbed, words_in(s));
        check(name, absorbed, [&] {
            auto e = aead.encryptor(nonce, [&](auto& data) {
                std::uint8_t large[8000];
                asm volatile("" : : "r"(large) : "memory");
                data.absorb(associated);
                asm volatile("" : : "r"(large) : "memory");
            });
            keep(e);
        });
    });
}

TEST_CASE("AEAD in pieces, by type: the right tag of a forgery") {
    each_aead_type([]<class A>(const bytes&, const A& aead, const std::string& name) {
        const bytes associated(20, 2);
        bytes cipher(32, 3), text(32);
        const std::array<std::uint8_t, 16> wrong{};
        const auto right = aead.encrypt(nonce, associated, text, cipher);
        check(name, bytes(right.begin(), right.end()), [&] {
            struct {
                typename A::decryptor_type d;
                std::array<std::uint8_t, 512> above{};  // what comes after the call writes over it, not over d
            } held{aead.decryptor(nonce, associated)};
            held.d.update(cipher, text);
            (void)!held.d.finish(wrong);
            keep(held);
        });
    });
}

TEST_CASE("AEAD in pieces, by name: a stream that has ended and lives on") {
    each_aead_type([]<class A>(const bytes& key, const A& aead, const std::string& name) {
        const std::string_view own = A::key_size == 32 ? hl::ascon_aead128::name : A::name;
        const auto chosen = hl::any_aead::create(own, {.key_size = A::key_size});
        REQUIRE(chosen);
        const bytes text(32, 3), tag(16, 4);
        bytes cipher(32), out(32), made(16);
        const auto right = aead.encrypt(nonce, bytes(), text, cipher);
        bytes secret = key;
        for (std::size_t i = 0; i < 16; ++i) secret.push_back(right[i] ^ key[A::key_size % 16 + i]);
        check(name + ", encryption", secret, [&] {
            undestroyed<hl::any_aead_stream> s;
            auto& stream = s.make(chosen->functions(), hl::octets_in(key), hl::octets_in(nonce));
            (void)!stream.encrypt(text, cipher);
            (void)!stream.finish(made);
        });
        check(name + ", decryption", secret, [&] {
            undestroyed<hl::any_aead_stream> s;
            auto& stream = s.make(chosen->functions(), hl::octets_in(key), hl::octets_in(nonce));
            bool in_order = false;
            (void)!stream.decrypt(cipher, out);
            (void)!stream.verify(tag, in_order);
        });
    });
}

TEST_CASE("AEAD in pieces, by name and by direction: the states, also those that a callable with a large frame makes") {
    each_aead_type([]<class A>(const bytes& key, const A&, const std::string& name) {
        const std::string_view own = A::key_size == 32 ? hl::ascon_aead128::name : A::name;
        const auto chosen = hl::any_aead::create(own, {.key_size = A::key_size});
        REQUIRE(chosen);
        const bytes associated(37, 2), text(32, 3), wrong(16, 4);
        bytes cipher(32), started = key, encrypting = key, decrypting = key;
        auto& encryptor = in_zeroed_memory([&] { return chosen->encryptor(key, nonce, associated); });
        append(started, words_in(encryptor));
        REQUIRE(encryptor->update(text, cipher));
        append(encrypting, words_in(encryptor));
        auto& decryptor = in_zeroed_memory([&] { return chosen->decryptor(key, nonce, associated); });
        REQUIRE(decryptor->update(cipher, cipher));
        append(decrypting, words_in(decryptor));
        check(name + ", associated data", started, [&] {
            auto e = chosen->encryptor(key, nonce, associated);
            keep(e);
        });
        check(name + ", a callable with a large frame", started, [&] {
            auto e = chosen->encryptor(key, nonce, [&](auto& data) {
                std::uint8_t large[8000];
                asm volatile("" : : "r"(large) : "memory");
                data.absorb(associated);
                asm volatile("" : : "r"(large) : "memory");
            });
            keep(e);
        });
        check(name + ", encryptor", encrypting, [&] {
            auto e = chosen->encryptor(key, nonce, associated);
            (void)e->update(text, cipher);
            keep(e);
        });
        check(name + ", decryptor", decrypting, [&] {
            auto d = chosen->decryptor(key, nonce, associated);
            (void)d->update(cipher, cipher);
            (void)d->finish(wrong);
            keep(d);
        });
    });
}

TEST_CASE("nonce masking: the masked nonce") {
    using A = hl::ascon_aead128_masked;
    const bytes key = planted_key(32), text(40, 3);
    const A& aead = elsewhere<A>(std::span(key).first<32>());
    bytes masked(16), cipher(40);
    for (std::size_t i = 0; i < 16; ++i) masked[i] = nonce[i] ^ key[16 + i];
    check("at once", masked, [&] { (void)!aead.encrypt(nonce, bytes(), text, cipher)[0]; });
    std::array<std::array<std::uint8_t, 16>, 1> tags{}, nonces{nonce};
    std::vector<bytes> texts{text}, ciphers{cipher};
    check("a record", masked, [&] { hl::encrypt_many(aead, nonces, bytes(), texts, ciphers, tags); });
}

TEST_CASE("many records: key, states and tags") {
    each_aead_type([]<class A>(const bytes& key, const A& aead, const std::string& name) {
        const bytes associated(20, 2);
        for (const bool equal : {true, false})
            for (const std::size_t count : {1u, 3u, 17u}) {
                std::vector<std::array<std::uint8_t, 16>> nonces(count, nonce), tags(count), wrong(count);
                std::vector<bytes> texts, ciphers;
                bytes secret = key, right;
                for (std::size_t i = 0; i < count; ++i) {
                    nonces[i][3] = static_cast<std::uint8_t>(i);
                    texts.emplace_back(equal ? 48 : 16 * i, std::uint8_t{3});
                    ciphers.emplace_back(texts[i].size());
                    tags[i] = aead.encrypt(nonces[i], associated, texts[i], ciphers[i]);
                    if (i >= 3) continue;  // three are enough to look for
                    append(right, tags[i]);
                    for (std::size_t k = 0; k < 16; ++k) secret.push_back(tags[i][k] ^ key[A::key_size % 16 + k]);
                    auto& e = in_zeroed_memory([&] { return aead.encryptor(nonces[i], associated); });
                    e.update(texts[i], ciphers[i]);
                    append(secret, words_in(e));
                }
                const std::string what = name + ", " + std::to_string(count) + (equal ? " equal" : " mixed");
                check(what, secret, [&] { hl::encrypt_many(aead, nonces, associated, texts, ciphers, tags); });
                auto out = ciphers;
                check(what + ", forged", right,
                      [&] { (void)!hl::decrypt_many(aead, nonces, associated, ciphers, wrong, out); });
            }
    });
}

// Of two iterations both are secret, and their sum is the key.

#endif
