// SPDX-License-Identifier: Apache-2.0 OR MIT
// One run through the algorithms, for units with different -march flags. Its namespace is the unit's own.
#pragma once

#include <hashlane/sha2.hpp>
#include <hashlane/sha3.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <span>

namespace UNIT {

inline void show(std::span<const std::uint8_t> bytes) {
    for (const unsigned byte : bytes) std::printf("%02x", byte);
    std::puts("");
}

inline void digests() {
    std::array<std::uint8_t, 1000> message{};
    for (std::size_t i = 0; i < message.size(); ++i) message[i] = static_cast<std::uint8_t>(i % 251);
    show(hashlane::sha3_256::digest(message));
    show(hashlane::sha3_512::digest(message));
    show(hashlane::sha256::digest(message));
    show(hashlane::sha512::digest(message));
    hashlane::shake128 xof;
    xof.absorb(message).absorb(message);
    show(xof.reader().squeeze<400>());
    const auto state = xof.export_state();
    show(hashlane::shake128::import_state(state)->reader().squeeze<16>());
}

}  // namespace UNIT
