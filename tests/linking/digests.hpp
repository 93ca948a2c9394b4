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
    show(hashlane::sha3_256::digest(message.all()));
    show(hashlane::sha3_512::digest(message.all()));
    show(hashlane::sha256::digest(message.all()));
    show(hashlane::sha512::digest(message.all()));
    show(hashlane::kt128::digest<32>(std::span<const std::uint8_t>()));
    show(hashlane::ascon_hash256::digest(std::span<const std::uint8_t>()));
    show(hashlane::kt128::digest<32>(long_message.all()));
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
    const hashlane::ascon_aead128 box{key};
    const auto tag = box.encrypt(nonce, bytes.all().subspan(48, 21), text, cipher);
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
        std::string_view error;
        auto hash = hashlane::any_hash::create(a.name, options, error);
        if (!hash) continue;
        hash->update(message.all().first(777)).update(message.all());
        std::uint8_t out[64]{};
        if (hash->digest(std::span(out, hash->output_size()))) show(out);
    }
}
#endif

inline void digests() {
    known();
    sealed();
#ifdef WHOLE_REGISTRY
    registry();
#endif
}

}  // namespace UNIT
