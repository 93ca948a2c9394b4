// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Authenticated encryption that is chosen by name at run time, without a heap: at once by any_aead, in pieces by
// any_aead_stream.
//
//   const auto aead = hl::any_aead::create("ascon-aead128");              if (!aead) ... aead.error().message()
//   if (!aead->encrypt(key, nonce, associated_data, text, cipher, tag)) ...      a size is wrong
//   if (!aead->decrypt(key, nonce, associated_data, cipher, tag, text)) ...      forged
//   hl::any_aead_stream s(*aead, key, nonce);

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
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

    static void start(void* p, octets_in key, octets_in nonce) {
        ::new (p) state_type(duplex_key<typename A::variant>(key.data()), nonce.data());
    }

    static constexpr aead_operations operations{
        name_of<A>,
        A::key_size,
        A::nonce_size,
        least,
        [](octets_in key, octets_in nonce, octets_in associated_data, octets_in text, octets_out cipher,
           octets_out tag) noexcept { put(keyed(key).encrypt(fixed(nonce), associated_data, text, cipher), tag); },
        [](octets_in key, octets_in nonce, octets_in associated_data, octets_in cipher, octets_in tag,
           octets_out text) noexcept {
            const truncated_tag expected(tag, least);  // before the key comes into registers, which a call would spill
            return keyed(key).decrypt(fixed(nonce), associated_data, cipher, expected, text);
        },
        [](void* p, octets_in key, octets_in nonce) noexcept { start(p, key, nonce); },
        [](void* p, octets_in piece) noexcept { as<state_type>(p).absorb(piece); },
        [](void* p) noexcept { as<state_type>(p).end_associated_data(); },
        [](void* p, octets_in text, octets_out cipher) noexcept {
            as<state_type>(p).template update<ascon::duplexing::encrypt>(text, cipher);
        },
        [](void* p, octets_in cipher, octets_out text) noexcept {
            as<state_type>(p).template update<ascon::duplexing::decrypt>(cipher, text);
        },
        [](void* p, octets_out tag) noexcept {
            const duplex_tag& whole = as<state_type>(p).template finish<ascon::duplexing::encrypt>();
            put(tag_bytes<typename A::variant>(whole), tag);
        },
        [](void* p, octets_in tag) noexcept {
            const duplex_tag& whole = as<state_type>(p).template finish<ascon::duplexing::decrypt>();
            return truncated_tag(tag, least).template is_prefix_of<A::variant::order>(whole);
        },
        [](void* p) noexcept { as<state_type>(p).~state_type(); }};
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

inline namespace HASHLANE_ABI {

// Which of the AEADs of one name.
struct any_aead_options {
    std::optional<std::size_t> key_size{};  // bytes; else the shortest, which is the usual one
    bool short_tags = false;                // tags of 4 bytes and more, not of 8: a forger then succeeds once in 2^32
};

// An AEAD without its key, which each call takes. Keys and nonces have key_size() and nonce_size() bytes.
class any_aead {
  public:
    // The name of an AEAD: hl::algorithms() lists them. "ascon-aead128" with 32 bytes of key is the one with nonce masking
    // (SP 800-232 s.4.2.2). An error: the name is unknown or of something else, or there is none with keys of that size.
    template <class...>
    static any_result<any_aead> create(std::string_view name, const any_aead_options& options = {}) noexcept {
        const aead_operations* found = nullptr;
        if (options.key_size) found = find(name, *options.key_size, options.short_tags);
        for (std::size_t size = 1; !options.key_size && found == nullptr && size <= longest_key; ++size)
            found = find(name, size, options.short_tags);
        if (found != nullptr) return any_aead(*found);
        if (entry_points::report_name(name.data(), name.size()).kind != static_cast<int>(kind::aead))
            return any_detail::not_found(name, "an AEAD");
        return wrong_key_size(name, options.key_size.value_or(0));
    }

    std::string_view name() const noexcept { return operations->name; }
    std::size_t key_size() const noexcept { return operations->key_size; }
    std::size_t nonce_size() const noexcept { return operations->nonce_size; }
    std::size_t least_tag() const noexcept { return operations->least_tag; }
    bool takes_tag(std::size_t n) const noexcept { return operations->takes_tag(n); }
    const aead_operations& functions() const noexcept { return *operations; }

    // False, and nothing written, when the key, the nonce or the tag has a size that is not taken, when `cipher` has not as
    // many bytes as `text`, or when `tag` overlaps `cipher`. `cipher` may be `text` itself.
    [[nodiscard]] bool encrypt(octets_in key, octets_in nonce, octets_in associated_data, octets_in text,
                               octets_out cipher, octets_out tag) const noexcept {
        if (!fits(key, nonce, text.size(), cipher.size()) || !takes_tag(tag.size())) return false;
        if (overlap(cipher.data(), cipher.size(), tag.data(), tag.size())) return false;
        operations->encrypt(key, nonce, associated_data, text, cipher, tag);
        return true;
    }
    // False for a forged message, and for a tag of a size that is not taken: `text` is then zero. False, and nothing
    // written, when the key or the nonce has a wrong size, or when `text` has not as many bytes as `cipher`.
    [[nodiscard]] bool decrypt(octets_in key, octets_in nonce, octets_in associated_data, octets_in cipher,
                               octets_in tag, octets_out text) const noexcept {
        if (!fits(key, nonce, text.size(), cipher.size())) return false;
        return operations->decrypt(key, nonce, associated_data, cipher, tag, text);
    }

  private:
    static constexpr std::size_t longest_key = 64;

    template <class...>
    static const aead_operations* find(std::string_view name, std::size_t key_size, bool short_tags) noexcept {
        return static_cast<const aead_operations*>(
            entry_points::find_aead(name.data(), name.size(), key_size, short_tags));
    }
    // "ascon-aead128 takes a key of 16 or 32 bytes, not of 15"
    template <class...>
    static any_error wrong_key_size(std::string_view name, std::size_t given) noexcept {
        any_error error(any_problem::key_size);
        error.add(name).add(" takes a key of ");
        bool several = false;
        for (std::size_t size = 1; size <= longest_key; ++size) {
            if (find(name, size, false) == nullptr) continue;
            error.add(several ? " or " : "").add(size);
            several = true;
        }
        return error.add(" bytes, not of ").add(given);
    }

    explicit any_aead(const aead_operations& chosen) noexcept : operations(&chosen) {}
    bool fits(octets_in key, octets_in nonce, std::size_t in, std::size_t out) const noexcept {
        return key.size() == key_size() && nonce.size() == nonce_size() && in == out;
    }

    const aead_operations* operations;
};

// One message in pieces: associated data, then text. The first call of encrypt() or decrypt(), or of finish() or verify(),
// ends the associated data and decides the direction. A call that does not fit gives false and does nothing. finish() and
// verify() end the message, and wipe the key and the state; they may be called again. See classes/aead_stream.hpp: DECRYPTED TEXT
// IS NOT VERIFIED until verify() has returned true.
class any_aead_stream {
  public:
    // key and nonce have the sizes that `chosen` names. With others every call gives false.
    any_aead_stream(const aead_operations& chosen, octets_in key, octets_in nonce) noexcept : operations(&chosen) {
        static constexpr std::uint8_t zeros[64]{};
        const bool fits = key.size() == chosen.key_size && nonce.size() == chosen.nonce_size;
        if (fits) {
            operations->start(state, key, nonce);
        } else {
            operations->start(state, {zeros, chosen.key_size}, {zeros, chosen.nonce_size});
            now = stage::refused;
        }
    }
    any_aead_stream(const any_aead& chosen, octets_in key, octets_in nonce) noexcept
        : any_aead_stream(chosen.functions(), key, nonce) {}
    any_aead_stream(const any_aead_stream&) = delete;
    any_aead_stream& operator=(const any_aead_stream&) = delete;
    ~any_aead_stream() { operations->destroy(state); }

    bool takes_tag(std::size_t n) const noexcept { return operations->takes_tag(n); }

    // The next piece of the associated data, before any text.
    [[nodiscard]] bool absorb(octets_in piece) noexcept {
        if (now != stage::associated_data) return false;
        operations->absorb(state, piece);
        return true;
    }
    // The next piece of the text. Buffers as in aead_encryptor::update().
    [[nodiscard]] bool encrypt(octets_in text, octets_out cipher) noexcept {
        if (!enter(stage::encryption)) return false;
        operations->encrypt_piece(state, text, cipher);
        return true;
    }
    [[nodiscard]] bool decrypt(octets_in cipher, octets_out text) noexcept {
        if (!enter(stage::decryption)) return false;
        operations->decrypt_piece(state, cipher, text);
        return true;
    }
    // Writes the tag, of a size that takes_tag().
    [[nodiscard]] bool finish(octets_out tag) noexcept {
        if (!takes_tag(tag.size()) || !end(stage::encryption, stage::encrypted)) return false;
        operations->finish(state, tag);
        forget_frames<aead_frames>();
        return true;
    }
    // Is the tag right? `in_order` says whether this stream decrypts.
    [[nodiscard]] bool verify(octets_in tag, bool& in_order) noexcept {
        in_order = end(stage::decryption, stage::decrypted);
        const bool good = in_order && operations->verify(state, tag);
        forget_frames<aead_frames>();
        return good;
    }

  private:
    enum class stage : std::uint8_t { associated_data, encryption, encrypted, decryption, decrypted, refused };

    bool enter(stage direction) noexcept {
        if (now == stage::associated_data) {
            operations->end_associated_data(state);
            now = direction;
        }
        return now == direction;
    }
    bool end(stage direction, stage ended) noexcept {
        if (now == ended) return true;
        if (!enter(direction)) return false;
        now = ended;
        return true;
    }

    const aead_operations* operations;
    stage now = stage::associated_data;
    alignas(8) std::uint8_t state[any_detail::aead_state_room];
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
