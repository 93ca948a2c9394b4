// SPDX-License-Identifier: Apache-2.0 OR MIT
// One run through the algorithms, for units with different -march flags. Its namespace is the unit's own.
#pragma once

#include <hashlane/ascon.hpp>
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/sha3.hpp>
#ifdef WHOLE_REGISTRY
#include <hashlane/any.hpp>
#endif

#ifdef MANY
#include <hashlane/batch.hpp>

#include <array>
#endif

#include <cstdint>
#include <cstdio>
#include <span>

namespace UNIT {

template <std::size_t Size>
struct counting {
    std::uint8_t bytes[Size];
    counting() {
        for (std::size_t i = 0; i < Size; ++i) bytes[i] = static_cast<std::uint8_t>(i % 251);
    }
    std::span<const std::uint8_t> all() const { return bytes; }
};

inline void show(std::span<const std::uint8_t> bytes) {
    for (std::size_t i = 0; i < bytes.size(); ++i) std::printf("%02x", static_cast<unsigned>(bytes.data()[i]));
    std::puts("");
}

inline void known() {
    const counting<1000> message;
    static const counting<83521> long_message;
    show(hashlane::digest<hashlane::sha3_256>(message.all()));
    show(hashlane::digest<hashlane::sha3_512>(message.all()));
    show(hashlane::digest<hashlane::sha256>(message.all()));
    show(hashlane::digest<hashlane::sha512>(message.all()));
    show(hashlane::digest<hashlane::kt128, 32>(std::span<const std::uint8_t>()));
    show(hashlane::digest<hashlane::ascon_hash256>(std::span<const std::uint8_t>()));
    show(hashlane::digest<hashlane::kt128, 32>(long_message.all()));
    hashlane::shake128 xof;
    xof.absorb(message.all()).absorb(message.all());
    show(xof.reader().squeeze<400>());
    const auto state = xof.export_state();
    show(hashlane::shake128::import_state(state)->reader().squeeze<16>());
}

inline void sealed() {
    const counting<100> bytes;
    const auto key = bytes.all().first<16>(), nonce = bytes.all().subspan<16, 16>(),
               text = bytes.all().subspan<32, 16>();
    std::uint8_t cipher[16];
    const hashlane::ascon_aead128 aead{key};
    const auto tag = aead.encrypt(nonce, bytes.all().subspan(48, 21), text, cipher);
    show(cipher);
    show(tag);
}

#ifdef WHOLE_REGISTRY
inline void registry() {
    const counting<20000> message;
    for (const hashlane::algorithm& a : hashlane::algorithms()) {
        hashlane::any_options options;
        if ((a.parameters & hashlane::parameter::key) != 0) options.key = message.all().first(32);
        if ((a.parameters & hashlane::parameter::customization) != 0) options.customization = message.all().first(9);
        auto hash = hashlane::any_hash::create(a.name, options);
        if (!hash) continue;
        hash->update(message.all().first(777)).update(message.all());
        std::uint8_t out[64]{};
        if (hash->digest(std::span(out, hash->output_size()))) show(out);
    }
}
#endif

#ifdef MANY
// Nineteen messages of many lengths, through each entry point for many.
using slices = std::array<std::span<const std::uint8_t>, 19>;

template <class Hash>
void many(const slices& messages) {
    static std::array<typename Hash::digest_type, 19> out;
    hashlane::digest_many<Hash>(messages, out);
    for (const auto& digest : out) show(digest);
}

template <class Hash>
void many_keys(const slices& messages) {
    static std::array<std::array<std::uint8_t, 16>, 19> keys;
    hashlane::derive_many<Hash>(messages, messages[3], 3, keys);
    for (const auto& key : keys) show(key);
}

inline void all_many() {
    static const counting<1000> bytes;
    static std::array<std::array<std::uint8_t, 360>, 19> texts;
    static std::array<std::span<std::uint8_t>, 19> sealed;
    static std::array<std::uint8_t, 16 * 19> tags;
    slices messages;
    for (std::size_t i = 0; i < 19; ++i) {
        messages[i] = bytes.all().subspan(i, i * i);
        sealed[i] = std::span(texts[i]).first(i * i);
    }
    many<hashlane::sha256>(messages);
    many<hashlane::sha512>(messages);
    many<hashlane::sha3_256>(messages);
    many<hashlane::ascon_hash256>(messages);
    many_keys<hashlane::sha256>(messages);
    many_keys<hashlane::sha512>(messages);
    const hashlane::ascon_aead128 aead{bytes.all().first<16>()};
    hashlane::encrypt_many(aead, bytes.all().first(16 * 19), messages[5], messages, sealed, tags);
    for (const auto& text : sealed) show(text);
    show(tags);
}
#endif

inline void digests() {
    known();
    sealed();
#ifdef MANY
    all_many();
#endif
#ifdef WHOLE_REGISTRY
    registry();
#endif
}

}  // namespace UNIT
