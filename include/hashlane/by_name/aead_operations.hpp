// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The functions of each AEAD as pointers, for any_aead and for interfaces of other languages.
///
/// Programs include by_name/aead.hpp.

#include <cstddef>
#include <new>
#include <string_view>

#include "reader.hpp"
#include "tables.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// The functions of one AEAD. Keys have key_size bytes, nonces nonce_size bytes, and tags least_tag to 16 bytes;
/// callers check the sizes. The functions of any_aead and any_aead_stream tell which buffers may overlap.
struct aead_operations {
    /// The registered name.
    std::string_view name;
    /// The sizes of a key, a nonce and the shortest accepted tag, in bytes.
    std::size_t key_size, nonce_size, least_tag;
    /// As any_aead::encrypt().
    void (*encrypt)(octets_in key, octets_in nonce, octets_in associated_data, octets_in text, octets_out cipher,
                    octets_out tag) noexcept;
    /// As any_aead::decrypt().
    bool (*decrypt)(octets_in key, octets_in nonce, octets_in associated_data, octets_in cipher, octets_in tag,
                    octets_out text) noexcept;

    /// Makes the state of a message in pieces where `state` points: any_detail::aead_state_room bytes, aligned to 8.
    /// All functions below take that state.
    void (*start)(void* state, octets_in key, octets_in nonce) noexcept;
    /// Absorbs a piece of the associated data.
    void (*absorb)(void* state, octets_in piece) noexcept;
    /// Ends the associated data; called once, before the first piece of text.
    void (*end_associated_data)(void* state) noexcept;
    /// Encrypts a piece; both buffers have the same size.
    void (*encrypt_piece)(void* state, octets_in text, octets_out cipher) noexcept;
    /// Decrypts a piece; both buffers have the same size.
    void (*decrypt_piece)(void* state, octets_in cipher, octets_out text) noexcept;
    /// Ends an encryption and writes the first bytes of its tag.
    void (*finish)(void* state, octets_out tag) noexcept;
    /// Ends a decryption and compares the tag in constant time.
    bool (*verify)(void* state, octets_in tag) noexcept;
    /// Wipes and destroys the state.
    void (*destroy)(void* state) noexcept;

    /// Tells whether a tag may have `n` bytes, where the shortest has `least` bytes.
    static constexpr bool is_tag_size(std::size_t n, std::size_t least = recommended_tag) {
        return n >= least && n <= 16;
    }
    /// Tells whether this AEAD accepts tags of `n` bytes.
    constexpr bool takes_tag(std::size_t n) const { return is_tag_size(n, least_tag); }
};

namespace any_detail {

// This is the size of the largest aead_state, in bytes. It is a number, so that a unit which only has an
// any_aead_stream does not instantiate every class. aead_table checks each class against it.
inline constexpr std::size_t aead_state_room = 144;

// This is the registered name of an AEAD. The masked variant of Ascon-AEAD128 has the name of the variant without
// masking.
template <class A>
inline constexpr std::string_view name_of = A::name;
template <>
inline constexpr std::string_view name_of<ascon_aead128_masked> = ascon_aead128::name;

// This holds the aead_operations of one class. Tags of fewer than `least` bytes are treated as forged.
template <class A, std::size_t least>
struct aead_table {
    using state_type = aead_state<typename A::variant>;
    static_assert(sizeof(state_type) <= aead_state_room && alignof(state_type) <= 8);

    static A keyed(octets_in key) { return A(key.first<A::key_size>()); }
    static auto fixed(octets_in nonce) { return nonce.first<A::nonce_size>(); }
    static void put(const typename A::tag_type& whole, octets_out tag) {
        copy_bytes(tag.data(), whole.data(), tag.size());
    }

    static constexpr aead_operations operations{
        .name = name_of<A>,
        .key_size = A::key_size,
        .nonce_size = A::nonce_size,
        .least_tag = least,
        .encrypt =
            [](octets_in key, octets_in nonce, octets_in associated_data, octets_in text, octets_out cipher,
               octets_out tag) noexcept { put(keyed(key).encrypt(fixed(nonce), associated_data, text, cipher), tag); },
        .decrypt =
            [](octets_in key, octets_in nonce, octets_in associated_data, octets_in cipher, octets_in tag,
               octets_out text) noexcept {
                // The tag is checked before the key is in registers, because a call would write them to the stack.
                const truncated_tag expected(tag, least);
                return keyed(key).decrypt(fixed(nonce), associated_data, cipher, expected, text);
            },
        .start =
            [](void* p, octets_in key, octets_in nonce) noexcept {
                ::new (p) state_type(duplex_key<typename A::variant>(key.data()), nonce.data());
            },
        .absorb = [](void* p, octets_in piece) noexcept { as<state_type>(p).absorb(piece); },
        .end_associated_data = [](void* p) noexcept { as<state_type>(p).end_associated_data(); },
        .encrypt_piece =
            [](void* p, octets_in text, octets_out cipher) noexcept {
                as<state_type>(p).template update<ascon::duplexing::encrypt>(text, cipher);
            },
        .decrypt_piece =
            [](void* p, octets_in cipher, octets_out text) noexcept {
                as<state_type>(p).template update<ascon::duplexing::decrypt>(cipher, text);
            },
        .finish =
            [](void* p, octets_out tag) noexcept {
                const duplex_tag& whole = as<state_type>(p).template finish<ascon::duplexing::encrypt>();
                put(tag_bytes<typename A::variant>(whole), tag);
            },
        .verify =
            [](void* p, octets_in tag) noexcept {
                const duplex_tag& whole = as<state_type>(p).template finish<ascon::duplexing::decrypt>();
                return truncated_tag(tag, least).template is_prefix_of<A::variant::order>(whole);
            },
        .destroy = [](void* p) noexcept { as<state_type>(p).~state_type(); }};
};

// Calls f.operator()<A>() for each AEAD, including the variants that have no row of their own.
template <class F>
constexpr void each_aead(F&& f) {
    registry::for_each([&]<class Row>(Row) {
        if constexpr (Row::info().kind == kind::aead) f.template operator()<typename Row::type>();
    });
    f.template operator()<ascon_aead128_masked>();
}

template <class A>
constexpr bool is_aead(std::string_view name, std::size_t key_size) {
    return name == name_of<A> && key_size == A::key_size;
}

// Returns the operations of the AEAD of that name and key size, or nullptr.
template <class...>
const aead_operations* find_aead_among_all(std::string_view name, std::size_t key_size, bool short_tags) noexcept {
    const aead_operations* found = nullptr;
    each_aead([&]<class A>() {
        if (!is_aead<A>(name, key_size)) return;
        found = short_tags ? &aead_table<A, shortest_tag>::operations : &aead_table<A, recommended_tag>::operations;
    });
    return found;
}

}  // namespace any_detail
}  // namespace hashlane::inline HASHLANE_ABI

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {
// Returns the aead_operations of that name and key size, or nullptr.
HASHLANE_ENTRY const void* find_aead(const char* name, std::size_t size, std::size_t key_size, bool short_tags) noexcept
    HASHLANE_ENTERS_BY_NAME(any_detail::find_aead_among_all({name, size}, key_size, short_tags));
}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI
