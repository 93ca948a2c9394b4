// SPDX-License-Identifier: Apache-2.0 OR MIT
// Every function of the library that takes a key, a password or a tag, and has no subject in subjects.cpp. functions.txt
// says which subject stands for which function.

#include "tool.hpp"

#include <hashlane/batch.hpp>
#include <hashlane/hashlane.hpp>
#include <hashlane/transcript.hpp>

#include <optional>

#include "keyed_subjects.hpp"
#include "subjects.hpp"

namespace {

namespace hl = hashlane;

constexpr std::array<std::uint8_t, 16> nonce{1, 2, 3};
constexpr std::string_view associated = "a header that all may see";

template <std::size_t n>
std::span<std::uint8_t, n> out(std::size_t at) {
    return std::span<std::uint8_t, n>(result + at, n);
}

// ---- MACs. The key and the message are secret; whether a tag is right is not.

std::array<std::uint8_t, 64> given_tag;

template <class Mac, std::size_t n>
void give_tag(bool right) {
    const Mac mac(part<0, 32>());
    std::array<std::uint8_t, n> tag{};
    if constexpr (requires(Mac m) { m.absorb(associated); })
        tag = Mac(mac).absorb(associated).reader().template squeeze<n>();
    else
        tag = Mac(mac).update(associated).template tag<n>();
    std::copy(tag.begin(), tag.end(), given_tag.begin());
    if (!right) given_tag[n - 1] ^= 1;
}
template <class Mac, std::size_t n>
void right_tag() {
    give_tag<Mac, n>(true);
}
template <class Mac, std::size_t n>
void wrong_tag() {
    give_tag<Mac, n>(false);
}

template <std::size_t n>
std::span<const std::uint8_t, n> secret_tag() {
    mark_secret(given_tag.data(), n);
    return std::span<const std::uint8_t, n>(given_tag.data(), n);
}

template <class H>
void hmac_short_tag() {
    keep(hl::hmac<H>(part<0, 32>()).update(part<32, 70>()).template tag<12>());
}
template <class H>
void hmac_into() {
    hl::hmac<H>(part<0, 32>()).update(part<32, 70>()).tag_into(std::span(result).template first<H::digest_size>());
}
template <class H>
void hmac_of_digest() {
    std::memcpy(result, secret + 32, H::digest_size);
    hl::hmac<H>(part<0, 32>()).tag_of_digest(result);
}
template <class H>
void hmac_states() {
    const hl::hmac<H> mac(part<0, 32>());
    keep(mac.inner_hash().digest());
    keep(mac.outer_hash().digest(), 64);
}
template <class H>
void hmac_verify_short() {
    result[0] = hl::hmac<H>(part<0, 32>()).update(associated).verify(hl::short_tag(secret_tag<12>(), 12));
}
template <class H>
void hmac_at_once() {
    keep(hl::tag<hl::hmac<H>>(part<0, 32>(), part<32, 70>()));
}
template <class H>
void hmac_verify_at_once() {
    result[0] = hl::verify<hl::hmac<H>>(part<0, 32>(), associated, secret_tag<H::digest_size>());
}

template <class Mac>
void mac_out() {
    Mac(part<0, 32>()).update(part<32, 100>()).tag_into(out<40>(0));
}
template <class Mac>
void mac_bits() {
    Mac(part<0, 32>()).update(part<32, 99>()).tag_bits_into(out<5>(0), 37, hl::partial_byte{secret[131], 3});
}
template <class Mac>
void mac_at_once() {
    keep(hl::tag<Mac, 32>(part<0, 32>(), part<32, 100>(), part<132, 20>()));
}
template <class Mac>
void mac_created() {
    const auto mac = Mac::create(part<0, 32>());
    if (mac) keep(mac->template tag<32>());
}
template <class Mac>
void mac_verify() {
    result[0] = Mac(part<0, 32>()).update(associated).verify(secret_tag<Mac::usual_size>());
}
template <class Mac>
void mac_verify_short() {
    result[0] = Mac(part<0, 32>()).update(associated).verify(hl::short_tag(secret_tag<4>(), 4));
}
template <class Mac>
void mac_verify_at_once() {
    result[0] = hl::verify<Mac>(part<0, 32>(), associated, secret_tag<Mac::usual_size>());
}
template <class Mac>
void mac_of_long_message() {
    Mac mac(part<0, 32>());
    mac.update(part<32, 9000>()).update(part<9032, 9000>(), hl::threads{1});
    keep(mac.template tag<32>());
}
template <class Mac>
void xof_of_key() {
    auto reader = Mac(part<0, 32>()).absorb(part<32, 100>()).reader();
    keep(reader.template squeeze<40>());
    reader.squeeze(out<200>(40));
}
template <class Mac>
void xof_at_once() {
    keep(hl::tag<Mac, 32>(part<0, 32>(), part<32, 100>()));
}
template <class Mac>
void xof_verify() {
    result[0] = Mac(part<0, 32>()).absorb(associated).reader().verify(secret_tag<64>());
}
template <class Mac>
void xof_verify_short() {
    result[0] = Mac(part<0, 32>()).absorb(associated).reader().verify(hl::short_tag(secret_tag<4>(), 4));
}
template <class Mac, std::size_t n>
void tag_many() {
    hl::tag_many(Mac(part<0, 32>()), hl::fixed_width(part<32, 8 * 40>(), 40), out<8 * n>(0));
}

// ---- Keys from keys and passwords

template <class H>
void hkdf_steps() {
    const auto key = hl::hkdf_extract<H>(part<100, 20>(), part<0, 40>());
    keep(hl::hkdf_expand<H, 70>(key, part<120, 20>()));
}
template <class H>
void hkdf_into() {
    result[200] = hl::derive_into<hl::hkdf<H>>(part<100, 20>(), part<0, 40>(), associated, out<100>(0));
}
template <class H>
void hkdf_expand_into() {
    result[200] = hl::hkdf_expand_into<H>(part<0, 32>(), associated, out<100>(0));
}
template <class H>
void pbkdf2_into() {
    (void)hl::derive_into<hl::pbkdf2<H>>(part<0, 20>(), part<20, 16>(), 3, out<100>(0));
}
template <class H>
void derive_many() {
    hl::derive_many<H>(hl::fixed_width(part<0, 9 * 20>(), 20), associated, 2, out<9 * 40>(0));
}

// ---- AEAD: the key and the text are secret; associated data, nonce, ciphertext and tag are not.

constexpr std::size_t text_size = 77, records = 19, record_size = 45;
std::array<std::uint8_t, text_size> cipher;
std::array<std::uint8_t, 16> tag;

template <class A>
A make_aead() {
    return A(part<0, A::key_size>());
}

template <class A>
void seal() {
    tag = make_aead<A>().encrypt(nonce, associated, part<64, text_size>(), cipher);
}
template <class A>
void forge_first() {
    seal<A>();
    tag[0] ^= 1;
}
template <class A>
void forge_last() {
    seal<A>();
    tag[15] ^= 0x80;
}

template <class A>
void encrypt() {
    keep(make_aead<A>().encrypt(nonce, associated, part<64, text_size>(), out<text_size>(0)), text_size);
}
template <class A>
void encrypt_short_tag() {
    const auto created = A::create(std::span(part<0, A::key_size>()));
    if (!created) return;
    keep(created->template encrypt<8>(nonce, associated, part<64, text_size>(), out<text_size>(0)), text_size);
    keep(created->template encrypt<4, true>(nonce, associated, part<64, 16>(), out<16>(200)), 216);
}
template <class A>
void encrypt_bits() {
    keep(make_aead<A>().encrypt(nonce, associated, part<64, 20>(), out<20>(0), hl::last_byte_bits{3, 5}), 20);
}
template <class A>
void decrypt() {
    result[text_size] = make_aead<A>().decrypt(nonce, associated, cipher, tag, out<text_size>(0));
}
template <class A>
void decrypt_short_tag() {
    const hl::truncated_tag short_one(std::span<const std::uint8_t>(tag).first(8));
    result[text_size] = make_aead<A>().decrypt(nonce, associated, cipher, short_one, out<text_size>(0));
}
template <class A>
void decrypt_bits() {
    const std::span<const std::uint8_t> most(cipher.data(), 20);
    result[20] = make_aead<A>().decrypt(nonce, associated, most, tag, out<20>(0), hl::last_byte_bits{8, 5});
}
template <class A>
void encrypt_in_pieces() {
    const A aead = make_aead<A>();
    auto encryptor =
        aead.encryptor(nonce, [](auto& associated_data) { associated_data.absorb(associated).absorb(associated); });
    encryptor.update(part<64, 5>(), out<5>(0)).update(part<69, 60>(), out<60>(5));
    keep(encryptor.finish(), 65);
}
template <class A>
void decrypt_in_pieces() {
    const A aead = make_aead<A>();
    auto decryptor = aead.decryptor(nonce, associated);
    const std::span<const std::uint8_t, text_size> all(cipher);
    decryptor.update(all.template first<33>(), out<33>(0)).update(all.template last<44>(), out<44>(33));
    result[text_size] = decryptor.finish(tag);
}
template <class A>
void decrypt_in_pieces_short_tag() {
    const A aead = make_aead<A>();
    auto decryptor = aead.decryptor(nonce, std::span<const std::uint8_t>());
    decryptor.update(cipher, out<text_size>(0));
    result[text_size] = decryptor.finish(hl::truncated_tag(std::span<const std::uint8_t>(tag).first(4), 4));
}

// Records side by side, of three lengths.

std::array<std::uint8_t, 16 * records> nonces, tags;
std::array<std::uint8_t, records * record_size> ciphers;

template <class B>
auto pieces(B* all) {
    std::array<std::span<B>, records> found;
    for (std::size_t i = 0; i < records; ++i) found[i] = {all + i * record_size, record_size - i % 3 * 9};
    return found;
}

template <class A>
void seal_many() {
    for (std::size_t i = 0; i < nonces.size(); ++i) nonces[i] = static_cast<std::uint8_t>(i * 7);
    hl::encrypt_many(make_aead<A>(), nonces, associated, pieces<const std::uint8_t>(secret + 64),
                     pieces(ciphers.data()), tags);
}
template <class A>
void forge_some() {
    seal_many<A>();
    for (std::size_t i = 0; i < records; i += 5) tags[16 * i + i % 16] ^= 1;
}
template <class A>
void encrypt_many() {
    hl::encrypt_many(make_aead<A>(), nonces, associated, pieces<const std::uint8_t>(secret + 64), pieces(result),
                     out<16 * records>(2000));
}
template <class A>
void decrypt_many() {
    bool good[records];
    const bool all = hl::decrypt_many(make_aead<A>(), nonces, associated, pieces<const std::uint8_t>(ciphers.data()),
                                      tags, pieces(result), good);
    result[2000] = all;
}
template <class A>
void decrypt_many_at_once() {
    result[2000] = hl::decrypt_many(make_aead<A>(), nonces, associated, pieces<const std::uint8_t>(ciphers.data()),
                                    tags, pieces(result));
}

// ---- A tuple with a secret element, in pieces

[[maybe_unused]] void tuple_in_pieces() {
    hl::tuplehash128 tuple;
    tuple.element(60).absorb(part<0, 20>()).absorb(part<20, 40>());
    keep(tuple.digest<32>());
}

// ---- Streams of secret seeds

template <class X, std::size_t N>
void streams() {
    hl::xof_lanes<X, N> lanes(hl::fixed_width(part<0, N * 34>(), 34));
    lanes.squeeze_blocks(out<N * 2 * X::block_size>(0), 2);
}

// ---- States that hold secrets

template <std::size_t N>
void states() {
    constexpr std::size_t rate = 136;
    alignas(64) std::array<std::uint64_t, 25 * N> words{};
    const std::uint8_t* in[N];
    std::uint8_t* to[N];
    for (std::size_t j = 0; j < N; ++j) {
        in[j] = part<0, rate>().data();
        to[j] = out<N * rate>(0).data() + rate * j;
    }
    hl::keccak_f1600_blocks<N, rate>(words, in, nullptr, 1);
    hl::keccak_f1600<N>(words);
    std::array<std::array<std::uint64_t, 4 * N>, 2> values;
    hl::keccak_f1600_chains<N, hl::keccak_chain{.words = 4, .value = 1, .counter = 6, .increment = 1}>(words, values);
    hl::keccak_f1600_blocks<N, rate>(words, nullptr, to, 1);
}

using namespace hl;

const subject table[] = {
    SUBJECTS_OF_HMAC(sha256, runs::all, ALWAYS),
    SUBJECTS_OF_HMAC(sha512, runs::full, FULL),
    SUBJECTS_OF_HMAC(sha3_256, runs::full, FULL),
    SUBJECTS_OF_MAC(kmac128, runs::all, ALWAYS),
    SUBJECTS_OF_MAC(kmac256, runs::full, FULL),
    SUBJECTS_OF_MAC(hopmac128, runs::not_traced, ALWAYS),
    SUBJECTS_OF_MAC(hopmac256, runs::full, FULL),
    {"kmac128", nullptr, FULL(mac_bits<kmac128>), runs::full, "bits"},
    {"kmac256", nullptr, FULL(mac_bits<kmac256>), runs::full, "bits"},
    {"hopmac128", nullptr, FULL(mac_of_long_message<hopmac128>), runs::full_not_traced, "long message"},
    SUBJECTS_OF_KEYED_XOF(kmacxof128, runs::all, ALWAYS),
    SUBJECTS_OF_KEYED_XOF(kmacxof256, runs::full, FULL),
    SUBJECTS_OF_KDF(sha256, runs::all, ALWAYS),
    SUBJECTS_OF_KDF(sha512, runs::full, FULL),
    SUBJECTS_OF_KDF(sha3_256, runs::full, FULL),
    SUBJECTS_OF_AEAD(ascon_aead128, runs::all, ALWAYS),
    SUBJECTS_OF_AEAD(ascon_aead128_masked, runs::not_traced, ALWAYS),
    SUBJECTS_OF_AEAD(ascon_128, runs::full, FULL),
    SUBJECTS_OF_AEAD(ascon_128a, runs::full, FULL),
    SUBJECTS_OF_AEAD(ascon_80pq, runs::full, FULL),
    {"tuplehash128", nullptr, FULL(tuple_in_pieces), runs::full, "element"},
    {"Keccak-f[1600] side by side", nullptr, states<4>, runs::not_traced},
    {"Keccak-f[1600] side by side", nullptr, FULL(states<1>), runs::full, "one"},
    {"shake128 streams", nullptr, streams<shake128, 4>, runs::not_traced},
    {"turboshake128 streams", nullptr, FULL(streams<turboshake128, 8>), runs::full},
};

}  // namespace

std::span<const subject> keyed_subjects() { return table; }
