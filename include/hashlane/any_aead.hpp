// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Authenticated encryption that is chosen by name at run time, without a heap: at once by the functions of a table, in
// pieces by any_aead_stream.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>

#include "registry.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// Keys and nonces have key_size and nonce_size bytes, tags 8 to 16 or what find_aead was asked for. Which buffers may
// overlap: see aead.hpp and aead_stream.hpp; the ciphertext and the tag of encrypt() must not.
struct aead_operations {
    std::size_t key_size, nonce_size, least_tag;
    void (*encrypt)(octets_in key, octets_in nonce, octets_in header, octets_in text, octets_out cipher,
                    octets_out tag) noexcept;
    bool (*decrypt)(octets_in key, octets_in nonce, octets_in header, octets_in cipher, octets_in tag,
                    octets_out text) noexcept;

    // The phases of aead_stream.hpp, each made in its place.
    void (*start)(void* start, octets_in key, octets_in nonce) noexcept;
    void (*header)(void* start, octets_in piece) noexcept;
    void (*encryptor)(void* phase, void* start) noexcept;
    void (*decryptor)(void* phase, void* start) noexcept;
    void (*encrypt_piece)(void* phase, octets_in text, octets_out cipher) noexcept;
    void (*decrypt_piece)(void* phase, octets_in cipher, octets_out text) noexcept;
    void (*finish)(void* phase, octets_out tag) noexcept;
    bool (*verify)(void* phase, octets_in tag) noexcept;
    void (*wipe)(void* start, void* phase) noexcept;

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

// Bytes that hold a phase of any aead: a number, so that a unit which only has an any_aead_stream does not look at every
// class. aead_table holds each class against it.
inline constexpr std::size_t phase_room = 128;

// Tags of fewer than `least` bytes are forged.
template <class A, std::size_t least>
struct aead_table {
    using start_type = typename A::start_type;
    using encryptor_type = typename A::encryptor_type;
    using decryptor_type = typename A::decryptor_type;
    static_assert(sizeof(start_type) <= phase_room && sizeof(encryptor_type) <= phase_room);
    static_assert(sizeof(decryptor_type) <= phase_room);

    static A box(octets_in key) { return A(key.first<A::key_size>()); }
    static auto fixed(octets_in nonce) { return nonce.first<A::nonce_size>(); }
    static void put(const typename A::tag_type& whole, octets_out tag) {
        copy_bytes(tag.data(), whole.data(), tag.size());
    }

    static constexpr aead_operations operations{
        A::key_size,
        A::nonce_size,
        least,
        [](octets_in key, octets_in nonce, octets_in header, octets_in text, octets_out cipher,
           octets_out tag) noexcept { put(box(key).encrypt(fixed(nonce), header, text, cipher), tag); },
        [](octets_in key, octets_in nonce, octets_in header, octets_in cipher, octets_in tag,
           octets_out text) noexcept {
            const truncated_tag expected(tag, least);  // before the key comes into registers, which a call would spill
            return box(key).decrypt(fixed(nonce), header, cipher, expected, text);
        },
        [](void* p, octets_in key, octets_in nonce) noexcept { ::new (p) start_type(box(key).start(fixed(nonce))); },
        [](void* p, octets_in piece) noexcept { as<start_type>(p).header(piece); },
        [](void* p, void* start) noexcept { ::new (p) encryptor_type(as<start_type>(start).encryptor()); },
        [](void* p, void* start) noexcept { ::new (p) decryptor_type(as<start_type>(start).decryptor()); },
        [](void* p, octets_in text, octets_out cipher) noexcept { as<encryptor_type>(p).update(text, cipher); },
        [](void* p, octets_in cipher, octets_out text) noexcept { as<decryptor_type>(p).update(cipher, text); },
        [](void* p, octets_out tag) noexcept { put(as<encryptor_type>(p).finish(), tag); },
        [](void* p, octets_in tag) noexcept { return as<decryptor_type>(p).finish(truncated_tag(tag, least)); },
        [](void* start, void* phase) noexcept {
            wipe(static_cast<std::uint8_t*>(start), sizeof(start_type));
            wipe(static_cast<std::uint8_t*>(phase), std::max(sizeof(encryptor_type), sizeof(decryptor_type)));
            forget_registers();
            forget_stack<frames_of_one>();
        }};
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
    constexpr bool masked = std::same_as<A, ascon_aead128_masked>;
    return name == (masked ? ascon_aead128::name : A::name) && key_size == A::key_size;
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

namespace doors {
inline namespace HASHLANE_DOOR_ABI {
// aead_operations, or nullptr
HASHLANE_DOOR const void* find_aead(const char* name, std::size_t size, std::size_t key_size, bool short_tags) noexcept;
#if HASHLANE_BY_NAME
HASHLANE_DOOR const void* find_aead(const char* name, std::size_t size, std::size_t key_size,
                                    bool short_tags) noexcept {
    return any_detail::find_aead_among_all({name, size}, key_size, short_tags);
}
#endif
}  // namespace HASHLANE_DOOR_ABI
}  // namespace doors

inline namespace HASHLANE_ABI {

// nullptr when no aead has that name, or none of that name has keys of that size. "ascon-aead128" with 32 bytes of key
// is the one with nonce masking (SP 800-232 s.4.2.2). least_tag, shortest_tag or recommended_tag: what decryption takes;
// below 8 bytes a forger succeeds once in 2^32 .. 2^56.
template <class...>
const aead_operations* find_aead(std::string_view name, std::size_t key_size,
                                 std::size_t least_tag = recommended_tag) noexcept {
    const void* const found = doors::find_aead(name.data(), name.size(), key_size, least_tag < recommended_tag);
    return static_cast<const aead_operations*>(found);
}

// Header, then text, in pieces. A call that does not fit the phase gives false and does nothing; the end wipes the
// state. See aead_stream.hpp: DECRYPTED TEXT IS NOT VERIFIED until verify() has returned true.
class any_aead_stream {
  public:
    // key and nonce have the sizes that `chosen` names.
    any_aead_stream(const aead_operations& chosen, octets_in key, octets_in nonce) noexcept : operations(&chosen) {
        operations->start(started, key, nonce);
    }
    any_aead_stream(const any_aead_stream&) = delete;
    any_aead_stream& operator=(const any_aead_stream&) = delete;
    ~any_aead_stream() { operations->wipe(started, phase); }

    bool takes_tag(std::size_t n) const noexcept { return operations->takes_tag(n); }

    [[nodiscard]] bool header(octets_in piece) noexcept {
        if (now != stage::header) return false;
        operations->header(started, piece);
        return true;
    }
    [[nodiscard]] bool encrypt(octets_in text, octets_out cipher) noexcept {
        if (!enter(stage::encryption)) return false;
        operations->encrypt_piece(phase, text, cipher);
        return true;
    }
    [[nodiscard]] bool decrypt(octets_in cipher, octets_out text) noexcept {
        if (!enter(stage::decryption)) return false;
        operations->decrypt_piece(phase, cipher, text);
        return true;
    }
    [[nodiscard]] bool finish(octets_out tag) noexcept {
        if (!enter(stage::encryption)) return false;
        operations->finish(phase, tag);
        end();
        return true;
    }
    // Is the tag right? `in_order` says whether the call fitted the phase.
    [[nodiscard]] bool verify(octets_in tag, bool& in_order) noexcept {
        in_order = enter(stage::decryption);
        if (!in_order) return false;
        const bool good = operations->verify(phase, tag);
        end();
        return good;
    }

  private:
    enum class stage : std::uint8_t { header, encryption, decryption, ended };

    bool enter(stage wanted) noexcept {
        if (now == stage::header) {
            (wanted == stage::encryption ? operations->encryptor : operations->decryptor)(phase, started);
            now = wanted;
        }
        return now == wanted;
    }
    void end() noexcept {
        operations->wipe(started, phase);
        now = stage::ended;
    }

    const aead_operations* operations;
    stage now = stage::header;
    alignas(8) std::uint8_t started[any_detail::phase_room], phase[any_detail::phase_room];
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
