// SPDX-License-Identifier: Apache-2.0 OR MIT
// Each row of the registry through the functions of any*.hpp, which choose an algorithm by its name: so that a new row has
// a subject of its own.

#include "tool.hpp"

#include <hashlane/any.hpp>
#include <hashlane/by_name/aead.hpp>
#include <hashlane/by_name/aead_batch.hpp>
#include <hashlane/by_name/batch.hpp>
#include <hashlane/by_name/digest.hpp>
#include <hashlane/by_name/kdf.hpp>
#include <hashlane/by_name/mac.hpp>
#include <hashlane/hashlane.hpp>

#include <array>

#include "subjects.hpp"

namespace {

namespace hl = hashlane;

constexpr std::array<std::uint8_t, 16> nonce{1, 2, 3};
constexpr std::string_view associated_text = "a associated that all may see";
const hl::octets_in associated = hl::as_octets(associated_text);
constexpr std::size_t text_size = 50, records = 11;

[[maybe_unused]] hl::octets_out out(std::size_t at, std::size_t n) { return {result + at, n}; }
[[maybe_unused]] hl::octets_in in(std::size_t at, std::size_t n) { return {secret + at, n}; }

// ---- Hashes, xofs and MACs. The message is secret, and the key where there is one.

template <class Row>
hl::any_result<hl::any_hash> opened() {
    constexpr hl::algorithm info = Row::info();
    hl::any_options options;
    if ((info.parameters & hl::parameter::key) != 0) options.key = in(0, 32);
    return hl::any_hash::create(info.name, options);
}

template <class Row>
void any_digest() {
    auto hash = opened<Row>();
    if (!hash) return;
    result[999] = hash->update(in(32, 100)).digest(out(0, hash->output_size()));
    if (auto reader = hash->reader()) reader->squeeze(out(100, 40));
}

// A copy, and a message and an output that end within a byte.
template <class Row>
void any_bits() {
    auto hash = opened<Row>();
    if (!hash || !hash->takes_bits()) return;
    hl::any_hash copy = *hash;
    const hl::partial_byte last{secret[131], 3};
    result[999] = copy.update(in(32, 99)).digest(out(0, copy.output_size()), last);
    if (auto reader = copy.reader(last)) reader->squeeze(out(100, 40));
}

// A tag, then its comparison with the right one or a wrong one.
[[maybe_unused]] std::array<std::uint8_t, 64> mac_tag;

template <class Row>
void any_tag() {
    auto mac = hl::any_mac::create(Row::type::name, {.key = in(0, 32)});
    result[999] = mac->update(in(32, 100)).tag_into(std::span(mac_tag).first(mac->tag_size()));
}
template <class Row>
void any_forged_tag() {
    any_tag<Row>();
    mac_tag[0] ^= 1;
}
template <class Row>
void any_verify() {
    auto mac = hl::any_mac::create(Row::type::name, {.key = in(0, 32)});
    result[999] = mac->update(in(32, 100)).verify(std::span(mac_tag).first(mac->tag_size()));
    result[998] = mac->tag_into(out(0, mac->tag_size()));
}

template <class Row>
void any_many() {
    const auto hash = opened<Row>();
    if (!hash) return;
    const std::size_t n = hash->output_size();
    result[1999] = hl::digest_many(*hash, hl::fixed_width(part<32, 9 * 30>(), 30), out(0, 9 * n));
}

template <class Row>
void any_at_once() {
    const auto chosen = hl::any_digest::create(Row::type::name);
    if (!chosen) return;
    result[999] = chosen->digest_into(in(0, 100), out(0, chosen->digest_size()));
    result[998] = chosen->digest_into(in(0, 100), associated, out(100, 40));
}

// ---- Key derivation

template <class Row>
void any_key() {
    const auto chosen = hl::any_kdf::create(Row::type::name);
    if (chosen->is_hkdf()) {
        result[999] = chosen->hkdf(in(0, 32), in(32, 16), associated, out(0, 100));
        result[997] = chosen->hkdf_extract(in(0, 32), in(32, 16), out(100, chosen->info().digest_size));
        result[998] = chosen->hkdf_expand(in(0, 64), associated, out(200, 90));
    } else {
        result[999] = chosen->pbkdf2(in(0, 20), in(20, 16), 2, out(0, 70));
        const auto passwords = hl::fixed_width(part<0, 5 * 20>(), 20);
        const auto salts = hl::fixed_width(part<200, 5 * 16>(), 16);
        result[998] =
            chosen->pbkdf2_many(hl::any_messages(passwords), hl::any_messages(salts), 2, out(100, 5 * 40), {});
    }
}

// ---- AEAD

[[maybe_unused]] std::array<std::uint8_t, text_size> cipher;
[[maybe_unused]] std::array<std::uint8_t, 16> tag;

template <class A>
hl::any_aead chosen_aead() {
    constexpr bool masked = std::same_as<A, hl::ascon_aead128_masked>;
    return *hl::any_aead::create(masked ? hl::ascon_aead128::name : A::name, {.key_size = A::key_size});
}

template <class A>
void seal() {
    result[999] = chosen_aead<A>().encrypt(in(0, A::key_size), nonce, associated, in(64, text_size), cipher, tag);
}
template <class A>
void forge() {
    seal<A>();
    tag[0] ^= 1;
}
template <class A>
void any_encrypt() {
    const hl::any_aead chosen = chosen_aead<A>();
    result[998] =
        chosen.encrypt(in(0, A::key_size), nonce, associated, in(64, text_size), out(0, text_size), out(100, 16));
    hl::any_aead_stream stream(chosen.functions(), in(0, A::key_size), nonce);
    result[999] = stream.absorb(associated) && stream.encrypt(in(64, 33), out(200, 33)) && stream.finish(out(300, 16));
    auto e = chosen.encryptor(in(0, A::key_size), nonce, [](auto& pieces) { pieces.absorb(associated); });
    result[997] = e && e->update(in(64, 33), out(400, 33)) && e->finish(out(500, 16));
}
template <class A>
void any_decrypt() {
    const hl::any_aead chosen = chosen_aead<A>();
    result[999] = chosen.decrypt(in(0, A::key_size), nonce, associated, cipher, tag, out(0, text_size));
    hl::any_aead_stream stream(chosen.functions(), in(0, A::key_size), nonce);
    bool in_order = stream.absorb(associated) && stream.decrypt(cipher, out(100, text_size));
    result[998] = stream.verify(tag, in_order);
    auto d = chosen.decryptor(in(0, A::key_size), nonce, associated);
    result[997] = d && d->update(cipher, out(200, text_size)) && d->finish(tag);
}

[[maybe_unused]] std::array<std::uint8_t, records * text_size> ciphers;
[[maybe_unused]] std::array<std::uint8_t, records * 16> nonces, tags;

[[maybe_unused]] std::array<hl::aead_record, records> all_records(const std::uint8_t* from, std::uint8_t* to,
                                                                  std::uint8_t* their_tags) {
    std::array<hl::aead_record, records> all;
    for (std::size_t i = 0; i < records; ++i)
        all[i] = {nonces.data() + 16 * i, associated.data(),      associated.size(),   from + i * text_size,
                  to + i * text_size,     text_size - i % 2 * 20, their_tags + 16 * i, nullptr};
    return all;
}

template <class A>
void forge_some() {
    const auto all = all_records(secret + 64, ciphers.data(), tags.data());
    result[1999] = hl::encrypt_many(chosen_aead<A>(), in(0, A::key_size), hl::any_records(all));
    for (std::size_t i = 0; i < records; i += 4) tags[16 * i] ^= 1;
}
template <class A>
void any_encrypt_many() {
    const auto all = all_records(secret + 64, result, result + 1000);
    result[1999] = hl::encrypt_many(chosen_aead<A>(), in(0, A::key_size), hl::any_records(all));
}
template <class A>
void any_decrypt_many() {
    const auto all = all_records(ciphers.data(), result, tags.data());
    result[1999] = hl::decrypt_many(chosen_aead<A>(), in(0, A::key_size), hl::any_records(all));
}

// ---- The table. In the short run stands one row of each kind.

constexpr std::size_t most = 1000;
struct list {
    subject at[most]{};
    std::size_t count = 0;
    void add(const subject& s) { at[count++] = s; }
};

// The any_* functions make a program with all algorithms, which takes long to compile: without WITH_BY_NAME only the
// names stand here.
#if defined(WITH_BY_NAME)
#define BY_NAME(...) __VA_ARGS__
#else
#define BY_NAME(...) nullptr
#endif

template <class Row>
runs runs_of(std::string_view sample) {
    return Row::type::name == sample ? runs::not_traced : runs::full_not_traced;
}

template <class A>
void add_aead(list& all, std::string_view name, runs which) {
    all.add({name, nullptr, BY_NAME(any_encrypt<A>), which, "encrypted by name"});
    all.add({name, BY_NAME(seal<A>), BY_NAME(any_decrypt<A>), runs::full_not_traced, "decrypted by name"});
    all.add({name, BY_NAME(forge<A>), BY_NAME(any_decrypt<A>), which, "forged by name"});
    all.add({name, nullptr, BY_NAME(any_encrypt_many<A>), runs::full_not_traced, "x 11 by name"});
    all.add({name, BY_NAME(forge_some<A>), BY_NAME(any_decrypt_many<A>), which, "some of 11 forged by name"});
}

template <class Row>
void add_row(list& all) {
    constexpr hl::algorithm info = Row::info();
    if constexpr (info.kind == hl::kind::aead) {
        add_aead<typename Row::type>(all, info.name, runs_of<Row>("ascon-128a"));
    } else if constexpr (info.kind == hl::kind::kdf) {
        all.add({info.name, nullptr, BY_NAME(any_key<Row>),
                 info.name == "hkdf-sha256" ? runs_of<Row>("hkdf-sha256") : runs_of<Row>("pbkdf2-sha256"), "by name"});
    } else {
        const runs which = info.kind == hl::kind::mac ? runs_of<Row>("kmac128") : runs_of<Row>("sha256");
        all.add({info.name, nullptr, BY_NAME(any_digest<Row>), which, "by name"});
        if constexpr (info.kind == hl::kind::mac) {
            all.add({info.name, BY_NAME(any_tag<Row>), BY_NAME(any_verify<Row>), which, "verified by name"});
            all.add({info.name, BY_NAME(any_forged_tag<Row>), BY_NAME(any_verify<Row>), which, "refused by name"});
        }
        all.add({info.name, nullptr, BY_NAME(any_many<Row>), which, "x 9 by name"});
        all.add({info.name, nullptr, BY_NAME(any_bits<Row>), runs::full_not_traced, "bits by name"});
        all.add({info.name, nullptr, BY_NAME(any_at_once<Row>), runs::full_not_traced, "at once by name"});
    }
}

}  // namespace

std::span<const subject> by_name_subjects() {
    static const list table = [] {
        list all;
        hl::registry::for_each([&]<class Row>(Row) { add_row<Row>(all); });
        add_aead<hl::ascon_aead128_masked>(all, hl::ascon_aead128_masked::name, runs::full_not_traced);
        return all;
    }();
    return {table.at, table.count};
}
