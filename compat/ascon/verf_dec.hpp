// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "boxes.hpp"

// False, and text all zero, when the tag is wrong.
#define HASHLANE_COMPAT_DECRYPT(name, scheme)                                                                          \
    constexpr bool name(const std::uint8_t* key, const std::uint8_t* nonce, const std::uint8_t* data,                  \
                        std::size_t dlen, const std::uint8_t* cipher, std::size_t ctlen, std::uint8_t* text,           \
                        const std::uint8_t* tag) {                                                                     \
        return hashlane_compat::decrypt<hashlane::ascon_v12::scheme>(key, nonce, data, dlen, cipher, ctlen, text,      \
                                                                     tag);                                             \
    }

namespace ascon {

HASHLANE_COMPAT_DECRYPT(decrypt_128, aead128)
HASHLANE_COMPAT_DECRYPT(decrypt_128a, aead128a)
HASHLANE_COMPAT_DECRYPT(decrypt_80pq, aead80pq)

}  // namespace ascon

#undef HASHLANE_COMPAT_DECRYPT
