// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The part of selftest.hpp that tests authenticated encryption and the derivation of keys. Programs include
/// selftest.hpp.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "../by_name/aead.hpp"
#include "../mac.hpp"
#include "../many/derive_many.hpp"
#include "../many/encrypt_many.hpp"
#include "hashes.hpp"

namespace hashlane::inline HASHLANE_ABI::selftests {

// This holds the strings of a known_seal as bytes.
struct seal {
    octets key, nonce, associated, text, sealed;

    explicit seal(const known_seal& k)
        : key(k.key), nonce(k.nonce), associated(k.associated), text(k.text), sealed(k.sealed) {}

    view cipher() const { return view(sealed).first(text.size()); }
    view tag() const { return view(sealed).subspan(text.size()); }
};

// Encrypts a whole message in place, decrypts it, and checks that it is refused when a bit of the tag is changed.
template <class Aead>
bool seals_at_once(const seal& s, const Aead& aead) {
    const std::span<const std::uint8_t, Aead::nonce_size> nonce(s.nonce.data(), Aead::nonce_size);
    std::uint8_t bytes[longest_string];
    const std::span<std::uint8_t> buffer(bytes, s.text.size());
    std::ranges::copy(view(s.text), bytes);
    auto tag = aead.encrypt(nonce, s.associated, buffer, buffer);
    if (!equal(buffer, s.cipher()) || !equal(tag, s.tag())) return false;
    if (!aead.decrypt(nonce, s.associated, buffer, tag, buffer) || !equal(buffer, s.text)) return false;
    std::ranges::copy(s.cipher(), bytes);
    tag[0] ^= 1;
    return !aead.decrypt(nonce, s.associated, buffer, tag, buffer);
}

inline bool seals_by_name(const seal& s, const any_aead& chosen, view key, view nonce) {
    std::uint8_t bytes[longest_string];
    std::array<std::uint8_t, 16> tag{};
    const std::span<std::uint8_t> got(bytes, s.text.size());
    return chosen.encrypt(key, nonce, s.associated, s.text, got, tag) && equal(got, s.cipher()) &&
           equal(tag, s.tag()) && chosen.decrypt(key, nonce, s.associated, s.cipher(), s.tag(), got) &&
           equal(got, s.text);
}

inline bool seals_in_pieces(const seal& s, const any_aead& chosen, view key, view nonce) {
    std::uint8_t bytes[longest_string];
    std::array<std::uint8_t, 16> tag{};
    const std::span<std::uint8_t> got(bytes, s.text.size());
    const std::size_t head = s.associated.size() / 3, first = s.text.size() / 2;
    auto out = chosen.encryptor(key, nonce, [&](auto& associated_data) {
        associated_data.absorb(view(s.associated).first(head)).absorb(view(s.associated).subspan(head));
    });
    if (!out || !out->update(view(s.text).first(first), got.first(first)) ||
        !out->update(view(s.text).subspan(first), got.subspan(first)) || !out->finish(tag))
        return false;
    if (!equal(got, s.cipher()) || !equal(tag, s.tag())) return false;
    auto in = chosen.decryptor(key, nonce, s.associated);
    return in && in->update(s.cipher().first(first), got.first(first)) &&
           in->update(s.cipher().subspan(first), got.subspan(first)) && in->finish(s.tag()) && equal(got, s.text);
}

// Tests a record of the table in every lane, with some copies of it left over.
template <class Aead>
bool seals_side_by_side(const seal& s, const Aead& aead) {
    constexpr std::size_t n = 19;
    std::uint8_t bytes[n * longest_string], nonces[n * 16], tags[n * 16];
    std::array<view, n> texts;
    std::array<std::span<std::uint8_t>, n> places;
    texts.fill(s.text);
    for (std::size_t i = 0; i < n; ++i) {
        places[i] = std::span(bytes).subspan(i * s.text.size(), s.text.size());
        std::ranges::copy(view(s.nonce), nonces + 16 * i);
    }
    encrypt_many(aead, nonces, s.associated, texts, places, tags);
    for (std::size_t i = 0; i < n; ++i)
        if (!equal(places[i], s.cipher()) || !equal(view(tags).subspan(16 * i, 16), s.tag())) return false;
    if (!decrypt_many(aead, nonces, s.associated, places, tags, places)) return false;
    for (const auto& text : places)
        if (!equal(text, s.text)) return false;
    return true;
}

// Tests the AEAD by its name, with short tags too. Where a longer key has a mask for the nonce (SP 800-232 s.4.2.2), it
// tests the nonce that the mask gives.
inline bool seals_by_any_name(const seal& s, std::string_view name) {
    std::uint8_t key[longest_string + 16], nonce[16];
    std::ranges::copy(s.key, key);
    pattern(std::span(key).subspan(s.key.size(), 16));
    for (std::size_t i = 0; i < sizeof nonce; ++i) nonce[i] = s.nonce.data()[i] ^ key[s.key.size() + i];
    for (const bool short_tags : {false, true}) {
        const auto plain = any_aead::create(name, {.key_size = s.key.size(), .short_tags = short_tags});
        if (!plain || !seals_by_name(s, *plain, s.key, s.nonce) || !seals_in_pieces(s, *plain, s.key, s.nonce))
            return false;
        const view longer(key, s.key.size() + 16);
        const auto masked = any_aead::create(name, {.key_size = longer.size(), .short_tags = short_tags});
        if (masked && (!seals_by_name(s, *masked, longer, nonce) || !seals_in_pieces(s, *masked, longer, nonce)))
            return false;
    }
    return true;
}

template <class Aead>
bool seals(const known_seal& k) {
    const seal s(k);
    const auto aead = Aead::create(s.key);
    if (!aead || s.nonce.size() != Aead::nonce_size || s.tag().size() != Aead::tag_size) return false;
    return seals_at_once(s, *aead) && seals_by_any_name(s, k.algorithm) && seals_side_by_side(s, *aead);
}

template <class Report>
void test_seals(Report&& report) {
    for (const known_seal& k : known_seals) {
        bool right = false;
        registry::for_each([&]<class Row>(Row) {
            if constexpr (Row::info().kind == kind::aead)
                if (Row::info().name == k.algorithm) right = seals<typename Row::type>(k);
        });
        report(k.algorithm, right);
    }
}

// Tests that keys side by side are those that HMAC alone gives, by the definition of PBKDF2: the first output, and the
// exclusive or of the first two.
template <class H>
bool chains_agree() {
    constexpr std::size_t n = many_messages, size = H::digest_size;
    std::uint8_t salt[8], keys[n * size];
    pattern(salt);
    std::array<view, n> passwords;
    passwords.fill(view(salt).first(5));
    derive_many<H>(passwords, salt, 2, std::span<std::uint8_t>(keys));
    const std::array<std::uint8_t, 4> one{0, 0, 0, 1};
    const hmac<H> keyed(passwords[0]);
    hmac<H> first = keyed, second = keyed;
    auto key = first.update(salt).update(one).tag();
    const auto U = second.update(key).tag();
    for (std::size_t i = 0; i < size; ++i) key[i] ^= U[i];
    for (std::size_t i = 0; i < n; ++i)
        if (!equal(view(keys).subspan(i * size, size), key)) return false;
    return equal(derive<pbkdf2<H>, size>(passwords[0], salt, 2), key);
}

inline bool derives(const known_key& k) {
    const octets secret(k.secret), salt(k.salt), info(k.info), expected(k.output);
    std::uint8_t bytes[longest_string];
    if (expected.size() > sizeof bytes) return false;
    const std::span<std::uint8_t> got(bytes, expected.size());
    if (k.iterations == 0) return derive_into<hkdf<sha256>>(salt, secret, info, got) && equal(got, expected);
    return derive_into<pbkdf2<sha256>>(secret, salt, k.iterations, got) && equal(got, expected);
}

template <class Report>
void test_keys(Report&& report) {
    for (const known_key& k : known_keys) report(k.algorithm, derives(k));
    report(pbkdf2<sha256>::name, chains_agree<sha256>());
    report(pbkdf2<sha512>::name, chains_agree<sha512>());
}

}  // namespace hashlane::inline HASHLANE_ABI::selftests
