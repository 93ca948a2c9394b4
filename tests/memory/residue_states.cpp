// SPDX-License-Identifier: Apache-2.0 OR MIT
// What stays behind of keyed states and of tags: each wipe of the library, alone, where no other one is behind it. Vector
// registers are cleared when an object is destroyed: where it lives on, they are not looked at.
// tests/memory/wipes.py leaves each of them out in turn.
#include <hashlane/batch.hpp>
#include <hashlane/by_name/aead_batch.hpp>
#include <hashlane/by_name/kdf.hpp>
#include <hashlane/hashlane.hpp>

#include "residue_states.hpp"

#if defined(HASHLANE_X86)

using namespace residues;

template <class H>
void kept_objects_of(const std::string& name) {
    using mac = hl::hmac<H>;
    const bytes key = planted_key(40), long_key = planted_key(300);
    check("HMAC-" + name, key, [&] { keep(elsewhere<mac>(key)); }, in_vectors);
    check("HMAC-" + name + ", a long key", long_key, [&] { keep(elsewhere<mac>(long_key)); }, in_vectors);
    check(
        "HMAC-" + name + ", a hashed key", digest_of<H>(long_key), [&] { keep(elsewhere<mac>(long_key)); }, in_vectors);
}

TEST_CASE("HMAC: the padded key of an object that lives on") {
    kept_objects_of<hl::sha256>("SHA-256");
    kept_objects_of<hl::sha512>("SHA-512");
    kept_objects_of<hl::sha3_256>("SHA3-256");
}

TEST_CASE("HMAC: what a truncated tag leaves out, and the right tag of a forgery") {
    using mac = hl::hmac<hl::sha512>;
    const mac keyed(planted_key(40));
    const auto whole = keyed.tag();
    check(
        "the rest of a tag", bytes(whole.begin() + 8, whole.end()), [&] { keep(keyed.tag<8>()); },
        in_general | in_vectors);
    const mac::digest_type wrong{};
    check(
        "the right tag", bytes(whole.begin(), whole.end()), [&] { (void)!keyed.verify(wrong); },
        in_general | in_vectors);
}

TEST_CASE("keyed objects that are destroyed: all their words") {
    const auto destroyed = []<class Mac>(const std::string& name) {
        const bytes message = planted_key(90);
        auto& keyed = elsewhere<Mac>(planted_key(40));
        check(name, words_in(keyed), [&] {
            auto copy = keyed;
            keep(copy);
        });
        keyed.update(message);
        check(name + " fed", words_in(keyed), [&] {
            auto copy = keyed;
            keep(copy);
        });
    };
    destroyed.operator()<hl::hmac<hl::sha512>>("HMAC-SHA-512");
    destroyed.operator()<hl::hmac<hl::sha3_256>>("HMAC-SHA3-256");
    destroyed.operator()<hl::kmac128>("KMAC128");
    destroyed.operator()<hl::hopmac128>("HopMAC128");
}

// The state of a sponge that has ended can be run backwards.
TEST_CASE("HMAC over a sponge: the state of the outer hash") {
    const bytes key = planted_key(40), message(20, 4);
    hl::keccak_sponge<136, 0x06> inner, outer;
    for (std::size_t i = 0; i < 136; ++i) {
        const std::uint8_t k = i < key.size() ? key[i] : std::uint8_t{0};
        inner.absorb_byte(k ^ 0x36);
        outer.absorb_byte(k ^ 0x5c);
    }
    std::array<std::uint8_t, 32> digest;
    inner.absorb(message.data(), message.size());
    inner.finish();
    inner.squeeze(digest.data(), digest.size());
    outer.absorb(digest.data(), digest.size());
    outer.finish();
    bytes secret = words_in(outer.A);
    secret.erase(secret.begin(), secret.begin() + 32);
    // It lives on, so that no destructor clears the frames of tag().
    auto& keyed = elsewhere<hl::hmac<hl::sha3_256>>(key);
    keyed.update(message);
    check("HMAC-SHA3-256", secret, [&] { keep(keyed.tag()); });
}

TEST_CASE("MACs of any length: the right tag of a forgery") {
    const auto forged = []<class Mac>(const std::string& name) {
        const Mac& keyed = elsewhere<Mac>(planted_key(40));
        bytes right(48), wrong(48);
        if constexpr (requires { keyed.reader(); }) {
            keyed.reader().squeeze(right);
            check(name, right, [&] { (void)!keyed.reader().verify(wrong); }, in_general | in_vectors);
        } else {
            keyed.tag_into(right);
            check(name, right, [&] { (void)!keyed.verify(wrong); }, in_general | in_vectors);
        }
    };
    forged.operator()<hl::kmac128>("KMAC128");
    forged.operator()<hl::kmacxof256>("KMACXOF256");
    forged.operator()<hl::hopmac128>("HopMAC128");
}

template <class H>
void few_messages_of(const std::string& name) {
    using mac = hl::hmac<H>;
    const bytes key = planted_key(40);
    const mac& keyed = elsewhere<mac>(key);
    for (const std::size_t count : {1u, 2u, 3u}) {
        std::vector<bytes> messages;
        bytes secret, tags(count * H::digest_size);
        for (std::size_t i = 0; i < count; ++i) {
            bytes padded(H::block_size, 0x36);
            for (std::size_t k = 0; k < key.size(); ++k) padded[k] ^= key[k];
            messages.emplace_back(30 + i, std::uint8_t{5});
            append(padded, messages[i]);
            append(secret, digest_of<H>(padded));
        }
        check("HMAC-" + name + " of " + std::to_string(count), secret, [&] { hl::tag_many(keyed, messages, tags); });
    }
}

TEST_CASE("HMAC of few messages: the inner digests") {
    few_messages_of<hl::sha256>("SHA-256");
    few_messages_of<hl::sha512>("SHA-512");
}

template <class H>
void many_keys_of(const std::string& name) {
    constexpr std::size_t n = H::digest_size;
    for (const std::size_t count : {1u, 3u, 20u}) {
        std::vector<bytes> passwords, salts, keys;
        bytes secret;
        for (std::size_t i = 0; i < count; ++i) {
            passwords.push_back(planted_key(40));
            passwords[i][0] = static_cast<std::uint8_t>(i);
            salts.emplace_back(16, std::uint8_t{7});
            keys.emplace_back(n - 20);
            bytes first(n), both(n);
            (void)hl::derive_into<hl::pbkdf2<H>>(passwords[i], salts[i], 1, first);
            (void)hl::derive_into<hl::pbkdf2<H>>(passwords[i], salts[i], 2, both);
            if (i >= 3) continue;
            append(secret, std::span(both).last(16));
            for (std::size_t k = 0; k < n; ++k) both[k] ^= first[k];
            append(secret, first);
            append(secret, both);
        }
        append(secret, turned(secret));
        check(name + ", " + std::to_string(count), secret, [&] { hl::derive_many<H>(passwords, salts, 2, keys); });
    }
}

TEST_CASE("many derived keys: the iterations, and what is not given of a key") {
    many_keys_of<hl::sha512>("PBKDF2-SHA-512");
    many_keys_of<hl::sha256>("PBKDF2-SHA-256");
    many_keys_of<hl::sha3_256>("PBKDF2-SHA3-256");
}

TEST_CASE("HKDF by name, and over its info") {
    const auto kdf = hl::any_kdf::create("hkdf-sha512");
    REQUIRE(kdf);
    const bytes key = planted_key(40), salt(16, 7);
    bytes out(64), memory(200, 3);
    REQUIRE(kdf->hkdf_extract(key, salt, out));
    check("extract", out, [&] { (void)!kdf->hkdf_extract(key, salt, out); }, in_general | in_vectors);
    const bytes extracted = out;
    check("derive", extracted, [&] { (void)!kdf->hkdf(key, salt, memory, std::span(out).first(20)); });
    REQUIRE(kdf->hkdf_expand(key, memory, out));
    check(
        "expand over info", out,
        [&] {
            std::ranges::fill(memory, std::uint8_t{3});
            (void)!kdf->hkdf_expand(key, memory, std::span(memory).first(64));
        },
        in_general | in_vectors);
    CHECK(std::ranges::equal(std::span(memory).first(64), out));
}

#endif
