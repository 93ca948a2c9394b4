// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "boxes.hpp"

#define HASHLANE_COMPAT_ENCRYPT(name, scheme)                                                                          \
    constexpr void name(const std::uint8_t* key, const std::uint8_t* nonce, const std::uint8_t* data,                  \
                        std::size_t dlen, const std::uint8_t* text, std::size_t ctlen, std::uint8_t* cipher,           \
                        std::uint8_t* tag) {                                                                           \
        hashlane_compat::encrypt<hashlane::ascon_v12::scheme>(key, nonce, data, dlen, text, ctlen, cipher, tag);       \
    }

namespace ascon {

HASHLANE_COMPAT_ENCRYPT(encrypt_128, aead128)
HASHLANE_COMPAT_ENCRYPT(encrypt_128a, aead128a)
HASHLANE_COMPAT_ENCRYPT(encrypt_80pq, aead80pq)

}  // namespace ascon

#undef HASHLANE_COMPAT_ENCRYPT
