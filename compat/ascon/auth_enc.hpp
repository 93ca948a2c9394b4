// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "boxes.hpp"

namespace ascon {

// (key, nonce, data, dlen, text, ctlen, cipher, tag)
inline constexpr auto& encrypt_128 = hashlane_compat::encrypt<hashlane::ascon_v12::aead128>;
inline constexpr auto& encrypt_128a = hashlane_compat::encrypt<hashlane::ascon_v12::aead128a>;
inline constexpr auto& encrypt_80pq = hashlane_compat::encrypt<hashlane::ascon_v12::aead80pq>;

}  // namespace ascon
