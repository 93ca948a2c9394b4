// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "tool.hpp"

#include <hashlane/batch.hpp>
#include <hashlane/hashlane.hpp>

#include "subjects.hpp"

alignas(64) std::uint8_t secret[secret_size], result[secret_size];

namespace {

namespace hl = hashlane;

std::array<std::uint8_t, 16> nonce{1, 2, 3};
constexpr std::string_view associated = "a header that all may see";

// ---- Digests of a secret: one, and many side by side

template <class H, std::size_t n>
void digest() {
    keep(hl::digest<H>(part<0, n>()));
}

template <class X, std::size_t n>
void xof() {
    keep(hl::digest<X, 64>(part<0, n>()));
}

template <class H>
void in_pieces() {
    H hash;
    hash.update(part<0, 1>()).update(part<1, 77>()).update(part<78, 60>());
    keep(hash.digest());
}

template <class H, std::size_t n>
void many() {
    std::array<typename H::digest_type, 16> digests;
    hl::digest_many<H>(hl::fixed_width(part<0, 16 * n>(), n), digests);
    std::memcpy(result, &digests, sizeof digests);
}

void parallelhash() {
    hl::parallelhash128 hash{64};
    keep(hash.update(part<0, 640>()).template digest<32>());
}

void tree() { keep(hl::digest<hl::kt128, 32>(part<0, 20000>())); }

// The leaves of a range: what is exported is public, the bytes are not.
void range_of_tree() {
    const hl::tree_ranges ranges(hl::kt128{}, 20000);
    std::array<std::uint8_t, 104 + 208 + 32 + 208> out{};
    const auto made = ranges.leaves(0, part<0, 20000>(), out);
    std::memcpy(result, &out, made == hl::range_result::accepted ? sizeof out : 0);
}

// ---- Keys

template <class Mac>
void mac() {
    Mac mac(part<0, 32>());
    keep(mac.update(part<32, 100>()).template tag<Mac::digest_size>());
}

template <class Mac>
void mac_of_long_key() {
    keep(hl::tag<Mac>(part<0, 150>(), associated));
}

std::array<std::uint8_t, 32> tag_of_mac;

template <class Mac>
void right_tag() {
    tag_of_mac = Mac(part<0, 32>()).update(associated).template tag<32>();
}
void wrong_tag() { tag_of_mac = {1, 2, 3}; }

template <class Mac>
void verify() {
    mark_secret(tag_of_mac.data(), tag_of_mac.size());
    result[0] = Mac(part<0, 32>()).update(associated).verify(tag_of_mac);
}

template <class Mac>
void keyed() {
    Mac mac(part<0, 32>());
    keep(mac.update(part<32, 100>()).template tag<32>());
}

template <class H>
void pbkdf2() {
    keep(hl::derive<hl::pbkdf2<H>, 40>(part<0, 20>(), associated, 2));
}

template <class H>
void hkdf() {
    keep(hl::derive<hl::hkdf<H>, 70>(associated, part<0, 40>(), associated));
}

template <class Mac>
void tag_many() {
    std::array<typename Mac::digest_type, 8> tags;
    hl::tag_many(Mac(part<0, 32>()), hl::fixed_width(part<32, 8 * 40>(), 40), tags);
    std::memcpy(result, &tags, sizeof tags);
}

// ---- AEAD: the key and the text are secret, the cipher text and the tag are not

constexpr std::size_t text_size = 77;
template <class A>
void encrypt() {
    const A aead(part<0, A::key_size>());
    const auto tag = aead.encrypt(nonce, associated, part<32, text_size>(), std::span(result, text_size));
    keep(tag, text_size);
}

std::array<std::uint8_t, text_size> cipher;
std::array<std::uint8_t, 16> tag;

template <class A>
void sealed() {
    tag = A(part<0, A::key_size>()).encrypt(nonce, associated, part<32, text_size>(), cipher);
}
template <class A>
void forged() {
    sealed<A>();
    tag[7] ^= 4;
}

template <class A>
void decrypt() {
    const A aead(part<0, A::key_size>());
    const bool good = aead.decrypt(nonce, associated, cipher, tag, std::span(result, text_size));
    result[text_size] = good;
}

template <class A>
void encrypt_in_pieces() {
    const A aead(part<0, A::key_size>());
    auto encryptor = aead.encryptor(nonce, associated);
    encryptor.update(part<32, 5>(), std::span(result, 5));
    encryptor.update(part<37, 60>(), std::span(result + 5, 60));
    keep(encryptor.finish(), 65);
}

void compare() { result[0] = hl::equal_in_constant_time(secret, secret + 64, 64); }

using namespace hl;
constexpr subject table[] = {
    {"sha256", nullptr, digest<sha256, 130>},
    {"sha512", nullptr, digest<sha512, 130>},
    {"sha256 in pieces", nullptr, in_pieces<sha256>},
    {"sha3_256", nullptr, digest<sha3_256, 130>},
    {"sha3_256 in pieces", nullptr, in_pieces<sha3_256>},
    {"shake128", nullptr, xof<shake128, 130>},
    {"turboshake128", nullptr, xof<turboshake128, 130>},
    {"kt128", nullptr, tree, runs::not_traced},
    {"kt128, a range", nullptr, range_of_tree, runs::not_traced},
    {"parallelhash128", nullptr, parallelhash, runs::not_traced},
    {"ascon_hash256", nullptr, digest<ascon_hash256, 60>},
    {"ascon_xof128", nullptr, xof<ascon_xof128, 60>},
    {"sha256 x 16", nullptr, many<sha256, 40>, runs::not_traced},
    {"sha512 x 16", nullptr, many<sha512, 40>, runs::not_traced},
    {"sha3_256 x 16", nullptr, many<sha3_256, 40>, runs::not_traced},
    {"ascon_hash256 x 16", nullptr, many<ascon_hash256, 20>, runs::not_traced},
    {"hmac-sha256", nullptr, mac<hmac<sha256>>},
    {"hmac-sha512", nullptr, mac<hmac<sha512>>},
    {"hmac-sha3-256", nullptr, mac<hmac<sha3_256>>, runs::not_traced},
    {"hmac-sha256, long key", nullptr, mac_of_long_key<hmac<sha256>>},
    {"hmac-sha256, right tag", right_tag<hmac<sha256>>, verify<hmac<sha256>>},
    {"hmac-sha256, wrong tag", wrong_tag, verify<hmac<sha256>>},
    {"hmac-sha256 x 8", nullptr, tag_many<hmac<sha256>>, runs::not_traced},
    {"kmac128", nullptr, keyed<kmac128>},
    {"kmac256", nullptr, keyed<kmac256>, runs::not_traced},
    {"kmac128, right tag", right_tag<kmac128>, verify<kmac128>},
    {"kmac128, wrong tag", wrong_tag, verify<kmac128>},
    {"pbkdf2-sha256", nullptr, pbkdf2<sha256>, runs::not_traced},
    {"pbkdf2-sha512", nullptr, pbkdf2<sha512>, runs::not_traced},
    {"hkdf-sha256", nullptr, hkdf<sha256>, runs::not_traced},
    {"ascon_aead128, encrypt", nullptr, encrypt<ascon_aead128>},
    {"ascon_aead128, decrypt", sealed<ascon_aead128>, decrypt<ascon_aead128>},
    {"ascon_aead128, forged", forged<ascon_aead128>, decrypt<ascon_aead128>},
    {"ascon_aead128 in pieces", nullptr, encrypt_in_pieces<ascon_aead128>},
    {"ascon_v12 aead80pq, encrypt", nullptr, encrypt<ascon_80pq>},
    {"ascon_v12 aead128, forged", forged<ascon_128>, decrypt<ascon_128>},
    {"equal_in_constant_time", nullptr, compare},
};

}  // namespace

std::span<const subject> subjects() { return table; }
