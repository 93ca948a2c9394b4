// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A table with a place for each algorithm of the module: what it is, and its functions as pointers. The functions of one
// kind have the same places for all algorithms of that kind; the others are null.

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include <hashlane/any.hpp>
#include <hashlane/batch.hpp>
#include <hashlane/mac.hpp>

#include "families.hpp"

namespace hashlane_js {

using octets_in = hl::octets_in;
using octets_out = hl::octets_out;
using messages = std::span<const octets_in>;

// A state lies in memory that JavaScript gives: room for the largest one, aligned to 8.
inline constexpr std::size_t state_room = 1152;

// What follows the whole bytes of a message: of algorithms that take bits, the first bits of a byte; of KangarooTwelve, a
// customization string of any length.
struct ending {
    hl::partial_byte last;
    octets_in customization;
};

// The functions of a hash, XOF or MAC, over the state of one.
struct hash_functions {
    void (*create)(void* state, const hl::any_options& options);
    void (*copy)(void* state, const void* other);
    void (*destroy)(void* state);
    void (*update)(void* state, octets_in data);
    void (*digest)(const void* state, octets_out out, const ending& end);
    void (*reader)(const void* state, void* reader, const ending& end);
    void (*many)(const void* state, const messages& all, octets_out digests);  // null: one_by_one()
    bool takes_bits;
    bool customized_last;  // whether the customization string belongs to the ending, and not to the options
};

// The functions of an AEAD. Encryption and decryption of a message are states.
struct aead_functions {
    std::size_t key_size, nonce_size;
    void (*start)(bool encrypts, void* state, octets_in key, octets_in nonce, octets_in associated_data);
    void (*update)(bool encrypts, void* state, octets_in in, octets_out out);
    void (*finish)(void* state, octets_out tag);
    bool (*verify)(void* state, octets_in tag);
    void (*destroy)(bool encrypts, void* state);
};

// The function of PBKDF2. False: the output is too long, or there is no iteration.
using pbkdf2_function = bool(octets_in password, octets_in salt, std::uint64_t iterations, octets_out out);

struct entry {
    hl::algorithm info;
    const hash_functions* hash;
    const aead_functions* aead;
    pbkdf2_function* pbkdf2;  // null for HKDF, which src/kdf.js makes of HMAC
};

template <class T, class P>
T& as(P* p) {
    return *std::launder(static_cast<T*>(p));
}

template <class Row>
struct hash_row {
    using T = typename Row::type;
    static_assert(sizeof(T) <= state_room && alignof(T) <= 8);

    static constexpr bool takes_bits = hl::any_adapter<Row>::takes_bits;

    static constexpr bool customized_last = requires(const T& x, octets_in string) { x.customized_reader(string); };

    static constexpr auto digest() -> decltype(hash_functions::digest) {
        return [](const void* state, octets_out out, [[maybe_unused]] const ending& end) {
            if constexpr (customized_last)
                as<const T>(state).customized_reader(end.customization).squeeze(out);
            else if constexpr (takes_bits)
                hl::any_adapter<Row>::digest(as<const T>(state), out, end.last);
            else
                hl::any_adapter<Row>::digest(as<const T>(state), out);
        };
    }
    static constexpr auto reader() -> decltype(hash_functions::reader) {
        if constexpr (customized_last)
            return [](const void* state, void* reader, const ending& end) {
                ::new (reader) hl::any_reader(as<const T>(state).customized_reader(end.customization));
            };
        else if constexpr (requires(const T& x, hl::partial_byte last) { x.reader(last); })
            return [](const void* state, void* reader, const ending& end) {
                ::new (reader) hl::any_reader(as<const T>(state).reader(end.last));
            };
        else if constexpr (requires(const T& x) { x.reader(); })
            return [](const void* state, void* reader, const ending&) {
                ::new (reader) hl::any_reader(as<const T>(state).reader());
            };
        else
            return nullptr;
    }
    // HMAC over the hashes of other families than SHA-2 takes one message after the other: the module would grow by
    // 10 KB for them.
    static constexpr bool one_by_one = Row::info().family == "HMAC" && family_of(Row::info().name) == family::sha3;
    static constexpr auto many() -> decltype(hash_functions::many) {
        if constexpr (one_by_one)
            return nullptr;
        else
            return [](const void* state, const messages& all, octets_out digests) {
                hl::digest_many(as<const T>(state), all, digests);
            };
    }
    static constexpr hash_functions functions{
        .create = hl::any_adapter<Row>::create,
        .copy = [](void* state, const void* other) { ::new (state) T(as<const T>(other)); },
        .destroy = [](void* state) { as<T>(state).~T(); },
        .update = [](void* state, octets_in data) { hl::any_adapter<Row>::update(as<T>(state), data); },
        .digest = digest(),
        .reader = reader(),
        .many = many(),
        .takes_bits = takes_bits,
        .customized_last = customized_last,
    };
};

template <class A>
struct aead_row {
    using encryptor = typename A::encryptor_type;
    using decryptor = typename A::decryptor_type;
    static_assert(sizeof(encryptor) <= state_room && sizeof(decryptor) <= state_room);

    static constexpr aead_functions functions{
        .key_size = A::key_size,
        .nonce_size = A::nonce_size,
        .start =
            [](bool encrypts, void* state, octets_in key, octets_in nonce, octets_in associated_data) {
                const A keyed(key.first<A::key_size>());
                const auto fixed = nonce.first<A::nonce_size>();
                if (encrypts)
                    ::new (state) encryptor(keyed.encryptor(fixed, associated_data));
                else
                    ::new (state) decryptor(keyed.decryptor(fixed, associated_data));
            },
        .update =
            [](bool encrypts, void* state, octets_in in, octets_out out) {
                if (encrypts)
                    as<encryptor>(state).update(in, out);
                else
                    as<decryptor>(state).update(in, out);
            },
        .finish =
            [](void* state, octets_out tag) {
                const auto whole = as<encryptor>(state).finish();
                hl::copy_bytes(tag.data(), whole.data(), tag.size());
            },
        .verify = [](void* state, octets_in tag) { return as<decryptor>(state).finish(hl::truncated_tag(tag)); },
        .destroy =
            [](bool encrypts, void* state) {
                if (encrypts)
                    as<encryptor>(state).~encryptor();
                else
                    as<decryptor>(state).~decryptor();
            },
    };
};

template <class Kdf>
inline constexpr pbkdf2_function* pbkdf2_of = nullptr;
template <class H>
inline constexpr pbkdf2_function* pbkdf2_of<hl::pbkdf2<H>> =
    [](octets_in password, octets_in salt, std::uint64_t iterations, octets_out out) {
        using K = hl::pbkdf2<H>;
        return K::accepts(iterations, out.size()) && hl::derive_into<K>(password, salt, iterations, out);
    };

template <class Row>
constexpr entry entry_of() {
    using T = typename Row::type;
    entry e{Row::info(), nullptr, nullptr, nullptr};
    if constexpr (Row::info().kind == hl::kind::aead)
        e.aead = &aead_row<T>::functions;
    else if constexpr (Row::info().kind == hl::kind::kdf)
        e.pbkdf2 = pbkdf2_of<T>;
    else
        e.hash = &hash_row<Row>::functions;
    return e;
}

consteval std::size_t count_here() {
    std::size_t n = 0;
    hl::registry::for_each([&]<class Row>(Row) { n += is_here<Row>; });
    return n;
}

inline constexpr std::array<entry, count_here()> entries = [] {
    std::array<entry, count_here()> all{};
    std::size_t n = 0;
    hl::registry::for_each([&]<class Row>(Row) {
        if constexpr (is_here<Row>) all[n++] = entry_of<Row>();
    });
    return all;
}();

}  // namespace hashlane_js
