// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What each AEAD can do, as pointers: for those that are chosen by name at run time.

#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>

#include "tables.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// Keys and nonces have key_size and nonce_size bytes, tags least_tag to 16. Which buffers may
// overlap: see classes/aead.hpp and classes/aead_stream.hpp; the ciphertext and the tag of encrypt() must not.
struct aead_operations {
    std::string_view name;
    std::size_t key_size, nonce_size, least_tag;
    void (*encrypt)(octets_in key, octets_in nonce, octets_in associated_data, octets_in text, octets_out cipher,
                    octets_out tag) noexcept;
    bool (*decrypt)(octets_in key, octets_in nonce, octets_in associated_data, octets_in cipher, octets_in tag,
                    octets_out text) noexcept;

    // A message in pieces, for any_aead_stream: its aead_state, which start() makes where `state` points.
    void (*start)(void* state, octets_in key, octets_in nonce) noexcept;
    void (*absorb)(void* state, octets_in piece) noexcept;
    void (*end_associated_data)(void* state) noexcept;
    void (*encrypt_piece)(void* state, octets_in text, octets_out cipher) noexcept;
    void (*decrypt_piece)(void* state, octets_in cipher, octets_out text) noexcept;
    void (*finish)(void* state, octets_out tag) noexcept;
    bool (*verify)(void* state, octets_in tag) noexcept;
    void (*destroy)(void* state) noexcept;

    static constexpr bool is_tag_size(std::size_t n, std::size_t least = recommended_tag) {
        return n >= least && n <= 16;
    }
    constexpr bool takes_tag(std::size_t n) const { return is_tag_size(n, least_tag); }
};

namespace any_detail {

template <class T, class P>
T& as(P* p) {
    return *std::launder(static_cast<T*>(p));
}

// Bytes that hold the aead_state of any aead: a number, so that a unit which only has an any_aead_stream does not look at
// every class. aead_table holds each class against it.
inline constexpr std::size_t aead_state_room = 144;

// The registered name.
template <class A>
inline constexpr std::string_view name_of = A::name;
template <>
inline constexpr std::string_view name_of<ascon_aead128_masked> = ascon_aead128::name;

// Tags of fewer than `least` bytes are forged.
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
                // Before the key comes into registers, which a call would spill.
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

// Calls f.operator()<A>() for each aead, the ones that are no rows of their own too.
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

// The operations of the aead of that name and key size, or nullptr.
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
}  // namespace HASHLANE_ABI

namespace entry_points {
inline namespace HASHLANE_ENTRY_ABI {
// aead_operations, or nullptr
HASHLANE_ENTRY const void* find_aead(const char* name, std::size_t size, std::size_t key_size,
                                     bool short_tags) noexcept;
#if HASHLANE_BY_NAME
HASHLANE_ENTRY const void* find_aead(const char* name, std::size_t size, std::size_t key_size,
                                     bool short_tags) noexcept {
    return any_detail::find_aead_among_all({name, size}, key_size, short_tags);
}
#endif
}  // namespace HASHLANE_ENTRY_ABI
}  // namespace entry_points
}  // namespace hashlane
